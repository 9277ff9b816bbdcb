//===- Model.cpp - what a MODEL argument names ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

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

OwningOpRef<ModuleOp> loadModel(MLIRContext *context, const ModelOptions &options) {
  ImportOptions import;
  import.roles = options.roles;
  import.axisMap = options.axisMap;
  import.sequence = options.sequence;
  import.globalBatch = options.globalBatch;
  import.batchParts = options.batchParts;
  OwningOpRef<ModuleOp> module = importModel(options.model, context, import);
  if (!module || failed(convertPrecision(*module, options.precision)))
    return nullptr;
  Builder builder(context);
  (*module)->setAttr("shardc.model", builder.getStringAttr(options.model));
  (*module)->setAttr("shardc.precision", builder.getStringAttr(options.precision));
  return module;
}

} // namespace shardc
