//===- RandomProgram.h - random graphs, meshes, shardings -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SHARDING_RANDOMPROGRAM_H
#define SHARDC_TEST_UNIT_SHARDING_RANDOMPROGRAM_H

#include "dialects/Dist/Dist.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <random>
#include <string>

namespace shardc::test {

/// One random number source, the same on every platform.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  /// Of [0, bound).
  int64_t below(int64_t bound) { return engine() % static_cast<uint64_t>(bound); }
  /// Of [low, high].
  int64_t between(int64_t low, int64_t high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }
  template <typename Range>
  auto &of(Range &&range) {
    return range[below(range.size())];
  }

private:
  std::mt19937_64 engine;
};

/// A random sharding of a value of `shape`: axes and sub-axes on some dimensions,
/// with granules, uneven or not. `open` leaves some dimensions open.
dist::ShardingAttr randomSharding(Random &random, llvm::ArrayRef<int64_t> shape,
                                  mlir::FlatSymbolRefAttr name, dist::MeshAttr mesh, bool open);

/// A mesh of at most 8 ranks.
dist::MeshAttr randomMesh(Random &random, mlir::MLIRContext *context);

/// A function @main of a few ops of every family on float64, with annotations
/// here and there, all of whose unused values are results.
mlir::OwningOpRef<mlir::ModuleOp> randomProgram(uint64_t seed, mlir::MLIRContext *context);

/// A function @main with a loop whose end depends on data, on float64, with
/// annotations of what it begins with and reads.
mlir::OwningOpRef<mlir::ModuleOp> randomLoop(uint64_t seed, mlir::MLIRContext *context);

/// A context with all dialects and op models loaded.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// The number in an environment variable, `value` where there is none: how many
/// cases, which seed first.
inline int64_t fromEnvironment(const char *name, int64_t value) {
  const char *text = std::getenv(name);
  return text ? std::strtoll(text, nullptr, 10) : value;
}

/// A module as text.
inline std::string print(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SHARDING_RANDOMPROGRAM_H
