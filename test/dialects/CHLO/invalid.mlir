// One negative case a constraint.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @top_k_c1(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{takes the 5 largest elements of 'tensor<3x4xf32>', whose last dimension has fewer}}
  %0, %1 = chlo.top_k(%x, k = 5) : tensor<3x4xf32> -> (tensor<3x5xf32>, tensor<3x5xi32>)
  return
}

// -----

func.func @top_k_c2(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{results have types 'tensor<3x2xf32>' and 'tensor<3x2xi64>', but the operand gives 'tensor<3x2xf32>' and 'tensor<3x2xi32>'}}
  %0, %1 = chlo.top_k(%x, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi64>)
  return
}

// -----

func.func @ragged_dot_c1(%x: tensor<4x8xf32>, %y: tensor<2x8x3xf32>, %sizes: tensor<2xi32>) {
  // expected-error @+1 {{has 2 ragged dimensions; one of lhs, of type 'tensor<4x8xf32>', is expected}}
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>}> : (tensor<4x8xf32>, tensor<2x8x3xf32>, tensor<2xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @ragged_dot_sizes(%x: tensor<4x8xf32>, %y: tensor<2x8x3xf32>, %sizes: tensor<4x2xi32>) {
  // expected-error @+1 {{has sizes of groups of type 'tensor<4x2xi32>'; one dimension is expected, the same sizes for every row}}
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x8xf32>, tensor<2x8x3xf32>, tensor<4x2xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @ragged_dot_c2(%x: tensor<4x8xf32>, %y: tensor<2x8x3xf32>, %sizes: tensor<2xi32>) {
  // expected-error @+1 {{are not distinct dimensions of 'tensor<4x8xf32>' and 'tensor<2x8x3xf32>'}}
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x8xf32>, tensor<2x8x3xf32>, tensor<2xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @ragged_dot_pairs(%x: tensor<4x8xf32>, %y: tensor<2x8x3xf32>, %sizes: tensor<2xi32>) {
  // expected-error @+1 {{that differ}}
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x8xf32>, tensor<2x8x3xf32>, tensor<2xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @ragged_dot_c3(%x: tensor<4x8xf32>, %y: tensor<2x8x3xf32>, %sizes: tensor<3xi32>) {
  // expected-error @+1 {{1 group dimensions; one of 3 elements is expected}}
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x8xf32>, tensor<2x8x3xf32>, tensor<3xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @ragged_dot_c4(%x: tensor<4x8xf32>, %y: tensor<2x8x3xf32>, %sizes: tensor<2xi32>) {
  // expected-error @+1 {{result has type 'tensor<4x2xf32>', but the operands give 'tensor<4x3xf32>'}}
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x8xf32>, tensor<2x8x3xf32>, tensor<2xi32>) -> tensor<4x2xf32>
  return
}
