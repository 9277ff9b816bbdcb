//===- Explain.cpp - where shardings come from, what they move --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Runs the stages up to the partitioned program and collects what they decide on
// the way.
//
//===----------------------------------------------------------------------===//

#include "ExplainImpl.h"
#include "Traffic.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Driver/Diagnostics.h"
#include "shardc/Driver/Progress.h"
#include "shardc/Sharding/Passes.h"
#include "shardc/Sharding/Strategy.h"
#include "llvm/Support/Regex.h"

using namespace mlir;

namespace shardc {

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

LogicalResult Explainer::findValues(const ValueNames &valueNames,
                                    const ShardingExplanation &explained) {
  const NamedValue *named = valueNames.lookup(options.value);
  // Rows of tables that stand for all layers name them so.
  if (!named && StringRef(options.value).contains('*')) {
    std::string pattern = "^";
    for (char c : options.value)
      pattern += c == '*' ? ".*" : llvm::Regex::escape(StringRef(&c, 1));
    llvm::Regex regex(pattern + "$");
    for (const NamedValue &other : valueNames.getValues())
      if (regex.match(other.name))
        result.values.push_back(describe(other, explained.lookup(other.value)));
    if (!result.values.empty())
      return success();
  }
  // So do rows that name the first and the last.
  if (const NamedValue *first = valueNames.lookup(StringRef(options.value).split(" … ").first);
      !named && first) {
    std::string shared = layers.sharedName(first->name);
    for (const NamedValue &other : valueNames.getValues())
      if (layers.sharedName(other.name) == shared)
        result.values.push_back(describe(other, explained.lookup(other.value)));
    return success();
  }
  if (!named) {
    InFlightDiagnostic diag =
        emitError(NameLoc::get(StringAttr::get(context, "--value")))
        << (StringRef(options.value).contains('*') ? "no value of the model matches '"
                                                   : "the model has no value '")
        << options.value << "'";
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
  result.values.push_back(describe(*named, explained.lookup(named->value)));
  return success();
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
  layers.readValues(main, valueNames);
  if (options.onlyValues) {
    for (const NamedValue &named : valueNames.getValues())
      result.values.push_back(describe(named, explained->lookup(named.value)));
    return success();
  }
  if (!options.value.empty())
    return findValues(valueNames, *explained);
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

  layers.readParameters(main, before);
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
