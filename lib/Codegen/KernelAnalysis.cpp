//===- KernelAnalysis.cpp - what a kernel function computes -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Facts that code generation derives from a kernel's body: its kind, which
// dimensions can be walked as one, which results can take over buffers.
//
//===----------------------------------------------------------------------===//
#include "KernelAnalysis.h"
#include "Emitter.h"
#include "dialects/Dist/Dist.h"
#include "shardc/Interfaces/Types.h"
#include <set>

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

KernelKind codegen::kindOfRoot(Operation *root) {
  if (!root)
    return KernelKind::Loop;
  if (isa<ReduceOp>(root))
    return KernelKind::Reduce;
  if (isa<ConcatenateOp>(root))
    return KernelKind::Concatenate;
  if (isa<ScatterOp>(root))
    return KernelKind::Scatter;
  if (isa<DotGeneralOp>(root))
    return KernelKind::Dot;
  if (isa<ConvolutionOp>(root))
    return KernelKind::Convolution;
  if (isa<SortOp>(root))
    return KernelKind::Sort;
  return KernelKind::Loop;
}

OperandRange codegen::kernelResults(func::FuncOp kernel) {
  return kernel.getBody().front().getTerminator()->getOperands();
}

Operation *codegen::rootOf(func::FuncOp kernel) {
  Operation *root = kernelResults(kernel)[0].getDefiningOp();
  Operation *below = root;
  while (below && isa<TransposeOp, ReshapeOp>(below))
    below = below->getOperand(0).getDefiningOp();
  return isa_and_nonnull<DotGeneralOp>(below) ? below : root;
}

int64_t codegen::sortedDimension(SortOp op) {
  int64_t dim = op.getDimension();
  return dim < 0 ? dim + typeOf(op.getInputs()[0]).getRank() : dim;
}

KernelKind codegen::kindOf(func::FuncOp kernel) { return kindOfRoot(rootOf(kernel)); }

//===----------------------------------------------------------------------===//
// Grouping dimensions
//===----------------------------------------------------------------------===//

namespace {
/// Which border of the iteration space each side of a tensor's dimension is;
/// border b lies before iteration dimension b; -1: none.
struct Borders {
  SmallVector<int64_t> left, right;
  bool operator<(const Borders &other) const {
    return std::tie(left, right) < std::tie(other.left, other.right);
  }
};

class BorderFinder {
public:
  std::set<int64_t> cuts;

  void visit(Value tensor, const Borders &at) {
    if (!seen.insert({tensor.getAsOpaquePointer(), at}).second)
      return;
    Operation *op = tensor.getDefiningOp();
    if (!op || typeOf(tensor).getRank() == 0)
      return;
    if (Emitter::isPointwise(op) || isa<OptimizationBarrierOp>(op)) {
      for (Value operand : op->getOperands())
        if (typeOf(operand).getRank() != 0)
          visit(operand, at);
      return;
    }
    if (auto broadcast = dyn_cast<BroadcastInDimOp>(op))
      return permuted(broadcast.getOperand(), typeOf(tensor).getShape(),
                      broadcast.getBroadcastDimensions(), at);
    if (auto transpose = dyn_cast<TransposeOp>(op)) {
      SmallVector<int64_t> map(transpose.getPermutation().size());
      for (auto [dim, from] : llvm::enumerate(transpose.getPermutation()))
        map[from] = dim;
      return permuted(transpose.getOperand(), typeOf(tensor).getShape(), map, at);
    }
    if (auto reshape = dyn_cast<ReshapeOp>(op))
      return reshaped(reshape, at);
    if (auto slice = dyn_cast<SliceOp>(op)) {
      for (unsigned dim = 0; dim < at.left.size(); ++dim) {
        if (typeOf(slice.getOperand()).getDimSize(dim) == typeOf(tensor).getDimSize(dim))
          continue;
        cut(at, dim, slice.getStrides()[dim] != 1);
      }
      return visit(slice.getOperand(), at);
    }
    if (auto mask = dyn_cast<dist::MaskOp>(op)) {
      cut(at, mask.getDim(), true);
      return visit(mask.getInput(), at);
    }
    if (auto iota = dyn_cast<IotaOp>(op))
      return cut(at, iota.getIotaDimension(), true);
    if (isa<ConstantOp>(op))
      return;
    // The other ops take every dimension by itself.
    for (unsigned dim = 0; dim < at.left.size(); ++dim)
      cut(at, dim, true);
  }

private:
  std::set<std::pair<const void *, Borders>> seen;

  void cut(const Borders &at, unsigned dim, bool bothSides) {
    if (at.left[dim] >= 0)
      cuts.insert(at.left[dim]);
    if (bothSides && at.right[dim] >= 0)
      cuts.insert(at.right[dim]);
  }

  /// Dimension j of the operand is dimension map[j] of the result.
  void permuted(Value operand, ArrayRef<int64_t> shape, ArrayRef<int64_t> map, const Borders &at) {
    ArrayRef<int64_t> from = typeOf(operand).getShape();
    SmallVector<int64_t> operandDim(shape.size(), -1);
    for (auto [dim, result] : llvm::enumerate(map))
      if (from[dim] == shape[result])
        operandDim[result] = dim;
    for (unsigned dim = 0; dim + 1 < shape.size(); ++dim) {
      int64_t a = operandDim[dim], b = operandDim[dim + 1];
      bool together = (a < 0 && b < 0) || (a >= 0 && b == a + 1);
      if (!together && at.right[dim] >= 0)
        cuts.insert(at.right[dim]);
    }
    Borders next;
    for (auto [dim, result] : llvm::enumerate(map)) {
      bool same = from[dim] == shape[result];
      next.left.push_back(same ? at.left[result] : -1);
      next.right.push_back(same ? at.right[result] : -1);
    }
    visit(operand, next);
  }

  void reshaped(ReshapeOp op, const Borders &at) {
    ArrayRef<int64_t> from = typeOf(op.getResult()).getShape();
    ArrayRef<int64_t> to = typeOf(op.getOperand()).getShape();
    Borders next;
    next.left.assign(to.size(), -1);
    next.right.assign(to.size(), -1);
    // Borders with equal products of what is before them are the same.
    unsigned dim = 0;
    int64_t before = 1;
    SmallVector<std::pair<int64_t, int64_t>> borders;
    for (; dim < from.size(); ++dim) {
      borders.push_back({before, at.left[dim]});
      before *= from[dim];
      borders.push_back({before, at.right[dim]});
    }
    auto find = [&](int64_t product) -> int64_t {
      for (auto [value, border] : borders)
        if (value == product && border >= 0)
          return border;
      return -1;
    };
    int64_t product = 1;
    for (unsigned index = 0; index < to.size(); ++index) {
      next.left[index] = find(product);
      product *= to[index];
      next.right[index] = find(product);
    }
    visit(op.getOperand(), next);
  }
};
} // namespace

SmallVector<unsigned> codegen::groupDimensions(ArrayRef<int64_t> shape, ValueRange roots,
                                               int64_t cut) {
  BorderFinder finder;
  if (cut >= 0)
    finder.cuts.insert(cut);
  Borders start;
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    start.left.push_back(dim);
    start.right.push_back(dim + 1);
  }
  for (Value root : roots)
    finder.visit(root, start);
  SmallVector<unsigned> groups;
  unsigned first = 0;
  for (unsigned dim = 1; dim <= shape.size(); ++dim)
    if (dim == shape.size() || finder.cuts.count(dim)) {
      groups.push_back(dim - first);
      first = dim;
    }
  return groups;
}

//===----------------------------------------------------------------------===//
// Buffers taken over
//===----------------------------------------------------------------------===//

llvm::BitVector codegen::elementwiseArguments(func::FuncOp kernel) {
  unsigned count = kernel.getNumArguments();
  llvm::BitVector elementwise(count), otherwise(count);
  if (kindOf(kernel) != KernelKind::Loop)
    return elementwise;
  std::set<std::pair<const void *, bool>> seen;
  SmallVector<std::pair<Value, bool>> work;
  for (Value result : kernelResults(kernel))
    work.push_back({result, true});
  while (!work.empty()) {
    auto [value, same] = work.pop_back_val();
    if (!seen.insert({value.getAsOpaquePointer(), same}).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      (same ? elementwise : otherwise).set(argument.getArgNumber());
      continue;
    }
    Operation *op = value.getDefiningOp();
    bool keeps =
        Emitter::isPointwise(op) || isa<ReshapeOp, OptimizationBarrierOp, dist::MaskOp>(op);
    int64_t elements = typeOf(value).getNumElements();
    for (Value operand : op->getOperands())
      work.push_back({operand, same && keeps && typeOf(operand).getNumElements() == elements});
  }
  return elementwise.reset(otherwise);
}

SmallVector<int64_t> codegen::chooseInplace(func::FuncOp kernel, ArrayRef<int64_t> prefer,
                                            const llvm::BitVector &dead) {
  llvm::BitVector free = elementwiseArguments(kernel);
  SmallVector<int64_t> inplace(kernel.getNumResults(), -1);
  auto fits = [&](unsigned argument, unsigned result) {
    auto from = cast<RankedTensorType>(kernel.getArgumentTypes()[argument]);
    auto to = cast<RankedTensorType>(kernel.getResultTypes()[result]);
    return free.test(argument) && from.getNumElements() == to.getNumElements() &&
           storageBytes(from.getElementType()) == storageBytes(to.getElementType());
  };
  for (unsigned result = 0; result < inplace.size(); ++result)
    if (prefer[result] >= 0 && fits(prefer[result], result)) {
      inplace[result] = prefer[result];
      free.reset(prefer[result]);
    }
  for (unsigned result = 0; result < inplace.size(); ++result)
    for (unsigned argument = 0; inplace[result] < 0 && argument < free.size(); ++argument)
      if (dead.test(argument) && fits(argument, result)) {
        inplace[result] = argument;
        free.reset(argument);
      }
  return inplace;
}
