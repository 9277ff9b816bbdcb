// RUN: not shard-opt %s --shardc-codegen=target=rocm 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not shard-opt %s --shardc-codegen=host-cpu=z80 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not shard-opt %s "--shardc-codegen=target=cuda toolkit=/nowhere" 2>&1 | FileCheck %s --check-prefix=TOOLKIT

// TARGET: error: unknown target 'rocm'; expected host or cuda[:sm_NN]
// CPU: error: LLVM knows no processor 'z80' for x86_64; use native or generic
// TOOLKIT: error: no CUDA toolkit with bin/ptxas and nvvm/libdevice/libdevice.10.bc in '/nowhere'; install CUDA 13 (cuda-nvcc-13-0) or name its folder with 'toolkit='
func.func private @step(%x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {dist.segment = "step"} {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
