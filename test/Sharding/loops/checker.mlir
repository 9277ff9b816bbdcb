// Loops of partitioned programs: the fixed point of what is carried, and a condition that all ranks see alike.
// RUN: shard-opt %s --shardc-verify-partition=experiment-budget=0 --split-input-file --verify-diagnostics

dist.mesh @mesh <"tp"=2>
func.func @loop(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %v: tensor<16x8xf32>, %least: tensor<f32>) -> tensor<4x8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = stablehlo.while(%a = %x) : tensor<4x8xf32>
   cond {
    %max = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %max, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
    stablehlo.return %y : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
func.func @local(
    %x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<4x8xf32>},
    %w: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<8x16xf32>},
    %v: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.global_type = tensor<16x8xf32>},
    %least: tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>, dist.global_type = tensor<f32>})
    -> (tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<4x8xf32>})
    attributes {dist.partition_of = @loop} {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = stablehlo.while(%a = %x) : tensor<4x8xf32>
   cond {
    %max = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %max, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %s = dist.all_reduce %y sum over ["tp"] on @mesh : tensor<4x8xf32>
    stablehlo.return %s : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// -----

// The sum is left pending.

dist.mesh @mesh <"tp"=2>
func.func @loop(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %v: tensor<16x8xf32>, %least: tensor<f32>) -> tensor<4x8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = stablehlo.while(%a = %x) : tensor<4x8xf32>
   cond {
    %max = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %max, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
    stablehlo.return %y : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
func.func @local(
    %x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<4x8xf32>},
    %w: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<8x16xf32>},
    %v: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.global_type = tensor<16x8xf32>},
    %least: tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>, dist.global_type = tensor<f32>})
    -> (tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<4x8xf32>})
    attributes {dist.partition_of = @loop} {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // expected-error @+1 {{carries value 0 as [{}, {}], but its body returns it with a pending reduction}}
  %r = stablehlo.while(%a = %x) : tensor<4x8xf32>
   cond {
    %max = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %max, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    // expected-note @+1 {{the value comes from here}}
    %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    stablehlo.return %y : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// -----

// Each rank asks about its own part.

dist.mesh @mesh <"tp"=2>
func.func @loop(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %v: tensor<16x8xf32>, %least: tensor<f32>) -> tensor<4x8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = stablehlo.while(%a = %x) : tensor<4x8xf32>
   cond {
    %max = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %max, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
    stablehlo.return %y : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
func.func @local(
    %x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<4x8xf32>},
    %w: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<8x16xf32>},
    %v: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.global_type = tensor<16x8xf32>},
    %least: tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>, dist.global_type = tensor<f32>})
    -> (tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<4x8xf32>})
    attributes {dist.partition_of = @loop} {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = stablehlo.while(%a = %x) : tensor<4x8xf32>
   cond {
    %part = dist.all_slice %a dim 1 over ["tp"] on @mesh : (tensor<4x8xf32>) -> tensor<4x4xf32>
    // expected-note @+1 {{the value comes from here}}
    %max = stablehlo.reduce(%part init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    // expected-error @+1 {{reads a partial value (max:"tp") but is not linear in it; reduce it first}}
    %p = stablehlo.compare GT, %max, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %s = dist.all_reduce %y sum over ["tp"] on @mesh : tensor<4x8xf32>
    stablehlo.return %s : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// -----

// The body computes something else.

dist.mesh @mesh <"tp"=2>
func.func @loop(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %v: tensor<16x8xf32>, %least: tensor<f32>) -> tensor<4x8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // expected-note @+1 {{is computed here}}
  %r = stablehlo.while(%a = %x) : tensor<4x8xf32>
   cond {
    %max = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %max, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
    stablehlo.return %y : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
// expected-note @+1 {{not settled by experiment}}
func.func @local(
    %x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<4x8xf32>},
    %w: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<8x16xf32>},
    %v: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.global_type = tensor<16x8xf32>},
    %least: tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>, dist.global_type = tensor<f32>})
    -> (tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<4x8xf32>})
    attributes {dist.partition_of = @loop} {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // expected-error @+1 {{computes a value that '@loop' does not have, and result 0 is made from it}}
  %r = stablehlo.while(%a = %x) : tensor<4x8xf32>
   cond {
    %max = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %max, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %s = dist.all_reduce %y sum over ["tp"] on @mesh : tensor<4x8xf32>
    %t = stablehlo.tanh %s : tensor<4x8xf32>
    stablehlo.return %t : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// -----

// Ranks count in their own blocks: they would not all leave.

dist.mesh @mesh <"tp"=2>
func.func @local(
    %x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<4x8xf32>})
    -> (tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<4x8xf32>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @+1 {{has a condition that ranks may see differently}}
  %r = stablehlo.while(%a = %x) : tensor<4x8xf32>
   cond {
    %o = dist.shard_offset of 8 granule 1 over ["tp"] on @mesh : tensor<i32>
    // expected-note @+1 {{with unrelated values along {"tp"}}}
    %p = stablehlo.compare GT, %o, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.tanh %a : tensor<4x8xf32>
    stablehlo.return %y : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
