//===- OpAssigner.h - factor splits of one op -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to propagation. What an op does is a function of what it gets and what
// is wanted of it, of nothing else: the same for equal ops, whatever the order in
// which they are visited.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_OPASSIGNER_H
#define SHARDC_LIB_SHARDING_OPASSIGNER_H

#include "OpClass.h"

namespace shardc::propagation {

/// Lists by number.
struct Tables {
  NumberedLists<Split> splits;
  NumberedLists<Partial> partial;
  NumberedLists<Axis> axes;
};

/// The granule of a dimension in a list of demands of which nothing is asked.
constexpr int64_t kNoDemand = -1;

/// What the decision about an op is made from; lists are numbers of `Tables`.
struct OpInputs {
  const OpClass *op = nullptr;
  /// Dimensions of each operand as the op sees them.
  llvm::SmallVector<unsigned, 4> seen;
  /// Sums that each operand may come with, pending.
  llvm::SmallVector<unsigned, 4> available;
  /// Operands that are zero and so a sum of anything; asked for only where some
  /// operand has sums pending.
  llvm::SmallVector<bool, 4> isZero;
  /// What users want of the dimensions of each result.
  llvm::SmallVector<unsigned, 2> wanted;
  /// The dimensions of each result, one bit each, that no user asks anything of.
  llvm::SmallVector<uint64_t, 2> unasked;
  /// Factor splits that stronger annotations have settled.
  unsigned floor = 0;
  /// What annotations of a priority above it say is not heard yet.
  int64_t level = 0;

  void appendKey(KeyBuilder &key) const;
};

/// A choice between contradicting proposals.
struct OpConflict {
  /// Bytes that a rank sends for one execution, the op's own reductions included.
  int64_t bytes = 0;
  /// The next best choice, if there is another.
  bool hasSecond = false;
  FactorSplits second;
  int64_t secondBytes = 0;
};

/// What an op does.
struct OpOutcome {
  FactorSplits splits;
  /// One an operand: its dimensions, the sums that it may have pending, and what
  /// the op would like best of it.
  llvm::SmallVector<unsigned, 4> needed, neededPartial, demands;
  /// One a result: its dimensions, what is pending, and its dimensions if no user
  /// wanted anything.
  llvm::SmallVector<unsigned, 2> produced, producedPartial, plain;
  std::optional<OpConflict> conflict;
};

/// Sums that pass through an op.
struct PassedSums {
  /// One an operand: what of its pending sums goes on.
  llvm::SmallVector<AxisList, 4> operands;
  /// One a result.
  llvm::SmallVector<AxisList, 2> results;
};
PassedSums passSums(const OpClass &op, llvm::ArrayRef<Split> splits,
                    llvm::ArrayRef<AxisList> available, llvm::function_ref<bool(unsigned)> isZero);

/// Decides for one op.
class OpAssigner {
public:
  OpAssigner(const OpInputs &inputs, Tables &tables)
      : inputs(inputs), op(*inputs.op), rule(inputs.op->rule), tables(tables) {}
  OpOutcome run();

  /// Splits of one factor that operands propose.
  struct Candidate {
    Split split;
    /// The first operand that proposes it.
    unsigned operand;
  };
  /// One list a factor; for those who explain.
  llvm::ArrayRef<llvm::SmallVector<Candidate, 2>> collectCandidates() {
    collect();
    return candidates;
  }
  /// True when no tensor of the op gets an axis twice or a split that it can't
  /// have.
  bool isValid(llvm::ArrayRef<Split> splits) const;
  /// Bytes that a rank sends: operands brought in place, reductions finished. After
  /// collectCandidates().
  int64_t bytesOf(llvm::ArrayRef<Split> splits) const;

private:
  void collect();
  void obeyFloor();
  bool chooseMaximal();
  void chooseByCost(OpOutcome &outcome);
  double costOf(llvm::ArrayRef<Split> splits) const;
  bool isHeardConstraint() const;
  void applyConstraint();
  void extend(FactorSplits &splits, llvm::ArrayRef<Axis> except) const;
  void listPlain(OpOutcome &outcome);
  void finish(OpOutcome &outcome, llvm::ArrayRef<Split> asked, PassedSums &passed);

  const OpInputs &inputs;
  const OpClass &op;
  const ShardingRule &rule;
  Tables &tables;
  FactorSplits splits;
  llvm::SmallVector<llvm::SmallVector<Candidate, 2>, 8> candidates;
};

} // namespace shardc::propagation

#endif // SHARDC_LIB_SHARDING_OPASSIGNER_H
