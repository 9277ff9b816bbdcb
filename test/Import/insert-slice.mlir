// Slices that PyTorch exporters insert: padding of a splat, else an update.
// RUN: split-file %s %t
// RUN: shardc import %t/good.mlir -o - | FileCheck %s
// RUN: not shardc import %t/empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not shardc import %t/strided.mlir 2>&1 | FileCheck %s --check-prefix=STRIDED

// CHECK: func.func @main(%[[X:.*]]: tensor<8x4xf32> {{.*}}, %[[Y:.*]]: tensor<8x12xf32>
// CHECK: %[[Z:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[P:.*]] = stablehlo.pad %[[X]], %[[Z]], low = [0, 4], high = [0, 4], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x12xf32>
// CHECK: %[[U:.*]] = stablehlo.dynamic_update_slice %[[Y]], %[[X]], %{{.*}}, %{{.*}} : (tensor<8x12xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
// CHECK: stablehlo.add %[[P]], %[[U]]
// EMPTY: empty.mlir:2:8: error: op 'tensor.empty' is not supported
// STRIDED: strided.mlir:2:8: error: 'tensor.insert_slice' op has computed offsets, strides or another rank, which are not supported

//--- good.mlir
func.func @main(%x: tensor<8x4xf32>, %y: tensor<8x12xf32>) -> tensor<8x12xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<8x12xf32>
  %0 = tensor.insert_slice %x into %c[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x12xf32>
  %1 = tensor.insert_slice %x into %y[0, 8] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x12xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x12xf32>
  return %2 : tensor<8x12xf32>
}
//--- empty.mlir
func.func @main() -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- strided.mlir
func.func @main(%x: tensor<2xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %x into %y[0] [2] [2] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}
