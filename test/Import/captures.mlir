// Constants that the body of a sort or reduction reads from outside are copied into it.
// RUN: split-file %s %t
// RUN: shardc import %t/constants.mlir -o - | FileCheck %s
// RUN: shardc check %t/constants.mlir --role "0=input" --strategy dp=2 --json | FileCheck %s --check-prefix=DOES
// RUN: not shardc import %t/data.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=DATA

// CHECK: "stablehlo.sort"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: stablehlo.constant dense<0.000000e+00> : tensor<f32>
// DOES: "pass":true

//--- constants.mlir
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare EQ, %a, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %zero, %a : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare LT, %2, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

//--- data.mlir
// DATA: data.mlir:4:8: error: 'stablehlo.sort' op has a body that reads a value from outside which is computed from data; only constants can be read there
// DATA: data.mlir:3:{{[0-9]+}}: note: the value is made here
func.func @main(%x: tensor<4x8xf32>, %t: tensor<f32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %t : tensor<f32>
    %2 = stablehlo.compare LT, %1, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
