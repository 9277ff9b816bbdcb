// One negative case a constraint, named by its op and label.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @static_shapes(%x: tensor<?x3xf32>) {
  // expected-error @+1 {{operand #0 has type 'tensor<?x3xf32>'; dynamic shapes are not supported, export the model with static shapes}}
  %0 = stablehlo.abs %x : tensor<?x3xf32>
  return
}

// -----

func.func @element_types(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of}}
  %0 = stablehlo.add %x, %x : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @unary_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand #0 has type 'tensor<2xf32>', but the result has type 'tensor<3xf32>'}}
  %0 = stablehlo.tanh %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @binary_c1(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{operand #1 has type 'tensor<3xf32>', but the result has type 'tensor<2xf32>'}}
  %0 = stablehlo.add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @type_count(%x: tensor<2xf32>) {
  // expected-error @+1 {{expected 2 operand types and 1 result type, but got 1 and 1}}
  %0 = stablehlo.add %x, %x : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @convert_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand has shape [2], but the result has [3]}}
  %0 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<3xf16>
  return
}

// -----

func.func @is_finite_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{result #0 has type 'tensor<3xi1>', but the operands give 'tensor<2xi1>'}}
  %0 = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @compare_c1(%x: tensor<2xf32>, %y: tensor<2xf16>) {
  // expected-error @+1 {{lhs has type 'tensor<2xf32>', but rhs has type 'tensor<2xf16>'}}
  %0 = stablehlo.compare EQ, %x, %y : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{compare type 'SIGNED' does not fit element type 'f32'}}
  %0 = stablehlo.compare EQ, %x, %x, SIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3(%x: tensor<2xf32>) {
  // expected-error @+1 {{result #0 has type 'tensor<4xi1>', but the operands give 'tensor<2xi1>'}}
  %0 = stablehlo.compare EQ, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @clamp_c1(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{min has type 'tensor<3xf32>', but must be a scalar or have the operand's type 'tensor<2xf32>'}}
  %0 = stablehlo.clamp %y, %x, %x : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c2(%x: tensor<2xf32>, %y: tensor<f16>) {
  // expected-error @+1 {{max has type 'tensor<f16>', but must be a scalar or have the operand's type 'tensor<2xf32>'}}
  %0 = stablehlo.clamp %x, %x, %y : (tensor<2xf32>, tensor<2xf32>, tensor<f16>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c3(%x: tensor<2xf32>) {
  // expected-error @+1 {{result #0 has type 'tensor<3xf32>', but the operands give 'tensor<2xf32>'}}
  %0 = stablehlo.clamp %x, %x, %x : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @select_c1(%p: tensor<3xi1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{pred has shape [3], but must be a scalar or have shape [2]}}
  %0 = stablehlo.select %p, %x, %x : tensor<3xi1>, tensor<2xf32>
  return
}

// -----

func.func @select_c2(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{on_true has type 'tensor<2xf32>', but on_false has type 'tensor<3xf32>'}}
  %0 = stablehlo.select %p, %x, %y : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @constant_c1() {
  // expected-error @+1 {{result #0 has type 'tensor<3xf32>', but the operands give 'tensor<2xf32>'}}
  %0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @iota_c1() {
  // expected-error @+1 {{iota dimension is 2, but the result has rank 2}}
  %0 = stablehlo.iota dim = 2 : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_in_dim_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand has element type 'f32', but the result has 'f16'}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @broadcast_in_dim_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{broadcast_dimensions has 2 entries, but the rank is 1}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_c3(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{dimension 1 appears more than once in broadcast_dimensions}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 1] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_c3_range(%x: tensor<2xf32>) {
  // expected-error @+1 {{dimension 2 in broadcast_dimensions is out of range for rank 2}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_c4(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand dimension 0 has size 2, but result dimension 1 has size 3}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reshape_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand has element type 'f32', but the result has 'f64'}}
  %0 = stablehlo.reshape %x : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @reshape_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{operand has 6 elements, but the result has 5}}
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @bitcast_convert_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand of type 'tensor<2xf32>' does not have the shape of 'tensor<2x1xi32>'}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x1xi32>
  return
}

// -----

func.func @bitcast_convert_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand of type 'tensor<2xf32>' does not have the bits of 'tensor<2xi16>': of elements of 16 and 32 bits, the narrower ones need a last dimension of 2 more}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2xi16>
  return
}

// -----

func.func @transpose_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{dimension 0 appears more than once in permutation}}
  %0 = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @transpose_c1_count(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{permutation has 1 entries, but the rank is 2}}
  %0 = stablehlo.transpose %x, dims = [0] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @transpose_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{result #0 has type 'tensor<2x3xf32>', but the operands give 'tensor<3x2xf32>'}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reverse_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{dimension -1 in dimensions is out of range for rank 2}}
  %0 = stablehlo.reverse %x, dims = [-1] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{operand #0 has type 'tensor<2x3xf32>', but the result has type 'tensor<3x2xf32>'}}
  %0 = stablehlo.reverse %x, dims = [0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @concatenate_c1() {
  // expected-error @+1 {{has no operands, but needs at least 1}}
  %0 = stablehlo.concatenate dim = 0 : () -> tensor<2xf32>
  return
}

// -----

func.func @concatenate_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{dimension is 1, but the rank is 1}}
  %0 = stablehlo.concatenate %x, dim = 1 : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @concatenate_c3(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+1 {{operand #1 has type 'tensor<2x4xf32>', but operand #0 has type 'tensor<2x3xf32>'; only dimension 0 may differ}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_c4(%x: tensor<2xf32>) {
  // expected-error @+1 {{result #0 has type 'tensor<5xf32>', but the operands give 'tensor<4xf32>'}}
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @pad_c1(%x: tensor<2xf32>, %z: tensor<f16>) {
  // expected-error @+1 {{padding value has type 'tensor<f16>', but must be a scalar of 'f32'}}
  %0 = stablehlo.pad %x, %z, low = [0], high = [0], interior = [0] : (tensor<2xf32>, tensor<f16>) -> tensor<2xf32>
  return
}

// -----

func.func @pad_c2(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{edge_padding_high has 0 entries, but the rank is 1}}
  %0 = stablehlo.pad %x, %z, low = [0], high = [], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad_c3(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{interior padding of dimension 0 is -1, but must not be negative}}
  %0 = stablehlo.pad %x, %z, low = [0], high = [0], interior = [-1] : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
  return
}

// -----

func.func @pad_c4(%x: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{padding leaves dimension 0 of size 2 with size -1}}
  %0 = stablehlo.pad %x, %z, low = [-3], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

func.func @optimization_barrier_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand #0 has type 'tensor<2xf32>', but its result has type 'tensor<3xf32>'}}
  %0 = stablehlo.optimization_barrier %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}
