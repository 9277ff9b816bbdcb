// RUN: shard-opt %s --shardc-split-segment-reductions | FileCheck %s

// Everything: 512 parts side by side, then these; narrow floats in f32.
// CHECK-LABEL: func.func private @norm
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg0 : (tensor<512x96xbf16>) -> tensor<512x96xf32>
// CHECK: %[[ROWS:.*]] = stablehlo.reshape %[[WIDE]] : (tensor<512x96xf32>) -> tensor<768x64xf32>
// CHECK: %[[PARTS:.*]] = stablehlo.reduce(%[[ROWS]] init: {{.*}}) applies stablehlo.add across dimensions = [1] {dist.stage = 1 : i64}
// CHECK: stablehlo.reduce(%[[PARTS]] init: {{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK: stablehlo.convert {{.*}} : (tensor<f32>) -> tensor<bf16>
func.func private @norm(%x: tensor<512x96xbf16>) -> tensor<bf16> attributes {dist.segment = "update"} {
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] {dist.stage = 1} : (tensor<512x96xbf16>, tensor<bf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
}

// Leading dimensions: parts of rows.
// CHECK-LABEL: func.func private @columns
// CHECK: stablehlo.reshape %arg0 : (tensor<64x128x256xf32>) -> tensor<128x64x256xf32>
// CHECK: across dimensions = [1]
// CHECK: across dimensions = [0]
func.func private @columns(%x: tensor<64x128x256xf32>) -> tensor<256xf32> attributes {dist.segment = "step"} {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x128x256xf32>, tensor<f32>) -> tensor<256xf32>
  return %0 : tensor<256xf32>
}

// Rows by themselves are a block each, and short ones need nothing.
// CHECK-LABEL: func.func private @enough
// CHECK-NOT: stablehlo.reshape
// CHECK: return
func.func private @enough(%x: tensor<64x8192xf32>, %y: tensor<100x4xf32>) -> (tensor<64xf32>, tensor<4xf32>) attributes {dist.segment = "step"} {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<64x8192xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<100x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<64xf32>, tensor<4xf32>
}
