//===- EdgeTest.cpp - ops on values at the edge -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The interpreter and host kernels against the table, zeros by their signs; and against
// each other on all pairs of such values.
//
//===----------------------------------------------------------------------===//
#include "EdgeRows.h"
#include "Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

/// A segment of one op on `count` elements, or of several, each a result.
std::string segmentOf(ArrayRef<std::string> ops, StringRef element, unsigned operands,
                      size_t count) {
  auto typeOf = [&](StringRef name) {
    return "tensor<" + std::to_string(count) + "x" + name.str() + ">";
  };
  std::string arguments, body, values, types;
  for (unsigned i = 0; i < operands; ++i)
    arguments += (i ? ", %a" : "%a") + std::to_string(i) + ": " + typeOf(element);
  for (auto [index, op] : llvm::enumerate(ops)) {
    std::string result = "%r" + std::to_string(index), to = element.str();
    body += result + " = ";
    if (StringRef(op).starts_with("convert ")) {
      to = op.substr(8);
      body += "stablehlo.convert %a0 : (" + typeOf(element) + ") -> " + typeOf(to);
    } else if (StringRef(op).starts_with("compare ")) {
      to = "i1";
      body += "stablehlo." + op.substr(0, 10) + ", %a0, %a1" + op.substr(10) + " : (" +
              typeOf(element) + ", " + typeOf(element) + ") -> " + typeOf("i1");
    } else {
      body += "stablehlo." + op + (operands == 2 ? " %a0, %a1 : " : " %a0 : ") + typeOf(element);
    }
    body += "\n";
    values += (index ? ", " : "") + result;
    types += (index ? ", " : "") + typeOf(to);
  }
  return "func.func private @step(" + arguments + ") -> (" + types +
         ") attributes {dist.segment = \"step\"} {\n" + body + "return " + values + " : " + types +
         "\n}";
}

Tensor tensorOf(Type element, ArrayRef<double> values) {
  auto type = RankedTensorType::get({int64_t(values.size())}, element);
  if (isa<FloatType>(element))
    return Tensor::fromFloats(type, values);
  return Tensor::fromInts(
      type, llvm::map_to_vector(values, [](double value) { return static_cast<int64_t>(value); }));
}

/// Whether two results are one, finite ones up to rounding.
bool agree(double actual, double expected, double tolerance) {
  if (std::isnan(expected) || std::isnan(actual))
    return std::isnan(expected) && std::isnan(actual);
  if (std::isinf(expected) || std::isinf(actual))
    return actual == expected;
  if (expected == 0.0)
    return actual == 0.0 && std::signbit(actual) == std::signbit(expected);
  return std::abs(actual - expected) <= tolerance * std::abs(expected);
}

double toleranceFor(StringRef element) { return element == "f32" ? 1e-6 : 1e-14; }

class EdgeTest : public testing::TestWithParam<const EdgeRow *> {
protected:
  /// Runs on `element`, of which the convert's operands are not.
  void check(StringRef element) {
    const EdgeRow &row = *GetParam();
    bool isConvert = StringRef(row.op) == "convert";
    std::string op = isConvert ? ("convert " + element).str() : row.op;
    auto context = makeContext();
    Compiled compiled(*context, segmentOf({op}, isConvert ? "f64" : element, row.operands.size(),
                                          row.results.size()));
    ASSERT_TRUE(compiled.valid());
    func::FuncOp original = *compiled.getOriginal().getOps<func::FuncOp>().begin();
    std::vector<Tensor> arguments;
    for (auto [type, values] : llvm::zip(original.getArgumentTypes(), row.operands))
      arguments.push_back(tensorOf(cast<RankedTensorType>(type).getElementType(), values));
    auto interpreted = reference::interpret(original, arguments);
    ASSERT_TRUE(succeeded(interpreted));
    std::vector<Tensor> actual = compiled.run(arguments);
    const std::vector<double> &expectedValues = row.results;
    Tensor expected = tensorOf((*interpreted)[0].getElementType(), expectedValues);
    for (size_t i = 0; i < row.results.size(); ++i) {
      std::string what =
          std::string(row.op) + " " + element.str() + " of " + std::to_string(row.operands[0][i]) +
          (row.operands.size() == 2 ? ", " + std::to_string(row.operands[1][i]) : "");
      EXPECT_TRUE(agree((*interpreted)[0].at(i), expected.at(i), 1e-14))
          << "interpreted " << what << ": " << (*interpreted)[0].at(i) << ", not "
          << expected.at(i);
      EXPECT_TRUE(agree(actual[0].at(i), expected.at(i), toleranceFor(element)))
          << "compiled " << what << ": " << actual[0].at(i) << ", not " << expected.at(i);
    }
  }
};

} // namespace

TEST_P(EdgeTest, givesTheResults) {
  if (StringRef(GetParam()->element) != "f")
    return check(GetParam()->element);
  check("f64");
  check("f32");
}

static std::vector<const EdgeRow *> rows() {
  std::vector<const EdgeRow *> all;
  for (const EdgeRow &row : edgeRows)
    all.push_back(&row);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Host, EdgeTest, testing::ValuesIn(rows()),
                         [](const testing::TestParamInfo<const EdgeRow *> &info) {
                           return std::string(info.param->op) + "_" + info.param->element;
                         });

/// All pairs of `values`, under all `ops`, by the interpreter and compiled.
static void comparePairs(StringRef element, ArrayRef<double> values, ArrayRef<std::string> ops) {
  auto context = makeContext();
  Compiled compiled(*context, segmentOf(ops, element, 2, values.size() * values.size()));
  ASSERT_TRUE(compiled.valid());
  func::FuncOp original = *compiled.getOriginal().getOps<func::FuncOp>().begin();
  SmallVector<double> lhs, rhs;
  for (double a : values)
    for (double b : values) {
      lhs.push_back(a);
      rhs.push_back(b);
    }
  Type type = cast<RankedTensorType>(original.getArgumentTypes()[0]).getElementType();
  std::vector<Tensor> arguments = {tensorOf(type, lhs), tensorOf(type, rhs)};
  auto expected = reference::interpret(original, arguments);
  ASSERT_TRUE(succeeded(expected));
  std::vector<Tensor> actual = compiled.run(arguments);
  for (auto [index, op] : llvm::enumerate(ops))
    for (size_t i = 0; i < lhs.size(); ++i)
      EXPECT_TRUE(agree(actual[index].at(i), (*expected)[index].at(i), toleranceFor(element)))
          << op << ' ' << element.str() << " of " << lhs[i] << ", " << rhs[i] << ": "
          << actual[index].at(i) << ", not " << (*expected)[index].at(i);
}

TEST(EdgePairsTest, floatsAgree) {
  std::vector<std::string> ops = {"add",   "subtract", "multiply", "divide", "remainder",
                                  "power", "maximum",  "minimum",  "atan2"};
  for (const char *direction : {"EQ", "NE", "GE", "GT", "LE", "LT"})
    for (const char *kind : {"", ", TOTALORDER"})
      ops.push_back(std::string("compare ") + direction + kind);
  comparePairs("f64", {0.0, -0.0, 1, -1, 0.5, -2.5, 3, 1e10, 1e-300, inf, -inf, notANumber}, ops);
}

TEST(EdgePairsTest, integersAgree) {
  for (auto [element, width] :
       {std::pair("i8", 8), std::pair("ui8", 8), std::pair("i16", 16), std::pair("ui16", 16),
        std::pair("i32", 32), std::pair("ui32", 32)}) {
    bool isUnsigned = element[0] == 'u';
    std::vector<std::string> ops = {"add",        "subtract",
                                    "multiply",   "divide",
                                    "remainder",  "power",
                                    "maximum",    "minimum",
                                    "shift_left", "shift_right_logical",
                                    "and",        "or",
                                    "xor",        "shift_right_arithmetic"};
    for (const char *direction : {"EQ", "NE", "GE", "GT", "LE", "LT"})
      ops.push_back(std::string("compare ") + direction);
    double top = std::ldexp(1.0, isUnsigned ? width : width - 1) - 1;
    std::vector<double> values = {0, 1, 2, 3, 7, 8, double(width - 1), double(width), top, top - 1};
    if (!isUnsigned)
      for (double value : {-1.0, -2.0, -3.0, -8.0, -top, -top - 1})
        values.push_back(value);
    comparePairs(element, values, ops);
  }
}
