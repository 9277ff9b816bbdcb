//===- FusionTest.cpp - random programs, fused and not ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random segments are compiled twice: as they are, and with every value
// returned, so that each is stored by itself. Fusion must not change a bit.
//
//===----------------------------------------------------------------------===//
#include "Support.h"
#include "dialects/Sched/Sched.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {
/// Writes random straight-line programs over small tensors.
class ProgramWriter {
public:
  ProgramWriter(uint64_t seed, std::string element) : random(seed), element(std::move(element)) {}

  struct Texts {
    std::string fused, stored;
  };

  Texts write(unsigned ops) {
    std::string arguments;
    for (unsigned index = 0; index < 3; ++index) {
      values.push_back({"%a" + std::to_string(index), {pick(2, 6), pick(3, 40)}});
      arguments += (index ? ", " : "") + values.back().name + ": " + type(values.back().shape);
    }
    body = "%zero = stablehlo.constant dense<0.0> : tensor<" + element + ">\n";
    for (unsigned index = 0; index < ops; ++index)
      step();
    std::vector<Value> all(values.begin() + 3, values.end());
    std::vector<Value> last{values.back()};
    return {module(arguments, last), module(arguments, all)};
  }

private:
  struct Value {
    std::string name;
    std::vector<int64_t> shape;
  };

  std::mt19937_64 random;
  std::string element, body;
  std::vector<Value> values;
  unsigned next = 0;

  int64_t pick(int64_t low, int64_t high) {
    return low + int64_t(random() % uint64_t(high - low + 1));
  }
  std::string type(const std::vector<int64_t> &shape) {
    std::string text = "tensor<";
    for (int64_t extent : shape)
      text += std::to_string(extent) + "x";
    return text + element + ">";
  }
  const Value &any() {
    // Recent values more often, so that chains grow.
    size_t count = values.size();
    return values[count - 1 - std::min<size_t>(count - 1, pick(0, 3) * pick(0, 2))];
  }
  std::string list(const std::vector<int64_t> &numbers) {
    std::string text = "[";
    for (size_t index = 0; index < numbers.size(); ++index)
      text += (index ? ", " : "") + std::to_string(numbers[index]);
    return text + "]";
  }
  void add(const std::string &op, std::vector<int64_t> shape) {
    values.push_back({"%v" + std::to_string(next++), std::move(shape)});
    body += values.back().name + " = stablehlo." + op + "\n";
  }

  void step() {
    Value x = any();
    int64_t rank = x.shape.size();
    std::string of = " : (" + type(x.shape) + ") -> ";
    switch (pick(0, 9)) {
    case 0:
    case 1: {
      const char *unary[] = {"negate", "tanh", "abs", "logistic", "exponential", "sine"};
      // Bounded first: values must stay finite.
      add("tanh " + x.name + " : " + type(x.shape), x.shape);
      add(std::string(unary[pick(0, 5)]) + " " + values.back().name + " : " + type(x.shape),
          x.shape);
      return;
    }
    case 2:
    case 3:
    case 4: {
      const char *binary[] = {"add", "subtract", "multiply", "maximum", "minimum"};
      for (const Value &y : values)
        if (y.shape == x.shape && (y.name != x.name) && pick(0, 1)) {
          add(std::string(binary[pick(0, 4)]) + " " + x.name + ", " + y.name + " : " +
                  type(x.shape),
              x.shape);
          return;
        }
      add(std::string("multiply ") + x.name + ", " + x.name + " : " + type(x.shape), x.shape);
      return;
    }
    case 5: {
      std::vector<int64_t> permutation(rank), shape(rank);
      for (int64_t dim = 0; dim < rank; ++dim)
        permutation[dim] = dim;
      std::shuffle(permutation.begin(), permutation.end(), random);
      for (int64_t dim = 0; dim < rank; ++dim)
        shape[dim] = x.shape[permutation[dim]];
      add("transpose " + x.name + ", dims = " + list(permutation) + of + type(shape), shape);
      return;
    }
    case 6: {
      if (rank == 0)
        return;
      int64_t dim = pick(0, rank - 1);
      std::vector<int64_t> shape(x.shape);
      shape.erase(shape.begin() + dim);
      const char *combine[] = {"add", "maximum", "minimum"};
      add("reduce(" + x.name + " init: %zero) applies stablehlo." + combine[pick(0, 2)] +
              " across dimensions = [" + std::to_string(dim) + "] : (" + type(x.shape) +
              ", tensor<" + element + ">) -> " + type(shape),
          shape);
      return;
    }
    case 7: {
      std::vector<int64_t> dims, shape;
      int64_t extra = pick(0, rank);
      for (int64_t dim = 0; dim <= rank; ++dim) {
        if (dim == extra && rank < 3)
          shape.push_back(pick(1, 5));
        if (dim < rank) {
          dims.push_back(shape.size());
          shape.push_back(x.shape[dim]);
        }
      }
      add("broadcast_in_dim " + x.name + ", dims = " + list(dims) + of + type(shape), shape);
      return;
    }
    case 8: {
      int64_t elements = 1;
      for (int64_t extent : x.shape)
        elements *= extent;
      std::vector<int64_t> shape;
      for (int64_t factor : {2, 3, 5, 4})
        if (elements % factor == 0 && elements > 1 && shape.size() < 2 && pick(0, 1)) {
          shape.push_back(factor);
          elements /= factor;
        }
      shape.push_back(elements);
      add("reshape " + x.name + of + type(shape), shape);
      return;
    }
    case 9: {
      if (rank == 0)
        return;
      std::vector<int64_t> shape(x.shape);
      std::string ranges;
      for (int64_t dim = 0; dim < rank; ++dim) {
        int64_t start = pick(0, x.shape[dim] - 1), limit = pick(start + 1, x.shape[dim]);
        int64_t stride = pick(1, 2);
        shape[dim] = (limit - start + stride - 1) / stride;
        ranges += (dim ? ", " : "") + std::to_string(start) + ":" + std::to_string(limit) + ":" +
                  std::to_string(stride);
      }
      if (pick(0, 2) == 0) {
        add("slice " + x.name + " [" + ranges + "]" + of + type(shape), shape);
        return;
      }
      int64_t dim = pick(0, rank - 1);
      shape = x.shape;
      shape[dim] *= 2;
      add("concatenate " + x.name + ", " + x.name + ", dim = " + std::to_string(dim) + " : (" +
              type(x.shape) + ", " + type(x.shape) + ") -> " + type(shape),
          shape);
      return;
    }
    }
  }

  std::string module(const std::string &arguments, const std::vector<Value> &results) {
    std::string names, types;
    for (const Value &value : results) {
      names += (names.empty() ? "" : ", ") + value.name;
      types += (types.empty() ? "" : ", ") + type(value.shape);
    }
    return "func.func private @step(" + arguments + ") -> (" + types +
           ") attributes {dist.segment = \"step\"} {\n" + body + "return " + names + " : " + types +
           "\n}";
  }
};

class FusionTest : public testing::TestWithParam<const char *> {};
} // namespace

TEST_P(FusionTest, changesNoBit) {
  std::string element = GetParam();
  unsigned launches = 0, launchesStored = 0, inplace = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ProgramWriter::Texts texts = ProgramWriter(seed, element).write(18);
    auto context = makeContext();
    Compiled fused(*context, texts.fused), stored(*context, texts.stored);
    ASSERT_TRUE(fused.valid() && stored.valid());
    auto original = *stored.getOriginal().getOps<func::FuncOp>().begin();
    std::vector<Tensor> arguments = randomArguments(original, seed);
    auto expected = reference::interpret(original, arguments);
    ASSERT_TRUE(succeeded(expected));
    std::vector<Tensor> all = stored.run(arguments), last = fused.run(arguments);
    ASSERT_EQ(all.size(), expected->size());
    ASSERT_EQ(last.size(), 1u);
    EXPECT_TRUE(last[0].isBitIdentical(all.back())) << texts.fused;
    for (size_t index = 0; index < all.size(); ++index)
      // Of bf16 only the bits are of interest: errors grow along the program.
      ASSERT_LE(relativeError(all[index], (*expected)[index]), element == "f64"   ? 1e-11
                                                               : element == "f32" ? 1e-3
                                                                                  : INFINITY)
          << "value " << index << " of\n"
          << texts.stored;
    for (Operation &op : fused.getSegment().getBody().front())
      launches += isa<sched::LaunchOp>(op);
    for (Operation &op : stored.getSegment().getBody().front())
      launchesStored += isa<sched::LaunchOp>(op);
    inplace += fused.inplaceRuns + stored.inplaceRuns;
  }
  // The test means something only if fusion and reuse of buffers happen.
  EXPECT_LT(launches, launchesStored);
  EXPECT_GT(inplace, 0u);
}

INSTANTIATE_TEST_SUITE_P(Host, FusionTest, testing::Values("f64", "f32", "bf16"));
