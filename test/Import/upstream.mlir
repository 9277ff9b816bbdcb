// Programs of linalg and of TOSA, as torch-mlir prints them, become StableHLO; a
// transformer block costs what its StableHLO twin costs.
// RUN: shardc import %S/Inputs/upstream/mlp.linalg.mlir | FileCheck %s
// RUN: shardc import %S/Inputs/upstream/mlp.tosa.mlir | FileCheck %s
// RUN: shardc check %S/Inputs/upstream/block.linalg.mlir --strategy tp=2 --json | FileCheck %s --check-prefix=TP
// RUN: shardc check %S/Inputs/upstream/block.tosa.mlir --strategy tp=2 --json | FileCheck %s --check-prefix=TP
// RUN: shardc check %S/Inputs/upstream/block.stablehlo.mlir --strategy tp=2 --json | FileCheck %s --check-prefix=TP
// RUN: shardc check %S/Inputs/upstream/block.tosa.mlir --strategy dp=2 --json | FileCheck %s --check-prefix=DP
// RUN: split-file %s %t
// RUN: not shardc import %t/rescale.mlir 2>&1 | FileCheck %s --check-prefix=RESCALE
// RUN: not shardc import %t/zero-point.mlir 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not shardc import %t/reduction.mlir 2>&1 | FileCheck %s --check-prefix=REDUCTION
// RUN: not shardc import %t/body.mlir 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not shardc import %t/buffers.mlir 2>&1 | FileCheck %s --check-prefix=BUFFERS

// CHECK: func.func @main(%[[X:.*]]: tensor<8x16xf32>
// CHECK: %[[W:.*]] = stablehlo.transpose %arg1, dims = [1, 0]
// CHECK: %[[H:.*]] = stablehlo.dot_general %arg0, %[[W]], contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
// CHECK: stablehlo.add %[[H]],
// CHECK: stablehlo.maximum
// CHECK: stablehlo.dot_general {{.*}} contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x4xf32>) -> tensor<8x4xf32>
// TP: "collectives":{"all_reduce":2}{{.*}}"pass":true
// DP: "collectives":{}{{.*}}"pass":true
// RESCALE: rescale.mlir:5:8: error: op 'tosa.rescale' is not supported: quantized programs are not supported
// RESCALE-NOT: error:
// ZERO: zero-point.mlir:4:8: error: op 'tosa.matmul' is not supported: its zero points are those of quantized numbers
// ZERO-NOT: error:
// REDUCTION: reduction.mlir:2:8: error: op 'linalg.generic' is not supported: its reduction is not a sum, product, maximum, minimum or conjunction
// REDUCTION-NOT: error:
// BODY: body.mlir:4:10: error: op 'math.acos' is not supported
// BODY: body.mlir:2:8: note: in the body of this 'linalg.generic'
// BODY-NOT: error:
// BUFFERS: buffers.mlir:1:17: error: argument #0 has type 'memref<4xf32>', but must be a ranked tensor
// BUFFERS-NOT: error:

//--- rescale.mlir
func.func @main(%x: tensor<4xi32>) -> tensor<4xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = tosa.rescale %x, %m, %s, %z, %s {rounding_mode = SINGLE_ROUND, scale32 = true, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}
//--- zero-point.mlir
func.func @main(%x: tensor<1x4x4xi8>) -> tensor<1x4x4xi32> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  // Numbers that are three too large.
  %0 = tosa.matmul %x, %x, %z, %z : (tensor<1x4x4xi8>, tensor<1x4x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4xi32>
  return %0 : tensor<1x4x4xi32>
}
//--- reduction.mlir
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.divf %b, %a : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- body.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = math.acos %a : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- buffers.mlir
func.func @main(%x: memref<4xf32>) {
  return
}
