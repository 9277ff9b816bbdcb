// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-normalize-module

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.reduce_precision' op rounds to e4m3; of formats, those of types are supported: e5m10, e8m7, e8m23, e11m52}}
  %0 = stablehlo.reduce_precision %x, format = e4m3 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
