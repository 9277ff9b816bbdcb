//===- Programs.h - one program a stage -------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Emits the calls, transfers, views and stacks of all programs at once, in one
// global order of actions.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_PIPELINE_PROGRAMS_H
#define SHARDC_LIB_PIPELINE_PROGRAMS_H

#include "Cut.h"
#include "shardc/Pipeline/Schedules.h"

namespace shardc {

class ProgramBuilder {
public:
  ProgramBuilder(Cut &cut, mlir::ModuleOp module, llvm::StringRef meshName)
      : cut(cut), module(module), meshName(meshName), builder(module.getContext()) {}

  /// Builds segments and programs; @main is left for the caller to erase.
  llvm::LogicalResult build(llvm::StringRef schedule);

private:
  /// One program under construction. A value of the region has a microbatch,
  /// others -1.
  struct Program {
    mlir::func::FuncOp function;
    llvm::SmallVector<unsigned> arguments, results;
    llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> values;
    /// Sums so far, by region result.
    llvm::DenseMap<unsigned, mlir::Value> sums;
  };

  void createPrograms();
  void createSegments();
  llvm::SmallVector<int64_t> donationsOf(const Unit &unit);
  mlir::Value lookup(int64_t stage, mlir::Value value, int64_t microbatch);
  void run(Unit &unit, int64_t microbatch, llvm::StringRef action);
  /// Sends a value to every other stage that needs it.
  void transfer(mlir::Value value, int64_t microbatch, llvm::StringRef what, bool early, bool late);
  void transferOutputs(const Unit &unit, int64_t microbatch, llvm::StringRef what);
  llvm::LogicalResult runRegion(llvm::StringRef schedule);
  void finishRegion();
  void finishPrograms();
  bool isArgumentOf(mlir::BlockArgument arg, int64_t stage);
  mlir::Value zeros(mlir::Type type, mlir::Location loc);
  mlir::Value reshaped(mlir::Value value, llvm::ArrayRef<int64_t> shape);

  Cut &cut;
  mlir::ModuleOp module;
  llvm::StringRef meshName;
  mlir::OpBuilder builder;
  llvm::SmallVector<Program> programs;
  int64_t nextChannel = 0;
};

} // namespace shardc

#endif // SHARDC_LIB_PIPELINE_PROGRAMS_H
