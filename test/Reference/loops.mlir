// Loops and branches as they are defined.
// RUN: shard-opt %s --split-input-file --shardc-interpret --verify-diagnostics -o /dev/null 2>&1 | FileCheck %s

// Newton's method for the square root of 2.
// CHECK: 1.41421
// CHECK: 4 : tensor<i32>
func.func @main() -> (tensor<f64>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %half = stablehlo.constant dense<0.5> : tensor<f64>
  %close = stablehlo.constant dense<1.0e-9> : tensor<f64>
  %r:2 = stablehlo.while(%x = %two, %n = %zero) : tensor<f64>, tensor<i32>
   cond {
    %square = stablehlo.multiply %x, %x : tensor<f64>
    %error = stablehlo.subtract %square, %two : tensor<f64>
    %size = stablehlo.abs %error : tensor<f64>
    %p = stablehlo.compare GT, %size, %close, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %q = stablehlo.divide %two, %x : tensor<f64>
    %sum = stablehlo.add %x, %q : tensor<f64>
    %next = stablehlo.multiply %sum, %half : tensor<f64>
    %count = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %next, %count : tensor<f64>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<i32>
}

// -----

// An index that no branch has is the last one's.
// CHECK: [10, 11, 12, 12, 12]
// CHECK: [1, 2]
func.func @main() -> (tensor<5xi32>, tensor<2xi32>) {
  %a = stablehlo.constant dense<10> : tensor<1xi32>
  %b = stablehlo.constant dense<11> : tensor<1xi32>
  %c = stablehlo.constant dense<12> : tensor<1xi32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i2 = stablehlo.constant dense<2> : tensor<i32>
  %i3 = stablehlo.constant dense<3> : tensor<i32>
  %im = stablehlo.constant dense<-1> : tensor<i32>
  %0 = "stablehlo.case"(%i0) ({ stablehlo.return %a : tensor<1xi32> }, { stablehlo.return %b : tensor<1xi32> }, { stablehlo.return %c : tensor<1xi32> }) : (tensor<i32>) -> tensor<1xi32>
  %1 = "stablehlo.case"(%i1) ({ stablehlo.return %a : tensor<1xi32> }, { stablehlo.return %b : tensor<1xi32> }, { stablehlo.return %c : tensor<1xi32> }) : (tensor<i32>) -> tensor<1xi32>
  %2 = "stablehlo.case"(%i2) ({ stablehlo.return %a : tensor<1xi32> }, { stablehlo.return %b : tensor<1xi32> }, { stablehlo.return %c : tensor<1xi32> }) : (tensor<i32>) -> tensor<1xi32>
  %3 = "stablehlo.case"(%i3) ({ stablehlo.return %a : tensor<1xi32> }, { stablehlo.return %b : tensor<1xi32> }, { stablehlo.return %c : tensor<1xi32> }) : (tensor<i32>) -> tensor<1xi32>
  %4 = "stablehlo.case"(%im) ({ stablehlo.return %a : tensor<1xi32> }, { stablehlo.return %b : tensor<1xi32> }, { stablehlo.return %c : tensor<1xi32> }) : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.concatenate %0, %1, %2, %3, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<5xi32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %6 = "stablehlo.if"(%yes) ({ stablehlo.return %one : tensor<1xi32> }, { stablehlo.return %two : tensor<1xi32> }) : (tensor<i1>) -> tensor<1xi32>
  %7 = "stablehlo.if"(%no) ({ stablehlo.return %one : tensor<1xi32> }, { stablehlo.return %two : tensor<1xi32> }) : (tensor<i1>) -> tensor<1xi32>
  %8 = stablehlo.concatenate %6, %7, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %5, %8 : tensor<5xi32>, tensor<2xi32>
}

// -----

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  // expected-error @below {{cannot be interpreted: it has not ended after 1000000 iterations}}
  %r = stablehlo.while(%a = %x) : tensor<f32>
   cond {
    stablehlo.return %yes : tensor<i1>
  } do {
    stablehlo.return %a : tensor<f32>
  }
  return %r : tensor<f32>
}
