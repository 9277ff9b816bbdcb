// Inputs get a microbatch dimension, what depends on them goes into the region.
// RUN: shard-opt %s --shardc-wrap-microbatches=count=2 | FileCheck %s
// RUN: shard-opt %s --shardc-wrap-microbatches=count=1 | FileCheck %s --check-prefix=ONE
// The sums, and the rows in order, are those of the whole batch.
// RUN: shard-opt %s --shardc-interpret=entry=main > %t.whole
// RUN: shard-opt %s --shardc-wrap-microbatches=count=4 --shardc-interpret=entry=main > %t.parts
// RUN: grep -E "^(loss_sum|scaled|b_out):" %t.whole > %t.whole.sums
// RUN: grep -E "^(loss_sum|scaled|b_out):" %t.parts > %t.parts.sums
// RUN: diff %t.whole.sums %t.parts.sums
// RUN: FileCheck %s --check-prefix=SUMS --input-file=%t.parts.sums

// ONE-NOT: dist.microbatch
// SUMS: loss_sum: {{[1-9]}}
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<8x4xf32>
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x2x8xf32> {dist.name = "x", dist.role = "input"}
// CHECK-SAME: -> (tensor<f32> {{{.*}}dist.role = "loss_sum"}, tensor<f32> {{{.*}}}, tensor<2x2x4xf32> {{{.*}}}, tensor<2x2xi32> {{{.*}}}, tensor<4xf32> {{{.*}}})
func.func @main(%w: tensor<8x4xf32> {dist.name = "w", dist.role = "param"},
                %b: tensor<4xf32> {dist.name = "b", dist.role = "param"},
                %x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"},
                %ids: tensor<4xi32> {dist.name = "ids", dist.role = "input", dist.init = {kind = "uniform_int", low = 0, high = 9}})
    -> (tensor<f32> {dist.name = "loss_sum", dist.role = "loss_sum"},
        tensor<f32> {dist.name = "scaled", dist.role = "output"},
        tensor<4x4xf32> {dist.name = "y", dist.role = "output"},
        tensor<4xi32> {dist.name = "ids_out", dist.role = "output"},
        tensor<4xf32> {dist.name = "b_out", dist.role = "output"}) {
  // CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // A constant of the batch's size is cut with it; a table of rows is sliced.
  %ones = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %table = stablehlo.constant dense<[[1.0], [2.0], [3.0], [4.0]]> : tensor<4x1xf32>
  // CHECK: %[[TABLE:.*]] = stablehlo.reshape %{{.*}} : (tensor<4x1xf32>) -> tensor<2x2x1xf32>
  // CHECK: %[[R:.*]]:4 = dist.microbatch 2 (%[[X]], %{{.*}}, %[[TABLE]]) kinds = [sum, sum, stack, stack]
  // CHECK-NEXT: ^bb0(%[[XI:.*]]: tensor<2x8xf32>, %[[IDS:.*]]: tensor<2xi32>, %[[TI:.*]]: tensor<2x1xf32>)
  // CHECK-NEXT: %[[DOT:.*]] = stablehlo.dot_general %[[XI]], %[[W]], {{.*}} -> tensor<2x4xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // What depends on parameters only is computed inside as well.
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.add %0, %bb : tensor<4x4xf32>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2x4xf32>
  %2 = stablehlo.add %1, %ones : tensor<4x4xf32>
  // CHECK: stablehlo.broadcast_in_dim %[[TI]], dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x4xf32>
  %tb = stablehlo.broadcast_in_dim %table, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.multiply %2, %tb : tensor<4x4xf32>
  // CHECK: stablehlo.reduce(%{{.*}} init: %[[ZERO]])
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  // Linear in the sum.
  %5 = stablehlo.negate %4 : tensor<f32>
  // CHECK: dist.yield
  // CHECK: return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %arg1
  return %4, %5, %3, %ids, %b : tensor<f32>, tensor<f32>, tensor<4x4xf32>, tensor<4xi32>, tensor<4xf32>
}
