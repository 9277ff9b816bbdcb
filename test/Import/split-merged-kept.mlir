// Dimensions that stay as they are: no reshape has merged them, or an op between reads
// them as one.
// RUN: shardc import %s --raise=off -o - | FileCheck %s

// Heads of a product with a matrix are no dimension of the matrix.
// CHECK-LABEL: func.func @main
// CHECK: %[[Q:.*]] = stablehlo.dot_general {{.*}} -> tensor<4x8x32xf32>
// CHECK: stablehlo.reshape %[[Q]] : (tensor<4x8x32xf32>) -> tensor<4x8x4x8xf32>
// Rows that an op reads as one dimension stay one.
// CHECK: %[[R:.*]] = stablehlo.reverse {{.*}} : tensor<32x32xf32>
// CHECK: stablehlo.reshape %[[R]] : (tensor<32x32xf32>) -> tensor<8x4x32xf32>
func.func @main(%x: tensor<4x8x32xf32>, %w: tensor<32x32xf32>)
    -> (tensor<4x8x4x8xf32>, tensor<8x4x32xf32>) {
  %q = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<4x8x32xf32>, tensor<32x32xf32>) -> tensor<4x8x32xf32>
  %heads = stablehlo.reshape %q : (tensor<4x8x32xf32>) -> tensor<4x8x4x8xf32>
  %t = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<4x8x32xf32>) -> tensor<8x4x32xf32>
  %rows = stablehlo.reshape %t : (tensor<8x4x32xf32>) -> tensor<32x32xf32>
  %back = stablehlo.reverse %rows, dims = [0] : tensor<32x32xf32>
  %y = stablehlo.reshape %back : (tensor<32x32xf32>) -> tensor<8x4x32xf32>
  return %heads, %y : tensor<4x8x4x8xf32>, tensor<8x4x32xf32>
}
