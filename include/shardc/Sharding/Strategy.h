//===- Strategy.h - the strategy string -------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `dp=2,tp=4,pp=2,schedule=1f1b,microbatches=4`: how a model is to be split.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_STRATEGY_H
#define SHARDC_SHARDING_STRATEGY_H

#include "dialects/Dist/Dist.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace shardc {

/// Receives one error: the 1-based column in the strategy string it is about,
/// and the message.
using StrategyErrorFn = llvm::function_ref<void(unsigned column, const llvm::Twine &message)>;

/// Every key of a strategy string, with its default.
struct Strategy {
  int64_t dp = 1, fsdp = 1, tp = 1, cp = 1, pp = 1, vpp = 1, ep = 1;
  int64_t zero = 0;
  bool sp = false;
  bool spRegather = true;
  std::string cpMode = "allgather";
  std::string schedule = "1f1b";
  int64_t microbatches = 1;
  /// none, full, every, sqrt, selective or budget; with its number.
  std::string recompute = "none";
  int64_t recomputeValue = 0;
  /// Empty: the working precision.
  std::string gradDtype;
  std::string zero2Reduce = "each";
  int64_t resident = 0;
  /// Mesh axes, outer to inner.
  llvm::SmallVector<std::string, 5> order = {"dp", "pp", "fsdp", "cp", "tp"};

  /// Column of each key that was given.
  llvm::StringMap<unsigned> columns;

  /// Parses a strategy string; the empty string is one device. Refuses unknown
  /// keys, keys given twice, and values out of range. Calls `error` once and
  /// fails on the first fault.
  static llvm::FailureOr<Strategy> parse(llvm::StringRef text, StrategyErrorFn error);

  /// Refuses what parses but this version cannot compile.
  llvm::LogicalResult checkSupported(StrategyErrorFn error) const;

  /// Every key that parses.
  static llvm::ArrayRef<llvm::StringRef> getKeys();

  /// Calls `warn` for each key that was given and changes nothing beside the others, at
  /// its column: `zero=3` with dp=1, `schedule` without stages.
  void findIdleKeys(StrategyErrorFn warn) const;

  /// Column of `key`, or 1 when it was not given.
  unsigned columnOf(llvm::StringRef key) const;

  /// `recompute` with its number: `budget:BYTES`, `every:C`.
  std::string getRecompute() const;

  int64_t getNumRanks() const { return dp * fsdp * tp * cp * pp; }

  /// The mesh: the axes that exceed 1, in order.
  dist::MeshAttr getMesh(mlir::MLIRContext *context) const;

  /// Ways the batch is split over ranks.
  int64_t getBatchRanks() const { return dp * fsdp; }
};

/// Location of a column of the strategy string: `strategy:1:COLUMN`.
mlir::Location strategyLoc(mlir::MLIRContext *context, unsigned column);

/// Parses, checks support, and reports at strategyLoc.
llvm::FailureOr<Strategy> parseStrategy(llvm::StringRef text, mlir::MLIRContext *context);

} // namespace shardc

#endif // SHARDC_SHARDING_STRATEGY_H
