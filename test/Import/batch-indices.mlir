// Index vectors that count a dimension of the indices are batches; near misses stay.
// RUN: split-file %s %t
// RUN: shard-opt %t/rows.mlir --shardc-normalize-module | FileCheck %s --check-prefix=ROWS
// RUN: shard-opt %t/several.mlir --shardc-normalize-module | FileCheck %s --check-prefix=SEVERAL
// RUN: shard-opt %t/front.mlir --shardc-normalize-module | FileCheck %s --check-prefix=FRONT
// RUN: shard-opt %t/scatter.mlir --shardc-normalize-module | FileCheck %s --check-prefix=SCATTER
// RUN: shard-opt %t/near.mlir --shardc-normalize-module | FileCheck %s --check-prefix=NEAR
// RUN: shardc import %t/loss.mlir | FileCheck %s --check-prefix=LOSS

//--- rows.mlir
// As JAX writes x[jnp.arange(8), i]: both components wrap where they are negative.
// ROWS: %[[I:.*]] = stablehlo.select
// ROWS: %[[AT:.*]] = stablehlo.broadcast_in_dim %[[I]], dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
// ROWS-NEXT: "stablehlo.gather"(%arg0, %[[AT]])
// ROWS-SAME: <collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>
// ROWS-SAME: (tensor<8x6xf32>, tensor<8x1xi32>) -> tensor<8xf32>
func.func @main(%x: tensor<8x6xf32>, %i: tensor<8xi32>) -> tensor<8xf32> {
  %n = stablehlo.iota dim = 0 : tensor<8xi32>
  %zero = stablehlo.constant dense<0> : tensor<8xi32>
  %rows = stablehlo.constant dense<8> : tensor<8xi32>
  %columns = stablehlo.constant dense<6> : tensor<8xi32>
  %0 = stablehlo.compare LT, %n, %zero, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %1 = stablehlo.add %n, %rows : tensor<8xi32>
  %2 = stablehlo.select %0, %1, %n : tensor<8xi1>, tensor<8xi32>
  %3 = stablehlo.compare LT, %i, %zero, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %4 = stablehlo.add %i, %columns : tensor<8xi32>
  %5 = stablehlo.select %3, %4, %i : tensor<8xi1>, tensor<8xi32>
  %6 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
  %8 = stablehlo.concatenate %6, %7, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
  %9 = "stablehlo.gather"(%x, %8) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x6xf32>, tensor<8x2xi32>) -> tensor<8xf32>
  return %9 : tensor<8xf32>
}

//--- several.mlir
// x[arange(4)[:, None], i, arange(3)]: of four rows and three columns, in vectors that
// are clamped as a whole.
// SEVERAL: %[[AT:.*]] = stablehlo.slice %{{.*}} [0:4, 0:3, 1:2]
// SEVERAL: "stablehlo.gather"(%arg0, %[[AT]])
// SEVERAL-SAME: <collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>
// SEVERAL-SAME: indices_are_sorted = false
func.func @main(%x: tensor<4x9x3xf32>, %i: tensor<4x3x1xi32>) -> tensor<4x3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4x3x1xi32>
  %1 = stablehlo.iota dim = 1 : tensor<4x3x1xi32>
  %2 = stablehlo.concatenate %0, %i, %1, dim = 2 : (tensor<4x3x1xi32>, tensor<4x3x1xi32>, tensor<4x3x1xi32>) -> tensor<4x3x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %last = stablehlo.constant dense<[3, 8, 2]> : tensor<3xi32>
  %3 = stablehlo.broadcast_in_dim %last, dims = [2] : (tensor<3xi32>) -> tensor<4x3x3xi32>
  %4 = stablehlo.clamp %zero, %2, %3 : (tensor<i32>, tensor<4x3x3xi32>, tensor<4x3x3xi32>) -> tensor<4x3x3xi32>
  %5 = "stablehlo.gather"(%x, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x9x3xf32>, tensor<4x3x3xi32>) -> tensor<4x3xf32>
  return %5 : tensor<4x3xf32>
}

//--- front.mlir
// Positions 0 to 5 of a table of ten, for each of two sequences.
// FRONT-NOT: gather
// FRONT: %[[FRONT:.*]] = stablehlo.slice %arg0 [0:6, 0:4]
// FRONT-NEXT: stablehlo.broadcast_in_dim %[[FRONT]], dims = [1, 2] : (tensor<6x4xf32>) -> tensor<2x6x4xf32>
func.func @main(%x: tensor<10x4xf32>) -> tensor<2x6x4xf32> {
  %0 = stablehlo.iota dim = 1 : tensor<2x6xi32>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<2x6xi32>) -> tensor<2x6x4xf32>
  return %1 : tensor<2x6x4xf32>
}

//--- scatter.mlir
// x.at[arange(4), i].add(u): the update of row b goes to row b.
// SCATTER: "stablehlo.scatter"(%arg0, %{{.*}}, %arg2)
// SCATTER-SAME: <inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
// SCATTER-SAME: unique_indices = true
func.func @main(%x: tensor<4x6xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) -> tensor<4x6xf32> {
  %0 = stablehlo.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi32>
  %1 = stablehlo.concatenate %0, %i, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %2 = "stablehlo.scatter"(%x, %1, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}

//--- near.mlir
// More indices than rows (the rest is held in range), indices from 1 on, the diagonal's
// second component, and rows of a scatter that has more of them.
// NEAR: "stablehlo.gather"
// NEAR-SAME: collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1
// NEAR-SAME: (tensor<4x6xf32>, tensor<5x2xi32>) -> tensor<5xf32>
// NEAR: "stablehlo.gather"
// NEAR-SAME: collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1
// NEAR-SAME: (tensor<5x6xf32>, tensor<5x2xi32>) -> tensor<5xf32>
// NEAR: "stablehlo.gather"
// NEAR-SAME: collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1
// NEAR: "stablehlo.scatter"
// NEAR-SAME: inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1
func.func @main(%x: tensor<4x6xf32>, %y: tensor<5x6xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>, %z: tensor<6x6xf32>)
    -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<6x6xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<5x1xi32>
  %1 = stablehlo.concatenate %0, %i, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  %2 = "stablehlo.gather"(%x, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x6xf32>, tensor<5x2xi32>) -> tensor<5xf32>
  %one = stablehlo.constant dense<1> : tensor<5x1xi32>
  %3 = stablehlo.add %0, %one : tensor<5x1xi32>
  %4 = stablehlo.concatenate %3, %i, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  %5 = "stablehlo.gather"(%y, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x6xf32>, tensor<5x2xi32>) -> tensor<5xf32>
  %6 = stablehlo.concatenate %0, %0, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  %7 = "stablehlo.gather"(%y, %6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x6xf32>, tensor<5x2xi32>) -> tensor<5xf32>
  %8 = "stablehlo.scatter"(%z, %1, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<6x6xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<6x6xf32>
  return %2, %5, %7, %8 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<6x6xf32>
}

//--- loss.mlir
// log_softmax(x)[arange(4), y]: a cross entropy of 32 classes, which y is drawn from.
// LOSS: %arg1: tensor<4xi32> {dist.init = {high = 32 : i64
// LOSS: nn.cross_entropy %arg0
// LOSS-NOT: gather
func.func @main(%x: tensor<4x32xf32>, %y: tensor<4xi32>) -> tensor<4xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x32xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<4x32xf32>
  %3 = stablehlo.exponential %2 : tensor<4x32xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.log %4 : tensor<4xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<4xf32>) -> tensor<4x32xf32>
  %7 = stablehlo.subtract %2, %6 : tensor<4x32xf32>
  %8 = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %9 = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %10 = stablehlo.concatenate %8, %9, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %11 = "stablehlo.gather"(%7, %10) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x32xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %11 : tensor<4xf32>
}
