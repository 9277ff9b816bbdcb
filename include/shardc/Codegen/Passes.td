//===- Passes.td - kernel generation -----------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_CODEGEN_PASSES
#define SHARDC_CODEGEN_PASSES

include "mlir/Pass/PassBase.td"

def DecomposeSegments : Pass<"shardc-decompose-segments", "::mlir::ModuleOp"> {
  let summary = "replace nn ops in segments by StableHLO";
  let description = [{
    Each nn op in a function with `dist.segment` is replaced by its
    decomposition; what it leaves unused goes.
  }];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect"];
}

def LowerSegmentCollectives
    : Pass<"shardc-lower-segment-collectives", "::mlir::ModuleOp"> {
  let summary = "make the collectives of segments contiguous";
  let description = [{
    all_gather and reduce_scatter act on dimension 0 with exact multiples
    afterwards, all_to_all exchanges the blocks of dimension 0; what packs and
    cuts around them is ordinary tensor code that becomes kernels. A collective
    over one rank disappears.
  }];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect",
                           "::shardc::dist::DistDialect"];
}

def LowerSegmentConvolutions
    : Pass<"shardc-lower-segment-convolutions", "::mlir::ModuleOp"> {
  let summary = "turn convolutions into dot products or kernels";
  let description = [{
    A convolution whose window is one element becomes a dot_general; others
    become kernels with `sched.flops`. For the host, padding, dilation of the
    base and reversal are written out as ops, bf16 and f16 are summed in f32, and
    output features are made the innermost dimension of kernel and result.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"host\"", "host or cuda[:sm_NN]">
  ];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect",
                           "::mlir::func::FuncDialect",
                           "::shardc::sched::SchedDialect"];
}

def LowerSegmentDots : Pass<"shardc-lower-segment-dots", "::mlir::ModuleOp"> {
  let summary = "turn dot products into sched.gemm or kernels";
  let description = [{
    A dot_general of a type that the target's matrix library takes becomes a
    strided sched.gemm, transposes and broadcasts around it folded into
    strides; others become kernels. Both carry `sched.flops`. On the host bf16
    and f16 products are converted to f32 around the library call.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"host\"", "host or cuda[:sm_NN]">
  ];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect",
                           "::mlir::func::FuncDialect",
                           "::shardc::sched::SchedDialect"];
}

def SplitSegmentReductions
    : Pass<"shardc-split-segment-reductions", "::mlir::ModuleOp"> {
  let summary = "make two steps of reductions that few threads would do";
  let description = [{
    A reduction of everything, or of leading dimensions, to fewer results than a
    GPU has threads becomes one to many partial results and one of these. The
    parts depend on the shape only, so results stay reproducible; bf16 and f16
    partial results are f32. Run for CUDA targets.
  }];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect"];
}

def OutlineKernels : Pass<"shardc-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "fuse the ops of segments into kernels";
  let description = [{
    Groups what segments still hold into kernels: functions with
    `sched.kernel`, called by sched.launch. Producers that one kernel reads, or
    that are cheap to compute again, are computed inside of it; results of one
    shape that share operands are computed by one kernel; a reduction takes its
    elementwise producers along. Equal kernels exist once. The decisions are
    deterministic and take time linear in the number of ops.
  }];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect",
                           "::mlir::func::FuncDialect",
                           "::shardc::sched::SchedDialect"];
}

def GenerateHostKernels : Pass<"shardc-generate-host-kernels", "::mlir::ModuleOp"> {
  let summary = "generate the loops of kernels for the host";
  let description = [{
    Adds the module `@host_kernels` with one function `void <kernel>(void
    **buffers, const int32_t *coords)` for each kernel.
  }];
  let options = [
    Option<"cpu", "host-cpu", "std::string", "\"native\"",
           "processor to generate code for: native, generic, or a name LLVM knows">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
}

def CompileHostImage : Pass<"shardc-compile-host-image", "::mlir::ModuleOp"> {
  let summary = "compile @host_kernels to a shared object";
  let description = [{
    Lowers `@host_kernels` to LLVM IR, optimises it, and links the object code
    into the `sched.image` of target "host" (attribute `sched.cpu`: what it was
    compiled for). The module itself goes.
  }];
  let options = [
    Option<"cpu", "host-cpu", "std::string", "\"native\"",
           "processor to generate code for: native, generic, or a name LLVM knows">,
    Option<"threads", "threads", "unsigned", "0", "compile threads, 0: one a core">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect",
                           "::shardc::sched::SchedDialect"];
}

def GenerateCudaKernels : Pass<"shardc-generate-cuda-kernels", "::mlir::ModuleOp"> {
  let summary = "generate CUDA kernels";
  let description = [{
    Adds the gpu.module `@cuda_kernels` with one `gpu.func` for each kernel and
    puts its launch shape on the kernel function (`sched.grid`, `sched.block`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
                           "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect"];
}

def CompileCudaImage : Pass<"shardc-compile-cuda-image", "::mlir::ModuleOp"> {
  let summary = "compile @cuda_kernels to PTX and a cubin";
  let description = [{
    Lowers `@cuda_kernels` to NVVM and PTX with libdevice linked, assembles it
    with ptxas, and keeps both in the `sched.image` of the chip. No GPU is
    needed. The module itself goes.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90a\"", "compute architecture">,
    Option<"toolkit", "toolkit", "std::string", "\"\"",
           "folder of the CUDA toolkit; empty: CUDA_HOME, CUDA_PATH, /usr/local/cuda">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::shardc::sched::SchedDialect"];
}

def VerifyCodegen : Pass<"shardc-verify-codegen", "::mlir::ModuleOp"> {
  let summary = "check what code generation leaves";
  let description = [{
    Segments hold launches, gemms, contiguous collectives, reshapes and calls
    of nothing else; every kernel launched has a function, and with an image
    there is one for the target.
  }];
}

#endif
