// Without the stages behind it the pass estimates bytes from the values. Arguments
// count all the time; what is cheap, or read by one kernel, never lies in memory.

// RUN: split-file %s %t.d
// RUN: shard-opt %t.d/step.mlir --shardc-recompute-to-budget=budget=2000 --shardc-verify-rematerialize | FileCheck %t.d/step.mlir
// RUN: shard-opt %t.d/step.mlir --shardc-recompute-to-budget=budget=2176 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: not shard-opt %t.d/step.mlir --shardc-recompute-to-budget=budget=800 2>&1 | FileCheck %s --check-prefix=NOT
// RUN: not shard-opt %t.d/step.mlir --shardc-recompute-to-budget=budget=much 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: shard-opt %t.d/phases.mlir --shardc-recompute-to-budget --shardc-verify-rematerialize | FileCheck %t.d/phases.mlir
// RUN: shard-opt %t.d/gathers.mlir --shardc-regather --shardc-verify-rematerialize | FileCheck %t.d/gathers.mlir

// FITS: remark: nothing is recomputed: the step needs 2176 bytes on a rank, and the budget is 2176
// NOT: step.mlir:{{[0-9]+}}:{{[0-9]+}}: error: the step needs [[B:[0-9]+]] bytes on a rank with all recomputed that helps, but the budget is 800; use recompute=budget:[[B]] or more
// NOT: note: {{.*}} bytes at the peak
// NOT: note: arguments (parameters, states and inputs) have 640 bytes all the time
// WORD: error: 'builtin.module' op has the memory budget 'much', which is not a whole number of bytes, 1 or more

//--- step.mlir
// A step without passes: %h is read at once and, long after, by a gradient.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<16x4xf32>, %w: tensor<4x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: %[[H:.*]] = stablehlo.dot_general %arg0, %arg1
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x4xf32>, tensor<4x8xf32>) -> tensor<16x8xf32>
  // CHECK: %[[A:.*]] = stablehlo.dot_general %[[H]], %arg2
  %a = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  // CHECK: %[[B:.*]] = stablehlo.dot_general %[[A]], %arg2
  %b = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  // CHECK: %[[C:.*]] = stablehlo.dot_general %[[B]], %arg2
  %c = stablehlo.dot_general %b, %v, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  // CHECK: %[[AGAIN:.*]] = stablehlo.dot_general %arg0, %arg1, {{.*}}dist.recompute
  // CHECK: stablehlo.dot_general %[[AGAIN]], %[[C]]
  %g = stablehlo.dot_general %h, %c, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %g : tensor<8x8xf32>
}

//--- phases.mlir
// The attribute asks, and copies are of the backward pass.
module attributes {shardc.recompute = "budget:2000"} {
  func.func @main(%x: tensor<16x4xf32>, %w: tensor<4x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x4xf32>, tensor<4x8xf32>) -> tensor<16x8xf32>
    %a = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %b = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] {dist.phase = "backward"} : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %c = stablehlo.dot_general %b, %v, contracting_dims = [1] x [0] {dist.phase = "backward"} : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    // CHECK: %[[AGAIN:.*]] = stablehlo.dot_general %arg0, %arg1, {{.*}}dist.phase = "backward", dist.recompute
    // CHECK: stablehlo.dot_general %[[AGAIN]]
    %g = stablehlo.dot_general %h, %c, contracting_dims = [0] x [0] {dist.phase = "backward"} : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    return %g : tensor<8x8xf32>
  }
}

//--- gathers.mlir
// Parameters of an imported step are gathered again for their late readers.
// CHECK-LABEL: func.func @main
module {
  dist.mesh @mesh <"fsdp"=2>
  func.func @main(%x: tensor<16x8xf32> {dist.updated_by = 1 : i64}, %w: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<16x8xf32>) {
    // CHECK: %[[W:.*]] = dist.all_gather %arg1
    // CHECK: stablehlo.dot_general %arg0, %[[W]]
    %g = dist.all_gather %w dim 0 over ["fsdp"] on @mesh {dist.regather} : (tensor<4x8xf32>) -> tensor<8x8xf32>
    %a = stablehlo.dot_general %x, %g, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %b = stablehlo.tanh %a : tensor<16x8xf32>
    %c = stablehlo.dot_general %b, %a, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    // CHECK: %[[AGAIN:.*]] = dist.all_gather %arg1 {{.*}}dist.recompute
    // CHECK: stablehlo.dot_general %{{.*}}, %[[AGAIN]]
    %d = stablehlo.dot_general %b, %g, contracting_dims = [1] x [1] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    return %c, %d : tensor<8x8xf32>, tensor<16x8xf32>
  }
}
