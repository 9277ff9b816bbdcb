// In bf16, counts, norms and the division by the token count are in f32, and
// everything decomposes.

// RUN: shard-opt %s --shardc-differentiate --shardc-verify-differentiate | FileCheck %s
// RUN: shard-opt %s --shardc-differentiate --shardc-decompose-nn | FileCheck %s --check-prefix=DECOMPOSED

func.func @main(%w: tensor<4x8xbf16> {dist.name = "w", dist.role = "param"},
                %x: tensor<2x4xbf16> {dist.name = "x", dist.role = "input"},
                %l: tensor<2xi32> {dist.name = "labels", dist.role = "input"})
    -> (tensor<f32> {dist.role = "loss_sum"}, tensor<f32> {dist.role = "token_count"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xbf16>, tensor<4x8xbf16>) -> tensor<2x8xbf16>
  %nll, %lse = nn.cross_entropy %0, %l : (tensor<2x8xbf16>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2xf32>)
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%nll init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %count = stablehlo.constant dense<2.0> : tensor<f32>
  return %sum, %count : tensor<f32>, tensor<f32>
}

// CHECK: tensor<4x8xbf16> {dist.init = {kind = "zero"}, dist.name = "w.m"
// CHECK-SAME: tensor<f32> {dist.init = {kind = "zero"}, dist.name = "step"
// CHECK: %[[G:.*]] = stablehlo.dot_general {{.*}} -> tensor<4x8xbf16>
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[G]] {{.*}} : (tensor<4x8xbf16>) -> tensor<4x8xf32>
// CHECK: %[[D:.*]] = stablehlo.divide %[[WIDE]], {{.*}} : tensor<4x8xf32>
// CHECK: %[[N:.*]] = stablehlo.convert %[[D]] {{.*}} : (tensor<4x8xf32>) -> tensor<4x8xbf16>
// CHECK: nn.square_sum %[[N]] {{.*}} : (tensor<4x8xbf16>) -> tensor<f32>
// CHECK: nn.adamw {{.*}} : tensor<4x8xbf16>, tensor<f32>

// DECOMPOSED-NOT: nn.
// DECOMPOSED: return
