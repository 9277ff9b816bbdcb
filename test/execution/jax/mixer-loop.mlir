// An MLP-mixer whose layers are a loop in Python: they are found in the graph.
// RUN: shardc check %s --strategy "pp=2,dp=2,microbatches=2" --role "0-51=param,52-53=input" --train adamw --expect %S/mixer-loop.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "pp=4,recompute=full" --role "0-51=param,52-53=input" --train adamw --expect %S/mixer-loop.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "fsdp=2" --role "0-51=param,52-53=input" --train adamw --expect %S/mixer-loop.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>, %arg1: tensor<12x8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8x10xf32>, %arg4: tensor<8xf32>, %arg5: tensor<8xf32>, %arg6: tensor<8x16xf32>, %arg7: tensor<16x8xf32>, %arg8: tensor<16xf32>, %arg9: tensor<8xf32>, %arg10: tensor<8xf32>, %arg11: tensor<8xf32>, %arg12: tensor<4x6xf32>, %arg13: tensor<6x4xf32>, %arg14: tensor<6xf32>, %arg15: tensor<4xf32>, %arg16: tensor<8xf32>, %arg17: tensor<8xf32>, %arg18: tensor<8x16xf32>, %arg19: tensor<16x8xf32>, %arg20: tensor<16xf32>, %arg21: tensor<8xf32>, %arg22: tensor<8xf32>, %arg23: tensor<8xf32>, %arg24: tensor<4x6xf32>, %arg25: tensor<6x4xf32>, %arg26: tensor<6xf32>, %arg27: tensor<4xf32>, %arg28: tensor<8xf32>, %arg29: tensor<8xf32>, %arg30: tensor<8x16xf32>, %arg31: tensor<16x8xf32>, %arg32: tensor<16xf32>, %arg33: tensor<8xf32>, %arg34: tensor<8xf32>, %arg35: tensor<8xf32>, %arg36: tensor<4x6xf32>, %arg37: tensor<6x4xf32>, %arg38: tensor<6xf32>, %arg39: tensor<4xf32>, %arg40: tensor<8xf32>, %arg41: tensor<8xf32>, %arg42: tensor<8x16xf32>, %arg43: tensor<16x8xf32>, %arg44: tensor<16xf32>, %arg45: tensor<8xf32>, %arg46: tensor<8xf32>, %arg47: tensor<8xf32>, %arg48: tensor<4x6xf32>, %arg49: tensor<6x4xf32>, %arg50: tensor<6xf32>, %arg51: tensor<4xf32>, %arg52: tensor<8x4x12xf32>, %arg53: tensor<8xi32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg52, %arg1, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4x12xf32>, tensor<12x8xf32>) -> tensor<8x4x8xf32>
    %cst = stablehlo.constant dense<5.000000e+02> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %2 = stablehlo.multiply %1, %0 : tensor<8x4x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %6 = stablehlo.divide %4, %5 : tensor<8x4x1xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %8 = stablehlo.subtract %2, %7 : tensor<8x4x8xf32>
    %9 = chlo.square %8 : tensor<8x4x8xf32> -> tensor<8x4x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_3 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<8x4x1xf32>
    %14 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %15 = stablehlo.subtract %2, %14 : tensor<8x4x8xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %17 = stablehlo.add %13, %16 : tensor<8x4x1xf32>
    %18 = stablehlo.rsqrt %17 : tensor<8x4x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %20 = stablehlo.multiply %15, %19 : tensor<8x4x8xf32>
    %21 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %23 = stablehlo.multiply %20, %22 : tensor<8x4x8xf32>
    %24 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %26 = stablehlo.add %23, %25 : tensor<8x4x8xf32>
    %27 = stablehlo.transpose %26, dims = [0, 2, 1] : (tensor<8x4x8xf32>) -> tensor<8x8x4xf32>
    %28 = stablehlo.dot_general %27, %arg12, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4xf32>, tensor<4x6xf32>) -> tensor<8x8x6xf32>
    %29 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<6xf32>) -> tensor<1x1x6xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<1x1x6xf32>) -> tensor<8x8x6xf32>
    %31 = stablehlo.add %28, %30 : tensor<8x8x6xf32>
    %32 = stablehlo.multiply %31, %31 : tensor<8x8x6xf32>
    %33 = stablehlo.multiply %32, %31 : tensor<8x8x6xf32>
    %cst_5 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %35 = stablehlo.multiply %34, %33 : tensor<8x8x6xf32>
    %36 = stablehlo.add %31, %35 : tensor<8x8x6xf32>
    %cst_6 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %38 = stablehlo.multiply %37, %36 : tensor<8x8x6xf32>
    %39 = stablehlo.tanh %38 : tensor<8x8x6xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %41 = stablehlo.add %40, %39 : tensor<8x8x6xf32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %43 = stablehlo.multiply %42, %41 : tensor<8x8x6xf32>
    %44 = stablehlo.multiply %31, %43 : tensor<8x8x6xf32>
    %45 = stablehlo.dot_general %44, %arg13, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x6xf32>, tensor<6x4xf32>) -> tensor<8x8x4xf32>
    %46 = stablehlo.broadcast_in_dim %arg15, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<8x8x4xf32>
    %48 = stablehlo.add %45, %47 : tensor<8x8x4xf32>
    %49 = stablehlo.transpose %48, dims = [0, 2, 1] : (tensor<8x8x4xf32>) -> tensor<8x4x8xf32>
    %50 = stablehlo.add %2, %49 : tensor<8x4x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_10 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %54 = stablehlo.divide %52, %53 : tensor<8x4x1xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %56 = stablehlo.subtract %50, %55 : tensor<8x4x8xf32>
    %57 = chlo.square %56 : tensor<8x4x8xf32> -> tensor<8x4x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_12 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %61 = stablehlo.divide %59, %60 : tensor<8x4x1xf32>
    %62 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %63 = stablehlo.subtract %50, %62 : tensor<8x4x8xf32>
    %cst_13 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %65 = stablehlo.add %61, %64 : tensor<8x4x1xf32>
    %66 = stablehlo.rsqrt %65 : tensor<8x4x1xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %68 = stablehlo.multiply %63, %67 : tensor<8x4x8xf32>
    %69 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %71 = stablehlo.multiply %68, %70 : tensor<8x4x8xf32>
    %72 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %74 = stablehlo.add %71, %73 : tensor<8x4x8xf32>
    %75 = stablehlo.dot_general %74, %arg6, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4x8xf32>, tensor<8x16xf32>) -> tensor<8x4x16xf32>
    %76 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x4x16xf32>
    %78 = stablehlo.add %75, %77 : tensor<8x4x16xf32>
    %79 = stablehlo.multiply %78, %78 : tensor<8x4x16xf32>
    %80 = stablehlo.multiply %79, %78 : tensor<8x4x16xf32>
    %cst_14 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %82 = stablehlo.multiply %81, %80 : tensor<8x4x16xf32>
    %83 = stablehlo.add %78, %82 : tensor<8x4x16xf32>
    %cst_15 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<8x4x16xf32>
    %86 = stablehlo.tanh %85 : tensor<8x4x16xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %88 = stablehlo.add %87, %86 : tensor<8x4x16xf32>
    %cst_17 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %90 = stablehlo.multiply %89, %88 : tensor<8x4x16xf32>
    %91 = stablehlo.multiply %78, %90 : tensor<8x4x16xf32>
    %92 = stablehlo.dot_general %91, %arg7, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4x16xf32>, tensor<16x8xf32>) -> tensor<8x4x8xf32>
    %93 = stablehlo.add %50, %92 : tensor<8x4x8xf32>
    %94 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %96 = stablehlo.add %93, %95 : tensor<8x4x8xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.reduce(%96 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_19 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %100 = stablehlo.divide %98, %99 : tensor<8x4x1xf32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %102 = stablehlo.subtract %96, %101 : tensor<8x4x8xf32>
    %103 = chlo.square %102 : tensor<8x4x8xf32> -> tensor<8x4x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.reduce(%103 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_21 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %107 = stablehlo.divide %105, %106 : tensor<8x4x1xf32>
    %108 = stablehlo.broadcast_in_dim %100, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %109 = stablehlo.subtract %96, %108 : tensor<8x4x8xf32>
    %cst_22 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %111 = stablehlo.add %107, %110 : tensor<8x4x1xf32>
    %112 = stablehlo.rsqrt %111 : tensor<8x4x1xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %114 = stablehlo.multiply %109, %113 : tensor<8x4x8xf32>
    %115 = stablehlo.broadcast_in_dim %arg22, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %117 = stablehlo.multiply %114, %116 : tensor<8x4x8xf32>
    %118 = stablehlo.broadcast_in_dim %arg16, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %120 = stablehlo.add %117, %119 : tensor<8x4x8xf32>
    %121 = stablehlo.transpose %120, dims = [0, 2, 1] : (tensor<8x4x8xf32>) -> tensor<8x8x4xf32>
    %122 = stablehlo.dot_general %121, %arg24, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4xf32>, tensor<4x6xf32>) -> tensor<8x8x6xf32>
    %123 = stablehlo.broadcast_in_dim %arg26, dims = [2] : (tensor<6xf32>) -> tensor<1x1x6xf32>
    %124 = stablehlo.broadcast_in_dim %123, dims = [0, 1, 2] : (tensor<1x1x6xf32>) -> tensor<8x8x6xf32>
    %125 = stablehlo.add %122, %124 : tensor<8x8x6xf32>
    %126 = stablehlo.multiply %125, %125 : tensor<8x8x6xf32>
    %127 = stablehlo.multiply %126, %125 : tensor<8x8x6xf32>
    %cst_23 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %129 = stablehlo.multiply %128, %127 : tensor<8x8x6xf32>
    %130 = stablehlo.add %125, %129 : tensor<8x8x6xf32>
    %cst_24 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %132 = stablehlo.multiply %131, %130 : tensor<8x8x6xf32>
    %133 = stablehlo.tanh %132 : tensor<8x8x6xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %135 = stablehlo.add %134, %133 : tensor<8x8x6xf32>
    %cst_26 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %137 = stablehlo.multiply %136, %135 : tensor<8x8x6xf32>
    %138 = stablehlo.multiply %125, %137 : tensor<8x8x6xf32>
    %139 = stablehlo.dot_general %138, %arg25, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x6xf32>, tensor<6x4xf32>) -> tensor<8x8x4xf32>
    %140 = stablehlo.broadcast_in_dim %arg27, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %141 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<8x8x4xf32>
    %142 = stablehlo.add %139, %141 : tensor<8x8x4xf32>
    %143 = stablehlo.transpose %142, dims = [0, 2, 1] : (tensor<8x8x4xf32>) -> tensor<8x4x8xf32>
    %144 = stablehlo.add %96, %143 : tensor<8x4x8xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.reduce(%144 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_28 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %148 = stablehlo.divide %146, %147 : tensor<8x4x1xf32>
    %149 = stablehlo.broadcast_in_dim %148, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %150 = stablehlo.subtract %144, %149 : tensor<8x4x8xf32>
    %151 = chlo.square %150 : tensor<8x4x8xf32> -> tensor<8x4x8xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %152 = stablehlo.reduce(%151 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %153 = stablehlo.broadcast_in_dim %152, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_30 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %155 = stablehlo.divide %153, %154 : tensor<8x4x1xf32>
    %156 = stablehlo.broadcast_in_dim %148, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %157 = stablehlo.subtract %144, %156 : tensor<8x4x8xf32>
    %cst_31 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %159 = stablehlo.add %155, %158 : tensor<8x4x1xf32>
    %160 = stablehlo.rsqrt %159 : tensor<8x4x1xf32>
    %161 = stablehlo.broadcast_in_dim %160, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %162 = stablehlo.multiply %157, %161 : tensor<8x4x8xf32>
    %163 = stablehlo.broadcast_in_dim %arg23, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %165 = stablehlo.multiply %162, %164 : tensor<8x4x8xf32>
    %166 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %168 = stablehlo.add %165, %167 : tensor<8x4x8xf32>
    %169 = stablehlo.dot_general %168, %arg18, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4x8xf32>, tensor<8x16xf32>) -> tensor<8x4x16xf32>
    %170 = stablehlo.broadcast_in_dim %arg20, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x4x16xf32>
    %172 = stablehlo.add %169, %171 : tensor<8x4x16xf32>
    %173 = stablehlo.multiply %172, %172 : tensor<8x4x16xf32>
    %174 = stablehlo.multiply %173, %172 : tensor<8x4x16xf32>
    %cst_32 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %176 = stablehlo.multiply %175, %174 : tensor<8x4x16xf32>
    %177 = stablehlo.add %172, %176 : tensor<8x4x16xf32>
    %cst_33 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %179 = stablehlo.multiply %178, %177 : tensor<8x4x16xf32>
    %180 = stablehlo.tanh %179 : tensor<8x4x16xf32>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %182 = stablehlo.add %181, %180 : tensor<8x4x16xf32>
    %cst_35 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %184 = stablehlo.multiply %183, %182 : tensor<8x4x16xf32>
    %185 = stablehlo.multiply %172, %184 : tensor<8x4x16xf32>
    %186 = stablehlo.dot_general %185, %arg19, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4x16xf32>, tensor<16x8xf32>) -> tensor<8x4x8xf32>
    %187 = stablehlo.add %144, %186 : tensor<8x4x8xf32>
    %188 = stablehlo.broadcast_in_dim %arg21, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %189 = stablehlo.broadcast_in_dim %188, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %190 = stablehlo.add %187, %189 : tensor<8x4x8xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %191 = stablehlo.reduce(%190 init: %cst_36) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_37 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %194 = stablehlo.divide %192, %193 : tensor<8x4x1xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %196 = stablehlo.subtract %190, %195 : tensor<8x4x8xf32>
    %197 = chlo.square %196 : tensor<8x4x8xf32> -> tensor<8x4x8xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %198 = stablehlo.reduce(%197 init: %cst_38) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %199 = stablehlo.broadcast_in_dim %198, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_39 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %201 = stablehlo.divide %199, %200 : tensor<8x4x1xf32>
    %202 = stablehlo.broadcast_in_dim %194, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %203 = stablehlo.subtract %190, %202 : tensor<8x4x8xf32>
    %cst_40 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %205 = stablehlo.add %201, %204 : tensor<8x4x1xf32>
    %206 = stablehlo.rsqrt %205 : tensor<8x4x1xf32>
    %207 = stablehlo.broadcast_in_dim %206, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %208 = stablehlo.multiply %203, %207 : tensor<8x4x8xf32>
    %209 = stablehlo.broadcast_in_dim %arg34, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %211 = stablehlo.multiply %208, %210 : tensor<8x4x8xf32>
    %212 = stablehlo.broadcast_in_dim %arg28, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %213 = stablehlo.broadcast_in_dim %212, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %214 = stablehlo.add %211, %213 : tensor<8x4x8xf32>
    %215 = stablehlo.transpose %214, dims = [0, 2, 1] : (tensor<8x4x8xf32>) -> tensor<8x8x4xf32>
    %216 = stablehlo.dot_general %215, %arg36, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4xf32>, tensor<4x6xf32>) -> tensor<8x8x6xf32>
    %217 = stablehlo.broadcast_in_dim %arg38, dims = [2] : (tensor<6xf32>) -> tensor<1x1x6xf32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [0, 1, 2] : (tensor<1x1x6xf32>) -> tensor<8x8x6xf32>
    %219 = stablehlo.add %216, %218 : tensor<8x8x6xf32>
    %220 = stablehlo.multiply %219, %219 : tensor<8x8x6xf32>
    %221 = stablehlo.multiply %220, %219 : tensor<8x8x6xf32>
    %cst_41 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %223 = stablehlo.multiply %222, %221 : tensor<8x8x6xf32>
    %224 = stablehlo.add %219, %223 : tensor<8x8x6xf32>
    %cst_42 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %226 = stablehlo.multiply %225, %224 : tensor<8x8x6xf32>
    %227 = stablehlo.tanh %226 : tensor<8x8x6xf32>
    %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %229 = stablehlo.add %228, %227 : tensor<8x8x6xf32>
    %cst_44 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %231 = stablehlo.multiply %230, %229 : tensor<8x8x6xf32>
    %232 = stablehlo.multiply %219, %231 : tensor<8x8x6xf32>
    %233 = stablehlo.dot_general %232, %arg37, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x6xf32>, tensor<6x4xf32>) -> tensor<8x8x4xf32>
    %234 = stablehlo.broadcast_in_dim %arg39, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %235 = stablehlo.broadcast_in_dim %234, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<8x8x4xf32>
    %236 = stablehlo.add %233, %235 : tensor<8x8x4xf32>
    %237 = stablehlo.transpose %236, dims = [0, 2, 1] : (tensor<8x8x4xf32>) -> tensor<8x4x8xf32>
    %238 = stablehlo.add %190, %237 : tensor<8x4x8xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %239 = stablehlo.reduce(%238 init: %cst_45) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %240 = stablehlo.broadcast_in_dim %239, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_46 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %241 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %242 = stablehlo.divide %240, %241 : tensor<8x4x1xf32>
    %243 = stablehlo.broadcast_in_dim %242, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %244 = stablehlo.subtract %238, %243 : tensor<8x4x8xf32>
    %245 = chlo.square %244 : tensor<8x4x8xf32> -> tensor<8x4x8xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %246 = stablehlo.reduce(%245 init: %cst_47) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %247 = stablehlo.broadcast_in_dim %246, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_48 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %249 = stablehlo.divide %247, %248 : tensor<8x4x1xf32>
    %250 = stablehlo.broadcast_in_dim %242, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %251 = stablehlo.subtract %238, %250 : tensor<8x4x8xf32>
    %cst_49 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %253 = stablehlo.add %249, %252 : tensor<8x4x1xf32>
    %254 = stablehlo.rsqrt %253 : tensor<8x4x1xf32>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %256 = stablehlo.multiply %251, %255 : tensor<8x4x8xf32>
    %257 = stablehlo.broadcast_in_dim %arg35, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %258 = stablehlo.broadcast_in_dim %257, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %259 = stablehlo.multiply %256, %258 : tensor<8x4x8xf32>
    %260 = stablehlo.broadcast_in_dim %arg29, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %261 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %262 = stablehlo.add %259, %261 : tensor<8x4x8xf32>
    %263 = stablehlo.dot_general %262, %arg30, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4x8xf32>, tensor<8x16xf32>) -> tensor<8x4x16xf32>
    %264 = stablehlo.broadcast_in_dim %arg32, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %265 = stablehlo.broadcast_in_dim %264, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x4x16xf32>
    %266 = stablehlo.add %263, %265 : tensor<8x4x16xf32>
    %267 = stablehlo.multiply %266, %266 : tensor<8x4x16xf32>
    %268 = stablehlo.multiply %267, %266 : tensor<8x4x16xf32>
    %cst_50 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %270 = stablehlo.multiply %269, %268 : tensor<8x4x16xf32>
    %271 = stablehlo.add %266, %270 : tensor<8x4x16xf32>
    %cst_51 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %273 = stablehlo.multiply %272, %271 : tensor<8x4x16xf32>
    %274 = stablehlo.tanh %273 : tensor<8x4x16xf32>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %276 = stablehlo.add %275, %274 : tensor<8x4x16xf32>
    %cst_53 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %278 = stablehlo.multiply %277, %276 : tensor<8x4x16xf32>
    %279 = stablehlo.multiply %266, %278 : tensor<8x4x16xf32>
    %280 = stablehlo.dot_general %279, %arg31, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4x16xf32>, tensor<16x8xf32>) -> tensor<8x4x8xf32>
    %281 = stablehlo.add %238, %280 : tensor<8x4x8xf32>
    %282 = stablehlo.broadcast_in_dim %arg33, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %283 = stablehlo.broadcast_in_dim %282, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %284 = stablehlo.add %281, %283 : tensor<8x4x8xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_54) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_55 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %288 = stablehlo.divide %286, %287 : tensor<8x4x1xf32>
    %289 = stablehlo.broadcast_in_dim %288, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %290 = stablehlo.subtract %284, %289 : tensor<8x4x8xf32>
    %291 = chlo.square %290 : tensor<8x4x8xf32> -> tensor<8x4x8xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %292 = stablehlo.reduce(%291 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %293 = stablehlo.broadcast_in_dim %292, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_57 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %295 = stablehlo.divide %293, %294 : tensor<8x4x1xf32>
    %296 = stablehlo.broadcast_in_dim %288, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %297 = stablehlo.subtract %284, %296 : tensor<8x4x8xf32>
    %cst_58 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %299 = stablehlo.add %295, %298 : tensor<8x4x1xf32>
    %300 = stablehlo.rsqrt %299 : tensor<8x4x1xf32>
    %301 = stablehlo.broadcast_in_dim %300, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %302 = stablehlo.multiply %297, %301 : tensor<8x4x8xf32>
    %303 = stablehlo.broadcast_in_dim %arg46, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %304 = stablehlo.broadcast_in_dim %303, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %305 = stablehlo.multiply %302, %304 : tensor<8x4x8xf32>
    %306 = stablehlo.broadcast_in_dim %arg40, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %307 = stablehlo.broadcast_in_dim %306, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %308 = stablehlo.add %305, %307 : tensor<8x4x8xf32>
    %309 = stablehlo.transpose %308, dims = [0, 2, 1] : (tensor<8x4x8xf32>) -> tensor<8x8x4xf32>
    %310 = stablehlo.dot_general %309, %arg48, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x4xf32>, tensor<4x6xf32>) -> tensor<8x8x6xf32>
    %311 = stablehlo.broadcast_in_dim %arg50, dims = [2] : (tensor<6xf32>) -> tensor<1x1x6xf32>
    %312 = stablehlo.broadcast_in_dim %311, dims = [0, 1, 2] : (tensor<1x1x6xf32>) -> tensor<8x8x6xf32>
    %313 = stablehlo.add %310, %312 : tensor<8x8x6xf32>
    %314 = stablehlo.multiply %313, %313 : tensor<8x8x6xf32>
    %315 = stablehlo.multiply %314, %313 : tensor<8x8x6xf32>
    %cst_59 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %316 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %317 = stablehlo.multiply %316, %315 : tensor<8x8x6xf32>
    %318 = stablehlo.add %313, %317 : tensor<8x8x6xf32>
    %cst_60 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %320 = stablehlo.multiply %319, %318 : tensor<8x8x6xf32>
    %321 = stablehlo.tanh %320 : tensor<8x8x6xf32>
    %cst_61 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %322 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %323 = stablehlo.add %322, %321 : tensor<8x8x6xf32>
    %cst_62 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<8x8x6xf32>
    %325 = stablehlo.multiply %324, %323 : tensor<8x8x6xf32>
    %326 = stablehlo.multiply %313, %325 : tensor<8x8x6xf32>
    %327 = stablehlo.dot_general %326, %arg49, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8x6xf32>, tensor<6x4xf32>) -> tensor<8x8x4xf32>
    %328 = stablehlo.broadcast_in_dim %arg51, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %329 = stablehlo.broadcast_in_dim %328, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<8x8x4xf32>
    %330 = stablehlo.add %327, %329 : tensor<8x8x4xf32>
    %331 = stablehlo.transpose %330, dims = [0, 2, 1] : (tensor<8x8x4xf32>) -> tensor<8x4x8xf32>
    %332 = stablehlo.add %284, %331 : tensor<8x4x8xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %333 = stablehlo.reduce(%332 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %334 = stablehlo.broadcast_in_dim %333, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_64 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %336 = stablehlo.divide %334, %335 : tensor<8x4x1xf32>
    %337 = stablehlo.broadcast_in_dim %336, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %338 = stablehlo.subtract %332, %337 : tensor<8x4x8xf32>
    %339 = chlo.square %338 : tensor<8x4x8xf32> -> tensor<8x4x8xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %340 = stablehlo.reduce(%339 init: %cst_65) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %341 = stablehlo.broadcast_in_dim %340, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_66 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %342 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %343 = stablehlo.divide %341, %342 : tensor<8x4x1xf32>
    %344 = stablehlo.broadcast_in_dim %336, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %345 = stablehlo.subtract %332, %344 : tensor<8x4x8xf32>
    %cst_67 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %347 = stablehlo.add %343, %346 : tensor<8x4x1xf32>
    %348 = stablehlo.rsqrt %347 : tensor<8x4x1xf32>
    %349 = stablehlo.broadcast_in_dim %348, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %350 = stablehlo.multiply %345, %349 : tensor<8x4x8xf32>
    %351 = stablehlo.broadcast_in_dim %arg47, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %352 = stablehlo.broadcast_in_dim %351, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %353 = stablehlo.multiply %350, %352 : tensor<8x4x8xf32>
    %354 = stablehlo.broadcast_in_dim %arg41, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %355 = stablehlo.broadcast_in_dim %354, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %356 = stablehlo.add %353, %355 : tensor<8x4x8xf32>
    %357 = stablehlo.dot_general %356, %arg42, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4x8xf32>, tensor<8x16xf32>) -> tensor<8x4x16xf32>
    %358 = stablehlo.broadcast_in_dim %arg44, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %359 = stablehlo.broadcast_in_dim %358, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x4x16xf32>
    %360 = stablehlo.add %357, %359 : tensor<8x4x16xf32>
    %361 = stablehlo.multiply %360, %360 : tensor<8x4x16xf32>
    %362 = stablehlo.multiply %361, %360 : tensor<8x4x16xf32>
    %cst_68 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %363 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %364 = stablehlo.multiply %363, %362 : tensor<8x4x16xf32>
    %365 = stablehlo.add %360, %364 : tensor<8x4x16xf32>
    %cst_69 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %366 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %367 = stablehlo.multiply %366, %365 : tensor<8x4x16xf32>
    %368 = stablehlo.tanh %367 : tensor<8x4x16xf32>
    %cst_70 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %369 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %370 = stablehlo.add %369, %368 : tensor<8x4x16xf32>
    %cst_71 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %371 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %372 = stablehlo.multiply %371, %370 : tensor<8x4x16xf32>
    %373 = stablehlo.multiply %360, %372 : tensor<8x4x16xf32>
    %374 = stablehlo.dot_general %373, %arg43, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4x16xf32>, tensor<16x8xf32>) -> tensor<8x4x8xf32>
    %375 = stablehlo.add %332, %374 : tensor<8x4x8xf32>
    %376 = stablehlo.broadcast_in_dim %arg45, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %377 = stablehlo.broadcast_in_dim %376, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %378 = stablehlo.add %375, %377 : tensor<8x4x8xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %379 = stablehlo.reduce(%378 init: %cst_72) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %380 = stablehlo.broadcast_in_dim %379, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_73 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %382 = stablehlo.divide %380, %381 : tensor<8x4x1xf32>
    %383 = stablehlo.broadcast_in_dim %382, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %384 = stablehlo.subtract %378, %383 : tensor<8x4x8xf32>
    %385 = chlo.square %384 : tensor<8x4x8xf32> -> tensor<8x4x8xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %386 = stablehlo.reduce(%385 init: %cst_74) applies stablehlo.add across dimensions = [2] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x4xf32>
    %387 = stablehlo.broadcast_in_dim %386, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_75 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %388 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %389 = stablehlo.divide %387, %388 : tensor<8x4x1xf32>
    %390 = stablehlo.broadcast_in_dim %382, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %391 = stablehlo.subtract %378, %390 : tensor<8x4x8xf32>
    %cst_76 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %392 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %393 = stablehlo.add %389, %392 : tensor<8x4x1xf32>
    %394 = stablehlo.rsqrt %393 : tensor<8x4x1xf32>
    %395 = stablehlo.broadcast_in_dim %394, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x8xf32>
    %396 = stablehlo.multiply %391, %395 : tensor<8x4x8xf32>
    %397 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %398 = stablehlo.broadcast_in_dim %397, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %399 = stablehlo.multiply %396, %398 : tensor<8x4x8xf32>
    %400 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %401 = stablehlo.broadcast_in_dim %400, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
    %402 = stablehlo.add %399, %401 : tensor<8x4x8xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %403 = stablehlo.reduce(%402 init: %cst_77) applies stablehlo.add across dimensions = [1] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %cst_78 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %404 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %405 = stablehlo.divide %403, %404 : tensor<8x8xf32>
    %406 = stablehlo.dot_general %405, %arg3, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x8xf32>, tensor<8x10xf32>) -> tensor<8x10xf32>
    %407 = call @log_softmax(%406) : (tensor<8x10xf32>) -> tensor<8x10xf32>
    %408 = stablehlo.broadcast_in_dim %arg53, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %409 = call @take_along_axis(%407, %408) : (tensor<8x10xf32>, tensor<8x1xi32>) -> tensor<8x1xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %410 = stablehlo.reduce(%409 init: %cst_79) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_80 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %411 = stablehlo.divide %410, %cst_80 : tensor<f32>
    %412 = stablehlo.negate %411 : tensor<f32>
    return %412 : tensor<f32>
  }
  func.func private @log_softmax(%arg0: tensor<8x10xf32>) -> tensor<8x10xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<8x10xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x10xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x10xf32>
    %6 = stablehlo.exponential %5 : tensor<8x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x10xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %9 = stablehlo.log %8 : tensor<8x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x10xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<8x10xf32>
    return %11 : tensor<8x10xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x10xf32>, %arg1: tensor<8x1xi32>) -> tensor<8x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x1xi1>
    %c_0 = stablehlo.constant dense<10> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x1xi1>, tensor<8x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x1xi32>) -> tensor<8x1x1xi32>
    %c_1 = stablehlo.constant dense<9> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x1x1xi32>, tensor<8x1x1xi32>) -> tensor<8x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<8x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x1x1xi32>, tensor<8x1x1xi32>) -> tensor<8x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<8x1x1xi1>, tensor<i1>) -> tensor<8x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x10xf32>, tensor<8x1x1xi32>) -> tensor<8x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x1xi1>, tensor<8x1xf32>
    return %15 : tensor<8x1xf32>
  }
}
