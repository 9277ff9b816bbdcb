// The batch is the loop that goes from the inputs through the products, and through no parameter.
// RUN: shard-opt %s --split-input-file --shardc-assign-roles 2>/dev/null | FileCheck %s

// All extents alike; weights as PyTorch stores them, behind the examples.
// CHECK-LABEL: module @alike
// CHECK: %arg0: tensor<8x8xf32> {{{[^}]*}}dist.role = "input"}
// CHECK-SAME: %arg1: tensor<8x8xf32> {{{[^}]*}}dist.role = "param"
// CHECK-SAME: %arg2: tensor<8xf32> {{{[^}]*}}dist.role = "param"
// CHECK-SAME: %arg3: tensor<8x8xf32> {{{[^}]*}}dist.role = "param"
module @alike {
  func.func @main(%x: tensor<8x8xf32>, %v: tensor<8x8xf32>, %b: tensor<8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [1] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<8x8xf32>
    %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [1] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return %3 : tensor<8x8xf32>
  }
}

// -----

// Decoding: what is written into a cache that has the batch is kept, and is no parameter.
// CHECK-LABEL: module @cache
// CHECK: %arg0: tensor<4x4xf32> {{{[^}]*}}dist.role = "param"
// CHECK-SAME: %arg1: tensor<4x16x4xf32> {dist.name = "arg1", dist.role = "state", dist.updated_by = 1 : i64}
// CHECK-SAME: %arg2: tensor<i32> {dist.init = {{{[^}]*}}}, {{[^}]*}}dist.role = "input"}
// CHECK-SAME: %arg3: tensor<4x4xf32> {{{[^}]*}}dist.role = "input"}
module @cache {
  func.func @main(%w: tensor<4x4xf32>, %cache: tensor<4x16x4xf32>, %position: tensor<i32>, %x: tensor<4x4xf32>)
      -> (tensor<4x16xf32>, tensor<4x16x4xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<4x4xf32>) -> tensor<4x1x4xf32>
    %2 = stablehlo.dynamic_update_slice %cache, %1, %zero, %position, %zero : (tensor<4x16x4xf32>, tensor<4x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x4xf32>
    %3 = stablehlo.dot_general %0, %2, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<4x4xf32>, tensor<4x16x4xf32>) -> tensor<4x16xf32>
    return %3, %2 : tensor<4x16xf32>, tensor<4x16x4xf32>
  }
}

// -----

// A leading dimension of one, of all values alike: what a device has of a program of many.
// CHECK-LABEL: module @leading
// CHECK: %arg0: tensor<1x4x6xf32> {{{[^}]*}}dist.role = "param", dist.updated_by = 0 : i64
// CHECK-SAME: %arg1: tensor<1x8x4xf32> {{{[^}]*}}dist.role = "input"}
module @leading {
  func.func @main(%w: tensor<1x4x6xf32>, %x: tensor<1x8x4xf32>) -> tensor<1x4x6xf32> {
    %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1x8x4xf32>, tensor<1x4x6xf32>) -> tensor<1x8x6xf32>
    %1 = stablehlo.dot_general %x, %0, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<1x8x4xf32>, tensor<1x8x6xf32>) -> tensor<1x4x6xf32>
    %2 = stablehlo.subtract %w, %1 : tensor<1x4x6xf32>
    return %2 : tensor<1x4x6xf32>
  }
}

// -----

// One sequence: its features, which go through all layers, are no examples.
// CHECK-LABEL: module @one
// CHECK: %arg0: tensor<16x8xf32> {{{[^}]*}}dist.role = "param"
// CHECK-SAME: %arg1: tensor<8x16xf32> {{{[^}]*}}dist.role = "param"
// CHECK-SAME: %arg2: tensor<1x4x8xf32> {{{[^}]*}}dist.role = "input"}
module @one {
  func.func @main(%v: tensor<16x8xf32>, %w: tensor<8x16xf32>, %x: tensor<1x4x8xf32>) -> tensor<1x4x8xf32> {
    %p = stablehlo.iota dim = 1 : tensor<1x4x8xf32>
    %0 = stablehlo.add %x, %p : tensor<1x4x8xf32>
    %1 = stablehlo.dot_general %0, %v, contracting_dims = [2] x [1] : (tensor<1x4x8xf32>, tensor<16x8xf32>) -> tensor<1x4x16xf32>
    %2 = stablehlo.dot_general %1, %w, contracting_dims = [2] x [1] : (tensor<1x4x16xf32>, tensor<8x16xf32>) -> tensor<1x4x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<1x4x8xf32>
    return %3 : tensor<1x4x8xf32>
  }
}
