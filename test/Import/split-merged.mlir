// What stands between a reshape that merges dimensions and one that splits them again is
// computed on the parts.
// RUN: shardc import %s --raise=off -o - | FileCheck %s
// RUN: shardc check %s --role "0=input,1-4=param" --strategy dp=2 --json | FileCheck %s --check-prefix=DOES
// DOES: "collectives":{"all_reduce":2}
// DOES-SAME: "pass":true

// Attention as nn.MultiheadAttention has it: the sequence first, rows and then batch and
// heads merged.
// CHECK-LABEL: func.func @main
// CHECK-NOT: tensor<16x8x8xf32>
// CHECK: stablehlo.dot_general {{.*}}batching_dims = [0, 1] x [0, 1]{{.*}} -> tensor<4x4x8x8xf32>
// CHECK: stablehlo.dot_general {{.*}}batching_dims = [0, 1] x [0, 1]{{.*}} -> tensor<4x4x8x8xf32>
// CHECK: stablehlo.dot_general {{.*}}contracting_dims = [2] x [0]{{.*}}(tensor<8x4x32xf32>, tensor<32x32xf32>) -> tensor<8x4x32xf32>
// Gradients of a weight and a bias sum over both dimensions that are rows.
// CHECK: stablehlo.dot_general {{.*}}contracting_dims = [0, 1] x [0, 1]{{.*}}(tensor<8x4x32xf32>, tensor<8x4x32xf32>) -> tensor<32x32xf32>
// CHECK: stablehlo.reduce{{.*}} across dimensions = [0, 1] : (tensor<8x4x32xf32>
// CHECK-NOT: tensor<16x8x8xf32>
func.func @main(%x: tensor<4x8x32xf32>, %wq: tensor<32x32xf32>, %wk: tensor<32x32xf32>,
                %wv: tensor<32x32xf32>, %wo: tensor<32x32xf32>)
    -> (tensor<4x8x32xf32>, tensor<32x32xf32>, tensor<32xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.tanh %x : tensor<4x8x32xf32>
  %t = stablehlo.transpose %h, dims = [1, 0, 2] : (tensor<4x8x32xf32>) -> tensor<8x4x32xf32>
  %rows = stablehlo.reshape %t : (tensor<8x4x32xf32>) -> tensor<32x32xf32>
  %q0 = stablehlo.dot_general %rows, %wq, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %k0 = stablehlo.dot_general %rows, %wk, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %v0 = stablehlo.dot_general %rows, %wv, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %q1 = stablehlo.reshape %q0 : (tensor<32x32xf32>) -> tensor<8x16x8xf32>
  %k1 = stablehlo.reshape %k0 : (tensor<32x32xf32>) -> tensor<8x16x8xf32>
  %v1 = stablehlo.reshape %v0 : (tensor<32x32xf32>) -> tensor<8x16x8xf32>
  %q = stablehlo.transpose %q1, dims = [1, 0, 2] : (tensor<8x16x8xf32>) -> tensor<16x8x8xf32>
  %k = stablehlo.transpose %k1, dims = [1, 2, 0] : (tensor<8x16x8xf32>) -> tensor<16x8x8xf32>
  %v = stablehlo.transpose %v1, dims = [1, 0, 2] : (tensor<8x16x8xf32>) -> tensor<16x8x8xf32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<16x8x8xf32>, tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
  %e = stablehlo.exponential %s : tensor<16x8x8xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<16x8x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %wide = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<16x8xf32>) -> tensor<16x8x8xf32>
  %p = stablehlo.divide %e, %wide : tensor<16x8x8xf32>
  %o = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<16x8x8xf32>, tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
  %o1 = stablehlo.transpose %o, dims = [1, 0, 2] : (tensor<16x8x8xf32>) -> tensor<8x16x8xf32>
  %o2 = stablehlo.reshape %o1 : (tensor<8x16x8xf32>) -> tensor<32x32xf32>
  %y0 = stablehlo.dot_general %o2, %wo, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %y1 = stablehlo.reshape %y0 : (tensor<32x32xf32>) -> tensor<8x4x32xf32>
  %y = stablehlo.transpose %y1, dims = [1, 0, 2] : (tensor<8x4x32xf32>) -> tensor<4x8x32xf32>
  %g = stablehlo.dot_general %rows, %y0, contracting_dims = [0] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %b = stablehlo.reduce(%y0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32x32xf32>, tensor<f32>) -> tensor<32xf32>
  return %y, %g, %b : tensor<4x8x32xf32>, tensor<32x32xf32>, tensor<32xf32>
}
