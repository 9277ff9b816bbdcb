//===- TrainingOps.cpp - losses and optimizer updates -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Cross entropy, the norm of gradients, and AdamW, from their formulas.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/NN/NN.h"
#include <cmath>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

static LogicalResult evaluateCrossEntropy(nn::CrossEntropyOp op, Evaluation &e) {
  const Tensor &logits = e.operands[0], &labels = e.operands[1];
  Tensor loss = Tensor::uninitialized(resultType(op, 0));
  Tensor lse = Tensor::uninitialized(resultType(op, 1));
  int64_t vocabulary = logits.getShape().back();
  const double *row = logits.get<double>().data();
  double *lossData = loss.getMutable<double>().data(), *lseData = lse.getMutable<double>().data();
  for (auto [i, label] : llvm::enumerate(labels.get<int64_t>())) {
    double most = -INFINITY, sum = 0.0;
    for (int64_t v = 0; v < vocabulary; ++v)
      most = std::fmax(most, row[v]);
    for (int64_t v = 0; v < vocabulary; ++v)
      sum += std::exp(row[v] - most);
    lseData[i] = most + std::log(sum);
    bool ignored = label < 0 || label >= vocabulary;
    lossData[i] = ignored ? 0.0 : lseData[i] - row[label];
    row += vocabulary;
  }
  e.results = {loss, lse};
  return success();
}

static LogicalResult evaluateCrossEntropyGrad(nn::CrossEntropyGradOp op, Evaluation &e) {
  const Tensor &logits = e.operands[0], &labels = e.operands[1];
  const double *lse = e.operands[2].get<double>().data();
  const double *dloss = e.operands[3].get<double>().data();
  int64_t offset = op.getOffset() ? e.operands[4].intAt(0) : 0;
  Tensor result = Tensor::uninitialized(resultType(op));
  int64_t columns = logits.getShape().back(), vocabulary = op.getVocab();
  const double *row = logits.get<double>().data();
  double *out = result.getMutable<double>().data();
  for (auto [i, label] : llvm::enumerate(labels.get<int64_t>())) {
    bool ignored = label < 0 || label >= vocabulary;
    for (int64_t v = 0; v < columns; ++v) {
      double hit = v + offset == label ? 1.0 : 0.0;
      out[v] = ignored ? 0.0 : (std::exp(row[v] - lse[i]) - hit) * dloss[i];
    }
    row += columns;
    out += columns;
  }
  return e.give(result);
}

static LogicalResult evaluateSquareSum(nn::SquareSumOp op, Evaluation &e) {
  double sum = 0.0;
  for (const Tensor &value : e.operands)
    for (double x : value.get<double>())
      sum += x * x;
  return e.give(Tensor::splat(resultType(op), sum));
}

static LogicalResult evaluateAdamW(nn::AdamWOp op, Evaluation &e) {
  Tensor param = e.take(0), grad = e.take(1), m = e.take(2), v = e.take(3);
  double step = e.operands[4].scalar(), scale = e.operands[5].scalar();
  double rate = op.getLr().convertToDouble(), eps = op.getEps().convertToDouble();
  double beta1 = op.getBeta1().convertToDouble(), beta2 = op.getBeta2().convertToDouble();
  double decay = op.getWeightDecay().convertToDouble();
  double correction1 = 1.0 - std::pow(beta1, step), correction2 = 1.0 - std::pow(beta2, step);
  const double *g = grad.get<double>().data();
  double *p = param.getMutable<double>().data();
  double *first = m.getMutable<double>().data(), *second = v.getMutable<double>().data();
  for (int64_t i = 0; i < grad.getNumElements(); ++i) {
    double scaled = g[i] * scale;
    first[i] = beta1 * first[i] + (1.0 - beta1) * scaled;
    second[i] = beta2 * second[i] + (1.0 - beta2) * scaled * scaled;
    double direction = (first[i] / correction1) / (std::sqrt(second[i] / correction2) + eps);
    p[i] -= rate * (direction + decay * p[i]);
  }
  e.results = {param, m, v};
  return success();
}

void shardc::reference::addTrainingOps(Registry &registry) {
  registry.add<nn::CrossEntropyOp>(evaluateCrossEntropy);
  registry.add<nn::CrossEntropyGradOp>(evaluateCrossEntropyGrad);
  registry.add<nn::SquareSumOp>(evaluateSquareSum);
  registry.add<nn::AdamWOp>(evaluateAdamW);
}
