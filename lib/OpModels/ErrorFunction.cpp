//===- ErrorFunction.cpp - erf and erfc from other ops ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// No target has an error function of all types: it is built here from a
// Chebyshev series, for nn.gelu and for chlo.erf and chlo.erfc.
//
//===----------------------------------------------------------------------===//
#include "ErrorFunction.h"
#include "dialects/CHLO/CHLO.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/OpModels/Decompose.h"

using namespace mlir;
using namespace shardc;

/// Chebyshev coefficients of exp(x^2) erfc(x), x >= 0, in u = 4/(2 + x) - 1,
/// which maps x = 0 to 1 and infinity to -1. The constant term is halved when
/// the series is summed. Computed with 40 digits from 80 nodes.
static const double erfcSeries[] = {
    0.754752199251719722,      0.48250911965067993,      0.122324595330977833,
    0.0178311497192760045,     0.000321173652495185366,  -0.000350395256480401335,
    -0.0000224388065054192758, 0.0000105374331185740523, 5.67133114044492189e-7,
    -4.29768158443749528e-7,   5.10495328715239939e-9,   1.88996985470654878e-8,
    -2.24275476221249453e-9,   -6.85526200932355931e-10, 2.14880355073827222e-10,
    5.51465425577229205e-12,   -1.34767442303692336e-11, 2.08564358399005665e-12,
    4.48928805709546506e-13,   -2.27576911408597362e-13, 1.923523016902472e-14,
    1.07863209120213256e-14,   -3.29295066754538429e-15};

/// Chebyshev coefficients of erf(x) / x for x from 0 to 1, in 2x^2 - 1. Computed likewise.
static const double erfSeries[] = {
    0.975476939382654096,     -0.142261205103713642,   0.0100355821875997956,
    -0.000576876469976748477, 2.7419931252196061e-5,   -1.10431755073445076e-6,
    3.84887554203450369e-8,   -1.1808582533875467e-9,  3.23342158260509096e-11,
    -7.99101594700454876e-13, 1.79907251139614556e-14, -3.71863548781869264e-16,
    7.10359900371425297e-18};

/// Number of terms that leaves an error below the type's rounding: what is cut
/// is about 1e-15 for f64 and 1e-9 for f32.
static size_t numErfcTerms(Type element) { return element.isF64() ? std::size(erfcSeries) : 13; }
static size_t numErfTerms(Type element) { return element.isF64() ? std::size(erfSeries) : 8; }

/// c_0 + sum of c_k T_k(u) for k above 0, by Clenshaw: s_k = c_k + 2u s_{k+1} - s_{k+2}.
static Value sumSeries(TensorBuilder &b, Value u, double first, ArrayRef<double> coefficients) {
  Value twice = b.mul(u, 2.0);
  Value next = b.splatLike(u, coefficients.back()), afterNext;
  for (double coefficient : llvm::reverse(coefficients.drop_front().drop_back())) {
    Value sum = b.add(b.mul(twice, next), coefficient);
    if (afterNext)
      sum = b.sub(sum, afterNext);
    afterNext = next;
    next = sum;
  }
  return b.sub(b.add(b.mul(u, next), first), afterNext);
}

/// exp(-x^2) series(|x|), which is erfc(|x|).
static Value buildComplement(TensorBuilder &b, Value x) {
  Value magnitude = b.abs(x);
  Value u = b.add(b.div(b.splatLike(x, 4.0), b.add(magnitude, 2.0)), -1.0);
  size_t terms = numErfcTerms(typeOf(x).getElementType());
  Value series = sumSeries(b, u, erfcSeries[0] / 2, ArrayRef(erfcSeries).take_front(terms));
  return b.mul(b.exp(b.neg(b.mul(x, x))), series);
}

Value decomposition::buildErfBesideOne(TensorBuilder &b, Value x) {
  return b.mul(b.sign(x), b.sub(1.0, buildComplement(b, x)));
}

Value decomposition::buildErf(TensorBuilder &b, Value x) {
  // Below 1, what is left of one would lose digits.
  Value one = b.splatLike(x, 1.0);
  Value held = b.max(b.min(x, one), b.neg(one));
  Value u = b.add(b.mul(b.mul(held, held), 2.0), -1.0);
  size_t terms = numErfTerms(typeOf(x).getElementType());
  Value small = b.mul(held, sumSeries(b, u, erfSeries[0], ArrayRef(erfSeries).take_front(terms)));
  Value isSmall = b.compare(stablehlo::ComparisonDirection::LT, b.abs(x), one);
  return b.select(isSmall, small, buildErfBesideOne(b, x));
}

Value decomposition::buildErfc(TensorBuilder &b, Value x) {
  Value complement = buildComplement(b, x);
  Value isNegative = b.compare(stablehlo::ComparisonDirection::LT, x, b.splatLike(x, 0.0));
  return b.select(isNegative, b.sub(2.0, complement), complement);
}

namespace {

template <typename OpTy, Value (*build)(TensorBuilder &, Value)>
struct FunctionDecomposition
    : DecomposableOpInterface::ExternalModel<FunctionDecomposition<OpTy, build>, OpTy> {
  FailureOr<SmallVector<Value>> decompose(Operation *op, OpBuilder &builder) const {
    TensorBuilder b(builder, op->getLoc());
    Value y = build(b, b.widen(op->getOperand(0)));
    return SmallVector<Value>{b.convert(y, typeOf(op->getResult(0)).getElementType())};
  }
};

} // namespace

void shardc::registerDecompositionModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, chlo::CHLODialect *) {
    context->loadDialect<stablehlo::StableHLODialect>();
    using namespace decomposition;
    chlo::ErfOp::attachInterface<FunctionDecomposition<chlo::ErfOp, buildErf>>(*context);
    chlo::ErfcOp::attachInterface<FunctionDecomposition<chlo::ErfcOp, buildErfc>>(*context);
  });
}
