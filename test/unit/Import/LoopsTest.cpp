//===- LoopsTest.cpp - unrolled loops against loops -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random counted loops that read, write and branch by their counters are run as the
// loops that they are, and as what import makes of them. The results have the same
// bits: the same ops are done in the same order.
//
//===----------------------------------------------------------------------===//

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Import/Import.h"
#include "shardc/Reference/Interpreter.h"
#include "shardc/Reference/Seeding.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace shardc;

namespace {

constexpr int64_t rows = 5, columns = 3;
const std::string row = "tensor<1x3xf32>", stack = "tensor<5x3xf32>", index = "tensor<i32>";

/// Writes one random program.
class Writer {
public:
  explicit Writer(unsigned seed) : random(seed) {}

  std::string write() {
    line("func.func @main(%w: " + stack + ", %x: " + row + ", %s: " + stack + ") -> (" + row +
         ", " + stack + ", " + index + ") {");
    for (int64_t value = -2; value <= 7; ++value)
      line("%" + name(value) + " = stablehlo.constant dense<" + std::to_string(value) +
           "> : " + index);
    State state = loop({"%x", "%s", "%" + name(draw(-2, 3))}, 2, "");
    line("return " + state.row + ", " + state.stack + ", " + state.count + " : " + row + ", " +
         stack + ", " + index);
    line("}");
    return text;
  }

private:
  /// What loops carry: a row, a stack of rows, a number.
  struct State {
    std::string row, stack, count;
  };
  int64_t draw(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  static std::string name(int64_t value) {
    return value < 0 ? "m" + std::to_string(-value) : "c" + std::to_string(value);
  }
  void line(const std::string &content) { text += content + "\n"; }
  std::string define(const std::string &op) {
    std::string value = "%v" + std::to_string(next++);
    line(value + " = stablehlo." + op);
    return value;
  }

  /// Some number made of the counters: in range or not.
  std::string number(const std::string &counter, const State &state) {
    static const char *const ops[] = {"add", "subtract", "multiply", "maximum", "remainder"};
    int64_t kind = draw(0, 6);
    if (kind == 5)
      return state.count;
    if (kind == 6)
      return counter;
    std::string other = kind == 4 ? "%c" + std::to_string(draw(1, 4)) : "%" + name(draw(-2, 7));
    return define(std::string(ops[kind]) + " " + counter + ", " + other + " : " + index);
  }

  void step(State &state, const std::string &counter, int depth) {
    switch (draw(0, depth ? 7 : 6)) {
    case 0: {
      std::string read = define("dynamic_slice " + std::string(draw(0, 1) ? "%w" : state.stack) +
                                ", " + number(counter, state) + ", %c0, sizes = [1, 3] : (" +
                                stack + ", " + index + ", " + index + ") -> " + row);
      state.row = define("add " + state.row + ", " + read + " : " + row);
      break;
    }
    case 1:
      state.stack = define("dynamic_update_slice " + state.stack + ", " + state.row + ", " +
                           number(counter, state) + ", %c0 : (" + stack + ", " + row + ", " +
                           index + ", " + index + ") -> " + stack);
      break;
    case 2: {
      std::string real =
          define("convert " + number(counter, state) + " : (" + index + ") -> tensor<f32>");
      std::string wide =
          define("broadcast_in_dim " + real + ", dims = [] : (tensor<f32>) -> " + row);
      state.row = define("multiply " + state.row + ", " + wide + " : " + row);
      break;
    }
    case 3:
      state.count = number(counter, state);
      break;
    case 4: {
      std::string flat =
          define("reshape " + number(counter, state) + " : (" + index + ") -> tensor<1xi32>");
      std::string other = define("reshape " + state.row + " : (" + row + ") -> tensor<3xf32>");
      std::string value = "%v" + std::to_string(next++);
      line(value + " = \"stablehlo.scatter\"(" + state.stack + ", " + flat + ", " + other +
           ") <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], "
           "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({");
      line("^bb0(%a: tensor<f32>, %b: tensor<f32>):");
      if (draw(0, 1)) {
        line("%t = stablehlo.add %a, %b : tensor<f32>");
        line("stablehlo.return %t : tensor<f32>");
      } else {
        line("stablehlo.return %b : tensor<f32>");
      }
      line("}) : (" + stack + ", tensor<1xi32>, tensor<3xf32>) -> " + stack);
      state.stack = value;
      break;
    }
    case 5: {
      std::string chosen = number(counter, state);
      std::string value = "%v" + std::to_string(next++);
      line(value + ":2 = \"stablehlo.case\"(" + chosen + ") ({");
      for (int64_t branch = 0, last = draw(0, 2); branch <= last; ++branch) {
        State own = state;
        if (depth)
          step(own, counter, depth - 1);
        own.row = define((branch ? "negate " : "abs ") + own.row + " : " + row);
        line("stablehlo.return " + own.row + ", " + own.stack + " : " + row + ", " + stack);
        line(branch == last ? "}) : (" + index + ") -> (" + row + ", " + stack + ")" : "}, {");
      }
      state.row = value + "#0";
      state.stack = value + "#1";
      break;
    }
    case 6: {
      // Rows at any distances, out of range as well.
      int64_t first = draw(-1, 4), step = draw(-1, 2);
      std::string rows = "[[" + std::to_string(first) + "], [" + std::to_string(first + step) +
                         "], [" + std::to_string(first + 2 * step) + "]]";
      std::string at = define("constant dense<" + rows + "> : tensor<3x1xi32>");
      std::string value = "%v" + std::to_string(next++);
      line(value + " = \"stablehlo.gather\"(" + state.stack + ", " + at +
           ") <{dimension_numbers = #stablehlo.gather<offset_dims = [" + (draw(0, 1) ? "1" : "0") +
           "], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
           "slice_sizes = array<i64: 1, 3>}> : (" +
           stack + ", tensor<3x1xi32>) -> tensor<3x3xf32>");
      std::string part = define("slice " + value + " [1:2, 0:3] : (tensor<3x3xf32>) -> " + row);
      state.row = define("add " + state.row + ", " + part + " : " + row);
      break;
    }
    case 7:
      state = loop(state, depth - 1, counter);
      break;
    }
  }

  /// A loop that counts up or down to a number, or to the counter around it.
  State loop(State state, int depth, const std::string &outer) {
    bool isDown = draw(0, 1);
    int64_t width = draw(1, 2), begin = draw(-1, 2), end = begin + width * draw(0, 4);
    if (isDown)
      std::swap(begin, end);
    std::string limit = "%" + name(std::clamp<int64_t>(end, -2, 7));
    bool usesOuter = !outer.empty() && !isDown && draw(0, 2) == 0;
    if (usesOuter)
      limit = outer;
    std::string value = "%v" + std::to_string(next++);
    std::string id = std::to_string(next++);
    std::string types = index + ", " + row + ", " + stack + ", " + index;
    std::string i = "%i" + id;
    line(value + ":4 = stablehlo.while(" + i + " = %" + name(std::clamp<int64_t>(begin, -2, 7)) +
         ", %r" + id + " = " + state.row + ", %s" + id + " = " + state.stack + ", %n" + id + " = " +
         state.count + ") : " + types);
    line(" cond {");
    std::string compare = isDown ? "GT" : draw(0, 1) ? "LE" : "LT";
    std::string p = define("compare " + compare + ", " + i + ", " + limit + ", SIGNED : (" + index +
                           ", " + index + ") -> tensor<i1>");
    line("stablehlo.return " + p + " : tensor<i1>");
    line("} do {");
    State own{"%r" + id, "%s" + id, "%n" + id};
    for (int64_t count = draw(1, 4); count > 0; --count)
      step(own, i, depth);
    // What grows without bound is no number to compare.
    own.count = define("remainder " + own.count + ", %c7 : " + index);
    std::string moved = define(std::string(isDown ? "subtract " : "add ") + i + ", %c" +
                               std::to_string(width) + " : " + index);
    line("stablehlo.return " + moved + ", " + own.row + ", " + own.stack + ", " + own.count +
         " : " + types);
    line("}");
    return {value + "#1", value + "#2", value + "#3"};
  }

  std::mt19937 random;
  std::string text;
  int next = 0;
};

std::vector<reference::Tensor> run(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  std::vector<reference::Tensor> arguments;
  for (auto [number, type] : llvm::enumerate(main.getArgumentTypes()))
    arguments.push_back(reference::randomTensor(cast<RankedTensorType>(type), 7,
                                                "argument" + std::to_string(number)));
  auto results = reference::interpret(main, arguments);
  if (failed(results))
    return {};
  return {results->begin(), results->end()};
}

TEST(LoopsTest, UnrolledLoopsComputeWhatLoopsDo) {
  unsigned seed = std::random_device{}();
  RecordProperty("seed", std::to_string(seed));
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  MLIRContext context;
  context.loadDialect<func::FuncDialect, stablehlo::StablehloDialect, dist::DistDialect>();
  int64_t unrolled = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::string text = Writer(random()).write();
    SCOPED_TRACE("trial " + std::to_string(trial) + " of seed " + std::to_string(seed) + "\n" +
                 text);
    auto loops = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(loops);
    OwningOpRef<ModuleOp> flat = loops->clone();
    ASSERT_TRUE(succeeded(normalizeModule(*flat)));
    bool isFlat = true;
    flat->walk([&](Operation *op) { isFlat &= !isa<stablehlo::WhileOp, stablehlo::CaseOp>(op); });
    EXPECT_TRUE(isFlat);
    unrolled += isFlat;
    std::vector<reference::Tensor> expected = run(*loops), actual = run(*flat);
    ASSERT_EQ(expected.size(), 3u);
    ASSERT_EQ(actual.size(), 3u);
    for (auto [a, b] : llvm::zip(expected, actual))
      EXPECT_TRUE(a.isBitIdentical(b));
    if (HasFailure())
      break;
  }
  EXPECT_GT(unrolled, 0);
}

} // namespace
