// Gathers move in front of the layer before theirs, within the bytes that may be alive.
// RUN: shard-opt %s --split-input-file --shardc-prefetch | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: shard-opt %s --split-input-file --shardc-prefetch=bytes=127 | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: not shard-opt %s --split-input-file --shardc-prefetch=bytes=-1 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: 'builtin.module' op option 'bytes' must be 0 or more, but is -1

// Three layers of 64 bytes: two are alive at a time, never three.
// CHECK-LABEL: @layers
// TWO-NEXT: all_gather %arg0
// TWO-NEXT: all_gather %arg1
// TWO-NEXT: dot_general
// TWO-NEXT: all_gather %arg2
// TWO-NEXT: dot_general
// TWO-NEXT: dot_general
// NONE-NEXT: all_gather %arg0
// NONE-NEXT: dot_general
// NONE-NEXT: all_gather %arg1
// NONE-NEXT: dot_general
// NONE-NEXT: all_gather %arg2
// NONE-NEXT: dot_general
func.func @layers(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>, %c: tensor<2x4xf32>, %x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %g0 = dist.all_gather %a dim 0 over ["fsdp"] on @mesh {dist.layer = 0 : i64, dist.regather} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %y = stablehlo.dot_general %x, %g0, contracting_dims = [1] x [0] {dist.layer = 0 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %g1 = dist.all_gather %b dim 0 over ["fsdp"] on @mesh {dist.layer = 1 : i64, dist.regather} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %z = stablehlo.dot_general %y, %g1, contracting_dims = [1] x [0] {dist.layer = 1 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %g2 = dist.all_gather %c dim 0 over ["fsdp"] on @mesh {dist.layer = 2 : i64, dist.regather} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %r = stablehlo.dot_general %z, %g2, contracting_dims = [1] x [0] {dist.layer = 2 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
dist.mesh @mesh <"fsdp"=2>

// -----

// What a later layer still reads is alive until then: with it there is no room for another.
// CHECK-LABEL: @tied
// CHECK-NEXT: all_gather %arg0
// TWO-NEXT: all_gather %arg1
// CHECK-NEXT: dot_general
// NONE-NEXT: all_gather %arg1
// CHECK-NEXT: dot_general
// CHECK-NEXT: all_gather %arg2
// CHECK-NEXT: dot_general
// CHECK-NEXT: dot_general
func.func @tied(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>, %c: tensor<2x4xf32>, %x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %g0 = dist.all_gather %a dim 0 over ["fsdp"] on @mesh {dist.layer = 0 : i64, dist.regather} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %y = stablehlo.dot_general %x, %g0, contracting_dims = [1] x [0] {dist.layer = 0 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %g1 = dist.all_gather %b dim 0 over ["fsdp"] on @mesh {dist.layer = 1 : i64, dist.regather} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %z = stablehlo.dot_general %y, %g1, contracting_dims = [1] x [0] {dist.layer = 1 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %g2 = dist.all_gather %c dim 0 over ["fsdp"] on @mesh {dist.layer = 2 : i64, dist.regather} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %r = stablehlo.dot_general %z, %g2, contracting_dims = [1] x [0] {dist.layer = 2 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %s = stablehlo.dot_general %r, %g0, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %s : tensor<8x4xf32>
}
dist.mesh @mesh <"fsdp"=2>

// -----

// Stages and phases are programs of their own, and activations are gathered when they are there.
// CHECK-LABEL: @stages
// CHECK-NEXT: all_gather %arg0
// CHECK-NEXT: dot_general
// CHECK-NEXT: all_gather %arg1
// CHECK-NEXT: dot_general
// CHECK-NEXT: all_gather %arg2
// CHECK-NEXT: dot_general
// CHECK-NEXT: slice
// CHECK-NEXT: all_gather
func.func @stages(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>, %c: tensor<2x4xf32>, %x: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %g0 = dist.all_gather %a dim 0 over ["fsdp"] on @mesh {dist.layer = 0 : i64, dist.regather, dist.stage = 0 : i64} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %y = stablehlo.dot_general %x, %g0, contracting_dims = [1] x [0] {dist.layer = 0 : i64, dist.stage = 0 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %g1 = dist.all_gather %b dim 0 over ["fsdp"] on @mesh {dist.layer = 1 : i64, dist.regather, dist.stage = 1 : i64} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %z = stablehlo.dot_general %y, %g1, contracting_dims = [1] x [0] {dist.layer = 1 : i64, dist.stage = 1 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %g2 = dist.all_gather %c dim 0 over ["fsdp"] on @mesh {dist.layer = 2 : i64, dist.regather, dist.phase = "backward", dist.stage = 1 : i64} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %r = stablehlo.dot_general %z, %g2, contracting_dims = [1] x [0] {dist.layer = 2 : i64, dist.phase = "backward", dist.stage = 1 : i64} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %s = stablehlo.slice %r [0:2, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>
  %t = dist.all_gather %s dim 0 over ["fsdp"] on @mesh {dist.layer = 1 : i64, dist.phase = "backward", dist.regather, dist.stage = 1 : i64} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return %t : tensor<4x4xf32>
}
dist.mesh @mesh <"fsdp"=2>
