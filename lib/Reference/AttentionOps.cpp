//===- AttentionOps.cpp - rotary embedding and attention --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One head of one sequence at a time: all of its scores are made, normalised
// and multiplied as the formulas say.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/NN/NN.h"
#include <algorithm>
#include <cmath>
#include <vector>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

//===----------------------------------------------------------------------===//
// Rotary embedding
//===----------------------------------------------------------------------===//

static LogicalResult evaluateRopeTable(nn::RopeTableOp op, Evaluation &e) {
  Tensor cos = Tensor::uninitialized(resultType(op, 0));
  Tensor sin = Tensor::uninitialized(resultType(op, 1));
  int64_t positions = cos.getShape()[0], half = cos.getShape()[1];
  double theta = op.getTheta().convertToDouble();
  double *c = cos.getMutable<double>().data(), *s = sin.getMutable<double>().data();
  for (int64_t p = 0; p < positions; ++p) {
    for (int64_t i = 0; i < half; ++i) {
      double angle = static_cast<double>(p) *
                     std::pow(theta, -static_cast<double>(i) / static_cast<double>(half));
      *c++ = std::cos(angle);
      *s++ = std::sin(angle);
    }
  }
  e.results = {cos, sin};
  return success();
}

static LogicalResult evaluateRope(nn::RopeOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  Tensor result = Tensor::uninitialized(resultType(op));
  ArrayRef<int64_t> shape = x.getShape();
  int64_t half = shape[3] / 2;
  double sign = op.getInverse() ? -1.0 : 1.0;
  const double *in = x.get<double>().data();
  const double *cos = e.operands[1].get<double>().data();
  const double *sin = e.operands[2].get<double>().data();
  double *out = result.getMutable<double>().data();
  for (int64_t b = 0; b < shape[0]; ++b)
    for (int64_t s = 0; s < shape[1]; ++s)
      for (int64_t h = 0; h < shape[2]; ++h, in += shape[3], out += shape[3])
        for (int64_t i = 0; i < half; ++i) {
          double c = cos[s * half + i], t = sign * sin[s * half + i];
          out[i] = in[i] * c - in[half + i] * t;
          out[half + i] = in[half + i] * c + in[i] * t;
        }
  return e.give(result);
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

using Matrix = std::vector<double>;

/// Head `h` of sequence `b` of a [B, S, H, D] tensor, as [S, D].
static Matrix headOf(const Tensor &x, int64_t b, int64_t h) {
  ArrayRef<int64_t> shape = x.getShape();
  Matrix head(shape[1] * shape[3]);
  const double *in = x.get<double>().data() + (b * shape[1] * shape[2] + h) * shape[3];
  copyStrided<double>(head.data(), {shape[3], 1}, in, {shape[2] * shape[3], 1},
                      {shape[1], shape[3]});
  return head;
}

/// Adds an [S, D] head to a [B, S, H, D] tensor.
static void addHead(Tensor &x, int64_t b, int64_t h, const Matrix &head) {
  SmallVector<int64_t> shape(x.getShape());
  double *out = x.getMutable<double>().data() + (b * shape[1] * shape[2] + h) * shape[3];
  for (int64_t s = 0; s < shape[1]; ++s)
    for (int64_t d = 0; d < shape[3]; ++d)
      out[s * shape[2] * shape[3] + d] += head[s * shape[3] + d];
}

static Matrix transposed(const Matrix &x, int64_t rows, int64_t columns) {
  Matrix result(x.size());
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      result[j * rows + i] = x[i * columns + j];
  return result;
}

/// The product of an [m, k] and a [k, n] matrix.
static Matrix product(const Matrix &a, const Matrix &b, int64_t m, int64_t k, int64_t n) {
  Matrix c(m * n, 0.0);
  multiplyAdd(m, n, k, a.data(), b.data(), c.data());
  return c;
}

namespace {
/// The extents of an attention and which keys a query sees.
struct Extents {
  int64_t batch, queries, keys, heads, groups, depth;
  /// Global index of the first query.
  int64_t offset = 0;
  bool causal;
  double scale;
  /// 0: none.
  double cap = 0.0;
  /// [B or 1, H or 1, S or 1, T], of i1 or floats; null: none.
  const Tensor *mask = nullptr;
  bool isBoolean = false;
  double maskedValue = -INFINITY;
  template <typename OpTy>
  Extents(OpTy op, const Evaluation &e)
      : batch(e.operands[0].getShape()[0]), queries(e.operands[0].getShape()[1]),
        keys(e.operands[1].getShape()[1]), heads(e.operands[0].getShape()[2]),
        groups(e.operands[1].getShape()[2]), depth(e.operands[0].getShape()[3]),
        causal(op.getCausal()), scale(op.getScale().convertToDouble()) {
    unsigned next = isa<nn::AttentionOp>(*op) ? 3 : 6;
    if (op.getQueryOffset())
      offset = e.operands[next++].intAt(0);
    if (std::optional<APFloat> value = op.getLogitCap())
      cap = value->convertToDouble();
    if (!op.getMask())
      return;
    mask = &e.operands[next];
    isBoolean = cast<RankedTensorType>(op.getMask().getType()).getElementType().isInteger(1);
    if (std::optional<APFloat> value = op.getMaskedValue())
      maskedValue = value->convertToDouble();
  }
  /// Where the keys of a row begin in the mask.
  int64_t maskRow(int64_t b, int64_t h, int64_t s) const {
    ArrayRef<int64_t> shape = mask->getShape();
    auto at = [&](unsigned dim, int64_t index) { return shape[dim] == 1 ? 0 : index; };
    return ((at(0, b) * shape[1] + at(1, h)) * shape[2] + at(2, s)) * keys;
  }
  /// Whether a row may be hidden by numbers instead of negative infinity.
  bool hidesByNumbers() const { return mask && !(isBoolean && std::isinf(maskedValue)); }
  bool isMasked(int64_t begin, int64_t t) const {
    return mask && isBoolean && mask->intAt(begin + t) == 0;
  }
  /// A product of query and key, scaled and capped.
  double capped(double product) const {
    double score = scale * product;
    return cap ? cap * std::tanh(score / cap) : score;
  }
  /// A capped score as the mask leaves it.
  double masked(double score, int64_t begin, int64_t t) const {
    if (!mask)
      return score;
    if (isBoolean)
      return isMasked(begin, t) ? maskedValue : score;
    return score + mask->get<double>()[begin + t];
  }
  /// d score / d product at a capped score.
  double slope(double capped) const {
    double ratio = cap ? capped / cap : 0.0;
    return scale * (1.0 - ratio * ratio);
  }
  int64_t group(int64_t head) const { return head / (heads / groups); }
  /// Keys [0, seen) are seen by query s.
  int64_t seen(int64_t s) const {
    return causal ? std::clamp<int64_t>(offset + s + 1, 0, keys) : keys;
  }
};
} // namespace

static LogicalResult evaluateAttention(nn::AttentionOp op, Evaluation &e) {
  const Tensor &q = e.operands[0], &k = e.operands[1], &v = e.operands[2];
  Extents x(op, e);
  Tensor out(resultType(op, 0)), lse = Tensor::uninitialized(resultType(op, 1));
  double *lseData = lse.getMutable<double>().data();
  for (int64_t b = 0; b < x.batch; ++b) {
    for (int64_t h = 0; h < x.heads; ++h) {
      Matrix keys = transposed(headOf(k, b, x.group(h)), x.keys, x.depth);
      Matrix scores = product(headOf(q, b, h), keys, x.queries, x.depth, x.keys);
      for (int64_t s = 0; s < x.queries; ++s) {
        double *row = scores.data() + s * x.keys;
        int64_t seen = x.seen(s);
        double most = -INFINITY, sum = 0.0;
        int64_t begin = x.mask ? x.maskRow(b, h, s) : 0;
        for (int64_t t = 0; t < seen; ++t) {
          row[t] = x.masked(x.capped(row[t]), begin, t);
          most = std::fmax(most, row[t]);
        }
        bool isHidden = op.getZeroHiddenRows() && most == -INFINITY;
        if (isHidden)
          most = 0.0;
        for (int64_t t = 0; t < seen; ++t)
          sum += row[t] = std::exp(row[t] - most);
        if (isHidden)
          sum = 1.0;
        for (int64_t t = 0; t < seen; ++t)
          row[t] /= sum;
        std::fill(row + seen, row + x.keys, 0.0);
        lseData[(b * x.heads + h) * x.queries + s] = most + std::log(sum);
      }
      addHead(out, b, h, product(scores, headOf(v, b, x.group(h)), x.queries, x.keys, x.depth));
    }
  }
  e.results = {out, lse};
  return success();
}

static LogicalResult evaluateAttentionGrad(nn::AttentionGradOp op, Evaluation &e) {
  const Tensor &q = e.operands[0], &k = e.operands[1], &v = e.operands[2];
  const Tensor &out = e.operands[3], &lse = e.operands[4], &dout = e.operands[5];
  Extents x(op, e);
  Tensor dq(resultType(op, 0)), dk(resultType(op, 1)), dv(resultType(op, 2));
  for (int64_t b = 0; b < x.batch; ++b) {
    for (int64_t h = 0; h < x.heads; ++h) {
      int64_t g = x.group(h);
      Matrix queries = headOf(q, b, h), keys = headOf(k, b, g), values = headOf(v, b, g);
      Matrix outs = headOf(out, b, h), douts = headOf(dout, b, h);
      Matrix weights =
          product(queries, transposed(keys, x.keys, x.depth), x.queries, x.depth, x.keys);
      // d loss / d probability, then d loss / d score.
      Matrix slopes =
          product(douts, transposed(values, x.keys, x.depth), x.queries, x.depth, x.keys);
      const double *sums = lse.get<double>().data() + (b * x.heads + h) * x.queries;
      for (int64_t s = 0; s < x.queries; ++s) {
        double *weight = weights.data() + s * x.keys, *slope = slopes.data() + s * x.keys;
        double along = 0.0;
        for (int64_t d = 0; d < x.depth; ++d)
          along += outs[s * x.depth + d] * douts[s * x.depth + d];
        int64_t seen = x.seen(s), begin = x.mask ? x.maskRow(b, h, s) : 0;
        double sum = 0.0;
        for (int64_t t = 0; t < seen; ++t)
          sum += std::exp(x.masked(x.capped(weight[t]), begin, t) - sums[s]);
        // A row hidden by large numbers has an lse without the logarithm of its keys.
        if (!x.hidesByNumbers() || sum == 0.0)
          sum = 1.0;
        for (int64_t t = 0; t < seen; ++t) {
          double score = x.capped(weight[t]);
          weight[t] = std::exp(x.masked(score, begin, t) - sums[s]) / sum;
          slope[t] = x.isMasked(begin, t) ? 0.0 : weight[t] * (slope[t] - along) * x.slope(score);
        }
        std::fill(weight + seen, weight + x.keys, 0.0);
        std::fill(slope + seen, slope + x.keys, 0.0);
      }
      addHead(dq, b, h, product(slopes, keys, x.queries, x.keys, x.depth));
      addHead(dk, b, g,
              product(transposed(slopes, x.queries, x.keys), queries, x.keys, x.queries, x.depth));
      addHead(dv, b, g,
              product(transposed(weights, x.queries, x.keys), douts, x.keys, x.queries, x.depth));
    }
  }
  e.results = {dq, dk, dv};
  return success();
}

void shardc::reference::addAttentionOps(Registry &registry) {
  registry.add<nn::RopeTableOp>(evaluateRopeTable);
  registry.add<nn::RopeOp>(evaluateRope);
  registry.add<nn::AttentionOp>(evaluateAttention);
  registry.add<nn::AttentionGradOp>(evaluateAttentionGrad);
}
