// RUN: shard-opt %s --shardc-verify-partition=experiment-budget=0 --split-input-file --verify-diagnostics

// FSDP with microbatches: parameters are gathered and gradients scattered for
// each microbatch; the sum over microbatches is of blocks.

dist.mesh @mesh <"fsdp"=2>
func.func @step(%x: tensor<3x8x8xf32>, %w: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<3x8x6xf32>) {
  %r:2 = dist.microbatch 3 (%x) kinds = [sum, stack] {
  ^bb0(%i: tensor<8x8xf32>):
    %y = stablehlo.dot_general %i, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %g = stablehlo.dot_general %i, %y, contracting_dims = [0] x [0] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    dist.yield %g, %y : tensor<8x6xf32>, tensor<8x6xf32>
  } : (tensor<3x8x8xf32>) -> (tensor<8x6xf32>, tensor<3x8x6xf32>)
  return %r#0, %r#1 : tensor<8x6xf32>, tensor<3x8x6xf32>
}
func.func @step_local(
    %x: tensor<3x4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"fsdp"}, {}]>, dist.global_type = tensor<3x8x8xf32>},
    %w: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.global_type = tensor<8x6xf32>})
    -> (tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {}]>, dist.global_type = tensor<8x6xf32>},
        tensor<3x4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"fsdp"}, {}]>, dist.global_type = tensor<3x8x6xf32>})
    attributes {dist.partition_of = @step} {
  %r:2 = dist.microbatch 3 (%x) kinds = [sum, stack] {
  ^bb0(%i: tensor<4x8xf32>):
    %full = dist.all_gather %w dim 0 over ["fsdp"] on @mesh : (tensor<4x6xf32>) -> tensor<8x6xf32>
    %y = stablehlo.dot_general %i, %full, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %p = stablehlo.dot_general %i, %y, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %g = dist.reduce_scatter %p sum dim 0 over ["fsdp"] on @mesh : (tensor<8x6xf32>) -> tensor<4x6xf32>
    dist.yield %g, %y : tensor<4x6xf32>, tensor<4x6xf32>
  } : (tensor<3x4x8xf32>) -> (tensor<4x6xf32>, tensor<3x4x6xf32>)
  return %r#0, %r#1 : tensor<4x6xf32>, tensor<3x4x6xf32>
}

// -----

// Another number of microbatches is another sum: of the same values, twice.

dist.mesh @mesh <"dp"=2>
func.func @sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<2x1xf32>
  // expected-note @+1 {{result 0 of '@sum' is computed here}}
  %r = dist.microbatch 2 (%one) kinds = [sum] {
  ^bb0(%i: tensor<1xf32>):
    %y = stablehlo.tanh %x : tensor<4xf32>
    dist.yield %y : tensor<4xf32>
  } : (tensor<2x1xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// expected-note @+1 {{not settled by experiment}}
func.func @sum_local(%x: tensor<2xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>, dist.global_type = tensor<4xf32>})
    -> (tensor<2xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>, dist.global_type = tensor<4xf32>})
    attributes {dist.partition_of = @sum} {
  %one = stablehlo.constant dense<1.0> : tensor<4x1xf32>
  // expected-error @+1 {{'dist.microbatch' op computes a value that '@sum' does not have, and result 0 is made from it}}
  %r = dist.microbatch 4 (%one) kinds = [sum] {
  ^bb0(%i: tensor<1xf32>):
    %y = stablehlo.tanh %x : tensor<2xf32>
    dist.yield %y : tensor<2xf32>
  } : (tensor<4x1xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
