// RUN: shard-opt %s --shardc-verify-codegen --split-input-file --verify-diagnostics

dist.mesh @mesh <"tp"=3>
func.func private @gather(%x: tensor<4x3xf32>) -> tensor<4x9xf32> attributes {dist.segment = "step"} {
  // expected-error @+1 {{'dist.all_gather' op is not contiguous: dimension 1 of 3 on 3 ranks gives 9}}
  %0 = dist.all_gather %x dim 1 over ["tp"] on @mesh : (tensor<4x3xf32>) -> tensor<4x9xf32>
  return %0 : tensor<4x9xf32>
}

// -----

dist.mesh @mesh <"tp"=3>
func.func private @scatter(%x: tensor<8x3xf32>) -> tensor<3x3xf32> attributes {dist.segment = "step"} {
  // expected-error @+1 {{'dist.reduce_scatter' op is not contiguous: dimension 0 of 8 on 3 ranks leaves 3}}
  %0 = dist.reduce_scatter %x sum dim 0 over ["tp"] on @mesh : (tensor<8x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

dist.mesh @mesh <"tp"=2>
func.func private @exchange(%x: tensor<4x4xf32>) -> tensor<8x2xf32> attributes {dist.segment = "step"} {
  // expected-error @+1 {{'dist.all_to_all' op is not an exchange of the blocks of dimension 0}}
  %0 = dist.all_to_all %x split 1 concat 0 over ["tp"] on @mesh : (tensor<4x4xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// -----

func.func private @rest(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.segment = "step"} {
  // expected-error @+1 {{'stablehlo.negate' op cannot be compiled; it has no kernel}}
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op is a segment and a kernel at once}}
func.func private @both(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.segment = "step", sched.kernel} {
  return %x : tensor<4xf32>
}
