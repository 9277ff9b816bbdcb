// Every collective, and what differs from rank to rank, as the program of a device.
// RUN: shard-opt %s --split-input-file --shardc-export-stablehlo=form=device | FileCheck %s

// CHECK: module @partitioned attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32}
// CHECK-NOT: dist.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32> {tf.aliasing_output = 1 : i32}
dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @main(%x: tensor<4x6xf32> {dist.updated_by = 1 : i64, dist.role = "param"}) -> (tensor<4x11xf32>, tensor<4x6xf32>) {
  // CHECK: %[[SUM:.*]] = "stablehlo.all_reduce"(%[[X]])
  // CHECK-SAME: channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
  // CHECK-SAME: replica_groups = dense<{{\[}}[0, 1], [2, 3]]> : tensor<2x2xi64>
  // CHECK-SAME: use_global_device_ids
  // CHECK: stablehlo.add
  %0 = dist.all_reduce %x sum over ["tp"] on @mesh : tensor<4x6xf32>
  // The last column is padding.
  // CHECK: %[[ALL:.*]] = "stablehlo.all_gather"(%[[SUM]]) <{all_gather_dim = 1 : i64
  // CHECK-SAME: dense<{{\[}}[0, 2], [1, 3]]>
  // CHECK: stablehlo.slice %[[ALL]] [0:4, 0:11] : (tensor<4x12xf32>) -> tensor<4x11xf32>
  %1 = dist.all_gather %0 dim 1 over ["dp"] on @mesh : (tensor<4x6xf32>) -> tensor<4x11xf32>
  // CHECK: stablehlo.pad {{.*}} : (tensor<4x11xf32>, tensor<f32>) -> tensor<4x12xf32>
  // CHECK: "stablehlo.reduce_scatter"
  // CHECK-SAME: scatter_dimension = 1 : i64
  // CHECK: stablehlo.maximum
  // CHECK: (tensor<4x12xf32>) -> tensor<4x6xf32>
  %2 = dist.reduce_scatter %1 max dim 1 over ["dp"] on @mesh : (tensor<4x11xf32>) -> tensor<4x6xf32>
  // CHECK: "stablehlo.all_to_all"
  // CHECK-SAME: concat_dimension = 0 : i64
  // CHECK-SAME: split_count = 2 : i64, split_dimension = 1 : i64
  %3 = dist.all_to_all %2 split 1 concat 0 over ["tp"] on @mesh : (tensor<4x6xf32>) -> tensor<8x3xf32>
  // CHECK: "stablehlo.collective_permute"
  // CHECK-SAME: source_target_pairs = dense<{{\[}}[0, 0], [1, 2], [2, 1], [3, 3]]>
  %4 = dist.permute %3 from ["dp", "tp"] to ["tp", "dp"] on @mesh : tensor<8x3xf32>
  // CHECK: "stablehlo.collective_permute"
  // CHECK-SAME: source_target_pairs = dense<{{\[}}[0, 1], [1, 0], [2, 3], [3, 2]]>
  %5 = dist.permute %4 from ["tp"] to ["tp"] shift 1 on @mesh : tensor<8x3xf32>
  // CHECK: "stablehlo.collective_broadcast"
  // CHECK-SAME: replica_groups = dense<{{\[}}[1, 0], [3, 2]]>
  %6 = dist.broadcast %5 root 1 over ["tp"] on @mesh : tensor<8x3xf32>
  // Rows 0 and 4 are the first ones of the two blocks, on ranks 0, 2 and 1, 3.
  // CHECK-DAG: %[[ID:.*]] = stablehlo.partition_id : tensor<ui32>
  // CHECK-DAG: %[[STARTS:.*]] = stablehlo.constant dense<[0, 4, 0, 4]> : tensor<4xi32>
  // CHECK: stablehlo.dynamic_slice %[[STARTS]]
  // CHECK: stablehlo.dynamic_slice {{.*}} sizes = [4, 3]
  %7 = dist.all_slice %6 dim 0 over ["tp"] on @mesh : (tensor<8x3xf32>) -> tensor<4x3xf32>
  // Five columns in two blocks of three: one is padding on the ranks of the second.
  // CHECK-DAG: stablehlo.constant dense<[3, 2, 3, 2]> : tensor<4xi32>
  // CHECK: %[[REAL:.*]] = stablehlo.compare LT
  // CHECK: stablehlo.select %[[REAL]]
  %8 = dist.mask %7 dim 1 of 5 granule 1 over ["tp"] on @mesh fill 1.0 : f32 : tensor<4x3xf32>
  %9 = stablehlo.concatenate %8, %8, dim = 1 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  return %1, %9 : tensor<4x11xf32>, tensor<4x6xf32>
}

// -----

// Microbatches are copies of their body.
// CHECK-LABEL: func.func @main(
dist.mesh @mesh <"dp"=2>
func.func @main(%x: tensor<2x3xf32>) -> (tensor<3xf32>, tensor<2x3xf32>) {
  // CHECK: stablehlo.slice %{{.*}} [0:1, 0:3]
  // CHECK: %[[A:.*]] = stablehlo.negate
  // CHECK: stablehlo.slice %{{.*}} [1:2, 0:3]
  // CHECK: %[[B:.*]] = stablehlo.negate
  // CHECK: stablehlo.add %[[A]], %[[B]]
  // CHECK: stablehlo.concatenate
  %0:2 = dist.microbatch 2 (%x) kinds = [sum, stack] {
  ^bb0(%row: tensor<3xf32>):
    %1 = stablehlo.negate %row : tensor<3xf32>
    dist.yield %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>) -> (tensor<3xf32>, tensor<2x3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<2x3xf32>
}
