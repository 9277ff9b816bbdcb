// bf16 products with f32 statistics, as mixed precision is written.
// RUN: shardc check %s --strategy "dp=4" --role "0-3=param,4=input" --precision bf16 --expect %S/bf16-mlp.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "dp=2,tp=2" --role "0-3=param,4=input" --precision bf16 --expect %S/bf16-mlp.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16x10xf32>, %arg3: tensor<10xf32>, %arg4: tensor<8x12xf32>) -> (tensor<8x10xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg4 : (tensor<8x12xf32>) -> tensor<8x12xbf16>
    %1 = stablehlo.convert %arg0 : (tensor<12x16xf32>) -> tensor<12x16xbf16>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x12xbf16>, tensor<12x16xbf16>) -> tensor<8x16xf32>
    %3 = stablehlo.multiply %2, %2 : tensor<8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<8x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %9 = stablehlo.add %7, %8 : tensor<8x1xf32>
    %10 = stablehlo.rsqrt %9 : tensor<8x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %12 = stablehlo.multiply %2, %11 : tensor<8x16xf32>
    %13 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x16xf32>
    %16 = call @silu(%15) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %17 = stablehlo.convert %16 : (tensor<8x16xf32>) -> tensor<8x16xbf16>
    %18 = stablehlo.convert %arg2 : (tensor<16x10xf32>) -> tensor<16x10xbf16>
    %19 = stablehlo.dot_general %17, %18, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x16xbf16>, tensor<16x10xbf16>) -> tensor<8x10xbf16>
    %20 = stablehlo.convert %19 : (tensor<8x10xbf16>) -> tensor<8x10xf32>
    %21 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<8x10xf32>
    %23 = stablehlo.add %20, %22 : tensor<8x10xf32>
    return %23 : tensor<8x10xf32>
  }
  func.func private @silu(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.negate %arg0 : tensor<8x16xf32>
    %1 = stablehlo.exponential %0 : tensor<8x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x16xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<8x16xf32>
    return %6 : tensor<8x16xf32>
  }
}
