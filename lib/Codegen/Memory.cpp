//===- Memory.cpp - elements in buffers -------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Loads, stores, and the difference between how an element lies in memory and
// how it is computed: i1 takes a byte, bf16 and f16 are computed in f32.
//
//===----------------------------------------------------------------------===//
#include "Emitter.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

Value Emitter::address(Value pointer, Type element, Value index) {
  Type i64 = builder.getI64Type();
  if (index.getType() != i64)
    index = make<arith::ExtSIOp>(i64, index);
  return make<LLVM::GEPOp>(pointer.getType(), storageType(element), pointer,
                           ArrayRef<LLVM::GEPArg>{index});
}

/// On CUDA devices a vector access must be aligned to its size. Vectors are used
/// there only when all buffers are; this looks at the index.
bool Emitter::isVectorAccess(Idx index) const { return !target.gpu || index.multiple % lanes == 0; }

Value Emitter::load(Value pointer, Type element, Idx index) {
  return loadElements(pointer, element, index, /*isMutable=*/false);
}

Value Emitter::loadMutable(Value pointer, Type element, Idx index) {
  return loadElements(pointer, element, index, /*isMutable=*/true);
}

Value Emitter::loadElements(Value pointer, Type element, Idx index, bool isMutable) {
  Type storage = storageType(element);
  unsigned bytes = storageBytes(element);
  auto loadFrom = [&](Type type, Value at, unsigned alignment) -> Value {
    Value from = address(pointer, element, at);
    if (isMutable)
      return LLVM::LoadOp::create(builder, loc, type, from, alignment);
    return make<LLVM::LoadOp>(type, from, alignment);
  };
  if (index.isUniform() || (index.laned && lanes == 1))
    return fromStorage(loadFrom(storage, index.value, bytes), element);
  if (index.laned && isVectorAccess(index)) {
    unsigned alignment = target.gpu ? bytes * lanes : bytes;
    return fromStorage(loadFrom(VectorType::get({int64_t(lanes)}, storage), index.value, alignment),
                       element);
  }
  index = idxVector(index);
  SmallVector<Value> values;
  for (unsigned number = 0; number < lanes; ++number)
    values.push_back(loadFrom(storage, lane(index.value, number), bytes));
  return fromStorage(fromLanes(values), element);
}

void Emitter::store(Value pointer, Type element, Idx index, Value value) {
  unsigned bytes = storageBytes(element);
  if (index.laned && lanes > 1 && isVectorAccess(index)) {
    Value raw = toStorage(splat(value), element);
    LLVM::StoreOp::create(builder, loc, raw, address(pointer, element, index.value),
                          target.gpu ? bytes * lanes : bytes);
    return;
  }
  if (index.isUniform() || lanes == 1) {
    LLVM::StoreOp::create(builder, loc, toStorage(value, element),
                          address(pointer, element, index.value), bytes);
    return;
  }
  index = idxVector(index);
  Value raw = toStorage(splat(value), element);
  for (unsigned number = 0; number < lanes; ++number)
    LLVM::StoreOp::create(builder, loc, lane(raw, number),
                          address(pointer, element, lane(index.value, number)), bytes);
}

Value Emitter::fromStorage(Value raw, Type element) {
  if (element.isInteger(1))
    return make<arith::CmpIOp>(arith::CmpIPredicate::ne, raw, constantInt(raw.getType(), 0));
  Type f32 = like(builder.getF32Type(), raw);
  if (element.isF16()) {
    Value half = make<arith::BitcastOp>(like(element, raw), raw);
    return make<arith::ExtFOp>(f32, half);
  }
  if (element.isBF16()) {
    Type i32 = like(builder.getI32Type(), raw);
    Value wide = make<arith::ExtUIOp>(i32, raw);
    Value high = make<arith::ShLIOp>(wide, constantInt(i32, 16));
    return make<arith::BitcastOp>(f32, high);
  }
  return raw;
}

/// The upper half of a float that holds a bf16, rounded to nearest even.
static Value roundedBits(Emitter &emitter, Value value) {
  Type i32 = emitter.like(emitter.builder.getI32Type(), value);
  Value bits = emitter.make<arith::BitcastOp>(i32, value);
  auto number = [&](int64_t constant) { return emitter.constantInt(i32, constant); };
  Value high = emitter.make<arith::ShRUIOp>(bits, number(16));
  Value odd = emitter.make<arith::AndIOp>(high, number(1));
  Value bias = emitter.make<arith::AddIOp>(odd, number(0x7fff));
  Value rounded = emitter.make<arith::AddIOp>(bits, bias);
  // Rounding must not carry a NaN into infinity: keep it, made quiet.
  Value isNaN = emitter.make<arith::CmpFOp>(arith::CmpFPredicate::UNO, value, value);
  Value quiet = emitter.make<arith::OrIOp>(bits, number(0x400000));
  return emitter.make<arith::SelectOp>(isNaN, quiet, rounded);
}

Value Emitter::toStorage(Value value, Type element) {
  Type storage = like(storageType(element), value);
  if (element.isInteger(1))
    return make<arith::ExtUIOp>(storage, value);
  if (element.isF16()) {
    Value half = make<arith::TruncFOp>(like(element, value), value);
    return make<arith::BitcastOp>(storage, half);
  }
  if (element.isBF16()) {
    Type i32 = like(builder.getI32Type(), value);
    Value bits = roundedBits(*this, value);
    return make<arith::TruncIOp>(storage, make<arith::ShRUIOp>(bits, constantInt(i32, 16)));
  }
  return value;
}

Value Emitter::roundTo(Value value, Type element) {
  if (element.isF16()) {
    Value half = make<arith::TruncFOp>(like(element, value), value);
    return make<arith::ExtFOp>(value.getType(), half);
  }
  if (element.isBF16()) {
    Type i32 = like(builder.getI32Type(), value);
    Value bits = roundedBits(*this, value);
    Value cut = make<arith::AndIOp>(bits, constantInt(i32, -65536));
    return make<arith::BitcastOp>(value.getType(), cut);
  }
  return value;
}
