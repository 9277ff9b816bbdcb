//===- LinalgWindows.cpp - convolutions and pooling of linalg ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An input indexed by `place * stride + offset * dilation` slides a window; the
// roles of all other loops follow from which operands they index.
//
//===----------------------------------------------------------------------===//
#include "Upstream.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {
namespace {

/// One dimension that a window slides along.
struct Slide {
  unsigned dim;
  int64_t place, offset, stride, dilation;
};

/// "d * c" or "d"; nullopt for anything else.
std::optional<std::pair<int64_t, int64_t>> scaledLoop(AffineExpr expr) {
  if (auto loop = dyn_cast<AffineDimExpr>(expr))
    return std::pair<int64_t, int64_t>(loop.getPosition(), 1);
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!product || product.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  auto loop = dyn_cast<AffineDimExpr>(product.getLHS());
  auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
  if (!loop || !factor || factor.getValue() < 1)
    return std::nullopt;
  return std::pair<int64_t, int64_t>(loop.getPosition(), factor.getValue());
}

class WindowConverter {
public:
  WindowConverter(linalg::LinalgOp op, UpstreamValues &values, TensorBuilder &b)
      : op(op), values(values), b(b), extents(op.getStaticLoopRanges()) {}

  FailureOr<Value> convert();

private:
  FailureOr<Value> refuse(const Twine &why) { return refuseOp(op, why); }
  bool findSlides();
  FailureOr<Value> convertPooling(Combiner combiner);
  FailureOr<Value> convertConvolution();
  FailureOr<Value> withInit(Combiner combiner, Value result);
  /// Dimension of an operand that goes along a loop; -1: none.
  int64_t dimOf(unsigned operand, int64_t loop) {
    AffineMap map = op.getIndexingMapsArray()[operand];
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (auto one = dyn_cast<AffineDimExpr>(expr))
        if (one.getPosition() == loop)
          return dim;
    return -1;
  }
  bool isReduction(int64_t loop) {
    return op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
  }

  linalg::LinalgOp op;
  UpstreamValues &values;
  TensorBuilder &b;
  SmallVector<int64_t> extents;
  SmallVector<Slide> slides;
};

bool WindowConverter::findSlides() {
  AffineMap map = op.getIndexingMapsArray().front();
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (isa<AffineDimExpr>(expr))
      continue;
    auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!sum || sum.getKind() != AffineExprKind::Add)
      return false;
    auto first = scaledLoop(sum.getLHS()), second = scaledLoop(sum.getRHS());
    if (!first || !second || isReduction(first->first) == isReduction(second->first))
      return false;
    if (isReduction(first->first))
      std::swap(first, second);
    slides.push_back(
        {static_cast<unsigned>(dim), first->first, second->first, first->second, second->second});
  }
  return !slides.empty();
}

/// What the output holds before is combined with what the windows give.
FailureOr<Value> WindowConverter::withInit(Combiner combiner, Value result) {
  Value before = values.get(op.getDpsInits()[0]);
  if (!before)
    return refuse("its output has no tensor type");
  if (auto constant = before.getDefiningOp<stablehlo::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue())) {
      Value none = identityOf(combiner, splat.getElementType(), b);
      auto other = cast<SplatElementsAttr>(none.getDefiningOp<stablehlo::ConstantOp>().getValue());
      if (other.getSplatValue<Attribute>() == splat.getSplatValue<Attribute>())
        return result;
    }
  return combine(combiner, before, result, b);
}

FailureOr<Value> WindowConverter::convertPooling(Combiner combiner) {
  Value input = values.get(op.getDpsInputs()[0]);
  auto type = tensorTypeFor(op->getResult(0).getType());
  auto inputType = typeOf(input);
  if (type.getRank() != inputType.getRank())
    return refuse("pooling changes the rank");
  WindowShape window;
  for (int64_t dim = 0; dim < inputType.getRank(); ++dim) {
    const auto *slide = llvm::find_if(slides, [&](const Slide &one) { return one.dim == dim; });
    int64_t loop =
        slide != slides.end()
            ? slide->place
            : cast<AffineDimExpr>(op.getIndexingMapsArray()[0].getResult(dim)).getPosition();
    if (dimOf(op.getNumDpsInputs(), loop) != dim)
      return refuse("pooling permutes dimensions");
    bool isWindow = slide != slides.end();
    window.sizes.push_back(isWindow ? extents[slide->offset] : 1);
    window.strides.push_back(isWindow ? slide->stride : 1);
    window.dilations.push_back(isWindow ? slide->dilation : 1);
    window.low.push_back(0);
    // What the last window doesn't reach is cut off.
    int64_t reach = (type.getDimSize(dim) - 1) * window.strides.back() +
                    (window.sizes.back() - 1) * window.dilations.back() + 1;
    window.high.push_back(std::min<int64_t>(0, reach - inputType.getDimSize(dim)));
  }
  return withInit(combiner, pool(combiner, input, window, type, b));
}

FailureOr<Value> WindowConverter::convertConvolution() {
  Value input = values.get(op.getDpsInputs()[0]), kernel = values.get(op.getDpsInputs()[1]);
  auto type = tensorTypeFor(op->getResult(0).getType());
  unsigned out = op.getNumDpsInputs();
  int64_t batch = -1, group = -1, inFeature = -1, outFeature = -1;
  llvm::SmallDenseSet<int64_t> sliding;
  for (const Slide &slide : slides) {
    sliding.insert(slide.place);
    sliding.insert(slide.offset);
  }
  for (int64_t loop = 0; loop < static_cast<int64_t>(extents.size()); ++loop) {
    if (sliding.contains(loop))
      continue;
    bool inInput = dimOf(0, loop) >= 0, inKernel = dimOf(1, loop) >= 0,
         inOut = dimOf(out, loop) >= 0;
    int64_t *role = nullptr;
    if (inInput && !inKernel && inOut)
      role = &batch;
    else if (inInput && inKernel && inOut)
      role = &group;
    else if (inInput && inKernel && !inOut)
      role = &inFeature;
    else if (!inInput && inKernel && inOut)
      role = &outFeature;
    if (!role || *role >= 0)
      return refuse("its loops are not those of a convolution");
    *role = loop;
  }
  // Features of groups lie in dimensions of their own; StableHLO counts them together.
  SmallVector<int64_t> inputOrder, kernelOrder, inputShape, kernelShape;
  auto sizeOf = [&](int64_t loop) { return loop < 0 ? 1 : extents[loop]; };
  // Input: batch, group, input feature, places. Kernel: offsets, input feature, group,
  // output feature.
  if (batch >= 0)
    inputOrder.push_back(dimOf(0, batch));
  inputShape.push_back(sizeOf(batch));
  for (int64_t loop : {group, inFeature})
    if (loop >= 0)
      inputOrder.push_back(dimOf(0, loop));
  inputShape.push_back(sizeOf(group) * sizeOf(inFeature));
  WindowShape window;
  SmallVector<int64_t> spatialInput, spatialKernel, spatialOut;
  for (auto [index, slide] : llvm::enumerate(slides)) {
    int64_t size = typeOf(input).getDimSize(slide.dim);
    inputOrder.push_back(slide.dim);
    inputShape.push_back(size);
    int64_t kernelDim = dimOf(1, slide.offset), outDim = dimOf(out, slide.place);
    if (kernelDim < 0 || outDim < 0)
      return refuse("its loops are not those of a convolution");
    kernelOrder.push_back(kernelDim);
    kernelShape.push_back(extents[slide.offset]);
    window.strides.push_back(slide.stride);
    window.dilations.push_back(slide.dilation);
    window.low.push_back(0);
    int64_t reach = (extents[slide.place] - 1) * slide.stride +
                    (extents[slide.offset] - 1) * slide.dilation + 1;
    if (reach > size)
      return refuse("its windows reach beyond the input");
    window.high.push_back(reach - size);
    spatialInput.push_back(2 + index);
    spatialKernel.push_back(index);
    spatialOut.push_back(2 + index);
  }
  for (int64_t loop : {inFeature, group, outFeature})
    if (loop >= 0)
      kernelOrder.push_back(dimOf(1, loop));
  kernelShape.push_back(sizeOf(inFeature));
  kernelShape.push_back(sizeOf(group) * sizeOf(outFeature));
  if (static_cast<int64_t>(inputOrder.size()) != typeOf(input).getRank() ||
      static_cast<int64_t>(kernelOrder.size()) != typeOf(kernel).getRank())
    return refuse("its loops are not those of a convolution");
  input = b.reshape(b.transpose(input, inputOrder), inputShape);
  kernel = b.reshape(b.transpose(kernel, kernelOrder), kernelShape);
  Type element = type.getElementType();
  input = b.convert(input, element);
  kernel = b.convert(kernel, element);

  // The result comes as batch, features, places.
  int64_t spatial = slides.size();
  auto numbers = stablehlo::ConvDimensionNumbersAttr::get(
      op.getContext(), 0, 1, spatialInput, spatial, spatial + 1, spatialKernel, 0, 1, spatialOut);
  SmallVector<int64_t> convShape = {sizeOf(batch), kernelShape.back()};
  for (const Slide &slide : slides)
    convShape.push_back(extents[slide.place]);
  Value result = convolve(input, kernel, numbers, window, sizeOf(group), type.clone(convShape), b);
  SmallVector<int64_t> loops, shape;
  for (int64_t loop : {batch, group, outFeature})
    if (loop >= 0)
      loops.push_back(loop);
  for (const Slide &slide : slides)
    loops.push_back(slide.place);
  for (int64_t loop : loops)
    shape.push_back(extents[loop]);
  result = b.reshape(result, shape);
  SmallVector<int64_t> order;
  for (AffineExpr expr : op.getIndexingMapsArray()[out].getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    const auto *at = loop ? llvm::find(loops, loop.getPosition()) : loops.end();
    if (at == loops.end())
      return refuse("its loops are not those of a convolution");
    order.push_back(at - loops.begin());
  }
  return withInit(Combiner::Add, b.transpose(result, order));
}

/// The factor behind conversions to a wider type.
Value narrowed(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::SIToFPOp, arith::TruncFOp>(def))
      break;
    value = def->getOperand(0);
  }
  return value;
}

FailureOr<Value> WindowConverter::convert() {
  if (op->getNumResults() != 1 || op.getNumDpsInputs() == 0 || op.getNumDpsInputs() > 2 ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !tensorTypeFor(op->getResult(0).getType()))
    return Value();
  if (!findSlides())
    return Value();
  for (Value input : op.getDpsInputs())
    if (!values.get(input))
      return refuse("an operand has no tensor type");
  if (llvm::any_of(extents, [](int64_t extent) { return extent < 1; }))
    return refuse("a loop has no turns or an unknown number");
  Operation *last = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!last || last->getNumOperands() != 2)
    return refuse("its windows are neither summed nor compared");
  auto outArgument = op.getRegionOutputArgs()[0];
  Value element = last->getOperand(last->getOperand(0) == outArgument ? 1 : 0);
  if (last->getOperand(last->getOperand(0) == outArgument ? 0 : 1) != outArgument)
    return refuse("its windows are neither summed nor compared");
  Value taken = op.getRegionInputArgs()[0];
  bool isPlain = element == taken;
  std::optional<Combiner> combiner =
      llvm::TypeSwitch<Operation *, std::optional<Combiner>>(last)
          .Case<arith::AddFOp, arith::AddIOp>([](auto) { return Combiner::Add; })
          .Case<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>(
              [](auto) { return Combiner::Max; })
          .Case<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp>(
              [](auto) { return Combiner::Min; })
          .Default([](Operation *) { return std::nullopt; });
  if (combiner && isPlain)
    return convertPooling(*combiner);
  Operation *product = element.getDefiningOp();
  if (combiner == Combiner::Add && op.getNumDpsInputs() == 2 &&
      isa_and_present<arith::MulFOp, arith::MulIOp>(product)) {
    Value x = narrowed(product->getOperand(0)), y = narrowed(product->getOperand(1));
    Value weight = op.getRegionInputArgs()[1];
    if ((x == taken && y == weight) || (x == weight && y == taken))
      return convertConvolution();
  }
  return refuse("its windows are neither summed nor compared");
}

} // namespace

FailureOr<Value> convertWindows(linalg::LinalgOp op, UpstreamValues &values, TensorBuilder &b) {
  return WindowConverter(op, values, b).convert();
}

} // namespace shardc
