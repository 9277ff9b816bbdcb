// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null | FileCheck %s

// CHECK: iota 0: {{\[}}[0, 0, 0], [1, 1, 1]] : tensor<2x3xi32>
// CHECK: iota 1: {{\[}}[0, 1, 2], [0, 1, 2]] : tensor<2x3xf32>
// CHECK: broadcast: {{\[\[}}[1, 1], [2, 2]], {{\[}}[1, 1], [2, 2]]] : tensor<2x2x2xi32>
// CHECK: swapped: {{\[}}[1, 3], [2, 4]] : tensor<2x2xi32>
// CHECK: stretched: {{\[}}[7, 7, 7]] : tensor<1x3xi32>
// CHECK: transpose: {{\[\[}}[1], [4]], {{\[}}[2], [5]], {{\[}}[3], [6]]] : tensor<3x2x1xi32>
// CHECK: reverse: {{\[}}[6, 5, 4], [3, 2, 1]] : tensor<2x3xi32>
// CHECK: reshape: {{\[}}[1, 2], [3, 4], [5, 6]] : tensor<3x2xi32>
func.func @main() -> (tensor<2x3xi32> {dist.name = "iota 0"}, tensor<2x3xf32> {dist.name = "iota 1"}, tensor<2x2x2xi32> {dist.name = "broadcast"},
    tensor<2x2xi32> {dist.name = "swapped"}, tensor<1x3xi32> {dist.name = "stretched"}, tensor<3x2x1xi32> {dist.name = "transpose"},
    tensor<2x3xi32> {dist.name = "reverse"}, tensor<3x2xi32> {dist.name = "reshape"}) {
  %0 = stablehlo.iota dim = 0 : tensor<2x3xi32>
  %1 = stablehlo.iota dim = 1 : tensor<2x3xf32>
  %v = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %2 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<2xi32>) -> tensor<2x2x2xi32>
  %m = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %3 = stablehlo.broadcast_in_dim %m, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %s = stablehlo.constant dense<7> : tensor<1x1xi32>
  %4 = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<1x3xi32>
  %x = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi32>
  %5 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<1x2x3xi32>) -> tensor<3x2x1xi32>
  %y = stablehlo.reshape %x : (tensor<1x2x3xi32>) -> tensor<2x3xi32>
  %6 = stablehlo.reverse %y, dims = [0, 1] : tensor<2x3xi32>
  %7 = stablehlo.reshape %y : (tensor<2x3xi32>) -> tensor<3x2xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x2x2xi32>, tensor<2x2xi32>, tensor<1x3xi32>,
    tensor<3x2x1xi32>, tensor<2x3xi32>, tensor<3x2xi32>
}

// -----

// CHECK: concatenate: {{\[}}[1, 2, 9, 5, 6], [3, 4, 9, 7, 8]] : tensor<2x5xi32>
// CHECK: pad: {{\[}}[0, 0, 0, 0, 0], [0, 1, 0, 2, 0], [0, 3, 0, 4, 0]] : tensor<3x5xi32>
// CHECK: cropped: {{\[}}[2, 0, 0], [4, 0, 0]] : tensor<2x3xi32>
// CHECK: cropped between: [0, 2, 0, 3] : tensor<4xi32>
// CHECK: slice: {{\[}}[2, 4], [12, 14]] : tensor<2x2xi32>
// CHECK: empty: [] : tensor<0x5xi32>
// CHECK: barrier: [1, 2] : tensor<2xi32>
func.func @main() -> (tensor<2x5xi32> {dist.name = "concatenate"}, tensor<3x5xi32> {dist.name = "pad"}, tensor<2x3xi32> {dist.name = "cropped"},
    tensor<4xi32> {dist.name = "cropped between"}, tensor<2x2xi32> {dist.name = "slice"}, tensor<0x5xi32> {dist.name = "empty"}, tensor<2xi32> {dist.name = "barrier"}) {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %n = stablehlo.constant dense<9> : tensor<2x1xi32>
  %b = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %0 = stablehlo.concatenate %a, %n, %b, dim = 1 : (tensor<2x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<2x5xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.pad %a, %z, low = [1, 1], high = [0, 1], interior = [0, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<3x5xi32>
  %2 = stablehlo.pad %a, %z, low = [0, -1], high = [0, 2], interior = [0, 0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x3xi32>
  %t = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %6 = stablehlo.pad %t, %z, low = [-1], high = [0], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  %i = stablehlo.constant dense<[[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]> : tensor<3x5xi32>
  %3 = stablehlo.slice %i [0:3:2, 2:5:2] : (tensor<3x5xi32>) -> tensor<2x2xi32>
  %4 = stablehlo.slice %i [1:1, 0:5] : (tensor<3x5xi32>) -> tensor<0x5xi32>
  %v = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %5 = stablehlo.optimization_barrier %v : tensor<2xi32>
  return %0, %1, %2, %6, %3, %4, %5 : tensor<2x5xi32>, tensor<3x5xi32>, tensor<2x3xi32>, tensor<4xi32>, tensor<2x2xi32>, tensor<0x5xi32>, tensor<2xi32>
}
