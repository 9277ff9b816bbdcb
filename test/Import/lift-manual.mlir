// A manual computation becomes ordinary ops with a leading dimension for each axis over
// which a value differs, pinned to that axis.
// RUN: split-file %s %t
// RUN: shardc import %t/full.mlir -o %t/full.imported.mlir
// RUN: FileCheck %s --check-prefix=FULL --input-file=%t/full.imported.mlir
// RUN: shard-opt %t/full.imported.mlir --verify-roundtrip --shardc-verify-import -o /dev/null
// RUN: shard-opt %t/full.imported.mlir -o %t/pretty.mlir
// RUN: shard-opt %t/full.imported.mlir --mlir-print-op-generic | shard-opt -o %t/generic.mlir
// RUN: diff %t/pretty.mlir %t/generic.mlir
// RUN: shardc check %t/full.mlir --json | FileCheck %s --check-prefix=CHECKED
// RUN: shardc check %t/full.mlir --strategy dp=2 --json | FileCheck %s --check-prefix=MORE
// RUN: shardc check %t/full.mlir --strategy tp=2 --json | FileCheck %s --check-prefix=MORE
// RUN: shardc import %t/partial.mlir | FileCheck %s --check-prefix=PARTIAL
// RUN: shardc check %t/partial.mlir --json | FileCheck %s --check-prefix=PARTIAL-CHECK
// RUN: shardc import %t/parts.mlir | FileCheck %s --check-prefix=PARTS
// RUN: shardc check %t/parts.mlir --json | FileCheck %s --check-prefix=PARTS-CHECK
// RUN: shardc import %t/lost.mlir --remarks 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: shardc import %t/equal.mlir --remarks 2>&1 | FileCheck %s --check-prefix=EQUAL
// RUN: shardc import %t/whole.mlir --remarks 2>&1 | FileCheck %s --check-prefix=WHOLE

// Blocks in front, products batched over what both sides have, biases without a dimension.
// FULL: func.func @main(%[[X:.*]]: tensor<8x12xf32> {{.*}}, %[[W:.*]]: tensor<12x6xf32> {{.*}}, %[[B:.*]]: tensor<6xf32>
// FULL: %[[XC:.*]] = dist.constraint %[[X]] <@mesh, [{"x"}, {"y"}]>
// FULL: %[[X4:.*]] = stablehlo.reshape %[[XC]] : (tensor<8x12xf32>) -> tensor<2x4x3x4xf32>
// FULL: %[[XL:.*]] = stablehlo.transpose %[[X4]], dims = [0, 2, 1, 3] : (tensor<2x4x3x4xf32>) -> tensor<2x3x4x4xf32>
// FULL: %[[WC:.*]] = dist.constraint %[[W]] <@mesh, [{"y"}, {}]>
// FULL: %[[WL:.*]] = stablehlo.reshape %[[WC]] : (tensor<12x6xf32>) -> tensor<3x4x6xf32>
// FULL: %[[BC:.*]] = dist.constraint %[[B]] <@mesh, [{}]>
// FULL: %[[D:.*]] = stablehlo.dot_general %[[XL]], %[[WL]], batching_dims = [1] x [0], contracting_dims = [3] x [1]
// FULL: %[[T:.*]] = stablehlo.transpose %[[D]], dims = [1, 0, 2, 3]
// The reduce_scatter: a sum that is pinned split.
// FULL: %[[S:.*]] = stablehlo.reduce(%[[T]] init: %{{.*}}) applies stablehlo.add across dimensions = [1]
// FULL: %[[P:.*]] = stablehlo.reshape %[[S]] : (tensor<2x4x6xf32>) -> tensor<2x4x3x2xf32>
// FULL: %[[Q:.*]] = stablehlo.transpose %[[P]], dims = [0, 2, 1, 3]
// FULL: %[[R:.*]] = dist.reshard %[[Q]] <@mesh, [{"x"}, {"y"}, {}, {}]> : tensor<2x3x4x2xf32>
// The all_gather: the same value, whole.
// FULL: dist.reshard %[[R]] <@mesh, [{"x"}, {}, {}, {}]> : tensor<2x3x4x2xf32>
// FULL: %[[M:.*]] = stablehlo.reduce({{.*}}) applies stablehlo.maximum across dimensions = [0]
// FULL: dist.reshard %[[M]] <@mesh, []>
// FULL: return
// FULL-NOT: sdy
// CHECKED: "collectives":{"all_gather":1,"all_reduce":1,"reduce_scatter":1},{{.*}}"pass":true,{{.*}}"ranks":6
// MORE: "collectives":{"all_gather":1,"all_reduce":1,"reduce_scatter":1},{{.*}}"pass":true,{{.*}}"ranks":12

// PARTIAL: dist.constraint %{{.*}} <@mesh, [{"x", ?}, {?}]>
// PARTIAL: %[[S:.*]] = stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [0]
// PARTIAL: dist.constraint %[[S]] <@mesh, [{?}, {?}]>
// PARTIAL: dist.constraint %{{.*}} <@mesh, [{"x"}, {}, {"y", ?}]>
// PARTIAL-CHECK: "collectives":{"all_reduce":1},{{.*}}"pass":true,{{.*}}"ranks":4

// PARTS: dist.reshard %{{.*}} <@mesh, [{"x":(1)2}, {"x":(4)2}, {}]> : tensor<2x2x2xf32>
// PARTS-CHECK: "collectives":{"all_reduce":1},{{.*}}"pass":true,{{.*}}"ranks":8

// LOST: lost.mlir:3:8: remark: result #0 of the manual computation may differ from device to device over axis 'x', which its sharding does not name; the value of the first device along it is taken
// LOST: stablehlo.slice %{{.*}} [0:1, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
// EQUAL: equal.mlir:4:10: remark: 'stablehlo.all_reduce' over axis 'x' combines equal values, for which nothing needs to be sent
// EQUAL: %[[F:.*]] = stablehlo.constant dense<4.000000e+00>
// EQUAL: stablehlo.multiply %{{.*}}, %[[F]]

// WHOLE: whole.mlir:5:3: remark: 'sdy.sharding_group' is not used
// WHOLE: whole.mlir:6:8: remark: 'sdy.propagation_barrier' is not used
// WHOLE: %[[A:.*]] = dist.reshard %{{.*}} <@mesh, [{"x"}, {}]>
// WHOLE: dist.reshard %[[A]] <@mesh, [{}, {"x"}]>

//--- full.mlir
module attributes {mhlo.num_partitions = 6 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  func.func public @main(%x: tensor<8x12xf32>, %w: tensor<12x6xf32>, %b: tensor<6xf32>) -> (tensor<8x6xf32>, tensor<f32>) {
    %0:2 = sdy.manual_computation(%x, %w, %b) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, []>] manual_axes={"x", "y"} (%a: tensor<4x4xf32>, %c: tensor<4x6xf32>, %d: tensor<6xf32>) {
      %1 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %2 = "stablehlo.reduce_scatter"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<4x6xf32>) -> tensor<4x2xf32>
      %3 = "stablehlo.all_gather"(%2) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x6xf32>
      %4 = stablehlo.broadcast_in_dim %d, dims = [1] : (tensor<6xf32>) -> tensor<4x6xf32>
      %5 = stablehlo.add %3, %4 : tensor<4x6xf32>
      %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %6 = stablehlo.reduce(%5 init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
      %7 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.maximum %p, %q : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      sdy.return %5, %7 : tensor<4x6xf32>, tensor<f32>
    } : (tensor<8x12xf32>, tensor<12x6xf32>, tensor<6xf32>) -> (tensor<8x6xf32>, tensor<f32>)
    return %0#0, %0#1 : tensor<8x6xf32>, tensor<f32>
  }
}
//--- partial.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%a: tensor<4x4xf32>) {
      %1 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.add %p, %q : tensor<f32>
        %t = sdy.sharding_constraint %s <@mesh, []> : tensor<f32>
        stablehlo.return %t : tensor<f32>
      }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %2 = stablehlo.subtract %a, %1 : tensor<4x4xf32>
      %3 = sdy.sharding_constraint %2 <@mesh, [{}, {"y", ?}]> : tensor<4x4xf32>
      sdy.return %3 : tensor<4x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
//--- parts.mlir
module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=8]>
  func.func public @main(%a: tensor<16xf32>) -> tensor<16xf32> {
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
      %1 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[2, 0], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %s = stablehlo.maximum %x, %y : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      sdy.return %1 : tensor<2xf32>
    } : (tensor<16xf32>) -> tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}
//--- lost.mlir
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%a: tensor<8xf32>) -> tensor<2xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- equal.mlir
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%b: tensor<8xf32>) {
    %1 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
//--- whole.mlir
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.add %a, %a : tensor<8x4xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8x4xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=NONE : tensor<8x4xf32>
  %3 = sdy.all_to_all [{"x"}: 0->1] %2 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
