//===- DecomposeSegments.cpp - nn ops become StableHLO ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "KernelTable.h"
#include "SplitLoops.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "shardc/Codegen/Passes.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/OpModels/Decompose.h"

namespace shardc {
#define GEN_PASS_DEF_DECOMPOSESEGMENTS
#include "shardc/Codegen/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

namespace {
struct DecomposeSegments : shardc::impl::DecomposeSegmentsBase<DecomposeSegments> {
  void runOnOperation() override {
    if (failed(splitLoops(getOperation())))
      return signalPassFailure();
    for (func::FuncOp segment : segmentsOf(getOperation())) {
      // Ops of other dialects first: they may be made of nn ops.
      if (failed(decomposeAll(segment)))
        return signalPassFailure();
      SmallVector<Operation *> composites;
      segment.walk([&](Operation *op) {
        if (isa_and_nonnull<nn::NNDialect>(op->getDialect()))
          composites.push_back(op);
      });
      IRRewriter rewriter(segment.getContext());
      for (Operation *op : composites) {
        rewriter.setInsertionPoint(op);
        if (failed(decompose(op, rewriter)))
          return signalPassFailure();
      }
      // What a decomposition computed for results that nothing uses.
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(segment.getBody().front())))
        if (isOpTriviallyDead(&op))
          op.erase();
    }
  }
};
} // namespace
