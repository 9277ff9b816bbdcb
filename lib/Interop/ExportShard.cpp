//===- ExportShard.cpp - programs for MLIR's shard dialect ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Axes of the mesh become axes of a grid, by number.
//
//===----------------------------------------------------------------------===//
#include "LocalProgram.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interop/Passes.h"
#include "shardc/Sharding/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {

#define GEN_PASS_DEF_EXPORTSHARDPASS
#include "shardc/Interop/Passes.h.inc"

namespace {
using namespace interop;

shard::ReductionKind toShard(dist::ReductionKind kind) {
  switch (kind) {
  case dist::ReductionKind::Sum:
    return shard::ReductionKind::Sum;
  case dist::ReductionKind::Max:
    return shard::ReductionKind::Max;
  case dist::ReductionKind::Min:
    return shard::ReductionKind::Min;
  case dist::ReductionKind::Prod:
    return shard::ReductionKind::Product;
  case dist::ReductionKind::And:
    return shard::ReductionKind::BitwiseAnd;
  case dist::ReductionKind::Or:
    return shard::ReductionKind::BitwiseOr;
  }
  llvm_unreachable("all kinds are listed");
}

class ShardExporter {
public:
  explicit ShardExporter(Program &program) : program(program) {}

  LogicalResult run() {
    return replaceDistOps(program.main, "dialect shard", [&](Operation *op, OpBuilder &builder) {
      return llvm::TypeSwitch<Operation *, FailureOr<Value>>(op)
          .Case<dist::AllReduceOp, dist::AllGatherOp, dist::ReduceScatterOp, dist::AllToAllOp,
                dist::PermuteOp, dist::BroadcastOp>([&](auto op) { return lower(op, builder); })
          .Default([](Operation *) { return Value(); });
    });
  }

private:
  /// Numbers of the grid axes; one error for a part of an axis, which a grid lacks.
  FailureOr<shard::GridAxesAttr> axesOf(Operation *op, ArrayAttr axes) {
    SmallVector<int16_t> numbers;
    for (auto axis : axes.getAsRange<dist::AxisRefAttr>()) {
      if (!axis.isFullAxis())
        return op->emitOpError() << "is over a part of axis '" << axis.getName()
                                 << "', which dialect shard cannot say";
      numbers.push_back(*program.mesh.getAxisIndex(axis.getName()));
    }
    return shard::GridAxesAttr::get(op->getContext(), numbers);
  }

  int64_t sizeOf(ArrayAttr axes) {
    return groupSize(llvm::to_vector(axes.getAsRange<dist::AxisRefAttr>()), program.mesh);
  }

  /// One error where blocks do not fill dimension `dim` of `whole`.
  LogicalResult checkFills(Operation *op, Type whole, Type block, int64_t dim, int64_t parts) {
    int64_t extent = cast<RankedTensorType>(whole).getDimSize(dim);
    int64_t length = cast<RankedTensorType>(block).getDimSize(dim);
    if (extent == length * parts)
      return success();
    return op->emitOpError() << "has " << parts << " blocks of " << length << " for dimension "
                             << dim << " of size " << extent
                             << "; dialect shard needs blocks that fill it";
  }

  FailureOr<Value> lower(dist::AllReduceOp op, OpBuilder &builder) {
    auto axes = axesOf(op, op.getAxes());
    if (failed(axes))
      return failure();
    return Value(shard::AllReduceOp::create(builder, op.getLoc(), op.getType(), grid(),
                                            axes->asArrayRef(), op.getInput(),
                                            toShard(op.getKind())));
  }

  FailureOr<Value> lower(dist::AllGatherOp op, OpBuilder &builder) {
    auto axes = axesOf(op, op.getAxes());
    if (failed(axes) || failed(checkFills(op, op.getType(), op.getInput().getType(), op.getDim(),
                                          sizeOf(op.getAxes()))))
      return failure();
    return Value(shard::AllGatherOp::create(builder, op.getLoc(), op.getType(), grid(),
                                            axes->asArrayRef(), op.getInput(),
                                            APInt(64, op.getDim())));
  }

  FailureOr<Value> lower(dist::ReduceScatterOp op, OpBuilder &builder) {
    auto axes = axesOf(op, op.getAxes());
    if (failed(axes) || failed(checkFills(op, op.getInput().getType(), op.getType(), op.getDim(),
                                          sizeOf(op.getAxes()))))
      return failure();
    return Value(shard::ReduceScatterOp::create(builder, op.getLoc(), op.getType(), grid(),
                                                axes->asArrayRef(), op.getInput(),
                                                toShard(op.getKind()), APInt(64, op.getDim())));
  }

  FailureOr<Value> lower(dist::AllToAllOp op, OpBuilder &builder) {
    auto axes = axesOf(op, op.getAxes());
    int64_t parts = sizeOf(op.getAxes());
    if (failed(axes) ||
        failed(checkFills(op, op.getInput().getType(), op.getType(), op.getSplitDim(), parts)) ||
        failed(checkFills(op, op.getType(), op.getInput().getType(), op.getConcatDim(), parts)))
      return failure();
    return Value(shard::AllToAllOp::create(
        builder, op.getLoc(), op.getType(), grid(), axes->asArrayRef(), op.getInput(),
        APInt(64, op.getSplitDim()), APInt(64, op.getConcatDim())));
  }

  FailureOr<Value> lower(dist::PermuteOp op, OpBuilder &builder) {
    auto axes = axesOf(op, op.getAxes());
    if (failed(axes))
      return failure();
    if (op.getAxes() != op.getTargets() || op.getAxes().size() != 1)
      return op.emitOpError() << "is no shift along one axis, all that dialect shard can say";
    return Value(shard::ShiftOp::create(builder, op.getLoc(), op.getType(), grid(),
                                        axes->asArrayRef(), op.getInput(),
                                        APInt(64, axes->asArrayRef().front()), op.getShift(),
                                        /*rotate=*/true));
  }

  FailureOr<Value> lower(dist::BroadcastOp op, OpBuilder &builder) {
    auto axes = axesOf(op, op.getAxes());
    if (failed(axes))
      return failure();
    if (op.getAxes().size() != 1)
      return op.emitOpError() << "is over several axes; dialect shard broadcasts along one";
    return Value(shard::BroadcastOp::create(
        builder, op.getLoc(), op.getType(), grid(), axes->asArrayRef(), op.getInput(),
        ArrayRef<int64_t>{static_cast<int64_t>(op.getRoot())}, ValueRange()));
  }

  StringRef grid() { return program.meshName.getValue(); }

  Program &program;
};

struct ExportShardPass : impl::ExportShardPassBase<ExportShardPass> {
  void runOnOperation() final {
    ModuleOp module = getOperation();
    // As what runs is made: blocks go round a ring, and are not gathered.
    OpPassManager rotate(ModuleOp::getOperationName());
    rotate.addPass(createRotateBlocksPass());
    if (failed(runPipeline(rotate, module)))
      return signalPassFailure();
    FailureOr<Program> program = Program::of(module);
    if (failed(program) || failed(makePlain(program->main)))
      return signalPassFailure();
    StringRef grid = program->meshName.getValue();
    lowerRankOps(*program, [&](TensorBuilder &b) -> Value {
      OpBuilder &builder = b.getBuilder();
      Value index =
          shard::ProcessLinearIndexOp::create(builder, b.getLoc(), builder.getIndexType(), grid);
      Value number = arith::IndexCastOp::create(builder, b.getLoc(), builder.getI32Type(), index);
      return tensor::FromElementsOp::create(
          builder, b.getLoc(), RankedTensorType::get({}, builder.getI32Type()), number);
    });
    if (failed(ShardExporter(*program).run()))
      return signalPassFailure();
    auto shape = llvm::map_to_vector(program->mesh.getAxes(),
                                     [](dist::MeshAxisAttr axis) { return axis.getSize(); });
    stripDist(module);
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    shard::GridOp::create(builder, module.getLoc(), grid, shape);
  }
};

} // namespace
} // namespace shardc
