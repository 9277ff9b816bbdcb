// Llama whose layers are a scan over stacked parameters: the loss, differentiated
// here.
// RUN: shardc check %s --strategy "dp=4" --role "0-11=param,12-13=input" --train adamw --expect %S/llama-scan.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "dp=2,tp=2" --role "0-11=param,12-13=input" --train adamw --expect %S/llama-scan.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "tp=4" --role "0-11=param,12-13=input" --train adamw --expect %S/llama-scan.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_llama_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16x32xf32>, %arg3: tensor<3x16xf32>, %arg4: tensor<3x16xf32>, %arg5: tensor<3x16x24xf32>, %arg6: tensor<3x24x16xf32>, %arg7: tensor<3x16x24xf32>, %arg8: tensor<3x16x8xf32>, %arg9: tensor<3x16x16xf32>, %arg10: tensor<3x16x16xf32>, %arg11: tensor<3x16x8xf32>, %arg12: tensor<8x8xi32>, %arg13: tensor<8x8xi32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<[[1.000000e+00, 1.000000e+00], [0.540302277, 0.999949991], [-0.416146845, 9.998000e-01], [-0.989992499, 0.999550044], [-0.653643608, 0.999200105], [0.2836622, 0.998750269], [0.960170269, 0.998200535], [0.753902256, 9.975510e-01]]> : tensor<8x2xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [0.841470957, 0.00999983306], [0.909297406, 0.0199986659], [1.411200e-01, 0.029995501], [-0.756802499, 0.0399893336], [-0.958924293, 0.0499791689], [-0.279415488, 0.0599640049], [0.656986594, 0.0699428469]]> : tensor<8x2xf32>
    %cst_1 = stablehlo.constant dense<[[1.000000e+00, 1.000000e+00], [0.540302277, 0.999949991], [-0.416146845, 9.998000e-01], [-0.989992499, 0.999550044], [-0.653643608, 0.999200105], [0.2836622, 0.998750269], [0.960170269, 0.998200535], [0.753902256, 9.975510e-01]]> : tensor<8x2xf32>
    %cst_2 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [0.841470957, 0.00999983306], [0.909297406, 0.0199986659], [1.411200e-01, 0.029995501], [-0.756802499, 0.0399893336], [-0.958924293, 0.0499791689], [-0.279415488, 0.0599640049], [0.656986594, 0.0699428469]]> : tensor<8x2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %1 = stablehlo.compare LT, %arg12, %0, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %c_3 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %3 = stablehlo.add %arg12, %2 : tensor<8x8xi32>
    %4 = stablehlo.select %1, %3, %arg12 : tensor<8x8xi1>, tensor<8x8xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x8xi32>) -> tensor<8x8x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<8x8x1xi32>) -> tensor<8x8x16xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i64>
    %7:15 = stablehlo.while(%iterArg = %arg3, %iterArg_10 = %arg4, %iterArg_11 = %arg5, %iterArg_12 = %arg6, %iterArg_13 = %arg7, %iterArg_14 = %arg8, %iterArg_15 = %arg9, %iterArg_16 = %arg10, %iterArg_17 = %arg11, %iterArg_18 = %cst, %iterArg_19 = %cst_0, %iterArg_20 = %cst_1, %iterArg_21 = %cst_2, %iterArg_22 = %c_4, %iterArg_23 = %6) : tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x24xf32>, tensor<3x24x16xf32>, tensor<3x16x24xf32>, tensor<3x16x8xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x8xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<i64>, tensor<8x8x16xf32>
    cond {
      %c_24 = stablehlo.constant dense<3> : tensor<i64>
      %28 = stablehlo.compare LT, %iterArg_22, %c_24, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %28 : tensor<i1>
    } do {
      %28 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_22) : (tensor<3x16xf32>, tensor<i64>) -> tensor<16xf32>
      %29 = func.call @dynamic_index_in_dim(%iterArg_10, %iterArg_22) : (tensor<3x16xf32>, tensor<i64>) -> tensor<16xf32>
      %30 = func.call @dynamic_index_in_dim_0(%iterArg_11, %iterArg_22) : (tensor<3x16x24xf32>, tensor<i64>) -> tensor<16x24xf32>
      %31 = func.call @dynamic_index_in_dim_1(%iterArg_12, %iterArg_22) : (tensor<3x24x16xf32>, tensor<i64>) -> tensor<24x16xf32>
      %32 = func.call @dynamic_index_in_dim_0(%iterArg_13, %iterArg_22) : (tensor<3x16x24xf32>, tensor<i64>) -> tensor<16x24xf32>
      %33 = func.call @dynamic_index_in_dim_2(%iterArg_14, %iterArg_22) : (tensor<3x16x8xf32>, tensor<i64>) -> tensor<16x8xf32>
      %34 = func.call @dynamic_index_in_dim_3(%iterArg_15, %iterArg_22) : (tensor<3x16x16xf32>, tensor<i64>) -> tensor<16x16xf32>
      %35 = func.call @dynamic_index_in_dim_3(%iterArg_16, %iterArg_22) : (tensor<3x16x16xf32>, tensor<i64>) -> tensor<16x16xf32>
      %36 = func.call @dynamic_index_in_dim_2(%iterArg_17, %iterArg_22) : (tensor<3x16x8xf32>, tensor<i64>) -> tensor<16x8xf32>
      %37 = func.call @closed_call(%iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_23, %28, %29, %30, %31, %32, %33, %34, %35, %36) : (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x24xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x8xf32>) -> tensor<8x8x16xf32>
      %c_24 = stablehlo.constant dense<1> : tensor<i64>
      %38 = stablehlo.add %iterArg_22, %c_24 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %38, %37 : tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x24xf32>, tensor<3x24x16xf32>, tensor<3x16x24xf32>, tensor<3x16x8xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x8xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>, tensor<i64>, tensor<8x8x16xf32>
    }
    %8 = stablehlo.multiply %7#14, %7#14 : tensor<8x8x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst_5) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_6 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<8x8x1xf32>
    %cst_7 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %14 = stablehlo.add %12, %13 : tensor<8x8x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<8x8x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %17 = stablehlo.multiply %7#14, %16 : tensor<8x8x16xf32>
    %18 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<8x8x16xf32>
    %21 = stablehlo.dot_general %20, %arg2, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x32xf32>) -> tensor<8x8x32xf32>
    %22 = call @log_softmax(%21) : (tensor<8x8x32xf32>) -> tensor<8x8x32xf32>
    %23 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1] : (tensor<8x8xi32>) -> tensor<8x8x1xi32>
    %24 = call @take_along_axis(%22, %23) : (tensor<8x8x32xf32>, tensor<8x8x1xi32>) -> tensor<8x8x1xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_8) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_9 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %26 = stablehlo.divide %25, %cst_9 : tensor<f32>
    %27 = stablehlo.negate %26 : tensor<f32>
    return %27 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x16xf32>, %arg1: tensor<i64>) -> tensor<16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 16] : (tensor<3x16xf32>, tensor<i64>, tensor<i64>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
    return %1 : tensor<16xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x16x24xf32>, %arg1: tensor<i64>) -> tensor<16x24xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 24] : (tensor<3x16x24xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x16x24xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x24xf32>) -> tensor<16x24xf32>
    return %1 : tensor<16x24xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x24x16xf32>, %arg1: tensor<i64>) -> tensor<24x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 24, 16] : (tensor<3x24x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x24x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x24x16xf32>) -> tensor<24x16xf32>
    return %1 : tensor<24x16xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x16x8xf32>, %arg1: tensor<i64>) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<3x16x8xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<3x16x16xf32>, %arg1: tensor<i64>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<3x16x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x2xf32>, %arg1: tensor<8x2xf32>, %arg2: tensor<8x2xf32>, %arg3: tensor<8x2xf32>, %arg4: tensor<8x8x16xf32>, %arg5: tensor<16xf32>, %arg6: tensor<16xf32>, %arg7: tensor<16x24xf32>, %arg8: tensor<24x16xf32>, %arg9: tensor<16x24xf32>, %arg10: tensor<16x8xf32>, %arg11: tensor<16x16xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<16x8xf32>) -> tensor<8x8x16xf32> {
    %0 = stablehlo.multiply %arg4, %arg4 : tensor<8x8x16xf32>
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
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %9 = stablehlo.multiply %arg4, %8 : tensor<8x8x16xf32>
    %10 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<8x8x16xf32>
    %13 = stablehlo.dot_general %12, %arg12, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %14 = stablehlo.reshape %13 : (tensor<8x8x16xf32>) -> tensor<8x8x4x4xf32>
    %15 = stablehlo.broadcast_in_dim %arg0, dims = [1, 3] : (tensor<8x2xf32>) -> tensor<1x8x1x2xf32>
    %16 = stablehlo.broadcast_in_dim %arg1, dims = [1, 3] : (tensor<8x2xf32>) -> tensor<1x8x1x2xf32>
    %17 = stablehlo.slice %14 [0:8, 0:8, 0:4, 0:2] : (tensor<8x8x4x4xf32>) -> tensor<8x8x4x2xf32>
    %18 = stablehlo.slice %14 [0:8, 0:8, 0:4, 2:4] : (tensor<8x8x4x4xf32>) -> tensor<8x8x4x2xf32>
    %19 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<8x8x4x2xf32>
    %21 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %22 = stablehlo.multiply %18, %21 : tensor<8x8x4x2xf32>
    %23 = stablehlo.subtract %20, %22 : tensor<8x8x4x2xf32>
    %24 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %25 = stablehlo.multiply %18, %24 : tensor<8x8x4x2xf32>
    %26 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x4x2xf32>
    %27 = stablehlo.multiply %17, %26 : tensor<8x8x4x2xf32>
    %28 = stablehlo.add %25, %27 : tensor<8x8x4x2xf32>
    %29 = stablehlo.concatenate %23, %28, dim = 3 : (tensor<8x8x4x2xf32>, tensor<8x8x4x2xf32>) -> tensor<8x8x4x4xf32>
    %30 = stablehlo.dot_general %12, %arg10, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x8xf32>) -> tensor<8x8x8xf32>
    %31 = stablehlo.reshape %30 : (tensor<8x8x8xf32>) -> tensor<8x8x2x4xf32>
    %32 = stablehlo.broadcast_in_dim %arg2, dims = [1, 3] : (tensor<8x2xf32>) -> tensor<1x8x1x2xf32>
    %33 = stablehlo.broadcast_in_dim %arg3, dims = [1, 3] : (tensor<8x2xf32>) -> tensor<1x8x1x2xf32>
    %34 = stablehlo.slice %31 [0:8, 0:8, 0:2, 0:2] : (tensor<8x8x2x4xf32>) -> tensor<8x8x2x2xf32>
    %35 = stablehlo.slice %31 [0:8, 0:8, 0:2, 2:4] : (tensor<8x8x2x4xf32>) -> tensor<8x8x2x2xf32>
    %36 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %37 = stablehlo.multiply %34, %36 : tensor<8x8x2x2xf32>
    %38 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %39 = stablehlo.multiply %35, %38 : tensor<8x8x2x2xf32>
    %40 = stablehlo.subtract %37, %39 : tensor<8x8x2x2xf32>
    %41 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %42 = stablehlo.multiply %35, %41 : tensor<8x8x2x2xf32>
    %43 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<1x8x1x2xf32>) -> tensor<8x8x2x2xf32>
    %44 = stablehlo.multiply %34, %43 : tensor<8x8x2x2xf32>
    %45 = stablehlo.add %42, %44 : tensor<8x8x2x2xf32>
    %46 = stablehlo.concatenate %40, %45, dim = 3 : (tensor<8x8x2x2xf32>, tensor<8x8x2x2xf32>) -> tensor<8x8x2x4xf32>
    %47 = stablehlo.dot_general %12, %arg13, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x8xf32>) -> tensor<8x8x8xf32>
    %48 = stablehlo.reshape %47 : (tensor<8x8x8xf32>) -> tensor<8x8x2x4xf32>
    %49 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 4] : (tensor<8x8x2x4xf32>) -> tensor<8x8x2x2x4xf32>
    %50 = stablehlo.reshape %49 : (tensor<8x8x2x2x4xf32>) -> tensor<8x8x4x4xf32>
    %51 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 4] : (tensor<8x8x2x4xf32>) -> tensor<8x8x2x2x4xf32>
    %52 = stablehlo.reshape %51 : (tensor<8x8x2x2x4xf32>) -> tensor<8x8x4x4xf32>
    %53 = stablehlo.dot_general %29, %50, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4x4xf32>, tensor<8x8x4x4xf32>) -> tensor<8x4x8x8xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x4x8x8xf32>
    %55 = stablehlo.multiply %53, %54 : tensor<8x4x8x8xf32>
    %56 = stablehlo.iota dim = 0 : tensor<8x8xi32>
    %57 = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %58 = stablehlo.compare GE, %56, %57, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %cst_3 = stablehlo.constant dense<-3.40282347E+38> : tensor<f32>
    %59 = call @_where(%58, %55, %cst_3) : (tensor<8x8xi1>, tensor<8x4x8x8xf32>, tensor<f32>) -> tensor<8x4x8x8xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x8x8xf32>, tensor<f32>) -> tensor<8x4x8xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %62 = stablehlo.maximum %61, %60 : tensor<8x4x8xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<8x4x8xf32>) -> tensor<8x4x8x1xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<8x4x8x1xf32>) -> tensor<8x4x8x8xf32>
    %65 = stablehlo.subtract %59, %64 : tensor<8x4x8x8xf32>
    %66 = stablehlo.exponential %65 : tensor<8x4x8x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.reduce(%66 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<8x4x8x8xf32>, tensor<f32>) -> tensor<8x4x8xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<8x4x8xf32>) -> tensor<8x4x8x1xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2, 3] : (tensor<8x4x8x1xf32>) -> tensor<8x4x8x8xf32>
    %70 = stablehlo.divide %66, %69 : tensor<8x4x8x8xf32>
    %71 = stablehlo.dot_general %52, %70, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4x4xf32>, tensor<8x4x8x8xf32>) -> tensor<8x4x4x8xf32>
    %72 = stablehlo.transpose %71, dims = [0, 3, 1, 2] : (tensor<8x4x4x8xf32>) -> tensor<8x8x4x4xf32>
    %73 = stablehlo.reshape %72 : (tensor<8x8x4x4xf32>) -> tensor<8x8x16xf32>
    %74 = stablehlo.dot_general %73, %arg11, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %75 = stablehlo.add %arg4, %74 : tensor<8x8x16xf32>
    %76 = stablehlo.multiply %75, %75 : tensor<8x8x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_8 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %80 = stablehlo.divide %78, %79 : tensor<8x8x1xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %82 = stablehlo.add %80, %81 : tensor<8x8x1xf32>
    %83 = stablehlo.rsqrt %82 : tensor<8x8x1xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %85 = stablehlo.multiply %75, %84 : tensor<8x8x16xf32>
    %86 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %88 = stablehlo.multiply %85, %87 : tensor<8x8x16xf32>
    %89 = stablehlo.dot_general %88, %arg7, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x24xf32>) -> tensor<8x8x24xf32>
    %90 = call @silu(%89) : (tensor<8x8x24xf32>) -> tensor<8x8x24xf32>
    %91 = stablehlo.dot_general %88, %arg9, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x16xf32>, tensor<16x24xf32>) -> tensor<8x8x24xf32>
    %92 = stablehlo.multiply %90, %91 : tensor<8x8x24xf32>
    %93 = stablehlo.dot_general %92, %arg8, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x24xf32>, tensor<24x16xf32>) -> tensor<8x8x16xf32>
    %94 = stablehlo.add %75, %93 : tensor<8x8x16xf32>
    return %94 : tensor<8x8x16xf32>
  }
  func.func private @_where(%arg0: tensor<8x8xi1>, %arg1: tensor<8x4x8x8xf32>, %arg2: tensor<f32>) -> tensor<8x4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<8x8xi1>) -> tensor<8x4x8x8xi1>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8x4x8x8xf32>
    %2 = stablehlo.select %0, %arg1, %1 : tensor<8x4x8x8xi1>, tensor<8x4x8x8xf32>
    return %2 : tensor<8x4x8x8xf32>
  }
  func.func private @silu(%arg0: tensor<8x8x24xf32>) -> tensor<8x8x24xf32> {
    %0 = stablehlo.negate %arg0 : tensor<8x8x24xf32>
    %1 = stablehlo.exponential %0 : tensor<8x8x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8x24xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x8x24xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8x24xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x8x24xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<8x8x24xf32>
    return %6 : tensor<8x8x24xf32>
  }
  func.func private @log_softmax(%arg0: tensor<8x8x32xf32>) -> tensor<8x8x32xf32> {
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
    return %11 : tensor<8x8x32xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x8x32xf32>, %arg1: tensor<8x8x1xi32>) -> tensor<8x8x1xf32> {
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
    return %15 : tensor<8x8x1xf32>
  }
}
