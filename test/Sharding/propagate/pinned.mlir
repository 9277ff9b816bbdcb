// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate --split-input-file | FileCheck %s
// RUN: shard-opt %s --shardc-propagate --split-input-file > %t.once
// RUN: shard-opt %t.once --shardc-propagate --split-input-file > %t.twice
// RUN: diff %t.once %t.twice

// A reshard that stands in the program stays: its result is as it says, and its
// operand is not asked for anything.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @stays
func.func @stays(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[A:.*]] = stablehlo.negate %arg0 {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]}
  %0 = stablehlo.negate %x : tensor<4x8xf32>
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{}, {"tp"}]>
  %1 = dist.reshard %0 <@mesh, [{}, {"tp"}]> : tensor<4x8xf32>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.tanh %[[B]] {dist.shardings = [#dist.sharding<@mesh, [{}, {"tp"}]>]}
  %2 = stablehlo.tanh %1 : tensor<4x8xf32>
  // CHECK-NEXT: %[[D:.*]] = dist.reshard %[[C]] <@mesh, [{}, {"tp"}]>
  %3 = dist.reshard %2 <@mesh, [{}, {"tp"}]> : tensor<4x8xf32>
  // CHECK-NEXT: return %[[D]]
  return %3 : tensor<4x8xf32>
}

// -----

// Two that ask for the same are two.

dist.mesh @mesh <"dp"=2>
// CHECK-LABEL: func.func @two
func.func @two(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> tensor<4x8xf32> {
  // CHECK-NEXT: %[[A:.*]] = dist.reshard %arg0 <@mesh, [{}, {}]> {dist.regather,
  %0 = dist.reshard %w <@mesh, [{}, {}]> {dist.regather} : tensor<4x8xf32>
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %arg0 <@mesh, [{}, {}]> {dist.regather,
  %1 = dist.reshard %w <@mesh, [{}, {}]> {dist.regather} : tensor<4x8xf32>
  // CHECK-NEXT: stablehlo.add %[[A]], %[[B]]
  %2 = stablehlo.add %0, %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// It takes a pending sum and pays for its reduction; of the sums that it may
// leave pending, those stay that its operand has.

dist.mesh @mesh <"a"=2, "b"=2, "c"=2>
// CHECK-LABEL: func.func @pending
func.func @pending(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a", "b"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a", "b"}, {}]>}) -> tensor<4x4xf32> {
  // CHECK: %[[A:.*]] = stablehlo.dot_general {{.*}}[{}, {}], partial={sum:"a","b"}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{"a"}, {}], partial={sum:"b"}>
  %1 = dist.reshard %0 <@mesh, [{"a"}, {}], partial={sum:"b", "c"}> : tensor<4x4xf32>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.negate %[[B]] {{.*}}[{"a"}, {}], partial={sum:"b"}
  %2 = stablehlo.negate %1 : tensor<4x4xf32>
  // CHECK-NEXT: dist.reshard %[[C]] <@mesh, [{"a"}, {}]>
  return %2 : tensor<4x4xf32>
}

// -----

// A value that somebody needs whole is reduced once; the pinned reshard gets it
// whole.

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @reduced_before
func.func @reduced_before(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>},
    %w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[A:.*]] = stablehlo.dot_general
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{}, {}]>
  // CHECK-NEXT: %[[C:.*]] = dist.reshard %[[B]] <@mesh, [{"a"}, {}]>
  %1 = dist.reshard %0 <@mesh, [{"a"}, {}]> : tensor<4x4xf32>
  // CHECK-NEXT: stablehlo.tanh %[[B]]
  %2 = stablehlo.tanh %0 : tensor<4x4xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// A pending maximum, too.

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @maximum
func.func @maximum(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) -> tensor<4xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // CHECK: %[[A:.*]] = stablehlo.reduce{{.*}}partial={max:"a"}
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[B:.*]] = dist.reshard %[[A]] <@mesh, [{"a"}]>
  // CHECK-NEXT: return %[[B]]
  %1 = dist.reshard %0 <@mesh, [{"a"}]> : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Weights that are gathered and gradients that are scattered every microbatch:
// reshards of captured values stay inside of the region, in front of the op.

dist.mesh @mesh <"dp"=2, "fsdp"=2>
// CHECK-LABEL: func.func @microbatches
func.func @microbatches(%x: tensor<4x8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"fsdp", "dp"}, {}]>},
    %w: tensor<6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>}) -> tensor<6x4xf32> {
  // CHECK: %[[R:.*]] = dist.microbatch 4
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{"fsdp"}, {}], partial={sum:"dp"}>]
  %r = dist.microbatch 4 (%x) kinds = [sum] {
  ^bb0(%i: tensor<8x6xf32>):
    // CHECK: %[[W:.*]] = dist.reshard %arg1 <@mesh, [{}, {}]> {dist.adjoint
    %0 = dist.reshard %w <@mesh, [{}, {}]> {dist.regather, dist.adjoint = #dist.sharding<@mesh, [{"fsdp"}, {}], partial={sum:"dp"}>} : tensor<6x4xf32>
    // CHECK-NEXT: %[[Y:.*]] = stablehlo.dot_general %{{.*}}, %[[W]]
    %1 = stablehlo.dot_general %i, %0, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
    // CHECK-NEXT: %[[G:.*]] = stablehlo.dot_general {{.*}}partial={sum:"dp","fsdp"}
    %2 = stablehlo.dot_general %i, %1, contracting_dims = [0] x [0] : (tensor<8x6xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    // CHECK-NEXT: %[[S:.*]] = dist.reshard %[[G]] <@mesh, [{"fsdp"}, {}], partial={sum:"dp"}>
    %3 = dist.reshard %2 <@mesh, [{"fsdp"}, {}], partial={sum:"dp"}> : tensor<6x4xf32>
    // CHECK-NEXT: dist.yield %[[S]]
    dist.yield %3 : tensor<6x4xf32>
  } : (tensor<4x8x6xf32>) -> tensor<6x4xf32>
  // CHECK: dist.reshard %[[R]] <@mesh, [{"fsdp"}, {}]>
  return %r : tensor<6x4xf32>
}
