//===- LinalgLoops.h - linalg's loops as tensors ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every structured op of linalg, named or generic, is a body in a nest of parallel
// and reduction loops. A value of the body becomes a tensor over the loops that it
// depends on; sums of products become dot_general, other reductions reduce. Private
// to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_UPSTREAM_LINALGLOOPS_H
#define SHARDC_LIB_IMPORT_UPSTREAM_LINALGLOOPS_H

#include "Upstream.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace shardc {

/// A value of the body: dimension i of the tensor goes along loop `loops[i]`.
struct LoopTensor {
  mlir::Value value;
  llvm::SmallVector<int64_t> loops;
};

/// Converts one op of linalg.
class LinalgConverter {
public:
  LinalgConverter(mlir::linalg::LinalgOp op, UpstreamValues &values, TensorBuilder &b)
      : op(op), values(values), b(b), extents(op.getStaticLoopRanges()) {}

  mlir::FailureOr<Values> convert();

private:
  mlir::FailureOr<LoopTensor> lift(mlir::Value value);
  mlir::FailureOr<LoopTensor> liftOperand(mlir::BlockArgument argument);
  mlir::FailureOr<LoopTensor> liftExtract(mlir::tensor::ExtractOp extract);
  mlir::FailureOr<LoopTensor> refuse(mlir::Operation *at, const llvm::Twine &why = "") {
    mlir::InFlightDiagnostic diag = refuseOp(at, why);
    if (at != op.getOperation())
      diag.attachNote(op.getLoc()) << "in the body of this '" << op->getName() << "'";
    return diag;
  }
  mlir::Value align(const LoopTensor &lifted, llvm::ArrayRef<int64_t> loops);
  /// Result dimension of each loop, and the loops of the result.
  mlir::FailureOr<llvm::SmallVector<int64_t>> outputLoops(unsigned output);
  mlir::FailureOr<mlir::Value> convertResult(unsigned output);
  mlir::FailureOr<mlir::Value> convertReduction(unsigned output, llvm::ArrayRef<int64_t> kept);
  mlir::FailureOr<Values> convertArgExtremum(unsigned first);
  std::optional<LoopTensor> contract(mlir::Value product, llvm::ArrayRef<int64_t> reduced,
                                     llvm::ArrayRef<int64_t> kept, mlir::Type element,
                                     bool &isFailed);
  bool isReduction(int64_t loop) {
    return op.getIteratorTypesArray()[loop] == mlir::utils::IteratorType::reduction;
  }
  mlir::BlockArgument outArgument(unsigned output) { return op.getRegionOutputArgs()[output]; }
  mlir::Value yielded(unsigned output) {
    return op.getBlock()->getTerminator()->getOperand(output);
  }
  bool dependsOnOutputs(mlir::Value value);

  mlir::linalg::LinalgOp op;
  UpstreamValues &values;
  TensorBuilder &b;
  llvm::SmallVector<int64_t> extents;
  llvm::DenseMap<mlir::Value, LoopTensor> lifted;
};

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_UPSTREAM_LINALGLOOPS_H
