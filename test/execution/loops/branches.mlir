// cond and switch on data.
// RUN: shardc check %s --strategy "dp=2" --role "0-1=input,2=param" --expect %S/branches.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "tp=2" --role "0-1=input,2=param" --expect %S/branches.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_run attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<8x8xf32>) -> (tensor<4x8xf32> {jax.result_info = "result[0]"}, tensor<4x8xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare GT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.convert %0 : (tensor<i1>) -> tensor<i32>
    %2 = "stablehlo.case"(%1) ({
      %8 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
      %10 = stablehlo.multiply %8, %9 : tensor<4x8xf32>
      stablehlo.return %10 : tensor<4x8xf32>
    }, {
      %8 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      %9 = stablehlo.sine %8 : tensor<4x8xf32>
      stablehlo.return %9 : tensor<4x8xf32>
    }) : (tensor<i32>) -> tensor<4x8xf32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %3 = stablehlo.clamp %c_0, %arg1, %c_1 : tensor<i32>
    %4 = "stablehlo.case"(%3) ({
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
      %9 = stablehlo.add %2, %8 : tensor<4x8xf32>
      stablehlo.return %9 : tensor<4x8xf32>
    }, {
      %8 = stablehlo.multiply %2, %2 : tensor<4x8xf32>
      stablehlo.return %8 : tensor<4x8xf32>
    }, {
      %8 = stablehlo.negate %2 : tensor<4x8xf32>
      stablehlo.return %8 : tensor<4x8xf32>
    }) : (tensor<i32>) -> tensor<4x8xf32>
    %c_2 = stablehlo.constant dense<7> : tensor<i32>
    %5 = stablehlo.add %arg1, %c_2 : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<2> : tensor<i32>
    %6 = stablehlo.clamp %c_3, %5, %c_4 : tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
      %9 = stablehlo.add %2, %8 : tensor<4x8xf32>
      stablehlo.return %9 : tensor<4x8xf32>
    }, {
      %8 = stablehlo.multiply %2, %2 : tensor<4x8xf32>
      stablehlo.return %8 : tensor<4x8xf32>
    }, {
      %8 = stablehlo.negate %2 : tensor<4x8xf32>
      stablehlo.return %8 : tensor<4x8xf32>
    }) : (tensor<i32>) -> tensor<4x8xf32>
    return %4, %7 : tensor<4x8xf32>, tensor<4x8xf32>
  }
}
