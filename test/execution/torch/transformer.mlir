// A transformer of PyTorch, exported with torchax: fused queries, keys and values, gelu as
// an expansion of erfc. The loss is differentiated here.
// RUN: shardc import %s --remarks=import,raise -o /dev/null 2>&1 | FileCheck %s --check-prefix=IMPORT
// RUN: shardc check %s --train adamw --strategy dp=2 --json | FileCheck %s
// RUN: shardc check %s --train adamw --strategy tp=2 --json | FileCheck %s
// IMPORT-DAG: remark: 4 arguments hold what several products have side by side, and become one argument a product; --keep-fused leaves them whole
// IMPORT-DAG: remark: recognised 2 expansions of erf or erfc
// IMPORT-DAG: remark: raised 2 attention, 4 layer_norm, 2 gelu
// CHECK: "pass":true

module @jit_func attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x32xf32> loc("states[0]"), %arg1: tensor<32xf32> loc("states[1]"), %arg2: tensor<32xf32> loc("states[2]"), %arg3: tensor<32xf32> loc("states[3]"), %arg4: tensor<32xf32> loc("states[4]"), %arg5: tensor<96x32xf32> loc("states[5]"), %arg6: tensor<96xf32> loc("states[6]"), %arg7: tensor<32x32xf32> loc("states[7]"), %arg8: tensor<32xf32> loc("states[8]"), %arg9: tensor<128x32xf32> loc("states[9]"), %arg10: tensor<128xf32> loc("states[10]"), %arg11: tensor<32x128xf32> loc("states[11]"), %arg12: tensor<32xf32> loc("states[12]"), %arg13: tensor<32xf32> loc("states[13]"), %arg14: tensor<32xf32> loc("states[14]"), %arg15: tensor<32xf32> loc("states[15]"), %arg16: tensor<32xf32> loc("states[16]"), %arg17: tensor<96x32xf32> loc("states[17]"), %arg18: tensor<96xf32> loc("states[18]"), %arg19: tensor<32x32xf32> loc("states[19]"), %arg20: tensor<32xf32> loc("states[20]"), %arg21: tensor<128x32xf32> loc("states[21]"), %arg22: tensor<128xf32> loc("states[22]"), %arg23: tensor<32x128xf32> loc("states[23]"), %arg24: tensor<32xf32> loc("states[24]"), %arg25: tensor<64x32xf32> loc("states[25]"), %arg26: tensor<4x8xi32> loc("inputs[0][0]"), %arg27: tensor<4x8xi32> loc("inputs[0][1]")) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %cst = stablehlo.constant dense<1.12837911> : tensor<4x8x128xf32>
    %cst_0 = stablehlo.constant dense<-0.37612626> : tensor<4x8x128xf32>
    %cst_1 = stablehlo.constant dense<0.112835854> : tensor<4x8x128xf32>
    %cst_2 = stablehlo.constant dense<-0.0268538129> : tensor<4x8x128xf32>
    %cst_3 = stablehlo.constant dense<0.00518832775> : tensor<4x8x128xf32>
    %cst_4 = stablehlo.constant dense<-8.0101937E-4> : tensor<4x8x128xf32>
    %cst_5 = stablehlo.constant dense<7.85386146E-5> : tensor<4x8x128xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<4x8x128xf32>
    %cst_7 = stablehlo.constant dense<-88.7228394> : tensor<4x8x128xf32>
    %cst_8 = stablehlo.constant dense<0.564189494> : tensor<4x8x128xf32>
    %cst_9 = stablehlo.constant dense<-0.282076746> : tensor<4x8x128xf32>
    %cst_10 = stablehlo.constant dense<0.42184633> : tensor<4x8x128xf32>
    %cst_11 = stablehlo.constant dense<-1.01526523> : tensor<4x8x128xf32>
    %cst_12 = stablehlo.constant dense<2.92101908> : tensor<4x8x128xf32>
    %cst_13 = stablehlo.constant dense<-7.49551868> : tensor<4x8x128xf32>
    %cst_14 = stablehlo.constant dense<1.297720e+01> : tensor<4x8x128xf32>
    %cst_15 = stablehlo.constant dense<-10.477664> : tensor<4x8x128xf32>
    %cst_16 = stablehlo.constant dense<0.563825965> : tensor<4x8x128xf32>
    %cst_17 = stablehlo.constant dense<-0.274112701> : tensor<4x8x128xf32>
    %cst_18 = stablehlo.constant dense<3.404880e-01> : tensor<4x8x128xf32>
    %cst_19 = stablehlo.constant dense<-0.494451523> : tensor<4x8x128xf32>
    %cst_20 = stablehlo.constant dense<0.621000468> : tensor<4x8x128xf32>
    %cst_21 = stablehlo.constant dense<-0.582473278> : tensor<4x8x128xf32>
    %cst_22 = stablehlo.constant dense<0.368742466> : tensor<4x8x128xf32>
    %cst_23 = stablehlo.constant dense<-0.138703942> : tensor<4x8x128xf32>
    %cst_24 = stablehlo.constant dense<2.326820e-02> : tensor<4x8x128xf32>
    %cst_25 = stablehlo.constant dense<2.000000e+00> : tensor<4x8x128xf32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<4x8x128xf32>
    %cst_27 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<64> : tensor<i32>
    %c_28 = stablehlo.constant dense<32> : tensor<i32>
    %c_29 = stablehlo.constant dense<-100> : tensor<i32>
    %cst_30 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %cst_31 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %c_32 = stablehlo.constant dense<false> : tensor<i1>
    %cst_33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c_34 = stablehlo.constant dense<1> : tensor<i32>
    %c_35 = stablehlo.constant dense<true> : tensor<i1>
    %cst_36 = stablehlo.constant dense<0.594603539> : tensor<f32>
    %cst_37 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_38 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %c_39 = stablehlo.constant dense<0> : tensor<i32>
    %cst_40 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = call @_take(%arg0, %arg26) : (tensor<64x32xf32>, tensor<4x8xi32>) -> tensor<4x8x32xf32>
    %1 = stablehlo.reduce(%0 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<4x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
    %3 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<4x8x1xf32>
    %5 = call @_var(%0, %c_39) : (tensor<4x8x32xf32>, tensor<i32>) -> tensor<4x8x1xf32>
    %6 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %7 = stablehlo.add %5, %6 : tensor<4x8x1xf32>
    %8 = stablehlo.rsqrt %7 : tensor<4x8x1xf32>
    %9 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %10 = stablehlo.subtract %0, %9 : tensor<4x8x32xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %12 = stablehlo.multiply %10, %11 : tensor<4x8x32xf32>
    %13 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<4x8x32xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<4x8x32xf32>
    %16 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<4x8x32xf32>
    %18 = stablehlo.add %15, %17 : tensor<4x8x32xf32>
    %19 = stablehlo.reshape %18 : (tensor<4x8x32xf32>) -> tensor<32x32xf32>
    %20 = stablehlo.transpose %arg5, dims = [1, 0] : (tensor<96x32xf32>) -> tensor<32x96xf32>
    %21 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<96xf32>
    %22 = stablehlo.multiply %arg6, %21 : tensor<96xf32>
    %23 = stablehlo.dot_general %19, %20, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
    %24 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32x96xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<32x96xf32>
    %26 = stablehlo.broadcast_in_dim %22, dims = [1] : (tensor<96xf32>) -> tensor<1x96xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x96xf32>) -> tensor<32x96xf32>
    %28 = stablehlo.add %27, %25 : tensor<32x96xf32>
    %29 = stablehlo.reshape %28 : (tensor<32x96xf32>) -> tensor<4x8x96xf32>
    %30 = stablehlo.slice %29 [0:4, 0:8, 0:32] : (tensor<4x8x96xf32>) -> tensor<4x8x32xf32>
    %31 = stablehlo.slice %29 [0:4, 0:8, 32:64] : (tensor<4x8x96xf32>) -> tensor<4x8x32xf32>
    %32 = stablehlo.slice %29 [0:4, 0:8, 64:96] : (tensor<4x8x96xf32>) -> tensor<4x8x32xf32>
    %33 = stablehlo.reshape %30 : (tensor<4x8x32xf32>) -> tensor<4x8x4x8xf32>
    %34 = stablehlo.transpose %33, dims = [0, 2, 1, 3] : (tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %35 = stablehlo.reshape %31 : (tensor<4x8x32xf32>) -> tensor<4x8x4x8xf32>
    %36 = stablehlo.transpose %35, dims = [0, 2, 1, 3] : (tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %37 = stablehlo.reshape %32 : (tensor<4x8x32xf32>) -> tensor<4x8x4x8xf32>
    %38 = stablehlo.transpose %37, dims = [0, 2, 1, 3] : (tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %39 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x4x8x8xf32>
    %40 = stablehlo.multiply %34, %39 : tensor<4x4x8x8xf32>
    %41 = stablehlo.broadcast_in_dim %c_35, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %42 = stablehlo.iota dim = 0 : tensor<8xi32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [1] : (tensor<8xi32>) -> tensor<1x8xi32>
    %44 = stablehlo.iota dim = 0 : tensor<8xi32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %46 = stablehlo.broadcast_in_dim %c_34, dims = [] : (tensor<i32>) -> tensor<8x1xi32>
    %47 = stablehlo.multiply %45, %46 : tensor<8x1xi32>
    %48 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<1x8xi32>) -> tensor<8x8xi32>
    %49 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<8x1xi32>) -> tensor<8x8xi32>
    %50 = stablehlo.subtract %48, %49 : tensor<8x8xi32>
    %51 = stablehlo.broadcast_in_dim %c_39, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %52 = stablehlo.compare LE, %50, %51, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %53 = stablehlo.and %52, %41 : tensor<8x8xi1>
    %54 = call @_where_1(%53, %cst_41, %cst_33) : (tensor<8x8xi1>, tensor<f32>, tensor<f32>) -> tensor<8x8xf32>
    %55 = stablehlo.transpose %36, dims = [0, 1, 3, 2] : (tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
    %56 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x4x8x8xf32>
    %57 = stablehlo.multiply %55, %56 : tensor<4x4x8x8xf32>
    %58 = stablehlo.reshape %40 : (tensor<4x4x8x8xf32>) -> tensor<16x8x8xf32>
    %59 = stablehlo.reshape %57 : (tensor<4x4x8x8xf32>) -> tensor<16x8x8xf32>
    %60 = stablehlo.dot_general %58, %59, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<16x8x8xf32>, tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
    %61 = stablehlo.reshape %60 : (tensor<16x8x8xf32>) -> tensor<4x4x8x8xf32>
    %62 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %63 = stablehlo.multiply %54, %62 : tensor<8x8xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [2, 3] : (tensor<8x8xf32>) -> tensor<1x1x8x8xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 3] : (tensor<1x1x8x8xf32>) -> tensor<4x4x8x8xf32>
    %66 = stablehlo.add %61, %65 : tensor<4x4x8x8xf32>
    %67 = stablehlo.reduce(%66 init: %cst_33) applies stablehlo.maximum across dimensions = [3] : (tensor<4x4x8x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %68 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x4x8xf32>
    %69 = stablehlo.maximum %68, %67 : tensor<4x4x8xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2] : (tensor<4x4x8xf32>) -> tensor<4x4x8x1xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2, 3] : (tensor<4x4x8x1xf32>) -> tensor<4x4x8x8xf32>
    %72 = stablehlo.subtract %66, %71 : tensor<4x4x8x8xf32>
    %73 = stablehlo.exponential %72 : tensor<4x4x8x8xf32>
    %74 = stablehlo.reduce(%73 init: %cst_41) applies stablehlo.add across dimensions = [3] : (tensor<4x4x8x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2] : (tensor<4x4x8xf32>) -> tensor<4x4x8x1xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2, 3] : (tensor<4x4x8x1xf32>) -> tensor<4x4x8x8xf32>
    %77 = stablehlo.divide %73, %76 : tensor<4x4x8x8xf32>
    %78 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x4x8x8xf32>
    %79 = stablehlo.compare EQ, %66, %78, FLOAT : (tensor<4x4x8x8xf32>, tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xi1>
    %80 = stablehlo.not %79 : tensor<4x4x8x8xi1>
    %81 = stablehlo.reduce(%80 init: %c_32) applies stablehlo.or across dimensions = [3] : (tensor<4x4x8x8xi1>, tensor<i1>) -> tensor<4x4x8xi1>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<4x4x8xi1>) -> tensor<4x4x8x1xi1>
    %83 = stablehlo.not %82 : tensor<4x4x8x1xi1>
    %84 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4x4x8x8xf32>
    %85 = call @_where_2(%83, %84, %77) : (tensor<4x4x8x1xi1>, tensor<4x4x8x8xf32>, tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
    %86 = stablehlo.reshape %85 : (tensor<4x4x8x8xf32>) -> tensor<16x8x8xf32>
    %87 = stablehlo.reshape %38 : (tensor<4x4x8x8xf32>) -> tensor<16x8x8xf32>
    %88 = stablehlo.dot_general %86, %87, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<16x8x8xf32>, tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
    %89 = stablehlo.reshape %88 : (tensor<16x8x8xf32>) -> tensor<4x4x8x8xf32>
    %90 = stablehlo.transpose %89, dims = [2, 0, 1, 3] : (tensor<4x4x8x8xf32>) -> tensor<8x4x4x8xf32>
    %91 = stablehlo.transpose %90, dims = [1, 2, 0, 3] : (tensor<8x4x4x8xf32>) -> tensor<4x4x8x8xf32>
    %92 = stablehlo.transpose %91, dims = [0, 2, 1, 3] : (tensor<4x4x8x8xf32>) -> tensor<4x8x4x8xf32>
    %93 = stablehlo.reshape %92 : (tensor<4x8x4x8xf32>) -> tensor<4x8x32xf32>
    %94 = stablehlo.transpose %arg7, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [1, 2] : (tensor<32x32xf32>) -> tensor<4x32x32xf32>
    %96 = stablehlo.dot_general %93, %95, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x8x32xf32>, tensor<4x32x32xf32>) -> tensor<4x8x32xf32>
    %97 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %98 = stablehlo.multiply %arg8, %97 : tensor<32xf32>
    %99 = stablehlo.broadcast_in_dim %98, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<4x8x32xf32>
    %101 = stablehlo.add %96, %100 : tensor<4x8x32xf32>
    %102 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %103 = stablehlo.multiply %101, %102 : tensor<4x8x32xf32>
    %104 = stablehlo.add %0, %103 : tensor<4x8x32xf32>
    %105 = stablehlo.reduce(%104 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<4x8xf32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
    %107 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %108 = stablehlo.divide %106, %107 : tensor<4x8x1xf32>
    %109 = call @_var(%104, %c_39) : (tensor<4x8x32xf32>, tensor<i32>) -> tensor<4x8x1xf32>
    %110 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %111 = stablehlo.add %109, %110 : tensor<4x8x1xf32>
    %112 = stablehlo.rsqrt %111 : tensor<4x8x1xf32>
    %113 = stablehlo.broadcast_in_dim %108, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %114 = stablehlo.subtract %104, %113 : tensor<4x8x32xf32>
    %115 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %116 = stablehlo.multiply %114, %115 : tensor<4x8x32xf32>
    %117 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<4x8x32xf32>
    %119 = stablehlo.multiply %116, %118 : tensor<4x8x32xf32>
    %120 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<4x8x32xf32>
    %122 = stablehlo.add %119, %121 : tensor<4x8x32xf32>
    %123 = stablehlo.reshape %122 : (tensor<4x8x32xf32>) -> tensor<32x32xf32>
    %124 = stablehlo.transpose %arg9, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %125 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %126 = stablehlo.multiply %arg10, %125 : tensor<128xf32>
    %127 = stablehlo.dot_general %123, %124, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %128 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %129 = stablehlo.multiply %128, %127 : tensor<32x128xf32>
    %130 = stablehlo.broadcast_in_dim %126, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %131 = stablehlo.broadcast_in_dim %130, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<32x128xf32>
    %132 = stablehlo.add %131, %129 : tensor<32x128xf32>
    %133 = stablehlo.reshape %132 : (tensor<32x128xf32>) -> tensor<4x8x128xf32>
    %134 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x8x128xf32>
    %135 = stablehlo.multiply %134, %133 : tensor<4x8x128xf32>
    %136 = stablehlo.negate %133 : tensor<4x8x128xf32>
    %137 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x8x128xf32>
    %138 = stablehlo.multiply %136, %137 : tensor<4x8x128xf32>
    %139 = stablehlo.multiply %138, %138 : tensor<4x8x128xf32>
    %140 = stablehlo.negate %139 : tensor<4x8x128xf32>
    %141 = stablehlo.abs %138 : tensor<4x8x128xf32>
    %142 = stablehlo.divide %cst_26, %139 : tensor<4x8x128xf32>
    %143 = stablehlo.exponential %140 : tensor<4x8x128xf32>
    %144 = stablehlo.divide %cst_26, %141 : tensor<4x8x128xf32>
    %145 = stablehlo.multiply %143, %144 : tensor<4x8x128xf32>
    %146 = stablehlo.compare LT, %141, %cst_25 : (tensor<4x8x128xf32>, tensor<4x8x128xf32>) -> tensor<4x8x128xi1>
    %147 = stablehlo.multiply %cst_24, %142 : tensor<4x8x128xf32>
    %148 = stablehlo.add %147, %cst_23 : tensor<4x8x128xf32>
    %149 = stablehlo.multiply %148, %142 : tensor<4x8x128xf32>
    %150 = stablehlo.add %149, %cst_22 : tensor<4x8x128xf32>
    %151 = stablehlo.multiply %150, %142 : tensor<4x8x128xf32>
    %152 = stablehlo.add %151, %cst_21 : tensor<4x8x128xf32>
    %153 = stablehlo.multiply %152, %142 : tensor<4x8x128xf32>
    %154 = stablehlo.add %153, %cst_20 : tensor<4x8x128xf32>
    %155 = stablehlo.multiply %154, %142 : tensor<4x8x128xf32>
    %156 = stablehlo.add %155, %cst_19 : tensor<4x8x128xf32>
    %157 = stablehlo.multiply %156, %142 : tensor<4x8x128xf32>
    %158 = stablehlo.add %157, %cst_18 : tensor<4x8x128xf32>
    %159 = stablehlo.multiply %158, %142 : tensor<4x8x128xf32>
    %160 = stablehlo.add %159, %cst_17 : tensor<4x8x128xf32>
    %161 = stablehlo.multiply %160, %142 : tensor<4x8x128xf32>
    %162 = stablehlo.add %161, %cst_16 : tensor<4x8x128xf32>
    %163 = stablehlo.multiply %cst_15, %142 : tensor<4x8x128xf32>
    %164 = stablehlo.add %163, %cst_14 : tensor<4x8x128xf32>
    %165 = stablehlo.multiply %164, %142 : tensor<4x8x128xf32>
    %166 = stablehlo.add %165, %cst_13 : tensor<4x8x128xf32>
    %167 = stablehlo.multiply %166, %142 : tensor<4x8x128xf32>
    %168 = stablehlo.add %167, %cst_12 : tensor<4x8x128xf32>
    %169 = stablehlo.multiply %168, %142 : tensor<4x8x128xf32>
    %170 = stablehlo.add %169, %cst_11 : tensor<4x8x128xf32>
    %171 = stablehlo.multiply %170, %142 : tensor<4x8x128xf32>
    %172 = stablehlo.add %171, %cst_10 : tensor<4x8x128xf32>
    %173 = stablehlo.multiply %172, %142 : tensor<4x8x128xf32>
    %174 = stablehlo.add %173, %cst_9 : tensor<4x8x128xf32>
    %175 = stablehlo.multiply %174, %142 : tensor<4x8x128xf32>
    %176 = stablehlo.add %175, %cst_8 : tensor<4x8x128xf32>
    %177 = stablehlo.select %146, %162, %176 : tensor<4x8x128xi1>, tensor<4x8x128xf32>
    %178 = stablehlo.multiply %145, %177 : tensor<4x8x128xf32>
    %179 = stablehlo.compare LT, %140, %cst_7 : (tensor<4x8x128xf32>, tensor<4x8x128xf32>) -> tensor<4x8x128xi1>
    %180 = stablehlo.select %179, %cst_6, %178 : tensor<4x8x128xi1>, tensor<4x8x128xf32>
    %181 = stablehlo.compare LT, %138, %cst_6 : (tensor<4x8x128xf32>, tensor<4x8x128xf32>) -> tensor<4x8x128xi1>
    %182 = stablehlo.subtract %cst_25, %180 : tensor<4x8x128xf32>
    %183 = stablehlo.select %181, %182, %180 : tensor<4x8x128xi1>, tensor<4x8x128xf32>
    %184 = stablehlo.multiply %138, %138 : tensor<4x8x128xf32>
    %185 = stablehlo.multiply %cst_5, %184 : tensor<4x8x128xf32>
    %186 = stablehlo.add %185, %cst_4 : tensor<4x8x128xf32>
    %187 = stablehlo.multiply %186, %184 : tensor<4x8x128xf32>
    %188 = stablehlo.add %187, %cst_3 : tensor<4x8x128xf32>
    %189 = stablehlo.multiply %188, %184 : tensor<4x8x128xf32>
    %190 = stablehlo.add %189, %cst_2 : tensor<4x8x128xf32>
    %191 = stablehlo.multiply %190, %184 : tensor<4x8x128xf32>
    %192 = stablehlo.add %191, %cst_1 : tensor<4x8x128xf32>
    %193 = stablehlo.multiply %192, %184 : tensor<4x8x128xf32>
    %194 = stablehlo.add %193, %cst_0 : tensor<4x8x128xf32>
    %195 = stablehlo.multiply %194, %184 : tensor<4x8x128xf32>
    %196 = stablehlo.add %195, %cst : tensor<4x8x128xf32>
    %197 = stablehlo.multiply %138, %196 : tensor<4x8x128xf32>
    %198 = stablehlo.subtract %cst_26, %197 : tensor<4x8x128xf32>
    %199 = stablehlo.abs %138 : tensor<4x8x128xf32>
    %200 = stablehlo.compare LT, %199, %cst_26 : (tensor<4x8x128xf32>, tensor<4x8x128xf32>) -> tensor<4x8x128xi1>
    %201 = stablehlo.select %200, %198, %183 : tensor<4x8x128xi1>, tensor<4x8x128xf32>
    %202 = stablehlo.multiply %135, %201 : tensor<4x8x128xf32>
    %203 = stablehlo.reshape %202 : (tensor<4x8x128xf32>) -> tensor<32x128xf32>
    %204 = stablehlo.transpose %arg11, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %205 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %206 = stablehlo.multiply %arg12, %205 : tensor<32xf32>
    %207 = stablehlo.dot_general %203, %204, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
    %208 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %209 = stablehlo.multiply %208, %207 : tensor<32x32xf32>
    %210 = stablehlo.broadcast_in_dim %206, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %211 = stablehlo.broadcast_in_dim %210, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<32x32xf32>
    %212 = stablehlo.add %211, %209 : tensor<32x32xf32>
    %213 = stablehlo.reshape %212 : (tensor<32x32xf32>) -> tensor<4x8x32xf32>
    %214 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %215 = stablehlo.multiply %213, %214 : tensor<4x8x32xf32>
    %216 = stablehlo.add %104, %215 : tensor<4x8x32xf32>
    %217 = stablehlo.reduce(%216 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<4x8xf32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
    %219 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %220 = stablehlo.divide %218, %219 : tensor<4x8x1xf32>
    %221 = call @_var(%216, %c_39) : (tensor<4x8x32xf32>, tensor<i32>) -> tensor<4x8x1xf32>
    %222 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %223 = stablehlo.add %221, %222 : tensor<4x8x1xf32>
    %224 = stablehlo.rsqrt %223 : tensor<4x8x1xf32>
    %225 = stablehlo.broadcast_in_dim %220, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %226 = stablehlo.subtract %216, %225 : tensor<4x8x32xf32>
    %227 = stablehlo.broadcast_in_dim %224, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %228 = stablehlo.multiply %226, %227 : tensor<4x8x32xf32>
    %229 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %230 = stablehlo.broadcast_in_dim %229, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<4x8x32xf32>
    %231 = stablehlo.multiply %228, %230 : tensor<4x8x32xf32>
    %232 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %233 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<4x8x32xf32>
    %234 = stablehlo.add %231, %233 : tensor<4x8x32xf32>
    %235 = stablehlo.reshape %234 : (tensor<4x8x32xf32>) -> tensor<32x32xf32>
    %236 = stablehlo.transpose %arg17, dims = [1, 0] : (tensor<96x32xf32>) -> tensor<32x96xf32>
    %237 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<96xf32>
    %238 = stablehlo.multiply %arg18, %237 : tensor<96xf32>
    %239 = stablehlo.dot_general %235, %236, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
    %240 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32x96xf32>
    %241 = stablehlo.multiply %240, %239 : tensor<32x96xf32>
    %242 = stablehlo.broadcast_in_dim %238, dims = [1] : (tensor<96xf32>) -> tensor<1x96xf32>
    %243 = stablehlo.broadcast_in_dim %242, dims = [0, 1] : (tensor<1x96xf32>) -> tensor<32x96xf32>
    %244 = stablehlo.add %243, %241 : tensor<32x96xf32>
    %245 = stablehlo.reshape %244 : (tensor<32x96xf32>) -> tensor<4x8x96xf32>
    %246 = stablehlo.slice %245 [0:4, 0:8, 0:32] : (tensor<4x8x96xf32>) -> tensor<4x8x32xf32>
    %247 = stablehlo.slice %245 [0:4, 0:8, 32:64] : (tensor<4x8x96xf32>) -> tensor<4x8x32xf32>
    %248 = stablehlo.slice %245 [0:4, 0:8, 64:96] : (tensor<4x8x96xf32>) -> tensor<4x8x32xf32>
    %249 = stablehlo.reshape %246 : (tensor<4x8x32xf32>) -> tensor<4x8x4x8xf32>
    %250 = stablehlo.transpose %249, dims = [0, 2, 1, 3] : (tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %251 = stablehlo.reshape %247 : (tensor<4x8x32xf32>) -> tensor<4x8x4x8xf32>
    %252 = stablehlo.transpose %251, dims = [0, 2, 1, 3] : (tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %253 = stablehlo.reshape %248 : (tensor<4x8x32xf32>) -> tensor<4x8x4x8xf32>
    %254 = stablehlo.transpose %253, dims = [0, 2, 1, 3] : (tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %255 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x4x8x8xf32>
    %256 = stablehlo.multiply %250, %255 : tensor<4x4x8x8xf32>
    %257 = stablehlo.broadcast_in_dim %c_35, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %258 = stablehlo.iota dim = 0 : tensor<8xi32>
    %259 = stablehlo.broadcast_in_dim %258, dims = [1] : (tensor<8xi32>) -> tensor<1x8xi32>
    %260 = stablehlo.iota dim = 0 : tensor<8xi32>
    %261 = stablehlo.broadcast_in_dim %260, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %262 = stablehlo.broadcast_in_dim %c_34, dims = [] : (tensor<i32>) -> tensor<8x1xi32>
    %263 = stablehlo.multiply %261, %262 : tensor<8x1xi32>
    %264 = stablehlo.broadcast_in_dim %259, dims = [0, 1] : (tensor<1x8xi32>) -> tensor<8x8xi32>
    %265 = stablehlo.broadcast_in_dim %263, dims = [0, 1] : (tensor<8x1xi32>) -> tensor<8x8xi32>
    %266 = stablehlo.subtract %264, %265 : tensor<8x8xi32>
    %267 = stablehlo.broadcast_in_dim %c_39, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %268 = stablehlo.compare LE, %266, %267, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %269 = stablehlo.and %268, %257 : tensor<8x8xi1>
    %270 = call @_where_1(%269, %cst_41, %cst_33) : (tensor<8x8xi1>, tensor<f32>, tensor<f32>) -> tensor<8x8xf32>
    %271 = stablehlo.transpose %252, dims = [0, 1, 3, 2] : (tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
    %272 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x4x8x8xf32>
    %273 = stablehlo.multiply %271, %272 : tensor<4x4x8x8xf32>
    %274 = stablehlo.reshape %256 : (tensor<4x4x8x8xf32>) -> tensor<16x8x8xf32>
    %275 = stablehlo.reshape %273 : (tensor<4x4x8x8xf32>) -> tensor<16x8x8xf32>
    %276 = stablehlo.dot_general %274, %275, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<16x8x8xf32>, tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
    %277 = stablehlo.reshape %276 : (tensor<16x8x8xf32>) -> tensor<4x4x8x8xf32>
    %278 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %279 = stablehlo.multiply %270, %278 : tensor<8x8xf32>
    %280 = stablehlo.broadcast_in_dim %279, dims = [2, 3] : (tensor<8x8xf32>) -> tensor<1x1x8x8xf32>
    %281 = stablehlo.broadcast_in_dim %280, dims = [0, 1, 2, 3] : (tensor<1x1x8x8xf32>) -> tensor<4x4x8x8xf32>
    %282 = stablehlo.add %277, %281 : tensor<4x4x8x8xf32>
    %283 = stablehlo.reduce(%282 init: %cst_33) applies stablehlo.maximum across dimensions = [3] : (tensor<4x4x8x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %284 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x4x8xf32>
    %285 = stablehlo.maximum %284, %283 : tensor<4x4x8xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 2] : (tensor<4x4x8xf32>) -> tensor<4x4x8x1xf32>
    %287 = stablehlo.broadcast_in_dim %286, dims = [0, 1, 2, 3] : (tensor<4x4x8x1xf32>) -> tensor<4x4x8x8xf32>
    %288 = stablehlo.subtract %282, %287 : tensor<4x4x8x8xf32>
    %289 = stablehlo.exponential %288 : tensor<4x4x8x8xf32>
    %290 = stablehlo.reduce(%289 init: %cst_41) applies stablehlo.add across dimensions = [3] : (tensor<4x4x8x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %291 = stablehlo.broadcast_in_dim %290, dims = [0, 1, 2] : (tensor<4x4x8xf32>) -> tensor<4x4x8x1xf32>
    %292 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2, 3] : (tensor<4x4x8x1xf32>) -> tensor<4x4x8x8xf32>
    %293 = stablehlo.divide %289, %292 : tensor<4x4x8x8xf32>
    %294 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x4x8x8xf32>
    %295 = stablehlo.compare EQ, %282, %294, FLOAT : (tensor<4x4x8x8xf32>, tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xi1>
    %296 = stablehlo.not %295 : tensor<4x4x8x8xi1>
    %297 = stablehlo.reduce(%296 init: %c_32) applies stablehlo.or across dimensions = [3] : (tensor<4x4x8x8xi1>, tensor<i1>) -> tensor<4x4x8xi1>
    %298 = stablehlo.broadcast_in_dim %297, dims = [0, 1, 2] : (tensor<4x4x8xi1>) -> tensor<4x4x8x1xi1>
    %299 = stablehlo.not %298 : tensor<4x4x8x1xi1>
    %300 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4x4x8x8xf32>
    %301 = call @_where_2(%299, %300, %293) : (tensor<4x4x8x1xi1>, tensor<4x4x8x8xf32>, tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
    %302 = stablehlo.reshape %301 : (tensor<4x4x8x8xf32>) -> tensor<16x8x8xf32>
    %303 = stablehlo.reshape %254 : (tensor<4x4x8x8xf32>) -> tensor<16x8x8xf32>
    %304 = stablehlo.dot_general %302, %303, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<16x8x8xf32>, tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
    %305 = stablehlo.reshape %304 : (tensor<16x8x8xf32>) -> tensor<4x4x8x8xf32>
    %306 = stablehlo.transpose %305, dims = [2, 0, 1, 3] : (tensor<4x4x8x8xf32>) -> tensor<8x4x4x8xf32>
    %307 = stablehlo.transpose %306, dims = [1, 2, 0, 3] : (tensor<8x4x4x8xf32>) -> tensor<4x4x8x8xf32>
    %308 = stablehlo.transpose %307, dims = [0, 2, 1, 3] : (tensor<4x4x8x8xf32>) -> tensor<4x8x4x8xf32>
    %309 = stablehlo.reshape %308 : (tensor<4x8x4x8xf32>) -> tensor<4x8x32xf32>
    %310 = stablehlo.transpose %arg19, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %311 = stablehlo.broadcast_in_dim %310, dims = [1, 2] : (tensor<32x32xf32>) -> tensor<4x32x32xf32>
    %312 = stablehlo.dot_general %309, %311, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x8x32xf32>, tensor<4x32x32xf32>) -> tensor<4x8x32xf32>
    %313 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %314 = stablehlo.multiply %arg20, %313 : tensor<32xf32>
    %315 = stablehlo.broadcast_in_dim %314, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %316 = stablehlo.broadcast_in_dim %315, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<4x8x32xf32>
    %317 = stablehlo.add %312, %316 : tensor<4x8x32xf32>
    %318 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %319 = stablehlo.multiply %317, %318 : tensor<4x8x32xf32>
    %320 = stablehlo.add %216, %319 : tensor<4x8x32xf32>
    %321 = stablehlo.reduce(%320 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<4x8xf32>
    %322 = stablehlo.broadcast_in_dim %321, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
    %323 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %324 = stablehlo.divide %322, %323 : tensor<4x8x1xf32>
    %325 = call @_var(%320, %c_39) : (tensor<4x8x32xf32>, tensor<i32>) -> tensor<4x8x1xf32>
    %326 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %327 = stablehlo.add %325, %326 : tensor<4x8x1xf32>
    %328 = stablehlo.rsqrt %327 : tensor<4x8x1xf32>
    %329 = stablehlo.broadcast_in_dim %324, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %330 = stablehlo.subtract %320, %329 : tensor<4x8x32xf32>
    %331 = stablehlo.broadcast_in_dim %328, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %332 = stablehlo.multiply %330, %331 : tensor<4x8x32xf32>
    %333 = stablehlo.broadcast_in_dim %arg15, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %334 = stablehlo.broadcast_in_dim %333, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<4x8x32xf32>
    %335 = stablehlo.multiply %332, %334 : tensor<4x8x32xf32>
    %336 = stablehlo.broadcast_in_dim %arg16, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %337 = stablehlo.broadcast_in_dim %336, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<4x8x32xf32>
    %338 = stablehlo.add %335, %337 : tensor<4x8x32xf32>
    %339 = stablehlo.reshape %338 : (tensor<4x8x32xf32>) -> tensor<32x32xf32>
    %340 = stablehlo.transpose %arg21, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %341 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %342 = stablehlo.multiply %arg22, %341 : tensor<128xf32>
    %343 = stablehlo.dot_general %339, %340, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %344 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %345 = stablehlo.multiply %344, %343 : tensor<32x128xf32>
    %346 = stablehlo.broadcast_in_dim %342, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %347 = stablehlo.broadcast_in_dim %346, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<32x128xf32>
    %348 = stablehlo.add %347, %345 : tensor<32x128xf32>
    %349 = stablehlo.reshape %348 : (tensor<32x128xf32>) -> tensor<4x8x128xf32>
    %350 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x8x128xf32>
    %351 = stablehlo.multiply %350, %349 : tensor<4x8x128xf32>
    %352 = stablehlo.negate %349 : tensor<4x8x128xf32>
    %353 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x8x128xf32>
    %354 = stablehlo.multiply %352, %353 : tensor<4x8x128xf32>
    %355 = stablehlo.multiply %354, %354 : tensor<4x8x128xf32>
    %356 = stablehlo.negate %355 : tensor<4x8x128xf32>
    %357 = stablehlo.abs %354 : tensor<4x8x128xf32>
    %358 = stablehlo.divide %cst_26, %355 : tensor<4x8x128xf32>
    %359 = stablehlo.exponential %356 : tensor<4x8x128xf32>
    %360 = stablehlo.divide %cst_26, %357 : tensor<4x8x128xf32>
    %361 = stablehlo.multiply %359, %360 : tensor<4x8x128xf32>
    %362 = stablehlo.compare LT, %357, %cst_25 : (tensor<4x8x128xf32>, tensor<4x8x128xf32>) -> tensor<4x8x128xi1>
    %363 = stablehlo.multiply %cst_24, %358 : tensor<4x8x128xf32>
    %364 = stablehlo.add %363, %cst_23 : tensor<4x8x128xf32>
    %365 = stablehlo.multiply %364, %358 : tensor<4x8x128xf32>
    %366 = stablehlo.add %365, %cst_22 : tensor<4x8x128xf32>
    %367 = stablehlo.multiply %366, %358 : tensor<4x8x128xf32>
    %368 = stablehlo.add %367, %cst_21 : tensor<4x8x128xf32>
    %369 = stablehlo.multiply %368, %358 : tensor<4x8x128xf32>
    %370 = stablehlo.add %369, %cst_20 : tensor<4x8x128xf32>
    %371 = stablehlo.multiply %370, %358 : tensor<4x8x128xf32>
    %372 = stablehlo.add %371, %cst_19 : tensor<4x8x128xf32>
    %373 = stablehlo.multiply %372, %358 : tensor<4x8x128xf32>
    %374 = stablehlo.add %373, %cst_18 : tensor<4x8x128xf32>
    %375 = stablehlo.multiply %374, %358 : tensor<4x8x128xf32>
    %376 = stablehlo.add %375, %cst_17 : tensor<4x8x128xf32>
    %377 = stablehlo.multiply %376, %358 : tensor<4x8x128xf32>
    %378 = stablehlo.add %377, %cst_16 : tensor<4x8x128xf32>
    %379 = stablehlo.multiply %cst_15, %358 : tensor<4x8x128xf32>
    %380 = stablehlo.add %379, %cst_14 : tensor<4x8x128xf32>
    %381 = stablehlo.multiply %380, %358 : tensor<4x8x128xf32>
    %382 = stablehlo.add %381, %cst_13 : tensor<4x8x128xf32>
    %383 = stablehlo.multiply %382, %358 : tensor<4x8x128xf32>
    %384 = stablehlo.add %383, %cst_12 : tensor<4x8x128xf32>
    %385 = stablehlo.multiply %384, %358 : tensor<4x8x128xf32>
    %386 = stablehlo.add %385, %cst_11 : tensor<4x8x128xf32>
    %387 = stablehlo.multiply %386, %358 : tensor<4x8x128xf32>
    %388 = stablehlo.add %387, %cst_10 : tensor<4x8x128xf32>
    %389 = stablehlo.multiply %388, %358 : tensor<4x8x128xf32>
    %390 = stablehlo.add %389, %cst_9 : tensor<4x8x128xf32>
    %391 = stablehlo.multiply %390, %358 : tensor<4x8x128xf32>
    %392 = stablehlo.add %391, %cst_8 : tensor<4x8x128xf32>
    %393 = stablehlo.select %362, %378, %392 : tensor<4x8x128xi1>, tensor<4x8x128xf32>
    %394 = stablehlo.multiply %361, %393 : tensor<4x8x128xf32>
    %395 = stablehlo.compare LT, %356, %cst_7 : (tensor<4x8x128xf32>, tensor<4x8x128xf32>) -> tensor<4x8x128xi1>
    %396 = stablehlo.select %395, %cst_6, %394 : tensor<4x8x128xi1>, tensor<4x8x128xf32>
    %397 = stablehlo.compare LT, %354, %cst_6 : (tensor<4x8x128xf32>, tensor<4x8x128xf32>) -> tensor<4x8x128xi1>
    %398 = stablehlo.subtract %cst_25, %396 : tensor<4x8x128xf32>
    %399 = stablehlo.select %397, %398, %396 : tensor<4x8x128xi1>, tensor<4x8x128xf32>
    %400 = stablehlo.multiply %354, %354 : tensor<4x8x128xf32>
    %401 = stablehlo.multiply %cst_5, %400 : tensor<4x8x128xf32>
    %402 = stablehlo.add %401, %cst_4 : tensor<4x8x128xf32>
    %403 = stablehlo.multiply %402, %400 : tensor<4x8x128xf32>
    %404 = stablehlo.add %403, %cst_3 : tensor<4x8x128xf32>
    %405 = stablehlo.multiply %404, %400 : tensor<4x8x128xf32>
    %406 = stablehlo.add %405, %cst_2 : tensor<4x8x128xf32>
    %407 = stablehlo.multiply %406, %400 : tensor<4x8x128xf32>
    %408 = stablehlo.add %407, %cst_1 : tensor<4x8x128xf32>
    %409 = stablehlo.multiply %408, %400 : tensor<4x8x128xf32>
    %410 = stablehlo.add %409, %cst_0 : tensor<4x8x128xf32>
    %411 = stablehlo.multiply %410, %400 : tensor<4x8x128xf32>
    %412 = stablehlo.add %411, %cst : tensor<4x8x128xf32>
    %413 = stablehlo.multiply %354, %412 : tensor<4x8x128xf32>
    %414 = stablehlo.subtract %cst_26, %413 : tensor<4x8x128xf32>
    %415 = stablehlo.abs %354 : tensor<4x8x128xf32>
    %416 = stablehlo.compare LT, %415, %cst_26 : (tensor<4x8x128xf32>, tensor<4x8x128xf32>) -> tensor<4x8x128xi1>
    %417 = stablehlo.select %416, %414, %399 : tensor<4x8x128xi1>, tensor<4x8x128xf32>
    %418 = stablehlo.multiply %351, %417 : tensor<4x8x128xf32>
    %419 = stablehlo.reshape %418 : (tensor<4x8x128xf32>) -> tensor<32x128xf32>
    %420 = stablehlo.transpose %arg23, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %421 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %422 = stablehlo.multiply %arg24, %421 : tensor<32xf32>
    %423 = stablehlo.dot_general %419, %420, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
    %424 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %425 = stablehlo.multiply %424, %423 : tensor<32x32xf32>
    %426 = stablehlo.broadcast_in_dim %422, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %427 = stablehlo.broadcast_in_dim %426, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<32x32xf32>
    %428 = stablehlo.add %427, %425 : tensor<32x32xf32>
    %429 = stablehlo.reshape %428 : (tensor<32x32xf32>) -> tensor<4x8x32xf32>
    %430 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %431 = stablehlo.multiply %429, %430 : tensor<4x8x32xf32>
    %432 = stablehlo.add %320, %431 : tensor<4x8x32xf32>
    %433 = stablehlo.transpose %arg25, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %434 = stablehlo.reshape %432 : (tensor<4x8x32xf32>) -> tensor<32x32xf32>
    %435 = stablehlo.dot_general %434, %433, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %436 = stablehlo.reshape %435 : (tensor<32x64xf32>) -> tensor<4x8x64xf32>
    %437 = stablehlo.reshape %436 : (tensor<4x8x64xf32>) -> tensor<32x64xf32>
    %438 = stablehlo.reshape %arg27 : (tensor<4x8xi32>) -> tensor<32xi32>
    %439 = call @log_softmax(%437) : (tensor<32x64xf32>) -> tensor<32x64xf32>
    %440 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %441 = stablehlo.compare NE, %438, %440, SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %442 = call @_where_3(%441, %438, %c_39) : (tensor<32xi1>, tensor<32xi32>, tensor<i32>) -> tensor<32xi32>
    %443 = stablehlo.broadcast_in_dim %442, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %444 = stablehlo.iota dim = 0 : tensor<32xi32>
    %445 = stablehlo.reshape %444 : (tensor<32xi32>) -> tensor<32x1xi32>
    %446 = stablehlo.broadcast_in_dim %c_39, dims = [] : (tensor<i32>) -> tensor<32x1xi32>
    %447 = stablehlo.compare LT, %445, %446, SIGNED : (tensor<32x1xi32>, tensor<32x1xi32>) -> tensor<32x1xi1>
    %448 = stablehlo.broadcast_in_dim %c_28, dims = [] : (tensor<i32>) -> tensor<32x1xi32>
    %449 = stablehlo.add %445, %448 : tensor<32x1xi32>
    %450 = stablehlo.select %447, %449, %445 : tensor<32x1xi1>, tensor<32x1xi32>
    %451 = stablehlo.broadcast_in_dim %c_39, dims = [] : (tensor<i32>) -> tensor<32x1xi32>
    %452 = stablehlo.compare LT, %443, %451, SIGNED : (tensor<32x1xi32>, tensor<32x1xi32>) -> tensor<32x1xi1>
    %453 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<32x1xi32>
    %454 = stablehlo.add %443, %453 : tensor<32x1xi32>
    %455 = stablehlo.select %452, %454, %443 : tensor<32x1xi1>, tensor<32x1xi32>
    %456 = stablehlo.broadcast_in_dim %450, dims = [0, 1] : (tensor<32x1xi32>) -> tensor<32x1x1xi32>
    %457 = stablehlo.broadcast_in_dim %455, dims = [0, 1] : (tensor<32x1xi32>) -> tensor<32x1x1xi32>
    %458 = stablehlo.concatenate %456, %457, dim = 2 : (tensor<32x1x1xi32>, tensor<32x1x1xi32>) -> tensor<32x1x2xi32>
    %459 = "stablehlo.gather"(%439, %458) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<32x64xf32>, tensor<32x1x2xi32>) -> tensor<32x1xf32>
    %460 = stablehlo.reshape %459 : (tensor<32x1xf32>) -> tensor<32xf32>
    %461 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %462 = stablehlo.multiply %461, %460 : tensor<32xf32>
    %463 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %464 = stablehlo.compare NE, %438, %463, SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %465 = call @_where_4(%464, %462, %cst_41) : (tensor<32xi1>, tensor<32xf32>, tensor<f32>) -> tensor<32xf32>
    %466 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %467 = stablehlo.compare NE, %438, %466, SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %468 = stablehlo.convert %467 : (tensor<32xi1>) -> tensor<32xi32>
    %469 = stablehlo.reduce(%468 init: %c_39) applies stablehlo.add across dimensions = [0] : (tensor<32xi32>, tensor<i32>) -> tensor<i32>
    %470 = stablehlo.convert %469 : (tensor<i32>) -> tensor<f32>
    %471 = stablehlo.reduce(%465 init: %cst_41) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %472 = stablehlo.divide %471, %470 : tensor<f32>
    return %472 : tensor<f32>
  }
  func.func private @_take(%arg0: tensor<64x32xf32>, %arg1: tensor<4x8xi32>) -> tensor<4x8x32xf32> {
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %c_0 = stablehlo.constant dense<63> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<64> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x8xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi1>
    %2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4x8xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x8xi32>
    %4 = call @_where(%1, %3, %arg1) : (tensor<4x8xi1>, tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x8xi32>) -> tensor<4x8x1xi32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x8x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x8x1xi32>, tensor<4x8x1xi32>) -> tensor<4x8x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_0, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<4x8x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x8x1xi32>, tensor<4x8x1xi32>) -> tensor<4x8x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x8x1xi1>
    %12 = stablehlo.reduce(%11 init: %c) applies stablehlo.and across dimensions = [2] : (tensor<4x8x1xi1>, tensor<i1>) -> tensor<4x8xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xf32>, tensor<4x8x1xi32>) -> tensor<4x8x32xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<4x8xi1>) -> tensor<4x8x32xi1>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %16 = stablehlo.select %14, %13, %15 : tensor<4x8x32xi1>, tensor<4x8x32xf32>
    return %16 : tensor<4x8x32xf32>
  }
  func.func private @_where(%arg0: tensor<4x8xi1>, %arg1: tensor<4x8xi32>, %arg2: tensor<4x8xi32>) -> tensor<4x8xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4x8xi1>, tensor<4x8xi32>
    return %0 : tensor<4x8xi32>
  }
  func.func private @_var(%arg0: tensor<4x8x32xf32>, %arg1: tensor<i32>) -> tensor<4x8x1xf32> {
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<4x8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<4x8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x8x32xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<4x8x32xf32>
    %7 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %8 = stablehlo.subtract %cst_0, %7 : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<4x8xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<4x8x1xf32>
    %13 = stablehlo.compare GT, %8, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %14 = call @_where_0(%13, %12, %cst) : (tensor<i1>, tensor<4x8x1xf32>, tensor<f32>) -> tensor<4x8x1xf32>
    return %14 : tensor<4x8x1xf32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<4x8x1xf32>, %arg2: tensor<f32>) -> tensor<4x8x1xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<4x8x1xf32>
    return %2 : tensor<4x8x1xf32>
  }
  func.func private @_where_1(%arg0: tensor<8x8xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<8x8xi1>, tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
  func.func private @_where_2(%arg0: tensor<4x4x8x1xi1>, %arg1: tensor<4x4x8x8xf32>, %arg2: tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<4x4x8x1xi1>) -> tensor<4x4x8x8xi1>
    %1 = stablehlo.select %0, %arg1, %arg2 : tensor<4x4x8x8xi1>, tensor<4x4x8x8xf32>
    return %1 : tensor<4x4x8x8xf32>
  }
  func.func private @log_softmax(%arg0: tensor<32x64xf32>) -> tensor<32x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<32xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x64xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<32x64xf32>
    %6 = stablehlo.exponential %5 : tensor<32x64xf32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %9 = stablehlo.log %8 : tensor<32x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x64xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<32x64xf32>
    return %11 : tensor<32x64xf32>
  }
  func.func private @_where_3(%arg0: tensor<32xi1>, %arg1: tensor<32xi32>, %arg2: tensor<i32>) -> tensor<32xi32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<32xi1>, tensor<32xi32>
    return %1 : tensor<32xi32>
  }
  func.func private @_where_4(%arg0: tensor<32xi1>, %arg1: tensor<32xf32>, %arg2: tensor<f32>) -> tensor<32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<32xi1>, tensor<32xf32>
    return %1 : tensor<32xf32>
  }
}
