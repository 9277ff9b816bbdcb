// A composite is what its decomposition computes, to any depth.
// RUN: shardc import %s | FileCheck %s

// CHECK: @main(%[[X:.*]]: tensor<8x4xf32>
// CHECK-NEXT: %[[T:.*]] = stablehlo.tanh %[[X]]
// CHECK-NEXT: %[[M:.*]] = stablehlo.multiply %[[T]], %[[T]]
// CHECK-NEXT: return %[[M]]
// CHECK-NOT: func.func
func.func public @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.composite "lib.outer" %x {composite_attributes = {kind = "tanh"}, decomposition = @outer, version = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
func.func private @outer(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.tanh %x : tensor<8x4xf32>
  %1 = stablehlo.composite "lib.square" %0 {decomposition = @square} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
func.func private @square(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// One that is named after an op of CHLO is that op, as long as it fits.
// RUN: shardc import %s --entry chlo | FileCheck %s --check-prefix=CHLO
// CHLO: chlo.erf %{{.*}} : tensor<8x4xf32>
// CHLO: "stablehlo.sort"
// CHLO-NOT: "stablehlo.sort"
// CHLO: stablehlo.negate
func.func private @chlo(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x2xf32>, tensor<8x2xi32>, tensor<8x4xf32>) {
  %0 = stablehlo.composite "chlo.erf" %x {decomposition = @erf, version = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1:2 = stablehlo.composite "chlo.top_k" %x {composite_attributes = {k = 2 : i64}, decomposition = @top_k} : (tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xi32>)
  %2 = stablehlo.composite "chlo.top_k" %x {composite_attributes = {k = 2 : i64}, decomposition = @erf} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0, %1#0, %1#1, %2 : tensor<8x4xf32>, tensor<8x2xf32>, tensor<8x2xi32>, tensor<8x4xf32>
}
func.func private @erf(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
func.func private @top_k(%x: tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xi32>) {
  %0 = stablehlo.slice %x [0:8, 0:2] : (tensor<8x4xf32>) -> tensor<8x2xf32>
  %1 = stablehlo.iota dim = 1 : tensor<8x2xi32>
  return %0, %1 : tensor<8x2xf32>, tensor<8x2xi32>
}

// So is a custom call of older exports; what its op cannot do is refused by its name.
// RUN: shardc import %s --entry calls | FileCheck %s --check-prefix=CALLS
// RUN: not shardc import %s --entry smallest 2>&1 | FileCheck %s --check-prefix=SMALLEST
// CALLS: chlo.erf %{{.*}} : tensor<8x4xf32>
// CALLS: "stablehlo.sort"
func.func private @calls(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x2xf32>, tensor<8x2xi32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xi32>)
  return %0, %1#0, %1#1 : tensor<8x4xf32>, tensor<8x2xf32>, tensor<8x2xi32>
}
// SMALLEST: composite.mlir:[[@LINE+2]]:10: error: 'stablehlo.custom_call' op of '@mhlo.topk' is not supported
func.func private @smallest(%x: tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xi32>)
  return %0#0, %0#1 : tensor<8x2xf32>, tensor<8x2xi32>
}
