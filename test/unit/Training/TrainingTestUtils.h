//===- TrainingTestUtils.h - helpers of the training tests ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_TRAINING_TRAININGTESTUTILS_H
#define SHARDC_TEST_UNIT_TRAINING_TRAININGTESTUTILS_H

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/OpModels/Gradients.h"
#include "shardc/OpModels/Passes.h"
#include "shardc/Reference/Compare.h"
#include "shardc/Reference/Interpreter.h"
#include "shardc/Reference/Seeding.h"
#include "shardc/Training/Passes.h"
#include "shardc/Training/StepNames.h"
#include "gtest/gtest.h"

namespace shardc::test {

using reference::Tensor;
using Tensors = llvm::SmallVector<Tensor>;

/// A context with the dialects and gradients of model IR.
class TrainingTest : public ::testing::Test {
protected:
  TrainingTest() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::func::FuncDialect, mlir::stablehlo::StableHLODialect, nn::NNDialect,
                    dist::DistDialect>();
    registerGradientModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text) {
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }

  /// Runs one pass (and the verifier) on a copy of the module.
  mlir::OwningOpRef<mlir::ModuleOp> run(mlir::ModuleOp module, std::unique_ptr<mlir::Pass> pass) {
    mlir::OwningOpRef<mlir::ModuleOp> copy(module.clone());
    mlir::PassManager manager(&context);
    manager.addPass(std::move(pass));
    if (mlir::failed(manager.run(*copy)))
      return {};
    return copy;
  }

  static mlir::func::FuncOp mainOf(mlir::ModuleOp module) {
    return module.lookupSymbol<mlir::func::FuncOp>("main");
  }

  mlir::MLIRContext context;
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_TRAINING_TRAININGTESTUTILS_H
