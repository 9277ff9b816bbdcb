// The use of an argument says which values it can have.
// RUN: shard-opt %s --shardc-assign-roles | FileCheck %s

// CHECK: %arg0: tensor<100x4xf32> {dist.name
// Through an addition and a reshape, an index of the table.
// CHECK-SAME: %arg1: tensor<8xi32> {dist.init = {high = 100 : i64, kind = "uniform_int", low = 0 : i64}
// Compared with consecutive numbers, a class.
// CHECK-SAME: %arg2: tensor<8xi32> {dist.init = {high = 10 : i64, kind = "uniform_int", low = 0 : i64}
// CHECK-SAME: %arg3: tensor<4xf32> {dist.init = {kind = "abs_normal"}
// CHECK-SAME: %arg4: tensor<8xi1> {dist.init = {high = 2 : i64, kind = "uniform_int", low = 0 : i64}
// Joined to index vectors each component has a range of its own, where they are written too.
// CHECK-SAME: %arg5: tensor<8x1xi32> {dist.init = {high = 100 : i64, kind = "uniform_int", low = 0 : i64}
// CHECK-SAME: %arg6: tensor<8x1xi32> {dist.init = {high = 4 : i64, kind = "uniform_int", low = 0 : i64}
// CHECK-SAME: %arg7: tensor<8x2xi32> {dist.init = {high = 4 : i64, kind = "uniform_int", low = 0 : i64}
func.func @main(%table: tensor<100x4xf32> {dist.name = "table"}, %ids: tensor<8xi32> {dist.name = "ids"},
                %label: tensor<8xi32> {dist.name = "label"}, %variance: tensor<4xf32> {dist.name = "variance"},
                %mask: tensor<8xi1> {dist.name = "mask"}, %row: tensor<8x1xi32> {dist.name = "row"},
                %column: tensor<8x1xi32> {dist.name = "column"}, %both: tensor<8x2xi32> {dist.name = "both"})
    -> (tensor<8x4xf32>, tensor<8x10xi1>, tensor<8xi1>, tensor<8xf32>, tensor<100x4xf32>) {
  %one = stablehlo.constant dense<1> : tensor<8xi32>
  %0 = stablehlo.add %ids, %one : tensor<8xi32>
  %1 = stablehlo.reshape %0 : (tensor<8xi32>) -> tensor<8x1xi32>
  %2 = "stablehlo.gather"(%table, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<100x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
  %3 = stablehlo.iota dim = 0 : tensor<10xi32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<10xi32>) -> tensor<8x10xi32>
  %5 = stablehlo.broadcast_in_dim %label, dims = [0] : (tensor<8xi32>) -> tensor<8x10xi32>
  %6 = stablehlo.compare EQ, %5, %4, SIGNED : (tensor<8x10xi32>, tensor<8x10xi32>) -> tensor<8x10xi1>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<4xf32>
  %7 = stablehlo.add %variance, %eps : tensor<4xf32>
  %8 = stablehlo.rsqrt %7 : tensor<4xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %10 = stablehlo.multiply %2, %9 : tensor<8x4xf32>
  %11 = stablehlo.concatenate %row, %column, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
  %12 = "stablehlo.gather"(%table, %11) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<100x4xf32>, tensor<8x2xi32>) -> tensor<8xf32>
  %13 = "stablehlo.scatter"(%table, %both, %12) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<100x4xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<100x4xf32>
  return %10, %6, %mask, %12, %13 : tensor<8x4xf32>, tensor<8x10xi1>, tensor<8xi1>, tensor<8xf32>, tensor<100x4xf32>
}
