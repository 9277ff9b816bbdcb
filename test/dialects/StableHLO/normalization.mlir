// Batch normalization, sorting, random numbers, precision.
// RUN: shard-opt %s --verify-roundtrip | FileCheck %s
// RUN: shard-opt %s --mlir-print-op-generic | shard-opt | FileCheck %s

// CHECK-LABEL: @batch_norm
func.func @batch_norm(%x: tensor<8x4x4x3xf32>, %s: tensor<3xf32>) {
  // CHECK: "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 3 : i64}>
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 3 : i64}> : (tensor<8x4x4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<8x4x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  // The older generic form has its attributes among the discardable ones.
  // CHECK: "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 3 : i64}>
  %1 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) {epsilon = 1.0e-3 : f32, feature_index = 3 : i64} : (tensor<8x4x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<8x4x4x3xf32>
  // CHECK: "stablehlo.batch_norm_grad"
  %2:3 = "stablehlo.batch_norm_grad"(%x, %s, %s, %s, %x) <{epsilon = 1.0e-3 : f32, feature_index = 3 : i64}> : (tensor<8x4x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<8x4x4x3xf32>) -> (tensor<8x4x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// CHECK-LABEL: @sort
func.func @sort(%x: tensor<8x16xf32>, %i: tensor<8x16xi32>) {
  // CHECK: "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %k: tensor<i32>, %l: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x16xf32>, tensor<8x16xi32>) -> (tensor<8x16xf32>, tensor<8x16xi32>)
  return
}

// CHECK-LABEL: @random
func.func @random(%a: tensor<f32>, %n: tensor<2xi64>, %state: tensor<2xui64>) {
  // CHECK: stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
  %0 = stablehlo.rng %a, %a, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
  // CHECK: %{{.*}}, %{{.*}} = stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %1, %2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  // CHECK: stablehlo.rng_bit_generator %arg2, algorithm = DEFAULT
  %3, %4 = "stablehlo.rng_bit_generator"(%state) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}

// CHECK-LABEL: @bits
func.func @bits(%x: tensor<8xf32>, %i: tensor<8xi32>) {
  // CHECK: stablehlo.reduce_precision %arg0, format = e5m10 : tensor<8xf32>
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<8xf32>
  // CHECK: stablehlo.popcnt %arg1 : tensor<8xi32>
  %1 = stablehlo.popcnt %i : tensor<8xi32>
  // CHECK: stablehlo.count_leading_zeros %arg1 : tensor<8xi32>
  %2 = stablehlo.count_leading_zeros %i : tensor<8xi32>
  // CHECK: stablehlo.tan %arg0 : tensor<8xf32>
  %3 = stablehlo.tan %x : tensor<8xf32>
  return
}
