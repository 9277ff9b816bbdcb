//===- GradientTest.cpp - gradients against differences ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each case is a function of float64 parameters. Its results are weighted by
// numbers of their own and summed to a loss; differentiation gives the
// gradients, which must be the loss's central differences.
//
//===----------------------------------------------------------------------===//

#include "GradientCases.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

int64_t numElementsOf(const std::string &text, MLIRContext *context) {
  return cast<RankedTensorType>(parseType(text, context)).getNumElements();
}

/// The module of a case: sum over results of sum(y * sin(0.7 i + 0.3)).
std::string moduleOf(const Case &c, MLIRContext *context) {
  std::string text = "func.func @main(";
  for (auto [index, parameter] : llvm::enumerate(c.parameters)) {
    if (index)
      text += ", ";
    text +=
        parameter + llvm::formatv(" {{dist.name = \"p{0}\", dist.role = \"param\"}", index).str();
  }
  text += ") -> (tensor<f64> {dist.role = \"loss_sum\"}, tensor<f64> "
          "{dist.role = \"token_count\"}) {\n";
  text += c.body;
  text += "\n%zero = stablehlo.constant dense<0.0> : tensor<f64>\n";
  std::string total = "%zero";
  for (auto [index, result] : llvm::enumerate(c.results)) {
    int64_t n = numElementsOf(result, context);
    std::string y = index == 0 ? "%y" : "%y" + std::to_string(index);
    text += llvm::formatv(R"(
  %flat{0} = stablehlo.reshape {1} : ({2}) -> tensor<{3}xf64>
  %i{0} = stablehlo.iota dim = 0 : tensor<{3}xf64>
  %step{0} = stablehlo.constant dense<0.7> : tensor<{3}xf64>
  %start{0} = stablehlo.constant dense<0.3> : tensor<{3}xf64>
  %scaled{0} = stablehlo.multiply %i{0}, %step{0} : tensor<{3}xf64>
  %shifted{0} = stablehlo.add %scaled{0}, %start{0} : tensor<{3}xf64>
  %weight{0} = stablehlo.sine %shifted{0} : tensor<{3}xf64>
  %product{0} = stablehlo.multiply %flat{0}, %weight{0} : tensor<{3}xf64>
  %sum{0} = stablehlo.reduce(%product{0} init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<{3}xf64>, tensor<f64>) -> tensor<f64>
  %total{0} = stablehlo.add {4}, %sum{0} : tensor<f64>
)",
                          index, y, result, n, total)
                .str();
    total = "%total" + std::to_string(index);
  }
  text += "%one = stablehlo.constant dense<1.0> : tensor<f64>\n";
  text += "return " + total + ", %one : tensor<f64>, tensor<f64>\n}\n";
  return text;
}

Tensor draw(RankedTensorType type, unsigned index, Domain domain) {
  Tensor tensor = reference::randomTensor(type, /*seed=*/7, "p" + std::to_string(index));
  if (domain == Domain::Positive)
    for (double &x : tensor.getMutable<double>())
      x = std::abs(x) + 0.5;
  return tensor;
}

TEST_P(GradientTest, EqualsDifferences) {
  const Case &c = GetParam();
  OwningOpRef<ModuleOp> forward = parse(moduleOf(c, &context));
  ASSERT_TRUE(forward) << moduleOf(c, &context);
  DifferentiateOptions options;
  options.observe = true;
  OwningOpRef<ModuleOp> step = run(*forward, createDifferentiate(options));
  ASSERT_TRUE(step);
  func::FuncOp primal = mainOf(*forward), training = mainOf(*step);

  Tensors arguments;
  for (auto [index, type] : llvm::enumerate(primal.getArgumentTypes()))
    arguments.push_back(draw(cast<RankedTensorType>(type), index, c.domain));
  Tensors all = arguments;
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
    FailureOr<double> error = reference::gradientError(loss, arguments, parameter, (*results)[i]);
    ASSERT_TRUE(succeeded(error));
    EXPECT_LT(*error, 1e-8) << "parameter " << parameter;
    ++parameter;
  }
  EXPECT_EQ(parameter, arguments.size());
}

std::vector<Case> elementwiseCases() {
  std::vector<Case> cases;
  auto unary = [&](const char *name, const char *body, Domain domain) {
    cases.push_back({name, {"%a: tensor<2x3xf64>"}, body, {"tensor<2x3xf64>"}, domain});
  };
  auto binary = [&](const char *name, const char *body, Domain domain) {
    cases.push_back(
        {name, {"%a: tensor<2x3xf64>", "%b: tensor<2x3xf64>"}, body, {"tensor<2x3xf64>"}, domain});
  };
  unary("abs", "%y = stablehlo.abs %a : tensor<2x3xf64>", Domain::Normal);
  unary("negate", "%y = stablehlo.negate %a : tensor<2x3xf64>", Domain::Normal);
  unary("exponential", "%y = stablehlo.exponential %a : tensor<2x3xf64>", Domain::Normal);
  unary("expm1", "%y = stablehlo.exponential_minus_one %a : tensor<2x3xf64>", Domain::Normal);
  unary("log", "%y = stablehlo.log %a : tensor<2x3xf64>", Domain::Positive);
  unary("log1p", "%y = stablehlo.log_plus_one %a : tensor<2x3xf64>", Domain::Positive);
  unary("logistic", "%y = stablehlo.logistic %a : tensor<2x3xf64>", Domain::Normal);
  unary("tanh", "%y = stablehlo.tanh %a : tensor<2x3xf64>", Domain::Normal);
  unary("sqrt", "%y = stablehlo.sqrt %a : tensor<2x3xf64>", Domain::Positive);
  unary("rsqrt", "%y = stablehlo.rsqrt %a : tensor<2x3xf64>", Domain::Positive);
  unary("cbrt", "%y = stablehlo.cbrt %a : tensor<2x3xf64>", Domain::Positive);
  unary("sine", "%y = stablehlo.sine %a : tensor<2x3xf64>", Domain::Normal);
  unary("cosine", "%y = stablehlo.cosine %a : tensor<2x3xf64>", Domain::Normal);
  // Zero gradients: the identity keeps the parameter in the loss.
  unary("floor",
        "%f = stablehlo.floor %a : tensor<2x3xf64>\n"
        "%y = stablehlo.add %f, %a : tensor<2x3xf64>",
        Domain::Normal);
  unary("ceil",
        "%f = stablehlo.ceil %a : tensor<2x3xf64>\n"
        "%y = stablehlo.add %f, %a : tensor<2x3xf64>",
        Domain::Normal);
  unary("round",
        "%f = stablehlo.round_nearest_even %a : tensor<2x3xf64>\n"
        "%y = stablehlo.add %f, %a : tensor<2x3xf64>",
        Domain::Normal);
  unary("sign",
        "%f = stablehlo.sign %a : tensor<2x3xf64>\n"
        "%y = stablehlo.add %f, %a : tensor<2x3xf64>",
        Domain::Normal);
  unary("convert_int",
        "%f = stablehlo.convert %a : (tensor<2x3xf64>) -> tensor<2x3xi32>\n"
        "%g = stablehlo.convert %f : (tensor<2x3xi32>) -> tensor<2x3xf64>\n"
        "%y = stablehlo.add %g, %a : tensor<2x3xf64>",
        Domain::Normal);
  binary("add", "%y = stablehlo.add %a, %b : tensor<2x3xf64>", Domain::Normal);
  binary("subtract", "%y = stablehlo.subtract %a, %b : tensor<2x3xf64>", Domain::Normal);
  binary("multiply", "%y = stablehlo.multiply %a, %b : tensor<2x3xf64>", Domain::Normal);
  binary("square",
         "%s = stablehlo.multiply %a, %a : tensor<2x3xf64>\n"
         "%y = stablehlo.multiply %s, %b : tensor<2x3xf64>",
         Domain::Normal);
  binary("divide", "%y = stablehlo.divide %a, %b : tensor<2x3xf64>", Domain::Positive);
  binary("maximum", "%y = stablehlo.maximum %a, %b : tensor<2x3xf64>", Domain::Normal);
  binary("minimum", "%y = stablehlo.minimum %a, %b : tensor<2x3xf64>", Domain::Normal);
  binary("power", "%y = stablehlo.power %a, %b : tensor<2x3xf64>", Domain::Positive);
  binary("remainder", "%y = stablehlo.remainder %a, %b : tensor<2x3xf64>", Domain::Positive);
  binary("atan2", "%y = stablehlo.atan2 %a, %b : tensor<2x3xf64>", Domain::Positive);
  binary("select",
         "%p = stablehlo.compare GT, %a, %b : (tensor<2x3xf64>, "
         "tensor<2x3xf64>) -> tensor<2x3xi1>\n"
         "%s = stablehlo.multiply %a, %a : tensor<2x3xf64>\n"
         "%y = stablehlo.select %p, %s, %b : tensor<2x3xi1>, tensor<2x3xf64>",
         Domain::Normal);
  cases.push_back({"clamp",
                   {"%lo: tensor<f64>", "%a: tensor<2x3xf64>", "%hi: tensor<2x3xf64>"},
                   "%h = stablehlo.exponential %hi : tensor<2x3xf64>\n"
                   "%l = stablehlo.negate %lo : tensor<f64>\n"
                   "%s = stablehlo.sine %a : tensor<2x3xf64>\n"
                   "%c = stablehlo.add %s, %a : tensor<2x3xf64>\n"
                   "%n = stablehlo.negate %h : tensor<2x3xf64>\n"
                   "%d = stablehlo.clamp %n, %c, %h : tensor<2x3xf64>\n"
                   "%y = stablehlo.clamp %l, %d, %h : (tensor<f64>, tensor<2x3xf64>, "
                   "tensor<2x3xf64>) -> tensor<2x3xf64>",
                   {"tensor<2x3xf64>"},
                   Domain::Positive});
  cases.push_back({"barrier",
                   {"%a: tensor<2x3xf64>", "%b: tensor<2xf64>"},
                   "%y, %y1 = stablehlo.optimization_barrier %a, %b : "
                   "tensor<2x3xf64>, tensor<2xf64>",
                   {"tensor<2x3xf64>", "tensor<2xf64>"}});
  return cases;
}

std::vector<Case> shapeCases() {
  return {
      {"broadcast",
       {"%a: tensor<3x1xf64>"},
       "%y = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<3x1xf64>) "
       "-> tensor<3x2x4xf64>",
       {"tensor<3x2x4xf64>"}},
      {"broadcast_transposed",
       {"%a: tensor<4x3xf64>"},
       "%y = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<4x3xf64>) "
       "-> tensor<3x2x4xf64>",
       {"tensor<3x2x4xf64>"}},
      {"reshape",
       {"%a: tensor<3x4xf64>"},
       "%y = stablehlo.reshape %a : (tensor<3x4xf64>) -> tensor<2x6xf64>",
       {"tensor<2x6xf64>"}},
      {"transpose",
       {"%a: tensor<2x3x4xf64>"},
       "%y = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xf64>) -> "
       "tensor<4x2x3xf64>",
       {"tensor<4x2x3xf64>"}},
      {"reverse",
       {"%a: tensor<2x3xf64>"},
       "%y = stablehlo.reverse %a, dims = [1] : tensor<2x3xf64>",
       {"tensor<2x3xf64>"}},
      {"slice",
       {"%a: tensor<4x9xf64>"},
       "%y = stablehlo.slice %a [1:3, 1:8:3] : (tensor<4x9xf64>) -> "
       "tensor<2x3xf64>",
       {"tensor<2x3xf64>"}},
      {"concatenate",
       {"%a: tensor<2x3xf64>", "%b: tensor<2x2xf64>"},
       "%y = stablehlo.concatenate %a, %b, %a, dim = 1 : (tensor<2x3xf64>, "
       "tensor<2x2xf64>, tensor<2x3xf64>) -> tensor<2x8xf64>",
       {"tensor<2x8xf64>"}},
      {"pad",
       {"%a: tensor<2x3xf64>", "%b: tensor<f64>"},
       "%y = stablehlo.pad %a, %b, low = [1, 2], high = [0, 1], interior = [1, "
       "2] : (tensor<2x3xf64>, tensor<f64>) -> tensor<4x10xf64>",
       {"tensor<4x10xf64>"}},
      {"pad_negative",
       {"%a: tensor<4x5xf64>", "%b: tensor<f64>"},
       "%y = stablehlo.pad %a, %b, low = [-1, 1], high = [1, -2], interior = "
       "[0, 1] : (tensor<4x5xf64>, tensor<f64>) -> tensor<4x8xf64>",
       {"tensor<4x8xf64>"}},
      {"dynamic_slice",
       {"%a: tensor<4x5xf64>"},
       "%i = stablehlo.constant dense<3> : tensor<i32>\n%j = "
       "stablehlo.constant dense<1> : tensor<i32>\n"
       "%y = stablehlo.dynamic_slice %a, %i, %j, sizes = [2, 3] : "
       "(tensor<4x5xf64>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>",
       {"tensor<2x3xf64>"}},
      {"dynamic_update_slice",
       {"%a: tensor<4x5xf64>", "%b: tensor<2x3xf64>"},
       "%i = stablehlo.constant dense<3> : tensor<i32>\n%j = "
       "stablehlo.constant dense<1> : tensor<i32>\n"
       "%y = stablehlo.dynamic_update_slice %a, %b, %i, %j : (tensor<4x5xf64>, "
       "tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<4x5xf64>",
       {"tensor<4x5xf64>"}},
      {"gather",
       {"%a: tensor<4x3xf64>"},
       "%i = stablehlo.constant dense<[[[1], [9]], [[1], [0]]]> : "
       "tensor<2x2x1xi32>\n"
       "%y = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = "
       "#stablehlo.gather<offset_dims = [2], "
       "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = "
       "2>, "
       "slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf64>, "
       "tensor<2x2x1xi32>) -> tensor<2x2x3xf64>",
       {"tensor<2x2x3xf64>"}},
      {"gather_windows",
       {"%a: tensor<4x5xf64>"},
       "%i = stablehlo.constant dense<[[3, 1], [-2, 9]]> : tensor<2x2xi32>\n"
       "%y = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = "
       "#stablehlo.gather<offset_dims = [1, 2], "
       "start_index_map = [0, 1], index_vector_dim = 1>, "
       "slice_sizes = array<i64: 2, 3>}> : (tensor<4x5xf64>, tensor<2x2xi32>) "
       "-> tensor<2x2x3xf64>",
       {"tensor<2x2x3xf64>"}},
      {"scatter",
       {"%a: tensor<4x3xf64>", "%b: tensor<3x3xf64>"},
       "%i = stablehlo.constant dense<[[1], [7], [1]]> : tensor<3x1xi32>\n"
       "%y = \"stablehlo.scatter\"(%a, %i, %b) <{scatter_dimension_numbers = "
       "#stablehlo.scatter<"
       "update_window_dims = [1], inserted_window_dims = [0], "
       "scatter_dims_to_operand_dims = [0], "
       "index_vector_dim = 1>}> ({\n^bb0(%u: tensor<f64>, %v: tensor<f64>):\n"
       "%s = stablehlo.add %u, %v : tensor<f64>\nstablehlo.return %s : "
       "tensor<f64>\n}) "
       ": (tensor<4x3xf64>, tensor<3x1xi32>, tensor<3x3xf64>) -> "
       "tensor<4x3xf64>",
       {"tensor<4x3xf64>"}},
  };
}

std::vector<Case> contractionCases() {
  return {
      {"matmul",
       {"%a: tensor<2x3xf64>", "%b: tensor<3x4xf64>"},
       "%y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
       "(tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>",
       {"tensor<2x4xf64>"}},
      {"dot",
       {"%a: tensor<2x3xf64>", "%b: tensor<3x4xf64>"},
       "%y = stablehlo.dot %a, %b : (tensor<2x3xf64>, tensor<3x4xf64>) -> "
       "tensor<2x4xf64>",
       {"tensor<2x4xf64>"}},
      {"dot_vectors",
       {"%a: tensor<3xf64>", "%b: tensor<3xf64>"},
       "%y = stablehlo.dot %a, %b : (tensor<3xf64>, tensor<3xf64>) -> "
       "tensor<f64>",
       {"tensor<f64>"}},
      {"dot_matrix_vector",
       {"%a: tensor<2x3xf64>", "%b: tensor<3xf64>"},
       "%y = stablehlo.dot %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> "
       "tensor<2xf64>",
       {"tensor<2xf64>"}},
      // Batching and contracting dimensions in disorder.
      {"dot_general",
       {"%a: tensor<5x2x3x4xf64>", "%b: tensor<4x6x3x2xf64>"},
       "%y = stablehlo.dot_general %a, %b, batching_dims = [2] x [2], "
       "contracting_dims = [3, 1] x [0, 3] : (tensor<5x2x3x4xf64>, "
       "tensor<4x6x3x2xf64>) -> tensor<3x5x6xf64>",
       {"tensor<3x5x6xf64>"}},
      {"dot_general_disorder",
       {"%a: tensor<2x4x3x5xf64>", "%b: tensor<5x3x2x6xf64>"},
       "%y = stablehlo.dot_general %a, %b, batching_dims = [3, 0] x [0, 2], "
       "contracting_dims = [2] x [1] : (tensor<2x4x3x5xf64>, "
       "tensor<5x3x2x6xf64>) -> tensor<5x2x4x6xf64>",
       {"tensor<5x2x4x6xf64>"}},
      {"reduce_add",
       {"%a: tensor<2x3x4xf64>", "%b: tensor<f64>"},
       "%y = stablehlo.reduce(%a init: %b) applies stablehlo.add across "
       "dimensions = [0, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> "
       "tensor<3xf64>",
       {"tensor<3xf64>"}},
      {"reduce_max",
       {"%a: tensor<2x3x4xf64>"},
       "%i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>\n"
       "%y = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across "
       "dimensions = [2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2x3xf64>",
       {"tensor<2x3xf64>"}},
      {"reduce_min",
       {"%a: tensor<2x3x4xf64>"},
       "%i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>\n"
       "%y = stablehlo.reduce(%a init: %i) applies stablehlo.minimum across "
       "dimensions = [1] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2x4xf64>",
       {"tensor<2x4xf64>"}},
  };
}

INSTANTIATE_TEST_SUITE_P(Elementwise, GradientTest, ::testing::ValuesIn(elementwiseCases()),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Shape, GradientTest, ::testing::ValuesIn(shapeCases()), nameOf);
INSTANTIATE_TEST_SUITE_P(Contraction, GradientTest, ::testing::ValuesIn(contractionCases()),
                         nameOf);

} // namespace
