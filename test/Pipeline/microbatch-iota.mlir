// Places in the batch are counted on from the first row of each microbatch, in the type
// that counts them.
// RUN: shard-opt %s --shardc-wrap-microbatches=count=2 | FileCheck %s

// CHECK: %[[FIRST:.*]] = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
// CHECK: dist.microbatch 2
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<2x3xui32>, %[[BEGIN:.*]]: tensor<1xi64>):
// CHECK: %[[SCALAR:.*]] = stablehlo.reshape %[[BEGIN]] : (tensor<1xi64>) -> tensor<i64>
// CHECK: %[[NUMBER:.*]] = stablehlo.convert %[[SCALAR]] : (tensor<i64>) -> tensor<ui32>
// CHECK: %[[ROW:.*]] = stablehlo.broadcast_in_dim %[[NUMBER]], dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
// CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<2x3xui32>
// CHECK: %[[PLACE:.*]] = stablehlo.add %[[ROW]], %[[IOTA]]
// CHECK: %[[COLUMN:.*]] = stablehlo.iota dim = 1 : tensor<2x3xui32>
func.func @main(%x: tensor<4x3xui32> {dist.name = "x", dist.role = "input"}) -> tensor<4x3xui32> {
  %0 = stablehlo.iota dim = 0 : tensor<4x3xui32>
  %1 = stablehlo.iota dim = 1 : tensor<4x3xui32>
  %2 = stablehlo.xor %0, %1 : tensor<4x3xui32>
  %3 = stablehlo.add %x, %2 : tensor<4x3xui32>
  return %3 : tensor<4x3xui32>
}
