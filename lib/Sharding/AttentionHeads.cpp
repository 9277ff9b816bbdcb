//===- AttentionHeads.cpp - how heads are split over ranks -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Whole groups of queries go with their key and value head where that is balanced;
// otherwise the heads of keys and values are repeated, or each rank has all of them.
//
//===----------------------------------------------------------------------===//
#include "AttentionHeads.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc {

HeadPlan planHeads(nn::AttentionOp attention, int64_t tp) {
  int64_t heads = typeOf(attention.getQ()).getDimSize(2);
  int64_t groups = typeOf(attention.getK()).getDimSize(2);
  int64_t queries = heads / groups;
  // Whole groups a rank.
  if (groups % tp == 0)
    return {queries, tp, false};
  // One group over several ranks, each with some of its queries.
  if (tp % groups == 0 && queries % (tp / groups) == 0)
    return {1, groups, false};
  // Uneven: whole groups where that is as balanced as whole heads.
  if (queries * llvm::divideCeil(groups, tp) <= static_cast<int64_t>(llvm::divideCeil(heads, tp)))
    return {queries, tp, false};
  return {1, 1, true};
}

std::pair<nn::AttentionOp, unsigned> findAttention(Value value) {
  llvm::SmallVector<Value> queue = {value};
  for (unsigned seen = 0; seen < queue.size() && seen < 32; ++seen)
    for (OpOperand &use : queue[seen].getUses()) {
      Operation *user = use.getOwner();
      if (auto attention = dyn_cast<nn::AttentionOp>(user))
        return {attention, use.getOperandNumber()};
      if (isa<stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::AddOp,
              stablehlo::BroadcastInDimOp, stablehlo::ConvertOp, nn::RopeOp>(user))
        queue.push_back(user->getResult(0));
    }
  return {nullptr, 0};
}

void expandKeyValueHeads(func::FuncOp function, int64_t tp) {
  function.walk([&](nn::AttentionOp attention) {
    if (!planHeads(attention, tp).expand)
      return;
    OpBuilder builder(attention);
    int64_t heads = typeOf(attention.getQ()).getDimSize(2);
    for (OpOperand *operand : {&attention.getKMutable(), &attention.getVMutable()}) {
      RankedTensorType type = typeOf(operand->get());
      llvm::SmallVector<int64_t> shape(type.getShape());
      int64_t groups = shape[2];
      shape.insert(shape.begin() + 3, heads / groups);
      Location loc = attention.getLoc();
      NamedAttrList carried;
      for (StringRef name : {"dist.layer", "dist.stage"})
        if (Attribute value = attention->getAttr(name))
          carried.set(name, value);
      auto repeated =
          stablehlo::BroadcastInDimOp::create(builder, loc, type.clone(shape), operand->get(),
                                              builder.getDenseI64ArrayAttr({0, 1, 2, 4}));
      shape.erase(shape.begin() + 3);
      shape[2] = heads;
      auto merged = stablehlo::ReshapeOp::create(builder, loc, type.clone(shape), repeated);
      for (Operation *made : {repeated.getOperation(), merged.getOperation()})
        for (NamedAttribute attribute : carried)
          made->setAttr(attribute.getName(), attribute.getValue());
      operand->set(merged);
    }
  });
}

bool hasRepeatedHeads(nn::AttentionOp attention) {
  auto reshape = attention.getK().getDefiningOp<stablehlo::ReshapeOp>();
  return reshape && reshape.getOperand().getDefiningOp<stablehlo::BroadcastInDimOp>() &&
         typeOf(reshape.getOperand()).getRank() == 5;
}

} // namespace shardc
