// RUN: shard-opt %s --shardc-convert-precision=to=fp64 | FileCheck %s --check-prefixes=CHECK,F64
// RUN: shard-opt %s --shardc-convert-precision=to=bf16 | FileCheck %s --check-prefixes=CHECK,BF16
// RUN: shard-opt %s --shardc-convert-precision=to=fp16 | FileCheck %s --check-prefixes=CHECK,F16

// F64: module attributes {shardc.precision = "fp64"}
// F64: func.func @main(%[[X:.*]]: tensor<4x8xf64>, %[[I:.*]]: tensor<4xi32>) -> (tensor<4x8xf64>, tensor<f64> {dist.role = "loss_sum"})
// BF16: func.func @main(%[[X:.*]]: tensor<4x8xbf16>, %[[I:.*]]: tensor<4xi32>) -> (tensor<4x8xbf16>, tensor<f32> {dist.role = "loss_sum"})
// F16: func.func @main(%[[X:.*]]: tensor<4x8xf16>, %[[I:.*]]: tensor<4xi32>) -> (tensor<4x8xf16>, tensor<f32> {dist.role = "loss_sum"})
func.func @main(%x: tensor<4x8xbf16>, %i: tensor<4xi32>) -> (tensor<4x8xf32>, tensor<f32> {dist.role = "loss_sum"}) {
  // A splat stays one element; values round to the new type.
  // F64: stablehlo.constant dense<0.10000000149011612> : tensor<4x8xf64>
  // BF16: stablehlo.constant dense<1.000980e-01> : tensor<4x8xbf16>
  // F16: stablehlo.constant dense<9.997{{.*}}e-02> : tensor<4x8xf16>
  %0 = stablehlo.constant dense<0.1> : tensor<4x8xf32>
  // CHECK: stablehlo.constant dense<{{\[}}1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00{{\]}}>
  %1 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // Conversions between floats are gone, those of integers remain.
  // CHECK-NOT: stablehlo.convert %[[X]]
  %2 = stablehlo.convert %x : (tensor<4x8xbf16>) -> tensor<4x8xf32>
  // F64: stablehlo.convert %[[I]] : (tensor<4xi32>) -> tensor<4xf64>
  // BF16: stablehlo.convert %[[I]] : (tensor<4xi32>) -> tensor<4xbf16>
  %3 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>
  %4 = stablehlo.add %1, %3 : tensor<4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %6 = stablehlo.add %2, %5 : tensor<4x8xf32>
  // CHECK: stablehlo.broadcast_in_dim
  // CHECK-NEXT: stablehlo.add
  // CHECK-NEXT: %[[S:.*]] = stablehlo.add
  %7 = stablehlo.add %6, %0 : tensor<4x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // Sums of losses and tokens are wide in any case.
  // F64: stablehlo.reduce(%[[S]] init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf64>, tensor<f64>) -> tensor<f64>
  // BF16: %[[W:.*]] = stablehlo.convert %[[S]] : (tensor<4x8xbf16>) -> tensor<4x8xf32>
  // BF16: stablehlo.reduce(%[[W]] init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  return %7, %8 : tensor<4x8xf32>, tensor<f32>
}
