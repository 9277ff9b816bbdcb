// One negative case a constraint of batch normalization, sorting, random numbers.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @batch_norm_c1(%x: tensor<8x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{dimension 2 in feature_index is out of range for rank 2}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<8x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_c2(%x: tensor<8x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{scale has type 'tensor<2xf32>', but the features of the operand need 'tensor<3xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %t, %t) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<8x3xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<8x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_c4(%x: tensor<8x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{output has type 'tensor<8x4xf32>', but the operand has 'tensor<8x3xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<8x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<8x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @sort_c2(%x: tensor<8x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{dimension 2 is out of range for rank 2}}
  %0 = "stablehlo.sort"(%x) <{dimension = 2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @sort_c3(%x: tensor<8x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{result #0 has type 'tensor<8x2xf32>', but its input has type 'tensor<8x3xf32>'}}
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x3xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @sort_c4(%x: tensor<8x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{comparator must return one 'tensor<i1>'}}
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %a : tensor<f32>
  }) : (tensor<8x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @sort_c4_arguments(%x: tensor<8x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+2 {{comparator must take two scalars for each input, in pairs}}
  // expected-note @+1 {{it takes 3 values, but must take 2}}
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @rng_c1(%a: tensor<f64>, %n: tensor<1xi64>) {
  // expected-error @+1 {{'a' has type 'tensor<f64>', but the result needs 'tensor<f32>'}}
  %0 = stablehlo.rng %a, %a, %n, distribution = UNIFORM : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @rng_c2(%a: tensor<f32>, %n: tensor<1xi64>) {
  // expected-error @+1 {{shape has type 'tensor<1xi64>', but the result has rank 2}}
  %0 = stablehlo.rng %a, %a, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4x8xf32>
  return
}

// -----

func.func @rng_bit_generator_c1(%s: tensor<3xui64>) {
  // expected-error @+1 {{state has type 'tensor<3xui64>', but THREE_FRY needs two elements of 64 bits}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @rng_bit_generator_c2(%s: tensor<2xui64>) {
  // expected-error @+1 {{new state has type 'tensor<3xui64>', but the state has type 'tensor<2xui64>'}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @reduce_precision_c1(%x: tensor<8xf32>) {
  // expected-error @+1 {{has a format of 0 exponent and 10 mantissa bits, but needs at least 1 and 0}}
  %0 = stablehlo.reduce_precision %x, format = e0m10 : tensor<8xf32>
  return
}

// -----

func.func @reduce_precision_syntax(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected a format such as 'e5m10', but got 'f16'}}
  %0 = stablehlo.reduce_precision %x, format = f16 : tensor<8xf32>
  return
}
