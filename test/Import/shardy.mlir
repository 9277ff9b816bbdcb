// Shardy annotations become dist: the mesh with its axes in order, shardings of
// arguments, results and ops, constraints, reshards, priorities, sub-axes.
// RUN: split-file %s %t
// RUN: shardc import %t/annotated.mlir --no-layers --remarks -o %t/out.mlir 2> %t/remarks
// RUN: FileCheck %s --input-file %t/out.mlir
// RUN: FileCheck %s --input-file %t/remarks --check-prefix=REMARK
// What import leaves is read back.
// RUN: shardc import %t/out.mlir --no-layers | FileCheck %s
// RUN: shardc import %t/callee.mlir | FileCheck %s --check-prefix=CALLEE
// RUN: shardc import %t/open.mlir --remarks 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: shardc import %t/empty.mlir | FileCheck %s --check-prefix=EMPTY

// CHECK: dist.mesh @mesh <"y"=4, "x"=2, "z"=2>
// CHECK: func.func @main(%[[X:[^:]*]]: tensor<8x4xf32> {dist.name = "x", dist.priorities = array<i64: 0, 1>, dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"x"}, {"y":(1)2, ?}]>}
// CHECK-SAME: %[[W:[^:]*]]: tensor<4x4xf32> {dist.name = "w",
// CHECK-NOT: dist.sharding
// CHECK-SAME: %[[V:[^:]*]]: tensor<4x4xf32> {{{.*}}dist.sharding = #dist.sharding<@mesh, [{"z"}, {}]>
// CHECK-SAME: -> (tensor<8x4xf32> {dist.name = "result0", dist.role = "output", dist.sharding = #dist.sharding<@mesh, [{"x"}, {"z"}]>})
// CHECK-NOT: sdy
// CHECK: %[[C:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<8x4xf32>
// CHECK: %[[D:.*]] = stablehlo.dot_general %[[X]], %[[W]]
// CHECK: %[[D1:.*]] = dist.constraint %[[D]] <@mesh, [{"x"}, {?}]> : tensor<8x4xf32>
// CHECK: %[[K:.*]] = dist.constraint %[[D1]] <@mesh, [{}, {"y", "z"}]> {dist.priorities = array<i64: 2, 0>} : tensor<8x4xf32>
// CHECK: %[[R:.*]] = dist.reshard %[[K]] <@mesh, [{}, {}]> : tensor<8x4xf32>
// CHECK: %[[S:.*]] = stablehlo.dot_general %[[R]], %[[V]]
// CHECK: %[[P:.*]] = dist.reshard %[[S]] <@mesh, [{"y"}, {}], partial={sum:"z"}> : tensor<8x4xf32>
// CHECK: %[[M:.*]] = stablehlo.multiply %[[P]], %[[C]]
// CHECK: return %[[M]]
// CHECK-NOT: sdy
// REMARK: annotated.mlir:1:1: remark: the order of devices is not used: ranks count along the axes, and the launcher says which device a rank has

// CALLEE: func.func @main(%[[X:[^:]*]]: tensor<8x4xf32>
// CALLEE: %[[A:.*]] = dist.constraint %[[X]] <@mesh, [{"x"}, {?}]>
// CALLEE: %[[N:.*]] = stablehlo.negate %[[A]]
// CALLEE: %[[B:.*]] = dist.constraint %[[N]] <@mesh, [{"x"}, {}]>
// CALLEE: return %[[B]]

// A dimension has no list of axes that must not split it: it is closed. What says
// nothing goes.
// OPEN: open.mlir:2:17: remark: argument #0: open dimensions are closed, so that replicated axes split none; axis 'y' will not split them either
// OPEN-NOT: remark: argument #1: open
// OPEN: %arg0: tensor<8x4xf32> {dist.name = "a", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>
// OPEN-SAME: %arg1: tensor<8x4xf32> {dist.name = "b", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>
// OPEN-SAME: %arg2: tensor<8x4xf32> {dist.name = "c", dist.role = "input"}
// OPEN-NOT: dist.constraint

// A mesh without axes splits nothing, and none is left.
// EMPTY-NOT: dist.mesh
// EMPTY-NOT: dist.sharding

//--- annotated.mlir
sdy.mesh @grid = <["y"=4, "x"=2, "z"=2], device_ids=[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}p0, {"y":(1)2, ?}p1]>},
                %w: tensor<4x4xf32>,
                %v: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"z":(1)2}, {}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}, {"z"}]>}) {
  %c = sdy.constant dense<2.0> : tensor<8x4xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"x"}, {?}]>]>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = sdy.sharding_constraint %0 <@grid, [{}p2, {"y", "z"}]> : tensor<8x4xf32>
  %2 = sdy.reshard %1 <@grid, [{}, {}]> : tensor<8x4xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %4 = sdy.reshard %3 <@grid, [{"y"}, {}], unreduced={"z"}> : tensor<8x4xf32>
  %5 = stablehlo.multiply %4, %c : tensor<8x4xf32>
  return %5 : tensor<8x4xf32>
}
//--- callee.mlir
sdy.mesh @mesh = <["x"=2]>
func.func private @f(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.negate %a : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = call @f(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- open.mlir
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}], replicated={"z"}>},
                %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}], replicated={"y", "z"}>},
                %c: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}) -> tensor<8x4xf32> {
  %0 = stablehlo.add %a, %b : tensor<8x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{?}, {?}]> : tensor<8x4xf32>
  %2 = stablehlo.add %1, %c : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}
//--- empty.mlir
sdy.mesh @none = <[]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@none, [{}, {}]>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
