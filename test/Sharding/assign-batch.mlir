// Data parallelism splits the dimension that holds the examples, which need not be the first one of the first input.
// RUN: shard-opt %s --split-input-file --shardc-stage-annotate=strategy=dp=2 | FileCheck %s

// A weight of integers stands first.
// CHECK-LABEL: @main
// CHECK-SAME: %arg0: tensor<8x16xi32> {{{.*}}dist.sharding = #dist.sharding<@mesh, [{}, {}]>
// CHECK-SAME: %arg1: tensor<4x8xi32> {{{.*}}dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>
func.func @main(%w: tensor<8x16xi32> {dist.name = "w", dist.role = "input"}, %x: tensor<4x8xi32> {dist.name = "x", dist.role = "input"})
    -> (tensor<4x16xi32> {dist.name = "y", dist.role = "output"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xi32>, tensor<8x16xi32>) -> tensor<4x16xi32>
  return %0 : tensor<4x16xi32>
}

// -----

// Behind a dimension of one, the examples; a table has as many rows by chance.
// CHECK-LABEL: @main
// CHECK-SAME: %arg0: tensor<1x8x4xf32> {{{.*}}dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}, {}]>
// CHECK-SAME: %arg1: tensor<1x4x8xf32> {dist.name = "w", dist.role = "param"
// CHECK-SAME: %arg2: tensor<8xf32> {{{.*}}dist.sharding = #dist.sharding<@mesh, [{}]>
func.func @main(%x: tensor<1x8x4xf32> {dist.name = "x", dist.role = "input"}, %w: tensor<1x4x8xf32> {dist.name = "w", dist.role = "param"},
                %table: tensor<8xf32> {dist.name = "table", dist.role = "input"})
    -> (tensor<1x8x8xf32> {dist.name = "y", dist.role = "output"}) {
  %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1x8x4xf32>, tensor<1x4x8xf32>) -> tensor<1x8x8xf32>
  %1 = stablehlo.broadcast_in_dim %table, dims = [2] : (tensor<8xf32>) -> tensor<1x8x8xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<1x8x8xf32>
  return %2 : tensor<1x8x8xf32>
}
