// Rules of sharding, computations with a name and edges are read and printed.
// RUN: shard-opt %s | FileCheck %s
// RUN: shard-opt %s --mlir-print-op-generic | shard-opt | FileCheck %s

sdy.mesh @mesh = <["x"=2]>
// CHECK-LABEL: @rules
func.func @rules(%a: tensor<8x4xf32>, %b: tensor<4x6xf32>, %c: tensor<f32>) -> tensor<8x6xf32> {
  // CHECK: #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=6, k=4} reduction={k}>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=6, k=4} reduction={k}>} : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  // CHECK: #sdy.op_sharding_rule<([])->([])>
  %1 = stablehlo.negate %c {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : tensor<f32>
  // CHECK: #sdy.op_sharding_rule<([ij, k])->([i, jk]) {i=2, j=4, k=4} need_replication={i} permutation={j} blocked_propagation={k, i}, custom>
  %2 = stablehlo.negate %a {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([i, jk]) {i=2, j=4, k=4} need_replication={i} permutation={j} blocked_propagation={k, i}, custom>} : tensor<8x4xf32>
  // Factors behind z are numbered.
  // CHECK: #sdy.op_sharding_rule<([i, jz_2])->([z_1, k]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=1, z_1=1, z_2=4}>
  %3 = stablehlo.negate %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jz_2])->([z_1, k]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=1, z_1=1, z_2=4}>} : tensor<8x4xf32>
  return %0 : tensor<8x6xf32>
}
// CHECK-LABEL: @named
func.func @named(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: sdy.named_computation<"block">(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"x"}]>] (%[[B:.*]]: tensor<8x4xf32>) {
  // CHECK-NEXT: sdy.data_flow_edge %[[B]] sharding=<@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  // CHECK-NEXT: sdy.return %[[B]]
  // CHECK-NEXT: } {note = "x"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %0 = sdy.named_computation<"block">(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"x"}]>] (%b: tensor<8x4xf32>) {
    %1 = sdy.data_flow_edge %b sharding=<@mesh, [{"x"}, {}]> : tensor<8x4xf32>
    sdy.return %b : tensor<8x4xf32>
  } {note = "x"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: sdy.named_computation<"bare">(%arg0) (%[[C:.*]]: tensor<8x4xf32>) {
  // CHECK-NEXT: sdy.data_flow_edge %[[C]] : tensor<8x4xf32>
  %2 = sdy.named_computation<"bare">(%a) (%c: tensor<8x4xf32>) {
    %3 = sdy.data_flow_edge %c : tensor<8x4xf32>
    sdy.return %c : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
