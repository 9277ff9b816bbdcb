// RUN: shard-opt %s --shardc-propagate --shardc-partition --shardc-verify-partition --split-input-file | FileCheck %s

// A rank's block draws with the global indices of its elements: it is told where it
// begins and how large the whole is.

dist.mesh @mesh <"dp"=2, "tp"=3>
// CHECK-LABEL: func.func @key
func.func @key(%x: tensor<8x7xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>}, %k: tensor<2xui32>)
    -> (tensor<8x7xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  // CHECK: %[[ROW:.*]] = dist.shard_offset of 8 granule 1 over ["dp"] on @mesh : tensor<i64>
  // CHECK: %[[COLUMN:.*]] = dist.shard_offset of 7 granule 1 over ["tp"] on @mesh : tensor<i64>
  // CHECK: nn.dropout %arg0, key %arg1 at(%[[ROW]], %[[COLUMN]]) {{.*}}stream = 4 : i64, whole = array<i64: 8, 7>} : (tensor<4x3xf32>, tensor<2xui32>, tensor<i64>, tensor<i64>) -> tensor<4x3xf32>
  %0 = nn.dropout %x, key %k {rate = 0.1 : f64, stream = 4 : i64} : (tensor<8x7xf32>, tensor<2xui32>) -> tensor<8x7xf32>
  return %0 : tensor<8x7xf32>
}

// -----

// What was a block before is a block of a block.

dist.mesh @mesh <"dp"=2>
// CHECK-LABEL: func.func @block
func.func @block(%x: tensor<8x7xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}, %k: tensor<2xui32>, %i: tensor<i64>)
    -> (tensor<8x7xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
  // CHECK: %[[ROW:.*]] = dist.shard_offset of 8 granule 1 over ["dp"] on @mesh : tensor<i64>
  // CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i64>
  // CHECK: nn.dropout %arg0, key %arg1 at(%arg2, %arg2, %[[ROW]], %[[ZERO]]) {{.*}}whole = array<i64: 32, 14>}
  %0 = nn.dropout %x, key %k at(%i, %i) {rate = 0.1 : f64, stream = 4 : i64, whole = array<i64: 32, 14>}
      : (tensor<8x7xf32>, tensor<2xui32>, tensor<i64>, tensor<i64>) -> tensor<8x7xf32>
  return %0 : tensor<8x7xf32>
}

// -----

// A mask goes with the elements.

dist.mesh @mesh <"dp"=2>
// CHECK-LABEL: func.func @mask
func.func @mask(%x: tensor<8x7xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}, %m: tensor<8x7xi1>)
    -> (tensor<8x7xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
  // CHECK: nn.dropout %arg0, mask %arg1 {{.*}} : (tensor<4x7xf32>, tensor<4x7xi1>) -> tensor<4x7xf32>
  %0 = nn.dropout %x, mask %m {rate = 0.1 : f64} : (tensor<8x7xf32>, tensor<8x7xi1>) -> tensor<8x7xf32>
  return %0 : tensor<8x7xf32>
}

// -----

// A pending sum passes: each rank drops the same elements of its terms.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @pending
func.func @pending(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}, %k: tensor<2xui32>)
    -> (tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) {
  // CHECK: %[[Y:.*]] = stablehlo.dot_general
  // CHECK: %[[D:.*]] = nn.dropout %[[Y]], key %arg2 {{.*}} : (tensor<8x6xf32>, tensor<2xui32>) -> tensor<8x6xf32>
  // CHECK: dist.reduce_scatter %[[D]] sum dim 0
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %0 = nn.dropout %y, key %k {rate = 0.1 : f64, stream = 4 : i64} : (tensor<8x6xf32>, tensor<2xui32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
