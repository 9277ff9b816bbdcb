// Graphs and counts that can't be cut into microbatches.
// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-wrap-microbatches=count=4

// expected-error@+1 {{microbatches=4 does not divide the 6 rows of a rank's batch; legal counts are 1, 2, 3, 6}}
func.func @main(%x: tensor<6x8xf32> {dist.name = "x", dist.role = "input"}) -> tensor<6x8xf32> {
  return %x : tensor<6x8xf32>
}

// -----

dist.mesh @mesh <"dp"=4>
// expected-error@+1 {{microbatches=4 does not divide the 2 rows of a rank's batch; legal counts are 1, 2}}
func.func @main(%x: tensor<8x8xf32> {dist.name = "x", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> tensor<8x8xf32> {
  return %x : tensor<8x8xf32>
}

// -----

// expected-error@+1 {{has no argument with role 'input' to cut into microbatches}}
func.func @main(%x: tensor<8x8xf32> {dist.name = "x", dist.role = "param"}) -> tensor<8x8xf32> {
  return %x : tensor<8x8xf32>
}

// -----

func.func @main(%x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  // expected-error@+1 {{is not linear in a sum over the batch and can't run in microbatches; end the graph in sums ('loss_sum')}}
  %1 = stablehlo.exponential %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @main(%x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"}) -> tensor<8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // expected-error@+1 {{reads across the batch and can't run in microbatches}}
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error@+1 {{result 0 has the batch as dimension 1 and can't be stacked from microbatches}}
func.func @main(%x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"}) -> tensor<8x4xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @main(%x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"}) -> tensor<4x8xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  // expected-error@+1 {{puts the batch inside another dimension and can't run in microbatches}}
  %1 = stablehlo.reshape %0 : (tensor<8x4xf32>) -> tensor<32xf32>
  %2 = stablehlo.reshape %1 : (tensor<32xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

func.func @main(%x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"}) -> tensor<4x4xf32> {
  // expected-error@+1 {{mixes rows of the batch and can't run in microbatches}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
