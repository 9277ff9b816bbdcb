//===- Machine.cpp - one rank that runs, stops and resumes ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Calls, microbatch regions, loops and started collectives push a frame; sends,
// receives and collectives stop the rank. Everything else is looked up in the
// registry. Values are dropped after their last use.
//
//===----------------------------------------------------------------------===//
#include "Machine.h"

#include "Collectives.h"
#include "Loops.h"
#include "dialects/Sched/Sched.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

//===----------------------------------------------------------------------===//
// Last uses
//===----------------------------------------------------------------------===//

ArrayRef<Value> LastUses::of(Operation *op) {
  bool &done = analyzed[op->getBlock()];
  if (!done) {
    done = true;
    analyze(op->getBlock());
  }
  auto it = dying.find(op);
  return it == dying.end() ? ArrayRef<Value>() : ArrayRef<Value>(it->second);
}

void LastUses::analyze(Block *block) {
  llvm::DenseSet<Value> seen;
  for (Operation &op : llvm::reverse(*block)) {
    SmallVector<Value, 2> last;
    // What its regions use counts as used by the op.
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (operand.getParentBlock() == block && seen.insert(operand).second)
          last.push_back(operand);
    });
    if (!last.empty())
      dying[&op] = std::move(last);
  }
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

void Machine::start(func::FuncOp function, ArrayRef<Tensor> arguments) {
  enter(function.getBody().front(), arguments, nullptr, /*isIsolated=*/true);
}

void Machine::enter(Block &block, ArrayRef<Tensor> arguments, Operation *owner, bool isIsolated) {
  Frame &frame = frames.emplace_back();
  frame.next = block.begin();
  frame.isIsolated = isIsolated;
  frame.owner = owner;
  for (auto [argument, value] : llvm::zip_equal(block.getArguments(), arguments))
    if (!argument.use_empty())
      frame.values[argument] = value;
}

void Machine::leave(SmallVector<Tensor> results) {
  Operation *owner = frames.back().owner;
  frames.pop_back();
  if (frames.empty()) {
    returned = std::move(results);
    return;
  }
  define(owner, results);
}

void Machine::define(Operation *op, ArrayRef<Tensor> results) {
  if (options.observer)
    options.observer(rank, op, results);
  llvm::DenseMap<Value, Tensor> &values = frames.back().values;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
    if (!result.use_empty())
      values[result] = value;
  // What its regions captured was kept until now.
  if (op->getNumRegions() != 0)
    for (Value value : lastUses.of(op))
      values.erase(value);
}

const Tensor *Machine::lookup(Value value) const {
  for (const Frame &frame : llvm::reverse(frames)) {
    if (auto it = frame.values.find(value); it != frame.values.end())
      return &it->second;
    if (frame.isIsolated)
      break;
  }
  return nullptr;
}

FailureOr<SmallVector<Tensor>> Machine::takeOperands(Operation *op) {
  SmallVector<Tensor> operands;
  for (Value operand : op->getOperands()) {
    const Tensor *value = lookup(operand);
    if (!value) {
      op->emitOpError() << "cannot be interpreted: an operand has no value here";
      return failure();
    }
    operands.push_back(*value);
  }
  // Regions may still read captured values while the op runs.
  if (op->getNumRegions() == 0)
    for (Value value : lastUses.of(op))
      frames.back().values.erase(value);
  return operands;
}

//===----------------------------------------------------------------------===//
// Microbatch regions
//===----------------------------------------------------------------------===//

/// Row `index` of dimension 0, without that dimension.
static Tensor rowOf(const Tensor &x, int64_t index) {
  SmallVector<int64_t> shape(x.getShape().drop_front());
  auto type = RankedTensorType::get(shape, x.getElementType());
  return gatherBlock(type, x, index * type.getNumElements(), stridesOf(shape));
}

void Machine::bindSlices(dist::MicrobatchOp op, Frame &frame) {
  for (auto [argument, slice] : llvm::zip_equal(op.getBody().getArguments(), frame.slices))
    frame.values[argument] = rowOf(slice, frame.iteration);
}

void Machine::beginMicrobatch(dist::MicrobatchOp op) {
  SmallVector<Tensor> slices;
  for (Value slice : op.getSlices())
    slices.push_back(*lookup(slice));
  Frame &frame = frames.emplace_back();
  frame.next = op.getBody().front().begin();
  frame.isIsolated = false;
  frame.owner = op;
  frame.slices = std::move(slices);
  bindSlices(op, frame);
}

void Machine::endMicrobatchRun(dist::MicrobatchOp op, SmallVector<Tensor> yielded) {
  Frame &frame = frames.back();
  for (auto [i, value] : llvm::enumerate(yielded)) {
    bool isSum =
        cast<dist::YieldKindAttr>(op.getKinds()[i]).getValue() == dist::YieldKind::Accumulate;
    if (frame.iteration == 0)
      frame.accumulated.push_back(
          isSum ? value : Tensor::uninitialized(cast<RankedTensorType>(op.getResult(i).getType())));
    else if (isSum)
      combine(dist::ReductionKind::Sum, frame.accumulated[i], value);
    if (!isSum) {
      Tensor &stack = frame.accumulated[i];
      SmallVector<int64_t> strides = stridesOf(value.getShape());
      copyBlock(stack, frame.iteration * value.getNumElements(), strides, value, 0, strides,
                value.getShape());
    }
  }
  if (++frame.iteration == static_cast<int64_t>(op.getCount()))
    return leave(std::move(frame.accumulated));
  frame.values.clear();
  frame.next = op.getBody().front().begin();
  bindSlices(op, frame);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

LogicalResult Machine::call(Operation *op, FlatSymbolRefAttr callee) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, callee);
  if (!function || function.isExternal())
    return op->emitOpError() << "cannot be interpreted: '" << callee.getValue() << "' has no body";
  FailureOr<SmallVector<Tensor>> operands = takeOperands(op);
  if (failed(operands))
    return failure();
  enter(function.getBody().front(), *operands, op, /*isIsolated=*/true);
  return success();
}

LogicalResult Machine::step(Operation *op) {
  if (auto callOp = dyn_cast<func::CallOp>(op))
    return call(op, callOp.getCalleeAttr());
  if (auto launch = dyn_cast<sched::LaunchOp>(op))
    return call(op, launch.getKernelAttr());
  if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
    return beginLoop(loop);
  if (isa<stablehlo::CaseOp, stablehlo::IfOp>(op))
    return beginBranch(op);
  if (auto microbatch = dyn_cast<dist::MicrobatchOp>(op)) {
    for (Value slice : microbatch.getSlices())
      if (!lookup(slice))
        return op->emitOpError() << "cannot be interpreted: an operand has no value here";
    beginMicrobatch(microbatch);
    return success();
  }

  FailureOr<SmallVector<Tensor>> operands = takeOperands(op);
  if (failed(operands))
    return failure();
  if (isa<func::ReturnOp, dist::StartedOp>(op)) {
    leave(std::move(*operands));
    return success();
  }
  if (isa<dist::YieldOp>(op)) {
    endMicrobatchRun(cast<dist::MicrobatchOp>(op->getParentOp()), std::move(*operands));
    return success();
  }
  if (isa<stablehlo::ReturnOp>(op)) {
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op->getParentOp()))
      return endLoopRegion(loop, op, std::move(*operands));
    leave(std::move(*operands));
    return success();
  }
  if (auto start = dyn_cast<dist::StartOp>(op)) {
    enter(start.getBody().front(), *operands, op, /*isIsolated=*/false);
    return success();
  }
  if (isGroupCollective(op) || isa<dist::SendOp, dist::RecvOp>(op)) {
    blocked = op;
    blockedValue = operands->empty() ? Tensor() : (*operands)[0];
    return success();
  }

  Evaluation evaluation;
  evaluation.operands = std::move(*operands);
  evaluation.rank = rank;
  evaluation.numRanks = numRanks;
  auto find = [this](Value value) { return lookup(value); };
  evaluation.lookup = find;
  if (failed(Registry::get().evaluate(op, evaluation)))
    return failure();
  evaluation.operands.clear();
  define(op, evaluation.results);
  return success();
}

LogicalResult Machine::run() {
  while (!frames.empty() && !blocked) {
    Operation *op = &*frames.back().next;
    ++frames.back().next;
    if (failed(step(op)))
      return failure();
  }
  return success();
}

void Machine::resume(ArrayRef<Tensor> results) {
  Operation *op = blocked;
  blocked = nullptr;
  blockedValue = Tensor();
  define(op, results);
}
