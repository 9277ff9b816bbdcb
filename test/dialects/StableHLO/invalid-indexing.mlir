// One negative case a constraint of the ops that read or write by index.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @slice_c1(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{start_indices has 1 entries, but the rank is 2}}
  %0 = stablehlo.slice %x [0:2] : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @slice_c2(%x: tensor<4xf32>) {
  // expected-error @+1 {{range 2:5 of dimension 0 is not within its size 4}}
  %0 = stablehlo.slice %x [2:5] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_c3(%x: tensor<4xf32>) {
  // expected-error @+1 {{stride of dimension 0 is 0, but must be positive}}
  %0 = stablehlo.slice %x [0:4:0] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_c4(%x: tensor<4xf32>) {
  // expected-error @+1 {{result #0 has type 'tensor<3xf32>', but the operands give 'tensor<2xf32>'}}
  %0 = stablehlo.slice %x [0:4:2] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_slice_c1(%x: tensor<4x8xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{start_indices has 1 entries, but the rank is 2}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1, 1] : (tensor<4x8xf32>, tensor<i32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @dynamic_slice_c2(%x: tensor<4x8xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{start index #1 has type 'tensor<i64>', but start index #0 has type 'tensor<i32>'}}
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [1, 1] : (tensor<4x8xf32>, tensor<i32>, tensor<i64>) -> tensor<1x1xf32>
  return
}

// -----

func.func @dynamic_slice_c3(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{slice size 5 of dimension 0 is not within its size 4}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [5] : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @dynamic_slice_c4(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{result #0 has type 'tensor<3xf32>', but the operands give 'tensor<2xf32>'}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_update_slice_c1(%x: tensor<4xf32>) {
  // expected-error @+1 {{start_indices has 0 entries, but the rank is 1}}
  %0 = stablehlo.dynamic_update_slice %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice_c3(%x: tensor<4xf32>, %u: tensor<5xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{update of type 'tensor<5xf32>' does not fit in operand of type 'tensor<4xf32>'}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @gather_c1(%x: tensor<4x8xf32>, %i: tensor<5x1xi32>) {
  // expected-error @+1 {{offset, collapsed and batching dimensions are 1, but the operand has rank 2}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather_c2(%x: tensor<4x8xf32>, %i: tensor<5x2xi32>) {
  // expected-error @+1 {{index vectors have 2 components, but start_index_map has 1 entries}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x2xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather_c3(%x: tensor<4x8xf32>, %i: tensor<5x1xi32>) {
  // expected-error @+1 {{dimension 2 in offset_dims is out of range for rank 2}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather_c4(%x: tensor<4x8xf32>, %i: tensor<5x1xi32>) {
  // expected-error @+1 {{slice size of dimension 0 is 2, but it is collapsed or batched and must be at most 1}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather_c5(%x: tensor<4x8xf32>, %i: tensor<5x2xi32>) {
  // expected-error @+1 {{dimension 0 appears more than once in start_index_map with operand_batching_dims}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x2xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather_c6(%x: tensor<4x8xf32>, %i: tensor<5x1xi32>) {
  // expected-error @+1 {{batching dimension 0 of the operand has size 4, but dimension 0 of the indices has size 5}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather_c7(%x: tensor<4x8xf32>, %i: tensor<5x1xi32>) {
  // expected-error @+1 {{slice size 9 of dimension 1 is not within its size 8}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 9>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x9xf32>
  return
}

// -----

func.func @gather_c8(%x: tensor<4x8xf32>, %i: tensor<5x1xi32>) {
  // expected-error @+1 {{result #0 has type 'tensor<5x7xf32>', but the operands give 'tensor<5x8xf32>'}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x7xf32>
  return
}

// -----

func.func @scatter_c1(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  // expected-error @+1 {{has 4 operands, but needs as many inputs as updates, and indices}}
  %0 = "stablehlo.scatter"(%x, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter_c2(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf16>) {
  // expected-error @+1 {{input #0 has element type 'f32', but its update has 'f16'}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter_c3(%x: tensor<4x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  // expected-error @+1 {{window, inserted and batching dimensions are 1, but the inputs have rank 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter_c4(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  // expected-error @+1 {{index_vector_dim is 3, but the indices have rank 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter_c5(%x: tensor<4x8x2xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8x2xf32>) {
  // expected-error @+1 {{dimension 1 follows 2 in update_window_dims, but they must ascend}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8x2xf32>, tensor<5x1xi32>, tensor<5x8x2xf32>) -> tensor<4x8x2xf32>
  return
}

// -----

func.func @scatter_c6(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  // expected-error @+1 {{dimension 1 in inserted_window_dims is out of range for rank 1}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter_c7(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  // expected-error @+1 {{dimension 7 in scatter_dims_to_operand_dims is out of range for rank 1}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [7], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter_c8(%x: tensor<4x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  // expected-error @+1 {{scatter_indices_batching_dims has 0 entries, but the operand has 1 batching dimensions}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter_c9(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<6xf32>) {
  // expected-error @+1 {{dimension 0 of the updates has size 6, but the indices have 5}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<6xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter_c10(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  // expected-error @+1 {{body has 1 arguments, but 1 inputs need 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter_c11(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  // expected-error @+1 {{result types differ from input types at #0}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<5xf32>
  return
}
