//===- RaiseSoftmax.cpp - softmax from its parts ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Raise.h"
#include "dialects/NN/NN.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/OpModels/TensorBuilder.h"

using namespace mlir;

namespace shardc::raising {

bool countsColumns(Raiser &raiser, View view, const Axis &index, unsigned depth) {
  Values &values = raiser.values;
  values.lookThrough(view);
  if (auto add = definedBy<stablehlo::AddOp>(view); add && depth < 4)
    return countsColumns(raiser, {add.getLhs(), view.axes}, index, depth + 1) ||
           countsColumns(raiser, {add.getRhs(), view.axes}, index, depth + 1);
  auto dot = definedBy<stablehlo::DotGeneralOp>(view);
  if (!dot)
    return false;
  auto numbers = dot.getDotDimensionNumbers();
  int64_t batch = numbers.getLhsBatchingDimensions().size();
  int64_t lhs = cast<RankedTensorType>(dot.getLhs().getType()).getRank() -
                numbers.getLhsContractingDimensions().size();
  for (auto [dim, axis] : llvm::enumerate(view.axes)) {
    if (!sameAxis(axis, index))
      continue;
    if (static_cast<int64_t>(dim) < batch)
      return false;
    Value operand = static_cast<int64_t>(dim) < lhs ? dot.getLhs() : dot.getRhs();
    Value source = values.through(identityView(operand)).root;
    return isa<BlockArgument>(source) && raiser.isParametric(source);
  }
  return false;
}

bool raiseSoftmax(Raiser &raiser, Operation *anchor) {
  Values &values = raiser.values;
  Value root = anchor->getResult(0);
  if (!isa<FloatType>(getElementTypeOrSelf(root)))
    return false;
  View whole = identityView(root), power, sum;
  auto matchQuotient = [&](Value numerator, Value denominator) {
    power = values.through(numerator, whole.axes);
    sum = values.through(denominator, whole.axes);
    return bool(definedBy<stablehlo::ExpOp>(power));
  };
  bool isQuotient = false;
  if (isa<stablehlo::DivOp>(anchor)) {
    isQuotient = matchQuotient(anchor->getOperand(0), anchor->getOperand(1));
  } else {
    for (unsigned side : {0u, 1u}) {
      View inverse = values.through(anchor->getOperand(side), whole.axes);
      auto div = definedBy<stablehlo::DivOp>(inverse);
      if (!isQuotient && div && values.splatOf(div.getLhs()) == 1.0 &&
          matchQuotient(anchor->getOperand(1 - side), anchor->getOperand(1 - side))) {
        sum = values.through(div.getRhs(), inverse.axes);
        isQuotient = true;
      }
    }
  }
  if (!isQuotient)
    return false;
  std::optional<Reduction> reduction = matchSum(values, sum);
  if (!reduction)
    return false;
  std::optional<Axis> dims =
      values.sameButReduced(power, reduction->operand, reduction->firstFresh);
  if (!dims || dims->empty())
    return false;
  std::optional<int64_t> dimension;
  for (auto [dim, axis] : llvm::enumerate(whole.axes))
    if (sameAxis(axis, *dims))
      dimension = dim;
  if (!dimension)
    return false;

  View x = values.through(definedBy<stablehlo::ExpOp>(power).getOperand(), power.axes);
  while (auto sub = definedBy<stablehlo::SubtractOp>(x)) {
    Axis all = flattened(values.through(sub.getRhs(), x.axes).axes), own = *dims;
    if (!refine(all, own) ||
        llvm::any_of(all, [&](const Piece &piece) { return llvm::is_contained(own, piece); }))
      break;
    x = values.through(sub.getLhs(), x.axes);
  }
  if (countsColumns(raiser, x, *dims) || isUsedOutside(values, anchor, {x.root}))
    return false;
  Type element = getElementTypeOrSelf(x.root);
  Value target = root;
  if (Type outer = onlyConvertedTo(root); outer && outer == element && !root.use_empty())
    target = mergeConversions(raiser, root);
  else if (getElementTypeOrSelf(root).getIntOrFloatBitWidth() > element.getIntOrFloatBitWidth())
    element = getElementTypeOrSelf(root);
  OpBuilder builder = raiser.before(target.getDefiningOp());
  TensorBuilder b(builder, target.getLoc());
  Value input = materialize(builder, target.getLoc(), x, whole.axes, /*repeat=*/true);
  if (!input)
    return false;
  input = b.convert(input, element);
  auto op = nn::SoftmaxOp::create(builder, target.getLoc(), input.getType(), input,
                                  builder.getI64IntegerAttr(*dimension));
  raiser.replace(target, b.convert(op.getResult(), getElementTypeOrSelf(target)),
                 RaiseKind::Softmax);
  return true;
}

} // namespace shardc::raising
