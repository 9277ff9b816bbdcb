//===- PartitionCheckerProof.cpp - local against global programs -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Both programs are interpreted; each result must be placed as declared and be
// the same term. What that leaves open goes to an experiment.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerProof.h"
#include "PartitionCheckerMeaning.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;

static RankedTensorType globalTypeOf(TypeAttr attr, Type local) {
  return dyn_cast<RankedTensorType>(attr ? attr.getValue() : local);
}

/// Both functions must take and give values of the same global types.
static LogicalResult matchSignatures(func::FuncOp local, func::FuncOp global) {
  std::string name = "'@" + global.getName().str() + "'";
  auto check = [&](StringRef what, unsigned count, unsigned wanted, auto typeOf,
                   auto wantedOf) -> LogicalResult {
    if (count != wanted)
      return local.emitOpError() << "has " << count << " " << what << "s, but " << name
                                 << ", of which it is a partition, has " << wanted;
    for (unsigned i = 0; i < count; ++i)
      if (Type type = typeOf(i); type != wantedOf(i)) {
        InFlightDiagnostic diagnostic =
            local.emitOpError() << what << " " << i << " is part of a value of type " << type
                                << ", but in " << name << " it is of type " << wantedOf(i);
        diagnostic.attachNote(global.getLoc()) << "the global program is here";
        return diagnostic;
      }
    return success();
  };
  if (failed(check(
          "argument", local.getNumArguments(), global.getNumArguments(),
          [&](unsigned i) {
            return globalTypeOf(local.getArgAttrOfType<TypeAttr>(i, "dist.global_type"),
                                local.getArgumentTypes()[i]);
          },
          [&](unsigned i) { return global.getArgumentTypes()[i]; })))
    return failure();
  return check(
      "result", local.getNumResults(), global.getNumResults(),
      [&](unsigned i) {
        return globalTypeOf(local.getResultAttrOfType<TypeAttr>(i, "dist.global_type"),
                            local.getResultTypes()[i]);
      },
      [&](unsigned i) { return global.getResultTypes()[i]; });
}

namespace {

/// Finds where a local program leaves the global one.
class MismatchFinder {
public:
  MismatchFinder(func::FuncOp local, func::FuncOp global, const Meaning &localMeaning,
                 const Meaning &globalMeaning)
      : local(local), global(global), localMeaning(localMeaning) {
    for (BlockArgument argument : global.getArguments())
      known.insert(globalMeaning.of(argument));
    global.walk([&](Operation *op) {
      for (Value result : op->getResults())
        known.insert(globalMeaning.of(result));
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            known.insert(globalMeaning.of(argument));
    });
  }

  /// The reason that result `index` of the function is another value.
  Refusal explain(unsigned index) {
    Operation *end = local.getBody().front().getTerminator();
    Value value = end->getOperand(index);
    Refusal refusal;
    std::string name = "'@" + global.getName().str() + "'";
    Operation *other = global.getBody().front().getTerminator();
    if (Operation *definition = other->getOperand(index).getDefiningOp())
      other = definition;
    refusal.origin = other->getLoc();
    refusal.note = "result " + std::to_string(index) + " of " + name + " is computed here";
    auto called = global.getResultAttrOfType<StringAttr>(index, "dist.name");
    std::string result =
        called ? "'" + called.str() + "'" : "result " + std::to_string(index) + " of " + name;
    refusal.unproven = "returns another value as " + result + " than the model";
    if (known.contains(localMeaning.of(value))) {
      refusal.op = end;
      refusal.message = "result " + std::to_string(index) + " is another value of " + name +
                        " than its result " + std::to_string(index);
      return refusal;
    }
    Operation *first = search(value);
    refusal.op = first ? first : end;
    refusal.message = (first ? "computes a value that " + name + " does not have, and result "
                             : "returns a value that " + name + " does not have as result ") +
                      std::to_string(index) + (first ? " is made from it" : "");
    if (first)
      refusal.unproven = "computes " + result + " in another way than the model from here on";
    return refusal;
  }

private:
  /// A value of the global program, or one that is made of nothing.
  bool isKnown(Value value) const {
    Operation *op = value.getDefiningOp();
    return known.contains(localMeaning.of(value)) || (op && op->getNumOperands() == 0);
  }
  /// Where the values that lead to `from` leave the global program: the first of
  /// the unknown ones after the last known one. Unknown ones before that are
  /// steps on a way of its own to a known value.
  Operation *search(Value from) {
    SmallVector<Value> pending = {from};
    llvm::DenseSet<Operation *> seen;
    SmallVector<Operation *> unknown, made;
    while (!pending.empty()) {
      Value value = pending.pop_back_val();
      Operation *op = value.getDefiningOp();
      if (!op || !seen.insert(op).second)
        continue;
      if (isKnown(value)) {
        if (op->getNumOperands())
          made.push_back(op);
        continue;
      }
      unknown.push_back(op);
      llvm::append_range(pending, op->getOperands());
      for (Region &region : op->getRegions())
        if (isa<dist::MicrobatchOp, dist::StartOp, stablehlo::WhileOp>(op))
          llvm::append_range(pending, region.front().getTerminator()->getOperands());
    }
    auto isBefore = [](Operation *a, Operation *b) {
      Operation *other = a->getBlock()->findAncestorOpInBlock(*b);
      return other && a != other && a->isBeforeInBlock(other);
    };
    Operation *last = nullptr, *found = nullptr;
    for (Operation *op : made)
      if (!last || isBefore(last, op))
        last = op;
    for (Operation *op : unknown)
      if ((!last || !isBefore(op, last)) && (!found || isBefore(op, found)))
        found = op;
    return found;
  }

  func::FuncOp local, global;
  const Meaning &localMeaning;
  llvm::DenseSet<Term> known;
};

} // namespace

LogicalResult checker::proveEqual(func::FuncOp local, const PartitionCheckerOptions &options) {
  func::FuncOp global = options.global;
  if (global.isExternal())
    return local.emitOpError() << "is a partition of '@" << global.getName()
                               << "', which has no body";
  if (failed(matchSignatures(local, global)))
    return failure();

  TermTable table;
  bool isOtherValue = false;
  Refusal unknown, refusal;
  Checker whole(global, options);
  Meaning wholeMeaning(whole, table);
  whole.meaning = &wholeMeaning;
  whole.refusal = &unknown;
  bool isKnown = succeeded(whole.runGlobal());

  Checker part(local, options);
  Meaning partMeaning(part, table);
  part.meaning = &partMeaning;
  part.refusal = &refusal;
  bool isPlaced = succeeded(part.run());
  if (isPlaced && isKnown) {
    Operation *end = local.getBody().front().getTerminator();
    Operation *wanted = global.getBody().front().getTerminator();
    std::optional<unsigned> wrong;
    for (unsigned i = 0; i < end->getNumOperands() && !wrong; ++i)
      if (partMeaning.of(end->getOperand(i)) != wholeMeaning.of(wanted->getOperand(i)))
        wrong = i;
    if (!wrong) {
      if (options.statistics)
        ++options.statistics->proven;
      return success();
    }
    refusal = MismatchFinder(local, global, partMeaning, wholeMeaning).explain(*wrong);
    refusal.isOpen = true;
    isOtherValue = true;
  } else if (isPlaced) {
    refusal = unknown;
    refusal.isOpen = true;
    refusal.message += "; this part of the global program is not known to the checker";
  }
  if (!refusal.isOpen) {
    refusal.emit();
    return failure();
  }

  Experiment experiment = runExperiment(local, global, part.getMesh(), options.experimentBudget);
  // How often a loop runs may hang on what random values hardly ever are.
  bool settles = !(isOtherValue && (hasLoop(local) || hasLoop(global)));
  if (experiment.outcome == Experiment::Agrees && settles) {
    if (options.statistics)
      ++options.statistics->tried;
    return success();
  }
  bool isError = !(isPlaced && options.allowUnsettled) || experiment.outcome == Experiment::Differs;
  InFlightDiagnostic diagnostic = refusal.emit(isError);
  Diagnostic &note = diagnostic.attachNote(local.getLoc());
  switch (experiment.outcome) {
  case Experiment::Agrees:
    note << "not settled by experiment: random values agree, but may not reach all ends of a loop";
    break;
  case Experiment::Differs:
    note << "on random values " << experiment.detail;
    break;
  case Experiment::TooLarge:
    note << "not settled by experiment, since " << experiment.detail;
    break;
  default:
    note << "not settled by experiment, since a program cannot be run"
         << (experiment.detail.empty() ? "" : ": ") << experiment.detail;
  }
  if (!isError)
    diagnostic.attachNote(local.getLoc())
        << "help: 'shardc check' runs the split model beside one device and compares them";
  return success(!isError);
}
