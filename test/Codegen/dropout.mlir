// RUN: shard-opt %s --shardc-decompose-segments --shardc-outline-kernels | FileCheck %s

// A draw is part of the kernels that read it: no mask, and none of the generator's words,
// lies in memory; the gradient draws again.
// CHECK-LABEL: func.func private @step
// CHECK-NEXT: %[[Y:.*]] = sched.launch @k_{{[a-z]+}}_0(%arg2, %arg0) : (tensor<2xui32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %[[M:.*]] = sched.gemm %[[Y]], %arg1
// CHECK-NEXT: %[[D:.*]] = sched.launch @k_{{[a-z]+}}_1(%arg2, %[[M]]) {inplace = array<i64: 1>} : (tensor<2xui32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %[[D]]
func.func private @step(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %k: tensor<2xui32>) -> tensor<4x8xf32> attributes {dist.segment = "step"} {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  %1 = nn.dropout %0, key %k {rate = 0.25 : f64, stream = 3 : i64} : (tensor<4x8xf32>, tensor<2xui32>) -> tensor<4x8xf32>
  %2 = sched.gemm %1, %w {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 8, a_m = 8, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %3 = nn.dropout %2, key %k {rate = 0.25 : f64, stream = 3 : i64} : (tensor<4x8xf32>, tensor<2xui32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
