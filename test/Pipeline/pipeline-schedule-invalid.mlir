// RUN: not shard-opt %s --shardc-pipeline=schedule=zigzag 2>&1 | FileCheck %s
// CHECK: error: unknown schedule 'zigzag'; expected 1f1b or gpipe
func.func @main(%x: tensor<4xf32> {dist.role = "input"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
