// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate --shardc-partition --split-input-file | FileCheck %s

// The batch and the output features pass through.

dist.mesh @mesh <"dp"=2, "tp"=2>
// CHECK-LABEL: func.func @batch_and_outputs
func.func @batch_and_outputs(%x: tensor<8x6x6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {}, {}]>},
    %w: tensor<3x3x4x10xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>}) -> tensor<8x6x6x10xf32> {
  // CHECK: stablehlo.convolution(%arg0, %arg1) {{.*}}[{"dp"}, {}, {}, {"tp"}]{{.*}} : (tensor<4x6x6x4xf32>, tensor<3x3x4x5xf32>) -> tensor<4x6x6x5xf32>
  // CHECK-NOT: dist.all
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x6x6x4xf32>, tensor<3x3x4x10xf32>) -> tensor<8x6x6x10xf32>
  return %0 : tensor<8x6x6x10xf32>
}

// -----

// Input features are summed over: uneven blocks are masked, the sum is pending.

dist.mesh @mesh <"tp"=3>
// CHECK-LABEL: func.func @inputs
func.func @inputs(%x: tensor<8x6x6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>},
    %w: tensor<3x3x4x10xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"tp"}, {}]>}) -> tensor<8x4x4x10xf32> {
  // CHECK: dist.mask %arg0 dim 3 of 4
  // CHECK: dist.mask %arg1 dim 2 of 4
  // CHECK: stablehlo.convolution{{.*}}partial={sum:"tp"}
  // CHECK: dist.all_reduce
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x6x6x4xf32>, tensor<3x3x4x10xf32>) -> tensor<8x4x4x10xf32>
  return %0 : tensor<8x4x4x10xf32>
}

// -----

// Groups of features are independent; each rank has its share of them.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @groups
func.func @groups(%x: tensor<8x6x6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {"tp"}]>},
    %w: tensor<3x3x1x8xf32>) -> tensor<8x4x4x8xf32> {
  // CHECK-SAME: tensor<3x3x1x4xf32> {dist.global_type = tensor<3x3x1x8xf32>
  // CHECK: stablehlo.convolution{{.*}}feature_group_count = 2 : i64{{.*}} : (tensor<8x6x6x2xf32>, tensor<3x3x1x4xf32>) -> tensor<8x4x4x4xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<8x6x6x4xf32>, tensor<3x3x1x8xf32>) -> tensor<8x4x4x8xf32>
  return %0 : tensor<8x4x4x8xf32>
}

// -----

// Pooling reads across what its window spans, and nothing else.

dist.mesh @mesh <"dp"=2>
// CHECK-LABEL: func.func @pool
func.func @pool(%x: tensor<8x6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {}]>},
    %y: tensor<8x6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}, {}]>}) -> (tensor<8x3x4xf32>, tensor<8x3x4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: "stablehlo.reduce_window"(%arg0
  // CHECK: (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x3x4xf32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8x6x4xf32>, tensor<f32>) -> tensor<8x3x4xf32>
  // CHECK: dist.all_gather %arg1 dim 1
  %1 = "stablehlo.reduce_window"(%y, %z) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8x6x4xf32>, tensor<f32>) -> tensor<8x3x4xf32>
  return %0, %1 : tensor<8x3x4xf32>, tensor<8x3x4xf32>
}
