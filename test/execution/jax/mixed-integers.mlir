// Integers of many widths as inputs: positions, masks, segments, labels; sorting,
// top-k, gathers, scatters, cumulative sums, bit tricks.
// RUN: shardc check %s --strategy "dp=4" --role "0=param,1=param,2-7=input" --expect %S/mixed-integers.safetensors --json | FileCheck %s
// RUN: shardc check %s --strategy "dp=2,tp=2" --role "0=param,1=param,2-7=input" --expect %S/mixed-integers.safetensors --json | FileCheck %s
// CHECK: "pass":true

module @jit_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16x8xf32>, %arg1: tensor<8x6xf32>, %arg2: tensor<8x5xi32>, %arg3: tensor<8x5xui8>, %arg4: tensor<8x5xi1>, %arg5: tensor<8x5xi8>, %arg6: tensor<8x5xui32>, %arg7: tensor<i32>) -> (tensor<8x5x3xf32> {jax.result_info = "result[0]"}, tensor<8x5x3xi32> {jax.result_info = "result[1]"}, tensor<8x16xi32> {jax.result_info = "result[2]"}, tensor<8x5xi64> {jax.result_info = "result[3]"}, tensor<8x5xi32> {jax.result_info = "result[4]"}, tensor<8x5xui32> {jax.result_info = "result[5]"}, tensor<f32> {jax.result_info = "result[6]"}, tensor<8x3x6xf32> {jax.result_info = "result[7]"}, tensor<8x5x6xf32> {jax.result_info = "result[8]"}, tensor<8x5xui32> {jax.result_info = "result[9]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x5xi32>
    %1 = stablehlo.compare LT, %arg2, %0, SIGNED : (tensor<8x5xi32>, tensor<8x5xi32>) -> tensor<8x5xi1>
    %c_0 = stablehlo.constant dense<16> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x5xi32>
    %3 = stablehlo.add %arg2, %2 : tensor<8x5xi32>
    %4 = stablehlo.select %1, %3, %arg2 : tensor<8x5xi1>, tensor<8x5xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x5xi32>) -> tensor<8x5x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xf32>, tensor<8x5x1xi32>) -> tensor<8x5x8xf32>
    %7 = stablehlo.convert %arg3 : (tensor<8x5xui8>) -> tensor<8x5xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x5x1xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<8x5x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x8xf32>
    %12 = stablehlo.add %6, %11 : tensor<8x5x8xf32>
    %13 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1] : (tensor<8x5xi1>) -> tensor<8x5x1xi1>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %14 = call @_where(%13, %12, %c_1) : (tensor<8x5x1xi1>, tensor<8x5x8xf32>, tensor<i64>) -> tensor<8x5x8xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %16 = stablehlo.iota dim = 0 : tensor<8xi64>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0] : (tensor<8xi64>) -> tensor<8x1xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %18 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<8x1xi64>
    %19 = stablehlo.compare LT, %17, %18, SIGNED : (tensor<8x1xi64>, tensor<8x1xi64>) -> tensor<8x1xi1>
    %c_4 = stablehlo.constant dense<8> : tensor<i64>
    %20 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i64>) -> tensor<8x1xi64>
    %21 = stablehlo.add %17, %20 : tensor<8x1xi64>
    %22 = stablehlo.select %19, %21, %17 : tensor<8x1xi1>, tensor<8x1xi64>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %23 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<8x5xi32>
    %24 = stablehlo.compare LT, %arg2, %23, SIGNED : (tensor<8x5xi32>, tensor<8x5xi32>) -> tensor<8x5xi1>
    %c_6 = stablehlo.constant dense<16> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<8x5xi32>
    %26 = stablehlo.add %arg2, %25 : tensor<8x5xi32>
    %27 = stablehlo.select %24, %26, %arg2 : tensor<8x5xi1>, tensor<8x5xi32>
    %28 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<8x1xi64>) -> tensor<8x5xi64>
    %29 = stablehlo.convert %28 : (tensor<8x5xi64>) -> tensor<8x5xi32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<8x5xi32>) -> tensor<8x5x1xi32>
    %31 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<8x5xi32>) -> tensor<8x5x1xi32>
    %32 = stablehlo.concatenate %30, %31, dim = 2 : (tensor<8x5x1xi32>, tensor<8x5x1xi32>) -> tensor<8x5x2xi32>
    %c_7 = stablehlo.constant dense<1> : tensor<i32>
    %33 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<8x5xi32>
    %34 = "stablehlo.scatter"(%15, %32, %33) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg8: tensor<i32>, %arg9: tensor<i32>):
      %58 = stablehlo.add %arg8, %arg9 : tensor<i32>
      stablehlo.return %58 : tensor<i32>
    }) : (tensor<8x16xi32>, tensor<8x5x2xi32>, tensor<8x5xi32>) -> tensor<8x16xi32>
    %35 = stablehlo.dot_general %14, %arg1, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x5x8xf32>, tensor<8x6xf32>) -> tensor<8x5x6xf32>
    %values, %indices = chlo.top_k(%35, k = 3) : tensor<8x5x6xf32> -> (tensor<8x5x3xf32>, tensor<8x5x3xi32>)
    %36 = call @argsort(%arg2) : (tensor<8x5xi32>) -> tensor<8x5xi64>
    %37 = stablehlo.convert %arg5 : (tensor<8x5xi8>) -> tensor<8x5xi32>
    %38 = call @cumsum(%37) : (tensor<8x5xi32>) -> tensor<8x5xi32>
    %39 = stablehlo.broadcast_in_dim %arg7, dims = [] : (tensor<i32>) -> tensor<8x5xi32>
    %40 = stablehlo.add %38, %39 : tensor<8x5xi32>
    %c_8 = stablehlo.constant dense<2> : tensor<ui32>
    %41 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<ui32>) -> tensor<8x5xui32>
    %42 = stablehlo.shift_left %arg6, %41 : tensor<8x5xui32>
    %c_9 = stablehlo.constant dense<1> : tensor<ui32>
    %43 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<ui32>) -> tensor<8x5xui32>
    %44 = stablehlo.shift_right_logical %arg6, %43 : tensor<8x5xui32>
    %45 = stablehlo.xor %42, %44 : tensor<8x5xui32>
    %46 = call @argmax(%35) : (tensor<8x5x6xf32>) -> tensor<8x5xi64>
    %47 = stablehlo.convert %arg5 : (tensor<8x5xi8>) -> tensor<8x5xi64>
    %48 = stablehlo.compare EQ, %46, %47, SIGNED : (tensor<8x5xi64>, tensor<8x5xi64>) -> tensor<8x5xi1>
    %49 = stablehlo.convert %48 : (tensor<8x5xi1>) -> tensor<8x5xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<f32>
    %cst_11 = stablehlo.constant dense<4.000000e+01> : tensor<f32>
    %51 = stablehlo.divide %50, %cst_11 : tensor<f32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %52 = stablehlo.compare LT, %arg7, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_13 = stablehlo.constant dense<5> : tensor<i32>
    %53 = stablehlo.add %arg7, %c_13 : tensor<i32>
    %54 = stablehlo.select %52, %53, %arg7 : tensor<i1>, tensor<i32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %55 = stablehlo.dynamic_slice %35, %c_14, %54, %c_15, sizes = [8, 3, 6] : (tensor<8x5x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x3x6xf32>
    %56 = call @sort(%35) : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %57 = stablehlo.popcnt %arg6 : tensor<8x5xui32>
    return %values, %indices, %34, %36, %40, %45, %51, %55, %56, %57 : tensor<8x5x3xf32>, tensor<8x5x3xi32>, tensor<8x16xi32>, tensor<8x5xi64>, tensor<8x5xi32>, tensor<8x5xui32>, tensor<f32>, tensor<8x3x6xf32>, tensor<8x5x6xf32>, tensor<8x5xui32>
  }
  func.func private @_where(%arg0: tensor<8x5x1xi1>, %arg1: tensor<8x5x8xf32>, %arg2: tensor<i64>) -> tensor<8x5x8xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<8x5x1xi1>) -> tensor<8x5x8xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x5x8xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x5x8xi1>, tensor<8x5x8xf32>
    return %3 : tensor<8x5x8xf32>
  }
  func.func private @argsort(%arg0: tensor<8x5xi32>) -> tensor<8x5xi64> {
    %0 = stablehlo.iota dim = 1 : tensor<8x5xi64>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<i64>):
      %2 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<8x5xi32>, tensor<8x5xi64>) -> (tensor<8x5xi32>, tensor<8x5xi64>)
    return %1#1 : tensor<8x5xi64>
  }
  func.func private @cumsum(%arg0: tensor<8x5xi32>) -> tensor<8x5xi32> {
    %0 = call @cumsum_0(%arg0) : (tensor<8x5xi32>) -> tensor<8x5xi32>
    return %0 : tensor<8x5xi32>
  }
  func.func private @cumsum_0(%arg0: tensor<8x5xi32>) -> tensor<8x5xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<8x5xi32>, tensor<i32>) -> tensor<8x5xi32>
    return %1 : tensor<8x5xi32>
  }
  func.func private @argmax(%arg0: tensor<8x5x6xf32>) -> tensor<8x5xi64> {
    %0 = stablehlo.iota dim = 2 : tensor<8x5x6xi64>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [2] : (tensor<8x5x6xf32>, tensor<8x5x6xi64>, tensor<f32>, tensor<i64>) -> (tensor<8x5xf32>, tensor<8x5xi64>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i64>
    }
    return %1#1 : tensor<8x5xi64>
  }
  func.func private @sort(%arg0: tensor<8x5x6xf32>) -> tensor<8x5x6xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    return %0 : tensor<8x5x6xf32>
  }
}
