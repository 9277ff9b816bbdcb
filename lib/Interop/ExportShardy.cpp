//===- ExportShardy.cpp - shardings as annotations ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The global program, and what was decided for every value of it.
//
//===----------------------------------------------------------------------===//
#include "LocalProgram.h"
#include "SdyShardings.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interop/Passes.h"

using namespace mlir;

namespace shardc {

#define GEN_PASS_DEF_EXPORTSHARDYPASS
#include "shardc/Interop/Passes.h.inc"

namespace {
using namespace interop;

struct ExportShardyPass : impl::ExportShardyPassBase<ExportShardyPass> {
  void runOnOperation() final {
    ModuleOp module = getOperation();
    FailureOr<Program> program = Program::of(module);
    if (failed(program) || failed(verifyIsGlobal(program->main)) ||
        failed(makePlain(program->main)) || failed(annotateBorders(*program)) ||
        failed(annotateOps(*program)))
      return signalPassFailure();
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    sdy::MeshOp::create(builder, module.getLoc(), program->meshName.getAttr(),
                        toSdy(program->mesh));
    stripDist(module);
    module.setSymName("sharded");
  }

  static LogicalResult verifyIsGlobal(func::FuncOp main) {
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      if (main.getArgAttr(i, "dist.global_type"))
        return main.emitOpError() << "is partitioned already; annotate what propagate gives, or "
                                     "export it with --shardc-export-stablehlo";
    return success();
  }

  /// A sharding without the dimensions that it does not split evenly: arrays of XLA's
  /// callers have no padding.
  static dist::ShardingAttr evenPart(dist::ShardingAttr sharding, RankedTensorType type,
                                     dist::MeshAttr mesh) {
    auto dims = llvm::to_vector(sharding.getDims());
    for (auto [dim, given] : llvm::enumerate(dims))
      if (isUneven(type.getDimSize(dim), given, mesh))
        given = dist::DimShardingAttr::get(given.getContext(), ArrayRef<dist::AxisRefAttr>());
    return dist::ShardingAttr::get(sharding.getContext(), sharding.getMesh(), dims);
  }

  static LogicalResult annotateBorders(Program &program) {
    func::FuncOp main = program.main;
    auto convert = [&](Attribute given, Type type, const Twine &what,
                       Location loc) -> FailureOr<sdy::TensorShardingAttr> {
      auto sharding = dyn_cast_if_present<dist::ShardingAttr>(given);
      if (!sharding)
        return sdy::TensorShardingAttr();
      return toSdy(evenPart(sharding, cast<RankedTensorType>(type), program.mesh),
                   cast<RankedTensorType>(type), program.mesh, [&] {
                     InFlightDiagnostic diag = mlir::emitError(loc) << what << ": ";
                     return diag;
                   });
    };
    for (BlockArgument argument : main.getArguments()) {
      unsigned i = argument.getArgNumber();
      auto sharding = convert(main.getArgAttr(i, "dist.sharding"), argument.getType(),
                              "argument " + Twine(i), argument.getLoc());
      if (failed(sharding))
        return failure();
      if (*sharding)
        main.setArgAttr(i, "sdy.sharding", *sharding);
    }
    for (unsigned i = 0; i < main.getNumResults(); ++i) {
      auto sharding = convert(main.getResultAttr(i, "dist.sharding"), main.getResultTypes()[i],
                              "result " + Twine(i), main.getLoc());
      if (failed(sharding))
        return failure();
      if (*sharding)
        main.setResultAttr(i, "sdy.sharding", *sharding);
    }
    return success();
  }

  static LogicalResult annotateOps(Program &program) {
    SmallVector<Operation *> moves;
    WalkResult walked = program.main.getBody().walk([&](Operation *op) {
      auto fail = [&] { return op->emitOpError(); };
      if (isa<dist::ReshardOp, dist::ConstraintOp>(op)) {
        moves.push_back(op);
        return WalkResult::advance();
      }
      if (isa_and_present<dist::DistDialect>(op->getDialect())) {
        op->emitOpError() << "has no counterpart in Shardy";
        return WalkResult::interrupt();
      }
      auto given = op->getAttrOfType<ArrayAttr>("dist.shardings");
      if (!given || given.size() != op->getNumResults())
        return WalkResult::advance();
      SmallVector<sdy::TensorShardingAttr> shardings;
      for (auto [attribute, result] : llvm::zip(given, op->getResults())) {
        auto sharding = toSdy(cast<dist::ShardingAttr>(attribute),
                              cast<RankedTensorType>(result.getType()), program.mesh, fail);
        if (failed(sharding))
          return WalkResult::interrupt();
        shardings.push_back(*sharding);
      }
      op->setAttr("sdy.sharding",
                  sdy::TensorShardingPerValueAttr::get(op->getContext(), shardings));
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      return failure();
    for (Operation *op : moves) {
      auto to = op->getAttrOfType<dist::ShardingAttr>("sharding");
      auto sharding = toSdy(to, cast<RankedTensorType>(op->getResult(0).getType()), program.mesh,
                            [&] { return op->emitOpError(); });
      if (failed(sharding))
        return failure();
      OpBuilder builder(op);
      auto constraint = sdy::ShardingConstraintOp::create(
          builder, op->getLoc(), op->getResult(0).getType(), op->getOperand(0), *sharding);
      op->getResult(0).replaceAllUsesWith(constraint.getResult());
      op->erase();
    }
    return success();
  }
};

} // namespace
} // namespace shardc
