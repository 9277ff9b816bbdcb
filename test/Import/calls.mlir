// Private helpers are inlined, also those that call in turn or return several values.
// RUN: shard-opt %s --shardc-normalize-module | FileCheck %s

// CHECK: module {
// CHECK-NEXT: func.func @main(%[[X:.*]]: tensor<4xf32> {dist.name = "arg0"}) -> (tensor<4xf32> {dist.name = "result0"}, tensor<4xf32> {dist.name = "result1"}) {
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[X]]
// CHECK-NEXT: %[[A:.*]] = stablehlo.abs %[[X]]
// CHECK-NEXT: %[[S:.*]] = stablehlo.add %[[N]], %[[A]]
// CHECK-NEXT: %[[A2:.*]] = stablehlo.abs %[[S]]
// CHECK-NEXT: return %[[S]], %[[A2]]
// CHECK-NOT: func
module @jit_step {
  func.func public @main(%x: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = ""}, tensor<4xf32>) {
    %0:2 = call @both(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    %1 = stablehlo.add %0#0, %0#1 : tensor<4xf32>
    %2 = func.call @magnitude(%1) : (tensor<4xf32>) -> tensor<4xf32>
    return %1, %2 : tensor<4xf32>, tensor<4xf32>
  }
  func.func private @both(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.negate %x : tensor<4xf32>
    %1 = call @magnitude(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  func.func private @magnitude(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.abs %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
