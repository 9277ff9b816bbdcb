//===- TosaOps.cpp - TOSA as StableHLO --------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// TOSA repeats dimensions of size 1 by itself, keeps reduced ones, and has zero
// points everywhere; those of quantized numbers are refused.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "Upstream.h"
#include "dialects/CHLO/CHLO.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;

namespace shardc {
namespace {

using Direction = stablehlo::ComparisonDirection;

class TosaConverter {
public:
  TosaConverter(Operation *op, UpstreamValues &values, TensorBuilder &b)
      : op(op), values(values), b(b), builder(b.getBuilder()) {}

  FailureOr<Values> convert();

private:
  FailureOr<Values> refuse(const Twine &why = "") { return refuseOp(op, why); }
  RankedTensorType resultType() { return tensorTypeFor(op->getResult(0).getType()); }
  Value in(unsigned index) { return operands[index]; }
  Value wide(unsigned index);
  template <typename Op>
  FailureOr<Values> unary() {
    return Values{Op::create(builder, b.getLoc(), in(0))};
  }
  template <typename Op>
  FailureOr<Values> accurate() {
    return Values{Op::create(builder, b.getLoc(), in(0).getType(), in(0))};
  }
  template <typename Op>
  FailureOr<Values> binary() {
    return Values{Op::create(builder, b.getLoc(), wide(0), wide(1))};
  }
  FailureOr<Values> compared(Direction direction) {
    return Values{b.compare(direction, wide(0), wide(1))};
  }
  FailureOr<Values> reduced(Combiner combiner, int64_t axis) {
    if (axis < 0 || axis >= typeOf(in(0)).getRank())
      return refuse("axis " + Twine(axis) + " is not one of its dimensions");
    return Values{b.reshape(reduce(combiner, in(0), {axis}, b), resultType().getShape())};
  }
  bool isZero(Value value);
  std::optional<SmallVector<int64_t>> shapeOf(Value value);
  FailureOr<Values> convertElementwise();
  FailureOr<Values> convertShapes();
  FailureOr<Values> convertContraction();
  FailureOr<Values> convertClamp(tosa::ClampOp clamp);
  FailureOr<Values> convertCast();
  FailureOr<Values> convertPower();
  FailureOr<Values> convertPad(tosa::PadOp pad);
  FailureOr<Values> convertSlice(tosa::SliceOp slice);
  FailureOr<Values> convertTile(tosa::TileOp tile);
  FailureOr<Values> convertConvolution(ArrayRef<int64_t> pad, ArrayRef<int64_t> stride,
                                       ArrayRef<int64_t> dilation, bool isDepthwise);
  FailureOr<Values> convertPooling(ArrayRef<int64_t> kernel, ArrayRef<int64_t> stride,
                                   ArrayRef<int64_t> pad, bool isMean);

  Operation *op;
  UpstreamValues &values;
  TensorBuilder &b;
  OpBuilder &builder;
  Values operands;
};

/// An operand in the shape of the result, of which its sizes of 1 are repeated.
Value TosaConverter::wide(unsigned index) {
  ArrayRef<int64_t> shape = resultType().getShape();
  Value value = in(index);
  auto type = typeOf(value);
  if (type.getShape() == shape)
    return value;
  if (auto constant = value.getDefiningOp<stablehlo::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return stablehlo::ConstantOp::create(
          builder, b.getLoc(),
          DenseElementsAttr::get(type.clone(shape), splat.getSplatValue<Attribute>()));
  SmallVector<int64_t> dims(type.getRank());
  std::iota(dims.begin(), dims.end(), 0);
  return b.broadcast(value, shape, dims);
}

/// Whether an operand is known to be zero, as every zero point of floats is.
bool TosaConverter::isZero(Value value) {
  ElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant.isSplat())
    return false;
  Attribute element = constant.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(element))
    return number.getValue().isZero();
  auto number = dyn_cast<IntegerAttr>(element);
  return number && number.getValue().isZero();
}

std::optional<SmallVector<int64_t>> TosaConverter::shapeOf(Value value) {
  SmallVector<int64_t> shape;
  if (tosa::getConstShapeValues(value.getDefiningOp(), shape))
    return shape;
  return std::nullopt;
}

FailureOr<Values> TosaConverter::convertClamp(tosa::ClampOp clamp) {
  Value result = in(0);
  auto type = typeOf(result);
  auto bound = [&](Attribute attr) {
    return stablehlo::ConstantOp::create(builder, b.getLoc(), DenseElementsAttr::get(type, attr))
        .getResult();
  };
  auto isOpen = [](Attribute attr) {
    auto number = dyn_cast<FloatAttr>(attr);
    return number && (number.getValue().isLargest() || number.getValue().isInfinity());
  };
  Attribute low = clamp.getMinVal(), high = clamp.getMaxVal();
  if (cast<TypedAttr>(low).getType() != type.getElementType() ||
      cast<TypedAttr>(high).getType() != type.getElementType())
    return refuse("its bounds are not of its element type");
  if (!isOpen(low))
    result = b.max(result, bound(low));
  if (!isOpen(high))
    result = b.min(result, bound(high));
  return Values{result};
}

FailureOr<Values> TosaConverter::convertCast() {
  Value value = in(0);
  Type from = typeOf(value).getElementType(), to = resultType().getElementType();
  // Numbers are rounded to the nearest integer, the even one of two.
  if (isa<FloatType>(from) && isa<IntegerType>(to) && !to.isInteger(1))
    value = stablehlo::RoundNearestEvenOp::create(builder, b.getLoc(), value);
  return Values{b.convert(value, to)};
}

/// TOSA has no square root but the power of one half.
FailureOr<Values> TosaConverter::convertPower() {
  if (auto constant = in(1).getDefiningOp<stablehlo::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      if (isa<FloatType>(splat.getElementType())) {
        double exponent = splat.getSplatValue<APFloat>().convertToDouble();
        if (exponent == 0.5)
          return Values{b.sqrt(wide(0))};
        if (exponent == -0.5)
          return Values{b.rsqrt(wide(0))};
      }
  return binary<stablehlo::PowOp>();
}

FailureOr<Values> TosaConverter::convertElementwise() {
  return llvm::TypeSwitch<Operation *, FailureOr<Values>>(op)
      .Case<tosa::AddOp>([&](auto) { return binary<stablehlo::AddOp>(); })
      .Case<tosa::SubOp>([&](auto) { return binary<stablehlo::SubtractOp>(); })
      .Case<tosa::MulOp>([&](tosa::MulOp mul) -> FailureOr<Values> {
        if (isa<IntegerType>(resultType().getElementType()) && !isZero(mul.getShift()))
          return refuse("it shifts its products, as quantized ones are");
        Type element = resultType().getElementType();
        return Values{b.mul(b.convert(wide(0), element), b.convert(wide(1), element))};
      })
      .Case<tosa::IntDivOp>([&](auto) { return binary<stablehlo::DivOp>(); })
      .Case<tosa::PowOp>([&](auto) { return convertPower(); })
      .Case<tosa::MaximumOp>([&](auto) { return binary<stablehlo::MaxOp>(); })
      .Case<tosa::MinimumOp>([&](auto) { return binary<stablehlo::MinOp>(); })
      .Case<tosa::LogicalAndOp, tosa::BitwiseAndOp>(
          [&](auto) { return binary<stablehlo::AndOp>(); })
      .Case<tosa::LogicalOrOp, tosa::BitwiseOrOp>([&](auto) { return binary<stablehlo::OrOp>(); })
      .Case<tosa::LogicalXorOp, tosa::BitwiseXorOp>(
          [&](auto) { return binary<stablehlo::XorOp>(); })
      .Case<tosa::LogicalNotOp, tosa::BitwiseNotOp>([&](auto) { return unary<stablehlo::NotOp>(); })
      .Case<tosa::LogicalLeftShiftOp>([&](auto) { return binary<stablehlo::ShiftLeftOp>(); })
      .Case<tosa::LogicalRightShiftOp>(
          [&](auto) { return binary<stablehlo::ShiftRightLogicalOp>(); })
      .Case<tosa::ArithmeticRightShiftOp>([&](auto shift) {
        return shift.getRound() ? refuse("it rounds, as quantized numbers are")
                                : binary<stablehlo::ShiftRightArithmeticOp>();
      })
      .Case<tosa::EqualOp>([&](auto) { return compared(Direction::EQ); })
      .Case<tosa::GreaterOp>([&](auto) { return compared(Direction::GT); })
      .Case<tosa::GreaterEqualOp>([&](auto) { return compared(Direction::GE); })
      .Case<tosa::SelectOp>([&](auto) { return Values{b.select(wide(0), wide(1), wide(2))}; })
      .Case<tosa::NegateOp>([&](tosa::NegateOp negate) -> FailureOr<Values> {
        if (!isZero(negate.getInput1Zp()) || !isZero(negate.getOutputZp()))
          return refuse("its zero points are those of quantized numbers");
        return Values{b.neg(in(0))};
      })
      .Case<tosa::AbsOp>([&](auto) { return Values{b.abs(in(0))}; })
      .Case<tosa::CeilOp>([&](auto) { return unary<stablehlo::CeilOp>(); })
      .Case<tosa::FloorOp>([&](auto) { return Values{b.floor(in(0))}; })
      .Case<tosa::CosOp>([&](auto) { return Values{b.cosine(in(0))}; })
      .Case<tosa::SinOp>([&](auto) { return Values{b.sine(in(0))}; })
      .Case<tosa::ExpOp>([&](auto) { return Values{b.exp(in(0))}; })
      .Case<tosa::LogOp>([&](auto) { return Values{b.log(in(0))}; })
      .Case<tosa::RsqrtOp>([&](auto) { return Values{b.rsqrt(in(0))}; })
      .Case<tosa::TanhOp>([&](auto) { return Values{b.tanh(in(0))}; })
      .Case<tosa::SigmoidOp>([&](auto) { return Values{b.logistic(in(0))}; })
      .Case<tosa::ErfOp>([&](auto) { return unary<chlo::ErfOp>(); })
      .Case<tosa::ReciprocalOp>([&](auto) { return Values{b.div(b.splatLike(in(0), 1.0), in(0))}; })
      .Case<tosa::ClampOp>([&](auto clamp) { return convertClamp(clamp); })
      .Case<tosa::CastOp>([&](auto) { return convertCast(); })
      .Case<tosa::IdentityOp>([&](auto) { return Values{in(0)}; })
      .Default([&](Operation *) { return convertShapes(); });
}

FailureOr<Values> TosaConverter::convertPad(tosa::PadOp pad) {
  auto both = shapeOf(pad.getPadding());
  auto type = typeOf(in(0));
  if (!both || static_cast<int64_t>(both->size()) != 2 * type.getRank())
    return refuse("its padding is computed");
  SmallVector<int64_t> low, high, interior(type.getRank(), 0);
  if (StringRef fault = faultOfPadding(*both); !fault.empty())
    return refuse(fault);
  for (auto [index, amount] : llvm::enumerate(*both))
    (index % 2 ? high : low).push_back(amount);
  return Values{stablehlo::PadOp::create(builder, b.getLoc(), in(0), b.reshape(in(2), {}), low,
                                         high, interior)};
}

FailureOr<Values> TosaConverter::convertSlice(tosa::SliceOp slice) {
  auto start = shapeOf(slice.getStart()), size = shapeOf(slice.getSize());
  auto type = typeOf(in(0));
  if (!start || !size || static_cast<int64_t>(start->size()) != type.getRank() ||
      start->size() != size->size())
    return refuse("its start or size is computed");
  SmallVector<int64_t> limits;
  for (auto [dim, at] : llvm::enumerate(*start)) {
    int64_t extent = type.getDimSize(dim);
    if (at < 0 || at > extent || (*size)[dim] < 0 || (*size)[dim] > extent - at)
      return refuse("it reads " + Twine((*size)[dim]) + " elements from element " + Twine(at) +
                    " of dimension " + Twine(dim) + ", which has " + Twine(extent));
    limits.push_back(at + (*size)[dim]);
  }
  return Values{b.slice(in(0), *start, limits, SmallVector<int64_t>(limits.size(), 1))};
}

FailureOr<Values> TosaConverter::convertTile(tosa::TileOp tile) {
  auto multiples = shapeOf(tile.getMultiples());
  auto type = typeOf(in(0));
  if (!multiples || static_cast<int64_t>(multiples->size()) != type.getRank() ||
      llvm::any_of(*multiples, [](int64_t n) { return n < 1; }))
    return refuse("its multiples are computed");
  SmallVector<int64_t> shape, dims;
  for (auto [dim, times] : llvm::enumerate(*multiples)) {
    // A dimension of one element repeats as it is.
    bool isUnit = type.getDimSize(dim) == 1;
    if (times != 1 && !isUnit)
      shape.push_back(times);
    dims.push_back(shape.size());
    shape.push_back(isUnit ? times : type.getDimSize(dim));
  }
  return Values{b.reshape(b.broadcast(in(0), shape, dims), resultType().getShape())};
}

FailureOr<Values> TosaConverter::convertShapes() {
  return llvm::TypeSwitch<Operation *, FailureOr<Values>>(op)
      .Case<tosa::ReduceSumOp>([&](auto r) { return reduced(Combiner::Add, r.getAxis()); })
      .Case<tosa::ReduceProductOp>([&](auto r) { return reduced(Combiner::Mul, r.getAxis()); })
      .Case<tosa::ReduceMaxOp>([&](auto r) { return reduced(Combiner::Max, r.getAxis()); })
      .Case<tosa::ReduceMinOp>([&](auto r) { return reduced(Combiner::Min, r.getAxis()); })
      .Case<tosa::ReduceAllOp>([&](auto r) { return reduced(Combiner::And, r.getAxis()); })
      .Case<tosa::ReduceAnyOp>([&](auto r) { return reduced(Combiner::Or, r.getAxis()); })
      .Case<tosa::ArgMaxOp>([&](tosa::ArgMaxOp arg) -> FailureOr<Values> {
        auto type = typeOf(in(0));
        int64_t axis = arg.getAxis();
        if (axis < 0 || axis >= type.getRank())
          return refuse("axis " + Twine(axis) + " is not one of its dimensions");
        Value positions = b.iota(type.clone(resultType().getElementType()), axis);
        return Values{argExtremum(in(0), positions, axis, /*isMax=*/true, b).second};
      })
      .Case<tosa::ReshapeOp>([&](auto) -> FailureOr<Values> {
        if (resultType().getNumElements() != typeOf(in(0)).getNumElements())
          return refuse("its result has another number of elements");
        return Values{b.reshape(in(0), resultType().getShape())};
      })
      .Case<tosa::TransposeOp>([&](tosa::TransposeOp transpose) -> FailureOr<Values> {
        SmallVector<int64_t> order(transpose.getPerms().begin(), transpose.getPerms().end());
        if (static_cast<int64_t>(order.size()) != typeOf(in(0)).getRank() ||
            !isPermutationVector(order))
          return refuse("its dimensions are no permutation");
        return Values{b.transpose(in(0), order)};
      })
      .Case<tosa::ConcatOp>([&](tosa::ConcatOp concat) -> FailureOr<Values> {
        return Values{b.concatenate(operands, concat.getAxis())};
      })
      .Case<tosa::ReverseOp>([&](tosa::ReverseOp reverse) -> FailureOr<Values> {
        return Values{stablehlo::ReverseOp::create(
            builder, b.getLoc(), in(0),
            builder.getDenseI64ArrayAttr({static_cast<int64_t>(reverse.getAxis())}))};
      })
      .Case<tosa::PadOp>([&](auto pad) { return convertPad(pad); })
      .Case<tosa::SliceOp>([&](auto slice) { return convertSlice(slice); })
      .Case<tosa::TileOp>([&](auto tile) { return convertTile(tile); })
      .Case<tosa::GatherOp>([&](auto) { return Values{gatherRows(in(0), in(1), b)}; })
      .Case<tosa::ScatterOp>([&](auto) { return Values{scatterRows(in(0), in(1), in(2), b)}; })
      .Default([&](Operation *) { return convertContraction(); });
}

/// Input [N, places…, C]; kernels [O, offsets…, C], or [offsets…, C, M] of each
/// channel alone.
FailureOr<Values> TosaConverter::convertConvolution(ArrayRef<int64_t> pad, ArrayRef<int64_t> stride,
                                                    ArrayRef<int64_t> dilation, bool isDepthwise) {
  if (!isZero(op->getOperand(3)) || !isZero(op->getOperand(4)))
    return refuse("its zero points are those of quantized numbers");
  Type element = resultType().getElementType();
  Value input = b.convert(in(0), element), kernel = b.convert(in(1), element);
  int64_t spatial = stride.size();
  WindowShape window;
  window.strides.assign(stride.begin(), stride.end());
  window.dilations.assign(dilation.begin(), dilation.end());
  SmallVector<int64_t> dims, kernelDims;
  for (int64_t dim = 0; dim < spatial; ++dim) {
    window.low.push_back(pad[2 * dim]);
    window.high.push_back(pad[2 * dim + 1]);
    dims.push_back(1 + dim);
    kernelDims.push_back(isDepthwise ? dim : 1 + dim);
  }
  int64_t groups = 1, kernelIn = spatial + 1, kernelOut = 0;
  if (isDepthwise) {
    ArrayRef<int64_t> shape = typeOf(kernel).getShape();
    groups = shape[2];
    kernel = b.reshape(kernel, {shape[0], shape[1], 1, shape[2] * shape[3]});
    kernelIn = 2;
    kernelOut = 3;
  }
  auto numbers =
      stablehlo::ConvDimensionNumbersAttr::get(op->getContext(), 0, spatial + 1, dims, kernelIn,
                                               kernelOut, kernelDims, 0, spatial + 1, dims);
  Value result = convolve(input, kernel, numbers, window, groups, resultType(), b);
  if (isZero(op->getOperand(2)))
    return Values{result};
  Value bias = b.convert(in(2), element);
  int64_t features = resultType().getDimSize(spatial + 1);
  if (typeOf(bias).getDimSize(0) == features)
    return Values{b.add(result, b.broadcast(bias, resultType().getShape(), {spatial + 1}))};
  return Values{b.add(result, b.broadcastScalar(b.reshape(bias, {}), resultType().getShape()))};
}

FailureOr<Values> TosaConverter::convertPooling(ArrayRef<int64_t> kernel, ArrayRef<int64_t> stride,
                                                ArrayRef<int64_t> pad, bool isMean) {
  WindowShape window;
  window.sizes = {1, kernel[0], kernel[1], 1};
  window.strides = {1, stride[0], stride[1], 1};
  window.dilations = {1, 1, 1, 1};
  window.low = {0, pad[0], pad[2], 0};
  window.high = {0, pad[1], pad[3], 0};
  RankedTensorType type = resultType();
  if (!isMean)
    return Values{pool(Combiner::Max, in(0), window, type, b)};
  if (!isa<FloatType>(type.getElementType()))
    return refuse("means of integers are rounded as quantized ones are");
  Value sum = pool(Combiner::Add, in(0), window, type, b);
  // Padding doesn't count.
  bool isPadded = llvm::any_of(pad, [](int64_t n) { return n != 0; });
  Value count = isPadded ? pool(Combiner::Add, b.splatLike(in(0), 1), window, type, b)
                         : b.splat(type, static_cast<double>(kernel[0] * kernel[1]));
  return Values{b.div(sum, count)};
}

FailureOr<Values> TosaConverter::convertContraction() {
  return llvm::TypeSwitch<Operation *, FailureOr<Values>>(op)
      .Case<tosa::MatMulOp>([&](tosa::MatMulOp product) -> FailureOr<Values> {
        if (!isZero(product.getAZp()) || !isZero(product.getBZp()))
          return refuse("its zero points are those of quantized numbers");
        Type element = resultType().getElementType();
        bool isInteger = isa<IntegerType>(element);
        Value lhs = isInteger ? b.convert(in(0), element) : in(0);
        Value rhs = isInteger ? b.convert(in(1), element) : in(1);
        return Values{b.dot(lhs, rhs, {0}, {0}, {2}, {1}, element)};
      })
      .Case<tosa::Conv2DOp, tosa::Conv3DOp>([&](auto conv) {
        return convertConvolution(conv.getPad(), conv.getStride(), conv.getDilation(), false);
      })
      .Case<tosa::DepthwiseConv2DOp>([&](auto conv) {
        return convertConvolution(conv.getPad(), conv.getStride(), conv.getDilation(), true);
      })
      .Case<tosa::MaxPool2dOp>([&](auto pooling) {
        return convertPooling(pooling.getKernel(), pooling.getStride(), pooling.getPad(), false);
      })
      .Case<tosa::AvgPool2dOp>([&](auto pooling) -> FailureOr<Values> {
        if (!isZero(pooling.getInputZp()) || !isZero(pooling.getOutputZp()))
          return refuse("its zero points are those of quantized numbers");
        return convertPooling(pooling.getKernel(), pooling.getStride(), pooling.getPad(), true);
      })
      .Case<tosa::RescaleOp, tosa::TableOp>(
          [&](auto) { return refuse("quantized programs are not supported"); })
      .Default([&](Operation *) { return refuse(); });
}

FailureOr<Values> TosaConverter::convert() {
  if (isa<tosa::ConstShapeOp>(op))
    return Values{Value()};
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return refuse();
  if (!tensorTypeFor(op->getResult(0).getType()))
    return refuse("its result is no tensor of static shape, floats or signless integers");
  if (auto constant = dyn_cast<tosa::ConstOp>(op)) {
    Value value = convertConstant(cast<TypedAttr>(Attribute(constant.getValues())), b);
    return value ? FailureOr<Values>(Values{value}) : refuse();
  }
  for (Value operand : op->getOperands()) {
    operands.push_back(values.get(operand));
    if (!operands.back() && !isa<tosa::shapeType>(operand.getType()))
      return refuse("an operand is no tensor of static shape, floats or signless integers");
  }
  return convertElementwise();
}

} // namespace

FailureOr<Values> convertTosaOp(Operation *op, UpstreamValues &values, TensorBuilder &b) {
  return TosaConverter(op, values, b).convert();
}

} // namespace shardc
