//===- LowerDots.cpp - dot products become products or kernels --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Finds for each dot_general the strided product that moves the least data:
// with everything around it folded into strides, else with an operand packed.
//
//===----------------------------------------------------------------------===//
#include "DotAnalysis.h"
#include "KernelTable.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Codegen/Passes.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/SetVector.h"

namespace shardc {
#define GEN_PASS_DEF_LOWERSEGMENTDOTS
#include "shardc/Codegen/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

static Type elementOf(Value value) { return typeOf(value).getElementType(); }

namespace {
class DotLowering {
public:
  DotLowering(ModuleOp module, const CodegenTarget &target)
      : table(module), target(target), builder(module.getContext()) {}

  void lower(DotGeneralOp dot) {
    builder.setInsertionPoint(dot);
    Type lhs = elementOf(dot.getLhs()), rhs = elementOf(dot.getRhs());
    if (isa<FloatType>(lhs) && isa<FloatType>(rhs) && !takes(dot)) {
      bool isDouble = lhs.isF64() || rhs.isF64() || elementOf(dot).isF64();
      Type wide = isDouble                      ? Type(builder.getF64Type())
                  : target.isCuda && lhs == rhs ? lhs
                                                : Type(builder.getF32Type());
      Type sums = isDouble ? wide : Type(builder.getF32Type());
      if (wide != lhs || wide != rhs || sums != elementOf(dot))
        dot = converted(dot, wide, sums);
    }
    builder.setInsertionPoint(dot);
    bool isGemm = takes(dot);
    StridedView left = viewOf(dot.getLhs()), right = viewOf(dot.getRhs());
    OutputView out = outputOf(dot);
    std::optional<GemmDims> dims = plan(dot, left, right, out, isGemm);
    auto flops = builder.getI64IntegerAttr(dotFlops(dot));

    // Behind the last op that is folded in.
    builder.setInsertionPoint(out.ops.empty() ? dot.getOperation() : out.ops.back());
    Operation *result;
    if (isGemm) {
      result = sched::GemmOp::create(builder, dot.getLoc(), out.value.getType(), left.base,
                                     right.base, Value(), dims->batch, dims->aBatch, dims->bBatch,
                                     dims->cBatch, dims->m, dims->n, dims->k, dims->aM, dims->aK,
                                     dims->bK, dims->bN, dims->cM, dims->cN);
    } else {
      SetVector<Operation *> ops;
      ops.insert(left.ops.begin(), left.ops.end());
      ops.insert(right.ops.begin(), right.ops.end());
      ops.insert(dot);
      ops.insert(out.ops.begin(), out.ops.end());
      SetVector<Value> inputs;
      inputs.insert(left.base);
      inputs.insert(right.base);
      result = table.launch(builder, dot.getLoc(), "dot", ops.getArrayRef(), inputs.getArrayRef(),
                            out.value);
    }
    result->setAttr("sched.flops", flops);
    for (NamedAttribute attr : dot->getDiscardableAttrs())
      if (attr.getName() != "dist.shardings")
        result->setDiscardableAttr(attr.getName(), attr.getValue());
    out.value.replaceAllUsesWith(result->getResult(0));
  }

private:
  KernelTable table;
  const CodegenTarget &target;
  OpBuilder builder;

  /// Whether the target's matrix library multiplies these types.
  bool takes(DotGeneralOp dot) const {
    Type type = elementOf(dot.getLhs());
    if (elementOf(dot.getRhs()) != type)
      return false;
    if (!target.isCuda)
      return type.isF32() && elementOf(dot).isF32();
    return (type.isF32() || type.isBF16() || type.isF16()) &&
           (elementOf(dot) == type || elementOf(dot).isF32());
  }

  /// The product of operands in `wide` with sums in `sums`, converted back.
  DotGeneralOp converted(DotGeneralOp dot, Type wide, Type sums) {
    TensorBuilder t(builder, dot.getLoc());
    auto product =
        DotGeneralOp::create(builder, dot.getLoc(), typeOf(dot).clone(sums),
                             t.convert(dot.getLhs(), wide), t.convert(dot.getRhs(), wide),
                             dot.getDotDimensionNumbers(), ArrayAttr(), DotAlgorithmAttr());
    for (NamedAttribute attr : dot->getDiscardableAttrs())
      product->setDiscardableAttr(attr.getName(), attr.getValue());
    dot.getResult().replaceAllUsesWith(t.convert(product, elementOf(dot)));
    return product;
  }

  static bool isGood(const GemmDims &dims) {
    auto unit = [](int64_t x, int64_t y) { return x == 1 || y == 1; };
    return unit(dims.aM, dims.aK) && unit(dims.bK, dims.bN) && unit(dims.cM, dims.cN);
  }

  /// Chooses views; packs operands where that takes. Kernels of other types
  /// have no unit strides to wish for, only mergeable contracted dimensions.
  std::optional<GemmDims> plan(DotGeneralOp dot, StridedView &left, StridedView &right,
                               OutputView &out, bool isGemm) {
    auto attempt = [&] {
      std::optional<GemmDims> dims = gemmDims(dot, left, right, out.strides);
      return dims && (!isGemm || isGood(*dims)) ? dims : std::nullopt;
    };
    if (std::optional<GemmDims> dims = attempt())
      return dims;
    if (!isGemm && !elementOf(dot).isF64())
      return std::nullopt;
    StridedView plainLeft = left, plainRight = right;
    DotDimensionNumbersAttr numbers = dot.getDotDimensionNumbers();
    OutputView folded = out;
    OutputView plain{dot.getResult(), rowMajorStrides(typeOf(dot).getShape()), {}};
    bool hasFold = !out.ops.empty();
    // Try the strides that packing would give before anything is packed.
    for (unsigned choice = 1; choice < 8; ++choice) {
      bool packLeft = choice & 2, packRight = choice & 4, unfold = choice & 1;
      if (unfold && !hasFold)
        continue;
      SmallVector<int64_t> leftOrder =
          order(plainLeft.shape.size(), numbers.getLhsBatchingDimensions(),
                numbers.getLhsContractingDimensions(), false);
      SmallVector<int64_t> rightOrder =
          order(plainRight.shape.size(), numbers.getRhsBatchingDimensions(),
                numbers.getRhsContractingDimensions(), true);
      left = packLeft ? packedView(plainLeft, leftOrder) : plainLeft;
      right = packRight ? packedView(plainRight, rightOrder) : plainRight;
      out = unfold ? plain : folded;
      if (!attempt())
        continue;
      if (packLeft)
        left = pack(dot.getLhs(), plainLeft, leftOrder);
      if (packRight)
        right = pack(dot.getRhs(), plainRight, rightOrder);
      if (packLeft && !isGemm)
        dot.getLhsMutable().assign(unpacked(left, leftOrder));
      if (packRight && !isGemm)
        dot.getRhsMutable().assign(unpacked(right, rightOrder));
      return attempt();
    }
    llvm_unreachable("packed operands and a plain result always make a product");
  }

  /// Batching, free, contracting dimensions (or contracting before free).
  static SmallVector<int64_t> order(int64_t rank, ArrayRef<int64_t> batching,
                                    ArrayRef<int64_t> contracting, bool contractingFirst) {
    SmallVector<int64_t> dims(batching), free = freeDims(rank, batching, contracting);
    if (contractingFirst)
      dims.append(contracting.begin(), contracting.end());
    dims.append(free.begin(), free.end());
    if (!contractingFirst)
      dims.append(contracting.begin(), contracting.end());
    return dims;
  }

  /// Strides of the operand's dimensions once packed in this order.
  static StridedView packedView(const StridedView &view, ArrayRef<int64_t> order) {
    StridedView result = view;
    SmallVector<int64_t> shape;
    for (int64_t dim : order)
      shape.push_back(view.shape[dim]);
    for (auto [dim, stride] : llvm::zip_equal(order, rowMajorStrides(shape)))
      result.strides[dim] = stride;
    result.ops.clear();
    return result;
  }

  /// A kernel that copies the operand into this order.
  StridedView pack(Value operand, const StridedView &view, ArrayRef<int64_t> order) {
    TensorBuilder t(builder, operand.getLoc());
    auto transpose =
        TransposeOp::create(builder, operand.getLoc(),
                            typeOf(operand).clone(permuted(view.shape, order)), operand, order);
    SmallVector<Operation *> ops(view.ops);
    ops.push_back(transpose);
    auto launch =
        table.launch(builder, operand.getLoc(), "pack", ops, view.base, transpose.getResult());
    transpose.erase();
    StridedView result = packedView(view, order);
    result.base = launch.getResult(0);
    return result;
  }

  /// The packed value in the operand's own order again, inside of the kernel.
  Value unpacked(StridedView &view, ArrayRef<int64_t> order) {
    SmallVector<int64_t> inverse(order.size());
    for (auto [position, dim] : llvm::enumerate(order))
      inverse[dim] = position;
    auto transpose = TransposeOp::create(builder, view.base.getLoc(),
                                         typeOf(view.base).clone(view.shape), view.base, inverse);
    view.ops.push_back(transpose);
    return transpose;
  }

  static SmallVector<int64_t> permuted(ArrayRef<int64_t> shape, ArrayRef<int64_t> order) {
    SmallVector<int64_t> result;
    for (int64_t dim : order)
      result.push_back(shape[dim]);
    return result;
  }
};

struct LowerSegmentDots : shardc::impl::LowerSegmentDotsBase<LowerSegmentDots> {
  using LowerSegmentDotsBase::LowerSegmentDotsBase;

  void runOnOperation() override {
    FailureOr<CodegenTarget> parsed = CodegenTarget::parse(target);
    if (failed(parsed)) {
      getOperation().emitError() << "unknown target '" << target
                                 << "'; expected host or cuda[:sm_NN]";
      return signalPassFailure();
    }
    if (parsed->isCuda) {
      WalkResult loops = getOperation().walk([&](WhileOp loop) {
        loop.emitOpError() << "cannot be compiled with --target " << target
                           << ": loops whose end depends on data run on the host backend only";
        return WalkResult::interrupt();
      });
      if (loops.wasInterrupted())
        return signalPassFailure();
    }
    DotLowering lowering(getOperation(), *parsed);
    for (func::FuncOp segment : segmentsOf(getOperation())) {
      SmallVector<DotGeneralOp> dots;
      segment.walk([&](DotGeneralOp dot) { dots.push_back(dot); });
      for (DotGeneralOp dot : dots)
        lowering.lower(dot);
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(segment.getBody().front())))
        if (isOpTriviallyDead(&op))
          op.erase();
    }
  }
};
} // namespace
