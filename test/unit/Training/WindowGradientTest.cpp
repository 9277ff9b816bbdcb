//===- WindowGradientTest.cpp - convolution, pooling, sorting ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random ops with every attribute drawn: the gradients of all operands are the
// central differences of a loss that weighs each result by a number of its own.
//
//===----------------------------------------------------------------------===//
#include "../RandomWindows.h"
#include "TrainingTestUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {
constexpr uint64_t kSeed = 11;

std::string lossOf(const RandomOp &op, MLIRContext *context) {
  std::string text = "func.func @main(";
  for (auto [index, type] : llvm::enumerate(op.operands))
    text += llvm::formatv("{0}%{1}: {2} {{dist.name = \"p{3}\", dist.role = \"param\"}",
                          index ? ", " : "", char('a' + index), type, index)
                .str();
  text += ") -> (tensor<$T> {dist.role = \"loss_sum\"}, tensor<$T> {dist.role = "
          "\"token_count\"}) {\n%zero = stablehlo.constant dense<0.0> : tensor<$T>\n";
  text += op.before + "%y";
  if (op.results.size() > 1)
    text += ":" + std::to_string(op.results.size());
  text += " = " + op.text + "\n";
  std::string total = "%zero";
  for (auto [index, type] : llvm::enumerate(op.results)) {
    std::string plain = type;
    plain.replace(plain.find("$T"), 2, "f64");
    int64_t count = cast<RankedTensorType>(parseType(plain, context)).getNumElements();
    text += llvm::formatv(R"(
  %flat{0} = stablehlo.reshape {1} : ({2}) -> tensor<{3}x$T>
  %i{0} = stablehlo.iota dim = 0 : tensor<{3}x$T>
  %step{0} = stablehlo.constant dense<0.7> : tensor<{3}x$T>
  %angle{0} = stablehlo.multiply %i{0}, %step{0} : tensor<{3}x$T>
  %weight{0} = stablehlo.cosine %angle{0} : tensor<{3}x$T>
  %square{0} = stablehlo.multiply %flat{0}, %flat{0} : tensor<{3}x$T>
  %both{0} = stablehlo.add %flat{0}, %square{0} : tensor<{3}x$T>
  %product{0} = stablehlo.multiply %both{0}, %weight{0} : tensor<{3}x$T>
  %sum{0} = stablehlo.reduce(%product{0} init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<{3}x$T>, tensor<$T>) -> tensor<$T>
  %total{0} = stablehlo.add {4}, %sum{0} : tensor<$T>
)",
                          index,
                          op.results.size() > 1 ? "%y#" + std::to_string(index) : std::string("%y"),
                          type, count, total)
                .str();
    total = "%total" + std::to_string(index);
  }
  text += "%one = stablehlo.constant dense<1.0> : tensor<$T>\nreturn " + total +
          ", %one : tensor<$T>, tensor<$T>\n}\n";
  for (size_t at = 0; (at = text.find("$T", at)) != std::string::npos;)
    text.replace(at, 2, "f64");
  return text;
}

class WindowGradientTest : public TrainingTest, public ::testing::WithParamInterface<const char *> {
protected:
  /// `decides`: parameter 0 only decides where others go, so it has no influence.
  void check(const RandomOp &op, bool decides = false) {
    SCOPED_TRACE(op.text);
    OwningOpRef<ModuleOp> forward = parse(lossOf(op, &context));
    ASSERT_TRUE(forward);
    DifferentiateOptions options;
    options.observe = true;
    OwningOpRef<ModuleOp> step = run(*forward, createDifferentiate(options));
    ASSERT_TRUE(step);
    func::FuncOp primal = mainOf(*forward), training = mainOf(*step);
    Tensors arguments, all;
    for (auto [index, type] : llvm::enumerate(primal.getArgumentTypes()))
      arguments.push_back(reference::randomTensor(cast<RankedTensorType>(type), kSeed,
                                                  "p" + std::to_string(index)));
    all = arguments;
    for (Type type : training.getArgumentTypes().drop_front(arguments.size()))
      all.push_back(Tensor(cast<RankedTensorType>(type)));
    FailureOr<SmallVector<Tensor>> results = reference::interpret(training, all);
    ASSERT_TRUE(succeeded(results));
    auto loss = [&](ArrayRef<Tensor> values) -> FailureOr<double> {
      FailureOr<SmallVector<Tensor>> outputs = reference::interpret(primal, values);
      if (failed(outputs))
        return failure();
      return (*outputs)[0].scalar();
    };
    unsigned parameter = 0;
    for (unsigned i = 0; i < training.getNumResults(); ++i) {
      if (roleOfResult(training, i) != "gradient")
        continue;
      if (decides && parameter == 0) {
        ++parameter;
        for (double x : (*results)[i].get<double>())
          EXPECT_EQ(x, 0.0);
        continue;
      }
      FailureOr<double> error = reference::gradientError(loss, arguments, parameter, (*results)[i]);
      ASSERT_TRUE(succeeded(error));
      EXPECT_LT(*error, 1e-7) << "parameter " << parameter;
      ++parameter;
    }
    EXPECT_EQ(parameter, arguments.size());
  }
};

TEST_P(WindowGradientTest, EqualsDifferences) {
  std::string kind = GetParam();
  RecordProperty("seed", kSeed);
  RandomWindows random(kSeed);
  for (unsigned number = 0; number < 40; ++number) {
    if (kind == "convolution")
      check(random.convolution());
    else if (kind == "sum")
      check(random.pooling("add", "0.5"));
    else if (kind == "maximum")
      check(random.pooling("maximum", "-5.0"));
    else if (kind == "minimum")
      check(random.pooling("minimum", "5.0"));
    else if (kind == "argmax")
      check(random.pooling("", "-5.0"));
    else if (kind == "select")
      check(random.selectAndScatter(), /*decides=*/true);
    else
      check(random.sort(/*longest=*/5));
    if (HasFailure())
      break;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, WindowGradientTest,
                         testing::Values("convolution", "sum", "maximum", "minimum", "argmax",
                                         "select", "sort"),
                         [](const auto &info) { return std::string(info.param); });

/// The initial value of pooling is an operand too.
TEST_F(WindowGradientTest, InitialValues) {
  for (const char *combiner : {"add", "maximum"}) {
    RandomOp op;
    op.operands = {"tensor<3x7x$T>", "tensor<$T>"};
    op.results = {"tensor<3x4x$T>"};
    op.text = std::string("\"stablehlo.reduce_window\"(%a, %b) <{window_dimensions = array<i64: 1, "
                          "3>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, "
                          "1]]> : tensor<2x2xi64>}> ({\n^bb0(%p: tensor<$T>, %q: tensor<$T>):\n%c "
                          "= stablehlo.") +
              combiner +
              " %p, %q : tensor<$T>\nstablehlo.return %c : tensor<$T>\n}) : (tensor<3x7x$T>, "
              "tensor<$T>) -> tensor<3x4x$T>";
    check(op);
  }
}

} // namespace
