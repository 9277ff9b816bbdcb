// Whole values at the borders; what is split unevenly is padded there.
// RUN: shard-opt %s --shardc-export-stablehlo | FileCheck %s

// CHECK: sdy.mesh @mesh = <["dp"=2, "tp"=2]>
dist.mesh @mesh <"dp"=2, "tp"=2>
// CHECK: func.func @main(%[[X:.*]]: tensor<4x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>})
// CHECK-SAME: -> (tensor<4x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>})
func.func @main(%x: tensor<2x3xf32> {dist.global_type = tensor<4x5xf32>, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>})
    -> (tensor<2x3xf32> {dist.global_type = tensor<4x5xf32>, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  // CHECK: %[[PADDED:.*]] = stablehlo.pad %[[X]], {{.*}} low = [0, 0], high = [0, 1], interior = [0, 0]
  // CHECK: %[[R:.*]] = sdy.manual_computation(%[[PADDED]]) in_shardings=[<@mesh, [{"dp"}, {"tp"}]>] out_shardings=[<@mesh, [{"dp"}, {"tp"}]>] manual_axes={"dp", "tp"} (%[[BLOCK:.*]]: tensor<2x3xf32>) {
  // CHECK-NEXT: %[[Y:.*]] = stablehlo.negate %[[BLOCK]] : tensor<2x3xf32>
  // CHECK-NEXT: sdy.return %[[Y]]
  %0 = stablehlo.negate %x : tensor<2x3xf32>
  // CHECK: } : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK-NEXT: %[[CUT:.*]] = stablehlo.slice %[[R]] [0:4, 0:5]
  // CHECK-NEXT: return %[[CUT]]
  return %0 : tensor<2x3xf32>
}
