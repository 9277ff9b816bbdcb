// The long form of a convolution's dimension numbers is read as the short one,
// keys in any order; numbers that no layout has are refused where they stand.
// RUN: split-file %s %t
// RUN: shard-opt %t/good.mlir | FileCheck %t/good.mlir
// RUN: not shard-opt %t/range.mlir 2>&1 | FileCheck %t/range.mlir
// RUN: not shard-opt %t/twice.mlir 2>&1 | FileCheck %t/twice.mlir
// RUN: not shard-opt %t/missing.mlir 2>&1 | FileCheck %t/missing.mlir
// RUN: not shard-opt %t/again.mlir 2>&1 | FileCheck %t/again.mlir

//--- good.mlir
// CHECK: dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[0, b, 1, f]
func.func @main(%x: tensor<2x3x4x5xf32>, %w: tensor<2x2x3x6xf32>) -> tensor<3x2x4x6xf32> {
  %0 = "stablehlo.convolution"(%x, %w) {
    batch_group_count = 1 : i64, feature_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<raw
      output_spatial_dimensions = [0, 2], output_feature_dimension = 3, output_batch_dimension = 1,
      input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2, 3],
      kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3,
      kernel_spatial_dimensions = [0, 1]>
  } : (tensor<2x3x4x5xf32>, tensor<2x2x3x6xf32>) -> tensor<3x2x4x6xf32>
  return %0 : tensor<3x2x4x6xf32>
}

//--- range.mlir
// CHECK: range.mlir:[[@LINE+1]]:44: error: dimension 7 of the kernel is out of range; it has 3 dimensions
module attributes {a = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2], kernel_input_feature_dimension = 7, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [2], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>} {}

//--- twice.mlir
// CHECK: error: dimension 0 of the output is given twice
module attributes {a = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [2], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [2]>} {}

//--- missing.mlir
// CHECK: error: missing key 'output_batch_dimension'
module attributes {a = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [2], output_feature_dimension = 0, output_spatial_dimensions = [2]>} {}

//--- again.mlir
// CHECK: error: key 'input_batch_dimension' is given twice
module attributes {a = #stablehlo.conv<raw input_batch_dimension = 0, input_batch_dimension = 0>} {}
