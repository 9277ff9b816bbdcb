//===- Cost.cpp - what ops take ---------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Exact counts for products; everything else counts its operators an element.
//
//===----------------------------------------------------------------------===//

#include "shardc/OpModels/Cost.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace shardc;

namespace {

/// `perElement` operators for each element of the first operand.
template <typename OpTy, int64_t perElement>
struct PerElementCost : CostOpInterface::ExternalModel<PerElementCost<OpTy, perElement>, OpTy> {
  int64_t getFlops(Operation *op) const {
    return perElement * typeOf(op->getOperand(0)).getNumElements();
  }
};

/// Moves or makes elements without arithmetic.
template <typename OpTy>
struct FreeCost : CostOpInterface::ExternalModel<FreeCost<OpTy>, OpTy> {
  int64_t getFlops(Operation *) const { return 0; }
};

/// One operator for each result element.
template <typename OpTy>
struct ElementwiseCost : CostOpInterface::ExternalModel<ElementwiseCost<OpTy>, OpTy> {};

struct DotGeneralCost : CostOpInterface::ExternalModel<DotGeneralCost, stablehlo::DotGeneralOp> {
  int64_t getDotFlops(Operation *op) const {
    auto dot = cast<stablehlo::DotGeneralOp>(op);
    int64_t flops = 2 * typeOf(dot.getResult()).getNumElements();
    for (int64_t dim : dot.getDotDimensionNumbers().getLhsContractingDimensions())
      flops *= typeOf(dot.getLhs()).getDimSize(dim);
    return flops;
  }
  int64_t getFlops(Operation *op) const { return getDotFlops(op); }
};

/// A product and a sum for each element of a kernel, for each place and output.
struct ConvolutionCost : CostOpInterface::ExternalModel<ConvolutionCost, stablehlo::ConvolutionOp> {
  int64_t getDotFlops(Operation *op) const {
    auto convolution = cast<stablehlo::ConvolutionOp>(op);
    RankedTensorType kernel = typeOf(convolution.getRhs());
    int64_t outputs =
        kernel.getDimSize(convolution.getDimensionNumbers().getKernelOutputFeatureDimension());
    if (outputs == 0)
      return 0;
    return 2 * typeOf(convolution.getResult()).getNumElements() *
           (kernel.getNumElements() / outputs);
  }
  int64_t getFlops(Operation *op) const { return getDotFlops(op); }
};

/// One operator for each element of each window.
struct ReduceWindowCost
    : CostOpInterface::ExternalModel<ReduceWindowCost, stablehlo::ReduceWindowOp> {
  int64_t getFlops(Operation *op) const {
    int64_t flops = typeOf(op->getResult(0)).getNumElements();
    for (int64_t extent : cast<stablehlo::ReduceWindowOp>(op).getWindowDimensions())
      flops *= extent;
    return flops * op->getNumResults();
  }
};

/// One operator for each element of the inputs.
struct ReduceCost : CostOpInterface::ExternalModel<ReduceCost, stablehlo::ReduceOp> {
  int64_t getFlops(Operation *op) const {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    return reduce.getInputs().size() * typeOf(reduce.getInputs().front()).getNumElements();
  }
};

/// One comparison for each element in each of log2(length) merges.
struct SortCost : CostOpInterface::ExternalModel<SortCost, stablehlo::SortOp> {
  int64_t getFlops(Operation *op) const {
    auto sort = cast<stablehlo::SortOp>(op);
    RankedTensorType type = typeOf(sort.getInputs().front());
    if (type.getRank() == 0 || type.getNumElements() == 0)
      return 0;
    int64_t dim = sort.getDimension();
    int64_t length = type.getDimSize(dim < 0 ? dim + type.getRank() : dim);
    return type.getNumElements() * llvm::Log2_64_Ceil(length);
  }
};

/// One combination for each element of the updates.
struct ScatterCost : CostOpInterface::ExternalModel<ScatterCost, stablehlo::ScatterOp> {
  int64_t getFlops(Operation *op) const {
    auto scatter = cast<stablehlo::ScatterOp>(op);
    return scatter.getUpdates().size() * typeOf(scatter.getUpdates().front()).getNumElements();
  }
};

/// A division and a choice; a key takes ten rounds of fourteen operators and an index.
struct DropoutCost : CostOpInterface::ExternalModel<DropoutCost, nn::DropoutOp> {
  int64_t getFlops(Operation *op) const {
    int64_t perElement = cast<nn::DropoutOp>(op).getKey() ? 150 : 2;
    return perElement * typeOf(op->getOperand(0)).getNumElements();
  }
};

/// Products of queries with keys, probabilities with values, and so on: 2*B*H*S*T*D
/// each; softmax and its gradient take a few operators a pair.
template <typename OpTy, int64_t products, int64_t perPair>
struct AttentionCost
    : CostOpInterface::ExternalModel<AttentionCost<OpTy, products, perPair>, OpTy> {
  static int64_t pairs(Operation *op) {
    RankedTensorType q = typeOf(op->getOperand(0)), k = typeOf(op->getOperand(1));
    return q.getDimSize(0) * q.getDimSize(2) * q.getDimSize(1) * k.getDimSize(1);
  }
  int64_t getDotFlops(Operation *op) const {
    return 2 * products * pairs(op) * typeOf(op->getOperand(0)).getDimSize(3);
  }
  int64_t getFlops(Operation *op) const { return getDotFlops(op) + perPair * pairs(op); }
};

/// Adds each gradient element to a row of the table.
struct EmbeddingGradCost : CostOpInterface::ExternalModel<EmbeddingGradCost, nn::EmbeddingGradOp> {
  int64_t getFlops(Operation *op) const { return typeOf(op->getOperand(1)).getNumElements(); }
};

struct SquareSumCost : CostOpInterface::ExternalModel<SquareSumCost, nn::SquareSumOp> {
  int64_t getFlops(Operation *op) const {
    int64_t flops = 0;
    for (Value operand : op->getOperands())
      flops += 2 * typeOf(operand).getNumElements();
    return flops;
  }
};

template <template <typename> typename Model, typename... Ops>
void attach(MLIRContext *context) {
  (Ops::template attachInterface<Model<Ops>>(*context), ...);
}

} // namespace

void shardc::registerCostModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, chlo::CHLODialect *) {
    attach<ElementwiseCost, chlo::ErfOp, chlo::ErfcOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, stablehlo::StableHLODialect *) {
    using namespace stablehlo;
    attach<ElementwiseCost, AbsOp, AddOp, AndOp, Atan2Op, CbrtOp, CeilOp, ClampOp, ClzOp, CompareOp,
           ConvertOp, CosineOp, DivOp, ExpOp, Expm1Op, FloorOp, IsFiniteOp, Log1pOp, LogOp,
           LogisticOp, MaxOp, MinOp, MulOp, NegOp, NotOp, OrOp, PopulationCountOp, PowOp, RemOp,
           RoundNearestEvenOp, RsqrtOp, SelectOp, ShiftLeftOp, ShiftRightArithmeticOp,
           ShiftRightLogicalOp, SignOp, SineOp, SqrtOp, SubtractOp, TanhOp, XorOp>(context);
    attach<FreeCost, BitcastConvertOp, BroadcastInDimOp, ConcatenateOp, ConstantOp, DynamicSliceOp,
           DynamicUpdateSliceOp, GatherOp, IotaOp, OptimizationBarrierOp, PadOp, ReshapeOp,
           ReverseOp, SliceOp, TransposeOp>(context);
    DotGeneralOp::attachInterface<DotGeneralCost>(*context);
    ReduceOp::attachInterface<ReduceCost>(*context);
    ConvolutionOp::attachInterface<ConvolutionCost>(*context);
    ReduceWindowOp::attachInterface<ReduceWindowCost>(*context);
    SortOp::attachInterface<SortCost>(*context);
    ScatterOp::attachInterface<ScatterCost>(*context);
    SelectAndScatterOp::attachInterface<PerElementCost<SelectAndScatterOp, 2>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, nn::NNDialect *) {
    using namespace nn;
    attach<FreeCost, EmbeddingOp, RopeTableOp>(context);
    EmbeddingGradOp::attachInterface<EmbeddingGradCost>(*context);
    RmsNormOp::attachInterface<PerElementCost<RmsNormOp, 4>>(*context);
    RmsNormGradOp::attachInterface<PerElementCost<RmsNormGradOp, 10>>(*context);
    LayerNormOp::attachInterface<PerElementCost<LayerNormOp, 7>>(*context);
    LayerNormGradOp::attachInterface<PerElementCost<LayerNormGradOp, 13>>(*context);
    SoftmaxOp::attachInterface<PerElementCost<SoftmaxOp, 5>>(*context);
    SoftmaxGradOp::attachInterface<PerElementCost<SoftmaxGradOp, 4>>(*context);
    GeluOp::attachInterface<PerElementCost<GeluOp, 9>>(*context);
    GeluGradOp::attachInterface<PerElementCost<GeluGradOp, 16>>(*context);
    SiluOp::attachInterface<PerElementCost<SiluOp, 4>>(*context);
    SiluGradOp::attachInterface<PerElementCost<SiluGradOp, 8>>(*context);
    RopeOp::attachInterface<PerElementCost<RopeOp, 3>>(*context);
    DropoutOp::attachInterface<DropoutCost>(*context);
    AttentionOp::attachInterface<AttentionCost<AttentionOp, 2, 5>>(*context);
    AttentionGradOp::attachInterface<AttentionCost<AttentionGradOp, 5, 6>>(*context);
    CrossEntropyOp::attachInterface<PerElementCost<CrossEntropyOp, 4>>(*context);
    CrossEntropyGradOp::attachInterface<PerElementCost<CrossEntropyGradOp, 4>>(*context);
    SquareSumOp::attachInterface<SquareSumCost>(*context);
    AdamWOp::attachInterface<PerElementCost<AdamWOp, 16>>(*context);
  });
}
