// RUN: shard-opt %s --shardc-propagate --shardc-partition --shardc-verify-partition --split-input-file | FileCheck %s

// Arguments and results keep their global types beside.

dist.mesh @mesh <"tp"=3>
// CHECK-LABEL: func.func @types
// CHECK-SAME: %{{.*}}: tensor<59xf32> {dist.global_type = tensor<176xf32>, dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}
// CHECK-SAME: -> (tensor<59xf32> {dist.global_type = tensor<176xf32>, dist.sharding = #dist.sharding<@mesh, [{"tp"}]>})
func.func @types(%x: tensor<176xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) -> tensor<176xf32> {
  // CHECK: stablehlo.tanh %{{.*}} {dist.layer = 3 : i64, {{.*}}} : tensor<59xf32>
  %0 = stablehlo.tanh %x {dist.layer = 3} : tensor<176xf32>
  return %0 : tensor<176xf32>
}

// -----

// Padding is masked before it is summed, in both operands, once each.

dist.mesh @mesh <"tp"=3>
// CHECK-LABEL: func.func @masks
func.func @masks(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: %[[X:.*]] = dist.mask %arg0 dim 1 of 8 granule 1 over ["tp"] on @mesh fill 0.000000e+00 : f32
  // CHECK: %[[W:.*]] = dist.mask %arg1 dim 0 of 8 granule 1 over ["tp"] on @mesh fill 0.000000e+00 : f32
  // CHECK: stablehlo.dot_general %[[X]], %[[W]]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK-NOT: dist.mask
  // CHECK: stablehlo.dot_general %[[X]], %[[X]]
  %1 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// What is captured is masked outside of the loop.

dist.mesh @mesh <"tp"=3>
// CHECK-LABEL: func.func @hoisted
func.func @hoisted(%x: tensor<2x4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x4xf32> {
  // CHECK: %[[W:.*]] = dist.mask %arg1 dim 0
  // CHECK: dist.microbatch 2
  %r = dist.microbatch 2 (%x) kinds = [sum] {
  ^bb0(%i: tensor<4x8xf32>):
    // CHECK: %[[X:.*]] = dist.mask %{{.*}} dim 1
    // CHECK-NEXT: stablehlo.dot_general %[[X]], %[[W]]
    %0 = stablehlo.dot_general %i, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    dist.yield %0 : tensor<4x4xf32>
  } : (tensor<2x4x8xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// A rank's block of queries knows where it begins; the padding of the last block
// is masked in all that is summed over queries, and in nothing else.

dist.mesh @mesh <"cp"=2>
// CHECK-LABEL: func.func @queries
func.func @queries(%q: tensor<1x5x2x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>},
    %k: tensor<1x5x2x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {}]>},
    %d: tensor<1x5x2x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>})
    -> (tensor<1x5x2x2xf32>, tensor<1x5x2x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>}) {
  // CHECK: %[[O:.*]] = dist.shard_offset of 5 granule 1 over ["cp"] on @mesh : tensor<i32>
  // CHECK: %[[OUT:.*]], %[[LSE:.*]] = nn.attention %arg0, %arg1, %arg1, %[[O]] {causal,
  // CHECK-SAME: (tensor<1x3x2x2xf32>, tensor<1x5x2x2xf32>, tensor<1x5x2x2xf32>, tensor<i32>)
  %out, %lse = nn.attention %q, %k, %k {causal, scale = 0.5 : f64} : (tensor<1x5x2x2xf32>, tensor<1x5x2x2xf32>, tensor<1x5x2x2xf32>) -> (tensor<1x5x2x2xf32>, tensor<1x2x5xf32>)
  // CHECK-DAG: %[[MQ:.*]] = dist.mask %arg0 dim 1 of 5
  // CHECK-DAG: %[[MD:.*]] = dist.mask %arg2 dim 1 of 5
  // CHECK-DAG: %[[MO:.*]] = dist.mask %[[OUT]] dim 1 of 5
  // CHECK-DAG: %[[ML:.*]] = dist.mask %[[LSE]] dim 2 of 5
  // CHECK: %[[P:.*]] = dist.shard_offset of 5
  // CHECK: %{{.*}}, %[[DK:.*]], %{{.*}} = nn.attention_grad %[[MQ]], %arg1, %arg1, %[[MO]], %[[ML]], %[[MD]], %[[P]] {causal,
  // CHECK: dist.reduce_scatter %[[DK]] sum dim 1 over ["cp"]
  %dq, %dk, %dv = nn.attention_grad %q, %k, %k, %out, %lse, %d {causal, scale = 0.5 : f64} : (tensor<1x5x2x2xf32>, tensor<1x5x2x2xf32>, tensor<1x5x2x2xf32>, tensor<1x5x2x2xf32>, tensor<1x2x5xf32>, tensor<1x5x2x2xf32>) -> (tensor<1x5x2x2xf32>, tensor<1x5x2x2xf32>, tensor<1x5x2x2xf32>)
  return %dq, %dk : tensor<1x5x2x2xf32>, tensor<1x5x2x2xf32>
}

// -----

// Without a causal mask no query needs to know its place.

dist.mesh @mesh <"cp"=2>
// CHECK-LABEL: func.func @everything
func.func @everything(%q: tensor<1x4x2x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>},
    %k: tensor<1x6x2x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {}]>}) -> tensor<1x4x2x2xf32> {
  // CHECK-NOT: dist.shard_offset
  // CHECK: nn.attention %arg0, %arg1, %arg1 {
  %out, %lse = nn.attention %q, %k, %k {scale = 0.5 : f64} : (tensor<1x4x2x2xf32>, tensor<1x6x2x2xf32>, tensor<1x6x2x2xf32>) -> (tensor<1x4x2x2xf32>, tensor<1x2x4xf32>)
  return %out : tensor<1x4x2x2xf32>
}

// -----

// Index vectors are shifted to the rank's part of the vocabulary.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @embedding
func.func @embedding(%t: tensor<10x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %ids: tensor<6xi32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> tensor<6x4xf32> {
  // CHECK: %[[O:.*]] = dist.shard_offset of 10 granule 1 over ["tp"] on @mesh : tensor<i32>
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %[[O]]
  // CHECK: %[[I:.*]] = stablehlo.subtract %arg1, %[[B]]
  // CHECK: nn.embedding %arg0, %[[I]]
  // CHECK: dist.all_reduce
  %0 = nn.embedding %t, %ids : (tensor<10x4xf32>, tensor<6xi32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

// A split vocabulary costs three reductions of one number a token, no gather.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @loss
func.func @loss(%x: tensor<6x10xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %labels: tensor<6xi32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> (tensor<6xf32>, tensor<6x10xf32>) {
  // CHECK-NOT: dist.all_gather
  // CHECK: nn.cross_entropy {{.*}} (tensor<6x5xf32>, tensor<6xi32>)
  // CHECK: dist.all_reduce %{{.*}} max over ["tp"] on @mesh : tensor<6xf32>
  // CHECK: dist.all_reduce %{{.*}} sum over ["tp"] on @mesh : tensor<6xf32>
  // CHECK: dist.all_reduce %{{.*}} sum over ["tp"] on @mesh : tensor<6xf32>
  // CHECK-NOT: dist.all_reduce
  %loss, %lse = nn.cross_entropy %x, %labels : (tensor<6x10xf32>, tensor<6xi32>) -> (tensor<6xf32>, tensor<6xf32>)
  // CHECK: %[[O:.*]] = dist.shard_offset of 10
  // CHECK: nn.cross_entropy_grad {{.*}}, %[[O]] {{.*}}vocab = 10 : i64
  %d = nn.cross_entropy_grad %x, %labels, %lse, %loss {vocab = 10} : (tensor<6x10xf32>, tensor<6xi32>, tensor<6xf32>, tensor<6xf32>) -> tensor<6x10xf32>
  return %loss, %d : tensor<6xf32>, tensor<6x10xf32>
}

// -----

// One reduction a set of axes; copies count once.

dist.mesh @mesh <"dp"=2, "tp"=2>
// CHECK-LABEL: func.func @norm
func.func @norm(%a: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %b: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
    %c: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %d: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {"dp"}]>}) -> tensor<f32> {
  // CHECK: %[[A:.*]] = nn.square_sum %arg0, %arg2
  // CHECK: %[[AR:.*]] = dist.all_reduce %[[A]] sum over ["tp"]
  // CHECK: %[[B:.*]] = nn.square_sum %arg1
  // CHECK: %[[AB:.*]] = stablehlo.add %[[AR]], %[[B]]
  // CHECK: %[[D:.*]] = nn.square_sum %arg3
  // CHECK: %[[DR:.*]] = dist.all_reduce %[[D]] sum over ["dp", "tp"]
  // CHECK: stablehlo.add %[[AB]], %[[DR]]
  %0 = nn.square_sum %a, %b, %c, %d : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @constants
func.func @constants() -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>},
    tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}, tensor<4xi32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) {
  // CHECK-DAG: stablehlo.constant {{.*}}dense<2.000000e+00> : tensor<2xf32>
  %0 = stablehlo.constant dense<2.0> : tensor<4xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
  // CHECK-DAG: dist.all_slice %[[C]] dim 0 over ["tp"]
  %1 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // CHECK-DAG: %[[I:.*]] = stablehlo.iota dim = 0 : tensor<2xi32>
  // CHECK-DAG: %[[O:.*]] = dist.shard_offset of 4
  // CHECK-DAG: stablehlo.add %[[I]]
  %2 = stablehlo.iota dim = 0 : tensor<4xi32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>
}

// -----

// Extents that ops hold as attributes become local ones.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @extents
func.func @extents(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}, %i: tensor<i32>, %ids: tensor<3x1xi32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<3x4xf32>) {
  // CHECK: stablehlo.slice %arg0 [0:2, 1:3] {{.*}} : (tensor<2x8xf32>) -> tensor<2x2xf32>
  %0 = stablehlo.slice %x [0:4, 1:3] : (tensor<4x8xf32>) -> tensor<4x2xf32>
  // CHECK: stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2, 2]
  %1 = stablehlo.dynamic_slice %x, %i, %i, sizes = [4, 2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  // CHECK: "stablehlo.gather"(%arg0, %arg2) <{{.*}}slice_sizes = array<i64: 2, 1>
  %2 = "stablehlo.gather"(%x, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return %0, %1, %2 : tensor<4x2xf32>, tensor<4x2xf32>, tensor<3x4xf32>
}

// -----

// Placement in the step goes to what is made of an op.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @place
func.func @place(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {dist.stage = 2 : i64, dist.layer = 7 : i64, dist.phase = "backward"} : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK: dist.all_reduce {{.*}}dist.layer = 7 : i64, dist.phase = "backward", {{.*}}dist.stage = 2 : i64
  return %0 : tensor<4x4xf32>
}
