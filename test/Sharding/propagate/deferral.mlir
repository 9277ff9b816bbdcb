// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate --split-input-file | FileCheck %s
// RUN: shard-opt %s --shardc-propagate --shardc-partition --shardc-verify-partition --split-input-file | FileCheck %s --check-prefix=LOCAL

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

// -----

// A sum is reduced as it is before it is rounded to a narrower type, and before it
// takes more bytes in a wider one.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @converted
func.func @converted(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %y: tensor<4x8xbf16> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %v: tensor<8x4xbf16> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> (tensor<4x4xbf16>, tensor<4x4xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[A:.*]] = dist.reshard {{.*}} : tensor<4x4xf32>
  // CHECK-NEXT: stablehlo.convert %[[A]] {{.*}} : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %1 = stablehlo.convert %0 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %2 = stablehlo.dot_general %y, %v, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x4xbf16>) -> tensor<4x4xbf16>
  // CHECK: %[[B:.*]] = dist.reshard {{.*}} : tensor<4x4xbf16>
  // CHECK-NEXT: stablehlo.convert %[[B]] {{.*}} : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %3 = stablehlo.convert %2 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  // CHECK-NOT: dist.reshard
  return %1, %3 : tensor<4x4xbf16>, tensor<4x4xf32>
}

// -----

// It passes through all that moves and scales it, and is reduced where it is
// smallest.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @moved
func.func @moved(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %s: tensor<3x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) -> tensor<3x4xf32> {
  // CHECK: %[[A:.*]] = stablehlo.dot_general {{.*}}partial={sum:"tp"}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.reshape %[[A]] {{.*}}partial={sum:"tp"}
  %1 = stablehlo.reshape %0 : (tensor<4x6xf32>) -> tensor<8x3xf32>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.transpose %[[B]], {{.*}}partial={sum:"tp"}
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>
  // CHECK-NEXT: %[[D:.*]] = stablehlo.negate %[[C]] {{.*}}partial={sum:"tp"}
  %3 = stablehlo.negate %2 : tensor<3x8xf32>
  // CHECK-NEXT: %[[E:.*]] = stablehlo.multiply %{{.*}}, %[[D]] {{.*}}partial={sum:"tp"}
  %4 = stablehlo.multiply %s, %3 : tensor<3x8xf32>
  // CHECK-NEXT: %[[F:.*]] = stablehlo.slice %[[E]] {{.*}}partial={sum:"tp"}
  %5 = stablehlo.slice %4 [0:3, 0:8:2] : (tensor<3x8xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: %[[G:.*]] = dist.reshard %[[F]] <@mesh, [{}, {}]>
  // CHECK-NEXT: return %[[G]]
  return %5 : tensor<3x4xf32>
}

// -----

// Users that want the axis on a dimension get a reduce_scatter.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @scattered
// LOCAL-LABEL: func.func @scattered
func.func @scattered(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x4xf32> {
  // CHECK: %[[A:.*]] = stablehlo.dot_general {{.*}}partial={sum:"tp"}
  // LOCAL: stablehlo.dot_general
  // LOCAL-NEXT: dist.reduce_scatter {{.*}} sum dim 0
  // LOCAL-NEXT: stablehlo.tanh {{.*}} : tensor<2x4xf32>
  // LOCAL-NEXT: return
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{"tp"}, {}]>
  // CHECK-NEXT: dist.constraint %[[B]]
  %1 = dist.constraint %0 <@mesh, [{"tp"}, {}]> : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

// Two users would each reduce what they make of it: it is reduced once, before.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @branches
func.func @branches(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: %[[A:.*]] = stablehlo.dot_general
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{}, {}]>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: stablehlo.negate %[[B]]
  %1 = stablehlo.negate %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  // CHECK: stablehlo.transpose %[[B]]
  %3 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.tanh %3 : tensor<4x4xf32>
  // CHECK-NOT: dist.reshard
  return %2, %4 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Of two pending factors one has to be whole: the smaller one, and the product is
// reduced.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @product
func.func @product(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x64xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %v: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x4xf32> {
  // CHECK: %[[A:.*]] = stablehlo.dot_general {{.*}} -> tensor<4x4xf32>
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{}, {}]>
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.dot_general {{.*}} -> tensor<4x64xf32>
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x64xf32>) -> tensor<4x64xf32>
  // CHECK-NEXT: %[[D:.*]] = stablehlo.dot_general %[[B]], %[[C]], {{.*}}partial={sum:"tp"}
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: %[[E:.*]] = stablehlo.reduce(%[[D]] {{.*}}partial={sum:"tp"}
  %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-NEXT: dist.reshard %[[E]]
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}

// -----

// What is computed again starts from what is kept: that is kept reduced.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @kept
func.func @kept(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x4xf32> {
  // CHECK: %[[A:.*]] = stablehlo.dot_general
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{}, {}]>
  // CHECK-NEXT: %[[C:.*]] = dist.checkpoint %[[B]]
  // CHECK-NEXT: stablehlo.tanh %[[C]]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = dist.checkpoint %0 "layers.0.input" : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

// A sum from outside is reduced outside where every microbatch would reduce what it
// makes of it, however small that is; inside, each reduction counts four times.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @trips
func.func @trips(%x: tensor<4x3x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}]>},
    %y: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x3xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x3x3xf32> {
  // CHECK: %[[A:.*]] = stablehlo.dot_general
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{}, {}]>
  // CHECK-NEXT: dist.microbatch
  %0 = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
  %r = dist.microbatch 4 (%x) kinds = [stack] {
  ^bb0(%i: tensor<3x8xf32>):
    // CHECK: stablehlo.dot_general %{{.*}}, %[[B]]
    // CHECK-NOT: dist.reshard
    %1 = stablehlo.dot_general %i, %0, contracting_dims = [1] x [0] : (tensor<3x8xf32>, tensor<8x3xf32>) -> tensor<3x3xf32>
    %2 = stablehlo.tanh %1 : tensor<3x3xf32>
    dist.yield %2 : tensor<3x3xf32>
  } : (tensor<4x3x8xf32>) -> tensor<4x3x3xf32>
  return %r : tensor<4x3x3xf32>
}

// -----

// Each sum over its own axis; the greatest of parts is reduced where it is made.

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @axes
func.func @axes(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}, {"a"}]>}) -> (tensor<f32>, tensor<4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // CHECK: %[[A:.*]] = stablehlo.reduce({{.*}}stablehlo.add{{.*}}partial={sum:"a"}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.reduce(%[[A]] {{.*}}partial={sum:"a","b"}
  // CHECK-NEXT: dist.reshard %[[B]] <@mesh, []>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.reduce({{.*}}stablehlo.maximum{{.*}}partial={max:"a"}
  // CHECK-NEXT: %[[D:.*]] = dist.reshard %[[C]] <@mesh, [{"b"}]>
  // CHECK-NEXT: stablehlo.negate %[[D]]
  %2 = stablehlo.reduce(%x init: %m) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.negate %2 : tensor<4xf32>
  return %1, %3 : tensor<f32>, tensor<4xf32>
}

// -----

// Quotients of integers are rounded, part by part they would not add up.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @integers
func.func @integers(%x: tensor<4x8xi32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %d: tensor<4xi32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> (tensor<4xi32>, tensor<4xi32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: %[[A:.*]] = stablehlo.reduce
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]]
  // CHECK-NEXT: stablehlo.divide %[[B]]
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = stablehlo.divide %0, %d : tensor<4xi32>
  // CHECK: %[[C:.*]] = stablehlo.reduce
  // CHECK-NEXT: %[[D:.*]] = stablehlo.multiply %[[C]], {{.*}}partial={sum:"tp"}
  // CHECK-NEXT: dist.reshard %[[D]]
  %2 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xi32>, tensor<i32>) -> tensor<4xi32>
  %3 = stablehlo.multiply %2, %d : tensor<4xi32>
  return %1, %3 : tensor<4xi32>, tensor<4xi32>
}

// -----

// A constraint has no pending sums; whoever asks for a whole value gets one.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @constrained
func.func @constrained(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4xf32> {
  // CHECK: %[[A:.*]] = stablehlo.dot_general
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{}, {}]>
  // CHECK-NEXT: dist.constraint %[[B]]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = dist.constraint %0 <@mesh, [{}, {}]> : tensor<4x4xf32>
  // CHECK-NOT: dist.reshard
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Sums are accumulated in f32, over microbatches, and travel as bf16,
// once, after the loop.

dist.mesh @mesh <"dp"=2>
// CHECK-LABEL: func.func @wire
// LOCAL-LABEL: func.func @wire
func.func @wire(%x: tensor<4x8x3xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}, {}]>}) -> tensor<3x3xf32> {
  %r = dist.microbatch 4 (%x) kinds = [sum] {
  ^bb0(%i: tensor<8x3xf32>):
    %0 = stablehlo.dot_general %i, %i, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<3x3xf32>
    // CHECK: dist.reshard {{.*}} <@mesh, [{}, {}], partial={sum:"dp":none:bf16}>
    // LOCAL: %[[S:.*]] = stablehlo.dot_general
    // LOCAL-NEXT: dist.yield %[[S]] : tensor<3x3xf32>
    %1 = dist.reshard %0 <@mesh, [{}, {}], partial={sum:"dp":f32:bf16}> : tensor<3x3xf32>
    dist.yield %1 : tensor<3x3xf32>
  } : (tensor<4x8x3xf32>) -> tensor<3x3xf32>
  // LOCAL: %[[A:.*]] = stablehlo.negate {{.*}} : tensor<3x3xf32>
  // LOCAL-NEXT: %[[B:.*]] = stablehlo.convert %[[A]] {{.*}} : (tensor<3x3xf32>) -> tensor<3x3xbf16>
  // LOCAL-NEXT: %[[C:.*]] = dist.all_reduce %[[B]] sum over ["dp"] on @mesh {{.*}} : tensor<3x3xbf16>
  // LOCAL-NEXT: %[[D:.*]] = stablehlo.convert %[[C]] {{.*}} : (tensor<3x3xbf16>) -> tensor<3x3xf32>
  // LOCAL-NEXT: return %[[D]]
  %2 = stablehlo.negate %r : tensor<3x3xf32>
  return %2 : tensor<3x3xf32>
}

// -----

// Booleans have no sums: what any part has is true.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @booleans
// LOCAL-LABEL: func.func @booleans
func.func @booleans(%x: tensor<4x8xi1> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %y: tensor<8x4xi1> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> (tensor<4x4xi1>, tensor<4xi1>) {
  // CHECK: stablehlo.dot_general {{.*}}partial={or:"tp"}
  // LOCAL: dist.all_reduce {{.*}} or over ["tp"] on @mesh {{.*}} : tensor<4x4xi1>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xi1>, tensor<8x4xi1>) -> tensor<4x4xi1>
  %z = stablehlo.constant dense<false> : tensor<i1>
  // CHECK: stablehlo.reduce({{.*}}partial={or:"tp"}
  // LOCAL: dist.all_reduce {{.*}} or over ["tp"] on @mesh {{.*}} : tensor<4xi1>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xi1>, tensor<i1>) -> tensor<4xi1>
  return %0, %1 : tensor<4x4xi1>, tensor<4xi1>
}
