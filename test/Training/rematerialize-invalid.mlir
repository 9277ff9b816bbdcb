// Refusals of rematerialisation and of its verifier.

// RUN: split-file %s %t.d
// RUN: not shard-opt %t.d/tag.mlir --shardc-rematerialize=recompute=every:2 2>&1 | FileCheck %s --check-prefix=POLICY
// RUN: shard-opt %t.d/reader.mlir --shardc-rematerialize=recompute=full -o %t 2>&1 | FileCheck %s --check-prefix=NOTAG
// RUN: not shard-opt %t.d/tag.mlir --shardc-verify-rematerialize 2>&1 | FileCheck %t.d/tag.mlir
// RUN: not shard-opt %t.d/phase.mlir --shardc-verify-rematerialize 2>&1 | FileCheck %t.d/phase.mlir
// RUN: not shard-opt %t.d/reader.mlir --shardc-verify-rematerialize 2>&1 | FileCheck %t.d/reader.mlir
// RUN: not shard-opt %t.d/gather.mlir --shardc-verify-rematerialize 2>&1 | FileCheck %t.d/gather.mlir

// POLICY: error: 'builtin.module' op cannot recompute 'every:2'; the supported policies are 'none' and 'full'
// NOTAG: warning: nothing is recomputed: no value is tagged by 'dist.checkpoint'

//--- tag.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[@LINE+1]]:8: error: 'dist.checkpoint' op must not exist after rematerialisation
  %c = dist.checkpoint %x "layers.0.input" : tensor<4xf32>
  return %c : tensor<4xf32>
}

//--- phase.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[@LINE+1]]:8: error: 'stablehlo.tanh' op is recomputed, but is not of the backward phase
  %c = stablehlo.tanh %x {dist.recompute} : tensor<4xf32>
  // In a step that says of which pass its ops are.
  %d = stablehlo.negate %c {dist.phase = "backward"} : tensor<4xf32>
  return %d : tensor<4xf32>
}

//--- reader.mlir
func.func @main(%x: tensor<4xf32>) {
  // CHECK: :[[@LINE+1]]:8: error: 'stablehlo.tanh' op is recomputed, but is read outside the backward phase
  %c = stablehlo.tanh %x {dist.recompute, dist.phase = "backward"} : tensor<4xf32>
  // CHECK: :[[@LINE+1]]:8: note: read here
  %d = stablehlo.negate %c : tensor<4xf32>
  return
}

//--- gather.mlir
dist.mesh @mesh <"fsdp"=2>
func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  // CHECK: :[[@LINE+1]]:8: error: 'dist.all_gather' op is to run again in the backward pass, but its forward result is read there
  %c = dist.all_gather %x dim 0 over ["fsdp"] on @mesh {dist.regather} : (tensor<4xf32>) -> tensor<8xf32>
  // CHECK: :[[@LINE+1]]:8: note: read here
  %d = stablehlo.negate %c {dist.phase = "backward"} : tensor<8xf32>
  return %d : tensor<8xf32>
}
