// Two convolutions are a pair of products: the first is split over its output features,
// the second over its input features, so that one all_reduce is left. What is between
// them follows: a bias, pooling, a depthwise convolution (by groups) and its bias. The
// transposed convolution behind has nothing to pair with and stays whole.
//
// RUN: shard-opt %s --shardc-assign-shardings=strategy=tp=2 | FileCheck %s
// RUN: shardc check %s --strategy=tp=2 --json | FileCheck %s --check-prefix=RUNS

// CHECK: func.func @main(
// CHECK-SAME: %arg0: tensor<3x3x3x8xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>
// CHECK-SAME: %arg1: tensor<8xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{"tp"}]>
// CHECK-SAME: %arg2: tensor<3x3x1x8xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>
// CHECK-SAME: %arg3: tensor<8xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{"tp"}]>
// CHECK-SAME: %arg4: tensor<1x1x8x6xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {"tp"}, {}]>
// CHECK-SAME: %arg5: tensor<6xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}]>
// CHECK-SAME: %arg6: tensor<2x2x6x4xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {}]>

// RUNS: "collectives":{"all_reduce":1}
// RUNS-SAME: "pass":true
module {
  func.func @main(%w1: tensor<3x3x3x8xf32> {dist.role = "param"}, %b1: tensor<8xf32> {dist.role = "param"},
                  %wd: tensor<3x3x1x8xf32> {dist.role = "param"}, %bd: tensor<8xf32> {dist.role = "param"},
                  %w2: tensor<1x1x8x6xf32> {dist.role = "param"}, %b2: tensor<6xf32> {dist.role = "param"},
                  %wt: tensor<2x2x6x4xf32> {dist.role = "param"},
                  %x: tensor<2x8x8x3xf32> {dist.role = "input"}) -> tensor<2x8x8x4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %y0 = stablehlo.convolution(%x, %w1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x8xf32>) -> tensor<2x8x8x8xf32>
    %c1 = stablehlo.broadcast_in_dim %b1, dims = [3] : (tensor<8xf32>) -> tensor<2x8x8x8xf32>
    %y1 = stablehlo.add %y0, %c1 : tensor<2x8x8x8xf32>
    %y2 = "stablehlo.reduce_window"(%y1, %zero) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x8x8x8xf32>, tensor<f32>) -> tensor<2x4x4x8xf32>
    %y3 = stablehlo.convolution(%y2, %wd) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<2x4x4x8xf32>, tensor<3x3x1x8xf32>) -> tensor<2x4x4x8xf32>
    %cd = stablehlo.broadcast_in_dim %bd, dims = [3] : (tensor<8xf32>) -> tensor<2x4x4x8xf32>
    %y4 = stablehlo.add %y3, %cd : tensor<2x4x4x8xf32>
    %y5 = stablehlo.convolution(%y4, %w2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x4x8xf32>, tensor<1x1x8x6xf32>) -> tensor<2x4x4x6xf32>
    %c2 = stablehlo.broadcast_in_dim %b2, dims = [3] : (tensor<6xf32>) -> tensor<2x4x4x6xf32>
    %y6 = stablehlo.add %y5, %c2 : tensor<2x4x4x6xf32>
    %y7 = stablehlo.tanh %y6 : tensor<2x4x4x6xf32>
    %y8 = stablehlo.convolution(%y7, %wt) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x4x6xf32>, tensor<2x2x6x4xf32>) -> tensor<2x8x8x4xf32>
    return %y8 : tensor<2x8x8x4xf32>
  }
}
