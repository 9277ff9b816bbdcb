//===- OpClass.cpp - what equal ops have in common --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A rule follows from an op's properties and types. Ops with regions are the
// exception (what a reduction combines, and from which initial value): each of
// those is a class of its own, unless its rule is the same in every detail.
//
//===----------------------------------------------------------------------===//

#include "OpClass.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

void KeyBuilder::add(ArrayRef<Axis> axes) {
  add(axes.size());
  for (const Axis &axis : axes) {
    add(axis.index);
    add(axis.pre);
    add(axis.size);
  }
}

void KeyBuilder::add(ArrayRef<Split> splits) {
  add(splits.size());
  for (const Split &split : splits) {
    add(ArrayRef<Axis>(split.axes));
    add(split.granule);
  }
}

void KeyBuilder::add(ArrayRef<Partial> partial) {
  add(partial.size());
  for (const Partial &entry : partial) {
    add(static_cast<int64_t>(entry.kind));
    add(ArrayRef<Axis>(entry.axes));
  }
}

int64_t OpClass::getFlops() const {
  auto cost = dyn_cast<CostOpInterface>(example);
  return cost ? cost.getFlops() : 0;
}

SmallVector<int64_t> propagation::prioritiesOf(Attribute attribute, int64_t rank,
                                               int64_t otherwise) {
  if (auto list = dyn_cast_or_null<DenseI64ArrayAttr>(attribute))
    if (list.size() == rank)
      return llvm::to_vector(list.asArrayRef());
  return SmallVector<int64_t>(rank, otherwise);
}

std::unique_ptr<OpClass> OpClasses::build(Operation *op) const {
  auto shardable = dyn_cast<ShardableOpInterface>(op);
  if (!shardable)
    return nullptr;
  auto result = std::make_unique<OpClass>();
  result->example = op;
  result->rule = shardable.getShardingRule();
  for (Type type : op->getOperandTypes())
    result->operands.push_back(cast<RankedTensorType>(type));
  for (Type type : op->getResultTypes())
    result->results.push_back(cast<RankedTensorType>(type));
  result->isLinear.resize(op->getNumOperands(), false);
  for (unsigned number = 0; number < op->getNumResults(); ++number) {
    result->linear.push_back(shardable.getLinearOperandGroups(number));
    for (const auto &group : result->linear.back())
      for (unsigned operand : group)
        result->isLinear[operand] = true;
  }
  SmallVector<unsigned, 8> occurrences(result->rule.factors.size());
  for (const TensorFactors &operand : result->rule.operands)
    for (const DimFactors &dim : operand)
      for (unsigned factor : dim)
        ++occurrences[factor];
  for (auto [factor, count] : llvm::zip_equal(result->rule.factors, occurrences)) {
    result->takesAny.push_back(factor.kind == FactorKind::Internal && count == 1);
    result->reduces |= factor.kind == FactorKind::Reduction;
  }
  bool isProduct = false;
  for (auto [factor, count] : llvm::zip_equal(result->rule.factors, occurrences))
    isProduct |= factor.kind == FactorKind::Reduction && count > 1;
  for (const Factor &factor : result->rule.factors)
    result->takesWhatUsersTake.push_back(!isProduct && (factor.kind == FactorKind::PassThrough ||
                                                        factor.kind == FactorKind::Reduction));
  if (auto constraint = dyn_cast<ConstraintOp>(op)) {
    result->isConstraint = true;
    result->asked = mesh.fromAttr(constraint.getSharding());
    for (DimShardingAttr dim : constraint.getSharding().getDims())
      result->closed.push_back(dim.getIsClosed());
    result->priorities = prioritiesOf(op->getAttr("dist.priorities"), result->closed.size(),
                                      constraint.getPriority());
  }
  return result;
}

/// What makes the class of an op without regions.
static bool isAlike(Operation *a, Operation *b) {
  return a->getName() == b->getName() && a->getOperandTypes() == b->getOperandTypes() &&
         a->getResultTypes() == b->getResultTypes() &&
         a->getName().compareOpProperties(a->getPropertiesStorage(), b->getPropertiesStorage()) &&
         (!isa<ConstraintOp>(a) || a->getAttr("dist.priorities") == b->getAttr("dist.priorities"));
}

static bool isSameRule(const ShardingRule &a, const ShardingRule &b) {
  if (a.operands != b.operands || a.results != b.results || a.factors.size() != b.factors.size())
    return false;
  for (auto [x, y] : llvm::zip_equal(a.factors, b.factors))
    if (x.size != y.size || x.kind != y.kind || x.reduction != y.reduction)
      return false;
  return true;
}

const OpClass *OpClasses::get(Operation *op) {
  bool hasRegions = op->getNumRegions() != 0;
  size_t hash = llvm::hash_combine(
      op->getName().getAsOpaquePointer(),
      llvm::hash_combine_range(op->operand_type_begin(), op->operand_type_end()),
      llvm::hash_combine_range(op->result_type_begin(), op->result_type_end()),
      hasRegions ? llvm::hash_code(0) : op->getName().hashOpProperties(op->getPropertiesStorage()));
  auto &list = byHash[hash];
  std::unique_ptr<OpClass> made;
  if (hasRegions && !(made = build(op)))
    return nullptr;
  for (OpClass *known : list) {
    bool same = hasRegions
                    ? known->example->getName() == op->getName() &&
                          known->operands == made->operands && known->results == made->results &&
                          known->linear == made->linear && isSameRule(known->rule, made->rule) &&
                          known->getFlops() == made->getFlops()
                    : isAlike(known->example, op);
    if (same)
      return known;
  }
  if (!made && !(made = build(op)))
    return nullptr;
  made->number = classes.size();
  list.push_back(made.get());
  classes.push_back(std::move(made));
  return list.back();
}
