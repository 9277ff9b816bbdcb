//===- LinalgOps.cpp - linalg's loops as StableHLO --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What linalg's loops write: whole results of parallel loops, contractions and other
// reductions, and positions of extreme elements.
//
//===----------------------------------------------------------------------===//
#include "LinalgLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {

bool LinalgConverter::dependsOnOutputs(Value value) {
  SmallVector<Value> pending = {value};
  llvm::SmallDenseSet<Value> seen = {value};
  while (!pending.empty()) {
    Value one = pending.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(one)) {
      if (argument.getOwner() == op.getBlock() && argument.getArgNumber() >= op.getNumDpsInputs())
        return true;
      continue;
    }
    if (one.getDefiningOp()->getBlock() != op.getBlock())
      continue;
    for (Value operand : one.getDefiningOp()->getOperands())
      if (seen.insert(operand).second)
        pending.push_back(operand);
  }
  return false;
}

/// How an op of the body combines, where it does.
static std::optional<Combiner> combinerOf(Operation *def) {
  bool isPredicate = def && def->getNumResults() == 1 && def->getResult(0).getType().isInteger(1);
  return llvm::TypeSwitch<Operation *, std::optional<Combiner>>(def)
      .Case<arith::AddFOp>([](auto) { return Combiner::Add; })
      .Case<arith::AddIOp>(
          [&](auto) { return isPredicate ? std::optional<Combiner>() : Combiner::Add; })
      .Case<arith::MulFOp, arith::MulIOp>(
          [&](auto) { return isPredicate ? Combiner::And : Combiner::Mul; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>([](auto) { return Combiner::Max; })
      .Case<arith::MinimumFOp, arith::MinNumFOp>([](auto) { return Combiner::Min; })
      .Case<arith::MaxSIOp>([&](auto) { return isPredicate ? Combiner::And : Combiner::Max; })
      .Case<arith::MinSIOp>([&](auto) { return isPredicate ? Combiner::Or : Combiner::Min; })
      .Case<arith::MaxUIOp>(
          [&](auto) { return isPredicate ? Combiner::Or : std::optional<Combiner>(); })
      .Case<arith::MinUIOp>(
          [&](auto) { return isPredicate ? Combiner::And : std::optional<Combiner>(); })
      .Case<arith::AndIOp>([](auto) { return Combiner::And; })
      .Case<arith::OrIOp>([](auto) { return Combiner::Or; })
      .Default([](Operation *) { return std::nullopt; });
}

/// Loops of the result's dimensions; a dimension of size 1 may have none: -1.
FailureOr<SmallVector<int64_t>> LinalgConverter::outputLoops(unsigned output) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(output));
  auto type = dyn_cast<RankedTensorType>(op->getResult(output).getType());
  SmallVector<int64_t> loops;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    bool isUnit = constant && constant.getValue() == 0 && type.getDimSize(dim) == 1;
    bool isWhole = loop && extents[loop.getPosition()] == type.getDimSize(dim) &&
                   !isReduction(loop.getPosition()) &&
                   !llvm::is_contained(loops, loop.getPosition());
    if (!isUnit && !isWhole) {
      (void)refuse(op, "result " + Twine(output) + " is not written whole, once an element");
      return failure();
    }
    loops.push_back(isUnit ? -1 : static_cast<int64_t>(loop.getPosition()));
  }
  return loops;
}

/// A sum of products as dot_general, where it is the product of two values that
/// don't both go along all loops.
std::optional<LoopTensor> LinalgConverter::contract(Value product, ArrayRef<int64_t> reduced,
                                                    ArrayRef<int64_t> kept, Type element,
                                                    bool &isFailed) {
  Operation *def = product.getDefiningOp();
  if (!isa_and_present<arith::MulFOp, arith::MulIOp>(def) || def->getBlock() != op.getBlock())
    return std::nullopt;
  // Sums of wider type than the factors are dot_general's own.
  auto narrow = [&](Value factor) {
    auto extension = factor.getDefiningOp<arith::ExtFOp>();
    return extension && extension->getBlock() == op.getBlock() ? extension.getIn() : factor;
  };
  Value factors[] = {narrow(def->getOperand(0)), narrow(def->getOperand(1))};
  if (factors[0].getType() != factors[1].getType())
    factors[0] = def->getOperand(0), factors[1] = def->getOperand(1);
  FailureOr<LoopTensor> lhs = lift(factors[0]), rhs = FailureOr<LoopTensor>(failure());
  if (succeeded(lhs))
    rhs = lift(factors[1]);
  if (failed(lhs) || failed(rhs)) {
    isFailed = true;
    return std::nullopt;
  }
  auto has = [](const LoopTensor &one, int64_t loop) {
    return llvm::is_contained(one.loops, loop);
  };
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract, loops, lhsFree, rhsFree;
  auto at = [](const LoopTensor &one, int64_t loop) -> int64_t {
    return llvm::find(one.loops, loop) - one.loops.begin();
  };
  for (int64_t loop : reduced) {
    if (!has(*lhs, loop) || !has(*rhs, loop))
      return std::nullopt;
    lhsContract.push_back(at(*lhs, loop));
    rhsContract.push_back(at(*rhs, loop));
  }
  for (int64_t loop : kept)
    if (has(*lhs, loop) && has(*rhs, loop)) {
      lhsBatch.push_back(at(*lhs, loop));
      rhsBatch.push_back(at(*rhs, loop));
      loops.push_back(loop);
    }
  for (int64_t loop : lhs->loops)
    if (!has(*rhs, loop))
      lhsFree.push_back(loop);
  for (int64_t loop : rhs->loops)
    if (!has(*lhs, loop))
      rhsFree.push_back(loop);
  // Both along all loops: elementwise products, summed.
  if (lhsFree.empty() && rhsFree.empty() && !loops.empty())
    return std::nullopt;
  llvm::append_range(loops, lhsFree);
  llvm::append_range(loops, rhsFree);
  Value dot = b.dot(lhs->value, rhs->value, lhsBatch, rhsBatch, lhsContract, rhsContract,
                    elementTypeFor(element));
  return LoopTensor{dot, loops};
}

FailureOr<Value> LinalgConverter::convertReduction(unsigned output, ArrayRef<int64_t> kept) {
  BlockArgument accumulator = outArgument(output);
  Operation *def = yielded(output).getDefiningOp();
  std::optional<Combiner> combiner;
  if (def && def->getBlock() == op.getBlock())
    combiner = combinerOf(def);
  Value element;
  if (combiner && def->getOperand(0) == accumulator)
    element = def->getOperand(1);
  else if (combiner && def->getOperand(1) == accumulator)
    element = def->getOperand(0);
  if (!element || dependsOnOutputs(element)) {
    (void)refuse(op, "its reduction is not a sum, product, maximum, minimum or conjunction");
    return failure();
  }

  SmallVector<int64_t> reduced;
  for (size_t loop = 0; loop < extents.size(); ++loop)
    if (isReduction(loop))
      reduced.push_back(loop);
  std::optional<LoopTensor> sum;
  if (*combiner == Combiner::Add) {
    bool isFailed = false;
    sum = contract(element, reduced, kept, accumulator.getType(), isFailed);
    if (isFailed)
      return failure();
  }
  if (!sum) {
    FailureOr<LoopTensor> one = lift(element);
    if (failed(one))
      return failure();
    // Repetition doesn't change a maximum; of sums and products each counts.
    SmallVector<int64_t> loops = one->loops;
    for (int64_t loop : reduced)
      if (!llvm::is_contained(loops, loop))
        loops.push_back(loop);
    Value all = align(*one, loops);
    if (isa<arith::MaxNumFOp, arith::MinNumFOp>(def)) {
      Value none =
          align({identityOf(*combiner, elementTypeFor(accumulator.getType()), b), {}}, loops);
      Value isNaN = b.compare(stablehlo::ComparisonDirection::NE, all, all);
      all = b.select(isNaN, none, all);
    }
    SmallVector<int64_t> dims, rest;
    for (auto [dim, loop] : llvm::enumerate(loops))
      if (isReduction(loop))
        dims.push_back(dim);
      else
        rest.push_back(loop);
    sum = LoopTensor{reduce(*combiner, all, dims, b), rest};
  }

  // What the output holds before counts once.
  Value aligned = align(*sum, kept);
  Value before = op.getDpsInits()[output];
  Value initial = values.get(before);
  auto constant =
      initial ? initial.getDefiningOp<stablehlo::ConstantOp>() : stablehlo::ConstantOp();
  Value neutral = identityOf(*combiner, elementTypeFor(accumulator.getType()), b);
  if (constant)
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue())) {
      auto none =
          cast<SplatElementsAttr>(neutral.getDefiningOp<stablehlo::ConstantOp>().getValue());
      Attribute has = splat.getSplatValue<Attribute>();
      auto number = dyn_cast<FloatAttr>(has);
      bool isLowest = number && (*combiner == Combiner::Max || *combiner == Combiner::Min) &&
                      number.getValue().isLargest() &&
                      number.getValue().isNegative() == (*combiner == Combiner::Max);
      bool isZero = number && number.getValue().isZero() && *combiner == Combiner::Add;
      if (has == none.getSplatValue<Attribute>() || isLowest || isZero)
        return aligned;
    }
  FailureOr<LoopTensor> init = lift(accumulator);
  if (failed(init))
    return failure();
  return combine(*combiner, align(*init, kept), aligned, b);
}

/// Largest elements and their positions, side by side, as argmax is spelled.
FailureOr<Values> LinalgConverter::convertArgExtremum(unsigned first) {
  auto select = yielded(first + 1).getDefiningOp<arith::SelectOp>();
  if (!select || op->getNumResults() != 2)
    return failure();
  Operation *compare = select.getCondition().getDefiningOp();
  if (!isa_and_present<arith::CmpFOp, arith::CmpIOp>(compare))
    return failure();
  Value element = compare->getOperand(0), best = compare->getOperand(1);
  bool isGreater = false, isLess = false;
  if (auto floats = dyn_cast<arith::CmpFOp>(compare)) {
    using P = arith::CmpFPredicate;
    P p = floats.getPredicate();
    isGreater = p == P::OGT || p == P::UGT;
    isLess = p == P::OLT || p == P::ULT;
  } else {
    using P = arith::CmpIPredicate;
    P p = cast<arith::CmpIOp>(compare).getPredicate();
    isGreater = p == P::sgt;
    isLess = p == P::slt;
  }
  BlockArgument value = outArgument(first), position = outArgument(first + 1);
  if (best != value || select.getFalseValue() != position || dependsOnOutputs(element) ||
      dependsOnOutputs(select.getTrueValue()) || !(isGreater || isLess))
    return failure();
  Operation *kept = yielded(first).getDefiningOp();
  std::optional<Combiner> combiner = kept ? combinerOf(kept) : std::nullopt;
  auto choice = dyn_cast_or_null<arith::SelectOp>(kept);
  bool isSame = (combiner && *combiner == (isGreater ? Combiner::Max : Combiner::Min)) ||
                (choice && choice.getCondition() == select.getCondition() &&
                 choice.getTrueValue() == element && choice.getFalseValue() == value);
  SmallVector<int64_t> loops, dims;
  for (size_t loop = 0; loop < extents.size(); ++loop) {
    if (isReduction(loop))
      dims.push_back(loops.size());
    loops.push_back(loop);
  }
  auto keptLoops = outputLoops(first);
  if (!isSame || dims.size() != 1 || failed(keptLoops))
    return failure();
  FailureOr<LoopTensor> elements = lift(element), positions = lift(select.getTrueValue());
  if (failed(elements) || failed(positions))
    return failure();
  auto [largest, where] =
      argExtremum(align(*elements, loops), align(*positions, loops), dims[0], isGreater, b);
  loops.erase(loops.begin() + dims[0]);
  Values results;
  for (auto [output, found] : llvm::enumerate(Values{largest, where})) {
    SmallVector<int64_t> order;
    for (int64_t loop : *keptLoops)
      if (loop >= 0)
        order.push_back(loop);
    auto type = tensorTypeFor(op->getResult(first + output).getType());
    results.push_back(b.reshape(align({found, loops}, order), type.getShape()));
  }
  return results;
}

FailureOr<Value> LinalgConverter::convertResult(unsigned output) {
  auto loops = outputLoops(output);
  if (failed(loops))
    return failure();
  SmallVector<int64_t> kept;
  for (int64_t loop : *loops)
    if (loop >= 0)
      kept.push_back(loop);
  bool reduces = false;
  for (size_t loop = 0; loop < extents.size(); ++loop) {
    bool isKept = llvm::is_contained(kept, static_cast<int64_t>(loop));
    reduces |= isReduction(loop);
    if (!isKept && !isReduction(loop) && extents[loop] != 1) {
      (void)refuse(op, "result " + Twine(output) + " is written more than once an element");
      return failure();
    }
  }
  Value result;
  if (reduces) {
    FailureOr<Value> reduced = convertReduction(output, kept);
    if (failed(reduced))
      return failure();
    result = *reduced;
  } else {
    FailureOr<LoopTensor> one = lift(yielded(output));
    if (failed(one))
      return failure();
    // Parallel loops of one turn that the result doesn't have.
    SmallVector<int64_t> all(kept);
    for (int64_t loop : one->loops)
      if (!llvm::is_contained(all, loop))
        all.push_back(loop);
    result = align(*one, all);
  }
  auto type = tensorTypeFor(op->getResult(output).getType());
  return b.reshape(result, type.getShape());
}

FailureOr<Values> LinalgConverter::convert() {
  for (Value result : op->getResults())
    if (!tensorTypeFor(result.getType())) {
      (void)refuse(op, "its result is no tensor of static shape, floats or signless integers");
      return failure();
    }
  if (op->getNumResults() != op.getNumDpsInits()) {
    (void)refuse(op, "it works on buffers, not on tensors");
    return failure();
  }
  if (llvm::any_of(extents, [](int64_t extent) { return extent < 1; })) {
    (void)refuse(op, "a loop has no turns or an unknown number");
    return failure();
  }
  if (op->getNumResults() == 2 && !op->getResult(1).use_empty())
    if (FailureOr<Values> both = convertArgExtremum(0); succeeded(both))
      return both;
  Values results;
  for (unsigned output = 0; output < op->getNumResults(); ++output) {
    if (op->getResult(output).use_empty() && op->getNumResults() > 1) {
      results.push_back({});
      continue;
    }
    FailureOr<Value> result = convertResult(output);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  return results;
}

/// exp(x - max) over its sum, along one dimension.
static FailureOr<Values> convertSoftmax(linalg::SoftmaxOp op, UpstreamValues &values,
                                        TensorBuilder &b) {
  Value input = values.get(op.getInput());
  if (!input || op->getNumResults() != 1) {
    refuseOp(op);
    return failure();
  }
  auto type = typeOf(input);
  int64_t dim = op.getDimension();
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i != dim)
      dims.push_back(i);
  auto along = [&](Value value) { return b.broadcast(value, type.getShape(), dims); };
  Value shifted = b.exp(b.sub(input, along(reduce(Combiner::Max, input, {dim}, b))));
  return Values{b.div(shifted, along(reduce(Combiner::Add, shifted, {dim}, b)))};
}

FailureOr<Values> convertLinalgOp(Operation *op, UpstreamValues &values, TensorBuilder &b) {
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return convertSoftmax(softmax, values, b);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured) {
    refuseOp(op);
    return failure();
  }
  FailureOr<Value> windows = convertWindows(structured, values, b);
  if (failed(windows))
    return failure();
  if (*windows)
    return Values{*windows};
  return LinalgConverter(structured, values, b).convert();
}

} // namespace shardc
