// Streams, events, buffers and actions of a small pipeline.
// RUN: shard-opt %s --shardc-schedule --shardc-verify-schedule | FileCheck %s
// RUN: shard-opt %s --shardc-schedule --shardc-verify-schedule=expand-ranks | FileCheck %s
// A schedule can be read back and proven again.
// RUN: shard-opt %s --shardc-schedule | shard-opt --shardc-verify-schedule | FileCheck %s

// One communicator a set of axes, one for transfers along the pipeline.
// CHECK: dist.mesh @mesh
// CHECK-NEXT: sched.communicator @comm_tp over [#dist.axis_ref<"tp">] on @mesh
// CHECK-NEXT: sched.communicator @p2p_pp over [#dist.axis_ref<"pp">] on @mesh
dist.mesh @mesh <"pp"=2, "tp"=2>

func.func private @k1(tensor<16xf32>) -> tensor<16xf32> attributes {sched.kernel}
func.func private @k2(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {sched.kernel}

// The whole chain to the result is computed where it must end; the second kernel,
// which does not need the sum, runs while that is taken.
// CHECK-LABEL: func.func private @forward(
// CHECK-SAME: sched.events = 2 : i64, sched.formals = array<i64: 64, 64, 64>
// CHECK-SAME: sched.result_formals = array<i64: 2>, sched.scratch = 64 : i64
// CHECK-NEXT: %[[A:.*]] = sched.launch @k1(%arg0) {sched.buffers = [#sched.buffer<formal 2 at 0 size 64>], sched.stream = #sched.stream<compute>}
// CHECK-NEXT: sched.record 0 on compute
// CHECK-NEXT: sched.wait 0 on collective
// CHECK-NEXT: %[[S:.*]] = dist.all_reduce %[[A]] sum over ["tp"] on @mesh {sched.buffers = [#sched.buffer<formal 2 at 0 size 64>], sched.comm = @comm_tp, sched.sequence = 0 : i64, sched.stream = #sched.stream<collective>}
// CHECK-NEXT: sched.record 1 on collective
// CHECK-NEXT: %[[B:.*]] = sched.launch @k1(%arg1) {sched.buffers = [#sched.buffer<scratch at 0 size 64>]
// CHECK-NEXT: sched.wait 1 on compute
// CHECK-NEXT: sched.launch @k2(%[[S]], %[[B]]) {inplace = array<i64: 0>, sched.buffers = [#sched.buffer<formal 2 at 0 size 64>]
func.func private @forward(%x: tensor<16xf32>, %w: tensor<16xf32>) -> tensor<16xf32>
    attributes {dist.segment = "forward", dist.stage = 0 : i64} {
  %0 = sched.launch @k1(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = dist.all_reduce %0 sum over ["tp"] on @mesh : tensor<16xf32>
  %2 = sched.launch @k1(%w) : (tensor<16xf32>) -> tensor<16xf32>
  %3 = sched.launch @k2(%1, %2) {inplace = array<i64: 0>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %3 : tensor<16xf32>
}

// The whole chain happens in the weight's own bytes.
// CHECK-LABEL: func.func private @update(
// CHECK-SAME: sched.formals = array<i64: 64, 64>{{.*}}sched.result_formals = array<i64: 0>, sched.scratch = 0 : i64
// CHECK: sched.launch @k2(%arg0, %arg1) {inplace = array<i64: 0>, sched.buffers = [#sched.buffer<formal 0 at 0 size 64>]
// CHECK: sched.launch @k1({{.*}}) {inplace = array<i64: 0>, sched.buffers = [#sched.buffer<formal 0 at 0 size 64>]
func.func private @update(%w: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32>
    attributes {dist.segment = "update", dist.stage = 1 : i64, dist.donate = array<i64: 0>} {
  %0 = sched.launch @k2(%w, %g) {inplace = array<i64: 0>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %1 = sched.launch @k1(%0) {inplace = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// The weight is read after its successor is made: computed apart, then copied.
// CHECK-LABEL: func.func private @late_reader(
// CHECK: %[[NEW:.*]] = sched.launch @k1(%arg0) {{.*}}#sched.buffer<scratch at 0 size 64>
// CHECK: sched.launch @k1(%arg0) {{.*}}#sched.buffer<formal 1 at 0 size 64>
// CHECK: sched.copy %[[NEW]] {sched.buffers = [#sched.buffer<formal 0 at 0 size 64>]
func.func private @late_reader(%w: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>)
    attributes {dist.segment = "update", dist.donate = array<i64: 0, -1>} {
  %0 = sched.launch @k1(%w) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = sched.launch @k1(%w) : (tensor<16xf32>) -> tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}

// An accumulating product takes over what it adds to; an argument that is not
// given away is copied first.
// CHECK-LABEL: func.func private @accumulate(
// CHECK: %[[C:.*]] = sched.copy %arg2 {sched.buffers = [#sched.buffer<formal 4 at 0 size 128>]
// CHECK: sched.gemm %arg0, %arg1 onto %[[C]] {{.*}}#sched.buffer<formal 4 at 0 size 128>
// CHECK: sched.gemm %arg0, %arg1 onto %arg3 {{.*}}#sched.buffer<formal 3 at 0 size 128>
func.func private @accumulate(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %kept: tensor<4x8xf32>,
                              %given: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
    attributes {dist.segment = "update", dist.donate = array<i64: -1, 3>} {
  %0 = sched.gemm %a, %b onto %kept {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 16, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x16xf32>, tensor<16x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = sched.gemm %a, %b onto %given {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 16, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x16xf32>, tensor<16x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// Both microbatches share one segment a transfer.
// CHECK-LABEL: func.func private @send_to_1(
// CHECK-SAME: sched.stream = #sched.stream<p2p>
// CHECK-NEXT: dist.send %arg0 channel 0 to 1 over "pp" on @mesh {sched.comm = @p2p_pp, sched.sequence = 0 : i64, sched.stream = #sched.stream<p2p>}
// CHECK-LABEL: func.func private @recv_from_0(

// CHECK-LABEL: sched.program @program_0 arena
// CHECK-SAME: class "pp" = 0
// CHECK: %[[W:.*]] = sched.tensor "w" role "param" at [[AW:[0-9]+]] : tensor<16xf32>
// CHECK: %[[X:.*]] = sched.tensor "x" role "input" at {{[0-9]+}} : tensor<2x16xf32>
// CHECK: sched.view %[[X]] at 0 : tensor<2x16xf32> -> tensor<1x16xf32>
// CHECK: %[[Y0:.*]] = sched.action "0F0" @forward({{.*}}) at [{{[0-9]+}}, [[AW]], [[AY0:[0-9]+]]] scratch {{[0-9]+}} {microbatch = 0 : i64, stage = 0 : i64}
// CHECK: sched.action "0SEND_F0" @send_to_1(%[[Y0]]) at {{\[}}[[AY0]]] waits [0]
// CHECK: sched.view %[[X]] at 64 : tensor<2x16xf32> -> tensor<1x16xf32>
// CHECK: %[[Y1:.*]] = sched.action "0F1" @forward
// CHECK: sched.action "0SEND_F1" @send_to_1(%[[Y1]]) at {{.*}} waits [2]
func.func @program_0(%w: tensor<16xf32> {dist.name = "w", dist.role = "param"},
                     %x: tensor<2x16xf32> {dist.name = "x", dist.role = "input"})
    attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  %0 = stablehlo.slice %x [0:1, 0:16] : (tensor<2x16xf32>) -> tensor<1x16xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
  %2 = call @forward(%1, %w) {dist.action = "0F0", dist.microbatch = 0 : i64, dist.stage = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  dist.send %2 channel 0 to 1 over "pp" on @mesh {dist.action = "0SEND_F0", dist.microbatch = 0 : i64, dist.stage = 0 : i64} : tensor<16xf32>
  %3 = stablehlo.slice %x [1:2, 0:16] : (tensor<2x16xf32>) -> tensor<1x16xf32>
  %4 = stablehlo.reshape %3 : (tensor<1x16xf32>) -> tensor<16xf32>
  %5 = call @forward(%4, %w) {dist.action = "0F1", dist.microbatch = 1 : i64, dist.stage = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  dist.send %5 channel 1 to 1 over "pp" on @mesh {dist.action = "0SEND_F1", dist.microbatch = 1 : i64, dist.stage = 0 : i64} : tensor<16xf32>
  return
}

// Rows of the stack are computed in their places; the weight ends in its own.
// CHECK-LABEL: sched.program @program_1 arena
// CHECK: %[[V:.*]] = sched.tensor "v" role "param" at [[AV:[0-9]+]] {dist.updated_by = 1 : i64}
// CHECK: %[[R0:.*]] = sched.action "1RECV_F0" @recv_from_0() at [[AR0:\[[0-9]+\]]]
// CHECK: %[[Z0:.*]] = sched.action "1F0" @forward({{.*}}) at {{.*}} waits [0]
// CHECK: %[[R1:.*]] = sched.action "1RECV_F1"
// CHECK: %[[Z1:.*]] = sched.action "1F1" @forward({{.*}}) at {{.*}} waits [2]
// CHECK: %[[JOIN:.*]] = sched.join
// CHECK: %[[G:.*]] = sched.action "zeros" @zeros() at
// CHECK: %[[V2:.*]] = sched.action "update" @update(%[[V]], %[[G]]) at {{\[}}[[AV]],
// CHECK: sched.output "z" role "output" %[[JOIN]] at
// CHECK: sched.output "v" role "param" %[[V2]] at [[AV]] : tensor<16xf32>
func.func @program_1(%v: tensor<16xf32> {dist.name = "v", dist.role = "param", dist.updated_by = 1 : i64})
    -> (tensor<2x16xf32> {dist.name = "z", dist.role = "output"},
        tensor<16xf32> {dist.name = "v", dist.role = "param"})
    attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  %0 = dist.recv channel 0 from 0 over "pp" on @mesh {dist.action = "1RECV_F0", dist.microbatch = 0 : i64, dist.stage = 1 : i64} : tensor<16xf32>
  %1 = call @forward(%0, %v) {dist.action = "1F0", dist.microbatch = 0 : i64, dist.stage = 1 : i64} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %2 = dist.recv channel 1 from 0 over "pp" on @mesh {dist.action = "1RECV_F1", dist.microbatch = 1 : i64, dist.stage = 1 : i64} : tensor<16xf32>
  %3 = call @forward(%2, %v) {dist.action = "1F1", dist.microbatch = 1 : i64, dist.stage = 1 : i64} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %4 = stablehlo.reshape %1 : (tensor<16xf32>) -> tensor<1x16xf32>
  %5 = stablehlo.reshape %3 : (tensor<16xf32>) -> tensor<1x16xf32>
  %6 = stablehlo.concatenate %4, %5, dim = 0 : (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<2x16xf32>
  %7 = stablehlo.constant dense<0.0> : tensor<16xf32>
  %8 = call @update(%v, %7) {dist.action = "update", dist.stage = 1 : i64} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %6, %8 : tensor<2x16xf32>, tensor<16xf32>
}
