// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null | FileCheck %s

// The last label is out of range: an ignored token.
// CHECK: loss: [0.407606, 5.01339, 0] : tensor<3xf64>
// CHECK: lse: [3.40761, 5.01339, 2.09861] : tensor<3xf64>
// CHECK: whole: {{\[}}[0.0900306, 0.244728, -0.334759], [-1.9867, 0.0132967, 1.97341], [0, 0, 0]] : tensor<3x3xf64>
// Columns 1 and 2 of a vocabulary of 3.
// CHECK: part: {{\[}}[0.244728, -0.334759], [0.0132967, 1.97341], [0, 0]] : tensor<3x2xf64>
func.func @main() -> (tensor<3xf64> {dist.name = "loss"}, tensor<3xf64> {dist.name = "lse"}, tensor<3x3xf64> {dist.name = "whole"},
    tensor<3x2xf64> {dist.name = "part"}) {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [0.0, 0.0, 5.0], [1.0, 1.0, 1.0]]> : tensor<3x3xf64>
  %y = stablehlo.constant dense<[2, 0, -1]> : tensor<3xi32>
  %0:2 = nn.cross_entropy %x, %y : (tensor<3x3xf64>, tensor<3xi32>) -> (tensor<3xf64>, tensor<3xf64>)
  %d = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %1 = nn.cross_entropy_grad %x, %y, %0#1, %d {vocab = 3}
      : (tensor<3x3xf64>, tensor<3xi32>, tensor<3xf64>, tensor<3xf64>) -> tensor<3x3xf64>
  %p = stablehlo.slice %x [0:3, 1:3] : (tensor<3x3xf64>) -> tensor<3x2xf64>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %2 = nn.cross_entropy_grad %p, %y, %0#1, %d, %o {vocab = 3}
      : (tensor<3x2xf64>, tensor<3xi32>, tensor<3xf64>, tensor<3xf64>, tensor<i32>) -> tensor<3x2xf64>
  return %0#0, %0#1, %1, %2 : tensor<3xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<3x2xf64>
}

// -----

// CHECK: square_sum: 39 : tensor<f64>
// CHECK: param: [0.821798, -2.0535] : tensor<2xf64>
// CHECK: m: [0.115, 0.2] : tensor<2xf64>
// CHECK: v: [0.012625, 0.2] : tensor<2xf64>
func.func @main() -> (tensor<f64> {dist.name = "square_sum"}, tensor<2xf64> {dist.name = "param"}, tensor<2xf64> {dist.name = "m"},
    tensor<2xf64> {dist.name = "v"}) {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %b = stablehlo.constant dense<3.0> : tensor<1xf64>
  %0 = nn.square_sum %a, %b : (tensor<2x2xf64>, tensor<1xf64>) -> tensor<f64>
  %p = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf64>
  %g = stablehlo.constant dense<[0.5, 4.0]> : tensor<2xf64>
  %m = stablehlo.constant dense<[0.1, 0.0]> : tensor<2xf64>
  %v = stablehlo.constant dense<[0.01, 0.0]> : tensor<2xf64>
  %t = stablehlo.constant dense<2.0> : tensor<f64>
  %s = stablehlo.constant dense<0.5> : tensor<f64>
  %1:3 = nn.adamw %p, %g, %m, %v, %t, %s
      {lr = 1.0e-1 : f64, beta1 = 0.9 : f64, beta2 = 0.95 : f64, eps = 1.0e-8 : f64, weight_decay = 0.1 : f64} : tensor<2xf64>, tensor<f64>
  return %0, %1#0, %1#1, %1#2 : tensor<f64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}
