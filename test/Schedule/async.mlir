// A started collective runs on the collective stream until it is waited for.
// RUN: shard-opt %s --shardc-schedule --shardc-verify-schedule | FileCheck %s

dist.mesh @mesh <"dp"=2>
func.func private @k1(tensor<4xf32>) -> tensor<4xf32> attributes {sched.kernel}
func.func private @k2(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> attributes {sched.kernel}

// CHECK-LABEL: func.func private @step(
// CHECK: %[[S:.*]] = dist.start %{{.*}} {sched.buffers = [#sched.buffer<{{.*}}>], sched.comm = @comm_dp, sched.sequence = 0 : i64, sched.stream = #sched.stream<collective>} {
// CHECK: dist.started
// CHECK: sched.record 1 on collective
// CHECK-NEXT: %[[B:.*]] = sched.launch @k1(%arg1)
// CHECK-NEXT: %[[W:.*]] = dist.wait %[[S]] : tensor<4xf32>
// CHECK-NEXT: sched.wait 1 on compute
// CHECK-NEXT: sched.launch @k2(%[[W]], %[[B]])
func.func private @step(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {dist.segment = "step"} {
  %0 = sched.launch @k1(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = dist.start %0 {
  ^bb0(%a: tensor<4xf32>):
    %r = dist.all_reduce %a sum over ["dp"] on @mesh : tensor<4xf32>
    dist.started %r : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  %2 = sched.launch @k1(%y) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = dist.wait %1 : tensor<4xf32>
  %4 = sched.launch @k2(%3, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
func.func @program(%x: tensor<4xf32> {dist.name = "x", dist.role = "input"},
                   %y: tensor<4xf32> {dist.name = "y", dist.role = "input"})
    -> (tensor<4xf32> {dist.name = "z", dist.role = "output"}) {
  %0 = call @step(%x, %y) {dist.action = "step"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
