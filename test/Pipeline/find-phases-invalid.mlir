// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-find-phases=count=2 --shardc-wrap-microbatches=count=2

// The gradient of a root of a mean is divided by the root, which no microbatch knows.
func.func @main(%w: tensor<4xf32> {dist.role = "param", dist.updated_by = 0 : i64},
                %x: tensor<4x4xf32> {dist.role = "input"})
    -> (tensor<4xf32> {dist.role = "param"}, tensor<f32> {dist.role = "loss"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %yy = stablehlo.multiply %y, %y : tensor<4xf32>
  %s = stablehlo.reduce(%yy init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %loss = stablehlo.sqrt %s : tensor<f32>
  // expected-note@+1 {{this is known only when all 2 microbatches have run}}
  %b = stablehlo.broadcast_in_dim %loss, dims = [] : (tensor<f32>) -> tensor<4xf32>
  // expected-error@+1 {{combines rows of the batch with a sum over it and can't run in microbatches; microbatches=1 has the whole batch at once}}
  %c = stablehlo.divide %y, %b : tensor<4xf32>
  %g = stablehlo.dot_general %x, %c, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %p = stablehlo.subtract %w, %g : tensor<4xf32>
  return %p, %loss : tensor<4xf32>, tensor<f32>
}

// -----

// expected-error@+1 {{is a training step without a result of role 'loss', by which its forward and backward passes are told apart; return the loss}}
func.func @main(%w: tensor<4xf32> {dist.role = "param", dist.updated_by = 0 : i64},
                %x: tensor<4x4xf32> {dist.role = "input"})
    -> (tensor<4xf32> {dist.role = "param"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %g = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %p = stablehlo.subtract %w, %g : tensor<4xf32>
  return %p : tensor<4xf32>
}
