// What differentiation refuses, each with one error.

// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-differentiate

// expected-error@+1 {{'builtin.module' op has no function '@main' to differentiate}}
module {
}

// -----

// expected-error@+1 {{'func.func' op has no result with role 'loss_sum' or 'loss' to train on; mark one, or use train=none}}
func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op has a result with role 'loss_sum', but none with role 'token_count' to divide it by}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss_sum"}) {
  return %w : tensor<f32>
}

// -----

// expected-error@+1 {{'func.func' op result 0 with role 'loss' must be a floating-point scalar, but has type 'tensor<4xf32>'}}
func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<4xf32> {dist.role = "loss"}) {
  return %w : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op has no argument with role 'param'; there is nothing to train}}
func.func @main(%x: tensor<f32> {dist.name = "x", dist.role = "input"}) -> (tensor<f32> {dist.role = "loss"}) {
  return %x : tensor<f32>
}

// -----

// expected-error@+1 {{'func.func' op parameter 'w' has type 'tensor<4xi32>'; only floating-point tensors can be trained}}
func.func @main(%w: tensor<4xi32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error@+1 {{'func.func' op has a loss that depends on none of its 1 parameters}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  // expected-error@+1 {{'stablehlo.custom_call' op has no gradient, but the loss depends on a parameter through it}}
  %0 = stablehlo.custom_call @foreign(%w) : (tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{'stablehlo.reduce' op has no gradient: its body is 'stablehlo.multiply'; only sums, maxima and minima of one input are differentiated}}
  %0 = stablehlo.reduce(%w init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%w: tensor<2x3xf32> {dist.name = "w", dist.role = "param"}, %l: tensor<2xi32> {dist.name = "l", dist.role = "input"}) -> (tensor<f32> {dist.role = "loss"}) {
  // expected-error@+1 {{'nn.cross_entropy' op has no gradient through its result 'lse', on which the loss depends}}
  %0, %1 = nn.cross_entropy %w, %l : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2xf32>)
  %2 = nn.square_sum %1 : (tensor<2xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

// The square of a sum over microbatches is no sum of losses.
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}, %x: tensor<3xf32> {dist.name = "x", dist.role = "input"}) -> (tensor<f32> {dist.role = "loss"}) {
  // expected-error@+1 {{'dist.microbatch' op has no gradient through its result 0: the loss is not linear in it, so the gradient of one microbatch would need the results of all}}
  %r = dist.microbatch 3 (%x) kinds = [sum] {
  ^bb0(%xi: tensor<f32>):
    %0 = stablehlo.multiply %w, %xi : tensor<f32>
    dist.yield %0 : tensor<f32>
  } : (tensor<3xf32>) -> tensor<f32>
  %1 = stablehlo.multiply %r, %r : tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}, %x: tensor<3xf32> {dist.name = "x", dist.role = "input"}) -> (tensor<f32> {dist.role = "loss"}) {
  // expected-error@+1 {{'dist.microbatch' op has no gradient through its result 0, which is stacked; the loss may depend on sums only}}
  %r = dist.microbatch 3 (%x) kinds = [stack] {
  ^bb0(%xi: tensor<f32>):
    %0 = stablehlo.multiply %w, %xi : tensor<f32>
    dist.yield %0 : tensor<f32>
  } : (tensor<3xf32>) -> tensor<3xf32>
  %1 = nn.square_sum %r : (tensor<3xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// expected-error@+1 {{'mean' is updated, but no parameter is, so that this is neither a forward graph to train nor a training step; return the loss alone, or use train=none}}
func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}, %m: tensor<f32> {dist.name = "mean", dist.role = "state", dist.updated_by = 1 : i64}) -> (tensor<f32> {dist.role = "loss"}, tensor<f32> {dist.role = "output"}) {
  %0 = stablehlo.multiply %w, %m : tensor<f32>
  return %0, %0 : tensor<f32>, tensor<f32>
}
