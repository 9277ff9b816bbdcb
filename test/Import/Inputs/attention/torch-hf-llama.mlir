// One transformer block, torch hf llama: in the shape of PyTorch exports.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x16xf32>, %arg3: tensor<32x16xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32x64xf32>, %arg7: tensor<32x64xf32>, %arg8: tensor<64x32xf32>, %arg9: tensor<6x16x32xf32>) -> (tensor<6x16x32xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<[1.000000e+00, 1.000000e-01, 0.00999999977, 1.000000e-03]> : tensor<4xf32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %1 = stablehlo.multiply %arg9, %arg9 : tensor<6x16x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_1 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<6x16x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %7 = stablehlo.add %5, %6 : tensor<6x16x1xf32>
    %8 = stablehlo.rsqrt %7 : tensor<6x16x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %10 = stablehlo.multiply %arg9, %9 : tensor<6x16x32xf32>
    %11 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %13 = stablehlo.multiply %10, %12 : tensor<6x16x32xf32>
    %14 = stablehlo.dot_general %13, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %15 = stablehlo.dot_general %13, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x16xf32>) -> tensor<6x16x16xf32>
    %16 = stablehlo.dot_general %13, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x16xf32>) -> tensor<6x16x16xf32>
    %17 = stablehlo.reshape %14 : (tensor<6x16x32xf32>) -> tensor<6x16x4x8xf32>
    %18 = stablehlo.transpose %17, dims = [0, 2, 1, 3] : (tensor<6x16x4x8xf32>) -> tensor<6x4x16x8xf32>
    %19 = stablehlo.reshape %15 : (tensor<6x16x16xf32>) -> tensor<6x16x2x8xf32>
    %20 = stablehlo.transpose %19, dims = [0, 2, 1, 3] : (tensor<6x16x2x8xf32>) -> tensor<6x2x16x8xf32>
    %21 = stablehlo.reshape %16 : (tensor<6x16x16xf32>) -> tensor<6x16x2x8xf32>
    %22 = stablehlo.transpose %21, dims = [0, 2, 1, 3] : (tensor<6x16x2x8xf32>) -> tensor<6x2x16x8xf32>
    %23 = stablehlo.iota dim = 0 : tensor<16xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x4xf32>
    %26 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<16x4xf32>
    %27 = stablehlo.multiply %25, %26 : tensor<16x4xf32>
    %28 = stablehlo.concatenate %27, %27, dim = 1 : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x8xf32>
    %29 = stablehlo.cosine %28 : tensor<16x8xf32>
    %30 = stablehlo.sine %28 : tensor<16x8xf32>
    %31 = stablehlo.broadcast_in_dim %29, dims = [2, 3] : (tensor<16x8xf32>) -> tensor<1x1x16x8xf32>
    %32 = stablehlo.broadcast_in_dim %30, dims = [2, 3] : (tensor<16x8xf32>) -> tensor<1x1x16x8xf32>
    %33 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x1x16x8xf32>) -> tensor<6x4x16x8xf32>
    %34 = stablehlo.multiply %18, %33 : tensor<6x4x16x8xf32>
    %35 = stablehlo.slice %18 [0:6, 0:4, 0:16, 4:8] : (tensor<6x4x16x8xf32>) -> tensor<6x4x16x4xf32>
    %36 = stablehlo.negate %35 : tensor<6x4x16x4xf32>
    %37 = stablehlo.slice %18 [0:6, 0:4, 0:16, 0:4] : (tensor<6x4x16x8xf32>) -> tensor<6x4x16x4xf32>
    %38 = stablehlo.concatenate %36, %37, dim = 3 : (tensor<6x4x16x4xf32>, tensor<6x4x16x4xf32>) -> tensor<6x4x16x8xf32>
    %39 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x1x16x8xf32>) -> tensor<6x4x16x8xf32>
    %40 = stablehlo.multiply %38, %39 : tensor<6x4x16x8xf32>
    %41 = stablehlo.add %34, %40 : tensor<6x4x16x8xf32>
    %42 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x1x16x8xf32>) -> tensor<6x2x16x8xf32>
    %43 = stablehlo.multiply %20, %42 : tensor<6x2x16x8xf32>
    %44 = stablehlo.slice %20 [0:6, 0:2, 0:16, 4:8] : (tensor<6x2x16x8xf32>) -> tensor<6x2x16x4xf32>
    %45 = stablehlo.negate %44 : tensor<6x2x16x4xf32>
    %46 = stablehlo.slice %20 [0:6, 0:2, 0:16, 0:4] : (tensor<6x2x16x8xf32>) -> tensor<6x2x16x4xf32>
    %47 = stablehlo.concatenate %45, %46, dim = 3 : (tensor<6x2x16x4xf32>, tensor<6x2x16x4xf32>) -> tensor<6x2x16x8xf32>
    %48 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x1x16x8xf32>) -> tensor<6x2x16x8xf32>
    %49 = stablehlo.multiply %47, %48 : tensor<6x2x16x8xf32>
    %50 = stablehlo.add %43, %49 : tensor<6x2x16x8xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 3, 4] : (tensor<6x2x16x8xf32>) -> tensor<6x2x1x16x8xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3, 4] : (tensor<6x2x1x16x8xf32>) -> tensor<6x2x2x16x8xf32>
    %53 = stablehlo.reshape %52 : (tensor<6x2x2x16x8xf32>) -> tensor<6x4x16x8xf32>
    %54 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 3, 4] : (tensor<6x2x16x8xf32>) -> tensor<6x2x1x16x8xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3, 4] : (tensor<6x2x1x16x8xf32>) -> tensor<6x2x2x16x8xf32>
    %56 = stablehlo.reshape %55 : (tensor<6x2x2x16x8xf32>) -> tensor<6x4x16x8xf32>
    %57 = stablehlo.transpose %53, dims = [0, 1, 3, 2] : (tensor<6x4x16x8xf32>) -> tensor<6x4x8x16xf32>
    %58 = stablehlo.dot_general %41, %57, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x4x16x8xf32>, tensor<6x4x8x16xf32>) -> tensor<6x4x16x16xf32>
    %cst_3 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x4x16x16xf32>
    %60 = stablehlo.multiply %58, %59 : tensor<6x4x16x16xf32>
    %61 = stablehlo.iota dim = 0 : tensor<16xi32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %63 = stablehlo.broadcast_in_dim %61, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %64 = stablehlo.broadcast_in_dim %62, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %65 = stablehlo.broadcast_in_dim %63, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %66 = stablehlo.compare GT, %64, %65, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %67 = stablehlo.convert %66 : (tensor<16x16xi1>) -> tensor<16x16xf32>
    %cst_4 = stablehlo.constant dense<-3.40282347E+38> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %69 = stablehlo.multiply %67, %68 : tensor<16x16xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [2, 3] : (tensor<16x16xf32>) -> tensor<1x1x16x16xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2, 3] : (tensor<1x1x16x16xf32>) -> tensor<6x4x16x16xf32>
    %72 = stablehlo.add %60, %71 : tensor<6x4x16x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_5) applies stablehlo.maximum across dimensions = [3] : (tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2] : (tensor<6x4x16xf32>) -> tensor<6x4x16x1xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xf32>) -> tensor<6x4x16x16xf32>
    %76 = stablehlo.subtract %72, %75 : tensor<6x4x16x16xf32>
    %77 = stablehlo.exponential %76 : tensor<6x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%77 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<6x4x16x16xf32>, tensor<f32>) -> tensor<6x4x16xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<6x4x16xf32>) -> tensor<6x4x16x1xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3] : (tensor<6x4x16x1xf32>) -> tensor<6x4x16x16xf32>
    %81 = stablehlo.divide %77, %80 : tensor<6x4x16x16xf32>
    %82 = stablehlo.dot_general %81, %56, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x4x16x16xf32>, tensor<6x4x16x8xf32>) -> tensor<6x4x16x8xf32>
    %83 = stablehlo.transpose %82, dims = [0, 2, 1, 3] : (tensor<6x4x16x8xf32>) -> tensor<6x16x4x8xf32>
    %84 = stablehlo.reshape %83 : (tensor<6x16x4x8xf32>) -> tensor<6x16x32xf32>
    %85 = stablehlo.dot_general %84, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x32xf32>) -> tensor<6x16x32xf32>
    %86 = stablehlo.add %arg9, %85 : tensor<6x16x32xf32>
    %87 = stablehlo.multiply %86, %86 : tensor<6x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.reduce(%87 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1] : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %cst_8 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %91 = stablehlo.divide %89, %90 : tensor<6x16x1xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %93 = stablehlo.add %91, %92 : tensor<6x16x1xf32>
    %94 = stablehlo.rsqrt %93 : tensor<6x16x1xf32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %96 = stablehlo.multiply %86, %95 : tensor<6x16x32xf32>
    %97 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %99 = stablehlo.multiply %96, %98 : tensor<6x16x32xf32>
    %100 = stablehlo.dot_general %99, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %101 = call @silu(%100) : (tensor<6x16x64xf32>) -> tensor<6x16x64xf32>
    %102 = stablehlo.dot_general %99, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %103 = stablehlo.multiply %101, %102 : tensor<6x16x64xf32>
    %104 = stablehlo.dot_general %103, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x64xf32>, tensor<64x32xf32>) -> tensor<6x16x32xf32>
    %105 = stablehlo.add %86, %104 : tensor<6x16x32xf32>
    return %105 : tensor<6x16x32xf32>
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
