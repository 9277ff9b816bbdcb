// Calls of foreign code are refused where they are.

// RUN: not shardc import %s 2>&1 | FileCheck %s

// CHECK: functions-unsupported.mlir:[[@LINE+2]]:8: error: 'stablehlo.custom_call' op of '@foreign' is not supported
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @foreign(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
