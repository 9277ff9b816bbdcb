// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate --split-input-file | FileCheck %s

// Columns, then rows: nothing moves between the two products.

dist.mesh @mesh <"dp"=2, "tp"=2>
// CHECK-LABEL: func.func @mlp
func.func @mlp(%x: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %w1: tensor<16x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w2: tensor<32x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<8x16xf32> {
  // CHECK: stablehlo.dot_general {{.*}}dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  // CHECK-NEXT: nn.gelu {{.*}}[{"dp"}, {"tp"}]
  %1 = nn.gelu %0 <tanh> : tensor<8x32xf32>
  // CHECK-NEXT: stablehlo.dot_general {{.*}}[{"dp"}, {}], partial={sum:"tp"}
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  // CHECK-NEXT: dist.reshard {{.*}}<@mesh, [{"dp"}, {}]>
  // CHECK-NEXT: stablehlo.add
  %3 = stablehlo.add %x, %2 : tensor<8x16xf32>
  return %3 : tensor<8x16xf32>
}

// -----

// A head of 8 columns is the granule of the joined dimension; apart, heads have
// granule 1. 6 heads on 4 ranks: blocks of 2 heads, the last rank has none.

dist.mesh @mesh <"tp"=4>
// CHECK-LABEL: func.func @heads
func.func @heads(%x: tensor<2x48xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}:8]>}) -> tensor<2x48xf32> {
  // CHECK: stablehlo.reshape {{.*}}[{}, {"tp"}, {}]
  %0 = stablehlo.reshape %x : (tensor<2x48xf32>) -> tensor<2x6x8xf32>
  %1 = stablehlo.tanh %0 : tensor<2x6x8xf32>
  // CHECK: stablehlo.reshape {{.*}}[{}, {"tp"}:8]
  %2 = stablehlo.reshape %1 : (tensor<2x6x8xf32>) -> tensor<2x48xf32>
  // CHECK-NOT: dist.reshard
  return %2 : tensor<2x48xf32>
}

// -----

// 8 ranks, 2 key/value heads of 4 queries each: ranks of one group share a head,
// whose gradient is pending over them.

dist.mesh @mesh <"tp"=8>
// CHECK-LABEL: func.func @groups
func.func @groups(%q: tensor<1x4x8x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"tp"}, {}]>},
    %k: tensor<1x4x2x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"tp":(1)2}, {}]>},
    %v: tensor<1x4x2x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"tp":(1)2}, {}]>},
    %d: tensor<1x4x8x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"tp"}, {}]>}) -> (tensor<1x4x8x2xf32>, tensor<1x4x2x2xf32>) {
  // CHECK: nn.attention %{{.*}} {{.*}}[#dist.sharding<@mesh, [{}, {}, {"tp"}, {}]>, #dist.sharding<@mesh, [{}, {"tp"}, {}]>]
  %out, %lse = nn.attention %q, %k, %v {causal, scale = 0.5 : f64} : (tensor<1x4x8x2xf32>, tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>) -> (tensor<1x4x8x2xf32>, tensor<1x8x4xf32>)
  // CHECK: nn.attention_grad {{.*}}[{}, {}, {"tp":(1)2}, {}], partial={sum:"tp":(2)4}
  %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %out, %lse, %d {causal, scale = 0.5 : f64} : (tensor<1x4x8x2xf32>, tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>, tensor<1x4x8x2xf32>, tensor<1x8x4xf32>, tensor<1x4x8x2xf32>) -> (tensor<1x4x8x2xf32>, tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>)
  // CHECK: dist.reshard {{.*}}<@mesh, [{}, {}, {"tp":(1)2}, {}]>
  return %dq, %dk : tensor<1x4x8x2xf32>, tensor<1x4x2x2xf32>
}

// -----

// Queries split along the sequence: keys and values are gathered, their gradients
// are pending.

dist.mesh @mesh <"cp"=2>
// CHECK-LABEL: func.func @sequence
func.func @sequence(%q: tensor<1x4x8x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>},
    %k: tensor<1x4x2x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>},
    %d: tensor<1x4x8x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>}) -> (tensor<1x4x8x2xf32>, tensor<1x4x2x2xf32>) {
  // CHECK: %[[K:.*]] = dist.reshard %arg1 <@mesh, [{}, {}, {}, {}]>
  // CHECK: nn.attention %arg0, %[[K]], %[[K]] {{.*}}[#dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>, #dist.sharding<@mesh, [{}, {}, {"cp"}]>]
  %out, %lse = nn.attention %q, %k, %k {causal, scale = 0.5 : f64} : (tensor<1x4x8x2xf32>, tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>) -> (tensor<1x4x8x2xf32>, tensor<1x8x4xf32>)
  // CHECK: nn.attention_grad {{.*}}[{}, {"cp"}, {}, {}]>, #dist.sharding<@mesh, [{}, {}, {}, {}], partial={sum:"cp"}>
  %dq, %dk, %dv = nn.attention_grad %q, %k, %k, %out, %lse, %d {causal, scale = 0.5 : f64} : (tensor<1x4x8x2xf32>, tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>, tensor<1x4x8x2xf32>, tensor<1x8x4xf32>, tensor<1x4x8x2xf32>) -> (tensor<1x4x8x2xf32>, tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>)
  return %dq, %dk : tensor<1x4x8x2xf32>, tensor<1x4x2x2xf32>
}

// -----

// Values take what all of their users want: the gradient of a table split by
// vocabulary is computed by vocabulary, constants are made in parts.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @wanted
func.func @wanted(%ids: tensor<6xi32> {dist.sharding = #dist.sharding<@mesh, [{}]>},
    %d: tensor<6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
    %t: tensor<10x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<10x4xf32> {
  // CHECK: nn.embedding_grad {{.*}}[{"tp"}, {}]
  %0 = nn.embedding_grad %ids, %d : (tensor<6xi32>, tensor<6x4xf32>) -> tensor<10x4xf32>
  // CHECK-NEXT: stablehlo.constant {{.*}}[{"tp"}, {}]
  %c = stablehlo.constant dense<0.5> : tensor<10x4xf32>
  %1 = stablehlo.multiply %0, %c : tensor<10x4xf32>
  %2 = stablehlo.subtract %t, %1 : tensor<10x4xf32>
  // CHECK-NOT: dist.reshard
  return %2 : tensor<10x4xf32>
}

// -----

// Open arguments follow their users; closed dimensions do not.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @open
// CHECK-SAME: %{{[^:]*}}: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}
// CHECK-SAME: %{{[^:]*}}: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}
func.func @open(%a: tensor<4x8xf32>,
    %b: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{?}, {}]>},
    %c: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}) -> tensor<4x8xf32> {
  %0 = stablehlo.add %a, %c : tensor<4x8xf32>
  // CHECK: dist.reshard %{{.*}} <@mesh, [{}, {"tp"}]>
  %1 = stablehlo.add %0, %b : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// A constraint wins over what would be propagated.

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @constraint
func.func @constraint(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}) -> tensor<4x8xf32> {
  // CHECK: %[[A:.*]] = stablehlo.tanh {{.*}}[{"a"}, {"b"}]
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  // CHECK: dist.constraint %[[A]] <@mesh, [{?}, {"b"}]> {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {"b"}]>]}
  %1 = dist.constraint %0 <@mesh, [{?}, {"b"}]> : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
