// A loop whose end depends on data stays: it carries what it must, reads the rest from outside, and is resolved within.
// RUN: split-file %s %t
// RUN: shardc import %t/carried.mlir | FileCheck %s --check-prefix=CARRIED
// RUN: shardc import %t/within.mlir | FileCheck %s --check-prefix=WITHIN
// RUN: shardc import %t/branch.mlir | FileCheck %s --check-prefix=BRANCH
// RUN: shardc import %t/branch.mlir | shard-opt | FileCheck %s --check-prefix=BRANCH
// RUN: shardc compile %t/carried.mlir --role 0=input,1=param --strategy dp=2 -o %t/plan
// RUN: shard-translate --shard-to-json %t/plan | FileCheck %s --check-prefix=COMPILE
// RUN: not shardc compile %t/loss.mlir --role 0=input,1=param --train adamw --strategy dp=2 -o %t/plan 2>&1 | FileCheck %s --check-prefix=GRADIENT

// The weight does not change and the second sum is for nobody.
// CARRIED: stablehlo.while(%{{.*}} = %arg0) : tensor<4x4xf32>
// CARRIED: stablehlo.reduce
// CARRIED: do {
// CARRIED-NEXT: stablehlo.dot_general %{{.*}}, %arg1
// CARRIED-NEXT: stablehlo.return

// The counted loop within is unrolled.
// WITHIN-COUNT-1: stablehlo.while
// WITHIN-COUNT-3: stablehlo.cosine
// WITHIN-NOT: stablehlo.cosine

// Only the first branch runs the loop: not entered when the other one is taken.
// BRANCH: %[[P:.*]] = stablehlo.compare {{ *}}GT
// BRANCH: %[[LOOP:.*]] = stablehlo.while
// BRANCH: %[[OWN:.*]] = stablehlo.compare {{ *}}GT
// BRANCH: %[[BOTH:.*]] = stablehlo.and %[[P]], %[[OWN]]
// BRANCH: stablehlo.return %[[BOTH]]
// BRANCH: %[[NEG:.*]] = stablehlo.negate %arg0
// BRANCH: stablehlo.select %[[P]], %[[LOOP]], %[[NEG]]

// COMPILE: "loops": [
// COMPILE-NEXT: {
// COMPILE-NEXT: "first":
// GRADIENT: loss.mlir:3:8: error: 'stablehlo.while' op has no gradient, but the loss depends on a parameter through it: how often it runs depends on data; loop a constant number of times

//--- carried.mlir
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r:3 = stablehlo.while(%a = %x, %b = %w, %s = %x) : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
   cond {
    %sum = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %sum, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %t = stablehlo.add %s, %a : tensor<4x4xf32>
    stablehlo.return %y, %b, %t : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  }
  return %r#0 : tensor<4x4xf32>
}

//--- within.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %least = stablehlo.constant dense<0.5> : tensor<f32>
  %r = stablehlo.while(%a = %x) : tensor<4xf32>
   cond {
    %sum = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %sum, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s:2 = stablehlo.while(%i = %zero, %b = %a) : tensor<i32>, tensor<4xf32>
     cond {
      %p = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.cosine %b : tensor<4xf32>
      stablehlo.return %next, %y : tensor<i32>, tensor<4xf32>
    }
    stablehlo.return %s#1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

//--- branch.mlir
func.func @main(%x: tensor<4xf32>, %which: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %least = stablehlo.constant dense<0.5> : tensor<f32>
  %q = stablehlo.compare GT, %which, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %y = "stablehlo.if"(%q) ({
    %r = stablehlo.while(%a = %x) : tensor<4xf32>
     cond {
      %sum = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      %p = stablehlo.compare GT, %sum, %least, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %c = stablehlo.cosine %a : tensor<4xf32>
      stablehlo.return %c : tensor<4xf32>
    }
    stablehlo.return %r : tensor<4xf32>
  }, {
    %n = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %n : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

//--- loss.mlir
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.while(%a = %x) : tensor<4x4xf32>
   cond {
    %sum = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %sum, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    stablehlo.return %y : tensor<4x4xf32>
  }
  %loss = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  return %loss : tensor<f32>
}
