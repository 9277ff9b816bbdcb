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

// Two users need the same: it is moved once, and said once.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @shared
func.func @shared(%x: tensor<4x8xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK-COUNT-1: dist.reshard
  // CHECK-NOT: dist.reshard
  // expected-remark @+1 {{'nn.rms_norm' op moves 64 bytes a rank}}
  %0 = nn.rms_norm %x, %w {eps = 1.0e-5 : f64} : tensor<4x8xf32>, tensor<8xf32>
  %1 = stablehlo.reverse %x, dims = [1] : tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// Blocks of 11 heads of 32 are no blocks of groups of 4.

dist.mesh @mesh <"tp"=3>
// CHECK-LABEL: func.func @unfit
func.func @unfit(%x: tensor<32x2xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<8x4x2xf32> {
  // expected-remark @+1 {{moves 176 bytes a rank: operand 0, 'x', is split over 'tp' along dimension 0, but its blocks are not whole in what this op makes of them; split it evenly, or along another dimension}}
  %0 = stablehlo.reshape %x : (tensor<32x2xf32>) -> tensor<8x4x2xf32>
  return %0 : tensor<8x4x2xf32>
}

// -----

// A choice by cost names what the next best one would move: with fewer rows, the
// activation moves instead.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @second_best
func.func @second_best(%x: tensor<64x16xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %w: tensor<16x4xf32> {dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}) -> tensor<64x4xf32> {
  // expected-remark @+1 {{moves 128 bytes a rank: operand 1, 'w', is split over 'tp' along dimension 1, but other operands split this op otherwise; give it a sharding that agrees with theirs; the next best choice moves 2048 bytes: operand 0, 'x'}}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x4xf32>) -> tensor<64x4xf32>
  return %0 : tensor<64x4xf32>
}

// -----

// A constraint wins over what is propagated, and says what it costs.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @against
func.func @against(%x: tensor<4x8xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x8xf32> {
  // CHECK: dist.reshard %arg0 <@mesh, [{}, {"tp"}]>
  // expected-remark @+1 {{moves 32 bytes a rank: operand 0, 'x', is split over 'tp' along dimension 0, but this constraint asks for #dist.sharding<@mesh, [{}, {"tp"}]>; give the two shardings that agree}}
  %0 = dist.constraint %x <@mesh, [{}, {"tp"}]> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// What comes up in every layer is said once.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @layers
func.func @layers(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
    %w0: tensor<8xf32> {dist.name = "layers.0.norm", dist.sharding = #dist.sharding<@mesh, [{"tp"}]>},
    %w1: tensor<8xf32> {dist.name = "layers.1.norm", dist.sharding = #dist.sharding<@mesh, [{"tp"}]>},
    %w2: tensor<8xf32> {dist.name = "layers.2.norm", dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) -> tensor<4x8xf32> {
  // expected-remark @+1 {{moves 16 bytes a rank: operand 1, 'layers.0.norm', is split over 'tp' along dimension 0, which this op reads across; split another dimension of it, or let the op before it produce it whole; and in 2 more layers}}
  %0 = nn.rms_norm %x, %w0 {eps = 1.0e-5 : f64} : tensor<4x8xf32>, tensor<8xf32>
  %1 = nn.rms_norm %0, %w1 {eps = 1.0e-5 : f64} : tensor<4x8xf32>, tensor<8xf32>
  %2 = nn.rms_norm %1, %w2 {eps = 1.0e-5 : f64} : tensor<4x8xf32>, tensor<8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// A weight that is needed in two placements is gathered twice.

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @gathered_twice
func.func @gathered_twice(%w: tensor<8x16xf32> {dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>},
    %x: tensor<4096x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<4096x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}, {}]>}) -> (tensor<4096x16xf32>, tensor<4096x16xf32>) {
  // expected-remark @+2 {{moves 128 bytes a rank: operand 1, 'w', is split over 'a' along dimension 0}}
  // expected-note @+1 {{gathered before for this op}}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x8xf32>, tensor<8x16xf32>) -> tensor<4096x16xf32>
  // expected-remark @+2 {{moves 384 bytes a rank: operand 1, 'w', is split over 'a' along dimension 0, but other operands split this op otherwise}}
  // expected-remark @+1 {{gathers 'w' over 'a' once more, 384 bytes a rank; let all of its users have it in one placement}}
  %1 = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<4096x8xf32>, tensor<8x16xf32>) -> tensor<4096x16xf32>
  return %0, %1 : tensor<4096x16xf32>, tensor<4096x16xf32>
}

// -----

// A weight in pieces that two ops need whole is gathered once, and said once; so is
// what happens to another weight alike.

dist.mesh @mesh <"dp"=2>
// CHECK-LABEL: func.func @gathered_once
func.func @gathered_once(%w: tensor<8x16xf32> {dist.name = "w0", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %v: tensor<8x16xf32> {dist.name = "w1", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %x: tensor<4096x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> (tensor<4096x16xf32>, tensor<4096x16xf32>, tensor<4096x16xf32>) {
  // CHECK-NEXT: %[[W:.*]] = dist.reshard %arg0 <@mesh, [{}, {}]>
  // CHECK-NOT: dist.reshard %arg0
  // expected-remark @+1 {{moves 256 bytes a rank: operand 1, 'w0', is split over 'dp' along dimension 0, but other operands split this op otherwise; give it a sharding that agrees with theirs; the next best choice moves 65792 bytes: operand 0, argument 2, and operand 1, 'w0'; and at 1 more equal op}}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x8xf32>, tensor<8x16xf32>) -> tensor<4096x16xf32>
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x8xf32>, tensor<8x16xf32>) -> tensor<4096x16xf32>
  %2 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4096x8xf32>, tensor<8x16xf32>) -> tensor<4096x16xf32>
  return %0, %1, %2 : tensor<4096x16xf32>, tensor<4096x16xf32>, tensor<4096x16xf32>
}
