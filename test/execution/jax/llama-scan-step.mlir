// value_and_grad of the scan and a step of AdamW, state donated.
// RUN: shardc check %s --strategy "dp=4" --expect %S/llama-scan-step.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "dp=2,tp=2" --expect %S/llama-scan-step.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "recompute=full" --expect %S/llama-scan-step.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "pp=2,tp=2,microbatches=2" --expect %S/llama-scan-step.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "pp=2,microbatches=4,schedule=gpipe,recompute=full" --expect %S/llama-scan-step.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x16xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<16xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<16x32xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<2x16xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<2x16xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<2x16x24xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<2x24x16xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<2x16x24xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<2x16x8xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<2x16x16xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<2x16x16xf32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<2x16x8xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<32x16xf32> {tf.aliasing_output = 12 : i32}, %arg13: tensor<16xf32> {tf.aliasing_output = 13 : i32}, %arg14: tensor<16x32xf32> {tf.aliasing_output = 14 : i32}, %arg15: tensor<2x16xf32> {tf.aliasing_output = 15 : i32}, %arg16: tensor<2x16xf32> {tf.aliasing_output = 16 : i32}, %arg17: tensor<2x16x24xf32> {tf.aliasing_output = 17 : i32}, %arg18: tensor<2x24x16xf32> {tf.aliasing_output = 18 : i32}, %arg19: tensor<2x16x24xf32> {tf.aliasing_output = 19 : i32}, %arg20: tensor<2x16x8xf32> {tf.aliasing_output = 20 : i32}, %arg21: tensor<2x16x16xf32> {tf.aliasing_output = 21 : i32}, %arg22: tensor<2x16x16xf32> {tf.aliasing_output = 22 : i32}, %arg23: tensor<2x16x8xf32> {tf.aliasing_output = 23 : i32}, %arg24: tensor<32x16xf32> {tf.aliasing_output = 24 : i32}, %arg25: tensor<16xf32> {tf.aliasing_output = 25 : i32}, %arg26: tensor<16x32xf32> {tf.aliasing_output = 26 : i32}, %arg27: tensor<2x16xf32> {tf.aliasing_output = 27 : i32}, %arg28: tensor<2x16xf32> {tf.aliasing_output = 28 : i32}, %arg29: tensor<2x16x24xf32> {tf.aliasing_output = 29 : i32}, %arg30: tensor<2x24x16xf32> {tf.aliasing_output = 30 : i32}, %arg31: tensor<2x16x24xf32> {tf.aliasing_output = 31 : i32}, %arg32: tensor<2x16x8xf32> {tf.aliasing_output = 32 : i32}, %arg33: tensor<2x16x16xf32> {tf.aliasing_output = 33 : i32}, %arg34: tensor<2x16x16xf32> {tf.aliasing_output = 34 : i32}, %arg35: tensor<2x16x8xf32> {tf.aliasing_output = 35 : i32}, %arg36: tensor<i32> {tf.aliasing_output = 36 : i32}, %arg37: tensor<8x8xi32>, %arg38: tensor<8x8xi32>) -> (tensor<32x16xf32> {jax.result_info = "result[0]['embed']"}, tensor<16xf32> {jax.result_info = "result[0]['gf']"}, tensor<16x32xf32> {jax.result_info = "result[0]['head']"}, tensor<2x16xf32> {jax.result_info = "result[0]['layers']['g1']"}, tensor<2x16xf32> {jax.result_info = "result[0]['layers']['g2']"}, tensor<2x16x24xf32> {jax.result_info = "result[0]['layers']['w1']"}, tensor<2x24x16xf32> {jax.result_info = "result[0]['layers']['w2']"}, tensor<2x16x24xf32> {jax.result_info = "result[0]['layers']['w3']"}, tensor<2x16x8xf32> {jax.result_info = "result[0]['layers']['wk']"}, tensor<2x16x16xf32> {jax.result_info = "result[0]['layers']['wo']"}, tensor<2x16x16xf32> {jax.result_info = "result[0]['layers']['wq']"}, tensor<2x16x8xf32> {jax.result_info = "result[0]['layers']['wv']"}, tensor<32x16xf32> {jax.result_info = "result[1]['embed']"}, tensor<16xf32> {jax.result_info = "result[1]['gf']"}, tensor<16x32xf32> {jax.result_info = "result[1]['head']"}, tensor<2x16xf32> {jax.result_info = "result[1]['layers']['g1']"}, tensor<2x16xf32> {jax.result_info = "result[1]['layers']['g2']"}, tensor<2x16x24xf32> {jax.result_info = "result[1]['layers']['w1']"}, tensor<2x24x16xf32> {jax.result_info = "result[1]['layers']['w2']"}, tensor<2x16x24xf32> {jax.result_info = "result[1]['layers']['w3']"}, tensor<2x16x8xf32> {jax.result_info = "result[1]['layers']['wk']"}, tensor<2x16x16xf32> {jax.result_info = "result[1]['layers']['wo']"}, tensor<2x16x16xf32> {jax.result_info = "result[1]['layers']['wq']"}, tensor<2x16x8xf32> {jax.result_info = "result[1]['layers']['wv']"}, tensor<32x16xf32> {jax.result_info = "result[2]['embed']"}, tensor<16xf32> {jax.result_info = "result[2]['gf']"}, tensor<16x32xf32> {jax.result_info = "result[2]['head']"}, tensor<2x16xf32> {jax.result_info = "result[2]['layers']['g1']"}, tensor<2x16xf32> {jax.result_info = "result[2]['layers']['g2']"}, tensor<2x16x24xf32> {jax.result_info = "result[2]['layers']['w1']"}, tensor<2x24x16xf32> {jax.result_info = "result[2]['layers']['w2']"}, tensor<2x16x24xf32> {jax.result_info = "result[2]['layers']['w3']"}, tensor<2x16x8xf32> {jax.result_info = "result[2]['layers']['wk']"}, tensor<2x16x16xf32> {jax.result_info = "result[2]['layers']['wo']"}, tensor<2x16x16xf32> {jax.result_info = "result[2]['layers']['wq']"}, tensor<2x16x8xf32> {jax.result_info = "result[2]['layers']['wv']"}, tensor<i32> {jax.result_info = "result[3]"}, tensor<f32> {jax.result_info = "result[4]"}) {
    %cst = stablehlo.constant dense<[[1.000000e+00, 1.000000e+00], [0.540302277, 0.999949991], [-0.416146845, 9.998000e-01], [-0.989992499, 0.999550044], [-0.653643608, 0.999200105], [0.2836622, 0.998750269], [0.960170269, 0.998200535], [0.753902256, 9.975510e-01]]> : tensor<8x2xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [0.841470957, 0.00999983306], [0.909297406, 0.0199986659], [1.411200e-01, 0.029995501], [-0.756802499, 0.0399893336], [-0.958924293, 0.0499791689], [-0.279415488, 0.0599640049], [0.656986594, 0.0699428469]]> : tensor<8x2xf32>
    %cst_1 = stablehlo.constant dense<[[1.000000e+00, 1.000000e+00], [0.540302277, 0.999949991], [-0.416146845, 9.998000e-01], [-0.989992499, 0.999550044], [-0.653643608, 0.999200105], [0.2836622, 0.998750269], [0.960170269, 0.998200535], [0.753902256, 9.975510e-01]]> : tensor<8x2xf32>
    %cst_2 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [0.841470957, 0.00999983306], [0.909297406, 0.0199986659], [1.411200e-01, 0.029995501], [-0.756802499, 0.0399893336], [-0.958924293, 0.0499791689], [-0.279415488, 0.0599640049], [0.656986594, 0.0699428469]]> : tensor<8x2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %1 = stablehlo.compare LT, %arg37, %0, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %c_3 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %3 = stablehlo.add %arg37, %2 : tensor<8x8xi32>
    %4 = stablehlo.select %1, %3, %arg37 : tensor<8x8xi1>, tensor<8x8xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x8xi32>) -> tensor<8x8x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<8x8x1xi32>) -> tensor<8x8x16xf32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [1, 3] : (tensor<8x2xf32>) -> tensor<1x8x1x2xf32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [1, 3] : (tensor<8x2xf32>) -> tensor<1x8x1x2xf32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [1, 3] : (tensor<8x2xf32>) -> tensor<1x8x1x2xf32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [1, 3] : (tensor<8x2xf32>) -> tensor<1x8x1x2xf32>
    %11 = stablehlo.iota dim = 0 : tensor<8x8xi32>
    %12 = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %13 = stablehlo.compare GE, %11, %12, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %cst_4 = stablehlo.constant dense<-3.40282347E+38> : tensor<f32>
    %14:3 = call @_where(%13, %cst_4) : (tensor<8x8xi1>, tensor<f32>) -> (tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>, tensor<8x4x8x8xf32>)
    call @silu() : () -> ()
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x8x8x1xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x8x8x1xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x1x1x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x8x8x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x8x8x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x8x8x4x4xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x8x8x4x4xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x8x4x8x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x8x4x8x1xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x8x4x8x1xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x8x4x8x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x8x8x4x4xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x8x8x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x8x8x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x8x8x1xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x8x8x1xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x1x1x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x8x8x16xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x8x8x16xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x8x8x24xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x8x8x24xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<2x8x8x24xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<2x8x8x24xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<2x8x8x24xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<2x8x8x24xf32>
    %c_31 = stablehlo.constant dense<0> : tensor<i64>
    %41:43 = stablehlo.while(%iterArg = %arg3, %iterArg_189 = %arg4, %iterArg_190 = %arg5, %iterArg_191 = %arg6, %iterArg_192 = %arg7, %iterArg_193 = %arg8, %iterArg_194 = %arg9, %iterArg_195 = %arg10, %iterArg_196 = %arg11, %iterArg_197 = %7, %iterArg_198 = %8, %iterArg_199 = %9, %iterArg_200 = %10, %iterArg_201 = %14#0, %iterArg_202 = %14#2, %iterArg_203 = %c_31, %iterArg_204 = %6, %iterArg_205 = %15, %iterArg_206 = %16, %iterArg_207 = %17, %iterArg_208 = %18, %iterArg_209 = %19, %iterArg_210 = %20, %iterArg_211 = %21, %iterArg_212 = %22, %iterArg_213 = %23, %iterArg_214 = %24, %iterArg_215 = %25, %iterArg_216 = %26, %iterArg_217 = %27, %iterArg_218 = %28, %iterArg_219 = %29, %iterArg_220 = %30, %iterArg_221 = %31, %iterArg_222 = %32, %iterArg_223 = %33, %iterArg_224 = %34, %iterArg_225 = %35, %iterArg_226 = %36, %iterArg_227 = %37, %iterArg_228 = %38, %iterArg_229 = %39, %iterArg_230 = %40) : tensor<2x16xf32>, tensor<2x16xf32>, tensor<2x16x24xf32>, tensor<2x24x16xf32>, tensor<2x16x24xf32>, tensor<2x16x8xf32>, tensor<2x16x16xf32>, tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>, tensor<i64>, tensor<8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x1xf32>, tensor<2x8x8x1xf32>, tensor<2x1x1x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x4x4xf32>, tensor<2x8x8x4x4xf32>, tensor<2x8x4x8x8xf32>, tensor<2x8x4x8x1xf32>, tensor<2x8x4x8x1xf32>, tensor<2x8x4x8x8xf32>, tensor<2x8x8x4x4xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x1xf32>, tensor<2x8x8x1xf32>, tensor<2x1x1x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>
    cond {
      %c_231 = stablehlo.constant dense<2> : tensor<i64>
      %466 = stablehlo.compare LT, %iterArg_203, %c_231, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %466 : tensor<i1>
    } do {
      %466 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_203) : (tensor<2x16xf32>, tensor<i64>) -> tensor<16xf32>
      %467 = func.call @dynamic_index_in_dim(%iterArg_189, %iterArg_203) : (tensor<2x16xf32>, tensor<i64>) -> tensor<16xf32>
      %468 = func.call @dynamic_index_in_dim_0(%iterArg_190, %iterArg_203) : (tensor<2x16x24xf32>, tensor<i64>) -> tensor<16x24xf32>
      %469 = func.call @dynamic_index_in_dim_1(%iterArg_191, %iterArg_203) : (tensor<2x24x16xf32>, tensor<i64>) -> tensor<24x16xf32>
      %470 = func.call @dynamic_index_in_dim_0(%iterArg_192, %iterArg_203) : (tensor<2x16x24xf32>, tensor<i64>) -> tensor<16x24xf32>
      %471 = func.call @dynamic_index_in_dim_2(%iterArg_193, %iterArg_203) : (tensor<2x16x8xf32>, tensor<i64>) -> tensor<16x8xf32>
      %472 = func.call @dynamic_index_in_dim_3(%iterArg_194, %iterArg_203) : (tensor<2x16x16xf32>, tensor<i64>) -> tensor<16x16xf32>
      %473 = func.call @dynamic_index_in_dim_3(%iterArg_195, %iterArg_203) : (tensor<2x16x16xf32>, tensor<i64>) -> tensor<16x16xf32>
      %474 = func.call @dynamic_index_in_dim_2(%iterArg_196, %iterArg_203) : (tensor<2x16x8xf32>, tensor<i64>) -> tensor<16x8xf32>
      %475:27 = func.call @closed_call(%iterArg_197, %iterArg_198, %iterArg_199, %iterArg_200, %iterArg_201, %iterArg_202, %iterArg_204, %466, %467, %468, %469, %470, %471, %472, %473, %474) : (tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>, tensor<8x8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x24xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x8xf32>) -> (tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x1xf32>, tensor<8x8x1xf32>, tensor<1x1x16xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x4x4xf32>, tensor<8x8x4x4xf32>, tensor<8x4x8x8xf32>, tensor<8x4x8x1xf32>, tensor<8x4x8x1xf32>, tensor<8x4x8x8xf32>, tensor<8x8x4x4xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x1xf32>, tensor<8x8x1xf32>, tensor<1x1x16xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>)
      %476 = func.call @dynamic_update_index_in_dim(%iterArg_205, %475#1, %iterArg_203) : (tensor<2x8x8x16xf32>, tensor<8x8x16xf32>, tensor<i64>) -> tensor<2x8x8x16xf32>
      %477 = func.call @dynamic_update_index_in_dim_6(%iterArg_206, %475#2, %iterArg_203) : (tensor<2x8x8x1xf32>, tensor<8x8x1xf32>, tensor<i64>) -> tensor<2x8x8x1xf32>
      %478 = func.call @dynamic_update_index_in_dim_6(%iterArg_207, %475#3, %iterArg_203) : (tensor<2x8x8x1xf32>, tensor<8x8x1xf32>, tensor<i64>) -> tensor<2x8x8x1xf32>
      %479 = func.call @dynamic_update_index_in_dim_7(%iterArg_208, %475#4, %iterArg_203) : (tensor<2x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i64>) -> tensor<2x1x1x16xf32>
      %480 = func.call @dynamic_update_index_in_dim(%iterArg_209, %475#5, %iterArg_203) : (tensor<2x8x8x16xf32>, tensor<8x8x16xf32>, tensor<i64>) -> tensor<2x8x8x16xf32>
      %481 = func.call @dynamic_update_index_in_dim(%iterArg_210, %475#6, %iterArg_203) : (tensor<2x8x8x16xf32>, tensor<8x8x16xf32>, tensor<i64>) -> tensor<2x8x8x16xf32>
      %482 = func.call @dynamic_update_index_in_dim_8(%iterArg_211, %475#7, %iterArg_203) : (tensor<2x8x8x4x4xf32>, tensor<8x8x4x4xf32>, tensor<i64>) -> tensor<2x8x8x4x4xf32>
      %483 = func.call @dynamic_update_index_in_dim_8(%iterArg_212, %475#8, %iterArg_203) : (tensor<2x8x8x4x4xf32>, tensor<8x8x4x4xf32>, tensor<i64>) -> tensor<2x8x8x4x4xf32>
      %484 = func.call @dynamic_update_index_in_dim_9(%iterArg_213, %475#9, %iterArg_203) : (tensor<2x8x4x8x8xf32>, tensor<8x4x8x8xf32>, tensor<i64>) -> tensor<2x8x4x8x8xf32>
      %485 = func.call @dynamic_update_index_in_dim_10(%iterArg_214, %475#10, %iterArg_203) : (tensor<2x8x4x8x1xf32>, tensor<8x4x8x1xf32>, tensor<i64>) -> tensor<2x8x4x8x1xf32>
      %486 = func.call @dynamic_update_index_in_dim_10(%iterArg_215, %475#11, %iterArg_203) : (tensor<2x8x4x8x1xf32>, tensor<8x4x8x1xf32>, tensor<i64>) -> tensor<2x8x4x8x1xf32>
      %487 = func.call @dynamic_update_index_in_dim_9(%iterArg_216, %475#12, %iterArg_203) : (tensor<2x8x4x8x8xf32>, tensor<8x4x8x8xf32>, tensor<i64>) -> tensor<2x8x4x8x8xf32>
      %488 = func.call @dynamic_update_index_in_dim_8(%iterArg_217, %475#13, %iterArg_203) : (tensor<2x8x8x4x4xf32>, tensor<8x8x4x4xf32>, tensor<i64>) -> tensor<2x8x8x4x4xf32>
      %489 = func.call @dynamic_update_index_in_dim(%iterArg_218, %475#14, %iterArg_203) : (tensor<2x8x8x16xf32>, tensor<8x8x16xf32>, tensor<i64>) -> tensor<2x8x8x16xf32>
      %490 = func.call @dynamic_update_index_in_dim(%iterArg_219, %475#15, %iterArg_203) : (tensor<2x8x8x16xf32>, tensor<8x8x16xf32>, tensor<i64>) -> tensor<2x8x8x16xf32>
      %491 = func.call @dynamic_update_index_in_dim_6(%iterArg_220, %475#16, %iterArg_203) : (tensor<2x8x8x1xf32>, tensor<8x8x1xf32>, tensor<i64>) -> tensor<2x8x8x1xf32>
      %492 = func.call @dynamic_update_index_in_dim_6(%iterArg_221, %475#17, %iterArg_203) : (tensor<2x8x8x1xf32>, tensor<8x8x1xf32>, tensor<i64>) -> tensor<2x8x8x1xf32>
      %493 = func.call @dynamic_update_index_in_dim_7(%iterArg_222, %475#18, %iterArg_203) : (tensor<2x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i64>) -> tensor<2x1x1x16xf32>
      %494 = func.call @dynamic_update_index_in_dim(%iterArg_223, %475#19, %iterArg_203) : (tensor<2x8x8x16xf32>, tensor<8x8x16xf32>, tensor<i64>) -> tensor<2x8x8x16xf32>
      %495 = func.call @dynamic_update_index_in_dim(%iterArg_224, %475#20, %iterArg_203) : (tensor<2x8x8x16xf32>, tensor<8x8x16xf32>, tensor<i64>) -> tensor<2x8x8x16xf32>
      %496 = func.call @dynamic_update_index_in_dim_11(%iterArg_225, %475#21, %iterArg_203) : (tensor<2x8x8x24xf32>, tensor<8x8x24xf32>, tensor<i64>) -> tensor<2x8x8x24xf32>
      %497 = func.call @dynamic_update_index_in_dim_11(%iterArg_226, %475#22, %iterArg_203) : (tensor<2x8x8x24xf32>, tensor<8x8x24xf32>, tensor<i64>) -> tensor<2x8x8x24xf32>
      %498 = func.call @dynamic_update_index_in_dim_11(%iterArg_227, %475#23, %iterArg_203) : (tensor<2x8x8x24xf32>, tensor<8x8x24xf32>, tensor<i64>) -> tensor<2x8x8x24xf32>
      %499 = func.call @dynamic_update_index_in_dim_11(%iterArg_228, %475#24, %iterArg_203) : (tensor<2x8x8x24xf32>, tensor<8x8x24xf32>, tensor<i64>) -> tensor<2x8x8x24xf32>
      %500 = func.call @dynamic_update_index_in_dim_11(%iterArg_229, %475#25, %iterArg_203) : (tensor<2x8x8x24xf32>, tensor<8x8x24xf32>, tensor<i64>) -> tensor<2x8x8x24xf32>
      %501 = func.call @dynamic_update_index_in_dim_11(%iterArg_230, %475#26, %iterArg_203) : (tensor<2x8x8x24xf32>, tensor<8x8x24xf32>, tensor<i64>) -> tensor<2x8x8x24xf32>
      %c_231 = stablehlo.constant dense<1> : tensor<i64>
      %502 = stablehlo.add %iterArg_203, %c_231 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_189, %iterArg_190, %iterArg_191, %iterArg_192, %iterArg_193, %iterArg_194, %iterArg_195, %iterArg_196, %iterArg_197, %iterArg_198, %iterArg_199, %iterArg_200, %iterArg_201, %iterArg_202, %502, %475#0, %476, %477, %478, %479, %480, %481, %482, %483, %484, %485, %486, %487, %488, %489, %490, %491, %492, %493, %494, %495, %496, %497, %498, %499, %500, %501 : tensor<2x16xf32>, tensor<2x16xf32>, tensor<2x16x24xf32>, tensor<2x24x16xf32>, tensor<2x16x24xf32>, tensor<2x16x8xf32>, tensor<2x16x16xf32>, tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>, tensor<i64>, tensor<8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x1xf32>, tensor<2x8x8x1xf32>, tensor<2x1x1x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x4x4xf32>, tensor<2x8x8x4x4xf32>, tensor<2x8x4x8x8xf32>, tensor<2x8x4x8x1xf32>, tensor<2x8x4x8x1xf32>, tensor<2x8x4x8x8xf32>, tensor<2x8x8x4x4xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x1xf32>, tensor<2x8x8x1xf32>, tensor<2x1x1x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>
    }
    %42 = stablehlo.multiply %41#16, %41#16 : tensor<8x8x16xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.reduce(%42 init: %cst_32) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_33 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %46 = stablehlo.divide %44, %45 : tensor<8x8x1xf32>
    %cst_34 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %48 = stablehlo.add %46, %47 : tensor<8x8x1xf32>
    %49 = stablehlo.rsqrt %48 : tensor<8x8x1xf32>
    %50 = stablehlo.divide %49, %48 : tensor<8x8x1xf32>
    %cst_35 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %52 = stablehlo.multiply %51, %50 : tensor<8x8x1xf32>
    %53 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %54 = stablehlo.multiply %41#16, %53 : tensor<8x8x16xf32>
    %55 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %57 = stablehlo.multiply %54, %56 : tensor<8x8x16xf32>
    %58 = stablehlo.dot_general %57, %arg2, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x32xf32>) -> tensor<8x8x32xf32>
    %59:3 = call @log_softmax(%58) : (tensor<8x8x32xf32>) -> (tensor<8x8x32xf32>, tensor<8x8x32xf32>, tensor<8x8x1xf32>)
    %60 = stablehlo.broadcast_in_dim %arg38, dims = [0, 1] : (tensor<8x8xi32>) -> tensor<8x8x1xi32>
    %61:2 = call @take_along_axis(%59#0, %60) : (tensor<8x8x32xf32>, tensor<8x8x1xi32>) -> (tensor<8x8x1xf32>, tensor<8x8x1x1xi32>)
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.reduce(%61#0 init: %cst_36) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_37 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %63 = stablehlo.divide %62, %cst_37 : tensor<f32>
    %64 = stablehlo.negate %63 : tensor<f32>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %65 = stablehlo.negate %cst_38 : tensor<f32>
    %cst_39 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %66 = stablehlo.divide %65, %cst_39 : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %68 = call @take_along_axis_12(%61#1, %67) : (tensor<8x8x1x1xi32>, tensor<8x8x1xf32>) -> tensor<8x8x32xf32>
    %69 = call @log_softmax_13(%59#1, %59#2, %68) : (tensor<8x8x32xf32>, tensor<8x8x1xf32>, tensor<8x8x32xf32>) -> tensor<8x8x32xf32>
    %70 = stablehlo.dot_general %69, %57, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x32xf32>, tensor<8x8x16xf32>) -> tensor<32x16xf32>
    %71 = stablehlo.transpose %70, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %72 = stablehlo.dot_general %69, %arg2, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x32xf32>, tensor<16x32xf32>) -> tensor<8x8x16xf32>
    %73 = stablehlo.multiply %54, %72 : tensor<8x8x16xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.reduce(%73 init: %cst_40) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %75 = stablehlo.reshape %74 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %76 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %77 = stablehlo.multiply %72, %76 : tensor<8x8x16xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%75 init: %cst_41) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %79 = stablehlo.multiply %41#16, %77 : tensor<8x8x16xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_42) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %81 = stablehlo.reshape %80 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %82 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %83 = stablehlo.multiply %77, %82 : tensor<8x8x16xf32>
    %84 = stablehlo.multiply %81, %52 : tensor<8x8x1xf32>
    %cst_43 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %86 = stablehlo.divide %84, %85 : tensor<8x8x1xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.reduce(%86 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x16xf32>
    %89 = stablehlo.multiply %41#16, %88 : tensor<8x8x16xf32>
    %90 = stablehlo.add %83, %89 : tensor<8x8x16xf32>
    %91 = stablehlo.multiply %88, %41#16 : tensor<8x8x16xf32>
    %92 = stablehlo.add %90, %91 : tensor<8x8x16xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<2x24x16xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %c_54 = stablehlo.constant dense<0> : tensor<i64>
    %102:50 = stablehlo.while(%iterArg = %41#17, %iterArg_189 = %41#18, %iterArg_190 = %41#19, %iterArg_191 = %41#20, %iterArg_192 = %41#21, %iterArg_193 = %arg10, %iterArg_194 = %41#22, %iterArg_195 = %arg8, %iterArg_196 = %arg11, %iterArg_197 = %41#23, %iterArg_198 = %41#24, %iterArg_199 = %41#25, %iterArg_200 = %41#26, %iterArg_201 = %41#27, %iterArg_202 = %41#28, %iterArg_203 = %41#29, %iterArg_204 = %arg9, %iterArg_205 = %41#30, %iterArg_206 = %41#31, %iterArg_207 = %41#32, %iterArg_208 = %41#33, %iterArg_209 = %41#34, %iterArg_210 = %41#35, %iterArg_211 = %arg5, %iterArg_212 = %41#36, %iterArg_213 = %41#37, %iterArg_214 = %41#38, %iterArg_215 = %41#39, %iterArg_216 = %arg7, %iterArg_217 = %41#40, %iterArg_218 = %41#41, %iterArg_219 = %arg6, %iterArg_220 = %41#42, %iterArg_221 = %7, %iterArg_222 = %8, %iterArg_223 = %9, %iterArg_224 = %10, %iterArg_225 = %14#0, %iterArg_226 = %14#1, %iterArg_227 = %c_54, %iterArg_228 = %92, %iterArg_229 = %93, %iterArg_230 = %94, %iterArg_231 = %95, %iterArg_232 = %96, %iterArg_233 = %97, %iterArg_234 = %98, %iterArg_235 = %99, %iterArg_236 = %100, %iterArg_237 = %101) : tensor<2x8x8x16xf32>, tensor<2x8x8x1xf32>, tensor<2x8x8x1xf32>, tensor<2x1x1x16xf32>, tensor<2x8x8x16xf32>, tensor<2x16x16xf32>, tensor<2x8x8x16xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x8x8x4x4xf32>, tensor<2x8x8x4x4xf32>, tensor<2x8x4x8x8xf32>, tensor<2x8x4x8x1xf32>, tensor<2x8x4x8x1xf32>, tensor<2x8x4x8x8xf32>, tensor<2x8x8x4x4xf32>, tensor<2x16x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x1xf32>, tensor<2x8x8x1xf32>, tensor<2x1x1x16xf32>, tensor<2x8x8x16xf32>, tensor<2x16x24xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x16x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x24x16xf32>, tensor<2x8x8x24xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>, tensor<i64>, tensor<8x8x16xf32>, tensor<2x16xf32>, tensor<2x16xf32>, tensor<2x16x24xf32>, tensor<2x24x16xf32>, tensor<2x16x24xf32>, tensor<2x16x8xf32>, tensor<2x16x16xf32>, tensor<2x16x16xf32>, tensor<2x16x8xf32>
    cond {
      %c_238 = stablehlo.constant dense<2> : tensor<i64>
      %466 = stablehlo.compare LT, %iterArg_227, %c_238, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %466 : tensor<i1>
    } do {
      %c_238 = stablehlo.constant dense<2> : tensor<i64>
      %466 = stablehlo.subtract %c_238, %iterArg_227 : tensor<i64>
      %c_239 = stablehlo.constant dense<1> : tensor<i64>
      %467 = stablehlo.subtract %466, %c_239 : tensor<i64>
      %468 = func.call @dynamic_index_in_dim_14(%iterArg, %467) : (tensor<2x8x8x16xf32>, tensor<i64>) -> tensor<8x8x16xf32>
      %469 = func.call @dynamic_index_in_dim_15(%iterArg_189, %467) : (tensor<2x8x8x1xf32>, tensor<i64>) -> tensor<8x8x1xf32>
      %470 = func.call @dynamic_index_in_dim_15(%iterArg_190, %467) : (tensor<2x8x8x1xf32>, tensor<i64>) -> tensor<8x8x1xf32>
      %471 = func.call @dynamic_index_in_dim_16(%iterArg_191, %467) : (tensor<2x1x1x16xf32>, tensor<i64>) -> tensor<1x1x16xf32>
      %472 = func.call @dynamic_index_in_dim_14(%iterArg_192, %467) : (tensor<2x8x8x16xf32>, tensor<i64>) -> tensor<8x8x16xf32>
      %473 = func.call @dynamic_index_in_dim_3(%iterArg_193, %467) : (tensor<2x16x16xf32>, tensor<i64>) -> tensor<16x16xf32>
      %474 = func.call @dynamic_index_in_dim_14(%iterArg_194, %467) : (tensor<2x8x8x16xf32>, tensor<i64>) -> tensor<8x8x16xf32>
      %475 = func.call @dynamic_index_in_dim_2(%iterArg_195, %467) : (tensor<2x16x8xf32>, tensor<i64>) -> tensor<16x8xf32>
      %476 = func.call @dynamic_index_in_dim_2(%iterArg_196, %467) : (tensor<2x16x8xf32>, tensor<i64>) -> tensor<16x8xf32>
      %477 = func.call @dynamic_index_in_dim_17(%iterArg_197, %467) : (tensor<2x8x8x4x4xf32>, tensor<i64>) -> tensor<8x8x4x4xf32>
      %478 = func.call @dynamic_index_in_dim_17(%iterArg_198, %467) : (tensor<2x8x8x4x4xf32>, tensor<i64>) -> tensor<8x8x4x4xf32>
      %479 = func.call @dynamic_index_in_dim_18(%iterArg_199, %467) : (tensor<2x8x4x8x8xf32>, tensor<i64>) -> tensor<8x4x8x8xf32>
      %480 = func.call @dynamic_index_in_dim_19(%iterArg_200, %467) : (tensor<2x8x4x8x1xf32>, tensor<i64>) -> tensor<8x4x8x1xf32>
      %481 = func.call @dynamic_index_in_dim_19(%iterArg_201, %467) : (tensor<2x8x4x8x1xf32>, tensor<i64>) -> tensor<8x4x8x1xf32>
      %482 = func.call @dynamic_index_in_dim_18(%iterArg_202, %467) : (tensor<2x8x4x8x8xf32>, tensor<i64>) -> tensor<8x4x8x8xf32>
      %483 = func.call @dynamic_index_in_dim_17(%iterArg_203, %467) : (tensor<2x8x8x4x4xf32>, tensor<i64>) -> tensor<8x8x4x4xf32>
      %484 = func.call @dynamic_index_in_dim_3(%iterArg_204, %467) : (tensor<2x16x16xf32>, tensor<i64>) -> tensor<16x16xf32>
      %485 = func.call @dynamic_index_in_dim_14(%iterArg_205, %467) : (tensor<2x8x8x16xf32>, tensor<i64>) -> tensor<8x8x16xf32>
      %486 = func.call @dynamic_index_in_dim_14(%iterArg_206, %467) : (tensor<2x8x8x16xf32>, tensor<i64>) -> tensor<8x8x16xf32>
      %487 = func.call @dynamic_index_in_dim_15(%iterArg_207, %467) : (tensor<2x8x8x1xf32>, tensor<i64>) -> tensor<8x8x1xf32>
      %488 = func.call @dynamic_index_in_dim_15(%iterArg_208, %467) : (tensor<2x8x8x1xf32>, tensor<i64>) -> tensor<8x8x1xf32>
      %489 = func.call @dynamic_index_in_dim_16(%iterArg_209, %467) : (tensor<2x1x1x16xf32>, tensor<i64>) -> tensor<1x1x16xf32>
      %490 = func.call @dynamic_index_in_dim_14(%iterArg_210, %467) : (tensor<2x8x8x16xf32>, tensor<i64>) -> tensor<8x8x16xf32>
      %491 = func.call @dynamic_index_in_dim_0(%iterArg_211, %467) : (tensor<2x16x24xf32>, tensor<i64>) -> tensor<16x24xf32>
      %492 = func.call @dynamic_index_in_dim_14(%iterArg_212, %467) : (tensor<2x8x8x16xf32>, tensor<i64>) -> tensor<8x8x16xf32>
      %493 = func.call @dynamic_index_in_dim_20(%iterArg_213, %467) : (tensor<2x8x8x24xf32>, tensor<i64>) -> tensor<8x8x24xf32>
      %494 = func.call @dynamic_index_in_dim_20(%iterArg_214, %467) : (tensor<2x8x8x24xf32>, tensor<i64>) -> tensor<8x8x24xf32>
      %495 = func.call @dynamic_index_in_dim_20(%iterArg_215, %467) : (tensor<2x8x8x24xf32>, tensor<i64>) -> tensor<8x8x24xf32>
      %496 = func.call @dynamic_index_in_dim_0(%iterArg_216, %467) : (tensor<2x16x24xf32>, tensor<i64>) -> tensor<16x24xf32>
      %497 = func.call @dynamic_index_in_dim_20(%iterArg_217, %467) : (tensor<2x8x8x24xf32>, tensor<i64>) -> tensor<8x8x24xf32>
      %498 = func.call @dynamic_index_in_dim_20(%iterArg_218, %467) : (tensor<2x8x8x24xf32>, tensor<i64>) -> tensor<8x8x24xf32>
      %499 = func.call @dynamic_index_in_dim_1(%iterArg_219, %467) : (tensor<2x24x16xf32>, tensor<i64>) -> tensor<24x16xf32>
      %500 = func.call @dynamic_index_in_dim_20(%iterArg_220, %467) : (tensor<2x8x8x24xf32>, tensor<i64>) -> tensor<8x8x24xf32>
      %501:10 = func.call @closed_call_21(%iterArg_221, %iterArg_222, %iterArg_223, %iterArg_224, %iterArg_225, %iterArg_226, %iterArg_228, %468, %469, %470, %471, %472, %473, %474, %475, %476, %477, %478, %479, %480, %481, %482, %483, %484, %485, %486, %487, %488, %489, %490, %491, %492, %493, %494, %495, %496, %497, %498, %499, %500) : (tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x1xf32>, tensor<8x8x1xf32>, tensor<1x1x16xf32>, tensor<8x8x16xf32>, tensor<16x16xf32>, tensor<8x8x16xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8x4x4xf32>, tensor<8x8x4x4xf32>, tensor<8x4x8x8xf32>, tensor<8x4x8x1xf32>, tensor<8x4x8x1xf32>, tensor<8x4x8x8xf32>, tensor<8x8x4x4xf32>, tensor<16x16xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x1xf32>, tensor<8x8x1xf32>, tensor<1x1x16xf32>, tensor<8x8x16xf32>, tensor<16x24xf32>, tensor<8x8x16xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<16x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<24x16xf32>, tensor<8x8x24xf32>) -> (tensor<8x8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x24xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x8xf32>)
      %502 = func.call @dynamic_update_index_in_dim_24(%iterArg_229, %501#1, %467) : (tensor<2x16xf32>, tensor<16xf32>, tensor<i64>) -> tensor<2x16xf32>
      %503 = func.call @dynamic_update_index_in_dim_24(%iterArg_230, %501#2, %467) : (tensor<2x16xf32>, tensor<16xf32>, tensor<i64>) -> tensor<2x16xf32>
      %504 = func.call @dynamic_update_index_in_dim_25(%iterArg_231, %501#3, %467) : (tensor<2x16x24xf32>, tensor<16x24xf32>, tensor<i64>) -> tensor<2x16x24xf32>
      %505 = func.call @dynamic_update_index_in_dim_26(%iterArg_232, %501#4, %467) : (tensor<2x24x16xf32>, tensor<24x16xf32>, tensor<i64>) -> tensor<2x24x16xf32>
      %506 = func.call @dynamic_update_index_in_dim_25(%iterArg_233, %501#5, %467) : (tensor<2x16x24xf32>, tensor<16x24xf32>, tensor<i64>) -> tensor<2x16x24xf32>
      %507 = func.call @dynamic_update_index_in_dim_27(%iterArg_234, %501#6, %467) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i64>) -> tensor<2x16x8xf32>
      %508 = func.call @dynamic_update_index_in_dim_28(%iterArg_235, %501#7, %467) : (tensor<2x16x16xf32>, tensor<16x16xf32>, tensor<i64>) -> tensor<2x16x16xf32>
      %509 = func.call @dynamic_update_index_in_dim_28(%iterArg_236, %501#8, %467) : (tensor<2x16x16xf32>, tensor<16x16xf32>, tensor<i64>) -> tensor<2x16x16xf32>
      %510 = func.call @dynamic_update_index_in_dim_27(%iterArg_237, %501#9, %467) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i64>) -> tensor<2x16x8xf32>
      %c_240 = stablehlo.constant dense<1> : tensor<i64>
      %511 = stablehlo.add %iterArg_227, %c_240 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_189, %iterArg_190, %iterArg_191, %iterArg_192, %iterArg_193, %iterArg_194, %iterArg_195, %iterArg_196, %iterArg_197, %iterArg_198, %iterArg_199, %iterArg_200, %iterArg_201, %iterArg_202, %iterArg_203, %iterArg_204, %iterArg_205, %iterArg_206, %iterArg_207, %iterArg_208, %iterArg_209, %iterArg_210, %iterArg_211, %iterArg_212, %iterArg_213, %iterArg_214, %iterArg_215, %iterArg_216, %iterArg_217, %iterArg_218, %iterArg_219, %iterArg_220, %iterArg_221, %iterArg_222, %iterArg_223, %iterArg_224, %iterArg_225, %iterArg_226, %511, %501#0, %502, %503, %504, %505, %506, %507, %508, %509, %510 : tensor<2x8x8x16xf32>, tensor<2x8x8x1xf32>, tensor<2x8x8x1xf32>, tensor<2x1x1x16xf32>, tensor<2x8x8x16xf32>, tensor<2x16x16xf32>, tensor<2x8x8x16xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x8x8x4x4xf32>, tensor<2x8x8x4x4xf32>, tensor<2x8x4x8x8xf32>, tensor<2x8x4x8x1xf32>, tensor<2x8x4x8x1xf32>, tensor<2x8x4x8x8xf32>, tensor<2x8x8x4x4xf32>, tensor<2x16x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x1xf32>, tensor<2x8x8x1xf32>, tensor<2x1x1x16xf32>, tensor<2x8x8x16xf32>, tensor<2x16x24xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x16x24xf32>, tensor<2x8x8x24xf32>, tensor<2x8x8x24xf32>, tensor<2x24x16xf32>, tensor<2x8x8x24xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<1x8x1x2xf32>, tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>, tensor<i64>, tensor<8x8x16xf32>, tensor<2x16xf32>, tensor<2x16xf32>, tensor<2x16x24xf32>, tensor<2x24x16xf32>, tensor<2x16x24xf32>, tensor<2x16x8xf32>, tensor<2x16x16xf32>, tensor<2x16x16xf32>, tensor<2x16x8xf32>
    }
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %104 = "stablehlo.scatter"(%103, %5, %102#40) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg39: tensor<f32>, %arg40: tensor<f32>):
      %466 = stablehlo.add %arg39, %arg40 : tensor<f32>
      stablehlo.return %466 : tensor<f32>
    }) : (tensor<32x16xf32>, tensor<8x8x1xi32>, tensor<8x8x16xf32>) -> tensor<32x16xf32>
    %c_56 = stablehlo.constant dense<1> : tensor<i32>
    %105 = stablehlo.add %arg36, %c_56 : tensor<i32>
    %cst_57 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %107 = stablehlo.multiply %106, %arg12 : tensor<32x16xf32>
    %cst_58 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %109 = stablehlo.multiply %108, %104 : tensor<32x16xf32>
    %110 = stablehlo.add %107, %109 : tensor<32x16xf32>
    %cst_59 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %112 = stablehlo.multiply %111, %arg13 : tensor<16xf32>
    %cst_60 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %114 = stablehlo.multiply %113, %78 : tensor<16xf32>
    %115 = stablehlo.add %112, %114 : tensor<16xf32>
    %cst_61 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %117 = stablehlo.multiply %116, %arg14 : tensor<16x32xf32>
    %cst_62 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %119 = stablehlo.multiply %118, %71 : tensor<16x32xf32>
    %120 = stablehlo.add %117, %119 : tensor<16x32xf32>
    %cst_63 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %122 = stablehlo.multiply %121, %arg15 : tensor<2x16xf32>
    %cst_64 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %124 = stablehlo.multiply %123, %102#41 : tensor<2x16xf32>
    %125 = stablehlo.add %122, %124 : tensor<2x16xf32>
    %cst_65 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %127 = stablehlo.multiply %126, %arg16 : tensor<2x16xf32>
    %cst_66 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %129 = stablehlo.multiply %128, %102#42 : tensor<2x16xf32>
    %130 = stablehlo.add %127, %129 : tensor<2x16xf32>
    %cst_67 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %132 = stablehlo.multiply %131, %arg17 : tensor<2x16x24xf32>
    %cst_68 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %134 = stablehlo.multiply %133, %102#43 : tensor<2x16x24xf32>
    %135 = stablehlo.add %132, %134 : tensor<2x16x24xf32>
    %cst_69 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<2x24x16xf32>
    %137 = stablehlo.multiply %136, %arg18 : tensor<2x24x16xf32>
    %cst_70 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<2x24x16xf32>
    %139 = stablehlo.multiply %138, %102#44 : tensor<2x24x16xf32>
    %140 = stablehlo.add %137, %139 : tensor<2x24x16xf32>
    %cst_71 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %142 = stablehlo.multiply %141, %arg19 : tensor<2x16x24xf32>
    %cst_72 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %144 = stablehlo.multiply %143, %102#45 : tensor<2x16x24xf32>
    %145 = stablehlo.add %142, %144 : tensor<2x16x24xf32>
    %cst_73 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %147 = stablehlo.multiply %146, %arg20 : tensor<2x16x8xf32>
    %cst_74 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %149 = stablehlo.multiply %148, %102#46 : tensor<2x16x8xf32>
    %150 = stablehlo.add %147, %149 : tensor<2x16x8xf32>
    %cst_75 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %152 = stablehlo.multiply %151, %arg21 : tensor<2x16x16xf32>
    %cst_76 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %154 = stablehlo.multiply %153, %102#47 : tensor<2x16x16xf32>
    %155 = stablehlo.add %152, %154 : tensor<2x16x16xf32>
    %cst_77 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %156 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %157 = stablehlo.multiply %156, %arg22 : tensor<2x16x16xf32>
    %cst_78 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %159 = stablehlo.multiply %158, %102#48 : tensor<2x16x16xf32>
    %160 = stablehlo.add %157, %159 : tensor<2x16x16xf32>
    %cst_79 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %162 = stablehlo.multiply %161, %arg23 : tensor<2x16x8xf32>
    %cst_80 = stablehlo.constant dense<0.100000024> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %164 = stablehlo.multiply %163, %102#49 : tensor<2x16x8xf32>
    %165 = stablehlo.add %162, %164 : tensor<2x16x8xf32>
    %cst_81 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %167 = stablehlo.multiply %166, %arg24 : tensor<32x16xf32>
    %cst_82 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %169 = stablehlo.multiply %168, %104 : tensor<32x16xf32>
    %170 = stablehlo.multiply %169, %104 : tensor<32x16xf32>
    %171 = stablehlo.add %167, %170 : tensor<32x16xf32>
    %cst_83 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %173 = stablehlo.multiply %172, %arg25 : tensor<16xf32>
    %cst_84 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %175 = stablehlo.multiply %174, %78 : tensor<16xf32>
    %176 = stablehlo.multiply %175, %78 : tensor<16xf32>
    %177 = stablehlo.add %173, %176 : tensor<16xf32>
    %cst_85 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %179 = stablehlo.multiply %178, %arg26 : tensor<16x32xf32>
    %cst_86 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %181 = stablehlo.multiply %180, %71 : tensor<16x32xf32>
    %182 = stablehlo.multiply %181, %71 : tensor<16x32xf32>
    %183 = stablehlo.add %179, %182 : tensor<16x32xf32>
    %cst_87 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %185 = stablehlo.multiply %184, %arg27 : tensor<2x16xf32>
    %cst_88 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %187 = stablehlo.multiply %186, %102#41 : tensor<2x16xf32>
    %188 = stablehlo.multiply %187, %102#41 : tensor<2x16xf32>
    %189 = stablehlo.add %185, %188 : tensor<2x16xf32>
    %cst_89 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %191 = stablehlo.multiply %190, %arg28 : tensor<2x16xf32>
    %cst_90 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %193 = stablehlo.multiply %192, %102#42 : tensor<2x16xf32>
    %194 = stablehlo.multiply %193, %102#42 : tensor<2x16xf32>
    %195 = stablehlo.add %191, %194 : tensor<2x16xf32>
    %cst_91 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %197 = stablehlo.multiply %196, %arg29 : tensor<2x16x24xf32>
    %cst_92 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %199 = stablehlo.multiply %198, %102#43 : tensor<2x16x24xf32>
    %200 = stablehlo.multiply %199, %102#43 : tensor<2x16x24xf32>
    %201 = stablehlo.add %197, %200 : tensor<2x16x24xf32>
    %cst_93 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<2x24x16xf32>
    %203 = stablehlo.multiply %202, %arg30 : tensor<2x24x16xf32>
    %cst_94 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<2x24x16xf32>
    %205 = stablehlo.multiply %204, %102#44 : tensor<2x24x16xf32>
    %206 = stablehlo.multiply %205, %102#44 : tensor<2x24x16xf32>
    %207 = stablehlo.add %203, %206 : tensor<2x24x16xf32>
    %cst_95 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %209 = stablehlo.multiply %208, %arg31 : tensor<2x16x24xf32>
    %cst_96 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %211 = stablehlo.multiply %210, %102#45 : tensor<2x16x24xf32>
    %212 = stablehlo.multiply %211, %102#45 : tensor<2x16x24xf32>
    %213 = stablehlo.add %209, %212 : tensor<2x16x24xf32>
    %cst_97 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %215 = stablehlo.multiply %214, %arg32 : tensor<2x16x8xf32>
    %cst_98 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %217 = stablehlo.multiply %216, %102#46 : tensor<2x16x8xf32>
    %218 = stablehlo.multiply %217, %102#46 : tensor<2x16x8xf32>
    %219 = stablehlo.add %215, %218 : tensor<2x16x8xf32>
    %cst_99 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %221 = stablehlo.multiply %220, %arg33 : tensor<2x16x16xf32>
    %cst_100 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %223 = stablehlo.multiply %222, %102#47 : tensor<2x16x16xf32>
    %224 = stablehlo.multiply %223, %102#47 : tensor<2x16x16xf32>
    %225 = stablehlo.add %221, %224 : tensor<2x16x16xf32>
    %cst_101 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %227 = stablehlo.multiply %226, %arg34 : tensor<2x16x16xf32>
    %cst_102 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %229 = stablehlo.multiply %228, %102#48 : tensor<2x16x16xf32>
    %230 = stablehlo.multiply %229, %102#48 : tensor<2x16x16xf32>
    %231 = stablehlo.add %227, %230 : tensor<2x16x16xf32>
    %cst_103 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %232 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %233 = stablehlo.multiply %232, %arg35 : tensor<2x16x8xf32>
    %cst_104 = stablehlo.constant dense<0.0500000119> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %235 = stablehlo.multiply %234, %102#49 : tensor<2x16x8xf32>
    %236 = stablehlo.multiply %235, %102#49 : tensor<2x16x8xf32>
    %237 = stablehlo.add %233, %236 : tensor<2x16x8xf32>
    %238 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_105 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %239 = stablehlo.power %cst_105, %238 : tensor<f32>
    %cst_106 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %240 = stablehlo.subtract %cst_106, %239 : tensor<f32>
    %241 = stablehlo.broadcast_in_dim %240, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %242 = stablehlo.divide %110, %241 : tensor<32x16xf32>
    %cst_107 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %243 = stablehlo.power %cst_107, %238 : tensor<f32>
    %cst_108 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %244 = stablehlo.subtract %cst_108, %243 : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %244, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %246 = stablehlo.divide %171, %245 : tensor<32x16xf32>
    %247 = stablehlo.sqrt %246 : tensor<32x16xf32>
    %cst_109 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %249 = stablehlo.add %247, %248 : tensor<32x16xf32>
    %250 = stablehlo.divide %242, %249 : tensor<32x16xf32>
    %cst_110 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %252 = stablehlo.multiply %251, %arg0 : tensor<32x16xf32>
    %253 = stablehlo.add %250, %252 : tensor<32x16xf32>
    %cst_111 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %255 = stablehlo.multiply %254, %253 : tensor<32x16xf32>
    %256 = stablehlo.subtract %arg0, %255 : tensor<32x16xf32>
    %257 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_112 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %258 = stablehlo.power %cst_112, %257 : tensor<f32>
    %cst_113 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %259 = stablehlo.subtract %cst_113, %258 : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %261 = stablehlo.divide %115, %260 : tensor<16xf32>
    %cst_114 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %262 = stablehlo.power %cst_114, %257 : tensor<f32>
    %cst_115 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %263 = stablehlo.subtract %cst_115, %262 : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %263, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %265 = stablehlo.divide %177, %264 : tensor<16xf32>
    %266 = stablehlo.sqrt %265 : tensor<16xf32>
    %cst_116 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %268 = stablehlo.add %266, %267 : tensor<16xf32>
    %269 = stablehlo.divide %261, %268 : tensor<16xf32>
    %cst_117 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %270 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %271 = stablehlo.multiply %270, %arg1 : tensor<16xf32>
    %272 = stablehlo.add %269, %271 : tensor<16xf32>
    %cst_118 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %274 = stablehlo.multiply %273, %272 : tensor<16xf32>
    %275 = stablehlo.subtract %arg1, %274 : tensor<16xf32>
    %276 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_119 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %277 = stablehlo.power %cst_119, %276 : tensor<f32>
    %cst_120 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %278 = stablehlo.subtract %cst_120, %277 : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %278, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %280 = stablehlo.divide %120, %279 : tensor<16x32xf32>
    %cst_121 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %281 = stablehlo.power %cst_121, %276 : tensor<f32>
    %cst_122 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %282 = stablehlo.subtract %cst_122, %281 : tensor<f32>
    %283 = stablehlo.broadcast_in_dim %282, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %284 = stablehlo.divide %183, %283 : tensor<16x32xf32>
    %285 = stablehlo.sqrt %284 : tensor<16x32xf32>
    %cst_123 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %286 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %287 = stablehlo.add %285, %286 : tensor<16x32xf32>
    %288 = stablehlo.divide %280, %287 : tensor<16x32xf32>
    %cst_124 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %290 = stablehlo.multiply %289, %arg2 : tensor<16x32xf32>
    %291 = stablehlo.add %288, %290 : tensor<16x32xf32>
    %cst_125 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %293 = stablehlo.multiply %292, %291 : tensor<16x32xf32>
    %294 = stablehlo.subtract %arg2, %293 : tensor<16x32xf32>
    %295 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_126 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %296 = stablehlo.power %cst_126, %295 : tensor<f32>
    %cst_127 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %297 = stablehlo.subtract %cst_127, %296 : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %297, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %299 = stablehlo.divide %125, %298 : tensor<2x16xf32>
    %cst_128 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %300 = stablehlo.power %cst_128, %295 : tensor<f32>
    %cst_129 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %301 = stablehlo.subtract %cst_129, %300 : tensor<f32>
    %302 = stablehlo.broadcast_in_dim %301, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %303 = stablehlo.divide %189, %302 : tensor<2x16xf32>
    %304 = stablehlo.sqrt %303 : tensor<2x16xf32>
    %cst_130 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %305 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %306 = stablehlo.add %304, %305 : tensor<2x16xf32>
    %307 = stablehlo.divide %299, %306 : tensor<2x16xf32>
    %cst_131 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %308 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %309 = stablehlo.multiply %308, %arg3 : tensor<2x16xf32>
    %310 = stablehlo.add %307, %309 : tensor<2x16xf32>
    %cst_132 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %311 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %312 = stablehlo.multiply %311, %310 : tensor<2x16xf32>
    %313 = stablehlo.subtract %arg3, %312 : tensor<2x16xf32>
    %314 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_133 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %315 = stablehlo.power %cst_133, %314 : tensor<f32>
    %cst_134 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %316 = stablehlo.subtract %cst_134, %315 : tensor<f32>
    %317 = stablehlo.broadcast_in_dim %316, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %318 = stablehlo.divide %130, %317 : tensor<2x16xf32>
    %cst_135 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %319 = stablehlo.power %cst_135, %314 : tensor<f32>
    %cst_136 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %320 = stablehlo.subtract %cst_136, %319 : tensor<f32>
    %321 = stablehlo.broadcast_in_dim %320, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %322 = stablehlo.divide %195, %321 : tensor<2x16xf32>
    %323 = stablehlo.sqrt %322 : tensor<2x16xf32>
    %cst_137 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %325 = stablehlo.add %323, %324 : tensor<2x16xf32>
    %326 = stablehlo.divide %318, %325 : tensor<2x16xf32>
    %cst_138 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %328 = stablehlo.multiply %327, %arg4 : tensor<2x16xf32>
    %329 = stablehlo.add %326, %328 : tensor<2x16xf32>
    %cst_139 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %331 = stablehlo.multiply %330, %329 : tensor<2x16xf32>
    %332 = stablehlo.subtract %arg4, %331 : tensor<2x16xf32>
    %333 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_140 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %334 = stablehlo.power %cst_140, %333 : tensor<f32>
    %cst_141 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %335 = stablehlo.subtract %cst_141, %334 : tensor<f32>
    %336 = stablehlo.broadcast_in_dim %335, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %337 = stablehlo.divide %135, %336 : tensor<2x16x24xf32>
    %cst_142 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %338 = stablehlo.power %cst_142, %333 : tensor<f32>
    %cst_143 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %339 = stablehlo.subtract %cst_143, %338 : tensor<f32>
    %340 = stablehlo.broadcast_in_dim %339, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %341 = stablehlo.divide %201, %340 : tensor<2x16x24xf32>
    %342 = stablehlo.sqrt %341 : tensor<2x16x24xf32>
    %cst_144 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %343 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %344 = stablehlo.add %342, %343 : tensor<2x16x24xf32>
    %345 = stablehlo.divide %337, %344 : tensor<2x16x24xf32>
    %cst_145 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %347 = stablehlo.multiply %346, %arg5 : tensor<2x16x24xf32>
    %348 = stablehlo.add %345, %347 : tensor<2x16x24xf32>
    %cst_146 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %350 = stablehlo.multiply %349, %348 : tensor<2x16x24xf32>
    %351 = stablehlo.subtract %arg5, %350 : tensor<2x16x24xf32>
    %352 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_147 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %353 = stablehlo.power %cst_147, %352 : tensor<f32>
    %cst_148 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %354 = stablehlo.subtract %cst_148, %353 : tensor<f32>
    %355 = stablehlo.broadcast_in_dim %354, dims = [] : (tensor<f32>) -> tensor<2x24x16xf32>
    %356 = stablehlo.divide %140, %355 : tensor<2x24x16xf32>
    %cst_149 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %357 = stablehlo.power %cst_149, %352 : tensor<f32>
    %cst_150 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %358 = stablehlo.subtract %cst_150, %357 : tensor<f32>
    %359 = stablehlo.broadcast_in_dim %358, dims = [] : (tensor<f32>) -> tensor<2x24x16xf32>
    %360 = stablehlo.divide %207, %359 : tensor<2x24x16xf32>
    %361 = stablehlo.sqrt %360 : tensor<2x24x16xf32>
    %cst_151 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %362 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<2x24x16xf32>
    %363 = stablehlo.add %361, %362 : tensor<2x24x16xf32>
    %364 = stablehlo.divide %356, %363 : tensor<2x24x16xf32>
    %cst_152 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %365 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<2x24x16xf32>
    %366 = stablehlo.multiply %365, %arg6 : tensor<2x24x16xf32>
    %367 = stablehlo.add %364, %366 : tensor<2x24x16xf32>
    %cst_153 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %368 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<2x24x16xf32>
    %369 = stablehlo.multiply %368, %367 : tensor<2x24x16xf32>
    %370 = stablehlo.subtract %arg6, %369 : tensor<2x24x16xf32>
    %371 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_154 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %372 = stablehlo.power %cst_154, %371 : tensor<f32>
    %cst_155 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %373 = stablehlo.subtract %cst_155, %372 : tensor<f32>
    %374 = stablehlo.broadcast_in_dim %373, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %375 = stablehlo.divide %145, %374 : tensor<2x16x24xf32>
    %cst_156 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %376 = stablehlo.power %cst_156, %371 : tensor<f32>
    %cst_157 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %377 = stablehlo.subtract %cst_157, %376 : tensor<f32>
    %378 = stablehlo.broadcast_in_dim %377, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %379 = stablehlo.divide %213, %378 : tensor<2x16x24xf32>
    %380 = stablehlo.sqrt %379 : tensor<2x16x24xf32>
    %cst_158 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %382 = stablehlo.add %380, %381 : tensor<2x16x24xf32>
    %383 = stablehlo.divide %375, %382 : tensor<2x16x24xf32>
    %cst_159 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %384 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %385 = stablehlo.multiply %384, %arg7 : tensor<2x16x24xf32>
    %386 = stablehlo.add %383, %385 : tensor<2x16x24xf32>
    %cst_160 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %387 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<2x16x24xf32>
    %388 = stablehlo.multiply %387, %386 : tensor<2x16x24xf32>
    %389 = stablehlo.subtract %arg7, %388 : tensor<2x16x24xf32>
    %390 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_161 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %391 = stablehlo.power %cst_161, %390 : tensor<f32>
    %cst_162 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %392 = stablehlo.subtract %cst_162, %391 : tensor<f32>
    %393 = stablehlo.broadcast_in_dim %392, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %394 = stablehlo.divide %150, %393 : tensor<2x16x8xf32>
    %cst_163 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %395 = stablehlo.power %cst_163, %390 : tensor<f32>
    %cst_164 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %396 = stablehlo.subtract %cst_164, %395 : tensor<f32>
    %397 = stablehlo.broadcast_in_dim %396, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %398 = stablehlo.divide %219, %397 : tensor<2x16x8xf32>
    %399 = stablehlo.sqrt %398 : tensor<2x16x8xf32>
    %cst_165 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %400 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %401 = stablehlo.add %399, %400 : tensor<2x16x8xf32>
    %402 = stablehlo.divide %394, %401 : tensor<2x16x8xf32>
    %cst_166 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %403 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %404 = stablehlo.multiply %403, %arg8 : tensor<2x16x8xf32>
    %405 = stablehlo.add %402, %404 : tensor<2x16x8xf32>
    %cst_167 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %406 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %407 = stablehlo.multiply %406, %405 : tensor<2x16x8xf32>
    %408 = stablehlo.subtract %arg8, %407 : tensor<2x16x8xf32>
    %409 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_168 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %410 = stablehlo.power %cst_168, %409 : tensor<f32>
    %cst_169 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %411 = stablehlo.subtract %cst_169, %410 : tensor<f32>
    %412 = stablehlo.broadcast_in_dim %411, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %413 = stablehlo.divide %155, %412 : tensor<2x16x16xf32>
    %cst_170 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %414 = stablehlo.power %cst_170, %409 : tensor<f32>
    %cst_171 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %415 = stablehlo.subtract %cst_171, %414 : tensor<f32>
    %416 = stablehlo.broadcast_in_dim %415, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %417 = stablehlo.divide %225, %416 : tensor<2x16x16xf32>
    %418 = stablehlo.sqrt %417 : tensor<2x16x16xf32>
    %cst_172 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %419 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %420 = stablehlo.add %418, %419 : tensor<2x16x16xf32>
    %421 = stablehlo.divide %413, %420 : tensor<2x16x16xf32>
    %cst_173 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %422 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %423 = stablehlo.multiply %422, %arg9 : tensor<2x16x16xf32>
    %424 = stablehlo.add %421, %423 : tensor<2x16x16xf32>
    %cst_174 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %426 = stablehlo.multiply %425, %424 : tensor<2x16x16xf32>
    %427 = stablehlo.subtract %arg9, %426 : tensor<2x16x16xf32>
    %428 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_175 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %429 = stablehlo.power %cst_175, %428 : tensor<f32>
    %cst_176 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %430 = stablehlo.subtract %cst_176, %429 : tensor<f32>
    %431 = stablehlo.broadcast_in_dim %430, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %432 = stablehlo.divide %160, %431 : tensor<2x16x16xf32>
    %cst_177 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %433 = stablehlo.power %cst_177, %428 : tensor<f32>
    %cst_178 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %434 = stablehlo.subtract %cst_178, %433 : tensor<f32>
    %435 = stablehlo.broadcast_in_dim %434, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %436 = stablehlo.divide %231, %435 : tensor<2x16x16xf32>
    %437 = stablehlo.sqrt %436 : tensor<2x16x16xf32>
    %cst_179 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %438 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %439 = stablehlo.add %437, %438 : tensor<2x16x16xf32>
    %440 = stablehlo.divide %432, %439 : tensor<2x16x16xf32>
    %cst_180 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %441 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %442 = stablehlo.multiply %441, %arg10 : tensor<2x16x16xf32>
    %443 = stablehlo.add %440, %442 : tensor<2x16x16xf32>
    %cst_181 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %444 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<2x16x16xf32>
    %445 = stablehlo.multiply %444, %443 : tensor<2x16x16xf32>
    %446 = stablehlo.subtract %arg10, %445 : tensor<2x16x16xf32>
    %447 = stablehlo.convert %105 : (tensor<i32>) -> tensor<f32>
    %cst_182 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %448 = stablehlo.power %cst_182, %447 : tensor<f32>
    %cst_183 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %449 = stablehlo.subtract %cst_183, %448 : tensor<f32>
    %450 = stablehlo.broadcast_in_dim %449, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %451 = stablehlo.divide %165, %450 : tensor<2x16x8xf32>
    %cst_184 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %452 = stablehlo.power %cst_184, %447 : tensor<f32>
    %cst_185 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %453 = stablehlo.subtract %cst_185, %452 : tensor<f32>
    %454 = stablehlo.broadcast_in_dim %453, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %455 = stablehlo.divide %237, %454 : tensor<2x16x8xf32>
    %456 = stablehlo.sqrt %455 : tensor<2x16x8xf32>
    %cst_186 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %457 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %458 = stablehlo.add %456, %457 : tensor<2x16x8xf32>
    %459 = stablehlo.divide %451, %458 : tensor<2x16x8xf32>
    %cst_187 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %460 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %461 = stablehlo.multiply %460, %arg11 : tensor<2x16x8xf32>
    %462 = stablehlo.add %459, %461 : tensor<2x16x8xf32>
    %cst_188 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %463 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %464 = stablehlo.multiply %463, %462 : tensor<2x16x8xf32>
    %465 = stablehlo.subtract %arg11, %464 : tensor<2x16x8xf32>
    return %256, %275, %294, %313, %332, %351, %370, %389, %408, %427, %446, %465, %110, %115, %120, %125, %130, %135, %140, %145, %150, %155, %160, %165, %171, %177, %183, %189, %195, %201, %207, %213, %219, %225, %231, %237, %105, %64 : tensor<32x16xf32>, tensor<16xf32>, tensor<16x32xf32>, tensor<2x16xf32>, tensor<2x16xf32>, tensor<2x16x24xf32>, tensor<2x24x16xf32>, tensor<2x16x24xf32>, tensor<2x16x8xf32>, tensor<2x16x16xf32>, tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<32x16xf32>, tensor<16xf32>, tensor<16x32xf32>, tensor<2x16xf32>, tensor<2x16xf32>, tensor<2x16x24xf32>, tensor<2x24x16xf32>, tensor<2x16x24xf32>, tensor<2x16x8xf32>, tensor<2x16x16xf32>, tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<32x16xf32>, tensor<16xf32>, tensor<16x32xf32>, tensor<2x16xf32>, tensor<2x16xf32>, tensor<2x16x24xf32>, tensor<2x24x16xf32>, tensor<2x16x24xf32>, tensor<2x16x8xf32>, tensor<2x16x16xf32>, tensor<2x16x16xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<f32>
  }
  func.func private @_where(%arg0: tensor<8x8xi1>, %arg1: tensor<f32>) -> (tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>, tensor<8x4x8x8xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<8x8xi1>) -> tensor<8x4x8x8xi1>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x4x8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x8x8xf32>
    return %0, %2, %1 : tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>, tensor<8x4x8x8xf32>
  }
  func.func private @silu() {
    return
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x16xf32>, %arg1: tensor<i64>) -> tensor<16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 16] : (tensor<2x16xf32>, tensor<i64>, tensor<i64>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
    return %1 : tensor<16xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<2x16x24xf32>, %arg1: tensor<i64>) -> tensor<16x24xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 24] : (tensor<2x16x24xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x16x24xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x24xf32>) -> tensor<16x24xf32>
    return %1 : tensor<16x24xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x24x16xf32>, %arg1: tensor<i64>) -> tensor<24x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 24, 16] : (tensor<2x24x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x24x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x24x16xf32>) -> tensor<24x16xf32>
    return %1 : tensor<24x16xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x16x8xf32>, %arg1: tensor<i64>) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<2x16x8xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<2x16x16xf32>, %arg1: tensor<i64>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<2x16x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<1x8x1x2xf32>, %arg1: tensor<1x8x1x2xf32>, %arg2: tensor<1x8x1x2xf32>, %arg3: tensor<1x8x1x2xf32>, %arg4: tensor<8x4x8x8xi1>, %arg5: tensor<8x4x8x8xf32>, %arg6: tensor<8x8x16xf32>, %arg7: tensor<16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16x24xf32>, %arg10: tensor<24x16xf32>, %arg11: tensor<16x24xf32>, %arg12: tensor<16x8xf32>, %arg13: tensor<16x16xf32>, %arg14: tensor<16x16xf32>, %arg15: tensor<16x8xf32>) -> (tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x1xf32>, tensor<8x8x1xf32>, tensor<1x1x16xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x4x4xf32>, tensor<8x8x4x4xf32>, tensor<8x4x8x8xf32>, tensor<8x4x8x1xf32>, tensor<8x4x8x1xf32>, tensor<8x4x8x8xf32>, tensor<8x8x4x4xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x1xf32>, tensor<8x8x1xf32>, tensor<1x1x16xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>) {
    %0 = stablehlo.multiply %arg6, %arg6 : tensor<8x8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<8x8x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<8x8x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<8x8x1xf32>
    %8 = stablehlo.divide %7, %6 : tensor<8x8x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<8x8x1xf32>
    %11 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %12 = stablehlo.multiply %arg6, %11 : tensor<8x8x16xf32>
    %13 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x8x16xf32>
    %16 = stablehlo.dot_general %15, %arg14, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %17 = stablehlo.reshape %16 : (tensor<8x8x16xf32>) -> tensor<8x8x4x4xf32>
    %18 = stablehlo.slice %17 [0:8, 0:8, 0:4, 0:2] : (tensor<8x8x4x4xf32>) -> tensor<8x8x4x2xf32>
    %19 = stablehlo.slice %17 [0:8, 0:8, 0:4, 2:4] : (tensor<8x8x4x4xf32>) -> tensor<8x8x4x2xf32>
    %20 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %21 = stablehlo.multiply %18, %20 : tensor<8x8x4x2xf32>
    %22 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %23 = stablehlo.multiply %19, %22 : tensor<8x8x4x2xf32>
    %24 = stablehlo.subtract %21, %23 : tensor<8x8x4x2xf32>
    %25 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %26 = stablehlo.multiply %19, %25 : tensor<8x8x4x2xf32>
    %27 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %28 = stablehlo.multiply %18, %27 : tensor<8x8x4x2xf32>
    %29 = stablehlo.add %26, %28 : tensor<8x8x4x2xf32>
    %30 = stablehlo.concatenate %24, %29, dim = 3 : (tensor<8x8x4x2xf32>, tensor<8x8x4x2xf32>) -> tensor<8x8x4x4xf32>
    %31 = stablehlo.dot_general %15, %arg12, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x8xf32>) -> tensor<8x8x8xf32>
    %32 = stablehlo.reshape %31 : (tensor<8x8x8xf32>) -> tensor<8x8x2x4xf32>
    %33 = stablehlo.slice %32 [0:8, 0:8, 0:2, 0:2] : (tensor<8x8x2x4xf32>) -> tensor<8x8x2x2xf32>
    %34 = stablehlo.slice %32 [0:8, 0:8, 0:2, 2:4] : (tensor<8x8x2x4xf32>) -> tensor<8x8x2x2xf32>
    %35 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %36 = stablehlo.multiply %33, %35 : tensor<8x8x2x2xf32>
    %37 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %38 = stablehlo.multiply %34, %37 : tensor<8x8x2x2xf32>
    %39 = stablehlo.subtract %36, %38 : tensor<8x8x2x2xf32>
    %40 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %41 = stablehlo.multiply %34, %40 : tensor<8x8x2x2xf32>
    %42 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %43 = stablehlo.multiply %33, %42 : tensor<8x8x2x2xf32>
    %44 = stablehlo.add %41, %43 : tensor<8x8x2x2xf32>
    %45 = stablehlo.concatenate %39, %44, dim = 3 : (tensor<8x8x2x2xf32>, tensor<8x8x2x2xf32>) -> tensor<8x8x2x4xf32>
    %46 = stablehlo.dot_general %15, %arg15, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x8xf32>) -> tensor<8x8x8xf32>
    %47 = stablehlo.reshape %46 : (tensor<8x8x8xf32>) -> tensor<8x8x2x4xf32>
    %48 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2, 4] : (tensor<8x8x2x4xf32>) -> tensor<8x8x2x2x4xf32>
    %49 = stablehlo.reshape %48 : (tensor<8x8x2x2x4xf32>) -> tensor<8x8x4x4xf32>
    %50 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 4] : (tensor<8x8x2x4xf32>) -> tensor<8x8x2x2x4xf32>
    %51 = stablehlo.reshape %50 : (tensor<8x8x2x2x4xf32>) -> tensor<8x8x4x4xf32>
    %52 = stablehlo.dot_general %30, %49, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4x4xf32>, tensor<8x8x4x4xf32>) -> tensor<8x4x8x8xf32>
    %cst_3 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x4x8x8xf32>
    %54 = stablehlo.multiply %52, %53 : tensor<8x4x8x8xf32>
    %55 = call @_where_4(%54, %arg4, %arg5) : (tensor<8x4x8x8xf32>, tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>) -> tensor<8x4x8x8xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x8x8xf32>, tensor<f32>) -> tensor<8x4x8xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %58 = stablehlo.maximum %57, %56 : tensor<8x4x8xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<8x4x8xf32>) -> tensor<8x4x8x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<8x4x8x1xf32>) -> tensor<8x4x8x8xf32>
    %61 = stablehlo.subtract %55, %60 : tensor<8x4x8x8xf32>
    %62 = stablehlo.exponential %61 : tensor<8x4x8x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<8x4x8x8xf32>, tensor<f32>) -> tensor<8x4x8xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<8x4x8xf32>) -> tensor<8x4x8x1xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 3] : (tensor<8x4x8x1xf32>) -> tensor<8x4x8x8xf32>
    %66 = stablehlo.divide %62, %65 : tensor<8x4x8x8xf32>
    %67 = stablehlo.multiply %64, %64 : tensor<8x4x8x1xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x4x8x1xf32>
    %69 = stablehlo.divide %68, %67 : tensor<8x4x8x1xf32>
    %70 = stablehlo.dot_general %51, %66, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4x4xf32>, tensor<8x4x8x8xf32>) -> tensor<8x4x4x8xf32>
    %71 = stablehlo.transpose %70, dims = [0, 3, 1, 2] : (tensor<8x4x4x8xf32>) -> tensor<8x8x4x4xf32>
    %72 = stablehlo.reshape %71 : (tensor<8x8x4x4xf32>) -> tensor<8x8x16xf32>
    %73 = stablehlo.dot_general %72, %arg13, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %74 = stablehlo.add %arg6, %73 : tensor<8x8x16xf32>
    %75 = stablehlo.multiply %74, %74 : tensor<8x8x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_9 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %79 = stablehlo.divide %77, %78 : tensor<8x8x1xf32>
    %cst_10 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %81 = stablehlo.add %79, %80 : tensor<8x8x1xf32>
    %82 = stablehlo.rsqrt %81 : tensor<8x8x1xf32>
    %83 = stablehlo.divide %82, %81 : tensor<8x8x1xf32>
    %cst_11 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<8x8x1xf32>
    %86 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %87 = stablehlo.multiply %74, %86 : tensor<8x8x16xf32>
    %88 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %90 = stablehlo.multiply %87, %89 : tensor<8x8x16xf32>
    %91 = stablehlo.dot_general %90, %arg9, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x24xf32>) -> tensor<8x8x24xf32>
    %92:3 = call @silu_5(%91) : (tensor<8x8x24xf32>) -> (tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>)
    %93 = stablehlo.dot_general %90, %arg11, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x24xf32>) -> tensor<8x8x24xf32>
    %94 = stablehlo.multiply %92#0, %93 : tensor<8x8x24xf32>
    %95 = stablehlo.dot_general %94, %arg10, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x24xf32>, tensor<24x16xf32>) -> tensor<8x8x16xf32>
    %96 = stablehlo.add %74, %95 : tensor<8x8x16xf32>
    return %96, %arg6, %10, %7, %13, %12, %15, %49, %30, %62, %64, %69, %66, %51, %72, %74, %85, %82, %88, %87, %90, %92#1, %92#2, %91, %93, %92#0, %94 : tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x1xf32>, tensor<8x8x1xf32>, tensor<1x1x16xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x4x4xf32>, tensor<8x8x4x4xf32>, tensor<8x4x8x8xf32>, tensor<8x4x8x1xf32>, tensor<8x4x8x1xf32>, tensor<8x4x8x8xf32>, tensor<8x8x4x4xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x1xf32>, tensor<8x8x1xf32>, tensor<1x1x16xf32>, tensor<8x8x16xf32>, tensor<8x8x16xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>
  }
  func.func private @_where_4(%arg0: tensor<8x4x8x8xf32>, %arg1: tensor<8x4x8x8xi1>, %arg2: tensor<8x4x8x8xf32>) -> tensor<8x4x8x8xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>
    return %0 : tensor<8x4x8x8xf32>
  }
  func.func private @silu_5(%arg0: tensor<8x8x24xf32>) -> (tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<8x8x24xf32>
    %1 = stablehlo.exponential %0 : tensor<8x8x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8x24xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x8x24xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8x24xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x8x24xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8x24xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<8x8x24xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<8x8x24xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x8x24xf32>
    return %9, %8, %5 : tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x8x8x16xf32>, %arg1: tensor<8x8x16xf32>, %arg2: tensor<i64>) -> tensor<2x8x8x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x8x16xf32>) -> tensor<1x8x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x8x16xf32>, tensor<1x8x8x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x8x8x16xf32>
    return %1 : tensor<2x8x8x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<2x8x8x1xf32>, %arg1: tensor<8x8x1xf32>, %arg2: tensor<i64>) -> tensor<2x8x8x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x8x1xf32>) -> tensor<1x8x8x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x8x1xf32>, tensor<1x8x8x1xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x8x8x1xf32>
    return %1 : tensor<2x8x8x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<2x1x1x16xf32>, %arg1: tensor<1x1x16xf32>, %arg2: tensor<i64>) -> tensor<2x1x1x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x16xf32>) -> tensor<1x1x1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x1x1x16xf32>, tensor<1x1x1x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x1x1x16xf32>
    return %1 : tensor<2x1x1x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<2x8x8x4x4xf32>, %arg1: tensor<8x8x4x4xf32>, %arg2: tensor<i64>) -> tensor<2x8x8x4x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x8x4x4xf32>) -> tensor<1x8x8x4x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x8x4x4xf32>, tensor<1x8x8x4x4xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x8x8x4x4xf32>
    return %1 : tensor<2x8x8x4x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<2x8x4x8x8xf32>, %arg1: tensor<8x4x8x8xf32>, %arg2: tensor<i64>) -> tensor<2x8x4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x4x8x8xf32>) -> tensor<1x8x4x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x4x8x8xf32>, tensor<1x8x4x8x8xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x8x4x8x8xf32>
    return %1 : tensor<2x8x4x8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<2x8x4x8x1xf32>, %arg1: tensor<8x4x8x1xf32>, %arg2: tensor<i64>) -> tensor<2x8x4x8x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x4x8x1xf32>) -> tensor<1x8x4x8x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x4x8x1xf32>, tensor<1x8x4x8x1xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x8x4x8x1xf32>
    return %1 : tensor<2x8x4x8x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_11(%arg0: tensor<2x8x8x24xf32>, %arg1: tensor<8x8x24xf32>, %arg2: tensor<i64>) -> tensor<2x8x8x24xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x8x24xf32>) -> tensor<1x8x8x24xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x8x24xf32>, tensor<1x8x8x24xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x8x8x24xf32>
    return %1 : tensor<2x8x8x24xf32>
  }
  func.func private @log_softmax(%arg0: tensor<8x8x32xf32>) -> (tensor<8x8x32xf32>, tensor<8x8x32xf32>, tensor<8x8x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<8x8x32xf32>, tensor<f32>) -> tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8x8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x32xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x8x32xf32>
    %6 = stablehlo.exponential %5 : tensor<8x8x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x8x32xf32>, tensor<f32>) -> tensor<8x8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %9 = stablehlo.log %8 : tensor<8x8x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x32xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<8x8x32xf32>
    return %11, %6, %8 : tensor<8x8x32xf32>, tensor<8x8x32xf32>, tensor<8x8x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x8x32xf32>, %arg1: tensor<8x8x1xi32>) -> (tensor<8x8x1xf32>, tensor<8x8x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x8x1xi32>, tensor<8x8x1xi32>) -> tensor<8x8x1xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x8x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x8x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x8x1xi1>, tensor<8x8x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x8x1xi32>) -> tensor<8x8x1x1xi32>
    %c_1 = stablehlo.constant dense<31> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x8x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x8x1x1xi32>, tensor<8x8x1x1xi32>) -> tensor<8x8x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<8x8x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x8x1x1xi32>, tensor<8x8x1x1xi32>) -> tensor<8x8x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x8x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<8x8x1x1xi1>, tensor<i1>) -> tensor<8x8x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x8x32xf32>, tensor<8x8x1x1xi32>) -> tensor<8x8x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    return %15, %5 : tensor<8x8x1xf32>, tensor<8x8x1x1xi32>
  }
  func.func private @take_along_axis_12(%arg0: tensor<8x8x1x1xi32>, %arg1: tensor<8x8x1xf32>) -> tensor<8x8x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8x32xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x8x32xf32>, tensor<8x8x1x1xi32>, tensor<8x8x1xf32>) -> tensor<8x8x32xf32>
    return %1 : tensor<8x8x32xf32>
  }
  func.func private @log_softmax_13(%arg0: tensor<8x8x32xf32>, %arg1: tensor<8x8x1xf32>, %arg2: tensor<8x8x32xf32>) -> tensor<8x8x32xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x8x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x8x32xf32>, tensor<f32>) -> tensor<8x8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x8x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x32xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x8x32xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x8x32xf32>
    return %7 : tensor<8x8x32xf32>
  }
  func.func private @dynamic_index_in_dim_14(%arg0: tensor<2x8x8x16xf32>, %arg1: tensor<i64>) -> tensor<8x8x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 8, 16] : (tensor<2x8x8x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x8x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8x16xf32>) -> tensor<8x8x16xf32>
    return %1 : tensor<8x8x16xf32>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<2x8x8x1xf32>, %arg1: tensor<i64>) -> tensor<8x8x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 8, 1] : (tensor<2x8x8x1xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x8x8x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8x1xf32>) -> tensor<8x8x1xf32>
    return %1 : tensor<8x8x1xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<2x1x1x16xf32>, %arg1: tensor<i64>) -> tensor<1x1x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 16] : (tensor<2x1x1x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x1x1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x16xf32>) -> tensor<1x1x16xf32>
    return %1 : tensor<1x1x16xf32>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<2x8x8x4x4xf32>, %arg1: tensor<i64>) -> tensor<8x8x4x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 8, 4, 4] : (tensor<2x8x8x4x4xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x8x8x4x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8x4x4xf32>) -> tensor<8x8x4x4xf32>
    return %1 : tensor<8x8x4x4xf32>
  }
  func.func private @dynamic_index_in_dim_18(%arg0: tensor<2x8x4x8x8xf32>, %arg1: tensor<i64>) -> tensor<8x4x8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 4, 8, 8] : (tensor<2x8x4x8x8xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x8x4x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x8x8xf32>) -> tensor<8x4x8x8xf32>
    return %1 : tensor<8x4x8x8xf32>
  }
  func.func private @dynamic_index_in_dim_19(%arg0: tensor<2x8x4x8x1xf32>, %arg1: tensor<i64>) -> tensor<8x4x8x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 4, 8, 1] : (tensor<2x8x4x8x1xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x8x4x8x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x8x1xf32>) -> tensor<8x4x8x1xf32>
    return %1 : tensor<8x4x8x1xf32>
  }
  func.func private @dynamic_index_in_dim_20(%arg0: tensor<2x8x8x24xf32>, %arg1: tensor<i64>) -> tensor<8x8x24xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 8, 24] : (tensor<2x8x8x24xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x8x8x24xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8x24xf32>) -> tensor<8x8x24xf32>
    return %1 : tensor<8x8x24xf32>
  }
  func.func private @closed_call_21(%arg0: tensor<1x8x1x2xf32>, %arg1: tensor<1x8x1x2xf32>, %arg2: tensor<1x8x1x2xf32>, %arg3: tensor<1x8x1x2xf32>, %arg4: tensor<8x4x8x8xi1>, %arg5: tensor<8x4x8x8xf32>, %arg6: tensor<8x8x16xf32>, %arg7: tensor<8x8x16xf32>, %arg8: tensor<8x8x1xf32>, %arg9: tensor<8x8x1xf32>, %arg10: tensor<1x1x16xf32>, %arg11: tensor<8x8x16xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<8x8x16xf32>, %arg14: tensor<16x8xf32>, %arg15: tensor<16x8xf32>, %arg16: tensor<8x8x4x4xf32>, %arg17: tensor<8x8x4x4xf32>, %arg18: tensor<8x4x8x8xf32>, %arg19: tensor<8x4x8x1xf32>, %arg20: tensor<8x4x8x1xf32>, %arg21: tensor<8x4x8x8xf32>, %arg22: tensor<8x8x4x4xf32>, %arg23: tensor<16x16xf32>, %arg24: tensor<8x8x16xf32>, %arg25: tensor<8x8x16xf32>, %arg26: tensor<8x8x1xf32>, %arg27: tensor<8x8x1xf32>, %arg28: tensor<1x1x16xf32>, %arg29: tensor<8x8x16xf32>, %arg30: tensor<16x24xf32>, %arg31: tensor<8x8x16xf32>, %arg32: tensor<8x8x24xf32>, %arg33: tensor<8x8x24xf32>, %arg34: tensor<8x8x24xf32>, %arg35: tensor<16x24xf32>, %arg36: tensor<8x8x24xf32>, %arg37: tensor<8x8x24xf32>, %arg38: tensor<24x16xf32>, %arg39: tensor<8x8x24xf32>) -> (tensor<8x8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x24xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.dot_general %arg6, %arg39, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<8x8x24xf32>) -> tensor<16x24xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x24xf32>) -> tensor<24x16xf32>
    %2 = stablehlo.dot_general %arg6, %arg38, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<24x16xf32>) -> tensor<8x8x24xf32>
    %3 = stablehlo.multiply %arg37, %2 : tensor<8x8x24xf32>
    %4 = stablehlo.multiply %2, %arg36 : tensor<8x8x24xf32>
    %5 = stablehlo.dot_general %3, %arg31, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x24xf32>, tensor<8x8x16xf32>) -> tensor<24x16xf32>
    %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %7 = stablehlo.dot_general %3, %arg35, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x24xf32>, tensor<16x24xf32>) -> tensor<8x8x16xf32>
    %8 = call @silu_22(%arg32, %arg33, %arg34, %4) : (tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>, tensor<8x8x24xf32>) -> tensor<8x8x24xf32>
    %9 = stablehlo.dot_general %8, %arg31, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x24xf32>, tensor<8x8x16xf32>) -> tensor<24x16xf32>
    %10 = stablehlo.transpose %9, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %11 = stablehlo.dot_general %8, %arg30, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x24xf32>, tensor<16x24xf32>) -> tensor<8x8x16xf32>
    %12 = stablehlo.add %7, %11 : tensor<8x8x16xf32>
    %13 = stablehlo.multiply %arg29, %12 : tensor<8x8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %15 = stablehlo.reshape %14 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %16 = stablehlo.broadcast_in_dim %arg28, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<8x8x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%15 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %19 = stablehlo.multiply %arg25, %17 : tensor<8x8x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %21 = stablehlo.reshape %20 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %22 = stablehlo.broadcast_in_dim %arg27, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %23 = stablehlo.multiply %17, %22 : tensor<8x8x16xf32>
    %24 = stablehlo.add %arg6, %23 : tensor<8x8x16xf32>
    %25 = stablehlo.multiply %21, %arg26 : tensor<8x8x1xf32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %27 = stablehlo.divide %25, %26 : tensor<8x8x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x16xf32>
    %30 = stablehlo.multiply %arg25, %29 : tensor<8x8x16xf32>
    %31 = stablehlo.add %24, %30 : tensor<8x8x16xf32>
    %32 = stablehlo.multiply %29, %arg25 : tensor<8x8x16xf32>
    %33 = stablehlo.add %31, %32 : tensor<8x8x16xf32>
    %34 = stablehlo.dot_general %33, %arg24, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<16x16xf32>
    %35 = stablehlo.transpose %34, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %36 = stablehlo.dot_general %33, %arg23, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %37 = stablehlo.reshape %36 : (tensor<8x8x16xf32>) -> tensor<8x8x4x4xf32>
    %38 = stablehlo.transpose %37, dims = [0, 2, 3, 1] : (tensor<8x8x4x4xf32>) -> tensor<8x4x4x8xf32>
    %39 = stablehlo.dot_general %38, %arg22, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [HIGHEST, HIGHEST] : (tensor<8x4x4x8xf32>, tensor<8x8x4x4xf32>) -> tensor<8x4x8x8xf32>
    %40 = stablehlo.dot_general %38, %arg21, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [HIGHEST, HIGHEST] : (tensor<8x4x4x8xf32>, tensor<8x4x8x8xf32>) -> tensor<8x4x4x8xf32>
    %41 = stablehlo.transpose %40, dims = [0, 3, 1, 2] : (tensor<8x4x4x8xf32>) -> tensor<8x8x4x4xf32>
    %42 = stablehlo.broadcast_in_dim %arg20, dims = [0, 1, 2, 3] : (tensor<8x4x8x1xf32>) -> tensor<8x4x8x8xf32>
    %43 = stablehlo.multiply %39, %42 : tensor<8x4x8x8xf32>
    %44 = stablehlo.multiply %43, %arg18 : tensor<8x4x8x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<8x4x8x8xf32>, tensor<f32>) -> tensor<8x4x8xf32>
    %46 = stablehlo.reshape %45 : (tensor<8x4x8xf32>) -> tensor<8x4x8x1xf32>
    %47 = stablehlo.negate %46 : tensor<8x4x8x1xf32>
    %48 = stablehlo.broadcast_in_dim %arg19, dims = [0, 1, 2, 3] : (tensor<8x4x8x1xf32>) -> tensor<8x4x8x8xf32>
    %49 = stablehlo.divide %39, %48 : tensor<8x4x8x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%47 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<8x4x8x1xf32>, tensor<f32>) -> tensor<8x4x8xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<8x4x8xf32>) -> tensor<8x4x8x8xf32>
    %52 = stablehlo.add %49, %51 : tensor<8x4x8x8xf32>
    %53 = stablehlo.multiply %52, %arg18 : tensor<8x4x8x8xf32>
    %54 = call @_where_23(%arg4, %arg5, %53) : (tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>, tensor<8x4x8x8xf32>) -> tensor<8x4x8x8xf32>
    %cst_6 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x4x8x8xf32>
    %56 = stablehlo.multiply %54, %55 : tensor<8x4x8x8xf32>
    %57 = stablehlo.dot_general %56, %arg17, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x4x8x8xf32>, tensor<8x8x4x4xf32>) -> tensor<8x4x8x4xf32>
    %58 = stablehlo.transpose %57, dims = [0, 2, 1, 3] : (tensor<8x4x8x4xf32>) -> tensor<8x8x4x4xf32>
    %59 = stablehlo.dot_general %56, %arg16, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x4x8x8xf32>, tensor<8x8x4x4xf32>) -> tensor<8x4x8x4xf32>
    %60 = stablehlo.transpose %59, dims = [0, 2, 1, 3] : (tensor<8x4x8x4xf32>) -> tensor<8x8x4x4xf32>
    %61 = stablehlo.reshape %41 : (tensor<8x8x4x4xf32>) -> tensor<8x8x2x2x4xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.reduce(%61 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<8x8x2x2x4xf32>, tensor<f32>) -> tensor<8x8x2x4xf32>
    %63 = stablehlo.reshape %58 : (tensor<8x8x4x4xf32>) -> tensor<8x8x2x2x4xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<8x8x2x2x4xf32>, tensor<f32>) -> tensor<8x8x2x4xf32>
    %65 = stablehlo.reshape %62 : (tensor<8x8x2x4xf32>) -> tensor<8x8x8xf32>
    %66 = stablehlo.dot_general %65, %arg13, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16xf32>
    %67 = stablehlo.transpose %66, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %68 = stablehlo.dot_general %65, %arg15, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x8xf32>, tensor<16x8xf32>) -> tensor<8x8x16xf32>
    %69 = stablehlo.slice %64 [0:8, 0:8, 0:2, 0:2] : (tensor<8x8x2x4xf32>) -> tensor<8x8x2x2xf32>
    %70 = stablehlo.slice %64 [0:8, 0:8, 0:2, 2:4] : (tensor<8x8x2x4xf32>) -> tensor<8x8x2x2xf32>
    %71 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %72 = stablehlo.multiply %70, %71 : tensor<8x8x2x2xf32>
    %73 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %74 = stablehlo.multiply %70, %73 : tensor<8x8x2x2xf32>
    %75 = stablehlo.negate %69 : tensor<8x8x2x2xf32>
    %76 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %77 = stablehlo.multiply %75, %76 : tensor<8x8x2x2xf32>
    %78 = stablehlo.add %74, %77 : tensor<8x8x2x2xf32>
    %79 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %80 = stablehlo.multiply %69, %79 : tensor<8x8x2x2xf32>
    %81 = stablehlo.add %72, %80 : tensor<8x8x2x2xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.pad %78, %cst_9, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<8x8x2x2xf32>, tensor<f32>) -> tensor<8x8x2x4xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.pad %81, %cst_10, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<8x8x2x2xf32>, tensor<f32>) -> tensor<8x8x2x4xf32>
    %84 = stablehlo.add %82, %83 : tensor<8x8x2x4xf32>
    %85 = stablehlo.reshape %84 : (tensor<8x8x2x4xf32>) -> tensor<8x8x8xf32>
    %86 = stablehlo.dot_general %85, %arg13, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16xf32>
    %87 = stablehlo.transpose %86, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %88 = stablehlo.dot_general %85, %arg14, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x8xf32>, tensor<16x8xf32>) -> tensor<8x8x16xf32>
    %89 = stablehlo.add %68, %88 : tensor<8x8x16xf32>
    %90 = stablehlo.slice %60 [0:8, 0:8, 0:4, 0:2] : (tensor<8x8x4x4xf32>) -> tensor<8x8x4x2xf32>
    %91 = stablehlo.slice %60 [0:8, 0:8, 0:4, 2:4] : (tensor<8x8x4x4xf32>) -> tensor<8x8x4x2xf32>
    %92 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %93 = stablehlo.multiply %91, %92 : tensor<8x8x4x2xf32>
    %94 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %95 = stablehlo.multiply %91, %94 : tensor<8x8x4x2xf32>
    %96 = stablehlo.negate %90 : tensor<8x8x4x2xf32>
    %97 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %98 = stablehlo.multiply %96, %97 : tensor<8x8x4x2xf32>
    %99 = stablehlo.add %95, %98 : tensor<8x8x4x2xf32>
    %100 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %101 = stablehlo.multiply %90, %100 : tensor<8x8x4x2xf32>
    %102 = stablehlo.add %93, %101 : tensor<8x8x4x2xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.pad %99, %cst_11, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<8x8x4x2xf32>, tensor<f32>) -> tensor<8x8x4x4xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.pad %102, %cst_12, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<8x8x4x2xf32>, tensor<f32>) -> tensor<8x8x4x4xf32>
    %105 = stablehlo.add %103, %104 : tensor<8x8x4x4xf32>
    %106 = stablehlo.reshape %105 : (tensor<8x8x4x4xf32>) -> tensor<8x8x16xf32>
    %107 = stablehlo.dot_general %106, %arg13, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<16x16xf32>
    %108 = stablehlo.transpose %107, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %109 = stablehlo.dot_general %106, %arg12, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %110 = stablehlo.add %89, %109 : tensor<8x8x16xf32>
    %111 = stablehlo.multiply %arg11, %110 : tensor<8x8x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.reduce(%111 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %113 = stablehlo.reshape %112 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %114 = stablehlo.broadcast_in_dim %arg10, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %115 = stablehlo.multiply %110, %114 : tensor<8x8x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.reduce(%113 init: %cst_14) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %117 = stablehlo.multiply %arg7, %115 : tensor<8x8x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %119 = stablehlo.reshape %118 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %120 = stablehlo.broadcast_in_dim %arg9, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %121 = stablehlo.multiply %115, %120 : tensor<8x8x16xf32>
    %122 = stablehlo.add %33, %121 : tensor<8x8x16xf32>
    %123 = stablehlo.multiply %119, %arg8 : tensor<8x8x1xf32>
    %cst_16 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %125 = stablehlo.divide %123, %124 : tensor<8x8x1xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%125 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %127 = stablehlo.broadcast_in_dim %126, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x16xf32>
    %128 = stablehlo.multiply %arg7, %127 : tensor<8x8x16xf32>
    %129 = stablehlo.add %122, %128 : tensor<8x8x16xf32>
    %130 = stablehlo.multiply %127, %arg7 : tensor<8x8x16xf32>
    %131 = stablehlo.add %129, %130 : tensor<8x8x16xf32>
    return %131, %116, %18, %10, %1, %6, %87, %35, %108, %67 : tensor<8x8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x24xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x8xf32>
  }
  func.func private @silu_22(%arg0: tensor<8x8x24xf32>, %arg1: tensor<8x8x24xf32>, %arg2: tensor<8x8x24xf32>, %arg3: tensor<8x8x24xf32>) -> tensor<8x8x24xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<8x8x24xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<8x8x24xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<8x8x24xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x8x24xf32>
    return %3 : tensor<8x8x24xf32>
  }
  func.func private @_where_23(%arg0: tensor<8x4x8x8xi1>, %arg1: tensor<8x4x8x8xf32>, %arg2: tensor<8x4x8x8xf32>) -> tensor<8x4x8x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x8x8xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>
    return %1 : tensor<8x4x8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_24(%arg0: tensor<2x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<i64>) -> tensor<2x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x16xf32>, tensor<1x16xf32>, tensor<i64>, tensor<i64>) -> tensor<2x16xf32>
    return %1 : tensor<2x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_25(%arg0: tensor<2x16x24xf32>, %arg1: tensor<16x24xf32>, %arg2: tensor<i64>) -> tensor<2x16x24xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x24xf32>) -> tensor<1x16x24xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x16x24xf32>, tensor<1x16x24xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x16x24xf32>
    return %1 : tensor<2x16x24xf32>
  }
  func.func private @dynamic_update_index_in_dim_26(%arg0: tensor<2x24x16xf32>, %arg1: tensor<24x16xf32>, %arg2: tensor<i64>) -> tensor<2x24x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<24x16xf32>) -> tensor<1x24x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x24x16xf32>, tensor<1x24x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x24x16xf32>
    return %1 : tensor<2x24x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_27(%arg0: tensor<2x16x8xf32>, %arg1: tensor<16x8xf32>, %arg2: tensor<i64>) -> tensor<2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x16x8xf32>, tensor<1x16x8xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_28(%arg0: tensor<2x16x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<i64>) -> tensor<2x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x16x16xf32>, tensor<1x16x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x16x16xf32>
    return %1 : tensor<2x16x16xf32>
  }
}
