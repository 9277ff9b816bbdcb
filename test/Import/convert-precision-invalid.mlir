// RUN: shard-opt %s --split-input-file --shardc-convert-precision=to=bf16 --verify-diagnostics
// RUN: not shard-opt %s --split-input-file --shardc-convert-precision=to=fp8 2>&1 | FileCheck %s
// CHECK: error: unknown precision 'fp8'; known: fp64, fp32, bf16, fp16

func.func @main() -> tensor<4xf32> {
  // expected-error @+1 {{has no values to convert to 'bf16'}}
  %0 = stablehlo.constant dense_resource<__elided__> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
