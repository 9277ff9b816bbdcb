// RUN: shard-opt %s --shardc-generate-cuda-kernels | FileCheck %s

// CHECK: func.func private @k_flat({{.*}} attributes {sched.block = array<i64: 256, 1, 1>, sched.grid = array<i64: 4, 1, 1>, sched.kernel, sched.shared_bytes = 0 : i64}
func.func private @k_flat(%x: tensor<4x1024xf32>) -> tensor<4x1024xf32> attributes {sched.kernel} {
  %0 = stablehlo.negate %x : tensor<4x1024xf32>
  return %0 : tensor<4x1024xf32>
}

// One block a row.
// CHECK: func.func private @k_rows({{.*}} attributes {sched.block = array<i64: 256, 1, 1>, sched.grid = array<i64: 6, 1, 1>
func.func private @k_rows(%x: tensor<6x1000xf32>) -> tensor<6xf32> attributes {sched.kernel} {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<6x1000xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// One thread a column.
// CHECK: func.func private @k_columns({{.*}} attributes {sched.block = array<i64: 256, 1, 1>, sched.grid = array<i64: 4, 1, 1>
func.func private @k_columns(%x: tensor<6x1000xf32>) -> tensor<1000xf32> attributes {sched.kernel} {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<6x1000xf32>, tensor<f32>) -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// CHECK: gpu.module @cuda_kernels
// CHECK: llvm.mlir.global internal @k_rows_shared_0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x f32>
// CHECK: gpu.func @k_flat(%{{.*}}: !llvm.ptr {llvm.readonly}, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias, llvm.readonly}) kernel
// Four elements at once when every buffer is aligned, else one by one.
// CHECK: scf.if
// CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK: } else {
// CHECK: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: gpu.func @k_rows
// CHECK: gpu.barrier
// CHECK: gpu.func @k_columns
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
