//===- NNVerify.cpp - verifiers of the nn ops -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Checks the numbered constraints of the op descriptions. The same checks hold
// for global and for per-rank types: nothing here knows of shardings.
//
//===----------------------------------------------------------------------===//

#include "dialects/NN/NN.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::nn;

//===----------------------------------------------------------------------===//
// Checks that several ops share
//===----------------------------------------------------------------------===//

static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Static shapes everywhere: the compiler plans bytes, so sizes must be known.
static LogicalResult checkStatic(Operation *op) {
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (!cast<RankedTensorType>(type).hasStaticShape())
      return op->emitOpError() << "operand " << index << " has the dynamic shape " << type
                               << "; only static shapes are supported";
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    if (!cast<RankedTensorType>(type).hasStaticShape())
      return op->emitOpError() << "result " << index << " has the dynamic shape " << type
                               << "; only static shapes are supported";
  return success();
}

static LogicalResult checkRank(Operation *op, StringRef name, Value value, int64_t rank) {
  int64_t actual = tensorOf(value).getRank();
  if (actual != rank)
    return op->emitOpError() << "'" << name << "' must have rank " << rank << ", but has rank "
                             << actual;
  return success();
}

static LogicalResult checkMinRank(Operation *op, StringRef name, Value value, int64_t rank) {
  int64_t actual = tensorOf(value).getRank();
  if (actual < rank)
    return op->emitOpError() << "'" << name << "' must have rank " << rank
                             << " or more, but has rank " << actual;
  return success();
}

static LogicalResult checkShape(Operation *op, StringRef name, Value value,
                                ArrayRef<int64_t> expected, StringRef why) {
  ArrayRef<int64_t> actual = tensorOf(value).getShape();
  if (actual == expected)
    return success();
  auto print = [](InFlightDiagnostic &diag, ArrayRef<int64_t> shape) {
    diag << "[";
    llvm::interleave(shape, [&](int64_t extent) { diag << extent; }, [&] { diag << ", "; });
    diag << "]";
  };
  InFlightDiagnostic diag = op->emitOpError() << "'" << name << "' has shape ";
  print(diag, actual);
  diag << ", but " << why << " asks for ";
  print(diag, expected);
  return diag;
}

static LogicalResult checkElement(Operation *op, StringRef name, Value value, StringRef otherName,
                                  Value other) {
  Type actual = tensorOf(value).getElementType();
  Type expected = tensorOf(other).getElementType();
  if (actual != expected)
    return op->emitOpError() << "'" << name << "' has element type " << actual << ", but '"
                             << otherName << "' has " << expected;
  return success();
}

static LogicalResult checkSameType(Operation *op, StringRef name, Value value, StringRef otherName,
                                   Value other) {
  if (value.getType() != other.getType())
    return op->emitOpError() << "'" << name << "' has type " << value.getType() << ", but '"
                             << otherName << "' has type " << other.getType();
  return success();
}

static LogicalResult checkPositive(Operation *op, StringRef name, const APFloat &value) {
  if (!value.isFinite() || value.isNegative() || value.isZero())
    return op->emitOpError() << "'" << name << "' must be a positive number, but is "
                             << value.convertToDouble();
  return success();
}

//===----------------------------------------------------------------------===//
// Embedding
//===----------------------------------------------------------------------===//

/// The constraints of both embedding ops; `rows` is the looked-up (or incoming)
/// value of shape ids' and H.
static LogicalResult verifyEmbedding(Operation *op, Value table, StringRef tableName, Value ids,
                                     Value rows, StringRef rowsName) {
  if (failed(checkStatic(op)) || failed(checkRank(op, tableName, table, 2)))
    return failure();
  SmallVector<int64_t> expected(tensorOf(ids).getShape());
  expected.push_back(tensorOf(table).getDimSize(1));
  if (failed(checkShape(op, rowsName, rows, expected, "the shape of 'ids' and the table's row")))
    return failure();
  return checkElement(op, rowsName, rows, tableName, table);
}

LogicalResult EmbeddingOp::verify() {
  return verifyEmbedding(*this, getTable(), "table", getIds(), getResult(), "result");
}

LogicalResult EmbeddingGradOp::verify() {
  return verifyEmbedding(*this, getDtable(), "dtable", getIds(), getDout(), "dout");
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

static LogicalResult verifyNorm(Operation *op, Value x, Value weight, const APFloat &eps) {
  if (failed(checkStatic(op)) || failed(checkMinRank(op, "x", x, 1)))
    return failure();
  int64_t last = tensorOf(x).getShape().back();
  if (failed(checkShape(op, "weight", weight, {last}, "the last dimension of 'x'")))
    return failure();
  return checkPositive(op, "eps", eps);
}

LogicalResult RmsNormOp::verify() { return verifyNorm(*this, getX(), getWeight(), getEps()); }
LogicalResult RmsNormGradOp::verify() { return verifyNorm(*this, getX(), getWeight(), getEps()); }
LogicalResult LayerNormOp::verify() { return verifyNorm(*this, getX(), getWeight(), getEps()); }
LogicalResult LayerNormGradOp::verify() { return verifyNorm(*this, getX(), getWeight(), getEps()); }

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

static LogicalResult verifySoftmax(Operation *op, Value x, int64_t dimension) {
  if (failed(checkStatic(op)))
    return failure();
  int64_t rank = tensorOf(x).getRank();
  if (dimension < 0 || dimension >= rank)
    return op->emitOpError() << "'dimension' must be in [0, " << rank << "), but is " << dimension;
  return success();
}

LogicalResult SoftmaxOp::verify() { return verifySoftmax(*this, getX(), getDimension()); }
LogicalResult SoftmaxGradOp::verify() { return verifySoftmax(*this, getY(), getDimension()); }

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

LogicalResult RopeTableOp::verify() {
  if (failed(checkStatic(*this)) || failed(checkRank(*this, "cos", getCos(), 2)))
    return failure();
  return checkPositive(*this, "theta", getTheta());
}

LogicalResult RopeOp::verify() {
  if (failed(checkStatic(*this)) || failed(checkRank(*this, "x", getX(), 4)))
    return failure();
  RankedTensorType type = tensorOf(getX());
  int64_t headDim = type.getDimSize(3);
  if (headDim % 2 != 0)
    return emitOpError() << "the last dimension of 'x' must be even, but is " << headDim;
  return checkShape(*this, "cos", getCos(), {type.getDimSize(1), headDim / 2},
                    "the sequence and half the last dimension of 'x'");
}

/// What attention and its gradient demand of their mask.
template <typename OpTy>
static LogicalResult verifyMask(OpTy op) {
  Value mask = op.getMask();
  bool isBoolean = mask && tensorOf(mask).getElementType().isInteger(1);
  if (op.getMaskedValue() && !isBoolean)
    return op.emitOpError() << "has a 'masked_value', which only a 'mask' of i1 reads";
  if (std::optional<APFloat> cap = op.getLogitCap())
    if (failed(checkPositive(op, "logit_cap", *cap)))
      return failure();
  if (!mask)
    return success();
  if (failed(checkRank(op, "mask", mask, 4)))
    return failure();
  if (!isBoolean && failed(checkElement(op, "mask", mask, "q", op.getQ())))
    return failure();
  RankedTensorType q = tensorOf(op.getQ());
  SmallVector<int64_t> expected = {q.getDimSize(0), q.getDimSize(2), q.getDimSize(1),
                                   tensorOf(op.getK()).getDimSize(1)};
  for (unsigned dim = 0; dim < 3; ++dim)
    if (tensorOf(mask).getDimSize(dim) == 1)
      expected[dim] = 1;
  return checkShape(op, "mask", mask, expected,
                    "batch, heads and sequence of 'q' (or 1 each) and the sequence of 'k'");
}

/// What attention and its gradient demand of their operands.
template <typename OpTy>
static LogicalResult verifyAttention(OpTy op) {
  Value q = op.getQ(), k = op.getK(), v = op.getV(), lse = op.getLse();
  Value offset = op.getQueryOffset();
  bool causal = op.getCausal();
  if (failed(checkStatic(op)))
    return failure();
  for (auto [name, value] : {std::pair<StringRef, Value>{"q", q}, {"k", k}, {"v", v}})
    if (failed(checkRank(op, name, value, 4)))
      return failure();
  RankedTensorType qType = tensorOf(q), kType = tensorOf(k);
  if (failed(checkSameType(op, "v", v, "k", k)) || failed(checkElement(op, "k", k, "q", q)))
    return failure();
  if (qType.getDimSize(0) != kType.getDimSize(0))
    return op.emitOpError() << "'q' has batch size " << qType.getDimSize(0) << ", but 'k' has "
                            << kType.getDimSize(0);
  if (qType.getDimSize(3) != kType.getDimSize(3))
    return op.emitOpError() << "'q' has head dimension " << qType.getDimSize(3) << ", but 'k' has "
                            << kType.getDimSize(3);
  int64_t heads = qType.getDimSize(2), groups = kType.getDimSize(2);
  if (groups == 0 || heads % groups != 0)
    return op->emitOpError() << "'q' has " << heads << " heads, which the " << groups
                             << " heads of 'k' do not divide";
  // A block of queries may be longer than what is left of the sequence when it
  // ends in padding, so that only an op without an offset can be held to it.
  if (causal && !offset && qType.getDimSize(1) != kType.getDimSize(1))
    return op->emitOpError() << "causal attention needs equal sequences, but 'q' has length "
                             << qType.getDimSize(1) << " and 'k' has " << kType.getDimSize(1)
                             << "; a part of the queries needs a 'query_offset'";
  if (offset && !causal)
    return op->emitOpError() << "has a 'query_offset', which only 'causal' attention reads";
  if (offset && failed(checkShape(op, "query_offset", offset, {}, "a scalar")))
    return failure();
  if (failed(checkShape(op, "lse", lse, {qType.getDimSize(0), heads, qType.getDimSize(1)},
                        "batch, heads and sequence of 'q'")))
    return failure();
  if (!op.getScale().isFinite())
    return op.emitOpError() << "'scale' must be finite";
  return verifyMask(op);
}

LogicalResult AttentionOp::verify() {
  if (failed(verifyAttention(*this)))
    return failure();
  return checkSameType(*this, "out", getOut(), "q", getQ());
}

LogicalResult AttentionGradOp::verify() {
  if (failed(verifyAttention(*this)) ||
      failed(checkSameType(*this, "out", getOut(), "q", getQ())) ||
      failed(checkSameType(*this, "dout", getDout(), "q", getQ())) ||
      failed(checkSameType(*this, "dq", getDq(), "q", getQ())) ||
      failed(checkSameType(*this, "dk", getDk(), "k", getK())))
    return failure();
  return checkSameType(*this, "dv", getDv(), "v", getV());
}

//===----------------------------------------------------------------------===//
// Dropout
//===----------------------------------------------------------------------===//

LogicalResult DropoutOp::verify() {
  if (failed(checkStatic(*this)))
    return failure();
  if (bool(getMask()) == bool(getKey()))
    return emitOpError() << "has " << (getMask() ? "both a mask and a key" : "no mask and no key")
                         << "; one of them says what is kept";
  RankedTensorType type = tensorOf(getX());
  double rate = getRate().convertToDouble();
  if (!(rate >= 0.0 && rate < 1.0))
    return emitOpError() << "'rate' must be in [0, 1), but is " << rate;
  if (getMask() && failed(checkShape(*this, "mask", getMask(), type.getShape(), "'x'")))
    return failure();
  if (getKey() && failed(checkShape(*this, "key", getKey(), {2}, "Philox")))
    return failure();
  if (bool(getStream()) != bool(getKey()))
    return emitOpError() << "has " << (getStream() ? "'stream' without a key" : "no 'stream'")
                         << "; it tells the draws of one key apart";
  if (getStream() && int64_t(*getStream()) < 0)
    return emitOpError() << "'stream' must be 0 or more, but is " << int64_t(*getStream());
  int64_t numStarts = getStarts().size(), rank = type.getRank();
  if (!getWhole()) {
    if (numStarts)
      return emitOpError() << "has " << numStarts << " starts, but no 'whole' shape";
    return success();
  }
  if (!getKey())
    return emitOpError() << "has a 'whole' shape without a key; only the draws of a key need it";
  int64_t numExtents = getWhole()->size();
  if (numStarts < rank || (rank && numStarts % rank != 0) || numExtents != rank)
    return emitOpError() << "has " << numStarts << " starts and a 'whole' shape of rank "
                         << numExtents << ", but 'x' has rank " << rank;
  for (Value start : getStarts())
    if (failed(checkShape(*this, "start", start, {}, "a scalar")))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Loss
//===----------------------------------------------------------------------===//

static LogicalResult verifyLoss(Operation *op, Value logits, Value labels, Value lse) {
  if (failed(checkStatic(op)) || failed(checkMinRank(op, "logits", logits, 1)))
    return failure();
  ArrayRef<int64_t> rows = tensorOf(logits).getShape().drop_back();
  if (failed(checkShape(op, "labels", labels, rows, "'logits' without its last dimension")))
    return failure();
  return checkShape(op, "lse", lse, rows, "'logits' without its last dimension");
}

LogicalResult CrossEntropyOp::verify() {
  if (failed(verifyLoss(*this, getLogits(), getLabels(), getLse())))
    return failure();
  return checkSameType(*this, "loss", getLoss(), "lse", getLse());
}

LogicalResult CrossEntropyGradOp::verify() {
  if (failed(verifyLoss(*this, getLogits(), getLabels(), getLse())) ||
      failed(checkSameType(*this, "dloss", getDloss(), "lse", getLse())) ||
      failed(checkSameType(*this, "dlogits", getDlogits(), "logits", getLogits())))
    return failure();
  // One vocabulary block may be longer than the whole when it ends in padding,
  // so only an op without an offset can be held to the whole extent.
  int64_t columns = tensorOf(getLogits()).getShape().back();
  int64_t vocab = getVocab();
  if (vocab < 1)
    return emitOpError() << "'vocab' must be 1 or more, but is " << vocab;
  if (!getOffset()) {
    if (columns != vocab)
      return emitOpError() << "'logits' has " << columns << " columns, but 'vocab' is " << vocab
                           << "; a part of the vocabulary needs an 'offset'";
    return success();
  }
  return checkShape(*this, "offset", getOffset(), {}, "a scalar");
}

//===----------------------------------------------------------------------===//
// Optimizer
//===----------------------------------------------------------------------===//

LogicalResult SquareSumOp::verify() {
  if (getValues().empty())
    return emitOpError() << "needs at least one operand";
  if (failed(checkStatic(*this)))
    return failure();
  return checkShape(*this, "result", getResult(), {}, "a scalar");
}

LogicalResult AdamWOp::verify() {
  if (failed(checkStatic(*this)) || failed(checkShape(*this, "step", getStep(), {}, "a scalar")) ||
      failed(checkShape(*this, "scale", getScale(), {}, "a scalar")) ||
      failed(checkPositive(*this, "eps", getEps())))
    return failure();
  for (auto [name, value] :
       {std::pair<StringRef, APFloat>{"beta1", getBeta1()}, {"beta2", getBeta2()}}) {
    double beta = value.convertToDouble();
    if (!(beta >= 0.0 && beta < 1.0))
      return emitOpError() << "'" << name << "' must be in [0, 1), but is " << beta;
  }
  return success();
}
