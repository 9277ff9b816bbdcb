// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate --split-input-file | FileCheck %s

// Two pending sums that are added cost one reduction.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @added
func.func @added(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w1: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %w2: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x4xf32> {
  // CHECK: %[[A:.*]] = stablehlo.dot_general {{.*}}partial={sum:"tp"}
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.dot_general {{.*}}partial={sum:"tp"}
  %1 = stablehlo.dot_general %x, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.add %[[A]], %[[B]] {{.*}}partial={sum:"tp"}
  %2 = stablehlo.add %0, %1 : tensor<4x4xf32>
  // CHECK-NEXT: %[[D:.*]] = dist.reshard %[[C]] <@mesh, [{}, {}]>
  // CHECK-NEXT: stablehlo.tanh %[[D]]
  %3 = stablehlo.tanh %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// -----

// One user is not linear: the sum is reduced once, for all users.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @two_users
func.func @two_users(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: %[[A:.*]] = stablehlo.dot_general
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]]
  // CHECK-NEXT: stablehlo.negate %[[B]]
  %1 = stablehlo.negate %0 : tensor<4x4xf32>
  // CHECK-NEXT: stablehlo.tanh %[[B]]
  %2 = stablehlo.tanh %0 : tensor<4x4xf32>
  // CHECK-NOT: dist.reshard
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// A pending sum cannot be added to a whole value: it would count once a rank.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @residual
func.func @residual(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %r: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) -> tensor<4x4xf32> {
  // CHECK: %[[A:.*]] = stablehlo.dot_general
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]]
  // CHECK-NEXT: stablehlo.add %{{.*}}, %[[B]]
  %1 = stablehlo.add %r, %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// Zero is a pending sum of anything (the gradient of relu).

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @zero
func.func @zero(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %p: tensor<4x4xi1> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  // CHECK: %[[A:.*]] = stablehlo.select {{.*}}partial={sum:"tp"}
  %2 = stablehlo.select %p, %0, %1 : tensor<4x4xi1>, tensor<4x4xf32>
  // CHECK-NEXT: dist.reshard %[[A]]
  return %2 : tensor<4x4xf32>
}

// -----

// Fewer bytes after summing rows, more after a broadcast.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @smaller
func.func @smaller(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x6xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[A:.*]] = stablehlo.reduce{{.*}}partial={sum:"tp"}
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{}]>
  // CHECK-NEXT: stablehlo.broadcast_in_dim %[[B]]
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}

// -----

// Gradients accumulate over microbatches and are reduced once, after the loop;
// a sum that must be whole inside is reduced inside.

dist.mesh @mesh <"dp"=2>
// CHECK-LABEL: func.func @microbatches
func.func @microbatches(%x: tensor<4x8x3xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}, {}]>}) -> (tensor<3x3xf32>, tensor<4x3x3xf32>) {
  // CHECK: %[[R:.*]]:2 = dist.microbatch 4
  // CHECK-SAME: dist.arg_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial={sum:"dp"}>, #dist.sharding<@mesh, [{}, {}, {}]>]
  %r:2 = dist.microbatch 4 (%x) kinds = [sum, stack] {
  ^bb0(%i: tensor<8x3xf32>):
    // CHECK: %[[A:.*]] = stablehlo.dot_general
    %0 = stablehlo.dot_general %i, %i, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<3x3xf32>
    // CHECK-NEXT: %[[B:.*]] = stablehlo.exponential
    %1 = stablehlo.exponential %i : tensor<8x3xf32>
    // CHECK-NEXT: %[[C:.*]] = stablehlo.dot_general %[[B]]
    %2 = stablehlo.dot_general %1, %i, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<3x3xf32>
    // CHECK-NEXT: %[[D:.*]] = dist.reshard %[[C]]
    // CHECK-NEXT: %[[E:.*]] = stablehlo.tanh %[[D]]
    %3 = stablehlo.tanh %2 : tensor<3x3xf32>
    // CHECK-NEXT: dist.yield %[[A]], %[[E]]
    dist.yield %0, %3 : tensor<3x3xf32>, tensor<3x3xf32>
  } : (tensor<4x8x3xf32>) -> (tensor<3x3xf32>, tensor<4x3x3xf32>)
  // CHECK: dist.reshard %[[R]]#0 <@mesh, [{}, {}]>
  return %r#0, %r#1 : tensor<3x3xf32>, tensor<4x3x3xf32>
}
