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
#include "../ImportImpl.h"
#include "SpecialFunctions.h"
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

/// Half of exp(a), of 0 or more, also where exp(a) is beyond the type's range.
Value halfExp(TensorBuilder &b, Value a) {
  Value root = b.exp(b.mul(a, 0.5));
  return b.mul(b.mul(root, 0.5), root);
}

/// (exp(a) + exp(-a)) / 2; from 40 on, the second is nothing beside the first.
Value cosh(TensorBuilder &b, Value x) {
  Value a = b.abs(x), limit = b.splatLike(a, 40.0), held = b.min(a, limit);
  Value both = b.mul(b.add(b.exp(held), b.exp(b.neg(held))), 0.5);
  return b.select(b.compare(Direction::GT, a, limit), halfExp(b, a), both);
}

/// (exp(x) - exp(-x)) / 2, without cancellation.
Value sinh(TensorBuilder &b, Value x) {
  Value a = b.abs(x), limit = b.splatLike(a, 40.0);
  Value held = b.max(b.min(x, limit), b.neg(limit));
  Value both = b.mul(b.sub(expm1(b, held), expm1(b, b.neg(held))), 0.5);
  return b.select(b.compare(Direction::GT, a, limit), b.mul(b.sign(x), halfExp(b, a)), both);
}

/// sign(x) log1p(a + a^2 / (1 + sqrt(1 + a^2))), a = |x|; where a^2 would be lost
/// beside or beyond the type's range, log(a) + log 2.
Value asinh(TensorBuilder &b, Value x) {
  Value a = b.abs(x), held = b.min(a, b.splatLike(a, 1e8));
  Value square = b.mul(held, held);
  Value small = log1p(b, b.add(held, b.div(square, b.add(b.sqrt(b.add(square, 1.0)), 1.0))));
  Value large = b.add(b.log(b.max(a, b.splatLike(a, 1e8))), llvm::numbers::ln2);
  Value isLarge = b.compare(Direction::GT, a, b.splatLike(a, 1e8));
  return b.mul(b.sign(x), b.select(isLarge, large, small));
}

/// log1p(t + sqrt(t) sqrt(t + 2)), t = x - 1: NaN below 1; of large ones log(x) + log 2.
Value acosh(TensorBuilder &b, Value x) {
  Value limit = b.splatLike(x, 1e8);
  Value t = b.add(b.min(x, limit), -1.0);
  Value small = log1p(b, b.add(t, b.mul(b.sqrt(t), b.sqrt(b.add(t, 2.0)))));
  Value large = b.add(b.log(b.max(x, limit)), llvm::numbers::ln2);
  return b.select(b.compare(Direction::GT, x, limit), large, small);
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
  Value infinity = b.neg(b.negativeInfinity(typeOf(a)));
  return b.mul(b.sign(x), b.select(isOne, infinity, y));
}

/// Whether an infinity, of one sign or either.
Value testInfinity(TensorBuilder &b, Value x, bool isNegative) {
  Value infinity = b.negativeInfinity(typeOf(x));
  return b.compare(Direction::EQ, x, isNegative ? infinity : b.neg(infinity));
}

/// The value of a function of chlo, or of a tangent; null for other ops. `y` is its second
/// operand, if it has one.
Value buildFunction(Operation *op, TensorBuilder &b, Value x, Value y) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<stablehlo::TanOp, chlo::TanOp>(
          [&](Operation *) { return b.div(b.sine(x), b.cosine(x)); })
      .Case([&](chlo::SquareOp) { return b.mul(x, x); })
      .Case([&](chlo::SinhOp) { return sinh(b, x); })
      .Case([&](chlo::CoshOp) { return cosh(b, x); })
      .Case([&](chlo::AsinOp) { return atan2(b, x, cosineOfArcSine(b, x)); })
      .Case([&](chlo::AcosOp) { return atan2(b, cosineOfArcSine(b, x), x); })
      .Case([&](chlo::AtanOp) { return atan2(b, x, b.splatLike(x, 1.0)); })
      .Case([&](chlo::AsinhOp) { return asinh(b, x); })
      .Case([&](chlo::AcoshOp) { return acosh(b, x); })
      .Case([&](chlo::AtanhOp) { return b.mul(b.sub(log1p(b, x), log1p(b, b.neg(x))), 0.5); })
      .Case([&](chlo::ErfInvOp) { return erfInv(b, x); })
      .Case([&](chlo::LgammaOp) { return buildLgamma(b, x); })
      .Case([&](chlo::DigammaOp) { return buildDigamma(b, x); })
      .Case([&](chlo::BesselI1eOp) { return buildBesselI1e(b, x); })
      .Case([&](chlo::PolygammaOp) { return buildPolygamma(b, x, y); })
      .Case([&](chlo::ZetaOp) { return buildZeta(b, x, y); })
      .Default([](Operation *) { return Value(); });
}

/// The nearest integer, halves away from zero.
Value buildRoundedAway(TensorBuilder &b, Value x) {
  Value a = b.abs(x), below = b.floor(a);
  Value isUp = b.compare(Direction::GE, b.sub(a, below), b.splatLike(a, 0.5));
  return b.mul(b.sign(x), b.select(isUp, b.add(below, 1.0), below));
}

/// The value of a function of chlo that looks at the type's own numbers; null for others.
Value buildExactFunction(Operation *op, TensorBuilder &b) {
  Value x = op->getOperand(0);
  // Not by its class, which earlier versions of CHLO lack.
  if (op->getName().getStringRef() == "chlo.mulhi")
    return buildUpperProduct(b, x, op->getOperand(1));
  if (op->getName().getStringRef() == "stablehlo.round_nearest_afz")
    return buildRoundedAway(b, x);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](chlo::IsInfOp) { return testInfinity(b, b.abs(x), /*isNegative=*/false); })
      .Case([&](chlo::IsPosInfOp) { return testInfinity(b, x, /*isNegative=*/false); })
      .Case([&](chlo::IsNegInfOp) { return testInfinity(b, x, /*isNegative=*/true); })
      .Case([&](chlo::NextAfterOp) { return buildNextAfter(b, x, op->getOperand(1)); })
      .Case([&](chlo::RaggedDotOp dot) { return buildRaggedDot(b, dot); })
      .Default([](Operation *) { return Value(); });
}

/// Sorts `values` together with `places` and replaces the results of `op` by the first ones.
void replaceBySorted(Operation *op, Value values, Value places, int64_t dim, Direction direction) {
  OpBuilder builder(op);
  TensorBuilder b(builder, op->getLoc());
  Type types[] = {values.getType(), places.getType()};
  auto sort = stablehlo::SortOp::create(builder, op->getLoc(), types, ValueRange{values, places},
                                        builder.getI64IntegerAttr(dim), builder.getBoolAttr(true));
  Type element = typeOf(values).getElementType();
  Type scalar = RankedTensorType::get({}, element),
       place = RankedTensorType::get({}, typeOf(places).getElementType());
  Block &block = sort.getComparator().emplaceBlock();
  block.addArguments({scalar, scalar, place, place}, SmallVector<Location>(4, op->getLoc()));
  OpBuilder inner = OpBuilder::atBlockBegin(&block);
  auto kind = isa<FloatType>(element)       ? stablehlo::ComparisonType::TOTALORDER
              : element.isUnsignedInteger() ? stablehlo::ComparisonType::UNSIGNED
                                            : stablehlo::ComparisonType::SIGNED;
  Value before = stablehlo::CompareOp::create(
      inner, op->getLoc(), RankedTensorType::get({}, builder.getI1Type()), block.getArgument(0),
      block.getArgument(1), direction,
      stablehlo::ComparisonTypeAttr::get(builder.getContext(), kind));
  stablehlo::ReturnOp::create(inner, op->getLoc(), before);
  for (auto [result, sorted] : llvm::zip(op->getResults(), sort.getResults()))
    result.replaceAllUsesWith(b.sliceDim(sorted, dim, 0, typeOf(result).getDimSize(dim)));
}

void expandTopK(chlo::TopKOp op) {
  OpBuilder builder(op);
  RankedTensorType type = op.getOperand().getType();
  int64_t dim = type.getRank() - 1;
  Value places = TensorBuilder(builder, op.getLoc()).iota(type.clone(builder.getI32Type()), dim);
  replaceBySorted(op, op.getOperand(), places, dim, Direction::GT);
}

/// The dimension and order of JAX's search for nearly the largest or smallest elements;
/// nullopt for other calls. The exact ones are as good.
std::optional<std::pair<int64_t, Direction>> searchOf(stablehlo::CustomCallOp call) {
  auto config = call->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
  auto comparators = call->getAttrOfType<ArrayAttr>("called_computations");
  if (call.getCallTargetName() != "ApproxTopK" || !config || !comparators ||
      comparators.size() != 1 || call->getNumOperands() != 4 || call->getNumResults() != 2)
    return std::nullopt;
  auto comparator = dyn_cast<FlatSymbolRefAttr>(comparators[0]);
  auto dim = config.getAs<IntegerAttr>("reduction_dim"), count = config.getAs<IntegerAttr>("top_k");
  auto aggregates = config.getAs<BoolAttr>("aggregate_to_topk");
  RankedTensorType type = typeOf(call->getOperand(0));
  bool isDescending = comparator && comparator.getValue().starts_with("top_k_gt_");
  if (!comparator || !(isDescending || comparator.getValue().starts_with("top_k_lt_")) || !dim ||
      !count || !aggregates || !aggregates.getValue() || dim.getInt() < 0 ||
      dim.getInt() >= type.getRank() ||
      call->getOperand(1).getType() != type.clone(IntegerType::get(call.getContext(), 32)))
    return std::nullopt;
  SmallVector<int64_t> shape(type.getShape());
  shape[dim.getInt()] = count.getInt();
  if (count.getInt() < 1 || count.getInt() > type.getDimSize(dim.getInt()) ||
      call->getResult(0).getType() != type.clone(shape) ||
      typeOf(call->getResult(1)).getShape() != ArrayRef<int64_t>(shape))
    return std::nullopt;
  return std::pair(dim.getInt(), isDescending ? Direction::GT : Direction::LT);
}

/// A rounding to the precision of a type is one there and back; that to others is computed.
void expandReducePrecision(stablehlo::ReducePrecisionOp op) {
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  Type element = op.getType().getElementType(), narrow;
  auto formatOf = [](Type type) {
    int width = type.getIntOrFloatBitWidth();
    const llvm::fltSemantics &semantics = cast<FloatType>(type).getFloatSemantics();
    int mantissa = llvm::APFloat::semanticsPrecision(semantics) - 1;
    return std::pair(width - 1 - mantissa, mantissa);
  };
  // More than the type has changes nothing.
  auto [exponent, mantissa] = formatOf(element);
  std::pair<int, int> format(std::min<int64_t>(op.getExponentBits(), exponent),
                             std::min<int64_t>(op.getMantissaBits(), mantissa));
  for (Type type : {Type(builder.getF64Type()), Type(builder.getF32Type()),
                    Type(builder.getBF16Type()), Type(builder.getF16Type())})
    if (format == formatOf(type))
      narrow = type;
  Value result;
  if (narrow)
    result = b.convert(b.convert(op.getOperand(), narrow), element);
  else
    result = b.convert(
        buildRounded(b, b.widen(op.getOperand()), FloatFormat::ofBits(format.first, format.second)),
        element);
  op.replaceAllUsesWith(result);
}

/// `value` with the same bits as unsigned integers of its width.
Value asUnsigned(TensorBuilder &b, Value value) {
  RankedTensorType type = typeOf(value);
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
    RankedTensorType type = typeOf(value);
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
    if (isa<stablehlo::TanOp, stablehlo::ReducePrecisionOp, stablehlo::CustomCallOp>(op) ||
        (cast && cast.getOperand().getType().getShape() != cast.getType().getShape()) ||
        op->getName().getStringRef() == "stablehlo.round_nearest_afz" ||
        isa_and_present<chlo::CHLODialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto topK = dyn_cast<chlo::TopKOp>(op)) {
      expandTopK(topK);
    } else if (auto cast = dyn_cast<stablehlo::BitcastConvertOp>(op)) {
      expandBitcast(cast);
    } else if (auto reduce = dyn_cast<stablehlo::ReducePrecisionOp>(op)) {
      expandReducePrecision(reduce);
    } else if (auto call = dyn_cast<stablehlo::CustomCallOp>(op)) {
      std::optional<std::pair<int64_t, Direction>> search = searchOf(call);
      if (!search)
        continue;
      replaceBySorted(call, call->getOperand(0), call->getOperand(1), search->first,
                      search->second);
    } else {
      OpBuilder builder(op);
      TensorBuilder b(builder, op->getLoc());
      Value value = buildExactFunction(op, b);
      if (!value) {
        // bf16 and f16 are computed in f32 and rounded once.
        Value x = b.widen(op->getOperand(0));
        Value y = op->getNumOperands() == 2 ? b.widen(op->getOperand(1)) : Value();
        value = buildFunction(op, b, x, y);
      }
      if (!value)
        continue;
      op->getResult(0).replaceAllUsesWith(
          b.convert(value, typeOf(op->getResult(0)).getElementType()));
    }
    op->erase();
  }
  return success();
}

} // namespace shardc
