// RUN: shard-opt %s --split-input-file --shardc-assign-shardings=strategy=tp=2,sp=on | FileCheck %s
// RUN: shard-opt %s --split-input-file --shardc-assign-shardings=strategy=dp=2,cp=2,tp=2,sp=on,sp-regather=off | FileCheck %s --check-prefix=CP

// Sequence parallelism by structure: nobody tells where the residual stream is.
// The table's rows and the product of the split rows are scattered, the
// products of columns share one gather. Tokens are flattened around the products.

module {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: %arg1: tensor<6x8xf32> {dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>
  // CP-LABEL: func.func @main
  // CP-SAME: tensor<4x6xi32> {dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"cp"}]>}
  // Positions go along with the tokens.
  // CP-SAME: %arg1: tensor<6x8xf32> {dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"cp", "tp"}, {}]>
  func.func @main(%tokens: tensor<4x6xi32> {dist.role = "input"}, %positions: tensor<6x8xf32> {dist.role = "param"},
      %table: tensor<10x8xf32> {dist.role = "param"}, %norm: tensor<8xf32> {dist.role = "param"},
      %up: tensor<8x12xf32> {dist.role = "param"}, %gate: tensor<8x12xf32> {dist.role = "param"},
      %down: tensor<12x8xf32> {dist.role = "param"}) -> tensor<4x6x8xf32> {
    // CHECK: %[[ROWS:.*]] = nn.embedding
    // CHECK: %[[S0:.*]] = dist.reshard %[[ROWS]] <@mesh, [{}, {"tp"}, {}]> {dist.adjoint = #dist.sharding<@mesh, [{}, {}, {}]>}
    // CP: dist.reshard %{{.*}} <@mesh, [{"dp"}, {"cp", "tp"}, {}]> {dist.adjoint = #dist.sharding<@mesh, [{"dp"}, {"cp"}, {}]>}
    %rows = nn.embedding %table, %tokens : (tensor<10x8xf32>, tensor<4x6xi32>) -> tensor<4x6x8xf32>
    %wide = stablehlo.broadcast_in_dim %positions, dims = [1, 2] : (tensor<6x8xf32>) -> tensor<4x6x8xf32>
    // CHECK: %[[X:.*]] = stablehlo.add %[[S0]],
    %x = stablehlo.add %rows, %wide : tensor<4x6x8xf32>
    // CHECK: %[[N:.*]] = nn.rms_norm %[[X]],
    %n = nn.rms_norm %x, %norm {eps = 1.0e-5 : f64} : tensor<4x6x8xf32>, tensor<8xf32>
    // CHECK: %[[G:.*]] = dist.reshard %[[N]] <@mesh, [{}, {}, {}]> {dist.adjoint = #dist.sharding<@mesh, [{}, {"tp"}, {}]>, dist.layer = 3 : i64, dist.regather}
    // CP: dist.reshard %{{.*}} <@mesh, [{"dp"}, {"cp"}, {}]> {dist.adjoint = #dist.sharding<@mesh, [{"dp"}, {"cp", "tp"}, {}]>, dist.layer = 3 : i64}
    // CHECK: stablehlo.reshape %[[G]]
    // CHECK: stablehlo.reshape %[[G]]
    // CHECK-NOT: dist.reshard
    %a0 = stablehlo.reshape %n : (tensor<4x6x8xf32>) -> tensor<24x8xf32>
    %a1 = stablehlo.dot_general %a0, %up, contracting_dims = [1] x [0] {dist.layer = 3} : (tensor<24x8xf32>, tensor<8x12xf32>) -> tensor<24x12xf32>
    %b0 = stablehlo.reshape %n : (tensor<4x6x8xf32>) -> tensor<24x8xf32>
    %b1 = stablehlo.dot_general %b0, %gate, contracting_dims = [1] x [0] {dist.layer = 3} : (tensor<24x8xf32>, tensor<8x12xf32>) -> tensor<24x12xf32>
    %c = stablehlo.multiply %a1, %b1 : tensor<24x12xf32>
    // CHECK: %[[D:.*]] = stablehlo.dot_general %{{.*}}, %arg6
    %d0 = stablehlo.dot_general %c, %down, contracting_dims = [1] x [0] {dist.layer = 3} : (tensor<24x12xf32>, tensor<12x8xf32>) -> tensor<24x8xf32>
    // CHECK: %[[E:.*]] = stablehlo.reshape %[[D]]
    // CHECK: %[[S1:.*]] = dist.reshard %[[E]] <@mesh, [{}, {"tp"}, {}]> {dist.adjoint = #dist.sharding<@mesh, [{}, {}, {}]>, dist.layer = 3 : i64}
    %d = stablehlo.reshape %d0 : (tensor<24x8xf32>) -> tensor<4x6x8xf32>
    // CHECK: %[[Y:.*]] = stablehlo.add %[[X]], %[[S1]]
    // CHECK: return %[[Y]]
    %y = stablehlo.add %x, %d : tensor<4x6x8xf32>
    return %y : tensor<4x6x8xf32>
  }
}

// -----

// Keys and values stay split where they are computed; what is no batch of tokens is
// no sequence.

module {
  // CP-LABEL: func.func @main
  // CP-SAME: tensor<4x6xi32> {dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"cp"}]>}
  // CP-SAME: tensor<4x6x4x2xf32> {dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"cp"}, {"tp"}, {}]>}
  // CP-SAME: tensor<6x6xf32> {dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{}, {}]>}
  func.func @main(%tokens: tensor<4x6xi32> {dist.role = "input"}, %q: tensor<4x6x4x2xf32> {dist.role = "input"},
      %table: tensor<6x6xf32> {dist.role = "input"}) -> tensor<4x6x4x2xf32> {
    // CP: %[[K:.*]] = dist.constraint %arg1 <@mesh, [{?}, {"cp"}, {?}, {?}]> {dist.deliberate, dist.layer = 1 : i64}
    // CP: %[[V:.*]] = dist.constraint %arg1 <@mesh, [{?}, {"cp"}, {?}, {?}]> {dist.deliberate, dist.layer = 1 : i64}
    // CP: nn.attention %arg1, %[[K]], %[[V]]
    %out, %lse = nn.attention %q, %q, %q {causal, dist.layer = 1, scale = 0.5 : f64}
        : (tensor<4x6x4x2xf32>, tensor<4x6x4x2xf32>, tensor<4x6x4x2xf32>) -> (tensor<4x6x4x2xf32>, tensor<4x4x6xf32>)
    return %out : tensor<4x6x4x2xf32>
  }
}
