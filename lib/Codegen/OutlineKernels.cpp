//===- OutlineKernels.cpp - from tensor code to launches --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Walks a segment once. Each root opens a group or joins the open one of its
// shape; a group closes, and its launch is placed, right before the first op
// that needs one of its values in memory. Open groups never depend on each
// other, so no order has to be searched for.
//
//===----------------------------------------------------------------------===//
#include "FusionPlan.h"
#include "KernelAnalysis.h"
#include "KernelTable.h"
#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Codegen/Passes.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SetVector.h"

namespace shardc {
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "shardc/Codegen/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

/// Limits of one kernel.
static constexpr size_t kMostResults = 8;
static constexpr size_t kMostInputs = 24;
static constexpr size_t kMostOps = 160;

namespace {
/// What one root needs.
struct Closure {
  /// Inlined producers, before their users.
  SetVector<Operation *> ops;
  /// Values that the kernel reads from memory.
  SetVector<Value> inputs;
  /// Inputs that are read otherwise than at the element being computed.
  llvm::SmallDenseSet<Value> displaced;
};

struct Group {
  std::string key;
  SmallVector<Operation *> roots;
  Closure closure;
};

class Outliner {
public:
  Outliner(func::FuncOp segment, KernelTable &table)
      : block(segment.getBody().front()), plan(block), table(table), builder(segment.getContext()) {
  }

  void run() {
    SmallVector<Operation *> ops;
    for (Operation &op : block)
      ops.push_back(&op);
    for (Operation *op : ops) {
      switch (plan.fateOf(op)) {
      case Fate::Inlined:
        break;
      case Fate::Root:
        visitRoot(op);
        break;
      case Fate::View:
      case Fate::Stays:
        for (Value operand : op->getOperands())
          closeOwner(operand, op);
        break;
      }
    }
    // Everything that is now computed by kernels.
    for (Operation *op : llvm::reverse(ops))
      if (plan.fateOf(op) == Fate::Root || plan.fateOf(op) == Fate::Inlined)
        op->erase();
  }

private:
  mlir::Block &block;
  FusionPlan plan;
  KernelTable &table;
  OpBuilder builder;
  /// Open groups by what they iterate over; the group of each of their roots.
  llvm::MapVector<StringRef, std::unique_ptr<Group>> open;
  DenseMap<Operation *, Group *> owner;

  //===------------------------------------------------------------------===//
  // Closures
  //===------------------------------------------------------------------===//

  using Visited = llvm::DenseSet<llvm::PointerIntPair<Operation *, 1, bool>>;

  void collect(Operation *op, bool same, Closure &closure, Visited &seen) {
    if (!seen.insert({op, same}).second)
      return;
    bool keeps = same && isPointwiseOrReshape(op);
    int64_t elements = typeOf(op->getResult(0)).getNumElements();
    auto visit = [&](Value operand) {
      bool stays = keeps && typeOf(operand).getNumElements() == elements;
      Operation *producer = operand.getDefiningOp();
      if (producer && plan.fateOf(producer) == Fate::Inlined)
        return collect(producer, stays, closure, seen);
      closure.inputs.insert(operand);
      if (!stays)
        closure.displaced.insert(operand);
    };
    for (Value operand : op->getOperands())
      visit(operand);
    // Bodies of reductions and scatters may read values from outside.
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (operand.getParentBlock() == &block)
            visit(operand);
      });
    closure.ops.insert(op);
  }

  static bool isPointwiseOrReshape(Operation *op) {
    return isElemental(op) &&
           !isa<BroadcastInDimOp, TransposeOp, SliceOp, ReverseOp, PadOp, DynamicSliceOp,
                DynamicUpdateSliceOp, GatherOp, dist::AllSliceOp>(op);
  }

  //===------------------------------------------------------------------===//
  // Groups
  //===------------------------------------------------------------------===//

  /// What a root iterates over; roots with other keys never share a kernel.
  static std::string keyOf(Operation *root) {
    std::string key;
    llvm::raw_string_ostream stream(key);
    if (auto reduce = dyn_cast<ReduceOp>(root)) {
      stream << "reduce ";
      llvm::interleave(reduce.getDimensions(), stream, ",");
      stream << " of ";
      llvm::interleave(typeOf(reduce.getInputs()[0]).getShape(), stream, "x");
    } else if (isKernelRoot(root)) {
      return "";
    } else {
      llvm::interleave(typeOf(root->getResult(0)).getShape(), stream, "x");
    }
    return key;
  }

  void visitRoot(Operation *root) {
    auto group = std::make_unique<Group>();
    group->key = keyOf(root);
    group->roots.push_back(root);
    collectInputs(*group);

    auto found = open.find(group->key);
    Group *mate = found == open.end() ? nullptr : found->second.get();
    bool shares = false, closed = false;
    SmallVector<Value> inputs(group->closure.inputs.getArrayRef());
    for (Value input : inputs) {
      Group *source = owner.lookup(input.getDefiningOp());
      if (!source)
        continue;
      // Values of the open group are at hand only at the same element.
      if (source == mate && !isa<ReduceOp>(root) && !group->closure.displaced.contains(input)) {
        shares = true;
        continue;
      }
      if (source == mate)
        mate = nullptr;
      close(source, root);
      closed = true;
    }
    if (closed)
      collectInputs(*group);
    if (mate && !shares)
      for (Value input : group->closure.inputs)
        shares |= mate->closure.inputs.contains(input) &&
                  typeOf(input).getNumElements() * 4 >= iterationsOf(root);
    if (mate && shares && join(*mate, *group))
      return;
    if (mate) {
      close(mate, root);
      collectInputs(*group);
    }
    if (group->key.empty()) {
      emit(*group, root);
      return;
    }
    owner[root] = group.get();
    StringRef key = group->key;
    open[key] = std::move(group);
  }

  static int64_t iterationsOf(Operation *root) {
    if (auto reduce = dyn_cast<ReduceOp>(root))
      return typeOf(reduce.getInputs()[0]).getNumElements();
    return typeOf(root->getResult(0)).getNumElements();
  }

  bool join(Group &mate, Group &group) {
    Operation *root = group.roots.front();
    size_t results = 0;
    for (Operation *other : mate.roots)
      results += other->getNumResults();
    size_t inputs = mate.closure.inputs.size(), ops = mate.closure.ops.size();
    for (Value input : group.closure.inputs)
      inputs += !mate.closure.inputs.contains(input);
    for (Operation *op : group.closure.ops)
      ops += !mate.closure.ops.contains(op);
    if (results + root->getNumResults() > kMostResults || inputs > kMostInputs || ops > kMostOps)
      return false;
    mate.roots.push_back(root);
    mate.closure.ops.insert_range(group.closure.ops);
    for (Value input : group.closure.inputs)
      if (owner.lookup(input.getDefiningOp()) != &mate)
        mate.closure.inputs.insert(input);
    owner[root] = &mate;
    return true;
  }

  /// Collects what the group's roots need; again after a group that some of it
  /// belonged to has closed, since its values are a launch's results then.
  void collectInputs(Group &group) {
    group.closure = Closure();
    Visited seen;
    for (Operation *root : group.roots)
      collect(root, true, group.closure, seen);
  }

  void closeOwner(Value value, Operation *before) {
    if (Group *group = owner.lookup(value.getDefiningOp()))
      close(group, before);
  }

  void close(Group *group, Operation *before) {
    auto it = open.find(group->key);
    std::unique_ptr<Group> owned = std::move(it->second);
    open.erase(it);
    emit(*owned, before);
  }

  void emit(Group &group, Operation *before) {
    builder.setInsertionPoint(before);
    SmallVector<Operation *> ops(group.closure.ops.getArrayRef());
    SmallVector<Value> outputs;
    for (Operation *root : group.roots) {
      owner.erase(root);
      outputs.append(root->result_begin(), root->result_end());
    }
    Operation *first = group.roots.front();
    auto launch = table.launch(builder, first->getLoc(), first->getName().stripDialect(), ops,
                               group.closure.inputs.getArrayRef(), outputs);
    for (NamedAttribute attr : first->getDiscardableAttrs())
      if (attr.getName() != "dist.shardings")
        launch->setDiscardableAttr(attr.getName(), attr.getValue());
    for (auto [output, result] : llvm::zip_equal(outputs, launch.getResults()))
      output.replaceAllUsesWith(result);
  }
};

/// Says for each launch which results may take over operands' buffers.
class InplaceFinder {
public:
  explicit InplaceFinder(func::FuncOp segment, ModuleOp module)
      : segment(segment), symbols(module) {
    if (auto donated = segment->getAttrOfType<DenseI64ArrayAttr>("dist.donate"))
      donate = donated.asArrayRef();
  }

  void run() {
    mlir::Block &block = segment.getBody().front();
    // The last reader of each buffer; views share their source's.
    DenseMap<Value, Operation *> lastReader;
    for (Operation &op : block)
      if (!isa<ReshapeOp>(op))
        for (Value operand : op.getOperands())
          lastReader[bufferOf(operand)] = &op;
    for (auto launch : block.getOps<sched::LaunchOp>())
      choose(launch, lastReader);
  }

private:
  func::FuncOp segment;
  SymbolTable symbols;
  ArrayRef<int64_t> donate;

  static Value bufferOf(Value value) {
    while (auto reshape = value.getDefiningOp<ReshapeOp>())
      value = reshape.getOperand();
    return value;
  }

  /// The argument whose buffer the segment wants this value to end in, or -1.
  int64_t donatedTo(Value value) const {
    for (OpOperand &use : value.getUses()) {
      if (isa<func::ReturnOp>(use.getOwner()) && use.getOperandNumber() < donate.size())
        return donate[use.getOperandNumber()];
      if (isa<ReshapeOp>(use.getOwner()))
        if (int64_t argument = donatedTo(use.getOwner()->getResult(0)); argument >= 0)
          return argument;
    }
    return -1;
  }

  void choose(sched::LaunchOp launch, const DenseMap<Value, Operation *> &lastReader) {
    auto kernel = symbols.lookup<func::FuncOp>(launch.getKernel());
    llvm::BitVector dead(launch.getNumOperands());
    SmallVector<int64_t> prefer(launch.getNumResults(), -1);
    for (auto [index, operand] : llvm::enumerate(launch.getOperands())) {
      Value buffer = bufferOf(operand);
      // Buffers of the segment's arguments are not its own to reuse.
      bool isOwn = !isa<BlockArgument>(buffer);
      dead[index] = isOwn && lastReader.lookup(buffer) == launch;
      // One buffer under two operands is read by both.
      for (Value other : launch.getOperands().take_front(index))
        if (bufferOf(other) == buffer)
          dead.reset(index);
    }
    for (auto [result, value] : llvm::enumerate(launch.getResults())) {
      int64_t argument = donatedTo(value);
      if (argument < 0 || argument >= segment.getNumArguments())
        continue;
      Value wanted = segment.getArgument(argument);
      for (auto [index, operand] : llvm::enumerate(launch.getOperands()))
        if (bufferOf(operand) == wanted && lastReader.lookup(wanted) == launch)
          prefer[result] = index;
    }
    SmallVector<int64_t> inplace = chooseInplace(kernel, prefer, dead);
    if (llvm::any_of(inplace, [](int64_t operand) { return operand >= 0; }))
      launch.setInplace(inplace);
  }
};

struct OutlineKernels : shardc::impl::OutlineKernelsBase<OutlineKernels> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    KernelTable table(module);
    for (func::FuncOp segment : segmentsOf(module)) {
      // Barriers say nothing about values, and kernels are made by now.
      segment.walk([](OptimizationBarrierOp barrier) {
        barrier.replaceAllUsesWith(barrier.getOperands());
        barrier.erase();
      });
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(segment.getBody().front())))
        if (isOpTriviallyDead(&op))
          op.erase();
      Outliner(segment, table).run();
      InplaceFinder(segment, module).run();
    }
  }
};
} // namespace
