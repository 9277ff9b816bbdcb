//===- VerifyCodegen.cpp - what code generation leaves ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The end of the codegen stage: everything in a segment is something that the
// scheduler can place and the runtime can run.
//
//===----------------------------------------------------------------------===//
#include "KernelTable.h"
#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Codegen/Passes.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/TypeSwitch.h"

namespace shardc {
#define GEN_PASS_DEF_VERIFYCODEGEN
#include "shardc/Codegen/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

template <typename OpTy>
static int64_t ranksOf(OpTy op) {
  SmallVector<dist::AxisRefAttr> axes(op.getAxes().template getAsRange<dist::AxisRefAttr>());
  return groupSize(axes, lookupMesh(op, op.getMeshAttr()));
}

static LogicalResult verifyOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<sched::LaunchOp, sched::GemmOp, stablehlo::ReshapeOp, func::ReturnOp, dist::AllReduceOp,
            dist::BroadcastOp, dist::PermuteOp, dist::StartOp, dist::StartedOp, dist::WaitOp>(
          [](Operation *) { return success(); })
      .Case([](dist::AllGatherOp op) -> LogicalResult {
        int64_t ranks = ranksOf(op);
        if (op.getDim() == 0 && shapeOf(op.getResult())[0] == ranks * shapeOf(op.getInput())[0])
          return success();
        return op.emitOpError() << "is not contiguous: dimension " << op.getDim() << " of "
                                << shapeOf(op.getInput())[op.getDim()] << " on " << ranks
                                << " ranks gives " << shapeOf(op.getResult())[op.getDim()];
      })
      .Case([](dist::ReduceScatterOp op) -> LogicalResult {
        int64_t ranks = ranksOf(op);
        if (op.getDim() == 0 && shapeOf(op.getInput())[0] == ranks * shapeOf(op.getResult())[0])
          return success();
        return op.emitOpError() << "is not contiguous: dimension " << op.getDim() << " of "
                                << shapeOf(op.getInput())[op.getDim()] << " on " << ranks
                                << " ranks leaves " << shapeOf(op.getResult())[op.getDim()];
      })
      .Case([](dist::AllToAllOp op) -> LogicalResult {
        ArrayRef<int64_t> in = shapeOf(op.getInput()), out = shapeOf(op.getResult());
        if (op.getSplitDim() == 0 && op.getConcatDim() == 1 && out[0] == 1 && in[1] == 1 &&
            in[0] == ranksOf(op) && out[1] == in[0])
          return success();
        return op.emitOpError() << "is not an exchange of the blocks of dimension 0";
      })
      .Default([](Operation *op) {
        return op->emitOpError() << "cannot be compiled; it has no kernel";
      });
}

namespace {
struct VerifyCodegen : shardc::impl::VerifyCodegenBase<VerifyCodegen> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (func::FuncOp segment : segmentsOf(module))
      for (Operation &op : segment.getBody().front())
        if (failed(verifyOp(&op)))
          return signalPassFailure();
    for (auto kernels : module.getOps<func::FuncOp>())
      if (kernels->hasAttr("sched.kernel") && kernels->hasAttr("dist.segment")) {
        kernels.emitOpError() << "is a segment and a kernel at once";
        return signalPassFailure();
      }
  }
};
} // namespace
