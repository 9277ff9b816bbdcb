// Heads cut out by slices, attended to one by one and added up in padding, with the
// result flattened in between, are one attention of two heads without a copy.
// RUN: shardc import %s | FileCheck %s

// CHECK: %[[Q:.*]] = stablehlo.reshape %{{.*}} : (tensor<3x4x4xf32>) -> tensor<3x4x2x2xf32>
// CHECK: %[[OUT:.*]], %{{.*}} = nn.attention %[[Q]], %{{.*}}, %{{.*}} {scale = 1.000000e+00 : f64} : (tensor<3x4x2x2xf32>, tensor<3x4x2x2xf32>, tensor<3x4x2x2xf32>)
// CHECK-NEXT: %[[Y:.*]] = stablehlo.reshape %[[OUT]] : (tensor<3x4x2x2xf32>) -> tensor<3x4x4xf32>
// CHECK-NOT: stablehlo.pad
// CHECK-NOT: stablehlo.slice
// CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<3x4x4xf32>
func.func @main(%x: tensor<3x4x4xf32>, %wq: tensor<4x4xf32>) -> tensor<3x4x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.dot_general %x, %wq, contracting_dims = [2] x [0] : (tensor<3x4x4xf32>, tensor<4x4xf32>) -> tensor<3x4x4xf32>
  %q0 = stablehlo.slice %q [0:3, 0:4, 0:2] : (tensor<3x4x4xf32>) -> tensor<3x4x2xf32>
  %k0 = stablehlo.slice %x [0:3, 0:4, 0:2] : (tensor<3x4x4xf32>) -> tensor<3x4x2xf32>
  %s0 = stablehlo.dot_general %q0, %k0, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> tensor<3x4x4xf32>
  %e0 = stablehlo.exponential %s0 : tensor<3x4x4xf32>
  %sum0 = stablehlo.reduce(%e0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x4x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %sums0 = stablehlo.broadcast_in_dim %sum0, dims = [0, 1] : (tensor<3x4xf32>) -> tensor<3x4x4xf32>
  %p0 = stablehlo.divide %e0, %sums0 : tensor<3x4x4xf32>
  %y0 = stablehlo.dot_general %p0, %k0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  %w0 = stablehlo.pad %y0, %zero, low = [0, 0, 0], high = [0, 0, 2], interior = [0, 0, 0] : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<3x4x4xf32>
  %f0 = stablehlo.reshape %w0 : (tensor<3x4x4xf32>) -> tensor<3x16xf32>
  %q1 = stablehlo.slice %q [0:3, 0:4, 2:4] : (tensor<3x4x4xf32>) -> tensor<3x4x2xf32>
  %k1 = stablehlo.slice %x [0:3, 0:4, 2:4] : (tensor<3x4x4xf32>) -> tensor<3x4x2xf32>
  %s1 = stablehlo.dot_general %q1, %k1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> tensor<3x4x4xf32>
  %e1 = stablehlo.exponential %s1 : tensor<3x4x4xf32>
  %sum1 = stablehlo.reduce(%e1 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x4x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %sums1 = stablehlo.broadcast_in_dim %sum1, dims = [0, 1] : (tensor<3x4xf32>) -> tensor<3x4x4xf32>
  %p1 = stablehlo.divide %e1, %sums1 : tensor<3x4x4xf32>
  %y1 = stablehlo.dot_general %p1, %k1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  %w1 = stablehlo.pad %y1, %zero, low = [0, 0, 2], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<3x4x4xf32>
  %f1 = stablehlo.reshape %w1 : (tensor<3x4x4xf32>) -> tensor<3x16xf32>
  %flat = stablehlo.add %f0, %f1 : tensor<3x16xf32>
  %xf = stablehlo.reshape %x : (tensor<3x4x4xf32>) -> tensor<3x16xf32>
  %r = stablehlo.add %xf, %flat : tensor<3x16xf32>
  %y = stablehlo.reshape %r : (tensor<3x16xf32>) -> tensor<3x4x4xf32>
  return %y : tensor<3x4x4xf32>
}
