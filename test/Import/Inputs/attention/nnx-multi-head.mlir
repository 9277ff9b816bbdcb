// One transformer block, nnx multi head: printed by Flax NNX.
module @jit_f2 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32>, %arg1: tensor<32x4x8xf32>, %arg2: tensor<32xf32>, %arg3: tensor<4x8x32xf32>, %arg4: tensor<4x8xf32>, %arg5: tensor<32x4x8xf32>, %arg6: tensor<4x8xf32>, %arg7: tensor<32x4x8xf32>, %arg8: tensor<32xf32>, %arg9: tensor<64x32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<64xf32>, %arg15: tensor<32x64xf32>, %arg16: tensor<6x16x32xf32>) -> (tensor<6x16x32xf32> {jax.result_info = "result"}) {
    %0 = chlo.square %arg16 : tensor<6x16x32xf32> -> tensor<6x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%arg16 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x16xf32>
    %3 = stablehlo.divide %1, %2 : tensor<6x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%0 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x16xf32>
    %6 = stablehlo.divide %4, %5 : tensor<6x16xf32>
    %7 = chlo.square %3 : tensor<6x16xf32> -> tensor<6x16xf32>
    %8 = stablehlo.subtract %6, %7 : tensor<6x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x16xf32>
    %10 = stablehlo.maximum %9, %8 : tensor<6x16xf32>
    %11 = stablehlo.reshape %3 : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %12 = stablehlo.reshape %10 : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %14 = stablehlo.subtract %arg16, %13 : tensor<6x16x32xf32>
    %cst_4 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %16 = stablehlo.add %12, %15 : tensor<6x16x1xf32>
    %17 = stablehlo.rsqrt %16 : tensor<6x16x1xf32>
    %18 = stablehlo.reshape %arg11 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %19 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %20 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %21 = stablehlo.multiply %19, %20 : tensor<6x16x32xf32>
    %22 = stablehlo.multiply %14, %21 : tensor<6x16x32xf32>
    %23 = stablehlo.reshape %arg10 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %25 = stablehlo.add %22, %24 : tensor<6x16x32xf32>
    %26 = stablehlo.iota dim = 0 : tensor<16xi32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [1] : (tensor<16xi32>) -> tensor<6x16xi32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<6x16xi32>) -> tensor<6x16x1xi32>
    %29 = stablehlo.broadcast_in_dim %27, dims = [0, 2] : (tensor<6x16xi32>) -> tensor<6x1x16xi32>
    %30 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<6x16x1xi32>) -> tensor<6x16x16xi32>
    %31 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<6x1x16xi32>) -> tensor<6x16x16xi32>
    %32 = stablehlo.compare GE, %30, %31, SIGNED : (tensor<6x16x16xi32>, tensor<6x16x16xi32>) -> tensor<6x16x16xi1>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 2, 3] : (tensor<6x16x16xi1>) -> tensor<6x1x16x16xi1>
    %34 = stablehlo.convert %33 : (tensor<6x1x16x16xi1>) -> tensor<6x1x16x16xf32>
    %35 = stablehlo.dot_general %25, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x4x8xf32>) -> tensor<6x16x4x8xf32>
    %36 = stablehlo.reshape %arg4 : (tensor<4x8xf32>) -> tensor<1x1x4x8xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<1x1x4x8xf32>) -> tensor<6x16x4x8xf32>
    %38 = stablehlo.add %35, %37 : tensor<6x16x4x8xf32>
    %39 = stablehlo.dot_general %25, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x4x8xf32>) -> tensor<6x16x4x8xf32>
    %40 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<1x1x4x8xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<1x1x4x8xf32>) -> tensor<6x16x4x8xf32>
    %42 = stablehlo.add %39, %41 : tensor<6x16x4x8xf32>
    %43 = stablehlo.dot_general %25, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x4x8xf32>) -> tensor<6x16x4x8xf32>
    %44 = stablehlo.reshape %arg6 : (tensor<4x8xf32>) -> tensor<1x1x4x8xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 3] : (tensor<1x1x4x8xf32>) -> tensor<6x16x4x8xf32>
    %46 = stablehlo.add %43, %45 : tensor<6x16x4x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<6x1x16x16xf32>
    %48 = stablehlo.compare NE, %34, %47, FLOAT : (tensor<6x1x16x16xf32>, tensor<6x1x16x16xf32>) -> tensor<6x1x16x16xi1>
    %49 = stablehlo.convert %48 : tensor<6x1x16x16xi1>
    %50 = stablehlo.reshape %38 : (tensor<6x16x4x8xf32>) -> tensor<6x16x4x1x8xf32>
    %51 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 3, 4] : (tensor<6x1x16x16xi1>) -> tensor<6x1x1x16x16xi1>
    %52 = stablehlo.dot_general %50, %42, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x16x4x1x8xf32>, tensor<6x16x4x8xf32>) -> tensor<6x4x16x1x16xf32>
    %cst_6 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<6x4x16x1x16xf32>
    %54 = stablehlo.multiply %52, %53 : tensor<6x4x16x1x16xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %55 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<6x4x16x16xi1>
    %56 = stablehlo.broadcast_in_dim %55, dims = [1, 2, 3, 4] : (tensor<6x4x16x16xi1>) -> tensor<1x6x4x16x16xi1>
    %57 = stablehlo.transpose %51, dims = [2, 0, 1, 3, 4] : (tensor<6x1x1x16x16xi1>) -> tensor<1x6x1x16x16xi1>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2, 3, 4] : (tensor<1x6x1x16x16xi1>) -> tensor<1x6x4x16x16xi1>
    %59 = stablehlo.and %56, %58 : tensor<1x6x4x16x16xi1>
    %cst_7 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %60 = call @_where(%59, %54, %cst_7) : (tensor<1x6x4x16x16xi1>, tensor<6x4x16x1x16xf32>, tensor<f32>) -> tensor<1x6x4x16x16xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %61 = stablehlo.reduce(%60 init: %cst_8) applies stablehlo.maximum across dimensions = [4] : (tensor<1x6x4x16x16xf32>, tensor<f32>) -> tensor<1x6x4x16xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<1x6x4x16xf32>
    %63 = stablehlo.maximum %62, %61 : tensor<1x6x4x16xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<1x6x4x16xf32>) -> tensor<1x6x4x16x1xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 3, 4] : (tensor<1x6x4x16x1xf32>) -> tensor<1x6x4x16x16xf32>
    %66 = stablehlo.subtract %60, %65 : tensor<1x6x4x16x16xf32>
    %67 = stablehlo.exponential %66 : tensor<1x6x4x16x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.reduce(%67 init: %cst_10) applies stablehlo.add across dimensions = [4] : (tensor<1x6x4x16x16xf32>, tensor<f32>) -> tensor<1x6x4x16xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2, 3] : (tensor<1x6x4x16xf32>) -> tensor<1x6x4x16x1xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2, 3, 4] : (tensor<1x6x4x16x1xf32>) -> tensor<1x6x4x16x16xf32>
    %71 = stablehlo.divide %67, %70 : tensor<1x6x4x16x16xf32>
    %72 = stablehlo.dot_general %46, %71, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<6x16x4x8xf32>, tensor<1x6x4x16x16xf32>) -> tensor<6x4x8x1x16xf32>
    %73 = stablehlo.transpose %72, dims = [3, 0, 4, 1, 2] : (tensor<6x4x8x1x16xf32>) -> tensor<1x6x16x4x8xf32>
    %74 = stablehlo.transpose %73, dims = [1, 2, 3, 0, 4] : (tensor<1x6x16x4x8xf32>) -> tensor<6x16x4x1x8xf32>
    %75 = stablehlo.reshape %74 : (tensor<6x16x4x1x8xf32>) -> tensor<6x16x4x8xf32>
    %76 = stablehlo.dot_general %75, %arg3, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<6x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<6x16x32xf32>
    %77 = stablehlo.reshape %arg2 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %79 = stablehlo.add %76, %78 : tensor<6x16x32xf32>
    %80 = stablehlo.add %arg16, %79 : tensor<6x16x32xf32>
    %81 = chlo.square %80 : tensor<6x16x32xf32> -> tensor<6x16x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%80 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %cst_12 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<6x16xf32>
    %84 = stablehlo.divide %82, %83 : tensor<6x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %85 = stablehlo.reduce(%81 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<6x16x32xf32>, tensor<f32>) -> tensor<6x16xf32>
    %cst_14 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<6x16xf32>
    %87 = stablehlo.divide %85, %86 : tensor<6x16xf32>
    %88 = chlo.square %84 : tensor<6x16xf32> -> tensor<6x16xf32>
    %89 = stablehlo.subtract %87, %88 : tensor<6x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6x16xf32>
    %91 = stablehlo.maximum %90, %89 : tensor<6x16xf32>
    %92 = stablehlo.reshape %84 : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %93 = stablehlo.reshape %91 : (tensor<6x16xf32>) -> tensor<6x16x1xf32>
    %94 = stablehlo.broadcast_in_dim %92, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %95 = stablehlo.subtract %80, %94 : tensor<6x16x32xf32>
    %cst_16 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<6x16x1xf32>
    %97 = stablehlo.add %93, %96 : tensor<6x16x1xf32>
    %98 = stablehlo.rsqrt %97 : tensor<6x16x1xf32>
    %99 = stablehlo.reshape %arg13 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %100 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2] : (tensor<6x16x1xf32>) -> tensor<6x16x32xf32>
    %101 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %102 = stablehlo.multiply %100, %101 : tensor<6x16x32xf32>
    %103 = stablehlo.multiply %95, %102 : tensor<6x16x32xf32>
    %104 = stablehlo.reshape %arg12 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %106 = stablehlo.add %103, %105 : tensor<6x16x32xf32>
    %107 = stablehlo.dot_general %106, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x32xf32>, tensor<32x64xf32>) -> tensor<6x16x64xf32>
    %108 = stablehlo.reshape %arg14 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %109 = stablehlo.broadcast_in_dim %108, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<6x16x64xf32>
    %110 = stablehlo.add %107, %109 : tensor<6x16x64xf32>
    %cst_17 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<6x16x64xf32>
    %112 = stablehlo.multiply %111, %110 : tensor<6x16x64xf32>
    %113 = stablehlo.negate %110 : tensor<6x16x64xf32>
    %cst_18 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<6x16x64xf32>
    %115 = stablehlo.multiply %113, %114 : tensor<6x16x64xf32>
    %116 = chlo.erfc %115 : tensor<6x16x64xf32> -> tensor<6x16x64xf32>
    %117 = stablehlo.multiply %112, %116 : tensor<6x16x64xf32>
    %118 = stablehlo.dot_general %117, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x16x64xf32>, tensor<64x32xf32>) -> tensor<6x16x32xf32>
    %119 = stablehlo.reshape %arg8 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<6x16x32xf32>
    %121 = stablehlo.add %118, %120 : tensor<6x16x32xf32>
    %122 = stablehlo.add %80, %121 : tensor<6x16x32xf32>
    return %122 : tensor<6x16x32xf32>
  }
  func.func private @_where(%arg0: tensor<1x6x4x16x16xi1>, %arg1: tensor<6x4x16x1x16xf32>, %arg2: tensor<f32>) -> tensor<1x6x4x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<6x4x16x16xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3, 4] : (tensor<6x4x16x16xf32>) -> tensor<1x6x4x16x16xf32>
    %2 = stablehlo.transpose %arg1, dims = [3, 0, 1, 2, 4] : (tensor<6x4x16x1x16xf32>) -> tensor<1x6x4x16x16xf32>
    %3 = stablehlo.select %arg0, %2, %1 : tensor<1x6x4x16x16xi1>, tensor<1x6x4x16x16xf32>
    return %3 : tensor<1x6x4x16x16xf32>
  }
}
