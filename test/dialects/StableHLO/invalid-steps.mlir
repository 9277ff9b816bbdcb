// Paddings, dilations, strides and windows that overflow what they are computed with.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @low(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.pad' op edge_padding_low has 9223372036854775807 at 0, but must be from -2147483647 to 2147483647}}
  %0 = stablehlo.pad %x, %c, low = [9223372036854775807], high = [9223372036854775807], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @interior(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.pad' op interior_padding has 6148914691236517205 at 0, but must be}}
  %0 = stablehlo.pad %x, %c, low = [0], high = [0], interior = [6148914691236517205] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @window(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<1xf32> {
  // expected-error@+1 {{'stablehlo.reduce_window' op window_dimensions has 1099511627776 at 0, but must be}}
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1099511627776>, padding = dense<[[0, 1099511627772]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @padding(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.reduce_window' op padding has -9223372036854775808 at 0, but must be}}
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1>, padding = dense<-9223372036854775808> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @dilation(%x: tensor<1x4x1xf32>, %w: tensor<2x1x1xf32>) -> tensor<1x3x1xf32> {
  // expected-error@+1 {{'stablehlo.convolution' op window dilation has 4611686018427387904 at 0, but must be}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {rhs_dilate = [4611686018427387904]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}
