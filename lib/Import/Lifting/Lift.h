//===- Lift.h - per-device programs as global ones --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A value that differs from device to device along some axes of the mesh becomes
// one global value with a leading dimension for each of them, as `vmap` makes of
// the program of one example that of a batch. What is the same on all devices gets
// no dimension. Collectives become ordinary ops on the leading dimensions.
// Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_LIFTING_LIFT_H
#define SHARDC_LIB_IMPORT_LIFTING_LIFT_H

#include "LiftDevices.h"
#include "dialects/Sdy/Sdy.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace shardc {

/// A value of a per-device program, for all devices at once: its type has a
/// dimension for each of `axes` (in order), then those of the local value.
struct Lifted {
  mlir::Value value;
  AxisList axes;

  bool isUniform() const { return axes.empty(); }
};

class Lifter;

/// Makes the lifted form of one op, at least one operand of which varies. Emits an
/// error when it can't.
using LiftRule = mlir::LogicalResult (*)(Lifter &lifter, mlir::Operation *op);
using LiftRules = llvm::StringMap<LiftRule>;

void addElementwiseLifts(LiftRules &rules);
void addShapeLifts(LiftRules &rules);
void addContractionLifts(LiftRules &rules);
void addIndexingLifts(LiftRules &rules);
void addReductionLifts(LiftRules &rules);
void addLoopLifts(LiftRules &rules);
void addCollectiveLifts(LiftRules &rules);
void addPermuteLifts(LiftRules &rules);
void addManualLifts(LiftRules &rules);

/// Makes, at the builder's place, lifted copies of ops.
class Lifter {
public:
  Lifter(const DeviceSpace &devices, mlir::MLIRContext *context);

  /// Copies the ops of a block, but for its terminator.
  mlir::LogicalResult liftOps(mlir::Block &block);
  mlir::LogicalResult liftOp(mlir::Operation *op);

  /// The lifted form of a value of the source program.
  Lifted get(mlir::Value value) const;
  void set(mlir::Value value, Lifted lifted);

  /// All axes of the operands, in order.
  AxisList unite(mlir::ValueRange operands) const;
  static AxisList unite(llvm::ArrayRef<unsigned> a, llvm::ArrayRef<unsigned> b);
  static AxisList without(llvm::ArrayRef<unsigned> a, llvm::ArrayRef<unsigned> b);
  static AxisList common(llvm::ArrayRef<unsigned> a, llvm::ArrayRef<unsigned> b);
  /// Positions of some axes in a list that has them.
  static llvm::SmallVector<int64_t> placesOf(llvm::ArrayRef<unsigned> some,
                                             llvm::ArrayRef<unsigned> list);

  llvm::SmallVector<int64_t> sizes(llvm::ArrayRef<unsigned> axes) const;
  /// The type of a value of local type `type` that varies over axes.
  mlir::RankedTensorType liftedType(llvm::ArrayRef<unsigned> axes, mlir::Type type) const;
  /// "'x' and 'y'".
  std::string names(llvm::ArrayRef<unsigned> axes) const;

  /// The value with dimensions for more axes, along which it is repeated.
  mlir::Value spread(const Lifted &lifted, llvm::ArrayRef<unsigned> axes, mlir::Location loc);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape, mlir::Location loc);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation, mlir::Location loc);
  mlir::Value scalar(mlir::Attribute value, mlir::Location loc);
  mlir::Value splat(mlir::Attribute value, mlir::RankedTensorType type, mlir::Location loc);
  /// Leading dimensions that stand for `order` brought into order: what varies over
  /// them, lifted.
  Lifted ordered(mlir::Value value, llvm::ArrayRef<unsigned> order, mlir::Location loc);

  /// Makes dimensions `moved` of a value the outer part of dimension `into` (a
  /// position in the value as it is).
  mlir::Value fold(mlir::Value value, llvm::ArrayRef<int64_t> moved, int64_t into,
                   mlir::Location loc);
  /// The inverse: brings dimensions of `sizes` to the front.
  mlir::Value unfold(mlir::Value value, int64_t from, llvm::ArrayRef<int64_t> sizes,
                     mlir::Location loc);

  /// A copy of an op with other operands and local result types that are spread
  /// over axes.
  mlir::Operation *clone(mlir::Operation *op, mlir::ValueRange operands,
                         llvm::ArrayRef<unsigned> axes);
  /// Sets the results of an op to those of its lifted form.
  void setResults(mlir::Operation *op, mlir::Operation *lifted, llvm::ArrayRef<unsigned> axes);

  /// A value in exactly the placement that the program says: `dims` has the axes
  /// that split each of its first dimensions. Others are whole, or propagation's
  /// where the program leaves axes to it.
  mlir::Value pin(mlir::Value value, llvm::ArrayRef<AxisList> dims, mlir::Location loc);
  /// The same, asked also of what makes the value.
  mlir::Value constrain(mlir::Value value, llvm::ArrayRef<AxisList> dims, mlir::Location loc);
  /// A sharding of the local value in front of which axes split the dimensions that
  /// they have.
  mlir::sdy::TensorShardingAttr prefixed(mlir::sdy::TensorShardingAttr sharding,
                                         llvm::ArrayRef<unsigned> axes) const;

  const DeviceSpace &getDevices() const { return devices; }
  /// Axes over which the code being lifted is the program of one device.
  llvm::ArrayRef<unsigned> getManual() const { return manual; }
  void setManual(AxisList axes) { manual = std::move(axes); }
  /// Whether that is all of the mesh.
  bool isFullyManual() const { return manual.size() == devices.getAxes().size(); }

  mlir::OpBuilder builder;

private:
  /// Follows arithmetic on device numbers; false: the op is no such.
  bool followNumbers(mlir::Operation *op);
  Lifted materialize(llvm::ArrayRef<llvm::APInt> numbers, mlir::RankedTensorType type,
                     mlir::Location loc);
  mlir::LogicalResult checkCaptures(mlir::Operation *op);

  const DeviceSpace &devices;
  LiftRules rules;
  AxisList manual;
  /// Values without axes, and those with.
  mlir::IRMapping uniform;
  llvm::DenseMap<mlir::Value, Lifted> varying;
  /// Values of one element that are known for each device.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<llvm::APInt>> numbers;
};

/// The value that changes nothing in a combination by `op`; null for an op that
/// has none.
mlir::TypedAttr neutralOf(mlir::Operation *combiner, mlir::Type element);

/// The single op that a body combines its two arguments by; null for others.
/// Constraints of scalars say nothing and are passed over.
mlir::Operation *combinerIn(mlir::Region &body);

/// A reduction over dimensions by a combining op.
mlir::Value reduceBy(mlir::OpBuilder &builder, mlir::Location loc, mlir::Operation *combiner,
                     mlir::Value value, llvm::ArrayRef<int64_t> dims);

/// The block of a whole value that a device sees: `sharding` (over `axes` and
/// others) splits it. Emits an error at `loc` where types disagree.
llvm::FailureOr<Lifted> enterRegion(Lifter &lifter, const Lifted &whole,
                                    mlir::sdy::TensorShardingAttr sharding,
                                    llvm::ArrayRef<unsigned> axes, mlir::RankedTensorType local,
                                    mlir::Location loc, llvm::StringRef what);
/// The whole value of blocks.
llvm::FailureOr<Lifted> leaveRegion(Lifter &lifter, const Lifted &blocks,
                                    mlir::sdy::TensorShardingAttr sharding,
                                    llvm::ArrayRef<unsigned> axes, mlir::RankedTensorType local,
                                    mlir::RankedTensorType whole, mlir::Location loc,
                                    llvm::StringRef what);

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_LIFTING_LIFT_H
