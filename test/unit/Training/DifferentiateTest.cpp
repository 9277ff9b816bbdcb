//===- DifferentiateTest.cpp - whole training steps -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A two-layer tied model, with and without microbatches, stages and
// recomputation, runs as a training step in the interpreter: gradients equal
// differences of its loss, updates equal AdamW computed by hand, microbatches
// and recomputation change nothing.
//
//===----------------------------------------------------------------------===//

#include "TrainingTestUtils.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

/// How the model is written down.
struct Variant {
  bool microbatches = false;
  bool stages = false;
  bool checkpoints = false;
};

constexpr int64_t batch = 4, seq = 3, vocab = 11, hidden = 8;

/// The forward body: from %t, %l (tokens, labels of `b` rows) to %loss, %count.
std::string bodyOf(int64_t b, const Variant &variant) {
  std::string text;
  auto place = [&](int layer, int stage) {
    std::string attrs;
    if (variant.stages)
      attrs += llvm::formatv("dist.layer = {0} : i64, dist.stage = {1} : i64", layer, stage).str();
    else
      attrs += llvm::formatv("dist.layer = {0} : i64", layer).str();
    return attrs;
  };
  std::string stage0 = variant.stages ? "{dist.stage = 0 : i64}" : "";
  std::string stage1 = variant.stages ? "{dist.stage = 1 : i64}" : "";
  std::string x3 = llvm::formatv("tensor<{0}x{1}x{2}xf64>", b, seq, hidden).str();
  std::string x4 = llvm::formatv("tensor<{0}x{1}x4x2xf64>", b, seq).str();
  std::string k4 = llvm::formatv("tensor<{0}x{1}x2x2xf64>", b, seq).str();
  std::string kv = llvm::formatv("tensor<{0}x{1}x4xf64>", b, seq).str();
  std::string lg = llvm::formatv("tensor<{0}x{1}x{2}xf64>", b, seq, vocab).str();
  std::string ids = llvm::formatv("tensor<{0}x{1}xi32>", b, seq).str();
  std::string rows = llvm::formatv("tensor<{0}x{1}xf64>", b, seq).str();
  text += llvm::formatv("%x0 = nn.embedding %table, %t {0} : (tensor<{1}x{2}xf64>, {3}) -> {4}\n",
                        stage0, vocab, hidden, ids, x3);
  for (int layer = 0; layer < 2; ++layer) {
    std::string p = place(layer, layer), l = std::to_string(layer), n = std::to_string(layer + 1);
    std::string in = "%x" + l;
    if (variant.checkpoints) {
      text += llvm::formatv("%c{0} = dist.checkpoint {1} \"layers.{0}.input\" {{{2}} : {3}\n", l,
                            in, p, x3);
      in = "%c" + l;
    }
    text += llvm::formatv(R"(
%n{0} = nn.rms_norm {1}, %norm{0} {{eps = 1.0e-5 : f64, {2}} : {3}, tensor<{7}xf64>
%q{0} = stablehlo.dot_general %n{0}, %wq{0}, contracting_dims = [2] x [0] {{{2}} : ({3}, tensor<{7}x{7}xf64>) -> {3}
%k{0} = stablehlo.dot_general %n{0}, %wk{0}, contracting_dims = [2] x [0] {{{2}} : ({3}, tensor<{7}x4xf64>) -> {6}
%qh{0} = stablehlo.reshape %q{0} {{{2}} : ({3}) -> {4}
%kh{0} = stablehlo.reshape %k{0} {{{2}} : ({6}) -> {5}
%o{0}, %lse{0} = nn.attention %qh{0}, %kh{0}, %kh{0} {{causal, scale = 0.7 : f64, {2}} : ({4}, {5}, {5}) -> ({4}, tensor<{8}x4x{9}xf64>)
%oh{0} = stablehlo.reshape %o{0} {{{2}} : ({4}) -> {3}
%s{0} = nn.silu %oh{0} {{{2}} : {3}
%x{10} = stablehlo.add {1}, %s{0} {{{2}} : {3}
)",
                          l, in, p, x3, x4, k4, kv, hidden, b, seq, n);
  }
  text += llvm::formatv(R"(
%logits = stablehlo.dot_general %x2, %table, contracting_dims = [2] x [1] {0} : ({1}, tensor<{2}x{3}xf64>) -> {4}
%nll, %lse = nn.cross_entropy %logits, %l {0} : ({4}, {5}) -> ({6}, {6})
%zero = stablehlo.constant {0} dense<0.0> : tensor<f64>
%loss = stablehlo.reduce(%nll init: %zero) applies stablehlo.add across dimensions = [0, 1] {0} : ({6}, tensor<f64>) -> tensor<f64>
%count = stablehlo.constant {0} dense<{7}.0> : tensor<f64>
)",
                        stage1, x3, vocab, hidden, lg, ids, rows, b * seq);
  return text;
}

std::string modelOf(const Variant &variant) {
  int64_t m = variant.microbatches ? 2 : 1, b = batch / m;
  std::string lead = variant.microbatches ? "2x" : "";
  std::string ids = llvm::formatv("tensor<{0}{1}x{2}xi32>", lead, b, seq).str();
  std::string text = "module attributes {shardc.recompute = \"full\"} {\nfunc.func @main(";
  auto param = [&](StringRef name, StringRef type) {
    text += llvm::formatv("%{0}: {1} {{dist.name = \"{0}\", dist.role = \"param\"}, ", name, type);
  };
  param("table", llvm::formatv("tensor<{0}x{1}xf64>", vocab, hidden).str());
  for (const char *l : {"0", "1"}) {
    param(std::string("norm") + l, "tensor<8xf64>");
    param(std::string("wq") + l, "tensor<8x8xf64>");
    param(std::string("wk") + l, "tensor<8x4xf64>");
  }
  const char *t = variant.microbatches ? "tokens" : "t", *l = variant.microbatches ? "labels" : "l";
  text += llvm::formatv("%{1}: {0} {{dist.name = \"tokens\", dist.role = \"input\"}, %{2}: {0} "
                        "{{dist.name = \"labels\", dist.role = \"input\"}) -> (tensor<f64> "
                        "{{dist.role = "
                        "\"loss_sum\"}, tensor<f64> {{dist.role = \"token_count\"}) {{\n",
                        ids, t, l);
  if (!variant.microbatches) {
    text += bodyOf(b, variant) + "return %loss, %count : tensor<f64>, tensor<f64>\n}\n}\n";
    return text;
  }
  std::string own = llvm::formatv("tensor<{0}x{1}xi32>", b, seq).str();
  text += llvm::formatv("%r:2 = dist.microbatch 2 (%tokens, %labels) kinds = [sum, sum] {{\n"
                        "^bb0(%t: {0}, %l: {0}):\n",
                        own);
  text += bodyOf(b, variant);
  text += llvm::formatv("dist.yield %loss, %count : tensor<f64>, tensor<f64>\n} : ({0}, {0}) -> "
                        "(tensor<f64>, tensor<f64>)\nreturn %r#0, %r#1 : tensor<f64>, "
                        "tensor<f64>\n}\n}\n",
                        ids);
  return text;
}

class StepTest : public TrainingTest {
protected:
  /// Seeded arguments: weights of size 0.5, labels in and out of range.
  Tensors argumentsOf(func::FuncOp func) {
    Tensors arguments;
    for (unsigned i = 0; i < func.getNumArguments(); ++i) {
      auto type = cast<RankedTensorType>(func.getArgumentTypes()[i]);
      StringRef role = roleOfArg(func, i);
      if (role == "state") {
        arguments.push_back(Tensor(type));
        continue;
      }
      Tensor tensor = reference::randomTensor(type, /*seed=*/11, nameOfArg(func, i), vocab + 2);
      if (role == "param")
        for (double &x : tensor.getMutable<double>())
          x *= 0.5;
      arguments.push_back(tensor);
    }
    return arguments;
  }

  OwningOpRef<ModuleOp> differentiate(ModuleOp forward, bool observe, double clip = 1.0) {
    DifferentiateOptions options;
    options.observe = observe;
    options.clip = clip;
    OwningOpRef<ModuleOp> step = run(forward, createDifferentiate(options));
    if (!step)
      return {};
    return run(*step, createVerifyDifferentiate());
  }

  /// Results of one step from zero state.
  SmallVector<Tensor> stepOf(ModuleOp step) {
    FailureOr<SmallVector<Tensor>> results =
        reference::interpret(mainOf(step), argumentsOf(mainOf(step)));
    return succeeded(results) ? *results : SmallVector<Tensor>();
  }
};

TEST_F(StepTest, GradientsEqualDifferences) {
  for (bool microbatches : {false, true}) {
    Variant variant{microbatches, /*stages=*/microbatches,
                    /*checkpoints=*/true};
    OwningOpRef<ModuleOp> forward = parse(modelOf(variant));
    ASSERT_TRUE(forward) << modelOf(variant);
    OwningOpRef<ModuleOp> step = differentiate(*forward, /*observe=*/true);
    ASSERT_TRUE(step);
    SmallVector<Tensor> results = stepOf(*step);
    ASSERT_FALSE(results.empty());
    func::FuncOp primal = mainOf(*forward), training = mainOf(*step);
    auto loss = [&](ArrayRef<Tensor> values) -> FailureOr<double> {
      FailureOr<SmallVector<Tensor>> outputs = reference::interpret(primal, values);
      if (failed(outputs))
        return failure();
      return (*outputs)[0].scalar() / (*outputs)[1].scalar();
    };
    Tensors arguments = argumentsOf(primal);
    unsigned parameter = 0;
    for (unsigned i = 0; i < training.getNumResults(); ++i) {
      if (roleOfResult(training, i) != "gradient")
        continue;
      FailureOr<double> error = reference::gradientError(loss, arguments, parameter, results[i]);
      ASSERT_TRUE(succeeded(error));
      EXPECT_LT(*error, 1e-8) << nameOfArg(training, parameter).str();
      EXPECT_GT(reference::maxMagnitude(results[i]), 1e-6);
      ++parameter;
    }
    EXPECT_EQ(parameter, 7u);
  }
}

TEST_F(StepTest, MicrobatchesStagesAndRecomputationChangeNothing) {
  OwningOpRef<ModuleOp> plain = parse(modelOf({}));
  OwningOpRef<ModuleOp> split = parse(modelOf({true, true, true}));
  ASSERT_TRUE(plain && split);
  OwningOpRef<ModuleOp> plainStep = differentiate(*plain, /*observe=*/true);
  OwningOpRef<ModuleOp> splitStep = differentiate(*split, /*observe=*/true);
  ASSERT_TRUE(plainStep && splitStep);
  OwningOpRef<ModuleOp> recomputed = run(*splitStep, createRematerialize());
  ASSERT_TRUE(recomputed);
  ASSERT_TRUE(run(*recomputed, createVerifyRematerialize()));
  unsigned numClones = 0;
  recomputed->walk([&](Operation *op) { numClones += op->hasAttr(attr::recompute); });
  // Of each layer: norm, two products, two reshapes, attention, reshape.
  EXPECT_EQ(numClones, 14u);

  SmallVector<Tensor> expected = stepOf(*plainStep), actual = stepOf(*splitStep),
                      again = stepOf(*recomputed);
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(actual.size(), expected.size());
  ASSERT_EQ(again.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_LT(reference::relativeError(actual[i], expected[i]), 1e-10) << "result " << i;
    EXPECT_TRUE(again[i].isBitIdentical(actual[i])) << "result " << i;
  }
}

TEST_F(StepTest, UpdatesAreAdamW) {
  OwningOpRef<ModuleOp> forward = parse(modelOf({}));
  ASSERT_TRUE(forward);
  for (double clip : {0.05, 0.0}) {
    OwningOpRef<ModuleOp> step = differentiate(*forward, /*observe=*/true, clip);
    ASSERT_TRUE(step);
    func::FuncOp func = mainOf(*step);
    Tensors arguments = argumentsOf(func);
    // Two steps, so that the moments and the count matter.
    std::vector<std::vector<double>> m(7), v(7);
    for (int t = 1; t <= 2; ++t) {
      FailureOr<SmallVector<Tensor>> results = reference::interpret(func, arguments);
      ASSERT_TRUE(succeeded(results));
      // Results: loss, 7 gradients, 7 parameters, 7 m, 7 v, step.
      ASSERT_EQ(results->size(), 30u);
      double norm = 0;
      for (int p = 0; p < 7; ++p)
        for (double g : (*results)[1 + p].get<double>())
          norm += g * g;
      norm = std::sqrt(norm);
      ASSERT_GT(norm, clip) << "clipping must matter";
      double scale = clip == 0.0 ? 1.0 : std::min(1.0, clip / (norm + 1e-6));
      for (int p = 0; p < 7; ++p) {
        ArrayRef<double> grad = (*results)[1 + p].get<double>();
        ArrayRef<double> old = arguments[p].get<double>();
        ArrayRef<double> now = (*results)[8 + p].get<double>();
        m[p].resize(grad.size()), v[p].resize(grad.size());
        double decay = arguments[p].getRank() >= 2 ? 0.1 : 0.0;
        for (size_t i = 0; i < grad.size(); ++i) {
          double g = grad[i] * scale;
          m[p][i] = 0.9 * m[p][i] + (1 - 0.9) * g;
          v[p][i] = 0.95 * v[p][i] + (1 - 0.95) * g * g;
          double mean = m[p][i] / (1 - std::pow(0.9, t)),
                 square = v[p][i] / (1 - std::pow(0.95, t));
          double next = old[i] - 1e-3 * (mean / (std::sqrt(square) + 1e-8) + decay * old[i]);
          ASSERT_NEAR(now[i], next, 1e-13)
              << "parameter " << p << " element " << i << " step " << t;
        }
      }
      EXPECT_EQ((*results)[29].scalar(), t);
      // The next step begins where `updated_by` says.
      for (unsigned i = 0; i < func.getNumArguments(); ++i)
        if (auto updatedBy = func.getArgAttrOfType<IntegerAttr>(i, attr::updatedBy))
          arguments[i] = (*results)[updatedBy.getInt()];
    }
  }
}

TEST_F(StepTest, LossOfForwardGraph) {
  OwningOpRef<ModuleOp> forward = parse(modelOf({true, false, false}));
  ASSERT_TRUE(forward);
  DifferentiateOptions options;
  options.train = "none";
  OwningOpRef<ModuleOp> closed = run(*forward, createDifferentiate(options));
  ASSERT_TRUE(closed);
  Tensors arguments = argumentsOf(mainOf(*forward));
  FailureOr<SmallVector<Tensor>> sums = reference::interpret(mainOf(*forward), arguments);
  FailureOr<SmallVector<Tensor>> loss = reference::interpret(mainOf(*closed), arguments);
  ASSERT_TRUE(succeeded(sums) && succeeded(loss));
  ASSERT_EQ(loss->size(), 1u);
  EXPECT_DOUBLE_EQ((*loss)[0].scalar(), (*sums)[0].scalar() / (*sums)[1].scalar());
}

} // namespace
