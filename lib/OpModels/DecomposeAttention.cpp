//===- DecomposeAttention.cpp - rotary embedding, attention -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Attention works on [B, G, R*S, D] queries and [B, G, T, D] keys and values,
// G key/value heads of R query heads each, so that the products are plain
// batched matrix products and no key/value head is repeated.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"
#include <cmath>

using namespace mlir;
using namespace shardc;
using namespace shardc::decomposition;
using Direction = stablehlo::ComparisonDirection;

//===----------------------------------------------------------------------===//
// Rotary embedding
//===----------------------------------------------------------------------===//

Values decomposition::build(nn::RopeTableOp op, TensorBuilder &b) {
  // Positions run to thousands of radians, so angles need float64 whatever the
  // type of the table; only the D/2 frequencies are constants of the program.
  RankedTensorType type = typeOf(op.getCos());
  MLIRContext *context = op.getContext();
  Type f64 = Float64Type::get(context);
  int64_t half = type.getDimSize(1);
  SmallVector<double> frequencies;
  for (int64_t i = 0; i < half; ++i)
    frequencies.push_back(std::pow(op.getTheta().convertToDouble(),
                                   -static_cast<double>(i) / static_cast<double>(half)));
  Value frequency = stablehlo::ConstantOp::create(
      b.getBuilder(), b.getLoc(),
      DenseElementsAttr::get(RankedTensorType::get({half}, f64), ArrayRef(frequencies)));
  Value position = b.iota(type.clone(f64), 0);
  Value angle = b.mul(position, b.broadcastTrailing(frequency, type.getShape()));
  return {narrow(b, b.cosine(angle), op.getCos()), narrow(b, b.sine(angle), op.getSin())};
}

Values decomposition::build(nn::RopeOp op, TensorBuilder &b) {
  Value x = b.widen(op.getX());
  int64_t dim = typeOf(x).getDimSize(3), half = dim / 2;
  Value x1 = b.sliceDim(x, 3, 0, half), x2 = b.sliceDim(x, 3, half, dim);
  ArrayRef<int64_t> shape = typeOf(x1).getShape();
  Value cos = b.broadcast(b.convert(op.getCos(), typeOf(x).getElementType()), shape, {1, 3});
  Value sin = b.broadcast(b.convert(op.getSin(), typeOf(x).getElementType()), shape, {1, 3});
  Value y1, y2;
  if (op.getInverse()) {
    y1 = b.add(b.mul(x1, cos), b.mul(x2, sin));
    y2 = b.sub(b.mul(x2, cos), b.mul(x1, sin));
  } else {
    y1 = b.sub(b.mul(x1, cos), b.mul(x2, sin));
    y2 = b.add(b.mul(x2, cos), b.mul(x1, sin));
  }
  return {narrow(b, b.concatenate({y1, y2}, 3), op.getResult())};
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

namespace {
/// The extents of an attention and its layouts.
struct Attention {
  TensorBuilder &b;
  int64_t batch, queries, heads, dim, keys, groups, ratio;
  bool causal;
  double scale;
  /// Scalar: the global index of the first query; null: 0.
  Value offset;
  /// [B or 1, H or 1, S or 1, T], of i1 or floats; null: none.
  Value mask;
  std::optional<double> cap;
  double maskedValue;
  Type element, wide;

  template <typename OpTy>
  Attention(OpTy op, TensorBuilder &b) : b(b) {
    RankedTensorType q = typeOf(op.getQ()), k = typeOf(op.getK());
    batch = q.getDimSize(0), queries = q.getDimSize(1), heads = q.getDimSize(2);
    dim = q.getDimSize(3), keys = k.getDimSize(1), groups = k.getDimSize(2);
    ratio = heads / groups;
    causal = op.getCausal();
    scale = op.getScale().convertToDouble();
    offset = op.getQueryOffset();
    mask = op.getMask();
    if (std::optional<APFloat> value = op.getLogitCap())
      cap = value->convertToDouble();
    std::optional<APFloat> hidden = op.getMaskedValue();
    maskedValue = hidden ? hidden->convertToDouble() : -INFINITY;
    element = q.getElementType();
    wide = computeTypeOf(element);
  }

  /// [B, S, H, D] to [B, G, R*S, D].
  Value packQueries(Value value) {
    value = b.reshape(value, {batch, queries, groups, ratio, dim});
    value = b.transpose(value, {0, 2, 3, 1, 4});
    return b.reshape(value, {batch, groups, ratio * queries, dim});
  }
  /// The other way.
  Value unpackQueries(Value value) {
    value = b.reshape(value, {batch, groups, ratio, queries, dim});
    value = b.transpose(value, {0, 3, 1, 2, 4});
    return b.reshape(value, {batch, queries, heads, dim});
  }
  /// [B, T, G, D] to [B, G, T, D], which is its own inverse.
  Value swapKeys(Value value) { return b.transpose(value, {0, 2, 1, 3}); }
  /// [B, H, S] to [B, G, R*S]: no element moves.
  Value packRows(Value value) { return b.reshape(value, {batch, groups, ratio * queries}); }

  bool hasBooleanMask() const { return mask && typeOf(mask).getElementType().isInteger(1); }
  /// Whether a row may be hidden by numbers so large that its lse has lost the
  /// logarithm of the number of its keys: probabilities must be made to sum to 1 again.
  bool hidesByNumbers() const { return mask && !(hasBooleanMask() && std::isinf(maskedValue)); }
  /// The mask for every score: [B, G, R*S, T].
  Value packMask() {
    SmallVector<int64_t> kept, dims, shape = {batch, heads, queries, keys};
    for (auto [dim, extent] : llvm::enumerate(typeOf(mask).getShape()))
      if (extent == shape[dim]) {
        kept.push_back(extent);
        dims.push_back(dim);
      }
    Value all = b.broadcast(b.reshape(mask, kept), shape, dims);
    return b.reshape(all, {batch, groups, ratio * queries, keys});
  }
  /// Scores between the scale and the masks: [B, G, R*S, T].
  Value capped(Value q, Value k) {
    Value s = b.mul(b.dot(q, k, {0, 1}, {0, 1}, {3}, {3}, wide), scale);
    return cap ? b.mul(b.tanh(b.mul(s, 1.0 / *cap)), *cap) : s;
  }
  /// A splat of what a mask of i1 hides scores by.
  Value hiddenLike(Value s) {
    return std::isinf(maskedValue) ? b.negativeInfinity(typeOf(s)) : b.splatLike(s, maskedValue);
  }
  /// `s`, of capped(), as the masks leave it.
  Value masked(Value s) {
    if (hasBooleanMask())
      s = b.select(packMask(), s, hiddenLike(s));
    else if (mask)
      s = b.add(s, b.convert(packMask(), wide));
    if (!causal)
      return s;
    SmallVector<int64_t> shape = {batch, groups, ratio, queries, keys};
    Type index = IntegerType::get(b.getBuilder().getContext(), 32);
    auto square = RankedTensorType::get({queries, keys}, index);
    Value query = b.iota(square, 0);
    if (offset)
      query = b.add(query, b.broadcastScalar(b.convert(offset, index), square.getShape()));
    Value visible = b.compare(Direction::GE, query, b.iota(square, 1));
    Value seen = b.reshape(b.broadcastTrailing(visible, shape), typeOf(s).getShape());
    return b.select(seen, s, b.negativeInfinity(typeOf(s)));
  }
  /// One value a row, repeated over the keys.
  Value alongRow(Value row, Value like) { return b.broadcastLeading(row, typeOf(like).getShape()); }
  Value toElement(Value value) { return b.convert(value, element); }
};
} // namespace

Values decomposition::build(nn::AttentionOp op, TensorBuilder &b) {
  Attention a(op, b);
  Value q = a.packQueries(op.getQ()), k = a.swapKeys(op.getK()), v = a.swapKeys(op.getV());
  Value s = a.masked(a.capped(q, k));
  Value highest = b.reduceMax(s, {3});
  if (op.getZeroHiddenRows()) {
    Value isHidden = b.compare(Direction::EQ, highest, b.negativeInfinity(typeOf(highest)));
    highest = b.select(isHidden, b.splatLike(highest, 0.0), highest);
  }
  Value p = b.exp(b.sub(s, a.alongRow(highest, s)));
  Value sum = b.reduceSum(p, {3});
  // A hidden row is zeros over one; no other sum is below the one of its highest score.
  if (op.getZeroHiddenRows())
    sum =
        b.select(b.compare(Direction::EQ, sum, b.splatLike(sum, 0.0)), b.splatLike(sum, 1.0), sum);
  Value out = b.dot(a.toElement(p), v, {0, 1}, {0, 1}, {3}, {2}, a.wide);
  out = b.div(out, b.broadcastLeading(sum, typeOf(out).getShape()));
  Value lse = b.reshape(b.add(highest, b.log(sum)), {a.batch, a.heads, a.queries});
  return {a.unpackQueries(a.toElement(out)), narrow(b, lse, op.getLse())};
}

Values decomposition::build(nn::AttentionGradOp op, TensorBuilder &b) {
  // p = exp(s - lse); dp = dout v^T; ds = p (dp - rowsum(dout out)) scale, times
  // 1 - (c/cap)^2 with capped scores c; dq = ds k, dk = ds^T q, dv = p^T dout.
  Attention a(op, b);
  Value q = a.packQueries(op.getQ()), k = a.swapKeys(op.getK()), v = a.swapKeys(op.getV());
  Value dout = a.packQueries(op.getDout()), out = a.packQueries(op.getOut());
  Value lse = b.convert(a.packRows(op.getLse()), a.wide);
  Value c = a.capped(q, k);
  Value s = a.masked(c);
  Value p = b.exp(b.sub(s, a.alongRow(lse, s)));
  if (a.hidesByNumbers()) {
    Value sum = b.reduceSum(p, {3});
    sum =
        b.select(b.compare(Direction::EQ, sum, b.splatLike(sum, 0.0)), b.splatLike(sum, 1.0), sum);
    p = b.div(p, a.alongRow(sum, p));
  }
  Value delta = b.reduceSum(b.mul(b.widen(dout), b.widen(out)), {3});
  Value dp = b.dot(dout, v, {0, 1}, {0, 1}, {3}, {3}, a.wide);
  Value ds = b.mul(b.mul(p, b.sub(dp, a.alongRow(delta, dp))), a.scale);
  if (a.cap) {
    Value t = b.mul(c, 1.0 / *a.cap);
    ds = b.mul(ds, b.sub(1.0, b.mul(t, t)));
  }
  // A row whose every key has the masked value has probabilities all the same.
  if (a.hasBooleanMask() && a.hidesByNumbers())
    ds = b.select(a.packMask(), ds, b.splatLike(ds, 0.0));
  ds = a.toElement(ds);
  Value dq = b.dot(ds, k, {0, 1}, {0, 1}, {3}, {2}, a.wide);
  Value dk = b.dot(ds, q, {0, 1}, {0, 1}, {2}, {2}, a.wide);
  Value dv = b.dot(a.toElement(p), dout, {0, 1}, {0, 1}, {2}, {2}, a.wide);
  return {a.unpackQueries(a.toElement(dq)), a.swapKeys(a.toElement(dk)),
          a.swapKeys(a.toElement(dv))};
}
