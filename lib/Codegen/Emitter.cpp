//===- Emitter.cpp - placement of generated code ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every op the emitter makes is folded, made once, and placed in the outermost
// loop where its operands exist: loop-invariant code is never generated inside
// a loop, loads included (a kernel's operands do not change while it runs).
//
//===----------------------------------------------------------------------===//
#include "Emitter.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

Type codegen::computeType(Type element) {
  if (element.isBF16() || element.isF16())
    return Float32Type::get(element.getContext());
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

Type codegen::storageType(Type element) {
  if (element.isBF16() || element.isF16())
    return IntegerType::get(element.getContext(), 16);
  if (element.isInteger(1))
    return IntegerType::get(element.getContext(), 8);
  return computeType(element);
}

int64_t codegen::storageBytes(Type element) {
  return storageType(element).getIntOrFloatBitWidth() / 8;
}

bool Idx::isVector() const { return isa<VectorType>(value.getType()); }

Emitter::Emitter(OpBuilder &builder, Location loc, TargetTraits target)
    : builder(builder), loc(loc), target(target) {
  levels.emplace_back();
  levels.back().block = builder.getInsertionBlock();
  blockLevels[levels.back().block] = 0;
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

unsigned Emitter::levelOf(Value value) {
  auto it = blockLevels.find(value.getParentBlock());
  return it == blockLevels.end() ? 0 : it->second;
}

Value Emitter::place(Operation *op) {
  SmallVector<Attribute> constants;
  for (Value operand : op->getOperands()) {
    Attribute constant;
    matchPattern(operand, m_Constant(&constant));
    constants.push_back(constant);
  }
  SmallVector<OpFoldResult> folded;
  if (succeeded(op->fold(constants, folded)) && folded.size() == 1) {
    if (auto value = dyn_cast<Value>(folded.front())) {
      op->erase();
      return value;
    }
    // Constants fold to themselves, poison to nothing that arith can hold.
    auto attr = dyn_cast<TypedAttr>(cast<Attribute>(folded.front()));
    if (attr && !isa<arith::ConstantOp>(op)) {
      Type type = op->getResult(0).getType();
      op->erase();
      return make<arith::ConstantOp>(type, attr);
    }
  }
  unsigned level = 0;
  for (Value operand : op->getOperands())
    level = std::max(level, levelOf(operand));

  unsigned hash = OperationEquivalence::computeHash(op, OperationEquivalence::directHashValue,
                                                    OperationEquivalence::ignoreHashValue,
                                                    OperationEquivalence::IgnoreLocations);
  auto &candidates = levels[level].made[hash];
  for (Operation *made : candidates)
    if (OperationEquivalence::isEquivalentTo(made, op, OperationEquivalence::exactValueMatch,
                                             nullptr, OperationEquivalence::IgnoreLocations)) {
      op->erase();
      return made->getResult(0);
    }
  candidates.push_back(op);
  if (level + 1 < levels.size())
    levels[level].block->getOperations().insert(mlir::Block::iterator(levels[level + 1].op), op);
  else
    builder.insert(op);
  return op->getResult(0);
}

void Emitter::openLevel(Operation *op, mlir::Block *block) {
  levels.emplace_back();
  levels.back().op = op;
  levels.back().block = block;
  blockLevels[block] = levels.size() - 1;
  if (!block->empty() && block->back().hasTrait<OpTrait::IsTerminator>())
    builder.setInsertionPoint(&block->back());
  else
    builder.setInsertionPointToEnd(block);
}

void Emitter::closeLevel() {
  builder.setInsertionPointAfter(levels.back().op);
  blockLevels.erase(levels.back().block);
  levels.pop_back();
}

Value Emitter::beginLoop(Value lower, Value upper, Value step, ValueRange init) {
  auto loop = scf::ForOp::create(builder, loc, lower, upper, step, init);
  openLevel(loop, loop.getBody());
  return loop.getInductionVar();
}

mlir::Block::BlockArgListType Emitter::loopArgs() {
  return cast<scf::ForOp>(levels.back().op).getRegionIterArgs();
}

ResultRange Emitter::endLoop(ValueRange yields) {
  auto loop = cast<scf::ForOp>(levels.back().op);
  if (!yields.empty())
    scf::YieldOp::create(builder, loc, yields);
  closeLevel();
  return loop.getResults();
}

void Emitter::beginRegion(Operation *op, mlir::Block *block) { openLevel(op, block); }
void Emitter::endRegion() { closeLevel(); }

//===----------------------------------------------------------------------===//
// Constants and lanes
//===----------------------------------------------------------------------===//

Type Emitter::indexType() { return builder.getIntegerType(target.indexBits); }

Value Emitter::constant(Type type, double value) {
  Type scalar = getElementTypeOrSelf(type);
  TypedAttr attr = builder.getFloatAttr(scalar, value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return make<arith::ConstantOp>(type, attr);
}

Value Emitter::constantInt(Type type, int64_t value) {
  Type scalar = getElementTypeOrSelf(type);
  APInt bits(64, value, /*isSigned=*/true);
  TypedAttr attr = builder.getIntegerAttr(scalar, bits.sextOrTrunc(scalar.getIntOrFloatBitWidth()));
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return make<arith::ConstantOp>(type, attr);
}

Type Emitter::like(Type scalar, Value shape) {
  if (auto vector = dyn_cast<VectorType>(shape.getType()))
    return vector.clone(scalar);
  return scalar;
}

Value Emitter::splat(Value value) {
  if (lanes == 1 || isa<VectorType>(value.getType()))
    return value;
  auto type = VectorType::get({int64_t(lanes)}, value.getType());
  TypedAttr attr;
  if (matchPattern(value, m_Constant(&attr)))
    return make<arith::ConstantOp>(type,
                                   cast<TypedAttr>(DenseElementsAttr::get(type, Attribute(attr))));
  Value poison = make<LLVM::PoisonOp>(type);
  Value zero = constantInt(builder.getI32Type(), 0);
  Value first = make<LLVM::InsertElementOp>(type, poison, value, zero);
  SmallVector<int32_t> mask(lanes, 0);
  return make<LLVM::ShuffleVectorOp>(first, poison, ArrayRef<int32_t>(mask));
}

void Emitter::unify(MutableArrayRef<Value> values) {
  if (llvm::none_of(values, [](Value v) { return isa<VectorType>(v.getType()); }))
    return;
  for (Value &value : values)
    value = splat(value);
}

Value Emitter::lane(Value vector, int64_t index) {
  if (!isa<VectorType>(vector.getType()))
    return vector;
  return make<LLVM::ExtractElementOp>(vector, constantInt(builder.getI32Type(), index));
}

Value Emitter::fromLanes(ArrayRef<Value> values) {
  if (values.size() == 1)
    return values.front();
  auto type = VectorType::get({int64_t(values.size())}, values.front().getType());
  Value vector = make<LLVM::PoisonOp>(type);
  for (auto [index, value] : llvm::enumerate(values))
    vector =
        make<LLVM::InsertElementOp>(type, vector, value, constantInt(builder.getI32Type(), index));
  return vector;
}

Value Emitter::perLane(ArrayRef<Value> args, function_ref<Value(ArrayRef<Value>)> function) {
  if (llvm::none_of(args, [](Value v) { return isa<VectorType>(v.getType()); }))
    return function(args);
  SmallVector<Value> results;
  for (unsigned index = 0; index < lanes; ++index) {
    SmallVector<Value> scalars;
    for (Value arg : args)
      scalars.push_back(lane(arg, index));
    results.push_back(function(scalars));
  }
  return fromLanes(results);
}
