//===- RandomBits.cpp - random numbers as arithmetic ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every element of a random tensor becomes a function of its global index and of
// the state: the generators are counter-based, so the numbers are the same under
// any sharding and under recomputation. `rng_bit_generator` gives the very bits
// that XLA gives: Philox4x32-10 and Threefry2x32-20.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/OpModels/RandomWords.h"

using namespace mlir;

namespace shardc {
namespace {

/// One element of a state of two or three.
Value stateWord(TensorBuilder &b, Value state, int64_t index) {
  return b.reshape(b.sliceDim(state, 0, index, index + 1), {});
}

/// The dimension whose elements are pairs of a Threefry block: the first even one, else
/// the longest.
int64_t pairedDim(ArrayRef<int64_t> shape) {
  int64_t longest = 0;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (size % 2 == 0)
      return dim;
    if (size > shape[longest])
      longest = dim;
  }
  return longest;
}

LogicalResult expandBitGenerator(stablehlo::RngBitGeneratorOp op) {
  OpBuilder builder(op);
  RankedTensorType type = op.getOutput().getType();
  Type element = type.getElementType();
  Value state = op.getInitialState();
  RankedTensorType stateType = typeOf(state);
  unsigned width = element.getIntOrFloatBitWidth();
  bool isPhilox = op.getRngAlgorithm() != stablehlo::RngAlgorithm::THREE_FRY;
  if (!isa<IntegerType>(element) || stateType.getRank() != 1 || stateType.getDimSize(0) < 2 ||
      !stateType.getElementType().isUnsignedInteger(64))
    return op.emitOpError() << "draws " << type << " from a state of type " << stateType
                            << "; integers from two or three elements of ui64 are supported";

  WordBuilder w(builder, op.getLoc(), type.getShape());
  bool isWide = width == 64;
  int64_t count = type.getNumElements(), blocks;
  Value bits;
  Value key = stateWord(w.b, state, 0), start = stateWord(w.b, state, 1);
  Words2 keys = {w.low(w.spread(key)), w.high(w.spread(key))};
  auto isOdd = [&](Value places) {
    Value one = w.constant(1, w.wide);
    Value bit = stablehlo::AndOp::create(builder, op.getLoc(), places, one);
    return w.b.compare(stablehlo::ComparisonDirection::EQ, bit, one);
  };
  if (isPhilox) {
    // A block makes four words, or two pairs of words.
    Value index = w.linearIndex();
    unsigned shift = isWide ? 1 : 2;
    blocks = llvm::divideCeil(count, int64_t(1) << shift);
    Value counter = w.add(w.spread(start), w.shiftRight(index, shift));
    Words4 block = {w.low(counter), w.high(counter), keys[0], keys[1]};
    if (stateType.getDimSize(0) == 3) {
      Value upper = w.spread(stateWord(w.b, state, 2));
      block = {block[0], block[1], w.low(upper), w.high(upper)};
    }
    Words4 words = w.philox(block, keys);
    if (isWide) {
      bits = w.b.select(isOdd(index), w.join(words[2], words[3]), w.join(words[0], words[1]));
    } else {
      Value first = w.b.select(isOdd(index), words[1], words[0]);
      Value second = w.b.select(isOdd(index), words[3], words[2]);
      bits = w.b.select(isOdd(w.shiftRight(index, 1)), second, first);
    }
  } else {
    int64_t split = isWide || type.getRank() == 0 ? -1 : pairedDim(type.getShape());
    Value counter = w.add(w.spread(start), w.linearIndex(split));
    Words2 words = w.threefry({w.low(counter), w.high(counter)}, keys);
    blocks = count;
    if (split >= 0)
      blocks = count / type.getDimSize(split) * ((type.getDimSize(split) + 1) / 2);
    if (isWide) {
      bits = w.join(words[0], words[1]);
    } else if (split < 0) {
      bits = words[0];
    } else {
      Value places = w.b.iota(type.clone(w.wide), split);
      bits = w.b.select(isOdd(places), words[1], words[0]);
    }
  }
  op.getOutput().replaceAllUsesWith(w.b.convert(bits, element));

  // The next draw begins behind this one.
  WordBuilder scalar(builder, op.getLoc(), {});
  Value next = scalar.add(start, scalar.constant(blocks, scalar.wide));
  SmallVector<Value> parts = {w.b.reshape(key, {1}), w.b.reshape(next, {1})};
  if (stateType.getDimSize(0) == 3)
    parts.push_back(w.b.sliceDim(state, 0, 2, 3));
  op.getOutputState().replaceAllUsesWith(w.b.concatenate(parts, 0));
  op.erase();
  return success();
}

/// Uniform numbers in [0, 1) of `element`, of which f32 holds all bits that are drawn;
/// f64 gets 53.
Value unitInterval(WordBuilder &w, Value lowWord, Value highWord, Type element) {
  TensorBuilder &b = w.b;
  if (element.isF64()) {
    Value bits = w.shiftRight(w.join(lowWord, highWord), 11);
    return b.mul(b.convert(bits, element), 0x1p-53);
  }
  Value bits = w.shiftRight(lowWord, 8);
  return b.mul(b.convert(bits, b.getBuilder().getF32Type()), 0x1p-24);
}

/// `rng` draws from a generator whose state a program doesn't see: here from Philox, keyed
/// by the number of the op in the program.
LogicalResult expandRng(stablehlo::RngOp op, uint64_t number) {
  OpBuilder builder(op);
  RankedTensorType type = op.getType();
  Type element = type.getElementType();
  WordBuilder w(builder, op.getLoc(), type.getShape());
  TensorBuilder &b = w.b;
  Value index = w.linearIndex();
  Words4 counter = {w.low(index), w.high(index), w.constant(uint32_t(number)),
                    w.constant(uint32_t(number >> 32))};
  Words4 words = w.philox(counter, {w.constant(0u), w.constant(0u)});
  Value low = w.spread(op.getA()), high = w.spread(op.getB()), result;
  if (!isa<FloatType>(element)) {
    // The high half of a product spreads the bits over the range.
    Value range = b.convert(b.sub(high, low), w.word);
    Value product = b.mul(b.convert(words[0], w.wide), b.convert(range, w.wide));
    result = b.add(low, b.convert(w.high(product), element));
  } else if (op.getRngDistribution() == stablehlo::RngDistribution::UNIFORM) {
    Value unit = b.convert(unitInterval(w, words[0], words[1], element), element);
    result = b.add(low, b.mul(unit, b.sub(high, low)));
  } else {
    // Box and Muller. 1 - u lies in (0, 1], where the logarithm is finite.
    Value first = b.sub(1.0, unitInterval(w, words[0], words[1], element));
    Value second = unitInterval(w, words[2], words[3], element);
    Value radius = b.sqrt(b.mul(b.log(first), -2.0));
    Value normal = b.mul(radius, b.cosine(b.mul(second, 6.283185307179586476925286766559)));
    result = b.add(low, b.mul(b.convert(normal, element), high));
  }
  emitRemark(op.getLoc(), RemarkCategory::Import)
      << "random numbers of an unseen state are drawn from Philox, keyed by the number of the op, "
      << number
      << ", and the same in every step; pass a key and use 'rng_bit_generator' for others";
  op.replaceAllUsesWith(result);
  op.erase();
  return success();
}

} // namespace

LogicalResult expandRandomBits(func::FuncOp main) {
  SmallVector<Operation *> ops;
  main.walk([&](Operation *op) {
    if (isa<stablehlo::RngOp, stablehlo::RngBitGeneratorOp>(op))
      ops.push_back(op);
  });
  uint64_t number = 0;
  for (Operation *op : ops) {
    if (auto generator = dyn_cast<stablehlo::RngBitGeneratorOp>(op)) {
      if (failed(expandBitGenerator(generator)))
        return failure();
    } else if (failed(expandRng(cast<stablehlo::RngOp>(op), number++))) {
      return failure();
    }
  }
  return success();
}

} // namespace shardc
