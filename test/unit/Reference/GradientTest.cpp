//===- GradientTest.cpp - gradient ops against differences ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The gradient ops of nn, as the interpreter runs them, against finite
// differences of the ops themselves.
//
//===----------------------------------------------------------------------===//
#include "Support.h"

using namespace mlir;
using namespace shardc::reference;

namespace {

class GradientTest : public ReferenceTest {
protected:
  /// Largest error of @g against differences of @f.
  double check(StringRef text, ArrayRef<Tensor> arguments) {
    auto module = parse(text);
    FailureOr<double> error = checkGradient(find(*module, "f"), find(*module, "g"), arguments);
    EXPECT_TRUE(succeeded(error)) << messages;
    return succeeded(error) ? *error : INFINITY;
  }
  Tensor random(ArrayRef<int64_t> shape, StringRef name) {
    return randomTensor(floats(shape), 5, name);
  }
};

TEST_F(GradientTest, FindsAWrongGradient) {
  StringRef wrong = R"(
    func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
      %0 = stablehlo.sine %x : tensor<3xf64>
      return %0 : tensor<3xf64>
    }
    func.func @g(%x: tensor<3xf64>, %d: tensor<3xf64>) -> tensor<3xf64> {
      %0 = stablehlo.sine %x : tensor<3xf64>
      %1 = stablehlo.multiply %0, %d : tensor<3xf64>
      return %1 : tensor<3xf64>
    })";
  EXPECT_GT(check(wrong, random({3}, "x")), 1e-2);
  std::string right = wrong.str();
  right.replace(right.rfind("sine"), 4, "cosine");
  EXPECT_LT(check(right, random({3}, "x")), 1e-9);
}

TEST_F(GradientTest, FindsOneWrongElement) {
  // Random directions touch what the samples miss.
  auto f = [](ArrayRef<Tensor> x) -> FailureOr<double> {
    double sum = 0.0;
    for (double v : x[0].get<double>())
      sum += v * v;
    return sum;
  };
  Tensor x = random({1000}, "x"), gradient = x;
  for (double &v : gradient.getMutable<double>())
    v *= 2.0;
  FailureOr<double> error = gradientError(f, x, 0, gradient);
  ASSERT_TRUE(succeeded(error));
  EXPECT_LT(*error, 1e-9);
  gradient.getMutable<double>()[777] += 1.0;
  error = gradientError(f, x, 0, gradient);
  ASSERT_TRUE(succeeded(error));
  EXPECT_GT(*error, 1e-4);
}

TEST_F(GradientTest, RmsNorm) {
  EXPECT_LT(check(R"(
    func.func @f(%x: tensor<3x2x5xf64>, %w: tensor<5xf64>) -> tensor<3x2x5xf64> {
      %0 = nn.rms_norm %x, %w {eps = 1.0e-5 : f64} : tensor<3x2x5xf64>, tensor<5xf64>
      return %0 : tensor<3x2x5xf64>
    }
    func.func @g(%x: tensor<3x2x5xf64>, %w: tensor<5xf64>, %d: tensor<3x2x5xf64>)
        -> (tensor<3x2x5xf64>, tensor<5xf64>) {
      %0, %1 = nn.rms_norm_grad %x, %w, %d {eps = 1.0e-5 : f64} : tensor<3x2x5xf64>, tensor<5xf64>
      return %0, %1 : tensor<3x2x5xf64>, tensor<5xf64>
    })",
                  {random({3, 2, 5}, "x"), random({5}, "w")}),
            1e-8);
}

TEST_F(GradientTest, LayerNorm) {
  EXPECT_LT(check(R"(
    func.func @f(%x: tensor<4x6xf64>, %w: tensor<6xf64>, %b: tensor<6xf64>) -> tensor<4x6xf64> {
      %0 = nn.layer_norm %x, %w, %b {eps = 1.0e-5 : f64} : tensor<4x6xf64>, tensor<6xf64>
      return %0 : tensor<4x6xf64>
    }
    func.func @g(%x: tensor<4x6xf64>, %w: tensor<6xf64>, %b: tensor<6xf64>, %d: tensor<4x6xf64>)
        -> (tensor<4x6xf64>, tensor<6xf64>, tensor<6xf64>) {
      %0, %1, %2 = nn.layer_norm_grad %x, %w, %d {eps = 1.0e-5 : f64} : tensor<4x6xf64>, tensor<6xf64>
      return %0, %1, %2 : tensor<4x6xf64>, tensor<6xf64>, tensor<6xf64>
    })",
                  {random({4, 6}, "x"), random({6}, "w"), random({6}, "b")}),
            1e-8);
}

TEST_F(GradientTest, Activations) {
  for (StringRef op : {"gelu <erf>", "gelu <tanh>", "silu"}) {
    SCOPED_TRACE(op.str());
    auto [name, kind] = op.split(' ');
    std::string text =
        ("func.func @f(%x: tensor<20xf64>) -> tensor<20xf64> {\n  %0 = nn." + name + " %x " + kind +
         " : tensor<20xf64>\n  return %0 : tensor<20xf64>\n}\n"
         "func.func @g(%x: tensor<20xf64>, %d: tensor<20xf64>) -> "
         "tensor<20xf64> {\n  %0 = nn." +
         name + "_grad %x, %d " + kind + " : tensor<20xf64>\n  return %0 : tensor<20xf64>\n}\n")
            .str();
    EXPECT_LT(check(text, random({20}, "x")), 1e-8);
  }
}

TEST_F(GradientTest, Embedding) {
  auto ids = Tensor::fromInts(ints({2, 3}), {0, 4, 4, -1, 2, 9});
  EXPECT_LT(check(R"(
    func.func @f(%t: tensor<5x3xf64>, %i: tensor<2x3xi32>) -> tensor<2x3x3xf64> {
      %0 = nn.embedding %t, %i : (tensor<5x3xf64>, tensor<2x3xi32>) -> tensor<2x3x3xf64>
      return %0 : tensor<2x3x3xf64>
    }
    func.func @g(%t: tensor<5x3xf64>, %i: tensor<2x3xi32>, %d: tensor<2x3x3xf64>) -> tensor<5x3xf64> {
      %0 = nn.embedding_grad %i, %d : (tensor<2x3xi32>, tensor<2x3x3xf64>) -> tensor<5x3xf64>
      return %0 : tensor<5x3xf64>
    })",
                  {random({5, 3}, "t"), ids}),
            1e-9);
}

TEST_F(GradientTest, Rope) {
  EXPECT_LT(check(R"(
    func.func @f(%x: tensor<2x3x2x4xf64>) -> tensor<2x3x2x4xf64> {
      %c, %s = nn.rope_table {theta = 1.0e4 : f64} : tensor<3x2xf64>
      %0 = nn.rope %x, %c, %s : tensor<2x3x2x4xf64>, tensor<3x2xf64>
      return %0 : tensor<2x3x2x4xf64>
    }
    func.func @g(%x: tensor<2x3x2x4xf64>, %d: tensor<2x3x2x4xf64>) -> tensor<2x3x2x4xf64> {
      %c, %s = nn.rope_table {theta = 1.0e4 : f64} : tensor<3x2xf64>
      %0 = nn.rope %d, %c, %s {inverse} : tensor<2x3x2x4xf64>, tensor<3x2xf64>
      return %0 : tensor<2x3x2x4xf64>
    })",
                  random({2, 3, 2, 4}, "x")),
            1e-9);
}

TEST_F(GradientTest, Attention) {
  for (StringRef causal : {"causal, ", ""}) {
    SCOPED_TRACE(causal.str());
    // Grouped heads: four query heads read two key/value heads.
    std::string text = R"(
    func.func @f(%q: tensor<2x5x4x3xf64>, %k: tensor<2x5x2x3xf64>, %v: tensor<2x5x2x3xf64>) -> tensor<2x5x4x3xf64> {
      %o, %l = nn.attention %q, %k, %v {CAUSALscale = 0.6 : f64}
        : (tensor<2x5x4x3xf64>, tensor<2x5x2x3xf64>, tensor<2x5x2x3xf64>) -> (tensor<2x5x4x3xf64>, tensor<2x4x5xf64>)
      return %o : tensor<2x5x4x3xf64>
    }
    func.func @g(%q: tensor<2x5x4x3xf64>, %k: tensor<2x5x2x3xf64>, %v: tensor<2x5x2x3xf64>, %d: tensor<2x5x4x3xf64>)
        -> (tensor<2x5x4x3xf64>, tensor<2x5x2x3xf64>, tensor<2x5x2x3xf64>) {
      %o, %l = nn.attention %q, %k, %v {CAUSALscale = 0.6 : f64}
        : (tensor<2x5x4x3xf64>, tensor<2x5x2x3xf64>, tensor<2x5x2x3xf64>) -> (tensor<2x5x4x3xf64>, tensor<2x4x5xf64>)
      %a, %b, %c = nn.attention_grad %q, %k, %v, %o, %l, %d {CAUSALscale = 0.6 : f64}
        : (tensor<2x5x4x3xf64>, tensor<2x5x2x3xf64>, tensor<2x5x2x3xf64>, tensor<2x5x4x3xf64>, tensor<2x4x5xf64>, tensor<2x5x4x3xf64>)
        -> (tensor<2x5x4x3xf64>, tensor<2x5x2x3xf64>, tensor<2x5x2x3xf64>)
      return %a, %b, %c : tensor<2x5x4x3xf64>, tensor<2x5x2x3xf64>, tensor<2x5x2x3xf64>
    })";
    for (size_t at; (at = text.find("CAUSAL")) != std::string::npos;)
      text.replace(at, 6, causal.str());
    EXPECT_LT(check(text, {random({2, 5, 4, 3}, "q"), random({2, 5, 2, 3}, "k"),
                           random({2, 5, 2, 3}, "v")}),
              1e-8);
  }
}

TEST_F(GradientTest, CrossEntropy) {
  // One label is out of range: its token is ignored.
  auto labels = Tensor::fromInts(ints({3}), {2, -100, 0});
  EXPECT_LT(check(R"(
    func.func @f(%x: tensor<3x4xf64>, %y: tensor<3xi32>) -> tensor<3xf64> {
      %l, %s = nn.cross_entropy %x, %y : (tensor<3x4xf64>, tensor<3xi32>) -> (tensor<3xf64>, tensor<3xf64>)
      return %l : tensor<3xf64>
    }
    func.func @g(%x: tensor<3x4xf64>, %y: tensor<3xi32>, %d: tensor<3xf64>) -> tensor<3x4xf64> {
      %l, %s = nn.cross_entropy %x, %y : (tensor<3x4xf64>, tensor<3xi32>) -> (tensor<3xf64>, tensor<3xf64>)
      %0 = nn.cross_entropy_grad %x, %y, %s, %d {vocab = 4}
        : (tensor<3x4xf64>, tensor<3xi32>, tensor<3xf64>, tensor<3xf64>) -> tensor<3x4xf64>
      return %0 : tensor<3x4xf64>
    })",
                  {random({3, 4}, "x"), labels}),
            1e-8);
}

} // namespace
