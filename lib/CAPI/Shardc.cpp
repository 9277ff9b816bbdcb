//===- Shardc.cpp - shardc for C --------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each function checks what it was given, calls the C++ interface, and turns what
// comes back into C. Exceptions of libraries underneath end here.
//
//===----------------------------------------------------------------------===//

#include "shardc-c/Shardc.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Pass/PassRegistry.h"
#include "shardc/Api.h"
#include "shardc/Driver/Diagnostics.h"
#include "llvm/Support/JSON.h"
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>

using namespace mlir;

/// Forwards diagnostics; of several errors of one call only the first.
struct ShardcContext {
  ShardcContext(ShardcDiagnosticCallback callback, void *userData)
      : callback(callback), userData(userData) {
    DialectRegistry registry;
    shardc::registerAllDialects(registry);
    context = std::make_unique<MLIRContext>(registry);
    context->loadAllAvailableDialects();
    context->printOpOnDiagnostic(false);
    context->getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      report(diagnostic);
      return success();
    });
  }

  void send(ShardcSeverity severity, llvm::StringRef location, llvm::StringRef message) {
    if (callback)
      callback(severity, location.str().c_str(), message.str().c_str(), userData);
  }

  void report(Diagnostic &diagnostic) {
    ShardcSeverity severity = ShardcError;
    switch (diagnostic.getSeverity()) {
    case DiagnosticSeverity::Note:
      severity = ShardcNote;
      break;
    case DiagnosticSeverity::Remark:
      severity = ShardcRemark;
      break;
    case DiagnosticSeverity::Warning:
      severity = ShardcWarning;
      break;
    case DiagnosticSeverity::Error:
      // What follows from a fault is not another fault.
      if (numErrors++)
        return;
      break;
    }
    send(severity, shardc::formatLocation(diagnostic.getLocation()), diagnostic.str());
    for (Diagnostic &note : diagnostic.getNotes())
      send(ShardcNote, shardc::formatLocation(note.getLocation()), note.str());
  }

  ShardcDiagnosticCallback callback;
  void *userData;
  std::unique_ptr<MLIRContext> context;
  unsigned numErrors = 0;
};

struct ShardcModule {
  ShardcContext *context;
  OwningOpRef<ModuleOp> module;
};

namespace {

/// Runs the body of a function of the interface.
template <typename F>
ShardcStatus guarded(ShardcContext *context, F &&body) {
  if (!context)
    return ShardcBadUsage;
  context->numErrors = 0;
  try {
    ShardcStatus status = body();
    // A refusal without a reason would leave the caller with nothing.
    if (status == ShardcRefused && !context->numErrors)
      context->send(ShardcError, "<unknown>", "failed without a diagnostic");
    return status;
  } catch (const std::exception &error) {
    context->send(ShardcError, "<unknown>", error.what());
  } catch (...) {
    context->send(ShardcError, "<unknown>", "an exception of unknown type");
  }
  return ShardcInternalError;
}

llvm::StringRef text(const char *string) { return string ? string : ""; }

/// The caller's options over the defaults; false where they are none.
template <typename T>
bool readOptions(const T *given, T &options) {
  if (!given)
    return true;
  if (given->structSize < sizeof(size_t) || given->structSize > 4096)
    return false;
  std::memcpy(&options, given, std::min(given->structSize, sizeof(T)));
  return true;
}

ShardcStatus fill(ShardcBuffer *buffer, llvm::StringRef bytes) {
  auto *data = static_cast<char *>(std::malloc(bytes.size() + 1));
  if (!data)
    return ShardcInternalError;
  std::memcpy(data, bytes.data(), bytes.size());
  data[bytes.size()] = 0;
  *buffer = {data, bytes.size()};
  return ShardcSuccess;
}

shardc::RoadOptions roadOptions(const ShardcCompileOptions &given) {
  shardc::RoadOptions road;
  road.strategy = text(given.strategy).str();
  for (size_t i = 0; i < given.numPins; ++i)
    road.pins.push_back(text(given.pins[i]).str());
  road.train = given.train != 0;
  if (given.target)
    road.target = given.target;
  ShardcOptimizerOptions optimizer = SHARDC_OPTIMIZER_OPTIONS_INIT;
  if (readOptions(given.optimizer, optimizer)) {
    road.optimizer.lr = optimizer.lr;
    road.optimizer.beta1 = optimizer.beta1;
    road.optimizer.beta2 = optimizer.beta2;
    road.optimizer.eps = optimizer.eps;
    road.optimizer.weightDecay = optimizer.weightDecay;
    road.optimizer.clip = optimizer.clip;
  }
  return road;
}

shardc::ModelOptions modelOptions(const ShardcModelOptions &given) {
  shardc::ModelOptions model;
  model.model = text(given.model).str();
  if (given.text)
    model.text.emplace(given.text, given.textSize);
  if (given.text && model.model.empty())
    model.model = "text";
  model.sequence = given.sequence;
  model.globalBatch = given.globalBatch;
  if (given.precision)
    model.precision = given.precision;
  model.roles = text(given.roles).str();
  model.axisMap = text(given.axisMap).str();
  model.entry = text(given.entry).str();
  if (given.raise)
    model.raise = given.raise;
  model.keepStacked = given.keepStacked != 0;
  model.keepFused = given.keepFused != 0;
  model.noLayers = given.noLayers != 0;
  return model;
}

/// Both kinds of options, checked and read, then `body(model, road)`.
template <typename F>
ShardcStatus withModel(ShardcContext *context, const ShardcModelOptions *givenModel,
                       const ShardcCompileOptions *givenOptions, F &&body) {
  return guarded(context, [&] {
    ShardcModelOptions model = SHARDC_MODEL_OPTIONS_INIT;
    ShardcCompileOptions options = SHARDC_COMPILE_OPTIONS_INIT;
    if (!givenModel || !readOptions(givenModel, model) || !readOptions(givenOptions, options) ||
        (!model.model && !model.text) || (options.numPins && !options.pins))
      return ShardcBadUsage;
    ShardcOptimizerOptions optimizer = SHARDC_OPTIMIZER_OPTIONS_INIT;
    if (!readOptions(options.optimizer, optimizer))
      return ShardcBadUsage;
    return body(modelOptions(model), roadOptions(options));
  });
}

} // namespace

//===----------------------------------------------------------------------===//
// Buffers, contexts, modules
//===----------------------------------------------------------------------===//

void shardcBufferFree(ShardcBuffer *buffer) {
  if (!buffer)
    return;
  std::free(buffer->data);
  *buffer = {nullptr, 0};
}

const char *shardcVersion(void) { return shardc::getVersion().data(); }

ShardcContext *shardcContextCreate(ShardcDiagnosticCallback callback, void *userData) {
  try {
    return new ShardcContext(callback, userData);
  } catch (...) {
    return nullptr;
  }
}

void shardcContextDestroy(ShardcContext *context) { delete context; }

ShardcStatus shardcImport(ShardcContext *context, const ShardcModelOptions *model,
                          ShardcModule **module) {
  if (!module)
    return ShardcBadUsage;
  *module = nullptr;
  return withModel(context, model, nullptr,
                   [&](const shardc::ModelOptions &options, const shardc::RoadOptions &) {
                     OwningOpRef<ModuleOp> loaded =
                         shardc::loadModel(context->context.get(), options);
                     if (!loaded)
                       return ShardcRefused;
                     *module = new ShardcModule{context, std::move(loaded)};
                     return ShardcSuccess;
                   });
}

void shardcModuleDestroy(ShardcModule *module) { delete module; }

ShardcStatus shardcModuleRunPipeline(ShardcModule *module, const char *pipeline) {
  if (!module || !pipeline)
    return ShardcBadUsage;
  return guarded(module->context, [&] {
    shardc::registerAllPasses();
    std::string message;
    llvm::raw_string_ostream os(message);
    PassManager manager(module->context->context.get());
    // The op that the pipeline runs on may be named around it or not.
    llvm::StringRef passes = llvm::StringRef(pipeline).trim();
    if (passes.starts_with("builtin.module(") && passes.ends_with(")"))
      passes = passes.drop_front(sizeof("builtin.module(") - 1).drop_back();
    if (failed(parsePassPipeline(passes, manager, os))) {
      emitError(NameLoc::get(StringAttr::get(manager.getContext(), "pipeline")))
          << llvm::StringRef(message).trim();
      return ShardcRefused;
    }
    return succeeded(manager.run(*module->module)) ? ShardcSuccess : ShardcRefused;
  });
}

ShardcStatus shardcModulePrint(ShardcModule *module, ShardcBuffer *text) {
  if (!module || !text)
    return ShardcBadUsage;
  *text = {nullptr, 0};
  return guarded(module->context, [&] {
    std::string printed;
    llvm::raw_string_ostream os(printed);
    module->module->print(os);
    return fill(text, printed);
  });
}

//===----------------------------------------------------------------------===//
// Verbs
//===----------------------------------------------------------------------===//

ShardcStatus shardcCompile(ShardcContext *context, const ShardcModelOptions *model,
                           const ShardcCompileOptions *options, ShardcBuffer *bundle) {
  if (!bundle)
    return ShardcBadUsage;
  *bundle = {nullptr, 0};
  return withModel(
      context, model, options, [&](shardc::ModelOptions model, const shardc::RoadOptions &road) {
        shardc::coverBatch(model, road.strategy);
        OwningOpRef<ModuleOp> module = shardc::loadModel(context->context.get(), model);
        if (!module)
          return ShardcRefused;
        FailureOr<std::vector<uint8_t>> bytes = shardc::compileToBundle(*module, road);
        if (failed(bytes))
          return ShardcRefused;
        return fill(bundle, {reinterpret_cast<const char *>(bytes->data()), bytes->size()});
      });
}

ShardcStatus shardcCheck(ShardcContext *context, const ShardcModelOptions *model,
                         const ShardcCompileOptions *options, int64_t steps, uint64_t seed,
                         ShardcCheckResult *result, ShardcBuffer *why) {
  if (!result || steps < 1)
    return ShardcBadUsage;
  *result = {};
  if (why)
    *why = {nullptr, 0};
  return withModel(
      context, model, options, [&](const shardc::ModelOptions &model, shardc::RoadOptions road) {
        shardc::CheckOptions check;
        check.model = model;
        check.road = std::move(road);
        check.steps = steps;
        check.seed = seed;
        FailureOr<shardc::CheckResult> found = shardc::runCheck(context->context.get(), check);
        if (failed(found))
          return ShardcRefused;
        result->pass = found->pass;
        result->replicasIdentical = found->replicasIdentical;
        result->ranks = found->ranks;
        result->maxRelErr = found->maxRelErr.value;
        result->workingRelErr = found->workingRelErr.value;
        result->bytesOnWire = found->bytesOnWire;
        result->flops = found->flops;
        result->paramBytes = found->paramBytes;
        result->peakBytes = found->peakBytes;
        return why ? fill(why, found->failure) : ShardcSuccess;
      });
}

ShardcStatus shardcExplain(ShardcContext *context, const ShardcModelOptions *model,
                           const ShardcCompileOptions *options, const char *value,
                           ShardcFormat format, ShardcBuffer *text) {
  if (!text || (format != ShardcText && format != ShardcJson))
    return ShardcBadUsage;
  *text = {nullptr, 0};
  return withModel(context, model, options,
                   [&](const shardc::ModelOptions &model, shardc::RoadOptions road) {
                     shardc::ExplainOptions explain;
                     explain.model = model;
                     explain.road = std::move(road);
                     explain.value = ::text(value).str();
                     FailureOr<shardc::Explanation> found =
                         shardc::explainModel(context->context.get(), explain);
                     if (failed(found))
                       return ShardcRefused;
                     std::string printed;
                     llvm::raw_string_ostream os(printed);
                     if (format == ShardcJson)
                       os << llvm::json::Value(shardc::toJson(*found)) << "\n";
                     else
                       shardc::printExplanation(*found, !explain.value.empty(), os);
                     return fill(text, printed);
                   });
}
