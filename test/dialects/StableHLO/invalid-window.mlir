// One negative case a constraint of the ops that slide a window.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @convolution_c1(%x: tensor<8x32x4xf32>, %w: tensor<3x3x4x16xf32>) {
  // expected-error @+1 {{rhs has rank 4 and 1 spatial dimensions, but the input has 1 spatial dimensions}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @convolution_c2(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{window_strides has 2 entries, but the window has 1 dimensions}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @convolution_c2_padding(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{padding has shape [2, 2], but the window has 1 dimensions}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @convolution_c2_reversal(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{window_reversal has 2 entries, but the window has 1 dimensions}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @convolution_c3(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{base dilation of window dimension 0 is 0, but must be positive}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @convolution_c4(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{feature_group_count is 2 and batch_group_count is 2, but both must be positive and one of them 1}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @convolution_c5(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{input feature dimension has size 4, which is not a multiple of 3 groups}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @convolution_c5_batch(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{input batch dimension has size 8, which is not a multiple of 5 groups}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 5 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @convolution_c5_kernel(%x: tensor<8x32x4xf32>, %w: tensor<3x2x15xf32>) {
  // expected-error @+1 {{kernel output feature dimension has size 15, which is not a multiple of 2 groups}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<8x32x4xf32>, tensor<3x2x15xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @convolution_c6(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{input feature dimension has size 4 in 2 groups, but the kernel takes 4}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @convolution_c7(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{result has shape [8, 31, 16], but the operands give [8, 30, 16]}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x31x16xf32>
  return
}

// -----

func.func @window_key(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{unknown key 'strides' of a window}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {strides = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @window_twice(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{key 'stride' is given twice}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @numbers_letter(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{expected 'b', 'f' or a spatial dimension}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, x]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @numbers_both(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{expected both 'b' and 'f'}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @numbers_twice(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{dimension is negative or given twice}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, b, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @numbers_missing(%x: tensor<8x32x4xf32>, %w: tensor<3x4x16xf32>) {
  // expected-error @+1 {{spatial dimension 0 is missing}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 1, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x4xf32>, tensor<3x4x16xf32>) -> tensor<8x30x16xf32>
  return
}

// -----

func.func @reduce_window_c1(%x: tensor<8x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{has 1 operands, but needs as many inputs as initial values, and at least one}}
  %0 = "stablehlo.reduce_window"(%x) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @reduce_window_c2(%x: tensor<8x6xf32>, %z: tensor<f16>) {
  // expected-error @+1 {{initial value #0 has type 'tensor<f16>', but must be a scalar of 'f32'}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<f16>) -> tensor<8x5xf32>
  return
}

// -----

func.func @reduce_window_c3(%x: tensor<8x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{window_dimensions has 1 entries, but the rank is 2}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @reduce_window_c4(%x: tensor<8x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{window_dimensions of window dimension 0 is 0, but must be positive}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 0, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @reduce_window_c5(%x: tensor<8x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{body has 1 arguments, but 1 inputs need 2}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @reduce_window_c6(%x: tensor<8x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{result #0 has shape [8, 4], but the operands give [8, 5]}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @select_and_scatter_c1(%x: tensor<8x6xf32>, %y: tensor<8x3xf32>, %z: tensor<1xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{initial value has type 'tensor<1xf32>', but must be a scalar of 'f32'}}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<8x3xf32>, tensor<1xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @select_and_scatter_c2(%x: tensor<8x6xf32>, %y: tensor<8x3xf32>, %z: tensor<f32>, %p: tensor<i1>) {
  // expected-error @+1 {{window_dimensions has 1 entries, but the rank is 2}}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @select_and_scatter_c3(%x: tensor<8x6xf32>, %y: tensor<8x3xf32>, %z: tensor<f32>, %p: tensor<i1>) {
  // expected-error @+1 {{window_strides of window dimension 1 is 0, but must be positive}}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @select_and_scatter_c4(%x: tensor<8x6xf32>, %y: tensor<8x4xf32>, %z: tensor<f32>, %p: tensor<i1>) {
  // expected-error @+1 {{source has type 'tensor<8x4xf32>', but the window's places are 'tensor<8x3xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @select_and_scatter_c5(%x: tensor<8x6xf32>, %y: tensor<8x3xf32>, %z: tensor<f32>, %p: tensor<i1>) {
  // expected-error @+1 {{select must take two 'tensor<f32>' and return one 'tensor<i1>'}}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @select_and_scatter_c6(%x: tensor<8x6xf32>, %y: tensor<8x3xf32>, %z: tensor<f32>, %p: tensor<i1>) {
  // expected-error @+1 {{result has type 'tensor<8x5xf32>', but the operand has type 'tensor<8x6xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<8x3xf32>, tensor<f32>) -> tensor<8x5xf32>
  return
}
