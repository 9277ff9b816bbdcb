// RUN: shardc import %s | FileCheck %s

// Statistics are sums over the batch, so that they are reduced where it is split.
// CHECK-LABEL: func.func @main
// CHECK-NOT: batch_norm
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%arg0 init: {{.*}} applies stablehlo.add across dimensions = [0, 2, 3]
// CHECK: stablehlo.rsqrt
// CHECK-NOT: batch_norm
func.func @main(%x: tensor<8x3x4x4xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>) -> (tensor<8x3x4x4xf32>, tensor<3xf32>, tensor<3xf32>) {
  %y, %mean, %var = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}>
    : (tensor<8x3x4x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<8x3x4x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return %y, %mean, %var : tensor<8x3x4x4xf32>, tensor<3xf32>, tensor<3xf32>
}
