//===- RaiseTest.h - what the tests of raising share ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_IMPORT_RAISETEST_H
#define SHARDC_TEST_UNIT_IMPORT_RAISETEST_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "shardc/Import/Import.h"
#include "shardc/Import/Precision.h"
#include "shardc/Reference/Program.h"
#include "shardc/Reference/Seeding.h"
#include "gtest/gtest.h"

namespace shardc::test {

class RaiseTest : public ::testing::Test {
protected:
  RaiseTest()
      : handler(&context, [](mlir::Diagnostic &diagnostic) {
          return mlir::success(diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark);
        }) {}

  mlir::OwningOpRef<mlir::ModuleOp> import(llvm::StringRef text, llvm::StringRef raise,
                                           llvm::StringRef roles = "") {
    ImportOptions options;
    options.roles = roles.str();
    options.raise = raise.str();
    // The plain graph and the raised one have the same arguments.
    options.keepFused = true;
    mlir::OwningOpRef<mlir::ModuleOp> module = importText(text, "model.mlir", &context, options);
    EXPECT_TRUE(module) << text.str();
    if (module)
      EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    return module;
  }

  /// Makes every argument an input: masks and angles must not depend on parameters.
  static std::string allInputs(llvm::StringRef text) {
    return "0-" + std::to_string(text.split('{').first.count(": ") - 1) + "=input";
  }

  static unsigned count(mlir::ModuleOp module, llvm::StringRef op) {
    unsigned number = 0;
    module.walk([&](mlir::Operation *each) { number += each->getName().getStringRef() == op; });
    return number;
  }

  /// The worst relative error of the raised graph against the plain one, in float64
  /// on values of size 1. Integers are below `high`.
  double difference(mlir::ModuleOp plain, mlir::ModuleOp raised, uint64_t seed, int64_t high = 2) {
    llvm::SmallVector<reference::NamedTensor> given;
    auto main = plain.lookupSymbol<mlir::func::FuncOp>("main");
    for (unsigned i = 0; i < main.getNumArguments(); ++i) {
      auto type = mlir::cast<mlir::RankedTensorType>(main.getArgumentTypes()[i]);
      if (mlir::isa<mlir::FloatType>(type.getElementType()))
        type = type.clone(mlir::Float64Type::get(&context));
      std::string name = reference::argumentName(main, i);
      given.push_back({name, "", reference::randomTensor(type, seed, name, high)});
    }
    auto run = [&](mlir::ModuleOp module) {
      mlir::OwningOpRef<mlir::ModuleOp> copy(module.clone());
      EXPECT_TRUE(mlir::succeeded(convertPrecision(*copy, "fp64")));
      auto steps = reference::runModule(*copy, {}, given);
      EXPECT_TRUE(mlir::succeeded(steps));
      return mlir::succeeded(steps) ? steps->front() : llvm::SmallVector<reference::NamedTensor>();
    };
    return reference::compareResults(run(raised), run(plain)).error;
  }

  /// Imports with and without raising, counts `op` in the raised graph and checks that
  /// both compute the same.
  void expect(llvm::StringRef text, llvm::StringRef op, unsigned number, double tolerance = 1e-9) {
    mlir::OwningOpRef<mlir::ModuleOp> plain = import(text, "off"), raised = import(text, "on");
    ASSERT_TRUE(plain && raised);
    EXPECT_EQ(count(*plain, op), 0u);
    EXPECT_EQ(count(*raised, op), number) << text.str();
    EXPECT_LE(difference(*plain, *raised, 7, 5), tolerance) << text.str();
  }

  mlir::MLIRContext context;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_IMPORT_RAISETEST_H
