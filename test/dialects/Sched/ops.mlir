// Every op prints as it was read.
// RUN: shard-opt %s | FileCheck %s
// RUN: shard-opt %s | shard-opt | FileCheck %s
// RUN: shard-opt %s --mlir-print-op-generic | shard-opt | FileCheck %s

dist.mesh @mesh <"dp"=2, "pp"=4, "tp"=8>

// CHECK: sched.image "host" object "\7FELF"
sched.image "host" object "\7FELF"
// CHECK: sched.image "sm_90a" object "\7FELF" ptx ".version 8.7"
sched.image "sm_90a" object "\7FELF" ptx ".version 8.7"

// CHECK: sched.communicator @dp_tp over [#dist.axis_ref<"dp">, #dist.axis_ref<"tp":(2)4>] on @mesh
sched.communicator @dp_tp over [#dist.axis_ref<"dp">, #dist.axis_ref<"tp":(2)4>] on @mesh
// CHECK: sched.communicator @link over [#dist.axis_ref<"pp">] on @mesh members [0, 3]
sched.communicator @link over [#dist.axis_ref<"pp">] on @mesh members [0, 3]

func.func private @add(tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> attributes {sched.kernel}

// CHECK-LABEL: func.func private @segment
func.func private @segment(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32>
    attributes {dist.segment = "forward", sched.formals = array<i64: 32, 32, 32>,
                sched.result_formals = array<i64: 2>, sched.scratch = 64 : i64,
                sched.events = 1 : i64} {
  // CHECK: sched.launch @add(%{{.*}}, %{{.*}}) {inplace = array<i64: -1>, sched.buffers = [#sched.buffer<scratch at 0 size 32>], sched.stream = #sched.stream<compute>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %0 = sched.launch @add(%a, %b) {inplace = array<i64: -1>,
      sched.stream = #sched.stream<compute>,
      sched.buffers = [#sched.buffer<scratch at 0 size 32>]}
      : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  // CHECK: sched.record 0 on compute
  sched.record 0 on compute
  // CHECK: sched.wait 0 on collective
  sched.wait 0 on collective
  // CHECK: sched.copy %{{.*}} {sched.buffers = [#sched.buffer<formal 2 at 0 size 32>]} : tensor<8xf32>
  %1 = sched.copy %0 {sched.buffers = [#sched.buffer<formal 2 at 0 size 32>]} : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func private @products
func.func private @products(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>,
                            %c: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: sched.gemm %{{.*}}, %{{.*}} {{{.*}}} : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  %0 = sched.gemm %a, %b {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>,
      c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 16, a_k = 1, b_k = 8, b_n = 1,
      c_m = 8, c_n = 1} : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  // CHECK: sched.gemm %{{.*}}, %{{.*}} onto %{{.*}} {{{.*}}} : (tensor<4x16xf32>, tensor<16x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = sched.gemm %a, %b onto %c {batch = array<i64>, a_batch = array<i64>,
      b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 16, a_k = 1,
      b_k = 8, b_n = 1, c_m = 8, c_n = 1}
      : (tensor<4x16xf32>, tensor<16x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: sched.fill 0 : tensor<2xi1>
  %2 = sched.fill 0 : tensor<2xi1>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: sched.program @program_0 arena 8192 class "pp" = 0 {
sched.program @program_0 arena 8192 class "pp" = 0 {
  // CHECK: %[[X:.*]] = sched.tensor "x" role "input" at 0 {dist.init = {high = 7 : i64, kind = "uniform_int"}} : tensor<2x8xf32>
  %x = sched.tensor "x" role "input" at 0 {dist.init = {kind = "uniform_int", high = 7}} : tensor<2x8xf32>
  // CHECK: %[[V:.*]] = sched.view %[[X]] at 32 : tensor<2x8xf32> -> tensor<8xf32>
  %v = sched.view %x at 32 : tensor<2x8xf32> -> tensor<8xf32>
  // CHECK: %[[Y:.*]] = sched.action "0F1" @segment(%[[V]], %[[V]]) at [32, 32, 64] scratch 128 {microbatch = 1 : i64, stage = 0 : i64} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %y = sched.action "0F1" @segment(%v, %v) at [32, 32, 64] scratch 128
      {stage = 0 : i64, microbatch = 1 : i64} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  // CHECK: %[[Z:.*]] = sched.action "0F2" @segment(%[[V]], %[[Y]]) at [32, 64, 96] scratch 128 waits [0] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %z = sched.action "0F2" @segment(%v, %y) at [32, 64, 96] scratch 128 waits [0]
      : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  // CHECK: %[[J:.*]] = sched.join %[[Y]], %[[Z]] : (tensor<8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
  %j = sched.join %y, %z : (tensor<8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
  // CHECK: sched.output "y" role "output" %[[J]] at 64 : tensor<2x8xf32>
  sched.output "y" role "output" %j at 64 : tensor<2x8xf32>
}

func.func private @ask(tensor<f32>) -> tensor<i1> attributes {sched.formals = array<i64: 4, 1>}
func.func private @next(tensor<f32>) -> tensor<f32> attributes {sched.formals = array<i64: 4>}

// CHECK-LABEL: sched.program @loops arena 128 {
sched.program @loops arena 128 {
  %x = sched.tensor "x" role "state" at 0 : tensor<f32>
  // CHECK: %[[R:.*]] = sched.loop(%{{.*}}) at [0] while 64 : (tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>):
  // CHECK-NEXT: %[[P:.*]] = sched.action "ask" @ask(%[[A]]) at [0, 64] : (tensor<f32>) -> tensor<i1>
  // CHECK-NEXT: sched.yield %[[P]] : tensor<i1>
  // CHECK-NEXT: } do {
  %r = sched.loop(%x) at [0] while 64 : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    %p = sched.action "ask" @ask(%a) at [0, 64] : (tensor<f32>) -> tensor<i1>
    sched.yield %p : tensor<i1>
  } do {
  ^bb0(%a: tensor<f32>):
    // CHECK: sched.action "next" @next(%{{.*}}) at [0] waits [0]
    %n = sched.action "next" @next(%a) at [0] waits [0] : (tensor<f32>) -> tensor<f32>
    sched.yield %n : tensor<f32>
  }
  // CHECK: sched.output "r" role "output" %[[R]] at 0
  sched.output "r" role "output" %r at 0 : tensor<f32>
}

// CHECK: sched.program @program arena 0 {
sched.program @program arena 0 {
}
