//===- PartitionCheckerImpl.h - interpreter of local programs -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The walk over a function: what each op makes of the placements of its operands.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_PARTITIONCHECKERIMPL_H
#define SHARDC_LIB_SHARDING_PARTITIONCHECKERIMPL_H

#include "PartitionCheckerPlacement.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Sharding/PartitionChecker.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <functional>
#include <vector>

namespace shardc::checker {

class Loops;
class Meaning;

/// Why a program is refused.
struct Refusal {
  mlir::Operation *op = nullptr;
  std::string message;
  /// The same for who did not write the local program, where the checker merely cannot tell;
  /// empty: `message`.
  std::string unproven;
  /// The checker cannot tell; else it has seen a fault.
  bool isOpen = false;
  /// Where the offending value comes from, and what is known of it.
  std::optional<mlir::Location> origin;
  std::string note;

  mlir::InFlightDiagnostic emit(bool isError = true) const;
};

/// What the groups of a convolution come to on the whole.
struct ConvolutionGroups {
  /// How many there are; 0 where the input does not depend on what they divide.
  int64_t features = 0, batch = 0;
  /// Input features of one group; 0 where neither operand depends on them.
  int64_t summed = 0;
};

/// Interprets one function.
class Checker {
public:
  Checker(mlir::func::FuncOp func, const PartitionCheckerOptions &options)
      : func(func), options(options) {}
  llvm::LogicalResult run();
  /// Interprets the function as a program for one device, on whole values;
  /// shardings are ignored.
  llvm::LogicalResult runGlobal();
  /// Gives values their terms along the walk, if set.
  Meaning *meaning = nullptr;
  /// Takes the reason of a refusal instead of an error, if set.
  Refusal *refusal = nullptr;
  dist::MeshAttr getMesh() const { return mesh; }

  //===--- Values and layouts (PartitionCheckerState.cpp)
  //------------------===//

  /// The placement of a value that is defined and has uses left. The reference
  /// stays good while the op at hand is visited.
  const Placement &get(mlir::Value value) const {
    return slots[slotOf.find(value)->second].placement;
  }
  void put(mlir::Value value, Placement placement);
  /// Told of each placement that is derived (for tests).
  std::function<void(mlir::Value, const Placement &)> observer;
  const AtomTable &getAtoms() const { return atoms; }
  /// Those of the convolution that was visited last.
  const ConvolutionGroups &getConvolutionGroups() const { return convolutionGroups; }
  /// The split of `global` elements; nullopt when an axis is unknown or the
  /// granule is below 1.
  std::optional<Dim> makeDim(int64_t global, int64_t granule,
                             llvm::ArrayRef<dist::AxisRefAttr> axes) const;
  /// Whether a value split as `derived` is also one split as `declared`: further
  /// levels of that leave the first rank all there is, and others nothing.
  bool fitsInto(const Dim &derived, const Dim &declared) const;
  /// Blocks of one element, or levels that split nothing, can be read in several
  /// ways.
  bool isAmbiguous(const Dim &dim) const;
  /// Some rank's block holds padding.
  bool isUneven(const Dim &dim) const;
  /// Padding of `dim` as an op that reads it sees it.
  Pad padOf(const Placement &placement, unsigned dim) const;
  std::string describe(const Dim &dim) const;
  std::string describe(const Placement &placement) const;
  std::string describePartial(const Placement &placement) const;
  /// Emits `message` at `op`, with a note at where `culprit` comes from.
  llvm::LogicalResult fail(mlir::Operation *op, const llvm::Twine &message,
                           mlir::Value culprit = {}, bool isOpen = false);
  /// The same for what may be right and is beyond the checker.
  llvm::LogicalResult giveUp(mlir::Operation *op, const llvm::Twine &message,
                             mlir::Value culprit = {}) {
    return fail(op, message, culprit, /*isOpen=*/true);
  }

  /// Gives a result its placement: atoms must be used once, extents must be the
  /// type's, and `dist.shardings` must agree.
  llvm::LogicalResult set(mlir::OpResult result, Placement placement);
  /// Compares with a declared sharding, which settles the splits of soft
  /// dimensions. `what` names the value in messages.
  llvm::LogicalResult agree(mlir::Operation *op, const llvm::Twine &what, Placement &placement,
                            dist::ShardingAttr declared, mlir::Value producer = {});
  dist::ShardingAttr declaredOf(mlir::OpResult result) const;
  bool resolve(mlir::ArrayAttr axes, llvm::SmallVectorImpl<unsigned> &list) const;

  /// Fails unless no operand is partial.
  llvm::LogicalResult requireNoPartial(mlir::Operation *op, llvm::ArrayRef<mlir::Value> operands);
  llvm::LogicalResult requireWhole(mlir::Operation *op, mlir::Value operand, unsigned dim,
                                   const llvm::Twine &why);
  /// Whether the checker knows `op` as one that acts element by element.
  bool isElementwise(mlir::Operation *op) const;

private:
  //===--- Walk (PartitionChecker.cpp)
  //-------------------------------------===//
  llvm::LogicalResult collectAtoms();
  llvm::LogicalResult seedArguments();
  llvm::LogicalResult checkResults(mlir::func::ReturnOp op);
  llvm::LogicalResult visitBlock(mlir::Block &block);
  llvm::LogicalResult visit(mlir::Operation *op);
  llvm::LogicalResult visitMicrobatch(dist::MicrobatchOp op);
  llvm::LogicalResult visitCall(mlir::func::CallOp op);
  llvm::LogicalResult visitWhile(mlir::stablehlo::WhileOp op);
  void retainCaptured(mlir::stablehlo::WhileOp op);
  /// Makes of what a loop carries what is true after another iteration as well.
  llvm::LogicalResult joinCarried(mlir::stablehlo::WhileOp op, unsigned number, Placement &carried,
                                  const Placement &returned, bool &changes);
  llvm::LogicalResult placementOf(mlir::Operation *at, const llvm::Twine &what,
                                  mlir::RankedTensorType local, mlir::RankedTensorType global,
                                  dist::ShardingAttr sharding, Placement &placement);

  //===--- Elementwise ops
  //-------------------------------------------------===//
  llvm::LogicalResult visitElementwise(mlir::Operation *op);
  llvm::LogicalResult combinePartials(mlir::Operation *op, Placement &result);
  bool visitIndexArithmetic(mlir::Operation *op, llvm::LogicalResult &done);
  void tagResult(mlir::Operation *op, Placement &result) const;

  //===--- Shape ops
  //-------------------------------------------------------===//
  llvm::LogicalResult visitConstant(mlir::stablehlo::ConstantOp op);
  llvm::LogicalResult visitIota(mlir::stablehlo::IotaOp op);
  llvm::LogicalResult visitBroadcast(mlir::stablehlo::BroadcastInDimOp op);
  llvm::LogicalResult visitReshape(mlir::stablehlo::ReshapeOp op);
  llvm::LogicalResult visitTranspose(mlir::stablehlo::TransposeOp op);
  llvm::LogicalResult visitReverse(mlir::stablehlo::ReverseOp op);
  llvm::LogicalResult visitSlice(mlir::stablehlo::SliceOp op);
  llvm::LogicalResult visitPad(mlir::stablehlo::PadOp op);
  llvm::LogicalResult visitConcatenate(mlir::stablehlo::ConcatenateOp op);
  llvm::LogicalResult visitDynamicSlice(mlir::stablehlo::DynamicSliceOp op);
  llvm::LogicalResult visitDynamicUpdateSlice(mlir::stablehlo::DynamicUpdateSliceOp op);
  llvm::LogicalResult visitGather(mlir::stablehlo::GatherOp op);
  llvm::LogicalResult visitScatter(mlir::stablehlo::ScatterOp op);
  llvm::LogicalResult visitPassThrough(mlir::Operation *op);
  llvm::LogicalResult visitCustomCall(mlir::Operation *op);
  /// Splits or merges dimensions; see the definition.
  std::optional<Dim> mergeDims(llvm::ArrayRef<Dim> dims) const;
  bool unitRuns(const Placement &source, llvm::ArrayRef<int64_t> shape, dist::ShardingAttr declared,
                size_t &in, size_t &out) const;
  bool widenUnitGroup(const Placement &source, llvm::ArrayRef<int64_t> shape,
                      dist::ShardingAttr declared, size_t inBegin, size_t outBegin, size_t &in,
                      size_t &out) const;
  bool splitDim(const Dim &dim, llvm::ArrayRef<int64_t> extents,
                llvm::ArrayRef<dist::DimShardingAttr> declared,
                llvm::SmallVectorImpl<Dim> &out) const;
  /// Looks up every element of a small reshape whose result is split as declared;
  /// true, and the dimensions, when each is where it should be.
  bool reshapeAsDeclared(const Placement &source, llvm::ArrayRef<int64_t> shape,
                         dist::ShardingAttr declared, llvm::SmallVectorImpl<Dim> &result) const;
  bool reshapeAsDeclared(const Placement &source, llvm::ArrayRef<int64_t> shape,
                         dist::ShardingAttr declared, bool trustsHints,
                         llvm::SmallVectorImpl<Dim> &result) const;
  bool assignSteps(const Dim &dim, llvm::ArrayRef<int64_t> extents, llvm::ArrayRef<unsigned> counts,
                   llvm::SmallVectorImpl<Dim> &out) const;

  //===--- Contractions
  //----------------------------------------------------===//
  llvm::LogicalResult visitDot(mlir::Operation *op, llvm::ArrayRef<int64_t> lhsBatch,
                               llvm::ArrayRef<int64_t> rhsBatch,
                               llvm::ArrayRef<int64_t> lhsContract,
                               llvm::ArrayRef<int64_t> rhsContract);
  llvm::LogicalResult visitReduce(mlir::stablehlo::ReduceOp op);
  llvm::LogicalResult visitConvolution(mlir::stablehlo::ConvolutionOp op);
  /// How many outer levels of `grouped`, a dimension of features or of the batch in
  /// groups of which a rank has `count`, split the groups: those that split the
  /// outputs of `result`, which are its dimension `feature`.
  size_t levelsOfGroups(const Dim &grouped, const Dim &outputs, int64_t count,
                        mlir::OpResult result, unsigned feature);
  llvm::LogicalResult visitReduceWindow(mlir::stablehlo::ReduceWindowOp op);
  llvm::LogicalResult visitSort(mlir::stablehlo::SortOp op);
  llvm::LogicalResult visitSelectAndScatter(mlir::stablehlo::SelectAndScatterOp op);
  /// Sums over an index that the operands do not depend on are partial over
  /// whatever axes the result is declared to be.
  void adoptDeclaredSums(mlir::OpResult result, Placement &placement) const;

  //===--- Collectives
  //-----------------------------------------------------===//
  llvm::LogicalResult visitAllReduce(dist::AllReduceOp op);
  llvm::LogicalResult visitAllGather(dist::AllGatherOp op);
  llvm::LogicalResult visitReduceScatter(dist::ReduceScatterOp op);
  llvm::LogicalResult visitAllSlice(dist::AllSliceOp op);
  llvm::LogicalResult visitAllToAll(dist::AllToAllOp op);
  llvm::LogicalResult visitPermute(dist::PermuteOp op);
  llvm::LogicalResult visitBroadcastCollective(dist::BroadcastOp op);
  llvm::LogicalResult visitStart(dist::StartOp op);
  llvm::LogicalResult visitMask(dist::MaskOp op);
  llvm::LogicalResult visitShardOffset(dist::ShardOffsetOp op);
  /// Writes `placement` by the cuts that `group` makes; fails where it depends on
  /// coordinates that those cut through.
  llvm::LogicalResult alignTo(mlir::Operation *op, mlir::Value input,
                              llvm::ArrayRef<unsigned> group, Placement &placement);
  llvm::LogicalResult takeReduced(mlir::Operation *op, mlir::Value input,
                                  llvm::ArrayRef<unsigned> group, dist::ReductionKind kind,
                                  Placement &placement);
  llvm::LogicalResult gatherDim(mlir::Operation *op, mlir::Value input, unsigned dim,
                                llvm::ArrayRef<unsigned> group, int64_t extent,
                                Placement &placement);
  llvm::LogicalResult sliceDim(mlir::Operation *op, mlir::Value input, unsigned dim,
                               llvm::ArrayRef<unsigned> group, int64_t extent,
                               Placement &placement);

  //===--- nn ops
  //----------------------------------------------------------===//
  llvm::LogicalResult visitEmbedding(nn::EmbeddingOp op);
  llvm::LogicalResult visitEmbeddingGrad(nn::EmbeddingGradOp op);
  llvm::LogicalResult visitNorm(mlir::Operation *op, unsigned numParams);
  llvm::LogicalResult visitNormGrad(mlir::Operation *op);
  llvm::LogicalResult visitRope(nn::RopeOp op);
  llvm::LogicalResult visitRopeTable(nn::RopeTableOp op);
  llvm::LogicalResult visitSoftmax(mlir::Operation *op);
  llvm::LogicalResult visitAttention(nn::AttentionOp op);
  llvm::LogicalResult visitAttentionGrad(nn::AttentionGradOp op);
  llvm::LogicalResult checkQueries(mlir::Operation *op, Loops &loops, bool causal,
                                   mlir::Value offset);
  void dropOffset(mlir::Value offset, mlir::ValueRange operands, Placement &result) const;
  llvm::LogicalResult matchHeads(mlir::Operation *op, Loops &loops, Steps &within);
  llvm::LogicalResult visitDropout(nn::DropoutOp op);
  llvm::LogicalResult visitCrossEntropy(nn::CrossEntropyOp op);
  llvm::LogicalResult visitCrossEntropyGrad(nn::CrossEntropyGradOp op);
  llvm::LogicalResult visitSquareSum(nn::SquareSumOp op);
  llvm::LogicalResult visitAdamW(nn::AdamWOp op);

  mlir::func::FuncOp func;
  PartitionCheckerOptions options;
  dist::MeshAttr mesh;
  AtomTable atoms;
  bool isGlobal = false;
  ConvolutionGroups convolutionGroups;
  /// Some split could be read in several ways, and one was taken.
  bool hasGuessed = false;

  /// Placements of live values: a slot is free again after the last use.
  struct Slot {
    Placement placement;
    size_t usesLeft = 0;
  };
  std::deque<Slot> slots;
  llvm::SmallVector<unsigned> freeSlots;
  llvm::DenseMap<mlir::Value, unsigned> slotOf;
  void release(mlir::Value value);
  /// The last call of each function: placements of arguments and results.
  struct Call {
    std::vector<Placement> arguments, results;
    bool active = false;
  };
  llvm::DenseMap<mlir::Operation *, Call> calls;
};

/// The loops of an op: dimensions of operands that run together. Binding one
/// loop twice demands equal blocks.
class Loops {
public:
  Loops(Checker &checker, mlir::Operation *op) : checker(checker), op(op) {}

  /// Binds each dimension of an operand to a loop (numbers chosen by the
  /// caller). `verb` begins the message of a conflict.
  llvm::LogicalResult bind(unsigned operand, llvm::ArrayRef<unsigned> loopOf,
                           llvm::StringRef verb = "mixes different blocks");
  bool isBound(unsigned loop) const { return loop < loops.size() && loops[loop].bound; }
  const Dim &dim(unsigned loop) const { return loops[loop].dim; }
  /// The op's results depend on the index of this loop, whatever its operands
  /// do.
  void harden(unsigned loop) {
    if (loops[loop].dim.soft)
      loops[loop].dim = Dim::whole(loops[loop].dim.local);
    loops[loop].dim.elastic = false;
  }
  Dim &dim(unsigned loop) { return loops[loop].dim; }
  bool isUneven(unsigned loop) const { return checker.isUneven(loops[loop].dim); }
  /// Padding of an operand along a loop; its own number when the loop does not
  /// run over it.
  Pad pad(unsigned operand, unsigned loop) const;
  /// Dirty unless all operands hold finite numbers, else Defined.
  Pad worstPad(unsigned loop) const;
  /// The result dimension that runs over `loop`.
  Dim result(unsigned loop, Pad pad) const;
  Dim result(unsigned loop) const { return result(loop, worstPad(loop)); }
  /// Adds the pending reduction of a loop that no result runs over, given that
  /// its padding may be read.
  llvm::LogicalResult reduce(unsigned loop, dist::ReductionKind kind, Placement &result) const;
  /// Fails when the loop is split.
  llvm::LogicalResult requireWhole(unsigned loop, const llvm::Twine &why) const;
  /// Unions the partial sums and the varying axes of all operands into the
  /// result. Only operands of `linear` may be partial, and only sums.
  llvm::LogicalResult multiply(llvm::ArrayRef<unsigned> linear, Placement &result) const;
  mlir::Value operandOf(unsigned loop) const;

private:
  struct Loop {
    bool bound = false;
    Dim dim;
    unsigned operand = 0, operandDim = 0;
    llvm::SmallVector<std::pair<unsigned, Pad>, 4> pads;
  };
  Checker &checker;
  mlir::Operation *op;
  llvm::SmallVector<Loop, 6> loops;
};

/// The number that `attr` holds in every element, if it is one.
std::optional<double> splatValue(mlir::Attribute attr);
/// The value that leaves others unchanged under `kind`, in `type`.
bool isNeutral(double value, dist::ReductionKind kind, mlir::Type type);
/// So far below any logit of `type` that its exponential counts as zero.
bool isFarBelow(double value, mlir::Type type);

} // namespace shardc::checker

#endif // SHARDC_LIB_SHARDING_PARTITIONCHECKERIMPL_H
