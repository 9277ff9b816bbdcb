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

// CHECK-LABEL: @more
func.func @more(%x: tensor<2x3xf32>, %i: tensor<4xui32>) {
  // CHECK-NEXT: chlo.tan %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %0 = chlo.tan %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.bessel_i1e %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %1 = chlo.bessel_i1e %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.is_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>
  %2 = chlo.is_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK-NEXT: chlo.is_pos_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>
  %3 = chlo.is_pos_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK-NEXT: chlo.is_neg_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>
  %4 = chlo.is_neg_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK-NEXT: chlo.next_after %arg0, %arg0 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  %5 = chlo.next_after %x, %x : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.polygamma %arg0, %arg0 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  %6 = chlo.polygamma %x, %x : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.zeta %arg0, %arg0 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  %7 = chlo.zeta %x, %x : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.mulhi %arg1, %arg1 : tensor<4xui32>, tensor<4xui32> -> tensor<4xui32>
  %8 = chlo.mulhi %i, %i : tensor<4xui32>, tensor<4xui32> -> tensor<4xui32>
  return
}

// CHECK-LABEL: @ragged_dot
func.func @ragged_dot(%x: tensor<4x8xf32>, %y: tensor<2x8x3xf32>, %sizes: tensor<2xi32>) {
  // CHECK-NEXT: "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision HIGHEST>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x8xf32>, tensor<2x8x3xf32>, tensor<2xi32>) -> tensor<4x3xf32>
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) <{precision_config = [#chlo<precision HIGHEST>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x8xf32>, tensor<2x8x3xf32>, tensor<2xi32>) -> tensor<4x3xf32>
  return
}
