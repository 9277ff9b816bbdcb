//===- Codegen.h - kernels for segments -------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The codegen stage: from segments of tensor ops to launches of fused kernels,
// and the object code of these kernels for the host or a CUDA device.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_CODEGEN_CODEGEN_H
#define SHARDC_CODEGEN_CODEGEN_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace shardc {

/// What the codegen stage is asked for.
struct CodegenOptions : mlir::PassPipelineOptions<CodegenOptions> {
  Option<std::string> target{*this, "target", llvm::cl::desc("host, or cuda[:sm_NN] (sm_90a)"),
                             llvm::cl::init("host")};
  Option<std::string> hostCpu{*this, "host-cpu",
                              llvm::cl::desc("native, generic, or a name LLVM knows"),
                              llvm::cl::init("native")};
  Option<std::string> toolkit{*this, "toolkit",
                              llvm::cl::desc("folder of the CUDA toolkit; empty: CUDA_HOME, "
                                             "CUDA_PATH, /usr/local/cuda"),
                              llvm::cl::init("")};
  /// Without it, kernels are outlined but not compiled (no sched.image).
  Option<bool> compile{*this, "compile", llvm::cl::desc("generate and compile kernels"),
                       llvm::cl::init(true)};
};

/// A target string taken apart.
struct CodegenTarget {
  bool isCuda = false;
  /// "sm_90a"; empty for the host.
  std::string chip;

  /// Parses "host", "cuda", "cuda:sm_80"; fails on anything else.
  static mlir::FailureOr<CodegenTarget> parse(llvm::StringRef text);
};

/// Adds the passes of the stage `--shardc-codegen` in order, its verifier last.
void buildCodegenPipeline(mlir::OpPassManager &manager, const CodegenOptions &options);

/// Registers the pipeline `--shardc-codegen` with MLIR's global registry.
void registerCodegenPipeline();

/// Registers the dialects and translations to LLVM IR that the stage's passes
/// use (the passes ask for it themselves).
void registerCodegenDialects(mlir::DialectRegistry &registry);

} // namespace shardc

#endif // SHARDC_CODEGEN_CODEGEN_H
