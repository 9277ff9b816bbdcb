//===- RandomWords.h - counter-based random numbers -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Generators whose numbers are a function of a counter and a key (Salmon, Moraes,
// Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011): as tensor
// arithmetic, and for one counter.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_OPMODELS_RANDOMWORDS_H
#define SHARDC_OPMODELS_RANDOMWORDS_H

#include "shardc/OpModels/TensorBuilder.h"
#include <array>

namespace shardc {

using Words2 = std::array<mlir::Value, 2>;
using Words4 = std::array<mlir::Value, 4>;

/// Arithmetic of unsigned words; all tensors of one shape. Words are of ui32 (`word`)
/// or ui64 (`wide`).
class WordBuilder {
public:
  using Value = mlir::Value;

  WordBuilder(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<int64_t> shape);

  /// A number everywhere, of `type` or of ui32.
  Value constant(uint64_t value, mlir::Type type);
  Value constant(uint32_t value) { return constant(value, word); }
  /// A scalar repeated.
  Value spread(Value scalar) { return b.broadcastScalar(scalar, shape); }

  Value add(Value a, Value c) { return b.add(a, c); }
  Value exclusiveOr(Value a, Value c);
  /// Shifts by a constant number of bits, zeros coming in.
  Value shiftLeft(Value a, uint64_t bits);
  Value shiftRight(Value a, uint64_t bits);
  /// Rotation of a word of 32 bits.
  Value rotateLeft(Value a, uint64_t bits);
  /// The lower and the upper ui32 of a ui64.
  Value low(Value a) { return b.convert(a, word); }
  Value high(Value a) { return low(shiftRight(a, 32)); }
  /// Two ui32 as one ui64.
  Value join(Value lowWord, Value highWord);

  /// The four words of a counter's block: Philox4x32-10.
  Words4 philox(Words4 counter, Words2 key);
  /// The two words of a counter's block: Threefry2x32-20.
  Words2 threefry(Words2 x, Words2 key);

  /// The row-major index (ui64) of each element of a shape whose dimension `split` is
  /// halved, rounded up; -1 for none.
  Value linearIndex(int64_t split = -1);
  /// The row-major index (ui64) in a tensor of shape `whole` of each element of a block
  /// whose first element has the indices `starts` there: scalars of integers, one a
  /// dimension, or several for each, which add up.
  Value indexWithin(llvm::ArrayRef<int64_t> whole, mlir::ValueRange starts);

  TensorBuilder b;
  llvm::SmallVector<int64_t> shape;
  mlir::Type word, wide;

private:
  Value sameAs(Value a, uint64_t value) { return constant(value, typeOf(a).getElementType()); }
};

/// On ops that only serve the draw of a mask, the mask included: cheaper made again than
/// kept in memory.
inline constexpr llvm::StringLiteral drawAttrName = "dist.draw";

/// The block of one counter: Philox4x32-10.
inline std::array<uint32_t, 4> philoxBlock(std::array<uint32_t, 4> counter,
                                           std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t product0 = 0xD2511F53ull * counter[0], product1 = 0xCD9E8D57ull * counter[2];
    counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(product1),
               static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(product0)};
    key = {key[0] + 0x9E3779B9u, key[1] + 0xBB67AE85u};
  }
  return counter;
}

/// Words below this number stand for elements that dropout keeps: (1 - rate) 2^32,
/// rounded down; 2^32 where all are kept.
inline uint64_t keptBelow(double rate) { return static_cast<uint64_t>((1.0 - rate) * 0x1p32); }

} // namespace shardc

#endif // SHARDC_OPMODELS_RANDOMWORDS_H
