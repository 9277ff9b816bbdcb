// One transformer block, torch multihead attention: in the shape of PyTorch exports.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32x32xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32x64xf32>, %arg7: tensor<32x64xf32>, %arg8: tensor<64x32xf32>, %arg9: tensor<6x16x32xf32>) -> (tensor<6x16x32xf32> {jax.result_info = "result"}) {
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
    %14 = stablehlo.dot_general %12, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %15 = stablehlo.dot_general %12, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %16 = stablehlo.transpose %13, dims = [1, 0, 2] : (tensor<6x16x32xf32>) -> tensor<16x6x32xf32>
    %17 = stablehlo.reshape %16 : (tensor<16x6x32xf32>) -> tensor<16x24x8xf32>
    %18 = stablehlo.transpose %17, dims = [1, 0, 2] : (tensor<16x24x8xf32>) -> tensor<24x16x8xf32>
    %cst_2 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<24x16x8xf32>
    %20 = stablehlo.multiply %18, %19 : tensor<24x16x8xf32>
    %21 = stablehlo.transpose %14, dims = [1, 0, 2] : (tensor<6x16x32xf32>) -> tensor<16x6x32xf32>
    %22 = stablehlo.reshape %21 : (tensor<16x6x32xf32>) -> tensor<16x24x8xf32>
    %23 = stablehlo.transpose %22, dims = [1, 0, 2] : (tensor<16x24x8xf32>) -> tensor<24x16x8xf32>
    %24 = stablehlo.transpose %15, dims = [1, 0, 2] : (tensor<6x16x32xf32>) -> tensor<16x6x32xf32>
    %25 = stablehlo.reshape %24 : (tensor<16x6x32xf32>) -> tensor<16x24x8xf32>
    %26 = stablehlo.transpose %25, dims = [1, 0, 2] : (tensor<16x24x8xf32>) -> tensor<24x16x8xf32>
    %27 = stablehlo.iota dim = 0 : tensor<16xi32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %29 = stablehlo.broadcast_in_dim %27, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %30 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %31 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %32 = stablehlo.subtract %30, %31 : tensor<16x16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %33 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %34 = stablehlo.compare LT, %32, %33, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = call @_where(%34, %cst_3, %cst_4) : (tensor<16x16xi1>, tensor<f32>, tensor<f32>) -> tensor<16x16xf32>
    %36 = stablehlo.transpose %23, dims = [0, 2, 1] : (tensor<24x16x8xf32>) -> tensor<24x8x16xf32>
    %37 = stablehlo.dot_general %20, %36, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<24x16x8xf32>, tensor<24x8x16xf32>) -> tensor<24x16x16xf32>
    %38 = stablehlo.broadcast_in_dim %35, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %39 = stablehlo.convert %38 : tensor<1x16x16xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<1x16x16xf32>) -> tensor<24x16x16xf32>
    %41 = stablehlo.add %37, %40 : tensor<24x16x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_5) applies stablehlo.maximum across dimensions = [2] : (tensor<24x16x16xf32>, tensor<f32>) -> tensor<24x16xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<24x16xf32>) -> tensor<24x16x1xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<24x16x1xf32>) -> tensor<24x16x16xf32>
    %45 = stablehlo.subtract %41, %44 : tensor<24x16x16xf32>
    %46 = stablehlo.exponential %45 : tensor<24x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<24x16x16xf32>, tensor<f32>) -> tensor<24x16xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<24x16xf32>) -> tensor<24x16x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<24x16x1xf32>) -> tensor<24x16x16xf32>
    %50 = stablehlo.divide %46, %49 : tensor<24x16x16xf32>
    %51 = stablehlo.dot_general %50, %26, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<24x16x16xf32>, tensor<24x16x8xf32>) -> tensor<24x16x8xf32>
    %52 = stablehlo.transpose %51, dims = [1, 0, 2] : (tensor<24x16x8xf32>) -> tensor<16x24x8xf32>
    %53 = stablehlo.reshape %52 : (tensor<16x24x8xf32>) -> tensor<16x6x32xf32>
    %54 = stablehlo.transpose %53, dims = [1, 0, 2] : (tensor<16x6x32xf32>) -> tensor<6x16x32xf32>
    %55 = stablehlo.dot_general %54, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %56 = stablehlo.add %arg9, %55 : tensor<6x16x32xf32>
    %57 = stablehlo.multiply %56, %56 : tensor<6x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_8 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %61 = stablehlo.divide %59, %60 : tensor<6x16x1xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
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
  func.func private @_where(%arg0: tensor<16x16xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<16x16xi1>, tensor<16x16xf32>
    return %2 : tensor<16x16xf32>
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
