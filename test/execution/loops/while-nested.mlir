// Loops in loops whose ends depend on data: carried values change places, a flag
// that is carried is the condition, one is read by an inner loop only. Three
// iterations of the outer one, six of the inner one.
// RUN: shardc check %s --strategy "dp=2" --json | FileCheck %s --check-prefixes=CHECK,DP
// RUN: shardc check %s --strategy "dp=2,tp=2" --json | FileCheck %s
// RUN: shardc compile %s --strategy "dp=2" -o %t.shard
// RUN: shard-translate --shard-to-json %t.shard | FileCheck %s --check-prefix=PLAN
// RUN: not shardc compile %s --strategy "dp=2" --target cuda -o %t.cuda.shard 2>&1 | FileCheck %s --check-prefix=CUDA
// DP: "collectives":{"all_reduce":3}
// DP-SAME: "flops":3456
// CHECK: "pass":true
// PLAN: "loops": [
// PLAN-NEXT: {
// PLAN-NEXT: "first": [[#FIRST:]]
// PLAN-NEXT: "body": [[#FIRST]]
// CUDA: error: 'stablehlo.while' op cannot be compiled with --target cuda: loops whose end depends on data run on the host backend only

func.func @main(%x: tensor<6x8xf32> {dist.name = "x", dist.role = "input"}, %y: tensor<6x8xf32> {dist.name = "y", dist.role = "input"}, %w: tensor<8x8xf32> {dist.name = "w", dist.role = "param"},
                %n: tensor<i32> {dist.name = "n", dist.role = "input", dist.init = {kind = "uniform_int", low = 3, high = 4}}) -> (tensor<6x8xf32>, tensor<6x8xf32>, tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0:6 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %s = %none, %again = %true, %t = %zero) : tensor<i32>, tensor<6x8xf32>, tensor<6x8xf32>, tensor<f32>, tensor<i1>, tensor<i32>
  cond {
    stablehlo.return %again : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %goes = stablehlo.compare LT, %next, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %p = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %q = stablehlo.tanh %p : tensor<6x8xf32>
    %sum = stablehlo.reduce(%q init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x8xf32>, tensor<f32>) -> tensor<f32>
    %1:3 = stablehlo.while(%j = %zero, %c = %q, %r = %t) : tensor<i32>, tensor<6x8xf32>, tensor<i32>
    cond {
      %less = stablehlo.compare LT, %j, %next : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %nextj = stablehlo.add %j, %one : tensor<i32>
      %nextr = stablehlo.add %r, %one : tensor<i32>
      %d = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
      %e = stablehlo.add %d, %a : tensor<6x8xf32>
      stablehlo.return %nextj, %e, %nextr : tensor<i32>, tensor<6x8xf32>, tensor<i32>
    }
    %total = stablehlo.add %s, %sum : tensor<f32>
    stablehlo.return %next, %1#1, %a, %total, %goes, %1#2 : tensor<i32>, tensor<6x8xf32>, tensor<6x8xf32>, tensor<f32>, tensor<i1>, tensor<i32>
  }
  return %0#1, %0#2, %0#3, %0#5 : tensor<6x8xf32>, tensor<6x8xf32>, tensor<f32>, tensor<i32>
}
