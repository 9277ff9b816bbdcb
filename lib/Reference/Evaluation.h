//===- Evaluation.h - how one op is run -------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The registry from ops to the functions that compute them, one family a file.
// Ops that need other ranks or run code (calls, regions) are not here: the
// machine of Machine.h runs those.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_REFERENCE_EVALUATION_H
#define SHARDC_LIB_REFERENCE_EVALUATION_H

#include "dialects/Dist/Dist.h"
#include "mlir/IR/Operation.h"
#include "shardc/Reference/Tensor.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace shardc::reference {

/// One op being run on one rank.
struct Evaluation {
  /// Moved in when the op is their last user, so that they can be reused.
  llvm::SmallVector<Tensor> operands;
  llvm::SmallVector<Tensor> results;
  int64_t rank = 0;
  int64_t numRanks = 1;
  /// Value of something defined outside the op's regions; null if unknown.
  llvm::function_ref<const Tensor *(mlir::Value)> lookup;

  /// The operand, given up by the evaluation.
  Tensor take(unsigned index) { return std::move(operands[index]); }
  /// Adds a result; succeeds.
  llvm::LogicalResult give(Tensor tensor) {
    results.push_back(std::move(tensor));
    return mlir::success();
  }
};

/// Functions that run ops.
class Registry {
public:
  using Function = std::function<llvm::LogicalResult(mlir::Operation *, Evaluation &)>;

  /// Declares how ops of class OpTy are run: `function(OpTy, Evaluation &)`
  /// gives a LogicalResult and reports its own failures.
  template <typename OpTy, typename F>
  void add(F function) {
    functions[mlir::TypeID::get<OpTy>()] = [function](mlir::Operation *op, Evaluation &evaluation) {
      return function(mlir::cast<OpTy>(op), evaluation);
    };
  }

  /// Runs `op`; reports ops that nobody declared.
  llvm::LogicalResult evaluate(mlir::Operation *op, Evaluation &evaluation) const;

  /// The one registry, with all families.
  static const Registry &get();

private:
  llvm::DenseMap<mlir::TypeID, Function> functions;
};

/// Families.
void addUnaryOps(Registry &registry);
void addBinaryOps(Registry &registry);
void addShapeOps(Registry &registry);
void addIndexingOps(Registry &registry);
void addContractionOps(Registry &registry);
void addLayerOps(Registry &registry);
void addAttentionOps(Registry &registry);
void addRandomOps(Registry &registry);
void addTrainingOps(Registry &registry);
void addPlacementOps(Registry &registry);
void addSchedOps(Registry &registry);
void addWindowOps(Registry &registry);
void addSortOps(Registry &registry);

/// Runs the body of a reduction or scatter on many elements at once: each
/// scalar of the body becomes a tensor of the arguments' shape (they have one
/// shape). Gives the returned values.
llvm::FailureOr<llvm::SmallVector<Tensor>>
evaluateLifted(mlir::Block &body, llvm::ArrayRef<Tensor> arguments, const Evaluation &outer);

/// Runs `combiner`, an op of two scalars of one type, as `into[i] = combiner(
/// into[i], from[i])` on `count` elements; false when there is no direct loop
/// for it.
bool combineDirectly(mlir::Operation *combiner, Tensor &into, int64_t intoOffset,
                     const Tensor &from, int64_t fromOffset, int64_t count);

/// The op that a body consists of, applied to its two arguments in order, or
/// null when it is anything else.
mlir::Operation *singleCombiner(mlir::Block &body);

/// The result type of an elementwise op applied to tensors of `shape`.
inline mlir::RankedTensorType resultTypeFor(mlir::Operation *op, llvm::ArrayRef<int64_t> shape) {
  auto type = mlir::cast<mlir::RankedTensorType>(op->getResult(0).getType());
  return mlir::RankedTensorType::get(shape, type.getElementType());
}

/// The declared type of a result.
inline mlir::RankedTensorType resultType(mlir::Operation *op, unsigned index = 0) {
  return mlir::cast<mlir::RankedTensorType>(op->getResult(index).getType());
}

} // namespace shardc::reference

#endif // SHARDC_LIB_REFERENCE_EVALUATION_H
