// A recurrence over time steps, backward in time, with its gradient.
// RUN: shardc check %s --strategy "tp=2" --role "0=param,1=input" --expect %S/recurrence.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_run attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x8xf32>, %arg1: tensor<5x4x8xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<8x8xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x4x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5x4x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<5x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5:8 = stablehlo.while(%iterArg = %arg1, %iterArg_12 = %arg0, %iterArg_13 = %c, %iterArg_14 = %0, %iterArg_15 = %1, %iterArg_16 = %2, %iterArg_17 = %3, %iterArg_18 = %4) : tensor<5x4x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<5xf32>, tensor<5x4x8xf32>, tensor<5x4x8xf32>, tensor<5x4x8xf32>
    cond {
      %c_19 = stablehlo.constant dense<5> : tensor<i32>
      %18 = stablehlo.compare LT, %iterArg_13, %c_19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %18 : tensor<i1>
    } do {
      %c_19 = stablehlo.constant dense<5> : tensor<i32>
      %18 = stablehlo.subtract %c_19, %iterArg_13 : tensor<i32>
      %c_20 = stablehlo.constant dense<1> : tensor<i32>
      %19 = stablehlo.subtract %18, %c_20 : tensor<i32>
      %20 = func.call @dynamic_index_in_dim(%iterArg, %19) : (tensor<5x4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %21:5 = func.call @closed_call(%iterArg_12, %iterArg_14, %20) : (tensor<8x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
      %22 = func.call @dynamic_update_index_in_dim(%iterArg_15, %21#1, %19) : (tensor<5xf32>, tensor<f32>, tensor<i32>) -> tensor<5xf32>
      %23 = func.call @dynamic_update_index_in_dim_0(%iterArg_16, %21#2, %19) : (tensor<5x4x8xf32>, tensor<4x8xf32>, tensor<i32>) -> tensor<5x4x8xf32>
      %24 = func.call @dynamic_update_index_in_dim_0(%iterArg_17, %21#3, %19) : (tensor<5x4x8xf32>, tensor<4x8xf32>, tensor<i32>) -> tensor<5x4x8xf32>
      %25 = func.call @dynamic_update_index_in_dim_0(%iterArg_18, %21#4, %19) : (tensor<5x4x8xf32>, tensor<4x8xf32>, tensor<i32>) -> tensor<5x4x8xf32>
      %c_21 = stablehlo.constant dense<1> : tensor<i32>
      %26 = stablehlo.add %iterArg_13, %c_21 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_12, %26, %21#0, %22, %23, %24, %25 : tensor<5x4x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<5xf32>, tensor<5x4x8xf32>, tensor<5x4x8xf32>, tensor<5x4x8xf32>
    }
    %6 = stablehlo.multiply %5#3, %5#3 : tensor<4x8xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %8 = stablehlo.multiply %7, %5#3 : tensor<4x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%5#4 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
    %11 = stablehlo.add %9, %10 : tensor<f32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %15 = stablehlo.multiply %14, %8 : tensor<4x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %17:8 = stablehlo.while(%iterArg = %13, %iterArg_12 = %5#5, %iterArg_13 = %5#6, %iterArg_14 = %5#7, %iterArg_15 = %arg0, %iterArg_16 = %c_11, %iterArg_17 = %16, %iterArg_18 = %15) : tensor<5xf32>, tensor<5x4x8xf32>, tensor<5x4x8xf32>, tensor<5x4x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<4x8xf32>
    cond {
      %c_19 = stablehlo.constant dense<5> : tensor<i32>
      %18 = stablehlo.compare LT, %iterArg_16, %c_19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %18 : tensor<i1>
    } do {
      %18 = func.call @dynamic_index_in_dim_1(%iterArg, %iterArg_16) : (tensor<5xf32>, tensor<i32>) -> tensor<f32>
      %19 = func.call @dynamic_index_in_dim(%iterArg_12, %iterArg_16) : (tensor<5x4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %20 = func.call @dynamic_index_in_dim(%iterArg_13, %iterArg_16) : (tensor<5x4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %21 = func.call @dynamic_index_in_dim(%iterArg_14, %iterArg_16) : (tensor<5x4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %22:2 = func.call @closed_call_2(%iterArg_15, %iterArg_17, %iterArg_18, %18, %19, %20, %21) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<4x8xf32>, tensor<f32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<4x8xf32>)
      %c_19 = stablehlo.constant dense<1> : tensor<i32>
      %23 = stablehlo.add %iterArg_16, %c_19 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_15, %23, %22#0, %22#1 : tensor<5xf32>, tensor<5x4x8xf32>, tensor<5x4x8xf32>, tensor<5x4x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<4x8xf32>
    }
    return %11, %17#6 : tensor<f32>, tensor<8x8xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5x4x8xf32>, %arg1: tensor<i32>) -> tensor<4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 4, 8] : (tensor<5x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.add %0, %arg2 : tensor<4x8xf32>
    %2 = stablehlo.tanh %1 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %4 = stablehlo.subtract %3, %2 : tensor<4x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    return %2, %5, %arg1, %2, %4 : tensor<4x8xf32>, tensor<f32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<5xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<5xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5xf32>
    return %1 : tensor<5xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<5x4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<i32>) -> tensor<5x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<5x4x8xf32>, tensor<1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x4x8xf32>
    return %1 : tensor<5x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<5xf32>, %arg1: tensor<i32>) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<5xf32>, tensor<i32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @closed_call_2(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32>, %arg4: tensor<4x8xf32>, %arg5: tensor<4x8xf32>, %arg6: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<4x8xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %1 = stablehlo.add %arg2, %0 : tensor<4x8xf32>
    %2 = stablehlo.multiply %1, %arg6 : tensor<4x8xf32>
    %3 = stablehlo.multiply %2, %arg5 : tensor<4x8xf32>
    %4 = stablehlo.add %2, %3 : tensor<4x8xf32>
    %5 = stablehlo.dot_general %4, %arg4, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.add %arg1, %6 : tensor<8x8xf32>
    %8 = stablehlo.dot_general %4, %arg0, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    return %7, %8 : tensor<8x8xf32>, tensor<4x8xf32>
  }
}
