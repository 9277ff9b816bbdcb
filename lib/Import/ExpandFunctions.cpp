//===- ExpandFunctions.cpp - rarer functions by common ones -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Functions of CHLO, tangents and reduced precision become ops that every
// stage knows. The error function and its complement stay: other functions are
// made of them, and patterns look for them.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/CHLO/CHLO.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc {
namespace {

using Direction = stablehlo::ComparisonDirection;

Value log1p(TensorBuilder &b, Value x) {
  return stablehlo::Log1pOp::create(b.getBuilder(), b.getLoc(), x);
}
Value expm1(TensorBuilder &b, Value x) {
  return stablehlo::Expm1Op::create(b.getBuilder(), b.getLoc(), x);
}
Value atan2(TensorBuilder &b, Value y, Value x) {
  return stablehlo::Atan2Op::create(b.getBuilder(), b.getLoc(), y, x);
}

/// sqrt((1 - x)(1 + x)), without the cancellation of 1 - x^2.
Value cosineOfArcSine(TensorBuilder &b, Value x) {
  return b.sqrt(b.mul(b.sub(1.0, x), b.add(x, 1.0)));
}

/// sign(x) log1p(a + a^2 / (1 + sqrt(1 + a^2))), a = |x|; where a^2 would be lost
/// beside or beyond the type's range, log(a) + log 2.
Value asinh(TensorBuilder &b, Value x) {
  Value a = b.abs(x);
  Value square = b.mul(a, a);
  Value small = log1p(b, b.add(a, b.div(square, b.add(b.sqrt(b.add(square, 1.0)), 1.0))));
  Value large = b.add(b.log(a), llvm::numbers::ln2);
  Value isLarge = b.compare(Direction::GT, a, b.splatLike(a, 1e8));
  return b.mul(b.sign(x), b.select(isLarge, large, small));
}

/// log1p(t + sqrt(t) sqrt(t + 2)), t = x - 1: NaN below 1.
Value acosh(TensorBuilder &b, Value x) {
  Value t = b.add(x, -1.0);
  return log1p(b, b.add(t, b.mul(b.sqrt(t), b.sqrt(b.add(t, 2.0)))));
}

/// The polynomial of `coefficients`, highest power first.
Value polynomial(TensorBuilder &b, Value x, ArrayRef<double> coefficients) {
  Value sum = b.splatLike(x, coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = b.add(b.mul(sum, x), coefficient);
  return sum;
}

/// The inverse error function: M. Giles' approximation by two polynomials in
/// w = -log((1 - x)(1 + x)) ("Approximating the erfinv function", 2011), then two
/// steps of Newton's method, each with the one of erf and erfc that does not cancel.
Value erfInv(TensorBuilder &b, Value x) {
  using Erf = chlo::ErfOp;
  using Erfc = chlo::ErfcOp;
  Value a = b.abs(x);
  Value w = b.neg(b.log(b.mul(b.sub(1.0, a), b.add(a, 1.0))));
  Value center =
      polynomial(b, b.add(w, -2.5),
                 {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                  -0.00125372503, -0.00417768164, 0.246640727, 1.50140941});
  Value tail = polynomial(b, b.add(b.sqrt(w), -3.0),
                          {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844,
                           0.00573950773, -0.0076224613, 0.00943887047, 1.00167406, 2.83297682});
  Value isCenter = b.compare(Direction::LT, w, b.splatLike(w, 5.0));
  Value y = b.mul(b.select(isCenter, center, tail), a);

  Value isSmall = b.compare(Direction::LT, a, b.splatLike(a, 0.5));
  for (int step = 0; step < 2; ++step) {
    Value erf = Erf::create(b.getBuilder(), b.getLoc(), y);
    Value erfc = Erfc::create(b.getBuilder(), b.getLoc(), y);
    Value rest = b.select(isSmall, b.sub(a, erf), b.sub(erfc, b.sub(1.0, a)));
    Value slope = b.mul(b.exp(b.mul(y, y)), 0.5 / llvm::numbers::inv_sqrtpi);
    y = b.add(y, b.mul(rest, slope));
  }
  // At 1 the steps are infinity times zero, beyond it there is no value.
  Value isOne = b.compare(Direction::EQ, a, b.splatLike(a, 1.0));
  Value infinity = b.neg(b.negativeInfinity(tensorTypeOf(a)));
  return b.mul(b.sign(x), b.select(isOne, infinity, y));
}

/// The value of a function of chlo, or of a tangent; null for other ops.
Value buildFunction(Operation *op, TensorBuilder &b, Value x) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](stablehlo::TanOp) { return b.div(b.sine(x), b.cosine(x)); })
      .Case([&](chlo::SquareOp) { return b.mul(x, x); })
      .Case([&](chlo::SinhOp) { return b.mul(b.sub(expm1(b, x), expm1(b, b.neg(x))), 0.5); })
      .Case([&](chlo::CoshOp) { return b.mul(b.add(b.exp(x), b.exp(b.neg(x))), 0.5); })
      .Case([&](chlo::AsinOp) { return atan2(b, x, cosineOfArcSine(b, x)); })
      .Case([&](chlo::AcosOp) { return atan2(b, cosineOfArcSine(b, x), x); })
      .Case([&](chlo::AtanOp) { return atan2(b, x, b.splatLike(x, 1.0)); })
      .Case([&](chlo::AsinhOp) { return asinh(b, x); })
      .Case([&](chlo::AcoshOp) { return acosh(b, x); })
      .Case([&](chlo::AtanhOp) { return b.mul(b.sub(log1p(b, x), log1p(b, b.neg(x))), 0.5); })
      .Case([&](chlo::ErfInvOp) { return erfInv(b, x); })
      .Default([](Operation *) { return Value(); });
}

/// Sorts in descending order together with the places, and takes the first ones.
void expandTopK(chlo::TopKOp op) {
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  RankedTensorType type = op.getOperand().getType();
  int64_t dim = type.getRank() - 1;
  Value places = b.iota(type.clone(builder.getI32Type()), dim);
  auto sort = stablehlo::SortOp::create(builder, op.getLoc(), TypeRange{type, places.getType()},
                                        ValueRange{op.getOperand(), places},
                                        builder.getI64IntegerAttr(dim), builder.getBoolAttr(true));
  Type scalar = type.clone(ArrayRef<int64_t>()),
       place = RankedTensorType::get({}, builder.getI32Type());
  Block &block = sort.getComparator().emplaceBlock();
  block.addArguments({scalar, scalar, place, place}, SmallVector<Location>(4, op.getLoc()));
  OpBuilder inner = OpBuilder::atBlockBegin(&block);
  bool isFloat = isa<FloatType>(type.getElementType());
  auto kind = isFloat                                     ? stablehlo::ComparisonType::TOTALORDER
              : type.getElementType().isUnsignedInteger() ? stablehlo::ComparisonType::UNSIGNED
                                                          : stablehlo::ComparisonType::SIGNED;
  Value before = stablehlo::CompareOp::create(
      inner, op.getLoc(), RankedTensorType::get({}, builder.getI1Type()), block.getArgument(0),
      block.getArgument(1), Direction::GT,
      stablehlo::ComparisonTypeAttr::get(builder.getContext(), kind));
  stablehlo::ReturnOp::create(inner, op.getLoc(), before);
  for (auto [result, sorted] : llvm::zip(op.getResults(), sort.getResults()))
    result.replaceAllUsesWith(b.sliceDim(sorted, dim, 0, op.getK()));
}

/// A rounding to a format that is a type: there and back.
LogicalResult expandReducePrecision(stablehlo::ReducePrecisionOp op) {
  OpBuilder builder(op);
  Type element = op.getType().getElementType(), narrow;
  std::pair<uint32_t, uint32_t> format(op.getExponentBits(), op.getMantissaBits());
  for (Type type : {Type(builder.getF64Type()), Type(builder.getF32Type()),
                    Type(builder.getBF16Type()), Type(builder.getF16Type())}) {
    const llvm::fltSemantics &semantics = cast<FloatType>(type).getFloatSemantics();
    uint32_t mantissa = llvm::APFloat::semanticsPrecision(semantics) - 1;
    if (format == std::pair(type.getIntOrFloatBitWidth() - 1 - mantissa, mantissa))
      narrow = type;
  }
  if (!narrow)
    return op.emitOpError() << "rounds to e" << format.first << "m" << format.second
                            << "; of formats, those of types are supported: e5m10, e8m7, "
                               "e8m23, e11m52";
  TensorBuilder b(builder, op.getLoc());
  op.replaceAllUsesWith(b.convert(b.convert(op.getOperand(), narrow), element));
  return success();
}

/// `value` with the same bits as unsigned integers of its width.
Value asUnsigned(TensorBuilder &b, Value value) {
  RankedTensorType type = tensorTypeOf(value);
  Type bits = b.getBuilder().getIntegerType(type.getElementTypeBitWidth(), /*isSigned=*/false);
  if (type.getElementType() == bits)
    return value;
  return stablehlo::BitcastConvertOp::create(b.getBuilder(), b.getLoc(), type.clone(bits), value);
}

/// Bits read as elements of another width: parts shifted together, or apart.
void expandBitcast(stablehlo::BitcastConvertOp op) {
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  RankedTensorType from = op.getOperand().getType(), to = op.getType();
  unsigned fromBits = from.getElementTypeBitWidth(), toBits = to.getElementTypeBitWidth();
  Value bits = asUnsigned(b, op.getOperand());
  Type target = builder.getIntegerType(toBits, /*isSigned=*/false);
  auto shift = [&](Value value, unsigned count, bool left) -> Value {
    RankedTensorType type = tensorTypeOf(value);
    Value by = stablehlo::ConstantOp::create(
        builder, op.getLoc(),
        DenseElementsAttr::get(type, APInt(type.getElementTypeBitWidth(), count)));
    if (left)
      return stablehlo::ShiftLeftOp::create(builder, op.getLoc(), value, by);
    return stablehlo::ShiftRightLogicalOp::create(builder, op.getLoc(), value, by);
  };
  Value result;
  if (fromBits < toBits) {
    int64_t dim = from.getRank() - 1;
    for (unsigned part = 0; part < toBits / fromBits; ++part) {
      Value piece = b.reshape(b.sliceDim(bits, dim, part, part + 1), to.getShape());
      piece = b.convert(piece, target);
      piece = part ? shift(piece, part * fromBits, /*left=*/true) : piece;
      result = result ? Value(stablehlo::OrOp::create(builder, op.getLoc(), result, piece)) : piece;
    }
  } else {
    SmallVector<int64_t> single(from.getShape());
    single.push_back(1);
    SmallVector<Value> pieces;
    for (unsigned part = 0; part < fromBits / toBits; ++part) {
      Value piece = part ? shift(bits, part * toBits, /*left=*/false) : bits;
      pieces.push_back(b.reshape(b.convert(piece, target), single));
    }
    result = b.concatenate(pieces, to.getRank() - 1);
  }
  if (to.getElementType() != target)
    result = stablehlo::BitcastConvertOp::create(builder, op.getLoc(), to, result);
  op.replaceAllUsesWith(result);
}

} // namespace

LogicalResult expandFunctions(func::FuncOp main) {
  SmallVector<Operation *> ops;
  main.walk([&](Operation *op) {
    auto cast = dyn_cast<stablehlo::BitcastConvertOp>(op);
    if (isa<stablehlo::TanOp, stablehlo::ReducePrecisionOp>(op) ||
        (cast && cast.getOperand().getType().getShape() != cast.getType().getShape()) ||
        isa_and_present<chlo::CHLODialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto topK = dyn_cast<chlo::TopKOp>(op)) {
      expandTopK(topK);
    } else if (auto cast = dyn_cast<stablehlo::BitcastConvertOp>(op)) {
      expandBitcast(cast);
    } else if (auto reduce = dyn_cast<stablehlo::ReducePrecisionOp>(op)) {
      if (failed(expandReducePrecision(reduce)))
        return failure();
    } else {
      OpBuilder builder(op);
      TensorBuilder b(builder, op->getLoc());
      // bf16 and f16 are computed in f32 and rounded once.
      Value y = buildFunction(op, b, b.widen(op->getOperand(0)));
      if (!y)
        continue;
      op->getResult(0).replaceAllUsesWith(
          b.convert(y, tensorTypeOf(op->getResult(0)).getElementType()));
    }
    op->erase();
  }
  return success();
}

} // namespace shardc
