// Layers go to stages so that the largest is smallest, embedding and head
// included.
// RUN: shard-opt %s --shardc-assign-stages=pp=2 | FileCheck %s
// RUN: shard-opt %s --shardc-assign-stages=pp=3 | FileCheck %s --check-prefix=THREE
// RUN: shard-opt %s --shardc-assign-stages | FileCheck %s --check-prefix=NONE
// RUN: not shard-opt %s --shardc-assign-stages=pp=5 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not shard-opt %s --shardc-assign-stages=pp=-1 2>&1 | FileCheck %s --check-prefix=MINUS

// Without a mesh there is one stage, and nothing to say.
// NONE-NOT: dist.stage
// MANY: error: pp=5 is more than the 4 layers of the model; use pp=4 or less
// MINUS: error: pp=-1, expected 1 or more

// The head costs as much as three layers: 3 + 1 with the head.
// CHECK-LABEL: func.func @main
// THREE-LABEL: func.func @main
func.func @main(%w: tensor<8x8xf32> {dist.name = "w", dist.role = "param"},
                %h: tensor<8x24xf32> {dist.name = "h", dist.role = "param"},
                %x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"},
                %labels: tensor<4xi32> {dist.name = "labels", dist.role = "input"})
    -> (tensor<4x24xf32>, tensor<4xi1>) {
  // What depends on no input has no stage.
  // CHECK: stablehlo.constant dense<2.000000e+00>
  %two = stablehlo.constant dense<2.0> : tensor<4x8xf32>
  // What no layer needs belongs to the loss.
  // CHECK: stablehlo.constant dense<0>
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  // CHECK: stablehlo.compare {{.*}} {dist.stage = 1 : i64}
  %valid = stablehlo.compare NE, %labels, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  // CHECK: stablehlo.multiply {{.*}} {dist.stage = 0 : i64}
  %0 = stablehlo.multiply %x, %two : tensor<4x8xf32>
  // CHECK: stablehlo.dot_general {{.*}} {dist.layer = 0 : i64, dist.stage = 0 : i64}
  // THREE: {dist.layer = 0 : i64, dist.stage = 0 : i64}
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] {dist.layer = 0 : i64} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.dot_general {{.*}} {dist.layer = 1 : i64, dist.stage = 0 : i64}
  // THREE: {dist.layer = 1 : i64, dist.stage = 0 : i64}
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] {dist.layer = 1 : i64} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.dot_general {{.*}} {dist.layer = 2 : i64, dist.stage = 0 : i64}
  // THREE: {dist.layer = 2 : i64, dist.stage = 1 : i64}
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] {dist.layer = 2 : i64} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.dot_general {{.*}} {dist.layer = 3 : i64, dist.stage = 1 : i64}
  // THREE: {dist.layer = 3 : i64, dist.stage = 2 : i64}
  %4 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] {dist.layer = 3 : i64} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.dot_general {{.*}} {dist.stage = 1 : i64}
  // THREE: stablehlo.dot_general {{.*}} {dist.stage = 2 : i64}
  %5 = stablehlo.dot_general %4, %h, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x24xf32>) -> tensor<4x24xf32>
  return %5, %valid : tensor<4x24xf32>, tensor<4xi1>
}
