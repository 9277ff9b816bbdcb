//===- Branches.cpp - branches become selections ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Branches are pure: all of them may be computed, and the right one be selected. One
// that constants choose is taken alone. A loop that only one branch runs, and that
// might not end in the other, runs under the condition of its branch.
//
//===----------------------------------------------------------------------===//
#include "Loops.h"

using namespace mlir;

namespace shardc {

static bool hasControlFlow(Region &region) {
  return region
      .walk([](Operation *op) {
        return isa<stablehlo::WhileOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

Value ControlFlow::select(Value condition, Value ifTrue, Value ifFalse) {
  if (ifTrue == ifFalse)
    return ifTrue;
  return stablehlo::SelectOp::create(builder, ifTrue.getLoc(), condition, ifTrue, ifFalse);
}

SmallVector<Value> ControlFlow::inlineBranch(Operation *op, Region &branch, Value condition) {
  mlir::Block &body = branch.front();
  // A branch within a branch runs where both are taken.
  if (Value outer = guards.lookup(op); outer && hasControlFlow(branch))
    condition = condition
                    ? stablehlo::AndOp::create(builder, op->getLoc(), outer, condition).getResult()
                    : outer;
  SmallVector<Value> results(body.getTerminator()->getOperands());
  Attribute mark = op->getAttr(iterationName);
  for (Operation &inner : llvm::make_early_inc_range(body.without_terminator())) {
    inner.moveBefore(op);
    if (mark)
      inner.setAttr(iterationName, mark);
    if (condition && isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(inner))
      guards[&inner] = condition;
  }
  return results;
}

void ControlFlow::resolveIf(stablehlo::IfOp op) {
  builder.setInsertionPoint(op);
  SmallVector<Value> results;
  if (std::optional<int64_t> known = this->known.getScalar(op.getPred())) {
    results = inlineBranch(op, *known ? op.getTrueBranch() : op.getFalseBranch(), {});
  } else {
    Value otherwise;
    if (hasControlFlow(op.getFalseBranch()))
      otherwise = stablehlo::NotOp::create(builder, op.getLoc(), op.getPred());
    SmallVector<Value> first = inlineBranch(op, op.getTrueBranch(), op.getPred());
    SmallVector<Value> second = inlineBranch(op, op.getFalseBranch(), otherwise);
    for (auto [a, b] : llvm::zip_equal(first, second))
      results.push_back(select(op.getPred(), a, b));
  }
  op.replaceAllUsesWith(results);
  discard(op);
}

void ControlFlow::resolveCase(stablehlo::CaseOp op) {
  builder.setInsertionPoint(op);
  int64_t count = op.getBranches().size();
  SmallVector<Value> results;
  if (std::optional<int64_t> known = this->known.getScalar(op.getIndex())) {
    int64_t index = *known < 0 || *known >= count ? count - 1 : *known;
    results = inlineBranch(op, op.getBranches()[index], {});
  } else {
    auto type = cast<RankedTensorType>(op.getIndex().getType());
    SmallVector<Value> conditions;
    for (int64_t i = 0; i + 1 < count; ++i) {
      Value number =
          constant(DenseElementsAttr::get(type, IntegerAttr::get(type.getElementType(), i)));
      conditions.push_back(stablehlo::CompareOp::create(builder, op.getLoc(), op.getIndex(), number,
                                                        stablehlo::ComparisonDirection::EQ));
    }
    // The last branch is also that of all numbers that no branch has.
    Value last;
    if (count > 1 && hasControlFlow(op.getBranches()[count - 1])) {
      Value any = conditions[0];
      for (Value condition : ArrayRef(conditions).drop_front())
        any = stablehlo::OrOp::create(builder, op.getLoc(), any, condition);
      last = stablehlo::NotOp::create(builder, op.getLoc(), any);
    }
    SmallVector<SmallVector<Value>> values;
    for (auto [i, branch] : llvm::enumerate(op.getBranches()))
      values.push_back(inlineBranch(op, branch, i < conditions.size() ? conditions[i] : last));
    results = values.back();
    for (int64_t i = count - 2; i >= 0; --i)
      for (auto [result, value] : llvm::zip_equal(results, values[i]))
        result = select(conditions[i], value, result);
  }
  op.replaceAllUsesWith(results);
  discard(op);
}

} // namespace shardc
