// One way of saying each thing, and no attributes of other frameworks.
// RUN: shard-opt %s --shardc-normalize-module | FileCheck %s

// CHECK: module {
// CHECK: func.func @main(%[[X:.*]]: tensor<4x8xf32> {dist.donated, dist.name = "arg0", dist.updated_by = 0 : i64},
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<8x16xf32> {dist.donated, dist.name = "weights"},
// CHECK-SAME: %[[Y:[a-z0-9]+]]: tensor<2xf32> {dist.name = "weights.2"},
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<16xf32> {dist.name = "constant.0", dist.role = "param"})
// CHECK-SAME: -> (tensor<4x8xf32> {dist.name = "a"}, tensor<4x16xf32> {dist.name = "result1"})
module @jit_step attributes {mhlo.num_partitions = 1 : i32} {
  func.func private @unused() { return }
  // The only public function is the model; the aliased result must have the argument's type.
  func.func @step(%x: tensor<4x8xf32> {tf.aliasing_output = 0 : i32, mhlo.layout_mode = "default"},
                  %w: tensor<8x16xf32> {jax.buffer_donor = true, dist.name = "weights"},
                  %y: tensor<2xf32> {tf.aliasing_output = 1 : i32, dist.name = "weights"})
      -> (tensor<4x8xf32> {jax.result_info = "a"}, tensor<4x16xf32>) {
    // CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[X]] : tensor<4x8xf32>
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.convert %0 : tensor<4x8xf32>
    %2 = stablehlo.negate %1 {xla_shape = "f32[4,8]"} : tensor<4x8xf32>
    // CHECK-NEXT: %[[K:.*]]:2 = stablehlo.optimization_barrier %[[N]], %[[W]]
    // CHECK-NEXT: %[[D:.*]] = stablehlo.dot_general %[[K]]#0, %[[K]]#1, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %3:2 = stablehlo.optimization_barrier %2, %w : tensor<4x8xf32>, tensor<8x16xf32>
    %4 = stablehlo.dot %3#0, %3#1, precision = [HIGH, DEFAULT] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %[[C]], dims = [1]
    %c = stablehlo.constant dense_resource<__elided__> : tensor<16xf32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
    // CHECK-NEXT: %[[S:.*]] = stablehlo.add %[[D]], %[[B]]
    %6 = stablehlo.add %4, %5 : tensor<4x16xf32>
    %dead = stablehlo.exponential %6 : tensor<4x16xf32>
    %deader = stablehlo.exponential %dead : tensor<4x16xf32>
    // CHECK-NEXT: return %[[N]], %[[S]]
    return %2, %6 : tensor<4x8xf32>, tensor<4x16xf32>
  }
}
