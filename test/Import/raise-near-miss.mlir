// What is almost a composite, or whose inner values somebody needs, stays as it is.
// RUN: split-file %s %t
// RUN: shardc import %t/causal-offset.mlir | FileCheck %t/causal-offset.mlir
// RUN: shardc import %t/wrong-axis.mlir | FileCheck %t/wrong-axis.mlir
// RUN: shardc import %t/eps-outside.mlir | FileCheck %t/eps-outside.mlir
// RUN: shardc import %t/mean-of-other.mlir | FileCheck %t/mean-of-other.mlir
// RUN: shardc import %t/probabilities-needed.mlir | FileCheck %t/probabilities-needed.mlir
// RUN: shardc import %t/learned-bias.mlir | FileCheck %t/learned-bias.mlir
// RUN: shardc import %t/quick-gelu.mlir | FileCheck %t/quick-gelu.mlir
// RUN: shardc import %t/scaled-after-mask.mlir | FileCheck %t/scaled-after-mask.mlir

//--- causal-offset.mlir
// One key more than causal: a mask like any other.
// CHECK: nn.attention %{{.*}}, %{{.*}}, %{{.*}} mask %{{.*}} {scale = 1.000000e+00 : f64}
// CHECK-NOT: causal
func.func @main(%q: tensor<3x4x2xf32>, %k: tensor<3x4x2xf32>) -> tensor<3x4x2xf32> {
  %lows = stablehlo.constant dense<0xFF800000> : tensor<3x4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<4x4xi32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> tensor<3x4x4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4x4xi32>
  %i1 = stablehlo.add %i, %one : tensor<4x4xi32>
  %j = stablehlo.iota dim = 1 : tensor<4x4xi32>
  %c = stablehlo.compare GE, %i1, %j, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %m = stablehlo.broadcast_in_dim %c, dims = [1, 2] : (tensor<4x4xi1>) -> tensor<3x4x4xi1>
  %masked = stablehlo.select %m, %s, %lows : tensor<3x4x4xi1>, tensor<3x4x4xf32>
  %e = stablehlo.exponential %masked : tensor<3x4x4xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x4x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<3x4xf32>) -> tensor<3x4x4xf32>
  %p = stablehlo.divide %e, %sums : tensor<3x4x4xf32>
  %y = stablehlo.dot_general %p, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return %y : tensor<3x4x2xf32>
}

//--- wrong-axis.mlir
// Each key's weights over the queries add up to one.
// CHECK-NOT: nn.attention
// CHECK: nn.softmax %{{.*}} {dimension = 1 : i64}
func.func @main(%q: tensor<3x4x2xf32>, %k: tensor<3x4x2xf32>) -> tensor<3x4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> tensor<3x4x4xf32>
  %e = stablehlo.exponential %s : tensor<3x4x4xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 2] : (tensor<3x4xf32>) -> tensor<3x4x4xf32>
  %p = stablehlo.divide %e, %sums : tensor<3x4x4xf32>
  %y = stablehlo.dot_general %p, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return %y : tensor<3x4x2xf32>
}

//--- eps-outside.mlir
// CHECK-NOT: nn.
// CHECK: stablehlo.sqrt
func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %four = stablehlo.constant dense<4.0> : tensor<3xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<3xf32>
  %xx = stablehlo.multiply %x, %x : tensor<3x4xf32>
  %sum = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %mean = stablehlo.divide %sum, %four : tensor<3xf32>
  %root = stablehlo.sqrt %mean : tensor<3xf32>
  %shifted = stablehlo.add %root, %eps : tensor<3xf32>
  %wide = stablehlo.broadcast_in_dim %shifted, dims = [0] : (tensor<3xf32>) -> tensor<3x4xf32>
  %y = stablehlo.divide %x, %wide : tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

//--- mean-of-other.mlir
// The mean square of another value.
// CHECK-NOT: nn.
// CHECK: stablehlo.rsqrt
func.func @main(%x: tensor<3x4xf32>, %z: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %four = stablehlo.constant dense<4.0> : tensor<3xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<3xf32>
  %zz = stablehlo.multiply %z, %z : tensor<3x4xf32>
  %sum = stablehlo.reduce(%zz init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %mean = stablehlo.divide %sum, %four : tensor<3xf32>
  %shifted = stablehlo.add %mean, %eps : tensor<3xf32>
  %root = stablehlo.rsqrt %shifted : tensor<3xf32>
  %wide = stablehlo.broadcast_in_dim %root, dims = [0] : (tensor<3xf32>) -> tensor<3x4xf32>
  %y = stablehlo.multiply %x, %wide : tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

//--- probabilities-needed.mlir
// A backward pass reads the probabilities.
// CHECK-NOT: nn.attention
// CHECK: nn.softmax
func.func @main(%q: tensor<3x4x2xf32>, %k: tensor<3x4x2xf32>) -> (tensor<3x4x2xf32>, tensor<3x4x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> tensor<3x4x4xf32>
  %e = stablehlo.exponential %s : tensor<3x4x4xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x4x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<3x4xf32>) -> tensor<3x4x4xf32>
  %p = stablehlo.divide %e, %sums : tensor<3x4x4xf32>
  %y = stablehlo.dot_general %p, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return %y, %p : tensor<3x4x2xf32>, tensor<3x4x4xf32>
}

//--- learned-bias.mlir
// The mask of attention has no gradient, so one that is learned is added in the open.
// CHECK-NOT: nn.attention
// CHECK: nn.softmax
func.func @main(%q: tensor<3x4x2xf32>, %k: tensor<3x4x2xf32>, %b: tensor<4x4xf32> {dist.role = "param"}) -> tensor<3x4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> tensor<3x4x4xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<3x4x4xf32>
  %s = stablehlo.add %d, %bb : tensor<3x4x4xf32>
  %e = stablehlo.exponential %s : tensor<3x4x4xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x4x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<3x4xf32>) -> tensor<3x4x4xf32>
  %p = stablehlo.divide %e, %sums : tensor<3x4x4xf32>
  %y = stablehlo.dot_general %p, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return %y : tensor<3x4x2xf32>
}

//--- quick-gelu.mlir
// CHECK-NOT: nn.
// CHECK: stablehlo.logistic
func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %c = stablehlo.constant dense<1.702> : tensor<3x4xf32>
  %s = stablehlo.multiply %x, %c : tensor<3x4xf32>
  %l = stablehlo.logistic %s : tensor<3x4xf32>
  %y = stablehlo.multiply %x, %l : tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

//--- scaled-after-mask.mlir
// Numbers of the caller's are scaled along with the scores.
// CHECK-NOT: nn.attention
// CHECK: nn.softmax
func.func @main(%q: tensor<3x4x2xf32>, %k: tensor<3x4x2xf32>, %b: tensor<3x4x4xf32>) -> tensor<3x4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<3x4x4xf32>
  %d = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> tensor<3x4x4xf32>
  %b1 = stablehlo.add %d, %b : tensor<3x4x4xf32>
  %s = stablehlo.multiply %b1, %half : tensor<3x4x4xf32>
  %e = stablehlo.exponential %s : tensor<3x4x4xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x4x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<3x4xf32>) -> tensor<3x4x4xf32>
  %p = stablehlo.divide %e, %sums : tensor<3x4x4xf32>
  %y = stablehlo.dot_general %p, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return %y : tensor<3x4x2xf32>
}
