// RUN: shard-opt %s --shardc-convert-precision=to=fp64 | FileCheck %s


// Bits are those of the type that they were written for: as random numbers are made
// from them.
// CHECK-LABEL: func.func @bits(%arg0: tensor<4xui32>, %arg1: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xui32>)
// CHECK-NEXT: %[[BITS:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<4xui32>) -> tensor<4xf32>
// CHECK-NEXT: %[[WIDE:.*]] = stablehlo.convert %[[BITS]] : (tensor<4xf32>) -> tensor<4xf64>
// CHECK-NEXT: %[[OWN:.*]] = stablehlo.convert %arg1 : (tensor<4xf64>) -> tensor<4xf32>
// CHECK-NEXT: %[[CAST:.*]] = stablehlo.bitcast_convert %[[OWN]] : (tensor<4xf32>) -> tensor<4xui32>
// CHECK-NEXT: return %[[WIDE]], %[[CAST]]
func.func @bits(%a: tensor<4xui32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xui32>) {
  %0 = stablehlo.bitcast_convert %a : (tensor<4xui32>) -> tensor<4xf32>
  %1 = stablehlo.bitcast_convert %b : (tensor<4xf32>) -> tensor<4xui32>
  return %0, %1 : tensor<4xf32>, tensor<4xui32>
}
