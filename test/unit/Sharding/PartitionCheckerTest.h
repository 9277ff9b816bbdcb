//===- PartitionCheckerTest.h - programs of the checker's tests -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SHARDING_PARTITIONCHECKERTEST_H
#define SHARDC_TEST_UNIT_SHARDING_PARTITIONCHECKERTEST_H

#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Sharding/PartitionChecker.h"
#include "gtest/gtest.h"
#include <string>

namespace shardc::test {

/// What checking a program gave.
struct Outcome {
  bool parsed = false;
  bool accepted = false;
  unsigned errors = 0, notes = 0;
  std::string message;
};

/// Parses `source` and checks its function @main.
inline Outcome checkProgram(const std::string &source) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, mlir::stablehlo::StablehloDialect, nn::NNDialect,
                  dist::DistDialect>();
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  context.printOpOnDiagnostic(false);
  Outcome outcome;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    outcome.errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    outcome.message += diagnostic.str() + "\n";
    for (mlir::Diagnostic &note : diagnostic.getNotes()) {
      ++outcome.notes;
      outcome.message += "note: " + note.str() + "\n";
    }
    return mlir::success();
  });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
  if (!module)
    return outcome;
  outcome.parsed = true;
  auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
  outcome.accepted = llvm::succeeded(checkPartition(main));
  return outcome;
}

/// A program that is right.
struct Program {
  const char *name;
  std::string source;
};

std::string dataParallel();
std::string tensorParallel();
std::string groupedAttention();
std::string splitQueries();
std::string unevenBatch();
std::string vocabularyEmbedding();
std::string vocabularyLoss();
std::string oneHotLoss();
std::string shardedOptimizer();
std::string microbatches();
std::string unevenGather();
std::string gradientNorm();

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SHARDING_PARTITIONCHECKERTEST_H
