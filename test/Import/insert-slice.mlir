// Slices that PyTorch exporters insert: padding of a splat, else an update.
// RUN: split-file %s %t
// RUN: shardc import %t/good.mlir -o - | FileCheck %s
// RUN: not shardc import %t/rank.mlir 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not shardc import %t/strided.mlir 2>&1 | FileCheck %s --check-prefix=STRIDED

// CHECK: func.func @main(%[[X:.*]]: tensor<8x4xf32> {{.*}}, %[[Y:.*]]: tensor<8x12xf32>
// CHECK: %[[Z:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[P:.*]] = stablehlo.pad %[[X]], %[[Z]], low = [0, 4], high = [0, 4], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x12xf32>
// CHECK: %[[L:.*]] = stablehlo.slice %[[Y]] [0:8, 0:8] : (tensor<8x12xf32>) -> tensor<8x8xf32>
// CHECK: %[[U:.*]] = stablehlo.concatenate %[[L]], %[[X]],  dim = 1
// CHECK: stablehlo.add %[[P]], %[[U]]
// RANK: rank.mlir:2:8: error: op 'tensor.rank' is not supported
// STRIDED: strided.mlir:2:8: error: op 'tensor.insert_slice' is not supported: its strides are not 1, and its target is not of one value

//--- good.mlir
func.func @main(%x: tensor<8x4xf32>, %y: tensor<8x12xf32>) -> tensor<8x12xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<8x12xf32>
  %0 = tensor.insert_slice %x into %c[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x12xf32>
  %1 = tensor.insert_slice %x into %y[0, 8] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x12xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x12xf32>
  return %2 : tensor<8x12xf32>
}
//--- rank.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.rank %x : tensor<4xf32>
  return %x : tensor<4xf32>
}
//--- strided.mlir
func.func @main(%x: tensor<2xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %x into %y[0] [2] [2] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}
