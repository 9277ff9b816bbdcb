//===- Explain.h - where shardings come from, what they move ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Walks the road as far as the programs of the ranks and tells, for people and for
// programs, how each value is sharded, why, and what every rank sends in one step.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_EXPLAIN_H
#define SHARDC_DRIVER_EXPLAIN_H

#include "shardc/Driver/Compiler.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace shardc {

/// What to explain.
struct ExplainOptions {
  ModelOptions model;
  RoadOptions road;
  /// Name of one value (see ValueNames.h), or a pattern in which `*` stands for any
  /// text: all values whose best name it matches, at least one; empty: the borders of the
  /// function and the main values of the layers.
  std::string value;
  /// Every value of the function, and nothing of what is sent: no stage after propagation
  /// runs. For editors.
  bool onlyValues = false;
  /// A second strategy to compare with.
  std::optional<std::string> versus;
  /// `road.strategy` is the second one: errors in its text are at `--vs:1:COLUMN`.
  bool isVersus = false;
};

/// What a rank sends in one step by one kind of collective over one group of axes in
/// one phase; where ranks differ, the most.
struct TrafficRow {
  /// forward, backward or update.
  std::string phase;
  /// Axes of the group, outer first, joined by '+'.
  std::string axes;
  /// all_reduce, all_gather, …, send.
  std::string kind;
  int64_t count = 0;
  int64_t bytes = 0;
};

/// A choice that was considered for a value, and what it would move.
struct ExplainedAlternative {
  std::string name;
  std::string sharding;
  /// Bytes that a rank sends in one step.
  int64_t bytes = 0;
  bool isChosen = false;
};

/// One value.
struct ExplainedValue {
  /// param, input, state, value, or the role of a result.
  std::string kind;
  std::string name;
  /// The op that makes it; empty for arguments.
  std::string op;
  std::string location;
  /// Number of the argument, or of the result of the op.
  unsigned index = 0;
  /// Shapes with element type, `48x32x64xf32`, global and of one rank.
  std::string globalType, localType;
  int64_t globalBytes = 0, localBytes = 0;
  /// `[{dp}, {tp}:8]`, with ` sum(tp)` behind it for a pending sum: as users get it.
  std::string sharding;
  /// As its op makes it, where that is something else; empty otherwise.
  std::string madeAs;
  /// What gave the value its sharding, in a few words.
  std::string source;
  /// Number of the layer that the value belongs to.
  std::optional<int64_t> layer;
  /// Texts that are equal for values that are the same thing in different layers and have
  /// their shardings from the same things there.
  std::string sharedName, sharedSource;
  /// One line a dimension; empty for a scalar.
  std::vector<std::string> reasons;
  std::vector<ExplainedAlternative> alternatives;
};

/// A value that moves because two of its ops want it in different places.
struct ExplainedConflict {
  std::string location;
  std::string message;
};

/// Everything about one model under one strategy.
struct Explanation {
  std::string strategy;
  std::vector<std::pair<std::string, int64_t>> mesh;
  int64_t ranks = 1;
  std::vector<ExplainedValue> values;
  /// Sorted by phase, axes and kind.
  std::vector<TrafficRow> traffic;
  std::vector<ExplainedConflict> conflicts;
  /// Bytes of parameters and of optimizer state that one rank holds; where pipeline
  /// stages differ, the most of each.
  int64_t paramBytes = 0, stateBytes = 0;

  int64_t getTrafficBytes() const;
};

/// Explains the model under `options.road.strategy`. Emits one located error and
/// fails where the compiler would, or when no value has the name.
llvm::FailureOr<Explanation> explainModel(mlir::MLIRContext *context,
                                          const ExplainOptions &options);

/// Tables for people. `oneValue`: the details of the values that it has, once for equal ones
/// of layers.
void printExplanation(const Explanation &explanation, bool oneValue, llvm::raw_ostream &os);
/// Differences of values, totals of both side by side.
void printComparison(const Explanation &first, const Explanation &second, llvm::raw_ostream &os);
/// The same as one object.
llvm::json::Object toJson(const Explanation &explanation);
llvm::json::Object toJson(const Explanation &first, const Explanation &second);

} // namespace shardc

#endif // SHARDC_DRIVER_EXPLAIN_H
