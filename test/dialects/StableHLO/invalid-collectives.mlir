// One negative case a constraint of collectives.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @all_reduce_c1(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{device 1 appears more than once in the replica groups}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_reduce_c1_rank(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{replica groups have rank 1, but must be rows of device numbers}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_reduce_c2(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{body must take two scalars and return one}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>):
    // expected-note @+1 {{the body has 1 arguments and returns 1 values}}
    stablehlo.return %a : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_reduce_c3(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{result #0 has type 'tensor<8xf32>', but the operand gives 'tensor<8x4xf32>'}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @all_gather_c2(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{dimension 2 in all_gather_dim is out of range for rank 2}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @all_gather_c3(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{result #0 has type 'tensor<8x4xf32>', but the operand gives 'tensor<16x4xf32>'}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @reduce_scatter_c3(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{scatter dimension 0 has size 8, which 3 devices of a group do not divide}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @reduce_scatter_c4(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{result has shape [8, 4], but the operands give [4, 4]}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_to_all_c1(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{split_count is 4, but a group has 2 devices}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @all_to_all_c3(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{split dimension 0 has size 8, which split_count 3 does not divide}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<8x4xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @collective_permute_c1(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{source_target_pairs has type 'tensor<1x3xi64>', but must have two columns}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @collective_permute_c2(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{device 1 is the target of two pairs}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}
