// Bits read as wider and narrower elements, the lowest bits first, as a little-endian machine has them.
// RUN: shard-opt %s --shardc-normalize-module --shardc-interpret -o /dev/null | FileCheck %s

// CHECK: joined: [8589934593, 9223372044885671663] : tensor<2xui64>
// CHECK: apart: {{\[}}[1, 2], [3735928559, 2147483649]] : tensor<2x2xui32>
// CHECK: bytes: {{\[}}[0, 0, -128, 63], [0, 0, 32, -64]] : tensor<2x4xi8>
// CHECK: float: [1, -2.5] : tensor<2xf32>
// CHECK: unsigned: {{\[}}[254, 255, 255, 255], [112, 17, 1, 0]] : tensor<2x4xui8>
func.func @main() -> (tensor<2xui64> {dist.name = "joined"}, tensor<2x2xui32> {dist.name = "apart"}, tensor<2x4xi8> {dist.name = "bytes"},
    tensor<2xf32> {dist.name = "float"}, tensor<2x4xui8> {dist.name = "unsigned"}) {
  %a = stablehlo.constant dense<[[1, 2], [3735928559, 2147483649]]> : tensor<2x2xui32>
  %0 = stablehlo.bitcast_convert %a : (tensor<2x2xui32>) -> tensor<2xui64>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2xui64>) -> tensor<2x2xui32>
  %x = stablehlo.constant dense<[1.0, -2.5]> : tensor<2xf32>
  %2 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x4xi8>
  %3 = stablehlo.bitcast_convert %2 : (tensor<2x4xi8>) -> tensor<2xf32>
  %i = stablehlo.constant dense<[-2, 70000]> : tensor<2xi32>
  %4 = stablehlo.bitcast_convert %i : (tensor<2xi32>) -> tensor<2x4xui8>
  return %0, %1, %2, %3, %4 : tensor<2xui64>, tensor<2x2xui32>, tensor<2x4xi8>, tensor<2xf32>, tensor<2x4xui8>
}
