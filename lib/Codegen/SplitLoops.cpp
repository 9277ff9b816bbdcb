//===- SplitLoops.cpp - loops between segments ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A segment is a straight line, and stays one: a segment with loops is cut at
// them, the conditions and bodies too, and its calls become the calls of the
// pieces and the loops between them.
//
//===----------------------------------------------------------------------===//
#include "SplitLoops.h"
#include "KernelTable.h"
#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;
using stablehlo::WhileOp;

/// Made again by whoever needs it, rather than kept in memory.
static bool isCheap(Operation *op) {
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    return elements && elements.isSplat();
  }
  return isa<stablehlo::IotaOp, dist::ShardOffsetOp>(op);
}

namespace {
class LoopSplitter {
public:
  LoopSplitter(func::FuncOp segment, SymbolTable &symbols) : segment(segment), symbols(symbols) {}

  void run() {
    repeatCheap();
    split(segment.getBody().front(), "");
    for (func::FuncOp program : programs())
      inlineInto(program);
    symbols.erase(segment);
  }

private:
  /// The op around or at `op` that stands in the segment or in a region of a loop.
  static Operation *levelOp(Operation *op) {
    while (!isa<func::FuncOp, WhileOp>(op->getParentOp()))
      op = op->getParentOp();
    return op;
  }
  static bool isPiece(Operation *op) {
    return !isa<WhileOp>(op) && !op->hasTrait<OpTrait::IsTerminator>();
  }

  SmallVector<func::FuncOp> programs() {
    SmallVector<func::FuncOp> all;
    for (auto function : segment->getParentOfType<ModuleOp>().getOps<func::FuncOp>())
      if (!function->hasAttr("dist.segment") && !function->hasAttr("sched.kernel"))
        all.push_back(function);
    return all;
  }

  void repeatCheap();
  void split(mlir::Block &block, StringRef suffix);
  void outline(ArrayRef<Operation *> ops, StringRef suffix);
  void donate(mlir::Block &body);
  void inlineInto(func::FuncOp program);

  func::FuncOp segment;
  SymbolTable &symbols;
};
} // namespace

/// Constants go to where they are used, so that no piece has to hand them on.
void LoopSplitter::repeatCheap() {
  SmallVector<Operation *> cheap;
  segment.walk([&](Operation *op) {
    if (isCheap(op) && levelOp(op) == op)
      cheap.push_back(op);
  });
  for (Operation *op : cheap) {
    llvm::DenseMap<Operation *, Operation *> clones;
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      Operation *user = levelOp(use.getOwner());
      if (!isPiece(user))
        continue;
      Operation *&clone = clones[user];
      if (!clone)
        clone = OpBuilder(user).clone(*op);
      use.set(clone->getResult(0));
    }
    if (op->use_empty())
      op->erase();
  }
}

void LoopSplitter::split(mlir::Block &block, StringRef suffix) {
  SmallVector<SmallVector<Operation *>> runs(1);
  for (Operation &op : block) {
    if (isPiece(&op)) {
      runs.back().push_back(&op);
      continue;
    }
    if (auto loop = dyn_cast<WhileOp>(op)) {
      split(loop.getCond().front(), "_while");
      split(loop.getBody().front(), "_do");
      donate(loop.getBody().front());
      runs.emplace_back();
    }
  }
  for (ArrayRef<Operation *> run : runs)
    if (!run.empty())
      outline(run, suffix);
}

/// Makes a segment of ops that follow each other.
void LoopSplitter::outline(ArrayRef<Operation *> ops, StringRef suffix) {
  llvm::SmallPtrSet<Operation *, 16> inside(ops.begin(), ops.end());
  SetVector<Value> inputs;
  SmallVector<Value> outputs;
  for (Operation *op : ops) {
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *owner = operand.getDefiningOp();
        if (!owner)
          owner = operand.getParentBlock()->getParentOp();
        // Values of the run, and of regions in it.
        bool own = false;
        for (Operation *around = owner; around && !own && !isa<func::FuncOp>(around);
             around = around->getParentOp())
          own = inside.contains(around);
        if (!own)
          inputs.insert(operand);
      }
    });
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(),
                       [&](Operation *user) { return !inside.contains(levelOp(user)); }))
        outputs.push_back(result);
  }
  OpBuilder builder(ops.back()->getContext());
  builder.setInsertionPointAfter(ops.back());
  if (outputs.empty()) {
    for (Operation *op : llvm::reverse(ops))
      op->erase();
    return;
  }
  SmallVector<Type> results = llvm::to_vector(ValueRange(outputs).getTypes());
  auto piece = func::FuncOp::create(
      segment.getLoc(), (segment.getSymName() + suffix).str(),
      builder.getFunctionType(TypeRange(ValueRange(inputs.getArrayRef())), results));
  piece.setPrivate();
  for (StringRef name : {"dist.segment", "dist.stage"})
    if (Attribute attr = segment->getAttr(name))
      piece->setAttr(name, attr);
  symbols.insert(piece, mlir::Block::iterator(segment));
  auto call = func::CallOp::create(builder, ops.front()->getLoc(), piece, inputs.getArrayRef());
  call->setAttr("dist.action", builder.getStringAttr(suffix));
  for (unsigned number = 0; number < outputs.size(); ++number)
    outputs[number].replaceUsesWithIf(call.getResult(number), [&](OpOperand &use) {
      return use.getOwner() != call && !inside.contains(levelOp(use.getOwner()));
    });
  mlir::Block *body = piece.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  auto ret = func::ReturnOp::create(builder, segment.getLoc(), outputs);
  for (Operation *op : ops)
    op->moveBefore(ret);
  for (auto [index, value] : llvm::enumerate(inputs)) {
    Value input = value;
    input.replaceUsesWithIf(body->getArgument(index), [&](OpOperand &use) {
      return piece->isProperAncestor(use.getOwner());
    });
  }
}

/// The next value of what the body carries takes over the place of the present
/// one, where one piece is all that reads that.
void LoopSplitter::donate(mlir::Block &body) {
  Operation *end = body.getTerminator();
  for (BlockArgument argument : body.getArguments()) {
    Value next = end->getOperand(argument.getArgNumber());
    auto call = next.getDefiningOp<func::CallOp>();
    if (!call || !argument.hasOneUse() || *argument.getUsers().begin() != call)
      continue;
    auto piece = symbols.lookup<func::FuncOp>(call.getCallee());
    SmallVector<int64_t> taken(piece.getNumResults(), -1);
    if (auto attr = piece->getAttrOfType<DenseI64ArrayAttr>("dist.donate"))
      taken.assign(attr.asArrayRef().begin(), attr.asArrayRef().end());
    int64_t &place = taken[cast<OpResult>(next).getResultNumber()];
    if (place >= 0)
      continue;
    place = argument.use_begin()->getOperandNumber();
    piece->setAttr("dist.donate", DenseI64ArrayAttr::get(piece.getContext(), taken));
  }
}

void LoopSplitter::inlineInto(func::FuncOp program) {
  SmallVector<func::CallOp> calls;
  program.walk([&](func::CallOp call) {
    if (call.getCallee() == segment.getSymName())
      calls.push_back(call);
  });
  for (func::CallOp call : calls) {
    OpBuilder builder(call);
    IRMapping map;
    map.map(segment.getArguments(), call.getOperands());
    auto action = call->getAttrOfType<StringAttr>("dist.action");
    for (Operation &op : segment.getBody().front().without_terminator()) {
      Operation *clone = builder.clone(op, map);
      clone->walk([&](func::CallOp inner) {
        std::string name = action ? action.getValue().str() : segment.getSymName().str();
        name += inner->getAttrOfType<StringAttr>("dist.action").getValue();
        for (NamedAttribute attr : call->getDiscardableAttrs())
          inner->setDiscardableAttr(attr.getName(), attr.getValue());
        inner->setAttr("dist.action", builder.getStringAttr(name));
      });
    }
    for (auto [result, value] : llvm::zip_equal(
             call.getResults(), segment.getBody().front().getTerminator()->getOperands()))
      result.replaceAllUsesWith(map.lookupOrDefault(value));
    call.erase();
  }
}

LogicalResult codegen::splitLoops(ModuleOp module) {
  SmallVector<func::FuncOp> split;
  WhileOp first;
  for (func::FuncOp segment : segmentsOf(module)) {
    segment.walk([&](WhileOp loop) {
      if (!first)
        first = loop;
      if (split.empty() || split.back() != segment)
        split.push_back(segment);
    });
  }
  if (split.empty())
    return success();
  for (auto program : module.getOps<func::FuncOp>())
    if (program->hasAttr("dist.class_axis"))
      return first.emitOpError() << "ends when its data says so, and can be run in programs of one "
                                    "pipeline stage only; use pp=1";
  SymbolTable symbols(module);
  for (func::FuncOp segment : split)
    LoopSplitter(segment, symbols).run();
  return success();
}
