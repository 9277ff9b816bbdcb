// RUN: shard-opt %s --split-input-file --shardc-interpret --verify-diagnostics -o /dev/null

// Both send first: under rendezvous nobody receives.
dist.mesh @mesh <"pp"=2>
func.func @program_0() attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error @+2 {{'dist.send' op never completes: 2 of 2 ranks are in a deadlock}}
  // expected-note @+1 {{rank 0 waits in 'dist.send' channel 0 to 1 over 'pp' of 'program_0'}}
  dist.send %x channel 0 to 1 over "pp" on @mesh : tensor<2xf32>
  %y = dist.recv channel 1 from 1 over "pp" on @mesh : tensor<2xf32>
  return
}
func.func @program_1() attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-note @+1 {{rank 1 waits in 'dist.send' channel 1 to 0 over 'pp' of 'program_1'}}
  dist.send %x channel 1 to 0 over "pp" on @mesh : tensor<2xf32>
  %y = dist.recv channel 0 from 0 over "pp" on @mesh : tensor<2xf32>
  return
}

// -----

// Nobody sends what rank 1 waits for.
dist.mesh @mesh <"pp"=2>
// expected-note @+1 {{rank 0 has returned from 'program_0'}}
func.func @program_0() attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  return
}
func.func @program_1() attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  // expected-error @+2 {{'dist.recv' op never completes: 1 of 2 ranks are in a deadlock}}
  // expected-note @+1 {{rank 1 waits in 'dist.recv' channel 7 from 0 over 'pp' of 'program_1'}}
  %y = dist.recv channel 7 from 0 over "pp" on @mesh : tensor<2xf32>
  return
}

// -----

// Two axes, taken in opposite orders by the two classes.
dist.mesh @mesh <"pp"=2, "tp"=2>
func.func private @a(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+3 {{'dist.all_reduce' op never completes: 4 of 4 ranks are in a deadlock}}
  // expected-note @+2 {{rank 0 waits in 'dist.all_reduce' over [#dist.axis_ref<"pp">] of 'a'}}
  // expected-note @+1 {{rank 1 waits in 'dist.all_reduce' over [#dist.axis_ref<"pp">] of 'a'}}
  %0 = dist.all_reduce %x sum over ["pp"] on @mesh : tensor<f32>
  return %0 : tensor<f32>
}
func.func @program_0() attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = func.call @a(%x) : (tensor<f32>) -> tensor<f32>
  dist.send %0 channel 0 to 1 over "pp" on @mesh : tensor<f32>
  return
}
func.func @program_1() attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  // expected-note @+2 {{rank 2 waits in 'dist.recv' channel 0 from 0 over 'pp' of 'program_1'}}
  // expected-note @+1 {{rank 3 waits in 'dist.recv' channel 0 from 0 over 'pp' of 'program_1'}}
  %x = dist.recv channel 0 from 0 over "pp" on @mesh : tensor<f32>
  %0 = func.call @a(%x) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// Two collectives that meet must be one.
dist.mesh @mesh <"pp"=2>
func.func @program_0() attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{'dist.all_reduce' op on rank 0 meets another collective on rank 1 of its group}}
  %0 = dist.all_reduce %x sum over ["pp"] on @mesh : tensor<2xf32>
  return
}
func.func @program_1() attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-note @+1 {{rank 1 is in 'dist.all_reduce' here}}
  %0 = dist.all_reduce %x max over ["pp"] on @mesh : tensor<2xf32>
  return
}

// -----

dist.mesh @mesh <"pp"=2>
func.func @program_0() attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{'dist.send' op passes 'tensor<2xf32>' on channel 4, and 'tensor<3xf32>' is expected}}
  dist.send %x channel 4 to 1 over "pp" on @mesh : tensor<2xf32>
  return
}
func.func @program_1() attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  // expected-note @+1 {{the receive is here}}
  %y = dist.recv channel 4 from 0 over "pp" on @mesh : tensor<3xf32>
  return
}
