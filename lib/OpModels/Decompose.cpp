//===- Decompose.cpp - nn ops as StableHLO ----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Dispatch, attributes and the pass; the formulas are in Decompose*.cpp.
//
//===----------------------------------------------------------------------===//

#include "shardc/OpModels/Decompose.h"

#include "DecomposeImpl.h"
#include "mlir/Pass/Pass.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/OpModels/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace shardc {
#define GEN_PASS_DEF_DECOMPOSENN
#include "shardc/OpModels/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

LogicalResult shardc::decompose(Operation *nnOp, RewriterBase &rewriter) {
  if (isa<DecomposableOpInterface>(nnOp))
    return decomposeOnce(nnOp, rewriter);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(nnOp);
  Operation *before = nnOp->getPrevNode();
  TensorBuilder b(rewriter, nnOp->getLoc());
  using namespace decomposition;
  std::optional<Values> values =
      llvm::TypeSwitch<Operation *, std::optional<Values>>(nnOp)
          .Case<nn::EmbeddingOp, nn::EmbeddingGradOp, nn::RmsNormOp, nn::RmsNormGradOp,
                nn::LayerNormOp, nn::LayerNormGradOp, nn::SoftmaxOp, nn::SoftmaxGradOp, nn::GeluOp,
                nn::GeluGradOp, nn::SiluOp, nn::SiluGradOp, nn::RopeTableOp, nn::RopeOp,
                nn::AttentionOp, nn::AttentionGradOp, nn::CrossEntropyOp, nn::CrossEntropyGradOp,
                nn::SquareSumOp, nn::AdamWOp, nn::DropoutOp>(
              [&](auto op) -> std::optional<Values> { return build(op, b); })
          .Default([](Operation *) { return std::nullopt; });
  if (!values)
    return nnOp->emitOpError() << "has no decomposition into stablehlo";
  inheritPlace(nnOp, before, *values);
  rewriter.replaceOp(nnOp, *values);
  return success();
}

namespace {
struct DecomposeNN : public shardc::impl::DecomposeNNBase<DecomposeNN> {
  using DecomposeNNBase::DecomposeNNBase;

  void runOnOperation() final {
    if (failed(decomposeAll(getOperation())))
      return signalPassFailure();
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<nn::NNDialect>(op->getDialect()))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops)
      if (failed(decompose(op, rewriter)))
        return signalPassFailure();
  }
};
} // namespace
