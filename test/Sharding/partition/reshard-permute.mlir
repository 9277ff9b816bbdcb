// RUN: shard-opt %s --split-input-file --shardc-propagate --shardc-verify-propagate --shardc-stage-partition -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null > %t.one
// RUN: shard-opt %t.mlir --split-input-file --shardc-interpret -o /dev/null > %t.ranks
// RUN: diff %t.one %t.ranks

// Blocks that only change ranks are handed on, in one step, however they are
// split; the result is that of one device.

// An axis in the place of another.

dist.mesh @mesh <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: dist.permute %{{.*}} from ["x", "y"] to ["y", "x"] on @mesh {{.*}} : tensor<2x6xf32>
func.func @main(%a: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"y"}, {}]>}) {
  return %a : tensor<4x6xf32>
}

// -----

// Axes in another order: neither is gathered.

dist.mesh @mesh <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.all_gather
// CHECK: dist.permute %{{.*}} from ["x", "y"] to ["y", "x"] on @mesh {{.*}} : tensor<2x6xf32>
func.func @main(%a: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"y", "x"}, {}]>}) {
  return %a : tensor<8x6xf32>
}

// -----

// So do uneven blocks, padding and all: 5 rows are 3, then 2.

dist.mesh @mesh <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: dist.permute %{{.*}} from ["x", "y"] to ["y", "x"] on @mesh {{.*}} : tensor<2x6xf32>
func.func @main(%a: tensor<5x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<5x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"y", "x"}, {}]>}) {
  return %a : tensor<5x6xf32>
}

// -----

// Axes of two sizes make other blocks: 3 times a block moves in all, not the whole.

dist.mesh @mesh <"x"=2, "y"=3>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.permute
// CHECK: dist.all_to_all %{{.*}} split 1 concat 0 over ["y"] on @mesh
// CHECK-NOT: dist.all_gather
// CHECK: return
func.func @main(%a: tensor<12x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<12x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"y", "x"}, {}]>}) {
  return %a : tensor<12x6xf32>
}

// -----

// Sub-axes of one axis change places, and two dimensions exchange their axes.

dist.mesh @mesh <"x"=4, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: dist.permute %{{.*}} from ["x":(1)2, "x":(2)2] to ["x":(2)2, "x":(1)2] on @mesh {{.*}} : tensor<2x4xf32>
func.func @main(%a: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"x":(2)2, "x":(1)2}, {}]>}) {
  return %a : tensor<8x4xf32>
}

// -----

dist.mesh @mesh <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: dist.permute %{{.*}} from ["x", "y"] to ["y", "x"] on @mesh {{.*}} : tensor<2x3xf32>
// CHECK-NEXT: return
func.func @main(%a: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"y"}, {"x"}]>}) {
  return %a : tensor<4x6xf32>
}

// -----

// The outer axis alone is dropped: blocks go where they can be joined.

dist.mesh @mesh <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: %[[P:.*]] = dist.permute %{{.*}} from ["x", "y"] to ["y", "x"] on @mesh {{.*}} : tensor<2xf32>
// CHECK: dist.all_gather %[[P]] dim 0 over ["x"] on @mesh {{.*}} : (tensor<2xf32>) -> tensor<4xf32>
func.func @main(%a: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"x", "y"}]>}) -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"y"}]>}) {
  return %a : tensor<8xf32>
}

// -----

// Two axes move to another dimension together.

dist.mesh @mesh <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: dist.all_to_all %{{.*}} split 1 concat 0 over ["x", "y"] on @mesh {{.*}} : (tensor<2x8xf32>) -> tensor<7x2xf32>
// CHECK-NEXT: return
func.func @main(%a: tensor<7x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<7x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x", "y"}]>}) {
  return %a : tensor<7x8xf32>
}

// -----

// A pending sum over two axes is scattered over both in one step.

dist.mesh @mesh <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: %[[D:.*]] = stablehlo.dot_general
// CHECK: dist.reduce_scatter %[[D]] sum dim 0 over ["x", "y"] on @mesh {{.*}} : (tensor<8x6xf32>) -> tensor<2x6xf32>
func.func @main(%a: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x", "y"}]>},
    %b: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x", "y"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

// Blocks on the way keep the granule of what splits them already, also where both
// ends write other granules for the same blocks.

dist.mesh @mesh <"a"=2, "b"=4>
// CHECK-LABEL: func.func @main
// CHECK: dist.all_to_all %{{.*}} split 2 concat 0 over ["b":(2)2] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{}, {"b":(1)2}, {"a", "b":(2)2}:3]>]} : (tensor<3x3x6xf32>) -> tensor<2x3x3xf32>
func.func @main(%x: tensor<2x6x9xf32> {dist.sharding = #dist.sharding<@mesh, [{"b":(2)2}:3, {"b":(1)2}, {"a"}:2]>}) -> (tensor<2x6x9xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"b"}, {"a"}:3]>}) {
  return %x : tensor<2x6x9xf32>
}
