// Functions of CHLO whose results are exact: products of groups of rows, in both forms of their
// gradient too, halves of products, neighbours of floats, tests for infinities, rounding to a format
// that no type has, searches for nearly the largest and smallest elements.
// RUN: shard-opt %s --shardc-normalize-module --shardc-interpret -o /dev/null | FileCheck %s

// The last row belongs to no group.
// CHECK: rows: {{\[}}[4, 4], [0, -10], [-2, 1], [0, 0]] : tensor<4x2xf32>
// CHECK: groups: {{\[}}{{\[}}[1, 0], [0, 0], [-1, 0]], {{\[}}[2, -2], [3, -2], [-1, 3]]] : tensor<2x3x2xf32>
// CHECK: batches: {{\[}}{{\[}}[1], [4]], {{\[}}[0], [9]]] : tensor<2x2x1xf32>
// CHECK: unsigned: [4294967294, 0, 2] : tensor<3xui32>
// CHECK: signed: [1, -1, -1] : tensor<3xi64>
// CHECK: bytes: [-64, 63, -1] : tensor<3xi8>
// CHECK: next: [1, 0, 0, 1] : tensor<4xi32>
// CHECK: infinite: [true, true, false, false] : tensor<4xi1>
// CHECK: positive: [true, false, false, false] : tensor<4xi1>
// CHECK: negative: [false, true, false, false] : tensor<4xi1>
// CHECK: rounded: [1.125, inf, 0, 0.015625, -0.3125, nan, -inf, 0.015625] : tensor<8xf32>
// CHECK: fewExponents: [1.125, inf, 0, 0, -0, nan, -inf, 0] : tensor<8xf32>
// CHECK: large: {{\[}}[5, 3], [9, 7]] : tensor<2x2xf32>
// CHECK: largePlaces: {{\[}}[2, 1], [2, 0]] : tensor<2x2xi32>
// CHECK: small: {{\[}}[2, 1, 5]] : tensor<1x3xf32>
// CHECK: smallPlaces: {{\[}}[0, 1, 0]] : tensor<1x3xi32>
// CHECK: away: [3, -3, 1, -0, 0, inf] : tensor<6xf32>
func.func private @top_k_gt_f32_comparator(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @top_k_lt_f32_comparator(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func public @main() -> (tensor<4x2xf32> {dist.name = "rows"}, tensor<2x3x2xf32> {dist.name = "groups"}, tensor<2x2x1xf32> {dist.name = "batches"}, tensor<3xui32> {dist.name = "unsigned"}, tensor<3xi64> {dist.name = "signed"}, tensor<3xi8> {dist.name = "bytes"},
    tensor<4xi32> {dist.name = "next"}, tensor<4xi1> {dist.name = "infinite"}, tensor<4xi1> {dist.name = "positive"}, tensor<4xi1> {dist.name = "negative"}, tensor<8xf32> {dist.name = "rounded"}, tensor<8xf32> {dist.name = "fewExponents"},
    tensor<2x2xf32> {dist.name = "large"}, tensor<2x2xi32> {dist.name = "largePlaces"}, tensor<1x3xf32> {dist.name = "small"}, tensor<1x3xi32> {dist.name = "smallPlaces"}, tensor<6xf32> {dist.name = "away"}) {
  %x = stablehlo.constant dense<[[-1.0, 0.0, 1.0], [2.0, 3.0, -1.0], [0.0, 1.0, 2.0], [3.0, -1.0, 0.0]]> : tensor<4x3xf32>
  %w = stablehlo.constant dense<[[[-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0]], [[3.0, -3.0], [-2.0, -1.0], [0.0, 1.0]]]> : tensor<2x3x2xf32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %rows = "chlo.ragged_dot"(%x, %w, %sizes) <{precision_config = [#chlo<precision HIGHEST>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x2xf32>, tensor<2xi32>) -> tensor<4x2xf32>
  %y = stablehlo.constant dense<[[-1.0, 0.0], [1.0, -1.0], [0.0, 1.0], [-1.0, 0.0]]> : tensor<4x2xf32>
  %groups = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<4x2xf32>, tensor<2xi32>) -> tensor<2x3x2xf32>

  // A batch of two, each with its own two groups of one element.
  %a = stablehlo.constant dense<[[1.0, 0.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[[1.0], [0.0]], [[2.0], [3.0]]]> : tensor<2x2x1xf32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %batches = "chlo.ragged_dot"(%a, %b, %ones) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1]>}> : (tensor<2x2xf32>, tensor<2x2x1xf32>, tensor<2xi32>) -> tensor<2x2x1xf32>

  %u = stablehlo.constant dense<[4294967295, 65535, 3]> : tensor<3xui32>
  %v = stablehlo.constant dense<[4294967295, 65535, 4294967295]> : tensor<3xui32>
  %unsigned = chlo.mulhi %u, %v : tensor<3xui32>, tensor<3xui32> -> tensor<3xui32>
  %i = stablehlo.constant dense<[4294967296, -1, -4611686018427387904]> : tensor<3xi64>
  %j = stablehlo.constant dense<[4294967297, 5, 3]> : tensor<3xi64>
  %signed = chlo.mulhi %i, %j : tensor<3xi64>, tensor<3xi64> -> tensor<3xi64>
  %k = stablehlo.constant dense<[-128, 127, -1]> : tensor<3xi8>
  %l = stablehlo.constant dense<[127, 127, 1]> : tensor<3xi8>
  %bytes = chlo.mulhi %k, %l : tensor<3xi8>, tensor<3xi8> -> tensor<3xi8>

  // By how many floats the neighbour is away: of 1 towards 2, of the greatest, of equal ones, of
  // zero, whose neighbour is the least float.
  %from = stablehlo.constant dense<[1.0, 0x7F800000, 5.0, 0.0]> : tensor<4xf32>
  %to = stablehlo.constant dense<[2.0, 0x7F800000, 5.0, 3.0]> : tensor<4xf32>
  %neighbour = chlo.next_after %from, %to : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %p = stablehlo.bitcast_convert %from : (tensor<4xf32>) -> tensor<4xi32>
  %q = stablehlo.bitcast_convert %neighbour : (tensor<4xf32>) -> tensor<4xi32>
  %next = stablehlo.subtract %q, %p : tensor<4xi32>

  %f = stablehlo.constant dense<[0x7F800000, 0xFF800000, 1.0, 0x7FC00000]> : tensor<4xf32>
  %infinite = chlo.is_inf %f : tensor<4xf32> -> tensor<4xi1>
  %positive = chlo.is_pos_inf %f : tensor<4xf32> -> tensor<4xi1>
  %negative = chlo.is_neg_inf %f : tensor<4xf32> -> tensor<4xi1>

  %g = stablehlo.constant dense<[1.1, 300.0, 0.001, 0.0157, -0.3, 0x7FC00000, 0xFF800000, 0.0154]> : tensor<8xf32>
  %rounded = stablehlo.reduce_precision %g, format = e4m3 : tensor<8xf32>
  %few = stablehlo.reduce_precision %g, format = e2m3 : tensor<8xf32>
  %s = stablehlo.constant dense<[[2.0, 3.0, 5.0], [7.0, 1.0, 9.0]]> : tensor<2x3xf32>
  %columns = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %place = stablehlo.constant dense<-1> : tensor<i32>
  %large:2 = stablehlo.custom_call @ApproxTopK(%s, %columns, %least, %place) {backend_config = "", called_computations = [@top_k_gt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %lines = stablehlo.iota dim = 0 : tensor<2x3xi32>
  %small:2 = stablehlo.custom_call @ApproxTopK(%s, %lines, %least, %place) {backend_config = "", called_computations = [@top_k_lt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 1 : i64}} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x3xf32>, tensor<1x3xi32>)
  %h = stablehlo.constant dense<[2.5, -2.5, 0.5, -0.25, 0.49999997, 0x7F800000]> : tensor<6xf32>
  %away = stablehlo.round_nearest_afz %h : tensor<6xf32>
  return %rows, %groups, %batches, %unsigned, %signed, %bytes, %next, %infinite, %positive, %negative, %rounded, %few, %large#0, %large#1, %small#0, %small#1, %away : tensor<4x2xf32>, tensor<2x3x2xf32>, tensor<2x2x1xf32>, tensor<3xui32>, tensor<3xi64>, tensor<3xi8>, tensor<4xi32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<8xf32>, tensor<8xf32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<1x3xf32>, tensor<1x3xi32>, tensor<6xf32>
}
