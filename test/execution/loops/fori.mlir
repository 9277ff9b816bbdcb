// A loop that counts, and uses its counter as a number and as an index.
// RUN: shardc check %s --strategy "dp=2" --role "0=input,1=param" --expect %S/fori.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_run attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xf32>, %arg1: tensor<6x6xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_3 = %c, %iterArg_4 = %arg0) : tensor<i32>, tensor<i32>, tensor<4x6xf32>
    cond {
      %c_5 = stablehlo.constant dense<4> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call(%iterArg_3, %iterArg_4) : (tensor<i32>, tensor<4x6xf32>) -> (tensor<i32>, tensor<4x6xf32>)
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_5 : tensor<i32>
      stablehlo.return %3, %2#0, %2#1 : tensor<i32>, tensor<i32>, tensor<4x6xf32>
    }
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %arg1, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %0#2) : tensor<6x6xf32>, tensor<i32>, tensor<i32>, tensor<4x6xf32>
    cond {
      %c_6 = stablehlo.constant dense<3> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call_0(%iterArg, %iterArg_4, %iterArg_5) : (tensor<6x6xf32>, tensor<i32>, tensor<4x6xf32>) -> (tensor<i32>, tensor<4x6xf32>)
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg_3, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %3, %2#0, %2#1 : tensor<6x6xf32>, tensor<i32>, tensor<i32>, tensor<4x6xf32>
    }
    return %1#3 : tensor<4x6xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<4x6xf32>) -> (tensor<i32>, tensor<4x6xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.subtract %arg0, %c_0 : tensor<i32>
    %2 = stablehlo.convert %1 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare LT, %c_1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<4> : tensor<i32>
    %4 = stablehlo.add %c_3, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.select %3, %4, %c_5 : tensor<i1>, tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %2, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_7 = stablehlo.constant dense<6> : tensor<i32>
    %7 = stablehlo.add %2, %c_7 : tensor<i32>
    %8 = stablehlo.select %6, %7, %2 : tensor<i1>, tensor<i32>
    %9 = stablehlo.dynamic_slice %arg1, %5, %8, sizes = [4, 1] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x1xf32>
    %10 = stablehlo.reshape %9 : (tensor<4x1xf32>) -> tensor<4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %12 = stablehlo.multiply %10, %11 : tensor<4xf32>
    %13 = stablehlo.tanh %12 : tensor<4xf32>
    %14 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %16 = stablehlo.add %13, %15 : tensor<4xf32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %17 = stablehlo.compare LT, %arg0, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_9 = stablehlo.constant dense<6> : tensor<i32>
    %18 = stablehlo.add %arg0, %c_9 : tensor<i32>
    %19 = stablehlo.select %17, %18, %arg0 : tensor<i1>, tensor<i32>
    %20 = stablehlo.convert %19 : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %22 = "stablehlo.scatter"(%arg1, %21, %16) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<4x6xf32>
    return %0, %22 : tensor<i32>, tensor<4x6xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<6x6xf32>, %arg1: tensor<i32>, %arg2: tensor<4x6xf32>) -> (tensor<i32>, tensor<4x6xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg1, %c : tensor<i32>
    %1 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6xf32>, tensor<6x6xf32>) -> tensor<4x6xf32>
    %2 = stablehlo.tanh %1 : tensor<4x6xf32>
    %3 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %4 = stablehlo.divide %3, %cst : tensor<f32>
    %5 = stablehlo.convert %4 : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %7 = stablehlo.add %2, %6 : tensor<4x6xf32>
    return %0, %7 : tensor<i32>, tensor<4x6xf32>
  }
}
