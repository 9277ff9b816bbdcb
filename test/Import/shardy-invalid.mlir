// Annotations that cannot be obeyed: one error where they stand.
// RUN: split-file %s %t
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

// RUN: not shardc import %t/unsupported.mlir 2>&1 | FileCheck %s --check-prefix=NOTREAD
// RUN: not shardc import %t/repeated.mlir 2>&1 | FileCheck %s --check-prefix=REPEATED
// RUN: not shardc import %t/range.mlir 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not shardc import %t/huge.mlir 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: not shardc import %t/axes.mlir 2>&1 | FileCheck %s --check-prefix=AXES
// RUN: not shardc import %t/name.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not shardc import %t/lists.mlir 2>&1 | FileCheck %s --check-prefix=LISTS
// RUN: not shardc import %t/both.mlir 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not shardc import %t/gather.mlir 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: not shardc import %t/exchange.mlir 2>&1 | FileCheck %s --check-prefix=EXCHANGE
// RUN: not shardc import %t/reduce.mlir 2>&1 | FileCheck %s --check-prefix=REDUCE
// RUN: not shardc import %t/rule.mlir 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: not shardc import %t/group.mlir 2>&1 | FileCheck %s --check-prefix=GROUP

// NOTREAD: unsupported.mlir:3:8: error: op 'sdy.sharded_to_unreduced' is not supported; of Shardy, annotations, collectives and computations are read
// REPEATED: repeated.mlir:1:18: error: custom op 'sdy.mesh' device id 0 is given twice
// RANGE: range.mlir:1:18: error: custom op 'sdy.mesh' device id 7 is not one of the mesh's 2 devices, which count from 0
// HUGE: huge.mlir:1:18: error: custom op 'sdy.mesh' a mesh may have at most 1048576 devices
// AXES: axes.mlir:1:1: error: 'sdy.mesh' op has 17 axes, but at most 16 are supported
// NAME: name.mlir:1:20: error: custom op 'sdy.mesh' an axis cannot be called 'x:(1)2'
// LISTS: lists.mlir:2:{{[0-9]+}}: error: expected each list of axes once
// BOTH: both.mlir:3:8: error: reshard: axis 'x' is used twice, of which once in 'replicated'
// GATHER: gather.mlir:3:8: error: 'sdy.all_gather' op moves axis "x" out of dimension 0, but 'out_sharding' has it there
// EXCHANGE: exchange.mlir:3:8: error: 'sdy.all_to_all' op names dimension 9 of a value that has 2
// REDUCE: reduce.mlir:3:8: error: 'sdy.all_reduce' op reduces over axis "x", but leaves it unreduced in 'out_sharding'
// RULE: rule.mlir:2:8: error: 'stablehlo.add' op has 2 operands, but its sharding rule is of 1
// GROUP: group.mlir:5:3: error: 'sdy.sharding_group' op puts 'tensor<4xf32>' into group 3 with 'tensor<8x4xf32>'; values of one group have one shape
// GROUP: group.mlir:4:3: note: the other one
// SIZE: size.mlir:1:20: error: custom op 'sdy.mesh' axis 'x' has size 0, but must have at least 1
// AXIS: axis.mlir:2:17: error: argument #0: axis 'q' is not one of the mesh #dist.mesh<"x"=2>
// MESH: mesh.mlir:3:8: error: sharding names mesh '@other', which the module does not declare
// MESH: mesh.mlir:1:1: note: '@mesh' is declared here
// MESHES: meshes.mlir:4:17: error: sharding is over mesh '@b', {{.*}}, but others are over '@a', {{.*}}; use one mesh with the axes of both
// MESHES: meshes.mlir:3:17: note: one of the others
// MAXIMAL: maximal.mlir:2:17: error: the value is placed on device 3 alone, which is not supported; split it or let all ranks hold it
// IDS: ids.mlir:1:18: error: custom op 'sdy.mesh' the mesh has axes for 2 devices, but 3 device ids
// RANK: rank.mlir:3:8: error: constraint: sharding has 1 dimensions, but the value has 2
// TWICE: twice.mlir:2:17: error: argument #0: axis 'x' is used twice
// SUBAXIS: subaxis.mlir:2:17: error: argument #0: sub-axis (1)3 does not divide axis 'x' of size 4
// REPLICATED: replicated.mlir:2:17: error: argument #0: axis 'x' both splits the value and must not
// UNREDUCED: unreduced.mlir:2:17: error: argument #0 cannot be a pending sum over axis 'x'; reduce it before it is passed in
// PRIORITY: priority.mlir:2:80: error: expected a priority such as p1
// VALUES: values.mlir:3:8: error: 'sdy.sharding' has 2 shardings for 1 results

//--- unsupported.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- repeated.mlir
sdy.mesh @mesh = <["x"=2], device_ids=[0, 0]>
//--- range.mlir
sdy.mesh @mesh = <["x"=2], device_ids=[0, 7]>
//--- huge.mlir
sdy.mesh @mesh = <["x"=4611686018427387904, "y"=4]>
//--- axes.mlir
sdy.mesh @mesh = <["a0"=1, "a1"=1, "a2"=1, "a3"=1, "a4"=1, "a5"=1, "a6"=1, "a7"=1, "a8"=1, "a9"=1, "a10"=1, "a11"=1, "a12"=1, "a13"=1, "a14"=1, "a15"=1, "a16"=1]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a0"}, {}]>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- name.mlir
sdy.mesh @mesh = <["x:(1)2"=2]>
//--- lists.mlir
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"x"}, replicated={"y"}>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}
//--- both.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.reshard %a <@mesh, [{}, {}], replicated={"x"}, unreduced={"x"}> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- gather.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- exchange.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.all_to_all [{"x"}: 0->9] %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- reduce.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- rule.mlir
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.add %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- group.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.negate %a : tensor<8x4xf32>
  sdy.sharding_group %0 group_id=3 : tensor<8x4xf32>
  sdy.sharding_group %b group_id=3 : tensor<4xf32>
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
