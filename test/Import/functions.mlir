// Each function against values of an independent library, in double precision.
// RUN: shard-opt %s --shardc-normalize-module --shardc-interpret=digits=11 -o /dev/null | FileCheck %s
// RUN: shard-opt %s --shardc-normalize-module | FileCheck %s --check-prefix=IR

// CHECK: erf: [-0.79690821242, -0.22270258921, 1.1283791671e-09, 0.52049987781, 0.84270037784] : tensor<5xf64>
// CHECK: erfc: [1.9999779095, 1.112462916, 0.57160764495, 0.004677734981, 2.1519736712e-17] : tensor<5xf64>
// CHECK: erf_inv: [-1.1630871537, -0.17914345462, 8.8622692545e-10, 0.4769362762, 3.4589107373] : tensor<5xf64>
// CHECK: square: [0.81, 0.04, 1e-18, 0.25, 0.999998] : tensor<5xf64>
// CHECK: sinh: [-1.0265167257, -0.20133600254, 1e-09, 0.52109530549, 1.1751996506] : tensor<5xf64>
// CHECK: cosh: [1.4330863854, 1.0200667556, 1, 1.1276259652, 1.5430794596] : tensor<5xf64>
// CHECK: asin: [-1.119769515, -0.20135792079, 1e-09, 0.5235987756, 1.5693821131] : tensor<5xf64>
// CHECK: acos: [2.6905658418, 1.7721542476, 1.5707963258, 1.0471975512, 0.0014142136802] : tensor<5xf64>
// CHECK: atan: [-0.73281510179, -0.19739555985, 1e-09, 0.463647609, 0.7853976634] : tensor<5xf64>
// CHECK: asinh: [-4.0946222243, -1e-09, 0.65266656608, 21.416413018, 461.21016578] : tensor<5xf64>
// CHECK: acosh: [0, 0.96242365012, 1.762747174, 4.381870348, 23.718998111] : tensor<5xf64>
// CHECK: atanh: [-1.4722194896, -0.20273255405, 1e-09, 0.54930614433, 7.2543286192] : tensor<5xf64>
// CHECK: tan: [-1.2601582176, -0.20271003551, 1e-09, 0.54630248984, 1.5574042991] : tensor<5xf64>
// CHECK: values: [7, 7, 3] : tensor<3xi32>
// CHECK: places: [1, 3, 0] : tensor<3xi32>
// Types of floats do not round in this interpreter: rounding shows in the program.
// IR: %[[H:.*]] = stablehlo.convert %{{.*}} : (tensor<2xf32>) -> tensor<2xf16>
// IR: stablehlo.convert %[[H]] : (tensor<2xf16>) -> tensor<2xf32>
func.func @main() -> (tensor<5xf64> {dist.name = "erf"}, tensor<5xf64> {dist.name = "erfc"}, tensor<5xf64> {dist.name = "erf_inv"}, tensor<5xf64> {dist.name = "square"}, tensor<5xf64> {dist.name = "sinh"}, tensor<5xf64> {dist.name = "cosh"}, tensor<5xf64> {dist.name = "asin"}, tensor<5xf64> {dist.name = "acos"}, tensor<5xf64> {dist.name = "atan"}, tensor<5xf64> {dist.name = "asinh"}, tensor<5xf64> {dist.name = "acosh"}, tensor<5xf64> {dist.name = "atanh"}, tensor<5xf64> {dist.name = "tan"},
    tensor<3xi32> {dist.name = "values"}, tensor<3xi32> {dist.name = "places"}, tensor<2xf32> {dist.name = "half"}) {
  %x_erf = stablehlo.constant dense<[-0.9, -0.2, 1.0e-09, 0.5, 0.999999]> : tensor<5xf64>
  %erf = chlo.erf %x_erf : tensor<5xf64> -> tensor<5xf64>
  %x_erfc = stablehlo.constant dense<[-3.0, -0.1, 0.4, 2.0, 6.0]> : tensor<5xf64>
  %erfc = chlo.erfc %x_erfc : tensor<5xf64> -> tensor<5xf64>
  %x_erf_inv = stablehlo.constant dense<[-0.9, -0.2, 1.0e-09, 0.5, 0.999999]> : tensor<5xf64>
  %erf_inv = chlo.erf_inv %x_erf_inv : tensor<5xf64> -> tensor<5xf64>
  %x_square = stablehlo.constant dense<[-0.9, -0.2, 1.0e-09, 0.5, 0.999999]> : tensor<5xf64>
  %square = chlo.square %x_square : tensor<5xf64> -> tensor<5xf64>
  %x_sinh = stablehlo.constant dense<[-0.9, -0.2, 1.0e-09, 0.5, 0.999999]> : tensor<5xf64>
  %sinh = chlo.sinh %x_sinh : tensor<5xf64> -> tensor<5xf64>
  %x_cosh = stablehlo.constant dense<[-0.9, -0.2, 1.0e-09, 0.5, 0.999999]> : tensor<5xf64>
  %cosh = chlo.cosh %x_cosh : tensor<5xf64> -> tensor<5xf64>
  %x_asin = stablehlo.constant dense<[-0.9, -0.2, 1.0e-09, 0.5, 0.999999]> : tensor<5xf64>
  %asin = chlo.asin %x_asin : tensor<5xf64> -> tensor<5xf64>
  %x_acos = stablehlo.constant dense<[-0.9, -0.2, 1.0e-09, 0.5, 0.999999]> : tensor<5xf64>
  %acos = chlo.acos %x_acos : tensor<5xf64> -> tensor<5xf64>
  %x_atan = stablehlo.constant dense<[-0.9, -0.2, 1.0e-09, 0.5, 0.999999]> : tensor<5xf64>
  %atan = chlo.atan %x_atan : tensor<5xf64> -> tensor<5xf64>
  %x_asinh = stablehlo.constant dense<[-30.0, -1.0e-09, 0.7, 1000000000.0, 1.0e+200]> : tensor<5xf64>
  %asinh = chlo.asinh %x_asinh : tensor<5xf64> -> tensor<5xf64>
  %x_acosh = stablehlo.constant dense<[1.0, 1.5, 3.0, 40.0, 10000000000.0]> : tensor<5xf64>
  %acosh = chlo.acosh %x_acosh : tensor<5xf64> -> tensor<5xf64>
  %x_atanh = stablehlo.constant dense<[-0.9, -0.2, 1.0e-09, 0.5, 0.999999]> : tensor<5xf64>
  %atanh = chlo.atanh %x_atanh : tensor<5xf64> -> tensor<5xf64>
  %x_tan = stablehlo.constant dense<[-0.9, -0.2, 1.0e-09, 0.5, 0.999999]> : tensor<5xf64>
  %tan = stablehlo.tan %x_tan : tensor<5xf64>
  // Equal elements keep their order.
  %t = stablehlo.constant dense<[3, 7, -2, 7]> : tensor<4xi32>
  %values, %places = chlo.top_k(%t, k = 3) : tensor<4xi32> -> (tensor<3xi32>, tensor<3xi32>)
  %p = stablehlo.constant dense<[1.0, 0.3333333]> : tensor<2xf32>
  %half = stablehlo.reduce_precision %p, format = e5m10 : tensor<2xf32>
  return %erf, %erfc, %erf_inv, %square, %sinh, %cosh, %asin, %acos, %atan, %asinh, %acosh, %atanh, %tan, %values, %places, %half : tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<3xi32>, tensor<3xi32>, tensor<2xf32>
}
