// What can't be scheduled.
// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-schedule

// expected-error@below {{module has no program; run --shardc-pipeline first}}
module {
}

// -----

func.func private @step(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.segment = "step"} {
  // expected-error@+1 {{can't be scheduled in segment 'step'; run code generation first}}
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @program(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @step(%x) {dist.action = "step"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{result 0 can't take over argument 0}}
func.func private @step(%x: tensor<4xf32>) -> tensor<2xf32> attributes {dist.segment = "step", dist.donate = array<i64: 0>} {
  %0 = sched.fill 0 : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @program(%x: tensor<4xf32>) {
  return
}

// -----

func.func @program(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{can't be scheduled in a program}}
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @program(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{is not zero; a program computes in segments only}}
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @step(%x: tensor<2xf32>) attributes {dist.segment = "step"} {
  return
}
func.func @program(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{is not a view of whole rows}}
  %0 = stablehlo.slice %x [0:2, 0:1] : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x1xf32>) -> tensor<2xf32>
  call @step(%1) {dist.action = "step"} : (tensor<2xf32>) -> ()
  return
}
