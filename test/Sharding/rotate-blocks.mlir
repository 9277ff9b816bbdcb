// A gathered value that is turned by whole blocks and cut again is handed round a ring.
// RUN: shard-opt %s --split-input-file --shardc-rotate-blocks | FileCheck %s
// RUN: split-file %s %t
// RUN: shard-opt %t/ring.mlir --shardc-interpret=ranks -o /dev/null > %t/before
// RUN: shard-opt %t/ring.mlir --shardc-rotate-blocks --shardc-interpret=ranks -o /dev/null > %t/after
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
