// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null | FileCheck %s

// Elements of a mask are kept and divided by 1 - rate.
// CHECK: mask: [2, 0, -4, 0] : tensor<4xf64>
// The draws are those of Philox4x32-10: an element is kept where the first word of its
// counter is below (1 - rate) 2^32.
// CHECK: zero_key: {{\[}}[4, 0, 4, 0, 0, 4], [4, 4, 4, 4, 0, 4]] : tensor<2x6xf64>
// CHECK: half: {{\[}}[0, 2, 2, 0, 2, 0], [0, 2, 2, 0, 0, 2]] : tensor<2x6xf64>
// A block has the draws of its elements in the whole: rows 1, columns 2 to 4.
// CHECK: block: {{\[}}[2, 0, 0]] : tensor<1x3xf64>
// Two starts of a dimension add up.
// CHECK: inner: {{\[}}[0, 0]] : tensor<1x2xf64>
// CHECK: none: [3] : tensor<1xf64>
func.func @main() -> (tensor<4xf64> {dist.name = "mask"}, tensor<2x6xf64> {dist.name = "zero_key"},
    tensor<2x6xf64> {dist.name = "half"}, tensor<1x3xf64> {dist.name = "block"},
    tensor<1x2xf64> {dist.name = "inner"}, tensor<1xf64> {dist.name = "none"}) {
  %x = stablehlo.constant dense<[1.0, 5.0, -2.0, 7.0]> : tensor<4xf64>
  %m = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %0 = nn.dropout %x, mask %m {rate = 0.5 : f64} : (tensor<4xf64>, tensor<4xi1>) -> tensor<4xf64>
  %three = stablehlo.constant dense<3.0> : tensor<2x6xf64>
  %one = stablehlo.constant dense<1.0> : tensor<2x6xf64>
  %k0 = stablehlo.constant dense<0> : tensor<2xui32>
  %k = stablehlo.constant dense<[7, 9]> : tensor<2xui32>
  %1 = nn.dropout %three, key %k0 {rate = 0.25 : f64, stream = 0 : i64} : (tensor<2x6xf64>, tensor<2xui32>) -> tensor<2x6xf64>
  %2 = nn.dropout %one, key %k {rate = 0.5 : f64, stream = 3 : i64} : (tensor<2x6xf64>, tensor<2xui32>) -> tensor<2x6xf64>
  %c1 = stablehlo.constant dense<1> : tensor<i64>
  %c2 = stablehlo.constant dense<2> : tensor<i64>
  %c0 = stablehlo.constant dense<0> : tensor<i64>
  %part = stablehlo.constant dense<1.0> : tensor<1x3xf64>
  %3 = nn.dropout %part, key %k at(%c1, %c2) {rate = 0.5 : f64, stream = 3 : i64, whole = array<i64: 2, 6>} : (tensor<1x3xf64>, tensor<2xui32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf64>
  %small = stablehlo.constant dense<1.0> : tensor<1x2xf64>
  %4 = nn.dropout %small, key %k at(%c1, %c1, %c0, %c2) {rate = 0.5 : f64, stream = 3 : i64, whole = array<i64: 2, 6>} : (tensor<1x2xf64>, tensor<2xui32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x2xf64>
  %single = stablehlo.constant dense<3.0> : tensor<1xf64>
  %5 = nn.dropout %single, key %k {rate = 0.0 : f64, stream = 3 : i64} : (tensor<1xf64>, tensor<2xui32>) -> tensor<1xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf64>, tensor<2x6xf64>, tensor<2x6xf64>, tensor<1x3xf64>, tensor<1x2xf64>, tensor<1xf64>
}
