// Ops and bodies that have no gradient say so where they stand.

// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-differentiate

func.func @main(%w: tensor<1xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %i = stablehlo.reshape %w : (tensor<1xf32>) -> tensor<f32>
  // expected-error@+1 {{'stablehlo.reduce' op has no gradient for its initial value; only that of a sum is differentiated}}
  %0 = stablehlo.reduce(%c init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error@+1 {{'stablehlo.reduce' op has no gradient: it reduces 2 inputs at once; only sums, maxima and minima of one input are differentiated}}
  %0, %1 = "stablehlo.reduce"(%w, %w, %z, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    %t = stablehlo.add %p, %r : tensor<f32>
    %u = stablehlo.maximum %q, %s : tensor<f32>
    stablehlo.return %t, %u : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0 : tensor<f32>
}

// -----

func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error@+1 {{'stablehlo.reduce' op has no gradient: its body is not a single commutative op; only sums, maxima and minima of one input are differentiated}}
  %0 = "stablehlo.reduce"(%w, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    %u = stablehlo.negate %t : tensor<f32>
    stablehlo.return %u : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %at = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{'stablehlo.scatter' op has no gradient: only scatters of one value whose body adds, takes the maximum or minimum, or replaces are differentiated}}
  %x = "stablehlo.scatter"(%w, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.multiply %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{'stablehlo.reduce_window' op has no gradient: its body is 'stablehlo.multiply'; only sums, maxima, minima and choices are differentiated}}
  %x = "stablehlo.reduce_window"(%w, %one) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.multiply %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %c = stablehlo.constant dense<1.0> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{'stablehlo.select_and_scatter' op has no gradient: only sums of what is scattered are differentiated}}
  %x = "stablehlo.select_and_scatter"(%c, %w, %one) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.multiply %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %c = stablehlo.constant dense<1.0> : tensor<1x2x1x4xf32>
  %t = stablehlo.reshape %w : (tensor<4xf32>) -> tensor<2x2xf32>
  // expected-error@+1 {{'nn.rope' op has no gradient for its cosines and sines; they must not depend on a parameter}}
  %y = nn.rope %c, %t, %t : tensor<1x2x1x4xf32>, tensor<2x2xf32>
  %x = stablehlo.reshape %y : (tensor<1x2x1x4xf32>) -> tensor<8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  %c = stablehlo.constant dense<1.0> : tensor<1x2x1x2xf32>
  %m = stablehlo.reshape %w : (tensor<4xf32>) -> tensor<1x1x2x2xf32>
  // expected-error@+1 {{'nn.attention' op has no gradient for its mask; it must not depend on a parameter}}
  %y, %lse = nn.attention %c, %c, %c mask %m {scale = 0.7 : f64} : (tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>, tensor<1x1x2x2xf32>) -> (tensor<1x2x1x2xf32>, tensor<1x1x2xf32>)
  %x = stablehlo.reshape %y : (tensor<1x2x1x2xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
