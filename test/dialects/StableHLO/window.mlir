// Convolution in its pretty form, pooling in the generic one.
// RUN: shard-opt %s --verify-roundtrip | FileCheck %s
// RUN: shard-opt %s --mlir-print-op-generic | shard-opt | FileCheck %s

// CHECK-LABEL: @convolution
func.func @convolution(%x: tensor<8x32x32x4xf32>, %w: tensor<3x3x4x16xf32>, %g: tensor<3x3x2x16xf32>, %k: tensor<8x31x31x16xf32>) {
  // CHECK-NEXT: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = {{\[}}[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [2, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<8x32x32x4xf32>, tensor<3x3x4x16xf32>) -> tensor<8x15x32x16xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [2, 1], reverse = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<8x32x32x4xf32>, tensor<3x3x4x16xf32>) -> tensor<8x15x32x16xf32>
  // CHECK-NEXT: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[f, b, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<8x32x32x4xf32>, tensor<3x3x2x16xf32>) -> tensor<16x8x30x30xf32>
  %1 = stablehlo.convolution(%x, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[f, b, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<8x32x32x4xf32>, tensor<3x3x2x16xf32>) -> tensor<16x8x30x30xf32>
  // As the weight gradient has it: the batch is contracted as a feature.
  // CHECK-NEXT: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {}
  %2 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]>, feature_group_count = 1 : i64}> : (tensor<8x32x32x4xf32>, tensor<8x31x31x16xf32>) -> tensor<2x2x4x16xf32>
  return
}

// CHECK-LABEL: @pooling
func.func @pooling(%x: tensor<8x7x6xf32>, %y: tensor<8x4x3xf32>, %z: tensor<f32>) {
  // CHECK-NEXT: "stablehlo.reduce_window"(%{{.*}}, %{{.*}}) <{padding = dense<{{\[}}[0, 0], [0, 1], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 1, 2, 2>}> ({
  %0 = "stablehlo.reduce_window"(%x, %z) <{padding = dense<[[0, 0], [0, 1], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 1, 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8x7x6xf32>, tensor<f32>) -> tensor<8x4x3xf32>
  // CHECK: "stablehlo.select_and_scatter"
  %1 = "stablehlo.select_and_scatter"(%x, %y, %z) <{padding = dense<[[0, 0], [0, 1], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 1, 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x7x6xf32>, tensor<8x4x3xf32>, tensor<f32>) -> tensor<8x7x6xf32>
  return
}
