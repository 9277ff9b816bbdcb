//===- OpPlacement.cpp - factor splits read back from the IR ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Any tensor that has a factor tells how it is split; all must tell the same.
//
//===----------------------------------------------------------------------===//

#include "shardc/Sharding/OpPlacement.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/OpModels/ShardingRules.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

namespace {

/// One op under reading.
struct Reader {
  Operation *op;
  const MeshView &mesh;
  OpPlacement result;
  /// Factors that are a dimension of some operand or result, split or not.
  llvm::BitVector told;

  LogicalResult readTensor(Value value, const TensorFactors &factors, StringRef what,
                           unsigned number, std::vector<Placement> &placements);
  LogicalResult readJoined(Value value, const TensorFactors &factors, const Placement &placement,
                           StringRef what, unsigned number);
  LogicalResult checkTensor(Value value, const TensorFactors &factors, const Placement &placement,
                            StringRef what, unsigned number);
  LogicalResult checkPartial();
};

} // namespace

LogicalResult Reader::readTensor(Value value, const TensorFactors &factors, StringRef what,
                                 unsigned number, std::vector<Placement> &placements) {
  ShardingAttr sharding = getSharding(value);
  if (!sharding)
    return op->emitOpError() << what << " " << number << " has no sharding";
  for (DimShardingAttr dim : sharding.getDims())
    if (!dim.getIsClosed())
      return op->emitOpError() << what << " " << number
                               << " has an open sharding after propagation: " << sharding;
  Placement placement = mesh.fromAttr(sharding);
  for (auto [dim, dimFactors] : llvm::enumerate(factors)) {
    if (dimFactors.size() != 1)
      continue;
    told.set(dimFactors.front());
    Split &split = result.splits[dimFactors.front()];
    if (split.empty())
      split = placement.dims[dim];
  }
  placements.push_back(std::move(placement));
  return success();
}

/// Dimensions of several factors may be read in several ways where a block is all
/// of one of them: they are read so that they agree with what other dimensions tell,
/// and tell only of factors that no other dimension tells of.
LogicalResult Reader::readJoined(Value value, const TensorFactors &factors,
                                 const Placement &placement, StringRef what, unsigned number) {
  auto type = cast<RankedTensorType>(value.getType());
  for (auto [dim, dimFactors] : llvm::enumerate(factors)) {
    if (placement.dims[dim].empty() || dimFactors.size() == 1)
      continue;
    FactorSplits splits(result.rule.factors.size());
    auto known = [&](unsigned factor) { return told[factor] ? &result.splits[factor] : nullptr; };
    // Where others tell of all factors the check is to say what is wrong.
    auto isTold = [&](unsigned factor) { return told[factor]; };
    if (!projectDim(type.getDimSize(dim), placement.dims[dim], dimFactors, result.rule, splits,
                    known) &&
        !llvm::all_of(dimFactors, isTold))
      return op->emitOpError() << "cannot run with dimension " << dim << " of " << what << " "
                               << number << " split as in " << mesh.toAttr(placement);
    for (unsigned factor : dimFactors)
      if (!told[factor] && result.splits[factor].empty())
        result.splits[factor] = splits[factor];
  }
  return success();
}

LogicalResult Reader::checkTensor(Value value, const TensorFactors &factors,
                                  const Placement &placement, StringRef what, unsigned number) {
  auto type = cast<RankedTensorType>(value.getType());
  std::optional<Placement> expected = composeTensor(factors, result.rule, result.splits);
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim) {
    if (expected && sameBlocks(type.getDimSize(dim), expected->dims[dim], placement.dims[dim]))
      continue;
    InFlightDiagnostic diagnostic = op->emitOpError() << what << " " << number << " is placed as "
                                                      << mesh.toAttr(placement);
    if (expected)
      diagnostic << ", but the other operands and results ask for " << mesh.toAttr(*expected);
    else
      diagnostic << ", which does not go with the other operands and results";
    return diagnostic << "; insert a dist.reshard";
  }
  return success();
}

LogicalResult Reader::checkPartial() {
  auto shardable = cast<ShardableOpInterface>(op);
  for (auto [number, placement] : llvm::enumerate(result.results)) {
    // What the op's own reductions leave.
    Placement own;
    for (auto [index, factor] : llvm::enumerate(result.rule.factors))
      if (factor.kind == FactorKind::Reduction &&
          llvm::none_of(result.rule.results[number], [&, f = index](const DimFactors &dim) {
            return llvm::is_contained(dim, f);
          }))
        own.addPartial(factor.reduction, result.splits[index].axes);
    for (const Partial &entry : placement.partial) {
      AxisList rest = entry.axes;
      for (const Partial &mine : own.partial)
        if (mine.kind == entry.kind)
          rest = subtract(rest, mine.axes);
      // Parts of one axis may come from different operands.
      AxisList cutters;
      for (const Placement &operand : result.operands)
        llvm::append_range(cutters, operand.partialAxes());
      for (const Axis &axis : cutAt(rest, cutters)) {
        bool passes =
            entry.kind == ReductionKind::Sum &&
            llvm::any_of(shardable.getLinearOperandGroups(number), [&](const auto &group) {
              for (unsigned operand = 0; operand < op->getNumOperands(); ++operand) {
                bool pending = contains(result.operands[operand].sumAxes(), axis);
                bool inGroup = llvm::is_contained(group, operand);
                if (inGroup && !pending && !isZeroConstant(op->getOperand(operand)))
                  return false;
                // A barrier's results do not depend on each other's operands.
                if (!inGroup && pending && !isa<stablehlo::OptimizationBarrierOp>(op))
                  return false;
              }
              return true;
            });
        if (!passes)
          return op->emitOpError() << "result " << number << " is a pending reduction over axis '"
                                   << mesh.toAttr(axis).getName()
                                   << "' that neither its factors nor its operands give";
      }
    }
    for (const Partial &mine : own.partial) {
      AxisList rest = mine.axes;
      for (const Partial &entry : placement.partial)
        if (entry.kind == mine.kind)
          rest = subtract(rest, entry.axes);
      if (!rest.empty())
        return op->emitOpError() << "result " << number
                                 << " must be a pending reduction over axis '"
                                 << mesh.toAttr(rest.front()).getName() << "'";
    }
  }
  // What is pending in an operand must be pending in each result.
  for (auto [number, placement] : llvm::enumerate(result.operands))
    for (const Axis &axis : placement.partialAxes()) {
      bool passes = !result.results.empty();
      bool separate = isa<MicrobatchOp>(op);
      for (auto [index, other] : llvm::enumerate(result.results)) {
        bool depends = false;
        for (const auto &group : shardable.getLinearOperandGroups(index))
          depends |= llvm::is_contained(group, number);
        bool alone = result.results.size() == result.operands.size() && result.results.size() > 1 &&
                     !depends;
        passes &= alone || contains(other.sumAxes(), axis);
      }
      if (!passes && !separate)
        return op->emitOpError() << "operand " << number << " is a pending reduction over axis '"
                                 << mesh.toAttr(axis).getName()
                                 << "', which this op cannot pass on; insert a dist.reshard";
    }
  return success();
}

/// A reshard has no factors: each side is placed as it says.
static FailureOr<OpPlacement> readReshard(ReshardOp reshard, const MeshView &mesh) {
  ShardingAttr source = getSharding(reshard.getInput());
  ShardingAttr own = getSharding(reshard.getResult());
  if (!source)
    return reshard.emitOpError() << "operand 0 has no sharding";
  if (own != reshard.getSharding())
    return reshard.emitOpError() << "result is placed otherwise than it says";
  OpPlacement result;
  result.operands.push_back(mesh.fromAttr(source));
  result.results.push_back(mesh.fromAttr(own));
  // It ends pending reductions; it can't begin any.
  for (const Partial &entry : result.results.front().partial) {
    AxisList rest = entry.axes;
    for (const Partial &other : result.operands.front().partial)
      if (other.kind == entry.kind)
        rest = subtract(rest, other.axes);
    if (!rest.empty())
      return reshard.emitOpError()
             << "makes a pending reduction over axis '" << mesh.toAttr(rest.front()).getName()
             << "' that its operand is not";
  }
  return result;
}

FailureOr<OpPlacement> shardc::getOpPlacement(Operation *op, const MeshView &mesh) {
  if (auto reshard = dyn_cast<ReshardOp>(op))
    return readReshard(reshard, mesh);
  Reader reader{op, mesh, {}, {}};
  OpPlacement &result = reader.result;
  result.rule = cast<ShardableOpInterface>(op).getShardingRule();
  result.splits.resize(result.rule.factors.size());
  reader.told.resize(result.rule.factors.size());
  for (auto [number, factors] : llvm::enumerate(result.rule.operands))
    if (failed(
            reader.readTensor(op->getOperand(number), factors, "operand", number, result.operands)))
      return failure();
  for (auto [number, factors] : llvm::enumerate(result.rule.results))
    if (failed(reader.readTensor(op->getResult(number), factors, "result", number, result.results)))
      return failure();
  for (auto [number, factors] : llvm::enumerate(result.rule.operands))
    if (failed(reader.readJoined(op->getOperand(number), factors, result.operands[number],
                                 "operand", number)))
      return failure();
  for (auto [number, factors] : llvm::enumerate(result.rule.results))
    if (failed(reader.readJoined(op->getResult(number), factors, result.results[number], "result",
                                 number)))
      return failure();
  for (auto [number, factors] : llvm::enumerate(result.rule.operands))
    if (failed(reader.checkTensor(op->getOperand(number), factors, result.operands[number],
                                  "operand", number)))
      return failure();
  for (auto [number, factors] : llvm::enumerate(result.rule.results))
    if (failed(reader.checkTensor(op->getResult(number), factors, result.results[number], "result",
                                  number)))
      return failure();
  for (auto [number, factor] : llvm::enumerate(result.rule.factors))
    if (factor.kind == FactorKind::NeedReplication && !result.splits[number].empty())
      return op->emitOpError() << "reads across a dimension of extent " << factor.size
                               << " that is split over axis '"
                               << mesh.toAttr(result.splits[number].axes.front()).getName()
                               << "'; insert a dist.reshard";
  if (failed(reader.checkPartial()))
    return failure();
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// Attributes of arguments and results
//===----------------------------------------------------------------------===//

/// One dictionary a value: what it was with `name` set where there is a value.
static SmallVector<DictionaryAttr> withAttr(MLIRContext *context, ArrayAttr before, StringRef name,
                                            ArrayRef<Attribute> values) {
  SmallVector<DictionaryAttr> result;
  for (auto [number, value] : llvm::enumerate(values)) {
    NamedAttrList list;
    if (before)
      list = NamedAttrList(cast<DictionaryAttr>(before[number]));
    if (value)
      list.set(name, value);
    result.push_back(list.getDictionary(context));
  }
  return result;
}

void shardc::setArgumentAttrs(func::FuncOp function, StringRef name, ArrayRef<Attribute> values) {
  function.setAllArgAttrs(
      withAttr(function.getContext(), function.getArgAttrsAttr(), name, values));
}

void shardc::setResultAttrs(func::FuncOp function, StringRef name, ArrayRef<Attribute> values) {
  function.setAllResultAttrs(
      withAttr(function.getContext(), function.getResAttrsAttr(), name, values));
}
