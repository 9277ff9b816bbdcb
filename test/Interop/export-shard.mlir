// Collectives of MLIR's shard dialect, and what it cannot say.
// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-export-shard | FileCheck %s

// CHECK: shard.grid @mesh(shape = 2x4)
dist.mesh @mesh <"dp"=2, "tp"=4>
// CHECK-LABEL: func.func @main(%arg0: tensor<4x8xf32>)
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: shard.all_reduce %arg0 on @mesh grid_axes = [1] reduction = max : tensor<4x8xf32> -> tensor<4x8xf32>
  %0 = dist.all_reduce %x max over ["tp"] on @mesh : tensor<4x8xf32>
  // CHECK: shard.all_gather %{{.*}} on @mesh grid_axes = [0] gather_axis = 1 : tensor<4x8xf32> -> tensor<4x16xf32>
  %1 = dist.all_gather %0 dim 1 over ["dp"] on @mesh : (tensor<4x8xf32>) -> tensor<4x16xf32>
  // CHECK: shard.reduce_scatter %{{.*}} on @mesh grid_axes = [1] scatter_axis = 0 : tensor<4x16xf32> -> tensor<1x16xf32>
  %2 = dist.reduce_scatter %1 sum dim 0 over ["tp"] on @mesh : (tensor<4x16xf32>) -> tensor<1x16xf32>
  // CHECK: shard.all_to_all %{{.*}} on @mesh grid_axes = [1] split_axis = 1 concat_axis = 0 : tensor<1x16xf32> -> tensor<4x4xf32>
  %3 = dist.all_to_all %2 split 1 concat 0 over ["tp"] on @mesh : (tensor<1x16xf32>) -> tensor<4x4xf32>
  // CHECK: shard.shift %{{.*}} on @mesh grid_axes = [1] shift_axis = 1 offset = 1 rotate : tensor<4x4xf32> -> tensor<4x4xf32>
  %4 = dist.permute %3 from ["tp"] to ["tp"] shift 1 on @mesh : tensor<4x4xf32>
  // CHECK: shard.broadcast %{{.*}} on @mesh grid_axes = [0] root = [1]
  %5 = dist.broadcast %4 root 1 over ["dp"] on @mesh : tensor<4x4xf32>
  // CHECK: shard.process_linear_index on @mesh : index
  %6 = dist.shard_offset of 8 granule 1 over ["tp"] on @mesh : tensor<i32>
  %7 = stablehlo.concatenate %5, %5, dim = 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  %8 = stablehlo.convert %6 : (tensor<i32>) -> tensor<f32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %10 = stablehlo.add %7, %9 : tensor<4x8xf32>
  return %10 : tensor<4x8xf32>
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{is over a part of axis 'tp', which dialect shard cannot say}}
  %0 = dist.all_reduce %x sum over ["tp":(1)2] on @mesh : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @main(%x: tensor<2xf32>) -> tensor<7xf32> {
  // expected-error @+1 {{has 4 blocks of 2 for dimension 0 of size 7; dialect shard needs blocks that fill it}}
  %0 = dist.all_gather %x dim 0 over ["tp"] on @mesh : (tensor<2xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
