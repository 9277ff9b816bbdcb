// Blocks that are alike and follow one another are layers, whatever wrote them down.
// RUN: split-file %s %t
// RUN: shardc import %t/chain.mlir --role 0-6=param,7-8=input --remarks=import 2>&1 | FileCheck %s
// RUN: shardc import %t/chain.mlir --role 0-6=param,7-8=input --no-layers --remarks=import 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: shardc check %t/chain.mlir --role 0-6=param,7-8=input --strategy pp=3 --train adamw --precision fp64 --json | FileCheck %s --check-prefix=CHECKED
// RUN: shardc import %t/step.mlir | FileCheck %s --check-prefix=STEP
// RUN: shardc import %t/recurrent.mlir --role 0=param,1=input --remarks=import 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: shardc import %t/free.mlir --role 0=input --remarks=import 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: shardc import %t/rows.mlir --role 0=param,1=input --remarks=import 2>&1 | FileCheck %s --check-prefix=ROWS

// NONE-NOT: found
// NONE-NOT: dist.layer

// What all layers read, the first product and the last one are of no layer.
// CHECK: chain.mlir:1:1: remark: found 3 alike layers of 4 ops; --no-layers leaves them unmarked [import]
// CHECK: stablehlo.broadcast_in_dim %[[M:[^,]*]], dims = [0] :
// CHECK: stablehlo.dot_general {{.*}} x [0] :
// CHECK: stablehlo.broadcast_in_dim {{.*}} {dist.layer = 0 : i64}
// CHECK: stablehlo.dot_general {{.*}} {dist.layer = 0 : i64}
// CHECK: stablehlo.add {{.*}} {dist.layer = 0 : i64}
// CHECK: stablehlo.multiply {{.*}} {dist.layer = 0 : i64}
// CHECK: stablehlo.dot_general {{.*}} {dist.layer = 1 : i64}
// CHECK: stablehlo.add {{.*}} {dist.layer = 1 : i64}
// CHECK: stablehlo.multiply {{.*}} {dist.layer = 1 : i64}
// CHECK: stablehlo.dot_general {{.*}} {dist.layer = 2 : i64}
// CHECK: stablehlo.multiply {{.*}} {dist.layer = 2 : i64}
// CHECK: stablehlo.dot_general {{.*}} x [1] :
// CHECK: stablehlo.reduce

// CHECKED: "collectives":{"recv":5,"send":6}
// CHECKED-SAME: "pass":true

// Ops of the backward pass are in the layer that they differentiate, updates in none.
// STEP: %[[D0:.*]] = stablehlo.dot_general {{.*}} {dist.layer = 0 : i64}
// STEP: %[[Y0:.*]] = stablehlo.tanh %[[D0]] {dist.layer = 0 : i64}
// STEP: %[[D1:.*]] = stablehlo.dot_general {{.*}} {dist.layer = 1 : i64}
// STEP: %[[Y1:.*]] = stablehlo.tanh %[[D1]] {dist.layer = 1 : i64}
// STEP: stablehlo.dot_general %[[Y1]], %{{.*}}, contracting_dims = [1] x [0] :
// STEP: stablehlo.dot_general %[[Y1]], %{{.*}}, contracting_dims = [0] x [0] :
// STEP: %[[C1:.*]] = stablehlo.dot_general {{.*}} contracting_dims = [1] x [1] :
// STEP: stablehlo.multiply %[[Y1]], %[[Y1]] {dist.layer = 1 : i64}
// STEP: %[[E1:.*]] = stablehlo.multiply %[[C1]], %{{.*}} {dist.layer = 1 : i64}
// STEP: stablehlo.dot_general %[[Y0]], %[[E1]], contracting_dims = [0] x [0] {dist.layer = 1 : i64}
// STEP: %[[C0:.*]] = stablehlo.dot_general %[[E1]], {{.*}} {dist.layer = 1 : i64}
// STEP: stablehlo.multiply %[[Y0]], %[[Y0]] {dist.layer = 0 : i64}
// STEP: %[[E0:.*]] = stablehlo.multiply %[[C0]], %{{.*}} {dist.layer = 0 : i64}
// STEP: stablehlo.dot_general %{{.*}}, %[[E0]], contracting_dims = [0] x [0] {dist.layer = 0 : i64}
// STEP-NOT: dist.layer

// Rows of a parameter that layers read one each become parameters.
// ROWS: remark: found 3 alike layers of 4 ops
// ROWS: remark: 1 argument holds rows for 3 layers, and becomes one argument a layer
// ROWS: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] {dist.layer = 0 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>)
// ROWS: dist.layer = 2

//--- chain.mlir
func.func @main(%e: tensor<6x4xf32>, %a: tensor<4x4xf32>, %s: tensor<4xf32>, %b: tensor<4x4xf32>, %t: tensor<4xf32>, %c: tensor<4x4xf32>, %u: tensor<4xf32>, %x: tensor<8x6xf32>, %m: tensor<8xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %mask = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>
  %0 = stablehlo.dot_general %x, %e, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.add %2, %1 : tensor<8x4xf32>
  %4 = stablehlo.multiply %3, %mask : tensor<8x4xf32>
  %5 = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %6 = stablehlo.dot_general %4, %b, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %7 = stablehlo.add %6, %5 : tensor<8x4xf32>
  %8 = stablehlo.multiply %7, %mask : tensor<8x4xf32>
  %9 = stablehlo.broadcast_in_dim %u, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %10 = stablehlo.dot_general %8, %c, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %11 = stablehlo.add %10, %9 : tensor<8x4xf32>
  %12 = stablehlo.multiply %11, %mask : tensor<8x4xf32>
  %13 = stablehlo.dot_general %12, %e, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<6x4xf32>) -> tensor<8x6xf32>
  %14 = stablehlo.reduce(%13 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
  return %14 : tensor<f32>
}

//--- step.mlir
func.func @main(%v: tensor<4x4xf32> {tf.aliasing_output = 1 : i32}, %w: tensor<4x4xf32> {tf.aliasing_output = 2 : i32}, %h: tensor<4x1xf32> {tf.aliasing_output = 3 : i32}, %x: tensor<8x4xf32>)
    -> (tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x1xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rate = stablehlo.constant dense<0.1> : tensor<4x4xf32>
  %rateh = stablehlo.constant dense<0.1> : tensor<4x1xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<8x4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8x1xf32>
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.tanh %0 : tensor<8x4xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.tanh %2 : tensor<8x4xf32>
  %4 = stablehlo.dot_general %3, %h, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x1xf32>) -> tensor<8x1xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<f32>
  %6 = stablehlo.dot_general %3, %one, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<4x1xf32>
  %7 = stablehlo.dot_general %one, %h, contracting_dims = [1] x [1] : (tensor<8x1xf32>, tensor<4x1xf32>) -> tensor<8x4xf32>
  %8 = stablehlo.multiply %3, %3 : tensor<8x4xf32>
  %9 = stablehlo.subtract %ones, %8 : tensor<8x4xf32>
  %10 = stablehlo.multiply %7, %9 : tensor<8x4xf32>
  %11 = stablehlo.dot_general %1, %10, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %12 = stablehlo.dot_general %10, %w, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %13 = stablehlo.multiply %1, %1 : tensor<8x4xf32>
  %14 = stablehlo.subtract %ones, %13 : tensor<8x4xf32>
  %15 = stablehlo.multiply %12, %14 : tensor<8x4xf32>
  %16 = stablehlo.dot_general %x, %15, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %17 = stablehlo.multiply %16, %rate : tensor<4x4xf32>
  %18 = stablehlo.subtract %v, %17 : tensor<4x4xf32>
  %19 = stablehlo.multiply %11, %rate : tensor<4x4xf32>
  %20 = stablehlo.subtract %w, %19 : tensor<4x4xf32>
  %21 = stablehlo.multiply %6, %rateh : tensor<4x1xf32>
  %22 = stablehlo.subtract %h, %21 : tensor<4x1xf32>
  return %5, %18, %20, %22 : tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x1xf32>
}

//--- recurrent.mlir
func.func @main(%w: tensor<4x4xf32>, %x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.tanh %0 : tensor<8x4xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.tanh %2 : tensor<8x4xf32>
  %4 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %5 = stablehlo.tanh %4 : tensor<8x4xf32>
  return %5 : tensor<8x4xf32>
}

//--- free.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.tanh %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

//--- rows.mlir
func.func @main(%w: tensor<3x4x4xf32>, %x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.slice %w [0:1, 0:4, 0:4] : (tensor<3x4x4xf32>) -> tensor<1x4x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.tanh %2 : tensor<8x4xf32>
  %4 = stablehlo.slice %w [1:2, 0:4, 0:4] : (tensor<3x4x4xf32>) -> tensor<1x4x4xf32>
  %5 = stablehlo.reshape %4 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.dot_general %3, %5, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %7 = stablehlo.tanh %6 : tensor<8x4xf32>
  %8 = stablehlo.slice %w [2:3, 0:4, 0:4] : (tensor<3x4x4xf32>) -> tensor<1x4x4xf32>
  %9 = stablehlo.reshape %8 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
  %10 = stablehlo.dot_general %7, %9, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %11 = stablehlo.tanh %10 : tensor<8x4xf32>
  return %11 : tensor<8x4xf32>
}
