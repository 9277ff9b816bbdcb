// The update of a training step works on the shards that fsdp stores: one reduce_scatter a
// gradient, of the norm by which it is clipped one number. The product reads the parameter
// gathered, and a momentum is stored as its parameter is.
// RUN: shardc explain %s --strategy fsdp=4 | FileCheck %s --check-prefix=FSDP
// RUN: shardc explain %s --strategy dp=4,zero=1 | FileCheck %s --check-prefix=ZERO
// RUN: shardc explain %s --strategy dp=4 | FileCheck %s --check-prefix=DP
// RUN: shardc check %s --strategy fsdp=4 | FileCheck %s --check-prefix=CHECK

// FSDP: param  w  {{.*}}[{fsdp}, {}]
// FSDP: state  m  {{.*}}[{fsdp}, {}]
// FSDP: sent by one rank
// FSDP: all_gather  1  1.5 KiB
// FSDP-NEXT: all_reduce  2  12 B
// FSDP-NEXT: reduce_scatter  1  1.5 KiB
// FSDP-NEXT: total  4

// ZERO: state  m  {{.*}}[{dp}, {}]
// ZERO: sent by one rank
// ZERO: all_gather  1  1.5 KiB
// ZERO-NEXT: all_reduce  2  12 B
// ZERO-NEXT: reduce_scatter  1  1.5 KiB

// DP: sent by one rank
// DP-NEXT: phase
// DP-NEXT: all_reduce  2  3.0 KiB
// DP-NEXT: total  2

// CHECK: check passed
module {
  func.func @main(%w: tensor<16x32xf32> {dist.name = "w", dist.role = "param", dist.updated_by = 0 : i64},
      %m: tensor<16x32xf32> {dist.name = "m", dist.role = "state", dist.optimizer_state, dist.updated_by = 1 : i64},
      %x: tensor<32x16xf32> {dist.name = "x", dist.role = "input"})
      -> (tensor<16x32xf32>, tensor<16x32xf32>, tensor<f32> {dist.role = "loss"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %rate = stablehlo.constant dense<0.1> : tensor<16x32xf32>
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x32xf32>) -> tensor<32x32xf32>
    %squares = stablehlo.multiply %y, %y : tensor<32x32xf32>
    %loss = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x32xf32>, tensor<f32>) -> tensor<f32>
    %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<32x16xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
    %gg = stablehlo.multiply %g, %g : tensor<16x32xf32>
    %sum = stablehlo.reduce(%gg init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    %root = stablehlo.sqrt %sum : tensor<f32>
    %norm = stablehlo.maximum %root, %one : tensor<f32>
    %norms = stablehlo.broadcast_in_dim %norm, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %clipped = stablehlo.divide %g, %norms : tensor<16x32xf32>
    %m1 = stablehlo.add %m, %clipped : tensor<16x32xf32>
    %step = stablehlo.multiply %rate, %m1 : tensor<16x32xf32>
    %w1 = stablehlo.subtract %w, %step : tensor<16x32xf32>
    return %w1, %m1, %loss : tensor<16x32xf32>, tensor<16x32xf32>, tensor<f32>
  }
}
