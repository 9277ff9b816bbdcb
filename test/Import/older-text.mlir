// Text of 2023 and before, with tensors where arrays are printed today, is read; places
// in errors are those of the file.
// RUN: shardc import %s | FileCheck %s
// RUN: sed 's/slice_sizes = dense<\[1, 4\]>/slice_sizes = dense<[1, 5]>/' %s > %t.mlir
// RUN: not shardc import %t.mlir 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: sed 's/permutation = dense<\[3, 0, 1, 2\]> : tensor<4xi64>/permutation = dense<[3, 0, 1]> : tensor<4xi64>/' %s > %t2.mlir
// RUN: not shardc import %t2.mlir 2>&1 | FileCheck %s --check-prefix=COUNT

// CHECK: reverse = [false, false]
// CHECK: "stablehlo.reduce_window"{{.*}} <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}>
// CHECK: "stablehlo.gather"{{.*}} slice_sizes = array<i64: 1, 4>
// CHECK: stablehlo.transpose %{{.*}}, dims = [3, 0, 1, 2]
// CHECK: stablehlo.reverse %{{.*}}, dims = [1, 2]
// SIZE: .mlir:[[@LINE+12]]:10: error: 'stablehlo.gather' op slice size 5 of dimension 1 is not within its size 4
// COUNT: .mlir:{{[0-9]+}}:{{[0-9]+}}: error:
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x8x8x3xf32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<3x3x3x4xf32>, %arg2: tensor<10x4xf32>, %arg3: tensor<5xi32>) -> (tensor<2x4x4x4xf32>, tensor<5x4xf32>, tensor<4x3x3x3xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [0, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x8x4xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = "stablehlo.reduce_window"(%0, %cst) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {base_dilations = dense<1> : tensor<4xi64>, padding = dense<0> : tensor<4x2xi64>, window_dilations = dense<1> : tensor<4xi64>, window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>} : (tensor<2x8x8x4xf32>, tensor<f32>) -> tensor<2x4x4x4xf32>
    %2 = stablehlo.reshape %arg3 : (tensor<5xi32>) -> tensor<5x1xi32>
    %3 = "stablehlo.gather"(%arg2, %2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = dense<[1, 4]> : tensor<2xi64>} : (tensor<10x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
    %4 = "stablehlo.transpose"(%arg1) {permutation = dense<[3, 0, 1, 2]> : tensor<4xi64>} : (tensor<3x3x3x4xf32>) -> tensor<4x3x3x3xf32>
    %5 = "stablehlo.reverse"(%4) {dimensions = dense<[1, 2]> : tensor<2xi64>} : (tensor<4x3x3x3xf32>) -> tensor<4x3x3x3xf32>
    return %1, %3, %5 : tensor<2x4x4x4xf32>, tensor<5x4xf32>, tensor<4x3x3x3xf32>
  }
}
