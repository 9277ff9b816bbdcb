module {
  func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<32x16xf32>, %arg2: tensor<32xf32>, %arg3: tensor<4x32xf32>, %arg4: tensor<4xf32>) -> tensor<8x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<8x32xf32>
    %0 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %2 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<32xf32>) -> tensor<8x32xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x32xf32>
    %4 = stablehlo.maximum %3, %cst : tensor<8x32xf32>
    %5 = stablehlo.transpose %arg3, dims = [1, 0] : (tensor<4x32xf32>) -> tensor<32x4xf32>
    %6 = stablehlo.dot_general %4, %5, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x4xf32>) -> tensor<8x4xf32>
    %7 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
    %8 = stablehlo.add %6, %7 : tensor<8x4xf32>
    return %8 : tensor<8x4xf32>
  }
}
