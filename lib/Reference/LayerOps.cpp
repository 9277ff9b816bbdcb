//===- LayerOps.cpp - embedding and norms -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The nn ops that work on rows (the last dimension), and their gradients,
// written from their formulas.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/NN/NN.h"
#include <cmath>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

/// Number of rows of a tensor and their length.
static std::pair<int64_t, int64_t> rowsOf(const Tensor &x) {
  int64_t width = x.getShape().back();
  return {width ? x.getNumElements() / width : 0, width};
}

//===----------------------------------------------------------------------===//
// Embedding
//===----------------------------------------------------------------------===//

static LogicalResult evaluateEmbedding(nn::EmbeddingOp op, Evaluation &e) {
  const Tensor &table = e.operands[0], &ids = e.operands[1];
  int64_t vocabulary = table.getShape()[0], width = table.getShape()[1];
  Tensor result(resultType(op));
  const double *rows = table.get<double>().data();
  double *out = result.getMutable<double>().data();
  for (auto [i, id] : llvm::enumerate(ids.get<int64_t>()))
    if (id >= 0 && id < vocabulary)
      std::copy(rows + id * width, rows + (id + 1) * width, out + i * width);
  return e.give(result);
}

static LogicalResult evaluateEmbeddingGrad(nn::EmbeddingGradOp op, Evaluation &e) {
  const Tensor &ids = e.operands[0], &dout = e.operands[1];
  Tensor result(resultType(op));
  int64_t vocabulary = result.getShape()[0], width = result.getShape()[1];
  const double *in = dout.get<double>().data();
  double *table = result.getMutable<double>().data();
  for (auto [i, id] : llvm::enumerate(ids.get<int64_t>())) {
    if (id < 0 || id >= vocabulary)
      continue;
    for (int64_t h = 0; h < width; ++h)
      table[id * width + h] += in[i * width + h];
  }
  return e.give(result);
}

//===----------------------------------------------------------------------===//
// Root-mean-square norm
//===----------------------------------------------------------------------===//

/// 1 / sqrt(mean of squares + eps) of a row.
static double inverseRms(const double *x, int64_t width, double eps) {
  double sum = 0.0;
  for (int64_t i = 0; i < width; ++i)
    sum += x[i] * x[i];
  return 1.0 / std::sqrt(sum / static_cast<double>(width) + eps);
}

static LogicalResult evaluateRmsNorm(nn::RmsNormOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  Tensor result = Tensor::uninitialized(resultType(op));
  auto [rows, width] = rowsOf(x);
  const double *in = x.get<double>().data(), *weight = e.operands[1].get<double>().data();
  double *out = result.getMutable<double>().data();
  double eps = op.getEps().convertToDouble();
  for (int64_t r = 0; r < rows; ++r, in += width, out += width) {
    double scale = inverseRms(in, width, eps);
    for (int64_t i = 0; i < width; ++i)
      out[i] = in[i] * scale * weight[i];
  }
  return e.give(result);
}

static LogicalResult evaluateRmsNormGrad(nn::RmsNormGradOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  Tensor dx = Tensor::uninitialized(resultType(op, 0)), dweight(resultType(op, 1));
  auto [rows, width] = rowsOf(x);
  const double *in = x.get<double>().data(), *weight = e.operands[1].get<double>().data();
  const double *dy = e.operands[2].get<double>().data();
  double *out = dx.getMutable<double>().data(), *dw = dweight.getMutable<double>().data();
  double eps = op.getEps().convertToDouble();
  for (int64_t r = 0; r < rows; ++r, in += width, dy += width, out += width) {
    double scale = inverseRms(in, width, eps), along = 0.0;
    for (int64_t i = 0; i < width; ++i)
      along += dy[i] * weight[i] * in[i];
    along *= scale * scale * scale / static_cast<double>(width);
    for (int64_t i = 0; i < width; ++i) {
      out[i] = dy[i] * weight[i] * scale - in[i] * along;
      dw[i] += dy[i] * in[i] * scale;
    }
  }
  e.results = {dx, dweight};
  return success();
}

//===----------------------------------------------------------------------===//
// Layer norm
//===----------------------------------------------------------------------===//

namespace {
/// Mean of a row and 1 / sqrt(variance + eps).
struct Moments {
  double mean = 0.0, scale = 0.0;
  Moments(const double *x, int64_t width, double eps) {
    for (int64_t i = 0; i < width; ++i)
      mean += x[i];
    mean /= static_cast<double>(width);
    double variance = 0.0;
    for (int64_t i = 0; i < width; ++i)
      variance += (x[i] - mean) * (x[i] - mean);
    scale = 1.0 / std::sqrt(variance / static_cast<double>(width) + eps);
  }
};
} // namespace

static LogicalResult evaluateLayerNorm(nn::LayerNormOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  Tensor result = Tensor::uninitialized(resultType(op));
  auto [rows, width] = rowsOf(x);
  const double *in = x.get<double>().data(), *weight = e.operands[1].get<double>().data();
  const double *bias = e.operands[2].get<double>().data();
  double *out = result.getMutable<double>().data();
  double eps = op.getEps().convertToDouble();
  for (int64_t r = 0; r < rows; ++r, in += width, out += width) {
    Moments moments(in, width, eps);
    for (int64_t i = 0; i < width; ++i)
      out[i] = (in[i] - moments.mean) * moments.scale * weight[i] + bias[i];
  }
  return e.give(result);
}

static LogicalResult evaluateLayerNormGrad(nn::LayerNormGradOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  Tensor dx = Tensor::uninitialized(resultType(op, 0));
  Tensor dweight(resultType(op, 1)), dbias(resultType(op, 2));
  auto [rows, width] = rowsOf(x);
  const double *in = x.get<double>().data(), *weight = e.operands[1].get<double>().data();
  const double *dy = e.operands[2].get<double>().data();
  double *out = dx.getMutable<double>().data();
  double *dw = dweight.getMutable<double>().data(), *db = dbias.getMutable<double>().data();
  double eps = op.getEps().convertToDouble();
  for (int64_t r = 0; r < rows; ++r, in += width, dy += width, out += width) {
    Moments moments(in, width, eps);
    // Means of the normalised gradient, and of its product with the value.
    double meanGrad = 0.0, meanAlong = 0.0;
    for (int64_t i = 0; i < width; ++i) {
      double grad = dy[i] * weight[i];
      meanGrad += grad;
      meanAlong += grad * (in[i] - moments.mean) * moments.scale;
    }
    meanGrad /= static_cast<double>(width);
    meanAlong /= static_cast<double>(width);
    for (int64_t i = 0; i < width; ++i) {
      double normal = (in[i] - moments.mean) * moments.scale;
      out[i] = moments.scale * (dy[i] * weight[i] - meanGrad - normal * meanAlong);
      dw[i] += dy[i] * normal;
      db[i] += dy[i];
    }
  }
  e.results = {dx, dweight, dbias};
  return success();
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Calls `visit` with the first element and the stride of each row of a dimension.
static void forRows(const Tensor &x, int64_t dimension,
                    llvm::function_ref<void(int64_t begin, int64_t stride)> visit) {
  int64_t inner = 1, outer = 1;
  for (auto [dim, extent] : llvm::enumerate(x.getShape()))
    (static_cast<int64_t>(dim) < dimension ? outer : inner) *= extent;
  int64_t stride = x.getShape()[dimension] ? inner / x.getShape()[dimension] : 0;
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < stride; ++i)
      visit(o * inner + i, stride);
}

static LogicalResult evaluateSoftmax(nn::SoftmaxOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  Tensor result = Tensor::uninitialized(resultType(op));
  const double *in = x.get<double>().data();
  double *out = result.getMutable<double>().data();
  int64_t width = x.getShape()[op.getDimension()];
  forRows(x, op.getDimension(), [&](int64_t begin, int64_t stride) {
    double most = -INFINITY, sum = 0.0;
    for (int64_t i = 0; i < width; ++i)
      most = std::fmax(most, in[begin + i * stride]);
    for (int64_t i = 0; i < width; ++i)
      sum += out[begin + i * stride] = std::exp(in[begin + i * stride] - most);
    for (int64_t i = 0; i < width; ++i)
      out[begin + i * stride] /= sum;
  });
  return e.give(result);
}

static LogicalResult evaluateSoftmaxGrad(nn::SoftmaxGradOp op, Evaluation &e) {
  const Tensor &y = e.operands[0];
  Tensor result = Tensor::uninitialized(resultType(op));
  const double *in = y.get<double>().data(), *dy = e.operands[1].get<double>().data();
  double *out = result.getMutable<double>().data();
  int64_t width = y.getShape()[op.getDimension()];
  forRows(y, op.getDimension(), [&](int64_t begin, int64_t stride) {
    double along = 0.0;
    for (int64_t i = 0; i < width; ++i)
      along += in[begin + i * stride] * dy[begin + i * stride];
    for (int64_t i = 0; i < width; ++i)
      out[begin + i * stride] = in[begin + i * stride] * (dy[begin + i * stride] - along);
  });
  return e.give(result);
}

void shardc::reference::addLayerOps(Registry &registry) {
  registry.add<nn::SoftmaxOp>(evaluateSoftmax);
  registry.add<nn::SoftmaxGradOp>(evaluateSoftmaxGrad);
  registry.add<nn::EmbeddingOp>(evaluateEmbedding);
  registry.add<nn::EmbeddingGradOp>(evaluateEmbeddingGrad);
  registry.add<nn::RmsNormOp>(evaluateRmsNorm);
  registry.add<nn::RmsNormGradOp>(evaluateRmsNormGrad);
  registry.add<nn::LayerNormOp>(evaluateLayerNorm);
  registry.add<nn::LayerNormGradOp>(evaluateLayerNormGrad);
}
