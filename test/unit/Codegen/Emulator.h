//===- Emulator.h - CUDA kernels on the CPU ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Runs the bodies that code generation gives a GPU, thread by thread, without
// one: special registers become loads, barriers switch fibers.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_CODEGEN_EMULATOR_H
#define SHARDC_TEST_UNIT_CODEGEN_EMULATOR_H

#include "Support.h"

namespace shardc::test {

/// A module whose kernels are generated for CUDA devices and run here.
class Emulated {
public:
  Emulated(mlir::MLIRContext &context, const std::string &text);
  ~Emulated();

  bool valid() const { return library != nullptr || !hasKernels; }
  mlir::ModuleOp getOriginal() { return *original; }

  /// Runs the segment. Threads of a block take turns in their order, or in the
  /// opposite one: results must not depend on it.
  std::vector<Tensor> run(const std::vector<Tensor> &arguments, unsigned shift, bool backwards,
                          const std::vector<int32_t> &coordinates = {});

private:
  void launch(sched::LaunchOp launch, void **buffers, const int32_t *coordinates, bool backwards);

  mlir::OwningOpRef<mlir::ModuleOp> module, original;
  bool hasKernels = false;
  void *library = nullptr;
  int descriptor = -1;
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_CODEGEN_EMULATOR_H
