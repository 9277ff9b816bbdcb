// The loss of the scan and its gradients, from a scan that goes backward.
// RUN: shardc check %s --strategy "dp=2" --role "0-11=param,12-13=input" --expect %S/scan-gradient.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "tp=2" --role "0-11=param,12-13=input" --expect %S/scan-gradient.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_llama_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x16xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<3x16xf32>, %arg3: tensor<3x16xf32>, %arg4: tensor<3x24x16xf32>, %arg5: tensor<3x16x24xf32>, %arg6: tensor<3x16x16xf32>, %arg7: tensor<3x16x16xf32>, %arg8: tensor<3x16x16xf32>, %arg9: tensor<3x16x24xf32>, %arg10: tensor<3x16x16xf32>, %arg11: tensor<16xf32>, %arg12: tensor<4x6xi32>, %arg13: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32x16xf32> {jax.result_info = "result[1]['embed']"}, tensor<16x32xf32> {jax.result_info = "result[1]['head']"}, tensor<3x16xf32> {jax.result_info = "result[1]['layers']['n1']"}, tensor<3x16xf32> {jax.result_info = "result[1]['layers']['n2']"}, tensor<3x24x16xf32> {jax.result_info = "result[1]['layers']['wd']"}, tensor<3x16x24xf32> {jax.result_info = "result[1]['layers']['wg']"}, tensor<3x16x16xf32> {jax.result_info = "result[1]['layers']['wk']"}, tensor<3x16x16xf32> {jax.result_info = "result[1]['layers']['wo']"}, tensor<3x16x16xf32> {jax.result_info = "result[1]['layers']['wq']"}, tensor<3x16x24xf32> {jax.result_info = "result[1]['layers']['wu']"}, tensor<3x16x16xf32> {jax.result_info = "result[1]['layers']['wv']"}, tensor<16xf32> {jax.result_info = "result[1]['norm']"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg12, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg12, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg12 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %8 = call @tril(%7) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %9:3 = call @_where(%8, %cst) : (tensor<6x6xi1>, tensor<f32>) -> (tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>, tensor<4x4x6x6xf32>)
    call @silu() : () -> ()
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3x1x1x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x4x6x4x4xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x4x6x4x4xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x4x4x6x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x4x4x6x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x4x4x6x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x4x4x6x6xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x4x6x4x4xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<3x1x1x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3x4x6x24xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3x4x6x24xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3x4x6x24xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<3x4x6x24xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<3x4x6x24xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<3x4x6x24xf32>
    %c_28 = stablehlo.constant dense<0> : tensor<i32>
    %36:39 = stablehlo.while(%iterArg = %arg2, %iterArg_53 = %arg3, %iterArg_54 = %arg4, %iterArg_55 = %arg5, %iterArg_56 = %arg6, %iterArg_57 = %arg7, %iterArg_58 = %arg8, %iterArg_59 = %arg9, %iterArg_60 = %arg10, %iterArg_61 = %9#0, %iterArg_62 = %9#2, %iterArg_63 = %c_28, %iterArg_64 = %6, %iterArg_65 = %10, %iterArg_66 = %11, %iterArg_67 = %12, %iterArg_68 = %13, %iterArg_69 = %14, %iterArg_70 = %15, %iterArg_71 = %16, %iterArg_72 = %17, %iterArg_73 = %18, %iterArg_74 = %19, %iterArg_75 = %20, %iterArg_76 = %21, %iterArg_77 = %22, %iterArg_78 = %23, %iterArg_79 = %24, %iterArg_80 = %25, %iterArg_81 = %26, %iterArg_82 = %27, %iterArg_83 = %28, %iterArg_84 = %29, %iterArg_85 = %30, %iterArg_86 = %31, %iterArg_87 = %32, %iterArg_88 = %33, %iterArg_89 = %34, %iterArg_90 = %35) : tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x24x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x4x4xf32>, tensor<3x4x6x4x4xf32>, tensor<3x4x4x6x6xf32>, tensor<3x4x4x6x1xf32>, tensor<3x4x4x6x1xf32>, tensor<3x4x4x6x6xf32>, tensor<3x4x6x4x4xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>
    cond {
      %c_91 = stablehlo.constant dense<3> : tensor<i32>
      %100 = stablehlo.compare LT, %iterArg_63, %c_91, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %100 : tensor<i1>
    } do {
      %100 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_63) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %101 = func.call @dynamic_index_in_dim(%iterArg_53, %iterArg_63) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %102 = func.call @dynamic_index_in_dim_0(%iterArg_54, %iterArg_63) : (tensor<3x24x16xf32>, tensor<i32>) -> tensor<24x16xf32>
      %103 = func.call @dynamic_index_in_dim_1(%iterArg_55, %iterArg_63) : (tensor<3x16x24xf32>, tensor<i32>) -> tensor<16x24xf32>
      %104 = func.call @dynamic_index_in_dim_2(%iterArg_56, %iterArg_63) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %105 = func.call @dynamic_index_in_dim_2(%iterArg_57, %iterArg_63) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %106 = func.call @dynamic_index_in_dim_2(%iterArg_58, %iterArg_63) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %107 = func.call @dynamic_index_in_dim_1(%iterArg_59, %iterArg_63) : (tensor<3x16x24xf32>, tensor<i32>) -> tensor<16x24xf32>
      %108 = func.call @dynamic_index_in_dim_2(%iterArg_60, %iterArg_63) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %109:27 = func.call @closed_call(%iterArg_61, %iterArg_62, %iterArg_64, %100, %101, %102, %103, %104, %105, %106, %107, %108) : (tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>, tensor<4x6x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x16xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<1x1x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x4x4xf32>, tensor<4x6x4x4xf32>, tensor<4x4x6x6xf32>, tensor<4x4x6x1xf32>, tensor<4x4x6x1xf32>, tensor<4x4x6x6xf32>, tensor<4x6x4x4xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<1x1x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>)
      %110 = func.call @dynamic_update_index_in_dim(%iterArg_65, %109#1, %iterArg_63) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %111 = func.call @dynamic_update_index_in_dim_5(%iterArg_66, %109#2, %iterArg_63) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %112 = func.call @dynamic_update_index_in_dim_5(%iterArg_67, %109#3, %iterArg_63) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %113 = func.call @dynamic_update_index_in_dim_6(%iterArg_68, %109#4, %iterArg_63) : (tensor<3x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i32>) -> tensor<3x1x1x16xf32>
      %114 = func.call @dynamic_update_index_in_dim(%iterArg_69, %109#5, %iterArg_63) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %115 = func.call @dynamic_update_index_in_dim(%iterArg_70, %109#6, %iterArg_63) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %116 = func.call @dynamic_update_index_in_dim_7(%iterArg_71, %109#7, %iterArg_63) : (tensor<3x4x6x4x4xf32>, tensor<4x6x4x4xf32>, tensor<i32>) -> tensor<3x4x6x4x4xf32>
      %117 = func.call @dynamic_update_index_in_dim_7(%iterArg_72, %109#8, %iterArg_63) : (tensor<3x4x6x4x4xf32>, tensor<4x6x4x4xf32>, tensor<i32>) -> tensor<3x4x6x4x4xf32>
      %118 = func.call @dynamic_update_index_in_dim_8(%iterArg_73, %109#9, %iterArg_63) : (tensor<3x4x4x6x6xf32>, tensor<4x4x6x6xf32>, tensor<i32>) -> tensor<3x4x4x6x6xf32>
      %119 = func.call @dynamic_update_index_in_dim_9(%iterArg_74, %109#10, %iterArg_63) : (tensor<3x4x4x6x1xf32>, tensor<4x4x6x1xf32>, tensor<i32>) -> tensor<3x4x4x6x1xf32>
      %120 = func.call @dynamic_update_index_in_dim_9(%iterArg_75, %109#11, %iterArg_63) : (tensor<3x4x4x6x1xf32>, tensor<4x4x6x1xf32>, tensor<i32>) -> tensor<3x4x4x6x1xf32>
      %121 = func.call @dynamic_update_index_in_dim_8(%iterArg_76, %109#12, %iterArg_63) : (tensor<3x4x4x6x6xf32>, tensor<4x4x6x6xf32>, tensor<i32>) -> tensor<3x4x4x6x6xf32>
      %122 = func.call @dynamic_update_index_in_dim_7(%iterArg_77, %109#13, %iterArg_63) : (tensor<3x4x6x4x4xf32>, tensor<4x6x4x4xf32>, tensor<i32>) -> tensor<3x4x6x4x4xf32>
      %123 = func.call @dynamic_update_index_in_dim(%iterArg_78, %109#14, %iterArg_63) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %124 = func.call @dynamic_update_index_in_dim(%iterArg_79, %109#15, %iterArg_63) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %125 = func.call @dynamic_update_index_in_dim_5(%iterArg_80, %109#16, %iterArg_63) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %126 = func.call @dynamic_update_index_in_dim_5(%iterArg_81, %109#17, %iterArg_63) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %127 = func.call @dynamic_update_index_in_dim_6(%iterArg_82, %109#18, %iterArg_63) : (tensor<3x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i32>) -> tensor<3x1x1x16xf32>
      %128 = func.call @dynamic_update_index_in_dim(%iterArg_83, %109#19, %iterArg_63) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %129 = func.call @dynamic_update_index_in_dim(%iterArg_84, %109#20, %iterArg_63) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %130 = func.call @dynamic_update_index_in_dim_10(%iterArg_85, %109#21, %iterArg_63) : (tensor<3x4x6x24xf32>, tensor<4x6x24xf32>, tensor<i32>) -> tensor<3x4x6x24xf32>
      %131 = func.call @dynamic_update_index_in_dim_10(%iterArg_86, %109#22, %iterArg_63) : (tensor<3x4x6x24xf32>, tensor<4x6x24xf32>, tensor<i32>) -> tensor<3x4x6x24xf32>
      %132 = func.call @dynamic_update_index_in_dim_10(%iterArg_87, %109#23, %iterArg_63) : (tensor<3x4x6x24xf32>, tensor<4x6x24xf32>, tensor<i32>) -> tensor<3x4x6x24xf32>
      %133 = func.call @dynamic_update_index_in_dim_10(%iterArg_88, %109#24, %iterArg_63) : (tensor<3x4x6x24xf32>, tensor<4x6x24xf32>, tensor<i32>) -> tensor<3x4x6x24xf32>
      %134 = func.call @dynamic_update_index_in_dim_10(%iterArg_89, %109#25, %iterArg_63) : (tensor<3x4x6x24xf32>, tensor<4x6x24xf32>, tensor<i32>) -> tensor<3x4x6x24xf32>
      %135 = func.call @dynamic_update_index_in_dim_10(%iterArg_90, %109#26, %iterArg_63) : (tensor<3x4x6x24xf32>, tensor<4x6x24xf32>, tensor<i32>) -> tensor<3x4x6x24xf32>
      %c_91 = stablehlo.constant dense<1> : tensor<i32>
      %136 = stablehlo.add %iterArg_63, %c_91 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %136, %109#0, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127, %128, %129, %130, %131, %132, %133, %134, %135 : tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x24x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x4x4xf32>, tensor<3x4x6x4x4xf32>, tensor<3x4x4x6x6xf32>, tensor<3x4x4x6x1xf32>, tensor<3x4x4x6x1xf32>, tensor<3x4x4x6x6xf32>, tensor<3x4x6x4x4xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>
    }
    %37 = stablehlo.multiply %36#12, %36#12 : tensor<4x6x16xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_30 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %41 = stablehlo.divide %39, %40 : tensor<4x6x1xf32>
    %cst_31 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %43 = stablehlo.add %41, %42 : tensor<4x6x1xf32>
    %44 = stablehlo.rsqrt %43 : tensor<4x6x1xf32>
    %45 = stablehlo.divide %44, %43 : tensor<4x6x1xf32>
    %cst_32 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %47 = stablehlo.multiply %46, %45 : tensor<4x6x1xf32>
    %48 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %49 = stablehlo.multiply %36#12, %48 : tensor<4x6x16xf32>
    %50 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %52 = stablehlo.multiply %49, %51 : tensor<4x6x16xf32>
    %53 = stablehlo.dot_general %52, %arg1, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %54:3 = call @log_softmax(%53) : (tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>)
    %55 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %56:2 = call @take_along_axis(%54#0, %55) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>)
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%56#0 init: %cst_33) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_34 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %58 = stablehlo.divide %57, %cst_34 : tensor<f32>
    %59 = stablehlo.negate %58 : tensor<f32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %60 = stablehlo.negate %cst_35 : tensor<f32>
    %cst_36 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %61 = stablehlo.divide %60, %cst_36 : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %63 = call @take_along_axis_11(%56#1, %62) : (tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %64 = call @log_softmax_12(%54#1, %54#2, %63) : (tensor<4x6x32xf32>, tensor<4x6x1xf32>, tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %65 = stablehlo.dot_general %64, %52, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x32xf32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    %66 = stablehlo.transpose %65, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %67 = stablehlo.dot_general %64, %arg1, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x32xf32>, tensor<16x32xf32>) -> tensor<4x6x16xf32>
    %68 = stablehlo.multiply %49, %67 : tensor<4x6x16xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%68 init: %cst_37) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %70 = stablehlo.reshape %69 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %71 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %72 = stablehlo.multiply %67, %71 : tensor<4x6x16xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%70 init: %cst_38) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %74 = stablehlo.multiply %36#12, %72 : tensor<4x6x16xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%74 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %76 = stablehlo.reshape %75 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %77 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %78 = stablehlo.multiply %72, %77 : tensor<4x6x16xf32>
    %79 = stablehlo.multiply %76, %47 : tensor<4x6x1xf32>
    %cst_40 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %81 = stablehlo.divide %79, %80 : tensor<4x6x1xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %84 = stablehlo.multiply %36#12, %83 : tensor<4x6x16xf32>
    %85 = stablehlo.add %78, %84 : tensor<4x6x16xf32>
    %86 = stablehlo.multiply %83, %36#12 : tensor<4x6x16xf32>
    %87 = stablehlo.add %85, %86 : tensor<4x6x16xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<3x16xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<3x16xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<3x24x16xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<3x16x24xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<3x16x24xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %c_51 = stablehlo.constant dense<0> : tensor<i32>
    %97:46 = stablehlo.while(%iterArg = %36#13, %iterArg_53 = %36#14, %iterArg_54 = %36#15, %iterArg_55 = %36#16, %iterArg_56 = %36#17, %iterArg_57 = %arg8, %iterArg_58 = %36#18, %iterArg_59 = %arg6, %iterArg_60 = %arg10, %iterArg_61 = %36#19, %iterArg_62 = %36#20, %iterArg_63 = %36#21, %iterArg_64 = %36#22, %iterArg_65 = %36#23, %iterArg_66 = %36#24, %iterArg_67 = %36#25, %iterArg_68 = %arg7, %iterArg_69 = %36#26, %iterArg_70 = %36#27, %iterArg_71 = %36#28, %iterArg_72 = %36#29, %iterArg_73 = %36#30, %iterArg_74 = %36#31, %iterArg_75 = %arg5, %iterArg_76 = %36#32, %iterArg_77 = %36#33, %iterArg_78 = %36#34, %iterArg_79 = %36#35, %iterArg_80 = %arg9, %iterArg_81 = %36#36, %iterArg_82 = %36#37, %iterArg_83 = %arg4, %iterArg_84 = %36#38, %iterArg_85 = %9#0, %iterArg_86 = %9#1, %iterArg_87 = %c_51, %iterArg_88 = %87, %iterArg_89 = %88, %iterArg_90 = %89, %iterArg_91 = %90, %iterArg_92 = %91, %iterArg_93 = %92, %iterArg_94 = %93, %iterArg_95 = %94, %iterArg_96 = %95, %iterArg_97 = %96) : tensor<3x4x6x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x4x4xf32>, tensor<3x4x6x4x4xf32>, tensor<3x4x4x6x6xf32>, tensor<3x4x4x6x1xf32>, tensor<3x4x4x6x1xf32>, tensor<3x4x4x6x6xf32>, tensor<3x4x6x4x4xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x24xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x16x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x24x16xf32>, tensor<3x4x6x24xf32>, tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x24x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>
    cond {
      %c_98 = stablehlo.constant dense<3> : tensor<i32>
      %100 = stablehlo.compare LT, %iterArg_87, %c_98, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %100 : tensor<i1>
    } do {
      %c_98 = stablehlo.constant dense<3> : tensor<i32>
      %100 = stablehlo.subtract %c_98, %iterArg_87 : tensor<i32>
      %c_99 = stablehlo.constant dense<1> : tensor<i32>
      %101 = stablehlo.subtract %100, %c_99 : tensor<i32>
      %102 = func.call @dynamic_index_in_dim_13(%iterArg, %101) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %103 = func.call @dynamic_index_in_dim_14(%iterArg_53, %101) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %104 = func.call @dynamic_index_in_dim_14(%iterArg_54, %101) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %105 = func.call @dynamic_index_in_dim_15(%iterArg_55, %101) : (tensor<3x1x1x16xf32>, tensor<i32>) -> tensor<1x1x16xf32>
      %106 = func.call @dynamic_index_in_dim_13(%iterArg_56, %101) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %107 = func.call @dynamic_index_in_dim_2(%iterArg_57, %101) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %108 = func.call @dynamic_index_in_dim_13(%iterArg_58, %101) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %109 = func.call @dynamic_index_in_dim_2(%iterArg_59, %101) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %110 = func.call @dynamic_index_in_dim_2(%iterArg_60, %101) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %111 = func.call @dynamic_index_in_dim_16(%iterArg_61, %101) : (tensor<3x4x6x4x4xf32>, tensor<i32>) -> tensor<4x6x4x4xf32>
      %112 = func.call @dynamic_index_in_dim_16(%iterArg_62, %101) : (tensor<3x4x6x4x4xf32>, tensor<i32>) -> tensor<4x6x4x4xf32>
      %113 = func.call @dynamic_index_in_dim_17(%iterArg_63, %101) : (tensor<3x4x4x6x6xf32>, tensor<i32>) -> tensor<4x4x6x6xf32>
      %114 = func.call @dynamic_index_in_dim_18(%iterArg_64, %101) : (tensor<3x4x4x6x1xf32>, tensor<i32>) -> tensor<4x4x6x1xf32>
      %115 = func.call @dynamic_index_in_dim_18(%iterArg_65, %101) : (tensor<3x4x4x6x1xf32>, tensor<i32>) -> tensor<4x4x6x1xf32>
      %116 = func.call @dynamic_index_in_dim_17(%iterArg_66, %101) : (tensor<3x4x4x6x6xf32>, tensor<i32>) -> tensor<4x4x6x6xf32>
      %117 = func.call @dynamic_index_in_dim_16(%iterArg_67, %101) : (tensor<3x4x6x4x4xf32>, tensor<i32>) -> tensor<4x6x4x4xf32>
      %118 = func.call @dynamic_index_in_dim_2(%iterArg_68, %101) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %119 = func.call @dynamic_index_in_dim_13(%iterArg_69, %101) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %120 = func.call @dynamic_index_in_dim_13(%iterArg_70, %101) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %121 = func.call @dynamic_index_in_dim_14(%iterArg_71, %101) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %122 = func.call @dynamic_index_in_dim_14(%iterArg_72, %101) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %123 = func.call @dynamic_index_in_dim_15(%iterArg_73, %101) : (tensor<3x1x1x16xf32>, tensor<i32>) -> tensor<1x1x16xf32>
      %124 = func.call @dynamic_index_in_dim_13(%iterArg_74, %101) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %125 = func.call @dynamic_index_in_dim_1(%iterArg_75, %101) : (tensor<3x16x24xf32>, tensor<i32>) -> tensor<16x24xf32>
      %126 = func.call @dynamic_index_in_dim_13(%iterArg_76, %101) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %127 = func.call @dynamic_index_in_dim_19(%iterArg_77, %101) : (tensor<3x4x6x24xf32>, tensor<i32>) -> tensor<4x6x24xf32>
      %128 = func.call @dynamic_index_in_dim_19(%iterArg_78, %101) : (tensor<3x4x6x24xf32>, tensor<i32>) -> tensor<4x6x24xf32>
      %129 = func.call @dynamic_index_in_dim_19(%iterArg_79, %101) : (tensor<3x4x6x24xf32>, tensor<i32>) -> tensor<4x6x24xf32>
      %130 = func.call @dynamic_index_in_dim_1(%iterArg_80, %101) : (tensor<3x16x24xf32>, tensor<i32>) -> tensor<16x24xf32>
      %131 = func.call @dynamic_index_in_dim_19(%iterArg_81, %101) : (tensor<3x4x6x24xf32>, tensor<i32>) -> tensor<4x6x24xf32>
      %132 = func.call @dynamic_index_in_dim_19(%iterArg_82, %101) : (tensor<3x4x6x24xf32>, tensor<i32>) -> tensor<4x6x24xf32>
      %133 = func.call @dynamic_index_in_dim_0(%iterArg_83, %101) : (tensor<3x24x16xf32>, tensor<i32>) -> tensor<24x16xf32>
      %134 = func.call @dynamic_index_in_dim_19(%iterArg_84, %101) : (tensor<3x4x6x24xf32>, tensor<i32>) -> tensor<4x6x24xf32>
      %135:10 = func.call @closed_call_20(%iterArg_85, %iterArg_86, %iterArg_88, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127, %128, %129, %130, %131, %132, %133, %134) : (tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<1x1x16xf32>, tensor<4x6x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x4x4xf32>, tensor<4x6x4x4xf32>, tensor<4x4x6x6xf32>, tensor<4x4x6x1xf32>, tensor<4x4x6x1xf32>, tensor<4x4x6x6xf32>, tensor<4x6x4x4xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<1x1x16xf32>, tensor<4x6x16xf32>, tensor<16x24xf32>, tensor<4x6x16xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<16x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<24x16xf32>, tensor<4x6x24xf32>) -> (tensor<4x6x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x16xf32>)
      %136 = func.call @dynamic_update_index_in_dim_23(%iterArg_89, %135#1, %101) : (tensor<3x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<3x16xf32>
      %137 = func.call @dynamic_update_index_in_dim_23(%iterArg_90, %135#2, %101) : (tensor<3x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<3x16xf32>
      %138 = func.call @dynamic_update_index_in_dim_24(%iterArg_91, %135#3, %101) : (tensor<3x24x16xf32>, tensor<24x16xf32>, tensor<i32>) -> tensor<3x24x16xf32>
      %139 = func.call @dynamic_update_index_in_dim_25(%iterArg_92, %135#4, %101) : (tensor<3x16x24xf32>, tensor<16x24xf32>, tensor<i32>) -> tensor<3x16x24xf32>
      %140 = func.call @dynamic_update_index_in_dim_26(%iterArg_93, %135#5, %101) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %141 = func.call @dynamic_update_index_in_dim_26(%iterArg_94, %135#6, %101) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %142 = func.call @dynamic_update_index_in_dim_26(%iterArg_95, %135#7, %101) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %143 = func.call @dynamic_update_index_in_dim_25(%iterArg_96, %135#8, %101) : (tensor<3x16x24xf32>, tensor<16x24xf32>, tensor<i32>) -> tensor<3x16x24xf32>
      %144 = func.call @dynamic_update_index_in_dim_26(%iterArg_97, %135#9, %101) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %c_100 = stablehlo.constant dense<1> : tensor<i32>
      %145 = stablehlo.add %iterArg_87, %c_100 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %iterArg_75, %iterArg_76, %iterArg_77, %iterArg_78, %iterArg_79, %iterArg_80, %iterArg_81, %iterArg_82, %iterArg_83, %iterArg_84, %iterArg_85, %iterArg_86, %145, %135#0, %136, %137, %138, %139, %140, %141, %142, %143, %144 : tensor<3x4x6x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x4x4xf32>, tensor<3x4x6x4x4xf32>, tensor<3x4x4x6x6xf32>, tensor<3x4x4x6x1xf32>, tensor<3x4x4x6x1xf32>, tensor<3x4x4x6x6xf32>, tensor<3x4x6x4x4xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x24xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x16x24xf32>, tensor<3x4x6x24xf32>, tensor<3x4x6x24xf32>, tensor<3x24x16xf32>, tensor<3x4x6x24xf32>, tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x24x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>
    }
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %99 = "stablehlo.scatter"(%98, %5, %97#36) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %100 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %100 : tensor<f32>
    }) : (tensor<32x16xf32>, tensor<4x6x1xi32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    return %59, %99, %66, %97#37, %97#38, %97#39, %97#40, %97#41, %97#42, %97#43, %97#44, %97#45, %73 : tensor<f32>, tensor<32x16xf32>, tensor<16x32xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x24x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x24xf32>, tensor<3x16x16xf32>, tensor<16xf32>
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
  func.func private @_where(%arg0: tensor<6x6xi1>, %arg1: tensor<f32>) -> (tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>, tensor<4x4x6x6xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<4x4x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x4x6x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4x6x6xf32>
    return %1, %3, %2 : tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>, tensor<4x4x6x6xf32>
  }
  func.func private @silu() {
    return
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
  func.func private @closed_call(%arg0: tensor<4x4x6x6xi1>, %arg1: tensor<4x4x6x6xf32>, %arg2: tensor<4x6x16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<24x16xf32>, %arg6: tensor<16x24xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<16x16xf32>, %arg10: tensor<16x24xf32>, %arg11: tensor<16x16xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<1x1x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x4x4xf32>, tensor<4x6x4x4xf32>, tensor<4x4x6x6xf32>, tensor<4x4x6x1xf32>, tensor<4x4x6x1xf32>, tensor<4x4x6x6xf32>, tensor<4x6x4x4xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<1x1x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>) {
    %0 = stablehlo.multiply %arg2, %arg2 : tensor<4x6x16xf32>
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
    %8 = stablehlo.divide %7, %6 : tensor<4x6x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<4x6x1xf32>
    %11 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %12 = stablehlo.multiply %arg2, %11 : tensor<4x6x16xf32>
    %13 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<4x6x16xf32>
    %16 = stablehlo.dot_general %15, %arg9, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %17 = stablehlo.reshape %16 : (tensor<4x6x16xf32>) -> tensor<4x6x4x4xf32>
    %18 = stablehlo.dot_general %15, %arg7, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %19 = stablehlo.reshape %18 : (tensor<4x6x16xf32>) -> tensor<4x6x4x4xf32>
    %20 = stablehlo.dot_general %15, %arg11, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %21 = stablehlo.reshape %20 : (tensor<4x6x16xf32>) -> tensor<4x6x4x4xf32>
    %22 = stablehlo.dot_general %17, %19, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [HIGHEST, HIGHEST] : (tensor<4x6x4x4xf32>, tensor<4x6x4x4xf32>) -> tensor<4x4x6x6xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x4x6x6xf32>
    %24 = stablehlo.divide %22, %23 : tensor<4x4x6x6xf32>
    %25 = call @_where_3(%24, %arg0, %arg1) : (tensor<4x4x6x6xf32>, tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>) -> tensor<4x4x6x6xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<4x4x6x6xf32>, tensor<f32>) -> tensor<4x4x6xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
    %28 = stablehlo.maximum %27, %26 : tensor<4x4x6xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<4x4x6xf32>) -> tensor<4x4x6x1xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2, 3] : (tensor<4x4x6x1xf32>) -> tensor<4x4x6x6xf32>
    %31 = stablehlo.subtract %25, %30 : tensor<4x4x6x6xf32>
    %32 = stablehlo.exponential %31 : tensor<4x4x6x6xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<4x4x6x6xf32>, tensor<f32>) -> tensor<4x4x6xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<4x4x6xf32>) -> tensor<4x4x6x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<4x4x6x1xf32>) -> tensor<4x4x6x6xf32>
    %36 = stablehlo.divide %32, %35 : tensor<4x4x6x6xf32>
    %37 = stablehlo.multiply %34, %34 : tensor<4x4x6x1xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x4x6x1xf32>
    %39 = stablehlo.divide %38, %37 : tensor<4x4x6x1xf32>
    %40 = stablehlo.dot_general %21, %36, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [HIGHEST, HIGHEST] : (tensor<4x6x4x4xf32>, tensor<4x4x6x6xf32>) -> tensor<4x4x4x6xf32>
    %41 = stablehlo.transpose %40, dims = [0, 3, 1, 2] : (tensor<4x4x4x6xf32>) -> tensor<4x6x4x4xf32>
    %42 = stablehlo.reshape %41 : (tensor<4x6x4x4xf32>) -> tensor<4x6x16xf32>
    %43 = stablehlo.dot_general %42, %arg8, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %44 = stablehlo.add %arg2, %43 : tensor<4x6x16xf32>
    %45 = stablehlo.multiply %44, %44 : tensor<4x6x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_9 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %49 = stablehlo.divide %47, %48 : tensor<4x6x1xf32>
    %cst_10 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %51 = stablehlo.add %49, %50 : tensor<4x6x1xf32>
    %52 = stablehlo.rsqrt %51 : tensor<4x6x1xf32>
    %53 = stablehlo.divide %52, %51 : tensor<4x6x1xf32>
    %cst_11 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %55 = stablehlo.multiply %54, %53 : tensor<4x6x1xf32>
    %56 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %57 = stablehlo.multiply %44, %56 : tensor<4x6x16xf32>
    %58 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %60 = stablehlo.multiply %57, %59 : tensor<4x6x16xf32>
    %61 = stablehlo.dot_general %60, %arg6, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x24xf32>) -> tensor<4x6x24xf32>
    %62:3 = call @silu_4(%61) : (tensor<4x6x24xf32>) -> (tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>)
    %63 = stablehlo.dot_general %60, %arg10, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x24xf32>) -> tensor<4x6x24xf32>
    %64 = stablehlo.multiply %62#0, %63 : tensor<4x6x24xf32>
    %65 = stablehlo.dot_general %64, %arg5, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x6x24xf32>, tensor<24x16xf32>) -> tensor<4x6x16xf32>
    %66 = stablehlo.add %44, %65 : tensor<4x6x16xf32>
    return %66, %arg2, %10, %7, %13, %12, %15, %19, %17, %32, %34, %39, %36, %21, %42, %44, %55, %52, %58, %57, %60, %62#1, %62#2, %61, %63, %62#0, %64 : tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<1x1x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x4x4xf32>, tensor<4x6x4x4xf32>, tensor<4x4x6x6xf32>, tensor<4x4x6x1xf32>, tensor<4x4x6x1xf32>, tensor<4x4x6x6xf32>, tensor<4x6x4x4xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<1x1x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>
  }
  func.func private @_where_3(%arg0: tensor<4x4x6x6xf32>, %arg1: tensor<4x4x6x6xi1>, %arg2: tensor<4x4x6x6xf32>) -> tensor<4x4x6x6xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>
    return %0 : tensor<4x4x6x6xf32>
  }
  func.func private @silu_4(%arg0: tensor<4x6x24xf32>) -> (tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<4x6x24xf32>
    %1 = stablehlo.exponential %0 : tensor<4x6x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x24xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x6x24xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x24xf32>
    %5 = stablehlo.divide %4, %3 : tensor<4x6x24xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x24xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<4x6x24xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<4x6x24xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<4x6x24xf32>
    return %9, %8, %5 : tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x4x6x16xf32>, %arg1: tensor<4x6x16xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x16xf32>) -> tensor<1x4x6x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x16xf32>, tensor<1x4x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x16xf32>
    return %1 : tensor<3x4x6x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<3x4x6x1xf32>, %arg1: tensor<4x6x1xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x1xf32>) -> tensor<1x4x6x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x1xf32>, tensor<1x4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x1xf32>
    return %1 : tensor<3x4x6x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<3x1x1x16xf32>, %arg1: tensor<1x1x16xf32>, %arg2: tensor<i32>) -> tensor<3x1x1x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x16xf32>) -> tensor<1x1x1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x1x1x16xf32>, tensor<1x1x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x1x1x16xf32>
    return %1 : tensor<3x1x1x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<3x4x6x4x4xf32>, %arg1: tensor<4x6x4x4xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x4x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x6x4x4xf32>) -> tensor<1x4x6x4x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x6x4x4xf32>, tensor<1x4x6x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x4x4xf32>
    return %1 : tensor<3x4x6x4x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<3x4x4x6x6xf32>, %arg1: tensor<4x4x6x6xf32>, %arg2: tensor<i32>) -> tensor<3x4x4x6x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x4x6x6xf32>) -> tensor<1x4x4x6x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x4x6x6xf32>, tensor<1x4x4x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x4x6x6xf32>
    return %1 : tensor<3x4x4x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<3x4x4x6x1xf32>, %arg1: tensor<4x4x6x1xf32>, %arg2: tensor<i32>) -> tensor<3x4x4x6x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x4x6x1xf32>) -> tensor<1x4x4x6x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x4x6x1xf32>, tensor<1x4x4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x4x6x1xf32>
    return %1 : tensor<3x4x4x6x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<3x4x6x24xf32>, %arg1: tensor<4x6x24xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x24xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x24xf32>) -> tensor<1x4x6x24xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x24xf32>, tensor<1x4x6x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x24xf32>
    return %1 : tensor<3x4x6x24xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x6x32xf32>
    %6 = stablehlo.exponential %5 : tensor<4x6x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %9 = stablehlo.log %8 : tensor<4x6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x6x32xf32>
    return %11, %6, %8 : tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x6x32xf32>, %arg1: tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x6x1xi32>, tensor<4x6x1xi32>) -> tensor<4x6x1xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x6x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4x6x1xi1>, tensor<4x6x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<4x6x1xi32>) -> tensor<4x6x1x1xi32>
    %c_1 = stablehlo.constant dense<31> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x6x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<4x6x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x6x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<4x6x1x1xi1>, tensor<i1>) -> tensor<4x6x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x6x32xf32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<4x6x1xi1>, tensor<4x6x1xf32>
    return %15, %5 : tensor<4x6x1xf32>, tensor<4x6x1x1xi32>
  }
  func.func private @take_along_axis_11(%arg0: tensor<4x6x1x1xi32>, %arg1: tensor<4x6x1xf32>) -> tensor<4x6x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x32xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6x32xf32>, tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    return %1 : tensor<4x6x32xf32>
  }
  func.func private @log_softmax_12(%arg0: tensor<4x6x32xf32>, %arg1: tensor<4x6x1xf32>, %arg2: tensor<4x6x32xf32>) -> tensor<4x6x32xf32> {
    %0 = stablehlo.negate %arg2 : tensor<4x6x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x32xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<4x6x32xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<4x6x32xf32>
    return %7 : tensor<4x6x32xf32>
  }
  func.func private @dynamic_index_in_dim_13(%arg0: tensor<3x4x6x16xf32>, %arg1: tensor<i32>) -> tensor<4x6x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 16] : (tensor<3x4x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x16xf32>) -> tensor<4x6x16xf32>
    return %1 : tensor<4x6x16xf32>
  }
  func.func private @dynamic_index_in_dim_14(%arg0: tensor<3x4x6x1xf32>, %arg1: tensor<i32>) -> tensor<4x6x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 1] : (tensor<3x4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x1xf32>) -> tensor<4x6x1xf32>
    return %1 : tensor<4x6x1xf32>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<3x1x1x16xf32>, %arg1: tensor<i32>) -> tensor<1x1x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 16] : (tensor<3x1x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x16xf32>) -> tensor<1x1x16xf32>
    return %1 : tensor<1x1x16xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<3x4x6x4x4xf32>, %arg1: tensor<i32>) -> tensor<4x6x4x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 6, 4, 4] : (tensor<3x4x6x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x4x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x4x4xf32>) -> tensor<4x6x4x4xf32>
    return %1 : tensor<4x6x4x4xf32>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<3x4x4x6x6xf32>, %arg1: tensor<i32>) -> tensor<4x4x6x6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 4, 6, 6] : (tensor<3x4x4x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x6x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x4x6x6xf32>) -> tensor<4x4x6x6xf32>
    return %1 : tensor<4x4x6x6xf32>
  }
  func.func private @dynamic_index_in_dim_18(%arg0: tensor<3x4x4x6x1xf32>, %arg1: tensor<i32>) -> tensor<4x4x6x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 4, 6, 1] : (tensor<3x4x4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x6x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x4x6x1xf32>) -> tensor<4x4x6x1xf32>
    return %1 : tensor<4x4x6x1xf32>
  }
  func.func private @dynamic_index_in_dim_19(%arg0: tensor<3x4x6x24xf32>, %arg1: tensor<i32>) -> tensor<4x6x24xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 24] : (tensor<3x4x6x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x24xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x24xf32>) -> tensor<4x6x24xf32>
    return %1 : tensor<4x6x24xf32>
  }
  func.func private @closed_call_20(%arg0: tensor<4x4x6x6xi1>, %arg1: tensor<4x4x6x6xf32>, %arg2: tensor<4x6x16xf32>, %arg3: tensor<4x6x16xf32>, %arg4: tensor<4x6x1xf32>, %arg5: tensor<4x6x1xf32>, %arg6: tensor<1x1x16xf32>, %arg7: tensor<4x6x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<4x6x16xf32>, %arg10: tensor<16x16xf32>, %arg11: tensor<16x16xf32>, %arg12: tensor<4x6x4x4xf32>, %arg13: tensor<4x6x4x4xf32>, %arg14: tensor<4x4x6x6xf32>, %arg15: tensor<4x4x6x1xf32>, %arg16: tensor<4x4x6x1xf32>, %arg17: tensor<4x4x6x6xf32>, %arg18: tensor<4x6x4x4xf32>, %arg19: tensor<16x16xf32>, %arg20: tensor<4x6x16xf32>, %arg21: tensor<4x6x16xf32>, %arg22: tensor<4x6x1xf32>, %arg23: tensor<4x6x1xf32>, %arg24: tensor<1x1x16xf32>, %arg25: tensor<4x6x16xf32>, %arg26: tensor<16x24xf32>, %arg27: tensor<4x6x16xf32>, %arg28: tensor<4x6x24xf32>, %arg29: tensor<4x6x24xf32>, %arg30: tensor<4x6x24xf32>, %arg31: tensor<16x24xf32>, %arg32: tensor<4x6x24xf32>, %arg33: tensor<4x6x24xf32>, %arg34: tensor<24x16xf32>, %arg35: tensor<4x6x24xf32>) -> (tensor<4x6x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x16xf32>) {
    %0 = stablehlo.dot_general %arg2, %arg35, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<4x6x24xf32>) -> tensor<16x24xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x24xf32>) -> tensor<24x16xf32>
    %2 = stablehlo.dot_general %arg2, %arg34, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<24x16xf32>) -> tensor<4x6x24xf32>
    %3 = stablehlo.multiply %arg33, %2 : tensor<4x6x24xf32>
    %4 = stablehlo.multiply %2, %arg32 : tensor<4x6x24xf32>
    %5 = stablehlo.dot_general %3, %arg27, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x24xf32>, tensor<4x6x16xf32>) -> tensor<24x16xf32>
    %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %7 = stablehlo.dot_general %3, %arg31, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x24xf32>, tensor<16x24xf32>) -> tensor<4x6x16xf32>
    %8 = call @silu_21(%arg28, %arg29, %arg30, %4) : (tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>, tensor<4x6x24xf32>) -> tensor<4x6x24xf32>
    %9 = stablehlo.dot_general %8, %arg27, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x24xf32>, tensor<4x6x16xf32>) -> tensor<24x16xf32>
    %10 = stablehlo.transpose %9, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %11 = stablehlo.dot_general %8, %arg26, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x24xf32>, tensor<16x24xf32>) -> tensor<4x6x16xf32>
    %12 = stablehlo.add %7, %11 : tensor<4x6x16xf32>
    %13 = stablehlo.multiply %arg25, %12 : tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %15 = stablehlo.reshape %14 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %16 = stablehlo.broadcast_in_dim %arg24, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<4x6x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%15 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %19 = stablehlo.multiply %arg21, %17 : tensor<4x6x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %21 = stablehlo.reshape %20 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %22 = stablehlo.broadcast_in_dim %arg23, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %23 = stablehlo.multiply %17, %22 : tensor<4x6x16xf32>
    %24 = stablehlo.add %arg2, %23 : tensor<4x6x16xf32>
    %25 = stablehlo.multiply %21, %arg22 : tensor<4x6x1xf32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %27 = stablehlo.divide %25, %26 : tensor<4x6x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %30 = stablehlo.multiply %arg21, %29 : tensor<4x6x16xf32>
    %31 = stablehlo.add %24, %30 : tensor<4x6x16xf32>
    %32 = stablehlo.multiply %29, %arg21 : tensor<4x6x16xf32>
    %33 = stablehlo.add %31, %32 : tensor<4x6x16xf32>
    %34 = stablehlo.dot_general %33, %arg20, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %35 = stablehlo.transpose %34, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %36 = stablehlo.dot_general %33, %arg19, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %37 = stablehlo.reshape %36 : (tensor<4x6x16xf32>) -> tensor<4x6x4x4xf32>
    %38 = stablehlo.transpose %37, dims = [0, 2, 3, 1] : (tensor<4x6x4x4xf32>) -> tensor<4x4x4x6xf32>
    %39 = stablehlo.dot_general %38, %arg18, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [HIGHEST, HIGHEST] : (tensor<4x4x4x6xf32>, tensor<4x6x4x4xf32>) -> tensor<4x4x6x6xf32>
    %40 = stablehlo.dot_general %38, %arg17, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [HIGHEST, HIGHEST] : (tensor<4x4x4x6xf32>, tensor<4x4x6x6xf32>) -> tensor<4x4x4x6xf32>
    %41 = stablehlo.transpose %40, dims = [0, 3, 1, 2] : (tensor<4x4x4x6xf32>) -> tensor<4x6x4x4xf32>
    %42 = stablehlo.broadcast_in_dim %arg16, dims = [0, 1, 2, 3] : (tensor<4x4x6x1xf32>) -> tensor<4x4x6x6xf32>
    %43 = stablehlo.multiply %39, %42 : tensor<4x4x6x6xf32>
    %44 = stablehlo.multiply %43, %arg14 : tensor<4x4x6x6xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<4x4x6x6xf32>, tensor<f32>) -> tensor<4x4x6xf32>
    %46 = stablehlo.reshape %45 : (tensor<4x4x6xf32>) -> tensor<4x4x6x1xf32>
    %47 = stablehlo.negate %46 : tensor<4x4x6x1xf32>
    %48 = stablehlo.broadcast_in_dim %arg15, dims = [0, 1, 2, 3] : (tensor<4x4x6x1xf32>) -> tensor<4x4x6x6xf32>
    %49 = stablehlo.divide %39, %48 : tensor<4x4x6x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%47 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<4x4x6x1xf32>, tensor<f32>) -> tensor<4x4x6xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<4x4x6xf32>) -> tensor<4x4x6x6xf32>
    %52 = stablehlo.add %49, %51 : tensor<4x4x6x6xf32>
    %53 = stablehlo.multiply %52, %arg14 : tensor<4x4x6x6xf32>
    %54 = call @_where_22(%arg0, %arg1, %53) : (tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>, tensor<4x4x6x6xf32>) -> tensor<4x4x6x6xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x4x6x6xf32>
    %56 = stablehlo.divide %54, %55 : tensor<4x4x6x6xf32>
    %57 = stablehlo.dot_general %56, %arg13, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x4x6x6xf32>, tensor<4x6x4x4xf32>) -> tensor<4x4x6x4xf32>
    %58 = stablehlo.transpose %57, dims = [0, 2, 1, 3] : (tensor<4x4x6x4xf32>) -> tensor<4x6x4x4xf32>
    %59 = stablehlo.dot_general %56, %arg12, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x4x6x6xf32>, tensor<4x6x4x4xf32>) -> tensor<4x4x6x4xf32>
    %60 = stablehlo.transpose %59, dims = [0, 2, 1, 3] : (tensor<4x4x6x4xf32>) -> tensor<4x6x4x4xf32>
    %61 = stablehlo.reshape %41 : (tensor<4x6x4x4xf32>) -> tensor<4x6x16xf32>
    %62 = stablehlo.dot_general %61, %arg9, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %63 = stablehlo.transpose %62, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %64 = stablehlo.dot_general %61, %arg11, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %65 = stablehlo.reshape %58 : (tensor<4x6x4x4xf32>) -> tensor<4x6x16xf32>
    %66 = stablehlo.dot_general %65, %arg9, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %67 = stablehlo.transpose %66, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %68 = stablehlo.dot_general %65, %arg10, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %69 = stablehlo.add %64, %68 : tensor<4x6x16xf32>
    %70 = stablehlo.reshape %60 : (tensor<4x6x4x4xf32>) -> tensor<4x6x16xf32>
    %71 = stablehlo.dot_general %70, %arg9, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %72 = stablehlo.transpose %71, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %73 = stablehlo.dot_general %70, %arg8, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %74 = stablehlo.add %69, %73 : tensor<4x6x16xf32>
    %75 = stablehlo.multiply %arg7, %74 : tensor<4x6x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %77 = stablehlo.reshape %76 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %78 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %79 = stablehlo.multiply %74, %78 : tensor<4x6x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%77 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %81 = stablehlo.multiply %arg3, %79 : tensor<4x6x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %83 = stablehlo.reshape %82 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %84 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %85 = stablehlo.multiply %79, %84 : tensor<4x6x16xf32>
    %86 = stablehlo.add %33, %85 : tensor<4x6x16xf32>
    %87 = stablehlo.multiply %83, %arg4 : tensor<4x6x1xf32>
    %cst_10 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %89 = stablehlo.divide %87, %88 : tensor<4x6x1xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %92 = stablehlo.multiply %arg3, %91 : tensor<4x6x16xf32>
    %93 = stablehlo.add %86, %92 : tensor<4x6x16xf32>
    %94 = stablehlo.multiply %91, %arg3 : tensor<4x6x16xf32>
    %95 = stablehlo.add %93, %94 : tensor<4x6x16xf32>
    return %95, %80, %18, %1, %10, %67, %35, %72, %6, %63 : tensor<4x6x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x16xf32>
  }
  func.func private @silu_21(%arg0: tensor<4x6x24xf32>, %arg1: tensor<4x6x24xf32>, %arg2: tensor<4x6x24xf32>, %arg3: tensor<4x6x24xf32>) -> tensor<4x6x24xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<4x6x24xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<4x6x24xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<4x6x24xf32>
    %3 = stablehlo.add %1, %2 : tensor<4x6x24xf32>
    return %3 : tensor<4x6x24xf32>
  }
  func.func private @_where_22(%arg0: tensor<4x4x6x6xi1>, %arg1: tensor<4x4x6x6xf32>, %arg2: tensor<4x4x6x6xf32>) -> tensor<4x4x6x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4x6x6xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>
    return %1 : tensor<4x4x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_23(%arg0: tensor<3x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<i32>) -> tensor<3x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<3x16xf32>
    return %1 : tensor<3x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_24(%arg0: tensor<3x24x16xf32>, %arg1: tensor<24x16xf32>, %arg2: tensor<i32>) -> tensor<3x24x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<24x16xf32>) -> tensor<1x24x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x24x16xf32>, tensor<1x24x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x24x16xf32>
    return %1 : tensor<3x24x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_25(%arg0: tensor<3x16x24xf32>, %arg1: tensor<16x24xf32>, %arg2: tensor<i32>) -> tensor<3x16x24xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x24xf32>) -> tensor<1x16x24xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x24xf32>, tensor<1x16x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x24xf32>
    return %1 : tensor<3x16x24xf32>
  }
  func.func private @dynamic_update_index_in_dim_26(%arg0: tensor<3x16x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<i32>) -> tensor<3x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x16xf32>
    return %1 : tensor<3x16x16xf32>
  }
}
