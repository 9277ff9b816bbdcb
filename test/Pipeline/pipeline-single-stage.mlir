// One stage: with a region a segment a microbatch, without one a single step.
// RUN: split-file %s %t
// RUN: shard-opt %t/region.mlir --shardc-pipeline --shardc-verify-pipeline | FileCheck %t/region.mlir
// RUN: shard-opt %t/step.mlir --shardc-pipeline --shardc-verify-pipeline | FileCheck %t/step.mlir

//--- region.mlir
// The table depends on nothing and costs something: computed once, not a
// microbatch.
// CHECK-LABEL: func.func private @setup()
// CHECK: nn.rope_table
// CHECK-LABEL: func.func private @microbatch(
// CHECK-NOT: nn.rope_table
// CHECK: stablehlo.constant dense<3.000000e+00>
// CHECK-LABEL: func.func private @update(
// CHECK-SAME: dist.donate = array<i64: 0>
// CHECK-LABEL: func.func @program(
// CHECK-NOT: dist.class_axis
// CHECK: %[[T:.*]]:2 = call @setup() {dist.action = "setup"
// CHECK: %[[A:.*]]:2 = call @microbatch({{.*}}) {dist.action = "0M0", dist.microbatch = 0 : i64, dist.stage = 0 : i64}
// CHECK: %[[B:.*]]:2 = call @microbatch({{.*}}) {dist.action = "0M1"
// CHECK: %[[ROW:.*]] = stablehlo.reshape %[[A]]#0 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
// CHECK: stablehlo.concatenate %[[ROW]], {{.*}} dim = 0
// CHECK: call @update(%arg0, %[[B]]#1)
func.func @main(%w: tensor<2x4xf32> {dist.name = "w", dist.role = "param", dist.updated_by = 1 : i64},
                %x: tensor<2x2x4xf32> {dist.name = "x", dist.role = "input"})
    -> (tensor<2x2x4xf32> {dist.name = "y", dist.role = "output"},
        tensor<2x4xf32> {dist.name = "w", dist.role = "param"}) {
  %cos, %sin = nn.rope_table {theta = 1.0e4 : f64} : tensor<2x4xf32>
  %r:2 = dist.microbatch 2 (%x) kinds = [stack, sum] {
  ^bb0(%xi: tensor<2x4xf32>):
    %three = stablehlo.constant dense<3.0> : tensor<2x4xf32>
    %0 = stablehlo.add %xi, %cos : tensor<2x4xf32>
    %1 = stablehlo.multiply %0, %sin : tensor<2x4xf32>
    %2 = stablehlo.multiply %1, %three : tensor<2x4xf32>
    dist.yield %1, %2 : tensor<2x4xf32>, tensor<2x4xf32>
  } : (tensor<2x2x4xf32>) -> (tensor<2x2x4xf32>, tensor<2x4xf32>)
  %w2 = stablehlo.add %w, %r#1 {dist.phase = "update"} : tensor<2x4xf32>
  return %r#0, %w2 : tensor<2x2x4xf32>, tensor<2x4xf32>
}

//--- step.mlir
// CHECK-LABEL: func.func private @step(
// CHECK-SAME: dist.donate = array<i64: -1, 0>, dist.segment = "step"
// CHECK-LABEL: func.func @program(
// CHECK-NEXT: %[[R:.*]]:2 = call @step(%arg0, %arg1) {dist.action = "step", dist.stage = 0 : i64}
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1, %arg1
func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param", dist.updated_by = 1 : i64},
                %x: tensor<4xf32> {dist.name = "x", dist.role = "input"})
    -> (tensor<4xf32> {dist.name = "y", dist.role = "output"},
        tensor<4xf32> {dist.name = "w", dist.role = "param"},
        tensor<4xf32> {dist.name = "x", dist.role = "output"}) {
  %y = stablehlo.add %w, %x : tensor<4xf32>
  %w2 = stablehlo.multiply %y, %w : tensor<4xf32>
  return %y, %w2, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
