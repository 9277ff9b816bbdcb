// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate --shardc-partition --shardc-verify-partition --split-input-file | FileCheck %s

// Each way from one placement to another.

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @gather
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32>
func.func @gather(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  // CHECK: %[[Y:.*]] = dist.all_gather %[[X]] dim 0 over ["a"] on @mesh {{.*}} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  // CHECK: dist.all_gather %[[Y]] dim 1 over ["b"] on @mesh {{.*}} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  return %x : tensor<4x8xf32>
}

// -----

// Adjacent axes that divide evenly go in one op.

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @gather_two
func.func @gather_two(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a", "b"}, {}]>}) -> (tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  // CHECK: dist.all_gather %{{.*}} dim 0 over ["a", "b"] on @mesh {{.*}} : (tensor<1x8xf32>) -> tensor<4x8xf32>
  return %x : tensor<4x8xf32>
}

// -----

// 5 rows over 2 x 2 ranks: blocks of 3, then of 2. The inner axis first: its
// blocks join to the 3 rows of the outer one.

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @gather_uneven
// CHECK-SAME: tensor<2xf32>
func.func @gather_uneven(%x: tensor<5xf32> {dist.sharding = #dist.sharding<@mesh, [{"a", "b"}]>}) -> (tensor<5xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // CHECK: %[[Y:.*]] = dist.all_gather %{{.*}} dim 0 over ["b"] on @mesh {{.*}} : (tensor<2xf32>) -> tensor<3xf32>
  // CHECK: dist.all_gather %[[Y]] dim 0 over ["a"] on @mesh {{.*}} : (tensor<3xf32>) -> tensor<5xf32>
  return %x : tensor<5xf32>
}

// -----

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @slice
func.func @slice(%x: tensor<5xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> (tensor<5xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) {
  // CHECK: dist.all_slice %{{.*}} dim 0 over ["a"] on @mesh {{.*}} : (tensor<5xf32>) -> tensor<3xf32>
  return %x : tensor<5xf32>
}

// -----

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @exchange
func.func @exchange(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) {
  // CHECK-NOT: dist.all_gather
  // CHECK: dist.all_to_all %{{.*}} split 1 concat 0 over ["a"] on @mesh {{.*}} : (tensor<2x8xf32>) -> tensor<4x4xf32>
  return %x : tensor<4x8xf32>
}

// -----

// Of a sub-axis, only the part that differs moves.

dist.mesh @mesh <"a"=4>
// CHECK-LABEL: func.func @sub_axis
func.func @sub_axis(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a":(1)2}]>}) {
  // CHECK: dist.all_gather %{{.*}} dim 0 over ["a":(2)2] on @mesh {{.*}} : (tensor<2xf32>) -> tensor<4xf32>
  return %x : tensor<8xf32>
}

// -----

// A pending sum that is wanted in parts is scattered; what is wanted in other
// parts is sliced first, so that less is reduced.

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @scatter
func.func @scatter(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>},
    %w: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: %[[A:.*]] = stablehlo.dot_general
  // CHECK: dist.reduce_scatter %[[A]] sum dim 0 over ["a"] on @mesh {{.*}} : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// Maxima are reduced as maxima.

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @maximum
func.func @maximum(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // CHECK: stablehlo.reduce{{.*}}partial={max:"a"}
  // CHECK: dist.all_reduce %{{.*}} max over ["a"] on @mesh
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// An initial value that is not neutral would count once a rank.

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @initial_value
func.func @initial_value(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: dist.all_gather
  // CHECK: stablehlo.reduce
  // CHECK-NOT: dist.all_reduce
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
