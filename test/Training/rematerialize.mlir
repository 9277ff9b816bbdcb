// Two layers and a head on a partitioned program: the backward pass of each
// layer reads clones, placed before its first backward op. The collective
// inside a layer that its backward needs runs again; the one at its end, whose
// sum only the forward pass reads, does not.

// RUN: shard-opt %s --shardc-rematerialize --shardc-verify-rematerialize | FileCheck %s
// RUN: shard-opt %s --shardc-rematerialize=recompute=none --shardc-verify-rematerialize | FileCheck %s --check-prefix=NONE
// RUN: shard-opt %s --shardc-rematerialize -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

module attributes {shardc.recompute = "full"} {
dist.mesh @mesh <"tp"=2>

func.func @main(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %in = stablehlo.negate %x : tensor<4xf32>
  %c0 = dist.checkpoint %in "layers.0.input" : tensor<4xf32>
  %a0 = stablehlo.tanh %c0 {dist.layer = 0 : i64} : tensor<4xf32>
  %r0 = dist.all_reduce %a0 sum over ["tp"] on @mesh {dist.layer = 0 : i64} : tensor<4xf32>
  %b0 = stablehlo.sine %r0 {dist.layer = 0 : i64} : tensor<4xf32>
  %s0 = dist.all_reduce %b0 sum over ["tp"] on @mesh {dist.layer = 0 : i64} : tensor<4xf32>
  %d0 = stablehlo.add %s0, %c0 {dist.layer = 0 : i64} : tensor<4xf32>
  %c1 = dist.checkpoint %d0 "layers.1.input" : tensor<4xf32>
  %a1 = stablehlo.tanh %c1 {dist.layer = 1 : i64} : tensor<4xf32>
  %d1 = stablehlo.add %a1, %c1 {dist.layer = 1 : i64} : tensor<4xf32>
  %head = stablehlo.exponential %d1 : tensor<4xf32>
  %gh = stablehlo.multiply %g, %head {dist.phase = "backward"} : tensor<4xf32>
  %g1 = stablehlo.multiply %gh, %a1 {dist.layer = 1 : i64, dist.phase = "backward"} : tensor<4xf32>
  %g2 = stablehlo.multiply %g1, %c1 {dist.layer = 1 : i64, dist.phase = "backward"} : tensor<4xf32>
  %g3 = stablehlo.multiply %g2, %b0 {dist.layer = 0 : i64, dist.phase = "backward"} : tensor<4xf32>
  %g4 = stablehlo.multiply %g3, %r0 {dist.layer = 0 : i64, dist.phase = "backward"} : tensor<4xf32>
  %g5 = stablehlo.multiply %g4, %c0 {dist.layer = 0 : i64, dist.phase = "backward"} : tensor<4xf32>
  return %head, %g5 : tensor<4xf32>, tensor<4xf32>
}
}

// CHECK: %[[IN:.*]] = stablehlo.negate
// CHECK-NOT: dist.checkpoint
// CHECK: %[[A0:.*]] = stablehlo.tanh %[[IN]] {dist.layer = 0 : i64}
// CHECK: %[[R0:.*]] = dist.all_reduce %[[A0]]
// CHECK: %[[S0:.*]] = dist.all_reduce
// CHECK: %[[D0:.*]] = stablehlo.add %[[S0]], %[[IN]]
// CHECK: %[[D1:.*]] = stablehlo.add {{.*}} {dist.layer = 1 : i64}
// The head stays.
// CHECK: %[[HEAD:.*]] = stablehlo.exponential %[[D1]] : tensor<4xf32>
// CHECK: %[[GH:.*]] = stablehlo.multiply %{{.*}}, %[[HEAD]]
// CHECK-NEXT: %[[A1:.*]] = stablehlo.tanh %[[D0]] {dist.layer = 1 : i64, dist.phase = "backward", dist.recompute}
// CHECK-NEXT: %[[G1:.*]] = stablehlo.multiply %[[GH]], %[[A1]]
// CHECK-NEXT: %[[G2:.*]] = stablehlo.multiply %[[G1]], %[[D0]]
// CHECK-NEXT: %[[A0R:.*]] = stablehlo.tanh %[[IN]] {dist.layer = 0 : i64, dist.phase = "backward", dist.recompute}
// CHECK-NEXT: %[[R0R:.*]] = dist.all_reduce %[[A0R]] sum over ["tp"] on @mesh {dist.layer = 0 : i64, dist.phase = "backward", dist.recompute}
// CHECK-NEXT: %[[B0R:.*]] = stablehlo.sine %[[R0R]]
// CHECK-NEXT: %[[G3:.*]] = stablehlo.multiply %[[G2]], %[[B0R]]
// CHECK-NEXT: %[[G4:.*]] = stablehlo.multiply %[[G3]], %[[R0R]]
// CHECK-NEXT: stablehlo.multiply %[[G4]], %[[IN]]
// CHECK-NEXT: return %[[HEAD]],

// NONE-NOT: dist.checkpoint
// NONE-NOT: dist.recompute
// NONE: return

// REMARK: remark: 4 ops are recomputed in the backward pass, 1 of them collectives
