//===- NarrowTypes.cpp - elements that are held in wider ones ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Integers below 8 bits and floats of 8 bits are types of storage. Their values become
// those of the narrowest type that ops have and that holds them all: i8, ui8, bf16. Ops
// that make new values are followed by what puts these back into the narrow type.
//
//===----------------------------------------------------------------------===//
#include "Functions/SpecialFunctions.h"
#include "ImportImpl.h"
#include "dialects/Dist/Dist.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"
#include <cmath>

using namespace mlir;

namespace shardc {
namespace {

/// The type that holds elements of a narrow one; null for types that are not narrow.
Type holderOf(Type element) {
  MLIRContext *context = element.getContext();
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.getWidth() == 4 || integer.getWidth() == 2
               ? IntegerType::get(context, 8, integer.getSignedness())
               : Type();
  if (isa<Float8E4M3FNType, Float8E5M2Type, Float8E4M3Type, Float8E3M4Type>(element))
    return BFloat16Type::get(context);
  return {};
}

/// The narrow element type of a tensor; null where it has none.
Type narrowOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && holderOf(tensor.getElementType()) ? tensor.getElementType() : Type();
}

Type held(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return TupleType::get(type.getContext(), llvm::map_to_vector(tuple.getTypes(), held));
  Type narrow = narrowOf(type);
  return narrow ? Type(cast<RankedTensorType>(type).clone(holderOf(narrow))) : type;
}

/// Ops whose results are elements of their operands, or of a narrow type anyway. Others
/// make new values.
bool movesElements(Operation *op) {
  static const llvm::StringSet<> moves = {"all_gather",
                                          "all_to_all",
                                          "and",
                                          "broadcast_in_dim",
                                          "case",
                                          "clamp",
                                          "collective_broadcast",
                                          "collective_permute",
                                          "composite",
                                          "concatenate",
                                          "constant",
                                          "custom_call",
                                          "dynamic_slice",
                                          "dynamic_update_slice",
                                          "gather",
                                          "get_tuple_element",
                                          "if",
                                          "maximum",
                                          "minimum",
                                          "optimization_barrier",
                                          "or",
                                          "pad",
                                          "reshape",
                                          "reverse",
                                          "select",
                                          "slice",
                                          "sort",
                                          "top_k",
                                          "transpose",
                                          "tuple",
                                          "while",
                                          "xor"};
  return !isa_and_present<stablehlo::StableHLODialect, chlo::CHLODialect>(op->getDialect()) ||
         moves.contains(op->getName().stripDialect());
}

/// Whether an op is all that the body of a reduction does. Rounded once at the end, it
/// gives what it would rounded each time, as integers wrap; of floats, more digits.
bool isCombiner(Operation *op) {
  return isa_and_present<stablehlo::AllReduceOp, stablehlo::ReduceOp, stablehlo::ReduceScatterOp,
                         stablehlo::ReduceWindowOp, stablehlo::ScatterOp,
                         stablehlo::SelectAndScatterOp>(op->getParentOp()) &&
         op->getBlock()->getOperations().size() == 2;
}

Value constantBits(TensorBuilder &b, Value like, int64_t value) {
  RankedTensorType type = typeOf(like);
  APInt bits(type.getElementTypeBitWidth(), uint64_t(value), /*isSigned=*/false,
             /*implicitTrunc=*/true);
  return stablehlo::ConstantOp::create(b.getBuilder(), b.getLoc(),
                                       DenseElementsAttr::get(type, bits));
}

Value maskBits(TensorBuilder &b, Value value, unsigned width) {
  Value mask = constantBits(b, value, (int64_t(1) << width) - 1);
  return stablehlo::AndOp::create(b.getBuilder(), b.getLoc(), value, mask);
}

/// The value's lower bits as an integer of that type.
Value wrap(TensorBuilder &b, Value value, IntegerType narrow) {
  if (narrow.isUnsigned())
    return maskBits(b, value, narrow.getWidth());
  Value count = constantBits(b, value, typeOf(value).getElementTypeBitWidth() - narrow.getWidth());
  Value left = stablehlo::ShiftLeftOp::create(b.getBuilder(), b.getLoc(), value, count);
  return stablehlo::ShiftRightArithmeticOp::create(b.getBuilder(), b.getLoc(), left, count);
}

/// The nearest value of a narrow float type to x, of f32 or f64, so that nothing is rounded
/// twice.
Value roundTo(TensorBuilder &b, Value x, FloatType narrow) {
  const llvm::fltSemantics &semantics = narrow.getFloatSemantics();
  FloatFormat format;
  format.mantissa = llvm::APFloat::semanticsPrecision(semantics) - 1;
  format.leastExponent = llvm::APFloat::semanticsMinExponent(semantics);
  format.most = llvm::APFloat::getLargest(semantics).convertToDouble();
  format.hasInfinity = llvm::APFloat::semanticsHasInf(semantics);
  format.hasSubnormals = true;
  return buildRounded(b, x, format);
}

class Widener {
public:
  LogicalResult run(ModuleOp module);

private:
  LogicalResult widen(Operation *op);
  void fixOperands(Operation *op, IntegerType narrow);
  void fixResult(OpResult result, Type narrow, unsigned lost);
};

/// Ops that see bits see those of the narrow type.
void Widener::fixOperands(Operation *op, IntegerType narrow) {
  if (!isa<stablehlo::ShiftRightLogicalOp, stablehlo::PopulationCountOp, stablehlo::ClzOp>(op))
    return;
  OpBuilder builder(op);
  TensorBuilder b(builder, op->getLoc());
  op->setOperand(0, maskBits(b, op->getOperand(0), narrow.getWidth()));
}

/// Puts a result, already of the wide type, back into the narrow one. Of `lost` bits a
/// count of leading zeros is too great.
void Widener::fixResult(OpResult result, Type narrow, unsigned lost) {
  Operation *op = result.getOwner();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  TensorBuilder b(builder, op->getLoc());
  SmallPtrSet<Operation *, 8> made;
  Operation *next = op->getNextNode();
  Value value = result;
  if (lost)
    value = b.sub(value, constantBits(b, value, lost));
  if (auto integer = dyn_cast<IntegerType>(narrow))
    value = wrap(b, value, integer);
  else
    value = b.convert(roundTo(b, b.convert(value, builder.getF32Type()), cast<FloatType>(narrow)),
                      typeOf(result).getElementType());
  for (Operation *it = op->getNextNode(); it != next; it = it->getNextNode())
    made.insert(it);
  result.replaceAllUsesExcept(value, made);
}

LogicalResult Widener::widen(Operation *op) {
  SmallVector<Type> narrow =
      llvm::map_to_vector(op->getResultTypes(), [](Type type) { return narrowOf(type); });
  Type first = op->getNumOperands() && op->getNumResults() ? narrow.front() : Type();
  if (auto cast = dyn_cast<stablehlo::BitcastConvertOp>(op);
      cast && (first || narrowOf(cast.getOperand().getType())))
    return op->emitOpError() << "reads bits as those of " << op->getOperand(0).getType()
                             << " or writes them as " << op->getResult(0).getType()
                             << "; pack and unpack such values outside of the model";
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op); constant && narrow.front()) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!elements)
      return op->emitOpError() << "has no values to hold in a wider type than "
                               << constant.getType();
    Type holder = holderOf(narrow.front());
    if (auto floats = dyn_cast<DenseFPElementsAttr>(elements))
      constant.setValueAttr(floats.mapValues(holder, [&](const APFloat &value) {
        APFloat wide = value;
        bool isLossy;
        wide.convert(llvm::APFloat::BFloat(), llvm::APFloat::rmNearestTiesToEven, &isLossy);
        return wide.bitcastToAPInt();
      }));
    else
      constant.setValueAttr(
          cast<DenseIntElementsAttr>(elements).mapValues(holder, [&](const APInt &value) {
            return narrow.front().isUnsignedInteger() ? value.zext(8) : value.sext(8);
          }));
  }
  if (auto convert = dyn_cast<stablehlo::ConvertOp>(op); convert && narrow.front()) {
    OpBuilder builder(op);
    TensorBuilder b(builder, op->getLoc());
    Value operand = convert.getOperand();
    bool fromFloat = isa<FloatType>(typeOf(operand).getElementType());
    auto integer = dyn_cast<IntegerType>(narrow.front());
    if (integer && fromFloat) {
      // Held to the range, as conversions to wider integers are; NaN gives 0.
      bool isUnsigned = integer.isUnsigned();
      unsigned width = integer.getWidth();
      double low = isUnsigned ? 0 : -std::ldexp(1.0, width - 1);
      double high = std::ldexp(1.0, isUnsigned ? width : width - 1) - 1;
      Value x = b.max(b.min(operand, b.splatLike(operand, high)), b.splatLike(operand, low));
      op->setOperand(0, x);
      narrow.front() = Type();
    } else if (!integer) {
      Type computed = typeOf(operand).getElementType();
      if (!computed.isF64())
        operand = b.convert(operand, builder.getF32Type());
      op->setOperand(0, roundTo(b, operand, cast<FloatType>(narrow.front())));
      narrow.front() = Type();
    }
  }
  if (auto integer = dyn_cast_or_null<IntegerType>(first))
    fixOperands(op, integer);
  for (Value result : op->getResults())
    result.setType(held(result.getType()));
  if (movesElements(op) || isCombiner(op))
    return success();
  for (auto [result, type] : llvm::zip(op->getResults(), narrow))
    if (type)
      fixResult(result, type, isa<stablehlo::ClzOp>(op) ? 8 - type.getIntOrFloatBitWidth() : 0);
  return success();
}

LogicalResult Widener::run(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(held(argument.getType()));
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      FunctionType type = function.getFunctionType();
      function.setType(FunctionType::get(op->getContext(),
                                         llvm::map_to_vector(type.getInputs(), held),
                                         llvm::map_to_vector(type.getResults(), held)));
    }
  }
  // Results of bodies before those of the ops that have them: a walk in that order.
  for (Operation *op : ops)
    if (failed(widen(op)))
      return failure();
  return success();
}

} // namespace

bool mentionsNarrowTypes(StringRef text) {
  return llvm::Regex("[<x](u?i[24]|f8E4M3FN|f8E5M2|f8E4M3|f8E3M4)[>,]").match(text);
}

LogicalResult widenNarrowTypes(ModuleOp module) {
  // Dialects with conversions of their own between widths are not read so.
  WalkResult foreign = module.walk([](Operation *op) {
    bool isRead =
        isa_and_present<BuiltinDialect, chlo::CHLODialect, dist::DistDialect, func::FuncDialect,
                        sdy::SdyDialect, stablehlo::StableHLODialect>(op->getDialect());
    return isRead ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (!foreign.wasInterrupted() && failed(Widener().run(module)))
    return failure();
  return verify(module);
}

} // namespace shardc
