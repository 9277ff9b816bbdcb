module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x32xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<32xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<32x64xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<32xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<32xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<32x64xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<64x32xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<32x32xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<32x32xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<32x32xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<32x32xf32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<32xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<32xf32> {tf.aliasing_output = 12 : i32}, %arg13: tensor<32x64xf32> {tf.aliasing_output = 13 : i32}, %arg14: tensor<64x32xf32> {tf.aliasing_output = 14 : i32}, %arg15: tensor<32x32xf32> {tf.aliasing_output = 15 : i32}, %arg16: tensor<32x32xf32> {tf.aliasing_output = 16 : i32}, %arg17: tensor<32x32xf32> {tf.aliasing_output = 17 : i32}, %arg18: tensor<32x32xf32> {tf.aliasing_output = 18 : i32}, %arg19: tensor<64x32xf32> {tf.aliasing_output = 19 : i32}, %arg20: tensor<32xf32> {tf.aliasing_output = 20 : i32}, %arg21: tensor<32x64xf32> {tf.aliasing_output = 21 : i32}, %arg22: tensor<32xf32> {tf.aliasing_output = 22 : i32}, %arg23: tensor<32xf32> {tf.aliasing_output = 23 : i32}, %arg24: tensor<32x64xf32> {tf.aliasing_output = 24 : i32}, %arg25: tensor<64x32xf32> {tf.aliasing_output = 25 : i32}, %arg26: tensor<32x32xf32> {tf.aliasing_output = 26 : i32}, %arg27: tensor<32x32xf32> {tf.aliasing_output = 27 : i32}, %arg28: tensor<32x32xf32> {tf.aliasing_output = 28 : i32}, %arg29: tensor<32x32xf32> {tf.aliasing_output = 29 : i32}, %arg30: tensor<32xf32> {tf.aliasing_output = 30 : i32}, %arg31: tensor<32xf32> {tf.aliasing_output = 31 : i32}, %arg32: tensor<32x64xf32> {tf.aliasing_output = 32 : i32}, %arg33: tensor<64x32xf32> {tf.aliasing_output = 33 : i32}, %arg34: tensor<32x32xf32> {tf.aliasing_output = 34 : i32}, %arg35: tensor<32x32xf32> {tf.aliasing_output = 35 : i32}, %arg36: tensor<32x32xf32> {tf.aliasing_output = 36 : i32}, %arg37: tensor<32x32xf32> {tf.aliasing_output = 37 : i32}, %arg38: tensor<64x32xf32> {tf.aliasing_output = 38 : i32}, %arg39: tensor<32xf32> {tf.aliasing_output = 39 : i32}, %arg40: tensor<32x64xf32> {tf.aliasing_output = 40 : i32}, %arg41: tensor<32xf32> {tf.aliasing_output = 41 : i32}, %arg42: tensor<32xf32> {tf.aliasing_output = 42 : i32}, %arg43: tensor<32x64xf32> {tf.aliasing_output = 43 : i32}, %arg44: tensor<64x32xf32> {tf.aliasing_output = 44 : i32}, %arg45: tensor<32x32xf32> {tf.aliasing_output = 45 : i32}, %arg46: tensor<32x32xf32> {tf.aliasing_output = 46 : i32}, %arg47: tensor<32x32xf32> {tf.aliasing_output = 47 : i32}, %arg48: tensor<32x32xf32> {tf.aliasing_output = 48 : i32}, %arg49: tensor<32xf32> {tf.aliasing_output = 49 : i32}, %arg50: tensor<32xf32> {tf.aliasing_output = 50 : i32}, %arg51: tensor<32x64xf32> {tf.aliasing_output = 51 : i32}, %arg52: tensor<64x32xf32> {tf.aliasing_output = 52 : i32}, %arg53: tensor<32x32xf32> {tf.aliasing_output = 53 : i32}, %arg54: tensor<32x32xf32> {tf.aliasing_output = 54 : i32}, %arg55: tensor<32x32xf32> {tf.aliasing_output = 55 : i32}, %arg56: tensor<32x32xf32> {tf.aliasing_output = 56 : i32}, %arg57: tensor<f32> {tf.aliasing_output = 57 : i32}, %arg58: tensor<16x32xi32>, %arg59: tensor<16x32xi32>) -> (tensor<64x32xf32> {jax.result_info = "result[0]['embed']"}, tensor<32xf32> {jax.result_info = "result[0]['g']"}, tensor<32x64xf32> {jax.result_info = "result[0]['head']"}, tensor<32xf32> {jax.result_info = "result[0]['layers'][0]['g1']"}, tensor<32xf32> {jax.result_info = "result[0]['layers'][0]['g2']"}, tensor<32x64xf32> {jax.result_info = "result[0]['layers'][0]['w1']"}, tensor<64x32xf32> {jax.result_info = "result[0]['layers'][0]['w2']"}, tensor<32x32xf32> {jax.result_info = "result[0]['layers'][0]['wk']"}, tensor<32x32xf32> {jax.result_info = "result[0]['layers'][0]['wo']"}, tensor<32x32xf32> {jax.result_info = "result[0]['layers'][0]['wq']"}, tensor<32x32xf32> {jax.result_info = "result[0]['layers'][0]['wv']"}, tensor<32xf32> {jax.result_info = "result[0]['layers'][1]['g1']"}, tensor<32xf32> {jax.result_info = "result[0]['layers'][1]['g2']"}, tensor<32x64xf32> {jax.result_info = "result[0]['layers'][1]['w1']"}, tensor<64x32xf32> {jax.result_info = "result[0]['layers'][1]['w2']"}, tensor<32x32xf32> {jax.result_info = "result[0]['layers'][1]['wk']"}, tensor<32x32xf32> {jax.result_info = "result[0]['layers'][1]['wo']"}, tensor<32x32xf32> {jax.result_info = "result[0]['layers'][1]['wq']"}, tensor<32x32xf32> {jax.result_info = "result[0]['layers'][1]['wv']"}, tensor<64x32xf32> {jax.result_info = "result[1]['embed']"}, tensor<32xf32> {jax.result_info = "result[1]['g']"}, tensor<32x64xf32> {jax.result_info = "result[1]['head']"}, tensor<32xf32> {jax.result_info = "result[1]['layers'][0]['g1']"}, tensor<32xf32> {jax.result_info = "result[1]['layers'][0]['g2']"}, tensor<32x64xf32> {jax.result_info = "result[1]['layers'][0]['w1']"}, tensor<64x32xf32> {jax.result_info = "result[1]['layers'][0]['w2']"}, tensor<32x32xf32> {jax.result_info = "result[1]['layers'][0]['wk']"}, tensor<32x32xf32> {jax.result_info = "result[1]['layers'][0]['wo']"}, tensor<32x32xf32> {jax.result_info = "result[1]['layers'][0]['wq']"}, tensor<32x32xf32> {jax.result_info = "result[1]['layers'][0]['wv']"}, tensor<32xf32> {jax.result_info = "result[1]['layers'][1]['g1']"}, tensor<32xf32> {jax.result_info = "result[1]['layers'][1]['g2']"}, tensor<32x64xf32> {jax.result_info = "result[1]['layers'][1]['w1']"}, tensor<64x32xf32> {jax.result_info = "result[1]['layers'][1]['w2']"}, tensor<32x32xf32> {jax.result_info = "result[1]['layers'][1]['wk']"}, tensor<32x32xf32> {jax.result_info = "result[1]['layers'][1]['wo']"}, tensor<32x32xf32> {jax.result_info = "result[1]['layers'][1]['wq']"}, tensor<32x32xf32> {jax.result_info = "result[1]['layers'][1]['wv']"}, tensor<64x32xf32> {jax.result_info = "result[2]['embed']"}, tensor<32xf32> {jax.result_info = "result[2]['g']"}, tensor<32x64xf32> {jax.result_info = "result[2]['head']"}, tensor<32xf32> {jax.result_info = "result[2]['layers'][0]['g1']"}, tensor<32xf32> {jax.result_info = "result[2]['layers'][0]['g2']"}, tensor<32x64xf32> {jax.result_info = "result[2]['layers'][0]['w1']"}, tensor<64x32xf32> {jax.result_info = "result[2]['layers'][0]['w2']"}, tensor<32x32xf32> {jax.result_info = "result[2]['layers'][0]['wk']"}, tensor<32x32xf32> {jax.result_info = "result[2]['layers'][0]['wo']"}, tensor<32x32xf32> {jax.result_info = "result[2]['layers'][0]['wq']"}, tensor<32x32xf32> {jax.result_info = "result[2]['layers'][0]['wv']"}, tensor<32xf32> {jax.result_info = "result[2]['layers'][1]['g1']"}, tensor<32xf32> {jax.result_info = "result[2]['layers'][1]['g2']"}, tensor<32x64xf32> {jax.result_info = "result[2]['layers'][1]['w1']"}, tensor<64x32xf32> {jax.result_info = "result[2]['layers'][1]['w2']"}, tensor<32x32xf32> {jax.result_info = "result[2]['layers'][1]['wk']"}, tensor<32x32xf32> {jax.result_info = "result[2]['layers'][1]['wo']"}, tensor<32x32xf32> {jax.result_info = "result[2]['layers'][1]['wq']"}, tensor<32x32xf32> {jax.result_info = "result[2]['layers'][1]['wv']"}, tensor<f32> {jax.result_info = "result[3]"}, tensor<f32> {jax.result_info = "result[4]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x32xi32>
    %1 = stablehlo.compare LT, %arg58, %0, SIGNED : (tensor<16x32xi32>, tensor<16x32xi32>) -> tensor<16x32xi1>
    %c_0 = stablehlo.constant dense<64> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16x32xi32>
    %3 = stablehlo.add %arg58, %2 : tensor<16x32xi32>
    %4 = stablehlo.select %1, %3, %arg58 : tensor<16x32xi1>, tensor<16x32xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<16x32xi32>) -> tensor<16x32x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xf32>, tensor<16x32x1xi32>) -> tensor<16x32x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_1 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<16x32x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<16x32x32xf32>
    %13 = stablehlo.multiply %12, %12 : tensor<16x32x32xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x32x32xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<16x32x32xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%13 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_4 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %19 = stablehlo.divide %17, %18 : tensor<16x32x1xf32>
    %20 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %21 = stablehlo.subtract %6, %20 : tensor<16x32x32xf32>
    %cst_5 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %23 = stablehlo.add %19, %22 : tensor<16x32x1xf32>
    %24 = stablehlo.rsqrt %23 : tensor<16x32x1xf32>
    %25 = stablehlo.divide %24, %23 : tensor<16x32x1xf32>
    %cst_6 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %27 = stablehlo.multiply %26, %25 : tensor<16x32x1xf32>
    %28 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %29 = stablehlo.multiply %21, %28 : tensor<16x32x32xf32>
    %30 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<16x32x32xf32>
    %32 = stablehlo.multiply %29, %31 : tensor<16x32x32xf32>
    %33 = stablehlo.dot_general %32, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %34 = stablehlo.reshape %33 : (tensor<16x32x32xf32>) -> tensor<16x32x4x8xf32>
    %35 = stablehlo.dot_general %32, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %36 = stablehlo.reshape %35 : (tensor<16x32x32xf32>) -> tensor<16x32x4x8xf32>
    %37 = stablehlo.dot_general %32, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %38 = stablehlo.reshape %37 : (tensor<16x32x32xf32>) -> tensor<16x32x4x8xf32>
    %39 = stablehlo.dot_general %34, %36, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x8xf32>, tensor<16x32x4x8xf32>) -> tensor<16x4x32x32xf32>
    %cst_7 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %40 = stablehlo.sqrt %cst_7 : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %42 = stablehlo.divide %39, %41 : tensor<16x4x32x32xf32>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %43 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i1>) -> tensor<32x32xi1>
    %44 = call @tril(%43) : (tensor<32x32xi1>) -> tensor<32x32xi1>
    %cst_9 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %45:2 = call @_where(%44, %42, %cst_9) : (tensor<32x32xi1>, tensor<16x4x32x32xf32>, tensor<f32>) -> (tensor<16x4x32x32xf32>, tensor<16x4x32x32xi1>)
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %46 = stablehlo.reduce(%45#0 init: %cst_10) applies stablehlo.maximum across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x4x32xf32>
    %48 = stablehlo.maximum %47, %46 : tensor<16x4x32xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %51 = stablehlo.subtract %45#0, %50 : tensor<16x4x32x32xf32>
    %52 = stablehlo.exponential %51 : tensor<16x4x32x32xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_12) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %56 = stablehlo.divide %52, %55 : tensor<16x4x32x32xf32>
    %57 = stablehlo.multiply %54, %54 : tensor<16x4x32x1xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16x4x32x1xf32>
    %59 = stablehlo.divide %58, %57 : tensor<16x4x32x1xf32>
    %60 = stablehlo.dot_general %38, %56, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x8xf32>, tensor<16x4x32x32xf32>) -> tensor<16x4x8x32xf32>
    %61 = stablehlo.transpose %60, dims = [0, 3, 1, 2] : (tensor<16x4x8x32xf32>) -> tensor<16x32x4x8xf32>
    %62 = stablehlo.reshape %61 : (tensor<16x32x4x8xf32>) -> tensor<16x32x32xf32>
    %63 = stablehlo.dot_general %62, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %64 = stablehlo.add %6, %63 : tensor<16x32x32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_15 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %68 = stablehlo.divide %66, %67 : tensor<16x32x1xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %70 = stablehlo.subtract %64, %69 : tensor<16x32x32xf32>
    %71 = stablehlo.multiply %70, %70 : tensor<16x32x32xf32>
    %cst_16 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16x32x32xf32>
    %73 = stablehlo.multiply %72, %70 : tensor<16x32x32xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.reduce(%71 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_18 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %77 = stablehlo.divide %75, %76 : tensor<16x32x1xf32>
    %78 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %79 = stablehlo.subtract %64, %78 : tensor<16x32x32xf32>
    %cst_19 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %81 = stablehlo.add %77, %80 : tensor<16x32x1xf32>
    %82 = stablehlo.rsqrt %81 : tensor<16x32x1xf32>
    %83 = stablehlo.divide %82, %81 : tensor<16x32x1xf32>
    %cst_20 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<16x32x1xf32>
    %86 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %87 = stablehlo.multiply %79, %86 : tensor<16x32x32xf32>
    %88 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<16x32x32xf32>
    %90 = stablehlo.multiply %87, %89 : tensor<16x32x32xf32>
    %91 = stablehlo.dot_general %90, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x64xf32>) -> tensor<16x32x64xf32>
    %92 = stablehlo.multiply %91, %91 : tensor<16x32x64xf32>
    %93 = stablehlo.multiply %92, %91 : tensor<16x32x64xf32>
    %94 = stablehlo.multiply %91, %91 : tensor<16x32x64xf32>
    %cst_21 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %96 = stablehlo.multiply %95, %94 : tensor<16x32x64xf32>
    %cst_22 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %98 = stablehlo.multiply %97, %93 : tensor<16x32x64xf32>
    %99 = stablehlo.add %91, %98 : tensor<16x32x64xf32>
    %cst_23 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %101 = stablehlo.multiply %100, %99 : tensor<16x32x64xf32>
    %102 = stablehlo.tanh %101 : tensor<16x32x64xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %104 = stablehlo.subtract %103, %102 : tensor<16x32x64xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %106 = stablehlo.add %105, %102 : tensor<16x32x64xf32>
    %cst_26 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %108 = stablehlo.multiply %107, %106 : tensor<16x32x64xf32>
    %109 = stablehlo.multiply %91, %108 : tensor<16x32x64xf32>
    %110 = stablehlo.dot_general %109, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x32xf32>) -> tensor<16x32x32xf32>
    %111 = stablehlo.add %64, %110 : tensor<16x32x32xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.reduce(%111 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_28 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %115 = stablehlo.divide %113, %114 : tensor<16x32x1xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %117 = stablehlo.subtract %111, %116 : tensor<16x32x32xf32>
    %118 = stablehlo.multiply %117, %117 : tensor<16x32x32xf32>
    %cst_29 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16x32x32xf32>
    %120 = stablehlo.multiply %119, %117 : tensor<16x32x32xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %121 = stablehlo.reduce(%118 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_31 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %124 = stablehlo.divide %122, %123 : tensor<16x32x1xf32>
    %125 = stablehlo.broadcast_in_dim %115, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %126 = stablehlo.subtract %111, %125 : tensor<16x32x32xf32>
    %cst_32 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %128 = stablehlo.add %124, %127 : tensor<16x32x1xf32>
    %129 = stablehlo.rsqrt %128 : tensor<16x32x1xf32>
    %130 = stablehlo.divide %129, %128 : tensor<16x32x1xf32>
    %cst_33 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %132 = stablehlo.multiply %131, %130 : tensor<16x32x1xf32>
    %133 = stablehlo.broadcast_in_dim %129, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %134 = stablehlo.multiply %126, %133 : tensor<16x32x32xf32>
    %135 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %136 = stablehlo.broadcast_in_dim %135, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<16x32x32xf32>
    %137 = stablehlo.multiply %134, %136 : tensor<16x32x32xf32>
    %138 = stablehlo.dot_general %137, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %139 = stablehlo.reshape %138 : (tensor<16x32x32xf32>) -> tensor<16x32x4x8xf32>
    %140 = stablehlo.dot_general %137, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %141 = stablehlo.reshape %140 : (tensor<16x32x32xf32>) -> tensor<16x32x4x8xf32>
    %142 = stablehlo.dot_general %137, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %143 = stablehlo.reshape %142 : (tensor<16x32x32xf32>) -> tensor<16x32x4x8xf32>
    %144 = stablehlo.dot_general %139, %141, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x8xf32>, tensor<16x32x4x8xf32>) -> tensor<16x4x32x32xf32>
    %cst_34 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %145 = stablehlo.sqrt %cst_34 : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %147 = stablehlo.divide %144, %146 : tensor<16x4x32x32xf32>
    %c_35 = stablehlo.constant dense<true> : tensor<i1>
    %148 = stablehlo.broadcast_in_dim %c_35, dims = [] : (tensor<i1>) -> tensor<32x32xi1>
    %149 = call @tril(%148) : (tensor<32x32xi1>) -> tensor<32x32xi1>
    %cst_36 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %150:2 = call @_where(%149, %147, %cst_36) : (tensor<32x32xi1>, tensor<16x4x32x32xf32>, tensor<f32>) -> (tensor<16x4x32x32xf32>, tensor<16x4x32x32xi1>)
    %cst_37 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %151 = stablehlo.reduce(%150#0 init: %cst_37) applies stablehlo.maximum across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %cst_38 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<16x4x32xf32>
    %153 = stablehlo.maximum %152, %151 : tensor<16x4x32xf32>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %155 = stablehlo.broadcast_in_dim %154, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %156 = stablehlo.subtract %150#0, %155 : tensor<16x4x32x32xf32>
    %157 = stablehlo.exponential %156 : tensor<16x4x32x32xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.reduce(%157 init: %cst_39) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %160 = stablehlo.broadcast_in_dim %159, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %161 = stablehlo.divide %157, %160 : tensor<16x4x32x32xf32>
    %162 = stablehlo.multiply %159, %159 : tensor<16x4x32x1xf32>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<16x4x32x1xf32>
    %164 = stablehlo.divide %163, %162 : tensor<16x4x32x1xf32>
    %165 = stablehlo.dot_general %143, %161, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x8xf32>, tensor<16x4x32x32xf32>) -> tensor<16x4x8x32xf32>
    %166 = stablehlo.transpose %165, dims = [0, 3, 1, 2] : (tensor<16x4x8x32xf32>) -> tensor<16x32x4x8xf32>
    %167 = stablehlo.reshape %166 : (tensor<16x32x4x8xf32>) -> tensor<16x32x32xf32>
    %168 = stablehlo.dot_general %167, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %169 = stablehlo.add %111, %168 : tensor<16x32x32xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %170 = stablehlo.reduce(%169 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_42 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %173 = stablehlo.divide %171, %172 : tensor<16x32x1xf32>
    %174 = stablehlo.broadcast_in_dim %173, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %175 = stablehlo.subtract %169, %174 : tensor<16x32x32xf32>
    %176 = stablehlo.multiply %175, %175 : tensor<16x32x32xf32>
    %cst_43 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<16x32x32xf32>
    %178 = stablehlo.multiply %177, %175 : tensor<16x32x32xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.reduce(%176 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %180 = stablehlo.broadcast_in_dim %179, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_45 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %182 = stablehlo.divide %180, %181 : tensor<16x32x1xf32>
    %183 = stablehlo.broadcast_in_dim %173, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %184 = stablehlo.subtract %169, %183 : tensor<16x32x32xf32>
    %cst_46 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %186 = stablehlo.add %182, %185 : tensor<16x32x1xf32>
    %187 = stablehlo.rsqrt %186 : tensor<16x32x1xf32>
    %188 = stablehlo.divide %187, %186 : tensor<16x32x1xf32>
    %cst_47 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %190 = stablehlo.multiply %189, %188 : tensor<16x32x1xf32>
    %191 = stablehlo.broadcast_in_dim %187, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %192 = stablehlo.multiply %184, %191 : tensor<16x32x32xf32>
    %193 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %194 = stablehlo.broadcast_in_dim %193, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<16x32x32xf32>
    %195 = stablehlo.multiply %192, %194 : tensor<16x32x32xf32>
    %196 = stablehlo.dot_general %195, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x64xf32>) -> tensor<16x32x64xf32>
    %197 = stablehlo.multiply %196, %196 : tensor<16x32x64xf32>
    %198 = stablehlo.multiply %197, %196 : tensor<16x32x64xf32>
    %199 = stablehlo.multiply %196, %196 : tensor<16x32x64xf32>
    %cst_48 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %201 = stablehlo.multiply %200, %199 : tensor<16x32x64xf32>
    %cst_49 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %203 = stablehlo.multiply %202, %198 : tensor<16x32x64xf32>
    %204 = stablehlo.add %196, %203 : tensor<16x32x64xf32>
    %cst_50 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %206 = stablehlo.multiply %205, %204 : tensor<16x32x64xf32>
    %207 = stablehlo.tanh %206 : tensor<16x32x64xf32>
    %cst_51 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %209 = stablehlo.subtract %208, %207 : tensor<16x32x64xf32>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %211 = stablehlo.add %210, %207 : tensor<16x32x64xf32>
    %cst_53 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %213 = stablehlo.multiply %212, %211 : tensor<16x32x64xf32>
    %214 = stablehlo.multiply %196, %213 : tensor<16x32x64xf32>
    %215 = stablehlo.dot_general %214, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x32xf32>) -> tensor<16x32x32xf32>
    %216 = stablehlo.add %169, %215 : tensor<16x32x32xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %217 = stablehlo.reduce(%216 init: %cst_54) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_55 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %220 = stablehlo.divide %218, %219 : tensor<16x32x1xf32>
    %221 = stablehlo.broadcast_in_dim %220, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %222 = stablehlo.subtract %216, %221 : tensor<16x32x32xf32>
    %223 = stablehlo.multiply %222, %222 : tensor<16x32x32xf32>
    %cst_56 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<16x32x32xf32>
    %225 = stablehlo.multiply %224, %222 : tensor<16x32x32xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %226 = stablehlo.reduce(%223 init: %cst_57) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %227 = stablehlo.broadcast_in_dim %226, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_58 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %229 = stablehlo.divide %227, %228 : tensor<16x32x1xf32>
    %230 = stablehlo.broadcast_in_dim %220, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %231 = stablehlo.subtract %216, %230 : tensor<16x32x32xf32>
    %cst_59 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %232 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %233 = stablehlo.add %229, %232 : tensor<16x32x1xf32>
    %234 = stablehlo.rsqrt %233 : tensor<16x32x1xf32>
    %235 = stablehlo.divide %234, %233 : tensor<16x32x1xf32>
    %cst_60 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %236 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %237 = stablehlo.multiply %236, %235 : tensor<16x32x1xf32>
    %238 = stablehlo.broadcast_in_dim %234, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %239 = stablehlo.multiply %231, %238 : tensor<16x32x32xf32>
    %240 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<16x32x32xf32>
    %242 = stablehlo.multiply %239, %241 : tensor<16x32x32xf32>
    %243 = stablehlo.dot_general %242, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x64xf32>) -> tensor<16x32x64xf32>
    %244:3 = call @log_softmax(%243) : (tensor<16x32x64xf32>) -> (tensor<16x32x64xf32>, tensor<16x32x64xf32>, tensor<16x32x1xf32>)
    %245 = stablehlo.broadcast_in_dim %arg59, dims = [0, 1] : (tensor<16x32xi32>) -> tensor<16x32x1xi32>
    %246:2 = call @take_along_axis(%244#0, %245) : (tensor<16x32x64xf32>, tensor<16x32x1xi32>) -> (tensor<16x32x1xf32>, tensor<16x32x1x1xi32>)
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.reduce(%246#0 init: %cst_61) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_62 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %248 = stablehlo.divide %247, %cst_62 : tensor<f32>
    %249 = stablehlo.negate %248 : tensor<f32>
    %cst_63 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %250 = stablehlo.negate %cst_63 : tensor<f32>
    %cst_64 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %251 = stablehlo.divide %250, %cst_64 : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %251, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %253 = call @take_along_axis_0(%246#1, %252) : (tensor<16x32x1x1xi32>, tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %254 = call @log_softmax_1(%244#1, %244#2, %253) : (tensor<16x32x64xf32>, tensor<16x32x1xf32>, tensor<16x32x64xf32>) -> tensor<16x32x64xf32>
    %255 = stablehlo.dot_general %254, %242, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x32xf32>) -> tensor<64x32xf32>
    %256 = stablehlo.transpose %255, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %257 = stablehlo.dot_general %254, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<32x64xf32>) -> tensor<16x32x32xf32>
    %258 = stablehlo.multiply %239, %257 : tensor<16x32x32xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %259 = stablehlo.reduce(%258 init: %cst_65) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<32xf32>
    %260 = stablehlo.reshape %259 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %261 = stablehlo.broadcast_in_dim %240, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<16x32x32xf32>
    %262 = stablehlo.multiply %257, %261 : tensor<16x32x32xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %263 = stablehlo.reduce(%260 init: %cst_66) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %264 = stablehlo.multiply %231, %262 : tensor<16x32x32xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %265 = stablehlo.reduce(%264 init: %cst_67) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %266 = stablehlo.reshape %265 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %267 = stablehlo.broadcast_in_dim %234, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %268 = stablehlo.multiply %262, %267 : tensor<16x32x32xf32>
    %269 = stablehlo.multiply %266, %237 : tensor<16x32x1xf32>
    %270 = stablehlo.negate %268 : tensor<16x32x32xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %271 = stablehlo.reduce(%270 init: %cst_68) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %272 = stablehlo.reshape %271 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_69 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %274 = stablehlo.divide %269, %273 : tensor<16x32x1xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %275 = stablehlo.reduce(%274 init: %cst_70) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x32xf32>
    %277 = stablehlo.multiply %276, %225 : tensor<16x32x32xf32>
    %278 = stablehlo.negate %277 : tensor<16x32x32xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %279 = stablehlo.reduce(%278 init: %cst_71) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %280 = stablehlo.reshape %279 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %281 = stablehlo.add %268, %277 : tensor<16x32x32xf32>
    %282 = stablehlo.add %272, %280 : tensor<16x32x1xf32>
    %cst_72 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %283 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %284 = stablehlo.divide %282, %283 : tensor<16x32x1xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_73) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x32xf32>
    %287 = stablehlo.add %281, %286 : tensor<16x32x32xf32>
    %288 = stablehlo.dot_general %287, %214, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<16x32x64xf32>) -> tensor<32x64xf32>
    %289 = stablehlo.transpose %288, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %290 = stablehlo.dot_general %287, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<64x32xf32>) -> tensor<16x32x64xf32>
    %291 = stablehlo.multiply %196, %290 : tensor<16x32x64xf32>
    %292 = stablehlo.multiply %290, %213 : tensor<16x32x64xf32>
    %cst_74 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %294 = stablehlo.multiply %293, %291 : tensor<16x32x64xf32>
    %295 = stablehlo.multiply %294, %209 : tensor<16x32x64xf32>
    %296 = stablehlo.multiply %295, %207 : tensor<16x32x64xf32>
    %297 = stablehlo.add %295, %296 : tensor<16x32x64xf32>
    %cst_75 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %299 = stablehlo.multiply %298, %297 : tensor<16x32x64xf32>
    %300 = stablehlo.add %292, %299 : tensor<16x32x64xf32>
    %cst_76 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %302 = stablehlo.multiply %301, %299 : tensor<16x32x64xf32>
    %303 = stablehlo.multiply %302, %201 : tensor<16x32x64xf32>
    %304 = stablehlo.add %300, %303 : tensor<16x32x64xf32>
    %305 = stablehlo.dot_general %304, %195, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x32xf32>) -> tensor<64x32xf32>
    %306 = stablehlo.transpose %305, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %307 = stablehlo.dot_general %304, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<32x64xf32>) -> tensor<16x32x32xf32>
    %308 = stablehlo.multiply %192, %307 : tensor<16x32x32xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %309 = stablehlo.reduce(%308 init: %cst_77) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<32xf32>
    %310 = stablehlo.reshape %309 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %311 = stablehlo.broadcast_in_dim %193, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<16x32x32xf32>
    %312 = stablehlo.multiply %307, %311 : tensor<16x32x32xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %313 = stablehlo.reduce(%310 init: %cst_78) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %314 = stablehlo.multiply %184, %312 : tensor<16x32x32xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %315 = stablehlo.reduce(%314 init: %cst_79) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %316 = stablehlo.reshape %315 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %317 = stablehlo.broadcast_in_dim %187, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %318 = stablehlo.multiply %312, %317 : tensor<16x32x32xf32>
    %319 = stablehlo.multiply %316, %190 : tensor<16x32x1xf32>
    %320 = stablehlo.negate %318 : tensor<16x32x32xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %321 = stablehlo.reduce(%320 init: %cst_80) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %322 = stablehlo.reshape %321 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %323 = stablehlo.add %287, %318 : tensor<16x32x32xf32>
    %cst_81 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %325 = stablehlo.divide %319, %324 : tensor<16x32x1xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %326 = stablehlo.reduce(%325 init: %cst_82) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %327 = stablehlo.broadcast_in_dim %326, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x32xf32>
    %328 = stablehlo.multiply %327, %178 : tensor<16x32x32xf32>
    %329 = stablehlo.negate %328 : tensor<16x32x32xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %330 = stablehlo.reduce(%329 init: %cst_83) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %331 = stablehlo.reshape %330 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %332 = stablehlo.add %323, %328 : tensor<16x32x32xf32>
    %333 = stablehlo.add %322, %331 : tensor<16x32x1xf32>
    %cst_84 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %334 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %335 = stablehlo.divide %333, %334 : tensor<16x32x1xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %336 = stablehlo.reduce(%335 init: %cst_85) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %337 = stablehlo.broadcast_in_dim %336, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x32xf32>
    %338 = stablehlo.add %332, %337 : tensor<16x32x32xf32>
    %339 = stablehlo.dot_general %338, %167, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<16x32x32xf32>) -> tensor<32x32xf32>
    %340 = stablehlo.transpose %339, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %341 = stablehlo.dot_general %338, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %342 = stablehlo.reshape %341 : (tensor<16x32x32xf32>) -> tensor<16x32x4x8xf32>
    %343 = stablehlo.transpose %342, dims = [0, 2, 3, 1] : (tensor<16x32x4x8xf32>) -> tensor<16x4x8x32xf32>
    %344 = stablehlo.dot_general %343, %143, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x4x8x32xf32>, tensor<16x32x4x8xf32>) -> tensor<16x4x32x32xf32>
    %345 = stablehlo.dot_general %343, %161, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x4x8x32xf32>, tensor<16x4x32x32xf32>) -> tensor<16x4x8x32xf32>
    %346 = stablehlo.transpose %345, dims = [0, 3, 1, 2] : (tensor<16x4x8x32xf32>) -> tensor<16x32x4x8xf32>
    %347 = stablehlo.broadcast_in_dim %164, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %348 = stablehlo.multiply %344, %347 : tensor<16x4x32x32xf32>
    %349 = stablehlo.multiply %348, %157 : tensor<16x4x32x32xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %350 = stablehlo.reduce(%349 init: %cst_86) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %351 = stablehlo.reshape %350 : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %352 = stablehlo.negate %351 : tensor<16x4x32x1xf32>
    %353 = stablehlo.broadcast_in_dim %159, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %354 = stablehlo.divide %344, %353 : tensor<16x4x32x32xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %355 = stablehlo.reduce(%352 init: %cst_87) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x1xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %356 = stablehlo.broadcast_in_dim %355, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %357 = stablehlo.add %354, %356 : tensor<16x4x32x32xf32>
    %358 = stablehlo.multiply %357, %157 : tensor<16x4x32x32xf32>
    %359 = call @_where_2(%150#1, %358) : (tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>) -> tensor<16x4x32x32xf32>
    %360 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %361 = stablehlo.divide %359, %360 : tensor<16x4x32x32xf32>
    %362 = stablehlo.dot_general %361, %139, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4x32x32xf32>, tensor<16x32x4x8xf32>) -> tensor<16x4x32x8xf32>
    %363 = stablehlo.transpose %362, dims = [0, 2, 1, 3] : (tensor<16x4x32x8xf32>) -> tensor<16x32x4x8xf32>
    %364 = stablehlo.dot_general %361, %141, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4x32x32xf32>, tensor<16x32x4x8xf32>) -> tensor<16x4x32x8xf32>
    %365 = stablehlo.transpose %364, dims = [0, 2, 1, 3] : (tensor<16x4x32x8xf32>) -> tensor<16x32x4x8xf32>
    %366 = stablehlo.reshape %346 : (tensor<16x32x4x8xf32>) -> tensor<16x32x32xf32>
    %367 = stablehlo.dot_general %366, %137, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<16x32x32xf32>) -> tensor<32x32xf32>
    %368 = stablehlo.transpose %367, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %369 = stablehlo.dot_general %366, %arg18, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %370 = stablehlo.reshape %363 : (tensor<16x32x4x8xf32>) -> tensor<16x32x32xf32>
    %371 = stablehlo.dot_general %370, %137, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<16x32x32xf32>) -> tensor<32x32xf32>
    %372 = stablehlo.transpose %371, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %373 = stablehlo.dot_general %370, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %374 = stablehlo.add %369, %373 : tensor<16x32x32xf32>
    %375 = stablehlo.reshape %365 : (tensor<16x32x4x8xf32>) -> tensor<16x32x32xf32>
    %376 = stablehlo.dot_general %375, %137, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<16x32x32xf32>) -> tensor<32x32xf32>
    %377 = stablehlo.transpose %376, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %378 = stablehlo.dot_general %375, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %379 = stablehlo.add %374, %378 : tensor<16x32x32xf32>
    %380 = stablehlo.multiply %134, %379 : tensor<16x32x32xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %381 = stablehlo.reduce(%380 init: %cst_88) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<32xf32>
    %382 = stablehlo.reshape %381 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %383 = stablehlo.broadcast_in_dim %135, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<16x32x32xf32>
    %384 = stablehlo.multiply %379, %383 : tensor<16x32x32xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %385 = stablehlo.reduce(%382 init: %cst_89) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %386 = stablehlo.multiply %126, %384 : tensor<16x32x32xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %387 = stablehlo.reduce(%386 init: %cst_90) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %388 = stablehlo.reshape %387 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %389 = stablehlo.broadcast_in_dim %129, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %390 = stablehlo.multiply %384, %389 : tensor<16x32x32xf32>
    %391 = stablehlo.multiply %388, %132 : tensor<16x32x1xf32>
    %392 = stablehlo.negate %390 : tensor<16x32x32xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %393 = stablehlo.reduce(%392 init: %cst_91) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %394 = stablehlo.reshape %393 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %395 = stablehlo.add %338, %390 : tensor<16x32x32xf32>
    %cst_92 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %396 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %397 = stablehlo.divide %391, %396 : tensor<16x32x1xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %398 = stablehlo.reduce(%397 init: %cst_93) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %399 = stablehlo.broadcast_in_dim %398, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x32xf32>
    %400 = stablehlo.multiply %399, %120 : tensor<16x32x32xf32>
    %401 = stablehlo.negate %400 : tensor<16x32x32xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %402 = stablehlo.reduce(%401 init: %cst_94) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %403 = stablehlo.reshape %402 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %404 = stablehlo.add %395, %400 : tensor<16x32x32xf32>
    %405 = stablehlo.add %394, %403 : tensor<16x32x1xf32>
    %cst_95 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %406 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %407 = stablehlo.divide %405, %406 : tensor<16x32x1xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %408 = stablehlo.reduce(%407 init: %cst_96) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %409 = stablehlo.broadcast_in_dim %408, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x32xf32>
    %410 = stablehlo.add %404, %409 : tensor<16x32x32xf32>
    %411 = stablehlo.dot_general %410, %109, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<16x32x64xf32>) -> tensor<32x64xf32>
    %412 = stablehlo.transpose %411, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %413 = stablehlo.dot_general %410, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<64x32xf32>) -> tensor<16x32x64xf32>
    %414 = stablehlo.multiply %91, %413 : tensor<16x32x64xf32>
    %415 = stablehlo.multiply %413, %108 : tensor<16x32x64xf32>
    %cst_97 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %416 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %417 = stablehlo.multiply %416, %414 : tensor<16x32x64xf32>
    %418 = stablehlo.multiply %417, %104 : tensor<16x32x64xf32>
    %419 = stablehlo.multiply %418, %102 : tensor<16x32x64xf32>
    %420 = stablehlo.add %418, %419 : tensor<16x32x64xf32>
    %cst_98 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %421 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %422 = stablehlo.multiply %421, %420 : tensor<16x32x64xf32>
    %423 = stablehlo.add %415, %422 : tensor<16x32x64xf32>
    %cst_99 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %424 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %425 = stablehlo.multiply %424, %422 : tensor<16x32x64xf32>
    %426 = stablehlo.multiply %425, %96 : tensor<16x32x64xf32>
    %427 = stablehlo.add %423, %426 : tensor<16x32x64xf32>
    %428 = stablehlo.dot_general %427, %90, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x32xf32>) -> tensor<64x32xf32>
    %429 = stablehlo.transpose %428, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %430 = stablehlo.dot_general %427, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<32x64xf32>) -> tensor<16x32x32xf32>
    %431 = stablehlo.multiply %87, %430 : tensor<16x32x32xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %432 = stablehlo.reduce(%431 init: %cst_100) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<32xf32>
    %433 = stablehlo.reshape %432 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %434 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<16x32x32xf32>
    %435 = stablehlo.multiply %430, %434 : tensor<16x32x32xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %436 = stablehlo.reduce(%433 init: %cst_101) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %437 = stablehlo.multiply %79, %435 : tensor<16x32x32xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %438 = stablehlo.reduce(%437 init: %cst_102) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %439 = stablehlo.reshape %438 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %440 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %441 = stablehlo.multiply %435, %440 : tensor<16x32x32xf32>
    %442 = stablehlo.multiply %439, %85 : tensor<16x32x1xf32>
    %443 = stablehlo.negate %441 : tensor<16x32x32xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %444 = stablehlo.reduce(%443 init: %cst_103) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %445 = stablehlo.reshape %444 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %446 = stablehlo.add %410, %441 : tensor<16x32x32xf32>
    %cst_104 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %447 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %448 = stablehlo.divide %442, %447 : tensor<16x32x1xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %449 = stablehlo.reduce(%448 init: %cst_105) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %450 = stablehlo.broadcast_in_dim %449, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x32xf32>
    %451 = stablehlo.multiply %450, %73 : tensor<16x32x32xf32>
    %452 = stablehlo.negate %451 : tensor<16x32x32xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %453 = stablehlo.reduce(%452 init: %cst_106) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %454 = stablehlo.reshape %453 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %455 = stablehlo.add %446, %451 : tensor<16x32x32xf32>
    %456 = stablehlo.add %445, %454 : tensor<16x32x1xf32>
    %cst_107 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %457 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %458 = stablehlo.divide %456, %457 : tensor<16x32x1xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %459 = stablehlo.reduce(%458 init: %cst_108) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %460 = stablehlo.broadcast_in_dim %459, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x32xf32>
    %461 = stablehlo.add %455, %460 : tensor<16x32x32xf32>
    %462 = stablehlo.dot_general %461, %62, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<16x32x32xf32>) -> tensor<32x32xf32>
    %463 = stablehlo.transpose %462, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %464 = stablehlo.dot_general %461, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %465 = stablehlo.reshape %464 : (tensor<16x32x32xf32>) -> tensor<16x32x4x8xf32>
    %466 = stablehlo.transpose %465, dims = [0, 2, 3, 1] : (tensor<16x32x4x8xf32>) -> tensor<16x4x8x32xf32>
    %467 = stablehlo.dot_general %466, %38, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x4x8x32xf32>, tensor<16x32x4x8xf32>) -> tensor<16x4x32x32xf32>
    %468 = stablehlo.dot_general %466, %56, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x4x8x32xf32>, tensor<16x4x32x32xf32>) -> tensor<16x4x8x32xf32>
    %469 = stablehlo.transpose %468, dims = [0, 3, 1, 2] : (tensor<16x4x8x32xf32>) -> tensor<16x32x4x8xf32>
    %470 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %471 = stablehlo.multiply %467, %470 : tensor<16x4x32x32xf32>
    %472 = stablehlo.multiply %471, %52 : tensor<16x4x32x32xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %473 = stablehlo.reduce(%472 init: %cst_109) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %474 = stablehlo.reshape %473 : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %475 = stablehlo.negate %474 : tensor<16x4x32x1xf32>
    %476 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %477 = stablehlo.divide %467, %476 : tensor<16x4x32x32xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %478 = stablehlo.reduce(%475 init: %cst_110) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x1xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %479 = stablehlo.broadcast_in_dim %478, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %480 = stablehlo.add %477, %479 : tensor<16x4x32x32xf32>
    %481 = stablehlo.multiply %480, %52 : tensor<16x4x32x32xf32>
    %482 = call @_where_2(%45#1, %481) : (tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>) -> tensor<16x4x32x32xf32>
    %483 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %484 = stablehlo.divide %482, %483 : tensor<16x4x32x32xf32>
    %485 = stablehlo.dot_general %484, %34, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4x32x32xf32>, tensor<16x32x4x8xf32>) -> tensor<16x4x32x8xf32>
    %486 = stablehlo.transpose %485, dims = [0, 2, 1, 3] : (tensor<16x4x32x8xf32>) -> tensor<16x32x4x8xf32>
    %487 = stablehlo.dot_general %484, %36, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4x32x32xf32>, tensor<16x32x4x8xf32>) -> tensor<16x4x32x8xf32>
    %488 = stablehlo.transpose %487, dims = [0, 2, 1, 3] : (tensor<16x4x32x8xf32>) -> tensor<16x32x4x8xf32>
    %489 = stablehlo.reshape %469 : (tensor<16x32x4x8xf32>) -> tensor<16x32x32xf32>
    %490 = stablehlo.dot_general %489, %32, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<16x32x32xf32>) -> tensor<32x32xf32>
    %491 = stablehlo.transpose %490, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %492 = stablehlo.dot_general %489, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %493 = stablehlo.reshape %486 : (tensor<16x32x4x8xf32>) -> tensor<16x32x32xf32>
    %494 = stablehlo.dot_general %493, %32, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<16x32x32xf32>) -> tensor<32x32xf32>
    %495 = stablehlo.transpose %494, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %496 = stablehlo.dot_general %493, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %497 = stablehlo.add %492, %496 : tensor<16x32x32xf32>
    %498 = stablehlo.reshape %488 : (tensor<16x32x4x8xf32>) -> tensor<16x32x32xf32>
    %499 = stablehlo.dot_general %498, %32, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<16x32x32xf32>) -> tensor<32x32xf32>
    %500 = stablehlo.transpose %499, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %501 = stablehlo.dot_general %498, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x32xf32>, tensor<32x32xf32>) -> tensor<16x32x32xf32>
    %502 = stablehlo.add %497, %501 : tensor<16x32x32xf32>
    %503 = stablehlo.multiply %29, %502 : tensor<16x32x32xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %504 = stablehlo.reduce(%503 init: %cst_111) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<32xf32>
    %505 = stablehlo.reshape %504 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %506 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<16x32x32xf32>
    %507 = stablehlo.multiply %502, %506 : tensor<16x32x32xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %508 = stablehlo.reduce(%505 init: %cst_112) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %509 = stablehlo.multiply %21, %507 : tensor<16x32x32xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %510 = stablehlo.reduce(%509 init: %cst_113) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %511 = stablehlo.reshape %510 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %512 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x32xf32>
    %513 = stablehlo.multiply %507, %512 : tensor<16x32x32xf32>
    %514 = stablehlo.multiply %511, %27 : tensor<16x32x1xf32>
    %515 = stablehlo.negate %513 : tensor<16x32x32xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %516 = stablehlo.reduce(%515 init: %cst_114) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %517 = stablehlo.reshape %516 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %518 = stablehlo.add %461, %513 : tensor<16x32x32xf32>
    %cst_115 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %519 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %520 = stablehlo.divide %514, %519 : tensor<16x32x1xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %521 = stablehlo.reduce(%520 init: %cst_116) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %522 = stablehlo.broadcast_in_dim %521, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x32xf32>
    %523 = stablehlo.multiply %522, %15 : tensor<16x32x32xf32>
    %524 = stablehlo.negate %523 : tensor<16x32x32xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %525 = stablehlo.reduce(%524 init: %cst_117) applies stablehlo.add across dimensions = [2] : (tensor<16x32x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %526 = stablehlo.reshape %525 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %527 = stablehlo.add %518, %523 : tensor<16x32x32xf32>
    %528 = stablehlo.add %517, %526 : tensor<16x32x1xf32>
    %cst_118 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %529 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %530 = stablehlo.divide %528, %529 : tensor<16x32x1xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %531 = stablehlo.reduce(%530 init: %cst_119) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %532 = stablehlo.broadcast_in_dim %531, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x32xf32>
    %533 = stablehlo.add %527, %532 : tensor<16x32x32xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %534 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %535 = "stablehlo.scatter"(%534, %5, %533) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg60: tensor<f32>, %arg61: tensor<f32>):
      %1016 = stablehlo.add %arg60, %arg61 : tensor<f32>
      stablehlo.return %1016 : tensor<f32>
    }) : (tensor<64x32xf32>, tensor<16x32x1xi32>, tensor<16x32x32xf32>) -> tensor<64x32xf32>
    %cst_121 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %536 = stablehlo.add %arg57, %cst_121 : tensor<f32>
    %cst_122 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %537 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %538 = stablehlo.multiply %537, %arg19 : tensor<64x32xf32>
    %cst_123 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %539 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %540 = stablehlo.multiply %539, %535 : tensor<64x32xf32>
    %541 = stablehlo.add %538, %540 : tensor<64x32xf32>
    %cst_124 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %542 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %543 = stablehlo.multiply %542, %arg20 : tensor<32xf32>
    %cst_125 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %544 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %545 = stablehlo.multiply %544, %263 : tensor<32xf32>
    %546 = stablehlo.add %543, %545 : tensor<32xf32>
    %cst_126 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %547 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %548 = stablehlo.multiply %547, %arg21 : tensor<32x64xf32>
    %cst_127 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %549 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %550 = stablehlo.multiply %549, %256 : tensor<32x64xf32>
    %551 = stablehlo.add %548, %550 : tensor<32x64xf32>
    %cst_128 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %552 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %553 = stablehlo.multiply %552, %arg22 : tensor<32xf32>
    %cst_129 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %554 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %555 = stablehlo.multiply %554, %508 : tensor<32xf32>
    %556 = stablehlo.add %553, %555 : tensor<32xf32>
    %cst_130 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %557 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %558 = stablehlo.multiply %557, %arg23 : tensor<32xf32>
    %cst_131 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %559 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %560 = stablehlo.multiply %559, %436 : tensor<32xf32>
    %561 = stablehlo.add %558, %560 : tensor<32xf32>
    %cst_132 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %562 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %563 = stablehlo.multiply %562, %arg24 : tensor<32x64xf32>
    %cst_133 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %564 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %565 = stablehlo.multiply %564, %429 : tensor<32x64xf32>
    %566 = stablehlo.add %563, %565 : tensor<32x64xf32>
    %cst_134 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %567 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %568 = stablehlo.multiply %567, %arg25 : tensor<64x32xf32>
    %cst_135 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %569 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %570 = stablehlo.multiply %569, %412 : tensor<64x32xf32>
    %571 = stablehlo.add %568, %570 : tensor<64x32xf32>
    %cst_136 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %572 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %573 = stablehlo.multiply %572, %arg26 : tensor<32x32xf32>
    %cst_137 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %574 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %575 = stablehlo.multiply %574, %495 : tensor<32x32xf32>
    %576 = stablehlo.add %573, %575 : tensor<32x32xf32>
    %cst_138 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %577 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %578 = stablehlo.multiply %577, %arg27 : tensor<32x32xf32>
    %cst_139 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %579 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %580 = stablehlo.multiply %579, %463 : tensor<32x32xf32>
    %581 = stablehlo.add %578, %580 : tensor<32x32xf32>
    %cst_140 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %582 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %583 = stablehlo.multiply %582, %arg28 : tensor<32x32xf32>
    %cst_141 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %584 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %585 = stablehlo.multiply %584, %500 : tensor<32x32xf32>
    %586 = stablehlo.add %583, %585 : tensor<32x32xf32>
    %cst_142 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %588 = stablehlo.multiply %587, %arg29 : tensor<32x32xf32>
    %cst_143 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %589 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %590 = stablehlo.multiply %589, %491 : tensor<32x32xf32>
    %591 = stablehlo.add %588, %590 : tensor<32x32xf32>
    %cst_144 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %592 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %593 = stablehlo.multiply %592, %arg30 : tensor<32xf32>
    %cst_145 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %594 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %595 = stablehlo.multiply %594, %385 : tensor<32xf32>
    %596 = stablehlo.add %593, %595 : tensor<32xf32>
    %cst_146 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %597 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %598 = stablehlo.multiply %597, %arg31 : tensor<32xf32>
    %cst_147 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %599 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %600 = stablehlo.multiply %599, %313 : tensor<32xf32>
    %601 = stablehlo.add %598, %600 : tensor<32xf32>
    %cst_148 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %602 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %603 = stablehlo.multiply %602, %arg32 : tensor<32x64xf32>
    %cst_149 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %604 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %605 = stablehlo.multiply %604, %306 : tensor<32x64xf32>
    %606 = stablehlo.add %603, %605 : tensor<32x64xf32>
    %cst_150 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %607 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %608 = stablehlo.multiply %607, %arg33 : tensor<64x32xf32>
    %cst_151 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %609 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %610 = stablehlo.multiply %609, %289 : tensor<64x32xf32>
    %611 = stablehlo.add %608, %610 : tensor<64x32xf32>
    %cst_152 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %612 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %613 = stablehlo.multiply %612, %arg34 : tensor<32x32xf32>
    %cst_153 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %614 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %615 = stablehlo.multiply %614, %372 : tensor<32x32xf32>
    %616 = stablehlo.add %613, %615 : tensor<32x32xf32>
    %cst_154 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %617 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %618 = stablehlo.multiply %617, %arg35 : tensor<32x32xf32>
    %cst_155 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %619 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %620 = stablehlo.multiply %619, %340 : tensor<32x32xf32>
    %621 = stablehlo.add %618, %620 : tensor<32x32xf32>
    %cst_156 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %622 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %623 = stablehlo.multiply %622, %arg36 : tensor<32x32xf32>
    %cst_157 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %624 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %625 = stablehlo.multiply %624, %377 : tensor<32x32xf32>
    %626 = stablehlo.add %623, %625 : tensor<32x32xf32>
    %cst_158 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %627 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %628 = stablehlo.multiply %627, %arg37 : tensor<32x32xf32>
    %cst_159 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %629 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %630 = stablehlo.multiply %629, %368 : tensor<32x32xf32>
    %631 = stablehlo.add %628, %630 : tensor<32x32xf32>
    %cst_160 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %632 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %633 = stablehlo.multiply %632, %arg38 : tensor<64x32xf32>
    %cst_161 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %634 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %635 = stablehlo.multiply %634, %535 : tensor<64x32xf32>
    %636 = stablehlo.multiply %635, %535 : tensor<64x32xf32>
    %637 = stablehlo.add %633, %636 : tensor<64x32xf32>
    %cst_162 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %638 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %639 = stablehlo.multiply %638, %arg39 : tensor<32xf32>
    %cst_163 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %640 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %641 = stablehlo.multiply %640, %263 : tensor<32xf32>
    %642 = stablehlo.multiply %641, %263 : tensor<32xf32>
    %643 = stablehlo.add %639, %642 : tensor<32xf32>
    %cst_164 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %644 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %645 = stablehlo.multiply %644, %arg40 : tensor<32x64xf32>
    %cst_165 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %646 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %647 = stablehlo.multiply %646, %256 : tensor<32x64xf32>
    %648 = stablehlo.multiply %647, %256 : tensor<32x64xf32>
    %649 = stablehlo.add %645, %648 : tensor<32x64xf32>
    %cst_166 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %650 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %651 = stablehlo.multiply %650, %arg41 : tensor<32xf32>
    %cst_167 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %652 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %653 = stablehlo.multiply %652, %508 : tensor<32xf32>
    %654 = stablehlo.multiply %653, %508 : tensor<32xf32>
    %655 = stablehlo.add %651, %654 : tensor<32xf32>
    %cst_168 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %656 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %657 = stablehlo.multiply %656, %arg42 : tensor<32xf32>
    %cst_169 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %658 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %659 = stablehlo.multiply %658, %436 : tensor<32xf32>
    %660 = stablehlo.multiply %659, %436 : tensor<32xf32>
    %661 = stablehlo.add %657, %660 : tensor<32xf32>
    %cst_170 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %662 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %663 = stablehlo.multiply %662, %arg43 : tensor<32x64xf32>
    %cst_171 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %664 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %665 = stablehlo.multiply %664, %429 : tensor<32x64xf32>
    %666 = stablehlo.multiply %665, %429 : tensor<32x64xf32>
    %667 = stablehlo.add %663, %666 : tensor<32x64xf32>
    %cst_172 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %668 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %669 = stablehlo.multiply %668, %arg44 : tensor<64x32xf32>
    %cst_173 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %670 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %671 = stablehlo.multiply %670, %412 : tensor<64x32xf32>
    %672 = stablehlo.multiply %671, %412 : tensor<64x32xf32>
    %673 = stablehlo.add %669, %672 : tensor<64x32xf32>
    %cst_174 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %674 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %675 = stablehlo.multiply %674, %arg45 : tensor<32x32xf32>
    %cst_175 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %676 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %677 = stablehlo.multiply %676, %495 : tensor<32x32xf32>
    %678 = stablehlo.multiply %677, %495 : tensor<32x32xf32>
    %679 = stablehlo.add %675, %678 : tensor<32x32xf32>
    %cst_176 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %680 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %681 = stablehlo.multiply %680, %arg46 : tensor<32x32xf32>
    %cst_177 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %682 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %683 = stablehlo.multiply %682, %463 : tensor<32x32xf32>
    %684 = stablehlo.multiply %683, %463 : tensor<32x32xf32>
    %685 = stablehlo.add %681, %684 : tensor<32x32xf32>
    %cst_178 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %686 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %687 = stablehlo.multiply %686, %arg47 : tensor<32x32xf32>
    %cst_179 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %688 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %689 = stablehlo.multiply %688, %500 : tensor<32x32xf32>
    %690 = stablehlo.multiply %689, %500 : tensor<32x32xf32>
    %691 = stablehlo.add %687, %690 : tensor<32x32xf32>
    %cst_180 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %692 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %693 = stablehlo.multiply %692, %arg48 : tensor<32x32xf32>
    %cst_181 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %694 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %695 = stablehlo.multiply %694, %491 : tensor<32x32xf32>
    %696 = stablehlo.multiply %695, %491 : tensor<32x32xf32>
    %697 = stablehlo.add %693, %696 : tensor<32x32xf32>
    %cst_182 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %698 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %699 = stablehlo.multiply %698, %arg49 : tensor<32xf32>
    %cst_183 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %700 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %701 = stablehlo.multiply %700, %385 : tensor<32xf32>
    %702 = stablehlo.multiply %701, %385 : tensor<32xf32>
    %703 = stablehlo.add %699, %702 : tensor<32xf32>
    %cst_184 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %704 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %705 = stablehlo.multiply %704, %arg50 : tensor<32xf32>
    %cst_185 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %706 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %707 = stablehlo.multiply %706, %313 : tensor<32xf32>
    %708 = stablehlo.multiply %707, %313 : tensor<32xf32>
    %709 = stablehlo.add %705, %708 : tensor<32xf32>
    %cst_186 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %710 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %711 = stablehlo.multiply %710, %arg51 : tensor<32x64xf32>
    %cst_187 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %712 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %713 = stablehlo.multiply %712, %306 : tensor<32x64xf32>
    %714 = stablehlo.multiply %713, %306 : tensor<32x64xf32>
    %715 = stablehlo.add %711, %714 : tensor<32x64xf32>
    %cst_188 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %716 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %717 = stablehlo.multiply %716, %arg52 : tensor<64x32xf32>
    %cst_189 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %718 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %719 = stablehlo.multiply %718, %289 : tensor<64x32xf32>
    %720 = stablehlo.multiply %719, %289 : tensor<64x32xf32>
    %721 = stablehlo.add %717, %720 : tensor<64x32xf32>
    %cst_190 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %722 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %723 = stablehlo.multiply %722, %arg53 : tensor<32x32xf32>
    %cst_191 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %724 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %725 = stablehlo.multiply %724, %372 : tensor<32x32xf32>
    %726 = stablehlo.multiply %725, %372 : tensor<32x32xf32>
    %727 = stablehlo.add %723, %726 : tensor<32x32xf32>
    %cst_192 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %728 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %729 = stablehlo.multiply %728, %arg54 : tensor<32x32xf32>
    %cst_193 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %730 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %731 = stablehlo.multiply %730, %340 : tensor<32x32xf32>
    %732 = stablehlo.multiply %731, %340 : tensor<32x32xf32>
    %733 = stablehlo.add %729, %732 : tensor<32x32xf32>
    %cst_194 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %734 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %735 = stablehlo.multiply %734, %arg55 : tensor<32x32xf32>
    %cst_195 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %736 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %737 = stablehlo.multiply %736, %377 : tensor<32x32xf32>
    %738 = stablehlo.multiply %737, %377 : tensor<32x32xf32>
    %739 = stablehlo.add %735, %738 : tensor<32x32xf32>
    %cst_196 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %740 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %741 = stablehlo.multiply %740, %arg56 : tensor<32x32xf32>
    %cst_197 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %742 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %743 = stablehlo.multiply %742, %368 : tensor<32x32xf32>
    %744 = stablehlo.multiply %743, %368 : tensor<32x32xf32>
    %745 = stablehlo.add %741, %744 : tensor<32x32xf32>
    %cst_198 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %746 = stablehlo.power %cst_198, %536 : tensor<f32>
    %cst_199 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %747 = stablehlo.subtract %cst_199, %746 : tensor<f32>
    %cst_200 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %748 = stablehlo.power %cst_200, %536 : tensor<f32>
    %cst_201 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %749 = stablehlo.subtract %cst_201, %748 : tensor<f32>
    %750 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %751 = stablehlo.divide %541, %750 : tensor<64x32xf32>
    %752 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %753 = stablehlo.divide %637, %752 : tensor<64x32xf32>
    %754 = stablehlo.sqrt %753 : tensor<64x32xf32>
    %cst_202 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %755 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %756 = stablehlo.add %754, %755 : tensor<64x32xf32>
    %757 = stablehlo.divide %751, %756 : tensor<64x32xf32>
    %cst_203 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %758 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %759 = stablehlo.multiply %758, %arg0 : tensor<64x32xf32>
    %760 = stablehlo.add %757, %759 : tensor<64x32xf32>
    %cst_204 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %761 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %762 = stablehlo.multiply %761, %760 : tensor<64x32xf32>
    %763 = stablehlo.subtract %arg0, %762 : tensor<64x32xf32>
    %764 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %765 = stablehlo.divide %546, %764 : tensor<32xf32>
    %766 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %767 = stablehlo.divide %643, %766 : tensor<32xf32>
    %768 = stablehlo.sqrt %767 : tensor<32xf32>
    %cst_205 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %769 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %770 = stablehlo.add %768, %769 : tensor<32xf32>
    %771 = stablehlo.divide %765, %770 : tensor<32xf32>
    %cst_206 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %772 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %773 = stablehlo.multiply %772, %arg1 : tensor<32xf32>
    %774 = stablehlo.add %771, %773 : tensor<32xf32>
    %cst_207 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %775 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %776 = stablehlo.multiply %775, %774 : tensor<32xf32>
    %777 = stablehlo.subtract %arg1, %776 : tensor<32xf32>
    %778 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %779 = stablehlo.divide %551, %778 : tensor<32x64xf32>
    %780 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %781 = stablehlo.divide %649, %780 : tensor<32x64xf32>
    %782 = stablehlo.sqrt %781 : tensor<32x64xf32>
    %cst_208 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %783 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %784 = stablehlo.add %782, %783 : tensor<32x64xf32>
    %785 = stablehlo.divide %779, %784 : tensor<32x64xf32>
    %cst_209 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %786 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %787 = stablehlo.multiply %786, %arg2 : tensor<32x64xf32>
    %788 = stablehlo.add %785, %787 : tensor<32x64xf32>
    %cst_210 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %789 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %790 = stablehlo.multiply %789, %788 : tensor<32x64xf32>
    %791 = stablehlo.subtract %arg2, %790 : tensor<32x64xf32>
    %792 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %793 = stablehlo.divide %556, %792 : tensor<32xf32>
    %794 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %795 = stablehlo.divide %655, %794 : tensor<32xf32>
    %796 = stablehlo.sqrt %795 : tensor<32xf32>
    %cst_211 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %797 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %798 = stablehlo.add %796, %797 : tensor<32xf32>
    %799 = stablehlo.divide %793, %798 : tensor<32xf32>
    %cst_212 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %800 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %801 = stablehlo.multiply %800, %arg3 : tensor<32xf32>
    %802 = stablehlo.add %799, %801 : tensor<32xf32>
    %cst_213 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %803 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %804 = stablehlo.multiply %803, %802 : tensor<32xf32>
    %805 = stablehlo.subtract %arg3, %804 : tensor<32xf32>
    %806 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %807 = stablehlo.divide %561, %806 : tensor<32xf32>
    %808 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %809 = stablehlo.divide %661, %808 : tensor<32xf32>
    %810 = stablehlo.sqrt %809 : tensor<32xf32>
    %cst_214 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %811 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %812 = stablehlo.add %810, %811 : tensor<32xf32>
    %813 = stablehlo.divide %807, %812 : tensor<32xf32>
    %cst_215 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %814 = stablehlo.broadcast_in_dim %cst_215, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %815 = stablehlo.multiply %814, %arg4 : tensor<32xf32>
    %816 = stablehlo.add %813, %815 : tensor<32xf32>
    %cst_216 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %817 = stablehlo.broadcast_in_dim %cst_216, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %818 = stablehlo.multiply %817, %816 : tensor<32xf32>
    %819 = stablehlo.subtract %arg4, %818 : tensor<32xf32>
    %820 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %821 = stablehlo.divide %566, %820 : tensor<32x64xf32>
    %822 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %823 = stablehlo.divide %667, %822 : tensor<32x64xf32>
    %824 = stablehlo.sqrt %823 : tensor<32x64xf32>
    %cst_217 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %825 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %826 = stablehlo.add %824, %825 : tensor<32x64xf32>
    %827 = stablehlo.divide %821, %826 : tensor<32x64xf32>
    %cst_218 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %828 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %829 = stablehlo.multiply %828, %arg5 : tensor<32x64xf32>
    %830 = stablehlo.add %827, %829 : tensor<32x64xf32>
    %cst_219 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %831 = stablehlo.broadcast_in_dim %cst_219, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %832 = stablehlo.multiply %831, %830 : tensor<32x64xf32>
    %833 = stablehlo.subtract %arg5, %832 : tensor<32x64xf32>
    %834 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %835 = stablehlo.divide %571, %834 : tensor<64x32xf32>
    %836 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %837 = stablehlo.divide %673, %836 : tensor<64x32xf32>
    %838 = stablehlo.sqrt %837 : tensor<64x32xf32>
    %cst_220 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %839 = stablehlo.broadcast_in_dim %cst_220, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %840 = stablehlo.add %838, %839 : tensor<64x32xf32>
    %841 = stablehlo.divide %835, %840 : tensor<64x32xf32>
    %cst_221 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %842 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %843 = stablehlo.multiply %842, %arg6 : tensor<64x32xf32>
    %844 = stablehlo.add %841, %843 : tensor<64x32xf32>
    %cst_222 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %845 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %846 = stablehlo.multiply %845, %844 : tensor<64x32xf32>
    %847 = stablehlo.subtract %arg6, %846 : tensor<64x32xf32>
    %848 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %849 = stablehlo.divide %576, %848 : tensor<32x32xf32>
    %850 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %851 = stablehlo.divide %679, %850 : tensor<32x32xf32>
    %852 = stablehlo.sqrt %851 : tensor<32x32xf32>
    %cst_223 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %853 = stablehlo.broadcast_in_dim %cst_223, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %854 = stablehlo.add %852, %853 : tensor<32x32xf32>
    %855 = stablehlo.divide %849, %854 : tensor<32x32xf32>
    %cst_224 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %856 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %857 = stablehlo.multiply %856, %arg7 : tensor<32x32xf32>
    %858 = stablehlo.add %855, %857 : tensor<32x32xf32>
    %cst_225 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %859 = stablehlo.broadcast_in_dim %cst_225, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %860 = stablehlo.multiply %859, %858 : tensor<32x32xf32>
    %861 = stablehlo.subtract %arg7, %860 : tensor<32x32xf32>
    %862 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %863 = stablehlo.divide %581, %862 : tensor<32x32xf32>
    %864 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %865 = stablehlo.divide %685, %864 : tensor<32x32xf32>
    %866 = stablehlo.sqrt %865 : tensor<32x32xf32>
    %cst_226 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %867 = stablehlo.broadcast_in_dim %cst_226, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %868 = stablehlo.add %866, %867 : tensor<32x32xf32>
    %869 = stablehlo.divide %863, %868 : tensor<32x32xf32>
    %cst_227 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %870 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %871 = stablehlo.multiply %870, %arg8 : tensor<32x32xf32>
    %872 = stablehlo.add %869, %871 : tensor<32x32xf32>
    %cst_228 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %873 = stablehlo.broadcast_in_dim %cst_228, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %874 = stablehlo.multiply %873, %872 : tensor<32x32xf32>
    %875 = stablehlo.subtract %arg8, %874 : tensor<32x32xf32>
    %876 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %877 = stablehlo.divide %586, %876 : tensor<32x32xf32>
    %878 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %879 = stablehlo.divide %691, %878 : tensor<32x32xf32>
    %880 = stablehlo.sqrt %879 : tensor<32x32xf32>
    %cst_229 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %881 = stablehlo.broadcast_in_dim %cst_229, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %882 = stablehlo.add %880, %881 : tensor<32x32xf32>
    %883 = stablehlo.divide %877, %882 : tensor<32x32xf32>
    %cst_230 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %884 = stablehlo.broadcast_in_dim %cst_230, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %885 = stablehlo.multiply %884, %arg9 : tensor<32x32xf32>
    %886 = stablehlo.add %883, %885 : tensor<32x32xf32>
    %cst_231 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %887 = stablehlo.broadcast_in_dim %cst_231, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %888 = stablehlo.multiply %887, %886 : tensor<32x32xf32>
    %889 = stablehlo.subtract %arg9, %888 : tensor<32x32xf32>
    %890 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %891 = stablehlo.divide %591, %890 : tensor<32x32xf32>
    %892 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %893 = stablehlo.divide %697, %892 : tensor<32x32xf32>
    %894 = stablehlo.sqrt %893 : tensor<32x32xf32>
    %cst_232 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %895 = stablehlo.broadcast_in_dim %cst_232, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %896 = stablehlo.add %894, %895 : tensor<32x32xf32>
    %897 = stablehlo.divide %891, %896 : tensor<32x32xf32>
    %cst_233 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %898 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %899 = stablehlo.multiply %898, %arg10 : tensor<32x32xf32>
    %900 = stablehlo.add %897, %899 : tensor<32x32xf32>
    %cst_234 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %901 = stablehlo.broadcast_in_dim %cst_234, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %902 = stablehlo.multiply %901, %900 : tensor<32x32xf32>
    %903 = stablehlo.subtract %arg10, %902 : tensor<32x32xf32>
    %904 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %905 = stablehlo.divide %596, %904 : tensor<32xf32>
    %906 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %907 = stablehlo.divide %703, %906 : tensor<32xf32>
    %908 = stablehlo.sqrt %907 : tensor<32xf32>
    %cst_235 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %909 = stablehlo.broadcast_in_dim %cst_235, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %910 = stablehlo.add %908, %909 : tensor<32xf32>
    %911 = stablehlo.divide %905, %910 : tensor<32xf32>
    %cst_236 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %912 = stablehlo.broadcast_in_dim %cst_236, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %913 = stablehlo.multiply %912, %arg11 : tensor<32xf32>
    %914 = stablehlo.add %911, %913 : tensor<32xf32>
    %cst_237 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %915 = stablehlo.broadcast_in_dim %cst_237, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %916 = stablehlo.multiply %915, %914 : tensor<32xf32>
    %917 = stablehlo.subtract %arg11, %916 : tensor<32xf32>
    %918 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %919 = stablehlo.divide %601, %918 : tensor<32xf32>
    %920 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %921 = stablehlo.divide %709, %920 : tensor<32xf32>
    %922 = stablehlo.sqrt %921 : tensor<32xf32>
    %cst_238 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %923 = stablehlo.broadcast_in_dim %cst_238, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %924 = stablehlo.add %922, %923 : tensor<32xf32>
    %925 = stablehlo.divide %919, %924 : tensor<32xf32>
    %cst_239 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %926 = stablehlo.broadcast_in_dim %cst_239, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %927 = stablehlo.multiply %926, %arg12 : tensor<32xf32>
    %928 = stablehlo.add %925, %927 : tensor<32xf32>
    %cst_240 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %929 = stablehlo.broadcast_in_dim %cst_240, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %930 = stablehlo.multiply %929, %928 : tensor<32xf32>
    %931 = stablehlo.subtract %arg12, %930 : tensor<32xf32>
    %932 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %933 = stablehlo.divide %606, %932 : tensor<32x64xf32>
    %934 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %935 = stablehlo.divide %715, %934 : tensor<32x64xf32>
    %936 = stablehlo.sqrt %935 : tensor<32x64xf32>
    %cst_241 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %937 = stablehlo.broadcast_in_dim %cst_241, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %938 = stablehlo.add %936, %937 : tensor<32x64xf32>
    %939 = stablehlo.divide %933, %938 : tensor<32x64xf32>
    %cst_242 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %940 = stablehlo.broadcast_in_dim %cst_242, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %941 = stablehlo.multiply %940, %arg13 : tensor<32x64xf32>
    %942 = stablehlo.add %939, %941 : tensor<32x64xf32>
    %cst_243 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %943 = stablehlo.broadcast_in_dim %cst_243, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %944 = stablehlo.multiply %943, %942 : tensor<32x64xf32>
    %945 = stablehlo.subtract %arg13, %944 : tensor<32x64xf32>
    %946 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %947 = stablehlo.divide %611, %946 : tensor<64x32xf32>
    %948 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %949 = stablehlo.divide %721, %948 : tensor<64x32xf32>
    %950 = stablehlo.sqrt %949 : tensor<64x32xf32>
    %cst_244 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %951 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %952 = stablehlo.add %950, %951 : tensor<64x32xf32>
    %953 = stablehlo.divide %947, %952 : tensor<64x32xf32>
    %cst_245 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %954 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %955 = stablehlo.multiply %954, %arg14 : tensor<64x32xf32>
    %956 = stablehlo.add %953, %955 : tensor<64x32xf32>
    %cst_246 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %957 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %958 = stablehlo.multiply %957, %956 : tensor<64x32xf32>
    %959 = stablehlo.subtract %arg14, %958 : tensor<64x32xf32>
    %960 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %961 = stablehlo.divide %616, %960 : tensor<32x32xf32>
    %962 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %963 = stablehlo.divide %727, %962 : tensor<32x32xf32>
    %964 = stablehlo.sqrt %963 : tensor<32x32xf32>
    %cst_247 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %965 = stablehlo.broadcast_in_dim %cst_247, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %966 = stablehlo.add %964, %965 : tensor<32x32xf32>
    %967 = stablehlo.divide %961, %966 : tensor<32x32xf32>
    %cst_248 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %968 = stablehlo.broadcast_in_dim %cst_248, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %969 = stablehlo.multiply %968, %arg15 : tensor<32x32xf32>
    %970 = stablehlo.add %967, %969 : tensor<32x32xf32>
    %cst_249 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %971 = stablehlo.broadcast_in_dim %cst_249, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %972 = stablehlo.multiply %971, %970 : tensor<32x32xf32>
    %973 = stablehlo.subtract %arg15, %972 : tensor<32x32xf32>
    %974 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %975 = stablehlo.divide %621, %974 : tensor<32x32xf32>
    %976 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %977 = stablehlo.divide %733, %976 : tensor<32x32xf32>
    %978 = stablehlo.sqrt %977 : tensor<32x32xf32>
    %cst_250 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %979 = stablehlo.broadcast_in_dim %cst_250, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %980 = stablehlo.add %978, %979 : tensor<32x32xf32>
    %981 = stablehlo.divide %975, %980 : tensor<32x32xf32>
    %cst_251 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %982 = stablehlo.broadcast_in_dim %cst_251, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %983 = stablehlo.multiply %982, %arg16 : tensor<32x32xf32>
    %984 = stablehlo.add %981, %983 : tensor<32x32xf32>
    %cst_252 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %985 = stablehlo.broadcast_in_dim %cst_252, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %986 = stablehlo.multiply %985, %984 : tensor<32x32xf32>
    %987 = stablehlo.subtract %arg16, %986 : tensor<32x32xf32>
    %988 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %989 = stablehlo.divide %626, %988 : tensor<32x32xf32>
    %990 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %991 = stablehlo.divide %739, %990 : tensor<32x32xf32>
    %992 = stablehlo.sqrt %991 : tensor<32x32xf32>
    %cst_253 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %993 = stablehlo.broadcast_in_dim %cst_253, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %994 = stablehlo.add %992, %993 : tensor<32x32xf32>
    %995 = stablehlo.divide %989, %994 : tensor<32x32xf32>
    %cst_254 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %996 = stablehlo.broadcast_in_dim %cst_254, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %997 = stablehlo.multiply %996, %arg17 : tensor<32x32xf32>
    %998 = stablehlo.add %995, %997 : tensor<32x32xf32>
    %cst_255 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %999 = stablehlo.broadcast_in_dim %cst_255, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1000 = stablehlo.multiply %999, %998 : tensor<32x32xf32>
    %1001 = stablehlo.subtract %arg17, %1000 : tensor<32x32xf32>
    %1002 = stablehlo.broadcast_in_dim %747, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1003 = stablehlo.divide %631, %1002 : tensor<32x32xf32>
    %1004 = stablehlo.broadcast_in_dim %749, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1005 = stablehlo.divide %745, %1004 : tensor<32x32xf32>
    %1006 = stablehlo.sqrt %1005 : tensor<32x32xf32>
    %cst_256 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1007 = stablehlo.broadcast_in_dim %cst_256, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1008 = stablehlo.add %1006, %1007 : tensor<32x32xf32>
    %1009 = stablehlo.divide %1003, %1008 : tensor<32x32xf32>
    %cst_257 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1010 = stablehlo.broadcast_in_dim %cst_257, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1011 = stablehlo.multiply %1010, %arg18 : tensor<32x32xf32>
    %1012 = stablehlo.add %1009, %1011 : tensor<32x32xf32>
    %cst_258 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1013 = stablehlo.broadcast_in_dim %cst_258, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1014 = stablehlo.multiply %1013, %1012 : tensor<32x32xf32>
    %1015 = stablehlo.subtract %arg18, %1014 : tensor<32x32xf32>
    return %763, %777, %791, %805, %819, %833, %847, %861, %875, %889, %903, %917, %931, %945, %959, %973, %987, %1001, %1015, %541, %546, %551, %556, %561, %566, %571, %576, %581, %586, %591, %596, %601, %606, %611, %616, %621, %626, %631, %637, %643, %649, %655, %661, %667, %673, %679, %685, %691, %697, %703, %709, %715, %721, %727, %733, %739, %745, %536, %249 : tensor<64x32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @tril(%arg0: tensor<32x32xi1>) -> tensor<32x32xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<32x32xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<32x32xi32>
    %2 = stablehlo.add %0, %1 : tensor<32x32xi32>
    %3 = stablehlo.iota dim = 1 : tensor<32x32xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<32x32xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<32x32xi1>, tensor<32x32xi1>
    return %6 : tensor<32x32xi1>
  }
  func.func private @_where(%arg0: tensor<32x32xi1>, %arg1: tensor<16x4x32x32xf32>, %arg2: tensor<f32>) -> (tensor<16x4x32x32xf32>, tensor<16x4x32x32xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<32x32xi1>) -> tensor<16x4x32x32xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    return %3, %1 : tensor<16x4x32x32xf32>, tensor<16x4x32x32xi1>
  }
  func.func private @log_softmax(%arg0: tensor<16x32x64xf32>) -> (tensor<16x32x64xf32>, tensor<16x32x64xf32>, tensor<16x32x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<16x32xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<16x32x64xf32>
    %6 = stablehlo.exponential %5 : tensor<16x32x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %9 = stablehlo.log %8 : tensor<16x32x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<16x32x64xf32>
    return %11, %6, %8 : tensor<16x32x64xf32>, tensor<16x32x64xf32>, tensor<16x32x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<16x32x64xf32>, %arg1: tensor<16x32x1xi32>) -> (tensor<16x32x1xf32>, tensor<16x32x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x32x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<16x32x1xi32>, tensor<16x32x1xi32>) -> tensor<16x32x1xi1>
    %c_0 = stablehlo.constant dense<64> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16x32x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<16x32x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<16x32x1xi1>, tensor<16x32x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<16x32x1xi32>) -> tensor<16x32x1x1xi32>
    %c_1 = stablehlo.constant dense<63> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16x32x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<16x32x1x1xi32>, tensor<16x32x1x1xi32>) -> tensor<16x32x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<16x32x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<16x32x1x1xi32>, tensor<16x32x1x1xi32>) -> tensor<16x32x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<16x32x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<16x32x1x1xi1>, tensor<i1>) -> tensor<16x32x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<16x32x64xf32>, tensor<16x32x1x1xi32>) -> tensor<16x32x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<16x32x1xi1>, tensor<16x32x1xf32>
    return %15, %5 : tensor<16x32x1xf32>, tensor<16x32x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<16x32x1x1xi32>, %arg1: tensor<16x32x1xf32>) -> tensor<16x32x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<16x32x64xf32>, tensor<16x32x1x1xi32>, tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    return %1 : tensor<16x32x64xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<16x32x64xf32>, %arg1: tensor<16x32x1xf32>, %arg2: tensor<16x32x64xf32>) -> tensor<16x32x64xf32> {
    %0 = stablehlo.negate %arg2 : tensor<16x32x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %2 = stablehlo.reshape %1 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<16x32x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<16x32x64xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<16x32x64xf32>
    return %7 : tensor<16x32x64xf32>
  }
  func.func private @_where_2(%arg0: tensor<16x4x32x32xi1>, %arg1: tensor<16x4x32x32xf32>) -> tensor<16x4x32x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    return %1 : tensor<16x4x32x32xf32>
  }
}

