// A stem and a bottleneck (1x1, 3x3, 1x1): the stem's output features are split, and
// with them the residual stream. Rows, columns, rows: the first sum is reduced whole,
// the last one is scattered onto the stream, and the bias that is added to it before is
// split like it. The last product sums over the features of the stream.
//
// RUN: shard-opt %s --shardc-assign-shardings=strategy=tp=2 | FileCheck %s
// RUN: shardc check %s --strategy=tp=2 --json | FileCheck %s --check-prefix=RUNS

// CHECK: func.func @main(
// CHECK-SAME: %arg0: tensor<3x3x3x8xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>
// CHECK-SAME: %arg1: tensor<1x1x8x4xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {"tp"}, {}]>
// CHECK-SAME: %arg2: tensor<3x3x4x4xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>
// CHECK-SAME: %arg3: tensor<1x1x4x8xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {"tp"}, {}]>
// CHECK-SAME: %arg4: tensor<8xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{"tp"}]>
// CHECK-SAME: %arg5: tensor<8x6xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>

// RUNS: "collectives":{"all_reduce":2,"reduce_scatter":1}
// RUNS-SAME: "pass":true
module {
  func.func @main(%w0: tensor<3x3x3x8xf32> {dist.role = "param"}, %w1: tensor<1x1x8x4xf32> {dist.role = "param"},
                  %w2: tensor<3x3x4x4xf32> {dist.role = "param"}, %w3: tensor<1x1x4x8xf32> {dist.role = "param"},
                  %b3: tensor<8xf32> {dist.role = "param"}, %wh: tensor<8x6xf32> {dist.role = "param"},
                  %x: tensor<2x5x5x3xf32> {dist.role = "input"}) -> tensor<2x6xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.convolution(%x, %w0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x5x3xf32>, tensor<3x3x3x8xf32>) -> tensor<2x5x5x8xf32>
    %y1 = stablehlo.convolution(%s, %w1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x5x8xf32>, tensor<1x1x8x4xf32>) -> tensor<2x5x5x4xf32>
    %r1 = stablehlo.tanh %y1 : tensor<2x5x5x4xf32>
    %y2 = stablehlo.convolution(%r1, %w2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x5x4xf32>, tensor<3x3x4x4xf32>) -> tensor<2x5x5x4xf32>
    %r2 = stablehlo.tanh %y2 : tensor<2x5x5x4xf32>
    %y3 = stablehlo.convolution(%r2, %w3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x5x4xf32>, tensor<1x1x4x8xf32>) -> tensor<2x5x5x8xf32>
    %c3 = stablehlo.broadcast_in_dim %b3, dims = [3] : (tensor<8xf32>) -> tensor<2x5x5x8xf32>
    %y4 = stablehlo.add %y3, %c3 : tensor<2x5x5x8xf32>
    %t3 = stablehlo.tanh %y4 : tensor<2x5x5x8xf32>
    %y = stablehlo.add %s, %t3 : tensor<2x5x5x8xf32>
    %r = stablehlo.tanh %y : tensor<2x5x5x8xf32>
    %m = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x5x5x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %o = stablehlo.dot_general %m, %wh, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x6xf32>) -> tensor<2x6xf32>
    return %o : tensor<2x6xf32>
  }
}
