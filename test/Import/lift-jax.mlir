// Programs of JAX's shard_map, with the results that JAX computes on 4 devices.
// RUN: split-file %s %t
// RUN: shardc import %t/attention.mlir -o %t/attention.imported.mlir && shard-opt %t/attention.imported.mlir --shardc-interpret=digits=4 -o /dev/null | FileCheck %s --check-prefix=ATTENTION
// RUN: shardc check %t/attention.mlir --json | FileCheck %s --check-prefix=ATTENTION-CHECK
// ATTENTION: {{\[\[}}0, 0.3, -0.27], [-0.7683, -0.3474, -0.8915], [-0.02822, 1.019, -0.4945], [-0.3665, 0.5263, -0.2184], [-0.2459, -0.3597, -0.2956], [0.3936, -1.058, -0.3966], [-1.886, -1.28, -1.829], [-0.4491, -1.048, -0.5313]] : tensor
// ATTENTION-CHECK: "collectives":{"all_gather":1},{{.*}}"pass":true
// RUN: shardc import %t/experts.mlir -o %t/experts.imported.mlir && shard-opt %t/experts.imported.mlir --shardc-interpret=digits=4 -o /dev/null | FileCheck %s --check-prefix=EXPERTS
// RUN: shardc check %t/experts.mlir --json | FileCheck %s --check-prefix=EXPERTS-CHECK
// EXPERTS: {{\[\[}}0.4014, -0.999, 0.8753], [0.123, -0.0048, 0.136], [0.6589, -0.8772, 0.9561], [0.981, 0.9851, -0.4988], [0.6446, -0.824, -0.1135], [-0.0154, -0.09015, 0.05106], [-0.9283, -0.3354, -0.9502], [0.9968, 0.9842, 0.6291], [0.9023, 0.5074, -0.9539], [0.09055, 0.179, 0.4779], [0.6685, -0.1573, 0.5207], [-0.6137, 0.9937, -0.9722], [-0.4152, 0.318, 0.3508], [0.5087, -0.0067, 0.0186], [0.9939, 0.1288, 0.9888], [0.9945, 0.8552, -0.666]] : tensor
// EXPERTS: 5.429 : tensor
// EXPERTS-CHECK: "collectives":{"all_reduce":1,"all_to_all":2},{{.*}}"pass":true
// RUN: shardc import %t/step.mlir -o %t/step.imported.mlir && shard-opt %t/step.imported.mlir --shardc-interpret=digits=4 -o /dev/null | FileCheck %s --check-prefix=STEP
// RUN: shardc check %t/step.mlir --json | FileCheck %s --check-prefix=STEP-CHECK
// STEP: 21.73 : tensor
// STEP: {{\[\[}}-1.093, 0.3397], [-2.1, 0.8302], [-1.724, 0.7414], [-0.6703, 0.6612]] : tensor
// STEP-CHECK: "collectives":{"all_gather":1,"all_reduce":3,"reduce_scatter":1},{{.*}}"pass":true

//--- attention.mlir
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main() -> (tensor<8x3xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<[[0.000000e+00, 3.000000e-01, -2.700000e-01], [-0.889999985, -4.500000e-01, -9.900000e-01], [6.000000e-02, 1.340000e+00, -4.900000e-01], [-6.200000e-01, 4.900000e-01, 3.600000e-01], [1.100000e-01, -9.300000e-01, -3.000000e-02], [0.699999988, -1.340000e+00, -4.600000e-01], [-1.900000e+00, -1.290000e+00, -1.840000e+00], [-2.400000e-01, -1.270000e+00, 2.700000e-01]]> : tensor<8x3xf32>
    %0 = sdy.manual_computation(%cst) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg0: tensor<2x3xf32>) {
      %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<8x3xf32>
      %2 = stablehlo.iota dim = 0 : tensor<2xi32>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<4> : tensor<ui32>
      %3 = stablehlo.partition_id : tensor<ui32>
      %4 = stablehlo.divide %3, %c : tensor<ui32>
      %5 = stablehlo.remainder %4, %c_0 : tensor<ui32>
      %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<2> : tensor<i32>
      %7 = stablehlo.multiply %c_1, %6 : tensor<i32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %9 = stablehlo.add %2, %8 : tensor<2xi32>
      %10 = stablehlo.iota dim = 0 : tensor<8xi32>
      %11 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<8xi32>) -> tensor<1x8xi32>
      %12 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
      %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x8xi32>) -> tensor<2x8xi32>
      %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<2x1xi32>) -> tensor<2x8xi32>
      %15 = stablehlo.compare LE, %13, %14, SIGNED : (tensor<2x8xi32>, tensor<2x8xi32>) -> tensor<2x8xi1>
      %16 = stablehlo.transpose %1, dims = [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>
      %17 = stablehlo.dot_general %arg0, %16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3x8xf32>) -> tensor<2x8xf32>
      %cst_2 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %18 = func.call @_where(%15, %17, %cst_2) : (tensor<2x8xi1>, tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
      %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %19 = stablehlo.reduce(%18 init: %cst_3) applies stablehlo.maximum across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
      %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %20 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %21 = stablehlo.maximum %20, %19 : tensor<2xf32>
      %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
      %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x8xf32>
      %24 = stablehlo.subtract %18, %23 : tensor<2x8xf32>
      %25 = stablehlo.exponential %24 : tensor<2x8xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %26 = stablehlo.reduce(%25 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
      %27 = stablehlo.broadcast_in_dim %26, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
      %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x8xf32>
      %29 = stablehlo.divide %25, %28 : tensor<2x8xf32>
      %30 = stablehlo.dot_general %29, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<8x3xf32>) -> tensor<2x3xf32>
      sdy.return %30 : tensor<2x3xf32>
    } : (tensor<8x3xf32>) -> tensor<8x3xf32>
    return %0 : tensor<8x3xf32>
  }
  func.func private @_where(%arg0: tensor<2x8xi1>, %arg1: tensor<2x8xf32>, %arg2: tensor<f32>) -> tensor<2x8xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<2x8xi1>, tensor<2x8xf32>
    return %2 : tensor<2x8xf32>
  }
}
//--- experts.mlir
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main() -> (tensor<16x3xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<[[1.600000e-01, -1.900000e-01, -2.520000e+00], [-5.400000e-01, -5.000000e-02, 1.100000e-01], [-1.530000e+00, -4.800000e-01, -9.800000e-01], [-8.100000e-01, 1.060000e+00, -8.100000e-01], [-3.000000e-02, 0.879999995, -5.800000e-01], [-1.100000e-01, 1.100000e-01, 6.000000e-02], [-1.230000e+00, 8.000000e-02, 1.360000e+00], [-1.550000e+00, 8.600000e-01, 1.200000e-01], [-6.400000e-01, 2.000000e+00, 7.600000e-01], [-1.200000e+00, 7.000000e-02, 5.800000e-01], [-1.900000e-01, 6.800000e-01, -7.000000e-02], [6.700000e-01, 1.440000e+00, -6.800000e-01], [2.000000e-01, -4.600000e-01, 1.300000e-01], [-1.190000e+00, -5.800000e-01, -2.000000e-01], [0.899999976, 1.150000e+00, -1.320000e+00], [-7.900000e-01, 6.500000e-01, -1.990000e+00]]> : tensor<16x3xf32>
    %cst_0 = stablehlo.constant dense<[[[-4.600000e-01, -1.000000e-01, 1.260000e+00], [0.689999997, -3.300000e-01, -3.700000e-01], [-2.500000e-01, 1.520000e+00, -4.300000e-01]], [[-3.000000e-01, 3.500000e-01, -1.200000e-01], [-2.000000e-01, -1.110000e+00, -0.00999999977], [-4.400000e-01, 1.170000e+00, 6.500000e-01]], [[-2.000000e-02, 6.700000e-01, -3.400000e-01], [1.050000e+00, -0.00999999977, 5.800000e-01], [-1.290000e+00, 3.500000e-01, -1.690000e+00]], [[-2.040000e+00, -3.000000e-01, -0.899999976], [1.600000e-01, 2.240000e+00, -0.829999983], [-6.200000e-01, 2.100000e-01, 4.900000e-01]]]> : tensor<4x3x3xf32>
    %0:2 = sdy.manual_computation(%cst, %cst_0) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, []>] manual_axes={"x"} (%arg0: tensor<4x3xf32>, %arg1: tensor<1x3x3xf32>) {
      %1 = stablehlo.reshape %arg0 : (tensor<4x3xf32>) -> tensor<4x1x3xf32>
      %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 3] : (tensor<4x1x3xf32>) -> tensor<4x1x1x3xf32>
      %3 = "stablehlo.all_to_all"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 2 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4x1x1x3xf32>) -> tensor<1x1x4x3xf32>
      %4 = stablehlo.reshape %3 : (tensor<1x1x4x3xf32>) -> tensor<1x4x3xf32>
      %5 = stablehlo.reshape %4 : (tensor<1x4x3xf32>) -> tensor<4x3xf32>
      %6 = stablehlo.reshape %arg1 : (tensor<1x3x3xf32>) -> tensor<3x3xf32>
      %7 = stablehlo.dot_general %5, %6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
      %8 = stablehlo.tanh %7 : tensor<4x3xf32>
      %9 = stablehlo.reshape %8 : (tensor<4x3xf32>) -> tensor<4x1x3xf32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 3] : (tensor<4x1x3xf32>) -> tensor<4x1x1x3xf32>
      %11 = "stablehlo.all_to_all"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 2 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4x1x1x3xf32>) -> tensor<1x1x4x3xf32>
      %12 = stablehlo.reshape %11 : (tensor<1x1x4x3xf32>) -> tensor<1x4x3xf32>
      %13 = stablehlo.reshape %12 : (tensor<1x4x3xf32>) -> tensor<4x3xf32>
      %14 = stablehlo.multiply %13, %13 : tensor<4x3xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %15 = stablehlo.reduce(%14 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
      %16 = "stablehlo.all_reduce"(%15) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %18 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %18 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
      %17 = stablehlo.divide %16, %cst_2 : tensor<f32>
      sdy.return %13, %17 : tensor<4x3xf32>, tensor<f32>
    } : (tensor<16x3xf32>, tensor<4x3x3xf32>) -> (tensor<16x3xf32>, tensor<f32>)
    return %0#0, %0#1 : tensor<16x3xf32>, tensor<f32>
  }
}
//--- step.mlir
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main() -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4x2xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<[[-1.800000e-01, -2.100000e-01, 0.699999988, 5.200000e-01], [-1.030000e+00, -8.000000e-02, 4.000000e-02, -1.050000e+00], [2.600000e-01, -8.600000e-01, 9.700000e-01, 1.900000e-01], [9.000000e-02, -5.900000e-01, -1.200000e-01, -2.000000e+00]]> : tensor<4x4xf32>
    %cst_0 = stablehlo.constant dense<[[-1.130000e+00, 3.600000e-01], [-2.130000e+00, 8.500000e-01], [-1.750000e+00, 7.600000e-01], [-8.500000e-01, 7.800000e-01]]> : tensor<4x2xf32>
    %0:2 = sdy.manual_computation(%cst, %cst_0) in_shardings=[<@mesh, [{"x", ?}, {?}]>, <@mesh, [{?}, {?}]>] out_shardings=[<@mesh, []>, <@mesh, [{?}, {?}]>] manual_axes={"x"} (%arg0: tensor<2x4xf32>, %arg1: tensor<4x2xf32>) {
      %1 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{?}, {"y", ?}]>, <@mesh, [{"y", ?}, {?}]>] out_shardings=[<@mesh, [{?}, {"y", ?}]>] manual_axes={"y"} (%arg2: tensor<2x2xf32>, %arg3: tensor<2x2xf32>) {
        %22 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
        %23 = "stablehlo.reduce_scatter"(%22) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
        ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
          %24 = stablehlo.add %arg4, %arg5 : tensor<f32>
          stablehlo.return %24 : tensor<f32>
        }) : (tensor<2x2xf32>) -> tensor<2x1xf32>
        sdy.return %23 : tensor<2x1xf32>
      } : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
      %2 = stablehlo.multiply %1, %1 : tensor<2x2xf32>
      %3 = sdy.sharding_constraint %2 <@mesh, [{?}, {?}]> : tensor<2x2xf32>
      %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
      %5 = sdy.sharding_constraint %4 <@mesh, [{?}, {?}]> : tensor<2x2xf32>
      %6 = stablehlo.multiply %5, %1 : tensor<2x2xf32>
      %7 = sdy.sharding_constraint %6 <@mesh, [{?}, {?}]> : tensor<2x2xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.reduce(%3 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
      %9 = sdy.sharding_constraint %8 <@mesh, []> : tensor<f32>
      %10 = "stablehlo.all_reduce"(%9) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %22 = stablehlo.add %arg2, %arg3 : tensor<f32>
        %23 = sdy.sharding_constraint %22 <@mesh, []> : tensor<f32>
        stablehlo.return %23 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
      %12 = sdy.sharding_constraint %11 <@mesh, [{?}, {?}]> : tensor<2x2xf32>
      %13 = stablehlo.multiply %12, %7 : tensor<2x2xf32>
      %14 = sdy.sharding_constraint %13 <@mesh, [{?}, {?}]> : tensor<2x2xf32>
      %15 = sdy.manual_computation(%14, %arg0) in_shardings=[<@mesh, [{?}, {"y", ?}]>, <@mesh, [{?}, {"y", ?}]>] out_shardings=[<@mesh, [{"y", ?}, {?}]>] manual_axes={"y"} (%arg2: tensor<2x1xf32>, %arg3: tensor<2x2xf32>) {
        %22 = "stablehlo.all_gather"(%arg2) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x1xf32>) -> tensor<2x2xf32>
        %23 = stablehlo.dot_general %22, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
        %24 = stablehlo.transpose %23, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
        %25 = "stablehlo.all_reduce"(%24) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
        ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
          %26 = stablehlo.add %arg4, %arg5 : tensor<f32>
          stablehlo.return %26 : tensor<f32>
        }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
        sdy.return %25 : tensor<2x2xf32>
      } : (tensor<2x2xf32>, tensor<2x4xf32>) -> tensor<4x2xf32>
      %cst_4 = stablehlo.constant dense<0.00999999977> : tensor<f32>
      %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
      %17 = sdy.sharding_constraint %16 <@mesh, [{?}, {?}]> : tensor<4x2xf32>
      %18 = stablehlo.multiply %17, %15 : tensor<4x2xf32>
      %19 = sdy.sharding_constraint %18 <@mesh, [{?}, {?}]> : tensor<4x2xf32>
      %20 = stablehlo.subtract %arg1, %19 : tensor<4x2xf32>
      %21 = sdy.sharding_constraint %20 <@mesh, [{?}, {?}]> : tensor<4x2xf32>
      sdy.return %10, %21 : tensor<f32>, tensor<4x2xf32>
    } : (tensor<4x4xf32>, tensor<4x2xf32>) -> (tensor<f32>, tensor<4x2xf32>)
    return %0#0, %0#1 : tensor<f32>, tensor<4x2xf32>
  }
}
