// Integers of 4 bits and floats of 8 are held in wider types, and have the values of their own:
// integers wrap, conversions of floats hold them to the range, floats are rounded once.
// RUN: shardc import %s -o %t.shard
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.shard
// RUN: shard-opt %t.shard --shardc-interpret -o /dev/null | FileCheck %s

// IR: @main(%{{.*}}: tensor<4xi8>
// IR-NOT: xi4>

// CHECK: moved: [-8, 7, -1, 3] : tensor<4xi8>
// CHECK: sums: [7, -2, -2, 6] : tensor<4xi8>
// CHECK: logical: [4, 3, 7, 1] : tensor<4xi8>
// CHECK: ones: [1, 3, 4, 2] : tensor<4xi8>
// CHECK: zeros: [0, 1, 0, 2] : tensor<4xi8>
// CHECK: total: 1 : tensor<i8>
// CHECK: fromInts: [7, -8, -1, 0] : tensor<4xi8>
// CHECK: fromFloats: [7, -8, 0, 2] : tensor<4xi8>
// CHECK: unsigned: [15, 0, 0, 2] : tensor<4xui8>
// CHECK: e4m3: [1.25, 448, nan, nan, 0.00195312, 0, nan, -3.25] : tensor<8xf32>
// CHECK: e5m2: [1.25, 448, 57344, inf, 0.00146484, 1.52588e-05, nan, -3.5] : tensor<8xf32>
func.func @main(%unused: tensor<4xi4>) -> (tensor<4xi4> {dist.name = "moved"}, tensor<4xi4> {dist.name = "sums"}, tensor<4xi4> {dist.name = "logical"}, tensor<4xi4> {dist.name = "ones"}, tensor<4xi4> {dist.name = "zeros"}, tensor<i4> {dist.name = "total"}, tensor<4xi4> {dist.name = "fromInts"},
    tensor<4xi4> {dist.name = "fromFloats"}, tensor<4xui4> {dist.name = "unsigned"}, tensor<8xf32> {dist.name = "e4m3"}, tensor<8xf32> {dist.name = "e5m2"}) {
  %a = stablehlo.constant dense<[3, -1, 7, -8]> : tensor<4xi4>
  %moved = stablehlo.reverse %a, dims = [0] : tensor<4xi4>
  %x = stablehlo.constant dense<[-8, 7, -1, 3]> : tensor<4xi4>
  %y = stablehlo.constant dense<[-1, 7, -1, 3]> : tensor<4xi4>
  %sums = stablehlo.add %x, %y : tensor<4xi4>
  %one = stablehlo.constant dense<1> : tensor<4xi4>
  %logical = stablehlo.shift_right_logical %x, %one : tensor<4xi4>
  %ones = stablehlo.popcnt %x : tensor<4xi4>
  %zeros = stablehlo.count_leading_zeros %x : tensor<4xi4>
  %zero = stablehlo.constant dense<0> : tensor<i4>
  %total = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xi4>, tensor<i4>) -> tensor<i4>
  %i = stablehlo.constant dense<[7, 8, -17, 16]> : tensor<4xi32>
  %fromInts = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xi4>
  %f = stablehlo.constant dense<[300.0, -300.0, 0x7FC00000, 2.9]> : tensor<4xf32>
  %fromFloats = stablehlo.convert %f : (tensor<4xf32>) -> tensor<4xi4>
  %unsigned = stablehlo.convert %f : (tensor<4xf32>) -> tensor<4xui4>

  %g = stablehlo.constant dense<[1.1875, 464.0, 60000.0, 0x7F800000, 0.00146484375, 0.00001, 0x7FC00000, -3.3]> : tensor<8xf32>
  %g4 = stablehlo.convert %g : (tensor<8xf32>) -> tensor<8xf8E4M3FN>
  %g5 = stablehlo.convert %g : (tensor<8xf32>) -> tensor<8xf8E5M2>
  %e4m3 = stablehlo.convert %g4 : (tensor<8xf8E4M3FN>) -> tensor<8xf32>
  %e5m2 = stablehlo.convert %g5 : (tensor<8xf8E5M2>) -> tensor<8xf32>
  return %moved, %sums, %logical, %ones, %zeros, %total, %fromInts, %fromFloats, %unsigned, %e4m3, %e5m2 : tensor<4xi4>, tensor<4xi4>, tensor<4xi4>, tensor<4xi4>, tensor<4xi4>, tensor<i4>, tensor<4xi4>, tensor<4xi4>, tensor<4xui4>, tensor<8xf32>, tensor<8xf32>
}
