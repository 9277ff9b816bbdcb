// Values that no plan can hold are refused where they are made.
// RUN: split-file %s %t
// RUN: not shardc import %t/argument.mlir 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not shardc import %t/inner.mlir 2>&1 | FileCheck %s --check-prefix=INNER
// RUN: not shardc import %t/empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not shardc import %t/complex.mlir 2>&1 | FileCheck %s --check-prefix=COMPLEX
// RUN: not shardc import %t/quantized.mlir 2>&1 | FileCheck %s --check-prefix=QUANTIZED
// RUN: not shardc import %t/large.mlir 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not shardc import %t/rank.mlir 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not shardc import %t/rank-inner.mlir 2>&1 | FileCheck %s --check-prefix=RANKINNER
// RUN: not shardc import %t/fp8.mlir 2>&1 | FileCheck %s --check-prefix=FP8

// ARGUMENT: argument.mlir:1:17: error: argument #0 has type 'tensor<4xi24>': elements of 'i24' are not supported; convert them to i32 or float in the model
// ARGUMENT-NOT: error:
// INNER: inner.mlir:2:8: error: result 0 of 'stablehlo.convert' has type 'tensor<4xi4>': elements of 'i4' are not supported
// INNER-NOT: error:
// EMPTY: empty.mlir:1:36: error: argument #1 has type 'tensor<4x0xf32>': dimension 1 has extent 0; a value without elements can be left out of the model
// EMPTY-NOT: error:
// COMPLEX: complex.mlir:1:17: error: argument #0 has type 'tensor<4xcomplex<f32>>': elements of 'complex<f32>' are not supported; split the model into real and imaginary parts
// COMPLEX-NOT: error:
// QUANTIZED: quantized.mlir:1:{{[0-9]+}}: error: types of dialect 'quant' are not supported; export the model without quantization
// QUANTIZED-NOT: error:
// LARGE: large.mlir:1:17: error: argument #0 has type {{.*}}: it has more elements than any computer holds
// LARGE-NOT: error:
// RANK: rank.mlir:1:17: error: argument #0 has type {{.*}}: it has 17 dimensions, but at most 16 are supported; merge some by a reshape in the model
// RANK-NOT: error:
// RANKINNER: rank-inner.mlir:2:8: error: result 0 of 'stablehlo.broadcast_in_dim' has type {{.*}}: it has 17 dimensions, but at most 16 are supported
// RANKINNER-NOT: error:
// FP8: fp8.mlir:1:17: error: argument #0 has type 'tensor<4xf8E8M0FNU>': elements of 'f8E8M0FNU' are not supported; convert them to bf16, f16 or f32 in the model
// FP8-NOT: error:

//--- argument.mlir
func.func @main(%x: tensor<4xi24>) -> tensor<4xi24> {
  return %x : tensor<4xi24>
}
//--- inner.mlir
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = arith.trunci %x : tensor<4xi32> to tensor<4xi4>
  %1 = arith.extsi %0 : tensor<4xi4> to tensor<4xi32>
  return %1 : tensor<4xi32>
}
//--- empty.mlir
func.func @main(%x: tensor<4xf32>, %y: tensor<4x0xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
//--- complex.mlir
func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %x : tensor<4xcomplex<f32>>
}
//--- quantized.mlir
func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 0.1>>) -> tensor<4x!quant.uniform<i8:f32, 0.1>> {
  return %x : tensor<4x!quant.uniform<i8:f32, 0.1>>
}
//--- large.mlir
func.func @main(%x: tensor<4294967296x4294967296xf32>) -> tensor<4294967296x4294967296xf32> {
  return %x : tensor<4294967296x4294967296xf32>
}
//--- rank.mlir
func.func @main(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32> {
  return %x : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
}
//--- rank-inner.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<2x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  %2 = stablehlo.reshape %1 : (tensor<2x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
//--- fp8.mlir
func.func @main(%x: tensor<4xf8E8M0FNU>) -> tensor<4xf8E8M0FNU> {
  return %x : tensor<4xf8E8M0FNU>
}
