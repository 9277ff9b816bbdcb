// A product that sums nothing up is a product of elements.
// RUN: shardc import %s --role '*=input' -o - | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-NOT:   dot_general
// CHECK:       %[[L:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x4xf32>
// CHECK:       %[[R:.*]] = stablehlo.transpose %arg1, dims = [1, 0, 2] : (tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
// CHECK:       stablehlo.multiply %[[L]], %[[R]] : tensor<2x3x4xf32>
// CHECK:       stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [] x []
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x2x4xf32>, %u: tensor<5xf32>, %v: tensor<6xf32>) -> (tensor<2x3x4xf32>, tensor<5x6xf32>) {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [1, 0], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
  // Both operands have dimensions of their own.
  %1 = stablehlo.dot_general %u, %v, contracting_dims = [] x [] : (tensor<5xf32>, tensor<6xf32>) -> tensor<5x6xf32>
  return %0, %1 : tensor<2x3x4xf32>, tensor<5x6xf32>
}
