//===- Reducer.cpp - a smaller module with the same fault -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Steps on graphs: results that go, ops whose results become an operand, an
// argument or a constant, sizes that shrink. Each step tries many at once first, then
// half as many.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;

namespace shardc {
namespace {

/// Runs `act` while nothing that it says is printed.
bool quietly(MLIRContext *context, llvm::function_ref<bool()> act) {
  ScopedDiagnosticHandler handler(context, [](Diagnostic &) { return success(); });
  return act();
}

std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, OpPrintingFlags().useLocalScope());
  return text;
}

/// Functions with a body, in order.
SmallVector<func::FuncOp> functionsOf(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      functions.push_back(function);
  return functions;
}

/// Functions that nobody calls: their type may change.
SmallVector<func::FuncOp> rootsOf(ModuleOp module) {
  SmallVector<func::FuncOp> roots;
  for (func::FuncOp function : functionsOf(module))
    if (SymbolTable::symbolKnownUseEmpty(function, module))
      roots.push_back(function);
  return roots;
}

/// Ops in the bodies of functions, last ones first. `nested`: those in regions too, before the
/// op that the region belongs to, with which they go.
SmallVector<Operation *> opsOf(ModuleOp module, bool nested) {
  SmallVector<Operation *> ops;
  for (func::FuncOp function : functionsOf(module))
    function->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      bool isTop = op->getParentOp() == function;
      if (op != function && !op->hasTrait<OpTrait::IsTerminator>() && (isTop || nested))
        ops.push_back(op);
    });
  return ops;
}

/// Erases what nothing uses: ops without effects outside.
void eraseDead(ModuleOp module) {
  for (Operation *op : opsOf(module, /*nested=*/true))
    if (op->use_empty() && isMemoryEffectFree(op))
      op->erase();
}

/// `dist.updated_by` counts results: what pointed at one that goes goes too.
void renumberResults(func::FuncOp function, const llvm::BitVector &gone) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto attr = function.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by");
    if (!attr)
      continue;
    unsigned index = attr.getInt(), before = 0;
    if (index >= gone.size() || gone.test(index)) {
      function.removeArgAttr(i, StringAttr::get(function.getContext(), "dist.updated_by"));
      continue;
    }
    for (unsigned other : gone.set_bits())
      before += other < index;
    function.setArgAttr(i, "dist.updated_by", IntegerAttr::get(attr.getType(), index - before));
  }
}

/// A value that an op's result may become.
enum class Replacement { Operand, Argument, Constant };

Value replacementFor(OpResult result, Replacement kind, bool isTop) {
  Operation *op = result.getOwner();
  if (kind == Replacement::Operand) {
    // What the op is made of, near before far; all of it stands before the op.
    llvm::SetVector<Value> sources(op->operand_begin(), op->operand_end());
    constexpr unsigned most = 64;
    for (unsigned i = 0; i < sources.size() && i < most; ++i) {
      if (sources[i].getType() == result.getType())
        return sources[i];
      if (Operation *maker = sources[i].getDefiningOp())
        sources.insert(maker->operand_begin(), maker->operand_end());
    }
    return {};
  }
  if (kind == Replacement::Argument) {
    // A region sees values of its function only where its op lets it.
    if (!isTop)
      return {};
    auto function = op->getParentOfType<func::FuncOp>();
    if (!SymbolTable::symbolKnownUseEmpty(function, function->getParentOp()))
      return {};
    unsigned position = function.getNumArguments();
    if (failed(function.insertArgument(position, result.getType(), {}, op->getLoc())))
      return {};
    return function.getArgument(position);
  }
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!type || !type.hasStaticShape() || isa<stablehlo::ConstantOp>(op))
    return {};
  OpBuilder builder(op);
  TypedAttr element;
  if (isa<FloatType>(type.getElementType()))
    element = builder.getFloatAttr(type.getElementType(), 1.0);
  else if (isa<IntegerType>(type.getElementType()))
    element = builder.getIntegerAttr(type.getElementType(), 1);
  else
    return {};
  return stablehlo::ConstantOp::create(builder, op->getLoc(),
                                       DenseElementsAttr::get(type, ArrayRef<Attribute>(element)));
}

/// Replaces all uses of an op's results; false where one has no replacement.
bool replaceOp(Operation *op, Replacement kind, bool isTop) {
  SmallVector<Value> values;
  for (OpResult result : op->getResults()) {
    if (result.use_empty()) {
      values.push_back({});
      continue;
    }
    Value value = replacementFor(result, kind, isTop);
    if (!value)
      return false;
    values.push_back(value);
  }
  for (auto [result, value] : llvm::zip(op->getResults(), values))
    if (value)
      result.replaceAllUsesWith(value);
  op->erase();
  return true;
}

/// The root function that has the most ops; null without one of one block.
func::FuncOp largestRoot(ModuleOp module) {
  func::FuncOp largest;
  size_t most = 0;
  for (func::FuncOp root : rootsOf(module)) {
    size_t ops = root.getBody().front().getOperations().size();
    if (llvm::hasSingleElement(root.getBody()) && ops > most) {
      largest = root;
      most = ops;
    }
  }
  return largest;
}

/// Ends a function behind its op number `last`, whose results it returns then.
void cutAfter(func::FuncOp function, unsigned last) {
  Block &body = function.getBody().front();
  Operation *op = &*std::next(body.begin(), last), *end = body.getTerminator();
  SmallVector<Value> values(op->getResults());
  end->setOperands(values);
  while (end->getPrevNode() != op) {
    end->getPrevNode()->dropAllUses();
    end->getPrevNode()->erase();
  }
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.removeArgAttr(i, StringAttr::get(function.getContext(), "dist.updated_by"));
  function.removeResAttrsAttr();
  function.setFunctionType(FunctionType::get(function.getContext(), function.getArgumentTypes(),
                                             TypeRange(ValueRange(values))));
}

/// Where a number of a text may be a size: between digits' neighbours that are no names.
/// Calls `visit` with the begin and end of each.
void forEachNumber(StringRef text, llvm::function_ref<void(size_t, size_t)> visit) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!llvm::isDigit(text[i]))
      continue;
    size_t end = i;
    while (end < text.size() && llvm::isDigit(text[end]))
      ++end;
    char before = i ? text[i - 1] : ' ', after = end < text.size() ? text[end] : ' ';
    // `4x16xf32`: an x between digits or before a type joins sizes.
    bool joins = before == 'x' && i >= 2 && llvm::isDigit(text[i - 2]);
    bool isName = (llvm::isAlpha(before) && !joins) || StringRef("%#@_.-").contains(before) ||
                  (llvm::isAlpha(after) && after != 'x') || after == '.' || after == '_';
    if (!isName)
      visit(i, end);
    i = end - 1;
  }
}

} // namespace

Reducer::Reducer(OwningOpRef<ModuleOp> given, Test test, unsigned maxTests)
    : module(std::move(given)), test(std::move(test)), maxTests(maxTests), best(print(*module)) {
  mustVerify = quietly(module->getContext(), [&] { return succeeded(verify(*module)); });
}

bool Reducer::isInteresting() {
  ++numTests;
  seen.insert(best);
  return test(best);
}

unsigned Reducer::countOps(ModuleOp module) { return opsOf(module, /*nested=*/false).size(); }

bool Reducer::accept(OwningOpRef<ModuleOp> candidate) {
  if (isSpent())
    return false;
  eraseDead(*candidate);
  MLIRContext *context = candidate->getContext();
  if (mustVerify && !quietly(context, [&] { return succeeded(verify(*candidate)); }))
    return false;
  std::string text = print(*candidate);
  if (!seen.insert(text).second)
    return false;
  ++numTests;
  if (!test(text))
    return false;
  module = std::move(candidate);
  best = std::move(text);
  return true;
}

bool Reducer::reduceList(llvm::function_ref<unsigned(ModuleOp)> count, Apply apply) {
  bool changed = false;
  unsigned total = count(*module);
  for (unsigned size = std::max(1u, total); size >= 1 && total; size /= 2)
    for (unsigned begin = 0; begin < total && !isSpent();) {
      OwningOpRef<ModuleOp> candidate = module->clone();
      apply(*candidate, begin, std::min(begin + size, total));
      bool accepted = accept(std::move(candidate));
      changed |= accepted;
      unsigned left = count(*module);
      // What was there is gone, and others have its numbers.
      if (!accepted || left >= total)
        begin += size;
      total = left;
    }
  return changed;
}

bool Reducer::dropFunctions() {
  auto droppable = [](ModuleOp module) {
    SmallVector<Operation *> ops;
    for (Operation &op : *module.getBody())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        if (SymbolTable::symbolKnownUseEmpty(&op, module))
          ops.push_back(&op);
    return ops;
  };
  return reduceList([&](ModuleOp module) { return droppable(module).size(); },
                    [&](ModuleOp module, unsigned begin, unsigned end) {
                      SmallVector<Operation *> ops = droppable(module);
                      for (unsigned i = begin; i < end; ++i)
                        ops[i]->erase();
                    });
}

bool Reducer::dropResults() {
  auto count = [](ModuleOp module) {
    unsigned results = 0;
    for (func::FuncOp function : rootsOf(module))
      results += function.getNumResults();
    return results;
  };
  return reduceList(count, [&](ModuleOp module, unsigned begin, unsigned end) {
    unsigned first = 0;
    for (func::FuncOp function : rootsOf(module)) {
      unsigned results = function.getNumResults();
      llvm::BitVector gone(results);
      for (unsigned i = 0; i < results; ++i)
        if (first + i >= begin && first + i < end)
          gone.set(i);
      first += results;
      if (gone.none() || !llvm::hasSingleElement(function.getBody()))
        continue;
      renumberResults(function, gone);
      Operation *end = function.getBody().front().getTerminator();
      end->eraseOperands(gone);
      (void)function.eraseResults(gone);
    }
  });
}

bool Reducer::cutEnd() {
  func::FuncOp function = largestRoot(*module);
  if (!function)
    return false;
  // The shortest beginning that still is interesting: what is interesting at one length
  // mostly is at greater ones.
  auto lastOp = [](func::FuncOp function) -> unsigned {
    size_t ops = function.getBody().front().getOperations().size();
    return ops < 2 ? 0 : ops - 2;
  };
  unsigned low = 0, high = lastOp(function);
  bool changed = false;
  while (low < high && !isSpent()) {
    unsigned middle = (low + high) / 2;
    OwningOpRef<ModuleOp> candidate = module->clone();
    func::FuncOp copy = largestRoot(*candidate);
    // Dead ops go with each step, so that numbers must be found again.
    if (middle + 1 >= copy.getBody().front().getOperations().size())
      break;
    cutAfter(copy, middle);
    if (accept(std::move(candidate))) {
      changed = true;
      function = largestRoot(*module);
      if (!function)
        break;
      high = std::min(lastOp(function), middle);
    } else {
      low = middle + 1;
    }
  }
  return changed;
}

bool Reducer::dropUnusedOps() {
  auto unused = [](ModuleOp module) {
    SmallVector<Operation *> ops;
    for (Operation *op : opsOf(module, /*nested=*/true))
      if (op->use_empty())
        ops.push_back(op);
    return ops;
  };
  return reduceList([&](ModuleOp module) { return unused(module).size(); },
                    [&](ModuleOp module, unsigned begin, unsigned end) {
                      SmallVector<Operation *> ops = unused(module);
                      for (unsigned i = begin; i < end; ++i)
                        ops[i]->erase();
                    });
}

bool Reducer::replaceOps() {
  bool changed = false;
  for (Replacement kind : {Replacement::Operand, Replacement::Argument, Replacement::Constant})
    for (bool nested : {false, true}) {
      if (nested && kind == Replacement::Argument)
        continue;
      changed |= reduceList([&](ModuleOp module) { return opsOf(module, nested).size(); },
                            [&](ModuleOp module, unsigned begin, unsigned end) {
                              SmallVector<Operation *> ops = opsOf(module, nested);
                              for (unsigned i = begin; i < end; ++i)
                                replaceOp(ops[i], kind, isa<func::FuncOp>(ops[i]->getParentOp()));
                            });
    }
  return changed;
}

bool Reducer::dropArguments() {
  auto unused = [](ModuleOp module) {
    SmallVector<BlockArgument> arguments;
    for (func::FuncOp function : rootsOf(module))
      for (BlockArgument argument : function.getArguments())
        if (argument.use_empty())
          arguments.push_back(argument);
    return arguments;
  };
  return reduceList([&](ModuleOp module) { return unused(module).size(); },
                    [&](ModuleOp module, unsigned begin, unsigned end) {
                      SmallVector<BlockArgument> arguments = unused(module);
                      // From behind: numbers before it stay.
                      for (unsigned i = end; i-- > begin;) {
                        auto function = cast<func::FuncOp>(arguments[i].getOwner()->getParentOp());
                        (void)function.eraseArgument(arguments[i].getArgNumber());
                      }
                    });
}

bool Reducer::dropAttributes() {
  using Drop = std::function<void()>;
  auto attributes = [](ModuleOp module) {
    std::vector<Drop> drops;
    module.walk([&](Operation *op) {
      for (NamedAttribute attr : op->getDiscardableAttrs())
        drops.push_back([op, name = attr.getName()] { op->removeDiscardableAttr(name); });
      auto function = dyn_cast<func::FuncOp>(op);
      if (!function)
        return;
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        for (NamedAttribute attr : function_interface_impl::getArgAttrs(function, i))
          drops.push_back(
              [function, i, name = attr.getName()]() mutable { function.removeArgAttr(i, name); });
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        for (NamedAttribute attr : function_interface_impl::getResultAttrs(function, i))
          drops.push_back([function, i, name = attr.getName()]() mutable {
            function.removeResultAttr(i, name);
          });
    });
    return drops;
  };
  return reduceList([&](ModuleOp module) { return attributes(module).size(); },
                    [&](ModuleOp module, unsigned begin, unsigned end) {
                      std::vector<Drop> drops = attributes(module);
                      for (unsigned i = begin; i < end; ++i)
                        drops[i]();
                    });
}

bool Reducer::shrinkSizes() {
  bool changed = false;
  std::set<int64_t, std::greater<int64_t>> sizes;
  module->walk([&](Operation *op) {
    auto add = [&](Type type) {
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        for (int64_t size : tensor.getShape())
          if (size > 1)
            sizes.insert(size);
    };
    llvm::for_each(op->getResultTypes(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArgumentTypes(), add);
  });
  // Everything that is a size today gets the same new one: shapes stay in step.
  for (int64_t size : sizes)
    for (int64_t smaller : {int64_t(1), int64_t(2), int64_t(4), size / 4, size / 2}) {
      if (smaller < 1 || smaller >= size || isSpent())
        continue;
      std::string text;
      size_t copied = 0;
      forEachNumber(best, [&](size_t begin, size_t end) {
        int64_t value;
        if (StringRef(best).slice(begin, end).getAsInteger(10, value) || value != size)
          return;
        text += best.substr(copied, begin - copied) + std::to_string(smaller);
        copied = end;
      });
      text += best.substr(copied);
      OwningOpRef<ModuleOp> candidate;
      bool parses = quietly(module->getContext(), [&] {
        candidate = parseSourceString<ModuleOp>(
            text, ParserConfig(module->getContext(), /*verifyAfterParse=*/mustVerify));
        return bool(candidate);
      });
      if (parses && accept(std::move(candidate))) {
        changed = true;
        break;
      }
    }
  return changed;
}

void Reducer::run(llvm::function_ref<void(StringRef)> onStep) {
  std::pair<StringRef, bool (Reducer::*)()> steps[] = {
      {"functions", &Reducer::dropFunctions},
      {"the end", &Reducer::cutEnd},
      {"results", &Reducer::dropResults},
      {"unused ops", &Reducer::dropUnusedOps},
      {"ops", &Reducer::replaceOps},
      {"calls", &Reducer::inlineCalls},
      {"loops", &Reducer::enterLoops},
      {"what loops carry", &Reducer::dropCarried},
      {"arguments", &Reducer::dropArguments},
      {"sizes", &Reducer::shrinkSizes},
      {"attributes", &Reducer::dropAttributes},
  };
  bool changed = true;
  while (changed && !isSpent()) {
    changed = false;
    for (auto [name, step] : steps)
      if ((this->*step)()) {
        changed = true;
        onStep(name);
      }
  }
}

} // namespace shardc
