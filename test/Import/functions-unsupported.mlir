// Functions that no formula here stands for, and calls of foreign code, are refused where they are.

// RUN: split-file %s %t
// RUN: not shardc import %t/lgamma.mlir 2>&1 | FileCheck %s --check-prefix=LGAMMA
// RUN: not shardc import %t/digamma.mlir 2>&1 | FileCheck %s --check-prefix=DIGAMMA
// RUN: not shardc import %t/foreign.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN

// LGAMMA: lgamma.mlir:2:8: error: op 'chlo.lgamma' is not supported
// DIGAMMA: digamma.mlir:2:8: error: op 'chlo.digamma' is not supported
// FOREIGN: foreign.mlir:2:8: error: 'stablehlo.custom_call' op of '@foreign' is not supported

//--- lgamma.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- digamma.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- foreign.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @foreign(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
