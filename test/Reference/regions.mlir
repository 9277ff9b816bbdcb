// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null | FileCheck %s

// Placement ops are identities on one device; calls run their functions.
// CHECK: result0: [2, 4] : tensor<2xf32>
dist.mesh @mesh <"x"=2>
func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = dist.constraint %x <@mesh, [{"x"}]> : tensor<2xf32>
  %1 = func.call @double(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = dist.checkpoint %1 "layers.0.input" : tensor<2xf32>
  %3 = dist.reshard %2 <@mesh, [{}]> : tensor<2xf32>
  return %3 : tensor<2xf32>
}

// -----

// Runs see rows of the slices, and what is captured.
// CHECK: sum: 1260 : tensor<f32>
// CHECK: stack: {{\[}}[11, 22], [13, 24], [15, 26]] : tensor<3x2xf32>
// CHECK: captured: [10, 20] : tensor<2xf32>
func.func @main() -> (tensor<f32> {dist.name = "sum"}, tensor<3x2xf32> {dist.name = "stack"}, tensor<2xf32> {dist.name = "captured"}) {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %k = stablehlo.constant dense<[100.0, 200.0, 300.0]> : tensor<3xf32>
  %c = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %r:2 = dist.microbatch 3 (%x, %k) kinds = [sum, stack] {
  ^bb0(%row: tensor<2xf32>, %s: tensor<f32>):
    %0 = stablehlo.add %row, %c : tensor<2xf32>
    %z = stablehlo.constant dense<210.0> : tensor<f32>
    %1 = stablehlo.add %s, %z : tensor<f32>
    %2 = func.call @plain(%1) : (tensor<f32>) -> tensor<f32>
    dist.yield %2, %0 : tensor<f32>, tensor<2xf32>
  } : (tensor<3x2xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<3x2xf32>)
  %q = stablehlo.constant dense<30.0> : tensor<f32>
  %sum = stablehlo.add %r#0, %q : tensor<f32>
  return %sum, %r#1, %c : tensor<f32>, tensor<3x2xf32>, tensor<2xf32>
}
func.func private @plain(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// Kernels are called, products are strided, streams are no matter.
// CHECK: launched: [3, 5] : tensor<2xf32>
// CHECK: gemm: {{\[}}[7, 10], [15, 22]] : tensor<2x2xf32>
// CHECK: onto: {{\[}}[107, 115], [110, 122]] : tensor<2x2xf32>
// CHECK: zeros: [0, 0] : tensor<2xf32>
// CHECK: ones: [16843009] : tensor<1xi32>
func.func private @kernel(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> attributes {sched.kernel} {
  %0 = stablehlo.multiply %x, %x : tensor<2xf32>
  %1 = stablehlo.add %0, %y : tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @main() -> (tensor<2xf32> {dist.name = "launched"}, tensor<2x2xf32> {dist.name = "gemm"}, tensor<2x2xf32> {dist.name = "onto"},
    tensor<2xf32> {dist.name = "zeros"}, tensor<1xi32> {dist.name = "ones"}) {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[2.0, 1.0]> : tensor<2xf32>
  %0 = sched.launch @kernel(%x, %y) {inplace = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = sched.gemm %a, %a {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>,
      m = 2, n = 2, k = 2, a_m = 2, a_k = 1, b_k = 2, b_n = 1, c_m = 2, c_n = 1} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // The transposed product on top of an accumulator.
  %acc = stablehlo.constant dense<100.0> : tensor<2x2xf32>
  %2 = sched.gemm %a, %a onto %acc {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>,
      m = 2, n = 2, k = 2, a_m = 2, a_k = 1, b_k = 2, b_n = 1, c_m = 1, c_n = 2} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = sched.fill 0 : tensor<2xf32>
  %4 = sched.copy %3 : tensor<2xf32>
  sched.record 0 on compute
  sched.wait 0 on collective
  %5 = sched.fill 1 : tensor<1xi32>
  return %0, %1, %2, %4, %5 : tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>, tensor<1xi32>
}

// -----

// Each step takes over what the last one gave.
// RUN: shard-opt %s --split-input-file --shardc-interpret="steps=3 seed=4" -o /dev/null | FileCheck %s --check-prefix=STEPS
// STEPS: step 0 count: 1 : tensor<f32>
// STEPS: step 1 count: 2 : tensor<f32>
// STEPS: step 2 count: 3 : tensor<f32>
func.func @main(%n: tensor<f32> {dist.name = "n", dist.role = "state", dist.init = {kind = "zero"}, dist.updated_by = 0 : i64})
    -> (tensor<f32> {dist.name = "count"}) {
  %1 = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.add %n, %1 : tensor<f32>
  return %0 : tensor<f32>
}
