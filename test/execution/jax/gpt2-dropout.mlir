// GPT-2 with dropout from a key, tied embedding: the loss, differentiated here.
// RUN: shardc check %s --strategy "dp=4" --role "0-27=param,28-29=input" --train adamw --expect %S/gpt2-dropout.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "dp=2,tp=2" --role "0-27=param,28-29=input" --train adamw --expect %S/gpt2-dropout.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "dp=2,microbatches=2" --role "0-27=param,28-29=input" --train adamw --expect %S/gpt2-dropout.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<48xf32>, %arg6: tensor<64xf32>, %arg7: tensor<16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16xf32>, %arg10: tensor<16x64xf32>, %arg11: tensor<64x16xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<16x48xf32>, %arg14: tensor<16xf32>, %arg15: tensor<16xf32>, %arg16: tensor<16xf32>, %arg17: tensor<48xf32>, %arg18: tensor<64xf32>, %arg19: tensor<16xf32>, %arg20: tensor<16xf32>, %arg21: tensor<16xf32>, %arg22: tensor<16x64xf32>, %arg23: tensor<64x16xf32>, %arg24: tensor<16x16xf32>, %arg25: tensor<16x48xf32>, %arg26: tensor<8x16xf32>, %arg27: tensor<32x16xf32>, %arg28: tensor<8x9xi32>, %arg29: tensor<2xui32>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg28 [0:8, 0:8] : (tensor<8x9xi32>) -> tensor<8x8xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %4 = stablehlo.add %0, %3 : tensor<8x8xi32>
    %5 = stablehlo.select %2, %4, %0 : tensor<8x8xi1>, tensor<8x8xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<8x8xi32>) -> tensor<8x8x1xi32>
    %7 = "stablehlo.gather"(%arg27, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<8x8x1xi32>) -> tensor<8x8x16xf32>
    %8 = stablehlo.broadcast_in_dim %arg26, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x8x16xf32>) -> tensor<8x8x16xf32>
    %10 = stablehlo.add %7, %9 : tensor<8x8x16xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<ui32>
    %11 = call @_threefry_fold_in(%arg29, %c_1) : (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %15 = stablehlo.divide %13, %14 : tensor<8x8x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %17 = stablehlo.subtract %10, %16 : tensor<8x8x16xf32>
    %18 = chlo.square %17 : tensor<8x8x16xf32> -> tensor<8x8x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_4 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %22 = stablehlo.divide %20, %21 : tensor<8x8x1xf32>
    %23 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %24 = stablehlo.subtract %10, %23 : tensor<8x8x16xf32>
    %cst_5 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %26 = stablehlo.add %22, %25 : tensor<8x8x1xf32>
    %27 = stablehlo.rsqrt %26 : tensor<8x8x1xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %29 = stablehlo.multiply %24, %28 : tensor<8x8x16xf32>
    %30 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %32 = stablehlo.multiply %29, %31 : tensor<8x8x16xf32>
    %33 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %35 = stablehlo.add %32, %34 : tensor<8x8x16xf32>
    %36 = stablehlo.dot_general %35, %arg13, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x48xf32>) -> tensor<8x8x48xf32>
    %37 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<48xf32>) -> tensor<1x1x48xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2] : (tensor<1x1x48xf32>) -> tensor<8x8x48xf32>
    %39 = stablehlo.add %36, %38 : tensor<8x8x48xf32>
    %40 = stablehlo.slice %39 [0:8, 0:8, 0:16] : (tensor<8x8x48xf32>) -> tensor<8x8x16xf32>
    %41 = stablehlo.slice %39 [0:8, 0:8, 16:32] : (tensor<8x8x48xf32>) -> tensor<8x8x16xf32>
    %42 = stablehlo.slice %39 [0:8, 0:8, 32:48] : (tensor<8x8x48xf32>) -> tensor<8x8x16xf32>
    %43 = stablehlo.reshape %40 : (tensor<8x8x16xf32>) -> tensor<8x8x4x4xf32>
    %44 = stablehlo.reshape %41 : (tensor<8x8x16xf32>) -> tensor<8x8x4x4xf32>
    %45 = stablehlo.reshape %42 : (tensor<8x8x16xf32>) -> tensor<8x8x4x4xf32>
    %46 = stablehlo.dot_general %43, %44, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4x4xf32>, tensor<8x8x4x4xf32>) -> tensor<8x4x8x8xf32>
    %47 = stablehlo.convert %46 : (tensor<8x4x8x8xf32>) -> tensor<8x4x8x8xf64>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %48 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f64>) -> tensor<8x4x8x8xf64>
    %49 = stablehlo.divide %47, %48 : tensor<8x4x8x8xf64>
    %c_7 = stablehlo.constant dense<true> : tensor<i1>
    %50 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %51 = call @tril(%50) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %cst_8 = stablehlo.constant dense<-1.000000e+09> : tensor<f64>
    %52 = call @_where(%51, %49, %cst_8) : (tensor<8x8xi1>, tensor<8x4x8x8xf64>, tensor<f64>) -> tensor<8x4x8x8xf64>
    %cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %53 = stablehlo.reduce(%52 init: %cst_9) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x8x8xf64>, tensor<f64>) -> tensor<8x4x8xf64>
    %cst_10 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %54 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f64>) -> tensor<8x4x8xf64>
    %55 = stablehlo.maximum %54, %53 : tensor<8x4x8xf64>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<8x4x8xf64>) -> tensor<8x4x8x1xf64>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2, 3] : (tensor<8x4x8x1xf64>) -> tensor<8x4x8x8xf64>
    %58 = stablehlo.subtract %52, %57 : tensor<8x4x8x8xf64>
    %59 = stablehlo.exponential %58 : tensor<8x4x8x8xf64>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %60 = stablehlo.reduce(%59 init: %cst_11) applies stablehlo.add across dimensions = [3] : (tensor<8x4x8x8xf64>, tensor<f64>) -> tensor<8x4x8xf64>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<8x4x8xf64>) -> tensor<8x4x8x1xf64>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<8x4x8x1xf64>) -> tensor<8x4x8x8xf64>
    %63 = stablehlo.divide %59, %62 : tensor<8x4x8x8xf64>
    %c_12 = stablehlo.constant dense<0> : tensor<ui32>
    %64 = call @_threefry_fold_in(%11, %c_12) : (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>
    %cst_13 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %65 = call @_bernoulli(%64, %cst_13) : (tensor<2xui32>, tensor<f32>) -> tensor<8x4x8x8xi1>
    %cst_14 = stablehlo.constant dense<0.89999997615814208> : tensor<f64>
    %66 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f64>) -> tensor<8x4x8x8xf64>
    %67 = stablehlo.divide %63, %66 : tensor<8x4x8x8xf64>
    %c_15 = stablehlo.constant dense<0> : tensor<i64>
    %68 = call @_where_2(%65, %67, %c_15) : (tensor<8x4x8x8xi1>, tensor<8x4x8x8xf64>, tensor<i64>) -> tensor<8x4x8x8xf64>
    %69 = stablehlo.convert %45 : (tensor<8x8x4x4xf32>) -> tensor<8x8x4x4xf64>
    %70 = stablehlo.convert %68 : tensor<8x4x8x8xf64>
    %71 = stablehlo.dot_general %69, %70, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4x4xf64>, tensor<8x4x8x8xf64>) -> tensor<8x4x4x8xf64>
    %72 = stablehlo.transpose %71, dims = [0, 3, 1, 2] : (tensor<8x4x4x8xf64>) -> tensor<8x8x4x4xf64>
    %73 = stablehlo.reshape %72 : (tensor<8x8x4x4xf64>) -> tensor<8x8x16xf64>
    %74 = stablehlo.convert %73 : tensor<8x8x16xf64>
    %75 = stablehlo.convert %arg12 : (tensor<16x16xf32>) -> tensor<16x16xf64>
    %76 = stablehlo.dot_general %74, %75, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf64>, tensor<16x16xf64>) -> tensor<8x8x16xf64>
    %77 = stablehlo.convert %arg4 : (tensor<16xf32>) -> tensor<16xf64>
    %78 = stablehlo.broadcast_in_dim %77, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %80 = stablehlo.add %76, %79 : tensor<8x8x16xf64>
    %c_16 = stablehlo.constant dense<1> : tensor<ui32>
    %81 = call @_threefry_fold_in(%11, %c_16) : (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %82 = call @_bernoulli_3(%81, %cst_17) : (tensor<2xui32>, tensor<f32>) -> tensor<8x8x16xi1>
    %cst_18 = stablehlo.constant dense<0.89999997615814208> : tensor<f64>
    %83 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f64>) -> tensor<8x8x16xf64>
    %84 = stablehlo.divide %80, %83 : tensor<8x8x16xf64>
    %c_19 = stablehlo.constant dense<0> : tensor<i64>
    %85 = call @_where_7(%82, %84, %c_19) : (tensor<8x8x16xi1>, tensor<8x8x16xf64>, tensor<i64>) -> tensor<8x8x16xf64>
    %86 = stablehlo.convert %10 : (tensor<8x8x16xf32>) -> tensor<8x8x16xf64>
    %87 = stablehlo.add %86, %85 : tensor<8x8x16xf64>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %88 = stablehlo.reduce(%87 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf64>, tensor<f64>) -> tensor<8x8xf64>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1] : (tensor<8x8xf64>) -> tensor<8x8x1xf64>
    %cst_21 = stablehlo.constant dense<1.600000e+01> : tensor<f64>
    %90 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %91 = stablehlo.divide %89, %90 : tensor<8x8x1xf64>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %93 = stablehlo.subtract %87, %92 : tensor<8x8x16xf64>
    %94 = chlo.square %93 : tensor<8x8x16xf64> -> tensor<8x8x16xf64>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %95 = stablehlo.reduce(%94 init: %cst_22) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf64>, tensor<f64>) -> tensor<8x8xf64>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1] : (tensor<8x8xf64>) -> tensor<8x8x1xf64>
    %cst_23 = stablehlo.constant dense<1.600000e+01> : tensor<f64>
    %97 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %98 = stablehlo.divide %96, %97 : tensor<8x8x1xf64>
    %99 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %100 = stablehlo.subtract %87, %99 : tensor<8x8x16xf64>
    %cst_24 = stablehlo.constant dense<9.9999997473787516E-6> : tensor<f64>
    %101 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %102 = stablehlo.add %98, %101 : tensor<8x8x1xf64>
    %103 = stablehlo.rsqrt %102 : tensor<8x8x1xf64>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %105 = stablehlo.multiply %100, %104 : tensor<8x8x16xf64>
    %106 = stablehlo.convert %arg9 : (tensor<16xf32>) -> tensor<16xf64>
    %107 = stablehlo.broadcast_in_dim %106, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %109 = stablehlo.multiply %105, %108 : tensor<8x8x16xf64>
    %110 = stablehlo.convert %arg3 : (tensor<16xf32>) -> tensor<16xf64>
    %111 = stablehlo.broadcast_in_dim %110, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %113 = stablehlo.add %109, %112 : tensor<8x8x16xf64>
    %114 = stablehlo.convert %113 : tensor<8x8x16xf64>
    %115 = stablehlo.convert %arg10 : (tensor<16x64xf32>) -> tensor<16x64xf64>
    %116 = stablehlo.dot_general %114, %115, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf64>, tensor<16x64xf64>) -> tensor<8x8x64xf64>
    %117 = stablehlo.convert %arg6 : (tensor<64xf32>) -> tensor<64xf64>
    %118 = stablehlo.broadcast_in_dim %117, dims = [2] : (tensor<64xf64>) -> tensor<1x1x64xf64>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<1x1x64xf64>) -> tensor<8x8x64xf64>
    %120 = stablehlo.add %116, %119 : tensor<8x8x64xf64>
    %121 = stablehlo.multiply %120, %120 : tensor<8x8x64xf64>
    %122 = stablehlo.multiply %121, %120 : tensor<8x8x64xf64>
    %cst_25 = stablehlo.constant dense<4.471500e-02> : tensor<f64>
    %123 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f64>) -> tensor<8x8x64xf64>
    %124 = stablehlo.multiply %123, %122 : tensor<8x8x64xf64>
    %125 = stablehlo.add %120, %124 : tensor<8x8x64xf64>
    %cst_26 = stablehlo.constant dense<0.79788456080286541> : tensor<f64>
    %126 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f64>) -> tensor<8x8x64xf64>
    %127 = stablehlo.multiply %126, %125 : tensor<8x8x64xf64>
    %128 = stablehlo.tanh %127 : tensor<8x8x64xf64>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %129 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f64>) -> tensor<8x8x64xf64>
    %130 = stablehlo.add %129, %128 : tensor<8x8x64xf64>
    %cst_28 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %131 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f64>) -> tensor<8x8x64xf64>
    %132 = stablehlo.multiply %131, %130 : tensor<8x8x64xf64>
    %133 = stablehlo.multiply %120, %132 : tensor<8x8x64xf64>
    %134 = stablehlo.convert %133 : tensor<8x8x64xf64>
    %135 = stablehlo.convert %arg11 : (tensor<64x16xf32>) -> tensor<64x16xf64>
    %136 = stablehlo.dot_general %134, %135, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x64xf64>, tensor<64x16xf64>) -> tensor<8x8x16xf64>
    %137 = stablehlo.convert %arg7 : (tensor<16xf32>) -> tensor<16xf64>
    %138 = stablehlo.broadcast_in_dim %137, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %139 = stablehlo.broadcast_in_dim %138, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %140 = stablehlo.add %136, %139 : tensor<8x8x16xf64>
    %c_29 = stablehlo.constant dense<2> : tensor<ui32>
    %141 = call @_threefry_fold_in(%11, %c_29) : (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>
    %cst_30 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %142 = call @_bernoulli_3(%141, %cst_30) : (tensor<2xui32>, tensor<f32>) -> tensor<8x8x16xi1>
    %cst_31 = stablehlo.constant dense<0.89999997615814208> : tensor<f64>
    %143 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f64>) -> tensor<8x8x16xf64>
    %144 = stablehlo.divide %140, %143 : tensor<8x8x16xf64>
    %c_32 = stablehlo.constant dense<0> : tensor<i64>
    %145 = call @_where_7(%142, %144, %c_32) : (tensor<8x8x16xi1>, tensor<8x8x16xf64>, tensor<i64>) -> tensor<8x8x16xf64>
    %146 = stablehlo.add %87, %145 : tensor<8x8x16xf64>
    %c_33 = stablehlo.constant dense<10> : tensor<ui32>
    %147 = call @_threefry_fold_in(%arg29, %c_33) : (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %148 = stablehlo.reduce(%146 init: %cst_34) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf64>, tensor<f64>) -> tensor<8x8xf64>
    %149 = stablehlo.broadcast_in_dim %148, dims = [0, 1] : (tensor<8x8xf64>) -> tensor<8x8x1xf64>
    %cst_35 = stablehlo.constant dense<1.600000e+01> : tensor<f64>
    %150 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %151 = stablehlo.divide %149, %150 : tensor<8x8x1xf64>
    %152 = stablehlo.broadcast_in_dim %151, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %153 = stablehlo.subtract %146, %152 : tensor<8x8x16xf64>
    %154 = chlo.square %153 : tensor<8x8x16xf64> -> tensor<8x8x16xf64>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %155 = stablehlo.reduce(%154 init: %cst_36) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf64>, tensor<f64>) -> tensor<8x8xf64>
    %156 = stablehlo.broadcast_in_dim %155, dims = [0, 1] : (tensor<8x8xf64>) -> tensor<8x8x1xf64>
    %cst_37 = stablehlo.constant dense<1.600000e+01> : tensor<f64>
    %157 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %158 = stablehlo.divide %156, %157 : tensor<8x8x1xf64>
    %159 = stablehlo.broadcast_in_dim %151, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %160 = stablehlo.subtract %146, %159 : tensor<8x8x16xf64>
    %cst_38 = stablehlo.constant dense<9.9999997473787516E-6> : tensor<f64>
    %161 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %162 = stablehlo.add %158, %161 : tensor<8x8x1xf64>
    %163 = stablehlo.rsqrt %162 : tensor<8x8x1xf64>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %165 = stablehlo.multiply %160, %164 : tensor<8x8x16xf64>
    %166 = stablehlo.convert %arg20 : (tensor<16xf32>) -> tensor<16xf64>
    %167 = stablehlo.broadcast_in_dim %166, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %168 = stablehlo.broadcast_in_dim %167, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %169 = stablehlo.multiply %165, %168 : tensor<8x8x16xf64>
    %170 = stablehlo.convert %arg14 : (tensor<16xf32>) -> tensor<16xf64>
    %171 = stablehlo.broadcast_in_dim %170, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %173 = stablehlo.add %169, %172 : tensor<8x8x16xf64>
    %174 = stablehlo.convert %173 : tensor<8x8x16xf64>
    %175 = stablehlo.convert %arg25 : (tensor<16x48xf32>) -> tensor<16x48xf64>
    %176 = stablehlo.dot_general %174, %175, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf64>, tensor<16x48xf64>) -> tensor<8x8x48xf64>
    %177 = stablehlo.convert %arg17 : (tensor<48xf32>) -> tensor<48xf64>
    %178 = stablehlo.broadcast_in_dim %177, dims = [2] : (tensor<48xf64>) -> tensor<1x1x48xf64>
    %179 = stablehlo.broadcast_in_dim %178, dims = [0, 1, 2] : (tensor<1x1x48xf64>) -> tensor<8x8x48xf64>
    %180 = stablehlo.add %176, %179 : tensor<8x8x48xf64>
    %181 = stablehlo.slice %180 [0:8, 0:8, 0:16] : (tensor<8x8x48xf64>) -> tensor<8x8x16xf64>
    %182 = stablehlo.slice %180 [0:8, 0:8, 16:32] : (tensor<8x8x48xf64>) -> tensor<8x8x16xf64>
    %183 = stablehlo.slice %180 [0:8, 0:8, 32:48] : (tensor<8x8x48xf64>) -> tensor<8x8x16xf64>
    %184 = stablehlo.reshape %181 : (tensor<8x8x16xf64>) -> tensor<8x8x4x4xf64>
    %185 = stablehlo.reshape %182 : (tensor<8x8x16xf64>) -> tensor<8x8x4x4xf64>
    %186 = stablehlo.reshape %183 : (tensor<8x8x16xf64>) -> tensor<8x8x4x4xf64>
    %187 = stablehlo.dot_general %184, %185, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4x4xf64>, tensor<8x8x4x4xf64>) -> tensor<8x4x8x8xf64>
    %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %188 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f64>) -> tensor<8x4x8x8xf64>
    %189 = stablehlo.divide %187, %188 : tensor<8x4x8x8xf64>
    %c_40 = stablehlo.constant dense<true> : tensor<i1>
    %190 = stablehlo.broadcast_in_dim %c_40, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %191 = call @tril(%190) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %cst_41 = stablehlo.constant dense<-1.000000e+09> : tensor<f64>
    %192 = call @_where(%191, %189, %cst_41) : (tensor<8x8xi1>, tensor<8x4x8x8xf64>, tensor<f64>) -> tensor<8x4x8x8xf64>
    %cst_42 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %193 = stablehlo.reduce(%192 init: %cst_42) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x8x8xf64>, tensor<f64>) -> tensor<8x4x8xf64>
    %cst_43 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %194 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f64>) -> tensor<8x4x8xf64>
    %195 = stablehlo.maximum %194, %193 : tensor<8x4x8xf64>
    %196 = stablehlo.broadcast_in_dim %195, dims = [0, 1, 2] : (tensor<8x4x8xf64>) -> tensor<8x4x8x1xf64>
    %197 = stablehlo.broadcast_in_dim %196, dims = [0, 1, 2, 3] : (tensor<8x4x8x1xf64>) -> tensor<8x4x8x8xf64>
    %198 = stablehlo.subtract %192, %197 : tensor<8x4x8x8xf64>
    %199 = stablehlo.exponential %198 : tensor<8x4x8x8xf64>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %200 = stablehlo.reduce(%199 init: %cst_44) applies stablehlo.add across dimensions = [3] : (tensor<8x4x8x8xf64>, tensor<f64>) -> tensor<8x4x8xf64>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2] : (tensor<8x4x8xf64>) -> tensor<8x4x8x1xf64>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1, 2, 3] : (tensor<8x4x8x1xf64>) -> tensor<8x4x8x8xf64>
    %203 = stablehlo.divide %199, %202 : tensor<8x4x8x8xf64>
    %c_45 = stablehlo.constant dense<0> : tensor<ui32>
    %204 = call @_threefry_fold_in(%147, %c_45) : (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>
    %cst_46 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %205 = call @_bernoulli(%204, %cst_46) : (tensor<2xui32>, tensor<f32>) -> tensor<8x4x8x8xi1>
    %cst_47 = stablehlo.constant dense<0.89999997615814208> : tensor<f64>
    %206 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f64>) -> tensor<8x4x8x8xf64>
    %207 = stablehlo.divide %203, %206 : tensor<8x4x8x8xf64>
    %c_48 = stablehlo.constant dense<0> : tensor<i64>
    %208 = call @_where_2(%205, %207, %c_48) : (tensor<8x4x8x8xi1>, tensor<8x4x8x8xf64>, tensor<i64>) -> tensor<8x4x8x8xf64>
    %209 = stablehlo.dot_general %186, %208, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4x4xf64>, tensor<8x4x8x8xf64>) -> tensor<8x4x4x8xf64>
    %210 = stablehlo.transpose %209, dims = [0, 3, 1, 2] : (tensor<8x4x4x8xf64>) -> tensor<8x8x4x4xf64>
    %211 = stablehlo.reshape %210 : (tensor<8x8x4x4xf64>) -> tensor<8x8x16xf64>
    %212 = stablehlo.convert %211 : tensor<8x8x16xf64>
    %213 = stablehlo.convert %arg24 : (tensor<16x16xf32>) -> tensor<16x16xf64>
    %214 = stablehlo.dot_general %212, %213, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf64>, tensor<16x16xf64>) -> tensor<8x8x16xf64>
    %215 = stablehlo.convert %arg16 : (tensor<16xf32>) -> tensor<16xf64>
    %216 = stablehlo.broadcast_in_dim %215, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %217 = stablehlo.broadcast_in_dim %216, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %218 = stablehlo.add %214, %217 : tensor<8x8x16xf64>
    %c_49 = stablehlo.constant dense<1> : tensor<ui32>
    %219 = call @_threefry_fold_in(%147, %c_49) : (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>
    %cst_50 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %220 = call @_bernoulli_3(%219, %cst_50) : (tensor<2xui32>, tensor<f32>) -> tensor<8x8x16xi1>
    %cst_51 = stablehlo.constant dense<0.89999997615814208> : tensor<f64>
    %221 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f64>) -> tensor<8x8x16xf64>
    %222 = stablehlo.divide %218, %221 : tensor<8x8x16xf64>
    %c_52 = stablehlo.constant dense<0> : tensor<i64>
    %223 = call @_where_7(%220, %222, %c_52) : (tensor<8x8x16xi1>, tensor<8x8x16xf64>, tensor<i64>) -> tensor<8x8x16xf64>
    %224 = stablehlo.add %146, %223 : tensor<8x8x16xf64>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %225 = stablehlo.reduce(%224 init: %cst_53) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf64>, tensor<f64>) -> tensor<8x8xf64>
    %226 = stablehlo.broadcast_in_dim %225, dims = [0, 1] : (tensor<8x8xf64>) -> tensor<8x8x1xf64>
    %cst_54 = stablehlo.constant dense<1.600000e+01> : tensor<f64>
    %227 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %228 = stablehlo.divide %226, %227 : tensor<8x8x1xf64>
    %229 = stablehlo.broadcast_in_dim %228, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %230 = stablehlo.subtract %224, %229 : tensor<8x8x16xf64>
    %231 = chlo.square %230 : tensor<8x8x16xf64> -> tensor<8x8x16xf64>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %232 = stablehlo.reduce(%231 init: %cst_55) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf64>, tensor<f64>) -> tensor<8x8xf64>
    %233 = stablehlo.broadcast_in_dim %232, dims = [0, 1] : (tensor<8x8xf64>) -> tensor<8x8x1xf64>
    %cst_56 = stablehlo.constant dense<1.600000e+01> : tensor<f64>
    %234 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %235 = stablehlo.divide %233, %234 : tensor<8x8x1xf64>
    %236 = stablehlo.broadcast_in_dim %228, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %237 = stablehlo.subtract %224, %236 : tensor<8x8x16xf64>
    %cst_57 = stablehlo.constant dense<9.9999997473787516E-6> : tensor<f64>
    %238 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %239 = stablehlo.add %235, %238 : tensor<8x8x1xf64>
    %240 = stablehlo.rsqrt %239 : tensor<8x8x1xf64>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %242 = stablehlo.multiply %237, %241 : tensor<8x8x16xf64>
    %243 = stablehlo.convert %arg21 : (tensor<16xf32>) -> tensor<16xf64>
    %244 = stablehlo.broadcast_in_dim %243, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %245 = stablehlo.broadcast_in_dim %244, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %246 = stablehlo.multiply %242, %245 : tensor<8x8x16xf64>
    %247 = stablehlo.convert %arg15 : (tensor<16xf32>) -> tensor<16xf64>
    %248 = stablehlo.broadcast_in_dim %247, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %249 = stablehlo.broadcast_in_dim %248, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %250 = stablehlo.add %246, %249 : tensor<8x8x16xf64>
    %251 = stablehlo.convert %250 : tensor<8x8x16xf64>
    %252 = stablehlo.convert %arg22 : (tensor<16x64xf32>) -> tensor<16x64xf64>
    %253 = stablehlo.dot_general %251, %252, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf64>, tensor<16x64xf64>) -> tensor<8x8x64xf64>
    %254 = stablehlo.convert %arg18 : (tensor<64xf32>) -> tensor<64xf64>
    %255 = stablehlo.broadcast_in_dim %254, dims = [2] : (tensor<64xf64>) -> tensor<1x1x64xf64>
    %256 = stablehlo.broadcast_in_dim %255, dims = [0, 1, 2] : (tensor<1x1x64xf64>) -> tensor<8x8x64xf64>
    %257 = stablehlo.add %253, %256 : tensor<8x8x64xf64>
    %258 = stablehlo.multiply %257, %257 : tensor<8x8x64xf64>
    %259 = stablehlo.multiply %258, %257 : tensor<8x8x64xf64>
    %cst_58 = stablehlo.constant dense<4.471500e-02> : tensor<f64>
    %260 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f64>) -> tensor<8x8x64xf64>
    %261 = stablehlo.multiply %260, %259 : tensor<8x8x64xf64>
    %262 = stablehlo.add %257, %261 : tensor<8x8x64xf64>
    %cst_59 = stablehlo.constant dense<0.79788456080286541> : tensor<f64>
    %263 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f64>) -> tensor<8x8x64xf64>
    %264 = stablehlo.multiply %263, %262 : tensor<8x8x64xf64>
    %265 = stablehlo.tanh %264 : tensor<8x8x64xf64>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %266 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f64>) -> tensor<8x8x64xf64>
    %267 = stablehlo.add %266, %265 : tensor<8x8x64xf64>
    %cst_61 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %268 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f64>) -> tensor<8x8x64xf64>
    %269 = stablehlo.multiply %268, %267 : tensor<8x8x64xf64>
    %270 = stablehlo.multiply %257, %269 : tensor<8x8x64xf64>
    %271 = stablehlo.convert %270 : tensor<8x8x64xf64>
    %272 = stablehlo.convert %arg23 : (tensor<64x16xf32>) -> tensor<64x16xf64>
    %273 = stablehlo.dot_general %271, %272, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x64xf64>, tensor<64x16xf64>) -> tensor<8x8x16xf64>
    %274 = stablehlo.convert %arg19 : (tensor<16xf32>) -> tensor<16xf64>
    %275 = stablehlo.broadcast_in_dim %274, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %277 = stablehlo.add %273, %276 : tensor<8x8x16xf64>
    %c_62 = stablehlo.constant dense<2> : tensor<ui32>
    %278 = call @_threefry_fold_in(%147, %c_62) : (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>
    %cst_63 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %279 = call @_bernoulli_3(%278, %cst_63) : (tensor<2xui32>, tensor<f32>) -> tensor<8x8x16xi1>
    %cst_64 = stablehlo.constant dense<0.89999997615814208> : tensor<f64>
    %280 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f64>) -> tensor<8x8x16xf64>
    %281 = stablehlo.divide %277, %280 : tensor<8x8x16xf64>
    %c_65 = stablehlo.constant dense<0> : tensor<i64>
    %282 = call @_where_7(%279, %281, %c_65) : (tensor<8x8x16xi1>, tensor<8x8x16xf64>, tensor<i64>) -> tensor<8x8x16xf64>
    %283 = stablehlo.add %224, %282 : tensor<8x8x16xf64>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %284 = stablehlo.reduce(%283 init: %cst_66) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf64>, tensor<f64>) -> tensor<8x8xf64>
    %285 = stablehlo.broadcast_in_dim %284, dims = [0, 1] : (tensor<8x8xf64>) -> tensor<8x8x1xf64>
    %cst_67 = stablehlo.constant dense<1.600000e+01> : tensor<f64>
    %286 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %287 = stablehlo.divide %285, %286 : tensor<8x8x1xf64>
    %288 = stablehlo.broadcast_in_dim %287, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %289 = stablehlo.subtract %283, %288 : tensor<8x8x16xf64>
    %290 = chlo.square %289 : tensor<8x8x16xf64> -> tensor<8x8x16xf64>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %291 = stablehlo.reduce(%290 init: %cst_68) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf64>, tensor<f64>) -> tensor<8x8xf64>
    %292 = stablehlo.broadcast_in_dim %291, dims = [0, 1] : (tensor<8x8xf64>) -> tensor<8x8x1xf64>
    %cst_69 = stablehlo.constant dense<1.600000e+01> : tensor<f64>
    %293 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %294 = stablehlo.divide %292, %293 : tensor<8x8x1xf64>
    %295 = stablehlo.broadcast_in_dim %287, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %296 = stablehlo.subtract %283, %295 : tensor<8x8x16xf64>
    %cst_70 = stablehlo.constant dense<9.9999997473787516E-6> : tensor<f64>
    %297 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f64>) -> tensor<8x8x1xf64>
    %298 = stablehlo.add %294, %297 : tensor<8x8x1xf64>
    %299 = stablehlo.rsqrt %298 : tensor<8x8x1xf64>
    %300 = stablehlo.broadcast_in_dim %299, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x16xf64>
    %301 = stablehlo.multiply %296, %300 : tensor<8x8x16xf64>
    %302 = stablehlo.convert %arg1 : (tensor<16xf32>) -> tensor<16xf64>
    %303 = stablehlo.broadcast_in_dim %302, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %304 = stablehlo.broadcast_in_dim %303, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %305 = stablehlo.multiply %301, %304 : tensor<8x8x16xf64>
    %306 = stablehlo.convert %arg0 : (tensor<16xf32>) -> tensor<16xf64>
    %307 = stablehlo.broadcast_in_dim %306, dims = [2] : (tensor<16xf64>) -> tensor<1x1x16xf64>
    %308 = stablehlo.broadcast_in_dim %307, dims = [0, 1, 2] : (tensor<1x1x16xf64>) -> tensor<8x8x16xf64>
    %309 = stablehlo.add %305, %308 : tensor<8x8x16xf64>
    %310 = stablehlo.transpose %arg27, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %311 = stablehlo.convert %309 : tensor<8x8x16xf64>
    %312 = stablehlo.convert %310 : (tensor<16x32xf32>) -> tensor<16x32xf64>
    %313 = stablehlo.dot_general %311, %312, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf64>, tensor<16x32xf64>) -> tensor<8x8x32xf64>
    %314 = stablehlo.slice %arg28 [0:8, 1:9] : (tensor<8x9xi32>) -> tensor<8x8xi32>
    %315 = call @_one_hot(%314) : (tensor<8x8xi32>) -> tensor<8x8x32xf64>
    %316 = call @log_softmax(%313) : (tensor<8x8x32xf64>) -> tensor<8x8x32xf64>
    %317 = stablehlo.multiply %315, %316 : tensor<8x8x32xf64>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %318 = stablehlo.reduce(%317 init: %cst_71) applies stablehlo.add across dimensions = [2] : (tensor<8x8x32xf64>, tensor<f64>) -> tensor<8x8xf64>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %319 = stablehlo.reduce(%318 init: %cst_72) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf64>, tensor<f64>) -> tensor<f64>
    %cst_73 = stablehlo.constant dense<6.400000e+01> : tensor<f64>
    %320 = stablehlo.divide %319, %cst_73 : tensor<f64>
    %321 = stablehlo.negate %320 : tensor<f64>
    return %321 : tensor<f64>
  }
  func.func private @_threefry_fold_in(%arg0: tensor<2xui32>, %arg1: tensor<ui32>) -> tensor<2xui32> {
    %c = stablehlo.constant dense<32> : tensor<ui32>
    %0 = stablehlo.shift_right_logical %arg1, %c : tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %c_0 = stablehlo.constant dense<4294967295> : tensor<ui32>
    %2 = stablehlo.and %arg1, %c_0 : tensor<ui32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    %5 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %6 = stablehlo.reshape %5 : (tensor<1xui32>) -> tensor<ui32>
    %7 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %8 = stablehlo.reshape %7 : (tensor<1xui32>) -> tensor<ui32>
    %9 = stablehlo.slice %4 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %10 = stablehlo.slice %4 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %11:2 = call @threefry2x32(%6, %8, %9, %10) : (tensor<ui32>, tensor<ui32>, tensor<1xui32>, tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>)
    %12 = stablehlo.concatenate %11#0, %11#1, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    return %12 : tensor<2xui32>
  }
  func.func private @threefry2x32(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<1xui32>, %arg3: tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<1xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<1xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i64>, tensor<i64>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i64>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i64>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i64>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i64>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i64>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i64>, tensor<i64>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<1xui32>, tensor<1xui32>
  }
  func.func private @closed_call(%arg0: tensor<i64>, %arg1: tensor<1xui32>, %arg2: tensor<1xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i64>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg0, %c : tensor<i64>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<1xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<1xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<1xui32>
    %9 = stablehlo.or %5, %8 : tensor<1xui32>
    %10 = stablehlo.xor %3, %9 : tensor<1xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<1xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<1xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<1xui32>
    %19 = stablehlo.or %15, %18 : tensor<1xui32>
    %20 = stablehlo.xor %13, %19 : tensor<1xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<1xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<1xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<1xui32>
    %29 = stablehlo.or %25, %28 : tensor<1xui32>
    %30 = stablehlo.xor %23, %29 : tensor<1xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<1xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<1xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<1xui32>
    %39 = stablehlo.or %35, %38 : tensor<1xui32>
    %40 = stablehlo.xor %33, %39 : tensor<1xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %42 = stablehlo.add %33, %41 : tensor<1xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %44 = stablehlo.add %40, %43 : tensor<1xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i64>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i64>
    %46 = stablehlo.convert %45 : (tensor<i64>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %48 = stablehlo.add %44, %47 : tensor<1xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i64>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @tril(%arg0: tensor<8x8xi1>) -> tensor<8x8xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<8x8xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
    %2 = stablehlo.add %0, %1 : tensor<8x8xi64>
    %3 = stablehlo.iota dim = 1 : tensor<8x8xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<8x8xi1>, tensor<8x8xi1>
    return %6 : tensor<8x8xi1>
  }
  func.func private @_where(%arg0: tensor<8x8xi1>, %arg1: tensor<8x4x8x8xf64>, %arg2: tensor<f64>) -> tensor<8x4x8x8xf64> {
    %0 = stablehlo.convert %arg2 : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<8x8xi1>) -> tensor<8x4x8x8xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<8x4x8x8xf64>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x8x8xi1>, tensor<8x4x8x8xf64>
    return %3 : tensor<8x4x8x8xf64>
  }
  func.func private @_bernoulli(%arg0: tensor<2xui32>, %arg1: tensor<f32>) -> tensor<8x4x8x8xi1> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %0 = call @_uniform(%arg0, %cst, %cst_0) : (tensor<2xui32>, tensor<f64>, tensor<f64>) -> tensor<8x4x8x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x4x8x8xf32>
    %2 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<8x4x8x8xf32>, tensor<8x4x8x8xf32>) -> tensor<8x4x8x8xi1>
    return %2 : tensor<8x4x8x8xi1>
  }
  func.func private @_uniform(%arg0: tensor<2xui32>, %arg1: tensor<f64>, %arg2: tensor<f64>) -> tensor<8x4x8x8xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1x1x1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1x1x1x1xf32>
    %4 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %7 = stablehlo.reshape %6 : (tensor<1xui32>) -> tensor<ui32>
    %8 = stablehlo.iota dim = 0 : tensor<8x4x8x8xui64>
    %9 = stablehlo.iota dim = 1 : tensor<8x4x8x8xui64>
    %10 = stablehlo.iota dim = 2 : tensor<8x4x8x8xui64>
    %11 = stablehlo.iota dim = 3 : tensor<8x4x8x8xui64>
    %c = stablehlo.constant dense<256> : tensor<ui64>
    %12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<8x4x8x8xui64>
    %13 = stablehlo.multiply %12, %8 : tensor<8x4x8x8xui64>
    %c_0 = stablehlo.constant dense<64> : tensor<ui64>
    %14 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<8x4x8x8xui64>
    %15 = stablehlo.multiply %14, %9 : tensor<8x4x8x8xui64>
    %c_1 = stablehlo.constant dense<8> : tensor<ui64>
    %16 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<8x4x8x8xui64>
    %17 = stablehlo.multiply %16, %10 : tensor<8x4x8x8xui64>
    %c_2 = stablehlo.constant dense<1> : tensor<ui64>
    %18 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui64>) -> tensor<8x4x8x8xui64>
    %19 = stablehlo.multiply %18, %11 : tensor<8x4x8x8xui64>
    %20 = stablehlo.add %13, %15 : tensor<8x4x8x8xui64>
    %21 = stablehlo.add %20, %17 : tensor<8x4x8x8xui64>
    %22 = stablehlo.add %21, %19 : tensor<8x4x8x8xui64>
    %c_3 = stablehlo.constant dense<32> : tensor<ui64>
    %23 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui64>) -> tensor<8x4x8x8xui64>
    %24 = stablehlo.shift_right_logical %22, %23 : tensor<8x4x8x8xui64>
    %25 = stablehlo.convert %22 : (tensor<8x4x8x8xui64>) -> tensor<8x4x8x8xui32>
    %26 = stablehlo.convert %24 : (tensor<8x4x8x8xui64>) -> tensor<8x4x8x8xui32>
    %27:2 = call @threefry2x32_0(%5, %7, %26, %25) : (tensor<ui32>, tensor<ui32>, tensor<8x4x8x8xui32>, tensor<8x4x8x8xui32>) -> (tensor<8x4x8x8xui32>, tensor<8x4x8x8xui32>)
    %28 = stablehlo.xor %27#0, %27#1 : tensor<8x4x8x8xui32>
    %c_4 = stablehlo.constant dense<9> : tensor<ui32>
    %29 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %30 = stablehlo.shift_right_logical %28, %29 : tensor<8x4x8x8xui32>
    %c_5 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %31 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %32 = stablehlo.or %30, %31 : tensor<8x4x8x8xui32>
    %33 = stablehlo.bitcast_convert %32 : (tensor<8x4x8x8xui32>) -> tensor<8x4x8x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x8x8xf32>
    %35 = stablehlo.subtract %33, %34 : tensor<8x4x8x8xf32>
    %36 = stablehlo.subtract %3, %2 : tensor<1x1x1x1xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xf32>) -> tensor<8x4x8x8xf32>
    %38 = stablehlo.multiply %35, %37 : tensor<8x4x8x8xf32>
    %39 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xf32>) -> tensor<8x4x8x8xf32>
    %40 = stablehlo.add %38, %39 : tensor<8x4x8x8xf32>
    %41 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xf32>) -> tensor<8x4x8x8xf32>
    %42 = stablehlo.maximum %41, %40 : tensor<8x4x8x8xf32>
    return %42 : tensor<8x4x8x8xf32>
  }
  func.func private @threefry2x32_0(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<8x4x8x8xui32>, %arg3: tensor<8x4x8x8xui32>) -> (tensor<8x4x8x8xui32>, tensor<8x4x8x8xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<8x4x8x8xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<8x4x8x8xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i64>, tensor<i64>, tensor<8x4x8x8xui32>, tensor<8x4x8x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i64>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call_1(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i64>, tensor<8x4x8x8xui32>, tensor<8x4x8x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i64>, tensor<8x4x8x8xui32>, tensor<8x4x8x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i64>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i64>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i64>, tensor<i64>, tensor<8x4x8x8xui32>, tensor<8x4x8x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<8x4x8x8xui32>, tensor<8x4x8x8xui32>
  }
  func.func private @closed_call_1(%arg0: tensor<i64>, %arg1: tensor<8x4x8x8xui32>, %arg2: tensor<8x4x8x8xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i64>, tensor<8x4x8x8xui32>, tensor<8x4x8x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg0, %c : tensor<i64>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<8x4x8x8xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<8x4x8x8xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<8x4x8x8xui32>
    %9 = stablehlo.or %5, %8 : tensor<8x4x8x8xui32>
    %10 = stablehlo.xor %3, %9 : tensor<8x4x8x8xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<8x4x8x8xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<8x4x8x8xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<8x4x8x8xui32>
    %19 = stablehlo.or %15, %18 : tensor<8x4x8x8xui32>
    %20 = stablehlo.xor %13, %19 : tensor<8x4x8x8xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<8x4x8x8xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<8x4x8x8xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<8x4x8x8xui32>
    %29 = stablehlo.or %25, %28 : tensor<8x4x8x8xui32>
    %30 = stablehlo.xor %23, %29 : tensor<8x4x8x8xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<8x4x8x8xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<8x4x8x8xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<8x4x8x8xui32>
    %39 = stablehlo.or %35, %38 : tensor<8x4x8x8xui32>
    %40 = stablehlo.xor %33, %39 : tensor<8x4x8x8xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %42 = stablehlo.add %33, %41 : tensor<8x4x8x8xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %44 = stablehlo.add %40, %43 : tensor<8x4x8x8xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i64>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i64>
    %46 = stablehlo.convert %45 : (tensor<i64>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<8x4x8x8xui32>
    %48 = stablehlo.add %44, %47 : tensor<8x4x8x8xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i64>, tensor<8x4x8x8xui32>, tensor<8x4x8x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_where_2(%arg0: tensor<8x4x8x8xi1>, %arg1: tensor<8x4x8x8xf64>, %arg2: tensor<i64>) -> tensor<8x4x8x8xf64> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<8x4x8x8xf64>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<8x4x8x8xi1>, tensor<8x4x8x8xf64>
    return %2 : tensor<8x4x8x8xf64>
  }
  func.func private @_bernoulli_3(%arg0: tensor<2xui32>, %arg1: tensor<f32>) -> tensor<8x8x16xi1> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %0 = call @_uniform_4(%arg0, %cst, %cst_0) : (tensor<2xui32>, tensor<f64>, tensor<f64>) -> tensor<8x8x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x8x16xf32>
    %2 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<8x8x16xi1>
    return %2 : tensor<8x8x16xi1>
  }
  func.func private @_uniform_4(%arg0: tensor<2xui32>, %arg1: tensor<f64>, %arg2: tensor<f64>) -> tensor<8x8x16xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %4 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %7 = stablehlo.reshape %6 : (tensor<1xui32>) -> tensor<ui32>
    %8 = stablehlo.iota dim = 0 : tensor<8x8x16xui64>
    %9 = stablehlo.iota dim = 1 : tensor<8x8x16xui64>
    %10 = stablehlo.iota dim = 2 : tensor<8x8x16xui64>
    %c = stablehlo.constant dense<128> : tensor<ui64>
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<8x8x16xui64>
    %12 = stablehlo.multiply %11, %8 : tensor<8x8x16xui64>
    %c_0 = stablehlo.constant dense<16> : tensor<ui64>
    %13 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<8x8x16xui64>
    %14 = stablehlo.multiply %13, %9 : tensor<8x8x16xui64>
    %c_1 = stablehlo.constant dense<1> : tensor<ui64>
    %15 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<8x8x16xui64>
    %16 = stablehlo.multiply %15, %10 : tensor<8x8x16xui64>
    %17 = stablehlo.add %12, %14 : tensor<8x8x16xui64>
    %18 = stablehlo.add %17, %16 : tensor<8x8x16xui64>
    %c_2 = stablehlo.constant dense<32> : tensor<ui64>
    %19 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui64>) -> tensor<8x8x16xui64>
    %20 = stablehlo.shift_right_logical %18, %19 : tensor<8x8x16xui64>
    %21 = stablehlo.convert %18 : (tensor<8x8x16xui64>) -> tensor<8x8x16xui32>
    %22 = stablehlo.convert %20 : (tensor<8x8x16xui64>) -> tensor<8x8x16xui32>
    %23:2 = call @threefry2x32_5(%5, %7, %22, %21) : (tensor<ui32>, tensor<ui32>, tensor<8x8x16xui32>, tensor<8x8x16xui32>) -> (tensor<8x8x16xui32>, tensor<8x8x16xui32>)
    %24 = stablehlo.xor %23#0, %23#1 : tensor<8x8x16xui32>
    %c_3 = stablehlo.constant dense<9> : tensor<ui32>
    %25 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %26 = stablehlo.shift_right_logical %24, %25 : tensor<8x8x16xui32>
    %c_4 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %28 = stablehlo.or %26, %27 : tensor<8x8x16xui32>
    %29 = stablehlo.bitcast_convert %28 : (tensor<8x8x16xui32>) -> tensor<8x8x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8x16xf32>
    %31 = stablehlo.subtract %29, %30 : tensor<8x8x16xf32>
    %32 = stablehlo.subtract %3, %2 : tensor<1x1x1xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<8x8x16xf32>
    %34 = stablehlo.multiply %31, %33 : tensor<8x8x16xf32>
    %35 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<8x8x16xf32>
    %36 = stablehlo.add %34, %35 : tensor<8x8x16xf32>
    %37 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<8x8x16xf32>
    %38 = stablehlo.maximum %37, %36 : tensor<8x8x16xf32>
    return %38 : tensor<8x8x16xf32>
  }
  func.func private @threefry2x32_5(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<8x8x16xui32>, %arg3: tensor<8x8x16xui32>) -> (tensor<8x8x16xui32>, tensor<8x8x16xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<8x8x16xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<8x8x16xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i64>, tensor<i64>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i64>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call_6(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i64>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i64>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i64>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i64>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i64>, tensor<i64>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<8x8x16xui32>, tensor<8x8x16xui32>
  }
  func.func private @closed_call_6(%arg0: tensor<i64>, %arg1: tensor<8x8x16xui32>, %arg2: tensor<8x8x16xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i64>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg0, %c : tensor<i64>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<8x8x16xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<8x8x16xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<8x8x16xui32>
    %9 = stablehlo.or %5, %8 : tensor<8x8x16xui32>
    %10 = stablehlo.xor %3, %9 : tensor<8x8x16xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<8x8x16xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<8x8x16xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<8x8x16xui32>
    %19 = stablehlo.or %15, %18 : tensor<8x8x16xui32>
    %20 = stablehlo.xor %13, %19 : tensor<8x8x16xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<8x8x16xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<8x8x16xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<8x8x16xui32>
    %29 = stablehlo.or %25, %28 : tensor<8x8x16xui32>
    %30 = stablehlo.xor %23, %29 : tensor<8x8x16xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<8x8x16xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<8x8x16xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<8x8x16xui32>
    %39 = stablehlo.or %35, %38 : tensor<8x8x16xui32>
    %40 = stablehlo.xor %33, %39 : tensor<8x8x16xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %42 = stablehlo.add %33, %41 : tensor<8x8x16xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %44 = stablehlo.add %40, %43 : tensor<8x8x16xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i64>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i64>
    %46 = stablehlo.convert %45 : (tensor<i64>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %48 = stablehlo.add %44, %47 : tensor<8x8x16xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i64>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_where_7(%arg0: tensor<8x8x16xi1>, %arg1: tensor<8x8x16xf64>, %arg2: tensor<i64>) -> tensor<8x8x16xf64> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<8x8x16xf64>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<8x8x16xi1>, tensor<8x8x16xf64>
    return %2 : tensor<8x8x16xf64>
  }
  func.func private @_one_hot(%arg0: tensor<8x8xi32>) -> tensor<8x8x32xf64> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x8xi32>) -> tensor<8x8x1xi32>
    %1 = stablehlo.iota dim = 2 : tensor<1x1x32xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<8x8x1xi32>) -> tensor<8x8x32xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x32xi32>) -> tensor<8x8x32xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<8x8x32xi32>, tensor<8x8x32xi32>) -> tensor<8x8x32xi1>
    %5 = stablehlo.convert %4 : (tensor<8x8x32xi1>) -> tensor<8x8x32xf64>
    return %5 : tensor<8x8x32xf64>
  }
  func.func private @log_softmax(%arg0: tensor<8x8x32xf64>) -> tensor<8x8x32xf64> {
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<8x8x32xf64>, tensor<f64>) -> tensor<8x8xf64>
    %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<8x8xf64>
    %2 = stablehlo.maximum %1, %0 : tensor<8x8xf64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x8xf64>) -> tensor<8x8x1xf64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x32xf64>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x8x32xf64>
    %6 = stablehlo.exponential %5 : tensor<8x8x32xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x8x32xf64>, tensor<f64>) -> tensor<8x8xf64>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x8xf64>) -> tensor<8x8x1xf64>
    %9 = stablehlo.log %8 : tensor<8x8x1xf64>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x8x1xf64>) -> tensor<8x8x32xf64>
    %11 = stablehlo.subtract %5, %10 : tensor<8x8x32xf64>
    return %11 : tensor<8x8x32xf64>
  }
}
