// Shardy annotations are read and set aside with a remark; manual regions are refused.
// RUN: split-file %s %t
// RUN: shardc import %t/annotated.mlir --remarks -o %t/out.mlir 2> %t/remarks
// RUN: FileCheck %s --input-file %t/out.mlir
// RUN: FileCheck %s --input-file %t/remarks --check-prefix=REMARK
// RUN: not shardc import %t/manual.mlir 2>&1 | FileCheck %s --check-prefix=MANUAL
// RUN: not shardc import %t/axis.mlir 2>&1 | FileCheck %s --check-prefix=AXIS

// CHECK-NOT: sdy
// CHECK: func.func @main(%[[X:.*]]: tensor<8x4xf32> {dist.name = "x", dist.role = "input"}, %[[W:.*]]: tensor<4x4xf32> {dist.name = "w"
// CHECK: %[[C:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<8x4xf32>
// CHECK: %[[D:.*]] = stablehlo.dot_general %[[X]], %[[W]]
// CHECK: %[[M:.*]] = stablehlo.multiply %[[D]], %[[C]]
// CHECK: return %[[M]]
// CHECK-NOT: sdy
// REMARK-DAG: annotated.mlir:2:17: remark: sharding annotation #sdy.sharding<@mesh, [{"x"}, {"y":(1)2, ?}], replicated={"z"}> is not used; the strategy decides
// REMARK-DAG: annotated.mlir:6:8: remark: sharding annotation #sdy.sharding<@mesh, [{}, {}]> is not used; the strategy decides
// MANUAL: manual.mlir:2:8: error: op 'sdy.manual_computation' is not supported; of Shardy, meshes, shardings and constraints are read
// AXIS: axis.mlir:1:20: error: custom op 'sdy.mesh' axis 'x' has size 0, but must have at least 1

//--- annotated.mlir
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2], device_ids=[1, 0]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p0, {"y":(1)2, ?}p1], replicated={"z"}>},
                %w: tensor<4x4xf32>) -> tensor<8x4xf32> {
  %c = sdy.constant dense<2.0> : tensor<8x4xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}]> : tensor<8x4xf32>
  %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x4xf32>
  %3 = stablehlo.multiply %2, %c : tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
//--- manual.mlir
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={} (%a: tensor<8x4xf32>) {
    sdy.return %a : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- axis.mlir
sdy.mesh @mesh = <["x"=0]>
