//===- WindowGradients.cpp - gradients of convolution, pooling --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The gradients of a convolution are convolutions: strides become dilations of
// the base and the other way round, groups of features groups of the batch.
// Pooled sums are transposed as window sums, plain maxima by select_and_scatter,
// and whatever else picks one element of each window tap by tap.
//
//===----------------------------------------------------------------------===//
#include "GradientModels.h"
#include "WindowTaps.h"
#include "shardc/OpModels/Bodies.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::gradient;
using Direction = stablehlo::ComparisonDirection;

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

namespace {
/// A convolution's attributes, spelled out, and the convolutions that are its
/// gradients.
class Convolution {
public:
  Convolution(stablehlo::ConvolutionOp op, TensorBuilder &b)
      : op(op), b(b), numbers(op.getDimensionNumbers()), lhsType(typeOf(op.getLhs())),
        rhsType(typeOf(op.getRhs())), type(typeOf(op.getResult())),
        rank(numbers.getInputSpatialDimensions().size()), featureGroups(op.getFeatureGroupCount()),
        batchGroups(op.getBatchGroupCount()) {
    auto orOnes = [&](std::optional<ArrayRef<int64_t>> given) {
      return given && !given->empty() ? SmallVector<int64_t>(*given)
                                      : SmallVector<int64_t>(rank, 1);
    };
    strides = orOnes(op.getWindowStrides());
    lhsDilation = orOnes(op.getLhsDilation());
    rhsDilation = orOnes(op.getRhsDilation());
    low.assign(rank, 0);
    if (op.getPaddingAttr())
      for (int64_t dim = 0; dim < rank; ++dim)
        low[dim] = op.getPaddingAttr().getValues<int64_t>()[2 * dim];
    if (op.getWindowReversal())
      for (auto [dim, isReversed] : llvm::enumerate(*op.getWindowReversal()))
        if (isReversed)
          reversed.push_back(numbers.getKernelSpatialDimensions()[dim]);
  }

  /// Of the kernel with reversed dimensions turned round; an involution.
  Value turned(Value kernel) {
    if (reversed.empty())
      return kernel;
    return stablehlo::ReverseOp::create(b.getBuilder(), b.getLoc(), kernel, reversed);
  }

  Value lhsGradient(Value cotangent) {
    int64_t groups = featureGroups * batchGroups;
    int64_t in = numbers.getKernelInputFeatureDimension();
    int64_t out = numbers.getKernelOutputFeatureDimension();
    // Output features are summed over, each group's with its own inputs:
    // [.., in, groups * out] becomes [.., groups * in, out].
    Value kernel = b.convert(turned(op.getRhs()), type.getElementType());
    if (groups > 1)
      kernel = moveGroups(kernel, out, in, groups);
    SmallVector<int64_t> low, high;
    for (int64_t dim = 0; dim < rank; ++dim) {
      int64_t before = kernelSpan(dim) - this->low[dim] - 1;
      low.push_back(before);
      high.push_back(lhsSpan(dim) + kernelSpan(dim) - 1 - resultSpan(dim) - before);
    }
    auto dims = stablehlo::ConvDimensionNumbersAttr::get(
        b.getBuilder().getContext(), numbers.getOutputBatchDimension(),
        numbers.getOutputFeatureDimension(), numbers.getOutputSpatialDimensions(), out, in,
        numbers.getKernelSpatialDimensions(), numbers.getInputBatchDimension(),
        numbers.getInputFeatureDimension(), numbers.getInputSpatialDimensions());
    SmallVector<int64_t> shape(lhsType.getShape());
    shape[numbers.getInputBatchDimension()] /= batchGroups;
    shape[numbers.getInputFeatureDimension()] *= batchGroups;
    Value result = convolution(shape, cotangent, kernel, lhsDilation, low, high, strides,
                               rhsDilation, /*reversal=*/true, dims, groups, 1);
    // Groups of the batch came out as groups of features.
    if (batchGroups > 1)
      result = moveGroups(result, numbers.getInputFeatureDimension(),
                          numbers.getInputBatchDimension(), batchGroups);
    return b.convert(result, lhsType.getElementType());
  }

  Value rhsGradient(Value cotangent) {
    SmallVector<int64_t> high;
    for (int64_t dim = 0; dim < rank; ++dim)
      high.push_back(resultSpan(dim) - lhsSpan(dim) + kernelSpan(dim) - low[dim] - 1);
    auto dims = stablehlo::ConvDimensionNumbersAttr::get(
        b.getBuilder().getContext(), numbers.getInputFeatureDimension(),
        numbers.getInputBatchDimension(), numbers.getInputSpatialDimensions(),
        numbers.getOutputBatchDimension(), numbers.getOutputFeatureDimension(),
        numbers.getOutputSpatialDimensions(), numbers.getKernelInputFeatureDimension(),
        numbers.getKernelOutputFeatureDimension(), numbers.getKernelSpatialDimensions());
    Value lhs = b.convert(op.getLhs(), type.getElementType());
    Value result =
        convolution(rhsType.getShape(), lhs, cotangent, rhsDilation, low, high, lhsDilation,
                    strides, /*reversal=*/false, dims, batchGroups, featureGroups);
    return b.convert(turned(result), rhsType.getElementType());
  }

private:
  stablehlo::ConvolutionOp op;
  TensorBuilder &b;
  stablehlo::ConvDimensionNumbersAttr numbers;
  RankedTensorType lhsType, rhsType, type;
  int64_t rank, featureGroups, batchGroups;
  SmallVector<int64_t> strides, lhsDilation, rhsDilation, low, reversed;

  static int64_t dilated(int64_t extent, int64_t by) {
    return extent == 0 ? 0 : (extent - 1) * by + 1;
  }
  int64_t lhsSpan(int64_t dim) const {
    return dilated(lhsType.getDimSize(numbers.getInputSpatialDimensions()[dim]), lhsDilation[dim]);
  }
  int64_t kernelSpan(int64_t dim) const {
    return dilated(rhsType.getDimSize(numbers.getKernelSpatialDimensions()[dim]), rhsDilation[dim]);
  }
  int64_t resultSpan(int64_t dim) const {
    return dilated(type.getDimSize(numbers.getOutputSpatialDimensions()[dim]), strides[dim]);
  }

  /// Takes the outer `groups` of dimension `from` and makes them the outer part
  /// of dimension `to`.
  Value moveGroups(Value value, int64_t from, int64_t to, int64_t groups) {
    SmallVector<int64_t> shape(typeOf(value).getShape()), split, order, result(shape);
    result[from] /= groups;
    result[to] *= groups;
    // Position of the groups, and of every dimension behind the split.
    int64_t at = from;
    for (int64_t dim = 0, end = shape.size(); dim < end; ++dim) {
      if (dim == from)
        split.push_back(groups);
      split.push_back(dim == from ? shape[dim] / groups : shape[dim]);
    }
    for (int64_t dim = 0, end = shape.size(); dim < end; ++dim) {
      if (dim == to)
        order.push_back(at);
      order.push_back(dim < from ? dim : dim + 1);
    }
    return b.reshape(b.transpose(b.reshape(value, split), order), result);
  }

  Value convolution(ArrayRef<int64_t> shape, Value lhs, Value rhs, ArrayRef<int64_t> strides,
                    ArrayRef<int64_t> low, ArrayRef<int64_t> high, ArrayRef<int64_t> lhsDilation,
                    ArrayRef<int64_t> rhsDilation, bool reversal,
                    stablehlo::ConvDimensionNumbersAttr dims, int64_t features, int64_t batches) {
    OpBuilder &builder = b.getBuilder();
    SmallVector<int64_t> padding;
    for (auto [before, after] : llvm::zip_equal(low, high))
      padding.append({before, after});
    SmallVector<bool> reversed(rank, reversal);
    return stablehlo::ConvolutionOp::create(
        builder, b.getLoc(), RankedTensorType::get(shape, type.getElementType()), lhs, rhs,
        builder.getDenseI64ArrayAttr(strides),
        DenseIntElementsAttr::get(RankedTensorType::get({rank, 2}, builder.getI64Type()), padding),
        builder.getDenseI64ArrayAttr(lhsDilation), builder.getDenseI64ArrayAttr(rhsDilation),
        builder.getDenseBoolArrayAttr(reversed), dims, builder.getI64IntegerAttr(features),
        builder.getI64IntegerAttr(batches), op.getPrecisionConfigAttr());
  }
};
} // namespace

static LogicalResult convolution(stablehlo::ConvolutionOp op, TensorBuilder &b,
                                 ValueRange cotangents, GradientAccumulator &gradients) {
  // No products at all: nothing depends on anything.
  bool isEmpty = typeOf(op.getResult()).getNumElements() == 0 ||
                 typeOf(op.getLhs()).getNumElements() == 0 ||
                 typeOf(op.getRhs()).getNumElements() == 0;
  Convolution convolution(op, b);
  if (gradients.isWanted(op.getLhs()))
    gradients.add(op.getLhs(),
                  isEmpty ? b.splatLike(op.getLhs(), 0.0) : convolution.lhsGradient(cotangents[0]));
  if (gradients.isWanted(op.getRhs()))
    gradients.add(op.getRhs(),
                  isEmpty ? b.splatLike(op.getRhs(), 0.0) : convolution.rhsGradient(cotangents[0]));
  return success();
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

static void fillBody(OpBuilder &builder, Location loc, Region &region, RankedTensorType scalar,
                     function_ref<Value(Value, Value)> combine) {
  OpBuilder::InsertionGuard guard(builder);
  mlir::Block *body = builder.createBlock(&region, {}, {scalar, scalar}, {loc, loc});
  Value value = combine(body->getArgument(0), body->getArgument(1));
  stablehlo::ReturnOp::create(builder, loc, ValueRange{value});
}

/// Sums of the windows of `value`.
static Value windowSum(TensorBuilder &b, Value value, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> size, ArrayRef<int64_t> strides,
                       ArrayRef<int64_t> baseDilations, ArrayRef<int64_t> windowDilations,
                       DenseIntElementsAttr padding) {
  OpBuilder &builder = b.getBuilder();
  Type element = typeOf(value).getElementType();
  auto scalar = RankedTensorType::get({}, element);
  auto sum = stablehlo::ReduceWindowOp::create(
      builder, b.getLoc(), TypeRange{RankedTensorType::get(shape, element)}, ValueRange{value},
      ValueRange{b.splat(scalar, 0.0)}, builder.getDenseI64ArrayAttr(size),
      builder.getDenseI64ArrayAttr(strides), builder.getDenseI64ArrayAttr(baseDilations),
      builder.getDenseI64ArrayAttr(windowDilations), padding);
  fillBody(builder, b.getLoc(), sum.getBody(), scalar,
           [&](Value x, Value y) { return b.add(x, y); });
  return sum.getResult(0);
}

static WindowTaps tapsOf(stablehlo::ReduceWindowOp op, TensorBuilder &b) {
  return WindowTaps(b, typeOf(op.getInputs()[0]).getShape(), typeOf(op.getResult(0)).getShape(),
                    op.getWindowDimensions(), op.getWindowStrides(), op.getBaseDilations(),
                    op.getWindowDilations(), op.getPaddingAttr());
}

static LogicalResult pooledSum(stablehlo::ReduceWindowOp op, TensorBuilder &b, Value cotangent,
                               GradientAccumulator &gradients) {
  Value input = op.getInputs()[0], init = op.getInitValues()[0];
  WindowTaps taps = tapsOf(op, b);
  if (gradients.isWanted(input))
    gradients.add(input, windowSum(b, cotangent, taps.shape, taps.size, taps.baseDilations,
                                   taps.strides, taps.windowDilations, taps.transposedPadding()));
  if (gradients.isWanted(init)) {
    // Once at the beginning, and for each place that is over no element.
    Value elements = windowSum(b, b.splatLike(input, 1.0), taps.places, taps.size, taps.strides,
                               taps.baseDilations, taps.windowDilations, op.getPaddingAttr());
    Value holes = b.add(b.neg(elements), double(taps.count() + 1));
    gradients.add(init, b.reduceSumAll(b.mul(cotangent, holes)));
  }
  return success();
}

static LogicalResult pooledExtremum(stablehlo::ReduceWindowOp op, TensorBuilder &b,
                                    Direction direction, Value cotangent,
                                    GradientAccumulator &gradients) {
  Value input = op.getInputs()[0];
  RankedTensorType type = typeOf(input);
  auto scalar = RankedTensorType::get({}, type.getElementType());
  OpBuilder &builder = b.getBuilder();
  auto scatter = stablehlo::SelectAndScatterOp::create(
      builder, b.getLoc(), type, input, cotangent, b.splat(scalar, 0.0),
      op.getWindowDimensionsAttr(), op.getWindowStridesAttr(), op.getPaddingAttr());
  fillBody(builder, b.getLoc(), scatter.getSelect(), scalar,
           [&](Value x, Value y) { return b.compare(direction, x, y); });
  fillBody(builder, b.getLoc(), scatter.getScatter(), scalar,
           [&](Value x, Value y) { return b.add(x, y); });
  gradients.add(input, scatter);
  return success();
}

/// The predicate of a body that returns one of its two element tuples, and
/// whether it is true for the first; null for other bodies.
static std::pair<Value, bool> selection(Region &body) {
  mlir::Block &block = body.front();
  unsigned count = block.getNumArguments() / 2;
  Value predicate;
  bool takesFirst = false;
  for (auto [number, value] : llvm::enumerate(block.getTerminator()->getOperands())) {
    auto select = value.getDefiningOp<stablehlo::SelectOp>();
    if (!select)
      return {};
    Value first = block.getArgument(number), second = block.getArgument(number + count);
    bool straight = select.getOnTrue() == first && select.getOnFalse() == second;
    bool swapped = select.getOnTrue() == second && select.getOnFalse() == first;
    if ((!straight && !swapped) ||
        (predicate && (select.getPred() != predicate || straight != takesFirst)))
      return {};
    predicate = select.getPred();
    takesFirst = straight;
  }
  return {predicate, takesFirst};
}

/// Windows that hand on one of their elements: finds out which, tap by tap, and
/// gives it the cotangent.
static LogicalResult pooledChoice(stablehlo::ReduceWindowOp op, TensorBuilder &b,
                                  ValueRange cotangents, GradientAccumulator &gradients) {
  unsigned count = op.getInputs().size();
  Operation *combiner = count == 1 ? combinerOf(op.getBody()) : nullptr;
  auto [predicate, takesFirst] = selection(op.getBody());
  WindowTaps taps = tapsOf(op, b);
  SmallVector<Value> best;
  for (Value init : op.getInitValues())
    best.push_back(b.broadcastScalar(init, taps.places));
  auto type = RankedTensorType::get(taps.places, b.getBuilder().getI32Type());
  // -1: the initial value.
  Value chosen = b.splat(type, -1);
  for (int64_t number = 0; number < taps.count(); ++number) {
    SmallVector<Value> arguments(best), candidate;
    for (auto [input, init] : llvm::zip_equal(op.getInputs(), op.getInitValues()))
      candidate.push_back(taps.under(input, number, init));
    arguments.append(candidate);
    Value keeps;
    if (combiner) {
      bool isMax = isa<stablehlo::MaxOp>(combiner);
      keeps = b.compare(isMax ? Direction::GE : Direction::LE, best[0], candidate[0]);
    } else {
      std::string error;
      SmallVector<Value> lifted = liftBody(b, op.getBody(), arguments, error, predicate);
      if (lifted.empty())
        return op.emitOpError() << "has no gradient: " << error;
      keeps = lifted[0];
      if (!takesFirst)
        keeps = stablehlo::NotOp::create(b.getBuilder(), b.getLoc(), keeps);
    }
    for (unsigned i = 0; i < count; ++i)
      best[i] = b.select(keeps, best[i], candidate[i]);
    chosen = b.select(keeps, chosen, b.splat(type, number));
  }
  for (unsigned i = 0; i < count; ++i) {
    Value input = op.getInputs()[i], init = op.getInitValues()[i];
    if (!cotangents[i])
      continue;
    Value zeros = b.splatLike(cotangents[i], 0.0);
    Value hits;
    for (int64_t number = 0; number < taps.count(); ++number) {
      Value isHere = b.compare(Direction::EQ, chosen, b.splat(type, number));
      Value part = b.select(isHere, cotangents[i], zeros);
      if (gradients.isWanted(input))
        gradients.add(input, taps.spread(part, number));
      Value inside = b.logicalAnd(isHere, taps.inside(number));
      hits = hits ? stablehlo::OrOp::create(b.getBuilder(), b.getLoc(), hits, inside).getResult()
                  : inside;
    }
    // What no element of the input gave was the initial value.
    if (gradients.isWanted(init))
      gradients.add(init, b.reduceSumAll(b.select(hits, zeros, cotangents[i])));
  }
  return success();
}

static LogicalResult reduceWindow(stablehlo::ReduceWindowOp op, TensorBuilder &b,
                                  ValueRange cotangents, GradientAccumulator &gradients) {
  if (llvm::none_of(op->getOperands(), [&](Value value) { return gradients.isWanted(value); }))
    return success();
  if (typeOf(op.getResult(0)).getNumElements() == 0 ||
      typeOf(op.getInputs()[0]).getNumElements() == 0) {
    for (Value operand : op->getOperands())
      if (gradients.isWanted(operand))
        gradients.add(operand, b.splatLike(operand, 0.0));
    return success();
  }
  Operation *combiner = op.getInputs().size() == 1 ? combinerOf(op.getBody()) : nullptr;
  if (isa_and_nonnull<stablehlo::AddOp>(combiner))
    return pooledSum(op, b, cotangents[0], gradients);
  auto isOne = [](int64_t value) { return value == 1; };
  bool isPlain = llvm::all_of(op.getBaseDilations().value_or(ArrayRef<int64_t>()), isOne) &&
                 llvm::all_of(op.getWindowDilations().value_or(ArrayRef<int64_t>()), isOne);
  if (isa_and_nonnull<stablehlo::MaxOp, stablehlo::MinOp>(combiner)) {
    if (!isPlain || gradients.isWanted(op.getInitValues()[0]))
      return pooledChoice(op, b, cotangents, gradients);
    bool isMax = isa<stablehlo::MaxOp>(combiner);
    return pooledExtremum(op, b, isMax ? Direction::GE : Direction::LE, cotangents[0], gradients);
  }
  if (selection(op.getBody()).first)
    return pooledChoice(op, b, cotangents, gradients);
  InFlightDiagnostic diag = op.emitOpError() << "has no gradient: ";
  if (combiner)
    diag << "its body is '" << combiner->getName() << "'";
  else
    diag << "its body does not choose one of two elements by one predicate";
  return diag << "; only sums, maxima, minima and choices are differentiated";
}

/// Linear in source and initial value; the operand only decides where to.
static LogicalResult selectAndScatter(stablehlo::SelectAndScatterOp op, TensorBuilder &b,
                                      ValueRange cotangents, GradientAccumulator &gradients) {
  Value operand = op.getOperand(), source = op.getSource(), init = op.getInitValue();
  if (gradients.isWanted(operand))
    gradients.add(operand, b.splatLike(operand, 0.0));
  bool wantsSource = gradients.isWanted(source), wantsInit = gradients.isWanted(init);
  if (!wantsSource && !wantsInit)
    return success();
  if (!isa_and_nonnull<stablehlo::AddOp>(combinerOf(op.getScatter())))
    return op.emitOpError() << "has no gradient: only sums of what is scattered are "
                               "differentiated";
  if (wantsInit)
    gradients.add(init, b.reduceSumAll(cotangents[0]));
  if (!wantsSource)
    return success();
  RankedTensorType sourceType = typeOf(source);
  if (sourceType.getNumElements() == 0) {
    gradients.add(source, b.splatLike(source, 0.0));
    return success();
  }
  SmallVector<int64_t> ones(sourceType.getRank(), 1);
  WindowTaps taps(b, typeOf(operand).getShape(), sourceType.getShape(),
                  op.getWindowDimensions().value_or(ArrayRef<int64_t>(ones)), op.getWindowStrides(),
                  std::nullopt, std::nullopt, op.getPaddingAttr());
  Value zero = b.splat(RankedTensorType::get({}, sourceType.getElementType()), 0.0);
  Value best = b.splat(sourceType, 0.0), given = best;
  Value found = b.splat(sourceType.clone(b.getBuilder().getI1Type()), 0);
  for (int64_t number = 0; number < taps.count(); ++number) {
    Value candidate = taps.under(operand, number, zero);
    std::string error;
    SmallVector<Value> keeps = liftBody(b, op.getSelect(), ValueRange{best, candidate}, error);
    if (keeps.empty())
      return op.emitOpError() << "has no gradient: " << error;
    // The first element inside is taken whatever the comparison says.
    OpBuilder &builder = b.getBuilder();
    Value moves = stablehlo::NotOp::create(builder, b.getLoc(), b.logicalAnd(found, keeps[0]));
    Value inside = taps.inside(number);
    moves = b.logicalAnd(moves, inside);
    best = b.select(moves, candidate, best);
    given = b.select(moves, taps.under(cotangents[0], number, zero), given);
    found = stablehlo::OrOp::create(builder, b.getLoc(), found, inside);
  }
  gradients.add(source, given);
  return success();
}

void gradient::attachWindow(MLIRContext *context) {
  attach<stablehlo::ConvolutionOp, ::convolution>(context);
  attach<stablehlo::ReduceWindowOp, ::reduceWindow>(context);
  attach<stablehlo::SelectAndScatterOp, ::selectAndScatter>(context);
}
