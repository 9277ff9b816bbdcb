//===- HostConvolution.cpp - convolutions on the host -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Sums of products whose addresses are sums of multiples of indices: a tile of
// rows (places of the window, or the batch) by vectors of output features lives
// in registers while the innermost part of the sum is walked. Longer sums are
// cut outside of the tiles, so that what the tiles share stays in the caches.
//
//===----------------------------------------------------------------------===//
#include "HostKernels.h"
#include "Windows.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

/// Steps of the sum that one visit of a tile takes at most.
static constexpr int64_t kSteps = 1024;

static SmallVector<int64_t> rowMajor(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  return strides;
}

namespace {
/// One loop of the nest and how far a step of it goes in each tensor.
struct Loop {
  int64_t extent, lhs, rhs, out;
};

class ConvolutionNest {
public:
  ConvolutionNest(Emitter &emitter, const HostTarget &target, ConvolutionOp op, Value out)
      : e(emitter), op(op), lhs(e.pointers[op.getLhs()]), rhs(e.pointers[op.getRhs()]), out(out),
        element(typeOf(op.getResult()).getElementType()) {
    int64_t bytes = storageBytes(element);
    vectorLanes = std::max<int64_t>(target.vectorBytes / bytes, 1);
    // Registers: the tile, its vectors of the kernel, and one to spare.
    mostRows = target.vectorBytes >= 64 ? 14 : target.vectorBytes >= 32 ? 6 : 6;
    describe();
  }

  void write() {
    int64_t done = 0;
    // Two vectors wide as long as there are columns, then narrower.
    while (done < columns) {
      int64_t rest = columns - done;
      unsigned width = vectorLanes, vectors = 2;
      if (rest < 2 * vectorLanes)
        vectors = 1;
      while (int64_t(width) * vectors > rest)
        width /= 2;
      int64_t tiles = rest / (width * vectors);
      writeColumns(done, tiles, width, vectors);
      done += tiles * width * vectors;
    }
  }

private:
  Emitter &e;
  ConvolutionOp op;
  Value lhs, rhs, out;
  Type element;
  int64_t vectorLanes = 1, mostRows = 6, columns = 0;
  Loop groups{1, 0, 0, 0}, rows{1, 0, 0, 0};
  SmallVector<Loop> outer, blocks, steps;

  void describe() {
    ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
    ArrayRef<int64_t> lhsShape = typeOf(op.getLhs()).getShape();
    ArrayRef<int64_t> rhsShape = typeOf(op.getRhs()).getShape();
    ArrayRef<int64_t> shape = typeOf(op.getResult()).getShape();
    SmallVector<int64_t> left = rowMajor(lhsShape), right = rowMajor(rhsShape),
                         result = rowMajor(shape);
    int64_t inputs = rhsShape[numbers.getKernelInputFeatureDimension()];
    int64_t featureGroups = op.getFeatureGroupCount(), batchGroups = op.getBatchGroupCount();
    int64_t batch = shape[numbers.getOutputBatchDimension()];
    columns = rhsShape[numbers.getKernelOutputFeatureDimension()] / (featureGroups * batchGroups);
    groups.extent = featureGroups * batchGroups;
    groups.lhs = featureGroups > 1 ? inputs * left[numbers.getInputFeatureDimension()]
                                   : batch * left[numbers.getInputBatchDimension()];
    groups.rhs = groups.out = columns;

    SmallVector<Loop> places{{batch, left[numbers.getInputBatchDimension()], 0,
                              result[numbers.getOutputBatchDimension()]}};
    SmallVector<Loop> sums{{inputs, left[numbers.getInputFeatureDimension()],
                            right[numbers.getKernelInputFeatureDimension()], 0}};
    for (auto [number, dim] : llvm::enumerate(windowDims(op))) {
      int64_t step = left[numbers.getInputSpatialDimensions()[number]];
      places.push_back(
          {dim.places, dim.stride * step, 0, result[numbers.getOutputSpatialDimensions()[number]]});
      sums.push_back({dim.size, dim.windowDilation * step,
                      right[numbers.getKernelSpatialDimensions()[number]], 0});
    }
    // Rows: the places nearest to each other in memory, if there are a few.
    auto byResult = [](const Loop &a, const Loop &b) { return a.out > b.out; };
    llvm::stable_sort(places, byResult);
    size_t best = 0;
    for (size_t number = 0; number < places.size(); ++number)
      if (std::min(places[number].extent, mostRows) >= std::min(places[best].extent, mostRows))
        best = number;
    rows = places[best];
    places.erase(places.begin() + best);
    for (const Loop &loop : places)
      if (loop.extent != 1)
        outer.push_back(loop);
    // The sum: in the kernel's order, cut where a visit gets too long.
    llvm::stable_sort(sums, [](const Loop &a, const Loop &b) { return a.rhs > b.rhs; });
    int64_t length = 1;
    for (const Loop &loop : llvm::reverse(sums)) {
      if (loop.extent == 1)
        continue;
      bool inside = blocks.empty() && (steps.empty() || length * loop.extent <= kSteps);
      (inside ? steps : blocks).push_back(loop);
      length *= loop.extent;
    }
    std::reverse(steps.begin(), steps.end());
    std::reverse(blocks.begin(), blocks.end());
  }

  /// Rows of a tile: what divides them evenly, unless that is too few.
  int64_t tileRows() const {
    for (int64_t count = std::min(mostRows, rows.extent); count >= mostRows / 2 && count > 0;
         --count)
      if (rows.extent % count == 0)
        return count;
    return std::min(mostRows, rows.extent);
  }

  /// Offsets in the three tensors.
  struct Place {
    Idx lhs, rhs, out;
  };
  Place moved(const Place &at, const Loop &loop, Idx by) {
    auto add = [&](Idx idx, int64_t stride) {
      return stride == 0 ? idx : e.idxAdd(idx, e.idxMul(by, stride));
    };
    return {add(at.lhs, loop.lhs), add(at.rhs, loop.rhs), add(at.out, loop.out)};
  }

  void overLoops(ArrayRef<Loop> loops, Place at, function_ref<void(Place)> body) {
    if (loops.empty())
      return body(at);
    const Loop &loop = loops.front();
    Value iv = e.beginLoop(e.constantIndex(0), e.constantIndex(loop.extent), e.constantIndex(1));
    overLoops(loops.drop_front(), moved(at, loop, Idx{iv}), body);
    e.endLoop();
  }

  void writeColumns(int64_t first, int64_t tiles, unsigned width, unsigned vectors) {
    Loop tile{tiles, 0, int64_t(width * vectors), int64_t(width * vectors)};
    Place origin{e.idxConstant(0), e.idxConstant(first), e.idxConstant(first)};
    SmallVector<Loop> outside;
    for (const Loop &loop : {groups, tile})
      if (loop.extent != 1)
        outside.push_back(loop);
    overLoops(outside, origin, [&](Place at) {
      bool inBlocks = !blocks.empty();
      if (inBlocks)
        overTiles(at, [&](Place from, int64_t count) {
          forTile(from, count, width, vectors,
                  [&](Idx to, unsigned) { e.store(out, element, to, e.constant(element, 0)); });
        });
      overLoops(blocks, at, [&](Place block) {
        overTiles(block, [&](Place from, int64_t count) {
          writeTile(from, count, width, vectors, inBlocks);
        });
      });
    });
  }

  void overTiles(Place at, function_ref<void(Place, int64_t)> body) {
    int64_t count = tileRows();
    overLoops(outer, at, [&](Place from) {
      int64_t whole = rows.extent / count;
      Loop tiles{whole, rows.lhs * count, 0, rows.out * count};
      if (whole == 1)
        body(from, count);
      else
        overLoops(tiles, from, [&](Place tile) { body(tile, count); });
      if (int64_t rest = rows.extent - whole * count)
        body(moved(from, rows, e.idxConstant(whole * count)), rest);
    });
  }

  /// `body` for each vector of the tile, at its place in the result.
  void forTile(Place at, int64_t count, unsigned width, unsigned vectors,
               function_ref<void(Idx, unsigned)> body) {
    e.lanes = width;
    for (int64_t row = 0; row < count; ++row)
      for (unsigned part = 0; part < vectors; ++part) {
        Idx to = e.idxAdd(at.out, row * rows.out + part * width);
        to.laned = width > 1;
        body(to, row * vectors + part);
      }
    e.lanes = 1;
  }

  void writeTile(Place at, int64_t count, unsigned width, unsigned vectors, bool accumulate) {
    e.lanes = width;
    SmallVector<Value> sums(count * vectors, e.splat(e.constant(element, 0)));
    if (accumulate)
      forTile(at, count, width, vectors,
              [&](Idx to, unsigned number) { sums[number] = e.loadMutable(out, element, to); });
    SmallVector<int64_t> extents;
    for (const Loop &loop : steps)
      extents.push_back(loop.extent);
    e.lanes = width;
    sums = e.foldIndices(extents, sums, [&](ArrayRef<Idx> indices, ArrayRef<Value> carried) {
      Place step = at;
      for (auto [loop, idx] : llvm::zip_equal(steps, indices))
        step = moved(step, loop, idx);
      SmallVector<Value> next(carried), kernel;
      for (unsigned part = 0; part < vectors; ++part) {
        Idx from = e.idxAdd(step.rhs, part * width);
        from.laned = width > 1;
        kernel.push_back(e.load(rhs, element, from));
      }
      for (int64_t row = 0; row < count; ++row) {
        Value value = e.splat(e.load(lhs, element, e.idxAdd(step.lhs, row * rows.lhs)));
        for (unsigned part = 0; part < vectors; ++part) {
          Value &sum = next[row * vectors + part];
          sum = e.multiplyAdd(value, kernel[part], sum);
        }
      }
      return next;
    });
    forTile(at, count, width, vectors, [&](Idx to, unsigned number) {
      e.lanes = width;
      e.store(out, element, to, sums[number]);
    });
    e.lanes = 1;
  }
};
} // namespace

/// Whether the loops above serve: see LowerConvolutions.
static bool isRegular(ConvolutionOp op) {
  Type element = typeOf(op.getResult()).getElementType();
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  int64_t last = typeOf(op.getResult()).getRank() - 1;
  if (!(element.isF32() || element.isF64()) || typeOf(op.getLhs()).getElementType() != element ||
      typeOf(op.getRhs()).getElementType() != element ||
      numbers.getKernelOutputFeatureDimension() != last ||
      numbers.getOutputFeatureDimension() != last ||
      (op.getWindowReversal() && llvm::is_contained(*op.getWindowReversal(), true)) ||
      typeOf(op.getLhs()).getNumElements() == 0 || typeOf(op.getRhs()).getNumElements() == 0 ||
      typeOf(op.getResult()).getNumElements() == 0)
    return false;
  int64_t groups = op.getFeatureGroupCount() * op.getBatchGroupCount();
  if (typeOf(op.getRhs()).getDimSize(last) / groups < 4)
    return false;
  return llvm::all_of(windowDims(op), [](const WindowDim &dim) {
    int64_t end = (dim.places - 1) * dim.stride + (dim.size - 1) * dim.windowDilation;
    return dim.low == 0 && dim.baseDilation == 1 && end < dim.extent;
  });
}

void HostKernel::generateConvolution() {
  auto op = cast<ConvolutionOp>(rootOf(kernel));
  if (isRegular(op) && e.pointers.count(op.getLhs()) && e.pointers.count(op.getRhs()))
    return ConvolutionNest(e, target, op, results[0]).write();
  fill(kernelResults(kernel)[0], results[0]);
}
