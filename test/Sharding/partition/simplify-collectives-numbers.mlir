// RUN: shard-opt %s --shardc-interpret=ranks=true -o /dev/null > %t.before
// RUN: shard-opt %s --shardc-simplify-collectives -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: shard-opt %t.mlir --shardc-interpret=ranks=true -o /dev/null > %t.after
// RUN: diff %t.before %t.after

// What is left of the collectives gives each rank what it had: values are told
// apart by rank and by index.

// CHECK-COUNT-1: dist.all_reduce %{{.*}} sum over ["a", "b"]
// CHECK-NOT: dist.all_gather {{.*}} over ["a"]
// CHECK: return
dist.mesh @mesh <"a"=2, "b"=3>
func.func @main() -> (tensor<12xi32>, tensor<6xi32>, tensor<2xi32>, tensor<4xi32>, tensor<12xi32>, tensor<5xi32>, tensor<2xi32>) {
  %r = dist.shard_offset of 6 granule 1 over ["a", "b"] on @mesh : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %rank = stablehlo.multiply %r, %hundred : tensor<i32>
  %i2 = stablehlo.iota dim = 0 : tensor<2xi32>
  %r2 = stablehlo.broadcast_in_dim %rank, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %v2 = stablehlo.add %r2, %i2 : tensor<2xi32>
  %i12 = stablehlo.iota dim = 0 : tensor<12xi32>
  %r12 = stablehlo.broadcast_in_dim %rank, dims = [] : (tensor<i32>) -> tensor<12xi32>
  %v12 = stablehlo.add %r12, %i12 : tensor<12xi32>
  // A gather of a gather.
  %0 = dist.all_gather %v2 dim 0 over ["b"] on @mesh : (tensor<2xi32>) -> tensor<6xi32>
  %1 = dist.all_gather %0 dim 0 over ["a"] on @mesh : (tensor<6xi32>) -> tensor<12xi32>
  // The outer part of a gather, and all of one.
  %2 = dist.all_gather %v2 dim 0 over ["a", "b"] on @mesh {dist.regather} : (tensor<2xi32>) -> tensor<12xi32>
  %3 = dist.all_slice %2 dim 0 over ["a"] on @mesh {dist.regather} : (tensor<12xi32>) -> tensor<6xi32>
  %4 = dist.all_gather %v2 dim 0 over ["b", "a"] on @mesh : (tensor<2xi32>) -> tensor<12xi32>
  %5 = dist.all_slice %4 dim 0 over ["b", "a"] on @mesh : (tensor<12xi32>) -> tensor<2xi32>
  // A slice of a reduction over more axes.
  %6 = dist.all_reduce %v12 sum over ["a", "b"] on @mesh {dist.phase = "backward"} : tensor<12xi32>
  %7 = dist.all_slice %6 dim 0 over ["b"] on @mesh {dist.phase = "backward"} : (tensor<12xi32>) -> tensor<4xi32>
  // A reduction of a reduction.
  %8 = dist.all_reduce %v12 sum over ["b"] on @mesh : tensor<12xi32>
  %9 = dist.all_reduce %8 sum over ["a"] on @mesh : tensor<12xi32>
  // Equal copies, cut and joined; cut and cut.
  %i5 = stablehlo.iota dim = 0 : tensor<5xi32>
  %10 = dist.all_slice %i5 dim 0 over ["b"] on @mesh : (tensor<5xi32>) -> tensor<2xi32>
  %11 = dist.all_gather %10 dim 0 over ["b"] on @mesh : (tensor<2xi32>) -> tensor<5xi32>
  %12 = dist.all_slice %i12 dim 0 over ["a"] on @mesh : (tensor<12xi32>) -> tensor<6xi32>
  %13 = dist.all_slice %12 dim 0 over ["b"] on @mesh : (tensor<6xi32>) -> tensor<2xi32>
  return %1, %3, %5, %7, %9, %11, %13 : tensor<12xi32>, tensor<6xi32>, tensor<2xi32>, tensor<4xi32>, tensor<12xi32>, tensor<5xi32>, tensor<2xi32>
}
