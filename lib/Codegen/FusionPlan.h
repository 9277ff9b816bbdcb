//===- FusionPlan.h - what is computed where --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_FUSIONPLAN_H
#define SHARDC_LIB_CODEGEN_FUSIONPLAN_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace shardc::codegen {

/// What becomes of an op of a segment.
enum class Fate {
  /// Not kernel material: stays as it is; its operands lie in memory.
  Stays,
  /// A reshape of something in memory: no copy.
  View,
  /// Computed inside of every kernel that reads it.
  Inlined,
  /// Computed by a kernel and stored.
  Root,
};

/// Fates of all ops of a block.
class FusionPlan {
public:
  explicit FusionPlan(mlir::Block &block);

  Fate fateOf(mlir::Operation *op) const {
    auto it = fates.find(op);
    return it == fates.end() ? Fate::Stays : it->second;
  }

private:
  /// What computing one element again takes.
  struct Work {
    /// Arithmetic, the inlined operands' included.
    int64_t cost = 0;
    /// Values of full size that are read from memory.
    int64_t reads = 0;
  };

  void findRoots(mlir::Block &block);
  void limitRecomputation(mlir::Block &block);
  Work workOf(mlir::Operation *op) const;

  llvm::DenseMap<mlir::Operation *, Fate> fates;
  llvm::DenseMap<mlir::Operation *, Work> work;
};

/// True for ops whose elements the emitter can compute anywhere.
bool isElemental(mlir::Operation *op);
/// True for ops that need a kernel of their own.
bool isKernelRoot(mlir::Operation *op);

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_FUSIONPLAN_H
