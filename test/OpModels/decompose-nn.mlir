// nn ops as stablehlo. That the numbers agree is tested by the unit tests; here
// are the properties that kernel generation relies on.

// RUN: shard-opt %s --shardc-decompose-nn | FileCheck %s

// Products are batched over (batch, key/value head); key/value heads are not
// repeated, and bf16 products are summed in f32.
// CHECK-LABEL: @attention
func.func @attention(%q: tensor<2x5x6x4xbf16>, %k: tensor<2x5x2x4xbf16>, %v: tensor<2x5x2x4xbf16>) -> (tensor<2x5x6x4xbf16>, tensor<2x6x5xbf16>) {
  // CHECK-NOT: nn.
  // CHECK: %[[Q:.*]] = stablehlo.reshape %{{.*}} -> tensor<2x2x15x4xbf16>
  // CHECK: %[[K:.*]] = stablehlo.transpose %{{.*}}, dims = [0, 2, 1, 3] : (tensor<2x5x2x4xbf16>) -> tensor<2x2x5x4xbf16>
  // CHECK: stablehlo.dot_general %[[Q]], %[[K]], batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<2x2x15x4xbf16>, tensor<2x2x5x4xbf16>) -> tensor<2x2x15x5xf32>
  // CHECK: stablehlo.dot_general {{.*}}, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x15x5xbf16>, tensor<2x2x5x4xbf16>) -> tensor<2x2x15x4xf32>
  %o, %l = nn.attention %q, %k, %v {causal, scale = 0.5 : f64} : (tensor<2x5x6x4xbf16>, tensor<2x5x2x4xbf16>, tensor<2x5x2x4xbf16>) -> (tensor<2x5x6x4xbf16>, tensor<2x6x5xbf16>)
  return %o, %l : tensor<2x5x6x4xbf16>, tensor<2x6x5xbf16>
}

// The place of an op goes to all its parts, its sharding to what replaces it.
// CHECK-LABEL: @place
func.func @place(%x: tensor<2x6xf32>) -> tensor<2x6xf32> {
  // CHECK: %[[S:.*]] = stablehlo.logistic %{{.*}} {dist.layer = 3 : i64, dist.phase = "backward", dist.recompute, dist.stage = 1 : i64} : tensor<2x6xf32>
  // CHECK: stablehlo.multiply %{{.*}}, %[[S]] {dist.layer = 3 : i64, dist.phase = "backward", dist.recompute, dist.shardings = [#dist.sharding<@mesh, [{"tp"}, {}]>], dist.stage = 1 : i64} : tensor<2x6xf32>
  %y = nn.silu %x {dist.layer = 3 : i64, dist.stage = 1 : i64, dist.phase = "backward", dist.recompute, dist.shardings = [#dist.sharding<@mesh, [{"tp"}, {}]>]} : tensor<2x6xf32>
  return %y : tensor<2x6xf32>
}
dist.mesh @mesh <"tp"=2>

// Angles are computed in float64, whatever the type of the table.
// CHECK-LABEL: @rope_table
func.func @rope_table() -> (tensor<8x2xf32>, tensor<8x2xf32>) {
  // CHECK: stablehlo.constant dense<[1.000000e+00, 1.000000e-02]> : tensor<2xf64>
  // CHECK: stablehlo.cosine %{{.*}} : tensor<8x2xf64>
  // CHECK: stablehlo.convert %{{.*}} : (tensor<8x2xf64>) -> tensor<8x2xf32>
  %c, %s = nn.rope_table {theta = 1.0e4 : f64} : tensor<8x2xf32>
  return %c, %s : tensor<8x2xf32>, tensor<8x2xf32>
}

// Tables are read by index and foreign indices give zeros.
// CHECK-LABEL: @embedding
func.func @embedding(%t: tensor<5x3xf32>, %i: tensor<4xui32>) -> tensor<5x3xf32> {
  // CHECK: "stablehlo.gather"
  // CHECK: stablehlo.select
  %0 = nn.embedding %t, %i : (tensor<5x3xf32>, tensor<4xui32>) -> tensor<4x3xf32>
  // CHECK: "stablehlo.scatter"
  %1 = nn.embedding_grad %i, %0 : (tensor<4xui32>, tensor<4x3xf32>) -> tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}
