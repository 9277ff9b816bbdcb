//===- RandomMistakes.h - mistakes planted in local programs ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SHARDING_RANDOMMISTAKES_H
#define SHARDC_TEST_UNIT_SHARDING_RANDOMMISTAKES_H

#include "RandomProgram.h"

namespace shardc::test {

/// Where a mistake is planted.
struct Planting {
  Random &random;
  mlir::func::FuncOp function;
  dist::MeshAttr mesh;

  /// All ops of a kind, those in regions too.
  template <typename OpTy>
  std::vector<OpTy> all() {
    std::vector<OpTy> ops;
    function.walk([&](OpTy op) { ops.push_back(op); });
    return ops;
  }
  /// One of them, or null.
  template <typename OpTy>
  OpTy any() {
    std::vector<OpTy> ops = all<OpTy>();
    return ops.empty() ? OpTy() : random.of(ops);
  }
  /// The result of an op that has one; null when there is none.
  mlir::Value anyValue();
  /// Another list of axes than `axes`; null when the mesh offers none.
  mlir::ArrayAttr otherAxes(mlir::ArrayAttr axes);
};

/// The wrong ranks.
template <typename OpTy>
bool changeAxes(Planting &at) {
  OpTy op = at.any<OpTy>();
  mlir::ArrayAttr other = op ? at.otherAxes(op.getAxes()) : mlir::ArrayAttr();
  if (other)
    op->setAttr("axes", other);
  return bool(other);
}

/// One kind of mistake. `plant` changes the local program and tells whether it
/// found a place; the result may be invalid IR or, by chance, as right as before.
struct Mistake {
  const char *name;
  bool (*plant)(Planting &at);
};

/// All kinds.
llvm::ArrayRef<Mistake> allMistakes();

// The families, put together by allMistakes().
llvm::ArrayRef<Mistake> collectiveMistakes();
llvm::ArrayRef<Mistake> localMistakes();
llvm::ArrayRef<Mistake> opMistakes();

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SHARDING_RANDOMMISTAKES_H
