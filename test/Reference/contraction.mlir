// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null | FileCheck %s

// CHECK: matrix: {{\[}}[22, 28], [49, 64]] : tensor<2x2xf32>
// CHECK: vector: 14 : tensor<f32>
// CHECK: transposed: {{\[}}[14, 32], [32, 77]] : tensor<2x2xf32>
// CHECK: batched: {{\[\[}}[17], [39]], {{\[}}[83], [113]]] : tensor<2x2x1xf32>
// CHECK: two dims: [91] : tensor<1xf32>
// CHECK: outer: {{\[}}[3, 4], [6, 8]] : tensor<2x2xi32>
// CHECK: wraps: [-128] : tensor<1xi8>
func.func @main() -> (tensor<2x2xf32> {dist.name = "matrix"}, tensor<f32> {dist.name = "vector"}, tensor<2x2xf32> {dist.name = "transposed"},
    tensor<2x2x1xf32> {dist.name = "batched"}, tensor<1xf32> {dist.name = "two dims"}, tensor<2x2xi32> {dist.name = "outer"},
    tensor<1xi8> {dist.name = "wraps"}) {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %v = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1 = stablehlo.dot %v, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %2 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  // Batched over dimension 1 of the left and 0 of the right operand.
  %l = stablehlo.constant dense<[[[1.0, 2.0], [5.0, 6.0]], [[3.0, 4.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %r = stablehlo.constant dense<[[[5.0], [6.0]], [[7.0], [8.0]]]> : tensor<2x2x1xf32>
  %3 = stablehlo.dot_general %l, %r, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<2x2x2xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
  // Contracted in swapped order: the second operand is the transpose of the first.
  %c = stablehlo.constant dense<[[[1.0], [4.0]], [[2.0], [5.0]], [[3.0], [6.0]]]> : tensor<3x2x1xf32>
  %4 = stablehlo.dot_general %a, %c, contracting_dims = [1, 0] x [0, 1] : (tensor<2x3xf32>, tensor<3x2x1xf32>) -> tensor<1xf32>
  %i = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %j = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %5 = stablehlo.dot_general %i, %j, contracting_dims = [] x [] : (tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  %w = stablehlo.constant dense<64> : tensor<1x2xi8>
  %one = stablehlo.constant dense<1> : tensor<2xi8>
  %6 = stablehlo.dot_general %w, %one, contracting_dims = [1] x [0] : (tensor<1x2xi8>, tensor<2xi8>) -> tensor<1xi8>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x2xf32>, tensor<f32>, tensor<2x2xf32>, tensor<2x2x1xf32>, tensor<1xf32>, tensor<2x2xi32>, tensor<1xi8>
}

// -----

// CHECK: rows: [6, 15] : tensor<2xf32>
// CHECK: columns: [5, 7, 9] : tensor<3xf32>
// CHECK: all: 121 : tensor<f32>
// CHECK: greatest: [3, 6] : tensor<2xf32>
// CHECK: any: [true, false] : tensor<2xi1>
// CHECK: least: -2 : tensor<i32>
// Index and value of the greatest, the first of equals.
// CHECK: argmax value: [4, 9] : tensor<2xf32>
// CHECK: argmax index: [1, 0] : tensor<2xi32>
// Sums of squares; the factor is captured: 0.5 * (1 + 4 + 9).
// CHECK: captured: 7 : tensor<f32>
// CHECK: nothing: [3, 3] : tensor<2xf32>
func.func @main() -> (tensor<2xf32> {dist.name = "rows"}, tensor<3xf32> {dist.name = "columns"}, tensor<f32> {dist.name = "all"},
    tensor<2xf32> {dist.name = "greatest"}, tensor<2xi1> {dist.name = "any"}, tensor<i32> {dist.name = "least"},
    tensor<2xf32> {dist.name = "argmax value"}, tensor<2xi32> {dist.name = "argmax index"}, tensor<f32> {dist.name = "captured"},
    tensor<2xf32> {dist.name = "nothing"}) {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.constant dense<100.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.reduce(%a init: %h) applies stablehlo.add across dimensions = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %p = stablehlo.constant dense<[[false, true], [false, false]]> : tensor<2x2xi1>
  %f = stablehlo.constant dense<false> : tensor<i1>
  %4 = stablehlo.reduce(%p init: %f) applies stablehlo.or across dimensions = [1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  %i = stablehlo.constant dense<[3, -2, 7]> : tensor<3xi32>
  %most = stablehlo.constant dense<2147483647> : tensor<i32>
  %5 = stablehlo.reduce(%i init: %most) applies stablehlo.minimum across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>

  %x = stablehlo.constant dense<[[1.0, 4.0, 4.0], [9.0, -1.0, 2.0]]> : tensor<2x3xf32>
  %at = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %6:2 = stablehlo.reduce(%x init: %lowest), (%at init: %none) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%u: tensor<f32>, %v: tensor<f32>) (%iu: tensor<i32>, %iv: tensor<i32>) {
    %gt = stablehlo.compare GE, %u, %v, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %gt, %u, %v : tensor<i1>, tensor<f32>
    %index = stablehlo.select %gt, %iu, %iv : tensor<i1>, tensor<i32>
    stablehlo.return %value, %index : tensor<f32>, tensor<i32>
  }
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %w = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %7 = stablehlo.reduce(%w init: %z) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
   reducer(%s: tensor<f32>, %e: tensor<f32>) {
    %sq = stablehlo.multiply %e, %e : tensor<f32>
    %scaled = stablehlo.multiply %sq, %half : tensor<f32>
    %sum = stablehlo.add %s, %scaled : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }
  // No elements: the initial value.
  %empty = stablehlo.constant dense<> : tensor<2x0xf32>
  %three = stablehlo.constant dense<3.0> : tensor<f32>
  %8 = stablehlo.reduce(%empty init: %three) applies stablehlo.add across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4, %5, %6#0, %6#1, %7, %8 : tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<2xf32>, tensor<2xi1>, tensor<i32>,
    tensor<2xf32>, tensor<2xi32>, tensor<f32>, tensor<2xf32>
}
