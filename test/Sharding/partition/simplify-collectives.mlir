// RUN: shard-opt %s --split-input-file --shardc-simplify-collectives --verify-diagnostics | FileCheck %s

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @slice_of_gather
// CHECK-SAME: %[[X:.*]]: tensor<2x8xf32>
// CHECK-NEXT: return %[[X]]
func.func @slice_of_gather(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = dist.all_gather %x dim 0 over ["a"] on @mesh : (tensor<2x8xf32>) -> tensor<3x8xf32>
  // expected-remark @+1 {{saves 64 bytes a rank: it keeps what all_gather joined}}
  %1 = dist.all_slice %0 dim 0 over ["a"] on @mesh : (tensor<3x8xf32>) -> tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}

// -----

// The gather stays for its other reader: nothing is saved, but nothing is cut.

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @slice_of_read_gather
// CHECK-SAME: %[[X:.*]]: tensor<2x8xf32>
// CHECK-NEXT: %[[G:.*]] = dist.all_gather
// CHECK-NEXT: return %[[X]], %[[G]]
func.func @slice_of_read_gather(%x: tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<4x8xf32>) {
  %0 = dist.all_gather %x dim 0 over ["a"] on @mesh : (tensor<2x8xf32>) -> tensor<4x8xf32>
  %1 = dist.all_slice %0 dim 0 over ["a"] on @mesh : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return %1, %0 : tensor<2x8xf32>, tensor<4x8xf32>
}

// -----

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @outer_slice_of_gather
// CHECK: dist.all_gather %{{.*}} dim 0 over ["b"] on @mesh : (tensor<2xf32>) -> tensor<4xf32>
// CHECK-NEXT: return
func.func @outer_slice_of_gather(%x: tensor<2xf32>) -> tensor<4xf32> {
  %0 = dist.all_gather %x dim 0 over ["a", "b"] on @mesh : (tensor<2xf32>) -> tensor<8xf32>
  // expected-remark @+1 {{saves 16 bytes a rank: only inner blocks are gathered}}
  %1 = dist.all_slice %0 dim 0 over ["a"] on @mesh : (tensor<8xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Another axis, another dimension, uneven inner blocks: these are no inverses.

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @no_inverses
// CHECK-COUNT-3: dist.all_gather
// CHECK-NOT: dist.all_gather
func.func @no_inverses(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<4x1xf32>, tensor<3x2xf32>) {
  %0 = dist.all_gather %x dim 0 over ["a"] on @mesh : (tensor<2x2xf32>) -> tensor<4x2xf32>
  %1 = dist.all_slice %0 dim 0 over ["b"] on @mesh : (tensor<4x2xf32>) -> tensor<2x2xf32>
  %2 = dist.all_gather %x dim 0 over ["b"] on @mesh : (tensor<2x2xf32>) -> tensor<4x2xf32>
  %3 = dist.all_slice %2 dim 1 over ["b"] on @mesh : (tensor<4x2xf32>) -> tensor<4x1xf32>
  %4 = dist.all_gather %x dim 0 over ["a", "b"] on @mesh : (tensor<2x2xf32>) -> tensor<5x2xf32>
  %5 = dist.all_slice %4 dim 0 over ["a"] on @mesh : (tensor<5x2xf32>) -> tensor<3x2xf32>
  return %1, %3, %5 : tensor<2x2xf32>, tensor<4x1xf32>, tensor<3x2xf32>
}

// -----

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @gather_of_slice
// CHECK-SAME: %[[X:.*]]: tensor<5xf32>
// CHECK-NEXT: return %[[X]]
func.func @gather_of_slice(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = dist.all_slice %x dim 0 over ["a"] on @mesh : (tensor<5xf32>) -> tensor<3xf32>
  // expected-remark @+1 {{saves 12 bytes a rank: it joins what all_slice cut}}
  %1 = dist.all_gather %0 dim 0 over ["a"] on @mesh : (tensor<3xf32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @slice_of_reduce
// CHECK: dist.reduce_scatter %{{.*}} sum dim 0 over ["a"] on @mesh : (tensor<8xf32>) -> tensor<4xf32>
// CHECK-NEXT: return
func.func @slice_of_reduce(%x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = dist.all_reduce %x sum over ["a"] on @mesh : tensor<8xf32>
  // expected-remark @+1 {{saves 16 bytes a rank: all_reduce and all_slice are one reduce_scatter}}
  %1 = dist.all_slice %0 dim 0 over ["a"] on @mesh : (tensor<8xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// What is reduced over more axes than are sliced is scattered first.

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @slice_of_wider_reduce
// CHECK: %[[S:.*]] = dist.reduce_scatter %{{.*}} max dim 0 over ["b"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{"b"}], partial={max:"a"}>]} : (tensor<8xf32>) -> tensor<4xf32>
// CHECK-NEXT: dist.all_reduce %[[S]] max over ["a"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{"b"}]>]} : tensor<4xf32>
// CHECK-NEXT: return
func.func @slice_of_wider_reduce(%x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = dist.all_reduce %x max over ["a", "b"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{}]>]} : tensor<8xf32>
  // expected-remark @+1 {{saves 16 bytes a rank: all_reduce and all_slice are one reduce_scatter}}
  %1 = dist.all_slice %0 dim 0 over ["b"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{"b"}]>]} : (tensor<8xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A reduction that is read whole as well is done once; one of another stage stays
// there.

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @reductions_that_stay
// CHECK-COUNT-2: dist.all_reduce
// CHECK-NOT: dist.reduce_scatter
// CHECK: return
func.func @reductions_that_stay(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>) {
  %0 = dist.all_reduce %x sum over ["a"] on @mesh : tensor<8xf32>
  %1 = dist.all_slice %0 dim 0 over ["a"] on @mesh : (tensor<8xf32>) -> tensor<4xf32>
  %2 = dist.all_reduce %y sum over ["a"] on @mesh {dist.stage = 0} : tensor<8xf32>
  %3 = dist.all_slice %2 dim 0 over ["a"] on @mesh {dist.stage = 1} : (tensor<8xf32>) -> tensor<4xf32>
  return %1, %0, %3 : tensor<4xf32>, tensor<8xf32>, tensor<4xf32>
}

// -----

dist.mesh @mesh <"a"=2, "b"=3>
// CHECK-LABEL: func.func @slice_of_slice
// CHECK: dist.all_slice %{{.*}} dim 0 over ["a", "b"] on @mesh : (tensor<12xf32>) -> tensor<2xf32>
// CHECK-NEXT: dist.all_slice %{{.*}} dim 0 over ["a"] on @mesh : (tensor<10xf32>) -> tensor<5xf32>
// CHECK-NEXT: dist.all_slice %{{.*}} dim 0 over ["b"] on @mesh : (tensor<5xf32>) -> tensor<2xf32>
// CHECK-NEXT: return
func.func @slice_of_slice(%x: tensor<12xf32>, %y: tensor<10xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = dist.all_slice %x dim 0 over ["a"] on @mesh : (tensor<12xf32>) -> tensor<6xf32>
  %1 = dist.all_slice %0 dim 0 over ["b"] on @mesh : (tensor<6xf32>) -> tensor<2xf32>
  %2 = dist.all_slice %y dim 0 over ["a"] on @mesh : (tensor<10xf32>) -> tensor<5xf32>
  %3 = dist.all_slice %2 dim 0 over ["b"] on @mesh : (tensor<5xf32>) -> tensor<2xf32>
  return %1, %3 : tensor<2xf32>, tensor<2xf32>
}

// -----

dist.mesh @mesh <"a"=2, "b"=3>
// CHECK-LABEL: func.func @gather_of_gather
// CHECK: dist.all_gather %{{.*}} dim 0 over ["a", "b"] on @mesh : (tensor<2xf32>) -> tensor<12xf32>
// CHECK-NEXT: dist.all_gather %{{.*}} dim 0 over ["b"] on @mesh : (tensor<2xf32>) -> tensor<5xf32>
// CHECK-NEXT: dist.all_gather %{{.*}} dim 0 over ["a"] on @mesh : (tensor<5xf32>) -> tensor<10xf32>
// CHECK-NEXT: return
func.func @gather_of_gather(%x: tensor<2xf32>) -> (tensor<12xf32>, tensor<10xf32>) {
  %0 = dist.all_gather %x dim 0 over ["b"] on @mesh : (tensor<2xf32>) -> tensor<6xf32>
  %1 = dist.all_gather %0 dim 0 over ["a"] on @mesh : (tensor<6xf32>) -> tensor<12xf32>
  %2 = dist.all_gather %x dim 0 over ["b"] on @mesh : (tensor<2xf32>) -> tensor<5xf32>
  %3 = dist.all_gather %2 dim 0 over ["a"] on @mesh : (tensor<5xf32>) -> tensor<10xf32>
  return %1, %3 : tensor<12xf32>, tensor<10xf32>
}

// -----

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @reduce_of_reduce
// CHECK: dist.all_reduce %{{.*}} sum over ["a", "b"] on @mesh : tensor<8xf32>
// CHECK-NEXT: return
func.func @reduce_of_reduce(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = dist.all_reduce %x sum over ["b"] on @mesh : tensor<8xf32>
  // expected-remark @+1 {{saves 16 bytes a rank: two all_reduces are one}}
  %1 = dist.all_reduce %0 sum over ["a"] on @mesh : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// Equal collectives are done once: not those to be made again, recomputed ones, or
// those of another stage or phase.

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @equal
// CHECK-COUNT-6: dist.all_gather
// CHECK-NOT: dist.all_gather
// CHECK: return
func.func @equal(%x: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = dist.all_gather %x dim 0 over ["a"] on @mesh {dist.layer = 0} : (tensor<2xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{saves 8 bytes a rank: the same collective was done before}}
  %1 = dist.all_gather %x dim 0 over ["a"] on @mesh {dist.layer = 1} : (tensor<2xf32>) -> tensor<4xf32>
  %2 = dist.all_gather %x dim 0 over ["a"] on @mesh {dist.regather} : (tensor<2xf32>) -> tensor<4xf32>
  %3 = dist.all_gather %x dim 0 over ["a"] on @mesh {dist.regather} : (tensor<2xf32>) -> tensor<4xf32>
  %4 = dist.all_gather %x dim 0 over ["a"] on @mesh {dist.recompute} : (tensor<2xf32>) -> tensor<4xf32>
  %5 = dist.all_gather %x dim 0 over ["a"] on @mesh {dist.stage = 1} : (tensor<2xf32>) -> tensor<4xf32>
  %6 = dist.all_gather %x dim 0 over ["a"] on @mesh {dist.phase = "backward"} : (tensor<2xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// What is done outside a microbatch region stays outside.

dist.mesh @mesh <"a"=2>
// CHECK-LABEL: func.func @regions
// CHECK: dist.all_reduce
// CHECK: dist.microbatch
// CHECK: dist.all_slice
// CHECK-NOT: dist.reduce_scatter
// CHECK: return
func.func @regions(%x: tensor<8xf32>, %y: tensor<2x4xf32>) -> tensor<4xf32> {
  %0 = dist.all_reduce %x sum over ["a"] on @mesh : tensor<8xf32>
  %1 = dist.microbatch 2 (%y) kinds = [sum] {
  ^bb0(%row: tensor<4xf32>):
    %2 = dist.all_slice %0 dim 0 over ["a"] on @mesh : (tensor<8xf32>) -> tensor<4xf32>
    %3 = stablehlo.add %row, %2 : tensor<4xf32>
    dist.yield %3 : tensor<4xf32>
  } : (tensor<2x4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

dist.mesh @mesh <"a"=2, "b"=2>
// CHECK-LABEL: func.func @permute
// CHECK-COUNT-1: dist.permute
// CHECK-NOT: dist.permute
// CHECK: return
func.func @permute(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = dist.permute %x from ["a", "b"] to ["a", "b"] on @mesh : tensor<8xf32>
  %1 = dist.permute %x from ["a", "b"] to ["a", "b"] shift 1 on @mesh : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
