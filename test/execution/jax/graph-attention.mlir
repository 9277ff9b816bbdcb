// A layer of attention along the edges of a graph: sums and maxima of segments,
// differentiated here.
// RUN: shardc check %s --strategy "dp=2" --role "0-2=param,3-6=input" --train adamw --expect %S/graph-attention.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "dp=2,tp=2" --role "0-2=param,3-6=input" --train adamw --expect %S/graph-attention.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<2x8xf32>, %arg2: tensor<8x4xf32>, %arg3: tensor<10x6xf32>, %arg4: tensor<16xi32>, %arg5: tensor<16xi32>, %arg6: tensor<10xi32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<10x6xf32>, tensor<6x8xf32>) -> tensor<10x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %2 = stablehlo.compare LT, %arg4, %1, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_0 = stablehlo.constant dense<10> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %4 = stablehlo.add %arg4, %3 : tensor<16xi32>
    %5 = stablehlo.select %2, %4, %arg4 : tensor<16xi1>, tensor<16xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<10x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
    %8 = stablehlo.slice %arg1 [0:1, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %9 = stablehlo.reshape %8 : (tensor<1x8xf32>) -> tensor<8xf32>
    %10 = stablehlo.dot_general %7, %9, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<16x8xf32>, tensor<8xf32>) -> tensor<16xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %12 = stablehlo.compare LT, %arg5, %11, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_2 = stablehlo.constant dense<10> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %14 = stablehlo.add %arg5, %13 : tensor<16xi32>
    %15 = stablehlo.select %12, %14, %arg5 : tensor<16xi1>, tensor<16xi32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %17 = "stablehlo.gather"(%0, %16) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<10x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
    %18 = stablehlo.slice %arg1 [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %19 = stablehlo.reshape %18 : (tensor<1x8xf32>) -> tensor<8xf32>
    %20 = stablehlo.dot_general %17, %19, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<16x8xf32>, tensor<8xf32>) -> tensor<16xf32>
    %21 = stablehlo.add %10, %20 : tensor<16xf32>
    %cst = stablehlo.constant dense<0.20000000298023224> : tensor<f64>
    %22 = call @leaky_relu(%21, %cst) : (tensor<16xf32>, tensor<f64>) -> tensor<16xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %24 = stablehlo.broadcast_in_dim %arg5, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %25 = "stablehlo.scatter"(%23, %24, %22) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %67 = stablehlo.maximum %arg7, %arg8 : tensor<f32>
      stablehlo.return %67 : tensor<f32>
    }) : (tensor<10xf32>, tensor<16x1xi32>, tensor<16xf32>) -> tensor<10xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %26 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %27 = stablehlo.compare LT, %arg5, %26, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_5 = stablehlo.constant dense<10> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %29 = stablehlo.add %arg5, %28 : tensor<16xi32>
    %30 = stablehlo.select %27, %29, %arg5 : tensor<16xi1>, tensor<16xi32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %32 = "stablehlo.gather"(%25, %31) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<10xf32>, tensor<16x1xi32>) -> tensor<16xf32>
    %33 = stablehlo.subtract %22, %32 : tensor<16xf32>
    %34 = stablehlo.exponential %33 : tensor<16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %36 = stablehlo.broadcast_in_dim %arg5, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %37 = "stablehlo.scatter"(%35, %36, %34) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %67 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %67 : tensor<f32>
    }) : (tensor<10xf32>, tensor<16x1xi32>, tensor<16xf32>) -> tensor<10xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %38 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %39 = stablehlo.compare LT, %arg4, %38, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_8 = stablehlo.constant dense<10> : tensor<i32>
    %40 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %41 = stablehlo.add %arg4, %40 : tensor<16xi32>
    %42 = stablehlo.select %39, %41, %arg4 : tensor<16xi1>, tensor<16xi32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %44 = "stablehlo.gather"(%0, %43) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<10x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %45 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %46 = stablehlo.compare LT, %arg5, %45, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_10 = stablehlo.constant dense<10> : tensor<i32>
    %47 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %48 = stablehlo.add %arg5, %47 : tensor<16xi32>
    %49 = stablehlo.select %46, %48, %arg5 : tensor<16xi1>, tensor<16xi32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %51 = "stablehlo.gather"(%37, %50) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<10xf32>, tensor<16x1xi32>) -> tensor<16xf32>
    %52 = stablehlo.divide %34, %51 : tensor<16xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x8xf32>
    %55 = stablehlo.multiply %44, %54 : tensor<16x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<10x8xf32>
    %57 = stablehlo.broadcast_in_dim %arg5, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %58 = "stablehlo.scatter"(%56, %57, %55) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %67 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %67 : tensor<f32>
    }) : (tensor<10x8xf32>, tensor<16x1xi32>, tensor<16x8xf32>) -> tensor<10x8xf32>
    %59 = stablehlo.tanh %58 : tensor<10x8xf32>
    %60 = stablehlo.dot_general %59, %arg2, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<10x8xf32>, tensor<8x4xf32>) -> tensor<10x4xf32>
    %61 = call @log_softmax(%60) : (tensor<10x4xf32>) -> tensor<10x4xf32>
    %62 = stablehlo.broadcast_in_dim %arg6, dims = [0] : (tensor<10xi32>) -> tensor<10x1xi32>
    %63 = call @take_along_axis(%61, %62) : (tensor<10x4xf32>, tensor<10x1xi32>) -> tensor<10x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<10x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %65 = stablehlo.divide %64, %cst_13 : tensor<f32>
    %66 = stablehlo.negate %65 : tensor<f32>
    return %66 : tensor<f32>
  }
  func.func private @leaky_relu(%arg0: tensor<16xf32>, %arg1: tensor<f64>) -> tensor<16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1 = stablehlo.compare GE, %arg0, %0, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %2 = stablehlo.convert %arg1 : (tensor<f64>) -> tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %4 = stablehlo.multiply %3, %arg0 : tensor<16xf32>
    %5 = call @_where(%1, %arg0, %4) : (tensor<16xi1>, tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    return %5 : tensor<16xf32>
  }
  func.func private @_where(%arg0: tensor<16xi1>, %arg1: tensor<16xf32>, %arg2: tensor<16xf32>) -> tensor<16xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16xi1>, tensor<16xf32>
    return %0 : tensor<16xf32>
  }
  func.func private @log_softmax(%arg0: tensor<10x4xf32>) -> tensor<10x4xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<10x4xf32>, tensor<f32>) -> tensor<10xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<10xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<10xf32>) -> tensor<10x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x4xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<10x4xf32>
    %6 = stablehlo.exponential %5 : tensor<10x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<10x4xf32>, tensor<f32>) -> tensor<10xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<10xf32>) -> tensor<10x1xf32>
    %9 = stablehlo.log %8 : tensor<10x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x4xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<10x4xf32>
    return %11 : tensor<10x4xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<10x4xf32>, %arg1: tensor<10x1xi32>) -> tensor<10x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<10x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<10x1xi32>, tensor<10x1xi32>) -> tensor<10x1xi1>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<10x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<10x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<10x1xi1>, tensor<10x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<10x1xi32>) -> tensor<10x1x1xi32>
    %c_1 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<10x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<10x1x1xi32>, tensor<10x1x1xi32>) -> tensor<10x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<10x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<10x1x1xi32>, tensor<10x1x1xi32>) -> tensor<10x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<10x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<10x1x1xi1>, tensor<i1>) -> tensor<10x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<10x4xf32>, tensor<10x1x1xi32>) -> tensor<10x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<10x1xi1>, tensor<10x1xf32>
    return %15 : tensor<10x1xf32>
  }
}
