// Branches are computed and one is selected; a known index takes its branch alone, and the last one where no branch has it.
// RUN: shardc import %s | FileCheck %s

// CHECK: func.func @main(%[[X:[^:]*]]: tensor<4xf32> {{.*}}, %[[I:[^:]*]]: tensor<i32>
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-DAG: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK-DAG: %[[IS0:.*]] = stablehlo.compare {{ *}}EQ, %[[I]], %[[ZERO]]
// CHECK-DAG: %[[IS1:.*]] = stablehlo.compare {{ *}}EQ, %[[I]], %[[ONE]]
// CHECK-DAG: %[[SIN:.*]] = stablehlo.sine %[[X]]
// CHECK-DAG: %[[COS:.*]] = stablehlo.cosine %[[X]]
// CHECK-DAG: %[[TANH:.*]] = stablehlo.tanh %[[X]]
// CHECK: %[[REST:.*]] = stablehlo.select %[[IS1]], %[[COS]], %[[TANH]]
// CHECK: %[[A:.*]] = stablehlo.select %[[IS0]], %[[SIN]], %[[REST]]
// CHECK-NOT: stablehlo.abs
// CHECK: %[[B:.*]] = stablehlo.negate %[[A]]
// CHECK-NOT: stablehlo.abs
// CHECK: %[[C:.*]] = stablehlo.exponential %[[B]]
// CHECK-NOT: stablehlo.abs
// CHECK: return %[[C]], %[[X]]
func.func @main(%x: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a:2 = "stablehlo.case"(%i) ({
    %0 = stablehlo.sine %x : tensor<4xf32>
    stablehlo.return %0, %x : tensor<4xf32>, tensor<4xf32>
  }, {
    %0 = stablehlo.cosine %x : tensor<4xf32>
    stablehlo.return %0, %x : tensor<4xf32>, tensor<4xf32>
  }, {
    %0 = stablehlo.tanh %x : tensor<4xf32>
    stablehlo.return %0, %x : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %b = "stablehlo.case"(%minus) ({
    %0 = stablehlo.abs %a#0 : tensor<4xf32>
    stablehlo.return %0 : tensor<4xf32>
  }, {
    %0 = stablehlo.negate %a#0 : tensor<4xf32>
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %c = "stablehlo.if"(%yes) ({
    %0 = stablehlo.exponential %b : tensor<4xf32>
    stablehlo.return %0 : tensor<4xf32>
  }, {
    %0 = stablehlo.abs %b : tensor<4xf32>
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %c, %a#1 : tensor<4xf32>, tensor<4xf32>
}
