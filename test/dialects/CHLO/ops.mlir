// Every op, as JAX prints it.
// RUN: shard-opt %s --verify-roundtrip | FileCheck %s
// RUN: shard-opt %s --mlir-print-op-generic | shard-opt | FileCheck %s

// CHECK-LABEL: @unary
func.func @unary(%x: tensor<2x3xf32>) {
  // CHECK-NEXT: chlo.erf %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %0 = chlo.erf %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.erfc %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %1 = chlo.erfc %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.erf_inv %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %2 = chlo.erf_inv %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.square %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %3 = chlo.square %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.sinh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %4 = chlo.sinh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.cosh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %5 = chlo.cosh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.asin %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %6 = chlo.asin %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.acos %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %7 = chlo.acos %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.atan %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %8 = chlo.atan %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.asinh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %9 = chlo.asinh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.acosh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %10 = chlo.acosh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.atanh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %11 = chlo.atanh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.lgamma %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %12 = chlo.lgamma %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.digamma %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %13 = chlo.digamma %x : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: @top_k
func.func @top_k(%x: tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  // CHECK-NEXT: %{{.*}}, %{{.*}} = chlo.top_k(%arg0, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %values, %indices = chlo.top_k(%x, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %values, %indices : tensor<3x2xf32>, tensor<3x2xi32>
}
