// Dropout as frameworks print it becomes one op; masks that are no draws stay.
// RUN: split-file %s %t
// RUN: shardc import %t/jax.mlir --role 0=param,1-2=input | FileCheck %t/jax.mlir
// RUN: shardc import %t/jax.mlir --role 0=param,1-2=input --raise=silu | FileCheck %t/jax.mlir --check-prefix=OFF
// RUN: shardc import %t/jax.mlir --role 0=param,1-2=input --remarks=raise 2>&1 >/dev/null | FileCheck %t/jax.mlir --check-prefix=REMARK
// RUN: shardc import %t/torch.mlir --role 0=param,1=input | FileCheck %t/torch.mlir
// RUN: shardc import %t/near-miss.mlir --role 0=param,1-4=input | FileCheck %t/near-miss.mlir
// RUN: shardc check %t/jax.mlir --role 0=param,1-2=input --strategy dp=2 --json | FileCheck %t/jax.mlir --check-prefix=PASS

//--- jax.mlir
// jnp.where(keep, x / 0.9, 0), and its gradient: where(keep, dy, 0) / 0.9.
// CHECK: nn.dropout %arg0, mask %{{.*}} {rate = 0.10000002384185791 : f64} : (tensor<4x8xf32>, tensor<4x8xi1>) -> tensor<4x8xf32>
// CHECK: nn.dropout %arg0, mask %arg2 {rate = 0.10000002384185791 : f64}
// OFF-NOT: nn.dropout
// REMARK: raised 2 dropout
// PASS: "pass":true
func.func @main(%x: tensor<4x8xf32>, %bits: tensor<4x8xui32>, %keep: tensor<4x8xi1>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %limit = stablehlo.constant dense<3865470566> : tensor<4x8xui32>
  %mask = stablehlo.compare LT, %bits, %limit, UNSIGNED : (tensor<4x8xui32>, tensor<4x8xui32>) -> tensor<4x8xi1>
  %c = stablehlo.constant dense<0.9> : tensor<f32>
  %wide = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %scaled = stablehlo.divide %x, %wide : tensor<4x8xf32>
  %0 = call @_where(%mask, %scaled) : (tensor<4x8xi1>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = call @_where(%keep, %x) : (tensor<4x8xi1>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.divide %1, %wide : tensor<4x8xf32>
  return %0, %2 : tensor<4x8xf32>, tensor<4x8xf32>
}
func.func private @_where(%p: tensor<4x8xi1>, %a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zero = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %r = stablehlo.select %p, %a, %zero : tensor<4x8xi1>, tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

//--- torch.mlir
// rand > p, then x * mask * (1 / (1 - p)).
// CHECK: nn.dropout %arg0, mask %{{.*}} {rate = 5.000000e-01 : f64}
func.func @main(%x: tensor<4x8xbf16>, %u: tensor<4x8xf32>) -> tensor<4x8xbf16> {
  %half = stablehlo.constant dense<0.5> : tensor<4x8xf32>
  %mask = stablehlo.compare GT, %u, %half, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %number = stablehlo.convert %mask : (tensor<4x8xi1>) -> tensor<4x8xbf16>
  %0 = stablehlo.multiply %number, %x : tensor<4x8xbf16>
  %two = stablehlo.constant dense<2.0> : tensor<4x8xbf16>
  %1 = stablehlo.multiply %0, %two : tensor<4x8xbf16>
  return %1 : tensor<4x8xbf16>
}

//--- near-miss.mlir
// CHECK-NOT: nn.dropout
func.func @main(%x: tensor<4x8xf32>, %keep: tensor<4x8xi1>, %rows: tensor<4xi1>, %other: tensor<4x8xf32>, %s: tensor<4x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %two = stablehlo.constant dense<2.0> : tensor<4x8xf32>
  %half = stablehlo.constant dense<0.5> : tensor<4x8xf32>
  // Not scaled up.
  %0 = stablehlo.select %keep, %x, %zero : tensor<4x8xi1>, tensor<4x8xf32>
  %1 = stablehlo.multiply %0, %half : tensor<4x8xf32>
  // Something else where it is dropped.
  %double = stablehlo.multiply %x, %two : tensor<4x8xf32>
  %2 = stablehlo.select %keep, %double, %other : tensor<4x8xi1>, tensor<4x8xf32>
  // Scaled by no constant.
  %by = stablehlo.multiply %x, %s : tensor<4x8xf32>
  %3 = stablehlo.select %keep, %by, %zero : tensor<4x8xi1>, tensor<4x8xf32>
  // A rectifier, rows of padding, a triangle.
  %positive = stablehlo.compare GT, %x, %zero, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %4 = stablehlo.select %positive, %double, %zero : tensor<4x8xi1>, tensor<4x8xf32>
  %wide = stablehlo.broadcast_in_dim %rows, dims = [0] : (tensor<4xi1>) -> tensor<4x8xi1>
  %5 = stablehlo.select %wide, %double, %zero : tensor<4x8xi1>, tensor<4x8xf32>
  %i = stablehlo.iota dim = 0 : tensor<4x8xi32>
  %j = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %triangle = stablehlo.compare GE, %i, %j, SIGNED : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi1>
  %6 = stablehlo.select %triangle, %double, %zero : tensor<4x8xi1>, tensor<4x8xf32>
  return %1, %2, %3, %4, %5, %6 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
