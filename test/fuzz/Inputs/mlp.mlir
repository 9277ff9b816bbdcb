module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16x8xf32> {jax.buffer_donor = true}, %arg1: tensor<8x4xf32> {jax.buffer_donor = true}, %arg2: tensor<12x16xf32>, %arg3: tensor<12x4xf32>) -> (tensor<16x8xf32>, tensor<8x4xf32>, tensor<f32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e-02> : tensor<f32>
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x8xf32>) -> tensor<12x8xf32>
    %1 = stablehlo.tanh %0 : tensor<12x8xf32>
    %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xf32>, tensor<8x4xf32>) -> tensor<12x4xf32>
    %3 = stablehlo.subtract %2, %arg3 : tensor<12x4xf32>
    %4 = call @square(%3) : (tensor<12x4xf32>) -> tensor<12x4xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x4xf32>, tensor<f32>) -> tensor<f32>
    %6 = stablehlo.dot_general %1, %3, contracting_dims = [0] x [0] : (tensor<12x8xf32>, tensor<12x4xf32>) -> tensor<8x4xf32>
    %7 = stablehlo.dot_general %3, %arg1, contracting_dims = [1] x [1] : (tensor<12x4xf32>, tensor<8x4xf32>) -> tensor<12x8xf32>
    %8 = stablehlo.multiply %1, %1 : tensor<12x8xf32>
    %9 = stablehlo.multiply %7, %8 : tensor<12x8xf32>
    %10 = stablehlo.subtract %7, %9 : tensor<12x8xf32>
    %11 = stablehlo.dot_general %arg2, %10, contracting_dims = [0] x [0] : (tensor<12x16xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<16x8xf32>
    %14 = stablehlo.subtract %arg0, %13 : tensor<16x8xf32>
    %15 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %16 = stablehlo.multiply %15, %6 : tensor<8x4xf32>
    %17 = stablehlo.subtract %arg1, %16 : tensor<8x4xf32>
    return %14, %17, %5 : tensor<16x8xf32>, tensor<8x4xf32>, tensor<f32>
  }
  func.func private @square(%arg0: tensor<12x4xf32>) -> tensor<12x4xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<12x4xf32>
    return %0 : tensor<12x4xf32>
  }
}
