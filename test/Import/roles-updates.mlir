// What a training step updates: parameters bear on the loss, states do not.
// RUN: shard-opt %s --split-input-file --shardc-assign-roles 2>/dev/null | FileCheck %s

// The moment goes through a norm (LAMB), which is shown, but is no loss.
// CHECK-LABEL: module @norm
// CHECK: %arg0: tensor<4x6xf32> {{{[^}]*}}dist.role = "param", dist.updated_by = 0 : i64
// CHECK-SAME: %arg1: tensor<i32> {dist.init = {{{[^}]*}}}, {{[^}]*}}dist.role = "state", dist.updated_by = 1 : i64}
// CHECK-SAME: %arg2: tensor<4x6xf32> {{{[^}]*}}dist.optimizer_state, dist.role = "state", dist.updated_by = 2 : i64}
// CHECK-SAME: %arg3: tensor<8x4xf32> {{{[^}]*}}dist.role = "input"}
module @norm {
  func.func @main(%w: tensor<4x6xf32>, %count: tensor<i32>, %mu: tensor<4x6xf32>, %x: tensor<8x4xf32>)
      -> (tensor<4x6xf32>, tensor<i32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %loss = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %next = stablehlo.add %count, %one : tensor<i32>
    %moment = stablehlo.add %mu, %g : tensor<4x6xf32>
    %squares = stablehlo.multiply %moment, %moment : tensor<4x6xf32>
    %sum = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    %norm = stablehlo.sqrt %sum : tensor<f32>
    %wide = stablehlo.broadcast_in_dim %norm, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %u = stablehlo.divide %moment, %wide : tensor<4x6xf32>
    %p = stablehlo.add %w, %u : tensor<4x6xf32>
    %steps = stablehlo.convert %next : (tensor<i32>) -> tensor<f32>
    %shown = stablehlo.divide %norm, %steps : tensor<f32>
    return %p, %next, %moment, %shown, %loss : tensor<4x6xf32>, tensor<i32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>
  }
}

// -----

// Results in another order than arguments; a factor over the columns (Adafactor), an average of the parameter.
// Donation names memory, not meaning.
// CHECK-LABEL: module @order
// CHECK: %arg0: tensor<4x4xf32> {{{[^}]*}}dist.role = "param", dist.updated_by = 3 : i64
// CHECK-SAME: %arg1: tensor<4x4xf32> {{{[^}]*}}dist.role = "state", dist.updated_by = 0 : i64}
// CHECK-SAME: %arg2: tensor<4xf32> {{{[^}]*}}dist.role = "state", dist.updated_by = 1 : i64}
// CHECK-SAME: %arg3: tensor<8x4xf32> {{{[^}]*}}dist.role = "input"}
module @order {
  func.func @main(%w: tensor<4x4xf32> {dist.donated, dist.updated_by = 0 : i64},
                  %ema: tensor<4x4xf32> {dist.donated, dist.updated_by = 3 : i64}, %row: tensor<4xf32>, %x: tensor<8x4xf32>)
      -> (tensor<4x4xf32>, tensor<4xf32>, tensor<f32>, tensor<4x4xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %half = stablehlo.constant dense<0.5> : tensor<4x4xf32>
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %loss = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %squares = stablehlo.multiply %g, %g : tensor<4x4xf32>
    %rows = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %factor = stablehlo.add %row, %rows : tensor<4xf32>
    %wide = stablehlo.broadcast_in_dim %factor, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
    %u = stablehlo.divide %g, %wide : tensor<4x4xf32>
    %p = stablehlo.add %w, %u : tensor<4x4xf32>
    %old = stablehlo.multiply %ema, %half : tensor<4x4xf32>
    %new = stablehlo.multiply %p, %half : tensor<4x4xf32>
    %average = stablehlo.add %old, %new : tensor<4x4xf32>
    return %average, %factor, %loss, %p : tensor<4x4xf32>, tensor<4xf32>, tensor<f32>, tensor<4x4xf32>
  }
}

// -----

// Without a loss: the momentum goes through a product (Muon); both next values depend on both parameters, that of one
// momentum does not depend on the other one.
// CHECK-LABEL: module @product
// CHECK: %arg0: tensor<4x4xf32> {{{[^}]*}}dist.role = "param", dist.updated_by = 0 : i64
// CHECK-SAME: %arg1: tensor<4x4xf32> {{{[^}]*}}dist.role = "param", dist.updated_by = 1 : i64
// CHECK-SAME: %arg2: tensor<4x4xf32> {{{[^}]*}}dist.role = "state", dist.updated_by = 2 : i64}
// CHECK-SAME: %arg3: tensor<4x4xf32> {{{[^}]*}}dist.role = "state", dist.updated_by = 3 : i64}
// CHECK-SAME: %arg4: tensor<8x4xf32> {{{[^}]*}}dist.role = "input"}
module @product {
  func.func @main(%v: tensor<4x4xf32>, %w: tensor<4x4xf32>, %mv: tensor<4x4xf32>, %mw: tensor<4x4xf32>, %x: tensor<8x4xf32>)
      -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
    %h = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %gw = stablehlo.dot_general %h, %y, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %d = stablehlo.dot_general %y, %w, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %gv = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %nv = stablehlo.add %mv, %gv : tensor<4x4xf32>
    %nw = stablehlo.add %mw, %gw : tensor<4x4xf32>
    %ov = stablehlo.dot_general %nv, %nv, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %ow = stablehlo.dot_general %nw, %nw, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %pv = stablehlo.add %v, %ov : tensor<4x4xf32>
    %pw = stablehlo.add %w, %ow : tensor<4x4xf32>
    return %pv, %pw, %nv, %nw : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  }
}

// -----

// The old value of a state may go nowhere: the gradient of the step before, kept between other states. The scale of
// the loss is a counter, though the loss depends on it.
// CHECK-LABEL: module @between
// CHECK: %arg0: tensor<4x6xf32> {{{[^}]*}}dist.role = "param", dist.updated_by = 0 : i64
// CHECK-SAME: %arg1: tensor<4x6xf32> {{{[^}]*}}dist.role = "state", dist.updated_by = 1 : i64}
// CHECK-SAME: %arg2: tensor<f32> {{{[^}]*}}dist.role = "state", dist.updated_by = 2 : i64}
// CHECK-SAME: %arg3: tensor<f32> {{{[^}]*}}dist.role = "input"}
// CHECK-SAME: -> ({{.*}}tensor<f32> {{{[^}]*}}dist.role = "loss"})
module @between {
  func.func @main(%w: tensor<4x6xf32>, %last: tensor<4x6xf32>, %scale: tensor<f32>, %rate: tensor<f32>, %x: tensor<8x4xf32>)
      -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    %scaled = stablehlo.multiply %sum, %scale : tensor<f32>
    %loss = stablehlo.divide %scaled, %scale : tensor<f32>
    %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %step = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %more = stablehlo.multiply %g, %step : tensor<4x6xf32>
    %change = stablehlo.subtract %more, %last : tensor<4x6xf32>
    %p = stablehlo.subtract %w, %change : tensor<4x6xf32>
    %ok = stablehlo.is_finite %sum : (tensor<f32>) -> tensor<i1>
    %larger = stablehlo.multiply %scale, %two : tensor<f32>
    %smaller = stablehlo.divide %scale, %two : tensor<f32>
    %next = stablehlo.select %ok, %larger, %smaller : tensor<i1>, tensor<f32>
    return %p, %g, %next, %loss : tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>
  }
}
