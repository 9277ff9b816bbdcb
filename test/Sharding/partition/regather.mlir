// RUN: shard-opt %s --shardc-propagate --shardc-partition | FileCheck %s

// Collectives of a reshard that is to be done again in the backward pass say so;
// others do not.

dist.mesh @mesh <"dp"=2>
// CHECK-LABEL: func.func @main
func.func @main(%w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %v: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK-NEXT: dist.all_gather %arg0 {{.*}}{dist.layer = 3 : i64, dist.regather,
  %0 = dist.reshard %w <@mesh, [{}, {}]> {dist.regather, dist.layer = 3 : i64} : tensor<8x4xf32>
  // CHECK-NEXT: dist.all_gather %arg1
  // CHECK-NOT: dist.regather
  %1 = dist.reshard %v <@mesh, [{}, {}]> : tensor<8x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}
