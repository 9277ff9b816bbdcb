// RUN: shard-opt %s --shardc-shard-optimizer-state=zero=1 --split-input-file | FileCheck %s --check-prefix=STATE
// RUN: shard-opt %s --shardc-shard-optimizer-state=zero=1 --shardc-propagate --shardc-verify-propagate --shardc-partition --shardc-verify-partition --split-input-file | FileCheck %s
// RUN: shard-opt %s --shardc-shard-optimizer-state=zero=0 --split-input-file | FileCheck %s --check-prefix=OFF

// The update runs on parts: the gradient is scattered, the new parameter
// gathered, the moments never move.

dist.mesh @mesh <"dp"=2, "tp"=2>
// STATE-LABEL: func.func @update
// STATE-SAME: dist.optimizer_state, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>, dist.updated_by = 1
// STATE-SAME: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>}, tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>})
// OFF-LABEL: func.func @update
// OFF-SAME: dist.optimizer_state, dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.updated_by = 1
// CHECK-LABEL: func.func @update
func.func @update(%x: tensor<6x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %g: tensor<6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>},
    %p: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.updated_by = 0 : i64},
    %m: tensor<8x4xf32> {dist.optimizer_state, dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.updated_by = 1 : i64},
    %v: tensor<8x4xf32> {dist.optimizer_state, dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.updated_by = 2 : i64},
    %s: tensor<f32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<6x8xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  // CHECK: dist.reduce_scatter %{{.*}} sum dim 0 over ["dp"]
  // CHECK: nn.square_sum
  // CHECK: dist.all_reduce %{{.*}} sum over ["dp", "tp"] on @mesh {{.*}}: tensor<f32>
  %1 = nn.square_sum %0 : (tensor<8x4xf32>) -> tensor<f32>
  // CHECK: dist.all_slice %arg2 dim 0 over ["dp"]
  // CHECK: nn.adamw {{.*}} : tensor<4x2xf32>, tensor<f32>
  %np, %nm, %nv = nn.adamw %p, %0, %m, %v, %s, %1 {lr = 1.0e-3 : f64, beta1 = 0.9 : f64, beta2 = 0.95 : f64, eps = 1.0e-8 : f64, weight_decay = 0.1 : f64} : tensor<8x4xf32>, tensor<f32>
  // CHECK: dist.all_gather %new_param dim 0 over ["dp"]
  // CHECK-NOT: dist.all_gather
  return %np, %nm, %nv : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// No dimension divides: the longest one is split; scalars stay whole.

dist.mesh @mesh <"dp"=4>
// STATE-LABEL: func.func @uneven
// STATE-SAME: tensor<3x7xf32> {dist.optimizer_state, dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}]>}
// STATE-SAME: tensor<f32> {dist.optimizer_state, dist.sharding = #dist.sharding<@mesh, []>}
func.func @uneven(%m: tensor<3x7xf32> {dist.optimizer_state}, %n: tensor<f32> {dist.optimizer_state}) -> tensor<3x7xf32> {
  return %m : tensor<3x7xf32>
}
