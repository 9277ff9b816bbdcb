// RUN: shard-opt %s --shardc-outline-kernels --split-input-file | FileCheck %s

// A chain is one kernel; the result takes over what dies here.
// CHECK-LABEL: func.func private @chain
// CHECK-NEXT: %[[A:.*]] = sched.launch @k_add_0(%arg0, %arg1) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %[[B:.*]] = sched.gemm
// CHECK-NEXT: %[[C:.*]] = sched.launch @k_negate_1(%[[B]]) {inplace = array<i64: 0>}
// CHECK-NEXT: return %[[C]]
// CHECK: func.func private @k_add_0
// CHECK-NEXT: stablehlo.tanh
// CHECK-NEXT: stablehlo.broadcast_in_dim
// CHECK-NEXT: stablehlo.add
func.func private @chain(%x: tensor<4x8xf32>, %b: tensor<8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> attributes {dist.segment = "step"} {
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.tanh %x : tensor<4x8xf32>
  %2 = stablehlo.add %1, %0 : tensor<4x8xf32>
  %3 = sched.gemm %2, %w {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 8, a_m = 8, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %4 = stablehlo.negate %3 : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// -----

// A reduction takes its producers along; what several kernels need and is not
// cheap is stored once.
// CHECK-LABEL: func.func private @softmax
// CHECK-NEXT: %[[MAX:.*]] = sched.launch @k_reduce_0(%arg0)
// CHECK-NEXT: %[[EXP:.*]] = sched.launch @k_exponential_1(%arg0, %[[MAX]])
// CHECK-NEXT: %[[SUM:.*]] = sched.launch @k_reduce_2(%[[EXP]])
// CHECK-NEXT: %[[OUT:.*]] = sched.launch @k_divide_3(%[[EXP]], %[[SUM]]) {inplace = array<i64: 0>}
// CHECK-NEXT: return %[[OUT]]
// CHECK: func.func private @k_reduce_0
// CHECK: stablehlo.multiply
// CHECK: stablehlo.reduce
func.func private @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {dist.segment = "step"} {
  %c = stablehlo.constant dense<0.5> : tensor<4x8xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.multiply %x, %c : tensor<4x8xf32>
  %0 = stablehlo.reduce(%s init: %n) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.subtract %s, %1 : tensor<4x8xf32>
  %3 = stablehlo.exponential %2 : tensor<4x8xf32>
  %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %6 = stablehlo.divide %3, %5 : tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}

// -----

// Updates that share operands are one kernel of several results, each in the
// buffer that the segment wants it in.
// CHECK-LABEL: func.func private @update
// CHECK-NEXT: %[[R:.*]]:2 = sched.launch @k_add_0(%arg1, %arg2, %arg0) {inplace = array<i64: 0, 2>}
// CHECK-NEXT: return %[[R]]#1, %[[R]]#0
func.func private @update(%p: tensor<8x8xf32>, %m: tensor<8x8xf32>, %g: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) attributes {dist.segment = "update", dist.donate = array<i64: 0, 1>} {
  %0 = stablehlo.add %m, %g : tensor<8x8xf32>
  %1 = stablehlo.subtract %p, %0 : tensor<8x8xf32>
  return %1, %0 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Equal kernels exist once; a reshape of what lies in memory is no kernel.
// CHECK-LABEL: func.func private @twice
// CHECK: sched.launch @k_tanh_0(%arg0)
// CHECK: sched.launch @k_tanh_0(%arg1)
// CHECK: stablehlo.reshape
// CHECK-NOT: @k_tanh_1
func.func private @twice(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<32xf32>) attributes {dist.segment = "step"} {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  %1 = stablehlo.tanh %y : tensor<4x8xf32>
  %2 = stablehlo.reshape %1 : (tensor<4x8xf32>) -> tensor<32xf32>
  return %0, %2 : tensor<4x8xf32>, tensor<32xf32>
}

// -----

// A mask is part of the kernel around it; what a collective needs is stored
// before it.
// CHECK-LABEL: func.func private @masked
// CHECK-NEXT: %[[A:.*]] = sched.launch @k_reduce_0(%arg0)
// CHECK-NEXT: %[[B:.*]] = dist.all_reduce %[[A]]
// CHECK-NEXT: %[[C:.*]] = sched.launch @k_negate_1(%[[B]]) {inplace = array<i64: 0>}
// CHECK-NEXT: return %[[C]]
// CHECK: func.func private @k_reduce_0
// CHECK-NEXT: dist.mask
dist.mesh @mesh <"tp"=3>
func.func private @masked(%x: tensor<4x59xf32>) -> tensor<4xf32> attributes {dist.segment = "step"} {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.mask %x dim 1 of 176 granule 1 over ["tp"] on @mesh fill 0.0 : f32 : tensor<4x59xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x59xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = dist.all_reduce %1 sum over ["tp"] on @mesh : tensor<4xf32>
  %3 = stablehlo.negate %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// Costly values are not computed again for each row they are broadcast to.
// CHECK-LABEL: func.func private @rows
// CHECK-NEXT: %[[A:.*]] = sched.launch @k_exponential_0(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: sched.launch @k_add_1(%arg1, %[[A]])
func.func private @rows(%b: tensor<8xf32>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {dist.segment = "step"} {
  %0 = stablehlo.exponential %b : tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.add %x, %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
