//===- WindowTest.cpp - kernels of windows and sorts ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random convolutions, pooling and sorts with all their attributes, compiled for
// the host and for CUDA devices (run on the CPU), against the oracle. Many of
// them make one module, since compiling takes longest.
//
//===----------------------------------------------------------------------===//
#include "../RandomWindows.h"
#include "Cases.h"
#include "Emulator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {
constexpr uint64_t kSeed = 20;

/// A segment that runs all `ops`, each on arguments of its own.
std::string segmentOf(const std::vector<RandomOp> &ops) {
  std::string signature, body, values, types;
  for (auto [number, op] : llvm::enumerate(ops)) {
    std::string tag = std::to_string(number);
    std::string text = op.before + "%y = " + op.text;
    if (op.results.size() > 1)
      text = op.before + "%y:" + std::to_string(op.results.size()) + " = " + op.text;
    for (auto [at, type] : llvm::enumerate(op.operands)) {
      std::string name = "%" + std::string(1, char('a' + at));
      signature += (signature.empty() ? "" : ", ") + name + "_" + tag + ": " + type;
    }
    // Names of this op's own: %a becomes %a_3.
    std::string renamed;
    for (size_t at = 0; at < text.size(); ++at) {
      renamed += text[at];
      if (text[at] != '%')
        continue;
      while (at + 1 < text.size() && (isalnum(text[at + 1])))
        renamed += text[++at];
      renamed += "_" + tag;
    }
    body += renamed + "\n";
    for (auto [at, type] : llvm::enumerate(op.results)) {
      std::string comma = values.empty() ? "" : ", ";
      values += comma + "%y_" + tag + (op.results.size() > 1 ? "#" + std::to_string(at) : "");
      types += comma + type;
    }
  }
  return "module {\nfunc.func private @step(" + signature + ") -> (" + types +
         ") attributes {dist.segment = \"step\"} {\n" + body + "return " + values + " : " + types +
         "\n}\n}\n";
}

std::vector<RandomOp> drawOps(const std::string &kind, unsigned count) {
  RandomWindows random(kSeed);
  std::vector<RandomOp> ops;
  for (unsigned number = 0; number < count; ++number) {
    if (kind == "convolution")
      ops.push_back(random.convolution());
    else if (kind == "sum")
      ops.push_back(random.pooling("add", number % 2 ? "0.0" : "0.5"));
    else if (kind == "maximum")
      ops.push_back(random.pooling("maximum", "-1.0e30"));
    else if (kind == "argmax")
      ops.push_back(random.pooling("", "-1.0e30"));
    else if (kind == "select")
      ops.push_back(random.selectAndScatter());
    else
      ops.push_back(random.sort());
  }
  return ops;
}

void compare(const std::vector<Tensor> &actual, ArrayRef<Tensor> expected,
             const std::vector<RandomOp> &ops, const std::string &type) {
  ASSERT_EQ(actual.size(), expected.size());
  size_t result = 0;
  for (const RandomOp &op : ops)
    for (size_t number = 0; number < op.results.size(); ++number, ++result)
      EXPECT_LE(relativeError(actual[result], expected[result]), toleranceOf(type))
          << "result " << number << " of " << op.text;
}

class WindowTest : public testing::TestWithParam<std::tuple<const char *, const char *>> {};
class CudaWindowTest : public testing::TestWithParam<std::tuple<const char *, const char *>> {};
} // namespace

TEST_P(WindowTest, agreesWithTheInterpreter) {
  auto [kind, type] = GetParam();
  RecordProperty("seed", kSeed);
  std::vector<RandomOp> ops = drawOps(kind, 24);
  auto context = makeContext();
  Compiled compiled(*context, replaceAll(segmentOf(ops), "$T", type));
  ASSERT_TRUE(compiled.valid());
  auto original = *compiled.getOriginal().getOps<func::FuncOp>().begin();
  std::vector<Tensor> arguments = randomArguments(original, kSeed);
  auto expected = reference::interpret(original, arguments);
  ASSERT_TRUE(succeeded(expected));
  compare(compiled.run(arguments), *expected, ops, type);
}

TEST_P(CudaWindowTest, agreesWithTheInterpreter) {
  auto [kind, type] = GetParam();
  RecordProperty("seed", kSeed);
  std::vector<RandomOp> ops = drawOps(kind, 12);
  auto context = makeContext();
  Emulated emulated(*context, replaceAll(segmentOf(ops), "$T", type));
  ASSERT_TRUE(emulated.valid());
  auto original = *emulated.getOriginal().getOps<func::FuncOp>().begin();
  std::vector<Tensor> arguments = randomArguments(original, kSeed);
  auto expected = reference::interpret(original, arguments);
  ASSERT_TRUE(succeeded(expected));
  std::vector<Tensor> forwards = emulated.run(arguments, 0, false);
  compare(forwards, *expected, ops, type);
  std::vector<Tensor> backwards = emulated.run(arguments, 1, true);
  for (size_t index = 0; index < forwards.size(); ++index)
    EXPECT_TRUE(forwards[index].isBitIdentical(backwards[index])) << "result " << index;
}

template <typename Param>
static std::string nameOf(const testing::TestParamInfo<Param> &info) {
  return std::string(std::get<0>(info.param)) + "_" + std::get<1>(info.param);
}
static const auto kKinds =
    testing::Values("convolution", "sum", "maximum", "argmax", "select", "sort");
INSTANTIATE_TEST_SUITE_P(Host, WindowTest,
                         testing::Combine(kKinds, testing::Values("f64", "f32", "bf16", "f16")),
                         nameOf<WindowTest::ParamType>);
INSTANTIATE_TEST_SUITE_P(Emulated, CudaWindowTest,
                         testing::Combine(kKinds, testing::Values("f64", "f32", "bf16")),
                         nameOf<CudaWindowTest::ParamType>);

/// Shapes that fill the register tiles, leave some of every kind, and cut the
/// sum into blocks.
TEST(ConvolutionTest, fillsTiles) {
  std::vector<RandomOp> ops;
  auto add = [&](const char *lhs, const char *rhs, const char *out, const char *numbers,
                 const char *window, int groups) {
    RandomOp op;
    op.operands = {lhs, rhs};
    op.results = {out};
    op.text = std::string("stablehlo.convolution(%a, %b) dim_numbers = ") + numbers +
              ", window = {" + window +
              "} {batch_group_count = 1 : i64, feature_group_count = " + std::to_string(groups) +
              " : i64} : (" + lhs + ", " + rhs + ") -> " + out;
    ops.push_back(op);
  };
  const char *nhwc = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]";
  const char *nchw = "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]";
  add("tensor<2x9x17x40x$T>", "tensor<3x3x40x75x$T>", "tensor<2x9x17x75x$T>", nhwc,
      "pad = [[1, 1], [1, 1]]", 1);
  add("tensor<2x33x15x29x$T>", "tensor<40x33x3x3x$T>", "tensor<2x40x8x15x$T>", nchw,
      "stride = [2, 2], pad = [[1, 1], [1, 1]]", 1);
  add("tensor<1x7x7x130x$T>", "tensor<3x3x130x37x$T>", "tensor<1x5x5x37x$T>", nhwc, "", 1);
  add("tensor<3x6x8x24x$T>", "tensor<3x3x6x64x$T>", "tensor<3x4x6x64x$T>", nhwc, "", 4);
  // The gradient of a kernel: the image is the window, the batch is summed.
  add("tensor<4x20x20x16x$T>", "tensor<4x18x18x32x$T>", "tensor<16x3x3x32x$T>",
      "[f, 0, 1, b]x[i, 0, 1, o]->[b, 0, 1, f]", "", 1);
  for (const char *type : {"f64", "f32"}) {
    SCOPED_TRACE(type);
    auto context = makeContext();
    Compiled compiled(*context, replaceAll(segmentOf(ops), "$T", type));
    ASSERT_TRUE(compiled.valid());
    auto original = *compiled.getOriginal().getOps<func::FuncOp>().begin();
    std::vector<Tensor> arguments = randomArguments(original, 3);
    auto expected = reference::interpret(original, arguments);
    ASSERT_TRUE(succeeded(expected));
    compare(compiled.run(arguments), *expected, ops, type);
  }
}
