// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null | FileCheck %s

// Columns of x are features; the kernel weighs an element by 1, the next by 10.
// CHECK: plain: {{\[\[\[}}21], [32], [43]]] : tensor<1x3x1xf32>
// CHECK: padded: {{\[\[\[}}10], [32], [4]]] : tensor<1x3x1xf32>
// CHECK: reversed: {{\[\[\[}}12], [23], [34]]] : tensor<1x3x1xf32>
// CHECK: holes: {{\[\[\[}}1], [20], [2], [30], [3], [40]]] : tensor<1x6x1xf32>
// CHECK: wide: {{\[\[\[}}31], [42]]] : tensor<1x2x1xf32>
// Feature 0 is times 1, feature 1 times 100: each group has its own kernel.
// CHECK: feature groups: {{\[\[\[}}1, 200], [3, 400]]] : tensor<1x2x2xf32>
// The first batch meets the first kernel, the second the second.
// CHECK: batch groups: {{\[\[\[}}1, 300], [2, 400]]] : tensor<1x2x2xf32>
func.func @main() -> (tensor<1x3x1xf32> {dist.name = "plain"}, tensor<1x3x1xf32> {dist.name = "padded"}, tensor<1x3x1xf32> {dist.name = "reversed"},
    tensor<1x6x1xf32> {dist.name = "holes"}, tensor<1x2x1xf32> {dist.name = "wide"}, tensor<1x2x2xf32> {dist.name = "feature groups"},
    tensor<1x2x2xf32> {dist.name = "batch groups"}) {
  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0]]]> : tensor<1x4x1xf32>
  %w = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  %1 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  %2 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  %3 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x6x1xf32>
  %4 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
  %y = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>
  %g = stablehlo.constant dense<[[[1.0, 100.0]]]> : tensor<1x1x2xf32>
  %5 = stablehlo.convolution(%y, %g) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x2xf32>, tensor<1x1x2xf32>) -> tensor<1x2x2xf32>
  %z = stablehlo.constant dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>
  %6 = stablehlo.convolution(%z, %g) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x2x1xf32>, tensor<1x1x2xf32>) -> tensor<1x2x2xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x6x1xf32>, tensor<1x2x1xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>
}

// -----

// CHECK: greatest: {{\[\[}}3, 5], [9, 2]] : tensor<2x2xf32>
// A sum begins with 100, which padding also holds.
// CHECK: sums: {{\[\[}}201, 107, 205], [200, 110, 202]] : tensor<2x3xf32>
// CHECK: spread: [7, 0, 3] : tensor<3xf32>
// CHECK: apart: [10, 5] : tensor<2xf32>
// The greatest of each window gets its source; 9 is that of two windows.
// CHECK: scattered: {{\[\[}}1, 11, 21, 31], [1, 71, 1, 51]] : tensor<2x4xf32>
// CHECK: padded: [10, 20] : tensor<2xf32>
func.func @main() -> (tensor<2x2xf32> {dist.name = "greatest"}, tensor<2x3xf32> {dist.name = "sums"}, tensor<3xf32> {dist.name = "spread"},
    tensor<2xf32> {dist.name = "apart"}, tensor<2x4xf32> {dist.name = "scattered"}, tensor<2xf32> {dist.name = "padded"}) {
  %x = stablehlo.constant dense<[[1.0, 3.0, 4.0, 5.0], [0.0, 9.0, 1.0, 2.0]]> : tensor<2x4xf32>
  %m = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %h = stablehlo.constant dense<100.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %m) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  %1 = "stablehlo.reduce_window"(%x, %h) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v = stablehlo.constant dense<[7.0, 3.0]> : tensor<2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = "stablehlo.reduce_window"(%v, %z) <{window_dimensions = array<i64: 1>, base_dilations = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  %u = stablehlo.constant dense<[7.0, 3.0, 3.0, 2.0]> : tensor<4xf32>
  %3 = "stablehlo.reduce_window"(%u, %z) <{window_dimensions = array<i64: 2>, window_dilations = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  %s = stablehlo.constant dense<[[10.0, 20.0, 30.0], [30.0, 40.0, 50.0]]> : tensor<2x3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %4 = "stablehlo.select_and_scatter"(%x, %s, %one) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  // Padding is never selected, though 0 is greater than both.
  %n = stablehlo.constant dense<[-1.0, -2.0]> : tensor<2xf32>
  %t = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %5 = "stablehlo.select_and_scatter"(%n, %t, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x2xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<2xf32>
}
