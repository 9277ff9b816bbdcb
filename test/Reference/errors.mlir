// RUN: shard-opt %s --split-input-file --shardc-interpret --verify-diagnostics -o /dev/null

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op cannot be interpreted: the reference interpreter does not know this op}}
  %0 = stablehlo.custom_call @magic(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error @+1 {{there is no function 'main' to interpret}}
module {
  func.func @other() {
    return
  }
}

// -----

// expected-note @+1 {{the mesh is here}}
dist.mesh @mesh <"x"=2>
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'dist.all_reduce' op needs the 2 ranks of @mesh, and 1 are simulated}}
  %0 = dist.all_reduce %x sum over ["x"] on @mesh : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

dist.mesh @mesh <"x"=2>
func.func @main(%x: tensor<2xf32> {dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{"x"}]>}) -> tensor<2xf32> {
  // expected-error @+1 {{'dist.reshard' op speaks of a whole value, but this program is run by 2 ranks; partition it first}}
  %0 = dist.reshard %x <@mesh, [{"x"}]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Copies that are not equal are an error of the program, not of the run.
dist.mesh @mesh <"x"=2>
// expected-error @+1 {{result 'r': ranks 0 and 1 hold different values of element 0 of 'tensor<i32>'}}
func.func @main() -> (tensor<i32> {dist.name = "r", dist.global_type = tensor<i32>}) {
  %r = dist.shard_offset of 2 granule 1 over ["x"] on @mesh : tensor<i32>
  return %r : tensor<i32>
}

// -----

// expected-error @+1 {{'func.func' op has an unknown kind in 'dist.init' of argument 0}}
func.func @main(%x: tensor<2xf32> {dist.init = {kind = "odd"}}) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{no program is there for rank 1 of the mesh}}
module {
  dist.mesh @mesh <"pp"=2>
  func.func @program_0() attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
    return
  }
}

// -----

func.func private @outside(tensor<f32>) -> tensor<f32>
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'func.call' op cannot be interpreted: 'outside' has no body}}
  %0 = func.call @outside(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
