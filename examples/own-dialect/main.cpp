//===- main.cpp - shardc with a dialect of one's own ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   mine-compiler MODEL.mlir STRATEGY
//
// Partitions the training step of a model that has ops of the dialect, prints the
// forward part of what a rank runs, and checks it against one device.
//
//===----------------------------------------------------------------------===//

#include "Mine.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Api.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: mine-compiler MODEL.mlir STRATEGY\n";
    return 2;
  }
  DialectRegistry registry;
  shardc::registerAllDialects(registry);
  registry.insert<mine::MineDialect>();
  mine::registerModels(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();

  OwningOpRef<ModuleOp> graph = parseSourceFile<ModuleOp>(argv[1], ParserConfig(&context));
  if (!graph)
    return 1;
  shardc::RoadOptions road;
  road.strategy = argv[2];
  road.train = true;

  OwningOpRef<ModuleOp> partitioned = graph->clone();
  PassManager pm(&context);
  shardc::buildImportPipeline(pm, shardc::ModelOptions());
  if (failed(shardc::buildStages(pm, "annotate", "partition", road)) ||
      failed(pm.run(*partitioned)))
    return 1;
  partitioned->print(llvm::outs());

  shardc::CheckOptions check;
  check.road = road;
  check.steps = 2;
  FailureOr<shardc::CheckResult> result = shardc::checkModule(*graph, check);
  if (failed(result))
    return 1;
  if (!result->pass) {
    llvm::errs() << "check failed: " << result->failure << "\n";
    return 1;
  }
  llvm::outs() << "check passed on " << result->ranks << " ranks, loss " << result->losses[0]
               << " then " << result->losses[1] << "\n";
  return 0;
}
