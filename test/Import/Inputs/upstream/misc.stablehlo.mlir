module {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xi64>) -> (tensor<7x6xf32>, tensor<4x6xf32>, tensor<4x6xi1>) {
    %cst = stablehlo.constant dense<-4.000000e+00> : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<4x6xf32>
    %cst_1 = stablehlo.constant dense<-2.72614237E-10> : tensor<4x6xf32>
    %cst_2 = stablehlo.constant dense<2.77068146E-8> : tensor<4x6xf32>
    %cst_3 = stablehlo.constant dense<-2.10102394E-6> : tensor<4x6xf32>
    %cst_4 = stablehlo.constant dense<-5.69250624E-5> : tensor<4x6xf32>
    %cst_5 = stablehlo.constant dense<-7.34990637E-4> : tensor<4x6xf32>
    %cst_6 = stablehlo.constant dense<-2.954600e-03> : tensor<4x6xf32>
    %cst_7 = stablehlo.constant dense<-0.0160960332> : tensor<4x6xf32>
    %cst_8 = stablehlo.constant dense<-1.45660715E-5> : tensor<4x6xf32>
    %cst_9 = stablehlo.constant dense<-2.13374049E-4> : tensor<4x6xf32>
    %cst_10 = stablehlo.constant dense<-0.00168282702> : tensor<4x6xf32>
    %cst_11 = stablehlo.constant dense<-0.00737332925> : tensor<4x6xf32>
    %cst_12 = stablehlo.constant dense<-0.0142647391> : tensor<4x6xf32>
    %cst_13 = stablehlo.constant dense<-1.000000e+00> : tensor<4x6xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<4x6xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_16 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_17 = arith.constant dense<5.000000e-01> : tensor<1xf64>
    %cst_18 = arith.constant dense<4> : tensor<1xi64>
    %cst_19 = arith.constant dense<3> : tensor<1xi64>
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x12xf32>
    %1 = stablehlo.slice %0 [0:4, 1:11:2] : (tensor<4x12xf32>) -> tensor<4x5xf32>
    %2 = stablehlo.convert %cst_17 : (tensor<1xf64>) -> tensor<1xf32>
    %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
    %4 = stablehlo.pad %1, %3, low = [2, 1], high = [1, 0], interior = [0, 0] : (tensor<4x5xf32>, tensor<f32>) -> tensor<7x6xf32>
    %5 = stablehlo.iota dim = 0 : tensor<4x6x1xi64>
    %6 = stablehlo.reshape %arg2 : (tensor<4x6xi64>) -> tensor<4x6x1xi64>
    %7 = stablehlo.concatenate %5, %6, dim = 2 : (tensor<4x6x1xi64>, tensor<4x6x1xi64>) -> tensor<4x6x2xi64>
    %8 = "stablehlo.gather"(%arg0, %7) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x6xf32>, tensor<4x6x2xi64>) -> tensor<4x6xf32>
    %9 = stablehlo.compare GT, %arg0, %arg1, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x6xi1>) -> tensor<4x6xi1>
    %11 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %12 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %13 = stablehlo.select %10, %11, %12 : tensor<4x6xi1>, tensor<4x6xf32>
    %14 = stablehlo.tanh %13 : tensor<4x6xf32>
    %15 = stablehlo.exponential %14 : tensor<4x6xf32>
    %16 = stablehlo.rsqrt %15 : tensor<4x6xf32>
    %17 = stablehlo.abs %16 : tensor<4x6xf32>
    %18 = stablehlo.log_plus_one %17 : tensor<4x6xf32>
    %19 = stablehlo.clamp %cst, %18, %cst_0 : tensor<4x6xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<4x6xf32>
    %21 = stablehlo.multiply %cst_1, %20 : tensor<4x6xf32>
    %22 = stablehlo.add %21, %cst_2 : tensor<4x6xf32>
    %23 = stablehlo.multiply %22, %20 : tensor<4x6xf32>
    %24 = stablehlo.add %23, %cst_3 : tensor<4x6xf32>
    %25 = stablehlo.multiply %24, %20 : tensor<4x6xf32>
    %26 = stablehlo.add %25, %cst_4 : tensor<4x6xf32>
    %27 = stablehlo.multiply %26, %20 : tensor<4x6xf32>
    %28 = stablehlo.add %27, %cst_5 : tensor<4x6xf32>
    %29 = stablehlo.multiply %28, %20 : tensor<4x6xf32>
    %30 = stablehlo.add %29, %cst_6 : tensor<4x6xf32>
    %31 = stablehlo.multiply %30, %20 : tensor<4x6xf32>
    %32 = stablehlo.add %31, %cst_7 : tensor<4x6xf32>
    %33 = stablehlo.multiply %cst_8, %20 : tensor<4x6xf32>
    %34 = stablehlo.add %33, %cst_9 : tensor<4x6xf32>
    %35 = stablehlo.multiply %34, %20 : tensor<4x6xf32>
    %36 = stablehlo.add %35, %cst_10 : tensor<4x6xf32>
    %37 = stablehlo.multiply %36, %20 : tensor<4x6xf32>
    %38 = stablehlo.add %37, %cst_11 : tensor<4x6xf32>
    %39 = stablehlo.multiply %38, %20 : tensor<4x6xf32>
    %40 = stablehlo.add %39, %cst_12 : tensor<4x6xf32>
    %41 = stablehlo.multiply %19, %32 : tensor<4x6xf32>
    %42 = stablehlo.divide %41, %40 : tensor<4x6xf32>
    %43 = stablehlo.clamp %cst_13, %42, %cst_14 : tensor<4x6xf32>
    %44 = stablehlo.add %43, %43 : tensor<4x6xf32>
    %45 = stablehlo.floor %44 : tensor<4x6xf32>
    %46 = stablehlo.negate %45 : tensor<4x6xf32>
    %47 = stablehlo.reduce(%13 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
    %48 = stablehlo.reshape %47 : (tensor<6xf32>) -> tensor<1x6xf32>
    %49 = stablehlo.convert %cst_18 : (tensor<1xi64>) -> tensor<1xf32>
    %50 = stablehlo.reshape %49 : (tensor<1xf32>) -> tensor<f32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
    %52 = stablehlo.divide %48, %51 : tensor<1x6xf32>
    %53 = stablehlo.reduce(%13 init: %cst_16) applies stablehlo.maximum across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
    %54 = stablehlo.reshape %53 : (tensor<6xf32>) -> tensor<1x6xf32>
    %55 = stablehlo.exponential %54 : tensor<1x6xf32>
    %56 = stablehlo.divide %52, %55 : tensor<1x6xf32>
    %57 = stablehlo.convert %cst_19 : (tensor<1xi64>) -> tensor<1xf32>
    %58 = stablehlo.reshape %57 : (tensor<1xf32>) -> tensor<f32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
    %60 = stablehlo.power %56, %59 : tensor<1x6xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    %62 = stablehlo.add %46, %61 : tensor<4x6xf32>
    return %4, %62, %9 : tensor<7x6xf32>, tensor<4x6xf32>, tensor<4x6xi1>
  }
}
