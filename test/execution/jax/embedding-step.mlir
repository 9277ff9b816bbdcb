// A step of a model of tokens, written with indices: rows of a table are taken,
// and the log-probability of each label. The gradients of both are scatters, which
// are all that is reduced: nothing is gathered.
// RUN: shardc check %s --strategy "dp=2" --expect %S/embedding-step.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "dp=4" --expect %S/embedding-step.safetensors --json | FileCheck %s
// CHECK: "collectives":{"all_reduce":4},{{.*}}"pass":true

module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x24xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<24x8xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<8x8xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<4x3xi32>, %arg4: tensor<4x3xi32>) -> (tensor<8x24xf32> {jax.result_info = "result[0]['out']"}, tensor<24x8xf32> {jax.result_info = "result[0]['table']"}, tensor<8x8xf32> {jax.result_info = "result[0]['w']"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0:2 = call @_take(%arg1, %arg3) : (tensor<24x8xf32>, tensor<4x3xi32>) -> (tensor<4x3x8xf32>, tensor<4x3x1xi32>)
    %1 = stablehlo.dot_general %0#0, %arg2, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x3x8xf32>, tensor<8x8xf32>) -> tensor<4x3x8xf32>
    %2 = stablehlo.tanh %1 : tensor<4x3x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3x8xf32>
    %4 = stablehlo.subtract %3, %2 : tensor<4x3x8xf32>
    %5 = stablehlo.dot_general %2, %arg0, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x3x8xf32>, tensor<8x24xf32>) -> tensor<4x3x24xf32>
    %6 = stablehlo.reshape %5 : (tensor<4x3x24xf32>) -> tensor<12x24xf32>
    %7 = stablehlo.iota dim = 0 : tensor<12xi64>
    %8:3 = call @log_softmax(%6) : (tensor<12x24xf32>) -> (tensor<12x24xf32>, tensor<12x24xf32>, tensor<12x1xf32>)
    %9 = stablehlo.reshape %arg4 : (tensor<4x3xi32>) -> tensor<12xi32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %10 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<12xi64>
    %11 = stablehlo.compare LT, %7, %10, SIGNED : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi1>
    %c_0 = stablehlo.constant dense<12> : tensor<i64>
    %12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<12xi64>
    %13 = stablehlo.add %7, %12 : tensor<12xi64>
    %14 = stablehlo.select %11, %13, %7 : tensor<12xi1>, tensor<12xi64>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %c_2 = stablehlo.constant dense<24> : tensor<i32>
    %17 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %18 = stablehlo.add %9, %17 : tensor<12xi32>
    %19 = stablehlo.select %16, %18, %9 : tensor<12xi1>, tensor<12xi32>
    %20 = stablehlo.convert %14 : (tensor<12xi64>) -> tensor<12xi32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %22 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %23 = stablehlo.concatenate %21, %22, dim = 1 : (tensor<12x1xi32>, tensor<12x1xi32>) -> tensor<12x2xi32>
    %24 = "stablehlo.gather"(%8#0, %23) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<12x24xf32>, tensor<12x2xi32>) -> tensor<12xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %26 = stablehlo.divide %25, %cst_4 : tensor<f32>
    %27 = stablehlo.negate %26 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %28 = stablehlo.negate %cst_5 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %29 = stablehlo.divide %28, %cst_6 : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %32 = "stablehlo.scatter"(%31, %23, %30) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %54 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %54 : tensor<f32>
    }) : (tensor<12x24xf32>, tensor<12x2xi32>, tensor<12xf32>) -> tensor<12x24xf32>
    %33 = call @log_softmax_0(%8#1, %8#2, %32) : (tensor<12x24xf32>, tensor<12x1xf32>, tensor<12x24xf32>) -> tensor<12x24xf32>
    %34 = stablehlo.reshape %33 : (tensor<12x24xf32>) -> tensor<4x3x24xf32>
    %35 = stablehlo.dot_general %34, %2, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<4x3x24xf32>, tensor<4x3x8xf32>) -> tensor<24x8xf32>
    %36 = stablehlo.transpose %35, dims = [1, 0] : (tensor<24x8xf32>) -> tensor<8x24xf32>
    %37 = stablehlo.dot_general %34, %arg0, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x3x24xf32>, tensor<8x24xf32>) -> tensor<4x3x8xf32>
    %38 = stablehlo.multiply %37, %4 : tensor<4x3x8xf32>
    %39 = stablehlo.multiply %38, %2 : tensor<4x3x8xf32>
    %40 = stablehlo.add %38, %39 : tensor<4x3x8xf32>
    %41 = stablehlo.dot_general %40, %0#0, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<4x3x8xf32>, tensor<4x3x8xf32>) -> tensor<8x8xf32>
    %42 = stablehlo.transpose %41, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %43 = stablehlo.dot_general %40, %arg2, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<4x3x8xf32>, tensor<8x8xf32>) -> tensor<4x3x8xf32>
    %44 = call @_take_1(%0#1, %43) : (tensor<4x3x1xi32>, tensor<4x3x8xf32>) -> tensor<24x8xf32>
    %cst_8 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x24xf32>
    %46 = stablehlo.multiply %45, %36 : tensor<8x24xf32>
    %47 = stablehlo.subtract %arg0, %46 : tensor<8x24xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %49 = stablehlo.multiply %48, %44 : tensor<24x8xf32>
    %50 = stablehlo.subtract %arg1, %49 : tensor<24x8xf32>
    %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %52 = stablehlo.multiply %51, %42 : tensor<8x8xf32>
    %53 = stablehlo.subtract %arg2, %52 : tensor<8x8xf32>
    return %47, %50, %53, %27 : tensor<8x24xf32>, tensor<24x8xf32>, tensor<8x8xf32>, tensor<f32>
  }
  func.func private @_take(%arg0: tensor<24x8xf32>, %arg1: tensor<4x3xi32>) -> (tensor<4x3x8xf32>, tensor<4x3x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x3xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
    %c_0 = stablehlo.constant dense<24> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x3xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x3xi32>
    %4 = call @_where(%1, %3, %arg1) : (tensor<4x3xi1>, tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x3xi32>) -> tensor<4x3x1xi32>
    %c_1 = stablehlo.constant dense<23> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x3x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x3x1xi32>, tensor<4x3x1xi32>) -> tensor<4x3x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<4x3x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x3x1xi32>, tensor<4x3x1xi32>) -> tensor<4x3x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x3x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<4x3x1xi1>, tensor<i1>) -> tensor<4x3xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<24x8xf32>, tensor<4x3x1xi32>) -> tensor<4x3x8xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<4x3xi1>) -> tensor<4x3x8xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3x8xf32>
    %16 = stablehlo.select %14, %13, %15 : tensor<4x3x8xi1>, tensor<4x3x8xf32>
    return %16, %5 : tensor<4x3x8xf32>, tensor<4x3x1xi32>
  }
  func.func private @_where(%arg0: tensor<4x3xi1>, %arg1: tensor<4x3xi32>, %arg2: tensor<4x3xi32>) -> tensor<4x3xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4x3xi1>, tensor<4x3xi32>
    return %0 : tensor<4x3xi32>
  }
  func.func private @log_softmax(%arg0: tensor<12x24xf32>) -> (tensor<12x24xf32>, tensor<12x24xf32>, tensor<12x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<12x24xf32>, tensor<f32>) -> tensor<12xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<12xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x24xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<12x24xf32>
    %6 = stablehlo.exponential %5 : tensor<12x24xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<12x24xf32>, tensor<f32>) -> tensor<12xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %9 = stablehlo.log %8 : tensor<12x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x24xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<12x24xf32>
    return %11, %6, %8 : tensor<12x24xf32>, tensor<12x24xf32>, tensor<12x1xf32>
  }
  func.func private @log_softmax_0(%arg0: tensor<12x24xf32>, %arg1: tensor<12x1xf32>, %arg2: tensor<12x24xf32>) -> tensor<12x24xf32> {
    %0 = stablehlo.negate %arg2 : tensor<12x24xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<12x24xf32>, tensor<f32>) -> tensor<12xf32>
    %2 = stablehlo.reshape %1 : (tensor<12xf32>) -> tensor<12x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<12x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<12x1xf32>, tensor<f32>) -> tensor<12xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<12xf32>) -> tensor<12x24xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<12x24xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<12x24xf32>
    return %7 : tensor<12x24xf32>
  }
  func.func private @_take_1(%arg0: tensor<4x3x1xi32>, %arg1: tensor<4x3x8xf32>) -> tensor<24x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<24x8xf32>, tensor<4x3x1xi32>, tensor<4x3x8xf32>) -> tensor<24x8xf32>
    return %1 : tensor<24x8xf32>
  }
}
