// The key of a random number generator does not say how many examples there are.
// RUN: shard-opt %s --shardc-normalize-module --shardc-assign-roles 2>/dev/null | FileCheck %s

// CHECK: %arg0: tensor<2xui32> {{.*}}dist.name = "arg0", dist.role = "input"}
// CHECK-SAME: %arg1: tensor<24x8xf32> {dist.name = "arg1", dist.role = "param"
// CHECK-SAME: %arg2: tensor<16x24xf32> {dist.name = "arg2", dist.role = "input"}
func.func @main(%key: tensor<2xui32>, %w: tensor<24x8xf32>, %x: tensor<16x24xf32>) -> tensor<f32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x24xf32>, tensor<24x8xf32>) -> tensor<16x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
