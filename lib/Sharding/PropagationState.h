//===- PropagationState.h - what propagation knows --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to propagation. The program of one function as a flat list of steps,
// the placement of each value, and the factor splits of each op.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_PROPAGATIONSTATE_H
#define SHARDC_LIB_SHARDING_PROPAGATIONSTATE_H

#include "OpAssigner.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Sharding/Propagation.h"

namespace shardc::propagation {

/// One use of a value.
struct Use {
  unsigned step;
  unsigned operand;
};

/// What is known of a value.
struct ValueInfo {
  mlir::Value value;
  mlir::RankedTensorType type;
  /// What its definition gives.
  Placement produced;
  /// What its users agree on: what its definition gives by itself, possibly split
  /// further.
  SplitList wanted;
  /// Dimensions that an annotation closes.
  llvm::SmallVector<bool, 4> closed;
  /// Pending reductions that are done right at the definition.
  AxisList resolved;
  llvm::SmallVector<Use, 4> uses;
  /// Step that defines it; arguments of the function: none.
  unsigned definition = 0;
  bool isArgument = false;
  /// How often a step computes it.
  int64_t trips = 1;
  /// The type in which its pending sums travel; null: its own.
  mlir::Type wireType;

  /// `produced` and `wanted` as numbers of `Tables`, and what all users ask for
  /// together.
  unsigned producedDims = 0, producedPartial = 0, wantedDims = 0, demand = 0;
  /// The dimensions that its definition would give if no user wanted anything: what
  /// users want splits these further.
  unsigned plainDims = 0;
  /// The dimensions, one bit each, that `demand` asks nothing of.
  uint64_t unasked = 0;
  /// What users ask for, or what is produced, has changed since `wanted` was made.
  bool isUnsettled = true;
};

/// What the annotation of an argument, or a pinned reshard, says, dimension by
/// dimension, and how strongly.
struct Seed {
  SplitList dims;
  llvm::SmallVector<bool, 4> closed;
  llvm::SmallVector<int64_t, 4> priorities;

  /// What of it counts at a priority level.
  SplitList heard(int64_t level) const {
    SplitList result = dims;
    for (auto [dim, priority] : llvm::zip_equal(result, priorities))
      if (priority > level)
        dim = {};
    return result;
  }
};

/// One step of the program.
struct Step {
  /// Pinned: a reshard that stood in the program before; its result is as it
  /// says, its operand as it comes. Of a loop: Begin takes the initial values and
  /// makes the arguments of condition and body, Test takes the predicate, End takes
  /// what the body returns and makes the loop's results.
  enum Kind { Op, Pinned, RegionBegin, RegionEnd, LoopBegin, LoopTest, LoopEnd, Return };

  Step(Kind kind, mlir::Operation *op, const OpClass *opClass = nullptr)
      : kind(kind), op(op), opClass(opClass), rule(opClass ? opClass->rule : noRule()) {}

  Kind kind;
  mlir::Operation *op;
  /// Ops only.
  const OpClass *opClass;
  /// Ops only; empty for others.
  const ShardingRule &rule;
  llvm::SmallVector<unsigned, 4> operands;
  llvm::SmallVector<unsigned, 2> results;
  /// Ops only.
  FactorSplits splits;
  /// The placement that each operand must have. Its partial axes are those
  /// that pass through the op.
  std::vector<Placement> needed;

  /// Ops only: what was decided, what `splits` and `needed` say of it, and what
  /// stronger annotations have settled.
  const OpOutcome *outcome = nullptr, *published = nullptr;
  unsigned floor = 0;
  /// What it asks of each operand: lists of splits by number.
  llvm::SmallVector<unsigned, 4> demands;
  /// What it is decided from has changed since.
  bool isDirty = true;
  /// LoopBegin and LoopEnd: the other one; how often the body was looked at since the
  /// initial values were.
  unsigned partner = 0, attempts = 0;

private:
  static const ShardingRule &noRule();
};

/// The analysis of one function.
class State {
public:
  State(mlir::func::FuncOp function, MeshView mesh)
      : function(function), mesh(mesh), classes(this->mesh) {}
  State(const State &) = delete;

  /// Lists steps and values, reads annotations. Reports ops without a rule.
  llvm::LogicalResult build();
  /// Chooses the factor splits of every op (Assignment.cpp), priority by priority,
  /// forward and backward until nothing changes.
  void assign();
  /// One more round forward, once it is known which sums stay pending; true when
  /// a placement changed.
  bool refine();
  /// Chooses where pending sums are reduced (Deferral.cpp).
  void defer();
  /// All of these in turn: every placement, without writing any.
  void solve();
  /// What replaces an argument after the step must be placed where the argument is,
  /// which an open argument shows only in the end.
  void tieUpdates();
  /// Writes shardings and reshards to the IR (InsertReshards.cpp).
  void materialize();

  /// Dimensions of a value as its users see them once nothing is pending.
  SplitList settledDims(const ValueInfo &info) const;
  /// Axes of sums that users of a value may get pending.
  AxisList pendingSums(unsigned value) const {
    return subtract(values[value].produced.sumAxes(), values[value].resolved);
  }
  /// What is pending in a value once the reductions at its definition are done,
  /// whatever its kind.
  std::vector<Partial> pending(unsigned value) const;
  /// What stays pending in the result of a pinned reshard: what it names, as far
  /// as its operand has it. Its `needed` takes all that there is.
  Placement passPinned(Step &step) const;
  /// Placement after what is reduced at the definition.
  Placement afterDefinition(const ValueInfo &info) const;
  /// Pending sums of operand values that pass through a step, recomputed from
  /// `available`, one placement an operand; writes `needed[i].partial` and gives
  /// one set of axes a result.
  llvm::SmallVector<AxisList, 2> passPartial(Step &step, llvm::ArrayRef<AxisList> available);
  /// What the decision about an op is made from at present.
  OpInputs inputsOf(const Step &step);

  mlir::func::FuncOp function;
  MeshView mesh;
  std::vector<ValueInfo> values;
  std::vector<Step> steps;
  llvm::DenseMap<mlir::Value, unsigned> index;
  /// The sharding that each result must have: its own annotation, or that of the
  /// argument that it is the next value of; null where there is none.
  llvm::SmallVector<dist::ShardingAttr> requiredResults;
  /// Of all arguments and of results of pinned reshards.
  llvm::DenseMap<unsigned, Seed> seeds;
  Tables tables;
  PropagationStatistics statistics;

private:
  llvm::LogicalResult listBlock(mlir::Block &block, int64_t trips);
  unsigned addValue(mlir::Value value, unsigned step, int64_t trips);
  void addOperands(Step &step, mlir::ValueRange operands);
  void addArgument(mlir::BlockArgument argument);
  void addPinned(Step &step, dist::ReshardOp reshard, int64_t trips);
  llvm::LogicalResult listLoop(mlir::stablehlo::WhileOp loop, int64_t trips);

  llvm::SmallVector<int64_t> levelsOf() const;
  void reachFixedPoint();
  /// Keeps what was found so far whatever weaker annotations say.
  void settleLevel();
  void publish();

  bool forward();
  void forwardArguments();
  void forwardOp(Step &step);
  void forwardPinned(Step &step);
  void forwardRegionBegin(Step &step);
  void forwardRegionEnd(Step &step);
  void forwardReturn(Step &step);
  void setCarried(Step &begin, unsigned number, const SplitList &dims);
  void forwardLoopBegin(Step &step);
  /// True when the body must be looked at once more.
  bool forwardLoopEnd(Step &step);
  bool backward();
  void demandOfRegion(Step &step);
  void demandOfReturn(Step &step);
  void demandOfLoop(Step &step);
  bool settle(unsigned value);
  unsigned mergedDemand(unsigned value);
  SplitList wantedOf(const ValueInfo &info) const;
  void setDemand(Step &step, unsigned operand, unsigned demand);
  void setProduced(unsigned value, unsigned dims, unsigned partial, unsigned plain);
  void decide(Step &step);

  OpClasses classes;
  /// What was decided, by what it was decided from.
  llvm::StringMap<std::unique_ptr<OpOutcome>> outcomes;
  /// `wanted` by type, `produced` and demand, arguments aside.
  llvm::StringMap<unsigned> settled;
  KeyBuilder key;
  /// Annotations of priorities above it are not heard.
  int64_t level = 0;
  /// Demands only shrink from now on.
  bool isDescending = false;
  bool changed = false;
};

/// "'name'" or "operand i": how messages call a value.
std::string describe(mlir::Value value);

} // namespace shardc::propagation

#endif // SHARDC_LIB_SHARDING_PROPAGATIONSTATE_H
