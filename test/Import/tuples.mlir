// Values that are packed into tuples go their own way; barriers stay; calls that only say
// something of their operands go.
// RUN: split-file %s %t
// RUN: shardc import %t/good.mlir --remarks=import 2>&1 | FileCheck %s
// RUN: not shardc import %t/index.mlir 2>&1 | FileCheck %s --check-prefix=INDEX

// CHECK: remark: annotation '@annotate_device_placement' is not used
// CHECK: func.func @main(%[[A:.*]]: tensor<2xf32> {{{.*}}}, %[[B:.*]]: tensor<3xf32> {{{.*}}}, %[[Y:.*]]: tensor<2xf32> {{{.*}}"y"{{.*}}}) -> (tensor<2xf32> {dist.name = "a", {{.*}}}, tensor<2xf32> {{{.*}}}, tensor<3xf32> {{{.*}}})
// CHECK: %[[M:.*]] = stablehlo.multiply %[[A]], %[[Y]]
// CHECK: %[[K:.*]]:2 = stablehlo.optimization_barrier %[[M]], %[[B]]
// CHECK: return %[[M]], %[[K]]#0, %[[K]]#1
// INDEX: index.mlir:3:8: error: {{.*}}
// INDEX-NOT: error:

//--- good.mlir
func.func private @pack(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tuple<tensor<2xf32>, tensor<3xf32>> {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<2xf32>, tensor<3xf32>>
  return %0 : tuple<tensor<2xf32>, tensor<3xf32>>
}
func.func @main(%x: tuple<tensor<2xf32>, tuple<tensor<3xf32>>>, %y: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "a"}, tuple<tensor<2xf32>, tensor<3xf32>>) {
  %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<2xf32>, tuple<tensor<3xf32>>>) -> tensor<2xf32>
  %1 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<2xf32>, tuple<tensor<3xf32>>>) -> tuple<tensor<3xf32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<3xf32>>) -> tensor<3xf32>
  %3 = stablehlo.multiply %0, %y : tensor<2xf32>
  %4 = stablehlo.custom_call @annotate_device_placement(%3) {has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
  %5:2 = stablehlo.optimization_barrier %4, %2 : tensor<2xf32>, tensor<3xf32>
  %6 = call @pack(%5#0, %5#1) : (tensor<2xf32>, tensor<3xf32>) -> tuple<tensor<2xf32>, tensor<3xf32>>
  return %4, %6 : tensor<2xf32>, tuple<tensor<2xf32>, tensor<3xf32>>
}
//--- index.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.tuple %x, %x : tuple<tensor<2xf32>, tensor<2xf32>>
  %1 = stablehlo.get_tuple_element %0[2] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
