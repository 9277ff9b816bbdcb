// One transformer block, jax dot product attention: printed by JAX.
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
    %17 = stablehlo.reshape %14 : (tensor<6x16x16xf32>) -> tensor<6x16x2x8xf32>
    %18 = stablehlo.reshape %15 : (tensor<6x16x16xf32>) -> tensor<6x16x2x8xf32>
    %19 = stablehlo.reshape %16 : (tensor<6x16x4x8xf32>) -> tensor<6x16x2x2x8xf32>
    %20 = stablehlo.dot_general %19, %17, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x16x2x2x8xf32>, tensor<6x16x2x8xf32>) -> tensor<6x2x16x2x16xf32>
    %cst_2 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x2x16x2x16xf32>
    %22 = stablehlo.multiply %20, %21 : tensor<6x2x16x2x16xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %23 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<6x2x16x16xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %24 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %25 = call @tril(%24) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %26 = stablehlo.broadcast_in_dim %25, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<1x1x16x16xi1>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<1x1x16x16xi1>) -> tensor<6x2x16x16xi1>
    %28 = stablehlo.and %23, %27 : tensor<6x2x16x16xi1>
    %cst_4 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %29 = call @_where(%28, %22, %cst_4) : (tensor<6x2x16x16xi1>, tensor<6x2x16x2x16xf32>, tensor<f32>) -> tensor<2x6x2x16x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.maximum across dimensions = [4] : (tensor<2x6x2x16x16xf32>, tensor<f32>) -> tensor<2x6x2x16xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x6x2x16xf32>
    %32 = stablehlo.maximum %31, %30 : tensor<2x6x2x16xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<2x6x2x16xf32>) -> tensor<2x6x2x16x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3, 4] : (tensor<2x6x2x16x1xf32>) -> tensor<2x6x2x16x16xf32>
    %35 = stablehlo.subtract %29, %34 : tensor<2x6x2x16x16xf32>
    %36 = stablehlo.exponential %35 : tensor<2x6x2x16x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_7) applies stablehlo.add across dimensions = [4] : (tensor<2x6x2x16x16xf32>, tensor<f32>) -> tensor<2x6x2x16xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<2x6x2x16xf32>) -> tensor<2x6x2x16x1xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3, 4] : (tensor<2x6x2x16x1xf32>) -> tensor<2x6x2x16x16xf32>
    %40 = stablehlo.divide %36, %39 : tensor<2x6x2x16x16xf32>
    %41 = stablehlo.dot_general %18, %40, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<6x16x2x8xf32>, tensor<2x6x2x16x16xf32>) -> tensor<6x2x8x2x16xf32>
    %42 = stablehlo.transpose %41, dims = [3, 0, 4, 1, 2] : (tensor<6x2x8x2x16xf32>) -> tensor<2x6x16x2x8xf32>
    %43 = stablehlo.transpose %42, dims = [1, 2, 3, 0, 4] : (tensor<2x6x16x2x8xf32>) -> tensor<6x16x2x2x8xf32>
    %44 = stablehlo.reshape %43 : (tensor<6x16x2x2x8xf32>) -> tensor<6x16x4x8xf32>
    %45 = stablehlo.reshape %44 : (tensor<6x16x4x8xf32>) -> tensor<6x16x32xf32>
    %46 = stablehlo.dot_general %45, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %47 = stablehlo.add %arg9, %46 : tensor<6x16x32xf32>
    %48 = stablehlo.multiply %47, %47 : tensor<6x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_9 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %52 = stablehlo.divide %50, %51 : tensor<6x16x1xf32>
    %cst_10 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %54 = stablehlo.add %52, %53 : tensor<6x16x1xf32>
    %55 = stablehlo.rsqrt %54 : tensor<6x16x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %57 = stablehlo.multiply %47, %56 : tensor<6x16x32xf32>
    %58 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %60 = stablehlo.multiply %57, %59 : tensor<6x16x32xf32>
    %61 = stablehlo.dot_general %60, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %62 = call @silu(%61) : (tensor<6x16x64xf32>) -> tensor<6x16x64xf32>
    %63 = stablehlo.dot_general %60, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %64 = stablehlo.multiply %62, %63 : tensor<6x16x64xf32>
    %65 = stablehlo.dot_general %64, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x64xf32>, tensor<64x32xf32>) -> tensor<6x16x32xf32>
    %66 = stablehlo.add %47, %65 : tensor<6x16x32xf32>
    return %66 : tensor<6x16x32xf32>
  }
  func.func private @tril(%arg0: tensor<16x16xi1>) -> tensor<16x16xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<16x16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %2 = stablehlo.add %0, %1 : tensor<16x16xi32>
    %3 = stablehlo.iota dim = 1 : tensor<16x16xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<16x16xi1>, tensor<16x16xi1>
    return %6 : tensor<16x16xi1>
  }
  func.func private @_where(%arg0: tensor<6x2x16x16xi1>, %arg1: tensor<6x2x16x2x16xf32>, %arg2: tensor<f32>) -> tensor<2x6x2x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<6x2x16x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2, 3, 4] : (tensor<6x2x16x16xi1>) -> tensor<2x6x2x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3, 4] : (tensor<6x2x16x16xf32>) -> tensor<2x6x2x16x16xf32>
    %3 = stablehlo.transpose %arg1, dims = [3, 0, 1, 2, 4] : (tensor<6x2x16x2x16xf32>) -> tensor<2x6x2x16x16xf32>
    %4 = stablehlo.select %1, %3, %2 : tensor<2x6x2x16x16xi1>, tensor<2x6x2x16x16xf32>
    return %4 : tensor<2x6x2x16x16xf32>
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
