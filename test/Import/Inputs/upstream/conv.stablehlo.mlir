module {
  func.func @main(%arg0: tensor<4x3x8x8xf32>, %arg1: tensor<8x3x3x3xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8x1x3x3xf32>, %arg4: tensor<10x32xf32>, %arg5: tensor<10xf32>) -> (tensor<4x10xf32>, tensor<4xi64>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<4x8x8x8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<4> : tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x3x8x8xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x8x8xf32>
    %1 = stablehlo.reshape %arg2 : (tensor<8xf32>) -> tensor<8x1x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3] : (tensor<8x1x1xf32>) -> tensor<4x8x8x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<4x8x8x8xf32>
    %4 = stablehlo.maximum %3, %cst : tensor<4x8x8x8xf32>
    %5 = "stablehlo.reduce_window"(%4, %cst_0) <{padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %29 = stablehlo.maximum %arg6, %arg7 : tensor<f32>
      stablehlo.return %29 : tensor<f32>
    }) : (tensor<4x8x8x8xf32>, tensor<f32>) -> tensor<4x8x4x4xf32>
    %6 = stablehlo.convolution(%5, %arg3) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<4x8x4x4xf32>, tensor<8x1x3x3xf32>) -> tensor<4x8x4x4xf32>
    %7 = stablehlo.logistic %6 : tensor<4x8x4x4xf32>
    %8 = "stablehlo.reduce_window"(%7, %cst_1) <{padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %29 = stablehlo.add %arg6, %arg7 : tensor<f32>
      stablehlo.return %29 : tensor<f32>
    }) : (tensor<4x8x4x4xf32>, tensor<f32>) -> tensor<4x8x2x2xf32>
    %9 = stablehlo.convert %c : (tensor<i64>) -> tensor<f32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<4x8x2x2xf32>
    %11 = stablehlo.divide %8, %10 : tensor<4x8x2x2xf32>
    %12 = stablehlo.reshape %11 : (tensor<4x8x2x2xf32>) -> tensor<4x32xf32>
    %13 = stablehlo.transpose %arg4, dims = [1, 0] : (tensor<10x32xf32>) -> tensor<32x10xf32>
    %14 = stablehlo.dot_general %12, %13, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x10xf32>) -> tensor<4x10xf32>
    %15 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<10xf32>) -> tensor<4x10xf32>
    %16 = stablehlo.add %14, %15 : tensor<4x10xf32>
    %17 = stablehlo.reduce(%16 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %18 = stablehlo.reshape %17 : (tensor<4xf32>) -> tensor<4x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %20 = stablehlo.subtract %16, %19 : tensor<4x10xf32>
    %21 = stablehlo.exponential %20 : tensor<4x10xf32>
    %22 = stablehlo.reduce(%21 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %23 = stablehlo.reshape %22 : (tensor<4xf32>) -> tensor<4x1xf32>
    %24 = stablehlo.log %23 : tensor<4x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %26 = stablehlo.subtract %20, %25 : tensor<4x10xf32>
    %27 = stablehlo.iota dim = 1 : tensor<4x10xi64>
    %28:2 = stablehlo.reduce(%16 init: %cst_0), (%27 init: %c_2) across dimensions = [1] : (tensor<4x10xf32>, tensor<4x10xi64>, tensor<f32>, tensor<i64>) -> (tensor<4xf32>, tensor<4xi64>)
     reducer(%arg6: tensor<f32>, %arg8: tensor<f32>) (%arg7: tensor<i64>, %arg9: tensor<i64>)  {
      %29 = stablehlo.compare GE, %arg6, %arg8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %30 = stablehlo.select %29, %arg6, %arg8 : tensor<i1>, tensor<f32>
      %31 = stablehlo.compare EQ, %arg6, %arg8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %32 = stablehlo.minimum %arg7, %arg9 : tensor<i64>
      %33 = stablehlo.select %29, %arg7, %arg9 : tensor<i1>, tensor<i64>
      %34 = stablehlo.select %31, %32, %33 : tensor<i1>, tensor<i64>
      stablehlo.return %30, %34 : tensor<f32>, tensor<i64>
    }
    return %26, %28#1 : tensor<4x10xf32>, tensor<4xi64>
  }
}
