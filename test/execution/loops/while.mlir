// A loop whose end depends on data.
// RUN: shardc check %s --strategy "dp=2" --role "0=input,1=param" --precision fp64 --expect %S/while.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "tp=2" --role "0=input,1=param" --precision fp64 --expect %S/while.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_run attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) -> (tensor<4x8xf32> {jax.result_info = "result[0]"}, tensor<i32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0, %iterArg_1 = %c) : tensor<8x16xf32>, tensor<4x8xf32>, tensor<i32>
    cond {
      %1 = stablehlo.abs %iterArg_0 : tensor<4x8xf32>
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
      %cst_2 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %3 = stablehlo.compare GT, %2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c_3 = stablehlo.constant dense<50> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg_1, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_4 = stablehlo.constant dense<false> : tensor<i1>
      %5 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i1>) -> tensor<i1>
      %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %7 = stablehlo.convert %6 : tensor<i1>
      %8 = stablehlo.and %3, %7 : tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %1 = stablehlo.dot_general %iterArg_0, %iterArg, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
      %2 = func.call @relu(%1) : (tensor<4x16xf32>) -> tensor<4x16xf32>
      %3 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
      %4 = stablehlo.dot_general %2, %3, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
      %cst = stablehlo.constant dense<2.000000e+01> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
      %6 = stablehlo.multiply %4, %5 : tensor<4x8xf32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg_1, %c_2 : tensor<i32>
      stablehlo.return %iterArg, %6, %7 : tensor<8x16xf32>, tensor<4x8xf32>, tensor<i32>
    }
    return %0#1, %0#2 : tensor<4x8xf32>, tensor<i32>
  }
  func.func private @relu(%arg0: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x16xf32>
    return %1 : tensor<4x16xf32>
  }
}
