// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate --split-input-file | FileCheck %s

// Rows of a batch that are added to zeros, as the gradient of a table is: each rank adds
// its own, nothing is gathered. The greatest of rows may be taken apart whatever was there.

dist.mesh @mesh <"dp"=2>
// CHECK-LABEL: func.func @table
func.func @table(%x: tensor<6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
    %i: tensor<8x1xi32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %u: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<6x4xf32>
  // CHECK-NOT: dist.reshard
  // CHECK: stablehlo.add {{.*}} : tensor<f32>
  // CHECK: dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial={sum:"dp"}>]
  // CHECK: stablehlo.maximum {{.*}} : tensor<f32>
  // CHECK: dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial={max:"dp"}>]
  %0 = "stablehlo.scatter"(%zero, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<6x4xf32>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<6x4xf32>
  return %0, %1 : tensor<6x4xf32>, tensor<6x4xf32>
}

// -----

// Rows that are added to others are gathered first.

dist.mesh @mesh <"dp"=2>
// CHECK-LABEL: func.func @others
func.func @others(%x: tensor<6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
    %i: tensor<8x1xi32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %u: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> tensor<6x4xf32> {
  // CHECK-DAG: %[[I:.*]] = dist.reshard %arg1
  // CHECK-DAG: %[[U:.*]] = dist.reshard %arg2
  // CHECK: "stablehlo.scatter"(%arg0, %[[I]], %[[U]])
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
