//===- RaiseViews.cpp - values as views of other values ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Arithmetic of pieces of dimensions, and the ops that turn one layout into
// another.
//
//===----------------------------------------------------------------------===//
#include "RaiseViews.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace mlir;

namespace shardc::raising {

View identityView(Value value, int64_t firstBase) {
  View view{value, {}};
  for (int64_t extent : typeOf(value).getShape()) {
    view.axes.push_back(extent == 1 ? Axis{} : Axis{Piece{firstBase, extent, 1}});
    ++firstBase;
  }
  return view;
}

Axis normalized(ArrayRef<Piece> pieces) {
  Axis result;
  for (const Piece &piece : pieces) {
    if (piece.size == 1)
      continue;
    if (!result.empty() && result.back().base == piece.base &&
        result.back().stride == piece.stride * piece.size) {
      result.back().size *= piece.size;
      result.back().stride = piece.stride;
      continue;
    }
    result.push_back(piece);
  }
  return result;
}

Axis flattened(ArrayRef<Axis> axes) {
  Axis all;
  for (const Axis &axis : axes)
    all.append(axis.begin(), axis.end());
  return all;
}

int64_t sizeOf(ArrayRef<Piece> axis) {
  int64_t size = 1;
  for (const Piece &piece : axis)
    size *= piece.size;
  return size;
}

bool sameAxis(ArrayRef<Piece> a, ArrayRef<Piece> b) { return normalized(a) == normalized(b); }

bool sameAxes(ArrayRef<Axis> a, ArrayRef<Axis> b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           return sameAxis(std::get<0>(pair), std::get<1>(pair));
         });
}

//===----------------------------------------------------------------------===//
// Cutting
//===----------------------------------------------------------------------===//

/// Cuts each piece at those of `cuts` (strides by base) that lie inside it.
static bool cutAt(Axis &pieces, const std::map<int64_t, std::set<int64_t>> &cuts) {
  Axis result;
  for (const Piece &piece : pieces) {
    int64_t end = piece.stride * piece.size;
    Piece rest = piece;
    auto it = cuts.find(piece.base);
    if (it != cuts.end())
      for (int64_t cut : llvm::reverse(it->second)) {
        int64_t restEnd = rest.stride * rest.size;
        if (cut <= rest.stride || cut >= restEnd)
          continue;
        if (restEnd % cut != 0 || cut % rest.stride != 0 || end % cut != 0)
          return false;
        result.push_back({piece.base, restEnd / cut, cut});
        rest.size = cut / rest.stride;
      }
    result.push_back(rest);
  }
  pieces = result;
  return true;
}

bool refine(Axis &a, Axis &b) {
  std::map<int64_t, std::set<int64_t>> cuts;
  for (const Axis *list : {&a, &b})
    for (const Piece &piece : *list) {
      cuts[piece.base].insert(piece.stride);
      cuts[piece.base].insert(piece.stride * piece.size);
    }
  return cutAt(a, cuts) && cutAt(b, cuts);
}

std::optional<Axes> regroup(ArrayRef<Axis> axes, ArrayRef<int64_t> shape) {
  Axis pieces = flattened(axes);
  std::reverse(pieces.begin(), pieces.end());
  Axes result;
  for (int64_t extent : shape) {
    Axis axis;
    while (extent > 1) {
      if (pieces.empty())
        return std::nullopt;
      Piece piece = pieces.pop_back_val();
      if (extent % piece.size == 0) {
        axis.push_back(piece);
        extent /= piece.size;
        continue;
      }
      if (piece.size % extent != 0)
        return std::nullopt;
      int64_t minor = piece.size / extent;
      axis.push_back({piece.base, extent, piece.stride * minor});
      pieces.push_back({piece.base, minor, piece.stride});
      extent = 1;
    }
    result.push_back(normalized(axis));
  }
  if (!pieces.empty())
    return std::nullopt;
  return result;
}

std::optional<Axes> axesThrough(Operation *op, ArrayRef<Axis> axes) {
  if (auto transpose = dyn_cast<stablehlo::TransposeOp>(op)) {
    Axes result;
    for (int64_t from : transpose.getPermutation())
      result.push_back(axes[from]);
    return result;
  }
  if (isa<stablehlo::ReshapeOp>(op))
    return regroup(axes, typeOf(op->getResult(0)).getShape());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// The order of the root's dimensions that has the wanted axes, if there is one;
/// dimensions of extent 1 stand where nothing is wanted.
static std::optional<SmallVector<int64_t>> permutationFor(const View &view, ArrayRef<Axis> wanted) {
  if (view.axes.size() != wanted.size())
    return std::nullopt;
  SmallVector<int64_t> order;
  SmallVector<bool> used(wanted.size(), false);
  for (const Axis &axis : wanted) {
    int64_t found = -1;
    for (int64_t dim = 0, rank = wanted.size(); dim < rank && found < 0; ++dim)
      if (!used[dim] && sameAxis(view.axes[dim], axis) &&
          typeOf(view.root).getDimSize(dim) == sizeOf(axis))
        found = dim;
    if (found < 0)
      return std::nullopt;
    used[found] = true;
    order.push_back(found);
  }
  return order;
}

Value materialize(OpBuilder &builder, Location loc, const View &view, ArrayRef<Axis> wanted,
                  bool repeat) {
  TensorBuilder b(builder, loc);
  if (std::optional<SmallVector<int64_t>> order = permutationFor(view, wanted))
    return b.transpose(view.root, *order);
  Axis from = flattened(view.axes), to = flattened(wanted);
  if (!refine(from, to))
    return {};
  // Each wanted axis in refined pieces, and where the root has them.
  SmallVector<SmallVector<int64_t>> sources;
  SmallVector<bool> used(from.size(), false);
  size_t next = 0;
  SmallVector<int64_t> extents;
  for (const Axis &axis : wanted) {
    int64_t extent = sizeOf(axis);
    extents.push_back(extent);
    SmallVector<int64_t> of;
    for (int64_t left = extent; left > 1; ++next) {
      if (next == to.size())
        return {};
      left /= to[next].size;
      auto it = llvm::find(from, to[next]);
      of.push_back(it == from.end() ? -1 : it - from.begin());
      if (it != from.end()) {
        if (used[it - from.begin()])
          return {};
        used[it - from.begin()] = true;
      }
    }
    sources.push_back(of);
  }
  if (llvm::is_contained(used, false))
    return {};

  // Pieces that stay neighbours move as one dimension.
  struct Run {
    int64_t first, size;
  };
  SmallVector<Run> runs;
  SmallVector<int64_t> dims, shape, finalShape;
  bool isPartial = false;
  next = 0;
  for (auto [axis, of] : llvm::enumerate(sources)) {
    bool any = llvm::any_of(of, [](int64_t source) { return source >= 0; });
    bool all = llvm::all_of(of, [](int64_t source) { return source >= 0; });
    if (!all && any && !repeat)
      return {};
    finalShape.push_back(all || repeat ? extents[axis] : 1);
    int64_t previous = -2;
    for (int64_t source : of) {
      int64_t size = to[next++].size;
      if (source < 0) {
        if (repeat)
          shape.push_back(size), isPartial = true;
        previous = -2;
        continue;
      }
      if (source == previous + 1) {
        runs.back().size *= size;
        shape.back() *= size;
      } else {
        runs.push_back({source, size});
        dims.push_back(shape.size());
        shape.push_back(size);
      }
      previous = source;
    }
  }
  SmallVector<int64_t> order(runs.size());
  for (size_t i = 0; i < runs.size(); ++i)
    order[i] = i;
  llvm::sort(order, [&](int64_t x, int64_t y) { return runs[x].first < runs[y].first; });
  Value value = view.root;
  bool inOrder = llvm::is_sorted(order) && !isPartial;
  if (!inOrder) {
    SmallVector<int64_t> cut, permutation(runs.size());
    for (auto [position, run] : llvm::enumerate(order)) {
      cut.push_back(runs[run].size);
      permutation[run] = position;
    }
    value = b.transpose(b.reshape(value, cut), permutation);
    if (isPartial)
      value = b.broadcast(value, shape, dims);
  }
  return b.reshape(value, finalShape);
}

} // namespace shardc::raising
