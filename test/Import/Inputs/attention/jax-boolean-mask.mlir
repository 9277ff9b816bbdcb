// One transformer block, jax boolean mask: printed by JAX.
module @jit_f9 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x16xf32>, %arg3: tensor<32x16xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32x64xf32>, %arg7: tensor<32x64xf32>, %arg8: tensor<64x32xf32>, %arg9: tensor<6x1x16x16xi1>, %arg10: tensor<6x16x32xf32>) -> (tensor<6x16x32xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg10, %arg10 : tensor<6x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<6x16x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<6x16x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<6x16x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %9 = stablehlo.multiply %arg10, %8 : tensor<6x16x32xf32>
    %10 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<6x16x32xf32>
    %13 = stablehlo.dot_general %12, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %14 = stablehlo.dot_general %12, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x16xf32>) -> tensor<6x16x16xf32>
    %15 = stablehlo.dot_general %12, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x16xf32>) -> tensor<6x16x16xf32>
    %16 = stablehlo.reshape %13 : (tensor<6x16x32xf32>) -> tensor<6x16x4x8xf32>
    %17 = stablehlo.reshape %14 : (tensor<6x16x16xf32>) -> tensor<6x16x2x8xf32>
    %18 = stablehlo.reshape %15 : (tensor<6x16x16xf32>) -> tensor<6x16x2x8xf32>
    %19 = stablehlo.reshape %16 : (tensor<6x16x4x8xf32>) -> tensor<6x16x2x2x8xf32>
    %20 = stablehlo.broadcast_in_dim %arg9, dims = [0, 1, 3, 4] : (tensor<6x1x16x16xi1>) -> tensor<6x1x1x16x16xi1>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3, 4] : (tensor<6x1x1x16x16xi1>) -> tensor<6x1x2x16x16xi1>
    %22 = stablehlo.dot_general %19, %17, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x16x2x2x8xf32>, tensor<6x16x2x8xf32>) -> tensor<6x2x16x2x16xf32>
    %cst_2 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x2x16x2x16xf32>
    %24 = stablehlo.multiply %22, %23 : tensor<6x2x16x2x16xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %25 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<6x2x16x16xi1>
    %26 = stablehlo.broadcast_in_dim %25, dims = [1, 2, 3, 4] : (tensor<6x2x16x16xi1>) -> tensor<1x6x2x16x16xi1>
    %27 = stablehlo.transpose %21, dims = [2, 0, 1, 3, 4] : (tensor<6x1x2x16x16xi1>) -> tensor<2x6x1x16x16xi1>
    %28 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3, 4] : (tensor<1x6x2x16x16xi1>) -> tensor<2x6x2x16x16xi1>
    %29 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3, 4] : (tensor<2x6x1x16x16xi1>) -> tensor<2x6x2x16x16xi1>
    %30 = stablehlo.and %28, %29 : tensor<2x6x2x16x16xi1>
    %cst_3 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %31 = call @_where(%30, %24, %cst_3) : (tensor<2x6x2x16x16xi1>, tensor<6x2x16x2x16xf32>, tensor<f32>) -> tensor<2x6x2x16x16xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_4) applies stablehlo.maximum across dimensions = [4] : (tensor<2x6x2x16x16xf32>, tensor<f32>) -> tensor<2x6x2x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x6x2x16xf32>
    %34 = stablehlo.maximum %33, %32 : tensor<2x6x2x16xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<2x6x2x16xf32>) -> tensor<2x6x2x16x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3, 4] : (tensor<2x6x2x16x1xf32>) -> tensor<2x6x2x16x16xf32>
    %37 = stablehlo.subtract %31, %36 : tensor<2x6x2x16x16xf32>
    %38 = stablehlo.exponential %37 : tensor<2x6x2x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_6) applies stablehlo.add across dimensions = [4] : (tensor<2x6x2x16x16xf32>, tensor<f32>) -> tensor<2x6x2x16xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<2x6x2x16xf32>) -> tensor<2x6x2x16x1xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3, 4] : (tensor<2x6x2x16x1xf32>) -> tensor<2x6x2x16x16xf32>
    %42 = stablehlo.divide %38, %41 : tensor<2x6x2x16x16xf32>
    %43 = stablehlo.dot_general %18, %42, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<6x16x2x8xf32>, tensor<2x6x2x16x16xf32>) -> tensor<6x2x8x2x16xf32>
    %44 = stablehlo.transpose %43, dims = [3, 0, 4, 1, 2] : (tensor<6x2x8x2x16xf32>) -> tensor<2x6x16x2x8xf32>
    %45 = stablehlo.transpose %44, dims = [1, 2, 3, 0, 4] : (tensor<2x6x16x2x8xf32>) -> tensor<6x16x2x2x8xf32>
    %46 = stablehlo.reshape %45 : (tensor<6x16x2x2x8xf32>) -> tensor<6x16x4x8xf32>
    %47 = stablehlo.reshape %46 : (tensor<6x16x4x8xf32>) -> tensor<6x16x32xf32>
    %48 = stablehlo.dot_general %47, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %49 = stablehlo.add %arg10, %48 : tensor<6x16x32xf32>
    %50 = stablehlo.multiply %49, %49 : tensor<6x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_8 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %54 = stablehlo.divide %52, %53 : tensor<6x16x1xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %56 = stablehlo.add %54, %55 : tensor<6x16x1xf32>
    %57 = stablehlo.rsqrt %56 : tensor<6x16x1xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %59 = stablehlo.multiply %49, %58 : tensor<6x16x32xf32>
    %60 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %62 = stablehlo.multiply %59, %61 : tensor<6x16x32xf32>
    %63 = stablehlo.dot_general %62, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %64 = call @silu(%63) : (tensor<6x16x64xf32>) -> tensor<6x16x64xf32>
    %65 = stablehlo.dot_general %62, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %66 = stablehlo.multiply %64, %65 : tensor<6x16x64xf32>
    %67 = stablehlo.dot_general %66, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x64xf32>, tensor<64x32xf32>) -> tensor<6x16x32xf32>
    %68 = stablehlo.add %49, %67 : tensor<6x16x32xf32>
    return %68 : tensor<6x16x32xf32>
  }
  func.func private @_where(%arg0: tensor<2x6x2x16x16xi1>, %arg1: tensor<6x2x16x2x16xf32>, %arg2: tensor<f32>) -> tensor<2x6x2x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<6x2x16x16xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3, 4] : (tensor<6x2x16x16xf32>) -> tensor<2x6x2x16x16xf32>
    %2 = stablehlo.transpose %arg1, dims = [3, 0, 1, 2, 4] : (tensor<6x2x16x2x16xf32>) -> tensor<2x6x2x16x16xf32>
    %3 = stablehlo.select %arg0, %2, %1 : tensor<2x6x2x16x16xi1>, tensor<2x6x2x16x16xf32>
    return %3 : tensor<2x6x2x16x16xf32>
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
