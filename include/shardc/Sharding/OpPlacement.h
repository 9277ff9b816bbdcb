//===- OpPlacement.h - factor splits read back from the IR ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_OPPLACEMENT_H
#define SHARDC_SHARDING_OPPLACEMENT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Sharding/Projection.h"

namespace shardc {

/// How one op of a propagated program is split.
struct OpPlacement {
  ShardingRule rule;
  FactorSplits splits;
  std::vector<Placement> operands, results;
};

/// Reads the shardings of an op's operands and results and checks that they are
/// what one choice of factor splits gives. An error says which operand or
/// result doesn't fit, at the op.
mlir::FailureOr<OpPlacement> getOpPlacement(mlir::Operation *op, const MeshView &mesh);

/// Sets attribute `name` of all arguments of a function, or of all results, at
/// once: one by one would take time and memory quadratic in their number. A null
/// value leaves that one as it is.
void setArgumentAttrs(mlir::func::FuncOp function, llvm::StringRef name,
                      llvm::ArrayRef<mlir::Attribute> values);
void setResultAttrs(mlir::func::FuncOp function, llvm::StringRef name,
                    llvm::ArrayRef<mlir::Attribute> values);

} // namespace shardc

#endif // SHARDC_SHARDING_OPPLACEMENT_H
