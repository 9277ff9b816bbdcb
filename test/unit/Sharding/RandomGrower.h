//===- RandomGrower.h - grows random programs -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to RandomProgram*.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SHARDING_RANDOMGROWER_H
#define SHARDC_TEST_UNIT_SHARDING_RANDOMGROWER_H

#include "RandomProgram.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/TensorBuilder.h"

namespace shardc::test {

/// Grows one program.
class Grower {
public:
  Grower(uint64_t seed, mlir::MLIRContext *context)
      : random(seed), context(context), builder(context),
        b(builder, mlir::UnknownLoc::get(context)) {}

  mlir::OwningOpRef<mlir::ModuleOp> run();

private:
  using Shape = llvm::SmallVector<int64_t>;
  mlir::RankedTensorType floats(llvm::ArrayRef<int64_t> shape) {
    return mlir::RankedTensorType::get(shape, builder.getF64Type());
  }
  mlir::Location loc() { return b.getLoc(); }
  int64_t extent() {
    static const std::vector<int64_t> extents = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12};
    return random.of(extents);
  }
  /// A new float argument.
  mlir::Value argument(llvm::ArrayRef<int64_t> shape);
  /// A new integer argument of values of [0, high).
  mlir::Value indices(llvm::ArrayRef<int64_t> shape, int64_t high);
  void annotate(unsigned number, llvm::ArrayRef<int64_t> shape);
  /// A value of the shape: one that is there, or a new argument.
  mlir::Value ofShape(llvm::ArrayRef<int64_t> shape);
  /// Any float value with `low` to `high` dimensions.
  mlir::Value any(int64_t low = 0, int64_t high = 4);
  void keep(mlir::Value value) { values.push_back(value); }

  void grow();
  void unary();
  void binary();
  void dot();
  void reduce();
  void reshape();
  void move();
  void indexed();
  void gathers();
  void constants();
  void norms();
  void vocabulary();
  void attention();
  void optimizer();
  void constraint();
  void microbatch();

  Random random;
  mlir::MLIRContext *context;
  mlir::OpBuilder builder;
  TensorBuilder b;
  dist::MeshAttr mesh;
  mlir::FlatSymbolRefAttr meshName;
  mlir::func::FuncOp function;
  llvm::SmallVector<mlir::Value> values;
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SHARDING_RANDOMGROWER_H
