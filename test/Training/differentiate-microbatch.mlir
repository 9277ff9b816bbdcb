// Microbatches and stages: gradients are accumulated as sums of the region, one
// for each stage that uses a parameter (here the tied table), and added and
// divided after it.

// RUN: shard-opt %s --shardc-differentiate=clip=1 --shardc-verify-differentiate | FileCheck %s
// RUN: shard-opt %s --shardc-differentiate=train=none --shardc-verify-differentiate | FileCheck %s --check-prefix=NONE

func.func @main(%table: tensor<16x4xf32> {dist.name = "embed.weight", dist.role = "param"},
                %w: tensor<4x4xf32> {dist.name = "w", dist.role = "param"},
                %tokens: tensor<3x2x5xi32> {dist.name = "tokens", dist.role = "input"},
                %labels: tensor<3x2x5xi32> {dist.name = "labels", dist.role = "input"})
    -> (tensor<f32> {dist.role = "loss_sum"}, tensor<f32> {dist.role = "token_count"},
        tensor<3x2x5x16xf32> {dist.name = "logits", dist.role = "output"}) {
  %r:3 = dist.microbatch 3 (%tokens, %labels) kinds = [sum, sum, stack] {
  ^bb0(%t: tensor<2x5xi32>, %l: tensor<2x5xi32>):
    %0 = nn.embedding %table, %t {dist.stage = 0 : i64} : (tensor<16x4xf32>, tensor<2x5xi32>) -> tensor<2x5x4xf32>
    %1 = stablehlo.dot_general %0, %w, contracting_dims = [2] x [0] {dist.layer = 0 : i64, dist.stage = 0 : i64} : (tensor<2x5x4xf32>, tensor<4x4xf32>) -> tensor<2x5x4xf32>
    %2 = stablehlo.tanh %1 {dist.layer = 0 : i64, dist.stage = 0 : i64} : tensor<2x5x4xf32>
    %3 = stablehlo.dot_general %2, %table, contracting_dims = [2] x [1] {dist.stage = 1 : i64} : (tensor<2x5x4xf32>, tensor<16x4xf32>) -> tensor<2x5x16xf32>
    %4, %5 = nn.cross_entropy %3, %l {dist.stage = 1 : i64} : (tensor<2x5x16xf32>, tensor<2x5xi32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
    %zero = stablehlo.constant {dist.stage = 1 : i64} dense<0.0> : tensor<f32>
    %loss = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] {dist.stage = 1 : i64} : (tensor<2x5xf32>, tensor<f32>) -> tensor<f32>
    %count = stablehlo.constant {dist.stage = 1 : i64} dense<10.0> : tensor<f32>
    dist.yield %loss, %count, %3 : tensor<f32>, tensor<f32>, tensor<2x5x16xf32>
  } : (tensor<3x2x5xi32>, tensor<3x2x5xi32>) -> (tensor<f32>, tensor<f32>, tensor<3x2x5x16xf32>)
  return %r#0, %r#1, %r#2 : tensor<f32>, tensor<f32>, tensor<3x2x5x16xf32>
}

// The stacked logits, which nobody asked to observe, are gone.
// CHECK: %[[R:.*]]:5 = dist.microbatch 3 (%{{.*}}, %{{.*}}) kinds = [sum, sum, sum, sum, sum]
// CHECK: nn.cross_entropy_grad {{.*}}dist.phase = "backward", dist.stage = 1 : i64
// CHECK: %[[HEAD:.*]] = stablehlo.dot_general {{.*}} {dist.phase = "backward", dist.stage = 1 : i64} : {{.*}} -> tensor<16x4xf32>
// CHECK: stablehlo.dot_general {{.*}} {dist.layer = 0 : i64, dist.phase = "backward", dist.stage = 0 : i64}
// CHECK: %[[EMBED:.*]] = nn.embedding_grad {{.*}}dist.phase = "backward", dist.stage = 0 : i64
// CHECK: dist.yield %{{.*}}, %{{.*}}, %[[HEAD]], %{{.*}}, %[[EMBED]]
// The two shares of the table's gradient meet where it is first used.
// CHECK: %[[TABLE:.*]] = stablehlo.add %[[R]]#2, %[[R]]#4 {dist.phase = "update", dist.stage = 0 : i64}
// What all stages share belongs to the last one.
// CHECK: stablehlo.divide %[[R]]#0, %[[R]]#1 {dist.phase = "update", dist.stage = 1 : i64}
// CHECK: stablehlo.divide %[[TABLE]], %{{.*}} {dist.phase = "update", dist.stage = 0 : i64}
// CHECK: nn.square_sum {{.*}}dist.stage = 0 : i64
// CHECK: stablehlo.minimum {{.*}}dist.stage = 1 : i64
// CHECK: nn.adamw {{.*}}dist.stage = 0 : i64

// NONE: %[[R:.*]]:3 = dist.microbatch
// NONE: %[[LOSS:.*]] = stablehlo.divide %[[R]]#0, %[[R]]#1 {dist.phase = "update", dist.stage = 1 : i64}
// NONE: return %[[LOSS]], %[[R]]#2
