//===- ProgramShuffle.cpp - equal programs in another order -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The order of ops in a block is drawn again, any op that has its operands being
// next; arguments are put in a random order.
//
//===----------------------------------------------------------------------===//

#include "ProgramShuffle.h"
#include "shardc/Interfaces/Blocks.h"
#include <numeric>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

static constexpr const char *kNumber = "test.number";

static func::FuncOp functionOf(ModuleOp module) { return *module.getOps<func::FuncOp>().begin(); }

/// Terminators aside.
static void forOps(func::FuncOp function, llvm::function_ref<void(Operation *)> action) {
  function.walk([&](Operation *op) {
    Operation *parent = op->getParentOp();
    if (op != function && isa<func::FuncOp, dist::MicrobatchOp>(parent) &&
        !op->hasTrait<OpTrait::IsTerminator>())
      action(op);
  });
}

void test::numberValues(ModuleOp module) {
  func::FuncOp function = functionOf(module);
  Builder builder(module.getContext());
  int64_t number = 0;
  for (unsigned argument = 0; argument < function.getNumArguments(); ++argument)
    function.setArgAttr(argument, kNumber, builder.getI64IntegerAttr(number++));
  forOps(function,
         [&](Operation *op) { op->setAttr(kNumber, builder.getI64IntegerAttr(number++)); });
}

static void shuffleBlock(Random &random, mlir::Block &block) {
  SmallVector<Operation *> waiting;
  for (Operation &op : block.without_terminator()) {
    waiting.push_back(&op);
    if (isa<dist::MicrobatchOp>(op))
      shuffleBlock(random, op.getRegion(0).front());
  }
  llvm::DenseSet<Operation *> placed;
  auto ready = [&](Operation *op) {
    bool all = true;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *definition = operand.getDefiningOp();
        if (definition && definition->getBlock() == &block && definition != op)
          all &= placed.contains(definition);
      }
    });
    return all;
  };
  while (!waiting.empty()) {
    SmallVector<Operation *> next = llvm::filter_to_vector(waiting, ready);
    Operation *op = random.of(next);
    op->moveBefore(block.getTerminator());
    placed.insert(op);
    llvm::erase(waiting, op);
  }
}

void test::shuffle(Random &random, ModuleOp module) {
  func::FuncOp function = functionOf(module);
  Builder builder(module.getContext());
  mlir::Block &body = function.getBody().front();
  shuffleBlock(random, body);

  unsigned count = function.getNumArguments();
  SmallVector<unsigned> order(count);
  std::iota(order.begin(), order.end(), 0);
  for (unsigned i = count; i > 1; --i)
    std::swap(order[i - 1], order[random.below(i)]);
  for (unsigned old : order) {
    DictionaryAttr attributes = function.getArgAttrDict(old);
    NamedAttrList renamed(attributes);
    renamed.set("dist.name", builder.getStringAttr("n" + std::to_string(random.below(1000000))));
    unsigned position = function.getNumArguments();
    (void)function.insertArgument(position, function.getArgumentTypes()[old],
                                  renamed.getDictionary(module.getContext()),
                                  UnknownLoc::get(module.getContext()));
    function.getArgument(old).replaceAllUsesWith(function.getArgument(position));
  }
  llvm::BitVector erased(function.getNumArguments());
  erased.set(0, count);
  (void)function.eraseArguments(erased);
}

std::vector<std::string> test::shardingsByNumber(ModuleOp module) {
  func::FuncOp function = functionOf(module);
  std::vector<std::string> lines;
  auto line = [&](IntegerAttr number, llvm::function_ref<void(llvm::raw_ostream &)> write) {
    if (!number)
      return;
    lines.resize(std::max<size_t>(lines.size(), number.getInt() + 1));
    // A constant made again in another placement has the number of the first one.
    std::string text;
    llvm::raw_string_ostream os(text);
    write(os);
    std::string &all = lines[number.getInt()];
    SmallVector<StringRef> parts;
    StringRef(all).split(parts, '\n', -1, false);
    std::string added = text;
    SmallVector<std::string> sorted(parts.begin(), parts.end());
    sorted.push_back(added);
    llvm::sort(sorted);
    all = llvm::join(sorted, "\n");
  };
  for (unsigned argument = 0; argument < function.getNumArguments(); ++argument)
    line(function.getArgAttrOfType<IntegerAttr>(argument, kNumber), [&](llvm::raw_ostream &os) {
      os << "argument " << getSharding(function.getArgument(argument));
    });
  forOps(function, [&](Operation *op) {
    line(op->getAttrOfType<IntegerAttr>(kNumber), [&](llvm::raw_ostream &os) {
      os << op->getName() << " " << op->getAttr("dist.shardings") << " of";
      for (Value operand : op->getOperands())
        os << " " << getSharding(operand);
      if (auto region = dyn_cast<dist::MicrobatchOp>(op))
        for (Value operand : region.getBody().front().getTerminator()->getOperands())
          os << " yields " << getSharding(operand);
    });
  });
  return lines;
}
