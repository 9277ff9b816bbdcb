// What --shardc-verify-pipeline finds in programs edited by hand.
// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-verify-pipeline

// expected-error@+1 {{@main is still there; run --shardc-pipeline first}}
func.func @main() {
  return
}

// -----

// expected-error@below {{module has 1 programs for 2 stages}}
module {
  dist.mesh @mesh <"pp"=2>
  func.func @program_0() attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
    return
  }
}

// -----

dist.mesh @mesh <"pp"=2>
// expected-note@+1 {{the first is here}}
func.func @program_0() attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  return
}
// expected-error@+1 {{'program_1' is the second program of class 0}}
func.func @program_1() attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  return
}

// -----

func.func private @step(%a: tensor<4xf32>) -> tensor<4xf32> attributes {dist.segment = "step"} {
  // expected-error@+1 {{must not be in segment 'step'}}
  dist.send %a channel 0 to 0 over "pp" on @mesh : tensor<4xf32>
  return %a : tensor<4xf32>
}
dist.mesh @mesh <"pp"=1>
func.func @program(%a: tensor<4xf32>) {
  return
}

// -----

// expected-error@+1 {{result 0 of type 'tensor<2xf32>' takes over argument 0 of type 'tensor<4xf32>'}}
func.func private @step(%a: tensor<4xf32>) -> tensor<2xf32> attributes {dist.segment = "step", dist.donate = array<i64: 0>} {
  %0 = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @program(%a: tensor<4xf32>) {
  return
}

// -----

// expected-error@+1 {{argument 0 is taken over twice}}
func.func private @step(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {dist.segment = "step", dist.donate = array<i64: 0, 0>} {
  return %a, %a : tensor<4xf32>, tensor<4xf32>
}
func.func @program(%a: tensor<4xf32>) {
  return
}

// -----

func.func private @step(%a: tensor<4xf32>) -> tensor<4xf32> attributes {dist.segment = "step", dist.donate = array<i64: 0>} {
  %0 = stablehlo.negate %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @program(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@+1 {{given away here, as argument 0}}
  %0 = call @step(%a) {dist.action = "step"} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{reads a value whose buffer 'step' has taken over}}
  return %a : tensor<4xf32>
}

// -----

func.func private @step(%a: tensor<4xf32>) -> tensor<4xf32> attributes {dist.segment = "step", dist.donate = array<i64: 0>} {
  %0 = stablehlo.negate %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @program(%a: tensor<4xf32>) -> tensor<2xf32> {
  // A view shares the buffer.
  %v = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<2x2xf32>
  // expected-note@+1 {{given away here, as argument 0}}
  %0 = call @step(%a) {dist.action = "step"} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{reads a value whose buffer 'step' has taken over}}
  %1 = stablehlo.slice %v [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
  %2 = stablehlo.reshape %1 : (tensor<1x2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

func.func @program(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{must not be in program 'program'}}
  %0 = stablehlo.negate %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @other(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @program(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{calls 'other', which is no segment}}
  %0 = call @other(%a) {dist.action = "step"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @forward_0(%a: tensor<4xf32>) attributes {dist.segment = "forward"} {
  return
}
func.func @program(%a: tensor<4xf32>) {
  // expected-note@+1 {{the first time is here}}
  call @forward_0(%a) {dist.action = "0F0"} : (tensor<4xf32>) -> ()
  // expected-error@+1 {{runs '0F0' again}}
  call @forward_0(%a) {dist.action = "0F0"} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func private @forward_0(%a: tensor<4xf32>) attributes {dist.segment = "forward"} {
  return
}
func.func private @backward_0(%a: tensor<4xf32>) attributes {dist.segment = "backward"} {
  return
}
func.func @program(%a: tensor<4xf32>) {
  // expected-error@+1 {{runs '0B0' before the forward of that microbatch}}
  call @backward_0(%a) {dist.action = "0B0"} : (tensor<4xf32>) -> ()
  call @forward_0(%a) {dist.action = "0F0"} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func private @forward_0(%a: tensor<4xf32>) attributes {dist.segment = "forward"} {
  return
}
func.func private @backward_0(%a: tensor<4xf32>) attributes {dist.segment = "backward"} {
  return
}
// expected-error@+1 {{'program' runs 1 'B' actions and 2 of another kind}}
func.func @program(%a: tensor<4xf32>) {
  call @forward_0(%a) {dist.action = "0F0"} : (tensor<4xf32>) -> ()
  call @forward_0(%a) {dist.action = "0F1"} : (tensor<4xf32>) -> ()
  call @backward_0(%a) {dist.action = "0B0"} : (tensor<4xf32>) -> ()
  return
}

// -----

dist.mesh @mesh <"pp"=2>
func.func private @forward_0(%a: tensor<4xf32>) attributes {dist.segment = "forward"} {
  return
}
func.func @program_0(%a: tensor<4xf32>) attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  return
}
func.func @program_1(%a: tensor<4xf32>) attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  // expected-error@+1 {{runs '0F0' in the program of stage 1}}
  call @forward_0(%a) {dist.action = "0F0"} : (tensor<4xf32>) -> ()
  return
}

// -----

dist.mesh @mesh <"pp"=2>
func.func @program_0(%a: tensor<4xf32>) attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  // expected-error@+1 {{channel 3 is never received}}
  dist.send %a channel 3 to 1 over "pp" on @mesh : tensor<4xf32>
  return
}
func.func @program_1() attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  return
}

// -----

dist.mesh @mesh <"pp"=2>
func.func @program_0(%a: tensor<4xf32>) attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  // expected-error@+1 {{channel 3 is sent as 'tensor<4xf32>' and received as 'tensor<8xf32>'}}
  dist.send %a channel 3 to 1 over "pp" on @mesh : tensor<4xf32>
  return
}
func.func @program_1() attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  // expected-note@+1 {{received here}}
  %0 = dist.recv channel 3 from 0 over "pp" on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"pp"=3>
func.func @program_0(%a: tensor<4xf32>) attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  // expected-error@+1 {{channel 3 is sent to stage 2 and received on stage 1}}
  dist.send %a channel 3 to 2 over "pp" on @mesh : tensor<4xf32>
  return
}
func.func @program_1() attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  // expected-note@+1 {{received here}}
  %0 = dist.recv channel 3 from 0 over "pp" on @mesh : tensor<4xf32>
  return
}
func.func @program_2() attributes {dist.class_axis = "pp", dist.class_coordinate = 2 : i64} {
  return
}

// -----

dist.mesh @mesh <"pp"=2>
func.func @program_0(%a: tensor<4xf32>) attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  // expected-error@+1 {{never completes: the programs wait for each other}}
  dist.send %a channel 0 to 1 over "pp" on @mesh : tensor<4xf32>
  dist.send %a channel 1 to 1 over "pp" on @mesh : tensor<4xf32>
  return
}
func.func @program_1() attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  // expected-note@+1 {{'program_1' waits here, at channel 1}}
  %0 = dist.recv channel 1 from 0 over "pp" on @mesh : tensor<4xf32>
  %1 = dist.recv channel 0 from 0 over "pp" on @mesh : tensor<4xf32>
  return
}
