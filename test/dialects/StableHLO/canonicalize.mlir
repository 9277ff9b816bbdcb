// Constants merge, effects decide whether an unused call stays.
// RUN: shard-opt %s --canonicalize --cse | FileCheck %s

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[C:.*]] = stablehlo.constant
  // CHECK-NEXT: return %[[C]], %[[C]]
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %1 = stablehlo.constant dense<1.0> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @effects
func.func @effects(%x: tensor<8xf32>, %z: tensor<f32>) {
  // CHECK-NEXT: stablehlo.custom_call @kept
  // CHECK-NEXT: return
  %0 = stablehlo.custom_call @removed(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @kept(%x) {has_side_effect = true} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return
}
