// A mean over the rows that are not masked: their number depends on no parameter, so it is
// counted for the whole batch before the microbatches, whose losses then add up.
// RUN: shard-opt %s --shardc-wrap-microbatches=count=2 --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg1: tensor<2x2x4xf32>
// CHECK-SAME: %arg2: tensor<2x2xi32>
// CHECK: %[[M:.*]] = stablehlo.reshape %arg2 : (tensor<2x2xi32>) -> tensor<4xi32>
// CHECK: %[[N:.*]] = stablehlo.reduce(%[[M]] init: %{{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
// CHECK: %[[F:.*]] = stablehlo.convert %[[N]] : (tensor<i32>) -> tensor<f32>
// CHECK: %[[R:.*]] = dist.microbatch 2 (%arg1, %arg2) kinds = [sum]
// CHECK: %[[S:.*]] = stablehlo.reduce({{.*}} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// CHECK: stablehlo.divide %[[S]], %[[F]] : tensor<f32>
// CHECK: return %[[R]] : tensor<f32>
func.func @main(%w: tensor<4xf32> {dist.role = "param"},
                %x: tensor<4x4xf32> {dist.role = "input"},
                %mask: tensor<4xi32> {dist.role = "input"})
    -> (tensor<f32> {dist.role = "loss"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %m = stablehlo.convert %mask : (tensor<4xi32>) -> tensor<4xf32>
  %ym = stablehlo.multiply %y, %m : tensor<4xf32>
  %s = stablehlo.reduce(%ym init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %n = stablehlo.reduce(%mask init: %none) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %loss = stablehlo.divide %s, %f : tensor<f32>
  return %loss : tensor<f32>
}
