//===- ScatterGradientTest.cpp - maxima, minima, replacements ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Gradients of scatters with repeated indices and ones out of range: where no two
// numbers are equal they are the central differences of a loss; where some are, the
// numbers that jax.grad gives for x.at[i].max(u) and the like.
//
//===----------------------------------------------------------------------===//
#include "TrainingTestUtils.h"
#include "llvm/Support/FormatVariadic.h"
#include <random>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct Scatter {
  std::string input, indices, update;
  /// Shape of the indices, and the attribute of dimensions.
  std::string indexShape, numbers;
  /// The combiner, or nothing to replace.
  std::string combiner;
};

/// The sum of the result's elements, each times its number from 1 on.
std::string lossOf(const Scatter &op) {
  std::string body = "^bb0(%p: tensor<f64>, %q: tensor<f64>):\n";
  if (!op.combiner.empty())
    body += "%c = stablehlo." + op.combiner + " %q, %p : tensor<f64>\n";
  body +=
      std::string("stablehlo.return ") + (op.combiner.empty() ? "%q" : "%c") + " : tensor<f64>\n";
  int64_t count = 1;
  for (size_t begin = 0; begin < op.input.size(); begin = op.input.find('x', begin) + 1)
    count *= std::stoll(op.input.substr(begin));
  return llvm::formatv(R"(
func.func @main(%a: tensor<{0}f64> {{dist.name = "a", dist.role = "param"},
                %b: tensor<{1}f64> {{dist.name = "b", dist.role = "param"})
    -> (tensor<f64> {{dist.role = "loss_sum"}, tensor<f64> {{dist.role = "token_count"}) {{
  %i = stablehlo.constant dense<{2}> : tensor<{3}i32>
  %y = "stablehlo.scatter"(%a, %i, %b) <{{scatter_dimension_numbers = #stablehlo.scatter<{4}>}> ({{
  {5}
  }) : (tensor<{0}f64>, tensor<{3}i32>, tensor<{1}f64>) -> tensor<{0}f64>
  %flat = stablehlo.reshape %y : (tensor<{0}f64>) -> tensor<{6}xf64>
  %n = stablehlo.iota dim = 0 : tensor<{6}xf64>
  %ones = stablehlo.constant dense<1.0> : tensor<{6}xf64>
  %weight = stablehlo.add %n, %ones : tensor<{6}xf64>
  %product = stablehlo.multiply %flat, %weight : tensor<{6}xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %sum = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<{6}xf64>, tensor<f64>) -> tensor<f64>
  return %sum, %one : tensor<f64>, tensor<f64>
}
)",
                       op.input, op.update, op.indices, op.indexShape, op.numbers, body, count)
      .str();
}

class ScatterGradientTest : public TrainingTest {
protected:
  /// The gradients of both parameters.
  Tensors gradientsOf(ModuleOp forward, ArrayRef<Tensor> values) {
    DifferentiateOptions options;
    options.observe = true;
    OwningOpRef<ModuleOp> step = run(forward, createDifferentiate(options));
    if (!step)
      return {};
    func::FuncOp training = mainOf(*step);
    Tensors all(values), gradients;
    for (Type type : training.getArgumentTypes().drop_front(values.size()))
      all.push_back(Tensor(cast<RankedTensorType>(type)));
    FailureOr<SmallVector<Tensor>> results = reference::interpret(training, all);
    if (failed(results))
      return {};
    for (unsigned i = 0; i < training.getNumResults(); ++i)
      if (roleOfResult(training, i) == "gradient")
        gradients.push_back((*results)[i]);
    return gradients;
  }

  void checkDifferences(const Scatter &op, uint64_t seed) {
    SCOPED_TRACE(lossOf(op));
    OwningOpRef<ModuleOp> forward = parse(lossOf(op));
    ASSERT_TRUE(forward);
    // Numbers further apart than differences reach.
    Tensors values;
    std::vector<double> numbers;
    for (Type type : mainOf(*forward).getArgumentTypes())
      values.push_back(Tensor(cast<RankedTensorType>(type)));
    for (int i = 0; i < 80; ++i)
      numbers.push_back(0.05 * i - 2.0);
    std::shuffle(numbers.begin(), numbers.end(), std::mt19937(seed));
    for (Tensor &value : values)
      for (double &x : value.getMutable<double>()) {
        x = numbers.back();
        numbers.pop_back();
      }
    Tensors gradients = gradientsOf(*forward, values);
    ASSERT_EQ(gradients.size(), 2u);
    auto loss = [&](ArrayRef<Tensor> at) -> FailureOr<double> {
      FailureOr<SmallVector<Tensor>> outputs = reference::interpret(mainOf(*forward), at);
      if (failed(outputs))
        return failure();
      return (*outputs)[0].scalar();
    };
    for (unsigned parameter = 0; parameter < 2; ++parameter) {
      FailureOr<double> error =
          reference::gradientError(loss, values, parameter, gradients[parameter]);
      ASSERT_TRUE(succeeded(error));
      EXPECT_LT(*error, 1e-7) << "parameter " << parameter;
    }
  }

  void checkValues(const Scatter &op, ArrayRef<double> a, ArrayRef<double> b,
                   ArrayRef<double> gradientOfA, ArrayRef<double> gradientOfB) {
    SCOPED_TRACE(op.combiner);
    OwningOpRef<ModuleOp> forward = parse(lossOf(op));
    ASSERT_TRUE(forward);
    Tensors values;
    for (ArrayRef<double> given : {a, b}) {
      Type type = mainOf(*forward).getArgumentTypes()[values.size()];
      values.push_back(Tensor(cast<RankedTensorType>(type)));
      llvm::copy(given, values.back().getMutable<double>().begin());
    }
    Tensors gradients = gradientsOf(*forward, values);
    ASSERT_EQ(gradients.size(), 2u);
    EXPECT_EQ(gradients[0].get<double>(), gradientOfA);
    EXPECT_EQ(gradients[1].get<double>(), gradientOfB);
  }
};

TEST_F(ScatterGradientTest, EqualsDifferences) {
  constexpr uint64_t seed = 5;
  RecordProperty("seed", seed);
  std::mt19937 random(seed);
  // `count` indices, some out of range, most of them taken several times.
  auto draw = [&](int64_t count, int64_t extent) {
    std::string text;
    for (int64_t i = 0; i < count; ++i)
      text += (i ? "], [" : "[[") +
              std::to_string(std::uniform_int_distribution<int64_t>(-1, extent)(random));
    return text + "]]";
  };
  for (int trial = 0; trial < 10; ++trial)
    for (const char *combiner : {"maximum", "minimum", "", "add"}) {
      checkDifferences({"4x3x", draw(6, 4), "6x3x", "6x1x",
                        "update_window_dims = [1], inserted_window_dims = [0], "
                        "scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
                        combiner},
                       random());
      // Windows of two rows, which overlap.
      checkDifferences({"5x3x", draw(4, 4), "2x4x3x", "4x1x",
                        "update_window_dims = [0, 2], scatter_dims_to_operand_dims = [0], "
                        "index_vector_dim = 1",
                        combiner},
                       random());
      // Single numbers, one batch a row.
      checkDifferences({"3x4x", draw(3, 4), "3x", "3x1x",
                        "inserted_window_dims = [1], input_batching_dims = [0], "
                        "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = "
                        "[1], index_vector_dim = 1",
                        combiner},
                       random());
      if (HasFailure())
        return;
    }
}

TEST_F(ScatterGradientTest, TiesAreSharedAsInJax) {
  Scatter rows{"4x2x",
               "[[1], [1], [9], [3], [2]]",
               "5x2x",
               "5x1x",
               "update_window_dims = [1], inserted_window_dims = [0], "
               "scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
               ""};
  const double x[] = {1, 2, 3, 0, 5, 5, -1, 4}, u[] = {3, 1, 3, 0, 7, 7, 2, 4, 5, 6};
  rows.combiner = "maximum";
  checkValues(rows, x, u, {1, 2, 1, 0, 2.5, 0, 0, 4}, {1, 4, 1, 0, 0, 0, 7, 4, 2.5, 6});
  rows.combiner = "minimum";
  checkValues(rows, x, u, {1, 2, 1, 2, 2.5, 6, 7, 4}, {1, 0, 1, 2, 0, 0, 0, 4, 2.5, 0});
  rows.combiner = "";
  checkValues(rows, x, u, {1, 2, 0, 0, 0, 0, 0, 0}, {0, 0, 3, 4, 0, 0, 7, 8, 5, 6});
  // One update a row: x.at[arange(4), [1, 1, 0, 1]].max([2, 0, 1, 9]).
  Scatter batched{"4x2x",
                  "[[1], [1], [0], [1]]",
                  "4x",
                  "4x1x",
                  "inserted_window_dims = [1], input_batching_dims = [0], "
                  "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], "
                  "index_vector_dim = 1",
                  "maximum"};
  checkValues(batched, x, {2, 0, 1, 9}, {1, 1, 3, 2, 5, 6, 7, 0}, {1, 2, 0, 8});
}

} // namespace
