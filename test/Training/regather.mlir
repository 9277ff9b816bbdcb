// Backward ops read copies of tagged collectives, one a layer; chains of local ops come along.
// RUN: shard-opt %s --shardc-regather --split-input-file | FileCheck %s
// RUN: shard-opt %s --shardc-regather --split-input-file 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: remark: 2 gathers run again in the backward pass: 64 bytes more that a rank sends, 32 bytes that it need not keep
// CHECK-LABEL: @weights
// CHECK: %[[W:.*]] = dist.all_gather %arg0 {{.*}}dist.regather}
// CHECK: %[[V:.*]] = dist.all_gather %arg1
// CHECK: %[[T:.*]] = stablehlo.transpose %[[W]]
// CHECK: dot_general %arg2, %[[T]]
// CHECK: add %{{.*}}, %[[V]]
// The reshaped gather and its source are copied once; %v is read by no backward op.
// CHECK: %[[W2:.*]] = dist.all_gather %arg0 {{.*}}{dist.layer = 0 : i64, dist.phase = "backward", dist.recompute, dist.regather}
// CHECK-NEXT: %[[T2:.*]] = stablehlo.transpose %[[W2]], dims = [1, 0] {dist.layer = 0 : i64, dist.phase = "backward", dist.recompute}
// CHECK-NEXT: %[[A:.*]] = stablehlo.dot_general %{{.*}}, %[[T2]]
// CHECK-NEXT: stablehlo.dot_general %[[A]], %[[W2]]
// Another layer has its own.
// CHECK-NEXT: %[[W3:.*]] = dist.all_gather %arg0 {{.*}}dist.layer = 1 : i64
// CHECK-NEXT: stablehlo.dot_general %{{.*}}, %[[W3]]
// CHECK-NOT: all_gather
func.func @weights(%w: tensor<2x4xf32>, %v: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = dist.all_gather %w dim 0 over ["fsdp"] on @mesh {dist.layer = 0 : i64, dist.regather} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %1 = dist.all_gather %v dim 0 over ["fsdp"] on @mesh {dist.layer = 0 : i64, dist.regather} : (tensor<4xf32>) -> tensor<8xf32>
  %2 = stablehlo.transpose %0, dims = [1, 0] {dist.layer = 0 : i64} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %4 = stablehlo.add %1, %1 : tensor<8xf32>
  %5 = stablehlo.dot_general %3, %2, contracting_dims = [1] x [0] {dist.layer = 0 : i64, dist.phase = "backward"} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %6 = stablehlo.dot_general %5, %0, contracting_dims = [1] x [0] {dist.layer = 0 : i64, dist.phase = "backward"} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %7 = stablehlo.dot_general %6, %0, contracting_dims = [1] x [0] {dist.layer = 1 : i64, dist.phase = "backward"} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %7 : tensor<8x4xf32>
}
dist.mesh @mesh <"fsdp"=2>

// -----

// A split activation is kept, and gathered again; a gather that only the backward pass reads
// moves there.
// CHECK-LABEL: @activation
// CHECK-NEXT: %[[H:.*]] = stablehlo.tanh %arg0
// CHECK-NEXT: %[[G:.*]] = dist.all_gather %[[H]]
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[G]]
// CHECK-NEXT: %[[G2:.*]] = dist.all_gather %[[H]] {{.*}}dist.phase = "backward"
// CHECK-NEXT: %[[M:.*]] = stablehlo.multiply %[[N]], %[[G2]]
// CHECK-NEXT: %[[G3:.*]] = dist.all_gather %arg1 {{.*}}dist.phase = "backward"
// CHECK-NEXT: stablehlo.multiply %[[M]], %[[G3]]
// CHECK-NEXT: return
func.func @activation(%x: tensor<2x4xf32>, %y: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.tanh %x : tensor<2x4xf32>
  %1 = dist.all_gather %0 dim 0 over ["tp"] on @mesh {dist.regather} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %2 = dist.all_gather %y dim 0 over ["tp"] on @mesh {dist.regather} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.negate %1 : tensor<4x4xf32>
  %4 = stablehlo.multiply %3, %1 {dist.phase = "backward"} : tensor<4x4xf32>
  %5 = stablehlo.multiply %4, %2 {dist.phase = "backward"} : tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}
dist.mesh @mesh <"tp"=2>
