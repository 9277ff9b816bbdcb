//===- StableHLOVerifyWindow.cpp - convolution, pooling ----------*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Constraints of the ops that slide a window. Labels (C1)… are those of the op
// descriptions.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOVerify.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace mlir::stablehlo::detail;

namespace {

/// A window over some dimensions; absent attributes hold their defaults.
class Window {
public:
  Window(Operation *op, ArrayRef<int64_t> sizes) : op(op), sizes(sizes) {}

  /// Reads an attribute of positive sizes, one a dimension.
  LogicalResult positive(StringRef name, std::optional<ArrayRef<int64_t>> given,
                         SmallVector<int64_t> &values) {
    values.assign(sizes.size(), 1);
    if (!given)
      return success();
    if (given->size() != sizes.size())
      return op->emitOpError() << name << " has " << given->size()
                               << " entries, but the window has " << sizes.size() << " dimensions";
    for (auto [dim, value] : llvm::enumerate(*given))
      if (value <= 0)
        return op->emitOpError() << name << " of window dimension " << dim << " is " << value
                                 << ", but must be positive";
    values.assign(given->begin(), given->end());
    return verifySteps(op, name, values);
  }

  LogicalResult read(std::optional<ArrayRef<int64_t>> strideAttr,
                     std::optional<ArrayRef<int64_t>> baseAttr,
                     std::optional<ArrayRef<int64_t>> windowAttr,
                     std::optional<DenseIntElementsAttr> paddingAttr) {
    SmallVector<int64_t> unused;
    if (failed(positive("window_dimensions", sizes, unused)) ||
        failed(positive("window_strides", strideAttr, strides)) ||
        failed(positive("base dilation", baseAttr, baseDilations)) ||
        failed(positive("window dilation", windowAttr, windowDilations)))
      return failure();
    padding.assign(2 * sizes.size(), 0);
    if (!paddingAttr)
      return success();
    ArrayRef<int64_t> shape = paddingAttr->getType().getShape();
    if (shape != ArrayRef<int64_t>{static_cast<int64_t>(sizes.size()), 2})
      return op->emitOpError() << "padding has shape " << shapeString(shape)
                               << ", but the window has " << sizes.size() << " dimensions";
    padding = llvm::to_vector(paddingAttr->getValues<int64_t>());
    return verifySteps(op, "padding", padding);
  }

  /// Places of the window along its dimension `dim` over a base of size `size`.
  int64_t places(size_t dim, int64_t size) const {
    auto dilate = [](int64_t n, int64_t by) { return n == 0 ? 0 : (n - 1) * by + 1; };
    int64_t base = padding[2 * dim] + dilate(size, baseDilations[dim]) + padding[2 * dim + 1];
    int64_t window = dilate(sizes[dim], windowDilations[dim]);
    return base < window ? 0 : (base - window) / strides[dim] + 1;
  }

private:
  Operation *op;
  ArrayRef<int64_t> sizes;
  SmallVector<int64_t> strides, baseDilations, windowDilations, padding;
};

} // namespace

//===----------------------------------------------------------------------===//
// ConvolutionOp
//===----------------------------------------------------------------------===//

LogicalResult ConvolutionOp::verifyConstraints() {
  RankedTensorType input = getLhs().getType(), kernel = getRhs().getType();
  ConvDimensionNumbersAttr numbers = getDimensionNumbers();
  ArrayRef<int64_t> spatial = numbers.getInputSpatialDimensions();
  int64_t rank = spatial.size() + 2;
  auto checkRank = [&](StringRef what, int64_t has,
                       size_t spatials) -> LogicalResult { // (C1)
    if (has == rank && spatials == spatial.size())
      return success();
    return emitOpError() << what << " has rank " << has << " and " << spatials
                         << " spatial dimensions, but the input has " << spatial.size()
                         << " spatial dimensions";
  };
  if (failed(checkRank("lhs", input.getRank(), spatial.size())) ||
      failed(checkRank("rhs", kernel.getRank(), numbers.getKernelSpatialDimensions().size())) ||
      failed(checkRank("result", getType().getRank(), numbers.getOutputSpatialDimensions().size())))
    return failure();

  SmallVector<int64_t> sizes;
  for (int64_t dim : numbers.getKernelSpatialDimensions())
    sizes.push_back(kernel.getDimSize(dim));
  Window window(*this, sizes);
  std::optional<DenseIntElementsAttr> padding;
  if (getPaddingAttr())
    padding = getPaddingAttr();
  if (failed(window.read(getWindowStrides(), getLhsDilation(), getRhsDilation(), padding)))
    return failure(); // (C2), (C3)
  if (auto reversal = getWindowReversal())
    if (reversal->size() != sizes.size())
      return emitOpError() << "window_reversal has " << reversal->size()
                           << " entries, but the window has " << sizes.size() << " dimensions";

  int64_t featureGroups = getFeatureGroupCount();
  int64_t batchGroups = getBatchGroupCount();
  if (featureGroups < 1 || batchGroups < 1 || (featureGroups > 1 && batchGroups > 1)) // (C4)
    return emitOpError() << "feature_group_count is " << featureGroups
                         << " and batch_group_count is " << batchGroups
                         << ", but both must be positive and one of them 1";
  int64_t batch = input.getDimSize(numbers.getInputBatchDimension());
  int64_t features = input.getDimSize(numbers.getInputFeatureDimension());
  int64_t kernelIn = kernel.getDimSize(numbers.getKernelInputFeatureDimension());
  int64_t kernelOut = kernel.getDimSize(numbers.getKernelOutputFeatureDimension());
  auto divides = [&](StringRef what, int64_t size,
                     int64_t groups) -> LogicalResult { // (C5)
    if (size % groups == 0)
      return success();
    return emitOpError() << what << " has size " << size << ", which is not a multiple of "
                         << groups << " groups";
  };
  if (failed(divides("input feature dimension", features, featureGroups)) ||
      failed(divides("input batch dimension", batch, batchGroups)) ||
      failed(divides("kernel output feature dimension", kernelOut, featureGroups * batchGroups)))
    return failure();
  if (features / featureGroups != kernelIn) // (C6)
    return emitOpError() << "input feature dimension has size " << features << " in "
                         << featureGroups << " groups, but the kernel takes " << kernelIn;

  SmallVector<int64_t> shape(rank);
  shape[numbers.getOutputBatchDimension()] = batch / batchGroups;
  shape[numbers.getOutputFeatureDimension()] = kernelOut;
  for (auto [dim, place] :
       llvm::enumerate(llvm::zip(spatial, numbers.getOutputSpatialDimensions()))) {
    auto [from, to] = place;
    shape[to] = window.places(dim, input.getDimSize(from));
  }
  return verifyResultShape(*this, shape); // (C7)
}

//===----------------------------------------------------------------------===//
// ReduceWindowOp
//===----------------------------------------------------------------------===//

LogicalResult ReduceWindowOp::verifyConstraints() {
  if (getNumOperands() < 2 || getNumOperands() % 2 != 0) // (C1)
    return emitOpError() << "has " << getNumOperands()
                         << " operands, but needs as many inputs as initial "
                            "values, and at least one";
  RankedTensorType first = tensorType(getInputs().front());
  for (auto [index, pair] : llvm::enumerate(llvm::zip(getInputs(), getInitValues()))) { // (C2)
    RankedTensorType input = tensorType(std::get<0>(pair));
    RankedTensorType init = tensorType(std::get<1>(pair));
    if (input.getShape() != first.getShape())
      return emitOpError() << "input #" << index << " has shape " << shapeString(input.getShape())
                           << ", but input #0 has " << shapeString(first.getShape());
    if (init.getRank() != 0 || init.getElementType() != input.getElementType())
      return emitOpError() << "initial value #" << index << " has type " << init
                           << ", but must be a scalar of " << input.getElementType();
  }
  if (failed(
          verifyCount(*this, "window_dimensions", getWindowDimensions().size(), first.getRank())))
    return failure(); // (C3)
  Window window(*this, getWindowDimensions());
  std::optional<DenseIntElementsAttr> padding;
  if (getPaddingAttr())
    padding = getPaddingAttr();
  if (failed(window.read(getWindowStrides(), getBaseDilations(), getWindowDilations(), padding)))
    return failure();                        // (C4)
  if (getNumResults() != getInputs().size()) // (C6)
    return emitOpError() << "has " << getNumResults() << " results, but " << getInputs().size()
                         << " inputs";
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(first.getShape()))
    shape.push_back(window.places(dim, size));
  for (auto [index, result] : llvm::enumerate(getResults()))
    if (tensorType(result).getShape() != ArrayRef<int64_t>(shape))
      return emitOpError() << "result #" << index << " has shape "
                           << shapeString(tensorType(result).getShape())
                           << ", but the operands give " << shapeString(shape);
  return success();
}

LogicalResult ReduceWindowOp::verifyRegions() {
  return verifyReducer(*this, getBody(), getInputs()); // (C5)
}

//===----------------------------------------------------------------------===//
// SelectAndScatterOp
//===----------------------------------------------------------------------===//

LogicalResult SelectAndScatterOp::verifyConstraints() {
  RankedTensorType operand = getOperand().getType();
  RankedTensorType source = getSource().getType();
  RankedTensorType init = getInitValue().getType();
  if (init.getRank() != 0 || init.getElementType() != operand.getElementType()) // (C1)
    return emitOpError() << "initial value has type " << init << ", but must be a scalar of "
                         << operand.getElementType();
  SmallVector<int64_t> sizes(operand.getRank(), 1);
  if (auto given = getWindowDimensions()) { // (C2)
    if (failed(verifyCount(*this, "window_dimensions", given->size(), operand.getRank())))
      return failure();
    sizes.assign(given->begin(), given->end());
  }
  Window window(*this, sizes);
  std::optional<DenseIntElementsAttr> padding;
  if (getPaddingAttr())
    padding = getPaddingAttr();
  if (failed(window.read(getWindowStrides(), std::nullopt, std::nullopt, padding)))
    return failure(); // (C3)
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(operand.getShape()))
    shape.push_back(window.places(dim, size));
  if (source != operand.clone(shape)) // (C4)
    return emitOpError() << "source has type " << source << ", but the window's places are "
                         << operand.clone(shape);
  if (getType() != operand) // (C6)
    return emitOpError() << "result has type " << getType() << ", but the operand has type "
                         << operand;
  return success();
}

LogicalResult SelectAndScatterOp::verifyRegions() {
  Type element = getOperand().getType().getElementType();
  auto scalar = RankedTensorType::get({}, element);
  auto check = [&](StringRef what, Region &body,
                   Type result) -> LogicalResult { // (C5)
    Block &block = body.front();
    auto end = dyn_cast_if_present<ReturnOp>(block.mightHaveTerminator() ? block.getTerminator()
                                                                         : nullptr);
    if (end && block.getArgumentTypes() == TypeRange{scalar, scalar} &&
        end->getOperandTypes() == TypeRange(result))
      return success();
    return emitOpError() << what << " must take two " << scalar << " and return one " << result;
  };
  auto predicate = scalar.clone(IntegerType::get(getContext(), 1));
  return failure(failed(check("select", getSelect(), predicate)) ||
                 failed(check("scatter", getScatter(), scalar)));
}
