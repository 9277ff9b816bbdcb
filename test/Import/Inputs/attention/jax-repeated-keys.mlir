// One transformer block, jax repeated keys: printed by JAX.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x16xf32>, %arg3: tensor<32x16xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32x64xf32>, %arg7: tensor<32x64xf32>, %arg8: tensor<64x32xf32>, %arg9: tensor<6x16x32xf32>) -> (tensor<6x16x32xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg9, %arg9 : tensor<6x16x32xf32>
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
    %9 = stablehlo.multiply %arg9, %8 : tensor<6x16x32xf32>
    %10 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<6x16x32xf32>
    %13 = stablehlo.dot_general %12, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %14 = stablehlo.dot_general %12, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x16xf32>) -> tensor<6x16x16xf32>
    %15 = stablehlo.dot_general %12, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x16xf32>) -> tensor<6x16x16xf32>
    %16 = stablehlo.reshape %13 : (tensor<6x16x32xf32>) -> tensor<6x16x4x8xf32>
    %17 = stablehlo.transpose %16, dims = [0, 2, 1, 3] : (tensor<6x16x4x8xf32>) -> tensor<6x4x16x8xf32>
    %cst_2 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %18 = stablehlo.rsqrt %cst_2 : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<6x4x16x8xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<6x4x16x8xf32>
    %21 = stablehlo.reshape %14 : (tensor<6x16x16xf32>) -> tensor<6x16x2x8xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 4] : (tensor<6x16x2x8xf32>) -> tensor<6x16x2x2x8xf32>
    %23 = stablehlo.reshape %22 : (tensor<6x16x2x2x8xf32>) -> tensor<6x16x4x8xf32>
    %24 = stablehlo.transpose %23, dims = [0, 2, 1, 3] : (tensor<6x16x4x8xf32>) -> tensor<6x4x16x8xf32>
    %25 = stablehlo.reshape %15 : (tensor<6x16x16xf32>) -> tensor<6x16x2x8xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 4] : (tensor<6x16x2x8xf32>) -> tensor<6x16x2x2x8xf32>
    %27 = stablehlo.reshape %26 : (tensor<6x16x2x2x8xf32>) -> tensor<6x16x4x8xf32>
    %28 = stablehlo.transpose %27, dims = [0, 2, 1, 3] : (tensor<6x16x4x8xf32>) -> tensor<6x4x16x8xf32>
    %29 = stablehlo.transpose %24, dims = [0, 1, 3, 2] : (tensor<6x4x16x8xf32>) -> tensor<6x4x8x16xf32>
    %30 = stablehlo.dot_general %20, %29, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x4x16x8xf32>, tensor<6x4x8x16xf32>) -> tensor<6x4x16x16xf32>
    %31 = stablehlo.iota dim = 0 : tensor<16x16xi32>
    %32 = stablehlo.iota dim = 1 : tensor<16x16xi32>
    %33 = stablehlo.compare GT, %32, %31, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %34 = call @_where(%33, %cst_3, %30) : (tensor<16x16xi1>, tensor<f32>, tensor<6x4x16x16xf32>) -> tensor<6x4x16x16xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<6x4x16xf32>) -> tensor<6x4x16x1xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xf32>) -> tensor<6x4x16x16xf32>
    %38 = stablehlo.subtract %34, %37 : tensor<6x4x16x16xf32>
    %39 = stablehlo.exponential %38 : tensor<6x4x16x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<6x4x16xf32>) -> tensor<6x4x16x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xf32>) -> tensor<6x4x16x16xf32>
    %43 = stablehlo.divide %39, %42 : tensor<6x4x16x16xf32>
    %44 = stablehlo.dot_general %43, %28, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x4x16x16xf32>, tensor<6x4x16x8xf32>) -> tensor<6x4x16x8xf32>
    %45 = stablehlo.transpose %44, dims = [0, 2, 1, 3] : (tensor<6x4x16x8xf32>) -> tensor<6x16x4x8xf32>
    %46 = stablehlo.reshape %45 : (tensor<6x16x4x8xf32>) -> tensor<6x16x32xf32>
    %47 = stablehlo.dot_general %46, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %48 = stablehlo.add %arg9, %47 : tensor<6x16x32xf32>
    %49 = stablehlo.multiply %48, %48 : tensor<6x16x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_7 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %53 = stablehlo.divide %51, %52 : tensor<6x16x1xf32>
    %cst_8 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %55 = stablehlo.add %53, %54 : tensor<6x16x1xf32>
    %56 = stablehlo.rsqrt %55 : tensor<6x16x1xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %58 = stablehlo.multiply %48, %57 : tensor<6x16x32xf32>
    %59 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %61 = stablehlo.multiply %58, %60 : tensor<6x16x32xf32>
    %62 = stablehlo.dot_general %61, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %63 = call @silu(%62) : (tensor<6x16x64xf32>) -> tensor<6x16x64xf32>
    %64 = stablehlo.dot_general %61, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %65 = stablehlo.multiply %63, %64 : tensor<6x16x64xf32>
    %66 = stablehlo.dot_general %65, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x64xf32>, tensor<64x32xf32>) -> tensor<6x16x32xf32>
    %67 = stablehlo.add %48, %66 : tensor<6x16x32xf32>
    return %67 : tensor<6x16x32xf32>
  }
  func.func private @_where(%arg0: tensor<16x16xi1>, %arg1: tensor<f32>, %arg2: tensor<6x4x16x16xf32>) -> tensor<6x4x16x16xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<6x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x4x16x16xf32>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<6x4x16x16xi1>, tensor<6x4x16x16xf32>
    return %3 : tensor<6x4x16x16xf32>
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
