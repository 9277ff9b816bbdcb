// A convolution whose features would have to be gathered stays whole: they are
// concatenated with others. So does one whose features two ranks cannot share evenly.
//
// RUN: shard-opt %s --shardc-assign-shardings=strategy=tp=2 2>&1 | FileCheck %s
// RUN: shardc check %s --strategy=tp=2 --json | FileCheck %s --check-prefix=RUNS

// CHECK: func.func @main(
// CHECK-SAME: %arg0: tensor<1x1x3x8xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {}]>
// CHECK-SAME: %arg1: tensor<1x1x11x5xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {}]>
// CHECK-SAME: %arg2: tensor<1x1x5x4xf32> {{[^%]*}}dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {}]>

// RUNS: "collectives":{}
// RUNS-SAME: "pass":true
module {
  func.func @main(%w0: tensor<1x1x3x8xf32> {dist.role = "param"}, %w1: tensor<1x1x11x5xf32> {dist.role = "param"},
                  %w2: tensor<1x1x5x4xf32> {dist.role = "param"},
                  %x: tensor<2x4x4x3xf32> {dist.role = "input"}) -> tensor<2x4x4x4xf32> {
    %s = stablehlo.convolution(%x, %w0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x4x3xf32>, tensor<1x1x3x8xf32>) -> tensor<2x4x4x8xf32>
    %c = stablehlo.concatenate %s, %x, dim = 3 : (tensor<2x4x4x8xf32>, tensor<2x4x4x3xf32>) -> tensor<2x4x4x11xf32>
    %y = stablehlo.convolution(%c, %w1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x4x11xf32>, tensor<1x1x11x5xf32>) -> tensor<2x4x4x5xf32>
    %t = stablehlo.tanh %y : tensor<2x4x4x5xf32>
    %z = stablehlo.convolution(%t, %w2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x4x5xf32>, tensor<1x1x5x4xf32>) -> tensor<2x4x4x4xf32>
    return %z : tensor<2x4x4x4xf32>
  }
}
