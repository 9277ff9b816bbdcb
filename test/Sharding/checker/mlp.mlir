// RUN: shard-opt %s --shardc-verify-partition --split-input-file --verify-diagnostics | FileCheck %s

// A local program written by hand is checked against the program for one device
// that it is a partition of. Here an MLP: columns of the first matrix, rows of
// the second, one reduction. Ops carry no shardings; they are derived.

dist.mesh @mesh <"dp"=2, "tp"=4>
// CHECK-LABEL: func.func @main(
func.func @main(%x: tensor<8x16xf32>, %w1: tensor<16x32xf32>, %b: tensor<32xf32>, %w2: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<32xf32>) -> tensor<8x32xf32>
  %a = stablehlo.add %h, %bb : tensor<8x32xf32>
  %s = nn.silu %a : tensor<8x32xf32>
  %y = stablehlo.dot_general %s, %w2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %z = stablehlo.add %x, %y : tensor<8x16xf32>
  return %z : tensor<8x16xf32>
}
// CHECK-LABEL: func.func @main_local(
func.func @main_local(
    %x: tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x16xf32>},
    %w1: tensor<16x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<16x32xf32>},
    %b: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>, dist.global_type = tensor<32xf32>},
    %w2: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.global_type = tensor<32x16xf32>})
    -> (tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x16xf32>})
    attributes {dist.partition_of = @main} {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %a = stablehlo.add %bb, %h : tensor<4x8xf32>
  %s = nn.silu %a : tensor<4x8xf32>
  %p = stablehlo.dot_general %s, %w2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %y = dist.all_reduce %p sum over ["tp"] on @mesh : tensor<4x16xf32>
  %z = stablehlo.add %x, %y : tensor<4x16xf32>
  return %z : tensor<4x16xf32>
}

// -----

// The reduction is missing: the residual would be counted on every rank.

dist.mesh @mesh <"tp"=4>
func.func @main(%x: tensor<8x16xf32>, %w1: tensor<16x32xf32>, %w2: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %y = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %z = stablehlo.add %x, %y : tensor<8x16xf32>
  return %z : tensor<8x16xf32>
}
func.func @main_local(
    %x: tensor<8x16xf32>,
    %w1: tensor<16x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<16x32xf32>},
    %w2: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.global_type = tensor<32x16xf32>}) -> tensor<8x16xf32>
    attributes {dist.partition_of = @main} {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %p = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  // expected-error @+2 {{'stablehlo.add' op combines a partial value (sum:"tp") with a whole one, which each rank would count; reduce it first}}
  // expected-note @-7 {{the value comes from here and is derived as [{}, {}]}}
  %z = stablehlo.add %x, %p : tensor<8x16xf32>
  return %z : tensor<8x16xf32>
}

// -----

// Every placement is right, yet this is another program: the activation is
// missing.

dist.mesh @mesh <"tp"=2>
func.func @main(%x: tensor<8x16xf32>, %w1: tensor<16x32xf32>) -> tensor<8x32xf32> {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  // expected-note @+1 {{result 0 of '@main' is computed here}}
  %s = nn.silu %h : tensor<8x32xf32>
  return %s : tensor<8x32xf32>
}
// expected-note @+1 {{on random values result 0 is off by}}
func.func @main_local(
    %x: tensor<8x16xf32>,
    %w1: tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<16x32xf32>})
    -> (tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<8x32xf32>})
    attributes {dist.partition_of = @main} {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  // expected-error @+1 {{'func.return' op result 0 is another value of '@main' than its result 0}}
  return %h : tensor<8x16xf32>
}

// -----

// The gradient is averaged where it should be summed.

dist.mesh @mesh <"dp"=2>
func.func @main(%x: tensor<8x4xf32>, %dy: tensor<8x6xf32>) -> tensor<4x6xf32> {
  // expected-note @+1 {{result 0 of '@main' is computed here}}
  %dw = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return %dw : tensor<4x6xf32>
}
// expected-note @+1 {{on random values result 0 is off by 5.000000e-01 of its size}}
func.func @main_local(
    %x: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x4xf32>},
    %dy: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xf32>}) -> tensor<4x6xf32>
    attributes {dist.partition_of = @main} {
  %half = stablehlo.constant dense<0.5> : tensor<4x6xf32>
  %p = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %sum = dist.all_reduce %p sum over ["dp"] on @mesh : tensor<4x6xf32>
  // expected-error @+1 {{'stablehlo.multiply' op computes a value that '@main' does not have, and result 0 is made from it}}
  %mean = stablehlo.multiply %sum, %half : tensor<4x6xf32>
  return %mean : tensor<4x6xf32>
}

// -----

// Another way to write it, which the proof does not see and the numbers do: the
// product is transposed.

dist.mesh @mesh <"tp"=2>
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>) -> tensor<8x32xf32> {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  return %h : tensor<8x32xf32>
}
// CHECK-LABEL: func.func @transposed(
func.func @transposed(
    %x: tensor<8x16xf32>,
    %w: tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<16x32xf32>})
    -> (tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<8x32xf32>})
    attributes {dist.partition_of = @main} {
  %t = stablehlo.dot_general %w, %x, contracting_dims = [0] x [1] : (tensor<16x16xf32>, tensor<8x16xf32>) -> tensor<16x8xf32>
  %h = stablehlo.transpose %t, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  return %h : tensor<8x16xf32>
}

// -----

dist.mesh @mesh <"tp"=2>
// expected-note @+1 {{the global program is here}}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> { return %x : tensor<8xf32> }
// expected-error @+1 {{'func.func' op argument 0 is part of a value of type 'tensor<4xf32>', but in '@main' it is of type 'tensor<8xf32>'}}
func.func @main_local(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.partition_of = @main} { return %x : tensor<4xf32> }

// -----

dist.mesh @mesh <"tp"=2>
// expected-error @+1 {{'func.func' op has 'dist.partition_of' @nothing, which is no other function of the module}}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> attributes {dist.partition_of = @nothing} { return %x : tensor<8xf32> }
