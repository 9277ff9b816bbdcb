// Loops whose condition constants decide are copied out, whatever the condition looks like.
// RUN: split-file %s %t
// RUN: shardc import %t/down.mlir | FileCheck %s --check-prefix=DOWN
// RUN: shardc import %t/none.mlir | FileCheck %s --check-prefix=NONE
// RUN: shardc import %t/triangle.mlir --remarks=import 2>&1 | FileCheck %s --check-prefix=TRIANGLE
// RUN: shardc import %t/limit.mlir --unroll-limit=10 --remarks=import 2>&1 | FileCheck %s --check-prefix=LIMIT

// Counts down by two through an unsigned difference, with an op in the condition that decides nothing: 5, 3, 1.
// DOWN-NOT: stablehlo.while
// DOWN: %[[FIVE:.*]] = stablehlo.broadcast_in_dim %[[C5:.*]], dims = []
// DOWN: %[[A:.*]] = stablehlo.add %arg0, %[[FIVE]]
// DOWN: %[[B:.*]] = stablehlo.add %[[A]],
// DOWN: %[[C:.*]] = stablehlo.add %[[B]],
// DOWN-NEXT: return %[[C]]

// NONE: func.func @main(%[[X:.*]]: tensor<4xf32>
// NONE-NEXT: return %[[X]]

// The inner loop counts to the outer counter: 0 + 1 + 2 iterations.
// TRIANGLE: remark: unrolled 4 counted loops, 6 iterations, into
// TRIANGLE-COUNT-3: stablehlo.negate
// TRIANGLE-NOT: stablehlo.negate

// LIMIT: limit.mlir:4:10: remark: a counted loop of 3 ops stays a loop: more than 3 iterations of it would be more than 10 ops; --unroll-limit=N allows more
// LIMIT: stablehlo.while

//--- down.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %start = stablehlo.constant dense<5> : tensor<ui8>
  %step = stablehlo.constant dense<2> : tensor<ui8>
  %high = stablehlo.constant dense<200> : tensor<ui8>
  %r:2 = stablehlo.while(%i = %start, %a = %x) : tensor<ui8>, tensor<4xf32>
   cond {
    %sum = stablehlo.add %a, %a : tensor<4xf32>
    %wide = stablehlo.convert %i : (tensor<ui8>) -> tensor<i32>
    %limit = stablehlo.convert %high : (tensor<ui8>) -> tensor<i32>
    %p = stablehlo.compare LE, %wide, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %f = stablehlo.convert %i : (tensor<ui8>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %next = stablehlo.subtract %i, %step : tensor<ui8>
    %y = stablehlo.add %a, %b : tensor<4xf32>
    stablehlo.return %next, %y : tensor<ui8>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

//--- none.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
   cond {
    %p = stablehlo.compare GT, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.negate %a : tensor<4xf32>
    stablehlo.return %i, %y : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

//--- triangle.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
   cond {
    %p = stablehlo.compare NE, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<4xf32>
     cond {
      %p = stablehlo.compare LT, %j, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %next = stablehlo.add %j, %one : tensor<i32>
      %y = stablehlo.negate %b : tensor<4xf32>
      stablehlo.return %next, %y : tensor<i32>, tensor<4xf32>
    }
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %s#1 : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

//--- limit.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
   cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %p = stablehlo.compare LT, %i, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.negate %a : tensor<4xf32>
    stablehlo.return %next, %y : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}
