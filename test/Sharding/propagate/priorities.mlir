// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate --split-input-file --verify-diagnostics | FileCheck %s

// By cost the small weight would move; the stronger annotation keeps it in place.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @arguments
func.func @arguments(
    %x: tensor<64x16xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.priorities = array<i64: 1, 0>},
    %w: tensor<16x4xf32> {dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}) -> tensor<64x4xf32> {
  // CHECK-NEXT: %[[X:.*]] = dist.reshard %arg0 <@mesh, [{}, {}]>
  // CHECK-NEXT: stablehlo.dot_general %[[X]], %arg1{{.*}}[{}, {"tp"}]
  // expected-remark @+1 {{moves 2048 bytes a rank: operand 0, 'x', is split over 'tp' along dimension 0, but other operands split this op otherwise; give it a sharding that agrees with theirs}}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x4xf32>) -> tensor<64x4xf32>
  return %0 : tensor<64x4xf32>
}

// -----

// The stronger of two constraints decides for what is in front of both; the weaker
// one is obeyed nevertheless.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @constraints
// CHECK-SAME: %{{[^:]*}}: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}
func.func @constraints(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: %[[A:.*]] = stablehlo.add {{.*}}[{}, {"tp"}]
  %0 = stablehlo.add %a, %b : tensor<4x8xf32>
  // CHECK-NEXT: %[[R:.*]] = dist.reshard %[[A]] <@mesh, [{"tp"}, {}]>
  // CHECK-NEXT: dist.constraint %[[R]] <@mesh, [{"tp"}, {}]>
  // expected-remark @+1 {{moves 32 bytes a rank: operand 0, the result of 'stablehlo.add', is split over 'tp' along dimension 1, but this constraint asks for}}
  %1 = dist.constraint %0 <@mesh, [{"tp"}, {}]> {priority = 3 : i64} : tensor<4x8xf32>
  // CHECK-NEXT: dist.constraint %[[A]] <@mesh, [{}, {"tp"}]>
  %2 = dist.constraint %0 <@mesh, [{}, {"tp"}]> : tensor<4x8xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// The other way round; a priority for each dimension.

dist.mesh @mesh <"tp"=2>
// CHECK-LABEL: func.func @dimensions
// CHECK-SAME: %{{[^:]*}}: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}
func.func @dimensions(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: stablehlo.add {{.*}}[{"tp"}, {}]
  %0 = stablehlo.add %a, %b : tensor<4x8xf32>
  %1 = dist.constraint %0 <@mesh, [{"tp"}, {}]> : tensor<4x8xf32>
  // expected-remark @+1 {{moves 32 bytes a rank}}
  %2 = dist.constraint %0 <@mesh, [{}, {"tp"}]> {dist.priorities = array<i64: 1, 1>} : tensor<4x8xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// What does not contradict is followed whatever its priority.

dist.mesh @mesh <"dp"=2, "tp"=2>
// CHECK-LABEL: func.func @together
func.func @together(
    %x: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.priorities = array<i64: 2, 2>},
    %w: tensor<16x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.priorities = array<i64: 1, 1>}) -> tensor<8x32xf32> {
  // CHECK-NOT: dist.reshard
  // CHECK: stablehlo.dot_general {{.*}}[{"dp"}, {"tp"}]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
