//===- Support.h - running text in the interpreter --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A fixture that parses modules, runs their functions and keeps diagnostics.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_REFERENCE_SUPPORT_H
#define SHARDC_TEST_UNIT_REFERENCE_SUPPORT_H

#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/Sched/Sched.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Reference/Compare.h"
#include "shardc/Reference/Interpreter.h"
#include "shardc/Reference/Placement.h"
#include "shardc/Reference/Program.h"
#include "shardc/Reference/Seeding.h"
#include "gtest/gtest.h"
#include <cmath>

namespace shardc::reference {

class ReferenceTest : public ::testing::Test {
protected:
  ReferenceTest() {
    context.loadDialect<mlir::func::FuncDialect, mlir::stablehlo::StablehloDialect, nn::NNDialect,
                        dist::DistDialect, sched::SchedDialect>();
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
      for (mlir::Diagnostic &note : diagnostic.getNotes())
        messages += "note: " + note.str() + "\n";
    });
  }

  /// Parses a module; a test that gets null fails.
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << messages;
    return module;
  }

  static mlir::func::FuncOp find(mlir::ModuleOp module, llvm::StringRef name = "main") {
    return module.lookupSymbol<mlir::func::FuncOp>(name);
  }

  static dist::MeshAttr meshOf(mlir::ModuleOp module) {
    return (*module.getOps<dist::MeshOp>().begin()).getMesh();
  }

  mlir::RankedTensorType floats(llvm::ArrayRef<int64_t> shape) {
    return mlir::RankedTensorType::get(shape, mlir::Float64Type::get(&context));
  }
  mlir::RankedTensorType ints(llvm::ArrayRef<int64_t> shape, unsigned width = 32) {
    return mlir::RankedTensorType::get(shape, mlir::IntegerType::get(&context, width));
  }

  /// Elements 0, 1, 2, ...
  Tensor counting(mlir::RankedTensorType type) {
    Tensor result = Tensor::uninitialized(type);
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      if (result.isFloat())
        result.getMutable<double>()[i] = static_cast<double>(i);
      else
        result.getMutable<int64_t>()[i] = i;
    }
    return result;
  }

  mlir::MLIRContext context;
  std::string messages;
};

} // namespace shardc::reference

#endif // SHARDC_TEST_UNIT_REFERENCE_SUPPORT_H
