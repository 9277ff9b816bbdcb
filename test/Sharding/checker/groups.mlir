// RUN: shard-opt %s --shardc-verify-partition=experiment-budget=0 --split-input-file --verify-diagnostics

// Groups of features over "g", each of which is summed over "s": features are split
// over both, a rank has one group.

dist.mesh @mesh <"g"=2, "s"=3>
func.func @main(%x: tensor<4x6xf32>, %w: tensor<3x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x6xf32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @local(
    %x: tensor<4x1xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"g", "s"}]>, dist.global_type = tensor<4x6xf32>},
    %w: tensor<1x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"s"}, {"g"}]>, dist.global_type = tensor<3x8xf32>})
    -> (tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"g"}]>, dist.global_type = tensor<4x8xf32>})
    attributes {dist.partition_of = @main} {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x1xf32>, tensor<1x4xf32>) -> tensor<4x4xf32>
  %1 = dist.all_reduce %0 sum over ["s"] on @mesh : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// The kernel's sums are over the axis of the groups.

dist.mesh @mesh <"g"=2, "s"=3>
func.func @main(%x: tensor<4x6xf32>, %w: tensor<3x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x6xf32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @local(
    %x: tensor<4x1xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"s", "g"}]>, dist.global_type = tensor<4x6xf32>},
    // expected-note@below {{the value comes from here}}
    %w: tensor<1x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"s"}, {"g"}]>, dist.global_type = tensor<3x8xf32>})
    -> (tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"g"}]>, dist.global_type = tensor<4x8xf32>})
    attributes {dist.partition_of = @main} {
  // expected-error@below {{contracts over unequal blocks: operand 0 has blocks of 1 of 6 over {"s","g"} a group in dimension 1, but operand 1 has blocks of 1 of 3 over {"s"} in dimension 0}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x1xf32>, tensor<1x4xf32>) -> tensor<4x4xf32>
  %1 = dist.all_reduce %0 sum over ["s"] on @mesh : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// Groups of the batch over "g", the images of each over "d", its outputs over "o".

dist.mesh @mesh <"g"=2, "d"=3, "o"=2>
func.func @main(%x: tensor<6x5xf32>, %w: tensor<5x8xf32>) -> tensor<3x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<6x5xf32>, tensor<5x8xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}
func.func @local(
    %x: tensor<1x5xf32> {dist.sharding = #dist.sharding<@mesh, [{"g", "d"}, {}]>, dist.global_type = tensor<6x5xf32>},
    %w: tensor<5x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"g", "o"}]>, dist.global_type = tensor<5x8xf32>})
    -> (tensor<1x2xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {"g", "o"}]>, dist.global_type = tensor<3x8xf32>})
    attributes {dist.partition_of = @main} {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5xf32>, tensor<5x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

// Twice as many groups of the batch as there are.

dist.mesh @mesh <"g"=4>
func.func @main(%x: tensor<8x5xf32>, %w: tensor<5x8xf32>) -> tensor<4x8xf32> {
  // expected-note@below {{result 0 of '@main' is computed here}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<8x5xf32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// expected-note@below {{not settled by experiment}}
func.func @local(
    %x: tensor<2x5xf32> {dist.sharding = #dist.sharding<@mesh, [{"g"}, {}]>, dist.global_type = tensor<8x5xf32>},
    %w: tensor<5x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"g"}]>, dist.global_type = tensor<5x8xf32>})
    -> (tensor<4x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"g"}]>, dist.global_type = tensor<4x8xf32>})
    attributes {dist.partition_of = @main} {
  // expected-error@below {{computes a value that '@main' does not have, and result 0 is made from it}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5xf32>, tensor<5x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.concatenate %0, %0, dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
