// Schedules broken by hand: refused with the ops that are at fault.
// RUN: shard-opt %s --split-input-file --verify-diagnostics --shardc-verify-schedule

// expected-error@below {{module has no scheduled program; run --shardc-schedule}}
module {
}

// -----

// A wait for the collective is missing.
// expected-error@below {{schedule refused (race): 'step' #4 (k1) reads bytes [0, 16) of scratch without waiting for 'step' #3 (dist.all_reduce), which writes them}}
// expected-note@below {{involved: 'step' #4 (k1)}}
// expected-note@below {{involved: 'step' #3 (dist.all_reduce)}}
module {
  dist.mesh @mesh <"tp"=2>
  sched.communicator @tp over [#dist.axis_ref<"tp">] on @mesh
  func.func private @k1(tensor<4xf32>) -> tensor<4xf32> attributes {sched.kernel}
  func.func private @step(%x: tensor<4xf32>) -> tensor<4xf32>
      attributes {dist.segment = "step", sched.formals = array<i64: 16, 16>, sched.result_formals = array<i64: 1>, sched.scratch = 64 : i64, sched.events = 1 : i64} {
    %0 = sched.launch @k1(%x) {sched.stream = #sched.stream<compute>, sched.buffers = [#sched.buffer<scratch at 0 size 16>]} : (tensor<4xf32>) -> tensor<4xf32>
    sched.record 0 on compute
    sched.wait 0 on collective
    %1 = dist.all_reduce %0 sum over ["tp"] on @mesh {sched.stream = #sched.stream<collective>, sched.comm = @tp, sched.sequence = 0 : i64, sched.buffers = [#sched.buffer<scratch at 0 size 16>]} : tensor<4xf32>
    %2 = sched.launch @k1(%1) {sched.stream = #sched.stream<compute>, sched.buffers = [#sched.buffer<formal 1 at 0 size 16>]} : (tensor<4xf32>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
  sched.program @program arena 192 {
    %0 = sched.tensor "x" role "input" at 0 : tensor<4xf32>
    %1 = sched.action "step" @step(%0) at [0, 64] scratch 128 : (tensor<4xf32>) -> tensor<4xf32>
    sched.output "y" role "output" %1 at 64 : tensor<4xf32>
  }
}

// -----

// The second result is put where the first one still lies.
// expected-error@below {{schedule refused (stale read): output 'y': the end of 'program' reads bytes [64, 80) of the arena of 'program' after 'second' (action 1), which has written something else to them}}
// expected-note@below {{involved: the end of 'program'}}
// expected-note@below {{involved: 'second' (action 1)}}
module {
  func.func private @k1(tensor<4xf32>) -> tensor<4xf32> attributes {sched.kernel}
  func.func private @step(%x: tensor<4xf32>) -> tensor<4xf32>
      attributes {dist.segment = "step", sched.formals = array<i64: 16, 16>, sched.result_formals = array<i64: 1>, sched.scratch = 0 : i64, sched.events = 0 : i64} {
    %0 = sched.launch @k1(%x) {sched.stream = #sched.stream<compute>, sched.buffers = [#sched.buffer<formal 1 at 0 size 16>]} : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  sched.program @program arena 192 {
    %0 = sched.tensor "x" role "input" at 0 : tensor<4xf32>
    %1 = sched.action "first" @step(%0) at [0, 64] : (tensor<4xf32>) -> tensor<4xf32>
    %2 = sched.action "second" @step(%0) at [0, 64] : (tensor<4xf32>) -> tensor<4xf32>
    sched.output "y" role "output" %1 at 64 : tensor<4xf32>
    sched.output "z" role "output" %2 at 64 : tensor<4xf32>
  }
}

// -----

// The arena ends before the result.
// expected-error@below {{schedule refused (out of bounds): program 'program': 'y' ends at byte 80 of an arena of 64}}
// expected-note@below {{involved: 'y'}}
module {
  func.func private @k1(tensor<4xf32>) -> tensor<4xf32> attributes {sched.kernel}
  func.func private @step(%x: tensor<4xf32>) -> tensor<4xf32>
      attributes {dist.segment = "step", sched.formals = array<i64: 16, 16>, sched.result_formals = array<i64: 1>, sched.scratch = 0 : i64, sched.events = 0 : i64} {
    %0 = sched.launch @k1(%x) {sched.stream = #sched.stream<compute>, sched.buffers = [#sched.buffer<formal 1 at 0 size 16>]} : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  sched.program @program arena 64 {
    %0 = sched.tensor "x" role "input" at 0 : tensor<4xf32>
    %1 = sched.action "step" @step(%0) at [0, 64] : (tensor<4xf32>) -> tensor<4xf32>
    sched.output "y" role "output" %1 at 64 : tensor<4xf32>
  }
}

// -----

// Both stages send before they receive.
// expected-error@below {{schedule refused (deadlock): deadlock: 'a' 'send_to_1' #0 (dist.send) of 'program_0' waits for 'b' 'send_to_0' #0 (dist.send) of 'program_1' waits for the first}}
// expected-note@below {{involved: 'a' 'send_to_1' #0 (dist.send) of 'program_0'}}
// expected-note@below {{involved: 'b' 'send_to_0' #0 (dist.send) of 'program_1'}}
module {
  dist.mesh @mesh <"pp"=2>
  sched.communicator @pp over [#dist.axis_ref<"pp">] on @mesh
  func.func private @send_to_1(%x: tensor<4xf32>) attributes {dist.segment = "transfer", sched.stream = #sched.stream<p2p>, sched.formals = array<i64: 16>, sched.result_formals = array<i64>, sched.scratch = 0 : i64, sched.events = 0 : i64} {
    dist.send %x channel 0 to 1 over "pp" on @mesh {sched.stream = #sched.stream<p2p>, sched.comm = @pp, sched.sequence = 0 : i64} : tensor<4xf32>
    return
  }
  func.func private @send_to_0(%x: tensor<4xf32>) attributes {dist.segment = "transfer", sched.stream = #sched.stream<p2p>, sched.formals = array<i64: 16>, sched.result_formals = array<i64>, sched.scratch = 0 : i64, sched.events = 0 : i64} {
    dist.send %x channel 0 to 0 over "pp" on @mesh {sched.stream = #sched.stream<p2p>, sched.comm = @pp, sched.sequence = 0 : i64} : tensor<4xf32>
    return
  }
  func.func private @recv_from_0() -> tensor<4xf32> attributes {dist.segment = "transfer", sched.stream = #sched.stream<p2p>, sched.formals = array<i64: 16>, sched.result_formals = array<i64: 0>, sched.scratch = 0 : i64, sched.events = 0 : i64} {
    %0 = dist.recv channel 0 from 0 over "pp" on @mesh {sched.stream = #sched.stream<p2p>, sched.comm = @pp, sched.sequence = 0 : i64, sched.buffers = [#sched.buffer<formal 0 at 0 size 16>]} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @recv_from_1() -> tensor<4xf32> attributes {dist.segment = "transfer", sched.stream = #sched.stream<p2p>, sched.formals = array<i64: 16>, sched.result_formals = array<i64: 0>, sched.scratch = 0 : i64, sched.events = 0 : i64} {
    %0 = dist.recv channel 0 from 1 over "pp" on @mesh {sched.stream = #sched.stream<p2p>, sched.comm = @pp, sched.sequence = 0 : i64, sched.buffers = [#sched.buffer<formal 0 at 0 size 16>]} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  sched.program @program_0 arena 128 class "pp" = 0 {
    %0 = sched.tensor "x" role "input" at 0 : tensor<4xf32>
    sched.action "a" @send_to_1(%0) at [0] : (tensor<4xf32>) -> ()
    %1 = sched.action "b" @recv_from_1() at [64] : () -> tensor<4xf32>
  }
  sched.program @program_1 arena 128 class "pp" = 1 {
    %0 = sched.tensor "x" role "input" at 0 : tensor<4xf32>
    sched.action "b" @send_to_0(%0) at [0] : (tensor<4xf32>) -> ()
    %1 = sched.action "a" @recv_from_0() at [64] : () -> tensor<4xf32>
  }
}

// -----

// A gather that is not of whole blocks can't be run.
module {
  dist.mesh @mesh <"tp"=2>
  sched.communicator @tp over [#dist.axis_ref<"tp">] on @mesh
  func.func private @step(%x: tensor<4xf32>) -> tensor<7xf32>
      attributes {dist.segment = "step", sched.formals = array<i64: 16, 28>, sched.result_formals = array<i64: 1>, sched.scratch = 0 : i64, sched.events = 0 : i64} {
    // expected-error@+1 {{is not contiguous over a group of 2; run code generation first}}
    %0 = dist.all_gather %x dim 0 over ["tp"] on @mesh {sched.stream = #sched.stream<collective>, sched.comm = @tp, sched.sequence = 0 : i64, sched.buffers = [#sched.buffer<formal 1 at 0 size 28>]} : (tensor<4xf32>) -> tensor<7xf32>
    return %0 : tensor<7xf32>
  }
}

// -----

module {
  func.func private @k1(tensor<4xf32>) -> tensor<4xf32> attributes {sched.kernel}
  func.func private @step(%x: tensor<4xf32>) -> tensor<4xf32>
      attributes {dist.segment = "step", sched.formals = array<i64: 16, 16>, sched.result_formals = array<i64: 1>, sched.scratch = 0 : i64, sched.events = 0 : i64} {
    // expected-error@+1 {{has no buffer for each result}}
    %0 = sched.launch @k1(%x) {sched.stream = #sched.stream<compute>} : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
