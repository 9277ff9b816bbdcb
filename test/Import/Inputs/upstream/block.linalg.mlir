#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<2x8xi64>, %arg1: tensor<64x16xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16x16xf32>, %arg10: tensor<16xf32>, %arg11: tensor<8x8xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<16xf32>, %arg14: tensor<16xf32>, %arg15: tensor<16xf32>, %arg16: tensor<32x16xf32>, %arg17: tensor<32xf32>, %arg18: tensor<16x32xf32>, %arg19: tensor<16xf32>) -> tensor<2x8x16xf32> {
    %c64 = arith.constant 64 : index
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %c3_i64 = arith.constant 3 : i64
    %cst_1 = arith.constant 4.471500e-02 : f32
    %cst_2 = arith.constant 7.977240e-01 : f32
    %cst_3 = arith.constant 1.000000e+00 : f32
    %cst_4 = arith.constant 5.000000e-01 : f32
    %cst_5 = arith.constant 1.000000e-05 : f64
    %cst_6 = arith.constant 1.600000e+01 : f32
    %0 = tensor.empty() : tensor<2x8x16xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x8xi64>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: i64, %out: f32):
      %84 = arith.index_cast %in : i64 to index
      %85 = linalg.index 2 : index
      %86 = arith.cmpi slt, %84, %c64 : index
      cf.assert %86, "index must be smaller than dim size"
      %87 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %87, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%84, %85] : tensor<64x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x8x16xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %arg2 : tensor<2x8x16xf32>, tensor<8x16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %3 = tensor.empty() : tensor<2x8x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<2x8x16xf32>) outs(%4 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %in, %out : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.divf %in, %cst_6 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x1xf32>
    %collapsed = tensor.collapse_shape %6 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<2x8xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %7 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.subf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %8 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.mulf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<2x8x16xf32>) outs(%4 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %in, %out : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x1xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.divf %in, %cst_6 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x1xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.truncf %cst_5 : f64 to f32
      %85 = arith.addf %in, %84 : f32
      linalg.yield %85 : f32
    } -> tensor<2x8x1xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = math.rsqrt %in : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_7 = tensor.collapse_shape %13 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_7 : tensor<2x8xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %14 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.mulf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %arg3 : tensor<2x8x16xf32>, tensor<16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.mulf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %arg4 : tensor<2x8x16xf32>, tensor<16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %18 = tensor.empty() : tensor<16x16xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<16x16xf32>) outs(%18 : tensor<16x16xf32>) permutation = [1, 0] 
    %19 = tensor.empty() : tensor<2x16x16xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<16x16xf32>) outs(%19 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %22 = linalg.batch_matmul ins(%17, %20 : tensor<2x8x16xf32>, tensor<2x16x16xf32>) outs(%21 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %arg6 : tensor<2x8x16xf32>, tensor<16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %expanded = tensor.expand_shape %23 [[0], [1], [2, 3]] output_shape [2, 8, 4, 4] : tensor<2x8x16xf32> into tensor<2x8x4x4xf32>
    %24 = tensor.empty() : tensor<2x4x8x4xf32>
    %transposed_8 = linalg.transpose ins(%expanded : tensor<2x8x4x4xf32>) outs(%24 : tensor<2x4x8x4xf32>) permutation = [0, 2, 1, 3] 
    %transposed_9 = linalg.transpose ins(%arg7 : tensor<16x16xf32>) outs(%18 : tensor<16x16xf32>) permutation = [1, 0] 
    %25 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_9 : tensor<16x16xf32>) outs(%19 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16xf32>
    %26 = linalg.batch_matmul ins(%17, %25 : tensor<2x8x16xf32>, tensor<2x16x16xf32>) outs(%21 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %arg8 : tensor<2x8x16xf32>, tensor<16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %expanded_10 = tensor.expand_shape %27 [[0], [1], [2, 3]] output_shape [2, 8, 4, 4] : tensor<2x8x16xf32> into tensor<2x8x4x4xf32>
    %transposed_11 = linalg.transpose ins(%arg9 : tensor<16x16xf32>) outs(%18 : tensor<16x16xf32>) permutation = [1, 0] 
    %28 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_11 : tensor<16x16xf32>) outs(%19 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16xf32>
    %29 = linalg.batch_matmul ins(%17, %28 : tensor<2x8x16xf32>, tensor<2x16x16xf32>) outs(%21 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %arg10 : tensor<2x8x16xf32>, tensor<16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %expanded_12 = tensor.expand_shape %30 [[0], [1], [2, 3]] output_shape [2, 8, 4, 4] : tensor<2x8x16xf32> into tensor<2x8x4x4xf32>
    %transposed_13 = linalg.transpose ins(%expanded_12 : tensor<2x8x4x4xf32>) outs(%24 : tensor<2x4x8x4xf32>) permutation = [0, 2, 1, 3] 
    %31 = tensor.empty() : tensor<2x4x4x8xf32>
    %transposed_14 = linalg.transpose ins(%expanded_10 : tensor<2x8x4x4xf32>) outs(%31 : tensor<2x4x4x8xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_15 = tensor.collapse_shape %transposed_8 [[0, 1], [2], [3]] : tensor<2x4x8x4xf32> into tensor<8x8x4xf32>
    %collapsed_16 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<2x4x4x8xf32> into tensor<8x4x8xf32>
    %32 = tensor.empty() : tensor<8x8x8xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    %34 = linalg.batch_matmul ins(%collapsed_15, %collapsed_16 : tensor<8x8x4xf32>, tensor<8x4x8xf32>) outs(%33 : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    %expanded_17 = tensor.expand_shape %34 [[0, 1], [2], [3]] output_shape [2, 4, 8, 8] : tensor<8x8x8xf32> into tensor<2x4x8x8xf32>
    %35 = tensor.empty() : tensor<2x4x8x8xf32>
    %36 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x4x8x8xf32>) outs(%35 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.mulf %in, %cst_4 : f32
      linalg.yield %84 : f32
    } -> tensor<2x4x8x8xf32>
    %37 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %arg11 : tensor<2x4x8x8xf32>, tensor<8x8xf32>) outs(%35 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x4x8x8xf32>
    %38 = tensor.empty() : tensor<2x4x8xi64>
    %39 = linalg.fill ins(%c0_i64 : i64) outs(%38 : tensor<2x4x8xi64>) -> tensor<2x4x8xi64>
    %40 = tensor.empty() : tensor<2x4x8xf32>
    %41 = linalg.fill ins(%cst_0 : f32) outs(%40 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
    %42:2 = linalg.generic {indexing_maps = [#map5, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%37 : tensor<2x4x8x8xf32>) outs(%41, %39 : tensor<2x4x8xf32>, tensor<2x4x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_29: i64):
      %84 = linalg.index 3 : index
      %85 = arith.index_cast %84 : index to i64
      %86 = arith.maximumf %in, %out : f32
      %87 = arith.cmpf ogt, %in, %out : f32
      %88 = arith.select %87, %85, %out_29 : i64
      linalg.yield %86, %88 : f32, i64
    } -> (tensor<2x4x8xf32>, tensor<2x4x8xi64>)
    %expanded_18 = tensor.expand_shape %42#0 [[0], [1], [2, 3]] output_shape [2, 4, 8, 1] : tensor<2x4x8xf32> into tensor<2x4x8x1xf32>
    %43 = linalg.generic {indexing_maps = [#map5, #map8, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %expanded_18 : tensor<2x4x8x8xf32>, tensor<2x4x8x1xf32>) outs(%35 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.subf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x4x8x8xf32>
    %44 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43 : tensor<2x4x8x8xf32>) outs(%35 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = math.exp %in : f32
      linalg.yield %84 : f32
    } -> tensor<2x4x8x8xf32>
    %45 = tensor.empty() : tensor<2x4x8x1xf32>
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<2x4x8x1xf32>) -> tensor<2x4x8x1xf32>
    %47 = linalg.generic {indexing_maps = [#map5, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%44 : tensor<2x4x8x8xf32>) outs(%46 : tensor<2x4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %in, %out : f32
      linalg.yield %84 : f32
    } -> tensor<2x4x8x1xf32>
    %48 = linalg.generic {indexing_maps = [#map5, #map8, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %47 : tensor<2x4x8x8xf32>, tensor<2x4x8x1xf32>) outs(%35 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.divf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x4x8x8xf32>
    %collapsed_19 = tensor.collapse_shape %48 [[0, 1], [2], [3]] : tensor<2x4x8x8xf32> into tensor<8x8x8xf32>
    %collapsed_20 = tensor.collapse_shape %transposed_13 [[0, 1], [2], [3]] : tensor<2x4x8x4xf32> into tensor<8x8x4xf32>
    %49 = tensor.empty() : tensor<8x8x4xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%49 : tensor<8x8x4xf32>) -> tensor<8x8x4xf32>
    %51 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<8x8x8xf32>, tensor<8x8x4xf32>) outs(%50 : tensor<8x8x4xf32>) -> tensor<8x8x4xf32>
    %expanded_21 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 4, 8, 4] : tensor<8x8x4xf32> into tensor<2x4x8x4xf32>
    %52 = tensor.empty() : tensor<2x8x4x4xf32>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<2x4x8x4xf32>) outs(%52 : tensor<2x8x4x4xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_23 = tensor.collapse_shape %transposed_22 [[0], [1], [2, 3]] : tensor<2x8x4x4xf32> into tensor<2x8x16xf32>
    %transposed_24 = linalg.transpose ins(%arg12 : tensor<16x16xf32>) outs(%18 : tensor<16x16xf32>) permutation = [1, 0] 
    %53 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_24 : tensor<16x16xf32>) outs(%19 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16xf32>
    %54 = linalg.batch_matmul ins(%collapsed_23, %53 : tensor<2x8x16xf32>, tensor<2x16x16xf32>) outs(%21 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %arg13 : tensor<2x8x16xf32>, tensor<16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %55 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<2x8x16xf32>) outs(%4 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %in, %out : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x1xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.divf %in, %cst_6 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_25 = tensor.collapse_shape %58 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_25 : tensor<2x8xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %59 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.subf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %60 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.mulf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<2x8x16xf32>) outs(%4 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %in, %out : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x1xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.divf %in, %cst_6 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x1xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.truncf %cst_5 : f64 to f32
      %85 = arith.addf %in, %84 : f32
      linalg.yield %85 : f32
    } -> tensor<2x8x1xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = math.rsqrt %in : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_26 = tensor.collapse_shape %65 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_26 : tensor<2x8xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %66 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.mulf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %arg14 : tensor<2x8x16xf32>, tensor<16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.mulf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %arg15 : tensor<2x8x16xf32>, tensor<16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %70 = tensor.empty() : tensor<16x32xf32>
    %transposed_27 = linalg.transpose ins(%arg16 : tensor<32x16xf32>) outs(%70 : tensor<16x32xf32>) permutation = [1, 0] 
    %71 = tensor.empty() : tensor<2x16x32xf32>
    %72 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_27 : tensor<16x32xf32>) outs(%71 : tensor<2x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x32xf32>
    %73 = tensor.empty() : tensor<2x8x32xf32>
    %74 = linalg.fill ins(%cst : f32) outs(%73 : tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %75 = linalg.batch_matmul ins(%69, %72 : tensor<2x8x16xf32>, tensor<2x16x32xf32>) outs(%74 : tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %arg17 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%73 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x32xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<2x8x32xf32>) outs(%73 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = math.fpowi %in, %c3_i64 : f32, i64
      %85 = arith.mulf %84, %cst_1 : f32
      %86 = arith.addf %in, %85 : f32
      %87 = arith.mulf %86, %cst_2 : f32
      %88 = math.tanh %87 : f32
      %89 = arith.addf %88, %cst_3 : f32
      %90 = arith.mulf %89, %cst_4 : f32
      %91 = arith.mulf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<2x8x32xf32>
    %78 = tensor.empty() : tensor<32x16xf32>
    %transposed_28 = linalg.transpose ins(%arg18 : tensor<16x32xf32>) outs(%78 : tensor<32x16xf32>) permutation = [1, 0] 
    %79 = tensor.empty() : tensor<2x32x16xf32>
    %80 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_28 : tensor<32x16xf32>) outs(%79 : tensor<2x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x16xf32>
    %81 = linalg.batch_matmul ins(%77, %80 : tensor<2x8x32xf32>, tensor<2x32x16xf32>) outs(%21 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %arg19 : tensor<2x8x16xf32>, tensor<16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %82 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%0 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %84 = arith.addf %in, %in_29 : f32
      linalg.yield %84 : f32
    } -> tensor<2x8x16xf32>
    return %83 : tensor<2x8x16xf32>
  }
}
