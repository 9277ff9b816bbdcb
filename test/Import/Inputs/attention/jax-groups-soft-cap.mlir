// One transformer block, jax groups soft cap: printed by JAX.
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
    %16 = stablehlo.reshape %13 : (tensor<6x16x32xf32>) -> tensor<6x16x2x2x8xf32>
    %17 = stablehlo.reshape %14 : (tensor<6x16x16xf32>) -> tensor<6x16x2x8xf32>
    %18 = stablehlo.reshape %15 : (tensor<6x16x16xf32>) -> tensor<6x16x2x8xf32>
    %19 = stablehlo.dot_general %17, %16, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<6x16x2x8xf32>, tensor<6x16x2x2x8xf32>) -> tensor<6x2x16x16x2xf32>
    %20 = stablehlo.transpose %19, dims = [0, 1, 4, 3, 2] : (tensor<6x2x16x16x2xf32>) -> tensor<6x2x2x16x16xf32>
    %cst_2 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x2x2x16x16xf32>
    %22 = stablehlo.multiply %20, %21 : tensor<6x2x2x16x16xf32>
    %cst_3 = stablehlo.constant dense<3.000000e+01> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x2x2x16x16xf32>
    %24 = stablehlo.divide %22, %23 : tensor<6x2x2x16x16xf32>
    %25 = stablehlo.tanh %24 : tensor<6x2x2x16x16xf32>
    %cst_4 = stablehlo.constant dense<3.000000e+01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x2x2x16x16xf32>
    %27 = stablehlo.multiply %25, %26 : tensor<6x2x2x16x16xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %28 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %29 = call @tril(%28) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst_5 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %30 = call @_where(%29, %27, %cst_5) : (tensor<16x16xi1>, tensor<6x2x2x16x16xf32>, tensor<f32>) -> tensor<6x2x2x16x16xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_6) applies stablehlo.maximum across dimensions = [4] : (tensor<6x2x2x16x16xf32>, tensor<f32>) -> tensor<6x2x2x16xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x2x2x16xf32>
    %33 = stablehlo.maximum %32, %31 : tensor<6x2x2x16xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<6x2x2x16xf32>) -> tensor<6x2x2x16x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3, 4] : (tensor<6x2x2x16x1xf32>) -> tensor<6x2x2x16x16xf32>
    %36 = stablehlo.subtract %30, %35 : tensor<6x2x2x16x16xf32>
    %37 = stablehlo.exponential %36 : tensor<6x2x2x16x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.add across dimensions = [4] : (tensor<6x2x2x16x16xf32>, tensor<f32>) -> tensor<6x2x2x16xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<6x2x2x16xf32>) -> tensor<6x2x2x16x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3, 4] : (tensor<6x2x2x16x1xf32>) -> tensor<6x2x2x16x16xf32>
    %41 = stablehlo.divide %37, %40 : tensor<6x2x2x16x16xf32>
    %42 = stablehlo.dot_general %18, %41, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<6x16x2x8xf32>, tensor<6x2x2x16x16xf32>) -> tensor<6x2x8x2x16xf32>
    %43 = stablehlo.transpose %42, dims = [0, 4, 1, 3, 2] : (tensor<6x2x8x2x16xf32>) -> tensor<6x16x2x2x8xf32>
    %44 = stablehlo.reshape %43 : (tensor<6x16x2x2x8xf32>) -> tensor<6x16x32xf32>
    %45 = stablehlo.dot_general %44, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %46 = stablehlo.add %arg9, %45 : tensor<6x16x32xf32>
    %47 = stablehlo.multiply %46, %46 : tensor<6x16x32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_10 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %51 = stablehlo.divide %49, %50 : tensor<6x16x1xf32>
    %cst_11 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %53 = stablehlo.add %51, %52 : tensor<6x16x1xf32>
    %54 = stablehlo.rsqrt %53 : tensor<6x16x1xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %56 = stablehlo.multiply %46, %55 : tensor<6x16x32xf32>
    %57 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %59 = stablehlo.multiply %56, %58 : tensor<6x16x32xf32>
    %60 = stablehlo.dot_general %59, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %61 = call @silu(%60) : (tensor<6x16x64xf32>) -> tensor<6x16x64xf32>
    %62 = stablehlo.dot_general %59, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %63 = stablehlo.multiply %61, %62 : tensor<6x16x64xf32>
    %64 = stablehlo.dot_general %63, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x64xf32>, tensor<64x32xf32>) -> tensor<6x16x32xf32>
    %65 = stablehlo.add %46, %64 : tensor<6x16x32xf32>
    return %65 : tensor<6x16x32xf32>
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
  func.func private @_where(%arg0: tensor<16x16xi1>, %arg1: tensor<6x2x2x16x16xf32>, %arg2: tensor<f32>) -> tensor<6x2x2x16x16xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3, 4] : (tensor<16x16xi1>) -> tensor<6x2x2x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x2x2x16x16xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<6x2x2x16x16xi1>, tensor<6x2x2x16x16xf32>
    return %3 : tensor<6x2x2x16x16xf32>
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
