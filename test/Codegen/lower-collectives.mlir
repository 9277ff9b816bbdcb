// RUN: shard-opt %s --shardc-lower-segment-collectives --split-input-file | FileCheck %s

// Contiguous ones stay as they are.
// CHECK-LABEL: func.func private @contiguous
// CHECK-NEXT: dist.all_reduce %arg0 sum over ["tp"] on @mesh : tensor<6x4xf32>
// CHECK-NEXT: dist.all_gather %arg0 dim 0 over ["tp"] on @mesh : (tensor<6x4xf32>) -> tensor<18x4xf32>
// CHECK-NEXT: dist.reduce_scatter %arg0 sum dim 0 over ["tp"] on @mesh : (tensor<6x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: return
dist.mesh @mesh <"tp"=3>
func.func private @contiguous(%x: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<18x4xf32>, tensor<2x4xf32>) attributes {dist.segment = "step"} {
  %0 = dist.all_reduce %x sum over ["tp"] on @mesh : tensor<6x4xf32>
  %1 = dist.all_gather %x dim 0 over ["tp"] on @mesh : (tensor<6x4xf32>) -> tensor<18x4xf32>
  %2 = dist.reduce_scatter %x sum dim 0 over ["tp"] on @mesh : (tensor<6x4xf32>) -> tensor<2x4xf32>
  return %0, %1, %2 : tensor<6x4xf32>, tensor<18x4xf32>, tensor<2x4xf32>
}

// -----

// Another dimension: gathered as one row a rank, then moved and cut.
// CHECK-LABEL: func.func private @gather_inner
// CHECK: %[[ROW:.*]] = stablehlo.reshape %arg0 : (tensor<4x3xf32>) -> tensor<1x12xf32>
// CHECK: %[[ALL:.*]] = dist.all_gather %[[ROW]] dim 0 over ["tp"] on @mesh {dist.stage = 1 : i64} : (tensor<1x12xf32>) -> tensor<3x12xf32>
// CHECK: %[[BLOCKS:.*]] = stablehlo.reshape %[[ALL]] : (tensor<3x12xf32>) -> tensor<3x4x3x1xf32>
// CHECK: %[[MOVED:.*]] = stablehlo.transpose %[[BLOCKS]], dims = [1, 0, 2, 3]
// CHECK: %[[WHOLE:.*]] = stablehlo.reshape %[[MOVED]] : (tensor<4x3x3x1xf32>) -> tensor<4x9x1xf32>
// CHECK: stablehlo.slice %[[WHOLE]] [0:4, 0:8, 0:1]
dist.mesh @mesh <"tp"=3>
func.func private @gather_inner(%x: tensor<4x3xf32>) -> tensor<4x8xf32> attributes {dist.segment = "step"} {
  %0 = dist.all_gather %x dim 1 over ["tp"] on @mesh {dist.stage = 1} : (tensor<4x3xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// An uneven reduce_scatter pads, and packs when the dimension is not the first.
// CHECK-LABEL: func.func private @scatter_inner
// CHECK: stablehlo.pad {{.*}} low = [0, 0, 0], high = [0, 1, 0]
// CHECK: stablehlo.transpose {{.*}}, dims = [1, 0, 2, 3]
// CHECK: dist.reduce_scatter {{.*}} max dim 0 over ["tp"] on @mesh : (tensor<12x3xf32>) -> tensor<4x3xf32>
// CHECK: stablehlo.reshape {{.*}} -> tensor<4x1x3xf32>
dist.mesh @mesh <"tp"=3>
func.func private @scatter_inner(%x: tensor<4x2x3xf32>) -> tensor<4x1x3xf32> attributes {dist.segment = "step"} {
  %0 = dist.reduce_scatter %x max dim 1 over ["tp"] on @mesh : (tensor<4x2x3xf32>) -> tensor<4x1x3xf32>
  return %0 : tensor<4x1x3xf32>
}

// -----

// all_to_all exchanges the blocks of dimension 0.
// CHECK-LABEL: func.func private @exchange
// CHECK: dist.all_to_all {{.*}} split 0 concat 1 over ["tp"] on @mesh : (tensor<2x1x8xf32>) -> tensor<1x2x8xf32>
// CHECK: return {{.*}} : tensor<8x2xf32>
dist.mesh @mesh <"tp"=2>
func.func private @exchange(%x: tensor<4x4xf32>) -> tensor<8x2xf32> attributes {dist.segment = "step"} {
  %0 = dist.all_to_all %x split 1 concat 0 over ["tp"] on @mesh : (tensor<4x4xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// -----

// A group of one rank has nothing to say.
// CHECK-LABEL: func.func private @alone
// CHECK-NOT: dist.all
// CHECK: return %arg0,
dist.mesh @mesh <"tp"=1>
func.func private @alone(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) attributes {dist.segment = "step"} {
  %0 = dist.all_reduce %x sum over ["tp"] on @mesh : tensor<4x4xf32>
  %1 = dist.all_gather %x dim 1 over ["tp"] on @mesh : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}
