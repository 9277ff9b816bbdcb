// An op that belongs to no layer, and stands between ops of layers, is on the stage of the
// first that reads it.
// RUN: shard-opt %s --shardc-assign-stages=pp=2 | FileCheck %s

// CHECK: stablehlo.sine %{{.*}} {dist.layer = 0 : i64, dist.stage = 0 : i64}
// CHECK: stablehlo.cosine %{{.*}} {dist.stage = 0 : i64}
// CHECK: stablehlo.tanh %{{.*}} {dist.layer = 0 : i64, dist.stage = 0 : i64}
// CHECK: stablehlo.abs %{{.*}} {dist.stage = 1 : i64}
// CHECK: stablehlo.exponential %{{.*}} {dist.layer = 1 : i64, dist.stage = 1 : i64}
// CHECK: stablehlo.negate %{{.*}} {dist.stage = 1 : i64}
func.func @main(%x: tensor<4x3xf32> {dist.name = "x", dist.role = "input"}) -> tensor<4x3xf32> {
  %0 = stablehlo.sine %x {dist.layer = 0 : i64} : tensor<4x3xf32>
  %1 = stablehlo.cosine %0 : tensor<4x3xf32>
  %2 = stablehlo.tanh %1 {dist.layer = 0 : i64} : tensor<4x3xf32>
  %3 = stablehlo.abs %2 : tensor<4x3xf32>
  %4 = stablehlo.exponential %3 {dist.layer = 1 : i64} : tensor<4x3xf32>
  %5 = stablehlo.negate %4 : tensor<4x3xf32>
  return %5 : tensor<4x3xf32>
}
