//===- Cut.h - from one function to units of work ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A unit is what one stage does in one go: its forward ops, its backward ops,
// one level of its update. Cut assigns every op of @main to a unit and knows
// what units read and make; Segments turns units into functions; Programs
// calls them.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_PIPELINE_CUT_H
#define SHARDC_LIB_PIPELINE_CUT_H

#include "dialects/Dist/Dist.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <memory>
#include <optional>

namespace shardc {

enum class UnitKind { Setup, Forward, Backward, Microbatch, Update, Step };

/// The value of `dist.segment` for a kind.
llvm::StringRef toString(UnitKind kind);

/// What one stage does in one go.
struct Unit {
  UnitKind kind;
  int64_t stage = 0;
  /// Setup and update: how many transfers from other stages precede it.
  int64_t level = 0;
  /// Its ops, copies of free ones included.
  llvm::DenseSet<mlir::Operation *> ops;
  /// Values made elsewhere that it reads.
  llvm::SetVector<mlir::Value> inputs;
  /// Values it makes that are read elsewhere.
  llvm::SetVector<mlir::Value> outputs;
  /// Results of the region that it adds to: each takes the sum so far as a
  /// further argument and gives the new one as a further result.
  llvm::SmallVector<unsigned> sums;
  /// Made by buildSegment.
  mlir::func::FuncOp segment;
};

/// The cut of one @main.
class Cut {
public:
  Cut(mlir::func::FuncOp main, int64_t stages);

  /// Assigns every op; one located error where the stages don't form a chain.
  llvm::LogicalResult run();

  mlir::func::FuncOp getMain() const { return main; }
  dist::MicrobatchOp getRegion() const { return region; }
  int64_t getStages() const { return stages; }
  int64_t getMicrobatches() const { return region ? int64_t(region.getCount()) : 1; }
  bool hasBackward() const { return backward; }

  /// All units that do something, in the order setup (by level, then stage),
  /// region (forward by stage, backward by falling stage), update.
  llvm::ArrayRef<std::unique_ptr<Unit>> getUnits() const { return units; }
  Unit *findUnit(UnitKind kind, int64_t stage, int64_t level = 0) const;
  /// The unit that makes a value; null for arguments, region results, copies.
  Unit *getUnit(mlir::Value value) const;
  /// The stage at which a value is: its unit's, or its owner's.
  int64_t getStage(mlir::Value value) const;
  /// True for arguments with role input: every stage that reads one has it.
  bool isInput(mlir::Value value) const;
  /// True for an op that every stage (or segment) that needs it computes itself.
  bool isReplicatedSetup(mlir::Operation *op) const { return replicated.contains(op); }
  /// What region result `index` yields.
  mlir::Value getYielded(unsigned index) const;
  bool isSum(unsigned index) const;
  /// The unit that yields region result `index`.
  Unit *getYieldUnit(unsigned index) const { return yieldUnits[index]; }
  /// The stage that must hold result `index` of @main.
  int64_t getResultStage(unsigned index) const;
  /// The argument whose value after the step result `index` of @main is, or -1.
  int64_t getUpdatedArgument(unsigned index) const;

  /// Other stages that need a value, ascending.
  const std::map<int64_t, bool> &getConsumers(mlir::Value value) const;
  /// Every value that crosses stages, in order of first need.
  llvm::ArrayRef<mlir::Value> getCrossing() const { return crossing; }

private:
  struct Place {
    UnitKind kind;
    int64_t stage;
    int64_t level;
  };
  void findFree();
  void splitSquareSums();
  void groupScalarSums();
  void findOwners();
  llvm::LogicalResult placeRegion();
  llvm::LogicalResult placeOutside();
  llvm::LogicalResult connect();
  llvm::LogicalResult checkChain();
  std::optional<int64_t> stageAttr(mlir::Operation *op) const;
  std::optional<int64_t> firstUserStage(mlir::Value value, unsigned depth = 0) const;
  int64_t inferStage(mlir::Operation *op, bool earliest) const;
  Unit *getOrCreate(UnitKind kind, int64_t stage, int64_t level);
  void need(Unit *unit, mlir::Value value);
  void addCopy(Unit *unit, mlir::Operation *op);
  void addConsumer(mlir::Value value, int64_t stage, bool region);
  bool isBackward(mlir::Operation *op) const;

  // Handles: their accessors are not const.
  mutable mlir::func::FuncOp main;
  mutable dist::MicrobatchOp region;
  int64_t stages;
  bool backward = false;
  std::vector<std::unique_ptr<Unit>> units;
  std::map<std::tuple<int, int64_t, int64_t>, Unit *> unitIndex;
  llvm::DenseMap<mlir::Operation *, Place> places;
  llvm::DenseMap<mlir::Operation *, Unit *> unitOf;
  llvm::DenseMap<mlir::Value, int64_t> owners;
  /// By result of @main: the argument it replaces.
  llvm::DenseMap<unsigned, int64_t> updatedArgument;
  /// Copied into every segment that reads them.
  llvm::DenseSet<mlir::Operation *> free;
  /// Depend on nothing but cost something: computed once a step on each stage.
  llvm::DenseSet<mlir::Operation *> replicated;
  llvm::DenseSet<mlir::Operation *> backwardOps;
  llvm::SmallVector<Unit *> yieldUnits;
  llvm::DenseMap<mlir::Value, std::map<int64_t, bool>> consumers;
  llvm::SmallVector<mlir::Value> crossing;
};

/// Builds the segment function of a unit, before @main. Argument i is input i,
/// then one argument a sum; result i is output i, then one result a sum.
void buildSegment(const Cut &cut, Unit &unit, llvm::StringRef name, llvm::ArrayRef<int64_t> donated,
                  mlir::OpBuilder &builder);

} // namespace shardc

#endif // SHARDC_LIB_PIPELINE_CUT_H
