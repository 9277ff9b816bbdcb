// Llama whose layers are a scan over stacked parameters.
// RUN: shardc check %s --strategy "dp=2" --role "0-11=param,12=input" --expect %S/scan-forward.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "tp=2" --role "0-11=param,12=input" --expect %S/scan-forward.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_llama attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x16xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<3x16xf32>, %arg3: tensor<3x16xf32>, %arg4: tensor<3x24x16xf32>, %arg5: tensor<3x16x24xf32>, %arg6: tensor<3x16x16xf32>, %arg7: tensor<3x16x16xf32>, %arg8: tensor<3x16x16xf32>, %arg9: tensor<3x16x24xf32>, %arg10: tensor<3x16x16xf32>, %arg11: tensor<16xf32>, %arg12: tensor<4x6xi32>) -> (tensor<4x6x32xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg12, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg12, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg12 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7:11 = stablehlo.while(%iterArg = %arg2, %iterArg_4 = %arg3, %iterArg_5 = %arg4, %iterArg_6 = %arg5, %iterArg_7 = %arg6, %iterArg_8 = %arg7, %iterArg_9 = %arg8, %iterArg_10 = %arg9, %iterArg_11 = %arg10, %iterArg_12 = %c_1, %iterArg_13 = %6) : tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x24x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<i32>, tensor<4x6x16xf32>
    cond {
      %c_14 = stablehlo.constant dense<3> : tensor<i32>
      %22 = stablehlo.compare LT, %iterArg_12, %c_14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %22 : tensor<i1>
    } do {
      %22 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_12) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %23 = func.call @dynamic_index_in_dim(%iterArg_4, %iterArg_12) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %24 = func.call @dynamic_index_in_dim_0(%iterArg_5, %iterArg_12) : (tensor<3x24x16xf32>, tensor<i32>) -> tensor<24x16xf32>
      %25 = func.call @dynamic_index_in_dim_1(%iterArg_6, %iterArg_12) : (tensor<3x16x24xf32>, tensor<i32>) -> tensor<16x24xf32>
      %26 = func.call @dynamic_index_in_dim_2(%iterArg_7, %iterArg_12) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %27 = func.call @dynamic_index_in_dim_2(%iterArg_8, %iterArg_12) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %28 = func.call @dynamic_index_in_dim_2(%iterArg_9, %iterArg_12) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %29 = func.call @dynamic_index_in_dim_1(%iterArg_10, %iterArg_12) : (tensor<3x16x24xf32>, tensor<i32>) -> tensor<16x24xf32>
      %30 = func.call @dynamic_index_in_dim_2(%iterArg_11, %iterArg_12) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %31 = func.call @closed_call(%iterArg_13, %22, %23, %24, %25, %26, %27, %28, %29, %30) : (tensor<4x6x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
      %c_14 = stablehlo.constant dense<1> : tensor<i32>
      %32 = stablehlo.add %iterArg_12, %c_14 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %32, %31 : tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x24x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<i32>, tensor<4x6x16xf32>
    }
    %8 = stablehlo.multiply %7#10, %7#10 : tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<4x6x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %14 = stablehlo.add %12, %13 : tensor<4x6x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<4x6x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %17 = stablehlo.multiply %7#10, %16 : tensor<4x6x16xf32>
    %18 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<4x6x16xf32>
    %21 = stablehlo.dot_general %20, %arg1, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    return %21 : tensor<4x6x32xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x16xf32>, %arg1: tensor<i32>) -> tensor<16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 16] : (tensor<3x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
    return %1 : tensor<16xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x24x16xf32>, %arg1: tensor<i32>) -> tensor<24x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 24, 16] : (tensor<3x24x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x24x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x24x16xf32>) -> tensor<24x16xf32>
    return %1 : tensor<24x16xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x16x24xf32>, %arg1: tensor<i32>) -> tensor<16x24xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 24] : (tensor<3x16x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x24xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x24xf32>) -> tensor<16x24xf32>
    return %1 : tensor<16x24xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x16x16xf32>, %arg1: tensor<i32>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<3x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x6x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16xf32>, %arg3: tensor<24x16xf32>, %arg4: tensor<16x24xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x24xf32>, %arg9: tensor<16x16xf32>) -> tensor<4x6x16xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<4x6x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<4x6x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<4x6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %9 = stablehlo.multiply %arg0, %8 : tensor<4x6x16xf32>
    %10 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<4x6x16xf32>
    %13 = stablehlo.dot_general %12, %arg7, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %14 = stablehlo.reshape %13 : (tensor<4x6x16xf32>) -> tensor<4x6x4x4xf32>
    %15 = stablehlo.dot_general %12, %arg5, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %16 = stablehlo.reshape %15 : (tensor<4x6x16xf32>) -> tensor<4x6x4x4xf32>
    %17 = stablehlo.dot_general %12, %arg9, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %18 = stablehlo.reshape %17 : (tensor<4x6x16xf32>) -> tensor<4x6x4x4xf32>
    %19 = stablehlo.dot_general %14, %16, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [HIGHEST, HIGHEST] : (tensor<4x6x4x4xf32>, tensor<4x6x4x4xf32>) -> tensor<4x4x6x6xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x4x6x6xf32>
    %21 = stablehlo.divide %19, %20 : tensor<4x4x6x6xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %22 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %23 = call @tril(%22) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_3 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %24 = call @_where(%23, %21, %cst_3) : (tensor<6x6xi1>, tensor<4x4x6x6xf32>, tensor<f32>) -> tensor<4x4x6x6xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<4x4x6x6xf32>, tensor<f32>) -> tensor<4x4x6xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
    %27 = stablehlo.maximum %26, %25 : tensor<4x4x6xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2] : (tensor<4x4x6xf32>) -> tensor<4x4x6x1xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<4x4x6x1xf32>) -> tensor<4x4x6x6xf32>
    %30 = stablehlo.subtract %24, %29 : tensor<4x4x6x6xf32>
    %31 = stablehlo.exponential %30 : tensor<4x4x6x6xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<4x4x6x6xf32>, tensor<f32>) -> tensor<4x4x6xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<4x4x6xf32>) -> tensor<4x4x6x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<4x4x6x1xf32>) -> tensor<4x4x6x6xf32>
    %35 = stablehlo.divide %31, %34 : tensor<4x4x6x6xf32>
    %36 = stablehlo.dot_general %18, %35, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [HIGHEST, HIGHEST] : (tensor<4x6x4x4xf32>, tensor<4x4x6x6xf32>) -> tensor<4x4x4x6xf32>
    %37 = stablehlo.transpose %36, dims = [0, 3, 1, 2] : (tensor<4x4x4x6xf32>) -> tensor<4x6x4x4xf32>
    %38 = stablehlo.reshape %37 : (tensor<4x6x4x4xf32>) -> tensor<4x6x16xf32>
    %39 = stablehlo.dot_general %38, %arg6, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %40 = stablehlo.add %arg0, %39 : tensor<4x6x16xf32>
    %41 = stablehlo.multiply %40, %40 : tensor<4x6x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_8 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %45 = stablehlo.divide %43, %44 : tensor<4x6x1xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %47 = stablehlo.add %45, %46 : tensor<4x6x1xf32>
    %48 = stablehlo.rsqrt %47 : tensor<4x6x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %50 = stablehlo.multiply %40, %49 : tensor<4x6x16xf32>
    %51 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %53 = stablehlo.multiply %50, %52 : tensor<4x6x16xf32>
    %54 = stablehlo.dot_general %53, %arg4, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x24xf32>) -> tensor<4x6x24xf32>
    %55 = call @silu(%54) : (tensor<4x6x24xf32>) -> tensor<4x6x24xf32>
    %56 = stablehlo.dot_general %53, %arg8, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x24xf32>) -> tensor<4x6x24xf32>
    %57 = stablehlo.multiply %55, %56 : tensor<4x6x24xf32>
    %58 = stablehlo.dot_general %57, %arg3, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x24xf32>, tensor<24x16xf32>) -> tensor<4x6x16xf32>
    %59 = stablehlo.add %40, %58 : tensor<4x6x16xf32>
    return %59 : tensor<4x6x16xf32>
  }
  func.func private @tril(%arg0: tensor<6x6xi1>) -> tensor<6x6xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<6x6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x6xi32>
    %2 = stablehlo.add %0, %1 : tensor<6x6xi32>
    %3 = stablehlo.iota dim = 1 : tensor<6x6xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<6x6xi1>, tensor<6x6xi1>
    return %6 : tensor<6x6xi1>
  }
  func.func private @_where(%arg0: tensor<6x6xi1>, %arg1: tensor<4x4x6x6xf32>, %arg2: tensor<f32>) -> tensor<4x4x6x6xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<4x4x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x4x6x6xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>
    return %3 : tensor<4x4x6x6xf32>
  }
  func.func private @silu(%arg0: tensor<4x6x24xf32>) -> tensor<4x6x24xf32> {
    %0 = stablehlo.negate %arg0 : tensor<4x6x24xf32>
    %1 = stablehlo.exponential %0 : tensor<4x6x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x24xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x6x24xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x24xf32>
    %5 = stablehlo.divide %4, %3 : tensor<4x6x24xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<4x6x24xf32>
    return %6 : tensor<4x6x24xf32>
  }
}
