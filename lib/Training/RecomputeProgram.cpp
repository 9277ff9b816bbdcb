//===- RecomputeProgram.cpp - a step as the search sees it ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Sizes are those of a rank. Which values lie in memory at all is foreseen by the
// rules of kernel fusion: arithmetic that is cheap, or that one kernel reads, is
// computed inside of its readers.
//
//===----------------------------------------------------------------------===//

#include "RecomputeProgram.h"
#include "Bytes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Training/Passes.h"
#include "shardc/Training/StepNames.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace shardc;
using namespace mlir::stablehlo;

/// What sending a byte to another rank is worth in FLOPs: about the ratio of the
/// arithmetic of an accelerator to what its links carry.
static constexpr int64_t flopsPerSentByte = 1000;

bool shardc::movesData(Operation *op) {
  return isa<dist::AllReduceOp, dist::AllGatherOp, dist::ReduceScatterOp, dist::AllToAllOp,
             dist::PermuteOp, dist::BroadcastOp>(op);
}

static int64_t resultBytes(Operation *op) {
  int64_t bytes = 0;
  for (Value result : op->getResults())
    bytes += bytesOf(result);
  return bytes;
}

/// What one more execution takes. Ops that only move elements are worth one FLOP
/// for each of them.
static int64_t costOf(Operation *op) {
  int64_t cost = 0;
  for (Value result : op->getResults())
    cost += cast<RankedTensorType>(result.getType()).getNumElements();
  if (auto priced = dyn_cast<CostOpInterface>(op))
    cost = std::max(cost, priced.getFlops());
  if (movesData(op)) {
    int64_t bytes = std::max(bytesOf(op->getOperand(0)), resultBytes(op));
    cost += flopsPerSentByte * bytes * (isa<dist::AllReduceOp>(op) ? 2 : 1);
  }
  return cost;
}

/// Bytes that the decomposition of a composite has in memory beside its operands and
/// results: scores of attention, probabilities of a loss.
static int64_t workspaceOf(Operation *op) {
  if (isa<nn::CrossEntropyGradOp>(op))
    return resultBytes(op);
  if (!isa<nn::AttentionOp, nn::AttentionGradOp>(op))
    return 0;
  auto q = cast<RankedTensorType>(op->getOperand(0).getType());
  auto k = cast<RankedTensorType>(op->getOperand(1).getType());
  int64_t scores = q.getDimSize(0) * q.getDimSize(2) * q.getDimSize(1) * k.getDimSize(1) *
                   llvm::divideCeil(q.getElementTypeBitWidth(), 8);
  return scores * (isa<nn::AttentionOp>(op) ? 2 : 3);
}

/// Ops that kernels compute element by element.
static bool isElemental(Operation *op) {
  return isa<dist::MaskOp, dist::AllSliceOp, dist::ShardOffsetOp, nn::SiluOp, nn::GeluOp,
             nn::SiluGradOp, nn::GeluGradOp, nn::RopeOp, nn::DropoutOp, BroadcastInDimOp, ReshapeOp,
             TransposeOp, SliceOp, ReverseOp, PadOp, DynamicSliceOp, IotaOp, ConstantOp, ConvertOp,
             CompareOp, SelectOp, ClampOp>(op) ||
         (op->getNumResults() == 1 && op->getNumRegions() == 0 &&
          op->hasTrait<OpTrait::Elementwise>()) ||
         isa<AbsOp, CeilOp, FloorOp, NegOp, NotOp, RoundNearestEvenOp, SignOp, CbrtOp, CosineOp,
             ExpOp, Expm1Op, LogOp, Log1pOp, LogisticOp, RsqrtOp, SineOp, SqrtOp, TanhOp,
             IsFiniteOp, AddOp, AndOp, Atan2Op, DivOp, MaxOp, MinOp, MulOp, OrOp, PowOp, RemOp,
             ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp, SubtractOp, XorOp>(op);
}

/// Arithmetic of one element, as kernel fusion counts it.
static int64_t elementCost(Operation *op) {
  if (auto dropout = dyn_cast<nn::DropoutOp>(op))
    return dropout.getKey() ? 150 : 5;
  if (isa<ConstantOp>(op))
    return 0;
  if (isa<nn::SiluOp, nn::GeluOp, nn::SiluGradOp, nn::GeluGradOp, nn::RopeOp, ExpOp, Expm1Op, LogOp,
          Log1pOp, LogisticOp, TanhOp, SineOp, CosineOp, CbrtOp, PowOp, Atan2Op, RemOp>(op))
    return 16;
  return isa<DivOp, SqrtOp, RsqrtOp>(op) ? 4 : 1;
}

/// Calls `visit` for each value that `op` reads, those of its regions included.
template <typename Fn>
static void forEachRead(Operation *op, Fn visit) {
  for (OpOperand &operand : op->getOpOperands())
    visit(operand);
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        if (!region.isAncestor(operand.get().getParentRegion()))
          visit(operand);
    });
}

RecomputeProgram::RecomputeProgram(const Step &step, ArrayRef<Operation *> given, int64_t stage)
    : stage(stage), isPhased(step.isPhased) {
  describe(step, given);
  findLateReaders();
  findFused(step.isPipelined);
}

int64_t RecomputeProgram::getDotFlops(unsigned index) const {
  auto priced = dyn_cast<CostOpInterface>(ops[index]);
  return priced ? priced.getDotFlops() : 0;
}

/// True when what a gather makes whole comes from outside of the step: a parameter.
static bool gathersArgument(Operation *op) {
  while (op && op->hasAttr(attr::regather) && op->getNumOperands() == 1) {
    if (isa<BlockArgument>(op->getOperand(0)))
      return true;
    op = op->getOperand(0).getDefiningOp();
  }
  return false;
}

bool RecomputeProgram::mayRunAgain(Operation *op) const {
  if (op->getNumResults() == 0 || isa<WhileOp, OptimizationBarrierOp, dist::MicrobatchOp>(op) ||
      !isPure(op))
    return false;
  return !isPhased || phaseOf(op) == Phase::Forward;
}

void RecomputeProgram::describe(const Step &step, ArrayRef<Operation *> given) {
  auto add = [&](Value value, unsigned maker, int64_t bytes) {
    values[value] = problem.values.size();
    valueOf.push_back(value);
    RecomputeValue made;
    made.maker = maker;
    made.bytes = bytes;
    problem.values.push_back(made);
  };
  // What other stages make comes in through an op of no cost, before its reader.
  for (Operation *op : given) {
    forEachRead(op, [&](OpOperand &operand) {
      Value value = operand.get();
      Operation *def = value.getDefiningOp();
      if (values.contains(value))
        return;
      auto made = step.stages.find(def);
      if (made != step.stages.end() && made->second != stage) {
        problem.ops.emplace_back().makes.push_back(problem.values.size());
        ops.push_back(nullptr);
        add(value, problem.ops.size() - 1, bytesOf(value));
        return;
      }
      add(value, RecomputeValue::noMaker, 0);
    });
    unsigned number = problem.ops.size();
    ops.push_back(op);
    RecomputeOp &info = problem.ops.emplace_back();
    forEachRead(op, [&](OpOperand &operand) {
      unsigned value = values.lookup(operand.get());
      if (!llvm::is_contained(info.reads, value))
        info.reads.push_back(value);
    });
    info.cost = costOf(op);
    info.workspace = workspaceOf(op);
    info.isForced = op->hasAttr(attr::regather) && !op->hasAttr(attr::recompute) &&
                    phaseOf(op) == Phase::Forward && (isPhased || gathersArgument(op));
    info.canRecompute = !info.isForced && mayRunAgain(op);
    info.isInPlace = op->getNumResults() == 1 &&
                     (isElemental(op) || isa<dist::AllReduceOp, nn::CrossEntropyGradOp>(op));
    for (Value result : op->getResults()) {
      info.makes.push_back(problem.values.size());
      add(result, number, isa<RankedTensorType>(result.getType()) ? bytesOf(result) : 0);
    }
  }
  // What updates an argument lies in its place; other results are there to the end.
  func::FuncOp func = step.func;
  DenseSet<int64_t> inPlace;
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (auto updated = func.getArgAttrOfType<IntegerAttr>(i, attr::updatedBy))
      inPlace.insert(updated.getInt());
  if (given.empty())
    return;
  Operation *end = given.front()->getBlock()->getTerminator();
  for (OpOperand &operand : end->getOpOperands()) {
    auto found = values.find(operand.get());
    if (found == values.end())
      continue;
    RecomputeValue &value = problem.values[found->second];
    bool isSum = isa_and_nonnull<DotGeneralOp>(operand.get().getDefiningOp());
    bool isPlaced = isa<func::ReturnOp>(end) ? inPlace.contains(operand.getOperandNumber()) : isSum;
    if (isPlaced)
      value.bytes = 0;
    else
      value.isResult = true;
  }
}

void RecomputeProgram::findLateReaders() {
  unsigned numOps = ops.size();
  std::vector<SmallVector<unsigned>> readers(numOps);
  for (unsigned at = 0; at < numOps; ++at)
    for (unsigned read : problem.ops[at].reads)
      if (unsigned maker = problem.values[read].maker; maker != RecomputeValue::noMaker)
        readers[maker].push_back(at);
  if (isPhased) {
    for (unsigned at = 0; at < numOps && problem.turn == ~0u; ++at)
      if (ops[at] && phaseOf(ops[at]) == Phase::Backward)
        problem.turn = at;
    unsigned turn = std::min(problem.turn, numOps);
    for (unsigned at = 0; at < numOps; ++at) {
      unsigned late = std::max(turn, at + 1);
      // Copies are of the backward pass: nobody else may read them.
      for (unsigned reader : readers[at])
        if (ops[reader] && phaseOf(ops[reader]) != Phase::Backward)
          late = std::max(late, reader + 1);
      problem.ops[at].lateFrom = late;
    }
    return;
  }
  // Where nothing says what the backward pass is, the longest time in which nobody
  // reads a value separates its early from its late readers.
  for (unsigned at = 0; at < numOps; ++at) {
    unsigned last = at, longest = 1, late = at + 1;
    for (unsigned reader : readers[at]) {
      if (reader - last > longest) {
        longest = reader - last;
        late = reader;
      }
      last = reader;
    }
    problem.ops[at].lateFrom = longest > 1 ? late : last + 1;
  }
}

void RecomputeProgram::findFused(bool isPipelined) {
  constexpr int64_t cheap = 6;
  unsigned numOps = ops.size();
  struct Work {
    int64_t cost = 0, reads = 0;
  };
  std::vector<Work> work(numOps);
  std::vector<bool> isStored(numOps, false);
  Operation *end = numOps ? ops.back()->getBlock()->getTerminator() : nullptr;
  for (unsigned at = 0; at < numOps; ++at) {
    Operation *op = ops[at];
    if (!op || !isElemental(op)) {
      isStored[at] = true;
      continue;
    }
    for (Operation *user : op->getUsers()) {
      Operation *reader = op->getBlock()->findAncestorOpInBlock(*user);
      bool fuses = reader && reader != end && isElemental(reader);
      fuses |= isa_and_nonnull<ReduceOp, ConcatenateOp, ScatterOp, nn::RmsNormOp, nn::LayerNormOp,
                               nn::RmsNormGradOp, nn::LayerNormGradOp, nn::CrossEntropyOp,
                               nn::CrossEntropyGradOp, nn::SquareSumOp>(reader);
      // Stages and passes of a pipeline are functions of their own.
      if (isPipelined && reader)
        fuses &= phaseOf(reader) == phaseOf(op);
      if (!fuses)
        isStored[at] = true;
    }
  }
  for (unsigned at = 0; at < numOps; ++at) {
    if (isStored[at])
      continue;
    Operation *op = ops[at];
    int64_t elements = cast<RankedTensorType>(op->getResult(0).getType()).getNumElements();
    Work total{elementCost(op), 0};
    for (unsigned read : problem.ops[at].reads) {
      unsigned maker = problem.values[read].maker;
      auto type = cast<RankedTensorType>(valueOf[read].getType());
      if (maker != RecomputeValue::noMaker && problem.ops[maker].isFused) {
        total.cost += work[maker].cost;
        total.reads += work[maker].reads;
      } else if (type.getNumElements() * 2 >= elements) {
        ++total.reads;
      }
    }
    bool isCheap = total.cost <= cheap && total.reads <= 1;
    if (isCheap || op->getResult(0).hasOneUse()) {
      problem.ops[at].isFused = true;
      work[at] = total;
    }
  }
}

void RecomputeProgram::apply(const llvm::BitVector &chosen, const RecomputeOutcome &outcome) {
  rewrite(outcome, [&](unsigned op) { return chosen.test(op) && !problem.ops[op].isForced; });
}

unsigned RecomputeProgram::applyForced() {
  RecomputeOutcome outcome = evaluateRecompute(problem, llvm::BitVector(problem.ops.size()));
  rewrite(outcome, [&](unsigned op) { return problem.ops[op].isForced; });
  return outcome.copies.size();
}

void RecomputeProgram::rewrite(const RecomputeOutcome &outcome,
                               llvm::function_ref<bool(unsigned)> isApplied) {
  DenseMap<unsigned, Operation *> copies;
  DenseMap<unsigned, SmallVector<Operation *>> fusedCopies;
  OpBuilder builder(ops.back()->getContext());
  // What a reader at op `at` reads instead of `value`; ops that readers fuse are
  // copied as well where they read something else.
  auto late = [&](auto &self, Value value, unsigned at) -> Value {
    auto found = values.find(value);
    unsigned maker =
        found == values.end() ? RecomputeValue::noMaker : problem.values[found->second].maker;
    if (maker == RecomputeValue::noMaker || !ops[maker])
      return value;
    unsigned result = cast<OpResult>(value).getResultNumber();
    if (!problem.ops[maker].isFused)
      return isApplied(maker) && at >= problem.ops[maker].lateFrom
                 ? Value(copies.lookup(maker)->getResult(result))
                 : value;
    SmallVector<Value> operands;
    for (Value operand : ops[maker]->getOperands())
      operands.push_back(self(self, operand, at));
    if (llvm::equal(operands, ops[maker]->getOperands()))
      return value;
    for (Operation *known : fusedCopies[maker])
      if (llvm::equal(operands, known->getOperands()))
        return known->getResult(result);
    Operation *copy = builder.clone(*ops[maker]);
    copy->setOperands(operands);
    copy->setAttr(attr::recompute, builder.getUnitAttr());
    if (isPhased)
      copy->setAttr(attr::phase, builder.getStringAttr(phaseName(Phase::Backward)));
    fusedCopies[maker].push_back(copy);
    return copy->getResult(result);
  };
  // Readers of the copies' operands are redirected as the original's readers are.
  auto redirect = [&](Operation *op, unsigned at) {
    forEachRead(op, [&](OpOperand &operand) { operand.set(late(late, operand.get(), at)); });
  };
  auto next = outcome.copies.begin();
  for (unsigned at = 0; at < ops.size(); ++at) {
    for (; next != outcome.copies.end() && next->second == at; ++next) {
      unsigned number = next->first;
      if (!isApplied(number))
        continue;
      builder.setInsertionPoint(ops[at]);
      Operation *copy = ops[number]->clone();
      // Operands first: they stand before it.
      redirect(copy, at);
      builder.insert(copy);
      copy->setAttr(attr::recompute, builder.getUnitAttr());
      if (isPhased)
        copy->setAttr(attr::phase, builder.getStringAttr(phaseName(Phase::Backward)));
      copies[number] = copy;
    }
    if (!ops[at] || problem.ops[at].isFused)
      continue;
    builder.setInsertionPoint(ops[at]);
    redirect(ops[at], at);
  }
  // An original that only late readers had is of no use now.
  for (Operation *op : llvm::reverse(ops))
    if (op && isOpTriviallyDead(op))
      op->erase();
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

std::vector<std::unique_ptr<RecomputeProgram>> shardc::buildRecomputePrograms(ModuleOp module) {
  std::vector<std::unique_ptr<RecomputeProgram>> programs;
  func::FuncOp func = findStepFunction(module);
  if (!func || func.isExternal())
    return programs;
  mlir::Block *block = &func.getBody().front();
  for (auto region : block->getOps<dist::MicrobatchOp>())
    block = &region.getBody().front();
  RecomputeProgram::Step step;
  step.func = func;
  for (Operation &op : *block)
    step.isPhased |= op.hasAttr(attr::phase) && !op.hasAttr(attr::recompute);
  // Ops that name no stage follow what they read: forward the latest, backward the
  // earliest of its stages.
  std::map<int64_t, SmallVector<Operation *>> stages;
  for (Operation &op : block->without_terminator()) {
    std::optional<int64_t> stage = stageOf(&op);
    if (!stage)
      for (Value operand : op.getOperands())
        if (auto found = step.stages.find(operand.getDefiningOp()); found != step.stages.end()) {
          int64_t theirs = found->second;
          bool back = phaseOf(&op) == Phase::Backward;
          stage = !stage ? theirs : back ? std::min(*stage, theirs) : std::max(*stage, theirs);
        }
    step.stages[&op] = stage.value_or(0);
    stages[stage.value_or(0)].push_back(&op);
  }
  step.isPipelined = stages.size() > 1;
  for (auto &[stage, ops] : stages)
    programs.push_back(std::make_unique<RecomputeProgram>(step, ops, stage));
  return programs;
}
