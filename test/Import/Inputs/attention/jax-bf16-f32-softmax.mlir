// One transformer block, jax bf16 f32 softmax: printed by JAX.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xbf16>, %arg1: tensor<32x32xbf16>, %arg2: tensor<32x16xbf16>, %arg3: tensor<32x16xbf16>, %arg4: tensor<32x32xbf16>, %arg5: tensor<32xbf16>, %arg6: tensor<32x64xbf16>, %arg7: tensor<32x64xbf16>, %arg8: tensor<64x32xbf16>, %arg9: tensor<6x16x32xbf16>) -> (tensor<6x16x32xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg9 : (tensor<6x16x32xbf16>) -> tensor<6x16x32xf32>
    %1 = chlo.square %0 : tensor<6x16x32xf32> -> tensor<6x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<6x16x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %7 = stablehlo.add %5, %6 : tensor<6x16x1xf32>
    %8 = stablehlo.rsqrt %7 : tensor<6x16x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %10 = stablehlo.multiply %0, %9 : tensor<6x16x32xf32>
    %11 = stablehlo.convert %10 : (tensor<6x16x32xf32>) -> tensor<6x16x32xbf16>
    %12 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xbf16>) -> tensor<1x1x32xbf16>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<1x1x32xbf16>) -> tensor<6x16x32xbf16>
    %14 = stablehlo.multiply %11, %13 : tensor<6x16x32xbf16>
    %15 = stablehlo.dot_general %14, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xbf16>, tensor<32x32xbf16>) -> tensor<6x16x32xbf16>
    %16 = stablehlo.dot_general %14, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xbf16>, tensor<32x16xbf16>) -> tensor<6x16x16xbf16>
    %17 = stablehlo.dot_general %14, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xbf16>, tensor<32x16xbf16>) -> tensor<6x16x16xbf16>
    %18 = stablehlo.reshape %15 : (tensor<6x16x32xbf16>) -> tensor<6x16x4x8xbf16>
    %19 = stablehlo.reshape %16 : (tensor<6x16x16xbf16>) -> tensor<6x16x2x8xbf16>
    %20 = stablehlo.reshape %17 : (tensor<6x16x16xbf16>) -> tensor<6x16x2x8xbf16>
    %21 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 4] : (tensor<6x16x2x8xbf16>) -> tensor<6x16x2x2x8xbf16>
    %22 = stablehlo.reshape %21 : (tensor<6x16x2x2x8xbf16>) -> tensor<6x16x4x8xbf16>
    %23 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 4] : (tensor<6x16x2x8xbf16>) -> tensor<6x16x2x2x8xbf16>
    %24 = stablehlo.reshape %23 : (tensor<6x16x2x2x8xbf16>) -> tensor<6x16x4x8xbf16>
    %25 = stablehlo.dot_general %18, %22, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x16x4x8xbf16>, tensor<6x16x4x8xbf16>) -> tensor<6x4x16x16xbf16>
    %26 = stablehlo.convert %25 : (tensor<6x4x16x16xbf16>) -> tensor<6x4x16x16xf32>
    %cst_2 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x4x16x16xf32>
    %28 = stablehlo.multiply %26, %27 : tensor<6x4x16x16xf32>
    %29 = stablehlo.iota dim = 0 : tensor<16xi32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %31 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %32 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %33 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %34 = stablehlo.compare LE, %32, %33, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_3 = stablehlo.constant dense<-3.40282347E+38> : tensor<f32>
    %35 = call @_where(%34, %28, %cst_3) : (tensor<16x16xi1>, tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16x16xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %38 = stablehlo.maximum %37, %36 : tensor<6x4x16xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<6x4x16xf32>) -> tensor<6x4x16x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xf32>) -> tensor<6x4x16x16xf32>
    %41 = stablehlo.subtract %35, %40 : tensor<6x4x16x16xf32>
    %42 = stablehlo.exponential %41 : tensor<6x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.reduce(%42 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<6x4x16xf32>) -> tensor<6x4x16x1xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xf32>) -> tensor<6x4x16x16xf32>
    %46 = stablehlo.divide %42, %45 : tensor<6x4x16x16xf32>
    %47 = stablehlo.convert %46 : (tensor<6x4x16x16xf32>) -> tensor<6x4x16x16xbf16>
    %48 = stablehlo.dot_general %24, %47, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x16x4x8xbf16>, tensor<6x4x16x16xbf16>) -> tensor<6x4x8x16xbf16>
    %49 = stablehlo.transpose %48, dims = [0, 3, 1, 2] : (tensor<6x4x8x16xbf16>) -> tensor<6x16x4x8xbf16>
    %50 = stablehlo.reshape %49 : (tensor<6x16x4x8xbf16>) -> tensor<6x16x32xbf16>
    %51 = stablehlo.dot_general %50, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xbf16>, tensor<32x32xbf16>) -> tensor<6x16x32xbf16>
    %52 = stablehlo.add %arg9, %51 : tensor<6x16x32xbf16>
    %53 = stablehlo.convert %52 : (tensor<6x16x32xbf16>) -> tensor<6x16x32xf32>
    %54 = chlo.square %53 : tensor<6x16x32xf32> -> tensor<6x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_8 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %58 = stablehlo.divide %56, %57 : tensor<6x16x1xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %60 = stablehlo.add %58, %59 : tensor<6x16x1xf32>
    %61 = stablehlo.rsqrt %60 : tensor<6x16x1xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %63 = stablehlo.multiply %53, %62 : tensor<6x16x32xf32>
    %64 = stablehlo.convert %63 : (tensor<6x16x32xf32>) -> tensor<6x16x32xbf16>
    %65 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xbf16>) -> tensor<1x1x32xbf16>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<1x1x32xbf16>) -> tensor<6x16x32xbf16>
    %67 = stablehlo.multiply %64, %66 : tensor<6x16x32xbf16>
    %68 = stablehlo.dot_general %67, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xbf16>, tensor<32x64xbf16>) -> tensor<6x16x64xbf16>
    %69 = call @silu(%68) : (tensor<6x16x64xbf16>) -> tensor<6x16x64xbf16>
    %70 = stablehlo.dot_general %67, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xbf16>, tensor<32x64xbf16>) -> tensor<6x16x64xbf16>
    %71 = stablehlo.multiply %69, %70 : tensor<6x16x64xbf16>
    %72 = stablehlo.dot_general %71, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x64xbf16>, tensor<64x32xbf16>) -> tensor<6x16x32xbf16>
    %73 = stablehlo.add %52, %72 : tensor<6x16x32xbf16>
    return %73 : tensor<6x16x32xbf16>
  }
  func.func private @_where(%arg0: tensor<16x16xi1>, %arg1: tensor<6x4x16x16xf32>, %arg2: tensor<f32>) -> tensor<6x4x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<6x4x16x16xi1>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<6x4x16x16xf32>
    %2 = stablehlo.select %0, %arg1, %1 : tensor<6x4x16x16xi1>, tensor<6x4x16x16xf32>
    return %2 : tensor<6x4x16x16xf32>
  }
  func.func private @silu(%arg0: tensor<6x16x64xbf16>) -> tensor<6x16x64xbf16> {
    %0 = stablehlo.negate %arg0 : tensor<6x16x64xbf16>
    %1 = stablehlo.exponential %0 : tensor<6x16x64xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<6x16x64xbf16>
    %3 = stablehlo.add %2, %1 : tensor<6x16x64xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<6x16x64xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<6x16x64xbf16>
    %6 = stablehlo.multiply %arg0, %5 : tensor<6x16x64xbf16>
    return %6 : tensor<6x16x64xbf16>
  }
}
