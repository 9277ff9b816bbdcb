//===- UnfusePieces.cpp - fused values piece by piece -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Which ops treat the pieces of a value apart, and how what they compute is computed
// of pieces.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "Unfuse.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;

namespace shardc {

RankedTensorType pieceType(Value value, const DimCut &cut, size_t piece) {
  SmallVector<int64_t> shape(typeOf(value).getShape());
  shape[cut.dim] = cut.extents[piece];
  return RankedTensorType::get(shape, typeOf(value).getElementType());
}

bool isUniform(Value value, int64_t dim) {
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_if_present<stablehlo::ConstantOp>(op))
    return constant.getValue().isSplat();
  auto broadcast = dyn_cast_if_present<stablehlo::BroadcastInDimOp>(op);
  if (!broadcast)
    return false;
  auto *it = llvm::find(broadcast.getBroadcastDimensions(), dim);
  return it == broadcast.getBroadcastDimensions().end() ||
         typeOf(broadcast.getOperand())
                 .getDimSize(it - broadcast.getBroadcastDimensions().begin()) == 1;
}

/// Where the pieces of a value lie in a reshape of it: in the dimension with as many
/// elements before it.
static std::optional<DimCut> reshaped(const DimCut &cut, ArrayRef<int64_t> from,
                                      ArrayRef<int64_t> to) {
  auto product = [](ArrayRef<int64_t> extents) {
    return std::accumulate(extents.begin(), extents.end(), int64_t(1), std::multiplies<>());
  };
  int64_t before = product(from.take_front(cut.dim));
  int64_t stride = product(from.drop_front(cut.dim + 1));
  // One head is not told from the parts of a head; a vector (a bias) has no heads.
  if (cut.dim > 1 && from[cut.dim - 1] == 1 && from.size() > to.size() && before * stride != 1)
    return std::nullopt;
  int64_t place = 1;
  for (auto [dim, extent] : llvm::enumerate(to)) {
    if (place == before && extent > 1) {
      int64_t other = product(to.drop_front(dim + 1));
      DimCut result{static_cast<int64_t>(dim), {}};
      for (int64_t length : cut.extents) {
        if (length * stride % other != 0)
          return std::nullopt;
        result.extents.push_back(length * stride / other);
      }
      return result;
    }
    place *= extent;
  }
  return std::nullopt;
}

/// A sum by `add` from zero.
static bool isPlainSum(stablehlo::ReduceOp op) {
  Block &body = op.getBody().front();
  SplatElementsAttr init;
  if (op.getInputs().size() != 1 || !isa<stablehlo::AddOp>(body.front()) ||
      body.getTerminator()->getOperand(0) != body.front().getResult(0) ||
      !matchPattern(op.getInitValues()[0], m_Constant(&init)))
    return false;
  auto value = dyn_cast<FloatAttr>(init.getSplatValue<Attribute>());
  return value && value.getValue().isZero();
}

/// Dimensions of one operand of a product.
struct ProductSide {
  ArrayRef<int64_t> batching, contracting;
  SmallVector<int64_t> free;
  /// Where its free dimensions begin in the result.
  int64_t firstFree;

  ProductSide(stablehlo::DotGeneralOp op, unsigned operand) {
    auto numbers = op.getDotDimensionNumbers();
    auto freeOf = [&](unsigned which, ArrayRef<int64_t> some, ArrayRef<int64_t> others) {
      SmallVector<int64_t> dims;
      for (int64_t dim = 0; dim < typeOf(op->getOperand(which)).getRank(); ++dim)
        if (!llvm::is_contained(some, dim) && !llvm::is_contained(others, dim))
          dims.push_back(dim);
      return dims;
    };
    SmallVector<int64_t> lhs =
        freeOf(0, numbers.getLhsBatchingDimensions(), numbers.getLhsContractingDimensions());
    batching = operand ? numbers.getRhsBatchingDimensions() : numbers.getLhsBatchingDimensions();
    contracting =
        operand ? numbers.getRhsContractingDimensions() : numbers.getLhsContractingDimensions();
    free = operand ? freeOf(1, batching, contracting) : lhs;
    firstFree = batching.size() + (operand ? lhs.size() : 0);
  }
};

/// The piece that a pad puts its operand in, zeros elsewhere.
static std::optional<size_t> paddedPiece(stablehlo::PadOp op, const DimCut &cut) {
  SplatElementsAttr value;
  if (!matchPattern(op.getPaddingValue(), m_Constant(&value)))
    return std::nullopt;
  auto number = dyn_cast<FloatAttr>(value.getSplatValue<Attribute>());
  if (!number || !number.getValue().isZero())
    return std::nullopt;
  for (int64_t dim = 0; dim < typeOf(op.getResult()).getRank(); ++dim)
    if (op.getInteriorPadding()[dim] != 0 ||
        (dim != cut.dim && (op.getEdgePaddingLow()[dim] || op.getEdgePaddingHigh()[dim])))
      return std::nullopt;
  int64_t begin = 0;
  for (auto [piece, extent] : llvm::enumerate(cut.extents)) {
    if (begin == op.getEdgePaddingLow()[cut.dim] &&
        extent == typeOf(op.getOperand()).getDimSize(cut.dim))
      return piece;
    begin += extent;
  }
  return std::nullopt;
}

/// Whether a concatenation along the cut has the pieces as operands.
static bool concatenatesPieces(stablehlo::ConcatenateOp op, const DimCut &cut) {
  return static_cast<int64_t>(op.getDimension()) == cut.dim &&
         llvm::equal(op.getInputs(), cut.extents, [&](Value part, int64_t extent) {
           return typeOf(part).getDimSize(cut.dim) == extent;
         });
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

std::optional<CutRule> cutOperands(Operation *op, const DimCut &cut) {
  CutRule rule;
  if (op->getNumResults() != 1 || op->hasAttr("dist.shardings"))
    return std::nullopt;
  auto add = [&](Value value, const DimCut &own) {
    rule.values.push_back({value, own});
    return rule;
  };
  if (isElementwise(op)) {
    // The scalars of a selection or of bounds serve for all pieces.
    for (Value operand : op->getOperands())
      if (typeOf(operand).getRank())
        add(operand, cut);
    return rule;
  }
  using Result = std::optional<CutRule>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](stablehlo::TransposeOp op) -> Result {
        return add(op.getOperand(), {op.getPermutation()[cut.dim], cut.extents});
      })
      .Case([&](stablehlo::ReshapeOp op) -> Result {
        std::optional<DimCut> own =
            reshaped(cut, op.getType().getShape(), typeOf(op.getOperand()).getShape());
        return own ? Result(add(op.getOperand(), *own)) : std::nullopt;
      })
      .Case([&](stablehlo::BroadcastInDimOp op) -> Result {
        ArrayRef<int64_t> dims = op.getBroadcastDimensions();
        return add(op.getOperand(), {llvm::find(dims, cut.dim) - dims.begin(), cut.extents});
      })
      .Case([&](stablehlo::DotGeneralOp op) -> Result {
        if (op.getLhs() == op.getRhs())
          return std::nullopt;
        for (unsigned operand : {0, 1}) {
          ProductSide side(op, operand);
          int64_t place = cut.dim - side.firstFree;
          if (place >= 0 && place < static_cast<int64_t>(side.free.size()))
            return add(op->getOperand(operand), {side.free[place], cut.extents});
        }
        return std::nullopt;
      })
      .Case([&](stablehlo::ReduceOp op) -> Result {
        if (op.getInputs().size() != 1)
          return std::nullopt;
        int64_t dim = cut.dim;
        SmallVector<int64_t> reduced(op.getDimensions());
        llvm::sort(reduced);
        for (int64_t other : reduced)
          dim += other <= dim;
        return add(op.getInputs()[0], {dim, cut.extents});
      })
      .Case([&](stablehlo::SliceOp op) -> Result {
        if (typeOf(op.getOperand()).getDimSize(cut.dim) != op.getType().getDimSize(cut.dim))
          return std::nullopt;
        return add(op.getOperand(), cut);
      })
      .Case([&](stablehlo::ConcatenateOp op) -> Result {
        if (concatenatesPieces(op, cut))
          return rule;
        if (static_cast<int64_t>(op.getDimension()) == cut.dim)
          return std::nullopt;
        for (Value part : op.getInputs())
          add(part, cut);
        return rule;
      })
      .Case([&](stablehlo::PadOp op) -> Result {
        return paddedPiece(op, cut) ? Result(rule) : std::nullopt;
      })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

std::optional<CutRule> cutUser(OpOperand &use, const DimCut &cut) {
  Operation *op = use.getOwner();
  CutRule rule;
  if (isa<func::ReturnOp>(op))
    return rule;
  if (op->getNumResults() != 1 || op->hasAttr("dist.shardings"))
    return std::nullopt;
  using Result = std::optional<CutRule>;
  auto result = [&](const DimCut &own) -> Result {
    rule.values.push_back({op->getResult(0), own});
    return rule;
  };
  if (isElementwise(op))
    return typeOf(use.get()).getRank() ? result(cut) : std::nullopt;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](stablehlo::TransposeOp op) {
        ArrayRef<int64_t> permutation = op.getPermutation();
        return result({llvm::find(permutation, cut.dim) - permutation.begin(), cut.extents});
      })
      .Case([&](stablehlo::ReshapeOp op) -> Result {
        std::optional<DimCut> own =
            reshaped(cut, typeOf(op.getOperand()).getShape(), op.getType().getShape());
        return own ? result(*own) : std::nullopt;
      })
      .Case([&](stablehlo::BroadcastInDimOp op) {
        return result({op.getBroadcastDimensions()[cut.dim], cut.extents});
      })
      .Case([&](stablehlo::DotGeneralOp op) -> Result {
        if (op.getLhs() == op.getRhs())
          return std::nullopt;
        ProductSide side(op, use.getOperandNumber());
        if (auto *it = llvm::find(side.free, cut.dim); it != side.free.end())
          return result({side.firstFree + (it - side.free.begin()), cut.extents});
        auto *it = llvm::find(side.contracting, cut.dim);
        if (it == side.contracting.end())
          return std::nullopt;
        // A sum of products of pieces.
        ProductSide other(op, 1 - use.getOperandNumber());
        Value operand = op->getOperand(1 - use.getOperandNumber());
        int64_t dim = other.contracting[it - side.contracting.begin()];
        rule.values.push_back({operand, {dim, cut.extents}});
        return rule;
      })
      .Case([&](stablehlo::ReduceOp op) -> Result {
        if (op.getInputs().size() != 1 || use.getOperandNumber() != 0)
          return std::nullopt;
        if (llvm::is_contained(op.getDimensions(), cut.dim))
          return isPlainSum(op) ? Result(rule) : std::nullopt;
        return result({cut.dim - llvm::count_if(op.getDimensions(),
                                                [&](int64_t dim) { return dim < cut.dim; }),
                       cut.extents});
      })
      .Case([&](stablehlo::SliceOp op) -> Result {
        int64_t begin = op.getStartIndices()[cut.dim], end = op.getLimitIndices()[cut.dim];
        if (op.getStrides()[cut.dim] != 1)
          return std::nullopt;
        if (end - begin == typeOf(op.getOperand()).getDimSize(cut.dim))
          return result(cut);
        int64_t at = 0;
        bool begins = false, ends = false;
        for (int64_t extent : cut.extents) {
          begins |= at == begin;
          at += extent;
          ends |= at == end;
        }
        return begins && ends ? Result(rule) : std::nullopt;
      })
      .Case([&](stablehlo::ConcatenateOp op) -> Result {
        return static_cast<int64_t>(op.getDimension()) == cut.dim ? std::nullopt : result(cut);
      })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

Value PieceBuilder::zeros(RankedTensorType type, Location loc) {
  return stablehlo::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, builder.getZeroAttr(type.getElementType())));
}

SmallVector<Value> PieceBuilder::get(Value value, const DimCut &cut, Operation *at) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  builder.setInsertionPoint(at);
  SmallVector<Value> pieces;
  for (size_t piece = 0; piece < cut.extents.size(); ++piece) {
    RankedTensorType type = pieceType(value, cut, piece);
    if (auto constant = value.getDefiningOp<stablehlo::ConstantOp>())
      pieces.push_back(stablehlo::ConstantOp::create(
          builder, value.getLoc(),
          DenseElementsAttr::get(type, constant.getValue().getSplatValue<Attribute>())));
    else {
      auto broadcast = value.getDefiningOp<stablehlo::BroadcastInDimOp>();
      pieces.push_back(stablehlo::BroadcastInDimOp::create(builder, value.getLoc(), type,
                                                           broadcast.getOperand(),
                                                           broadcast.getBroadcastDimensions()));
    }
  }
  return pieces;
}

void PieceBuilder::buildPieces(Operation *op, const DimCut &cut) {
  SmallVector<Value> &pieces = known[op->getResult(0)];
  if (auto concatenate = dyn_cast<stablehlo::ConcatenateOp>(op);
      concatenate && concatenatesPieces(concatenate, cut)) {
    llvm::append_range(pieces, concatenate.getInputs());
    return;
  }
  builder.setInsertionPoint(op);
  if (auto pad = dyn_cast<stablehlo::PadOp>(op)) {
    size_t filled = *paddedPiece(pad, cut);
    SmallVector<Value> parts;
    for (size_t piece = 0; piece < cut.extents.size(); ++piece)
      parts.push_back(piece == filled
                          ? pad.getOperand()
                          : zeros(pieceType(pad.getResult(), cut, piece), op->getLoc()));
    known[op->getResult(0)] = std::move(parts);
    return;
  }
  std::optional<CutRule> rule = cutOperands(op, cut);
  llvm::DenseMap<Value, SmallVector<Value>> operands;
  for (auto &[value, own] : rule->values)
    operands[value] = get(value, own, op);
  builder.setInsertionPoint(op);
  SmallVector<Value> parts;
  for (size_t piece = 0; piece < cut.extents.size(); ++piece) {
    Operation *clone = builder.clone(*op);
    for (OpOperand &operand : clone->getOpOperands())
      if (auto it = operands.find(operand.get()); it != operands.end())
        operand.set(it->second[piece]);
    clone->getResult(0).setType(pieceType(op->getResult(0), cut, piece));
    if (auto slice = dyn_cast<stablehlo::SliceOp>(clone)) {
      SmallVector<int64_t> limits(slice.getLimitIndices());
      limits[cut.dim] = cut.extents[piece];
      slice.setLimitIndices(limits);
    }
    Value part = clone->getResult(0);
    // Of what was padded and added up, one part is left in each piece.
    if (auto sum = dyn_cast<stablehlo::AddOp>(clone)) {
      auto isZero = [](Value value) { return matchPattern(value, m_AnyZeroFloat()); };
      if (isZero(sum.getLhs()) || isZero(sum.getRhs())) {
        part = isZero(sum.getLhs()) ? sum.getRhs() : sum.getLhs();
        clone->erase();
      }
    }
    parts.push_back(part);
  }
  known[op->getResult(0)] = std::move(parts);
}

Value PieceBuilder::buildSlice(stablehlo::SliceOp op, const DimCut &cut) {
  SmallVector<Value> pieces = get(op.getOperand(), cut, op), parts;
  builder.setInsertionPoint(op);
  int64_t begin = 0;
  for (auto [piece, extent] : llvm::enumerate(cut.extents)) {
    if (begin >= op.getStartIndices()[cut.dim] && begin < op.getLimitIndices()[cut.dim]) {
      SmallVector<int64_t> starts(op.getStartIndices()), limits(op.getLimitIndices());
      starts[cut.dim] = 0;
      limits[cut.dim] = extent;
      RankedTensorType type = pieceType(op.getResult(), cut, piece);
      parts.push_back(pieces[piece].getType() == type
                          ? pieces[piece]
                          : stablehlo::SliceOp::create(builder, op.getLoc(), type, pieces[piece],
                                                       starts, limits, op.getStrides())
                                .getResult());
    }
    begin += extent;
  }
  if (parts.size() == 1)
    return parts.front();
  return stablehlo::ConcatenateOp::create(builder, op.getLoc(), op.getType(), parts, cut.dim);
}

Value PieceBuilder::buildSum(Operation *op, const DimCut &cut, unsigned operand) {
  SmallVector<Value> pieces = get(op->getOperand(operand), cut, op), others;
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
    ProductSide side(dot, operand), other(dot, 1 - operand);
    size_t place = llvm::find(side.contracting, cut.dim) - side.contracting.begin();
    others = get(op->getOperand(1 - operand), {other.contracting[place], cut.extents}, op);
  }
  builder.setInsertionPoint(op);
  Value sum;
  for (size_t piece = 0; piece < pieces.size(); ++piece) {
    Operation *clone = builder.clone(*op);
    clone->setOperand(operand, pieces[piece]);
    if (!others.empty())
      clone->setOperand(1 - operand, others[piece]);
    Value part = clone->getResult(0);
    sum = sum ? stablehlo::AddOp::create(builder, op->getLoc(), sum, part).getResult() : part;
  }
  return sum;
}

void PieceBuilder::build(Operation *op) {
  if (op->getNumResults() == 1)
    if (auto it = cuts.find(op->getResult(0)); it != cuts.end())
      return buildPieces(op, it->second);
  for (OpOperand &use : op->getOpOperands()) {
    auto it = cuts.find(use.get());
    if (it == cuts.end() || isa<func::ReturnOp>(op))
      continue;
    auto slice = dyn_cast<stablehlo::SliceOp>(op);
    Value whole =
        slice ? buildSlice(slice, it->second) : buildSum(op, it->second, use.getOperandNumber());
    op->getResult(0).replaceAllUsesWith(whole);
    return;
  }
}

} // namespace shardc
