// Ops of Shardy that tell something: computations with a name, edges, groups, rules.
// RUN: split-file %s %t
// RUN: shardc import %t/named.mlir | FileCheck %s --check-prefix=NAMED
// RUN: shardc import %t/edges.mlir | FileCheck %s --check-prefix=EDGES
// RUN: shardc import %t/groups.mlir --remarks=import 2>&1 | FileCheck %s --check-prefix=GROUPS
// RUN: shardc import %t/rules.mlir --remarks=import 2>&1 | FileCheck %s --check-prefix=RULES

// NAMED: %[[A:.*]] = dist.constraint %arg0 <@mesh, [{"x"}, {}]>
// NAMED-NEXT: %[[B:.*]] = stablehlo.negate %[[A]]
// NAMED-NEXT: %[[C:.*]] = stablehlo.exponential %[[B]]
// NAMED-NEXT: %[[D:.*]] = dist.constraint %[[C]] <@mesh, [{}, {"x"}]>
// NAMED-NEXT: return %[[D]], %[[B]]

// EDGES: %[[A:.*]] = dist.constraint %arg0 <@mesh, [{"x"}, {}]>
// EDGES-NEXT: %[[B:.*]] = stablehlo.negate %[[A]]
// EDGES-NEXT: return %[[B]]

// What one of a group is told counts for all; of a group that is told nothing, nothing is known.
// GROUPS: groups.mlir:7:3: remark: 'sdy.sharding_group' is not used
// GROUPS-NOT: remark:
// GROUPS: func.func @main(%arg0: tensor<8x4xf32> {dist.name = "x", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}
// GROUPS-SAME: %arg1: tensor<8x4xf32> {dist.name = "y", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}
// GROUPS: %[[A:.*]] = stablehlo.negate %arg0
// GROUPS-NEXT: %[[B:.*]] = dist.constraint %[[A]] <@mesh, [{"x"}, {}]>
// GROUPS-NEXT: %[[C:.*]] = stablehlo.add %[[B]], %arg1
// GROUPS-NEXT: return %[[C]]

// RULES: rules.mlir:4:8: remark: the sharding rule of 'stablehlo.exponential' is not used: what the op computes says how it is split
// RULES-NOT: remark:
// RULES-NOT: sharding_rule

//--- named.mlir
sdy.mesh @mesh = <["x"=2]>
func.func private @helper(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.named_computation<"inner">(%a) (%b: tensor<8x4xf32>) {
    %1 = stablehlo.exponential %b : tensor<8x4xf32>
    sdy.return %1 : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
func.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0:2 = sdy.named_computation<"block">(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"x"}]>, <@mesh, [{?}, {?}]>] (%a: tensor<8x4xf32>) {
    %1 = stablehlo.negate %a : tensor<8x4xf32>
    %2 = func.call @helper(%1) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    sdy.return %2, %1 : tensor<8x4xf32>, tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<8x4xf32>
}
//--- edges.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.data_flow_edge %x sharding=<@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  %1 = stablehlo.negate %0 : tensor<8x4xf32>
  %2 = sdy.data_flow_edge %1 : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}
//--- groups.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  sdy.sharding_group %x group_id=1 : tensor<8x4xf32>
  sdy.sharding_group %y group_id=1 : tensor<8x4xf32>
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  %1 = stablehlo.add %0, %y : tensor<8x4xf32>
  sdy.sharding_group %1 group_id=2 : tensor<8x4xf32>
  sdy.sharding_group %0 group_id=1 : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
//--- rules.mlir
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // What propagation has noted says nothing new; what a user has written is asked for.
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  %1 = stablehlo.exponential %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} need_replication={j}, custom>} : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
