// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-export-stablehlo

// expected-error @+1 {{the module has no mesh; annotate and partition it first}}
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

// expected-error @+1 {{the program has 2 pipeline stages, which are programs of their own; export with pp=1}}
dist.mesh @mesh <"pp"=2>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// Of 5 rows over two axes, the first two ranks hold 2 and 1 with room for 2 and 2.
dist.mesh @mesh <"dp"=2, "tp"=2>
// expected-error @+1 {{argument 0 'w': the blocks of dimension 0 of size 5 have padding between them, which a whole value cannot have; export the program of a device (form=device)}}
func.func @main(%x: tensor<2xf32> {dist.name = "w", dist.global_type = tensor<5xf32>, dist.sharding = #dist.sharding<@mesh, [{"dp", "tp"}]>}) -> tensor<f32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

dist.mesh @mesh <"dp"=2>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has no counterpart in StableHLO}}
  %0 = dist.reshard %x <@mesh, [{"dp"}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{the mesh has 100000 ranks; exports list them all, and are made for a mesh of at least one axis and at most 65536 ranks}}
dist.mesh @mesh <"dp"=100000>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{the mesh has 1 ranks}}
dist.mesh @mesh <>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
