//===- RaiseAttentionTest.cpp - attention in random spellings ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Blocks as frameworks print them, and random spellings of attention and of
// what is almost attention: whatever is raised computes the same.
//
//===----------------------------------------------------------------------===//
#include "RaiseTest.h"
#include "RaiseWriter.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct Block {
  const char *file;
  /// Norms, activations and rotations beside the one attention.
  unsigned layerNorms, rmsNorms, gelus, silus, ropes;
};

class RaiseBlockTest : public RaiseTest, public ::testing::WithParamInterface<Block> {};

TEST_P(RaiseBlockTest, IsRaisedAndAgrees) {
  std::string path =
      std::string(SHARDC_SOURCE_DIR "/test/Import/Inputs/") + GetParam().file + ".mlir";
  auto buffer = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(buffer)) << path;
  StringRef text = (*buffer)->getBuffer();
  OwningOpRef<ModuleOp> plain = import(text, "off"), raised = import(text, "on");
  ASSERT_TRUE(plain && raised);
  EXPECT_EQ(count(*raised, "nn.attention"), 1u);
  EXPECT_EQ(count(*raised, "nn.layer_norm"), GetParam().layerNorms);
  EXPECT_EQ(count(*raised, "nn.rms_norm"), GetParam().rmsNorms);
  EXPECT_EQ(count(*raised, "nn.gelu"), GetParam().gelus);
  EXPECT_EQ(count(*raised, "nn.silu"), GetParam().silus);
  EXPECT_EQ(count(*raised, "nn.rope"), GetParam().ropes);
  EXPECT_EQ(count(*raised, "stablehlo.exponential"), 0u);
  // The graph's own constants of gelu are rounded to fp32.
  EXPECT_LE(difference(*plain, *raised, 3), GetParam().gelus ? 1e-6 : 1e-9);
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, RaiseBlockTest,
    ::testing::Values(Block{"attention/jax-dot-product-attention", 0, 2, 0, 1, 0},
                      Block{"attention/jax-einsum-additive", 0, 2, 0, 1, 0},
                      Block{"attention/jax-groups-soft-cap", 0, 2, 0, 1, 0},
                      Block{"attention/jax-repeated-keys", 0, 2, 0, 1, 0},
                      Block{"attention/jax-vmap-constant-mask", 0, 2, 0, 1, 0},
                      Block{"attention/jax-bf16-f32-softmax", 0, 2, 0, 1, 0},
                      Block{"attention/flax-multi-head", 2, 0, 1, 0, 0},
                      Block{"attention/nnx-multi-head", 2, 0, 1, 0, 0},
                      Block{"attention/torch-sdpa-math", 0, 2, 0, 1, 0},
                      Block{"attention/torch-masked-fill", 0, 2, 0, 1, 0},
                      Block{"attention/torch-hf-llama", 0, 2, 0, 1, 2},
                      Block{"attention-merged/torch-multihead-attention", 0, 2, 0, 1, 0},
                      Block{"attention/jax-boolean-mask", 0, 2, 0, 1, 0}),
    [](const auto &info) {
      std::string name = info.param.file;
      for (char &letter : name)
        if (!isalnum(letter))
          letter = '_';
      return name;
    });

TEST_F(RaiseTest, HeadsCutBySlicesAreOneAttention) {
  auto buffer = llvm::MemoryBuffer::getFile(SHARDC_SOURCE_DIR "/test/Import/raise-heads.mlir");
  ASSERT_TRUE(bool(buffer));
  expect((*buffer)->getBuffer(), "nn.attention", 1);
}

//===----------------------------------------------------------------------===//
// Random spellings
//===----------------------------------------------------------------------===//

/// A random spelling; `isExact` tells whether it is attention beyond doubt.
std::string randomAttention(uint64_t seed, bool &isExact) {
  Writer w(seed);
  using Value = Writer::Value;
  int64_t B = 1 + w.pick(2), S = 3 + w.pick(3), G = 1 + w.pick(2), R = 1 + w.pick(2), D = 2;
  int64_t H = G * R, T = w.chance(0.7) ? S : S + 1;
  isExact = true;

  // q, k, v in [B, H, S, D], from any order of dimensions.
  auto input = [&](int64_t heads, int64_t sequence) {
    switch (w.pick(3)) {
    case 0:
      return w.argument({B, heads, sequence, D});
    case 1:
      return w.transpose(w.argument({B, sequence, heads, D}), {0, 2, 1, 3});
    default:
      return w.transpose(w.reshape(w.argument({B, sequence, heads * D}), {B, sequence, heads, D}),
                         {0, 2, 1, 3});
    }
  };
  auto repeat = [&](const Value &x) {
    if (R == 1)
      return x;
    Value wide = w.broadcast(x, {B, G, R, T, D}, {0, 1, 3, 4});
    return w.reshape(wide, {B, H, T, D});
  };
  Value q = input(H, S), k = repeat(input(G, T)), v = repeat(input(G, T));
  if (w.chance(0.3))
    q = w.binary("multiply", q, w.splat("0.7", q.shape));
  if (w.chance(0.2))
    k = w.binary("divide", k, w.splat("1.3", k.shape));

  bool isMerged = w.chance(0.4), keysFirst = w.chance(0.3);
  if (isMerged) {
    q = w.reshape(q, {B * H, S, D});
    k = w.reshape(k, {B * H, T, D});
    v = w.reshape(v, {B * H, T, D});
  }
  int64_t batch = isMerged ? 1 : 2;
  std::vector<int64_t> lead(q.shape.begin(), q.shape.begin() + batch);
  std::string batching = isMerged ? "[0] x [0]" : "[0, 1] x [0, 1]";
  auto dot = [&](const Value &a, const Value &b, int64_t x, int64_t y) {
    Value result{"", lead};
    for (auto [value, contracted] : {std::pair(&a, x), {&b, y}})
      for (int64_t dim = batch; dim < batch + 2; ++dim)
        if (dim != contracted)
          result.shape.push_back(value->shape[dim]);
    return w.define(result.shape, "stablehlo.dot_general " + a.name + ", " + b.name +
                                      ", batching_dims = " + batching + ", contracting_dims = [" +
                                      std::to_string(x) + "] x [" + std::to_string(y) + "] : (" +
                                      Writer::type(a) + ", " + Writer::type(b) + ") -> " +
                                      Writer::type(result));
  };
  auto swapLast = [&](const Value &x) {
    return isMerged ? w.transpose(x, {0, 2, 1}) : w.transpose(x, {0, 1, 3, 2});
  };
  Value s = keysFirst       ? swapLast(dot(k, q, batch + 1, batch + 1))
            : w.chance(0.5) ? dot(q, k, batch + 1, batch + 1)
                            : dot(q, swapLast(k), batch + 1, batch);
  if (isMerged && w.chance(0.5))
    s = w.reshape(s, {B, H, S, T});
  bool isWide = s.shape.size() == 4;
  int64_t rank = s.shape.size(), rows = rank - 2, columns = rank - 1;
  if (w.chance(0.5))
    s = w.binary("multiply", s, w.splat("0.5", s.shape));
  if (w.chance(0.3)) {
    s = w.unary("tanh", w.binary("divide", s, w.splat("2.0", s.shape)));
    s = w.binary("multiply", s, w.splat("2.0", s.shape));
  }
  std::string low = w.chance(0.5) ? "0xFF800000" : w.chance(0.5) ? "-1.0e9" : "-3.40282347E+38";
  int64_t masking = w.pick(6);
  switch (masking) {
  case 0: { // causal, or a triangle that is not, as a condition
    Value visible = w.compareIotas(S, T, w.chance(0.7) ? 0 : 1, w.chance(0.5));
    Value mask = w.broadcast(visible, s.shape, {rows, columns});
    s = w.select(mask, s, w.splat(low, s.shape));
    break;
  }
  case 1: { // the same, added
    Value visible = w.compareIotas(S, T, w.chance(0.7) ? 0 : 1, w.chance(0.5));
    Value added = w.select(visible, w.splat("0.0", visible.shape), w.splat(low, visible.shape));
    s = w.binary("add", s, w.broadcast(added, s.shape, {rows, columns}));
    break;
  }
  case 2: // floats of the caller's
    if (isWide && w.chance(0.5)) {
      Value mask = w.argument({B, 1, S, T});
      s = w.binary("add", w.broadcast(mask, s.shape, {0, 1, 2, 3}), s);
    } else {
      Value mask = w.argument({S, T});
      s = w.binary("subtract", s, w.broadcast(mask, s.shape, {rows, columns}));
    }
    break;
  case 3: { // truths of the caller's; a finite number, as a row may be hidden
    Value mask = isWide ? w.broadcast(w.argument({B, 1, 1, T}, "i1"), s.shape, {0, 1, 2, 3})
                        : w.broadcast(w.argument({S, T}, "i1"), s.shape, {rows, columns});
    Value hidden = w.splat("-1.0e9", s.shape);
    s = w.chance(0.5) ? w.select(mask, s, hidden) : w.select(mask, hidden, s);
    break;
  }
  default:
    break;
  }
  // Softmax, sometimes over the wrong dimension or with a sum of something else.
  bool isWrong = w.chance(0.15);
  int64_t dim = isWrong && S == T && w.chance(0.7) ? rows : columns;
  isExact &= dim == columns;
  Value power = s;
  // Without the highest score taken off, a row that is hidden whole has no value.
  if (masking == 3 || w.chance(0.8)) {
    Value highest = w.reduce("maximum", "0xFF800000", s, dim);
    if (w.chance(0.5))
      highest = w.binary("maximum", w.splat("0xFF800000", highest.shape), highest);
    power = w.binary("subtract", s, w.along(highest, s, dim));
  } else {
    power = w.binary("add", s, w.splat("0.0", s.shape));
  }
  power = w.unary("exponential", power);
  Value sum = w.along(w.reduce("add", "0.000000e+00", power, dim), power, dim);
  if (isWrong && dim == columns) {
    sum = w.binary("add", sum, w.splat("1.0", sum.shape));
    isExact = false;
  }
  Value p = w.chance(0.8)
                ? w.binary("divide", power, sum)
                : w.binary("multiply", power, w.binary("divide", w.splat("1.0", sum.shape), sum));
  if (isMerged && isWide)
    p = w.reshape(p, {B * H, S, T});
  Value out = w.chance(0.7) ? dot(p, v, batch + 1, batch) : swapLast(dot(v, p, batch, batch + 1));
  if (isMerged)
    out = w.reshape(out, {B, H, S, D});
  out = w.transpose(out, {0, 2, 1, 3});
  if (w.chance(0.5))
    out = w.reshape(out, {B, S, H * D});
  return w.finish(out);
}

TEST_F(RaiseTest, RandomAttentionsComputeTheSame) {
  unsigned raisedCount = 0, exactCount = 0;
  uint64_t first = std::random_device()();
  RecordProperty("seed", std::to_string(first));
  for (uint64_t seed = first; seed < first + 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    bool isExact;
    std::string text = randomAttention(seed, isExact);
    std::string roles = allInputs(text);
    OwningOpRef<ModuleOp> plain = import(text, "off", roles), raised = import(text, "on", roles);
    ASSERT_TRUE(plain && raised);
    unsigned attentions = count(*raised, "nn.attention");
    EXPECT_EQ(attentions, isExact ? 1u : 0u) << text;
    raisedCount += attentions;
    exactCount += isExact;
    ASSERT_LE(difference(*plain, *raised, seed), 1e-9) << text;
  }
  EXPECT_GT(raisedCount, 100u);
  EXPECT_LT(exactCount, 200u);
}

} // namespace
