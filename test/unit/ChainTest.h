//===- ChainTest.h - a fixture for chains of layers -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Imports random chains (LayerChains.h) and runs passes on them.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_CHAINTEST_H
#define SHARDC_TEST_UNIT_CHAINTEST_H

#include "LayerChains.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Import/Import.h"
#include "gtest/gtest.h"

namespace shardc {

/// Errors are printed, remarks are not.
class ChainTest : public ::testing::Test {
protected:
  ChainTest()
      : handler(&context, [](mlir::Diagnostic &diagnostic) {
          return mlir::success(diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark);
        }) {}

  /// A text as a module, its composites in their parts.
  mlir::OwningOpRef<mlir::ModuleOp> import(llvm::StringRef text, llvm::StringRef roles) {
    ImportOptions options;
    options.roles = roles.str();
    options.raise = "off";
    mlir::OwningOpRef<mlir::ModuleOp> module = importText(text, "model.mlir", &context, options);
    EXPECT_TRUE(module) << text.str();
    return module;
  }

  bool runPass(mlir::ModuleOp module, std::unique_ptr<mlir::Pass> pass) {
    mlir::PassManager manager(&context);
    manager.addPass(std::move(pass));
    return mlir::succeeded(manager.run(module));
  }

  static std::string show(mlir::Operation *op) {
    std::string line;
    llvm::raw_string_ostream(line) << *op;
    return line;
  }

  static std::optional<int64_t> layerOf(mlir::Operation *op) {
    auto layer = op->getAttrOfType<mlir::IntegerAttr>("dist.layer");
    return layer ? std::optional(layer.getInt()) : std::nullopt;
  }

  mlir::MLIRContext context;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace shardc

#endif
