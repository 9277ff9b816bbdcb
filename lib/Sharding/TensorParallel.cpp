//===- TensorParallel.cpp - which parameters tensor parallelism splits -*- C++ -*-//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk over the forward graph with the split dimension of each activation.
//
//===----------------------------------------------------------------------===//

#include "TensorParallel.h"
#include "AttentionHeads.h"
#include "FeatureUses.h"
#include "Products.h"
#include "WeightColumns.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Matchers.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace shardc {
namespace {

class TensorParallel {
public:
  TensorParallel(func::FuncOp function, int64_t tp, llvm::function_ref<bool(unsigned)> isGiven)
      : function(function), tp(tp), isGiven(isGiven), context(function.getContext()) {}

  ParameterSplits run() {
    expandKeyValueHeads(function, tp);
    for (Operation &op : function.getBody().front())
      visit(&op);
    return std::move(decided);
  }

private:
  dist::AxisRefAttr axis(StringRef name) { return dist::AxisRefAttr::get(context, name); }

  /// The first `parts` ranks' worth of tp.
  dist::AxisRefAttr tpAxis(int64_t parts) {
    if (parts == tp)
      return axis("tp");
    return dist::AxisRefAttr::get(context, "tp", /*preSize=*/1, /*subSize=*/parts);
  }

  StringRef roleOf(BlockArgument argument) {
    auto role = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role");
    return role ? role.getValue() : StringRef();
  }

  bool isUndecidedParam(BlockArgument argument) {
    return isParam(argument) && !decided.contains(argument) && !whole.contains(argument) &&
           !isGiven(argument.getArgNumber());
  }

  bool isParam(BlockArgument argument) {
    return argument && argument.getOwner() == &function.getBody().front() &&
           roleOf(argument) == "param";
  }

  void visit(Operation *op) {
    if (auto embedding = dyn_cast<nn::EmbeddingOp>(op)) {
      auto [argument, dimension] = traceArgument(embedding.getTable(), 0);
      if (isUndecidedParam(argument) && dimension >= 0)
        decide(argument, Feature{dimension, 1, {axis("tp")}});
      return;
    }
    if (std::optional<Product> product = Product::get(op))
      return visitProduct(*product);
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
      return visitLoop(loop);
    // The feature of the first operand that has one; biases follow it.
    for (OpOperand &operand : op->getOpOperands()) {
      auto found = features.find(operand.get());
      if (found == features.end())
        continue;
      Feature feature = found->second;
      std::optional<Feature> result = flowThrough(operand, feature);
      if (!result)
        continue;
      features[op->getResult(0)] = *result;
      if (op->getNumOperands() < 2 || isa<nn::AttentionOp, nn::RopeOp>(op))
        break;
      if (op->getNumResults() == 1 &&
          typeOf(op->getResult(0)).getShape() == typeOf(operand.get()).getShape())
        for (Value other : op->getOperands())
          if (other != operand.get() &&
              typeOf(other).getShape() == typeOf(operand.get()).getShape())
            splitAlike(other, feature);
      break;
    }
  }

  /// Splits what meets a split value element by element like it: parameters, whether
  /// they come as they are or computed with each other, and sums that are pending,
  /// which are then scattered rather than reduced.
  void splitAlike(Value value, const Feature &feature) {
    if (features.contains(value))
      return;
    llvm::SmallVector<std::pair<Value, Feature>> alike;
    bool isAlike = traceBack(value, feature, [&](Value source, const Feature &where) {
      if (features.contains(source))
        return TraceStep::Stop;
      alike.push_back({source, where});
      if (pending.contains(source) || matchPattern(source, m_Constant()))
        return TraceStep::Stop;
      auto argument = dyn_cast<BlockArgument>(source);
      if (!argument)
        return TraceStep::Continue;
      return isParam(argument) ? TraceStep::Stop : TraceStep::Fail;
    });
    if (!isAlike)
      return;
    for (auto &[source, where] : alike) {
      auto argument = dyn_cast<BlockArgument>(source);
      if (!argument)
        features[source] = where;
      else if (isUndecidedParam(argument))
        decide(argument, where);
    }
  }

  /// What is carried is split as it is before the loop.
  void visitLoop(stablehlo::WhileOp loop) {
    Operation *end = loop.getBody().front().getTerminator();
    for (auto [number, operand] : llvm::enumerate(loop.getOperand())) {
      auto found = features.find(operand);
      if (found == features.end())
        continue;
      Feature feature = found->second;
      features[loop.getCond().getArgument(number)] = feature;
      features[loop.getBody().getArgument(number)] = feature;
    }
    for (Region *region : {&loop.getCond(), &loop.getBody()})
      for (Operation &op : region->front().without_terminator())
        visit(&op);
    for (auto [number, result] : llvm::enumerate(loop.getResults()))
      if (auto found = features.find(end->getOperand(number)); found != features.end()) {
        Feature feature = found->second;
        features[result] = feature;
      }
  }

  void visitProduct(const Product &product) {
    Value result = product.op->getResult(0);
    // Whichever side is a parameter; the right one where both are.
    for (unsigned side : {1u, 0u}) {
      Value weight = product.operand(side);
      if (!isParam(traceArgument(weight, 0).first) || (product.isConvolution && side == 0))
        continue;
      OpOperand &weightUse = product.op->getOpOperand(side);
      OpOperand &inputUse = product.op->getOpOperand(1 - side);
      BlockArgument argument = traceArgument(weight, 0).first;
      auto input = features.find(inputUse.get());
      bool isRow = input != features.end() && product.sumsOver(1 - side, input->second.dim);
      if (isRow)
        pending.insert(result);
      if (isUndecidedParam(argument)) {
        if (isRow) {
          // The contracted dimension is already split.
          Feature feature = input->second;
          for (auto [mine, its] :
               llvm::zip(product.contracting[side], product.contracting[1 - side]))
            if (its == feature.dim)
              decide(argument, weight, Feature{mine, feature.granule, feature.axes});
          return;
        }
        if (input == features.end()) {
          decideColumns(product, side, argument);
          // Later uses, those of the backward pass, are no reason to split it either.
          if (product.isConvolution && !decided.contains(argument))
            whole.insert(argument);
        } else if (product.isConvolution && product.repeatsOver(1 - side, input->second.dim))
          // Groups go along with those of the input.
          if (std::optional<Feature> columns = flowThrough(inputUse, input->second))
            decide(argument, weight,
                   Feature{product.batch[side].front(), columns->granule, columns->axes});
      }
      // How the result is split, by whichever operand carries a free split.
      if (input != features.end())
        if (std::optional<Feature> flowed = flowThrough(inputUse, input->second)) {
          features[result] = *flowed;
          return;
        }
      auto known = decided.find(argument);
      if (known == decided.end())
        return;
      for (int64_t i = 0; i < typeOf(weight).getRank(); ++i)
        if (traceArgument(weight, i).second == known->second.dim) {
          Feature feature{i, known->second.granule, known->second.axes};
          if (std::optional<Feature> flowed = flowThrough(weightUse, feature))
            features[result] = *flowed;
        }
      return;
    }
    // Two activations: a split batch or free dimension carries over.
    for (OpOperand &operand : product.op->getOpOperands()) {
      auto found = features.find(operand.get());
      if (found == features.end())
        continue;
      if (std::optional<Feature> flowed = flowThrough(operand, found->second)) {
        features[result] = *flowed;
        return;
      }
    }
  }

  FeatureUses usesOf(OpOperand &weightUse, int64_t column, int64_t granule) {
    std::optional<Feature> columns = flowThrough(weightUse, Feature{column, granule, {axis("tp")}});
    FeatureUses none;
    none.readsAcross = true;
    if (!columns)
      return none;
    FeatureQueries queries;
    auto isOpenWeight = [&](Value value) {
      return isUndecidedParam(traceArgument(value, 0).first);
    };
    auto isWeight = [&](Value value) { return isParam(traceArgument(value, 0).first); };
    auto isSplit = [&](Value value) { return features.contains(value); };
    queries.isOpenWeight = isOpenWeight;
    queries.isWeight = isWeight;
    queries.isSplit = isSplit;
    return followFeature(weightUse.getOwner()->getResult(0), *columns,
                         traceArgument(weightUse.get(), 0).first, queries);
  }

  /// Output features of a convolution are split where what reads them can be split along
  /// with them, up to a product that sums over them. Otherwise they would have to be
  /// gathered, and the convolution stays whole.
  void decideOutputFeatures(const Product &product, BlockArgument argument) {
    OpOperand &weight = product.op->getOpOperand(1);
    auto convolution = cast<stablehlo::ConvolutionOp>(product.op);
    if (convolution.getBatchGroupCount() > 1)
      return;
    int64_t column = convolution.getDimensionNumbers().getKernelOutputFeatureDimension();
    FeatureUses uses = usesOf(weight, column, product.groupColumns);
    if (uses.reachesRows && !uses.readsAcross &&
        typeOf(weight.get()).getDimSize(column) % (uses.granule * tp) == 0)
      decide(argument, weight.get(), Feature{column, uses.granule, {axis("tp")}});
  }

  void decideColumns(const Product &product, unsigned side, BlockArgument argument) {
    if (product.isConvolution)
      return decideOutputFeatures(product, argument);
    auto dot = cast<stablehlo::DotGeneralOp>(product.op);
    Value weight = product.operand(side);
    ArrayRef<int64_t> contracting = product.contracting[side], batch = product.batch[side];
    int64_t best = -1;
    RankedTensorType type = typeOf(weight);
    auto isWeight = [&](Value value) { return isParam(traceArgument(value, 0).first); };
    bool isOnly = type.getRank() - contracting.size() - batch.size() == 1;
    int bestRank = -1;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      if (llvm::is_contained(contracting, i) || llvm::is_contained(batch, i))
        continue;
      int rank = isOnly ? 0 : rankOfColumn(dot, weight, i, isWeight);
      if (best < 0 || rank > bestRank ||
          (rank == bestRank && type.getDimSize(i) > type.getDimSize(best)))
        best = i, bestRank = rank;
    }
    if (best < 0 || type.getDimSize(best) == 1)
      return;
    // What goes into a residual stream that norms read whole stays whole.
    FeatureUses uses = usesOf(product.op->getOpOperand(side), best, 1);
    if (uses.joinsWhole && uses.readsAcross) {
      whole.insert(argument);
      return;
    }
    auto [attention, operand] = findAttention(dot.getResult());
    // Heads may be a dimension of the weight of their own.
    bool hasHeads = false;
    if (attention)
      for (int64_t i = 0; i < type.getRank() && !hasHeads; ++i) {
        bool isFree = !llvm::is_contained(contracting, i) && !llvm::is_contained(batch, i);
        int64_t others = type.getRank() - contracting.size() - batch.size() - 1;
        hasHeads = isFree && others == 1 && isHeads(dot, weight, i);
        if (hasHeads)
          best = i;
      }
    int64_t dimension = traceArgument(weight, best).second;
    if (dimension < 0)
      return;
    Feature feature{dimension, 1, {axis("tp")}};
    if (attention) {
      HeadPlan plan = planHeads(attention, tp);
      int64_t headDim = hasHeads ? 1 : typeOf(attention.getQ()).getDimSize(3);
      if (operand == 0) {
        feature.granule = headDim * plan.queryHeads;
      } else if (hasRepeatedHeads(attention) || plan.kvParts == 1) {
        return; // KV is computed whole, and repeated where blocks do not align
      } else {
        feature.granule = headDim;
        feature.axes = {tpAxis(plan.kvParts)};
      }
    } else {
      feature.granule = wholeParts(dot, weight, best);
    }
    decide(argument, feature);
  }

  void decide(BlockArgument argument, Feature feature) { decided[argument] = feature; }
  /// By a dimension of a view of the parameter.
  void decide(BlockArgument argument, Value view, Feature feature) {
    feature.dim = traceArgument(view, feature.dim).second;
    if (feature.dim >= 0)
      decide(argument, feature);
  }

  func::FuncOp function;
  int64_t tp;
  llvm::function_ref<bool(unsigned)> isGiven;
  MLIRContext *context;
  llvm::DenseMap<Value, Feature> features;
  /// Products that sum over a split dimension.
  llvm::DenseSet<Value> pending;
  ParameterSplits decided;
  /// Parameters that it does not pay to split.
  llvm::DenseSet<BlockArgument> whole;
};

} // namespace

ParameterSplits assignTensorParallel(func::FuncOp function, int64_t tp,
                                     llvm::function_ref<bool(unsigned)> isGiven) {
  return TensorParallel(function, tp, isGiven).run();
}

} // namespace shardc
