// How roles are inferred; each inference is a remark.
// RUN: shard-opt %s --split-input-file --shardc-assign-roles --verify-diagnostics | FileCheck %s

// A training step: results that are computed element by element from arguments of their type, in order, update them.
// What never meets more than elementwise ops is the optimizer's.
// CHECK-LABEL: module @training
// CHECK: %arg0: tensor<8x4xf32> {dist.name = "x", dist.role = "input"}
// CHECK-SAME: %arg1: tensor<4x4xf32> {dist.name = "w", dist.role = "param", dist.updated_by = 1 : i64, dist.weight_decay = true}
// CHECK-SAME: %arg2: tensor<4xf32> {dist.name = "b", dist.role = "param", dist.updated_by = 2 : i64, dist.weight_decay = false}
// CHECK-SAME: %arg3: tensor<4x4xf32> {dist.name = "m", dist.optimizer_state, dist.role = "state", dist.updated_by = 3 : i64}
// CHECK-SAME: %arg4: tensor<i32> {{{.*}}dist.name = "count", dist.role = "state", dist.updated_by = 4 : i64}
// CHECK-SAME: %arg5: tensor<f32> {dist.name = "rate", dist.role = "input"}
// CHECK-SAME: -> (tensor<f32> {dist.name = "loss", dist.role = "loss"}, tensor<4x4xf32> {dist.name = "w", dist.role = "param"}, tensor<4xf32> {dist.name = "b", dist.role = "param"}, tensor<4x4xf32> {dist.name = "m", dist.role = "state"}, tensor<i32> {dist.name = "count", dist.role = "state"})
module @training {
  func.func @main(
      // expected-remark @+1 {{argument 0 'x' gets role 'input': its first dimension is the batch, 8}}
      %x: tensor<8x4xf32> {dist.name = "x"},
      // expected-remark @+1 {{argument 1 'w' gets role 'param': result 1 is its value after the step}}
      %w: tensor<4x4xf32> {dist.name = "w"},
      // expected-remark @+1 {{argument 2 'b' gets role 'param': result 2 is its value after the step}}
      %b: tensor<4xf32> {dist.name = "b"},
      // expected-remark @+1 {{argument 3 'm' gets role 'state': result 3 is its value after the step}}
      %m: tensor<4x4xf32> {dist.name = "m"},
      // expected-remark @+1 {{argument 4 'count' gets role 'state': result 4 is its value after the step}}
      %count: tensor<i32> {dist.name = "count"},
      // expected-remark @+1 {{argument 5 'rate' gets role 'input': it is a scalar that the graph does not update}}
      %rate: tensor<f32> {dist.name = "rate"})
      -> (tensor<f32> {dist.name = "loss"}, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<i32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.add %0, %1 : tensor<8x4xf32>
    %loss = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %3 = stablehlo.dot_general %x, %2, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.add %m, %3 : tensor<4x4xf32>
    %5 = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<4x4xf32>
    %7 = stablehlo.subtract %w, %6 : tensor<4x4xf32>
    %8 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %9 = stablehlo.subtract %b, %8 : tensor<4xf32>
    %10 = stablehlo.add %count, %one : tensor<i32>
    return %loss, %7, %9, %4, %10 : tensor<f32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<i32>
  }
}

// -----

// A residual connection makes no training step: the argument has the batch.
// CHECK-LABEL: module @forward
// CHECK: %arg0: tensor<8x4xf32> {dist.name = "x", dist.role = "input"}
// CHECK-SAME: %arg1: tensor<4x4xf32> {dist.name = "w", dist.role = "param", dist.weight_decay = true}
// CHECK-SAME: -> (tensor<8x4xf32> {dist.name = "y", dist.role = "output"})
module @forward {
  func.func @main(
      // expected-remark @+1 {{argument 0 'x' gets role 'input': its first dimension is the batch, 8}}
      %x: tensor<8x4xf32> {dist.name = "x"},
      // expected-remark @+1 {{argument 1 'w' gets role 'param': its first dimension is 4, not the batch, 8}}
      %w: tensor<4x4xf32> {dist.name = "w"}) -> (tensor<8x4xf32> {dist.name = "y"}) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.add %x, %0 : tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}

// -----

// One parameter is updated where something is taken from it.
// CHECK-LABEL: module @one
// CHECK: %arg1: tensor<4x4xf32> {dist.name = "w", dist.role = "param", dist.updated_by = 0 : i64
module @one {
  // expected-remark @+1 {{argument 0 'x' gets role 'input'}}
  func.func @main(%x: tensor<8x4xf32> {dist.name = "x"},
      // expected-remark @+1 {{argument 1 'w' gets role 'param': result 0 is its value after the step}}
      %w: tensor<4x4xf32> {dist.name = "w"}) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.subtract %w, %1 : tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }
}

// -----

// Donation marks win over order: the first names its result, the others take the first free one of their type.
// CHECK-LABEL: module @donated
// CHECK: %arg0: tensor<4xf32> {dist.name = "a", dist.role = "state", dist.updated_by = 2 : i64}
// CHECK-SAME: %arg1: tensor<4xf32> {dist.name = "b", dist.role = "state", dist.updated_by = 0 : i64}
// CHECK-SAME: %arg2: tensor<4xf32> {dist.name = "c", dist.role = "input"}
module @donated {
  // expected-remark @+1 {{argument 0 'a' gets role 'state'}}
  func.func @main(%a: tensor<4xf32> {dist.updated_by = 2 : i64, dist.name = "a"},
                  // expected-remark @+1 {{argument 1 'b' gets role 'state'}}
                  %b: tensor<4xf32> {dist.donated, dist.name = "b"},
                  // expected-remark @+1 {{argument 2 'c' gets role 'input'}}
                  %c: tensor<4xf32> {dist.name = "c"}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.add %a, %c : tensor<4xf32>
    %1 = stablehlo.add %b, %c : tensor<4xf32>
    return %1, %c, %0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
