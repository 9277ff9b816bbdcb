// A module that is the program of one device: arguments have leading dimensions, and the
// mesh is cut from the groups.
// RUN: split-file %s %t
// RUN: shardc import %t/replicas.mlir --remarks 2>&1 | FileCheck %s --check-prefix=REPLICAS
// RUN: shardc check %t/replicas.mlir --json | FileCheck %s --check-prefix=REPLICAS-CHECK
// RUN: shardc import %t/partitions.mlir | FileCheck %s --check-prefix=PARTITIONS
// RUN: shardc check %t/partitions.mlir --json | FileCheck %s --check-prefix=PARTITIONS-CHECK
// RUN: shardc check %t/partitions.mlir --strategy dp=2 --json | FileCheck %s --check-prefix=PARTITIONS-CHECK
// RUN: shardc import %t/both.mlir | FileCheck %s --check-prefix=BOTH
// RUN: shardc check %t/both.mlir --json | FileCheck %s --check-prefix=BOTH-CHECK
// RUN: shardc import %t/one.mlir | FileCheck %s --check-prefix=ONE
// RUN: shardc import %t/permute.mlir | FileCheck %s --check-prefix=PERMUTE
// RUN: shardc check %t/permute.mlir --json | FileCheck %s --check-prefix=PERMUTE-CHECK
// RUN: shardc import %t/pairs.mlir | FileCheck %s --check-prefix=PAIRS
// RUN: shardc check %t/pairs.mlir --json | FileCheck %s --check-prefix=PAIRS-CHECK

// REPLICAS: replicas.mlir:2:3: remark: the module is the program of one of 4 devices; what differs from device to device has a leading dimension for each of the axes 'axis0'
// REPLICAS: dist.mesh @mesh <"axis0"=4>
// REPLICAS: %arg0: tensor<4x4x2xf32> {{[^@]*}}dist.sharding = #dist.sharding<@mesh, [{"axis0"}, {}, {}]>
// REPLICAS: -> (tensor<f32> {{.*}}, tensor<4x4x2xf32> {{.*}}dist.sharding = #dist.sharding<@mesh, [{"axis0"}, {}, {}]>})
// REPLICAS: stablehlo.dot_general %arg1, %arg0, batching_dims = [0] x [0], contracting_dims = [2] x [1]
// REPLICAS: %[[I:.*]] = stablehlo.iota dim = 0 : tensor<4xui32>
// REPLICAS: dist.constraint %[[I]] <@mesh, [{"axis0"}]>
// REPLICAS-CHECK: "collectives":{"all_reduce":1},{{.*}}"pass":true,{{.*}}"ranks":4

// What an annotation says is the same on some devices has no dimension for them; a table
// of places is followed to the axis it counts along.
// PARTITIONS: dist.mesh @mesh <"axis0"=2, "axis1"=4>
// PARTITIONS: %arg0: tensor<2x4x4x4xf32> {{[^@]*@mesh, }}[{"axis0"}, {"axis1"}, {}, {}]>
// PARTITIONS: %arg1: tensor<4x4x4xf32> {{[^@]*@mesh, }}[{"axis1"}, {}, {}]>
// PARTITIONS: %arg2: tensor<4xf32> {{[^@]*@mesh, }}[{}]>
// PARTITIONS: stablehlo.iota dim = 0 : tensor<4xi32>
// PARTITIONS-CHECK: "collectives":{"all_gather":1,"all_reduce":2},{{.*}}"pass":true

// BOTH: dist.mesh @mesh <"axis0"=2, "axis1"=2>
// BOTH: applies stablehlo.add across dimensions = [0] : (tensor<2x2x8xf32>
// BOTH: applies stablehlo.add across dimensions = [1] : (tensor<2x2x8xf32>
// BOTH: applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2x8xf32>
// BOTH-CHECK: "collectives":{"all_reduce":3},{{.*}}"pass":true,{{.*}}"ranks":4

// ONE-NOT: dist.mesh
// ONE: func.func @main(%arg0: tensor<8xf32>
// ONE-NEXT: return %arg0

// Blocks go round a ring; who receives none has zeros.
// PERMUTE: %[[G:.*]] = dist.reshard %arg0 <@mesh, [{}, {}]> : tensor<4x2xf32>
// PERMUTE: %[[A:.*]] = stablehlo.slice %[[G]] [3:4, 0:2]
// PERMUTE: %[[B:.*]] = stablehlo.slice %[[G]] [0:3, 0:2]
// PERMUTE: %[[C:.*]] = stablehlo.concatenate %[[A]], %[[B]], dim = 0
// PERMUTE: %[[D:.*]] = dist.reshard %[[C]] <@mesh, [{"axis0"}, {}]>
// PERMUTE: %[[H:.*]] = stablehlo.constant dense<[false, true, true, false]>
// PERMUTE: stablehlo.select %{{.*}}, %[[D]], %{{.*}}
// PERMUTE-CHECK: "collectives":{"permute":1},{{.*}}"pass":true

// PAIRS: dist.mesh @mesh <"axis0"=2, "axis1"=4>
// PAIRS: dist.constraint %arg0 <@mesh, [{"axis0", ?}, {?}]>
// PAIRS: dist.constraint %{{.*}} <@mesh, [{?}, {?}]>
// PAIRS: dist.constraint %{{.*}} <@mesh, [{"axis0"}, {?}, {"axis1", ?}]> : tensor<2x4x16xf32>
// PAIRS-NOT: custom_call
// PAIRS-CHECK: "collectives":{"all_reduce":1},{{.*}}"pass":true,{{.*}}"ranks":8

//--- replicas.mlir
module @pmap attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 4 : i32} {
  func.func public @main(%w: tensor<4x2xf32>, %x: tensor<3x4xf32>) -> (tensor<f32>, tensor<4x2xf32>) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.all_reduce"(%1) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %id = stablehlo.replica_id : tensor<ui32>
    %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %3 = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %4 = stablehlo.add %w, %3 : tensor<4x2xf32>
    return %2, %4 : tensor<f32>, tensor<4x2xf32>
  }
}
//--- partitions.mlir
module @spmd attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}, %b: tensor<4x4xf32> {mhlo.sharding = "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"}, %c: tensor<4xf32> {mhlo.sharding = "{replicated}"}) -> tensor<4xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 0>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "axis_0", size = 2>, #stablehlo.mesh_axis<name = "axis_1", size = 4>]>, axes = [#stablehlo.axis_ref<name = "axis_0">]>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %table = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3]> : tensor<8xi32>
    %id = stablehlo.partition_id : tensor<ui32>
    %at = stablehlo.dynamic_slice %table, %id, sizes = [1] : (tensor<8xi32>, tensor<ui32>) -> tensor<1xi32>
    %start = stablehlo.reshape %at : (tensor<1xi32>) -> tensor<i32>
    %one = stablehlo.dynamic_slice %c, %start, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    %all = "stablehlo.all_gather"(%one) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<1xf32>) -> tensor<4xf32>
    %r = stablehlo.add %3, %all : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
//--- both.mlir
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    %1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    %2 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
}
//--- one.mlir
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
//--- permute.mlir
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
//--- pairs.mlir
module @jit attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,4]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<8x16xf32>) -> tensor<4x16xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %3 = stablehlo.subtract %1, %2 : tensor<4x16xf32>
    %4 = stablehlo.custom_call @Sharding(%3) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}"} : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %5 = stablehlo.custom_call @SPMDShardToFullShape(%4) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<4x16xf32>) -> tensor<8x16xf32>
    return %5 : tensor<8x16xf32>
  }
}
