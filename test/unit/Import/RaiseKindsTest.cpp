//===- RaiseKindsTest.cpp - norms, activations, losses ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random spellings of what is raised beside attention, and of what is almost that:
// the first are raised, the second stay, and all compute the same.
//
//===----------------------------------------------------------------------===//
#include "RaiseTest.h"
#include "RaiseWriter.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

using Value = Writer::Value;

/// Runs 100 random programs; `make` gives the op that must be there, or "".
class RaiseRandomTest : public RaiseTest {
protected:
  using Make = std::function<std::string(Writer &w, std::string &op)>;

  void check(const Make &make, double tolerance = 1e-9) {
    uint64_t first = std::random_device()();
    RecordProperty("seed", std::to_string(first));
    unsigned raisedCount = 0;
    for (uint64_t seed = first; seed < first + 100; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      Writer w(seed);
      std::string op, text = make(w, op);
      std::string roles = allInputs(text);
      OwningOpRef<ModuleOp> plain = import(text, "off", roles), raised = import(text, "on", roles);
      ASSERT_TRUE(plain && raised);
      unsigned composites = 0;
      raised->walk([&](Operation *each) {
        StringRef name = each->getName().getStringRef();
        composites += name.starts_with("nn.");
        if (name.starts_with("nn."))
          EXPECT_EQ(name, op) << text;
      });
      EXPECT_EQ(composites, op.empty() ? 0u : 1u) << text;
      raisedCount += composites;
      ASSERT_LE(difference(*plain, *raised, seed, 6), tolerance) << text;
    }
    EXPECT_GT(raisedCount, 20u);
    EXPECT_LT(raisedCount, 100u);
  }
};

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

std::string randomNorm(Writer &w, std::string &op) {
  std::vector<int64_t> shape = {2, 3, 4};
  Value x = w.argument(shape);
  bool isCentred = w.chance(0.5), isRight = true;
  int64_t dim = 2;
  if (w.chance(0.1))
    dim = 1, isRight = false;
  std::vector<int64_t> rows = shape;
  rows.erase(rows.begin() + dim);
  auto mean = [&](const Value &value, bool exact = true) {
    Value sum = w.reduce("add", "0.000000e+00", value, dim);
    int64_t count = shape[dim] - (exact ? 0 : 1);
    return w.chance(0.5) ? w.binary("divide", sum, w.splat(std::to_string(count) + ".0", rows))
                         : w.binary("multiply", sum,
                                    w.splat(count == 4   ? "0.25"
                                            : count == 3 ? "0.333333343"
                                                         : "0.5",
                                            rows));
  };
  auto square = [&](const Value &value) {
    return w.chance(0.7) ? w.binary("multiply", value, value)
                         : w.binary("power", value, w.splat("2.0", value.shape));
  };
  Value centred = x;
  Value average;
  if (isCentred) {
    average = mean(x);
    centred = w.binary("subtract", x, w.along(average, x, dim));
  }
  Value variance;
  bool unbiased = w.chance(0.1);
  isRight &= !unbiased;
  if (isCentred && !unbiased && w.chance(0.4)) {
    variance = w.binary("subtract", mean(square(x)), square(average));
    if (w.chance(0.5))
      variance = w.binary("maximum", w.splat("0.0", rows), variance);
  } else {
    // Perhaps the difference is computed again.
    Value again =
        isCentred && w.chance(0.3) ? w.binary("subtract", x, w.along(mean(x), x, dim)) : centred;
    variance = mean(square(again), !unbiased);
  }
  Value scale;
  if (w.chance(0.1)) { // eps outside of the root
    scale = w.binary("add", w.unary("sqrt", variance), w.splat("1.0e-3", rows));
    scale = w.binary("divide", w.splat("1.0", rows), scale);
    isRight = false;
  } else {
    Value shifted = w.binary("add", variance, w.splat("1.0e-3", rows));
    scale = w.chance(0.6) ? w.unary("rsqrt", shifted)
                          : w.binary("divide", w.splat("1.0", rows), w.unary("sqrt", shifted));
  }
  Value wide = w.along(scale, x, dim), y = centred;
  bool hasWeight = w.chance(0.8);
  Value weight;
  if (hasWeight)
    weight = w.broadcast(w.argument({shape[dim]}), shape, {dim});
  if (hasWeight && w.chance(0.4)) {
    y = w.binary("multiply", y, w.binary("multiply", wide, weight));
  } else {
    y = w.binary("multiply", w.chance(0.5) ? y : y, wide);
    if (hasWeight)
      y = w.chance(0.5) ? w.binary("multiply", weight, y) : w.binary("multiply", y, weight);
  }
  if (isCentred && w.chance(0.7))
    y = w.binary("add", y, w.broadcast(w.argument({shape[dim]}), shape, {dim}));
  if (w.chance(0.1)) { // somebody needs the inverse root
    y = w.binary("add", y, w.unary("negate", wide));
    isRight = false;
  }
  op = !isRight ? "" : isCentred ? "nn.layer_norm" : "nn.rms_norm";
  return w.finish(y);
}

TEST_F(RaiseRandomTest, Norms) { check(randomNorm); }

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

std::string randomActivation(Writer &w, std::string &op) {
  std::vector<int64_t> shape = {3, 40};
  Value x = w.argument(shape);
  auto c = [&](const char *number) { return w.splat(number, shape); };
  auto mul = [&](const Value &a, const Value &b) {
    return w.chance(0.5) ? w.binary("multiply", a, b) : w.binary("multiply", b, a);
  };
  auto add = [&](const Value &a, const Value &b) {
    return w.chance(0.5) ? w.binary("add", a, b) : w.binary("add", b, a);
  };
  Value y;
  switch (w.pick(4)) {
  case 0: { // gelu by tanh
    bool isRight = w.chance(0.8);
    Value cube = w.chance(0.5) ? mul(mul(x, x), x) : w.binary("power", x, c("3.0"));
    Value inner = mul(c("0.7978845608"), add(x, mul(c(isRight ? "0.044715" : "0.045"), cube)));
    Value t = add(c("1.0"), w.unary("tanh", inner));
    y = w.chance(0.5) ? mul(mul(c("0.5"), x), t) : mul(x, mul(c("0.5"), t));
    op = isRight ? "nn.gelu" : "";
    break;
  }
  case 1: { // gelu by erf
    bool isRight = w.chance(0.8);
    Value inner = w.chance(0.5) ? w.binary("divide", x, c(isRight ? "1.41421356237" : "1.4"))
                                : mul(x, c(isRight ? "0.70710678118" : "0.7"));
    Value e = w.define(shape, "chlo.erf " + inner.name + " : " + Writer::type(x) + " -> " +
                                  Writer::type(x));
    y = mul(mul(x, c("0.5")), add(e, c("1.0")));
    op = isRight ? "nn.gelu" : "";
    break;
  }
  case 2: { // silu
    Value s = w.chance(0.5) ? w.unary("logistic", x)
                            : w.binary("divide", c("1.0"),
                                       add(c("1.0"), w.unary("exponential", w.unary("negate", x))));
    y = mul(x, s);
    op = "nn.silu";
    break;
  }
  default: { // x * logistic(1.702 x) is neither
    y = mul(x, w.unary("logistic", mul(x, c("1.702"))));
    op = "";
  }
  }
  return w.finish(y);
}

TEST_F(RaiseRandomTest, Activations) { check(randomActivation, 1e-6); }

//===----------------------------------------------------------------------===//
// Softmax and cross entropy
//===----------------------------------------------------------------------===//

std::string randomSoftmax(Writer &w, std::string &op) {
  std::vector<int64_t> shape = {2, 3, 4};
  int64_t dim = w.pick(3);
  Value x = w.argument(shape), z = x;
  op = "nn.softmax";
  if (w.chance(0.8))
    z = w.binary("subtract", x, w.along(w.reduce("maximum", "0xFF800000", x, dim), x, dim));
  Value e = w.unary("exponential", z);
  Value sum = w.along(w.reduce("add", "0.000000e+00", e, dim), e, dim);
  Value y = w.binary("divide", e, sum);
  switch (w.pick(8)) {
  case 0: // an inner value is needed
    y = w.binary("add", y, e);
    op = "";
    break;
  case 1: // another sum
    y = w.binary("divide", e, w.binary("add", sum, w.splat("1.0", shape)));
    op = "";
    break;
  default:
    break;
  }
  return w.finish(y);
}

TEST_F(RaiseRandomTest, Softmaxes) { check(randomSoftmax); }

std::string randomLoss(Writer &w, std::string &op) {
  std::vector<int64_t> shape = {2, 3, 6}, rows = {2, 3};
  Value x = w.argument(shape), labels = w.argument(rows, "i32");
  op = "nn.cross_entropy";
  Value highest = w.reduce("maximum", "0xFF800000", x, 2);
  Value z = w.binary("subtract", x, w.along(highest, x, 2));
  Value sum = w.reduce("add", "0.000000e+00", w.unary("exponential", z), 2);
  Value log = w.unary("log", sum);
  auto gather = [&](const Value &from) {
    Value index = w.reshape(labels, {2, 3, 1});
    return w.define(rows,
                    "\"stablehlo.gather\"(" + from.name + ", " + index.name +
                        ") <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], "
                        "operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], "
                        "start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = false, "
                        "slice_sizes = array<i64: 1, 1, 1>}> : (" +
                        Writer::type(from) + ", " + Writer::type(index) + ") -> tensor<2x3xf32>");
  };
  auto oneHot = [&](const Value &from) {
    Value wide = w.broadcast(labels, shape, {0, 1});
    Value count = w.define(shape, "stablehlo.iota dim = 2 : tensor<2x3x6xi32>", "i32");
    Value hot = w.define(shape,
                         "stablehlo.compare EQ, " + wide.name + ", " + count.name +
                             ", SIGNED : (tensor<2x3x6xi32>, tensor<2x3x6xi32>) -> "
                             "tensor<2x3x6xi1>",
                         "i1");
    Value picked;
    if (w.chance(0.5)) {
      picked = w.select(hot, from, w.splat("0.0", shape));
    } else {
      Value number = w.define(shape, "stablehlo.convert " + hot.name +
                                         " : (tensor<2x3x6xi1>) -> tensor<2x3x6xf32>");
      picked = w.binary("multiply", number, from);
    }
    return w.reduce("add", "0.000000e+00", picked, 2);
  };
  switch (w.pick(5)) {
  case 0: // logarithm less the element
    return w.finish(w.binary("subtract", log, gather(z)));
  case 1:
    return w.finish(w.binary("subtract", w.binary("add", log, highest), gather(x)));
  case 2:
    return w.finish(w.unary("negate", gather(w.binary("subtract", z, w.along(log, z, 2)))));
  case 3:
    return w.finish(w.unary("negate", oneHot(w.binary("subtract", z, w.along(log, z, 2)))));
  default: // the logarithm is needed too
    op = "";
    return w.finish(
        w.binary("add", log, w.binary("subtract", w.binary("add", log, highest), gather(x))));
  }
}

TEST_F(RaiseRandomTest, Losses) { check(randomLoss); }

//===----------------------------------------------------------------------===//
// Rotary embedding
//===----------------------------------------------------------------------===//

std::string randomRope(Writer &w, std::string &op) {
  int64_t S = 3, H = 2, D = 4;
  bool headsFirst = w.chance(0.5);
  std::vector<int64_t> shape =
      headsFirst ? std::vector<int64_t>{2, H, S, D} : std::vector<int64_t>{2, S, H, D};
  int64_t sequence = headsFirst ? 2 : 1;
  Value x = w.argument(shape);
  // Angles: positions by frequencies.
  Value angles = w.argument({S, D / 2});
  Value cos = w.unary("cosine", angles), sin = w.unary("sine", angles);
  auto half = [&](bool second) {
    std::string text = "stablehlo.slice " + x.name + " [";
    for (int64_t dim = 0; dim < 3; ++dim)
      text += "0:" + std::to_string(shape[dim]) + ", ";
    text += second ? "2:4" : "0:2";
    std::vector<int64_t> part = shape;
    part[3] = 2;
    return w.define(part, text + "] : (" + Writer::type(x) + ") -> " + Writer::type({"", part}));
  };
  auto join = [&](const Value &a, const Value &b) {
    std::vector<int64_t> both = a.shape;
    both.back() *= 2;
    return w.define(both, "stablehlo.concatenate " + a.name + ", " + b.name + ", dim = " +
                              std::to_string(both.size() - 1) + " : (" + Writer::type(a) + ", " +
                              Writer::type(b) + ") -> " + Writer::type({"", both}));
  };
  Value x1 = half(false), x2 = half(true);
  bool isRight = w.chance(0.8);
  op = isRight ? "nn.rope" : "";
  if (w.chance(0.5)) {
    Value c = w.broadcast(cos, x1.shape, {sequence, 3}),
          s = w.broadcast(sin, x1.shape, {sequence, 3});
    Value y1 = w.binary("subtract", w.binary("multiply", x1, c), w.binary("multiply", x2, s));
    Value y2 = w.binary("add", w.binary("multiply", isRight ? x2 : x1, c),
                        w.binary("multiply", s, isRight ? x1 : x2));
    return w.finish(join(y1, y2));
  }
  Value both = join(angles, angles);
  Value c = w.broadcast(w.unary("cosine", both), shape, {sequence, 3});
  Value s = w.broadcast(w.unary("sine", both), shape, {sequence, 3});
  Value turned = isRight ? join(w.unary("negate", x2), x1) : join(x2, w.unary("negate", x1));
  return w.finish(w.binary("add", w.binary("multiply", x, c), w.binary("multiply", turned, s)));
}

TEST_F(RaiseRandomTest, Rotations) { check(randomRope); }

//===----------------------------------------------------------------------===//
// Dropout
//===----------------------------------------------------------------------===//

std::string randomDropout(Writer &w, std::string &op) {
  std::vector<int64_t> shape = {3, 4, 5};
  Value x = w.argument(shape);
  auto c = [&](const char *number) { return w.splat(number, shape); };
  auto compare = [&](const Value &a, const Value &b) {
    return w.define(shape,
                    "stablehlo.compare LT, " + a.name + ", " + b.name + ", FLOAT : (" +
                        Writer::type(a) + ", " + Writer::type(b) + ") -> tensor<3x4x5xi1>",
                    "i1");
  };
  op = "nn.dropout";
  Value mask;
  switch (w.pick(8)) {
  case 0: // a rectifier
    mask = compare(c("0.0"), x);
    op = "";
    break;
  case 1: // a causal mask
    mask = w.broadcast(w.compareIotas(4, 5, 0, true), shape, {1, 2});
    op = "";
    break;
  case 2: // a padding mask
    mask = w.broadcast(w.argument({3, 4}, "i1"), shape, {0, 1});
    op = "";
    break;
  case 3:
  case 4:
    mask = w.argument(shape, "i1");
    break;
  case 5: { // bits of a generator
    Value state = w.argument({2}, "ui64");
    std::string bits = state.name + "_bits";
    w.line(bits + ":2 = stablehlo.rng_bit_generator " + state.name +
           ", algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4x5xui32>)");
    Value limit = w.broadcast(w.scalar("3000000000", "ui32"), shape, {});
    mask = w.define(shape,
                    "stablehlo.compare LT, " + bits + "#1, " + limit.name +
                        ", UNSIGNED : (tensor<3x4x5xui32>, tensor<3x4x5xui32>) -> "
                        "tensor<3x4x5xi1>",
                    "i1");
    break;
  }
  default:
    mask = compare(w.argument(shape), c("0.9"));
  }
  auto mul = [&](const Value &a, const Value &b) {
    return w.chance(0.5) ? w.binary("multiply", a, b) : w.binary("multiply", b, a);
  };
  const char *keep = "0.75", *scale = "1.33333337";
  if (w.chance(0.15)) { // as large as before, or smaller
    keep = w.chance(0.5) ? "1.0" : "1.5", scale = "0.5";
    op = "";
  }
  auto scaled = [&](const Value &value) {
    return w.chance(0.5) ? w.binary("divide", value, c(keep)) : mul(value, c(scale));
  };
  Value y;
  if (w.chance(0.5)) {
    bool isInside = w.chance(0.5), isZero = w.chance(0.9);
    if (!isZero)
      op = "";
    y = w.select(mask, isInside ? scaled(x) : x, c(isZero ? "0.0" : "1.0"));
    if (!isInside)
      y = scaled(y);
  } else {
    Value number = w.define(shape, "stablehlo.convert " + mask.name + " : (" + Writer::type(mask) +
                                       ") -> " + Writer::type(x));
    switch (w.pick(4)) {
    case 0:
      y = mul(scaled(x), number);
      break;
    case 1:
      y = mul(x, scaled(number));
      break;
    default: {
      Value dropped = mul(x, number);
      y = scaled(dropped);
      if (w.chance(0.2)) { // the unscaled value is needed too
        y = w.binary("add", y, w.unary("negate", dropped));
        op = "";
      }
    }
    }
  }
  return w.finish(y);
}

TEST_F(RaiseRandomTest, Dropouts) { check(randomDropout, 1e-6); }

} // namespace
