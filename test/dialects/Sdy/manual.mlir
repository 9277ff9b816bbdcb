// Manual computations and collectives on whole values, in both forms.
// RUN: shard-opt %s --verify-roundtrip | FileCheck %s
// RUN: shard-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: shard-opt %s --mlir-print-op-generic | shard-opt | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: @manual
func.func @manual(%x: tensor<8x4xf32>, %t: tensor<i32>) -> (tensor<8x4xf32>, tensor<i32>) {
  // CHECK: %{{.*}}:2 = sdy.manual_computation(%{{.*}}, %{{.*}}) in_shardings=[<@mesh, [{"x", "y":(1)2, ?}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x", "y":(1)2}, {}]>, <@mesh, []>] manual_axes={"x", "y"} (%{{.*}}: tensor<2x4xf32>, %{{.*}}: tensor<i32>) {
  // CHECK: sdy.return %{{.*}}, %{{.*}} : tensor<2x4xf32>, tensor<i32>
  // CHECK: } : (tensor<8x4xf32>, tensor<i32>) -> (tensor<8x4xf32>, tensor<i32>)
  // GENERIC: "sdy.manual_computation"
  // GENERIC-SAME: in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x", "y":(1)2, ?}, {}]>, <@mesh, []>]>
  // GENERIC-SAME: manual_axes = #sdy<manual_axes{"x", "y"}>
  %0:2 = sdy.manual_computation(%x, %t) in_shardings=[<@mesh, [{"x", "y":(1)2, ?}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x", "y":(1)2}, {}]>, <@mesh, []>] manual_axes={"x", "y"} (%a: tensor<2x4xf32>, %b: tensor<i32>) {
    sdy.return %a, %b : tensor<2x4xf32>, tensor<i32>
  } : (tensor<8x4xf32>, tensor<i32>) -> (tensor<8x4xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<i32>
}

// CHECK-LABEL: @nothing
func.func @nothing() -> tensor<i32> {
  // CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"y"} () {
  %0 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"y"} () {
    %c = sdy.constant dense<1> : tensor<i32>
    sdy.return %c : tensor<i32>
  } : () -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: @collectives
func.func @collectives(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: sdy.all_slice [{"x"}, {"y":(1)2}] %{{.*}} out_sharding=<@mesh, [{"x"}, {"y":(1)2}]> : tensor<8x4xf32>
  %0 = sdy.all_slice [{"x"}, {"y":(1)2}] %x out_sharding=<@mesh, [{"x"}, {"y":(1)2}]> : tensor<8x4xf32>
  // CHECK: sdy.all_to_all [{"x"}: 0->1] %{{.*}} out_sharding=<@mesh, [{}, {"y":(1)2, "x"}]> : tensor<8x4xf32>
  // GENERIC: params = #sdy<all_to_all_param_list[{"x"}: 0->1]>
  %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{}, {"y":(1)2, "x"}]> : tensor<8x4xf32>
  // CHECK: sdy.collective_permute %{{.*}} out_sharding=<@mesh, [{}, {"x", "y":(1)2}]> : tensor<8x4xf32>
  %2 = sdy.collective_permute %1 out_sharding=<@mesh, [{}, {"x", "y":(1)2}]> : tensor<8x4xf32>
  // CHECK: sdy.all_gather [{}, {"y":(1)2}] %{{.*}} out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4xf32>
  // GENERIC: gathering_axes = #sdy<list_of_axis_ref_lists[{}, {"y":(1)2}]>
  %3 = sdy.all_gather [{}, {"y":(1)2}] %2 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4xf32>
  // CHECK: sdy.all_reduce {"y"} %{{.*}} out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4xf32>
  // GENERIC: reduction_axes = #sdy<axis_ref_list{"y"}>
  %4 = sdy.all_reduce {"y"} %3 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4xf32>
  // CHECK: sdy.reduce_scatter [{"y"}, {}] %{{.*}} out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x4xf32>
  %5 = sdy.reduce_scatter [{"y"}, {}] %4 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x4xf32>
  // CHECK: sdy.sharding_group %{{.*}} group_id=3 : tensor<8x4xf32>
  sdy.sharding_group %5 group_id=3 : tensor<8x4xf32>
  // CHECK: sdy.propagation_barrier %{{.*}} allowed_direction={{ ?}}FORWARD : tensor<8x4xf32>
  %6 = sdy.propagation_barrier %5 allowed_direction=FORWARD : tensor<8x4xf32>
  return %6 : tensor<8x4xf32>
}
