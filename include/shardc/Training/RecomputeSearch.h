//===- RecomputeSearch.h - what to keep, what to recompute ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A straight-line program as the search for a recomputation sees it: ops in
// order, values with sizes, and for each op the place from which on its values
// are read late. The menu is every op that may run a second time: its values are
// kept over the gap between their early and their late readers, or the op runs
// again right before the first of the late ones, and all of them read the copy.
// What a copy reads is kept until then, or copied as well where the menu's choice
// for it says so.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TRAINING_RECOMPUTESEARCH_H
#define SHARDC_TRAINING_RECOMPUTESEARCH_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace shardc {

/// One op of the program.
struct RecomputeOp {
  /// Values that it reads, each once.
  llvm::SmallVector<unsigned, 4> reads;
  /// Values that it makes.
  llvm::SmallVector<unsigned, 2> makes;
  /// What one more execution takes, in FLOPs.
  int64_t cost = 0;
  /// Bytes that it needs beside its operands and results while it runs.
  int64_t workspace = 0;
  /// It may run again, and gives the same values then.
  bool canRecompute = false;
  /// It runs again for its late readers whatever is chosen, and that is paid for.
  bool isForced = false;
  /// Its value never lies in memory: readers compute it from what it reads.
  bool isFused = false;
  /// Its first result may lie where an operand of the same size has died.
  bool isInPlace = false;
  /// Readers from this op on are late; the number of ops when none is.
  unsigned lateFrom = ~0u;
};

/// One value.
struct RecomputeValue {
  /// The op that makes it; noMaker for what is there all the time.
  unsigned maker = noMaker;
  /// Bytes on a rank; 0 for what lies elsewhere (arguments, parameters in place).
  int64_t bytes = 0;
  /// It is read after the last op.
  bool isResult = false;

  static constexpr unsigned noMaker = ~0u;
};

/// The program of one stage.
struct RecomputeProblem {
  std::vector<RecomputeOp> ops;
  std::vector<RecomputeValue> values;
  /// Bytes that are taken all the time.
  int64_t base = 0;
  /// How many microbatches are between their forward and their backward pass at
  /// once: values that are kept across `turn` are there that many times.
  int64_t inFlight = 1;
  /// The first op of the backward pass; the number of ops where there is no such.
  unsigned turn = ~0u;

  /// Ops whose choice makes a difference: those with late readers, and what their
  /// copies would have to be made from.
  llvm::SmallVector<unsigned> menu() const;
};

/// What a choice leads to.
struct RecomputeOutcome {
  /// Largest number of bytes that are live at once.
  int64_t peak = 0;
  /// FLOPs of all copies.
  int64_t cost = 0;
  /// The op before (or at) which the peak is.
  unsigned peakOp = 0;
  /// Bytes over the budget, summed over time.
  double excess = 0;
  /// Ops that run again, in order, each with the op in front of which it stands.
  std::vector<std::pair<unsigned, unsigned>> copies;
};

/// Follows the program with the ops of `chosen` (a bit an op) recomputed. Takes
/// time linear in the program. `excess` is counted over `budget`.
RecomputeOutcome evaluateRecompute(const RecomputeProblem &problem, const llvm::BitVector &chosen,
                                   int64_t budget = INT64_MAX);

/// What the search found.
struct RecomputeChoice {
  /// A bit an op.
  llvm::BitVector chosen;
  RecomputeOutcome outcome;
  /// The peak is at most the budget. If not, no choice was found whose peak is
  /// lower than this one's.
  bool fits = false;
  /// No choice of the menu that fits costs less; where none fits, none has a
  /// lower peak.
  bool isExact = false;
};

/// Menus of at most this many ops are searched exactly.
inline constexpr unsigned largestExactMenu = 16;

/// The choice of least cost whose peak is at most `budget` (in bytes, `base`
/// included). Exact by branch and bound for menus of at most `exactMenu` ops; else
/// a sweep of minimum cuts, local search, and removal of all that is not needed.
/// Deterministic.
RecomputeChoice chooseRecompute(const RecomputeProblem &problem, int64_t budget,
                                unsigned exactMenu = largestExactMenu);

/// What is best where a price is paid for what is kept.
struct RecomputeCut {
  llvm::BitVector chosen;
  /// Weights of the ops whose values are kept; FLOPs of those that run again.
  double kept = 0, cost = 0;
};

/// The ops whose recomputation is best where `price * weights[i]` FLOPs are paid for
/// each op i whose values are kept over their gap: a minimum cut.
RecomputeCut cutRecompute(const RecomputeProblem &problem, llvm::ArrayRef<double> weights,
                          double price);

} // namespace shardc

#endif // SHARDC_TRAINING_RECOMPUTESEARCH_H
