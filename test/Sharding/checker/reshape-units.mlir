// RUN: shard-opt %s --shardc-verify-partition=experiment-budget=0 --split-input-file --verify-diagnostics

// One element a rank on both sides of a reshape, of which only one is split: what is
// split is further in.

// Heads that attend as groups, in the place of a sequence of one.
dist.mesh @mesh <"t"=2>
func.func @local(%x: tensor<512x1x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"t"}]>, dist.global_type = tensor<512x1x512xf32>})
    -> (tensor<512x1x4x64xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"t"}, {}, {}]>, dist.global_type = tensor<512x2x4x64xf32>}) {
  %0 = stablehlo.reshape %x {dist.shardings = [#dist.sharding<@mesh, [{}, {"t"}, {}, {}]>]} : (tensor<512x1x256xf32>) -> tensor<512x1x4x64xf32>
  return %0 : tensor<512x1x4x64xf32>
}

// -----

// Sequences in one row, one of them a rank.
dist.mesh @mesh <"d"=2>
func.func @local(%x: tensor<1x512x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"d"}, {}]>, dist.global_type = tensor<1x1024x256xf32>})
    -> (tensor<1x512x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}, {}]>, dist.global_type = tensor<2x512x256xf32>}) {
  %0 = stablehlo.reshape %x {dist.shardings = [#dist.sharding<@mesh, [{"d"}, {}, {}]>]} : (tensor<1x512x256xf32>) -> tensor<1x512x256xf32>
  return %0 : tensor<1x512x256xf32>
}

// -----

// And back.
dist.mesh @mesh <"d"=2>
func.func @local(%x: tensor<1x512x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}, {}]>, dist.global_type = tensor<2x512x256xf32>})
    -> (tensor<1x512x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"d"}, {}]>, dist.global_type = tensor<1x1024x256xf32>}) {
  %0 = stablehlo.reshape %x {dist.shardings = [#dist.sharding<@mesh, [{}, {"d"}, {}]>]} : (tensor<1x512x256xf32>) -> tensor<1x512x256xf32>
  return %0 : tensor<1x512x256xf32>
}

// -----

// The same blocks, said to be of a dimension that they are not.
dist.mesh @mesh <"d"=2>
func.func @local(
    // expected-note@below {{the value comes from here}}
    %x: tensor<1x512x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"d"}]>, dist.global_type = tensor<1x512x512xf32>})
    -> (tensor<1x512x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}, {}]>, dist.global_type = tensor<2x512x256xf32>}) {
  // expected-error@below {{result 0 is derived as blocks of 256 of 512 over {"d"} in dimension 2, but is declared as all of 512}}
  %0 = stablehlo.reshape %x {dist.shardings = [#dist.sharding<@mesh, [{"d"}, {}, {}]>]} : (tensor<1x512x256xf32>) -> tensor<1x512x256xf32>
  return %0 : tensor<1x512x256xf32>
}
