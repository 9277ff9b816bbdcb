// One training step with a tied table on two stages: values that cross, values
// that wait for the backward pass, sums over microbatches, the global norm.
// RUN: shard-opt %s --shardc-pipeline=schedule=1f1b --shardc-verify-pipeline | FileCheck %s
// RUN: shard-opt %s --shardc-pipeline=schedule=gpipe --shardc-verify-pipeline | FileCheck %s --check-prefix=GPIPE
// The programs compute what the step computes.
// RUN: shard-opt %s --shardc-interpret="entry=main digits=10" | grep -E "^[a-z_]+:" > %t.whole
// RUN: shard-opt %s --shardc-pipeline=schedule=1f1b --shardc-interpret=digits=10 | grep -E "^[a-z_]+:" > %t.1f1b
// RUN: shard-opt %s --shardc-pipeline=schedule=gpipe --shardc-interpret=digits=10 | grep -E "^[a-z_]+:" > %t.gpipe
// RUN: sort %t.whole > %t.whole.sorted
// RUN: sort %t.1f1b > %t.1f1b.sorted
// RUN: sort %t.gpipe > %t.gpipe.sorted
// RUN: diff %t.whole.sorted %t.1f1b.sorted
// RUN: diff %t.whole.sorted %t.gpipe.sorted

dist.mesh @mesh <"pp"=2>

// Stage 0 runs its own layer; what the backward pass needs is a result.
// CHECK-LABEL: func.func private @forward_0(
// CHECK-SAME: attributes {dist.donate = array<i64: -1>, dist.segment = "forward", dist.stage = 0 : i64}
// CHECK: stablehlo.dot_general
// CHECK: return

// Stage 1 adds its loss to the sum so far, in its place.
// CHECK-LABEL: func.func private @forward_1(
// CHECK-SAME: %arg3: tensor<f32>, %arg4: tensor<f32>)
// CHECK-SAME: dist.donate = array<i64: -1, 3, 4>, dist.segment = "forward", dist.stage = 1 : i64
// CHECK: stablehlo.add %arg3,

// CHECK-LABEL: func.func private @backward_1(
// CHECK-LABEL: func.func private @backward_0(

// The norm takes one level on stage 0, the sum on stage 1, the updates the rest.
// CHECK-LABEL: func.func private @update_0(
// CHECK-LABEL: func.func private @update_1_level1(
// CHECK-LABEL: func.func private @update_0_level2(

// CHECK-LABEL: func.func @program_0(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x4xf32> {dist.name = "w", dist.role = "param", dist.updated_by = 0 : i64}
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x2x4xf32> {dist.name = "x", dist.role = "input"}
// CHECK-SAME: -> (tensor<4x4xf32> {dist.name = "w", dist.role = "param"})
// CHECK-SAME: attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64}
// The table goes to the last stage once a step.
// CHECK-NEXT: dist.send %[[W]] channel 0 to 1 over "pp" on @mesh {dist.action = "0SEND_SETUP", dist.stage = 0 : i64}
// CHECK: %[[ROW:.*]] = stablehlo.slice %[[X]] [0:1, 0:2, 0:4]
// CHECK: call @forward_0({{.*}}) {dist.action = "0F0", dist.microbatch = 0 : i64, dist.stage = 0 : i64}
// CHECK: dist.send {{.*}} channel 1 to 1 {{.*}} {dist.action = "0SEND_F0"
// CHECK: {dist.action = "0F1"
// CHECK: dist.send {{.*}} {dist.action = "0SEND_F1"
// CHECK: dist.recv {{.*}} {dist.action = "0RECV_B0"
// CHECK: {dist.action = "0B0"
// CHECK: dist.recv {{.*}} {dist.action = "0RECV_B1"
// CHECK: {dist.action = "0B1"
// The other half of the tied gradient comes back after the loop, with the count.
// CHECK-COUNT-2: dist.recv {{.*}} {dist.action = "0RECV_UPDATE"
// CHECK: call @update_0({{.*}}) {dist.action = "update"
// CHECK: dist.send {{.*}} : tensor<f32>
// CHECK: dist.recv {{.*}} : tensor<f32>
// CHECK: %[[NEW:.*]] = call @update_0_level2({{.*}}) {dist.action = "update.2"
// CHECK: return %[[NEW]] : tensor<4x4xf32>

// CHECK-LABEL: func.func @program_1(
// CHECK-SAME: %[[U:[a-z0-9]+]]: tensor<4x4xf32> {dist.name = "u", dist.role = "param", dist.updated_by = 1 : i64}
// CHECK: dist.recv channel 0 from 0
// CHECK: {dist.action = "1F0"
// CHECK: {dist.action = "1B0"
// CHECK: {dist.action = "1F1"
// CHECK: {dist.action = "1B1"

// GPIPE-LABEL: func.func @program_1(
// GPIPE: {dist.action = "1F0"
// GPIPE: {dist.action = "1F1"
// GPIPE: {dist.action = "1B0"
// GPIPE: {dist.action = "1B1"

func.func @main(
    %w: tensor<4x4xf32> {dist.name = "w", dist.role = "param", dist.updated_by = 1 : i64},
    %u: tensor<4x4xf32> {dist.name = "u", dist.role = "param", dist.updated_by = 2 : i64},
    %x: tensor<2x2x4xf32> {dist.name = "x", dist.role = "input"})
    -> (tensor<f32> {dist.name = "loss", dist.role = "loss"},
        tensor<4x4xf32> {dist.name = "w", dist.role = "param"},
        tensor<4x4xf32> {dist.name = "u", dist.role = "param"}) {
  %r:5 = dist.microbatch 2 (%x) kinds = [sum, sum, sum, sum, sum] {
  ^bb0(%xi: tensor<2x4xf32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    // Forward: h = x w, y = (h u) wT, loss = sum y.
    %h = stablehlo.dot_general %xi, %w, contracting_dims = [1] x [0] {dist.stage = 0 : i64} : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %g = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] {dist.stage = 1 : i64} : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %y = stablehlo.dot_general %g, %w, contracting_dims = [1] x [1] {dist.stage = 1 : i64} : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %loss = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] {dist.stage = 1 : i64} : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
    // Backward.
    %dy = stablehlo.broadcast_in_dim %one, dims = [] {dist.phase = "backward", dist.stage = 1 : i64} : (tensor<f32>) -> tensor<2x4xf32>
    %dg = stablehlo.dot_general %dy, %w, contracting_dims = [1] x [0] {dist.phase = "backward", dist.stage = 1 : i64} : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %dw1 = stablehlo.dot_general %dy, %g, contracting_dims = [0] x [0] {dist.phase = "backward", dist.stage = 1 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
    %dh = stablehlo.dot_general %dg, %u, contracting_dims = [1] x [1] {dist.phase = "backward", dist.stage = 1 : i64} : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %du = stablehlo.dot_general %h, %dg, contracting_dims = [0] x [0] {dist.phase = "backward", dist.stage = 1 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
    %dw0 = stablehlo.dot_general %xi, %dh, contracting_dims = [0] x [0] {dist.phase = "backward", dist.stage = 0 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
    %count = stablehlo.constant dense<8.0> : tensor<f32>
    dist.yield %loss, %dw0, %dw1, %du, %count : tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>
  } : (tensor<2x2x4xf32>) -> (tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>)
  %l = stablehlo.divide %r#0, %r#4 {dist.phase = "update", dist.stage = 1 : i64} : tensor<f32>
  %dw = stablehlo.add %r#1, %r#2 {dist.phase = "update", dist.stage = 0 : i64} : tensor<4x4xf32>
  %nw = stablehlo.broadcast_in_dim %r#4, dims = [] {dist.phase = "update", dist.stage = 0 : i64} : (tensor<f32>) -> tensor<4x4xf32>
  %gw = stablehlo.divide %dw, %nw {dist.phase = "update", dist.stage = 0 : i64} : tensor<4x4xf32>
  %nu = stablehlo.broadcast_in_dim %r#4, dims = [] {dist.phase = "update", dist.stage = 1 : i64} : (tensor<f32>) -> tensor<4x4xf32>
  %gu = stablehlo.divide %r#3, %nu {dist.phase = "update", dist.stage = 1 : i64} : tensor<4x4xf32>
  %sum = nn.square_sum %gw, %gu {dist.phase = "update", dist.stage = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<f32>
  %sw = stablehlo.broadcast_in_dim %sum, dims = [] {dist.phase = "update", dist.stage = 0 : i64} : (tensor<f32>) -> tensor<4x4xf32>
  %su = stablehlo.broadcast_in_dim %sum, dims = [] {dist.phase = "update", dist.stage = 1 : i64} : (tensor<f32>) -> tensor<4x4xf32>
  %cw = stablehlo.multiply %gw, %sw {dist.phase = "update", dist.stage = 0 : i64} : tensor<4x4xf32>
  %cu = stablehlo.multiply %gu, %su {dist.phase = "update", dist.stage = 1 : i64} : tensor<4x4xf32>
  %w2 = stablehlo.subtract %w, %cw {dist.phase = "update", dist.stage = 0 : i64} : tensor<4x4xf32>
  %u2 = stablehlo.subtract %u, %cu {dist.phase = "update", dist.stage = 1 : i64} : tensor<4x4xf32>
  return %l, %w2, %u2 : tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>
}
