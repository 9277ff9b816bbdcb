// What propagation decided, as annotations of the global program.
// RUN: shard-opt %s --split-input-file --shardc-export-shardy | FileCheck %s

// CHECK: module @sharded
// CHECK: sdy.mesh @mesh = <["dp"=2, "tp"=4]>
dist.mesh @mesh <"dp"=2, "tp"=4>
// CHECK: func.func @main(%{{.*}}: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>}
// CHECK-SAME: %{{.*}}: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {"tp":(1)2}]>})
func.func @main(%x: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>},
                %y: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp":(1)2}]>}) -> tensor<8x6xf32> {
  // CHECK: stablehlo.negate {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"dp"}, {"tp"}]>]>}
  %0 = stablehlo.negate %x {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]} : tensor<8x6xf32>
  // CHECK: sdy.sharding_constraint {{.*}} <@mesh, [{"dp"}, {}]> : tensor<8x6xf32>
  %1 = dist.reshard %0 <@mesh, [{"dp"}, {}]> : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}
