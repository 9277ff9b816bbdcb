// A parameter whose product is only read in slices is cut, and what belongs to it goes along.
// RUN: split-file %s %t
// RUN: shardc import %t/step.mlir --role 0-1=param,2=input --remarks=import 2>&1 | FileCheck %s
// RUN: shardc import %t/step.mlir --role 0-1=param,2=input --keep-fused | FileCheck %s --check-prefix=FUSED
// RUN: shardc import %t/mixed.mlir --role 0=param,1=input --remarks=import 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: shardc check %t/step.mlir --role 0-1=param,2=input --strategy tp=2 --json | FileCheck %s --check-prefix=CHECKED

// CHECK: step.mlir:1:17: remark: 2 arguments hold what several products have side by side, and become one argument a product; --keep-fused leaves them whole
// CHECK: func.func @main(%[[W0:[^:]*]]: tensor<4x4xf32> {dist.name = "w[0:4]", dist.role = "param", dist.updated_by = 1 : i64
// CHECK-SAME: %[[W1:[^:]*]]: tensor<4x2xf32> {dist.name = "w[4:6]", dist.role = "param", dist.updated_by = 2 : i64
// CHECK-SAME: tensor<4xf32> {dist.name = "b[0:4]", dist.role = "param", dist.updated_by = 3 : i64
// CHECK-SAME: tensor<2xf32> {dist.name = "b[4:6]", dist.role = "param", dist.updated_by = 4 : i64
// CHECK: stablehlo.dot_general %{{.*}}, %[[W0]], contracting_dims = [1] x [0]
// CHECK: stablehlo.dot_general %{{.*}}, %[[W1]], contracting_dims = [1] x [0]
// CHECK-NOT: stablehlo.slice
// CHECK-NOT: stablehlo.pad

// FUSED: tensor<4x6xf32> {dist.name = "w", dist.role = "param"

// MIXED: mixed.mlir:4:11: remark: the product is read in pieces, but its parameter stays one: 'stablehlo.reverse' needs it whole
// MIXED: tensor<4x6xf32> {dist.name = "w"

// CHECKED: "pass":true

//--- step.mlir
func.func @main(%w: tensor<4x6xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<6xf32> {tf.aliasing_output = 2 : i32}, %x: tensor<8x4xf32>)
    -> (tensor<f32> {jax.result_info = "loss"}, tensor<4x6xf32> {jax.result_info = "new_w"}, tensor<6xf32> {jax.result_info = "new_b"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<6xf32>) -> tensor<8x6xf32>
  %z = stablehlo.add %y, %bias : tensor<8x6xf32>
  %left = stablehlo.slice %z [0:8, 0:4] : (tensor<8x6xf32>) -> tensor<8x4xf32>
  %right = stablehlo.slice %z [0:8, 4:6] : (tensor<8x6xf32>) -> tensor<8x2xf32>
  %sines = stablehlo.sine %left : tensor<8x4xf32>
  %sum = stablehlo.reduce(%sines init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %other = stablehlo.reduce(%right init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<f32>
  %loss = stablehlo.add %sum, %other : tensor<f32>
  %dleft = stablehlo.cosine %left : tensor<8x4xf32>
  %dright = stablehlo.constant dense<1.0> : tensor<8x2xf32>
  %padl = stablehlo.pad %dleft, %zero, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x6xf32>
  %padr = stablehlo.pad %dright, %zero, low = [0, 4], high = [0, 0], interior = [0, 0] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x6xf32>
  %dz = stablehlo.add %padl, %padr : tensor<8x6xf32>
  %dw = stablehlo.dot_general %x, %dz, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %dsum = stablehlo.reduce(%dz init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
  // As the gradient of `b[None, None, :]` is written.
  %drow = stablehlo.reshape %dsum : (tensor<6xf32>) -> tensor<1x1x6xf32>
  %db = stablehlo.reduce(%drow init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x6xf32>, tensor<f32>) -> tensor<6xf32>
  %new_w = stablehlo.subtract %w, %dw : tensor<4x6xf32>
  %new_b = stablehlo.subtract %b, %db : tensor<6xf32>
  return %loss, %new_w, %new_b : tensor<f32>, tensor<4x6xf32>, tensor<6xf32>
}

//--- mixed.mlir
func.func @main(%w: tensor<4x6xf32>, %x: tensor<8x4xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x6xf32>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %mixed = stablehlo.reverse %y, dims = [1] : tensor<8x6xf32>
  %left = stablehlo.slice %y [0:8, 0:3] : (tensor<8x6xf32>) -> tensor<8x3xf32>
  %right = stablehlo.slice %y [0:8, 3:6] : (tensor<8x6xf32>) -> tensor<8x3xf32>
  return %left, %right, %mixed : tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x6xf32>
}
