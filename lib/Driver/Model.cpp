//===- Model.cpp - what a MODEL argument names ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Api.h"
#include "shardc/Driver/Compiler.h"
#include "shardc/Import/Import.h"
#include "shardc/Import/Precision.h"
#include "shardc/Sharding/Strategy.h"

using namespace mlir;

namespace shardc {

void coverBatch(ModelOptions &model, llvm::StringRef text) {
  FailureOr<Strategy> strategy = Strategy::parse(text, [](unsigned, const Twine &) {});
  if (succeeded(strategy))
    model.batchParts = strategy->getBatchRanks() * strategy->microbatches;
}

/// What import is told of a model.
static ImportOptions importOptionsOf(const ModelOptions &options) {
  ImportOptions import;
  import.roles = options.roles;
  import.axisMap = options.axisMap;
  import.entry = options.entry;
  if (options.unrollLimit)
    import.unrollLimit = options.unrollLimit;
  import.keepStacked = options.keepStacked;
  import.keepFused = options.keepFused;
  import.noLayers = options.noLayers;
  import.raise = options.raise;
  import.sequence = options.sequence;
  import.globalBatch = options.globalBatch;
  import.batchParts = options.batchParts;
  import.dropout = options.dropout;
  import.dropoutSeed = options.dropoutSeed;
  return import;
}

LogicalResult importInPlace(ModuleOp module, const ModelOptions &options) {
  if (failed(importModule(module, importOptionsOf(options))))
    return failure();
  return convertPrecision(module, options.precision);
}

OwningOpRef<ModuleOp> loadModel(MLIRContext *context, const ModelOptions &options) {
  OwningOpRef<ModuleOp> module;
  if (ModuleOp graph = options.graph) {
    module = graph.clone();
    if (failed(importModule(*module, importOptionsOf(options))))
      return nullptr;
  } else if (options.text) {
    module = importText(*options.text, options.model, context, importOptionsOf(options));
  } else {
    module = importModel(options.model, context, importOptionsOf(options));
  }
  if (!module || failed(convertPrecision(*module, options.precision)))
    return nullptr;
  Builder builder(context);
  (*module)->setAttr("shardc.model", builder.getStringAttr(options.model));
  (*module)->setAttr("shardc.precision", builder.getStringAttr(options.precision));
  return module;
}

} // namespace shardc
