// What is not supported is refused at the op, by its name, with the way round it.
// RUN: split-file %s %t
// RUN: not shardc import %t/cholesky.mlir 2>&1 | FileCheck %s --check-prefix=CHOLESKY
// RUN: not shardc import %t/solve.mlir 2>&1 | FileCheck %s --check-prefix=SOLVE
// RUN: not shardc import %t/fft.mlir 2>&1 | FileCheck %s --check-prefix=FFT
// RUN: not shardc import %t/lapack.mlir 2>&1 | FileCheck %s --check-prefix=LAPACK
// RUN: not shardc import %t/kernel.mlir 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: not shardc import %t/mystery.mlir 2>&1 | FileCheck %s --check-prefix=MYSTERY
// RUN: not shardc import %t/token.mlir 2>&1 | FileCheck %s --check-prefix=TOKEN
// RUN: not shardc import %t/outfeed.mlir 2>&1 | FileCheck %s --check-prefix=OUTFEED
// RUN: not shardc import %t/chlo.mlir 2>&1 | FileCheck %s --check-prefix=CHLO
// RUN: not shardc import %t/dynamic.mlir 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not shardc import %t/fp8.mlir 2>&1 | FileCheck %s --check-prefix=FP8
// RUN: not shardc import %t/int4.mlir 2>&1 | FileCheck %s --check-prefix=INT4
// RUN: not shardc import %t/complex.mlir 2>&1 | FileCheck %s --check-prefix=COMPLEX
// RUN: not shardc import %t/property.mlir 2>&1 | FileCheck %s --check-prefix=PROPERTY

// CHOLESKY: cholesky.mlir:2:8: error: op 'stablehlo.cholesky' is not supported; solve and factorize outside of the step, and pass the result in as an input
// CHOLESKY-NOT: error:
// SOLVE: solve.mlir:2:9: error: op 'stablehlo.triangular_solve' is not supported; solve and factorize outside of the step, and pass the result in as an input
// SOLVE-NOT: error:
// FFT: fft.mlir:2:8: error: op 'stablehlo.fft' is not supported; write the transform as a product with its matrix
// FFT-NOT: error:
// LAPACK: lapack.mlir:2:8: error: 'stablehlo.custom_call' op of '@lapack_spotrf_ffi' is not supported; solve and factorize outside of the step, and pass the result in as an input
// LAPACK-NOT: error:
// KERNEL: kernel.mlir:2:8: error: 'stablehlo.custom_call' op of '@tpu_custom_call' is not supported; export the model without hand-written kernels
// KERNEL-NOT: error:
// MYSTERY: mystery.mlir:2:8: error: 'stablehlo.custom_call' op of '@mystery' is not supported; write what it computes in ops of StableHLO
// MYSTERY-NOT: error:
// TOKEN: token.mlir:2:{{[0-9]+}}: error: values of type '!stablehlo.token' are not supported; pass values in as arguments and out as results
// TOKEN-NOT: error:
// OUTFEED: outfeed.mlir:2:3: error: op 'stablehlo.outfeed' is not supported; pass values in as arguments and out as results
// OUTFEED-NOT: error:
// CHLO: chlo.mlir:2:8: error: op 'chlo.constant_like' is not supported; convert it with 'stablehlo-opt --chlo-legalize-to-stablehlo'
// CHLO-NOT: error:
// DYNAMIC: dynamic.mlir:2:8: error: op 'stablehlo.dynamic_reshape' is not supported; export the model with static shapes
// DYNAMIC-NOT: error:
// FP8: fp8.mlir:2:8: error: 'stablehlo.convert' op result #0 has type 'tensor<4x4xf8E8M0FNU>': elements of 'f8E8M0FNU' are not supported; convert them to bf16, f16 or f32 in the model
// FP8-NOT: error:
// INT4: int4.mlir:2:8: error: 'stablehlo.bitcast_convert' op reads bits as those of 'tensor<4x4xi8>' or writes them as 'tensor<4x4x2xi4>'; pack and unpack such values outside of the model
// INT4-NOT: error:
// COMPLEX: complex.mlir:2:8: error: 'stablehlo.convert' op result #0 has type 'tensor<4x4xcomplex<f32>>': elements of 'complex<f32>' are not supported; split the model into real and imaginary parts
// COMPLEX-NOT: error:
// PROPERTY: property.mlir:2:8: error: 'stablehlo.broadcast_in_dim' op attribute 'broadcast_dimensions' cannot be "x"
// PROPERTY-NOT: error:

//--- cholesky.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.cholesky"(%x) <{lower = true}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
//--- solve.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.triangular_solve"(%x, %x) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
//--- fft.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
  return %x : tensor<4x4xf32>
}
//--- lapack.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
//--- kernel.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.custom_call @tpu_custom_call(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=4}, custom>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
//--- mystery.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.custom_call @mystery(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
//--- token.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0:2 = stablehlo.custom_call @mystery(%x) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, !stablehlo.token)
  return %x : tensor<4x4xf32>
}
//--- outfeed.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  "stablehlo.outfeed"(%x) : (tensor<4x4xf32>) -> ()
  return %x : tensor<4x4xf32>
}
//--- chlo.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
//--- dynamic.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dynamic_reshape %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  return %x : tensor<4x4xf32>
}
//--- fp8.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xf8E8M0FNU>
  return %x : tensor<4x4xf32>
}
//--- int4.mlir
func.func @main(%x: tensor<4x4xi8>) -> tensor<4x4xi8> {
  %0 = stablehlo.bitcast_convert %x : (tensor<4x4xi8>) -> tensor<4x4x2xi4>
  return %x : tensor<4x4xi8>
}
//--- complex.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xcomplex<f32>>
  return %x : tensor<4x4xf32>
}
//--- property.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.broadcast_in_dim"(%x) <{broadcast_dimensions = "x"}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %x : tensor<4x4xf32>
}
