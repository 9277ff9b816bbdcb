// Attributes that other compilers leave for themselves go, with a remark; ops and types
// of theirs are refused as ever.
// RUN: split-file %s %t
// RUN: shardc import %t/notes.mlir --remarks 2>&1 | FileCheck %t/notes.mlir
// RUN: not shardc import %t/op.mlir 2>&1 | FileCheck %t/op.mlir
// RUN: not shardc import %t/type.mlir 2>&1 | FileCheck %t/type.mlir
// RUN: not shardc import %t/inherent.mlir 2>&1 | FileCheck %t/inherent.mlir

//--- notes.mlir
// CHECK: notes.mlir:1:1: remark: attributes of dialect 'other' are not read [import]
// CHECK-NOT: other.
// CHECK: stablehlo.tanh %{{.*}} : tensor<4xf32>
// CHECK-NOT: other.
module attributes {other.device = #other.device<1>} {
  func.func @main(%x: tensor<4xf32> {other.kind = #other.kind<input>, dist.name = "x"}) -> (tensor<4xf32> {other.kind = [#other.kind<output>]}) {
    %0 = stablehlo.tanh %x {other.cost = #other<cost 3>} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

//--- op.mlir
// CHECK: op.mlir:3:8: error: op 'other.tanh' is not supported
func.func @main(%x: tensor<4xf32> {other.kind = #other.kind<input>}) -> tensor<4xf32> {
  %0 = "other.tanh"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- type.mlir
// CHECK: error: types of dialect 'other' are not supported
func.func @main(%x: tensor<4x!other.word>) -> tensor<4x!other.word> {
  return %x : tensor<4x!other.word>
}

//--- inherent.mlir
// CHECK: error: attributes of dialect 'other' are not supported
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<f32> {
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #other.dot<>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
