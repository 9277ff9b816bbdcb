// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-export-shardy

dist.mesh @mesh <"tp"=4>
func.func @main(%x: tensor<24xf32>) -> tensor<24xf32> {
  // expected-error @+1 {{dimension 0 of size 24 is split into 4 blocks of 8, which Shardy cannot say}}
  %0 = stablehlo.negate %x {dist.shardings = [#dist.sharding<@mesh, [{"tp"}:8]>]} : tensor<24xf32>
  return %0 : tensor<24xf32>
}

// -----

dist.mesh @mesh <"tp"=2>
// expected-error @+1 {{is partitioned already; annotate what propagate gives, or export it with --shardc-export-stablehlo}}
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<8xf32>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
