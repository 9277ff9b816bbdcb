//===- LocalProgram.cpp - a partitioned program made plain ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What every export does first.
//
//===----------------------------------------------------------------------===//
#include "LocalProgram.h"
#include "dialects/NN/NN.h"
#include "dialects/Sched/Sched.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/OpModels/Decompose.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc::interop {

FailureOr<Program> Program::of(ModuleOp module) {
  Program program;
  program.main = module.lookupSymbol<func::FuncOp>("main");
  if (!program.main || program.main.isExternal())
    return module.emitError() << "the module has no '@main' to export";
  dist::MeshOp mesh = getMesh(module);
  if (!mesh)
    return module.emitError() << "the module has no mesh; annotate and partition it first";
  program.mesh = mesh.getMesh();
  program.meshName = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
  constexpr int64_t maxRanks = 1 << 16;
  if (program.mesh.getAxes().empty() || program.mesh.getNumRanks() > maxRanks)
    return mesh.emitError() << "the mesh has " << program.mesh.getNumRanks()
                            << " ranks; exports list them all, and are made for a mesh of at least "
                               "one axis and at most "
                            << maxRanks << " ranks";
  if (program.mesh.getAxisSize("pp").value_or(1) > 1)
    return mesh.emitError()
           << "the program has " << *program.mesh.getAxisSize("pp")
           << " pipeline stages, which are programs of their own; export with pp=1";
  WalkResult late = module.walk([](Operation *op) {
    bool isScheduled =
        isa_and_present<sched::SchedDialect>(op->getDialect()) || op->hasAttr("dist.segment");
    if (isScheduled)
      op->emitError() << "op '" << op->getName()
                      << "' is of a later stage; export what partition or rematerialize gives";
    return isScheduled ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (late.wasInterrupted())
    return failure();
  return program;
}

//===----------------------------------------------------------------------===//
// Plain programs
//===----------------------------------------------------------------------===//

/// Row `index` of dimension 0, without that dimension.
static Value rowOf(TensorBuilder &b, Value value, int64_t index) {
  ArrayRef<int64_t> shape = typeOf(value).getShape();
  return b.reshape(b.sliceDim(value, 0, index, index + 1), shape.drop_front());
}

/// One copy of the body for each microbatch, then sums and stacks.
static void unrollMicrobatches(dist::MicrobatchOp op) {
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  mlir::Block &body = op.getBody().front();
  SmallVector<SmallVector<Value>> yields(op.getNumResults());
  for (int64_t run = 0; run < static_cast<int64_t>(op.getCount()); ++run) {
    IRMapping mapping;
    for (auto [argument, slices] : llvm::zip(body.getArguments(), op.getSlices()))
      mapping.map(argument, rowOf(b, slices, run));
    for (Operation &inner : body.without_terminator())
      builder.clone(inner, mapping);
    for (auto [index, value] : llvm::enumerate(body.getTerminator()->getOperands()))
      yields[index].push_back(mapping.lookupOrDefault(value));
  }
  for (auto [index, values] : llvm::enumerate(yields)) {
    Value result;
    if (op.getKind(index) == dist::YieldKind::Stack) {
      SmallVector<Value> rows;
      for (Value value : values) {
        SmallVector<int64_t> shape(typeOf(value).getShape());
        shape.insert(shape.begin(), 1);
        rows.push_back(b.reshape(value, shape));
      }
      result = b.concatenate(rows, 0);
    } else {
      result = values.front();
      for (Value value : ArrayRef(values).drop_front())
        result = b.add(result, value);
    }
    op.getResult(index).replaceAllUsesWith(result);
  }
  op.erase();
}

/// The collective of an async pair, where it was started.
static void inlineStart(dist::StartOp op) {
  IRMapping mapping;
  OpBuilder builder(op);
  mlir::Block &body = op.getBody().front();
  mapping.map(body.getArgument(0), op.getInput());
  for (Operation &inner : body.without_terminator())
    builder.clone(inner, mapping);
  op.getResult().replaceAllUsesWith(mapping.lookupOrDefault(body.getTerminator()->getOperand(0)));
  op.erase();
}

LogicalResult makePlain(func::FuncOp main) {
  SmallVector<Operation *> ops;
  auto collect = [&](auto matches) {
    ops.clear();
    main.walk([&](Operation *op) {
      if (matches(op))
        ops.push_back(op);
    });
  };
  // Once, before bodies are copied.
  if (failed(decomposeAll(main)))
    return failure();
  collect([](Operation *op) { return isa_and_present<nn::NNDialect>(op->getDialect()); });
  IRRewriter rewriter(main.getContext());
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    if (failed(decompose(op, rewriter)))
      return failure();
  }
  collect([](Operation *op) {
    return isa<dist::MicrobatchOp, dist::StartOp, dist::WaitOp, dist::CheckpointOp>(op);
  });
  for (Operation *op : ops)
    llvm::TypeSwitch<Operation *>(op)
        .Case([](dist::MicrobatchOp op) { unrollMicrobatches(op); })
        .Case([](dist::StartOp op) { inlineStart(op); })
        .Default([](Operation *op) {
          op->getResult(0).replaceAllUsesWith(op->getOperand(0));
          op->erase();
        });
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value padTo(TensorBuilder &b, Value value, int64_t dim, int64_t extent) {
  ArrayRef<int64_t> shape = typeOf(value).getShape();
  if (shape[dim] == extent)
    return value;
  SmallVector<int64_t> none(shape.size(), 0), high(shape.size(), 0);
  high[dim] = extent - shape[dim];
  return b.pad(value, none, high, none);
}

Value cutTo(TensorBuilder &b, Value value, int64_t dim, int64_t extent) {
  if (typeOf(value).getDimSize(dim) == extent)
    return value;
  return b.sliceDim(value, dim, 0, extent);
}

SmallVector<SmallVector<int64_t>> groupsOf(ArrayAttr axes, dist::MeshAttr mesh) {
  auto refs = llvm::to_vector(axes.getAsRange<dist::AxisRefAttr>());
  SmallVector<SmallVector<int64_t>> groups;
  for (int64_t rank = 0; rank < mesh.getNumRanks(); ++rank)
    if (groupPosition(coordinatesOf(rank, mesh), refs, mesh) == 0)
      groups.push_back(groupOf(rank, refs, mesh));
  return groups;
}

Operation *buildReducer(OpBuilder &builder, Location loc, dist::ReductionKind kind, Value a,
                        Value b) {
  switch (kind) {
  case dist::ReductionKind::Sum:
    return stablehlo::AddOp::create(builder, loc, a, b);
  case dist::ReductionKind::Max:
    return stablehlo::MaxOp::create(builder, loc, a, b);
  case dist::ReductionKind::Min:
    return stablehlo::MinOp::create(builder, loc, a, b);
  case dist::ReductionKind::Prod:
    return stablehlo::MulOp::create(builder, loc, a, b);
  case dist::ReductionKind::And:
    return stablehlo::AndOp::create(builder, loc, a, b);
  case dist::ReductionKind::Or:
    return stablehlo::OrOp::create(builder, loc, a, b);
  }
  llvm_unreachable("all kinds are listed");
}

//===----------------------------------------------------------------------===//
// What differs from rank to rank
//===----------------------------------------------------------------------===//

namespace {
class RankTables {
public:
  RankTables(Program &program, RankNumber rankNumber) : program(program), rankNumber(rankNumber) {}

  /// The entry of this rank, a scalar of `element`.
  Value lookup(TensorBuilder &b, ArrayRef<int64_t> entries, Type element) {
    if (llvm::all_equal(entries))
      return b.reshape(b.vector(entries.front(), element), {});
    Value start = rankNumber(b);
    auto entry = stablehlo::DynamicSliceOp::create(
        b.getBuilder(), b.getLoc(), RankedTensorType::get({1}, element), b.vector(entries, element),
        ValueRange{start}, b.getBuilder().getDenseI64ArrayAttr({1}));
    return b.reshape(entry, {});
  }

  Value lower(dist::ShardOffsetOp op, TensorBuilder &b) {
    return lookup(b,
                  blocks(op.getGlobal(), op.getGranule(), op.getAxes(),
                         [](Block block) { return block.offset; }),
                  typeOf(op.getResult()).getElementType());
  }

  Value lower(dist::MaskOp op, TensorBuilder &b) {
    SmallVector<int64_t> valid = blocks(op.getGlobal(), op.getGranule(), op.getAxes(),
                                        [](Block block) { return block.valid; });
    RankedTensorType type = typeOf(op.getInput());
    RankedTensorType index = type.clone(b.getBuilder().getI32Type());
    Value count = b.broadcastScalar(lookup(b, valid, index.getElementType()), type.getShape());
    Value isReal = b.compare(stablehlo::ComparisonDirection::LT, b.iota(index, op.getDim()), count);
    Value fill = stablehlo::ConstantOp::create(
        b.getBuilder(), b.getLoc(),
        DenseElementsAttr::get(type, ArrayRef<Attribute>(op.getFill())));
    return b.select(isReal, op.getInput(), fill);
  }

  Value lower(dist::AllSliceOp op, TensorBuilder &b) {
    auto axes = llvm::to_vector(op.getAxes().getAsRange<dist::AxisRefAttr>());
    RankedTensorType type = typeOf(op.getResult());
    int64_t extent = type.getDimSize(op.getDim());
    SmallVector<int64_t> starts;
    for (int64_t rank = 0; rank < program.mesh.getNumRanks(); ++rank)
      starts.push_back(extent *
                       groupPosition(coordinatesOf(rank, program.mesh), axes, program.mesh));
    Value whole = padTo(b, op.getInput(), op.getDim(), extent * groupSize(axes, program.mesh));
    Type i32 = b.getBuilder().getI32Type();
    Value zero = b.reshape(b.vector(0, i32), {});
    SmallVector<Value> places(type.getRank(), zero);
    places[op.getDim()] = lookup(b, starts, i32);
    return stablehlo::DynamicSliceOp::create(b.getBuilder(), b.getLoc(), type, whole, places,
                                             b.getBuilder().getDenseI64ArrayAttr(type.getShape()));
  }

private:
  template <typename Fn>
  SmallVector<int64_t> blocks(int64_t extent, int64_t granule, ArrayAttr axes, Fn get) {
    auto refs = llvm::to_vector(axes.getAsRange<dist::AxisRefAttr>());
    SmallVector<int64_t> entries;
    for (int64_t rank = 0; rank < program.mesh.getNumRanks(); ++rank)
      entries.push_back(
          get(blockOf(extent, granule, refs, program.mesh, coordinatesOf(rank, program.mesh))));
    return entries;
  }

  Program &program;
  RankNumber rankNumber;
};
} // namespace

void lowerRankOps(Program &program, RankNumber rankNumber) {
  RankTables tables(program, rankNumber);
  SmallVector<Operation *> ops;
  program.main.getBody().walk([&](Operation *op) {
    if (isa<dist::MaskOp, dist::ShardOffsetOp, dist::AllSliceOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder builder(op);
    TensorBuilder b(builder, op->getLoc());
    Value value = llvm::TypeSwitch<Operation *, Value>(op)
                      .Case<dist::MaskOp, dist::ShardOffsetOp, dist::AllSliceOp>(
                          [&](auto op) { return tables.lower(op, b); });
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }
}

LogicalResult replaceDistOps(func::FuncOp main, StringRef target,
                             function_ref<FailureOr<Value>(Operation *, OpBuilder &)> lower) {
  SmallVector<Operation *> ops;
  main.getBody().walk([&](Operation *op) {
    if (isa_and_present<dist::DistDialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder builder(op);
    FailureOr<Value> value = lower(op, builder);
    if (failed(value))
      return failure();
    if (!*value)
      return op->emitOpError() << "has no counterpart in " << target;
    op->getResult(0).replaceAllUsesWith(*value);
    op->erase();
  }
  return success();
}

void stripDist(ModuleOp module) {
  auto strip = [](DictionaryAttr attributes, auto remove) {
    if (!attributes)
      return;
    for (NamedAttribute attribute : attributes)
      if (attribute.getName().strref().starts_with("dist.") ||
          attribute.getName().strref().starts_with("shardc."))
        remove(attribute.getName());
  };
  module.walk([&](Operation *op) {
    strip(op->getDiscardableAttrDictionary(),
          [&](StringAttr name) { op->removeDiscardableAttr(name); });
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        strip(function.getArgAttrDict(i),
              [&](StringAttr name) { function.removeArgAttr(i, name); });
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        strip(function.getResultAttrDict(i),
              [&](StringAttr name) { function.removeResultAttr(i, name); });
    }
  });
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (isa<dist::MeshOp>(op))
      op.erase();
}

} // namespace shardc::interop
