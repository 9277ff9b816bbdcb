// Attention as jax.nn.dot_product_attention prints it becomes one op, however its
// dimensions are ordered; what is switched off stays.
// RUN: shardc import %s | FileCheck %s
// RUN: shardc import %s --raise=off | FileCheck %s --check-prefix=OFF
// RUN: shardc import %s --raise=silu,gelu | FileCheck %s --check-prefix=SOME
// RUN: shardc import %s --remarks=raise 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: not shardc import %s --raise=atention 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: shard-opt %s --shardc-raise-composites=kinds=attention | FileCheck %s --check-prefix=PASS
// RUN: not shard-opt %s --shardc-raise-composites=kinds=atention 2>&1 | FileCheck %s --check-prefix=KIND

// CHECK-LABEL: func.func @main
// CHECK: %[[OUT:.*]], %{{.*}} = nn.attention %arg0, %arg1, %arg2 {causal, scale = 5.000000e-01 : f64}
// CHECK-NOT: stablehlo.exponential
// CHECK: nn.silu
// OFF-NOT: nn.
// OFF: stablehlo.exponential
// SOME-NOT: nn.attention
// SOME: nn.silu
// REMARK: raise.mlir:{{.*}}: remark: raised 1 attention, 1 silu
// UNKNOWN: shardc: error: --raise: unknown kind 'atention'; known: on, off, attention, softmax
// PASS: nn.attention
// PASS-NOT: nn.silu
// KIND: error: 'atention' is no kind of composite
func.func @main(%q: tensor<2x8x4x4xf32>, %k: tensor<2x8x2x4xf32>, %v: tensor<2x8x2x4xf32>) -> tensor<2x8x4x4xf32> {
  %half = stablehlo.constant dense<5.0e-01> : tensor<2x2x8x2x8xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %lows = stablehlo.constant dense<-2.38197633E+38> : tensor<2x2x2x8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %groups = stablehlo.reshape %q : (tensor<2x8x4x4xf32>) -> tensor<2x8x2x2x4xf32>
  %products = stablehlo.dot_general %groups, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3] : (tensor<2x8x2x2x4xf32>, tensor<2x8x2x4xf32>) -> tensor<2x2x8x2x8xf32>
  %scaled = stablehlo.multiply %products, %half : tensor<2x2x8x2x8xf32>
  %scores = stablehlo.transpose %scaled, dims = [3, 0, 1, 2, 4] : (tensor<2x2x8x2x8xf32>) -> tensor<2x2x2x8x8xf32>
  %rows = stablehlo.iota dim = 0 : tensor<8x8xi32>
  %columns = stablehlo.iota dim = 1 : tensor<8x8xi32>
  %visible = stablehlo.compare GE, %rows, %columns, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
  %mask = stablehlo.broadcast_in_dim %visible, dims = [3, 4] : (tensor<8x8xi1>) -> tensor<2x2x2x8x8xi1>
  %masked = stablehlo.select %mask, %scores, %lows : tensor<2x2x2x8x8xi1>, tensor<2x2x2x8x8xf32>
  %highest = stablehlo.reduce(%masked init: %low) applies stablehlo.maximum across dimensions = [4] : (tensor<2x2x2x8x8xf32>, tensor<f32>) -> tensor<2x2x2x8xf32>
  %highests = stablehlo.broadcast_in_dim %highest, dims = [0, 1, 2, 3] : (tensor<2x2x2x8xf32>) -> tensor<2x2x2x8x8xf32>
  %shifted = stablehlo.subtract %masked, %highests : tensor<2x2x2x8x8xf32>
  %powers = stablehlo.exponential %shifted : tensor<2x2x2x8x8xf32>
  %sum = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [4] : (tensor<2x2x2x8x8xf32>, tensor<f32>) -> tensor<2x2x2x8xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2, 3] : (tensor<2x2x2x8xf32>) -> tensor<2x2x2x8x8xf32>
  %p = stablehlo.divide %powers, %sums : tensor<2x2x2x8x8xf32>
  %out = stablehlo.dot_general %v, %p, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4] : (tensor<2x8x2x4xf32>, tensor<2x2x2x8x8xf32>) -> tensor<2x2x4x2x8xf32>
  %back = stablehlo.transpose %out, dims = [0, 4, 1, 3, 2] : (tensor<2x2x4x2x8xf32>) -> tensor<2x8x2x2x4xf32>
  %y = stablehlo.reshape %back : (tensor<2x8x2x2x4xf32>) -> tensor<2x8x4x4xf32>
  %gate = stablehlo.logistic %y : tensor<2x8x4x4xf32>
  %result = stablehlo.multiply %y, %gate : tensor<2x8x4x4xf32>
  return %result : tensor<2x8x4x4xf32>
}
