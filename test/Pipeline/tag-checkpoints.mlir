// Floating-point activations that enter a layer are tagged; tables are not.
// RUN: shard-opt %s --shardc-tag-checkpoints | FileCheck %s
// RUN: shard-opt %s --shardc-tag-checkpoints=every=2 | FileCheck %s --check-prefix=EVERY
// RUN: not shard-opt %s --shardc-tag-checkpoints=every=0 2>&1 | FileCheck %s --check-prefix=ZERO

// ZERO: error: checkpoint interval is 0, expected 1 or more

// CHECK-LABEL: func.func @main
func.func @main(%w: tensor<8x8xf32> {dist.name = "w", dist.role = "param"},
                %x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"},
                %ids: tensor<4xi32> {dist.name = "ids", dist.role = "input"})
    -> (tensor<4x8xf32> {dist.role = "output"}) {
  // CHECK: %[[TABLE:.*]] = stablehlo.constant
  %table = stablehlo.constant dense<2.0> : tensor<4x8xf32>
  // CHECK: %[[IN:.*]] = stablehlo.add
  %0 = stablehlo.add %x, %x : tensor<4x8xf32>
  // CHECK-NEXT: %[[TAG0:.*]] = dist.checkpoint %[[IN]] "layers.0.input" {dist.layer = 0 : i64}
  // CHECK-NEXT: %[[A:.*]] = stablehlo.multiply %[[TAG0]], %[[TABLE]]
  %1 = stablehlo.multiply %0, %table {dist.layer = 0 : i64} : tensor<4x8xf32>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.add %[[A]], %[[TAG0]]
  %2 = stablehlo.add %1, %0 {dist.layer = 0 : i64} : tensor<4x8xf32>
  // CHECK-NEXT: %[[TAG1:.*]] = dist.checkpoint %[[B]] "layers.1.input"
  // CHECK-NEXT: %[[C:.*]] = stablehlo.multiply %[[TAG1]], %[[TABLE]]
  // EVERY: dist.checkpoint %{{.*}} "layers.0.input"
  // EVERY-NOT: layers.1.input
  %3 = stablehlo.multiply %2, %table {dist.layer = 1 : i64} : tensor<4x8xf32>
  // Integers are kept anyway; a second value gets a tag of its own.
  // CHECK: %[[TAG2:.*]] = dist.checkpoint %[[IN]] "layers.1.input.1"
  // CHECK-NEXT: stablehlo.add %[[C]], %[[TAG2]]
  %4 = stablehlo.add %3, %0 {dist.layer = 1 : i64} : tensor<4x8xf32>
  // CHECK-NEXT: stablehlo.convert %{{.*}} {dist.layer = 1 : i64}
  %5 = stablehlo.convert %ids {dist.layer = 1 : i64} : (tensor<4xi32>) -> tensor<4xf32>
  // CHECK-NOT: dist.checkpoint
  // CHECK: stablehlo.broadcast_in_dim
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] {dist.layer = 1 : i64} : (tensor<4xf32>) -> tensor<4x8xf32>
  %7 = stablehlo.add %4, %6 {dist.layer = 1 : i64} : tensor<4x8xf32>
  %8 = stablehlo.negate %7 : tensor<4x8xf32>
  return %8 : tensor<4x8xf32>
}
