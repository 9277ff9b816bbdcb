// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null | FileCheck %s

// Indices outside the table give zeros, and their gradients are dropped.
// CHECK: embedding: {{\[}}[4, 5], [0, 0], [0, 1], [0, 0]] : tensor<4x2xf64>
// CHECK: embedding_grad: {{\[}}[5, 6], [0, 0], [1, 2]] : tensor<3x2xf64>
func.func @main() -> (tensor<4x2xf64> {dist.name = "embedding"}, tensor<3x2xf64> {dist.name = "embedding_grad"}) {
  %t = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf64>
  %i = stablehlo.constant dense<[2, -1, 0, 3]> : tensor<4xi32>
  %0 = nn.embedding %t, %i : (tensor<3x2xf64>, tensor<4xi32>) -> tensor<4x2xf64>
  %d = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf64>
  %1 = nn.embedding_grad %i, %d : (tensor<4xi32>, tensor<4x2xf64>) -> tensor<3x2xf64>
  return %0, %1 : tensor<4x2xf64>, tensor<3x2xf64>
}

// -----

// CHECK: rms_norm: {{\[}}[1.24035, 0.620174], [1.69031, -0.563436]] : tensor<2x2xf64>
// CHECK: layer_norm: {{\[}}[8.30969, 20.4226], [11.9919, 19.502]] : tensor<2x2xf64>
func.func @main() -> (tensor<2x2xf64> {dist.name = "rms_norm"}, tensor<2x2xf64> {dist.name = "layer_norm"}) {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf64>
  %w = stablehlo.constant dense<[2.0, 0.5]> : tensor<2xf64>
  %b = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf64>
  %0 = nn.rms_norm %x, %w {eps = 1.0e-1 : f64} : tensor<2x2xf64>, tensor<2xf64>
  %1 = nn.layer_norm %x, %w, %b {eps = 1.0e-1 : f64} : tensor<2x2xf64>, tensor<2xf64>
  return %0, %1 : tensor<2x2xf64>, tensor<2x2xf64>
}

// -----

// CHECK: erf: [-0.158655, 0, 1.9545] : tensor<3xf64>
// CHECK: tanh: [-0.158808, 0, 1.9546] : tensor<3xf64>
// CHECK: silu: [-0.268941, 0, 1.76159] : tensor<3xf64>
func.func @main() -> (tensor<3xf64> {dist.name = "erf"}, tensor<3xf64> {dist.name = "tanh"}, tensor<3xf64> {dist.name = "silu"}) {
  %x = stablehlo.constant dense<[-1.0, 0.0, 2.0]> : tensor<3xf64>
  %0 = nn.gelu %x <erf> : tensor<3xf64>
  %1 = nn.gelu %x <tanh> : tensor<3xf64>
  %2 = nn.silu %x : tensor<3xf64>
  return %0, %1, %2 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}

// -----

// CHECK: cos: {{\[}}[1, 1], [0.540302, 0.995004]] : tensor<2x2xf64>
// CHECK: sin: {{\[}}[0, 0], [0.841471, 0.0998334]] : tensor<2x2xf64>
// CHECK: rope: {{\[\[\[}}[1, 2, 3, 4]], {{\[}}[-1.98411, 1.59067, 2.46238, 4.17968]]]] : tensor<1x2x1x4xf64>
// CHECK: back: {{\[\[\[}}[1, 2, 3, 4]], {{\[}}[1, 2, 3, 4]]]] : tensor<1x2x1x4xf64>
func.func @main() -> (tensor<2x2xf64> {dist.name = "cos"}, tensor<2x2xf64> {dist.name = "sin"}, tensor<1x2x1x4xf64> {dist.name = "rope"},
    tensor<1x2x1x4xf64> {dist.name = "back"}) {
  %c, %s = nn.rope_table {theta = 1.0e2 : f64} : tensor<2x2xf64>
  %x = stablehlo.constant dense<[[[[1.0, 2.0, 3.0, 4.0]], [[1.0, 2.0, 3.0, 4.0]]]]> : tensor<1x2x1x4xf64>
  %0 = nn.rope %x, %c, %s : tensor<1x2x1x4xf64>, tensor<2x2xf64>
  %1 = nn.rope %0, %c, %s {inverse} : tensor<1x2x1x4xf64>, tensor<2x2xf64>
  return %c, %s, %0, %1 : tensor<2x2xf64>, tensor<2x2xf64>, tensor<1x2x1x4xf64>, tensor<1x2x1x4xf64>
}

// -----

// Two query heads read one key/value head; worked out from the formula.
// CHECK: causal: {{\[\[\[}}[10], [10]], {{\[}}[16.2246], [12.6894]]]] : tensor<1x2x2x1xf64>
// CHECK: causal lse: {{\[\[}}[0.5, 1.22408], [1, -0.186738]]] : tensor<1x2x2xf64>
// CHECK: full: {{\[\[\[}}[17.3106], [18.808]], {{\[}}[16.2246], [12.6894]]]] : tensor<1x2x2x1xf64>
// CHECK: full lse: {{\[\[}}[1.81326, 1.22408], [3.12693, -0.186738]]] : tensor<1x2x2xf64>
// The second query alone sees both keys; one past the end sees no more than there are.
// CHECK: last: {{\[\[\[}}[16.2246], [12.6894]]]] : tensor<1x1x2x1xf64>
// CHECK: past: {{\[\[\[}}[16.2246], [12.6894]]]] : tensor<1x1x2x1xf64>
func.func @main() -> (tensor<1x2x2x1xf64> {dist.name = "causal"}, tensor<1x2x2xf64> {dist.name = "causal lse"},
    tensor<1x2x2x1xf64> {dist.name = "full"}, tensor<1x2x2xf64> {dist.name = "full lse"},
    tensor<1x1x2x1xf64> {dist.name = "last"}, tensor<1x1x2x1xf64> {dist.name = "past"}) {
  %q = stablehlo.constant dense<[[[[1.0], [2.0]], [[0.5], [-1.0]]]]> : tensor<1x2x2x1xf64>
  %k = stablehlo.constant dense<[[[[1.0]], [[3.0]]]]> : tensor<1x2x1x1xf64>
  %v = stablehlo.constant dense<[[[[10.0]], [[20.0]]]]> : tensor<1x2x1x1xf64>
  %0:2 = nn.attention %q, %k, %v {causal, scale = 0.5 : f64}
      : (tensor<1x2x2x1xf64>, tensor<1x2x1x1xf64>, tensor<1x2x1x1xf64>) -> (tensor<1x2x2x1xf64>, tensor<1x2x2xf64>)
  %1:2 = nn.attention %q, %k, %v {scale = 0.5 : f64}
      : (tensor<1x2x2x1xf64>, tensor<1x2x1x1xf64>, tensor<1x2x1x1xf64>) -> (tensor<1x2x2x1xf64>, tensor<1x2x2xf64>)
  %second = stablehlo.slice %q [0:1, 1:2, 0:2, 0:1] : (tensor<1x2x2x1xf64>) -> tensor<1x1x2x1xf64>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %2:2 = nn.attention %second, %k, %v, %one {causal, scale = 0.5 : f64}
      : (tensor<1x1x2x1xf64>, tensor<1x2x1x1xf64>, tensor<1x2x1x1xf64>, tensor<i32>) -> (tensor<1x1x2x1xf64>, tensor<1x2x1xf64>)
  %nine = stablehlo.constant dense<9> : tensor<i64>
  %3:2 = nn.attention %second, %k, %v, %nine {causal, scale = 0.5 : f64}
      : (tensor<1x1x2x1xf64>, tensor<1x2x1x1xf64>, tensor<1x2x1x1xf64>, tensor<i64>) -> (tensor<1x1x2x1xf64>, tensor<1x2x1xf64>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %3#0
      : tensor<1x2x2x1xf64>, tensor<1x2x2xf64>, tensor<1x2x2x1xf64>, tensor<1x2x2xf64>, tensor<1x1x2x1xf64>, tensor<1x1x2x1xf64>
}
