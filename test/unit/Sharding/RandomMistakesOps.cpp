//===- RandomMistakesOps.cpp - wrong attributes and bodies ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Mistakes that every op with attributes or a body can have: windows, groups,
// dimension numbers, comparisons, combinations; and blocks of which one element is
// lost.
//
//===----------------------------------------------------------------------===//

#include "RandomMistakes.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/TensorBuilder.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::test;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Two of the numbers exchanged, or one of them off by one.
static SmallVector<int64_t> changed(Random &random, ArrayRef<int64_t> numbers) {
  SmallVector<int64_t> list(numbers);
  if (list.empty())
    return list;
  if (list.size() > 1 && random.chance(50))
    std::swap(list[random.below(list.size())], list[random.below(list.size())]);
  else
    list[random.below(list.size())] += random.chance(50) ? 1 : -1;
  return list;
}

static Attribute changedNumbers(Random &random, stablehlo::ConvDimensionNumbersAttr numbers) {
  // Which dimension is which, for the input or the kernel.
  bool ofInput = random.chance(50);
  SmallVector<int64_t> list = {
      ofInput ? numbers.getInputBatchDimension() : numbers.getKernelInputFeatureDimension(),
      ofInput ? numbers.getInputFeatureDimension() : numbers.getKernelOutputFeatureDimension()};
  llvm::append_range(list, ofInput ? numbers.getInputSpatialDimensions()
                                   : numbers.getKernelSpatialDimensions());
  std::swap(list[random.below(list.size())], list[random.below(list.size())]);
  ArrayRef<int64_t> spatial = ArrayRef(list).drop_front(2);
  return stablehlo::ConvDimensionNumbersAttr::get(
      numbers.getContext(), ofInput ? list[0] : numbers.getInputBatchDimension(),
      ofInput ? list[1] : numbers.getInputFeatureDimension(),
      ofInput ? spatial : numbers.getInputSpatialDimensions(),
      ofInput ? numbers.getKernelInputFeatureDimension() : list[0],
      ofInput ? numbers.getKernelOutputFeatureDimension() : list[1],
      ofInput ? numbers.getKernelSpatialDimensions() : spatial, numbers.getOutputBatchDimension(),
      numbers.getOutputFeatureDimension(), numbers.getOutputSpatialDimensions());
}

static Attribute changedNumbers(Random &random, stablehlo::GatherDimensionNumbersAttr numbers) {
  SmallVector<int64_t> map(numbers.getStartIndexMap());
  if (map.size() < 2)
    return {};
  std::swap(map[0], map[1 + random.below(map.size() - 1)]);
  return stablehlo::GatherDimensionNumbersAttr::get(
      numbers.getContext(), numbers.getOffsetDims(), numbers.getCollapsedSliceDims(),
      numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims(), map,
      numbers.getIndexVectorDim());
}

static Attribute changedNumbers(Random &random, stablehlo::ScatterDimensionNumbersAttr numbers) {
  SmallVector<int64_t> map(numbers.getScatterDimsToOperandDims());
  if (map.size() < 2)
    return {};
  std::swap(map[0], map[1 + random.below(map.size() - 1)]);
  return stablehlo::ScatterDimensionNumbersAttr::get(
      numbers.getContext(), numbers.getUpdateWindowDims(), numbers.getInsertedWindowDims(),
      numbers.getInputBatchingDims(), numbers.getScatterIndicesBatchingDims(), map,
      numbers.getIndexVectorDim());
}

static Attribute changedNumbers(Random &random, stablehlo::DotDimensionNumbersAttr numbers) {
  // Other pairs are contracted, or what was contracted is another dimension.
  SmallVector<int64_t> lhs(numbers.getLhsContractingDimensions());
  SmallVector<int64_t> batch(numbers.getLhsBatchingDimensions());
  SmallVector<int64_t> &list = batch.size() > 1 && random.chance(30) ? batch : lhs;
  if (list.size() > 1)
    std::swap(list[0], list[1]);
  else if (!list.empty())
    list[0] += random.chance(50) ? 1 : -1;
  return stablehlo::DotDimensionNumbersAttr::get(numbers.getContext(), batch,
                                                 numbers.getRhsBatchingDimensions(), lhs,
                                                 numbers.getRhsContractingDimensions());
}

/// Another value of the attribute; null when there is none to think of.
static Attribute changed(Random &random, Attribute attr) {
  Builder b(attr.getContext());
  if (auto flag = dyn_cast<BoolAttr>(attr))
    return b.getBoolAttr(!flag.getValue());
  if (auto number = dyn_cast<IntegerAttr>(attr))
    return IntegerAttr::get(number.getType(), number.getInt() + (random.chance(50) ? 1 : -1));
  if (auto number = dyn_cast<FloatAttr>(attr))
    return FloatAttr::get(number.getType(), number.getValueAsDouble() * 1.5);
  if (auto list = dyn_cast<DenseI64ArrayAttr>(attr))
    return b.getDenseI64ArrayAttr(changed(random, list.asArrayRef()));
  if (auto list = dyn_cast<DenseIntElementsAttr>(attr); list && list.getElementType().isInteger(64))
    return DenseIntElementsAttr::get(
        list.getType(), changed(random, SmallVector<int64_t>(list.getValues<int64_t>())));
  if (auto way = dyn_cast<stablehlo::ComparisonDirectionAttr>(attr))
    return stablehlo::ComparisonDirectionAttr::get(
        attr.getContext(),
        static_cast<stablehlo::ComparisonDirection>((unsigned(way.getValue()) + 1) % 6));
  if (auto numbers = dyn_cast<stablehlo::ConvDimensionNumbersAttr>(attr))
    return changedNumbers(random, numbers);
  if (auto numbers = dyn_cast<stablehlo::GatherDimensionNumbersAttr>(attr))
    return changedNumbers(random, numbers);
  if (auto numbers = dyn_cast<stablehlo::ScatterDimensionNumbersAttr>(attr))
    return changedNumbers(random, numbers);
  if (auto numbers = dyn_cast<stablehlo::DotDimensionNumbersAttr>(attr))
    return changedNumbers(random, numbers);
  return {};
}

static bool changeAttribute(Planting &at) {
  std::vector<std::pair<Operation *, NamedAttribute>> choices;
  at.function.walk([&](Operation *op) {
    // Constants are another kind; a loop's condition might never end.
    if (isa<stablehlo::ConstantOp>(op) || op->getParentOfType<stablehlo::WhileOp>() ||
        isa<DistDialect, func::FuncDialect>(op->getDialect()))
      return;
    if (auto all = dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
      for (NamedAttribute attribute : all)
        if (!isa<StringAttr, UnitAttr>(attribute.getValue()))
          choices.push_back({op, attribute});
  });
  if (choices.empty())
    return false;
  auto [op, attribute] = at.random.of(choices);
  Attribute other = changed(at.random, attribute.getValue());
  if (!other || other == attribute.getValue())
    return false;
  NamedAttrList list(cast<DictionaryAttr>(op->getPropertiesAsAttribute()));
  list.set(attribute.getName(), other);
  auto refuse = [&]() -> InFlightDiagnostic { return InFlightDiagnostic(); };
  return succeeded(op->setPropertiesFromAttribute(list.getDictionary(op->getContext()), refuse));
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Ops in the bodies of others that take two values of one type.
static Operation *anyInBody(Planting &at, bool inLoops) {
  std::vector<Operation *> ops;
  at.function.walk([&](Operation *op) {
    Operation *parent = op->getParentOp();
    bool isBody = isa<stablehlo::StablehloDialect>(parent->getDialect());
    if (isBody && (inLoops || !isa<stablehlo::WhileOp>(parent)) && op->getNumOperands() == 2 &&
        op->getNumResults() == 1 && op->getOperand(0).getType() == op->getOperand(1).getType())
      ops.push_back(op);
  });
  return ops.empty() ? nullptr : at.random.of(ops);
}

static bool swapInBody(Planting &at) {
  Operation *op = anyInBody(at, /*inLoops=*/true);
  if (!op)
    return false;
  Value first = op->getOperand(0);
  op->setOperand(0, op->getOperand(1));
  op->setOperand(1, first);
  return true;
}

static bool changeBody(Planting &at) {
  Operation *op = anyInBody(at, /*inLoops=*/false);
  if (!op || isa<stablehlo::CompareOp>(op))
    return false;
  OpBuilder b(op);
  Value x = op->getOperand(0), y = op->getOperand(1);
  Operation *other = isa<stablehlo::MinOp>(op)
                         ? stablehlo::MaxOp::create(b, op->getLoc(), x, y).getOperation()
                         : stablehlo::MinOp::create(b, op->getLoc(), x, y).getOperation();
  op->replaceAllUsesWith(other);
  op->erase();
  return true;
}

/// The other order of a sort, or the last instead of the first greatest element.
static bool changeComparison(Planting &at) {
  std::vector<stablehlo::CompareOp> ops;
  for (auto op : at.all<stablehlo::CompareOp>())
    if (!op->getParentOfType<stablehlo::WhileOp>())
      ops.push_back(op);
  if (ops.empty())
    return false;
  stablehlo::CompareOp op = at.random.of(ops);
  auto way = static_cast<unsigned>(op.getComparisonDirection());
  op.setComparisonDirection(
      static_cast<stablehlo::ComparisonDirection>((way + 1 + at.random.below(5)) % 6));
  return true;
}

/// What a loop carries on in another place.
static bool swapCarried(Planting &at) {
  auto loop = at.any<stablehlo::WhileOp>();
  if (!loop)
    return false;
  Operation *end = loop.getBody().front().getTerminator();
  for (unsigned i = 0; i < end->getNumOperands(); ++i)
    for (unsigned j = i + 1; j < end->getNumOperands(); ++j) {
      Value a = end->getOperand(i), b = end->getOperand(j);
      if (a == b || a.getType() != b.getType() || !isa<FloatType>(getElementTypeOrSelf(a)))
        continue;
      end->setOperand(i, b);
      end->setOperand(j, a);
      return true;
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A block without its last element, or moved by one.
static bool loseElement(Planting &at) {
  Value value = at.anyValue();
  if (!value || value.use_empty())
    return false;
  SmallVector<int64_t> dims;
  for (auto [dim, extent] : llvm::enumerate(typeOf(value).getShape()))
    if (extent > 1)
      dims.push_back(dim);
  if (dims.empty() || isa<stablehlo::WhileOp>(value.getParentRegion()->getParentOp()))
    return false;
  int64_t dim = at.random.of(dims), extent = typeOf(value).getDimSize(dim);
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  TensorBuilder b(builder, value.getLoc());
  int64_t start = at.random.below(2);
  Value rest = b.sliceDim(value, dim, start, start + extent - 1);
  Value zero = b.splat(typeOf(b.sliceDim(value, dim, 0, 1)), 0);
  Value whole =
      b.concatenate(start ? ArrayRef<Value>{zero, rest} : ArrayRef<Value>{rest, zero}, dim);
  llvm::SmallPtrSet<Operation *, 4> own;
  for (Operation *user : value.getUsers())
    if (user->getResults().size() == 1 && isa<stablehlo::SliceOp>(user) &&
        user->getLoc() == value.getLoc() && !user->hasAttr("dist.shardings"))
      own.insert(user);
  value.replaceUsesWithIf(whole, [&](OpOperand &use) { return !own.contains(use.getOwner()); });
  return true;
}

static bool changeInteger(Planting &at) {
  auto op = at.any<stablehlo::ConstantOp>();
  auto dense = op ? dyn_cast<DenseIntElementsAttr>(op.getValue()) : DenseIntElementsAttr();
  if (!dense || dense.getElementType().isInteger(1) || dense.getNumElements() == 0)
    return false;
  SmallVector<APInt> numbers(dense.getValues<APInt>());
  if (dense.isSplat() || numbers.size() == 1)
    for (APInt &number : numbers)
      ++number;
  else
    std::rotate(numbers.begin(), numbers.begin() + 1, numbers.end());
  op->setAttr("value", DenseElementsAttr::get(dense.getType(), numbers));
  return true;
}

/// Two collectives over each other's axes.
static bool exchangeAxes(Planting &at) {
  std::vector<Operation *> ops;
  at.function.walk([&](Operation *op) {
    if (isa<AllReduceOp, AllGatherOp, AllSliceOp, ReduceScatterOp, AllToAllOp>(op))
      ops.push_back(op);
  });
  if (ops.size() < 2)
    return false;
  Operation *a = at.random.of(ops), *b = at.random.of(ops);
  Attribute axes = a->getAttr("axes");
  if (axes == b->getAttr("axes"))
    return false;
  a->setAttr("axes", b->getAttr("axes"));
  b->setAttr("axes", axes);
  return true;
}

/// Padding of other values than the mask's: the element that is masked is one too many or too few.
static bool maskRealElement(Planting &at) {
  auto op = at.any<MaskOp>();
  if (!op || op.getGlobal() < 2)
    return false;
  op->setAttr("global", Builder(op.getContext()).getI64IntegerAttr(op.getGlobal() - 1));
  return true;
}

ArrayRef<Mistake> test::opMistakes() {
  static const Mistake mistakes[] = {
      {"attribute changed", changeAttribute},
      {"another comparison", changeComparison},
      {"body with operands swapped", swapInBody},
      {"body of another combination", changeBody},
      {"carried values swapped", swapCarried},
      {"block one element short", loseElement},
      {"another integer constant", changeInteger},
      {"axes of two collectives exchanged", exchangeAxes},
      {"mask one element short", maskRealElement},
  };
  return mistakes;
}
