//===- Explain.cpp - where shardings come from, what they move --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Runs the stages up to the partitioned program and collects what they decide on
// the way.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Explain.h"
#include "ExplainAuthors.h"
#include "Traffic.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Driver/Diagnostics.h"
#include "shardc/Driver/Progress.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Sharding/Explain.h"
#include "shardc/Sharding/Passes.h"
#include "shardc/Sharding/Placement.h"
#include "shardc/Sharding/Strategy.h"
#include "shardc/Sharding/ValueNames.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

using namespace mlir;

namespace shardc {
namespace {

std::string typeText(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : type.getShape())
    os << extent << 'x';
  os << type.getElementType();
  return text;
}

void printAxis(llvm::raw_ostream &os, dist::AxisRefAttr axis) {
  os << axis.getName();
  if (!axis.isFullAxis())
    os << ":(" << axis.getPreSize() << ')' << axis.getSubSize();
}

/// `[{dp}, {tp}:8] sum(cp)`.
std::string shardingText(dist::ShardingAttr sharding) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(sharding.getDims(), os, [&](dist::DimShardingAttr dim) {
    os << '{';
    llvm::interleaveComma(dim.getAxes(), os, [&](dist::AxisRefAttr axis) { printAxis(os, axis); });
    os << '}';
    if (dim.getGranule() != 1)
      os << ':' << dim.getGranule();
  });
  os << ']';
  for (dist::PartialAttr partial : sharding.getPartial()) {
    os << ' ' << dist::stringifyReductionKind(partial.getKind()) << '(';
    llvm::interleaveComma(partial.getAxes(), os,
                          [&](dist::AxisRefAttr axis) { printAxis(os, axis); });
    os << ')';
  }
  return text;
}

/// A result may have the name of the value that it is.
std::string keyOf(const NamedValue &named) { return (named.result ? "=" : "") + named.name; }

class Explainer {
public:
  Explainer(MLIRContext *context, const ExplainOptions &options)
      : context(context), options(options), authors(!options.road.strategy.empty()) {}

  FailureOr<Explanation> run();

private:
  LogicalResult runStage(StringRef name, ModuleOp module);
  LogicalResult collectValues(func::FuncOp function, dist::MeshOp mesh);
  LogicalResult findValue(const ValueNames &names, Explanation &result);
  ExplainedValue describe(const NamedValue &named, const ValueExplanation *why);
  std::string sourceOf(const NamedValue &named, const ValueExplanation *why);
  std::string rootOf(const ValueExplanation &why, unsigned dim);
  std::string wantedBy(const ValueExplanation &why, unsigned dim);
  void giveAuthors(ShardingExplanation &explained);
  bool isDemanded(const NamedValue &named, const ValueExplanation &why,
                  std::optional<unsigned> dim = std::nullopt);
  bool isPinnedByUser(const ValueExplanation &why, unsigned dim);
  bool isMain(const NamedValue &named);

  MLIRContext *context;
  const ExplainOptions &options;
  Explanation result;
  func::FuncOp function;
  dist::MeshAttr mesh;
  const ValueNames *names = nullptr;
  const ShardingExplanation *shardings = nullptr;
  /// Arguments and results with a sharding of their own in the model, and those
  /// and values with a pin (see keyOf).
  llvm::StringSet<> annotated, pinned;
  ExplainAuthors authors;
};

LogicalResult Explainer::runStage(StringRef name, ModuleOp module) {
  reportProgress(name);
  PassManager pm(context);
  for (const Stage &stage : getRoad())
    if (name == stage.name)
      stage.build(pm, options.road);
  // What moves is collected; anything else goes the usual way.
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Remark ||
        getRemarkCategory(diagnostic) != RemarkCategory::Reshard)
      return failure();
    std::string message = diagnostic.str();
    if (!StringRef(message).contains(" moves "))
      return failure();
    result.conflicts.push_back({formatLocation(diagnostic.getLocation()), message});
    return success();
  });
  return pm.run(module);
}

/// Replaces the author that propagation takes for granted by the real one.
void Explainer::giveAuthors(ShardingExplanation &explained) {
  for (ValueExplanation &why : explained.values)
    for (SplitReason &reason : why.reasons) {
      if (reason.kind != SplitReason::Annotation && reason.kind != SplitReason::Strategy)
        continue;
      if (!isa<func::FuncOp>(reason.op)) {
        reason.kind = authors.find(reason.op);
        continue;
      }
      StringRef name = names->nameOf(why.value);
      if (pinned.contains(name))
        reason.kind = SplitReason::Pin;
      else if (annotated.contains(name))
        reason.kind = SplitReason::Annotation;
    }
}

/// The value or op for whose sake a split was chosen. It goes on from user to user as long
/// as these only took it over, and never says that a value is split for itself.
std::string Explainer::wantedBy(const ValueExplanation &start, unsigned dim) {
  ArrayRef<dist::AxisRefAttr> axes = start.settled.getDims()[dim].getAxes();
  const SplitReason *reason = &start.reasons[dim];
  Operation *user = reason->op;
  llvm::SmallDenseSet<Value> seen{start.value};
  Value last;
  while (reason->kind == SplitReason::User && reason->next && seen.insert(reason->next).second) {
    const ValueExplanation *why = shardings->lookup(reason->next);
    if (!why)
      break;
    last = why->value;
    std::optional<unsigned> found;
    for (auto [number, split] : llvm::enumerate(why->settled.getDims()))
      if (!axes.empty() && llvm::any_of(split.getAxes(), [&](dist::AxisRefAttr other) {
            return other.getName() == axes.front().getName();
          }))
        found = found.value_or(number);
    if (!found)
      break;
    reason = &why->reasons[*found];
    bool isBack = reason->next && seen.contains(reason->next);
    if (isBack)
      reason = &why->wanted[*found];
    else if (reason->kind == SplitReason::Operand || reason->kind == SplitReason::Region)
      return rootOf(*why, *found);
  }
  return last ? names->nameOf(last).str() : user->getName().getStringRef().str();
}

/// The argument, annotation or choice that a split goes back to through operands.
std::string Explainer::rootOf(const ValueExplanation &start, unsigned dim) {
  const ValueExplanation *why = &start;
  ArrayRef<dist::AxisRefAttr> axes = start.settled.getDims()[dim].getAxes();
  if (axes.empty())
    return {};
  StringRef axis = axes.front().getName();
  // Operands stand before results, so this ends; the bound is for a loop of regions.
  for (unsigned step = 0; step < 1000; ++step) {
    const SplitReason &reason = why->reasons[dim];
    if ((reason.kind != SplitReason::Operand && reason.kind != SplitReason::Region) || !reason.next)
      break;
    const ValueExplanation *next = shardings->lookup(reason.next);
    if (!next)
      break;
    std::optional<unsigned> found;
    for (auto [number, split] : llvm::enumerate(next->settled.getDims()))
      for (dist::AxisRefAttr other : split.getAxes())
        if (!found && other.getName() == axis)
          found = number;
    if (!found) {
      why = next;
      break;
    }
    why = next;
    dim = *found;
  }
  return names->nameOf(why->value).str();
}

/// Whether the function's result asks for the split that dimension `dim` has, or, without a
/// dimension, for that of any.
bool Explainer::isDemanded(const NamedValue &named, const ValueExplanation &why,
                           std::optional<unsigned> dim) {
  if (!pinned.contains(keyOf(named)) && !annotated.contains(keyOf(named)))
    return false;
  auto asked = function.getResultAttrOfType<dist::ShardingAttr>(*named.result, "dist.sharding");
  if (!asked)
    return false;
  for (auto [number, split] : llvm::enumerate(asked.getDims()))
    if ((!dim || *dim == number) && (split.getIsClosed() || !split.getAxes().empty()) &&
        split.getAxes() == why.settled.getDims()[number].getAxes())
      return true;
  return false;
}

/// Whether the constraint that a pin put on the value asks for the split of `dim`.
bool Explainer::isPinnedByUser(const ValueExplanation &why, unsigned dim) {
  return llvm::any_of(why.value.getUsers(), [&](Operation *user) {
    auto constraint = dyn_cast<dist::ConstraintOp>(user);
    if (!constraint || authors.find(user) != SplitReason::Pin)
      return false;
    dist::DimShardingAttr asked = constraint.getSharding().getDims()[dim];
    return (asked.getIsClosed() || !asked.getAxes().empty()) &&
           asked.getAxes() == why.settled.getDims()[dim].getAxes();
  });
}

std::string Explainer::sourceOf(const NamedValue &named, const ValueExplanation *why) {
  // Arguments have their author in the reasons, where they have any.
  bool isPinned = pinned.contains(keyOf(named)), isScalar = !why || why->reasons.empty();
  if (named.result ? why && isDemanded(named, *why)
                   : isScalar || !isa<BlockArgument>(named.value)) {
    if (isPinned)
      return "pin";
    if ((named.result || isa<BlockArgument>(named.value)) && annotated.contains(keyOf(named)))
      return "annotation";
  }
  if (isScalar)
    return "-";
  // Who said so first, then where splits come from and whom they are for.
  std::vector<std::string> said, from, wanted;
  bool isSplit = false;
  auto add = [](std::vector<std::string> &list, std::string name) {
    if (!llvm::is_contained(list, name))
      list.push_back(std::move(name));
  };
  for (auto [dim, reason] : llvm::enumerate(why->reasons)) {
    if (reason.kind == SplitReason::Annotation)
      add(said, "annotation");
    if (reason.kind == SplitReason::Strategy)
      add(said, "strategy");
    if (reason.kind == SplitReason::Pin)
      add(said, "pin");
    if (why->settled.getDims()[dim].getAxes().empty())
      continue;
    isSplit = true;
    if (reason.kind == SplitReason::Operand || reason.kind == SplitReason::Region)
      add(from, rootOf(*why, dim));
    if (reason.kind == SplitReason::User)
      add(wanted, wantedBy(*why, dim));
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(said, os);
  auto list = [&](StringRef word, const std::vector<std::string> &names) {
    if (names.empty())
      return;
    os << (text.empty() ? "" : ", ") << word << ' ';
    llvm::interleave(names, os, " and ");
  };
  list("from", from);
  list("for", wanted);
  if (text.empty())
    return isSplit ? "-" : "whole";
  return text;
}

ExplainedValue Explainer::describe(const NamedValue &named, const ValueExplanation *why) {
  ExplainedValue value;
  value.name = named.name;
  auto type = cast<RankedTensorType>(named.value.getType());
  value.globalType = typeText(type);
  value.globalBytes = byteSize(type);
  value.location = formatLocation(named.value.getLoc());
  value.index = isa<BlockArgument>(named.value) ? cast<BlockArgument>(named.value).getArgNumber()
                                                : cast<OpResult>(named.value).getResultNumber();
  StringAttr role;
  if (named.result)
    role = function.getResultAttrOfType<StringAttr>(*named.result, "dist.role");
  else if (auto argument = dyn_cast<BlockArgument>(named.value);
           argument && argument.getOwner() == &function.getBody().front())
    role = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role");
  value.kind = role ? role.str() : "value";
  if (named.result && role && (role == "param" || role == "state"))
    value.kind = "new " + role.str();
  if (Operation *op = named.value.getDefiningOp())
    value.op = op->getName().getStringRef().str();
  if (!why)
    return value;
  MeshView view(why->settled.getMesh(), mesh);
  RankedTensorType local = localType(type, view.fromAttr(why->settled));
  value.localType = typeText(local);
  value.localBytes = byteSize(local);
  value.sharding = shardingText(why->settled);
  if (why->sharding != why->settled)
    value.madeAs = shardingText(why->sharding);
  value.source = sourceOf(named, why);
  for (unsigned dim = 0; dim < why->reasons.size(); ++dim) {
    std::string text = describeReason(*why, dim);
    const SplitReason &reason = why->reasons[dim];
    if (reason.kind == SplitReason::User && isa<dist::ConstraintOp, dist::ReshardOp>(reason.op)) {
      SplitReason::Kind author = authors.find(reason.op);
      text += author == SplitReason::Pin        ? "; it is a pin's"
              : author == SplitReason::Strategy ? "; it is the strategy's"
                                                : "; it is an annotation's";
    }
    if (!named.result && reason.kind != SplitReason::User && isPinnedByUser(*why, dim))
      text += "; it is pinned so";
    if (named.result && isDemanded(named, *why, dim))
      text += pinned.contains(keyOf(named)) ? "; the result is pinned so"
                                            : "; the result is annotated so";
    value.reasons.push_back(std::move(text));
  }
  for (const ShardingAlternative &one : why->alternatives)
    value.alternatives.push_back({one.name, shardingText(one.sharding), one.bytes, one.isChosen});
  return value;
}

/// Values that a reader wants to see without asking: products, attention, tables,
/// norms, of the forward pass.
bool Explainer::isMain(const NamedValue &named) {
  Operation *op = named.value.getDefiningOp();
  if (!op || named.result || op->hasAttr("dist.phase"))
    return false;
  StringRef kind = op->getName().stripDialect();
  return llvm::is_contained({"dot_general", "convolution", "attention", "embedding", "rms_norm",
                             "layer_norm", "cross_entropy"},
                            kind) &&
         cast<OpResult>(named.value).getResultNumber() == 0;
}

LogicalResult Explainer::collectValues(func::FuncOp main, dist::MeshOp meshOp) {
  function = main;
  mesh = meshOp.getMesh();
  FailureOr<ShardingExplanation> explained = explainShardings(main, meshOp);
  if (failed(explained))
    return failure();
  ValueNames valueNames(main);
  names = &valueNames;
  shardings = &*explained;
  giveAuthors(*explained);
  if (options.onlyValues) {
    for (const NamedValue &named : valueNames.getValues())
      result.values.push_back(describe(named, explained->lookup(named.value)));
    return success();
  }
  if (!options.value.empty()) {
    const NamedValue *named = valueNames.lookup(options.value);
    // Rows of tables that stand for all layers name them so.
    if (!named && StringRef(options.value).contains('*')) {
      std::string pattern = "^";
      for (char c : options.value)
        pattern += c == '*' ? ".*" : llvm::Regex::escape(StringRef(&c, 1));
      llvm::Regex regex(pattern + "$");
      for (const NamedValue &other : valueNames.getValues())
        if (regex.match(other.name))
          result.values.push_back(describe(other, explained->lookup(other.value)));
      if (!result.values.empty())
        return success();
    }
    if (!named) {
      InFlightDiagnostic diag = emitError(NameLoc::get(StringAttr::get(context, "--value")))
                                << "the model has no value '" << options.value << "'";
      std::vector<std::string> similar = valueNames.similar(options.value);
      if (!similar.empty()) {
        diag << "; there is '";
        llvm::interleave(similar, diag, "', '");
        diag << "'";
      } else {
        const unsigned most = 8;
        SmallVector<StringRef> some;
        for (const NamedValue &other : valueNames.getValues())
          if (some.size() < most && !llvm::is_contained(some, StringRef(other.name)))
            some.push_back(other.name);
        diag << "; its values are '";
        llvm::interleave(some, diag, "', '");
        diag << (valueNames.getValues().size() > most ? "', …" : "'");
      }
      return diag;
    }
    result.values.push_back(describe(*named, explained->lookup(named->value)));
    return success();
  }
  for (const NamedValue &named : valueNames.getValues())
    if (named.result || isMain(named) ||
        (isa<BlockArgument>(named.value) &&
         cast<BlockArgument>(named.value).getOwner() == &main.getBody().front()))
      result.values.push_back(describe(named, explained->lookup(named.value)));
  return success();
}

FailureOr<Explanation> Explainer::run() {
  ModelOptions modelOptions = options.model;
  coverBatch(modelOptions, options.road.strategy);
  OwningOpRef<ModuleOp> module = loadModel(context, modelOptions);
  if (!module)
    return failure();
  result.strategy = options.road.strategy;
  auto main = module->lookupSymbol<func::FuncOp>("main");
  ValueNames before(main);
  for (const NamedValue &named : before.getValues())
    if (named.result
            ? bool(main.getResultAttr(*named.result, "dist.sharding"))
            : isa<BlockArgument>(named.value) &&
                  main.getArgAttr(cast<BlockArgument>(named.value).getArgNumber(), "dist.sharding"))
      annotated.insert(keyOf(named));
  for (StringRef pin : options.road.pins)
    if (const NamedValue *named = before.lookup(pin.split("=[").first.trim()))
      pinned.insert(keyOf(*named));

  authors.nameModel(*module, before, options.road.pins);
  if (failed(runStage("annotate", *module)))
    return failure();
  authors.nameNew(*module);
  if (failed(runStage("differentiate", *module)))
    return failure();
  // What ZeRO splits further belongs to the annotations that propagation sees.
  PassManager states(context);
  states.addPass(createShardOptimizerStatePass());
  if (failed(states.run(*module)))
    return failure();
  dist::MeshOp meshOp = getMesh(*module);
  for (dist::MeshAxisAttr axis : meshOp.getMesh().getAxes())
    result.mesh.push_back({axis.getName().str(), axis.getSize()});
  result.ranks = meshOp.getMesh().getNumRanks();
  main = module->lookupSymbol<func::FuncOp>("main");
  if (failed(collectValues(main, meshOp)))
    return failure();
  if (options.onlyValues)
    return std::move(result);
  authors.forget(*module);
  for (StringRef stage : {"propagate", "partition", "rematerialize", "pipeline"})
    if (failed(runStage(stage, *module)))
      return failure();
  HeldBytes held = countHeldBytes(*module);
  result.paramBytes = held.params;
  result.stateBytes = held.states;
  result.traffic = countTraffic(*module);
  return std::move(result);
}

} // namespace

int64_t Explanation::getTrafficBytes() const {
  int64_t bytes = 0;
  for (const TrafficRow &row : traffic)
    bytes += row.bytes;
  return bytes;
}

FailureOr<Explanation> explainModel(MLIRContext *context, const ExplainOptions &options) {
  // Of two strategies, the text that the error is in.
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    auto place = dyn_cast<FileLineColLoc>(diagnostic.getLocation());
    if (!options.isVersus || !place || place.getFilename() != "strategy")
      return failure();
    InFlightDiagnostic moved = context->getDiagEngine().emit(
        FileLineColLoc::get(context, "--vs", place.getLine(), place.getColumn()),
        diagnostic.getSeverity());
    moved << diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      moved.attachNote(note.getLocation()) << note.str();
    moved.report();
    return success();
  });
  return Explainer(context, options).run();
}

} // namespace shardc
