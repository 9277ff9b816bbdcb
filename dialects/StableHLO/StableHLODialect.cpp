//===- StableHLODialect.cpp - registration, constants ------------*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Registers the ops and attributes of the subset, folds constants to
// themselves, and defines the few builders that ODS does not write.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOAssembly.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stablehlo;

#include "dialects/StableHLO/StableHLODialect.cpp.inc"
#include "dialects/StableHLO/StableHLOEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/StableHLO/StableHLOAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/StableHLO/StableHLOOps.cpp.inc"

void StableHLODialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/StableHLO/StableHLOAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/StableHLO/StableHLOOps.cpp.inc"
      >();
}

Operation *StableHLODialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                                 Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}

//===----------------------------------------------------------------------===//
// ConstantOp, ReturnOp, CustomCallOp
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void CustomCallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

void ReduceOp::build(OpBuilder &builder, OperationState &state, ValueRange inputs,
                     ValueRange initValues, ArrayRef<int64_t> dimensions) {
  SmallVector<Type> results;
  for (Value input : inputs) {
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<int64_t> shape;
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      if (!llvm::is_contained(dimensions, dim))
        shape.push_back(size);
    results.push_back(type.clone(shape));
  }
  build(builder, state, results, inputs, initValues, dimensions);
}

void ReduceOp::fillBody(OperationName combine) {
  Type scalar =
      RankedTensorType::get({}, cast<ShapedType>(getResult(0).getType()).getElementType());
  Block &block = getBody().emplaceBlock();
  block.addArguments({scalar, scalar}, {getLoc(), getLoc()});
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  Operation *op = builder.create(getLoc(), combine.getIdentifier(), block.getArguments(), scalar);
  ReturnOp::create(builder, getLoc(), op->getResults());
}

Operation *ReduceOp::getCombiner() {
  if (!getBody().hasOneBlock())
    return nullptr;
  Block &block = getBody().front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2))
    return nullptr;
  Operation &combine = block.front();
  auto end = dyn_cast<ReturnOp>(block.back());
  bool plain = end && combine.hasTrait<OpTrait::IsCommutative>() &&
               isa<StableHLODialect>(combine.getDialect()) && combine.getNumOperands() == 2 &&
               combine.getOperand(0) == block.getArgument(0) &&
               combine.getOperand(1) == block.getArgument(1) &&
               end.getResults() == combine.getResults();
  return plain ? &combine : nullptr;
}
