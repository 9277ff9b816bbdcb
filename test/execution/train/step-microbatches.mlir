// A step as a file has it: a mean over the rows that are not masked, clipping by the norm
// of the gradient, a momentum, a rate that falls with the number of steps; it returns the
// loss, its exponential and how many rows there were. None of the latter is linear in sums
// over microbatches.
// RUN: shardc check %s --strategy microbatches=2 --steps 3 --json | FileCheck %s
// RUN: shardc check %s --strategy dp=2,microbatches=4 --steps 3 --json | FileCheck %s
// RUN: shardc check %s --strategy dp=2,zero=1,microbatches=2 --steps 3 --json | FileCheck %s
// CHECK: "max_rel_err":{{(0|[0-9.]+e-1[5-9])}},
// CHECK-SAME: "pass":true
func.func @main(%w: tensor<4x6xf32> {dist.role = "param", dist.updated_by = 0 : i64},
                %v: tensor<4x6xf32> {dist.role = "state", dist.updated_by = 1 : i64},
                %t: tensor<f32> {dist.role = "state", dist.updated_by = 2 : i64},
                %x: tensor<8x4xf32> {dist.role = "input"},
                %mask: tensor<8xi32> {dist.role = "input"})
    -> (tensor<4x6xf32> {dist.role = "param"}, tensor<4x6xf32> {dist.role = "state"},
        tensor<f32> {dist.role = "state"}, tensor<f32> {dist.role = "loss"},
        tensor<f32> {dist.role = "output"}, tensor<f32> {dist.role = "output"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %a = stablehlo.tanh %h : tensor<8x6xf32>
  %m = stablehlo.convert %mask : (tensor<8xi32>) -> tensor<8xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf32>) -> tensor<8x6xf32>
  %am = stablehlo.multiply %a, %mb : tensor<8x6xf32>
  %s = stablehlo.reduce(%am init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
  %c = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %n = stablehlo.add %c, %one : tensor<f32>
  %loss = stablehlo.divide %s, %n : tensor<f32>
  %e = stablehlo.exponential %loss : tensor<f32>
  %aa = stablehlo.multiply %a, %a : tensor<8x6xf32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
  %d = stablehlo.subtract %ones, %aa : tensor<8x6xf32>
  %seed = stablehlo.divide %one, %n : tensor<f32>
  %seeds = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
  %sm = stablehlo.multiply %seeds, %mb : tensor<8x6xf32>
  %ct = stablehlo.multiply %sm, %d : tensor<8x6xf32>
  %g = stablehlo.dot_general %x, %ct, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %gg = stablehlo.multiply %g, %g : tensor<4x6xf32>
  %norm2 = stablehlo.reduce(%gg init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
  %norm = stablehlo.sqrt %norm2 : tensor<f32>
  %most = stablehlo.maximum %norm, %one : tensor<f32>
  %mosts = stablehlo.broadcast_in_dim %most, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %clipped = stablehlo.divide %g, %mosts : tensor<4x6xf32>
  %decay = stablehlo.constant dense<0.9> : tensor<4x6xf32>
  %v1 = stablehlo.multiply %v, %decay : tensor<4x6xf32>
  %v2 = stablehlo.add %v1, %clipped : tensor<4x6xf32>
  %t2 = stablehlo.add %t, %one : tensor<f32>
  %rate = stablehlo.divide %one, %t2 : tensor<f32>
  %rates = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %u = stablehlo.multiply %v2, %rates : tensor<4x6xf32>
  %p = stablehlo.subtract %w, %u : tensor<4x6xf32>
  return %p, %v2, %t2, %loss, %e, %n : tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
