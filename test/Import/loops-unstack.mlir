// Parameters, states and results that hold all layers are cut into one a layer, and what is said of them goes along.
// RUN: split-file %s %t
// RUN: shardc import %t/step.mlir --remarks=import 2>&1 | FileCheck %s
// RUN: shardc import %t/step.mlir --keep-stacked | FileCheck %s --check-prefix=STACKED
// RUN: shardc import %t/reads-all.mlir --role 0=param,1=input --remarks=import 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: shardc check %t/step.mlir --strategy dp=2 --json | FileCheck %s --check-prefix=CHECKED

// CHECK: step.mlir:2:17: remark: 2 arguments hold rows for 2 layers, and become one argument a layer; --keep-stacked leaves them whole
// CHECK: func.func @main(%[[W0:[^:]*]]: tensor<4x4xf32> {dist.name = "w[0]", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"x"}]>, dist.updated_by = 1 : i64, dist.weight_decay = true}
// CHECK-SAME: %[[W1:[^:]*]]: tensor<4x4xf32> {dist.name = "w[1]", dist.role = "param", {{.*}}dist.updated_by = 2 : i64, dist.weight_decay = true}
// CHECK-SAME: %[[M0:[^:]*]]: tensor<4x4xf32> {dist.name = "m[0]", dist.optimizer_state, dist.role = "state", dist.updated_by = 3 : i64}
// CHECK-SAME: tensor<4x4xf32> {dist.name = "m[1]", dist.optimizer_state, dist.role = "state", dist.updated_by = 4 : i64}
// CHECK-SAME: -> (tensor<f32> {dist.name = "loss", {{.*}}}, tensor<4x4xf32> {dist.name = "w[0]"
// CHECK-SAME: tensor<4x4xf32> {dist.name = "w[1]"
// CHECK-SAME: tensor<4x4xf32> {dist.name = "m[0]"
// CHECK-SAME: tensor<4x4xf32> {dist.name = "m[1]"
// The first layer reads its own parameter; iterations are layers.
// CHECK: %[[Y0:.*]] = stablehlo.dot_general %{{.*}}, %[[W0]], contracting_dims = [1] x [0] {dist.layer = 0 : i64}
// CHECK: stablehlo.dot_general %[[Y0]], %[[W1]], contracting_dims = [1] x [0] {dist.layer = 1 : i64}
// The square of all is the sum of the squares of each.
// CHECK: stablehlo.reduce({{.*}} across dimensions = [0, 1]
// CHECK: stablehlo.reduce({{.*}} across dimensions = [0, 1]
// CHECK-NOT: stablehlo.slice
// CHECK-NOT: stablehlo.concatenate

// STACKED: %[[W:[^:]*]]: tensor<2x4x4xf32> {dist.name = "w", dist.role = "param"
// STACKED: stablehlo.slice %[[W]] [0:1, 0:4, 0:4]
// STACKED: dist.layer = 0
// STACKED: dist.layer = 1

// ALL: reads-all.mlir:1:17: remark: argument 0 is read row by row, but stays one: 'stablehlo.reverse' reads all rows

// CHECKED: "pass":true

//--- step.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%w: tensor<2x4x4xf32> {tf.aliasing_output = 1 : i32, sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, %m: tensor<2x4x4xf32> {tf.aliasing_output = 2 : i32}, %x: tensor<8x4xf32>)
    -> (tensor<f32> {jax.result_info = "loss"}, tensor<2x4x4xf32> {jax.result_info = "new_w"}, tensor<2x4x4xf32> {jax.result_info = "new_m"}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %nothing = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<8x4xf32>
   cond {
    %p = stablehlo.compare LT, %i, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 4, 4] : (tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
    %layer = stablehlo.reshape %s : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
    %y = stablehlo.dot_general %a, %layer, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %y : tensor<i32>, tensor<8x4xf32>
  }
  %loss = stablehlo.reduce(%r#1 init: %nothing) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %squares = stablehlo.multiply %w, %w : tensor<2x4x4xf32>
  %norm = stablehlo.reduce(%squares init: %nothing) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<f32>
  %scale = stablehlo.broadcast_in_dim %norm, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
  %step = stablehlo.multiply %scale, %m : tensor<2x4x4xf32>
  %new_m = stablehlo.add %m, %w : tensor<2x4x4xf32>
  %new_w = stablehlo.subtract %w, %step : tensor<2x4x4xf32>
  return %loss, %new_w, %new_m : tensor<f32>, tensor<2x4x4xf32>, tensor<2x4x4xf32>
}

//--- reads-all.mlir
func.func @main(%w: tensor<2x4x4xf32>, %x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<2x4x4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<8x4xf32>
   cond {
    %p = stablehlo.compare LT, %i, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 4, 4] : (tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
    %layer = stablehlo.reshape %s : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
    %y = stablehlo.dot_general %a, %layer, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %y : tensor<i32>, tensor<8x4xf32>
  }
  %all = stablehlo.reverse %w, dims = [0] : tensor<2x4x4xf32>
  return %r#1, %all : tensor<8x4xf32>, tensor<2x4x4xf32>
}
