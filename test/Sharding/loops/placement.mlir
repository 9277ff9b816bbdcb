// A carried value begins as the initial value comes, is split further where the body returns it so, and loses what the body cannot keep:
// it is moved before the loop, not in each iteration.
// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate 2>&1 | FileCheck %s
// RUN: shard-opt %s --shardc-propagate --shardc-verify-propagate -o %t.mlir 2>/dev/null
// RUN: shard-opt %t.mlir --shardc-propagate | diff %t.mlir -

// CHECK: remark: 'stablehlo.while' op moves 64 bytes a rank: operand 0, argument 0, is split over 'tp' along dimension 0, but the body does not return it so; it is moved once, before the loop

dist.mesh @mesh <"tp"=2>

// CHECK-LABEL: func.func @further
// CHECK: %[[CUT:.*]] = dist.reshard %arg0 <@mesh, [{}, {"tp"}]>
// CHECK: stablehlo.while(%{{.*}} = %[[CUT]], %{{.*}} = %arg2)
// CHECK-SAME: dist.arg_shardings = [#dist.sharding<@mesh, [{}, {"tp"}]>, #dist.sharding<@mesh, []>]
// CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {"tp"}]>, #dist.sharding<@mesh, []>]
// CHECK-NOT: dist.reshard
func.func @further(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}, %m: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}, %n: tensor<i32>) -> tensor<4x8xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%a = %x, %i = %n) : tensor<4x8xf32>, tensor<i32>
   cond {
    %p = stablehlo.compare GT, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.multiply %a, %m : tensor<4x8xf32>
    %j = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %y, %j : tensor<4x8xf32>, tensor<i32>
  }
  return %r#0 : tensor<4x8xf32>
}

// The body reads across the split.
// CHECK-LABEL: func.func @less
// CHECK: %[[WHOLE:.*]] = dist.reshard %arg0 <@mesh, [{}, {}]>
// CHECK: stablehlo.while(%{{.*}} = %[[WHOLE]], %{{.*}} = %arg1)
// CHECK-SAME: dist.arg_shardings = [#dist.sharding<@mesh, [{}, {}]>, #dist.sharding<@mesh, []>]
// CHECK-NOT: dist.reshard
func.func @less(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}, %n: tensor<i32>) -> tensor<4x8xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%a = %x, %i = %n) : tensor<4x8xf32>, tensor<i32>
   cond {
    %p = stablehlo.compare GT, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.reverse %a, dims = [0] : tensor<4x8xf32>
    %z = stablehlo.tanh %y : tensor<4x8xf32>
    %j = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %z, %j : tensor<4x8xf32>, tensor<i32>
  }
  return %r#0 : tensor<4x8xf32>
}

// Zeros are made as the body wants them; a sum is not pending from one iteration to the next.
// CHECK-LABEL: func.func @zeros
// CHECK: %[[ZEROS:.*]] = stablehlo.broadcast_in_dim {{.*}}dist.shardings = [#dist.sharding<@mesh, [{"tp"}, {}]>]
// CHECK: stablehlo.while(%{{.*}} = %[[ZEROS]],
// CHECK-SAME: dist.arg_shardings = [#dist.sharding<@mesh, [{"tp"}, {}]>, #dist.sharding<@mesh, []>, #dist.sharding<@mesh, []>]
// CHECK: partial={sum:"tp"}
// CHECK: %[[SUM:.*]] = dist.reshard %{{.*}} <@mesh, []>
// CHECK: stablehlo.return %{{.*}}, %{{.*}}, %[[SUM]]
func.func @zeros(%m: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}, %n: tensor<i32>) -> (tensor<4x8xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %nothing = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.broadcast_in_dim %nothing, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %r:3 = stablehlo.while(%a = %x, %i = %n, %s = %nothing) : tensor<4x8xf32>, tensor<i32>, tensor<f32>
   cond {
    %p = stablehlo.compare GT, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.add %a, %m : tensor<4x8xf32>
    %sum = stablehlo.reduce(%y init: %nothing) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %j = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %y, %j, %sum : tensor<4x8xf32>, tensor<i32>, tensor<f32>
  }
  return %r#0, %r#2 : tensor<4x8xf32>, tensor<f32>
}
