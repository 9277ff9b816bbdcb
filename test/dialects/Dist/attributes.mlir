// RUN: shard-opt %s --verify-roundtrip | FileCheck %s

// CHECK: dist.mesh @mesh <"dp"=2, "fsdp"=2, "tp"=8, "cp"=2>
dist.mesh @mesh <"dp"=2, "fsdp"=2, "tp"=8, "cp"=2>
// CHECK: dist.mesh @one_rank <>
dist.mesh @one_rank <>

// Axes, granules, sub-axes, open dimensions.
// CHECK-LABEL: func.func @dimensions
// CHECK-SAME: #dist.sharding<@mesh, [{"dp", "fsdp"}, {"tp"}:8, {?}]>
// CHECK-SAME: #dist.sharding<@mesh, [{"tp":(1)2, "tp":(4)2, ?}, {}]>
// CHECK-SAME: #dist.sharding<@mesh, []>
func.func @dimensions(
    %0: tensor<8x16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp","fsdp"}, {"tp"}:8, {?}]>},
    %1: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp":(1)2, "tp":(4)2, ?}, {}]>})
    -> (tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>}) {
  %2 = stablehlo.constant dense<0.0> : tensor<f32>
  return %2 : tensor<f32>
}

// Pending reductions of several kinds, axes and types.
// CHECK-LABEL: func.func @partial
// CHECK: <@mesh, [{}], partial={sum:"cp"}>
// CHECK: <@mesh, [{}], partial={sum:"dp","tp":(2)4}>
// CHECK: <@mesh, [{}], partial={sum:"dp":f32:bf16, max:"cp","fsdp"}>
// CHECK: <@mesh, [{"dp"}], partial={sum:"tp":(1)2:f32}>
// CHECK: <@mesh, [{}], partial={min:"cp":none:bf16}>
func.func @partial(%0: tensor<8xf32>) {
  %1 = dist.constraint %0 <@mesh, [{}], partial={sum:"cp"}> : tensor<8xf32>
  %2 = dist.constraint %0 <@mesh, [{}], partial={sum:"dp","tp":(2)4}> : tensor<8xf32>
  %3 = dist.constraint %0 <@mesh, [{}], partial={sum:"dp":f32:bf16, max:"cp","fsdp"}> : tensor<8xf32>
  %4 = dist.constraint %0 <@mesh, [{"dp"}], partial={sum:"tp":(1)2:f32}> : tensor<8xf32>
  %5 = dist.constraint %0 <@mesh, [{}], partial={min:"cp":none:bf16}> : tensor<8xf32>
  return
}

// Each piece has a form of its own.
// CHECK-LABEL: func.func @pieces
// CHECK-SAME: a = #dist.axis_ref<"tp":(2)4>
// CHECK-SAME: b = #dist.dim<{"tp", ?}:2>
// CHECK-SAME: c = #dist.partial<sum:"cp">
// CHECK-SAME: d = #dist.mesh<"x"=3>
// CHECK-SAME: e = #dist.axis<"x"=3>
// CHECK-SAME: f = #dist.reduction<max>
func.func @pieces() attributes {a = #dist.axis_ref<"tp":(2)4>, b = #dist.dim<{"tp", ?}:2>,
    c = #dist.partial<sum:"cp">, d = #dist.mesh<"x"=3>, e = #dist.axis<"x"=3>, f = #dist.reduction<max>} {
  return
}
