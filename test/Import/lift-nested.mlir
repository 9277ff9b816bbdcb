// Collectives inside of loops, and regions inside of regions, as JAX 0.10 writes them.
// RUN: split-file %s %t

// A ring in a loop: blocks go round by permutes, one fewer than there are devices,
// and are gathered nowhere.
// RUN: shardc check %t/ring.mlir --json | FileCheck %s --check-prefix=RING
// RING: "collectives":{"permute":3},{{.*}}"pass":true
// RUN: shardc export %t/ring.mlir --form global -o - 2>/dev/null | FileCheck %s --check-prefix=EXPORTED
// EXPORTED-NOT: all_gather
// EXPORTED-COUNT-3: stablehlo.collective_permute
// EXPORTED-NOT: stablehlo.collective_permute

// The inner region ends, the outer one goes on: what is summed over the outer axis
// after it is every device's own value.
// RUN: shardc import %t/nested.mlir | FileCheck %s --check-prefix=NESTED
// NESTED: %[[SCATTERED:.*]] = dist.constraint %{{.*}} <@mesh, [{"axis0"}, {"axis1"}, {}]> : tensor<2x2x4xf32>
// NESTED: %[[INNER:.*]] = stablehlo.reshape %[[SCATTERED]] : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
// NESTED: %[[WHOLE:.*]] = dist.constraint %[[INNER]] <@mesh, [{"axis0"}, {"axis1"}]> : tensor<2x8xf32>
// NESTED: stablehlo.reduce(%[[WHOLE]] init: %{{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<8xf32>
// RUN: shardc check %t/nested.mlir --json | FileCheck %s --check-prefix=NESTED-CHECK
// NESTED-CHECK: "collectives":{"all_gather":1,"all_reduce":1,"reduce_scatter":1},{{.*}}"pass":true

//--- ring.mlir
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["sp"=4]>
  func.func public @main(%arg0: tensor<8x3xf32>, %arg1: tensor<8x3xf32>) -> (tensor<8x3xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"sp"}, {}]>, <@mesh, [{"sp"}, {}]>] out_shardings=[<@mesh, [{"sp"}, {}]>] manual_axes={"sp"} (%arg2: tensor<2x3xf32>, %arg3: tensor<2x3xf32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
      %c = stablehlo.constant dense<0> : tensor<i64>
      %2:4 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %c, %iterArg_1 = %arg3, %iterArg_2 = %1) : tensor<2x3xf32>, tensor<i64>, tensor<2x3xf32>, tensor<2x3xf32>
      cond {
        %c_3 = stablehlo.constant dense<4> : tensor<i64>
        %3 = stablehlo.compare LT, %iterArg_0, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %3 : tensor<i1>
      } do {
        %3:2 = func.call @closed_call(%iterArg, %iterArg_1, %iterArg_2) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
        %c_3 = stablehlo.constant dense<1> : tensor<i64>
        %4 = stablehlo.add %iterArg_0, %c_3 : tensor<i64>
        stablehlo.return %iterArg, %4, %3#0, %3#1 : tensor<2x3xf32>, tensor<i64>, tensor<2x3xf32>, tensor<2x3xf32>
      }
      sdy.return %2#3 : tensor<2x3xf32>
    } : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    return %0 : tensor<8x3xf32>
  }
  func.func private @closed_call(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
    %0 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %2 = stablehlo.dot_general %arg0, %1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %3 = stablehlo.tanh %2 : tensor<2x2xf32>
    %4 = stablehlo.dot_general %3, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %5 = stablehlo.add %arg2, %4 : tensor<2x3xf32>
    return %0, %5 : tensor<2x3xf32>, tensor<2x3xf32>
  }
}

//--- nested.mlir
module @nested attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x8xf32>) -> tensor<8xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{devices=[1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<8xf32>) -> tensor<8xf32>
    %4 = stablehlo.custom_call @SPMDFullToShardShape(%3) {mhlo.sharding = "{devices=[1,4]<=[4] last_tile_dims={manual}}"} : (tensor<8xf32>) -> tensor<8xf32>
    %5 = stablehlo.partition_id : tensor<ui32>
    %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.multiply %4, %7 : tensor<8xf32>
    %9 = "stablehlo.reduce_scatter"(%8) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      %same = stablehlo.custom_call @Sharding(%sum) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4] last_tile_dims={manual}}"} : (tensor<f32>) -> tensor<f32>
      stablehlo.return %same : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<4xf32>
    %10 = stablehlo.custom_call @Sharding(%9) {mhlo.sharding = "{devices=[1,4]<=[4] last_tile_dims={manual}}"} : (tensor<4xf32>) -> tensor<4xf32>
    %11 = stablehlo.custom_call @SPMDShardToFullShape(%10) {backend_config = "unspecified_dims=[0]", mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual}}"} : (tensor<4xf32>) -> tensor<8xf32>
    %12 = "stablehlo.all_reduce"(%11) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    %13 = stablehlo.custom_call @Sharding(%12) {mhlo.sharding = "{devices=[1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<8xf32>) -> tensor<8xf32>
    %14 = stablehlo.custom_call @SPMDShardToFullShape(%13) {mhlo.sharding = "{replicated}"} : (tensor<8xf32>) -> tensor<8xf32>
    return %14 : tensor<8xf32>
  }
}
