//===- Precision.cpp - the float type of a whole graph ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Retypes every float value of a module. Used for the working precision, and
// for the float64 run that proves a partitioned program's algebra.
//
//===----------------------------------------------------------------------===//
#include "shardc/Import/Precision.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace shardc {

FloatType floatTypeOf(StringRef precision, MLIRContext *context) {
  Builder builder(context);
  if (precision == "fp64")
    return builder.getF64Type();
  if (precision == "fp32")
    return builder.getF32Type();
  if (precision == "bf16")
    return builder.getBF16Type();
  if (precision == "fp16")
    return builder.getF16Type();
  return {};
}

namespace {

class Converter {
public:
  explicit Converter(FloatType to) : to(to) {}

  Type convert(Type type) const {
    if (isa<FloatType>(type))
      return to;
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      return tensor.clone(convert(tensor.getElementType()));
    return type;
  }
  SmallVector<Type> convert(TypeRange types) const {
    return llvm::map_to_vector(types, [&](Type type) { return convert(type); });
  }

  LogicalResult convert(Operation *op) const;

  /// Puts conversions around casts of bits: which bits a float has is said of its own
  /// type. Before everything else is converted.
  void keepBits(ModuleOp module);

private:
  LogicalResult convert(stablehlo::ConstantOp op) const;

  FloatType to;
  /// Results that keep their type.
  DenseSet<Value> kept;
};

LogicalResult Converter::convert(stablehlo::ConstantOp op) const {
  auto type = cast<RankedTensorType>(op.getType());
  if (!isa<FloatType>(type.getElementType()) || type.getElementType() == to)
    return success();
  auto elements = dyn_cast<DenseFPElementsAttr>(op.getValue());
  if (!elements)
    return op.emitOpError() << "has no values to convert to " << to;
  // A splat stays one element.
  op.setValueAttr(elements.mapValues(to, [&](const APFloat &value) {
    APFloat rounded = value;
    bool lossy;
    rounded.convert(to.getFloatSemantics(), APFloat::rmNearestTiesToEven, &lossy);
    return rounded.bitcastToAPInt();
  }));
  return success();
}

void Converter::keepBits(ModuleOp module) {
  auto changes = [&](Value value) { return convert(value.getType()) != value.getType(); };
  module.walk([&](stablehlo::BitcastConvertOp cast) {
    OpBuilder builder(cast);
    if (changes(cast.getOperand())) {
      Value own = stablehlo::ConvertOp::create(builder, cast.getLoc(), cast.getOperand().getType(),
                                               cast.getOperand());
      kept.insert(own);
      cast->setOperand(0, own);
    }
    if (changes(cast.getResult())) {
      builder.setInsertionPointAfter(cast);
      kept.insert(cast.getResult());
      auto converted = stablehlo::ConvertOp::create(
          builder, cast.getLoc(), convert(cast.getResult().getType()), cast.getResult());
      cast.getResult().replaceAllUsesExcept(converted, converted);
    }
  });
}

LogicalResult Converter::convert(Operation *op) const {
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    if (failed(convert(constant)))
      return failure();
  // How to multiply was said for the old type.
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op))
    if (dot.getAlgorithm() && getElementTypeOrSelf(dot.getLhs()) != to)
      dot.removeAlgorithmAttr();

  for (Value result : op->getResults())
    if (!kept.contains(result))
      result.setType(convert(result.getType()));
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        argument.setType(convert(argument.getType()));
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    Builder builder(op->getContext());
    function.setType(builder.getFunctionType(convert(function.getArgumentTypes()),
                                             convert(function.getResultTypes())));
  }
  return success();
}

/// Whether sums of this result are kept in a wide type.
bool isWideSum(func::FuncOp function, unsigned result) {
  auto role = function.getResultAttrOfType<StringAttr>(result, "dist.role");
  return role && (role == "loss_sum" || role == "token_count");
}

/// Makes the reductions behind sums of losses and tokens accumulate and return
/// fp32: a narrow type cannot even count the tokens of a batch.
void widenSums(func::FuncOp function) {
  if (function.isExternal())
    return;
  auto end = cast<func::ReturnOp>(function.front().getTerminator());
  OpBuilder builder(function.getContext());
  Type wide = builder.getF32Type();
  bool changed = false;
  for (OpOperand &operand : end->getOpOperands()) {
    auto reduce = operand.get().getDefiningOp<stablehlo::ReduceOp>();
    if (!isWideSum(function, operand.getOperandNumber()) || !reduce || !reduce.getCombiner())
      continue;
    builder.setInsertionPoint(reduce);
    for (OpOperand &value : reduce->getOpOperands()) {
      auto type = cast<RankedTensorType>(value.get().getType()).clone(wide);
      // A constant stays one: that the sum begins with zero must be seen.
      DenseFPElementsAttr elements;
      if (matchPattern(value.get(), m_Constant(&elements)) && elements.isSplat()) {
        double start = elements.getSplatValue<APFloat>().convertToDouble();
        value.set(stablehlo::ConstantOp::create(
            builder, reduce.getLoc(),
            DenseElementsAttr::get(type, builder.getF32FloatAttr(start).getValue())));
        continue;
      }
      value.set(stablehlo::ConvertOp::create(builder, reduce.getLoc(), value.get(), wide));
    }
    auto retype = [&](Value value) {
      value.setType(cast<RankedTensorType>(value.getType()).clone(wide));
    };
    retype(reduce.getResult(0));
    for (BlockArgument argument : reduce.getBody().getArguments())
      retype(argument);
    retype(reduce.getCombiner()->getResult(0));
    changed = true;
  }
  if (changed)
    function.setType(builder.getFunctionType(function.getArgumentTypes(), end->getOperandTypes()));
}

} // namespace

LogicalResult convertPrecision(ModuleOp module, StringRef precision) {
  FloatType to = floatTypeOf(precision, module.getContext());
  if (!to)
    return module.emitError() << "unknown precision '" << precision
                              << "'; known: fp64, fp32, bf16, fp16";
  Converter converter(to);
  converter.keepBits(module);
  WalkResult result = module.walk([&](Operation *op) {
    return failed(converter.convert(op)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (to.getWidth() < 32)
    for (auto function : module.getOps<func::FuncOp>())
      widenSums(function);

  // Conversions between floats have become conversions to the same type.
  module.walk([](stablehlo::ConvertOp op) {
    if (op.getOperand().getType() != op.getType())
      return;
    op.getResult().replaceAllUsesWith(op.getOperand());
    op.erase();
  });
  module->setAttr("shardc.precision", StringAttr::get(module.getContext(), precision));
  return success();
}

} // namespace shardc
