// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null | FileCheck %s

// Starts are held in range: (2, 9) becomes (1, 2).
// CHECK: inside: {{\[}}[1, 2]] : tensor<1x2xi32>
// CHECK: held: {{\[}}[6, 7], [10, 11]] : tensor<2x2xi32>
// CHECK: updated: {{\[}}[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 50, 60]] : tensor<3x4xi32>
// CHECK: untouched: {{\[}}[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]] : tensor<3x4xi32>
func.func @main() -> (tensor<1x2xi32> {dist.name = "inside"}, tensor<2x2xi32> {dist.name = "held"}, tensor<3x4xi32> {dist.name = "updated"},
    tensor<3x4xi32> {dist.name = "untouched"}) {
  %x = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %c9 = stablehlo.constant dense<9> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %c0, %c1, sizes = [1, 2] : (tensor<3x4xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>
  %1 = stablehlo.dynamic_slice %x, %c2, %c9, sizes = [2, 2] : (tensor<3x4xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  %u = stablehlo.constant dense<[[50, 60]]> : tensor<1x2xi32>
  %2 = stablehlo.dynamic_update_slice %x, %u, %c9, %c2 : (tensor<3x4xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<3x4xi32>
  return %0, %1, %2, %x : tensor<1x2xi32>, tensor<2x2xi32>, tensor<3x4xi32>, tensor<3x4xi32>
}

// -----

// Rows of a table, an index past the end held to the last row.
// CHECK: rows: {{\[\[}}[20, 21], [0, 1]], {{\[}}[20, 21], [10, 11]]] : tensor<2x2x2xi32>
// Windows of two rows and one column, at columns 1 and 0.
// CHECK: windows: {{\[}}[2, 6], [1, 4]] : tensor<2x2xi32>
// CHECK: batched: {{\[}}[1, 0], [11, 12]] : tensor<2x2xi32>
func.func @main() -> (tensor<2x2x2xi32> {dist.name = "rows"}, tensor<2x2xi32> {dist.name = "windows"}, tensor<2x2xi32> {dist.name = "batched"}) {
  %t = stablehlo.constant dense<[[0, 1], [10, 11], [20, 21]]> : tensor<3x2xi32>
  %ids = stablehlo.constant dense<[[2, 0], [7, 1]]> : tensor<2x2xi32>
  %0 = "stablehlo.gather"(%t, %ids) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2>
  }> : (tensor<3x2xi32>, tensor<2x2xi32>) -> tensor<2x2x2xi32>
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 6, 8]]> : tensor<2x3xi32>
  // Index vectors are columns; the window's two rows come first in the result.
  %at = stablehlo.constant dense<[[0, 0], [1, 0]]> : tensor<2x2xi32>
  %w = "stablehlo.gather"(%x, %at) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [0, 1], index_vector_dim = 0>,
    slice_sizes = array<i64: 2, 1>
  }> : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %1 = stablehlo.transpose %w, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  // The row of the operand is the row of the indices.
  %y = stablehlo.constant dense<[[0, 1, 2], [10, 11, 12]]> : tensor<2x3xi32>
  %by = stablehlo.constant dense<[[[1], [0]], [[1], [2]]]> : tensor<2x2x1xi32>
  %2 = "stablehlo.gather"(%y, %by) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0],
                                          start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<2x3xi32>, tensor<2x2x1xi32>) -> tensor<2x2xi32>
  return %0, %1, %2 : tensor<2x2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>
}

// -----

// Row 1 is hit twice; rows -1 and 3 do not exist.
// CHECK: added: {{\[}}[0, 0], [4, 6], [0, 0]] : tensor<3x2xf32>
// CHECK: replaced: [7, 1, 2] : tensor<3xi32>
// A window that does not fit is skipped whole.
// CHECK: skipped: [1, 1, 2] : tensor<3xi32>
// a*2 + b, in the order of the updates: (1*2 + 10)*2 + 100.
// CHECK: general: [0, 124] : tensor<2xi32>
// Two inputs: the greater key wins, with its value.
// CHECK: keys: [5, 9] : tensor<2xi32>
// CHECK: values: [50, 90] : tensor<2xi32>
func.func @main() -> (tensor<3x2xf32> {dist.name = "added"}, tensor<3xi32> {dist.name = "replaced"}, tensor<3xi32> {dist.name = "skipped"},
    tensor<2xi32> {dist.name = "general"}, tensor<2xi32> {dist.name = "keys"}, tensor<2xi32> {dist.name = "values"}) {
  %z = stablehlo.constant dense<0.0> : tensor<3x2xf32>
  %at = stablehlo.constant dense<[[1], [-1], [1], [3]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[[1.0, 2.0], [9.0, 9.0], [3.0, 4.0], [9.0, 9.0]]> : tensor<4x2xf32>
  %0 = "stablehlo.scatter"(%z, %at, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  %x = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
  %first = stablehlo.constant dense<0> : tensor<1xi32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %1 = "stablehlo.scatter"(%x, %first, %seven) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %starts = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi32>
  %two = stablehlo.constant dense<[[1, 0], [5, 5]]> : tensor<2x2xi32>
  %2 = "stablehlo.scatter"(%x, %starts, %two) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<3xi32>
  %g = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %ones = stablehlo.constant dense<[[1], [1]]> : tensor<2x1xi32>
  %ten = stablehlo.constant dense<[10, 100]> : tensor<2xi32>
  %twice = stablehlo.constant dense<2> : tensor<i32>
  %3 = "stablehlo.scatter"(%g, %ones, %ten) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %twice : tensor<i32>
    %r = stablehlo.add %s, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<2xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2xi32>
  %keys = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %values = stablehlo.constant dense<[50, 60]> : tensor<2xi32>
  %both = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi32>
  %newKeys = stablehlo.constant dense<[4, 9]> : tensor<2xi32>
  %newValues = stablehlo.constant dense<[40, 90]> : tensor<2xi32>
  %4:2 = "stablehlo.scatter"(%keys, %values, %both, %newKeys, %newValues) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %va: tensor<i32>, %b: tensor<i32>, %vb: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %k = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i32>
    %v = stablehlo.select %p, %va, %vb : tensor<i1>, tensor<i32>
    stablehlo.return %k, %v : tensor<i32>, tensor<i32>
  }) : (tensor<2xi32>, tensor<2xi32>, tensor<2x1xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %0, %1, %2, %3, %4#0, %4#1 : tensor<3x2xf32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}
