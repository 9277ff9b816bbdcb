// A batch of one sequence is not split: nothing moves, and a remark says what
// that means.
//
// RUN: shardc check %s --strategy=dp=2 --json --remarks 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.err

// REMARK: strategy:1:1: remark: the batch is one sequence, which 2 ranks cannot share
// CHECK: "collectives":{}
// CHECK-SAME: "pass":true
module {
  func.func @main(%w: tensor<8x8xf32> {dist.role = "param"}, %x: tensor<1x4x8xf32> {dist.role = "input"}) -> tensor<4x8xf32> {
    %r = stablehlo.reshape %x : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
    %y = stablehlo.dot_general %r, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    return %y : tensor<4x8xf32>
  }
}
