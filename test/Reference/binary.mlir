// RUN: shard-opt %s --split-input-file --shardc-interpret=digits=5 -o /dev/null | FileCheck %s

// CHECK: add: [5, 1.5, -5.5] : tensor<3xf64>
// CHECK: subtract: [3, -2.5, 1.5] : tensor<3xf64>
// CHECK: multiply: [4, -1, 7] : tensor<3xf64>
// CHECK: divide: [4, -0.25, 0.57143] : tensor<3xf64>
// CHECK: maximum: [4, 2, -2] : tensor<3xf64>
// CHECK: minimum: [1, -0.5, -3.5] : tensor<3xf64>
// CHECK: remainder: [0, -0.5, -2] : tensor<3xf64>
// CHECK: power: [4, 0.25, nan] : tensor<3xf64>
// CHECK: atan2: [1.3258, -0.24498, -2.6224] : tensor<3xf64>
// CHECK: twice: [8, -1, -4] : tensor<3xf64>
func.func @main() -> (tensor<3xf64> {dist.name = "add"}, tensor<3xf64> {dist.name = "subtract"}, tensor<3xf64> {dist.name = "multiply"},
    tensor<3xf64> {dist.name = "divide"}, tensor<3xf64> {dist.name = "maximum"}, tensor<3xf64> {dist.name = "minimum"},
    tensor<3xf64> {dist.name = "remainder"}, tensor<3xf64> {dist.name = "power"}, tensor<3xf64> {dist.name = "atan2"},
    tensor<3xf64> {dist.name = "twice"}) {
  %x = stablehlo.constant dense<[4.0, -0.5, -2.0]> : tensor<3xf64>
  %y = stablehlo.constant dense<[1.0, 2.0, -3.5]> : tensor<3xf64>
  %0 = stablehlo.add %x, %y : tensor<3xf64>
  %1 = stablehlo.subtract %x, %y : tensor<3xf64>
  %2 = stablehlo.multiply %x, %y : tensor<3xf64>
  %3 = stablehlo.divide %x, %y : tensor<3xf64>
  %4 = stablehlo.maximum %x, %y : tensor<3xf64>
  %5 = stablehlo.minimum %x, %y : tensor<3xf64>
  %6 = stablehlo.remainder %x, %y : tensor<3xf64>
  %7 = stablehlo.power %x, %y : tensor<3xf64>
  %8 = stablehlo.atan2 %x, %y : tensor<3xf64>
  // The last use of a value, twice in one op: it must not be overwritten early.
  %9 = stablehlo.add %x, %x : tensor<3xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>,
    tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}

// -----

// Integers wrap around; division by zero gives all ones.
// CHECK: add: [-2147483648, 4, -7] : tensor<3xi32>
// CHECK: multiply: [2147483647, 0, 0] : tensor<3xi32>
// CHECK: divide: [2147483647, -1, -1] : tensor<3xi32>
// CHECK: remainder: [0, 4, -7] : tensor<3xi32>
// CHECK: unsigned divide: [127, 255] : tensor<2xui8>
// CHECK: power: [-8, 1, 0, 81] : tensor<4xi32>
// CHECK: least over minus one: [-128] : tensor<1xi8>
func.func @main() -> (tensor<3xi32> {dist.name = "add"}, tensor<3xi32> {dist.name = "multiply"}, tensor<3xi32> {dist.name = "divide"},
    tensor<3xi32> {dist.name = "remainder"}, tensor<2xui8> {dist.name = "unsigned divide"}, tensor<4xi32> {dist.name = "power"},
    tensor<1xi8> {dist.name = "least over minus one"}) {
  %x = stablehlo.constant dense<[2147483647, 4, -7]> : tensor<3xi32>
  %y = stablehlo.constant dense<[1, 0, 0]> : tensor<3xi32>
  %0 = stablehlo.add %x, %y : tensor<3xi32>
  %1 = stablehlo.multiply %x, %y : tensor<3xi32>
  %2 = stablehlo.divide %x, %y : tensor<3xi32>
  %3 = stablehlo.remainder %x, %y : tensor<3xi32>
  %u = stablehlo.constant dense<[254, 3]> : tensor<2xui8>
  %v = stablehlo.constant dense<[2, 0]> : tensor<2xui8>
  %4 = stablehlo.divide %u, %v : tensor<2xui8>
  %b = stablehlo.constant dense<[-2, -1, 5, 3]> : tensor<4xi32>
  %e = stablehlo.constant dense<[3, -2, -1, 4]> : tensor<4xi32>
  %5 = stablehlo.power %b, %e : tensor<4xi32>
  %l = stablehlo.constant dense<-128> : tensor<1xi8>
  %m = stablehlo.constant dense<-1> : tensor<1xi8>
  %6 = stablehlo.divide %l, %m : tensor<1xi8>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<2xui8>, tensor<4xi32>, tensor<1xi8>
}

// -----

// CHECK: and: [8, 1] : tensor<2xi32>
// CHECK: or: [14, -1] : tensor<2xi32>
// CHECK: xor: [6, -2] : tensor<2xi32>
// CHECK: not: [-13, 0] : tensor<2xi32>
// CHECK: left: [-128, 0] : tensor<2xi8>
// CHECK: arithmetic: [-32, -1] : tensor<2xi8>
// CHECK: logical: [32, 0] : tensor<2xi8>
// CHECK: bool add: [true, true, false] : tensor<3xi1>
// CHECK: bool multiply: [true, false, false] : tensor<3xi1>
// CHECK: bool not: [false, false, true] : tensor<3xi1>
func.func @main() -> (tensor<2xi32> {dist.name = "and"}, tensor<2xi32> {dist.name = "or"}, tensor<2xi32> {dist.name = "xor"},
    tensor<2xi32> {dist.name = "not"}, tensor<2xi8> {dist.name = "left"}, tensor<2xi8> {dist.name = "arithmetic"},
    tensor<2xi8> {dist.name = "logical"}, tensor<3xi1> {dist.name = "bool add"}, tensor<3xi1> {dist.name = "bool multiply"},
    tensor<3xi1> {dist.name = "bool not"}) {
  %x = stablehlo.constant dense<[12, -1]> : tensor<2xi32>
  %y = stablehlo.constant dense<[10, 1]> : tensor<2xi32>
  %0 = stablehlo.and %x, %y : tensor<2xi32>
  %1 = stablehlo.or %x, %y : tensor<2xi32>
  %2 = stablehlo.xor %x, %y : tensor<2xi32>
  %3 = stablehlo.not %x : tensor<2xi32>
  // -128 is 0b10000000; a shift by 9 exceeds the width.
  %s = stablehlo.constant dense<[-128, -128]> : tensor<2xi8>
  %one = stablehlo.constant dense<[-64, 9]> : tensor<2xi8>
  %t = stablehlo.constant dense<[2, 9]> : tensor<2xi8>
  %o = stablehlo.constant dense<[1, 9]> : tensor<2xi8>
  %4 = stablehlo.shift_left %one, %o : tensor<2xi8>
  %5 = stablehlo.shift_right_arithmetic %s, %t : tensor<2xi8>
  %6 = stablehlo.shift_right_logical %s, %t : tensor<2xi8>
  %p = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %q = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %7 = stablehlo.add %p, %q : tensor<3xi1>
  %8 = stablehlo.multiply %p, %q : tensor<3xi1>
  %9 = stablehlo.not %p : tensor<3xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<2xi8>,
    tensor<2xi8>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>
}

// -----

// CHECK: lt: [true, false, false] : tensor<3xi1>
// CHECK: ne with nan: [true, false, true] : tensor<3xi1>
// CHECK: total order: [true, true] : tensor<2xi1>
// CHECK: unsigned gt: [true] : tensor<1xi1>
// CHECK: select: [1, 20, 30] : tensor<3xf32>
// CHECK: select by scalar: [10, 20, 30] : tensor<3xf32>
// CHECK: clamp: [1.5, 2, 2.5] : tensor<3xf32>
// CHECK: clamp integers: [0, 3, 5] : tensor<3xi32>
func.func @main() -> (tensor<3xi1> {dist.name = "lt"}, tensor<3xi1> {dist.name = "ne with nan"}, tensor<2xi1> {dist.name = "total order"},
    tensor<1xi1> {dist.name = "unsigned gt"}, tensor<3xf32> {dist.name = "select"}, tensor<3xf32> {dist.name = "select by scalar"},
    tensor<3xf32> {dist.name = "clamp"}, tensor<3xi32> {dist.name = "clamp integers"}) {
  %x = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.constant dense<[2.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %0 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %1 = stablehlo.compare NE, %x, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  // -0 comes before 0, and a positive NaN after everything.
  %a = stablehlo.constant dense<[-0.0, 1.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[0.0, 0x7FC00000]> : tensor<2xf32>
  %2 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %u = stablehlo.constant dense<18446744073709551615> : tensor<1xui64>
  %v = stablehlo.constant dense<1> : tensor<1xui64>
  %3 = stablehlo.compare GT, %u, %v, UNSIGNED : (tensor<1xui64>, tensor<1xui64>) -> tensor<1xi1>
  %p = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %t = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %f = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %4 = stablehlo.select %p, %t, %f : tensor<3xi1>, tensor<3xf32>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %5 = stablehlo.select %no, %t, %f : tensor<i1>, tensor<3xf32>
  %lo = stablehlo.constant dense<1.5> : tensor<f32>
  %hi = stablehlo.constant dense<2.5> : tensor<f32>
  %6 = stablehlo.clamp %lo, %t, %hi : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %i = stablehlo.constant dense<[-4, 3, 9]> : tensor<3xi32>
  %l = stablehlo.constant dense<0> : tensor<3xi32>
  %h = stablehlo.constant dense<5> : tensor<3xi32>
  %7 = stablehlo.clamp %l, %i, %h : tensor<3xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3xi1>, tensor<3xi1>, tensor<2xi1>, tensor<1xi1>, tensor<3xf32>, tensor<3xf32>,
    tensor<3xf32>, tensor<3xi32>
}
