// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate --split-input-file --verify-diagnostics | FileCheck %s

// A norm reads its last dimension whole.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @reads_across
func.func @reads_across(%x: tensor<4x8xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> tensor<4x8xf32> {
  // expected-remark @+2 {{moves 64 bytes a rank: operand 0, 'x', is split over 'tp' along dimension 1, which this op reads across; split another dimension of it, or let the op before it produce it whole}}
  // CHECK: dist.reshard %{{.*}} <@mesh, [{}, {}]>
  %0 = nn.rms_norm %x, %w {eps = 1.0e-5 : f64} : tensor<4x8xf32>, tensor<8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Both operands claim the axis: the smaller one moves.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @smaller_moves
func.func @smaller_moves(%x: tensor<64x16xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %w: tensor<16x4xf32> {dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}) -> tensor<64x4xf32> {
  // expected-remark @+3 {{moves 128 bytes a rank: operand 1, 'w', is split over 'tp' along dimension 1, but other operands split this op otherwise; give it a sharding that agrees with theirs}}
  // CHECK: dist.reshard %arg1 <@mesh, [{}, {}]>
  // CHECK: stablehlo.dot_general {{.*}}[{"tp"}, {}]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x4xf32>) -> tensor<64x4xf32>
  return %0 : tensor<64x4xf32>
}

// -----

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @other_moves
func.func @other_moves(%x: tensor<4x16xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %w: tensor<16x64xf32> {dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}) -> tensor<4x64xf32> {
  // expected-remark @+2 {{moves 128 bytes a rank: operand 0, 'x', is split over 'tp' along dimension 0}}
  // CHECK: stablehlo.dot_general {{.*}}[{}, {"tp"}]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}

// -----

// Microbatches are not split over ranks.

dist.mesh @mesh <"dp"=2>
func.func @split_runs(%x: tensor<4x8xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> tensor<8xf32> {
  // expected-remark @+1 {{operand 0, 'x', is split over 'dp' along dimension 0, but microbatches are not split over ranks; split another dimension of it}}
  %r = dist.microbatch 4 (%x) kinds = [sum] {
  ^bb0(%i: tensor<8xf32>):
    dist.yield %i : tensor<8xf32>
  } : (tensor<4x8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Two users need the same: it is moved once.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @shared
func.func @shared(%x: tensor<4x8xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK-COUNT-1: dist.reshard
  // CHECK-NOT: dist.reshard
  // expected-remark @+1 {{moves 64 bytes a rank}}
  %0 = nn.rms_norm %x, %w {eps = 1.0e-5 : f64} : tensor<4x8xf32>, tensor<8xf32>
  // expected-remark @+1 {{moves 64 bytes a rank}}
  %1 = stablehlo.reverse %x, dims = [1] : tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}
