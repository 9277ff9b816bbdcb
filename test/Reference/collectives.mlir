// RUN: shard-opt %s --split-input-file --shardc-interpret=ranks=true -o /dev/null | FileCheck %s

// Every rank begins with its own number r and 10*r. On 2x3, the groups along x
// are {0,3} {1,4} {2,5}; along y {0,1,2} {3,4,5}.
// CHECK:      rank 0 sum x: [3, 30] : tensor<2xi32>
// CHECK-NEXT: rank 0 sum y: [3, 30] : tensor<2xi32>
// CHECK-NEXT: rank 0 max all: [5, 50] : tensor<2xi32>
// CHECK-NEXT: rank 0 gather y: [0, 0, 1, 10, 2, 20] : tensor<6xi32>
// CHECK-NEXT: rank 0 gather all: [0, 0, 1, 10, 2, 20, 3, 30, 4, 40, 5, 50] : tensor<12xi32>
// CHECK-NEXT: rank 0 turned: [0, 0, 3, 30, 1, 10, 4, 40, 2, 20, 5, 50] : tensor<12xi32>
// CHECK-NEXT: rank 0 scatter x: [3] : tensor<1xi32>
// CHECK-NEXT: rank 0 permute: [2, 20] : tensor<2xi32>
// CHECK-NEXT: rank 0 shift: [2, 20] : tensor<2xi32>
// CHECK-NEXT: rank 0 broadcast: [1, 10] : tensor<2xi32>
// CHECK:      rank 1 sum x: [5, 50] : tensor<2xi32>
// CHECK-NEXT: rank 1 sum y: [3, 30] : tensor<2xi32>
// CHECK:      rank 1 permute: [0, 0] : tensor<2xi32>
// CHECK-NEXT: rank 1 shift: [3, 30] : tensor<2xi32>
// CHECK:      rank 4 sum x: [5, 50] : tensor<2xi32>
// CHECK-NEXT: rank 4 sum y: [12, 120] : tensor<2xi32>
// CHECK-NEXT: rank 4 max all: [5, 50] : tensor<2xi32>
// CHECK-NEXT: rank 4 gather y: [3, 30, 4, 40, 5, 50] : tensor<6xi32>
// CHECK:      rank 4 scatter x: [50] : tensor<1xi32>
// CHECK-NEXT: rank 4 permute: [3, 30] : tensor<2xi32>
// CHECK-NEXT: rank 4 shift: [0, 0] : tensor<2xi32>
// CHECK-NEXT: rank 4 broadcast: [4, 40] : tensor<2xi32>
dist.mesh @mesh <"x"=2, "y"=3>
func.func @main() -> (tensor<2xi32> {dist.name = "sum x"}, tensor<2xi32> {dist.name = "sum y"}, tensor<2xi32> {dist.name = "max all"},
    tensor<6xi32> {dist.name = "gather y"}, tensor<12xi32> {dist.name = "gather all"}, tensor<12xi32> {dist.name = "turned"},
    tensor<1xi32> {dist.name = "scatter x"}, tensor<2xi32> {dist.name = "permute"}, tensor<2xi32> {dist.name = "shift"},
    tensor<2xi32> {dist.name = "broadcast"}) {
  %r = dist.shard_offset of 6 granule 1 over ["x", "y"] on @mesh : tensor<i32>
  %b = stablehlo.broadcast_in_dim %r, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %w = stablehlo.constant dense<[1, 10]> : tensor<2xi32>
  %v = stablehlo.multiply %b, %w : tensor<2xi32>
  %0 = dist.all_reduce %v sum over ["x"] on @mesh : tensor<2xi32>
  %1 = dist.all_reduce %v sum over ["y"] on @mesh : tensor<2xi32>
  %2 = dist.all_reduce %v max over ["x", "y"] on @mesh : tensor<2xi32>
  %3 = dist.all_gather %v dim 0 over ["y"] on @mesh : (tensor<2xi32>) -> tensor<6xi32>
  %4 = dist.all_gather %v dim 0 over ["x", "y"] on @mesh : (tensor<2xi32>) -> tensor<12xi32>
  %5 = dist.all_gather %v dim 0 over ["y", "x"] on @mesh : (tensor<2xi32>) -> tensor<12xi32>
  %6 = dist.reduce_scatter %v sum dim 0 over ["x"] on @mesh : (tensor<2xi32>) -> tensor<1xi32>
  %7 = dist.permute %v from ["y"] to ["y"] shift 1 on @mesh : tensor<2xi32>
  %8 = dist.permute %v from ["x", "y"] to ["x", "y"] shift 4 on @mesh : tensor<2xi32>
  %9 = dist.broadcast %v root 1 over ["y"] on @mesh : tensor<2xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<6xi32>, tensor<12xi32>, tensor<12xi32>,
    tensor<1xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}

// -----

// Uneven: 5 elements over 2 ranks are blocks of 3; what is past the end is poison
// and all_gather cuts it off.
// CHECK:      rank 0 scattered: [0, 2, 4] : tensor<3xf32>
// CHECK-NEXT: rank 0 sliced: [0, 1, 2] : tensor<3xf32>
// CHECK-NEXT: rank 0 whole: [0, 1, 2, 3, 4] : tensor<5xf32>
// CHECK-NEXT: rank 0 masked: [0, 1, 2] : tensor<3xf32>
// CHECK-NEXT: rank 0 leaked: [nan, nan, nan] : tensor<3xf32>
// CHECK-NEXT: rank 0 total: 20 : tensor<f32>
// CHECK-NEXT: rank 0 ids: [0, 1, 2] : tensor<3xi32>
// CHECK-NEXT: rank 1 scattered: [6, 8, nan] : tensor<3xf32>
// CHECK-NEXT: rank 1 sliced: [3, 4, nan] : tensor<3xf32>
// CHECK-NEXT: rank 1 whole: [0, 1, 2, 3, 4] : tensor<5xf32>
// CHECK-NEXT: rank 1 masked: [3, 4, 10] : tensor<3xf32>
// CHECK-NEXT: rank 1 leaked: [nan, nan, nan] : tensor<3xf32>
// CHECK-NEXT: rank 1 total: 20 : tensor<f32>
// CHECK-NEXT: rank 1 ids: [3, 4, -715827882] : tensor<3xi32>
dist.mesh @mesh <"x"=2>
func.func @main() -> (tensor<3xf32> {dist.name = "scattered"}, tensor<3xf32> {dist.name = "sliced"}, tensor<5xf32> {dist.name = "whole"},
    tensor<3xf32> {dist.name = "masked"}, tensor<3xf32> {dist.name = "leaked"}, tensor<f32> {dist.name = "total"}, tensor<3xi32> {dist.name = "ids"}) {
  %v = stablehlo.iota dim = 0 : tensor<5xf32>
  %0 = dist.reduce_scatter %v sum dim 0 over ["x"] on @mesh : (tensor<5xf32>) -> tensor<3xf32>
  %1 = dist.all_slice %v dim 0 over ["x"] on @mesh : (tensor<5xf32>) -> tensor<3xf32>
  %2 = dist.all_gather %1 dim 0 over ["x"] on @mesh : (tensor<3xf32>) -> tensor<5xf32>
  %3 = dist.mask %1 dim 0 of 5 granule 1 over ["x"] on @mesh fill 10.0 : f32 : tensor<3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // The forgotten mask shows; so does a mask by multiplication.
  %sum = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %all = dist.all_reduce %sum sum over ["x"] on @mesh : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %all, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %good = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %5 = dist.all_reduce %good sum over ["x"] on @mesh : tensor<f32>
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %6 = dist.all_slice %i dim 0 over ["x"] on @mesh : (tensor<5xi32>) -> tensor<3xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<3xf32>, tensor<3xf32>, tensor<5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<3xi32>
}

// -----

// Sub-axes of x = 4: the major half pairs ranks 0,2 and 1,3; the minor one 0,1 and 2,3.
// CHECK: rank 0 major: 2 : tensor<i32>
// CHECK: rank 0 minor: 1 : tensor<i32>
// CHECK: rank 0 offset: 0 : tensor<i32>
// CHECK: rank 1 major: 4 : tensor<i32>
// CHECK: rank 1 minor: 1 : tensor<i32>
// CHECK: rank 1 offset: 3 : tensor<i32>
// CHECK: rank 2 major: 2 : tensor<i32>
// CHECK: rank 2 minor: 5 : tensor<i32>
// CHECK: rank 2 offset: 0 : tensor<i32>
// CHECK: rank 3 major: 4 : tensor<i32>
// CHECK: rank 3 minor: 5 : tensor<i32>
// CHECK: rank 3 offset: 3 : tensor<i32>
dist.mesh @mesh <"x"=4>
func.func @main() -> (tensor<i32> {dist.name = "major"}, tensor<i32> {dist.name = "minor"}, tensor<i32> {dist.name = "offset"}) {
  %r = dist.shard_offset of 4 granule 1 over ["x"] on @mesh : tensor<i32>
  %0 = dist.all_reduce %r sum over ["x":(1)2] on @mesh : tensor<i32>
  %1 = dist.all_reduce %r sum over ["x":(2)2] on @mesh : tensor<i32>
  %2 = dist.shard_offset of 5 granule 1 over ["x":(2)2] on @mesh : tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
}

// -----

// Blocks of granules: 5 granules of 2 over 2 ranks, then 3 of them over 2.
// Rank (1,1) holds nothing; its offset is past the end.
// CHECK: rank 0 offset: 0 : tensor<i32>
// CHECK: rank 0 mask: [1, 1, 1, 1] : tensor<4xi32>
// CHECK: rank 1 offset: 4 : tensor<i32>
// CHECK: rank 1 mask: [1, 1, 0, 0] : tensor<4xi32>
// CHECK: rank 2 offset: 6 : tensor<i32>
// CHECK: rank 2 mask: [1, 1, 1, 0] : tensor<4xi32>
// CHECK: rank 3 offset: 10 : tensor<i32>
// CHECK: rank 3 mask: [0, 0, 0, 0] : tensor<4xi32>
dist.mesh @mesh <"x"=2, "y"=2>
func.func @main() -> (tensor<i32> {dist.name = "offset"}, tensor<4xi32> {dist.name = "mask"}) {
  %0 = dist.shard_offset of 9 granule 2 over ["x", "y"] on @mesh : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<4xi32>
  %1 = dist.mask %one dim 0 of 9 granule 2 over ["x", "y"] on @mesh fill 0 : i32 : tensor<4xi32>
  return %0, %1 : tensor<i32>, tensor<4xi32>
}

// -----

// From rows to columns: rank i keeps column block i of all rows.
// CHECK: rank 0 columns: {{\[}}[0, 1], [10, 11], [100, 101], [110, 111]] : tensor<4x2xi32>
// CHECK: rank 0 rows: {{\[}}[0, 1, 2], [10, 11, 12]] : tensor<2x3xi32>
// CHECK: rank 1 columns: {{\[}}[2, -715827882], [12, -715827882], [102, -715827882], [112, -715827882]] : tensor<4x2xi32>
// CHECK: rank 1 rows: {{\[}}[100, 101, 102], [110, 111, 112]] : tensor<2x3xi32>
dist.mesh @mesh <"x"=2>
func.func @main() -> (tensor<4x2xi32> {dist.name = "columns"}, tensor<2x3xi32> {dist.name = "rows"}) {
  %r = dist.shard_offset of 200 granule 1 over ["x"] on @mesh : tensor<i32>
  %b = stablehlo.broadcast_in_dim %r, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %c = stablehlo.constant dense<[[0, 1, 2], [10, 11, 12]]> : tensor<2x3xi32>
  %v = stablehlo.add %b, %c : tensor<2x3xi32>
  %0 = dist.all_to_all %v split 1 concat 0 over ["x"] on @mesh : (tensor<2x3xi32>) -> tensor<4x2xi32>
  %1 = dist.all_to_all %0 split 0 concat 1 over ["x"] on @mesh : (tensor<4x2xi32>) -> tensor<2x3xi32>
  return %0, %1 : tensor<4x2xi32>, tensor<2x3xi32>
}

// -----

// Coordinates change places: on 2x2x3, rank (a, b, c) sends to (b, a, c), with
// sub-axes too.
// CHECK: rank 0 ring: 9 : tensor<i32>
// CHECK: rank 3 swapped: 6 : tensor<i32>
// CHECK: rank 3 turned: 3 : tensor<i32>
// CHECK: rank 3 ring: 3 : tensor<i32>
// CHECK: rank 6 swapped: 3 : tensor<i32>
// CHECK: rank 6 turned: 6 : tensor<i32>
// CHECK: rank 6 ring: 0 : tensor<i32>
dist.mesh @mesh <"x"=2, "y"=6>
func.func @main() -> (tensor<i32> {dist.name = "swapped"}, tensor<i32> {dist.name = "turned"}, tensor<i32> {dist.name = "ring"}) {
  %r = dist.shard_offset of 12 granule 1 over ["x", "y"] on @mesh : tensor<i32>
  %0 = dist.permute %r from ["x", "y":(1)2] to ["y":(1)2, "x"] on @mesh : tensor<i32>
  %1 = dist.permute %0 from ["y":(1)2, "x"] to ["x", "y":(1)2] on @mesh : tensor<i32>
  %2 = dist.permute %r from ["x", "y":(1)2] to ["y":(1)2, "x"] shift 1 on @mesh : tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
}

// -----

// Started and awaited: the same result.
// CHECK: rank 0 result0: 1 : tensor<i32>
// CHECK: rank 1 result0: 1 : tensor<i32>
dist.mesh @mesh <"x"=2>
func.func @main() -> tensor<i32> {
  %r = dist.shard_offset of 2 granule 1 over ["x"] on @mesh : tensor<i32>
  %0 = dist.start %r {
  ^bb0(%a: tensor<i32>):
    %s = dist.all_reduce %a sum over ["x"] on @mesh : tensor<i32>
    dist.started %s : tensor<i32>
  } : (tensor<i32>) -> tensor<i32>
  %1 = dist.wait %0 : tensor<i32>
  return %1 : tensor<i32>
}

// -----

// Reductions of every kind, of floats and of booleans.
// CHECK: rank 0 prod: 24 : tensor<f32>
// CHECK: rank 0 min: 1 : tensor<f32>
// CHECK: rank 0 max: 4 : tensor<f32>
// CHECK: rank 0 and: false : tensor<i1>
// CHECK: rank 0 or: true : tensor<i1>
// CHECK: rank 3 prod: 24 : tensor<f32>
dist.mesh @mesh <"x"=2, "y"=2>
func.func @main() -> (tensor<f32> {dist.name = "prod"}, tensor<f32> {dist.name = "min"}, tensor<f32> {dist.name = "max"},
    tensor<i1> {dist.name = "and"}, tensor<i1> {dist.name = "or"}) {
  %r = dist.shard_offset of 4 granule 1 over ["x", "y"] on @mesh : tensor<i32>
  %f = stablehlo.convert %r : (tensor<i32>) -> tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %v = stablehlo.add %f, %one : tensor<f32>
  %0 = dist.all_reduce %v prod over ["x", "y"] on @mesh : tensor<f32>
  %1 = dist.all_reduce %v min over ["x", "y"] on @mesh : tensor<f32>
  %2 = dist.all_reduce %v max over ["x", "y"] on @mesh : tensor<f32>
  %p = stablehlo.convert %r : (tensor<i32>) -> tensor<i1>
  %3 = dist.all_reduce %p and over ["x", "y"] on @mesh : tensor<i1>
  %4 = dist.all_reduce %p or over ["x", "y"] on @mesh : tensor<i1>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i1>, tensor<i1>
}

// -----

// Collectives inside of a microbatch region: each run of a rank meets the same
// run of the others.
// CHECK: rank 0 sum: 106 : tensor<i32>
// CHECK: rank 0 stack: [3, 103] : tensor<2xi32>
// CHECK: rank 1 sum: 106 : tensor<i32>
// CHECK: rank 1 stack: [3, 103] : tensor<2xi32>
dist.mesh @mesh <"x"=2>
func.func @main() -> (tensor<i32> {dist.name = "sum"}, tensor<2xi32> {dist.name = "stack"}) {
  %r = dist.shard_offset of 2 granule 1 over ["x"] on @mesh : tensor<i32>
  %s = stablehlo.constant dense<[1, 51]> : tensor<2xi32>
  %0:2 = dist.microbatch 2 (%s) kinds = [sum, stack] {
  ^bb0(%i: tensor<i32>):
    %v = stablehlo.add %i, %r : tensor<i32>
    %all = dist.all_reduce %v sum over ["x"] on @mesh : tensor<i32>
    dist.yield %all, %all : tensor<i32>, tensor<i32>
  } : (tensor<2xi32>) -> (tensor<i32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<i32>, tensor<2xi32>
}
