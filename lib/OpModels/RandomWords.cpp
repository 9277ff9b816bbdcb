//===- RandomWords.cpp - counter-based random numbers -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "shardc/OpModels/RandomWords.h"

using namespace mlir;
using namespace shardc;

WordBuilder::WordBuilder(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape)
    : b(builder, loc), shape(shape), word(builder.getIntegerType(32, false)),
      wide(builder.getIntegerType(64, false)) {}

Value WordBuilder::constant(uint64_t value, Type type) {
  auto scalar = RankedTensorType::get({}, type);
  Value constant = stablehlo::ConstantOp::create(
      b.getBuilder(), b.getLoc(),
      DenseElementsAttr::get(scalar, APInt(type.getIntOrFloatBitWidth(), value, false, true)));
  return b.broadcastScalar(constant, shape);
}

Value WordBuilder::exclusiveOr(Value a, Value c) {
  return stablehlo::XorOp::create(b.getBuilder(), b.getLoc(), a, c);
}

Value WordBuilder::shiftLeft(Value a, uint64_t bits) {
  return stablehlo::ShiftLeftOp::create(b.getBuilder(), b.getLoc(), a, sameAs(a, bits));
}

Value WordBuilder::shiftRight(Value a, uint64_t bits) {
  return stablehlo::ShiftRightLogicalOp::create(b.getBuilder(), b.getLoc(), a, sameAs(a, bits));
}

Value WordBuilder::rotateLeft(Value a, uint64_t bits) {
  return stablehlo::OrOp::create(b.getBuilder(), b.getLoc(), shiftLeft(a, bits),
                                 shiftRight(a, 32 - bits));
}

Value WordBuilder::join(Value lowWord, Value highWord) {
  return stablehlo::OrOp::create(b.getBuilder(), b.getLoc(), b.convert(lowWord, wide),
                                 shiftLeft(b.convert(highWord, wide), 32));
}

Words4 WordBuilder::philox(Words4 counter, Words2 key) {
  Value multiplier0 = constant(0xD2511F53, wide), multiplier1 = constant(0xCD9E8D57, wide);
  Value weyl0 = constant(0x9E3779B9u), weyl1 = constant(0xBB67AE85u);
  for (int round = 0; round < 10; ++round) {
    Value product0 = b.mul(multiplier0, b.convert(counter[0], wide));
    Value product1 = b.mul(multiplier1, b.convert(counter[2], wide));
    counter = {exclusiveOr(exclusiveOr(high(product1), counter[1]), key[0]), low(product1),
               exclusiveOr(exclusiveOr(high(product0), counter[3]), key[1]), low(product0)};
    key = {add(key[0], weyl0), add(key[1], weyl1)};
  }
  return counter;
}

Words2 WordBuilder::threefry(Words2 x, Words2 key) {
  static constexpr unsigned rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  Value parity = exclusiveOr(exclusiveOr(key[0], key[1]), constant(0x1BD11BDAu));
  std::array<Value, 3> keys = {key[0], key[1], parity};
  x = {add(x[0], keys[0]), add(x[1], keys[1])};
  for (unsigned group = 0; group < 5; ++group) {
    for (unsigned bits : rotations[group % 2]) {
      x[0] = add(x[0], x[1]);
      x[1] = exclusiveOr(rotateLeft(x[1], bits), x[0]);
    }
    x[0] = add(x[0], keys[(group + 1) % 3]);
    x[1] = add(add(x[1], keys[(group + 2) % 3]), constant(group + 1));
  }
  return x;
}

Value WordBuilder::linearIndex(int64_t split) {
  Value index = constant(0, wide);
  int64_t stride = 1;
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    Value place = b.iota(RankedTensorType::get(shape, wide), dim);
    bool isSplit = dim == split;
    if (isSplit)
      place = shiftRight(place, 1);
    index = add(index, b.mul(place, constant(stride, wide)));
    stride *= isSplit ? (shape[dim] + 1) / 2 : shape[dim];
  }
  return index;
}

Value WordBuilder::indexWithin(ArrayRef<int64_t> whole, ValueRange starts) {
  int64_t rank = shape.size(), stride = 1;
  Value index, first;
  auto plus = [&](Value &sum, Value term) { sum = sum ? b.add(sum, term) : term; };
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    Value place = b.iota(RankedTensorType::get(shape, wide), dim);
    plus(index, stride == 1 ? place : b.mul(place, constant(stride, wide)));
    for (size_t i = dim; i < starts.size(); i += rank) {
      Value start = b.convert(starts[i], wide);
      auto times =
          DenseElementsAttr::get(RankedTensorType::get({}, wide), APInt(64, stride, false, true));
      plus(first, stride == 1 ? start
                              : b.mul(start, stablehlo::ConstantOp::create(b.getBuilder(),
                                                                           b.getLoc(), times)));
    }
    stride *= whole[dim];
  }
  if (!index)
    index = constant(0, wide);
  return first ? b.add(index, spread(first)) : index;
}
