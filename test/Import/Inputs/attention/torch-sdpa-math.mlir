// One transformer block, torch sdpa math: in the shape of PyTorch exports.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32x32xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32x64xf32>, %arg7: tensor<32x64xf32>, %arg8: tensor<64x32xf32>, %arg9: tensor<6x16x32xf32>) -> (tensor<6x16x32xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<"0x00000000000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF0000000000000000000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000000000000000000000000000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF00000000000000000000000000000000000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF0000000000000000000000000000000000000000000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000000000000000000000000000000000000000000000000000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF00000000000000000000000000000000000000000000000000000000000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF0000000000000000000000000000000000000000000000000000000000000000000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000000000000000000000000000000000000000000000000000000000000000000000000000080FF000080FF000080FF000080FF000080FF000080FF000080FF00000000000000000000000000000000000000000000000000000000000000000000000000000000000080FF000080FF000080FF000080FF000080FF000080FF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000080FF000080FF000080FF000080FF000080FF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000080FF000080FF000080FF000080FF00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000080FF000080FF000080FF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000080FF000080FF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000080FF00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<16x16xf32>
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
    %17 = stablehlo.transpose %16, dims = [0, 2, 1, 3] : (tensor<6x16x4x8xf32>) -> tensor<6x4x16x8xf32>
    %18 = stablehlo.reshape %14 : (tensor<6x16x32xf32>) -> tensor<6x16x4x8xf32>
    %19 = stablehlo.transpose %18, dims = [0, 2, 1, 3] : (tensor<6x16x4x8xf32>) -> tensor<6x4x16x8xf32>
    %20 = stablehlo.reshape %15 : (tensor<6x16x32xf32>) -> tensor<6x16x4x8xf32>
    %21 = stablehlo.transpose %20, dims = [0, 2, 1, 3] : (tensor<6x16x4x8xf32>) -> tensor<6x4x16x8xf32>
    %cst_3 = stablehlo.constant dense<0.594603539> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x4x16x8xf32>
    %23 = stablehlo.multiply %17, %22 : tensor<6x4x16x8xf32>
    %24 = stablehlo.reshape %23 : (tensor<6x4x16x8xf32>) -> tensor<24x16x8xf32>
    %25 = stablehlo.transpose %19, dims = [0, 1, 3, 2] : (tensor<6x4x16x8xf32>) -> tensor<6x4x8x16xf32>
    %cst_4 = stablehlo.constant dense<0.594603539> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x4x8x16xf32>
    %27 = stablehlo.multiply %25, %26 : tensor<6x4x8x16xf32>
    %28 = stablehlo.reshape %27 : (tensor<6x4x8x16xf32>) -> tensor<24x8x16xf32>
    %29 = stablehlo.dot_general %24, %28, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<24x16x8xf32>, tensor<24x8x16xf32>) -> tensor<24x16x16xf32>
    %30 = stablehlo.reshape %29 : (tensor<24x16x16xf32>) -> tensor<6x4x16x16xf32>
    %31 = stablehlo.broadcast_in_dim %cst, dims = [2, 3] : (tensor<16x16xf32>) -> tensor<6x4x16x16xf32>
    %32 = stablehlo.add %30, %31 : tensor<6x4x16x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<6x4x16x16xf32>
    %34 = stablehlo.compare EQ, %32, %33, FLOAT : (tensor<6x4x16x16xf32>, tensor<6x4x16x16xf32>) -> tensor<6x4x16x16xi1>
    %35 = stablehlo.not %34 : tensor<6x4x16x16xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %36 = stablehlo.reduce(%35 init: %c) applies stablehlo.or across dimensions = [3] : (tensor<6x4x16x16xi1>, tensor<i1>) -> tensor<6x4x16xi1>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<6x4x16xi1>) -> tensor<6x4x16x1xi1>
    %38 = stablehlo.not %37 : tensor<6x4x16x1xi1>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %39 = stablehlo.reduce(%32 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<6x4x16xf32>) -> tensor<6x4x16x1xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xf32>) -> tensor<6x4x16x16xf32>
    %42 = stablehlo.subtract %32, %41 : tensor<6x4x16x16xf32>
    %43 = stablehlo.exponential %42 : tensor<6x4x16x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<6x4x16xf32>) -> tensor<6x4x16x1xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xf32>) -> tensor<6x4x16x16xf32>
    %47 = stablehlo.divide %43, %46 : tensor<6x4x16x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = call @_where(%38, %cst_8, %47) : (tensor<6x4x16x1xi1>, tensor<f32>, tensor<6x4x16x16xf32>) -> tensor<6x4x16x16xf32>
    %49 = stablehlo.reshape %48 : (tensor<6x4x16x16xf32>) -> tensor<24x16x16xf32>
    %50 = stablehlo.reshape %21 : (tensor<6x4x16x8xf32>) -> tensor<24x16x8xf32>
    %51 = stablehlo.dot_general %49, %50, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<24x16x16xf32>, tensor<24x16x8xf32>) -> tensor<24x16x8xf32>
    %52 = stablehlo.reshape %51 : (tensor<24x16x8xf32>) -> tensor<6x4x16x8xf32>
    %53 = stablehlo.transpose %52, dims = [0, 2, 1, 3] : (tensor<6x4x16x8xf32>) -> tensor<6x16x4x8xf32>
    %54 = stablehlo.reshape %53 : (tensor<6x16x4x8xf32>) -> tensor<6x16x32xf32>
    %55 = stablehlo.dot_general %54, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %56 = stablehlo.add %arg9, %55 : tensor<6x16x32xf32>
    %57 = stablehlo.multiply %56, %56 : tensor<6x16x32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_10 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %61 = stablehlo.divide %59, %60 : tensor<6x16x1xf32>
    %cst_11 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %63 = stablehlo.add %61, %62 : tensor<6x16x1xf32>
    %64 = stablehlo.rsqrt %63 : tensor<6x16x1xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %66 = stablehlo.multiply %56, %65 : tensor<6x16x32xf32>
    %67 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %69 = stablehlo.multiply %66, %68 : tensor<6x16x32xf32>
    %70 = stablehlo.dot_general %69, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %71 = call @silu(%70) : (tensor<6x16x64xf32>) -> tensor<6x16x64xf32>
    %72 = stablehlo.dot_general %69, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %73 = stablehlo.multiply %71, %72 : tensor<6x16x64xf32>
    %74 = stablehlo.dot_general %73, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x64xf32>, tensor<64x32xf32>) -> tensor<6x16x32xf32>
    %75 = stablehlo.add %56, %74 : tensor<6x16x32xf32>
    return %75 : tensor<6x16x32xf32>
  }
  func.func private @_where(%arg0: tensor<6x4x16x1xi1>, %arg1: tensor<f32>, %arg2: tensor<6x4x16x16xf32>) -> tensor<6x4x16x16xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xi1>) -> tensor<6x4x16x16xi1>
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
