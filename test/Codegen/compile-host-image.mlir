// RUN: shard-opt %s --shardc-codegen=host-cpu=generic | FileCheck %s
// RUN: shard-opt %s --shardc-codegen=compile=false | FileCheck %s --check-prefix=LAUNCHES

// CHECK: sched.launch @k_tanh_0
// CHECK: func.func private @k_tanh_0
// CHECK-NOT: host_kernels
// CHECK: sched.image "host" object "\7FELF
// CHECK-SAME: {sched.cpu = "x86-64"}

// LAUNCHES: sched.launch @k_tanh_0
// LAUNCHES-NOT: sched.image
func.func private @step(%x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {dist.segment = "step"} {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
