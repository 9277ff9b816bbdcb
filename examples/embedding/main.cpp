//===- main.cpp - a compiler that uses shardc -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Builds a two-layer network as a module in memory, partitions it stage by stage,
// proves that four ranks compute what one computes, and runs the plan on four
// threads of this process.
//
//===----------------------------------------------------------------------===//

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Api.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "shardrt/Plan.h"
#include "shardrt/Session.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

/// y = tanh(x w1) w2, on global shapes and one device, as any front end makes it.
static OwningOpRef<ModuleOp> buildNetwork(MLIRContext *context) {
  OpBuilder builder(context);
  Location loc = NameLoc::get(builder.getStringAttr("network"));
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  Type f32 = builder.getF32Type();
  auto x = RankedTensorType::get({8, 16}, f32), w1 = RankedTensorType::get({16, 32}, f32),
       w2 = RankedTensorType::get({32, 16}, f32);
  auto main = func::FuncOp::create(builder, loc, "main", builder.getFunctionType({x, w1, w2}, {x}));
  // Roles could be inferred; who builds the graph knows them.
  for (auto [index, name, role] :
       {std::make_tuple(0u, "x", "input"), std::make_tuple(1u, "w1", "param"),
        std::make_tuple(2u, "w2", "param")}) {
    main.setArgAttr(index, "dist.name", builder.getStringAttr(name));
    main.setArgAttr(index, "dist.role", builder.getStringAttr(role));
  }
  builder.setInsertionPointToStart(main.addEntryBlock());
  shardc::TensorBuilder b(builder, loc);
  Value hidden = b.tanh(b.dot(main.getArgument(0), main.getArgument(1), {}, {}, {1}, {0}, f32));
  Value y = b.dot(hidden, main.getArgument(2), {}, {}, {1}, {0}, f32);
  func::ReturnOp::create(builder, loc, y);
  return module;
}

/// Loads the bundle and runs it for one step.
static bool runPlan(const std::vector<uint8_t> &bundle) {
  auto plan = shardrt::loadPlan(bundle.data(), bundle.size(), "network");
  if (!plan) {
    llvm::errs() << plan.status().message() << "\n";
    return false;
  }
  auto session = shardrt::Session::create(*plan, shardrt::Options());
  if (!session) {
    llvm::errs() << session.status().message() << "\n";
    return false;
  }
  auto step = session->run(0);
  if (!step) {
    llvm::errs() << step.status().message() << "\n";
    return false;
  }
  llvm::outs() << "ran on " << session->plan().mesh.size() << " mesh axes, "
               << session->counters().bytesOnWire << " bytes sent by a rank\n";
  return true;
}

int main() {
  DialectRegistry registry;
  shardc::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> network = buildNetwork(&context);
  if (failed(verify(*network)))
    return 1;

  // Stage by stage, as part of a pipeline that may hold anything else.
  shardc::RoadOptions road;
  road.strategy = "dp=2,tp=2";
  OwningOpRef<ModuleOp> partitioned = network->clone();
  PassManager pm(&context);
  shardc::buildImportPipeline(pm, shardc::ModelOptions());
  if (failed(shardc::buildStages(pm, "annotate", "partition", road)) ||
      failed(pm.run(*partitioned)))
    return 1;
  partitioned->print(llvm::outs());

  // Does it compute what one device computes?
  shardc::CheckOptions check;
  check.road = road;
  FailureOr<shardc::CheckResult> result = shardc::checkModule(*network, check);
  if (failed(result) || !result->pass)
    return 1;
  llvm::outs() << "check passed on " << result->ranks << " ranks\n";

  // From the graph to a plan that runs.
  shardc::ModelOptions model;
  if (failed(shardc::importInPlace(*network, model)))
    return 1;
  FailureOr<std::vector<uint8_t>> bundle = shardc::compileToBundle(*network, road);
  return succeeded(bundle) && runPlan(*bundle) ? 0 : 1;
}
