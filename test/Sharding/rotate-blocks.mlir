// A gathered value that is turned by whole blocks and cut again is handed round a ring.
// RUN: shard-opt %s --split-input-file --shardc-rotate-blocks | FileCheck %s
// RUN: split-file %s %t
// RUN: shard-opt %t/ring.mlir --shardc-interpret=ranks -o /dev/null > %t/before
// RUN: shard-opt %t/ring.mlir --shardc-rotate-blocks --shardc-interpret=ranks -o /dev/null > %t/after
// RUN: diff %t/before %t/after
// RUN: shard-opt %t/chain.mlir --shardc-interpret=ranks -o /dev/null > %t/before
// RUN: shard-opt %t/chain.mlir --shardc-rotate-blocks --shardc-interpret=ranks -o /dev/null > %t/after
// RUN: diff %t/before %t/after

//--- ring.mlir
// CHECK-LABEL: @main
// CHECK-NEXT: %[[P:.*]] = dist.permute %arg0 from ["x", "y"] to ["x", "y"] shift 5 on @mesh {dist.shardings = {{.*}}} : tensor<3x2xf32>
// CHECK-NEXT: return %[[P]]
dist.mesh @mesh <"x"=2, "y"=3>
func.func @main(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = dist.all_gather %arg0 dim 0 over ["x", "y"] on @mesh : (tensor<3x2xf32>) -> tensor<18x2xf32>
  %1 = stablehlo.slice %0 [3:18, 0:2] : (tensor<18x2xf32>) -> tensor<15x2xf32>
  %2 = stablehlo.slice %0 [0:3, 0:2] : (tensor<18x2xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<15x2xf32>, tensor<3x2xf32>) -> tensor<18x2xf32>
  %4 = dist.all_slice %3 dim 0 over ["x", "y"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{"x", "y"}, {}]>]} : (tensor<18x2xf32>) -> tensor<3x2xf32>
  return %4 : tensor<3x2xf32>
}
// -----
//--- parts.mlir
// A turn by less than a block, a gather that others read, padded blocks, another order:
// each stays as it is.
// CHECK-LABEL: @less
// CHECK-NOT: dist.permute
dist.mesh @mesh <"x"=2>
func.func @less(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = dist.all_gather %arg0 dim 0 over ["x"] on @mesh : (tensor<2xf32>) -> tensor<4xf32>
  %1 = stablehlo.slice %0 [1:4] : (tensor<4xf32>) -> tensor<3xf32>
  %2 = stablehlo.slice %0 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<3xf32>, tensor<1xf32>) -> tensor<4xf32>
  %4 = dist.all_slice %3 dim 0 over ["x"] on @mesh : (tensor<4xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}
// CHECK-LABEL: @read
// CHECK-NOT: dist.permute
func.func @read(%arg0: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0 = dist.all_gather %arg0 dim 0 over ["x"] on @mesh : (tensor<2xf32>) -> tensor<4xf32>
  %1 = stablehlo.slice %0 [2:4] : (tensor<4xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %0 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %4 = dist.all_slice %3 dim 0 over ["x"] on @mesh : (tensor<4xf32>) -> tensor<2xf32>
  return %4, %0 : tensor<2xf32>, tensor<4xf32>
}
// CHECK-LABEL: @padded
// CHECK-NOT: dist.permute
func.func @padded(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = dist.all_gather %arg0 dim 0 over ["x"] on @mesh : (tensor<2xf32>) -> tensor<3xf32>
  %1 = stablehlo.slice %0 [2:3] : (tensor<3xf32>) -> tensor<1xf32>
  %2 = stablehlo.slice %0 [0:2] : (tensor<3xf32>) -> tensor<2xf32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
  %4 = dist.all_slice %3 dim 0 over ["x"] on @mesh : (tensor<3xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}
// -----
//--- chain.mlir
// A ring goes on: each turn is one of the last, of which each rank keeps a block. No
// block is sent twice.
// CHECK-LABEL: @main
// CHECK-NEXT: %[[A:.*]] = dist.permute %arg0 from ["x"] to ["x"] shift 1 on @mesh : tensor<1x2xf32>
// CHECK-NEXT: %[[B:.*]] = dist.permute %[[A]] from ["x"] to ["x"] shift 1 on @mesh : tensor<1x2xf32>
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[A]], %[[B]]
// CHECK-NEXT: %[[AGAIN:.*]] = stablehlo.add %[[SUM]], %[[B]]
// CHECK-NEXT: %[[HOME:.*]] = stablehlo.add %[[AGAIN]], %arg0
// CHECK-NEXT: return %[[HOME]]
dist.mesh @mesh <"x"=3>
func.func @main(%arg0: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %0 = dist.all_gather %arg0 dim 0 over ["x"] on @mesh : (tensor<1x2xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.slice %0 [2:3, 0:2] : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %2 = stablehlo.slice %0 [0:2, 0:2] : (tensor<3x2xf32>) -> tensor<2x2xf32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %4 = dist.all_slice %3 dim 0 over ["x"] on @mesh : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %5 = stablehlo.slice %3 [2:3, 0:2] : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %6 = stablehlo.slice %3 [0:2, 0:2] : (tensor<3x2xf32>) -> tensor<2x2xf32>
  %7 = stablehlo.concatenate %5, %6, dim = 0 : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %8 = dist.all_slice %7 dim 0 over ["x"] on @mesh : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %9 = stablehlo.add %4, %8 : tensor<1x2xf32>
  %10 = dist.all_slice %7 dim 0 over ["x"] on @mesh : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %11 = stablehlo.add %9, %10 : tensor<1x2xf32>
  %12 = stablehlo.slice %7 [2:3, 0:2] : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %13 = stablehlo.slice %7 [0:2, 0:2] : (tensor<3x2xf32>) -> tensor<2x2xf32>
  %14 = stablehlo.concatenate %12, %13, dim = 0 : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %15 = dist.all_slice %14 dim 0 over ["x"] on @mesh : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %16 = stablehlo.add %11, %15 : tensor<1x2xf32>
  return %16 : tensor<1x2xf32>
}
