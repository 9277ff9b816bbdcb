//===- FeatureUses.cpp - what becomes of split features ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// In a graph that has its gradients, backward ops are uses as well: what they sum over
// is a weight that has been decided of before, which says nothing of the forward pass.
//
//===----------------------------------------------------------------------===//

#include "FeatureUses.h"
#include "Products.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

using namespace mlir;

namespace shardc {
namespace {

class Search {
public:
  Search(BlockArgument weight, const FeatureQueries &queries) : weight(weight), queries(queries) {}

  FeatureUses run(Value value, Feature feature) {
    // A cut found later may ask for larger blocks than a reshape before it let through.
    for (;;) {
      uses = {};
      start = value.getDefiningOp();
      uses.granule = feature.granule;
      queue = {{value, feature, false}};
      seen = {value};
      for (unsigned next = 0; next < queue.size(); ++next) {
        Reached reached = queue[next];
        for (OpOperand &use : reached.value.getUses())
          visit(use, reached, feature);
      }
      if (uses.granule == feature.granule)
        return uses;
      feature.granule = uses.granule;
    }
  }

private:
  struct Reached {
    Value value;
    Feature where;
    /// There is a product on the way.
    bool behindProduct;
  };
  void visit(OpOperand &use, const Reached &reached, const Feature &first);
  void visitProduct(const Product &product, unsigned side, const Feature &where);
  /// Blocks of `needed` elements of a dimension with blocks of `where.granule`.
  void need(int64_t needed, const Feature &where, const Feature &first) {
    uses.granule =
        std::max(uses.granule, std::lcm(where.granule, needed) / where.granule * first.granule);
  }

  bool comesFromProduct(Value value) const;

  Operation *start = nullptr;
  BlockArgument weight;
  const FeatureQueries &queries;
  FeatureUses uses;
  SmallVector<Reached> queue;
  llvm::SmallDenseSet<Value> seen;
};

/// Whether a value is computed from a product other than the one that the search began
/// at, with no product in between.
bool Search::comesFromProduct(Value value) const {
  constexpr unsigned kMostOps = 64;
  llvm::SmallSetVector<Operation *, 16> ops;
  ops.insert(value.getDefiningOp());
  for (unsigned next = 0; next < ops.size() && next < kMostOps; ++next) {
    Operation *op = ops[next];
    if (!op || op == start)
      continue;
    if (Product::get(op) || isa<nn::AttentionOp>(op))
      return true;
    for (Value operand : op->getOperands())
      ops.insert(operand.getDefiningOp());
  }
  return false;
}

void Search::visitProduct(const Product &product, unsigned side, const Feature &where) {
  Value other = product.operand(1 - side);
  // A weight that is decided already belongs to an earlier product: to its gradient.
  if (queries.isOpenWeight(other) && traceArgument(other, 0).first != weight)
    uses.reachesRows = true;
  else if (!queries.isWeight(other))
    uses.readsAcross = true;
}

void Search::visit(OpOperand &use, const Reached &reached, const Feature &first) {
  Operation *op = use.getOwner();
  const Feature &where = reached.where;
  if (op->hasTrait<OpTrait::IsTerminator>())
    return;
  unsigned side = use.getOperandNumber();
  std::optional<Product> product = Product::get(op);
  if (product) {
    if (product->sumsOver(side, where.dim))
      return visitProduct(*product, side, where);
    if (product->isConvolution && product->repeatsOver(side, where.dim)) {
      auto shape = typeOf(op->getOperand(side)).getShape();
      int64_t groups =
          typeOf(op->getOperand(1)).getDimSize(product->batch[1].front()) / product->groupColumns;
      int64_t each = shape[where.dim] / groups;
      if (where.granule % each)
        need(each, where, first);
    }
  } else if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
    int64_t minor = minorPart(typeOf(reshape.getOperand()), typeOf(reshape), where.dim);
    if (where.granule % minor)
      need(minor, where, first);
  } else if (isa<stablehlo::AddOp>(op) && !reached.behindProduct) {
    Value other = op->getOperand(1 - side);
    uses.joinsWhole |= !seen.contains(other) && !queries.isSplit(other) && comesFromProduct(other);
  }
  std::optional<Feature> next = flowThrough(use, where);
  if (next) {
    if (seen.insert(op->getResult(0)).second)
      queue.push_back({op->getResult(0), *next, reached.behindProduct || product});
    return;
  }
  // A sum of everything (a loss, the norm of a gradient) takes what each rank has.
  bool isTotal = llvm::all_of(op->getResultTypes(), [](Type type) {
    return cast<RankedTensorType>(type).getNumElements() == 1;
  });
  uses.readsAcross |= !isTotal;
}

} // namespace

FeatureUses followFeature(Value value, const Feature &feature, BlockArgument weight,
                          const FeatureQueries &queries) {
  return Search(weight, queries).run(value, feature);
}

int64_t minorPart(RankedTensorType from, RankedTensorType to, int64_t dim) {
  int64_t before = 1, seen = 1, extent = from.getDimSize(dim);
  for (int64_t i = 0; i < dim; ++i)
    before *= from.getDimSize(i);
  for (int64_t size : to.getShape()) {
    if (seen == before && size != 1)
      return size < extent && extent % size == 0 ? extent / size : 1;
    seen *= size;
  }
  return 1;
}

} // namespace shardc
