//===- LowerConvolutions.cpp - convolutions become kernels ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A window of one element is a product of matrices. Other convolutions become a
// kernel each. On the host, where one loop nest serves them all, padding and
// dilation are written out first, and output features are brought innermost:
// then every address is a sum of multiples of indices.
//
//===----------------------------------------------------------------------===//
#include "KernelTable.h"
#include "Windows.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Codegen/Passes.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/SetVector.h"

namespace shardc {
#define GEN_PASS_DEF_LOWERSEGMENTCONVOLUTIONS
#include "shardc/Codegen/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

/// Output features of a group below which vectors of them would be idle.
static constexpr int64_t kFewOutputs = 4;

static Type elementOf(Value value) { return typeOf(value).getElementType(); }

static int64_t flopsOf(ConvolutionOp op) {
  RankedTensorType kernel = typeOf(op.getRhs());
  int64_t outputs = kernel.getDimSize(op.getDimensionNumbers().getKernelOutputFeatureDimension());
  if (outputs == 0)
    return 0;
  return 2 * typeOf(op.getResult()).getNumElements() * (kernel.getNumElements() / outputs);
}

namespace {
class ConvolutionLowering {
public:
  ConvolutionLowering(ModuleOp module, const CodegenTarget &target)
      : table(module), target(target), builder(module.getContext()) {}

  void lower(ConvolutionOp op) {
    builder.setInsertionPoint(op);
    if (isProduct(op))
      return replaceByProduct(op);
    bool isFloat = isa<FloatType>(elementOf(op.getLhs())) && isa<FloatType>(elementOf(op));
    if (target.isCuda || !isFloat)
      return launch(op);
    launch(features(widened(padded(op))));
  }

private:
  KernelTable table;
  const CodegenTarget &target;
  OpBuilder builder;

  //===------------------------------------------------------------------===//
  // Windows of one element
  //===------------------------------------------------------------------===//

  static bool isProduct(ConvolutionOp op) {
    if (op.getFeatureGroupCount() != 1 || op.getBatchGroupCount() != 1 ||
        !isa<FloatType>(elementOf(op.getLhs())))
      return false;
    return llvm::all_of(windowDims(op), [](const WindowDim &dim) {
      return dim.size == 1 && dim.stride == 1 && dim.baseDilation == 1 && dim.low == 0 &&
             dim.places == dim.extent;
    });
  }

  void replaceByProduct(ConvolutionOp op) {
    TensorBuilder t(builder, op.getLoc());
    ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
    // The kernel without its spatial dimensions, input features first.
    int64_t in = numbers.getKernelInputFeatureDimension();
    int64_t out = numbers.getKernelOutputFeatureDimension();
    SmallVector<int64_t> order(numbers.getKernelSpatialDimensions());
    order.append({in, out});
    Value kernel =
        t.reshape(t.transpose(op.getRhs(), order),
                  {typeOf(op.getRhs()).getDimSize(in), typeOf(op.getRhs()).getDimSize(out)});
    int64_t feature = numbers.getInputFeatureDimension();
    Value product = t.dot(op.getLhs(), kernel, {}, {}, {feature}, {0}, elementOf(op));
    copyAttributes(op, product.getDefiningOp());
    // Its dimensions: the lhs's without the features, then output features.
    auto place = [&](int64_t dim) { return dim < feature ? dim : dim - 1; };
    SmallVector<int64_t> permutation(typeOf(op).getRank());
    permutation[numbers.getOutputFeatureDimension()] = permutation.size() - 1;
    permutation[numbers.getOutputBatchDimension()] = place(numbers.getInputBatchDimension());
    for (auto [from, to] :
         llvm::zip_equal(numbers.getInputSpatialDimensions(), numbers.getOutputSpatialDimensions()))
      permutation[to] = place(from);
    op.getResult().replaceAllUsesWith(t.transpose(product, permutation));
  }

  //===------------------------------------------------------------------===//
  // The form that the host's loops take
  //===------------------------------------------------------------------===//

  /// A convolution like `op` of these operands, whose result is of `type`.
  ConvolutionOp rebuilt(ConvolutionOp op, RankedTensorType type, Value lhs, Value rhs,
                        ConvDimensionNumbersAttr numbers, bool keepPadding) {
    auto result = ConvolutionOp::create(
        builder, op.getLoc(), type, lhs, rhs, op.getWindowStridesAttr(),
        keepPadding ? op.getPaddingAttr() : DenseIntElementsAttr(),
        keepPadding ? op.getLhsDilationAttr() : DenseI64ArrayAttr(), op.getRhsDilationAttr(),
        keepPadding ? op.getWindowReversalAttr() : DenseBoolArrayAttr(), numbers,
        op.getFeatureGroupCountAttr(), op.getBatchGroupCountAttr(), ArrayAttr());
    copyAttributes(op, result);
    return result;
  }

  static void copyAttributes(Operation *from, Operation *to) {
    for (NamedAttribute attr : from->getDiscardableAttrs())
      if (attr.getName() != "dist.shardings")
        to->setDiscardableAttr(attr.getName(), attr.getValue());
  }

  /// Padding, dilation of the base and reversal as ops of their own; the base
  /// ends where the last window does.
  ConvolutionOp padded(ConvolutionOp op) {
    // Behind the op, so in front of everything that uses it; likewise below.
    builder.setInsertionPointAfter(op);
    TensorBuilder t(builder, op.getLoc());
    ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
    int64_t rank = typeOf(op.getLhs()).getRank();
    SmallVector<int64_t> low(rank, 0), high(rank, 0), interior(rank, 0), reversed;
    std::optional<ArrayRef<bool>> reversal = op.getWindowReversal();
    for (auto [number, dim] : llvm::enumerate(windowDims(op))) {
      int64_t at = numbers.getInputSpatialDimensions()[number];
      int64_t span = dim.extent == 0 ? 0 : (dim.extent - 1) * dim.baseDilation + 1;
      int64_t needed = (dim.places - 1) * dim.stride + (dim.size - 1) * dim.windowDilation + 1;
      low[at] = dim.low;
      high[at] = std::max<int64_t>(needed, 0) - dim.low - span;
      interior[at] = dim.baseDilation - 1;
      if (reversal && !reversal->empty() && (*reversal)[number])
        reversed.push_back(numbers.getKernelSpatialDimensions()[number]);
    }
    auto isZero = [](int64_t value) { return value == 0; };
    Value lhs = op.getLhs(), rhs = op.getRhs();
    if (!llvm::all_of(low, isZero) || !llvm::all_of(high, isZero) ||
        !llvm::all_of(interior, isZero))
      lhs = t.pad(lhs, low, high, interior);
    if (!reversed.empty())
      rhs = ReverseOp::create(builder, op.getLoc(), rhs, reversed);
    ConvolutionOp result =
        rebuilt(op, typeOf(op.getResult()), lhs, rhs, numbers, /*keepPadding=*/false);
    op.getResult().replaceAllUsesWith(result);
    return result;
  }

  /// Sums of narrow floats in f32; of mixed floats in the widest.
  ConvolutionOp widened(ConvolutionOp op) {
    builder.setInsertionPointAfter(op);
    Type lhs = elementOf(op.getLhs()), rhs = elementOf(op.getRhs()), sums = elementOf(op);
    bool isDouble = lhs.isF64() || rhs.isF64() || sums.isF64();
    Type wide = isDouble ? Type(builder.getF64Type()) : Type(builder.getF32Type());
    if (lhs == wide && rhs == wide && sums == wide)
      return op;
    TensorBuilder t(builder, op.getLoc());
    ConvolutionOp result =
        rebuilt(op, typeOf(op.getResult()).clone(wide), t.convert(op.getLhs(), wide),
                t.convert(op.getRhs(), wide), op.getDimensionNumbers(), /*keepPadding=*/false);
    op.getResult().replaceAllUsesWith(t.convert(result, sums));
    return result;
  }

  /// Output features innermost in the kernel and the result, when there are
  /// enough of them.
  ConvolutionOp features(ConvolutionOp op) {
    builder.setInsertionPointAfter(op);
    ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
    int64_t rank = typeOf(op.getRhs()).getRank();
    int64_t outputs = typeOf(op.getRhs()).getDimSize(numbers.getKernelOutputFeatureDimension());
    int64_t groups = op.getFeatureGroupCount() * op.getBatchGroupCount();
    if (outputs / groups < kFewOutputs)
      return op;
    bool kernelFits = numbers.getKernelOutputFeatureDimension() == rank - 1;
    bool resultFits = numbers.getOutputFeatureDimension() == rank - 1;
    if (kernelFits && resultFits)
      return op;
    TensorBuilder t(builder, op.getLoc());
    SmallVector<int64_t> spatial;
    for (int64_t dim = 0; dim < rank - 2; ++dim)
      spatial.push_back(dim);
    Value rhs = op.getRhs();
    int64_t in = numbers.getKernelInputFeatureDimension();
    int64_t out = numbers.getKernelOutputFeatureDimension();
    SmallVector<int64_t> kernelSpatial(numbers.getKernelSpatialDimensions());
    if (!kernelFits) {
      SmallVector<int64_t> order(kernelSpatial);
      order.append({in, out});
      rhs = t.transpose(rhs, order);
      in = rank - 2;
      out = rank - 1;
      kernelSpatial = spatial;
    }
    int64_t batch = numbers.getOutputBatchDimension();
    int64_t feature = numbers.getOutputFeatureDimension();
    SmallVector<int64_t> places(numbers.getOutputSpatialDimensions()), permutation(rank);
    RankedTensorType type = typeOf(op.getResult());
    SmallVector<int64_t> shape(type.getShape());
    if (!resultFits) {
      SmallVector<int64_t> order{batch};
      order.append(places);
      order.push_back(feature);
      for (auto [dim, from] : llvm::enumerate(order)) {
        permutation[from] = dim;
        shape[dim] = type.getDimSize(from);
      }
      batch = 0;
      feature = rank - 1;
      for (int64_t &dim : places)
        dim = &dim - places.data() + 1;
    }
    auto moved = ConvDimensionNumbersAttr::get(
        builder.getContext(), numbers.getInputBatchDimension(), numbers.getInputFeatureDimension(),
        numbers.getInputSpatialDimensions(), in, out, kernelSpatial, batch, feature, places);
    ConvolutionOp result = rebuilt(op, type.clone(shape), op.getLhs(), rhs, moved,
                                   /*keepPadding=*/false);
    op.getResult().replaceAllUsesWith(resultFits ? result.getResult()
                                                 : t.transpose(result, permutation));
    return result;
  }

  void launch(ConvolutionOp op) {
    builder.setInsertionPoint(op);
    SetVector<Value> inputs;
    inputs.insert(op.getLhs());
    inputs.insert(op.getRhs());
    Operation *result = table.launch(builder, op.getLoc(), "convolution", op.getOperation(),
                                     inputs.getArrayRef(), op.getResult());
    result->setAttr("sched.flops", builder.getI64IntegerAttr(flopsOf(op)));
    copyAttributes(op, result);
    op.getResult().replaceAllUsesWith(result->getResult(0));
  }
};

struct LowerSegmentConvolutions
    : shardc::impl::LowerSegmentConvolutionsBase<LowerSegmentConvolutions> {
  using LowerSegmentConvolutionsBase::LowerSegmentConvolutionsBase;

  void runOnOperation() override {
    FailureOr<CodegenTarget> parsed = CodegenTarget::parse(target);
    if (failed(parsed)) {
      getOperation().emitError() << "unknown target '" << target
                                 << "'; expected host or cuda[:sm_NN]";
      return signalPassFailure();
    }
    ConvolutionLowering lowering(getOperation(), *parsed);
    for (func::FuncOp segment : segmentsOf(getOperation())) {
      SmallVector<ConvolutionOp> convolutions;
      segment.walk([&](ConvolutionOp op) { convolutions.push_back(op); });
      if (convolutions.empty())
        continue;
      for (ConvolutionOp op : convolutions)
        lowering.lower(op);
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(segment.getBody().front())))
        if (isOpTriviallyDead(&op))
          op.erase();
    }
  }
};
} // namespace
