//===- Unfuse.h - one argument for each part of a fused one -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to import. A fused value holds several things side by side along one
// dimension, queries, keys and values for instance.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_PARAMETERS_UNFUSE_H
#define SHARDC_LIB_IMPORT_PARAMETERS_UNFUSE_H

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include <optional>

namespace shardc {

/// Where a value is cut: the extents of its pieces along a dimension.
struct DimCut {
  int64_t dim = 0;
  llvm::SmallVector<int64_t, 4> extents;
  bool operator==(const DimCut &other) const {
    return dim == other.dim && extents == other.extents;
  }
  bool operator!=(const DimCut &other) const { return !(*this == other); }
};

/// Values that are cut, in any order.
using Cuts = llvm::MapVector<mlir::Value, DimCut>;

/// What must be cut along with a value.
struct CutRule {
  /// Operands or results, and how.
  llvm::SmallVector<std::pair<mlir::Value, DimCut>> values;
};

/// Whether a value is the same for all pieces but for its extent (constants, what is
/// repeated along the dimension), so that pieces can be made anywhere.
bool isUniform(mlir::Value value, int64_t dim);

/// What an op's operands are cut like, if its result is. Nullopt: pieces of the result
/// can't be computed of pieces of operands.
std::optional<CutRule> cutOperands(mlir::Operation *op, const DimCut &result);

/// What must be cut along with an operand that an op reads: its result, or other
/// operands, or nothing where the op can put its result together of pieces. Nullopt: the
/// op needs the whole operand.
std::optional<CutRule> cutUser(mlir::OpOperand &use, const DimCut &operand);

/// The type of a piece.
mlir::RankedTensorType pieceType(mlir::Value value, const DimCut &cut, size_t piece);

/// Builds what is computed of cut values, piece by piece.
class PieceBuilder {
public:
  PieceBuilder(mlir::func::FuncOp main, const Cuts &cuts)
      : builder(main.getContext()), cuts(cuts) {}

  /// Says what the pieces of `value` are.
  void bind(mlir::Value value, llvm::ArrayRef<mlir::Value> pieces) {
    known[value].assign(pieces.begin(), pieces.end());
  }
  /// Pieces of a cut value that has been built, or of a uniform one, made before `at`.
  llvm::SmallVector<mlir::Value> get(mlir::Value value, const DimCut &cut, mlir::Operation *at);
  /// Builds the pieces of a cut result, or the whole result of pieces; ops in the order
  /// of the program.
  void build(mlir::Operation *op);

private:
  void buildPieces(mlir::Operation *op, const DimCut &cut);
  mlir::Value buildSlice(mlir::stablehlo::SliceOp op, const DimCut &cut);
  mlir::Value buildSum(mlir::Operation *op, const DimCut &cut, unsigned operand);
  mlir::Value zeros(mlir::RankedTensorType type, mlir::Location loc);

  mlir::OpBuilder builder;
  const Cuts &cuts;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> known;
};

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_PARAMETERS_UNFUSE_H
