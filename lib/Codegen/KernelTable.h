//===- KernelTable.h - the kernel functions of a module ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_KERNELTABLE_H
#define SHARDC_LIB_CODEGEN_KERNELTABLE_H

#include "dialects/Sched/Sched.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace shardc::codegen {

/// Functions with `dist.segment`, in order.
llvm::SmallVector<mlir::func::FuncOp> segmentsOf(mlir::ModuleOp module);

/// Makes kernel functions, each distinct body once.
class KernelTable {
public:
  explicit KernelTable(mlir::ModuleOp module);

  /// Launches, at the builder's place, the kernel that computes `outputs` from
  /// `inputs` by clones of `ops` (in this order). `name` becomes part of the
  /// kernel's name when it is new.
  sched::LaunchOp launch(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
                         llvm::ArrayRef<mlir::Operation *> ops, mlir::ValueRange inputs,
                         mlir::ValueRange outputs);

private:
  mlir::func::FuncOp intern(mlir::func::FuncOp candidate, llvm::StringRef name);
  static std::string textOf(mlir::func::FuncOp kernel);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  llvm::StringMap<mlir::func::FuncOp> kernels;
  unsigned next = 0;
};

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_KERNELTABLE_H
