// RUN: shard-opt %s --shardc-verify-partition=experiment-budget=0 --split-input-file --verify-diagnostics

// Convolution: the batch and the output features pass through, input features
// are summed over.

dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @conv(%x: tensor<8x6x6x4xf32>, %w: tensor<3x3x4x10xf32>, %v: tensor<3x3x10x4xf32>) -> tensor<8x2x2x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x6x6x4xf32>, tensor<3x3x4x10xf32>) -> tensor<8x4x4x10xf32>
  %1 = stablehlo.convolution(%0, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x4x4x10xf32>, tensor<3x3x10x4xf32>) -> tensor<8x2x2x4xf32>
  return %1 : tensor<8x2x2x4xf32>
}
func.func @conv_local(
    %x: tensor<4x6x6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {}, {}]>, dist.global_type = tensor<8x6x6x4xf32>},
    %w: tensor<3x3x4x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>, dist.global_type = tensor<3x3x4x10xf32>},
    %v: tensor<3x3x5x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"tp"}, {}]>, dist.global_type = tensor<3x3x10x4xf32>})
    -> (tensor<4x2x2x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {}, {}]>, dist.global_type = tensor<8x2x2x4xf32>})
    attributes {dist.partition_of = @conv} {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x5xf32>) -> tensor<4x4x4x5xf32>
  %1 = stablehlo.convolution(%0, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x4x4x5xf32>, tensor<3x3x5x4xf32>) -> tensor<4x2x2x4xf32>
  %2 = dist.all_reduce %1 sum over ["tp"] on @mesh : tensor<4x2x2x4xf32>
  return %2 : tensor<4x2x2x4xf32>
}

// -----

// Groups of features are independent; each rank has its share of them.

dist.mesh @mesh <"tp"=2>
func.func @groups(%x: tensor<8x6x6x4xf32>, %w: tensor<3x3x1x8xf32>) -> tensor<8x4x4x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<8x6x6x4xf32>, tensor<3x3x1x8xf32>) -> tensor<8x4x4x8xf32>
  return %0 : tensor<8x4x4x8xf32>
}
func.func @groups_local(
    %x: tensor<8x6x6x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>, dist.global_type = tensor<8x6x6x4xf32>},
    %w: tensor<3x3x1x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>, dist.global_type = tensor<3x3x1x8xf32>})
    -> (tensor<8x4x4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>, dist.global_type = tensor<8x4x4x8xf32>})
    attributes {dist.partition_of = @groups} {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<8x6x6x2xf32>, tensor<3x3x1x4xf32>) -> tensor<8x4x4x4xf32>
  return %0 : tensor<8x4x4x4xf32>
}

// -----

// An image split along its height lacks the rows of its neighbours.

dist.mesh @mesh <"tp"=2>
func.func @rows(%x: tensor<8x6x6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}, {}, {}]>, dist.global_type = tensor<8x12x6x4xf32>},
    %w: tensor<3x3x4x10xf32>) {
  // expected-error @+1 {{slides along dimension 1, of which a rank holds blocks of 6 of 12 over {"tp"}}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x6x6x4xf32>, tensor<3x3x4x10xf32>) -> tensor<8x6x6x10xf32>
  // expected-note @-4 {{the value comes from here}}
  return
}

// -----

// Pooling passes the batch through.

dist.mesh @mesh <"dp"=2>
func.func @pool(%x: tensor<8x6x4xf32>) -> tensor<8x3x4xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8x6x4xf32>, tensor<f32>) -> tensor<8x3x4xf32>
  return %0 : tensor<8x3x4xf32>
}
func.func @pool_local(%x: tensor<4x6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {}]>, dist.global_type = tensor<8x6x4xf32>})
    -> (tensor<4x3x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {}]>, dist.global_type = tensor<8x3x4xf32>})
    attributes {dist.partition_of = @pool} {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x3x4xf32>
  return %0 : tensor<4x3x4xf32>
}
