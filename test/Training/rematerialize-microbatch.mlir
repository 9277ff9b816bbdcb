// Inside a microbatch region, without layer marks: everything after the last
// tag is one layer, but what the region yields is kept.

// RUN: shard-opt %s --shardc-rematerialize=recompute=full --shardc-verify-rematerialize | FileCheck %s

func.func @main(%w: tensor<4xf32>, %x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>) {
  %r:2 = dist.microbatch 2 (%x) kinds = [stack, sum] {
  ^bb0(%xi: tensor<4xf32>):
    %c = dist.checkpoint %xi "layers.0.input" : tensor<4xf32>
    %a = stablehlo.multiply %c, %w : tensor<4xf32>
    %b = stablehlo.tanh %a : tensor<4xf32>
    %g = stablehlo.negate %b {dist.phase = "backward"} : tensor<4xf32>
    %h = stablehlo.multiply %g, %a {dist.phase = "backward"} : tensor<4xf32>
    dist.yield %b, %h : tensor<4xf32>, tensor<4xf32>
  } : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<2x4xf32>, tensor<4xf32>
}

// CHECK: ^bb0(%[[X:.*]]: tensor<4xf32>):
// CHECK-NEXT: %[[A:.*]] = stablehlo.multiply %[[X]], %[[W:.*]] : tensor<4xf32>
// CHECK-NEXT: %[[B:.*]] = stablehlo.tanh %[[A]]
// CHECK-NEXT: %[[G:.*]] = stablehlo.negate %[[B]]
// CHECK-NEXT: %[[AR:.*]] = stablehlo.multiply %[[X]], %[[W]] {dist.phase = "backward", dist.recompute}
// CHECK-NEXT: %[[H:.*]] = stablehlo.multiply %[[G]], %[[AR]]
// CHECK-NEXT: dist.yield %[[B]], %[[H]]
