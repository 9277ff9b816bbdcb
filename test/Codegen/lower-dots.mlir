// RUN: shard-opt %s --shardc-lower-segment-dots --split-input-file | FileCheck %s --check-prefixes=CHECK,HOST
// RUN: shard-opt %s --shardc-lower-segment-dots=target=cuda --split-input-file | FileCheck %s --check-prefixes=CHECK,CUDA

// Leading dimensions merge into m.
// CHECK-LABEL: func.func private @plain
// CHECK: sched.gemm %arg0, %arg1 {a_batch = array<i64>, a_k = 1 : i64, a_m = 16 : i64, b_batch = array<i64>, b_k = 8 : i64, b_n = 1 : i64, batch = array<i64>, c_batch = array<i64>, c_m = 8 : i64, c_n = 1 : i64, k = 16 : i64, m = 12 : i64, n = 8 : i64, sched.flops = 3072 : i64}
func.func private @plain(%x: tensor<3x4x16xf32>, %w: tensor<16x8xf32>) -> tensor<3x4x8xf32> attributes {dist.segment = "step"} {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<3x4x16xf32>, tensor<16x8xf32>) -> tensor<3x4x8xf32>
  return %0 : tensor<3x4x8xf32>
}

// -----

// Transposes before and after become strides; heads become batches.
// CHECK-LABEL: func.func private @heads
// CHECK-NEXT: sched.gemm %arg0, %arg1 {a_batch = array<i64: 48, 8>, a_k = 1 : i64, a_m = 16 : i64, b_batch = array<i64: 80, 8>, b_k = 1 : i64, b_n = 16 : i64, batch = array<i64: 4, 2>, c_batch = array<i64: 30, 5>, c_m = 10 : i64, c_n = 1 : i64
// CHECK-NEXT: return
func.func private @heads(%q: tensor<4x3x2x8xf32>, %k: tensor<4x5x2x8xf32>) -> tensor<4x3x2x5xf32> attributes {dist.segment = "step"} {
  %0 = stablehlo.transpose %k, dims = [0, 2, 3, 1] : (tensor<4x5x2x8xf32>) -> tensor<4x2x8x5xf32>
  %1 = stablehlo.dot_general %q, %0, batching_dims = [0, 2] x [0, 1], contracting_dims = [3] x [2] : (tensor<4x3x2x8xf32>, tensor<4x2x8x5xf32>) -> tensor<4x2x3x5xf32>
  %2 = stablehlo.transpose %1, dims = [0, 2, 1, 3] : (tensor<4x2x3x5xf32>) -> tensor<4x3x2x5xf32>
  return %2 : tensor<4x3x2x5xf32>
}

// -----

// Grouped queries: rows that do not merge are batches in which keys stand still.
// CHECK-LABEL: func.func private @grouped
// CHECK: sched.gemm {{.*}} b_batch = array<i64: {{[0-9]+}}, {{[0-9]+}}, 0>
func.func private @grouped(%q: tensor<4x6x2x3x8xf32>, %k: tensor<4x5x2x8xf32>) -> tensor<4x2x6x3x5xf32> attributes {dist.segment = "step"} {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3] : (tensor<4x6x2x3x8xf32>, tensor<4x5x2x8xf32>) -> tensor<4x2x6x3x5xf32>
  return %0 : tensor<4x2x6x3x5xf32>
}

// -----

// Contracted dimensions that no stride walks make one operand move.
// CHECK-LABEL: func.func private @packed
// CHECK: %[[A:.*]] = sched.launch @k_pack_0(%arg1)
// CHECK: sched.gemm %arg0, %[[A]]
// CHECK: func.func private @k_pack_0{{.*}}sched.kernel
// CHECK: stablehlo.transpose
func.func private @packed(%x: tensor<5x2x3xf32>, %w: tensor<3x7x2xf32>) -> tensor<5x7xf32> attributes {dist.segment = "step"} {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1, 2] x [2, 0] : (tensor<5x2x3xf32>, tensor<3x7x2xf32>) -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// -----

// Other types are kernels; bf16 goes through f32 on the host.
// CHECK-LABEL: func.func private @types
// CHECK: sched.launch @k_dot_0(%arg0, %arg1) {sched.flops = 1536 : i64}
// HOST: stablehlo.convert %arg2 : (tensor<4x16xbf16>) -> tensor<4x16xf32>
// HOST: sched.gemm {{.*}} (tensor<4x16xf32>, tensor<16x12xf32>) -> tensor<4x12xf32>
// HOST: stablehlo.convert {{.*}} : (tensor<4x12xf32>) -> tensor<4x12xbf16>
// CUDA: sched.gemm %arg2, %arg3 {{.*}} (tensor<4x16xbf16>, tensor<16x12xbf16>) -> tensor<4x12xbf16>
// CHECK: sched.launch @k_dot_1(%arg4, %arg5)
func.func private @types(%a: tensor<4x16xf64>, %b: tensor<16x12xf64>, %c: tensor<4x16xbf16>, %d: tensor<16x12xbf16>, %e: tensor<4x16xi32>, %f: tensor<16x12xi32>) -> (tensor<4x12xf64>, tensor<4x12xbf16>, tensor<4x12xi32>) attributes {dist.segment = "step"} {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x16xf64>, tensor<16x12xf64>) -> tensor<4x12xf64>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x16xbf16>, tensor<16x12xbf16>) -> tensor<4x12xbf16>
  %2 = stablehlo.dot_general %e, %f, contracting_dims = [1] x [0] : (tensor<4x16xi32>, tensor<16x12xi32>) -> tensor<4x12xi32>
  return %0, %1, %2 : tensor<4x12xf64>, tensor<4x12xbf16>, tensor<4x12xi32>
}
