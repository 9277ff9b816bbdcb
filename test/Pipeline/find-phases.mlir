// A step of gradient descent, as a file has it: the derivative of the first layer stands
// beside it, and so does half of the update.
// RUN: shard-opt %s --shardc-find-phases | FileCheck %s
// RUN: shard-opt %s --shardc-find-phases=count=2 --shardc-wrap-microbatches=count=2 --canonicalize | FileCheck %s --check-prefix=WRAP

// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.imported_step
// CHECK: %[[H:.*]] = stablehlo.dot_general %arg2, %arg0
// CHECK-NOT: dist.phase
// CHECK: %[[A:.*]] = stablehlo.tanh %[[H]] : tensor
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%{{.*}}) applies stablehlo.add across dimensions = [0, 1] :
// CHECK: %[[LOSS:.*]] = stablehlo.divide %[[SUM]], %{{.*}} : tensor<f32>
// What is computed of forward values alone is where it is read.
// CHECK: %[[D:.*]] = stablehlo.subtract %{{.*}}, %{{.*}} {dist.phase = "backward"}
// CHECK-NEXT: %[[C:.*]] = stablehlo.multiply %{{.*}}, %[[D]] {dist.phase = "backward"}
// CHECK: %[[G:.*]] = stablehlo.dot_general %[[C]], %arg2, {{.*}}{dist.phase = "backward"}
// CHECK: %[[T:.*]] = stablehlo.transpose %[[G]], {{.*}}{dist.phase = "backward"}
// CHECK: %[[V1:.*]] = stablehlo.multiply %arg1, %{{.*}} {dist.phase = "update"}
// CHECK: %[[V2:.*]] = stablehlo.add %[[V1]], %[[T]] {dist.phase = "update"}
// CHECK: %[[P:.*]] = stablehlo.subtract %arg0, %{{.*}} {dist.phase = "update"}
// CHECK: return %[[P]], %[[V2]], %[[LOSS]]

// Two microbatches add up to the loss and the gradient of the whole batch: the mean
// divides by 32, the elements of all rows, and the gradient begins with 1/32.
// WRAP: func.func @main(%arg0: {{.*}}, %arg1: {{.*}}, %arg2: tensor<2x2x4xf32>
// WRAP-DAG: %[[SEED:.*]] = stablehlo.constant dense<3.125000e-02> : tensor<2x8xf32>
// WRAP-DAG: %[[N:.*]] = stablehlo.constant dense<3.200000e+01> : tensor<f32>
// WRAP: %[[R:.*]]:2 = dist.microbatch 2 (%arg2) kinds = [sum, sum]
// WRAP: %[[L:.*]] = stablehlo.divide %{{.*}}, %[[N]] : tensor<f32>
// WRAP: stablehlo.multiply %{{.*}}, %[[SEED]] {dist.phase = "backward"} : tensor<2x8xf32>
// WRAP: %[[G:.*]] = stablehlo.transpose %{{.*}}{dist.phase = "backward"} : (tensor<8x4xf32>) -> tensor<4x8xf32>
// WRAP: dist.yield
// WRAP: stablehlo.add %{{.*}}, %[[R]]#{{[01]}} {dist.phase = "update"}
func.func @main(%w: tensor<4x8xf32> {dist.role = "param", dist.updated_by = 0 : i64},
                %v: tensor<4x8xf32> {dist.role = "state", dist.updated_by = 1 : i64},
                %x: tensor<4x4xf32> {dist.role = "input"})
    -> (tensor<4x8xf32> {dist.role = "param"}, tensor<4x8xf32> {dist.role = "state"},
        tensor<f32> {dist.role = "loss"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %decay = stablehlo.constant dense<0.9> : tensor<4x8xf32>
  %v1 = stablehlo.multiply %v, %decay : tensor<4x8xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4x8xf32>
  %aa = stablehlo.multiply %a, %a : tensor<4x8xf32>
  %d = stablehlo.subtract %one, %aa : tensor<4x8xf32>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %n = stablehlo.constant dense<32.0> : tensor<f32>
  %loss = stablehlo.divide %s, %n : tensor<f32>
  %seed = stablehlo.constant dense<0.03125> : tensor<4x8xf32>
  %c = stablehlo.multiply %seed, %d : tensor<4x8xf32>
  %g = stablehlo.dot_general %c, %x, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %t = stablehlo.transpose %g, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %v2 = stablehlo.add %v1, %t : tensor<4x8xf32>
  %lr = stablehlo.constant dense<0.1> : tensor<4x8xf32>
  %u = stablehlo.multiply %v2, %lr : tensor<4x8xf32>
  %p = stablehlo.subtract %w, %u : tensor<4x8xf32>
  return %p, %v2, %loss : tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>
}
