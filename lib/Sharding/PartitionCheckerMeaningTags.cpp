//===- PartitionCheckerMeaningTags.cpp - meaning of own indices -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Elementwise ops, and the few identities that local programs rely on: counting
// in one's own block, and a softmax put together from the ranks' own.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerMeaning.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;

Term Meaning::number(double value) {
  return table.get({TermTable::Number, llvm::bit_cast<uint64_t>(value == 0 ? 0.0 : value)});
}

bool Meaning::isNumber(Term term, double value) const {
  return table.is(term, TermTable::Number) && table.key(term)[1] == llvm::bit_cast<uint64_t>(value);
}

bool Meaning::isOp(Term term, StringRef name) const {
  uint64_t head = table.key(term).front();
  return head >= TermTable::LastHead &&
         OperationName::getFromOpaquePointer(reinterpret_cast<const void *>(head)).getStringRef() ==
             name;
}

Term Meaning::ofIota(const Placement &placement, Type element, unsigned dim) {
  Key key = {TermTable::Iota, reinterpret_cast<uint64_t>(element.getAsOpaquePointer()), dim};
  for (const Dim &part : placement.dims)
    key.push_back(part.soft ? ~uint64_t(0) : uint64_t(part.global));
  return table.get(key);
}

Term Meaning::ofSum(Term a, Term b) {
  // b - a + a is b.
  for (auto [x, y] : {std::pair(a, b), std::pair(b, a)})
    if (isOp(y, "stablehlo.subtract") && operandsOf(y)[1] == x)
      return operandsOf(y)[0];
  if (table.is(a, TermTable::Squares) && table.is(b, TermTable::Squares)) {
    Key terms(operandsOf(a));
    terms.append(operandsOf(b).begin(), operandsOf(b).end());
    llvm::sort(terms);
    terms.insert(terms.begin(), TermTable::Squares);
    return table.get(terms);
  }
  return 0;
}

/// The terms of the two sides of a comparison of a rank's own indices with
/// indices that count in the same block.
std::optional<std::pair<Term, Term>> Meaning::matchIota(Operation *op) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  const Placement &a = checker.get(lhs), &b = checker.get(rhs);
  bool flipped = b.tag == Placement::LocalIndex;
  const Placement &local = flipped ? b : a, &shifted = flipped ? a : b;
  if (local.tag != Placement::LocalIndex || shifted.tag != Placement::Shifted)
    return std::nullopt;
  Placement whole = local;
  whole.dims[local.indexDim] = *shifted.frame;
  Term index = ofIota(whole, getElementTypeOrSelf(lhs), local.indexDim);
  return flipped ? std::pair(of(lhs), index) : std::pair(index, of(rhs));
}

Term Meaning::ofSelect(Operation *op, OpResult result) {
  Value condition = op->getOperand(0), then = op->getOperand(1), other = op->getOperand(2);
  const Placement &here = checker.get(condition);
  if (here.tag == Placement::InBlock && isNumber(of(other), 0)) {
    // The label's logit is there on one rank, or on none.
    Term picked = of(then), index = of(here.index);
    if (table.is(picked, TermTable::OwnLogit) && operandsOf(picked)[1] == index)
      return picked;
    return table.get(
        {TermTable::Picked, picked, index, uint64_t(here.frame ? here.frame->global : 0)});
  }
  // A loss without the label of an ignored token is that of the op.
  Term raw = of(then), token = of(condition);
  if (table.is(raw, TermTable::RawLoss) && isNumber(of(other), 0) && isOp(token, "stablehlo.and")) {
    uint64_t labels = operandsOf(raw)[1], columns = operandsOf(raw)[2];
    bool lower = false, upper = false;
    for (uint64_t side : operandsOf(token)) {
      if (!isOp(side, "stablehlo.compare") || operandsOf(side)[0] != labels)
        continue;
      auto attrs = cast<DictionaryAttr>(
          Attribute::getFromOpaquePointer(reinterpret_cast<const void *>(table.key(side)[1])));
      auto direction =
          attrs.getAs<stablehlo::ComparisonDirectionAttr>("comparison_direction").getValue();
      lower |= direction == stablehlo::ComparisonDirection::GE && isNumber(operandsOf(side)[1], 0);
      upper |= direction == stablehlo::ComparisonDirection::LT &&
               isNumber(operandsOf(side)[1], double(columns));
    }
    if (lower && upper)
      return operandsOf(raw)[3];
  }
  if (losesVarying(op, checker.get(result)))
    return table.unknown();
  return generic(op, result);
}

Term Meaning::ofElementwise(Operation *op, OpResult result) {
  const Placement &placement = checker.get(result);
  if (isa<stablehlo::SelectOp>(op)) {
    // What points out of the block still does.
    if (placement.tag == Placement::Shifted)
      return of(op->getOperand(1));
    return ofSelect(op, result);
  }
  if (placement.tag == Placement::Shifted && isa<stablehlo::SubtractOp>(op))
    return of(op->getOperand(0));
  if (isa<stablehlo::AddOp>(op)) {
    // A rank's own index and its offset make the global index.
    for (unsigned i : {0, 1})
      if (checker.get(op->getOperand(i)).tag == Placement::LocalIndex &&
          checker.get(op->getOperand(1 - i)).tag == Placement::Offset)
        return ofIota(placement, getElementTypeOrSelf(result),
                      checker.get(op->getOperand(i)).indexDim);
    if (Term sum = ofSum(of(op->getOperand(0)), of(op->getOperand(1))))
      return sum;
  }
  if (isa<stablehlo::CompareOp>(op))
    if (auto sides = matchIota(op)) {
      Key key = begin(op, result);
      key.push_back(sides->first);
      key.push_back(sides->second);
      return table.get(key);
    }
  if (losesVarying(op, placement))
    return table.unknown();
  Term first = of(op->getOperand(0));
  if (isa<stablehlo::LogOp>(op) && isOp(first, "stablehlo.exponential"))
    return operandsOf(first)[0];
  if (isa<stablehlo::SubtractOp>(op)) {
    Term second = of(op->getOperand(1));
    ArrayRef<uint64_t> theirs = operandsOf(second);
    if (table.is(second, TermTable::OwnLoss) && theirs[3] == first)
      return table.get(
          {TermTable::OwnLogit, theirs[0], theirs[1], theirs[2], theirs[3], theirs[4]});
    if (table.is(second, TermTable::OwnLogit) && theirs[3] == first)
      return table.get({TermTable::RawLoss, theirs[0], theirs[1], theirs[2], theirs[4]});
  }
  Key key = begin(op, result);
  SmallVector<uint64_t, 3> terms;
  for (Value operand : op->getOperands())
    terms.push_back(of(operand));
  if (isa<stablehlo::AddOp, stablehlo::MulOp, stablehlo::MaxOp, stablehlo::MinOp, stablehlo::AndOp,
          stablehlo::OrOp>(op))
    llvm::sort(terms);
  key.append(terms.begin(), terms.end());
  return table.get(key);
}

Term Meaning::ofCrossEntropy(Operation *op, OpResult result) {
  Value logits = op->getOperand(0), labels = op->getOperand(1);
  if (auto grad = dyn_cast<nn::CrossEntropyGradOp>(op)) {
    SmallVector<Value> operands(op->getOperands());
    if (Value offset = grad.getOffset()) {
      const Placement &begin = checker.get(offset);
      if (begin.tag == Placement::Offset || begin.splat == 0.0)
        operands.pop_back();
    }
    Key key = begin(op, result);
    return finish(key, operands);
  }
  const Placement &own = checker.get(labels);
  const Dim &columns = checker.get(logits).dims.back();
  bool isOwn = own.tag == Placement::Shifted;
  int64_t extent = isOwn ? own.frame->global : extentOf(columns);
  auto whole = [&](unsigned index) {
    Key key = begin(op, op->getResult(index));
    key.push_back(extent);
    ++key[4];
    return finish(key, {logits, labels});
  };
  Term loss = whole(0), lse = whole(1);
  if (result.getResultNumber() == 1)
    return lse;
  if (!isOwn)
    return loss;
  return table.get({TermTable::OwnLoss, of(logits), of(labels), uint64_t(extent), uint64_t(lse),
                    uint64_t(loss)});
}

Term Meaning::ofDropout(nn::DropoutOp op, OpResult result) {
  Key key = begin(op, result, /*withAttributes=*/false);
  SmallVector<Value> operands = {op->getOperand(0), op->getOperand(1)};
  auto addWord = [&](uint64_t word) {
    key.push_back(word);
    ++key[4];
  };
  addWord(llvm::bit_cast<uint64_t>(op.getRate().convertToDouble()));
  addWord(op.getMask() ? 1 : 0);
  if (op.getKey()) {
    addWord(*op.getStream());
    ArrayRef<Dim> dims = checker.get(op.getX()).dims;
    for (auto [i, dim] : llvm::enumerate(dims))
      addWord(op.getWhole() ? (*op.getWhole())[i] : extentOf(dim));
    // Where a rank's own block begins is where its elements are in the whole.
    for (auto [i, start] : llvm::enumerate(op.getStarts())) {
      const Placement &begin = checker.get(start);
      if (begin.tag == Placement::Offset || begin.splat == 0.0)
        continue;
      addWord(i % dims.size());
      operands.push_back(start);
    }
  }
  return finish(key, operands);
}
