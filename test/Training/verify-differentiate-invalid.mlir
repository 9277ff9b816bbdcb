// What a step function must keep.

// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-verify-differentiate

// expected-error@+1 {{'func.func' op argument 0 has role 'weight', which is none of 'param', 'input' and 'state'}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "weight"}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 1 has no 'dist.name'}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}, %x: tensor<f32> {dist.role = "input"}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op arguments 0 and 1 are both named 'w'}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}, %x: tensor<f32> {dist.name = "w", dist.role = "input"}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op result 0 still has role 'loss_sum'; differentiation divides the loss and drops it}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss_sum"}) {
  return %w : tensor<f32>
}

// -----

// expected-error@+1 {{'dist.updated_by' of argument 0 is 3 : i64, but the function has 1 results}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param", dist.updated_by = 3 : i64}) -> tensor<f32> {
  return %w : tensor<f32>
}

// -----

// expected-error@+1 {{'func.func' op argument 'w' has type 'tensor<f32>', but result 0, which updates it, has type 'tensor<4xf32>'}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param", dist.updated_by = 0 : i64}, %x: tensor<4xf32> {dist.name = "x", dist.role = "input"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op arguments 'w' and 'v' are both updated by result 0}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param", dist.updated_by = 0 : i64}, %v: tensor<f32> {dist.name = "v", dist.role = "param", dist.updated_by = 0 : i64}) -> tensor<f32> {
  return %w : tensor<f32>
}

// -----

// expected-error@+1 {{'func.func' op optimizer state 'w.m' is updated by no result}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param", dist.updated_by = 0 : i64}, %m: tensor<f32> {dist.name = "w.m", dist.role = "state", dist.optimizer_state}) -> tensor<f32> {
  return %w : tensor<f32>
}

// -----

func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}) {
  // expected-error@+1 {{'stablehlo.tanh' op has the phase 'later', which is neither 'backward' nor 'update'}}
  %0 = stablehlo.tanh %w {dist.phase = "later"} : tensor<f32>
  return
}

// -----

func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}) {
  // expected-note@+1 {{made here}}
  %0 = stablehlo.tanh %w {dist.phase = "backward"} : tensor<f32>
  // expected-error@+1 {{'stablehlo.negate' op of the forward phase reads a value of the backward phase}}
  %1 = stablehlo.negate %0 : tensor<f32>
  return
}
