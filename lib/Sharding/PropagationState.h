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

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Sharding/Projection.h"
#include "llvm/ADT/DenseMap.h"

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
  /// What its users agree on: `produced.dims`, possibly split further.
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
};

/// One step of the program.
struct Step {
  enum Kind { Op, RegionBegin, RegionEnd, Return };
  Kind kind;
  mlir::Operation *op;
  llvm::SmallVector<unsigned, 4> operands;
  llvm::SmallVector<unsigned, 2> results;
  /// Ops only.
  ShardingRule rule;
  FactorSplits splits;
  /// The placement that each operand must have. Its partial axes are those
  /// that pass through the op.
  std::vector<Placement> needed;
  /// More than one choice of factor splits was possible, at a cost.
  bool conflicted = false;
};

/// The analysis of one function.
class State {
public:
  State(mlir::func::FuncOp function, MeshView mesh) : function(function), mesh(mesh) {}

  /// Lists steps and values, reads annotations. Reports ops without a rule.
  llvm::LogicalResult build();
  /// Chooses the factor splits of every op (Assignment.cpp), rounds of forward
  /// and backward.
  void assign();
  /// One more round forward, once it is known which sums stay pending; true when
  /// a placement changed.
  bool refine();
  /// Chooses where pending sums are reduced (Deferral.cpp).
  void defer();
  /// Writes shardings and reshards to the IR (InsertReshards.cpp).
  void materialize();

  /// Dimensions of a value as its users see them once nothing is pending.
  SplitList settledDims(const ValueInfo &info) const;
  /// Axes of sums that users of a value may get pending.
  AxisList pendingSums(unsigned value) const {
    return subtract(values[value].produced.sumAxes(), values[value].resolved);
  }
  /// Placement after what is reduced at the definition.
  Placement afterDefinition(const ValueInfo &info) const;
  /// Pending sums of operand values that pass through a step, recomputed from
  /// `available`, one placement an operand; writes `needed[i].partial` and gives
  /// one set of axes a result.
  llvm::SmallVector<AxisList, 2> passPartial(Step &step, llvm::ArrayRef<AxisList> available);

  mlir::func::FuncOp function;
  MeshView mesh;
  std::vector<ValueInfo> values;
  std::vector<Step> steps;
  llvm::DenseMap<mlir::Value, unsigned> index;
  /// The sharding that each result must have: its own annotation, or that of the
  /// argument that it is the next value of; null where there is none.
  llvm::SmallVector<dist::ShardingAttr> requiredResults;

private:
  llvm::LogicalResult listBlock(mlir::Block &block, int64_t trips);
  unsigned addValue(mlir::Value value, unsigned step, int64_t trips);
  void addOperands(Step &step, mlir::ValueRange operands);

  bool forward();
  void backward();
  void forwardOp(Step &step);
  void forwardRegionBegin(Step &step);
  void forwardRegionEnd(Step &step);
  void forwardReturn(Step &step);
  bool setProduced(unsigned value, Placement placement);
  bool changed = false;
};

/// Chooses the factor splits of one op from its operands and what its results'
/// users want.
class OpAssigner {
public:
  OpAssigner(State &state, Step &step) : state(state), step(step) {}
  /// Sets splits and the dimensions of `needed`.
  void run();
  /// The splits extended by what users of the results want, whether or not
  /// it is reached by passing partial sums on.
  FactorSplits extended();
  /// True when no tensor of the op gets an axis twice or a split that it can't
  /// have.
  bool isValid(llvm::ArrayRef<Split> splits) const;

private:
  struct Candidate {
    Split split;
    int64_t bytes;
  };
  void collect();
  bool chooseMaximal();
  void chooseByCost();
  double costOf(llvm::ArrayRef<Split> splits) const;
  void applyConstraint();
  void extend(FactorSplits &splits, llvm::ArrayRef<Axis> except) const;
  Placement seen(unsigned operand) const;
  std::vector<Placement> seenOperands;
  llvm::SmallVector<llvm::SmallVector<Candidate, 2>, 8> candidates;

  State &state;
  Step &step;
};

/// "'name'" or "operand i": how messages call a value.
std::string describe(mlir::Value value);

} // namespace shardc::propagation

#endif // SHARDC_LIB_SHARDING_PROPAGATIONSTATE_H
