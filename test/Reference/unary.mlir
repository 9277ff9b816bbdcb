// RUN: shard-opt %s --split-input-file --shardc-interpret=digits=5 -o /dev/null | FileCheck %s

// CHECK: ceil: [-1, 1, 2] : tensor<3xf32>
// CHECK: floor: [-2, 0, 2] : tensor<3xf32>
// CHECK: abs: [1.5, 0.5, 2] : tensor<3xf32>
// CHECK: negate: [1.5, -0.5, -2] : tensor<3xf32>
// CHECK: sign: [-1, 1, 1] : tensor<3xf32>
// CHECK: cbrt: [-1.1447, 0.7937, 1.2599] : tensor<3xf32>
// CHECK: cosine: [0.070737, 0.87758, -0.41615] : tensor<3xf32>
// CHECK: sine: [-0.99749, 0.47943, 0.9093] : tensor<3xf32>
// CHECK: exponential: [0.22313, 1.6487, 7.3891] : tensor<3xf32>
// CHECK: tanh: [-0.90515, 0.46212, 0.96403] : tensor<3xf32>
// CHECK: logistic: [0.18243, 0.62246, 0.8808] : tensor<3xf32>
func.func @main() -> (tensor<3xf32> {dist.name = "ceil"}, tensor<3xf32> {dist.name = "floor"},
    tensor<3xf32> {dist.name = "abs"}, tensor<3xf32> {dist.name = "negate"}, tensor<3xf32> {dist.name = "sign"},
    tensor<3xf32> {dist.name = "cbrt"}, tensor<3xf32> {dist.name = "cosine"}, tensor<3xf32> {dist.name = "sine"},
    tensor<3xf32> {dist.name = "exponential"}, tensor<3xf32> {dist.name = "tanh"}, tensor<3xf32> {dist.name = "logistic"}) {
  %x = stablehlo.constant dense<[-1.5, 0.5, 2.0]> : tensor<3xf32>
  %0 = stablehlo.ceil %x : tensor<3xf32>
  %1 = stablehlo.floor %x : tensor<3xf32>
  %2 = stablehlo.abs %x : tensor<3xf32>
  %3 = stablehlo.negate %x : tensor<3xf32>
  %4 = stablehlo.sign %x : tensor<3xf32>
  %5 = stablehlo.cbrt %x : tensor<3xf32>
  %6 = stablehlo.cosine %x : tensor<3xf32>
  %7 = stablehlo.sine %x : tensor<3xf32>
  %8 = stablehlo.exponential %x : tensor<3xf32>
  %9 = stablehlo.tanh %x : tensor<3xf32>
  %10 = stablehlo.logistic %x : tensor<3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
    tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// CHECK: log: [-0.69315, 0, 1.3863] : tensor<3xf64>
// CHECK: log_plus_one: [0.40547, 0.69315, 1.6094] : tensor<3xf64>
// CHECK: exponential_minus_one: [0.64872, 1.7183, 53.598] : tensor<3xf64>
// CHECK: rsqrt: [1.4142, 1, 0.5] : tensor<3xf64>
// CHECK: sqrt: [0.70711, 1, 2] : tensor<3xf64>
// CHECK: round: [0, 2, 2, -2] : tensor<4xf64>
// CHECK: is_finite: [true, false, false] : tensor<3xi1>
// CHECK: sign of special: [nan, -0, -1] : tensor<3xf64>
func.func @main() -> (tensor<3xf64> {dist.name = "log"}, tensor<3xf64> {dist.name = "log_plus_one"},
    tensor<3xf64> {dist.name = "exponential_minus_one"}, tensor<3xf64> {dist.name = "rsqrt"}, tensor<3xf64> {dist.name = "sqrt"},
    tensor<4xf64> {dist.name = "round"}, tensor<3xi1> {dist.name = "is_finite"}, tensor<3xf64> {dist.name = "sign of special"}) {
  %x = stablehlo.constant dense<[0.5, 1.0, 4.0]> : tensor<3xf64>
  %halves = stablehlo.constant dense<[0.5, 1.5, 2.5, -1.5]> : tensor<4xf64>
  %odd = stablehlo.constant dense<[1.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  %special = stablehlo.constant dense<[0x7FF8000000000000, -0.0, 0xFFF0000000000000]> : tensor<3xf64>
  %0 = stablehlo.log %x : tensor<3xf64>
  %1 = stablehlo.log_plus_one %x : tensor<3xf64>
  %2 = stablehlo.exponential_minus_one %x : tensor<3xf64>
  %3 = stablehlo.rsqrt %x : tensor<3xf64>
  %4 = stablehlo.sqrt %x : tensor<3xf64>
  %5 = stablehlo.round_nearest_even %halves : tensor<4xf64>
  %6 = stablehlo.is_finite %odd : (tensor<3xf64>) -> tensor<3xi1>
  %7 = stablehlo.sign %special : tensor<3xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>,
    tensor<4xf64>, tensor<3xi1>, tensor<3xf64>
}

// -----

// Conversions: towards zero, held to the range, NaN to 0, anything but 0 is true.
// CHECK: i32: [-1, 2147483647, 0, 0] : tensor<4xi32>
// CHECK: ui8: [0, 255, 0, 0] : tensor<4xui8>
// CHECK: i1: [true, true, true, false] : tensor<4xi1>
// CHECK: wrapped: [44, -56] : tensor<2xi8>
// CHECK: back: [300, 200] : tensor<2xf32>
// CHECK: from bool: [1, 0] : tensor<2xf32>
// CHECK: bits: [1065353216, -1073741824] : tensor<2xi32>
// CHECK: bfloat bits: [16256] : tensor<1xui16>
// CHECK: from bits: [1.5] : tensor<1xf32>
func.func @main() -> (tensor<4xi32> {dist.name = "i32"}, tensor<4xui8> {dist.name = "ui8"}, tensor<4xi1> {dist.name = "i1"},
    tensor<2xi8> {dist.name = "wrapped"}, tensor<2xf32> {dist.name = "back"}, tensor<2xf32> {dist.name = "from bool"},
    tensor<2xi32> {dist.name = "bits"}, tensor<1xui16> {dist.name = "bfloat bits"}, tensor<1xf32> {dist.name = "from bits"}) {
  %x = stablehlo.constant dense<[-1.75, 1.0e10, 0x7FC00000, 0.0]> : tensor<4xf32>
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi32>
  %1 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xui8>
  %2 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi1>
  %n = stablehlo.constant dense<[300, 200]> : tensor<2xi32>
  %3 = stablehlo.convert %n : (tensor<2xi32>) -> tensor<2xi8>
  %4 = stablehlo.convert %n : (tensor<2xi32>) -> tensor<2xf32>
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %5 = stablehlo.convert %p : (tensor<2xi1>) -> tensor<2xf32>
  %f = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %6 = stablehlo.bitcast_convert %f : (tensor<2xf32>) -> tensor<2xi32>
  %b = stablehlo.constant dense<1.0> : tensor<1xbf16>
  %7 = stablehlo.bitcast_convert %b : (tensor<1xbf16>) -> tensor<1xui16>
  %i = stablehlo.constant dense<0x3FC00000> : tensor<1xi32>
  %8 = stablehlo.bitcast_convert %i : (tensor<1xi32>) -> tensor<1xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4xi32>, tensor<4xui8>, tensor<4xi1>, tensor<2xi8>, tensor<2xf32>,
    tensor<2xf32>, tensor<2xi32>, tensor<1xui16>, tensor<1xf32>
}
