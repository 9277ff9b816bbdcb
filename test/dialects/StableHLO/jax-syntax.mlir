// Text as JAX prints it, and older generic spellings of the same.
// RUN: shard-opt %s --verify-roundtrip | FileCheck %s

// CHECK: module @jit_step attributes {mhlo.num_partitions = 1 : i32
module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  // CHECK: func.func public @main(%{{.*}}: tensor<33x80xi32> {tf.aliasing_output = 0 : i32}, %{{.*}}: tensor<2x2xf32> {jax.buffer_donor = true, mhlo.layout_mode = "default"})
  func.func public @main(%arg0: tensor<33x80xi32> {tf.aliasing_output = 0 : i32},
                         %arg1: tensor<2x2xf32> {jax.buffer_donor = true, mhlo.layout_mode = "default"})
      -> (tensor<33x80xi32> {jax.result_info = "[0]"}, tensor<2xf32> {jax.result_info = "[1]", mhlo.layout_mode = "default"}) {
    // Two blanks after the op, and after the comma, as the original printer has it.
    // CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, SIGNED : (tensor<33x80xi32>, tensor<33x80xi32>) -> tensor<33x80xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<33x80xi32>
    %1 = stablehlo.compare  LT, %arg0, %0,  SIGNED : (tensor<33x80xi32>, tensor<33x80xi32>) -> tensor<33x80xi1>
    %2 = call @_where(%1, %0, %arg0) : (tensor<33x80xi1>, tensor<33x80xi32>, tensor<33x80xi32>) -> tensor<33x80xi32>
    // Attributes between the operands and the type, with and without angle brackets.
    // CHECK: "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1>}>
    %i = stablehlo.constant dense<1> : tensor<1x1xi32>
    %v = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %3 = "stablehlo.gather"(%v, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1>} : (tensor<2xf32>, tensor<1x1xi32>) -> tensor<1xf32>
    // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] :
    %4 = "stablehlo.dot_general"(%arg1, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
    // CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[2,2]{0,1}"} :
    %5 = stablehlo.transpose %arg1, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[2,2]{0,1}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    // CHECK: stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    %6 = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
    // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [1]
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %7 = "stablehlo.reduce"(%arg1, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    return %2, %7 : tensor<33x80xi32>, tensor<2xf32>
  }
  // CHECK: func.func private @_where
  func.func private @_where(%arg0: tensor<33x80xi1>, %arg1: tensor<33x80xi32>, %arg2: tensor<33x80xi32>) -> tensor<33x80xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<33x80xi1>, tensor<33x80xi32>
    return %0 : tensor<33x80xi32>
  }
}
