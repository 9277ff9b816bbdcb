module {
  func.func @main(%arg0: tensor<2x8xi64>, %arg1: tensor<64x16xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16x16xf32>, %arg10: tensor<16xf32>, %arg11: tensor<8x8xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<16xf32>, %arg14: tensor<16xf32>, %arg15: tensor<16xf32>, %arg16: tensor<32x16xf32>, %arg17: tensor<32xf32>, %arg18: tensor<16x32xf32>, %arg19: tensor<16xf32>) -> tensor<2x8x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<2x8x32xf32>
    %cst_2 = stablehlo.constant dense<3.000000e+00> : tensor<2x8x32xf32>
    %cst_3 = stablehlo.constant dense<5.000000e-01> : tensor<2x8x32xf32>
    %cst_4 = stablehlo.constant dense<0.636619746> : tensor<2x8x32xf32>
    %cst_5 = stablehlo.constant dense<4.471500e-02> : tensor<2x8x32xf32>
    %cst_6 = arith.constant dense<16> : tensor<1xi64>
    %cst_7 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %cst_8 = arith.constant dense<5.000000e-01> : tensor<1xf64>
    %0 = "stablehlo.gather"(%arg1, %arg0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<64x16xf32>, tensor<2x8xi64>) -> tensor<2x8x16xf32>
    %1 = stablehlo.convert %0 : tensor<2x8x16xf32>
    %2 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<2x8x16xf32>
    %3 = stablehlo.add %1, %2 : tensor<2x8x16xf32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x8x16xf32>, tensor<f32>) -> tensor<2x8xf32>
    %5 = stablehlo.reshape %4 : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %6 = stablehlo.convert %cst_6 : (tensor<1xi64>) -> tensor<1xf32>
    %7 = stablehlo.reshape %6 : (tensor<1xf32>) -> tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x8x1xf32>
    %9 = stablehlo.divide %5, %8 : tensor<2x8x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x16xf32>
    %11 = stablehlo.subtract %3, %10 : tensor<2x8x16xf32>
    %12 = stablehlo.multiply %11, %11 : tensor<2x8x16xf32>
    %13 = stablehlo.reduce(%12 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x8x16xf32>, tensor<f32>) -> tensor<2x8xf32>
    %14 = stablehlo.reshape %13 : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %15 = stablehlo.divide %14, %8 : tensor<2x8x1xf32>
    %16 = stablehlo.convert %cst_7 : (tensor<1xf64>) -> tensor<1xf32>
    %17 = stablehlo.reshape %16 : (tensor<1xf32>) -> tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<2x8x1xf32>
    %19 = stablehlo.add %15, %18 : tensor<2x8x1xf32>
    %20 = stablehlo.rsqrt %19 : tensor<2x8x1xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x16xf32>
    %22 = stablehlo.multiply %11, %21 : tensor<2x8x16xf32>
    %23 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<16xf32>) -> tensor<2x8x16xf32>
    %24 = stablehlo.multiply %22, %23 : tensor<2x8x16xf32>
    %25 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<16xf32>) -> tensor<2x8x16xf32>
    %26 = stablehlo.add %24, %25 : tensor<2x8x16xf32>
    %27 = stablehlo.transpose %arg5, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<2x16x16xf32>
    %29 = stablehlo.dot_general %26, %28, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x16xf32>, tensor<2x16x16xf32>) -> tensor<2x8x16xf32>
    %30 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<16xf32>) -> tensor<2x8x16xf32>
    %31 = stablehlo.add %29, %30 : tensor<2x8x16xf32>
    %32 = stablehlo.reshape %31 : (tensor<2x8x16xf32>) -> tensor<2x8x4x4xf32>
    %33 = stablehlo.transpose %32, dims = [0, 2, 1, 3] : (tensor<2x8x4x4xf32>) -> tensor<2x4x8x4xf32>
    %34 = stablehlo.transpose %arg7, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<2x16x16xf32>
    %36 = stablehlo.dot_general %26, %35, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x16xf32>, tensor<2x16x16xf32>) -> tensor<2x8x16xf32>
    %37 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<16xf32>) -> tensor<2x8x16xf32>
    %38 = stablehlo.add %36, %37 : tensor<2x8x16xf32>
    %39 = stablehlo.reshape %38 : (tensor<2x8x16xf32>) -> tensor<2x8x4x4xf32>
    %40 = stablehlo.transpose %39, dims = [0, 2, 1, 3] : (tensor<2x8x4x4xf32>) -> tensor<2x4x8x4xf32>
    %41 = stablehlo.transpose %arg9, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<2x16x16xf32>
    %43 = stablehlo.dot_general %26, %42, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x16xf32>, tensor<2x16x16xf32>) -> tensor<2x8x16xf32>
    %44 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<16xf32>) -> tensor<2x8x16xf32>
    %45 = stablehlo.add %43, %44 : tensor<2x8x16xf32>
    %46 = stablehlo.reshape %45 : (tensor<2x8x16xf32>) -> tensor<2x8x4x4xf32>
    %47 = stablehlo.transpose %46, dims = [0, 2, 1, 3] : (tensor<2x8x4x4xf32>) -> tensor<2x4x8x4xf32>
    %48 = stablehlo.transpose %40, dims = [0, 1, 3, 2] : (tensor<2x4x8x4xf32>) -> tensor<2x4x4x8xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<2x4x4x8xf32>) -> tensor<2x4x4x8xf32>
    %50 = stablehlo.dot_general %33, %49, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x4x8x4xf32>, tensor<2x4x4x8xf32>) -> tensor<2x4x8x8xf32>
    %51 = stablehlo.convert %cst_8 : (tensor<1xf64>) -> tensor<1xf32>
    %52 = stablehlo.reshape %51 : (tensor<1xf32>) -> tensor<f32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<2x4x8x8xf32>
    %54 = stablehlo.multiply %50, %53 : tensor<2x4x8x8xf32>
    %55 = stablehlo.broadcast_in_dim %arg11, dims = [2, 3] : (tensor<8x8xf32>) -> tensor<2x4x8x8xf32>
    %56 = stablehlo.add %54, %55 : tensor<2x4x8x8xf32>
    %57 = stablehlo.reduce(%56 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x8x8xf32>, tensor<f32>) -> tensor<2x4x8xf32>
    %58 = stablehlo.reshape %57 : (tensor<2x4x8xf32>) -> tensor<2x4x8x1xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2, 3] : (tensor<2x4x8x1xf32>) -> tensor<2x4x8x8xf32>
    %60 = stablehlo.subtract %56, %59 : tensor<2x4x8x8xf32>
    %61 = stablehlo.exponential %60 : tensor<2x4x8x8xf32>
    %62 = stablehlo.reduce(%61 init: %cst) applies stablehlo.add across dimensions = [3] : (tensor<2x4x8x8xf32>, tensor<f32>) -> tensor<2x4x8xf32>
    %63 = stablehlo.reshape %62 : (tensor<2x4x8xf32>) -> tensor<2x4x8x1xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<2x4x8x1xf32>) -> tensor<2x4x8x8xf32>
    %65 = stablehlo.divide %61, %64 : tensor<2x4x8x8xf32>
    %66 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<2x4x8x4xf32>) -> tensor<2x4x8x4xf32>
    %67 = stablehlo.dot_general %65, %66, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x4x8x8xf32>, tensor<2x4x8x4xf32>) -> tensor<2x4x8x4xf32>
    %68 = stablehlo.transpose %67, dims = [0, 2, 1, 3] : (tensor<2x4x8x4xf32>) -> tensor<2x8x4x4xf32>
    %69 = stablehlo.reshape %68 : (tensor<2x8x4x4xf32>) -> tensor<2x8x16xf32>
    %70 = stablehlo.transpose %arg12, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<2x16x16xf32>
    %72 = stablehlo.dot_general %69, %71, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x16xf32>, tensor<2x16x16xf32>) -> tensor<2x8x16xf32>
    %73 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<16xf32>) -> tensor<2x8x16xf32>
    %74 = stablehlo.add %72, %73 : tensor<2x8x16xf32>
    %75 = stablehlo.add %3, %74 : tensor<2x8x16xf32>
    %76 = stablehlo.reduce(%75 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x8x16xf32>, tensor<f32>) -> tensor<2x8xf32>
    %77 = stablehlo.reshape %76 : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %78 = stablehlo.divide %77, %8 : tensor<2x8x1xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x16xf32>
    %80 = stablehlo.subtract %75, %79 : tensor<2x8x16xf32>
    %81 = stablehlo.multiply %80, %80 : tensor<2x8x16xf32>
    %82 = stablehlo.reduce(%81 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x8x16xf32>, tensor<f32>) -> tensor<2x8xf32>
    %83 = stablehlo.reshape %82 : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %84 = stablehlo.divide %83, %8 : tensor<2x8x1xf32>
    %85 = stablehlo.add %84, %18 : tensor<2x8x1xf32>
    %86 = stablehlo.rsqrt %85 : tensor<2x8x1xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x16xf32>
    %88 = stablehlo.multiply %80, %87 : tensor<2x8x16xf32>
    %89 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<16xf32>) -> tensor<2x8x16xf32>
    %90 = stablehlo.multiply %88, %89 : tensor<2x8x16xf32>
    %91 = stablehlo.broadcast_in_dim %arg15, dims = [2] : (tensor<16xf32>) -> tensor<2x8x16xf32>
    %92 = stablehlo.add %90, %91 : tensor<2x8x16xf32>
    %93 = stablehlo.transpose %arg16, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [1, 2] : (tensor<16x32xf32>) -> tensor<2x16x32xf32>
    %95 = stablehlo.dot_general %92, %94, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x16xf32>, tensor<2x16x32xf32>) -> tensor<2x8x32xf32>
    %96 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<32xf32>) -> tensor<2x8x32xf32>
    %97 = stablehlo.add %95, %96 : tensor<2x8x32xf32>
    %98 = stablehlo.multiply %97, %cst_3 : tensor<2x8x32xf32>
    %99 = stablehlo.sqrt %cst_4 : tensor<2x8x32xf32>
    %100 = stablehlo.power %97, %cst_2 : tensor<2x8x32xf32>
    %101 = stablehlo.multiply %cst_5, %100 : tensor<2x8x32xf32>
    %102 = stablehlo.add %97, %101 : tensor<2x8x32xf32>
    %103 = stablehlo.multiply %99, %102 : tensor<2x8x32xf32>
    %104 = stablehlo.tanh %103 : tensor<2x8x32xf32>
    %105 = stablehlo.add %104, %cst_1 : tensor<2x8x32xf32>
    %106 = stablehlo.multiply %105, %98 : tensor<2x8x32xf32>
    %107 = stablehlo.transpose %arg18, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [1, 2] : (tensor<32x16xf32>) -> tensor<2x32x16xf32>
    %109 = stablehlo.dot_general %106, %108, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x32xf32>, tensor<2x32x16xf32>) -> tensor<2x8x16xf32>
    %110 = stablehlo.broadcast_in_dim %arg19, dims = [2] : (tensor<16xf32>) -> tensor<2x8x16xf32>
    %111 = stablehlo.add %109, %110 : tensor<2x8x16xf32>
    %112 = stablehlo.add %75, %111 : tensor<2x8x16xf32>
    return %112 : tensor<2x8x16xf32>
  }
}
