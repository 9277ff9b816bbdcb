#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<4x3x8x8xf32>, %arg1: tensor<8x3x3x3xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8x1x3x3xf32>, %arg4: tensor<10x32xf32>, %arg5: tensor<10xf32>) -> (tensor<4x10xf32>, tensor<4xi64>) {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 4.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg6: index, %arg7: index, %arg8: index, %arg9: index):
      tensor.yield %cst : f32
    } : tensor<4x3x8x8xf32> to tensor<4x3x10x10xf32>
    %0 = tensor.empty() : tensor<4x8x8x8xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<8xf32>) outs(%0 : tensor<4x8x8x8xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg1 : tensor<4x3x10x10xf32>, tensor<8x3x3x3xf32>) outs(%broadcasted : tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<4x8x8x8xf32>) outs(%0 : tensor<4x8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.cmpf ugt, %in, %cst : f32
      %32 = arith.select %31, %in, %cst : f32
      linalg.yield %32 : f32
    } -> tensor<4x8x8x8xf32>
    %3 = tensor.empty() : tensor<4x8x4x4xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<4x8x4x4xf32>) -> tensor<4x8x4x4xf32>
    %5 = tensor.empty() : tensor<2x2xf32>
    %6 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%2, %5 : tensor<4x8x8x8xf32>, tensor<2x2xf32>) outs(%4 : tensor<4x8x4x4xf32>) -> tensor<4x8x4x4xf32>
    %padded_3 = tensor.pad %6 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg6: index, %arg7: index, %arg8: index, %arg9: index):
      tensor.yield %cst : f32
    } : tensor<4x8x4x4xf32> to tensor<4x8x6x6xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%3 : tensor<4x8x4x4xf32>) -> tensor<4x8x4x4xf32>
    %collapsed = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : tensor<8x1x3x3xf32> into tensor<8x3x3xf32>
    %8 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_3, %collapsed : tensor<4x8x6x6xf32>, tensor<8x3x3xf32>) outs(%7 : tensor<4x8x4x4xf32>) -> tensor<4x8x4x4xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<4x8x4x4xf32>) outs(%3 : tensor<4x8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.negf %in : f32
      %32 = math.exp %31 : f32
      %33 = arith.addf %32, %cst_1 : f32
      %34 = arith.divf %cst_1, %33 : f32
      linalg.yield %34 : f32
    } -> tensor<4x8x4x4xf32>
    %10 = tensor.empty() : tensor<4x8x2x2xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<4x8x2x2xf32>) -> tensor<4x8x2x2xf32>
    %12 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%9, %5 : tensor<4x8x4x4xf32>, tensor<2x2xf32>) outs(%11 : tensor<4x8x2x2xf32>) -> tensor<4x8x2x2xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<4x8x2x2xf32>) outs(%10 : tensor<4x8x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.divf %in, %cst_2 : f32
      linalg.yield %31 : f32
    } -> tensor<4x8x2x2xf32>
    %collapsed_4 = tensor.collapse_shape %13 [[0], [1, 2, 3]] : tensor<4x8x2x2xf32> into tensor<4x32xf32>
    %14 = tensor.empty() : tensor<32x10xf32>
    %transposed = linalg.transpose ins(%arg4 : tensor<10x32xf32>) outs(%14 : tensor<32x10xf32>) permutation = [1, 0] 
    %15 = tensor.empty() : tensor<4x10xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %17 = linalg.matmul ins(%collapsed_4, %transposed : tensor<4x32xf32>, tensor<32x10xf32>) outs(%16 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %arg5 : tensor<4x10xf32>, tensor<10xf32>) outs(%15 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %31 = arith.addf %in, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<4x10xf32>
    %19 = tensor.empty() : tensor<4xi64>
    %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : tensor<4xi64>) -> tensor<4xi64>
    %21 = tensor.empty() : tensor<4xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<4xf32>) -> tensor<4xf32>
    %23:2 = linalg.generic {indexing_maps = [#map1, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%18 : tensor<4x10xf32>) outs(%22, %20 : tensor<4xf32>, tensor<4xi64>) {
    ^bb0(%in: f32, %out: f32, %out_5: i64):
      %31 = linalg.index 1 : index
      %32 = arith.index_cast %31 : index to i64
      %33 = arith.maximumf %in, %out : f32
      %34 = arith.cmpf ogt, %in, %out : f32
      %35 = arith.select %34, %32, %out_5 : i64
      linalg.yield %33, %35 : f32, i64
    } -> (tensor<4xf32>, tensor<4xi64>)
    %expanded = tensor.expand_shape %23#0 [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %expanded : tensor<4x10xf32>, tensor<4x1xf32>) outs(%15 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %31 = arith.subf %in, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<4x10xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<4x10xf32>) outs(%15 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.exp %in : f32
      linalg.yield %31 : f32
    } -> tensor<4x10xf32>
    %26 = tensor.empty() : tensor<4x1xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<4x1xf32>) -> tensor<4x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "reduction"]} ins(%25 : tensor<4x10xf32>) outs(%27 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.addf %in, %out : f32
      linalg.yield %31 : f32
    } -> tensor<4x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<4x1xf32>) outs(%26 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.log %in : f32
      linalg.yield %31 : f32
    } -> tensor<4x1xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%24, %29 : tensor<4x10xf32>, tensor<4x1xf32>) outs(%15 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %31 = arith.subf %in, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<4x10xf32>
    return %30, %23#1 : tensor<4x10xf32>, tensor<4xi64>
  }
}
