// Annotations that cannot be obeyed: one error where they stand.
// RUN: split-file %s %t
// RUN: not shardc import %t/flow.mlir 2>&1 | FileCheck %s --check-prefix=FLOW
// RUN: not shardc import %t/size.mlir 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not shardc import %t/axis.mlir 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not shardc import %t/mesh.mlir 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not shardc import %t/meshes.mlir 2>&1 | FileCheck %s --check-prefix=MESHES
// RUN: not shardc import %t/maximal.mlir 2>&1 | FileCheck %s --check-prefix=MAXIMAL
// RUN: not shardc import %t/ids.mlir 2>&1 | FileCheck %s --check-prefix=IDS
// RUN: not shardc import %t/rank.mlir 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not shardc import %t/twice.mlir 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not shardc import %t/subaxis.mlir 2>&1 | FileCheck %s --check-prefix=SUBAXIS
// RUN: not shardc import %t/replicated.mlir 2>&1 | FileCheck %s --check-prefix=REPLICATED
// RUN: not shardc import %t/unreduced.mlir 2>&1 | FileCheck %s --check-prefix=UNREDUCED
// RUN: not shardc import %t/priority.mlir 2>&1 | FileCheck %s --check-prefix=PRIORITY
// RUN: not shardc import %t/values.mlir 2>&1 | FileCheck %s --check-prefix=VALUES

// FLOW: flow.mlir:2:8: error: op 'sdy.data_flow_edge' is not supported; of Shardy, annotations, collectives and manual computations are read
// SIZE: size.mlir:1:20: error: custom op 'sdy.mesh' axis 'x' has size 0, but must have at least 1
// AXIS: axis.mlir:2:17: error: argument #0: axis 'q' is not one of the mesh #dist.mesh<"x"=2>
// MESH: mesh.mlir:3:8: error: sharding names mesh '@other', which the module does not declare
// MESH: mesh.mlir:1:1: note: '@mesh' is declared here
// MESHES: meshes.mlir:4:17: error: sharding is over mesh '@b', {{.*}}, but others are over '@a', {{.*}}; use one mesh with the axes of both
// MESHES: meshes.mlir:3:17: note: one of the others
// MAXIMAL: maximal.mlir:2:17: error: the value is placed on device 3 alone, which is not supported; split it or let all ranks hold it
// IDS: ids.mlir:1:1: error: 'sdy.mesh' op has axes for 2 devices, but 3 device ids
// RANK: rank.mlir:3:8: error: constraint: sharding has 1 dimensions, but the value has 2
// TWICE: twice.mlir:2:17: error: argument #0: axis 'x' is used twice
// SUBAXIS: subaxis.mlir:2:17: error: argument #0: sub-axis (1)3 does not divide axis 'x' of size 4
// REPLICATED: replicated.mlir:2:17: error: argument #0: axis 'x' both splits the value and must not
// UNREDUCED: unreduced.mlir:2:17: error: argument #0 cannot be a pending sum over axis 'x'; reduce it before it is passed in
// PRIORITY: priority.mlir:2:80: error: expected a priority such as p1
// VALUES: values.mlir:3:8: error: 'sdy.sharding' has 2 shardings for 1 results

//--- flow.mlir
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.data_flow_edge %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- size.mlir
sdy.mesh @mesh = <["x"=0]>
//--- axis.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"q"}, {}]>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- mesh.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.reshard %a <@other, [{"x"}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- meshes.mlir
sdy.mesh @a = <["x"=2]>
sdy.mesh @b = <["y"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {}]>},
                %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@b, [{"y"}, {}]>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- maximal.mlir
sdy.mesh @one = <[], device_ids=[3]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- ids.mlir
sdy.mesh @mesh = <["x"=2], device_ids=[0, 1, 2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- rank.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- twice.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- subaxis.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)3}, {}]>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- replicated.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {}], replicated={"x"}>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- unreduced.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- priority.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}q1, {}]>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- values.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>]>} : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
