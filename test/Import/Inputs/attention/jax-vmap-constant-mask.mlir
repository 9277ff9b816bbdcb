// One transformer block, jax vmap constant mask: printed by JAX.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32x32xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32x64xf32>, %arg7: tensor<32x64xf32>, %arg8: tensor<64x32xf32>, %arg9: tensor<6x16x32xf32>) -> (tensor<6x16x32xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<"0x00000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E0000000000000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E000000000000000000000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E00000000000000000000000000000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E0000000000000000000000000000000000000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E000000000000000000000000000000000000000000000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E00000000000000000000000000000000000000000000000000000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E0000000000000000000000000000000000000000000000000000000000000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E000000000000000000000000000000000000000000000000000000000000000000000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E00000000000000000000000000000000000000000000000000000000000000000000000000000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000286B6E4E286B6E4E286B6E4E286B6E4E286B6E4E000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000286B6E4E286B6E4E286B6E4E286B6E4E00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000286B6E4E286B6E4E286B6E4E0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000286B6E4E286B6E4E000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000286B6E4E00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<16x16xf32>
    %0 = stablehlo.multiply %arg9, %arg9 : tensor<6x16x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_1 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<6x16x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<6x16x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<6x16x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %9 = stablehlo.multiply %arg9, %8 : tensor<6x16x32xf32>
    %10 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<6x16x32xf32>
    %13 = stablehlo.dot_general %12, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %14 = stablehlo.dot_general %12, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %15 = stablehlo.dot_general %12, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %16 = stablehlo.reshape %13 : (tensor<6x16x32xf32>) -> tensor<6x16x4x8xf32>
    %17 = stablehlo.reshape %14 : (tensor<6x16x32xf32>) -> tensor<6x16x4x8xf32>
    %18 = stablehlo.reshape %15 : (tensor<6x16x32xf32>) -> tensor<6x16x4x8xf32>
    %19 = stablehlo.transpose %17, dims = [0, 2, 3, 1] : (tensor<6x16x4x8xf32>) -> tensor<6x4x8x16xf32>
    %20 = stablehlo.dot_general %16, %19, batching_dims = [0, 2] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x16x4x8xf32>, tensor<6x4x8x16xf32>) -> tensor<6x4x16x16xf32>
    %cst_3 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x4x16x16xf32>
    %22 = stablehlo.multiply %20, %21 : tensor<6x4x16x16xf32>
    %23 = stablehlo.broadcast_in_dim %cst, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [1, 2, 3] : (tensor<1x16x16xf32>) -> tensor<1x1x16x16xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2, 3] : (tensor<1x1x16x16xf32>) -> tensor<6x4x16x16xf32>
    %26 = stablehlo.subtract %22, %25 : tensor<6x4x16x16xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %27 = stablehlo.reduce(%26 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %29 = stablehlo.maximum %28, %27 : tensor<6x4x16xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<6x4x16xf32>) -> tensor<6x4x16x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xf32>) -> tensor<6x4x16x16xf32>
    %32 = stablehlo.subtract %26, %31 : tensor<6x4x16x16xf32>
    %33 = stablehlo.exponential %32 : tensor<6x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<6x4x16xf32>) -> tensor<6x4x16x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xf32>) -> tensor<6x4x16x16xf32>
    %37 = stablehlo.divide %33, %36 : tensor<6x4x16x16xf32>
    %38 = stablehlo.dot_general %37, %18, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4x16x16xf32>, tensor<6x16x4x8xf32>) -> tensor<6x4x16x8xf32>
    %39 = stablehlo.transpose %38, dims = [0, 2, 1, 3] : (tensor<6x4x16x8xf32>) -> tensor<6x16x4x8xf32>
    %40 = stablehlo.reshape %39 : (tensor<6x16x4x8xf32>) -> tensor<6x16x32xf32>
    %41 = stablehlo.dot_general %40, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %42 = stablehlo.add %arg9, %41 : tensor<6x16x32xf32>
    %43 = stablehlo.multiply %42, %42 : tensor<6x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_8 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %47 = stablehlo.divide %45, %46 : tensor<6x16x1xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %49 = stablehlo.add %47, %48 : tensor<6x16x1xf32>
    %50 = stablehlo.rsqrt %49 : tensor<6x16x1xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %52 = stablehlo.multiply %42, %51 : tensor<6x16x32xf32>
    %53 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %55 = stablehlo.multiply %52, %54 : tensor<6x16x32xf32>
    %56 = stablehlo.dot_general %55, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %57 = call @silu(%56) : (tensor<6x16x64xf32>) -> tensor<6x16x64xf32>
    %58 = stablehlo.dot_general %55, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %59 = stablehlo.multiply %57, %58 : tensor<6x16x64xf32>
    %60 = stablehlo.dot_general %59, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x64xf32>, tensor<64x32xf32>) -> tensor<6x16x32xf32>
    %61 = stablehlo.add %42, %60 : tensor<6x16x32xf32>
    return %61 : tensor<6x16x32xf32>
  }
  func.func private @silu(%arg0: tensor<6x16x64xf32>) -> tensor<6x16x64xf32> {
    %0 = stablehlo.negate %arg0 : tensor<6x16x64xf32>
    %1 = stablehlo.exponential %0 : tensor<6x16x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x16x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<6x16x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x16x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<6x16x64xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<6x16x64xf32>
    return %6 : tensor<6x16x64xf32>
  }
}
