// RUN: shard-opt %s --shardc-verify-partition=experiment-budget=0 --split-input-file --verify-diagnostics

// Rows that ranks add to zeros, or take the greatest of, are partial until combined.

dist.mesh @mesh <"d"=2>
func.func @local(
    %i: tensor<3x1xi32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>, dist.global_type = tensor<6x1xi32>},
    %u: tensor<3x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>, dist.global_type = tensor<6x4xf32>},
    %x: tensor<5x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<5x4xf32>})
    -> (tensor<5x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<5x4xf32>},
        tensor<5x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<5x4xf32>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<5x4xf32>
  %0 = "stablehlo.scatter"(%zero, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  %1 = dist.all_reduce %0 sum over ["d"] on @mesh : tensor<5x4xf32>
  %2 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  %3 = dist.all_reduce %2 max over ["d"] on @mesh : tensor<5x4xf32>
  return %1, %3 : tensor<5x4xf32>, tensor<5x4xf32>
}

// -----

// What is there would be counted by each rank.

dist.mesh @mesh <"d"=2>
func.func @local(
    %i: tensor<3x1xi32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>, dist.global_type = tensor<6x1xi32>},
    %u: tensor<3xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}]>, dist.global_type = tensor<6xf32>},
    // expected-note@below {{the value comes from here}}
    %x: tensor<5xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<5xf32>})
    -> (tensor<5xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<5xf32>}) {
  // expected-error@below {{combines partial updates (sum:"d") with a value that each rank would count}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = dist.all_reduce %0 sum over ["d"] on @mesh : tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----

// The greatest of sums is not the greatest of their parts.

dist.mesh @mesh <"d"=2>
func.func @local(
    %i: tensor<6x1xi32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<6x1xi32>},
    %u: tensor<6x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"d"}]>, dist.global_type = tensor<6x4xf32>})
    -> (tensor<5xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<5xf32>}) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-note@below {{the value comes from here}}
  %0 = stablehlo.reduce(%u init: %none) applies stablehlo.add across dimensions = [1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  // expected-error@below {{combines partial updates (sum:"d") by another combination than the pending one; reduce them first}}
  %1 = "stablehlo.scatter"(%zero, %i, %0) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5xf32>, tensor<6x1xi32>, tensor<6xf32>) -> tensor<5xf32>
  %2 = dist.all_reduce %1 sum over ["d"] on @mesh : tensor<5xf32>
  return %2 : tensor<5xf32>
}

// -----

// What replaces has no parts.

dist.mesh @mesh <"d"=2>
func.func @local(
    %i: tensor<3x1xi32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>, dist.global_type = tensor<6x1xi32>},
    // expected-note@below {{the value comes from here}}
    %u: tensor<3xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}]>, dist.global_type = tensor<6xf32>})
    -> (tensor<5xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<5xf32>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  // expected-error@below {{combines updates that ranks hold in parts (blocks of 3 of 6 over {"d"}) by something else than addition, maximum or minimum}}
  %0 = "stablehlo.scatter"(%zero, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = dist.all_reduce %0 sum over ["d"] on @mesh : tensor<5xf32>
  return %1 : tensor<5xf32>
}
