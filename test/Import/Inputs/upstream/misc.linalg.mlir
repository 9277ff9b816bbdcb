#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xi64>) -> (tensor<7x6xf32>, tensor<4x6xf32>, tensor<4x6xi1>) {
    %c3_i64 = arith.constant 3 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c6 = arith.constant 6 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 4.000000e+00 : f32
    %concat = tensor.concat dim(1) %arg0, %arg1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x12xf32>
    %extracted_slice = tensor.extract_slice %concat[0, 1] [4, 5] [1, 2] : tensor<4x12xf32> to tensor<4x5xf32>
    %padded = tensor.pad %extracted_slice low[2, 1] high[1, 0] {
    ^bb0(%arg3: index, %arg4: index):
      tensor.yield %cst_1 : f32
    } : tensor<4x5xf32> to tensor<7x6xf32>
    %0 = tensor.empty() : tensor<4x6xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<4x6xi64>) outs(%1 : tensor<4x6xf32>) {
    ^bb0(%in: i64, %out: f32):
      %28 = linalg.index 0 : index
      %29 = arith.index_cast %in : i64 to index
      %30 = arith.cmpi slt, %29, %c6 : index
      cf.assert %30, "index must be smaller than dim size"
      %31 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %31, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%28, %29] : tensor<4x6xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x6xf32>
    %3 = tensor.empty() : tensor<4x6xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%3 : tensor<4x6xi1>) {
    ^bb0(%in: f32, %in_3: f32, %out: i1):
      %28 = arith.cmpf ogt, %in, %in_3 : f32
      linalg.yield %28 : i1
    } -> tensor<4x6xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %arg0, %2 : tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %28 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.tanh %in : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.rsqrt %in : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.absf %in : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.log1p %in : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.erf %in : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %11 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.addf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.floor %in : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.negf %in : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    %15 = tensor.empty() : tensor<1x6xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<1x6xf32>) -> tensor<1x6xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%5 : tensor<4x6xf32>) outs(%16 : tensor<1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %out : f32
      linalg.yield %28 : f32
    } -> tensor<1x6xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<1x6xf32>) outs(%15 : tensor<1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_2 : f32
      linalg.yield %28 : f32
    } -> tensor<1x6xf32>
    %19 = tensor.empty() : tensor<6xi64>
    %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : tensor<6xi64>) -> tensor<6xi64>
    %21 = tensor.empty() : tensor<6xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<6xf32>) -> tensor<6xf32>
    %23:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["reduction", "parallel"]} ins(%5 : tensor<4x6xf32>) outs(%22, %20 : tensor<6xf32>, tensor<6xi64>) {
    ^bb0(%in: f32, %out: f32, %out_3: i64):
      %28 = linalg.index 0 : index
      %29 = arith.index_cast %28 : index to i64
      %30 = arith.maximumf %in, %out : f32
      %31 = arith.cmpf ogt, %in, %out : f32
      %32 = arith.select %31, %29, %out_3 : i64
      linalg.yield %30, %32 : f32, i64
    } -> (tensor<6xf32>, tensor<6xi64>)
    %expanded = tensor.expand_shape %23#0 [[0, 1]] output_shape [1, 6] : tensor<6xf32> into tensor<1x6xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<1x6xf32>) outs(%15 : tensor<1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<1x6xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %24 : tensor<1x6xf32>, tensor<1x6xf32>) outs(%15 : tensor<1x6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.divf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<1x6xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<1x6xf32>) outs(%15 : tensor<1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %28 : f32
    } -> tensor<1x6xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%14, %26 : tensor<4x6xf32>, tensor<1x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.addf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<4x6xf32>
    return %padded, %27, %4 : tensor<7x6xf32>, tensor<4x6xf32>, tensor<4x6xi1>
  }
}
