// The batch is what most inputs have in front; what has other numbers of rows, such as a
// mask over positions, is the same for all microbatches, wherever it stands.
// RUN: shard-opt %s --shardc-wrap-microbatches=count=2 | FileCheck %s

// CHECK: @main(%[[MASK:.*]]: tensor<12x8xf32>
// CHECK: dist.microbatch 2 (%{{.*}}, %{{.*}}) kinds = [stack]
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<2x8xf32>, %{{.*}}: tensor<2x8xf32>):
// CHECK: %[[COLUMNS:.*]] = stablehlo.reduce(%[[MASK]] init
// CHECK: stablehlo.multiply
func.func @main(%mask: tensor<12x8xf32> {dist.name = "mask", dist.role = "input"}, %x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"}, %y: tensor<4x8xf32> {dist.name = "y", dist.role = "input"}) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%mask init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.add %x, %y : tensor<4x8xf32>
  %3 = stablehlo.multiply %2, %1 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
