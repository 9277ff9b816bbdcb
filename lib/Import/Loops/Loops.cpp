//===- Loops.cpp - counted loops are unrolled -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A loop whose condition constants decide, whatever it looks like, is run at import
// as far as its condition needs, to count its iterations; then its body is copied
// as often. Integers that are known by then become constants on the way, so that
// what is indexed by a counter is indexed by a number.
//
//===----------------------------------------------------------------------===//
#include "Loops.h"
#include "../ImportImpl.h"
#include "dialects/Sdy/Sdy.h"
#include "shardc/Interfaces/Remarks.h"

using namespace mlir;

namespace shardc {

ControlFlow::~ControlFlow() {
  for (Operation *op : discarded)
    op->dropAllDefinedValueUses();
  for (Operation *op : discarded)
    op->destroy();
}

void ControlFlow::discard(Operation *op) {
  op->remove();
  op->dropAllReferences();
  discarded.push_back(op);
}

Value ControlFlow::constant(DenseElementsAttr value) {
  Operation *home = builder.getInsertionBlock()->getParentOp();
  while (!home->hasTrait<OpTrait::IsIsolatedFromAbove>())
    home = home->getParentOp();
  mlir::Block *block = &home->getRegion(0).front();
  Value &known = constants[{block, value}];
  if (known)
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(block);
  known = stablehlo::ConstantOp::create(builder, home->getLoc(), value);
  return known;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Numbers of the carried values that the condition depends on, over any number of
/// iterations.
static SmallVector<unsigned> conditionInputs(stablehlo::WhileOp loop) {
  mlir::Block &cond = loop.getCond().front(), &body = loop.getBody().front();
  SmallVector<Value> pending = {cond.getTerminator()->getOperand(0)};
  llvm::DenseSet<Value> seen(pending.begin(), pending.end());
  llvm::SmallSetVector<unsigned, 4> inputs;
  auto push = [&](Value value) {
    if (seen.insert(value).second)
      pending.push_back(value);
  };
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (Operation *op = value.getDefiningOp()) {
      if (loop->isProperAncestor(op))
        llvm::for_each(op->getOperands(), push);
      continue;
    }
    auto argument = cast<BlockArgument>(value);
    if (argument.getOwner() != &cond && argument.getOwner() != &body)
      continue;
    inputs.insert(argument.getArgNumber());
    push(body.getTerminator()->getOperand(argument.getArgNumber()));
  }
  return inputs.takeVector();
}

std::optional<int64_t> ControlFlow::countTrips(stablehlo::WhileOp loop, int64_t most) {
  mlir::Block &cond = loop.getCond().front(), &body = loop.getBody().front();
  SmallVector<unsigned> inputs = conditionInputs(loop);
  SmallVector<std::optional<KnownTensor>> current;
  auto remember = [](const KnownTensor *tensor) {
    return tensor ? std::optional(*tensor) : std::nullopt;
  };
  for (unsigned input : inputs)
    current.push_back(remember(known.get(loop.getOperand()[input])));
  for (int64_t trips = 0; trips <= most; ++trips) {
    KnownValues condition(&known, loop), next(&known, loop);
    for (auto [input, value] : llvm::zip_equal(inputs, current)) {
      condition.bind(cond.getArgument(input), value ? &*value : nullptr);
      next.bind(body.getArgument(input), value ? &*value : nullptr);
    }
    std::optional<int64_t> goesOn = condition.getScalar(cond.getTerminator()->getOperand(0));
    if (!goesOn)
      return std::nullopt;
    if (*goesOn == 0)
      return trips;
    for (auto [input, value] : llvm::zip_equal(inputs, current))
      value = remember(next.get(body.getTerminator()->getOperand(input)));
  }
  return most + 1;
}

//===----------------------------------------------------------------------===//
// Unrolling
//===----------------------------------------------------------------------===//

/// A counter as a float, rounded as the program would.
static DenseElementsAttr convertedToFloat(Operation &op, const KnownTensor *operand) {
  auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
  auto element = type ? dyn_cast<FloatType>(type.getElementType()) : FloatType();
  if (!isa<stablehlo::ConvertOp>(op) || !element || type.getRank() != 0 || !operand)
    return {};
  auto from = cast<IntegerType>(operand->type.getElementType());
  APFloat value(element.getFloatSemantics());
  value.convertFromAPInt(operand->elements[0], !from.isUnsigned() && from.getWidth() > 1,
                         APFloat::rmNearestTiesToEven);
  return DenseElementsAttr::get(type, value);
}

void ControlFlow::cloneFolded(Operation &op, IRMapping &mapping) {
  if (op.getNumResults() == 1 && op.getNumRegions() == 0) {
    // Masks and tables stay as they are computed.
    auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
    bool isSmall =
        type && (type.getRank() == 0 || (type.getRank() == 1 && type.getDimSize(0) <= 64 &&
                                         !isa<stablehlo::IotaOp, stablehlo::BroadcastInDimOp>(op)));
    if (isSmall && (isa<IntegerType>(type.getElementType()) || isa<stablehlo::ConvertOp>(op))) {
      SmallVector<const KnownTensor *> operands;
      for (Value operand : op.getOperands())
        operands.push_back(known.get(mapping.lookupOrDefault(operand)));
      DenseElementsAttr value;
      if (std::optional<KnownTensor> number = evaluateInteger(&op, operands))
        value = number->toAttr();
      else if (operands.size() == 1)
        value = convertedToFloat(op, operands[0]);
      if (value) {
        mapping.map(op.getResult(0), constant(value));
        return;
      }
    }
  }
  builder.clone(op, mapping);
  ++made;
}

/// Whether a loop does the work of layers.
static bool hasProducts(stablehlo::WhileOp loop) {
  return loop.getBody()
      .walk([](Operation *op) {
        return isa<stablehlo::DotGeneralOp, stablehlo::DotOp, stablehlo::ConvolutionOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void ControlFlow::unroll(stablehlo::WhileOp loop, int64_t trips) {
  mlir::Block &body = loop.getBody().front();
  SmallVector<Value> values(loop.getOperand());
  Value guard = guards.lookup(loop);
  if (loops++ == 0)
    firstLoop = loop.getLoc();
  iterations += trips;
  SmallVector<int64_t> mark;
  if (auto outer = loop->getAttrOfType<DenseI64ArrayAttr>(iterationName))
    llvm::append_range(mark, outer.asArrayRef());
  bool isMarked = hasProducts(loop);
  for (int64_t trip = 0; trip < trips; ++trip) {
    IRMapping mapping;
    mapping.map(body.getArguments(), values);
    builder.setInsertionPoint(loop);
    Operation *before = loop->getPrevNode();
    for (Operation &op : body.without_terminator())
      cloneFolded(op, mapping);
    SmallVector<int64_t> own = mark;
    if (isMarked)
      own.append({loops, trip});
    Operation *op = before ? before->getNextNode() : &loop->getBlock()->front();
    for (; op != loop.getOperation(); op = op->getNextNode()) {
      if (!own.empty())
        op->setAttr(iterationName, builder.getDenseI64ArrayAttr(own));
      if (guard && isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
        guards[op] = guard;
    }
    SmallVector<Value> next;
    for (Value yielded : body.getTerminator()->getOperands())
      next.push_back(mapping.lookupOrDefault(yielded));
    values = std::move(next);
  }
  loop.replaceAllUsesWith(values);
  discard(loop);
}

FailureOr<bool> ControlFlow::resolveLoop(stablehlo::WhileOp loop) {
  captureInvariants(loop);
  int64_t size = 0;
  loop.getBody().walk([&](Operation *) { ++size; });
  int64_t most = std::max<int64_t>(0, (limit - made) / size);
  std::optional<int64_t> trips = countTrips(loop, most);
  if (trips && *trips <= most) {
    unroll(loop, *trips);
    return true;
  }
  if (trips)
    emitRemark(loop.getLoc(), RemarkCategory::Import)
        << "a counted loop of " << size << " ops stays a loop: more than " << most
        << " iterations of it would be more than " << limit << " ops; --unroll-limit=N allows more";
  stablehlo::WhileOp kept = keep(loop);
  if (failed(resolveBlock(kept.getCond().front())) || failed(resolveBlock(kept.getBody().front())))
    return failure();
  return false;
}

LogicalResult ControlFlow::resolveBlock(mlir::Block &block) {
  for (Operation *op = block.empty() ? nullptr : &block.front(); op;) {
    Operation *before = op->getPrevNode(), *after = op->getNextNode();
    FailureOr<bool> isResolved = false;
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op)) {
      isResolved = resolveLoop(loop);
    } else if (auto branches = dyn_cast<stablehlo::CaseOp>(op)) {
      resolveCase(branches);
      isResolved = true;
    } else if (auto branch = dyn_cast<stablehlo::IfOp>(op)) {
      resolveIf(branch);
      isResolved = true;
    } else {
      for (Region &region : op->getRegions())
        for (mlir::Block &inner : region)
          if (failed(resolveBlock(inner)))
            return failure();
    }
    if (failed(isResolved))
      return failure();
    // What took its place may hold loops and branches in turn.
    if (*isResolved)
      op = before ? before->getNextNode() : block.empty() ? nullptr : &block.front();
    else
      op = after;
  }
  return success();
}

LogicalResult ControlFlow::run() {
  if (failed(resolveBlock(main.getBody().front())))
    return failure();
  if (loops)
    emitRemark(firstLoop, RemarkCategory::Import)
        << "unrolled " << loops << (loops == 1 ? " counted loop, " : " counted loops, ")
        << iterations << (iterations == 1 ? " iteration" : " iterations") << ", into " << made
        << " ops";
  return success();
}

LogicalResult resolveControlFlow(func::FuncOp main, int64_t unrollLimit) {
  bool hasAny = main.walk([](Operation *op) {
                      return isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op)
                                 ? WalkResult::interrupt()
                                 : WalkResult::advance();
                    })
                    .wasInterrupted();
  if (hasAny && failed(ControlFlow(main, unrollLimit).run()))
    return failure();
  foldIndices(main);
  return success();
}

} // namespace shardc
