// Stages without microbatches: one is made of everything before the update.
// A value may skip a stage; ops without a stage follow their operands.
// RUN: shard-opt %s --shardc-pipeline --shardc-verify-pipeline | FileCheck %s
// RUN: shard-opt %s --shardc-interpret=entry=main | grep "^y" > %t.whole
// RUN: shard-opt %s --shardc-pipeline --shardc-interpret | grep "^y" > %t.parts
// RUN: diff %t.whole %t.parts

dist.mesh @mesh <"pp"=3>
// CHECK-LABEL: func.func @program_0(
// CHECK-SAME: tensor<4xf32> {dist.name = "x", dist.role = "input"}
// CHECK: %[[A:.*]] = call @forward_0
// CHECK: dist.send %[[A]] channel 0 to 1
// CHECK-NEXT: dist.send %[[A]] channel 1 to 2
// CHECK-LABEL: func.func @program_1(
// CHECK: dist.recv channel 0 from 0
// CHECK: %[[B:.*]] = call @forward_1
// CHECK: dist.send %[[B]] channel 2 to 2
// Stage 2 reads the input as well: it is given to both.
// CHECK-LABEL: func.func @program_2(
// CHECK-SAME: tensor<4xf32> {dist.name = "x", dist.role = "input"}
// CHECK: dist.recv channel 1 from 0
// CHECK: dist.recv channel 2 from 1
// CHECK: call @forward_2
func.func @main(%x: tensor<4xf32> {dist.name = "x", dist.role = "input"})
    -> (tensor<4xf32> {dist.name = "y", dist.role = "output"}) {
  %0 = stablehlo.add %x, %x {dist.stage = 0 : i64} : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = stablehlo.multiply %1, %1 {dist.stage = 1 : i64} : tensor<4xf32>
  %3 = stablehlo.add %2, %1 {dist.stage = 2 : i64} : tensor<4xf32>
  %4 = stablehlo.add %3, %x : tensor<4xf32>
  return %4 : tensor<4xf32>
}
