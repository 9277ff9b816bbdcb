// Every op in its pretty form, then read back from the generic form.
// RUN: shard-opt %s --verify-roundtrip | FileCheck %s
// RUN: shard-opt %s --mlir-print-op-generic | shard-opt | FileCheck %s

// CHECK-LABEL: @unary
func.func @unary(%x: tensor<2x3xf32>, %b: tensor<2x3xi1>, %i: tensor<4xi32>) {
  // CHECK-NEXT: stablehlo.abs %{{.*}} : tensor<2x3xf32>
  %0 = stablehlo.abs %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.cbrt
  %1 = stablehlo.cbrt %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.ceil
  %2 = stablehlo.ceil %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.convert %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  %3 = stablehlo.convert %x : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  // CHECK-NEXT: stablehlo.convert %{{.*}} : tensor<2x3xf32>
  %4 = stablehlo.convert %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.cosine
  %5 = stablehlo.cosine %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.exponential %{{.*}} {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x3xf32>
  %6 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<mode = <HIGHEST>>} : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.exponential_minus_one
  %7 = stablehlo.exponential_minus_one %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.floor
  %8 = stablehlo.floor %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.is_finite %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %9 = stablehlo.is_finite %x : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK-NEXT: stablehlo.log %{{.*}} : tensor<2x3xf32>
  %10 = stablehlo.log %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.log_plus_one
  %11 = stablehlo.log_plus_one %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.logistic
  %12 = stablehlo.logistic %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.negate
  %13 = stablehlo.negate %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.not %{{.*}} : tensor<2x3xi1>
  %14 = stablehlo.not %b : tensor<2x3xi1>
  // CHECK-NEXT: stablehlo.round_nearest_even
  %15 = stablehlo.round_nearest_even %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.rsqrt
  %16 = stablehlo.rsqrt %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.sign %{{.*}} : tensor<4xi32>
  %17 = stablehlo.sign %i : tensor<4xi32>
  // CHECK-NEXT: stablehlo.sine
  %18 = stablehlo.sine %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.sqrt
  %19 = stablehlo.sqrt %x : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.tanh %{{.*}} {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}
  %20 = stablehlo.tanh %x {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
  return
}

// CHECK-LABEL: @binary
func.func @binary(%x: tensor<2xf64>, %i: tensor<2xui32>, %b: tensor<2xi1>) {
  // CHECK-NEXT: stablehlo.add %{{.*}}, %{{.*}} : tensor<2xf64>
  %0 = stablehlo.add %x, %x : tensor<2xf64>
  // CHECK-NEXT: stablehlo.and %{{.*}}, %{{.*}} : tensor<2xi1>
  %1 = stablehlo.and %b, %b : tensor<2xi1>
  // CHECK-NEXT: stablehlo.atan2
  %2 = stablehlo.atan2 %x, %x : tensor<2xf64>
  // CHECK-NEXT: stablehlo.divide
  %3 = stablehlo.divide %x, %x : tensor<2xf64>
  // CHECK-NEXT: stablehlo.maximum
  %4 = stablehlo.maximum %x, %x : tensor<2xf64>
  // CHECK-NEXT: stablehlo.minimum
  %5 = stablehlo.minimum %x, %x : tensor<2xf64>
  // CHECK-NEXT: stablehlo.multiply
  %6 = stablehlo.multiply %x, %x : tensor<2xf64>
  // CHECK-NEXT: stablehlo.or %{{.*}}, %{{.*}} : tensor<2xui32>
  %7 = stablehlo.or %i, %i : tensor<2xui32>
  // CHECK-NEXT: stablehlo.power
  %8 = stablehlo.power %x, %x : tensor<2xf64>
  // CHECK-NEXT: stablehlo.remainder
  %9 = stablehlo.remainder %i, %i : tensor<2xui32>
  // CHECK-NEXT: stablehlo.shift_left
  %10 = stablehlo.shift_left %i, %i : tensor<2xui32>
  // CHECK-NEXT: stablehlo.shift_right_arithmetic
  %11 = stablehlo.shift_right_arithmetic %i, %i : tensor<2xui32>
  // CHECK-NEXT: stablehlo.shift_right_logical
  %12 = stablehlo.shift_right_logical %i, %i : tensor<2xui32>
  // CHECK-NEXT: stablehlo.subtract
  %13 = stablehlo.subtract %x, %x : tensor<2xf64>
  // CHECK-NEXT: stablehlo.xor
  %14 = stablehlo.xor %i, %i : tensor<2xui32>
  // CHECK-NEXT: stablehlo.compare EQ, %{{.*}}, %{{.*}} : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  %15 = stablehlo.compare EQ, %x, %x : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  // CHECK-NEXT: stablehlo.compare LT, %{{.*}}, %{{.*}}, UNSIGNED :
  %16 = stablehlo.compare LT, %i, %i, UNSIGNED : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
  return
}

// CHECK-LABEL: @ternary
func.func @ternary(%x: tensor<2xf32>, %s: tensor<f32>, %p: tensor<i1>, %q: tensor<2xi1>) {
  // CHECK-NEXT: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %0 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xf32>
  %1 = stablehlo.clamp %x, %x, %x : tensor<2xf32>
  // CHECK-NEXT: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<2xf32>
  %2 = stablehlo.select %p, %x, %x : tensor<i1>, tensor<2xf32>
  // CHECK-NEXT: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xi1>, tensor<2xf32>
  %3 = stablehlo.select %q, %x, %x : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: @shape
func.func @shape(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // CHECK-NEXT: stablehlo.constant dense<0.000000e+00> : tensor<1048576x1048576xf32>
  %0 = stablehlo.constant dense<0.0> : tensor<1048576x1048576xf32>
  // CHECK-NEXT: stablehlo.iota dim = 1 : tensor<2x3xi32>
  %1 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  // CHECK-NEXT: stablehlo.broadcast_in_dim %{{.*}}, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x5x3xf32>
  %2 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x5x3xf32>
  // CHECK-NEXT: stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<7xf32>
  // CHECK-NEXT: stablehlo.reshape %{{.*}} : (tensor<2x3xf32>) -> tensor<6xf32>
  %4 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK-NEXT: stablehlo.bitcast_convert %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  %5 = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xi32>
  // CHECK-NEXT: stablehlo.bitcast_convert %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3x2xi16>
  %halves = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3x2xi16>
  // CHECK-NEXT: stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %6 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK-NEXT: stablehlo.reverse %{{.*}}, dims = [1] : tensor<2x3xf32>
  %7 = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %8 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: stablehlo.pad %{{.*}}, %{{.*}}, low = [1, 0], high = [0, -1], interior = [0, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
  %9 = stablehlo.pad %x, %s, low = [1, 0], high = [0, -1], interior = [0, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
  return
}

// CHECK-LABEL: @indexing
func.func @indexing(%x: tensor<4x8xf32>, %i: tensor<i32>, %u: tensor<1x6xf32>, %ids: tensor<5x1xi32>, %v: tensor<5x8xf32>) {
  // CHECK-NEXT: stablehlo.slice %{{.*}} [0:2, 0:8:2] : (tensor<4x8xf32>) -> tensor<2x4xf32>
  %0 = stablehlo.slice %x [0:2, 0:8:2] : (tensor<4x8xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [1, 6] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  %1 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 6] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  // CHECK-NEXT: stablehlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
  %2 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x8xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  // CHECK-NEXT: "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  %3 = "stablehlo.gather"(%x, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  // CHECK-NEXT: "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  %4 = "stablehlo.scatter"(%x, %ids, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    // CHECK: stablehlo.return %{{.*}} : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: @contraction
func.func @contraction(%x: tensor<4x2x8xf32>, %y: tensor<4x8x3xf32>, %m: tensor<2x8xf32>, %v: tensor<8xf32>,
                       %zero: tensor<f32>, %k: tensor<2x8xi32>, %kzero: tensor<i32>) {
  // CHECK-NEXT: stablehlo.dot %{{.*}}, %{{.*}}, precision = [HIGH, DEFAULT] : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2xf32>
  %0 = stablehlo.dot %m, %v, precision = [HIGH, DEFAULT] : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2xf32>
  // CHECK-NEXT: stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> :
  %1 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x2x8xf32>, tensor<4x8x3xf32>) -> tensor<4x2x3xf32>
  // CHECK-NEXT: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [] x [] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.dot_general %v, %v, contracting_dims = [] x [] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.maximum across dimensions = [0, 1] {note = "n"} : (tensor<2x8xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%m init: %zero) applies stablehlo.maximum across dimensions = [0, 1] {note = "n"} : (tensor<2x8xf32>, tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %{{.*}}:2 = stablehlo.reduce(%{{.*}} init: %{{.*}}), (%{{.*}} init: %{{.*}}) across dimensions = [1] : (tensor<2x8xf32>, tensor<2x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  // CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[C:.*]]: tensor<f32>) (%[[B:.*]]: tensor<i32>, %[[D:.*]]: tensor<i32>) {
  %4:2 = stablehlo.reduce(%m init: %zero), (%k init: %kzero) across dimensions = [1] : (tensor<2x8xf32>, tensor<2x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    // CHECK-NEXT: stablehlo.compare GE, %[[A]], %[[C]]
    %p = stablehlo.compare GE, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %c : tensor<i1>, tensor<f32>
    // CHECK: stablehlo.select %{{.*}}, %[[B]], %[[D]]
    %r = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f32>, tensor<i32>
  }
  // A body that subtracts is not commutative, so the short form can't hold it.
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [0]
  // CHECK-NEXT: reducer(
  %5 = stablehlo.reduce(%v init: %zero) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %p = stablehlo.subtract %b, %a : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }
  return
}

// CHECK-LABEL: @control
func.func @control(%x: tensor<4xf32>, %y: tensor<8xf32>) {
  // CHECK-NEXT: %{{.*}}:2 = stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<8xf32>
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<8xf32>
  // CHECK-NEXT: stablehlo.optimization_barrier()
  stablehlo.optimization_barrier()
  // CHECK-NEXT: stablehlo.custom_call @Sharding(%{{.*}}) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @Sharding(%x) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: stablehlo.custom_call @effect(%{{.*}}, %{{.*}}) {api_version = 4 : i32, backend_config = {k = 1 : i64}, has_side_effect = true, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<4xf32>, tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.custom_call @effect(%x, %y) {api_version = 4 : i32, backend_config = {k = 1 : i64}, has_side_effect = true, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<4xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// CHECK-LABEL: @attributes
// CHECK-SAME: a = #stablehlo.channel_handle<handle = 3, type = 1>
func.func @attributes() attributes {a = #stablehlo.channel_handle<handle = 3, type = 1>} { return }
