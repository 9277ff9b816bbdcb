//===- BinaryOps.cpp - elementwise ops of several values --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Arithmetic, logic, comparison and choice, element by element.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc::reference;

//===----------------------------------------------------------------------===//
// What each op does to two numbers
//===----------------------------------------------------------------------===//

namespace {
uint64_t bits(int64_t x) { return static_cast<uint64_t>(x); }
int64_t number(uint64_t x) { return static_cast<int64_t>(x); }

struct Add {
  static double apply(double x, double y) { return x + y; }
  static int64_t apply(int64_t x, int64_t y, IntFormat f) {
    return f.width == 1 ? x | y : number(bits(x) + bits(y));
  }
};
struct Subtract {
  static double apply(double x, double y) { return x - y; }
  static int64_t apply(int64_t x, int64_t y, IntFormat) { return number(bits(x) - bits(y)); }
};
struct Multiply {
  static double apply(double x, double y) { return x * y; }
  static int64_t apply(int64_t x, int64_t y, IntFormat) { return number(bits(x) * bits(y)); }
};
// NaN wins; zeros are ordered by their signs.
struct Maximum {
  static double apply(double x, double y) {
    return x > y || std::isnan(x) || (x == y && std::signbit(y)) ? x : y;
  }
  static int64_t apply(int64_t x, int64_t y, IntFormat f) {
    return (f.isUnsigned ? bits(x) > bits(y) : x > y) ? x : y;
  }
};
struct Minimum {
  static double apply(double x, double y) {
    return x < y || std::isnan(x) || (x == y && std::signbit(x)) ? x : y;
  }
  static int64_t apply(int64_t x, int64_t y, IntFormat f) {
    return (f.isUnsigned ? bits(x) < bits(y) : x < y) ? x : y;
  }
};
// Division by zero gives all ones and leaves the dividend as remainder, as
// hardware without traps does.
struct Divide {
  static double apply(double x, double y) { return x / y; }
  static int64_t apply(int64_t x, int64_t y, IntFormat f) {
    if (y == 0)
      return -1;
    if (f.isUnsigned)
      return number(bits(x) / bits(y));
    return y == -1 ? number(-bits(x)) : x / y;
  }
};
struct Remainder {
  static double apply(double x, double y) { return std::fmod(x, y); }
  static int64_t apply(int64_t x, int64_t y, IntFormat f) {
    if (y == 0)
      return x;
    if (f.isUnsigned)
      return number(bits(x) % bits(y));
    return y == -1 ? 0 : x % y;
  }
};
struct Power {
  static double apply(double x, double y) { return std::pow(x, y); }
  static int64_t apply(int64_t x, int64_t y, IntFormat f) {
    if (!f.isUnsigned && y < 0) {
      // The reciprocal, rounded towards zero.
      if (x == 1 || x == -1)
        return y % 2 == 0 ? 1 : x;
      return 0;
    }
    uint64_t result = 1, base = bits(x);
    for (uint64_t exponent = bits(y); exponent; exponent >>= 1, base *= base)
      if (exponent & 1)
        result *= base;
    return number(result);
  }
};
struct Atan2 {
  static double apply(double x, double y) { return std::atan2(x, y); }
  static int64_t apply(int64_t x, int64_t, IntFormat) { return x; }
};
struct And {
  static double apply(double x, double) { return x; }
  static int64_t apply(int64_t x, int64_t y, IntFormat) { return x & y; }
};
struct Or {
  static double apply(double x, double) { return x; }
  static int64_t apply(int64_t x, int64_t y, IntFormat) { return x | y; }
};
struct Xor {
  static double apply(double x, double) { return x; }
  static int64_t apply(int64_t x, int64_t y, IntFormat) { return x ^ y; }
};
// Shifts by the width or more push everything out.
bool exceeds(int64_t shift, IntFormat f) { return bits(shift) >= f.width; }
struct ShiftLeft {
  static double apply(double x, double) { return x; }
  static int64_t apply(int64_t x, int64_t y, IntFormat f) {
    return exceeds(y, f) ? 0 : number(bits(x) << y);
  }
};
struct ShiftRightArithmetic {
  static double apply(double x, double) { return x; }
  static int64_t apply(int64_t x, int64_t y, IntFormat f) {
    // The sign bit of an unsigned type is its top bit.
    int64_t value = IntFormat{f.width, false}.wrap(x);
    return value >> (exceeds(y, f) ? 63 : y);
  }
};
struct ShiftRightLogical {
  static double apply(double x, double) { return x; }
  static int64_t apply(int64_t x, int64_t y, IntFormat f) {
    return exceeds(y, f) ? 0 : number(bits(IntFormat{f.width, true}.wrap(x)) >> y);
  }
};
} // namespace

/// Declares a binary op that does `Action`.
template <typename OpTy, typename Action>
static void addBinary(Registry &registry) {
  registry.add<OpTy>([](OpTy op, Evaluation &e) {
    Tensor x = e.take(0), y = e.take(1);
    RankedTensorType type = resultTypeFor(op, x.getShape());
    if (x.isFloat())
      return e.give(map<double, double>(std::move(x), std::move(y), type,
                                        [](double a, double b) { return Action::apply(a, b); }));
    IntFormat format = IntFormat::of(type.getElementType());
    return e.give(
        map<int64_t, int64_t>(std::move(x), std::move(y), type, [=](int64_t a, int64_t b) {
          return format.wrap(Action::apply(a, b, format));
        }));
  });
}

//===----------------------------------------------------------------------===//
// Comparison and choice
//===----------------------------------------------------------------------===//

template <typename T>
static Tensor compareAs(ComparisonDirection direction, Tensor x, Tensor y, RankedTensorType type,
                        T key) {
  using In = std::conditional_t<std::is_invocable_v<T, double>, double, int64_t>;
  auto with = [&](auto relation) {
    return map<int64_t, In>(std::move(x), std::move(y), type, [=](In a, In b) {
      return static_cast<int64_t>(relation(key(a), key(b)));
    });
  };
  switch (direction) {
  case ComparisonDirection::EQ:
    return with([](auto a, auto b) { return a == b; });
  case ComparisonDirection::NE:
    return with([](auto a, auto b) { return a != b; });
  case ComparisonDirection::GE:
    return with([](auto a, auto b) { return a >= b; });
  case ComparisonDirection::GT:
    return with([](auto a, auto b) { return a > b; });
  case ComparisonDirection::LE:
    return with([](auto a, auto b) { return a <= b; });
  case ComparisonDirection::LT:
    return with([](auto a, auto b) { return a < b; });
  }
  llvm_unreachable("all directions are handled");
}

namespace {
struct FloatKey {
  double operator()(double x) const { return x; }
};
/// Orders all floats, the negative ones from the greatest bits on.
struct TotalOrderKey {
  int64_t operator()(double x) const {
    int64_t value = llvm::bit_cast<int64_t>(x);
    return value < 0 ? value ^ INT64_MAX : value;
  }
};
/// Not a template parameter of double, so that it is not invocable with one.
struct SignedKey {
  int64_t operator()(int64_t x) const { return x; }
  int64_t operator()(double x) const = delete;
};
struct UnsignedKey {
  uint64_t operator()(int64_t x) const { return static_cast<uint64_t>(x); }
  uint64_t operator()(double x) const = delete;
};
} // namespace

static LogicalResult evaluateCompare(CompareOp op, Evaluation &e) {
  Tensor x = e.take(0), y = e.take(1);
  RankedTensorType type = resultTypeFor(op, x.getShape());
  ComparisonDirection direction = op.getComparisonDirection();
  if (x.isFloat()) {
    if (op.getCompareType() == ComparisonType::TOTALORDER)
      return e.give(compareAs(direction, x, y, type, TotalOrderKey()));
    return e.give(compareAs(direction, x, y, type, FloatKey()));
  }
  if (IntFormat::of(x.getElementType()).isUnsigned)
    return e.give(compareAs(direction, x, y, type, UnsignedKey()));
  return e.give(compareAs(direction, x, y, type, SignedKey()));
}

/// A scalar repeated to a shape; other tensors as they are.
static Tensor repeatedTo(Tensor x, ArrayRef<int64_t> shape) {
  if (x.getShape() == shape)
    return x;
  auto type = RankedTensorType::get(shape, x.getElementType());
  return x.isFloat() ? Tensor::splat(type, x.scalar()) : Tensor::splatInt(type, x.intAt(0));
}

static LogicalResult evaluateClamp(ClampOp op, Evaluation &e) {
  Tensor x = e.take(1);
  RankedTensorType type = x.getType();
  Tensor low = repeatedTo(e.take(0), type.getShape());
  Tensor high = repeatedTo(e.take(2), type.getShape());
  if (x.isFloat()) {
    x = map<double, double>(std::move(x), std::move(low), type,
                            [](double a, double b) { return Maximum::apply(a, b); });
    return e.give(map<double, double>(std::move(x), std::move(high), type,
                                      [](double a, double b) { return Minimum::apply(a, b); }));
  }
  IntFormat f = IntFormat::of(type.getElementType());
  x = map<int64_t, int64_t>(std::move(x), std::move(low), type,
                            [=](int64_t a, int64_t b) { return Maximum::apply(a, b, f); });
  return e.give(
      map<int64_t, int64_t>(std::move(x), std::move(high), type,
                            [=](int64_t a, int64_t b) { return Minimum::apply(a, b, f); }));
}

static LogicalResult evaluateSelect(SelectOp op, Evaluation &e) {
  Tensor chosen = e.take(0), onTrue = e.take(1), onFalse = e.take(2);
  if (chosen.getNumElements() == 1 && onTrue.getRank() != chosen.getRank())
    return e.give(chosen.intAt(0) ? onTrue : onFalse);
  Tensor result;
  withKind(onTrue, [&](auto *kind) {
    using T = std::remove_pointer_t<decltype(kind)>;
    ArrayRef<int64_t> predicate = chosen.get<int64_t>();
    // Only the elements that are not chosen are replaced.
    result = std::move(onFalse);
    T *out = result.getMutable<T>().data();
    const T *in = onTrue.get<T>().data();
    for (size_t i = 0; i < predicate.size(); ++i)
      out[i] = predicate[i] ? in[i] : out[i];
  });
  return e.give(result);
}

//===----------------------------------------------------------------------===//
// Direct loops for reductions
//===----------------------------------------------------------------------===//

template <typename Action>
static void combineWith(Tensor &into, int64_t intoOffset, const Tensor &from, int64_t fromOffset,
                        int64_t count) {
  if (into.isFloat()) {
    double *out = into.getMutable<double>().data() + intoOffset;
    const double *in = from.get<double>().data() + fromOffset;
    for (int64_t i = 0; i < count; ++i)
      out[i] = Action::apply(out[i], in[i]);
    return;
  }
  IntFormat format = IntFormat::of(into.getElementType());
  int64_t *out = into.getMutable<int64_t>().data() + intoOffset;
  const int64_t *in = from.get<int64_t>().data() + fromOffset;
  for (int64_t i = 0; i < count; ++i)
    out[i] = format.wrap(Action::apply(out[i], in[i], format));
}

bool shardc::reference::combineDirectly(Operation *combiner, Tensor &into, int64_t intoOffset,
                                        const Tensor &from, int64_t fromOffset, int64_t count) {
  auto run = [&](auto action) {
    combineWith<decltype(action)>(into, intoOffset, from, fromOffset, count);
    return true;
  };
  if (isa<AddOp>(combiner))
    return run(Add());
  if (isa<MulOp>(combiner))
    return run(Multiply());
  if (isa<MaxOp>(combiner))
    return run(Maximum());
  if (isa<MinOp>(combiner))
    return run(Minimum());
  if (isa<AndOp>(combiner))
    return run(And());
  if (isa<OrOp>(combiner))
    return run(Or());
  return false;
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void shardc::reference::addBinaryOps(Registry &registry) {
  addBinary<AddOp, Add>(registry);
  addBinary<SubtractOp, Subtract>(registry);
  addBinary<MulOp, Multiply>(registry);
  addBinary<DivOp, Divide>(registry);
  addBinary<MaxOp, Maximum>(registry);
  addBinary<MinOp, Minimum>(registry);
  addBinary<RemOp, Remainder>(registry);
  addBinary<PowOp, Power>(registry);
  addBinary<Atan2Op, Atan2>(registry);
  addBinary<AndOp, And>(registry);
  addBinary<OrOp, Or>(registry);
  addBinary<XorOp, Xor>(registry);
  addBinary<ShiftLeftOp, ShiftLeft>(registry);
  addBinary<ShiftRightArithmeticOp, ShiftRightArithmetic>(registry);
  addBinary<ShiftRightLogicalOp, ShiftRightLogical>(registry);
  registry.add<CompareOp>(evaluateCompare);
  registry.add<ClampOp>(evaluateClamp);
  registry.add<SelectOp>(evaluateSelect);
}
