// A stage set by hand binds its layer; an op keeps its own.
// RUN: split-file %s %t
// RUN: shard-opt %t/good.mlir --shardc-assign-stages=pp=2 | FileCheck %t/good.mlir
// RUN: not shard-opt %t/falling.mlir --shardc-assign-stages=pp=2 2>&1 | FileCheck %t/falling.mlir
// RUN: not shard-opt %t/outside.mlir --shardc-assign-stages=pp=2 2>&1 | FileCheck %t/outside.mlir

//--- good.mlir
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"}) -> tensor<4x8xf32> {
  // CHECK: stablehlo.negate {{.*}} {dist.layer = 0 : i64, dist.stage = 0 : i64}
  %0 = stablehlo.negate %x {dist.layer = 0 : i64} : tensor<4x8xf32>
  // CHECK: stablehlo.negate {{.*}} {dist.layer = 1 : i64, dist.stage = 1 : i64}
  %1 = stablehlo.negate %0 {dist.layer = 1 : i64} : tensor<4x8xf32>
  // CHECK: stablehlo.abs {{.*}} {dist.layer = 1 : i64, dist.stage = 1 : i64}
  %2 = stablehlo.abs %1 {dist.layer = 1 : i64, dist.stage = 1 : i64} : tensor<4x8xf32>
  // CHECK: stablehlo.negate {{.*}} {dist.layer = 2 : i64, dist.stage = 1 : i64}
  %3 = stablehlo.negate %2 {dist.layer = 2 : i64} : tensor<4x8xf32>
  // CHECK: stablehlo.negate {{.*}} {dist.layer = 3 : i64, dist.stage = 1 : i64}
  %4 = stablehlo.negate %3 {dist.layer = 3 : i64} : tensor<4x8xf32>
  // CHECK: stablehlo.abs {{.*}} {dist.stage = 0 : i64}
  %5 = stablehlo.abs %4 {dist.stage = 0 : i64} : tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

//--- falling.mlir
// CHECK: error: no 2 ranges of consecutive layers agree with the stages set by hand; every stage needs a layer and stages must not fall
// CHECK: note: layer 0 is on stage 1
// CHECK: note: layer 1 is on stage 0
func.func @main(%x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"}) -> tensor<4x8xf32> {
  %0 = stablehlo.negate %x {dist.layer = 0 : i64, dist.stage = 1 : i64} : tensor<4x8xf32>
  %1 = stablehlo.negate %0 {dist.layer = 1 : i64, dist.stage = 0 : i64} : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

//--- outside.mlir
// CHECK: error: 'stablehlo.negate' op is put on stage 2 of 2
func.func @main(%x: tensor<4x8xf32> {dist.name = "x", dist.role = "input"}) -> tensor<4x8xf32> {
  %0 = stablehlo.negate %x {dist.layer = 0 : i64, dist.stage = 2 : i64} : tensor<4x8xf32>
  %1 = stablehlo.negate %0 {dist.layer = 1 : i64} : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
