// Values that can't be computed where they must end are copied there.
// RUN: shard-opt %s --shardc-schedule --shardc-verify-schedule | FileCheck %s

func.func private @k1(tensor<4xf32>) -> tensor<4xf32> attributes {sched.kernel}
func.func private @step(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.segment = "step"} {
  %0 = sched.launch @k1(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Two parameters that change places: both are saved, then both overwritten.
// CHECK-LABEL: sched.program @program arena
// CHECK: %[[A:.*]] = sched.tensor "a" role "param" at [[PA:[0-9]+]] {dist.updated_by = 0 : i64}
// CHECK: %[[B:.*]] = sched.tensor "b" role "param" at [[PB:[0-9]+]] {dist.updated_by = 1 : i64}
// CHECK: %[[X:.*]] = sched.tensor "x"
// CHECK: %[[Y:.*]] = sched.action "step" @step(%[[X]])
// One row twice in a stack.
// CHECK: %[[Y2:.*]] = sched.action "copy" @copy
// CHECK: sched.join
// CHECK: %[[SB:.*]] = sched.action "copy" @copy{{.*}}(%[[B]])
// CHECK: %[[SA:.*]] = sched.action "copy" @copy{{.*}}(%[[A]])
// CHECK: %[[NA:.*]] = sched.action "copy" @copy_onto(%[[A]], %[[SB]]) at {{\[}}[[PA]],
// CHECK: %[[NB:.*]] = sched.action "copy" @copy_onto(%[[B]], %[[SA]]) at {{\[}}[[PB]],
// CHECK: sched.output "a" role "param" %[[NA]] at [[PA]]
// CHECK: sched.output "b" role "param" %[[NB]] at [[PB]]
func.func @program(%a: tensor<4xf32> {dist.name = "a", dist.role = "param", dist.updated_by = 0 : i64},
                   %b: tensor<4xf32> {dist.name = "b", dist.role = "param", dist.updated_by = 1 : i64},
                   %x: tensor<4xf32> {dist.name = "x", dist.role = "input"})
    -> (tensor<4xf32> {dist.name = "a", dist.role = "param"},
        tensor<4xf32> {dist.name = "b", dist.role = "param"},
        tensor<2x4xf32> {dist.name = "y", dist.role = "output"}) {
  %0 = call @step(%x) {dist.action = "step"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<1x4xf32>
  %2 = stablehlo.concatenate %1, %1, dim = 0 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return %b, %a, %2 : tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>
}
