// Numbers of an unseen state: the same for every sharding, within their range.
// RUN: shard-opt %s --split-input-file --shardc-normalize-module --shardc-interpret=digits=5 -o /dev/null --verify-diagnostics | FileCheck %s
// RUN: shardc check %s --strategy dp=2,tp=2 --json 2>/dev/null | FileCheck %s --check-prefix=PASS

// PASS: "pass":true
// CHECK: uniform: {{\[}}[{{2\.[0-9]+, 2\.[0-9]+, 2\.[0-9]+}}]
// CHECK: integers: [{{-?[0-3], -?[0-3], -?[0-3], -?[0-3]}}] : tensor<4xi32>
func.func @main(%x: tensor<4x3xf32> {dist.role = "input"}) -> (tensor<4x3xf32> {dist.name = "uniform"}, tensor<4xi32> {dist.name = "integers"}, tensor<4x3xf32> {dist.name = "normal"}) {
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.constant dense<3.0> : tensor<f32>
  %shape = stablehlo.constant dense<[4, 3]> : tensor<2xi64>
  // expected-remark @+1 {{random numbers of an unseen state are drawn from Philox, keyed by the number of the op, 0, and the same in every step}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x3xf32>
  %low = stablehlo.constant dense<-3> : tensor<i32>
  %high = stablehlo.constant dense<4> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<1xi64>
  // expected-remark @+1 {{keyed by the number of the op, 1,}}
  %1 = stablehlo.rng %low, %high, %four, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  // expected-remark @+1 {{keyed by the number of the op, 2,}}
  %2 = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x3xf32>
  %3 = stablehlo.add %2, %x : tensor<4x3xf32>
  return %0, %1, %3 : tensor<4x3xf32>, tensor<4xi32>, tensor<4x3xf32>
}
