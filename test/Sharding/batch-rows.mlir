// A training step that sums gradients over microbatches: ranks share the batch within each
// of them, and the sum is reduced once. Of a batch that the step cuts into microbatches the
// blocks are exchanged first.
// RUN: split-file %s %t
// RUN: shardc explain %t/stack.mlir --strategy dp=4 | FileCheck %s --check-prefixes=STACK
// RUN: shardc explain %t/stack.mlir --strategy fsdp=4 | FileCheck %s --check-prefixes=SHARDS
// RUN: shardc explain %t/reshape.mlir --strategy dp=4 | FileCheck %s --check-prefixes=RESHAPE
// RUN: shardc explain %t/time.mlir --strategy dp=4 | FileCheck %s --check-prefixes=WHOLE
// RUN: shardc check %t/reshape.mlir --strategy fsdp=4 | FileCheck %s --check-prefix=CHECK
// CHECK: check passed

// STACK: input  x  {{.*}}[{}, {dp}, {}]
// STACK: sent by one rank
// STACK-NEXT: phase
// STACK-NEXT: all_reduce  2  3.0 KiB
// STACK-NEXT: total  2
// STACK: no value moves because its ops disagree

// SHARDS: sent by one rank
// SHARDS: all_reduce  1  6 B
// SHARDS-NEXT: reduce_scatter  1  1.5 KiB
// SHARDS: no value moves because its ops disagree

// RESHAPE: input  x  {{.*}}[{dp}, {}]
// RESHAPE: sent by one rank
// RESHAPE-NEXT: phase
// RESHAPE-NEXT: all_reduce  2  3.0 KiB
// RESHAPE: all_to_all  1
// RESHAPE-NOT: all_gather

// What is read across is no stack of microbatches: the first dimension is the batch.
// WHOLE: input  x  {{.*}}[{dp}, {}, {}]

//--- stack.mlir
module {
  func.func @main(%w: tensor<16x32xf32> {dist.name = "w", dist.role = "param", dist.updated_by = 0 : i64},
      %x: tensor<2x8x16xf32> {dist.name = "x", dist.role = "input"})
      -> (tensor<16x32xf32>, tensor<f32> {dist.role = "loss"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %begin = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %s0 = stablehlo.slice %x [0:1, 0:8, 0:16] : (tensor<2x8x16xf32>) -> tensor<1x8x16xf32>
    %x0 = stablehlo.reshape %s0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %y0 = stablehlo.dot_general %x0, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %q0 = stablehlo.multiply %y0, %y0 : tensor<8x32xf32>
    %l0 = stablehlo.reduce(%q0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<f32>
    %loss0 = stablehlo.add %zero, %l0 : tensor<f32>
    %g0 = stablehlo.dot_general %x0, %y0, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
    %sum0 = stablehlo.add %begin, %g0 : tensor<16x32xf32>
    %s1 = stablehlo.slice %x [1:2, 0:8, 0:16] : (tensor<2x8x16xf32>) -> tensor<1x8x16xf32>
    %x1 = stablehlo.reshape %s1 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %y1 = stablehlo.dot_general %x1, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %q1 = stablehlo.multiply %y1, %y1 : tensor<8x32xf32>
    %l1 = stablehlo.reduce(%q1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<f32>
    %loss1 = stablehlo.add %loss0, %l1 : tensor<f32>
    %g1 = stablehlo.dot_general %x1, %y1, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
    %sum1 = stablehlo.add %sum0, %g1 : tensor<16x32xf32>
    %w1 = stablehlo.subtract %w, %sum1 : tensor<16x32xf32>
    return %w1, %loss1 : tensor<16x32xf32>, tensor<f32>
  }
}

//--- reshape.mlir
module {
  func.func @main(%w: tensor<16x32xf32> {dist.name = "w", dist.role = "param", dist.updated_by = 0 : i64},
      %x: tensor<16x16xf32> {dist.name = "x", dist.role = "input"})
      -> (tensor<16x32xf32>, tensor<f32> {dist.role = "loss"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %begin = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %rows = stablehlo.reshape %x : (tensor<16x16xf32>) -> tensor<2x8x16xf32>
    %s0 = stablehlo.slice %rows [0:1, 0:8, 0:16] : (tensor<2x8x16xf32>) -> tensor<1x8x16xf32>
    %x0 = stablehlo.reshape %s0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %y0 = stablehlo.dot_general %x0, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %q0 = stablehlo.multiply %y0, %y0 : tensor<8x32xf32>
    %l0 = stablehlo.reduce(%q0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<f32>
    %loss0 = stablehlo.add %zero, %l0 : tensor<f32>
    %g0 = stablehlo.dot_general %x0, %y0, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
    %sum0 = stablehlo.add %begin, %g0 : tensor<16x32xf32>
    %s1 = stablehlo.slice %rows [1:2, 0:8, 0:16] : (tensor<2x8x16xf32>) -> tensor<1x8x16xf32>
    %x1 = stablehlo.reshape %s1 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %y1 = stablehlo.dot_general %x1, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %q1 = stablehlo.multiply %y1, %y1 : tensor<8x32xf32>
    %l1 = stablehlo.reduce(%q1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<f32>
    %loss1 = stablehlo.add %loss0, %l1 : tensor<f32>
    %g1 = stablehlo.dot_general %x1, %y1, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
    %sum1 = stablehlo.add %sum0, %g1 : tensor<16x32xf32>
    %w1 = stablehlo.subtract %w, %sum1 : tensor<16x32xf32>
    return %w1, %loss1 : tensor<16x32xf32>, tensor<f32>
  }
}

//--- time.mlir
module {
  func.func @main(%x: tensor<8x4x16xf32> {dist.name = "x", dist.role = "input"}) -> (tensor<8x4x16xf32> {dist.role = "output"}) {
    %first = stablehlo.slice %x [0:1, 0:4, 0:16] : (tensor<8x4x16xf32>) -> tensor<1x4x16xf32>
    %row = stablehlo.reshape %first : (tensor<1x4x16xf32>) -> tensor<4x16xf32>
    %rows = stablehlo.broadcast_in_dim %row, dims = [1, 2] : (tensor<4x16xf32>) -> tensor<8x4x16xf32>
    %y = stablehlo.add %x, %rows : tensor<8x4x16xf32>
    return %y : tensor<8x4x16xf32>
  }
}
