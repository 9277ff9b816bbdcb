// RUN: shard-opt %s --shardc-verify-partition=experiment-budget=0 --split-input-file --verify-diagnostics

// A rank's own block draws what the elements draw in the whole.

dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @drop(%x: tensor<8x6xf32>, %k: tensor<2xui32>) -> tensor<8x6xf32> {
  %y = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 4 : i64} : (tensor<8x6xf32>, tensor<2xui32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}
func.func @drop_local(
    %x: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>},
    %k: tensor<2xui32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<2xui32>})
    -> (tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>})
    attributes {dist.partition_of = @drop} {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %i = dist.shard_offset of 8 granule 1 over ["dp"] on @mesh : tensor<i64>
  %y = nn.dropout %x, key %k at(%i, %z) {rate = 0.1 : f64, stream = 4 : i64, whole = array<i64: 8, 6>}
      : (tensor<4x6xf32>, tensor<2xui32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// Every rank would draw the same.

dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @drop(%x: tensor<8x6xf32>, %k: tensor<2xui32>) -> tensor<8x6xf32> {
  %y = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 4 : i64} : (tensor<8x6xf32>, tensor<2xui32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}
func.func @drop_local(
    // expected-note @+1 {{the value comes from here}}
    %x: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>},
    %k: tensor<2xui32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<2xui32>})
    -> (tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>})
    attributes {dist.partition_of = @drop} {
  // expected-error @+1 {{draws for the elements of blocks of 4 of 8 over {"dp"} in dimension 0, with no offset}}
  %y = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 4 : i64}
      : (tensor<4x6xf32>, tensor<2xui32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// The offset of another axis.

dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @drop(%x: tensor<8x6xf32>, %k: tensor<2xui32>) -> tensor<8x6xf32> {
  %y = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 4 : i64} : (tensor<8x6xf32>, tensor<2xui32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}
func.func @drop_local(
    %x: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>},
    %k: tensor<2xui32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<2xui32>})
    -> (tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>})
    attributes {dist.partition_of = @drop} {
  %z = stablehlo.constant dense<0> : tensor<i64>
  // expected-note @+1 {{the value comes from here}}
  %i = dist.shard_offset of 8 granule 1 over ["tp"] on @mesh : tensor<i64>
  // expected-error @+1 {{draws for the elements of blocks of 4 of 8 over {"dp"} in dimension 0, with the offset of blocks of 4 of 8 over {"tp"}}}
  %y = nn.dropout %x, key %k at(%i, %z) {rate = 0.1 : f64, stream = 4 : i64, whole = array<i64: 8, 6>}
      : (tensor<4x6xf32>, tensor<2xui32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// Another stream drops other elements.

dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @drop(%x: tensor<8x6xf32>, %k: tensor<2xui32>) -> tensor<8x6xf32> {
  // expected-note @+1 {{result 0 of '@drop' is computed here}}
  %y = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 4 : i64} : (tensor<8x6xf32>, tensor<2xui32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}
// expected-note @+1 {{not settled by experiment}}
func.func @drop_local(
    %x: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>},
    %k: tensor<2xui32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<2xui32>})
    -> (tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>})
    attributes {dist.partition_of = @drop} {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %i = dist.shard_offset of 8 granule 1 over ["dp"] on @mesh : tensor<i64>
  // expected-error @+1 {{computes a value that '@drop' does not have, and result 0 is made from it}}
  %y = nn.dropout %x, key %k at(%i, %z) {rate = 0.1 : f64, stream = 5 : i64, whole = array<i64: 8, 6>}
      : (tensor<4x6xf32>, tensor<2xui32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// So does a row of another length.

dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @drop(%x: tensor<8x6xf32>, %k: tensor<2xui32>) -> tensor<8x6xf32> {
  // expected-note @+1 {{result 0 of '@drop' is computed here}}
  %y = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 4 : i64} : (tensor<8x6xf32>, tensor<2xui32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}
// expected-note @+1 {{not settled by experiment}}
func.func @drop_local(
    %x: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>},
    %k: tensor<2xui32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<2xui32>})
    -> (tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>})
    attributes {dist.partition_of = @drop} {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %i = dist.shard_offset of 8 granule 1 over ["dp"] on @mesh : tensor<i64>
  // expected-error @+1 {{computes a value that '@drop' does not have, and result 0 is made from it}}
  %y = nn.dropout %x, key %k at(%i, %z) {rate = 0.1 : f64, stream = 4 : i64, whole = array<i64: 8, 7>}
      : (tensor<4x6xf32>, tensor<2xui32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// Another rate.

dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @drop(%x: tensor<8x6xf32>, %k: tensor<2xui32>) -> tensor<8x6xf32> {
  // expected-note @+1 {{result 0 of '@drop' is computed here}}
  %y = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 4 : i64} : (tensor<8x6xf32>, tensor<2xui32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}
// expected-note @+1 {{not settled by experiment}}
func.func @drop_local(
    %x: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>},
    %k: tensor<2xui32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<2xui32>})
    -> (tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>})
    attributes {dist.partition_of = @drop} {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %i = dist.shard_offset of 8 granule 1 over ["dp"] on @mesh : tensor<i64>
  // expected-error @+1 {{computes a value that '@drop' does not have, and result 0 is made from it}}
  %y = nn.dropout %x, key %k at(%i, %z) {rate = 0.2 : f64, stream = 4 : i64, whole = array<i64: 8, 6>}
      : (tensor<4x6xf32>, tensor<2xui32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}
