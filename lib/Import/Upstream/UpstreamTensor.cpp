//===- UpstreamTensor.cpp - the tensor dialect as StableHLO -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Shapes, parts and joins of tensors. Offsets are known numbers; what is
// computed from data is refused.
//
//===----------------------------------------------------------------------===//
#include "Upstream.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {
namespace {

class TensorConverter {
public:
  TensorConverter(Operation *op, UpstreamValues &values, TensorBuilder &b)
      : op(op), values(values), b(b) {}

  FailureOr<Values> convert();

private:
  FailureOr<Values> refuse(const Twine &why = "") { return refuseOp(op, why); }
  RankedTensorType resultType() { return tensorTypeFor(op->getResult(0).getType()); }
  FailureOr<Values> reshaped(Value from) {
    Value value = values.get(from);
    if (!value)
      return refuse();
    return Values{b.reshape(value, resultType().getShape())};
  }
  FailureOr<Values> convertSlice(tensor::ExtractSliceOp slice);
  FailureOr<Values> convertInsert(tensor::InsertSliceOp insert);
  FailureOr<Values> convertPad(tensor::PadOp pad);
  FailureOr<Values> convertExtract(tensor::ExtractOp extract);
  FailureOr<Values> convertGenerate(tensor::GenerateOp generate);
  FailureOr<Values> convertScalars(ValueRange operands);
  std::optional<SmallVector<int64_t>> constants(ArrayRef<OpFoldResult> numbers);

  Operation *op;
  UpstreamValues &values;
  TensorBuilder &b;
};

/// Offsets, sizes or strides that are known, some of them by constants of arith.
std::optional<SmallVector<int64_t>> TensorConverter::constants(ArrayRef<OpFoldResult> numbers) {
  SmallVector<int64_t> result;
  for (OpFoldResult number : numbers) {
    std::optional<int64_t> constant = getConstantIntValue(number);
    if (!constant)
      return std::nullopt;
    result.push_back(*constant);
  }
  return result;
}

FailureOr<Values> TensorConverter::convertSlice(tensor::ExtractSliceOp slice) {
  Value source = values.get(slice.getSource());
  auto offsets = constants(slice.getMixedOffsets()), sizes = constants(slice.getMixedSizes()),
       strides = constants(slice.getMixedStrides());
  if (!source || !offsets || !sizes || !strides)
    return refuse("its offsets, sizes or strides are computed");
  SmallVector<int64_t> limits;
  for (auto [dim, offset] : llvm::enumerate(*offsets)) {
    int64_t extent = typeOf(source).getDimSize(dim);
    int64_t size = (*sizes)[dim], stride = (*strides)[dim];
    bool fits = offset >= 0 && size >= 1 && stride >= 1 && size <= extent && stride <= extent &&
                offset <= extent - 1 && (size - 1) * stride < extent - offset;
    if (!fits)
      return refuse("it reads elements " + Twine(offset) + " to " +
                    Twine(offset + (size - 1) * stride) + " of dimension " + Twine(dim) +
                    ", which has " + Twine(extent));
    limits.push_back(offset + (size - 1) * stride + 1);
  }
  return Values{b.reshape(b.slice(source, *offsets, limits, *strides), resultType().getShape())};
}

/// Into a splat, insertion is padding, which can be split; into anything else an
/// update of a part.
FailureOr<Values> TensorConverter::convertInsert(tensor::InsertSliceOp insert) {
  Value source = values.get(insert.getSource()), target = values.get(insert.getDest());
  auto offsets = constants(insert.getMixedOffsets()), sizes = constants(insert.getMixedSizes()),
       strides = constants(insert.getMixedStrides());
  if (!source || !target || !offsets || !sizes || !strides)
    return refuse("its offsets, sizes or strides are computed");
  auto type = typeOf(target);
  SmallVector<int64_t> high, interior;
  bool isDense = true;
  for (auto [dim, offset] : llvm::enumerate(*offsets)) {
    int64_t extent = type.getDimSize(dim), size = (*sizes)[dim], stride = (*strides)[dim];
    bool fits = offset >= 0 && size >= 1 && stride >= 1 && size <= extent && stride <= extent &&
                offset <= extent - 1 && (size - 1) * stride < extent - offset;
    if (!fits)
      return refuse("it writes beyond dimension " + Twine(dim) + ", which has " + Twine(extent) +
                    " elements");
    high.push_back(extent - offset - ((size - 1) * stride + 1));
    interior.push_back(stride - 1);
    isDense &= stride == 1;
  }
  source = b.reshape(source, *sizes);
  OpBuilder &builder = b.getBuilder();
  SplatElementsAttr splat;
  if (auto constant = target.getDefiningOp<stablehlo::ConstantOp>())
    splat = dyn_cast<SplatElementsAttr>(constant.getValue());
  if (splat) {
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value padding = stablehlo::ConstantOp::create(
        builder, b.getLoc(), DenseElementsAttr::get(scalar, splat.getSplatValue<Attribute>()));
    return Values{
        stablehlo::PadOp::create(builder, b.getLoc(), source, padding, *offsets, high, interior)};
  }
  if (!isDense)
    return refuse("its strides are not 1, and its target is not of one value");
  Values starts;
  for (int64_t offset : *offsets)
    starts.push_back(b.splat(RankedTensorType::get({}, builder.getI32Type()), offset));
  return Values{
      stablehlo::DynamicUpdateSliceOp::create(builder, b.getLoc(), target, source, starts)};
}

FailureOr<Values> TensorConverter::convertPad(tensor::PadOp pad) {
  Value source = values.get(pad.getSource());
  auto low = constants(pad.getMixedLowPad()), high = constants(pad.getMixedHighPad());
  Value given = pad.getConstantPaddingValue();
  if (!source || !low || !high || !given)
    return refuse("its padding is computed");
  for (ArrayRef<int64_t> amounts : {ArrayRef<int64_t>(*low), ArrayRef<int64_t>(*high)})
    if (StringRef fault = faultOfPadding(amounts); !fault.empty())
      return refuse(fault);
  Value padding = values.get(given);
  if (auto constant = given.getDefiningOp<arith::ConstantOp>(); constant && !padding)
    padding = convertConstant(constant.getValue(), b);
  if (!padding)
    return refuse("its padding is computed");
  SmallVector<int64_t> interior(low->size(), 0);
  return Values{
      stablehlo::PadOp::create(b.getBuilder(), b.getLoc(), source, padding, *low, *high, interior)};
}

/// One element: a slice where its place is known, else a gather.
FailureOr<Values> TensorConverter::convertExtract(tensor::ExtractOp extract) {
  Value table = values.get(extract.getTensor());
  if (!table)
    return refuse();
  auto type = typeOf(table);
  if (type.getRank() == 0)
    return Values{table};
  SmallVector<OpFoldResult> places;
  for (Value index : extract.getIndices())
    places.push_back(index);
  if (auto known = constants(places)) {
    SmallVector<int64_t> limits;
    for (auto [dim, place] : llvm::enumerate(*known)) {
      if (place < 0 || place >= type.getDimSize(dim))
        return refuse("it reads element " + Twine(place) + " of dimension " + Twine(dim) +
                      ", which has " + Twine(type.getDimSize(dim)));
      limits.push_back(place + 1);
    }
    SmallVector<int64_t> strides(limits.size(), 1);
    return Values{b.reshape(b.slice(table, *known, limits, strides), {})};
  }
  Values indices = values.get(extract.getIndices());
  if (llvm::is_contained(indices, Value()))
    return refuse();
  return Values{gatherElements(table, indices, b)};
}

/// A tensor computed from the indices of its elements.
FailureOr<Values> TensorConverter::convertGenerate(tensor::GenerateOp generate) {
  RankedTensorType type = resultType();
  Block &body = generate.getBody().front();
  llvm::DenseMap<Value, Value> inside;
  for (auto [dim, argument] : llvm::enumerate(body.getArguments()))
    inside[argument] =
        b.iota(RankedTensorType::get(type.getShape(), b.getBuilder().getI64Type()), dim);
  auto lookup = [&](Value value) -> Value {
    if (Value found = inside.lookup(value))
      return found;
    Value outside = values.get(value);
    if (!outside || typeOf(outside).getRank() != 0)
      return {};
    return b.broadcastScalar(outside, type.getShape());
  };
  for (Operation &inner : body.without_terminator()) {
    Value result;
    if (auto constant = dyn_cast<arith::ConstantOp>(inner)) {
      if (Value scalar = convertConstant(constant.getValue(), b))
        result = b.broadcastScalar(scalar, type.getShape());
    } else if (isa<arith::ArithDialect, math::MathDialect>(inner.getDialect())) {
      Values operands;
      for (Value operand : inner.getOperands())
        operands.push_back(lookup(operand));
      if (!llvm::is_contained(operands, Value()))
        result = convertElementwise(&inner, operands, b);
    }
    if (!result)
      return refuseOp(&inner);
    inside[inner.getResult(0)] = result;
  }
  Value result = lookup(body.getTerminator()->getOperand(0));
  if (!result)
    return refuse("it yields a value that is no scalar");
  return Values{result};
}

FailureOr<Values> TensorConverter::convertScalars(ValueRange operands) {
  Values parts;
  for (Value operand : operands) {
    Value scalar = values.get(operand);
    if (!scalar)
      return refuse();
    parts.push_back(b.reshape(scalar, {1}));
  }
  if (parts.empty())
    return refuse("it has no elements");
  Value row = parts.size() == 1 ? parts[0] : b.concatenate(parts, 0);
  return Values{b.reshape(row, resultType().getShape())};
}

FailureOr<Values> TensorConverter::convert() {
  for (Value result : op->getResults())
    if (!tensorTypeFor(result.getType()))
      return refuse("its result is no tensor of static shape, floats or signless integers");
  return llvm::TypeSwitch<Operation *, FailureOr<Values>>(op)
      // Nobody reads what it holds.
      .Case<tensor::EmptyOp>([&](auto) { return Values{b.splat(resultType(), 0)}; })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](auto reshape) { return reshaped(reshape.getSrc()); })
      .Case<tensor::ReshapeOp>([&](auto reshape) { return reshaped(reshape.getSource()); })
      .Case<tensor::CastOp>([&](auto cast) { return reshaped(cast.getSource()); })
      .Case<tensor::ExtractSliceOp>([&](auto slice) { return convertSlice(slice); })
      .Case<tensor::InsertSliceOp>([&](auto insert) { return convertInsert(insert); })
      .Case<tensor::PadOp>([&](auto pad) { return convertPad(pad); })
      .Case<tensor::ExtractOp>([&](auto extract) { return convertExtract(extract); })
      .Case<tensor::GenerateOp>([&](auto generate) { return convertGenerate(generate); })
      .Case<tensor::FromElementsOp>([&](auto from) { return convertScalars(from.getElements()); })
      .Case<tensor::SplatOp>([&](auto splat) -> FailureOr<Values> {
        Value scalar = values.get(splat.getInput());
        if (!scalar)
          return refuse();
        return Values{b.broadcastScalar(scalar, resultType().getShape())};
      })
      .Case<tensor::ConcatOp>([&](auto concat) -> FailureOr<Values> {
        Values parts = values.get(concat.getInputs());
        if (llvm::is_contained(parts, Value()))
          return refuse();
        return Values{b.concatenate(parts, concat.getDim())};
      })
      .Case<tensor::DimOp>([&](auto dim) -> FailureOr<Values> {
        auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
        std::optional<int64_t> index = dim.getConstantIndex();
        if (!type || !type.hasStaticShape() || !index || *index < 0 || *index >= type.getRank())
          return refuse();
        return Values{b.splat(resultType(), type.getDimSize(*index))};
      })
      .Default([&](Operation *) { return refuse(); });
}

} // namespace

FailureOr<Values> convertTensorOp(Operation *op, UpstreamValues &values, TensorBuilder &b) {
  return TensorConverter(op, values, b).convert();
}

} // namespace shardc
