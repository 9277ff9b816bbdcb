//===- RaiseViews.h - values as views of other values -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Raising looks at a graph as if it had no reshape, transpose, broadcast and
// conversion: a dimension of a value is a list of pieces of the dimensions of a
// value further down, so that one form of a pattern stands for all its layouts.
// Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_RAISING_RAISEVIEWS_H
#define SHARDC_LIB_IMPORT_RAISING_RAISEVIEWS_H

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <optional>

namespace shardc::raising {

/// A part of an index: (index of dimension `base` / stride) mod size. Bases are
/// numbers that the matcher gives to dimensions.
struct Piece {
  int64_t base;
  int64_t size;
  int64_t stride;
  bool operator==(const Piece &other) const {
    return base == other.base && size == other.size && stride == other.stride;
  }
};

/// The index of one dimension: its pieces, major to minor; no piece for an index that
/// is always 0 or does not matter.
using Axis = llvm::SmallVector<Piece, 2>;
using Axes = llvm::SmallVector<Axis, 2>;

/// A value whose element at the pieces' indices is meant.
struct View {
  mlir::Value root;
  Axes axes;
};

/// The view of a value by its own dimensions, numbered from `firstBase`.
View identityView(mlir::Value value, int64_t firstBase = 0);
/// Pieces as long as possible.
Axis normalized(llvm::ArrayRef<Piece> pieces);
/// All pieces of some axes, major to minor.
Axis flattened(llvm::ArrayRef<Axis> axes);
/// Number of indices of an axis.
int64_t sizeOf(llvm::ArrayRef<Piece> axis);
/// Whether two axes run over the same indices in the same order.
bool sameAxis(llvm::ArrayRef<Piece> a, llvm::ArrayRef<Piece> b);
bool sameAxes(llvm::ArrayRef<Axis> a, llvm::ArrayRef<Axis> b);

/// Cuts the pieces of two lists until those that overlap are equal. Fails where
/// their boundaries do not fit together.
bool refine(Axis &a, Axis &b);

/// Axes of a tensor of `shape` with the elements, in order, of one with `axes`.
std::optional<Axes> regroup(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<int64_t> shape);

/// The axes of an op's result, given those of its operand; nullopt if the op is not
/// a reshape or a transpose, or does not fit.
std::optional<Axes> axesThrough(mlir::Operation *op, llvm::ArrayRef<Axis> axes);

/// A tensor with one dimension for each axis of `wanted`, made of a view by a
/// reshape, a transpose and a reshape at most. An axis of which the view has no
/// piece gets extent 1, or is repeated with `repeat`. Null where it can't be.
mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location loc, const View &view,
                        llvm::ArrayRef<Axis> wanted, bool repeat = false);

/// Bounds that every element of a value keeps.
struct Range {
  double low, high;
};

/// What is known of the values of a function while it is raised.
class Values {
public:
  explicit Values(mlir::Block &block);
  /// The number that every element of a value computed from constants alone has.
  std::optional<double> splatOf(mlir::Value value);
  /// Bounds of a value computed from constants and iotas alone; nullopt for others.
  std::optional<Range> rangeOf(mlir::Value value);
  /// Equal numbers for values that are computed alike.
  unsigned numberOf(mlir::Value value);
  /// Follows reshapes, transposes, broadcasts, conversions of floats to floats
  /// (if `converts`), and ops that change nothing.
  void lookThrough(View &view, bool converts = true);
  View through(View view, bool converts = true) {
    lookThrough(view, converts);
    return view;
  }
  View through(mlir::Value value, llvm::ArrayRef<Axis> axes, bool converts = true) {
    return through(View{value, Axes(axes)}, converts);
  }
  /// A dimension number that no view has yet.
  int64_t newBases(int64_t count) { return (nextBase += count) - count; }
  /// Whether two views are of values computed alike at the same indices.
  bool same(const View &a, const View &b);
  /// The same, with dimensions from `firstFresh` on of `reduced` standing for any
  /// index: gives the pieces of `full` that they stand for.
  std::optional<Axis> sameButReduced(const View &full, const View &reduced, int64_t firstFresh);
  /// Ops that were erased; their memory may hold others by now.
  llvm::DenseSet<mlir::Operation *> erased;
  /// Erases an op that nothing uses, and what only it used.
  void eraseDead(mlir::Operation *op);
  /// An op was changed in place.
  void forget(mlir::Value value);

private:
  llvm::DenseMap<mlir::Value, std::optional<double>> splats;
  llvm::DenseMap<mlir::Value, std::optional<Range>> ranges;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  std::map<std::vector<uint64_t>, unsigned> known;
  unsigned nextNumber = 1;
  int64_t nextBase = 1000;
};

/// A sum or maximum over dimensions: the reduced value with new dimension numbers
/// from `firstFresh` on for the reduced dimensions.
struct Reduction {
  View operand;
  int64_t firstFresh = 0;
  /// Elements that one result sums up.
  int64_t count = 1;
};
/// Matches a view of a sum (looking through to it); `init` must be 0.
std::optional<Reduction> matchSum(Values &values, View view);
/// Matches a sum divided by the number of its terms.
std::optional<Reduction> matchMean(Values &values, View view);
/// The value whose square a view is, looking through to it.
std::optional<View> matchSquare(Values &values, View view);

/// Whether something besides `root` needs a value that is computed on the way from
/// `leaves` to it. Reshapes and conversions of leaves do not count, nor do values that
/// are computed like leaves.
bool isUsedOutside(Values &values, mlir::Operation *root, llvm::ArrayRef<mlir::Value> leaves);

/// The op that computes a value, if it is an OpTy.
template <typename OpTy>
OpTy definedBy(const View &view) {
  return view.root.getDefiningOp<OpTy>();
}

} // namespace shardc::raising

#endif // SHARDC_LIB_IMPORT_RAISING_RAISEVIEWS_H
