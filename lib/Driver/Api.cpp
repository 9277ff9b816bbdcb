//===- Api.cpp - shardc inside of another compiler --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The verbs and pipelines that embedders call, made of what the commands are made of.
//
//===----------------------------------------------------------------------===//

#include "shardc/Api.h"
#include "dialects/Sdy/Sdy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Target/Emit.h"

using namespace mlir;

namespace shardc {

llvm::StringRef getVersion() { return SHARDC_VERSION; }

void registerAllDialects(DialectRegistry &registry) {
  registerDialects(registry);
  // What programs may be made of before import.
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect, linalg::LinalgDialect,
                  math::MathDialect, ml_program::MLProgramDialect, sdy::SdyDialect,
                  tensor::TensorDialect, tosa::TosaDialect>();
  registerCodegenDialects(registry);
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

namespace {

/// All of import that comes after parsing.
struct ImportPass : PassWrapper<ImportPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ImportPass)
  explicit ImportPass(ModelOptions options) : options(std::move(options)) {}

  StringRef getName() const final { return "shardc-import"; }
  StringRef getArgument() const final { return "shardc-import-module"; }
  StringRef getDescription() const final { return "from a framework's module to one graph"; }
  void getDependentDialects(DialectRegistry &registry) const final {
    // With their interfaces: no more is loaded than what import makes.
    registry.insert<sdy::SdyDialect>();
    registerDialects(registry);
  }

  void runOnOperation() final {
    if (failed(importInPlace(getOperation(), options)))
      return signalPassFailure();
  }

  ModelOptions options;
};

/// The text form of what import is told.
struct ImportPipelineOptions : PassPipelineOptions<ImportPipelineOptions> {
  Option<std::string> roles{*this, "roles",
                            llvm::cl::desc("roles by argument, e.g. 0-13=param;14=input")};
  Option<std::string> axisMap{*this, "axis-map",
                              llvm::cl::desc("new names of mesh axes, e.g. x=dp;y=tp")};
  Option<std::string> entry{*this, "entry", llvm::cl::desc("function to import")};
  Option<std::string> raise{*this, "raise", llvm::cl::desc("on, off, or kinds of composites"),
                            llvm::cl::init("on")};
  Option<bool> keepStacked{*this, "keep-stacked",
                           llvm::cl::desc("parameters of all layers stay one argument"),
                           llvm::cl::init(false)};
  Option<bool> keepFused{*this, "keep-fused",
                         llvm::cl::desc("parameters of products that are sliced stay one argument"),
                         llvm::cl::init(false)};
  Option<bool> noLayers{*this, "no-layers",
                        llvm::cl::desc("blocks that are alike are not taken for layers"),
                        llvm::cl::init(false)};
  Option<std::string> precision{*this, "precision", llvm::cl::desc("fp64, fp32, bf16 or fp16"),
                                llvm::cl::init("fp32")};
};

} // namespace

void buildImportPipeline(OpPassManager &pm, const ModelOptions &options) {
  ModelOptions own = options;
  own.graph = {};
  pm.addPass(std::make_unique<ImportPass>(std::move(own)));
}

LogicalResult buildStages(OpPassManager &pm, StringRef first, StringRef last,
                          const RoadOptions &options) {
  ArrayRef<Stage> road = getRoad();
  auto find = [&](StringRef name, size_t otherwise) {
    if (name.empty())
      return otherwise;
    return static_cast<size_t>(
        llvm::find_if(road, [&](const Stage &stage) { return StringRef(stage.name) == name; }) -
        road.begin());
  };
  size_t begin = find(first, 0), end = find(last, road.size() - 1);
  if (begin >= road.size() || end >= road.size() || begin > end)
    return failure();
  for (const Stage &stage : road.slice(begin, end - begin + 1))
    stage.build(pm, options);
  return success();
}

LogicalResult buildStagePipeline(OpPassManager &pm, StringRef stage, const RoadOptions &options) {
  return stage.empty() ? failure() : buildStages(pm, stage, stage, options);
}

void registerAllPasses() {
  static bool isDone = [] {
    registerShardcPasses();
    registerRoadPipelines();
    static PassPipelineRegistration<ImportPipelineOptions> import(
        "shardc-import", "from a framework's module to one graph with names and roles",
        [](OpPassManager &pm, const ImportPipelineOptions &text) {
          ModelOptions options;
          options.roles = text.roles;
          options.axisMap = text.axisMap;
          options.entry = text.entry;
          options.raise = text.raise;
          options.keepStacked = text.keepStacked;
          options.keepFused = text.keepFused;
          options.noLayers = text.noLayers;
          options.precision = text.precision;
          buildImportPipeline(pm, options);
        });
    return true;
  }();
  (void)isDone;
}

//===----------------------------------------------------------------------===//
// Verbs
//===----------------------------------------------------------------------===//

FailureOr<std::vector<uint8_t>> compileToBundle(ModuleOp module, const RoadOptions &options) {
  if (failed(compileModule(module, options)))
    return failure();
  return emitBundle(module);
}

FailureOr<CheckResult> checkModule(ModuleOp graph, CheckOptions options) {
  options.model.graph = graph;
  if (options.model.model.empty())
    options.model.model = graph.getName().value_or("module").str();
  return runCheck(graph.getContext(), options);
}

FailureOr<Explanation> explainModule(ModuleOp graph, ExplainOptions options) {
  options.model.graph = graph;
  if (options.model.model.empty())
    options.model.model = graph.getName().value_or("module").str();
  return explainModel(graph.getContext(), options);
}

} // namespace shardc
