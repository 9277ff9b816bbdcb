//===- Import.cpp - from a model to one graph -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Decides what a model argument names, and runs the steps of import.
//
//===----------------------------------------------------------------------===//
#include "shardc/Import/Import.h"
#include "ImportImpl.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Verifier.h"
#include "shardc/Import/Models.h"
#include "shardc/Import/Raising.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace shardc {

/// A whole file; one error located at its name when it can't be read.
static std::unique_ptr<llvm::MemoryBuffer> readFile(StringRef path, MLIRContext *context) {
  auto error = [&] { return emitError(FileLineColLoc::get(context, path, 1, 1)); };
  if (path != "-" && llvm::sys::fs::is_directory(path)) {
    error() << "is a directory, not a model file";
    return {};
  }
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!file) {
    error() << "cannot read the file: " << file.getError().message();
    return {};
  }
  return std::move(*file);
}

LogicalResult importModule(ModuleOp module, const ImportOptions &options) {
  if (!options.entry.empty() && failed(selectEntry(module, options.entry)))
    return failure();
  if (failed(normalizeModule(module, options.unrollLimit)) ||
      failed(renameAxes(module, options.axisMap)) || failed(assignRoles(module, options.roles)))
    return failure();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  assignLayers(main);
  if (!options.keepStacked)
    unstackArguments(main);
  dropUnitFactors(main);
  // Who says what an op is made of, but not how it is split, has its parts split.
  if (failed(decomposeAll(main, [](Operation *op) { return !isa<ShardableOpInterface>(op); })))
    return failure();
  StringRef unknown;
  FailureOr<SmallVector<RaiseKind>> kinds = parseRaiseKinds(options.raise, unknown);
  if (failed(kinds))
    return module.emitError() << "'" << unknown << "' is no kind of composite to raise";
  raiseComposites(module, *kinds);
  // Heads that are cut out of a product, and halves that are rotated, are whole by now.
  if (!options.keepFused)
    unfuseArguments(main);
  completeLayers(main);
  if (!options.noLayers && findLayers(main) && !options.keepStacked)
    unstackArguments(main);
  return verifyImported(module);
}

OwningOpRef<ModuleOp> importText(StringRef text, StringRef name, MLIRContext *context,
                                 const ImportOptions &options) {
  // Some editors begin a file by a mark that its text is UTF-8.
  text.consume_front("\xef\xbb\xbf");
  if (failed(recognizeText(text, name, context)))
    return {};
  OwningOpRef<ModuleOp> module = parseModule(text, name, context);
  if (!module)
    return {};
  nameResources(*module, text);
  if (failed(importModule(*module, options)))
    return {};
  module.get()->setAttr("shardc.model", StringAttr::get(context, name));
  return module;
}

OwningOpRef<ModuleOp> importFile(StringRef path, MLIRContext *context,
                                 const ImportOptions &options) {
  std::unique_ptr<llvm::MemoryBuffer> file = readFile(path, context);
  if (!file)
    return {};
  return importText(file->getBuffer(), path, context, options);
}

/// Builds a named model with the sizes that options change.
static OwningOpRef<ModuleOp> buildNamed(FailureOr<ModelSpec> spec, MLIRContext *context,
                                        const ImportOptions &options) {
  if (failed(spec))
    return {};
  Location loc = FileLineColLoc::get(context, spec->source, 1, 1);
  if (!options.entry.empty()) {
    emitError(loc) << "an entry is for imported graphs; this model has one function";
    return {};
  }
  if (!options.roles.empty()) {
    emitError(loc) << "roles are for imported graphs; this model's arguments "
                      "have theirs";
    return {};
  }
  if (!options.axisMap.empty()) {
    emitError(loc) << "an axis map is for imported graphs; this model has no mesh";
    return {};
  }
  if (options.sequence < 0 || options.globalBatch < 0) {
    emitError(loc) << "sequence length and batch must be positive, but are " << options.sequence
                   << " and " << options.globalBatch;
    return {};
  }
  if (options.sequence)
    spec->sequence = options.sequence;
  if (options.globalBatch)
    spec->batch = options.globalBatch;
  spec->dropout = options.dropout;
  spec->dropoutSeed = options.dropoutSeed;
  spec->resolveBatch(options.batchParts);
  if (failed(spec->verify(loc)))
    return {};
  return buildModel(*spec, context);
}

OwningOpRef<ModuleOp> importModel(StringRef model, MLIRContext *context,
                                  const ImportOptions &options) {
  bool isFile = model == "-" || llvm::sys::fs::exists(model) || model.ends_with(".mlir") ||
                model.ends_with(".json") || model.ends_with(".bc") || model.contains('/');
  if (!isFile)
    return buildNamed(ModelSpec::parse(model, context), context, options);

  std::unique_ptr<llvm::MemoryBuffer> file = readFile(model, context);
  if (!file)
    return {};
  StringRef text = file->getBuffer();
  if (model.ends_with(".json") || text.ltrim().starts_with("{"))
    return buildNamed(ModelSpec::parseConfig(text, model, context), context, options);
  if (options.sequence || options.globalBatch) {
    emitError(FileLineColLoc::get(context, model, 1, 1))
        << "sequence length and batch are those of the graph; export it with "
           "others";
    return {};
  }
  if (options.dropout != 0.0) {
    emitError(FileLineColLoc::get(context, model, 1, 1))
        << "a probability of dropout is for named models; this graph has the dropout "
           "that it was exported with";
    return {};
  }
  return importText(text, model, context, options);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult verifyImported(ModuleOp module) {
  func::FuncOp main;
  for (Operation &op : *module.getBody()) {
    // The mesh that annotations refer to, if the user gave one.
    if (isa<dist::MeshOp>(op))
      continue;
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function || main || function.getSymName() != "main" || !function.isPublic())
      return op.emitOpError() << "is beside '@main', which must be alone after "
                                 "import";
    main = function;
  }
  if (!main)
    return module.emitError() << "the module has no '@main' after import";

  for (BlockArgument argument : main.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || !type.hasStaticShape())
      return emitError(argument.getLoc())
             << "argument " << index << " has type " << argument.getType()
             << ", but must be a tensor of static shape";
    for (StringRef name : {"dist.name", "dist.role"})
      if (!main.getArgAttrOfType<StringAttr>(index, name))
        return emitError(argument.getLoc()) << "argument " << index << " has no '" << name << "'";
  }
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    for (StringRef name : {"dist.name", "dist.role"})
      if (!main.getResultAttrOfType<StringAttr>(i, name))
        return main.emitOpError() << "result " << i << " has no '" << name << "'";

  WalkResult result = main.getBody().walk([](Operation *op) {
    bool isReducer =
        isa<stablehlo::WhileOp, stablehlo::ReduceOp, stablehlo::ScatterOp, stablehlo::SortOp,
            stablehlo::ReduceWindowOp, stablehlo::SelectAndScatterOp>(op);
    // Import resolves these; one that is left had a form that it can't.
    if (isa<stablehlo::AllGatherOp, stablehlo::AllReduceOp, stablehlo::AllToAllOp,
            stablehlo::BatchNormGradOp, stablehlo::BatchNormInferenceOp,
            stablehlo::BatchNormTrainingOp, stablehlo::CaseOp, stablehlo::CollectiveBroadcastOp,
            stablehlo::CollectivePermuteOp, stablehlo::CompositeOp, stablehlo::GetTupleElementOp,
            stablehlo::IfOp, stablehlo::PartitionIdOp, stablehlo::ReduceScatterOp,
            stablehlo::ReplicaIdOp, stablehlo::RngOp, stablehlo::TupleOp>(op) ||
        (isa_and_present<chlo::CHLODialect>(op->getDialect()) &&
         !isa<chlo::ErfOp, chlo::ErfcOp>(op))) {
      op->emitError() << "op '" << op->getName() << "' is not supported"
                      << adviceForOp(op->getName().getStringRef());
      return WalkResult::interrupt();
    }
    if (isa<CallOpInterface>(op)) {
      op->emitOpError() << "is a call; import inlines calls";
      return WalkResult::interrupt();
    }
    if (op->getNumRegions() && !isReducer) {
      op->emitOpError() << "has a region, but only reductions may have one "
                           "after import";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace shardc
