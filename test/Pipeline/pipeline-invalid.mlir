// Graphs that can't be cut.
// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-pipeline

dist.mesh @mesh <"pp"=2>
func.func @main(%x: tensor<1x4xf32> {dist.role = "input"}) -> tensor<4xf32> {
  %r = dist.microbatch 1 (%x) kinds = [sum] {
  ^bb0(%xi: tensor<4xf32>):
    // expected-note@+1 {{the value is made here}}
    %0 = stablehlo.negate %xi {dist.stage = 1 : i64} : tensor<4xf32>
    // expected-error@+1 {{on stage 0 (forward) reads a value made on stage 1 (forward); stages must form a chain, forward ascending and backward descending}}
    %1 = stablehlo.negate %0 {dist.stage = 0 : i64} : tensor<4xf32>
    dist.yield %1 : tensor<4xf32>
  } : (tensor<1x4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

dist.mesh @mesh <"pp"=2>
func.func @main(%x: tensor<1x4xf32> {dist.role = "input"}) -> tensor<4xf32> {
  %r = dist.microbatch 1 (%x) kinds = [sum] {
  ^bb0(%xi: tensor<4xf32>):
    // expected-note@+1 {{the value is made here}}
    %0 = stablehlo.negate %xi {dist.stage = 0 : i64, dist.phase = "backward"} : tensor<4xf32>
    // expected-error@+1 {{on stage 1 (backward) reads a value made on stage 0 (backward)}}
    %1 = stablehlo.negate %0 {dist.stage = 1 : i64, dist.phase = "backward"} : tensor<4xf32>
    dist.yield %1 : tensor<4xf32>
  } : (tensor<1x4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

dist.mesh @mesh <"pp"=2>
func.func @main(%x: tensor<1x4xf32> {dist.role = "input"}) -> tensor<4xf32> {
  %r = dist.microbatch 1 (%x) kinds = [sum] {
  ^bb0(%xi: tensor<4xf32>):
    // expected-error@+1 {{is on stage 2 of 2}}
    %0 = stablehlo.negate %xi {dist.stage = 2 : i64} : tensor<4xf32>
    dist.yield %0 : tensor<4xf32>
  } : (tensor<1x4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<1x4xf32> {dist.role = "input"}) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note@+1 {{the first is here}}
  %r = dist.microbatch 1 (%x) kinds = [sum] {
  ^bb0(%xi: tensor<4xf32>):
    dist.yield %xi : tensor<4xf32>
  } : (tensor<1x4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{is the second microbatch region; a step has one}}
  %s = dist.microbatch 1 (%x) kinds = [sum] {
  ^bb0(%xi: tensor<4xf32>):
    dist.yield %xi : tensor<4xf32>
  } : (tensor<1x4xf32>) -> tensor<4xf32>
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error@+1 {{module has no function '@main' with a body}}
module {
}
