// RUN: shard-opt %s --shardc-codegen=compile=false --split-input-file --verify-diagnostics

func.func private @unknown(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.segment = "step"} {
  // expected-error @+1 {{'stablehlo.custom_call' op cannot be compiled; it has no kernel}}
  %0 = stablehlo.custom_call @mystery(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
