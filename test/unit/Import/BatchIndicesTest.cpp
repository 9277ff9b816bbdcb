//===- BatchIndicesTest.cpp - batches of gather and scatter -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random gathers and scatters, whose index vectors are put together of iotas in many
// forms, of numbers in range and out of it, and of near misses, are run as they are
// and as import makes of them. The results have the same bits: elements are moved, and
// combined in the same order.
//
//===----------------------------------------------------------------------===//

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Import/Import.h"
#include "shardc/Reference/Interpreter.h"
#include "shardc/Reference/Seeding.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <random>

using namespace mlir;
using namespace shardc;
using reference::Tensor;

namespace {

using Shape = std::vector<int64_t>;

std::string list(const Shape &values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "[" + text + "]";
}

std::string tensor(const Shape &shape, const std::string &element) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + element + ">";
}

/// Writes one random program with a gather or a scatter.
class Writer {
public:
  explicit Writer(unsigned seed) : random(seed) {}

  /// Ranges of the integer arguments, which come first.
  std::vector<int64_t> limits;

  std::string write() {
    for (int64_t rank = draw(1, 2); rank > 0; --rank)
      loop.push_back(draw(2, 4));
    mapped = draw(1, 3);
    vectorDim = draw(0, loop.size());
    std::vector<std::string> components;
    for (int64_t i = 0; i < mapped; ++i)
      components.push_back(component());
    for (int64_t i = draw(0, 2); i > 0; --i) {
      int64_t extent = draw(1, 3), whole = draw(0, 3);
      shape.push_back(extent);
      sizes.push_back(whole ? extent : draw(1, extent));
    }
    std::string indices = vectors(components);
    draw(0, 1) ? gather(indices) : scatter(indices);
    std::string arguments;
    for (size_t i = 0; i < limits.size(); ++i)
      arguments += "%l" + std::to_string(i) + ": " + tensor(loop, "i32") + ", ";
    return "func.func @main(" + arguments + "%x: " + tensor(shape, "f32") +
           ", %u: " + tensor(update, "f32") + ") -> (" + tensor(result, "f32") + ") {\n" + text +
           "}\n";
  }

private:
  int64_t draw(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  std::string define(const std::string &op) {
    std::string value = "%v" + std::to_string(next++);
    text += value + " = " + op + "\n";
    return value;
  }
  std::string number(int64_t value, const Shape &of, const std::string &element = "i32") {
    return define("stablehlo.constant dense<" + std::to_string(value) +
                  "> : " + tensor(of, element));
  }
  std::string binary(const std::string &op, const std::string &a, const std::string &b,
                     const Shape &of, const std::string &element = "i32") {
    return define("stablehlo." + op + " " + a + ", " + b + " : " + tensor(of, element));
  }
  std::string convert(const std::string &value, const Shape &of, const std::string &from,
                      const std::string &to) {
    return define("stablehlo.convert " + value + " : (" + tensor(of, from) + ") -> " +
                  tensor(of, to));
  }

  /// The index along dimension `dim` of the loop, said in some way.
  std::string iota(int64_t dim) {
    int64_t extent = loop[dim];
    Shape line{extent};
    std::string wide = draw(0, 3) ? "i32" : draw(0, 1) ? "i64" : "ui8";
    std::string value;
    switch (draw(0, 4)) {
    case 0: {
      Shape numbers(extent);
      for (int64_t i = 0; i < extent; ++i)
        numbers[i] = i;
      wide = "i32";
      value = define("stablehlo.constant dense<" + list(numbers) + "> : " + tensor(line, wide));
      break;
    }
    case 1:
      value = define("stablehlo.iota dim = 0 : " + tensor({extent + 2}, wide));
      value = define("stablehlo.slice " + value + " [0:" + std::to_string(extent) + "] : (" +
                     tensor({extent + 2}, wide) + ") -> " + tensor(line, wide));
      break;
    case 2:
      value = define("stablehlo.iota dim = 1 : " + tensor({3, extent}, wide));
      value = define("stablehlo.transpose " + value + ", dims = [1, 0] : (" +
                     tensor({3, extent}, wide) + ") -> " + tensor({extent, 3}, wide));
      value = define("stablehlo.slice " + value + " [0:" + std::to_string(extent) + ", 1:2] : (" +
                     tensor({extent, 3}, wide) + ") -> " + tensor({extent, 1}, wide));
      value = define("stablehlo.reshape " + value + " : (" + tensor({extent, 1}, wide) + ") -> " +
                     tensor(line, wide));
      break;
    default:
      value = define("stablehlo.iota dim = 0 : " + tensor(line, wide));
    }
    if (wide != "i32")
      value = convert(value, line, wide, "i32");
    value = define("stablehlo.broadcast_in_dim " + value + ", dims = [" + std::to_string(dim) +
                   "] : (" + tensor(line, "i32") + ") -> " + tensor(loop, "i32"));
    switch (draw(0, 9)) {
    case 0:
      return binary("add", value, number(draw(0, 1), loop), loop);
    case 1:
      return binary("remainder", value, number(draw(extent - 1, extent), loop), loop);
    case 2:
      return binary("maximum", number(draw(0, 1), loop), value, loop);
    case 3:
      return define("stablehlo.reverse " + value + ", dims = [0] : " + tensor(loop, "i32"));
    case 4:
      return binary("minimum", value, number(draw(extent - 2, extent), loop), loop);
    case 5:
      return binary("multiply", value, number(draw(1, 2), loop), loop);
    default:
      return value;
    }
  }

  /// Negative indices count from the end.
  std::string wrapped(const std::string &value, int64_t extent, const Shape &of) {
    std::string zero = number(0, of);
    std::string isNegative =
        define("stablehlo.compare LT, " + value + ", " + zero + ", SIGNED : (" + tensor(of, "i32") +
               ", " + tensor(of, "i32") + ") -> " + tensor(of, "i1"));
    std::string moved = binary("add", value, number(extent, of), of);
    return define("stablehlo.select " + isNegative + ", " + moved + ", " + value + " : " +
                  tensor(of, "i1") + ", " + tensor(of, "i32"));
  }

  /// One component of the index vectors, and the operand's dimension for it.
  std::string component() {
    int64_t kind = draw(0, 5), dim = draw(0, loop.size() - 1);
    int64_t extent = kind < 3 ? loop[dim] : draw(1, 5);
    if (kind == 2)
      extent = std::max<int64_t>(1, extent + draw(-1, 2));
    std::string value;
    if (kind < 3) {
      value = iota(dim);
    } else if (kind == 3) {
      value = number(draw(-1, extent), loop);
    } else {
      value = "%l" + std::to_string(limits.size());
      limits.push_back(extent + 2);
    }
    if (draw(0, 1))
      value = wrapped(value, extent, loop);
    shape.push_back(extent);
    // A window of one may be a dimension of the result or not; longer ones are.
    sizes.push_back(draw(0, 5) || extent < 2 ? 1 : 2);
    return value;
  }

  std::string vectors(const std::vector<std::string> &components) {
    // Single numbers need no dimension.
    if (components.size() == 1 && draw(0, 1)) {
      vectorDim = loop.size();
      isJoined = false;
      return components.front();
    }
    Shape part(loop), all(loop);
    part.insert(part.begin() + vectorDim, 1);
    all.insert(all.begin() + vectorDim, components.size());
    std::string values, types;
    for (const std::string &value : components) {
      std::string comma = values.empty() ? "" : ", ";
      values += comma + define("stablehlo.reshape " + value + " : (" + tensor(loop, "i32") +
                               ") -> " + tensor(part, "i32"));
      types += comma + tensor(part, "i32");
    }
    std::string joined =
        define("stablehlo.concatenate " + values + ", dim = " + std::to_string(vectorDim) + " : (" +
               types + ") -> " + tensor(all, "i32"));
    if (draw(0, 2))
      return joined;
    Shape last(shape.begin(), shape.begin() + components.size());
    for (int64_t &extent : last)
      extent += draw(-2, 1);
    Shape line{static_cast<int64_t>(components.size())};
    std::string limits =
        define("stablehlo.constant dense<" + list(last) + "> : " + tensor(line, "i32"));
    limits =
        define("stablehlo.broadcast_in_dim " + limits + ", dims = [" + std::to_string(vectorDim) +
               "] : (" + tensor(line, "i32") + ") -> " + tensor(all, "i32"));
    return define("stablehlo.clamp " + number(0, {}) + ", " + joined + ", " + limits + " : (" +
                  tensor({}, "i32") + ", " + tensor(all, "i32") + ", " + tensor(all, "i32") +
                  ") -> " + tensor(all, "i32"));
  }

  /// Dimensions of windows and those that aren't, and where windows are among the others.
  void layOut() {
    Shape windows;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (sizes[dim] == 1 && draw(0, 3))
        collapsed.push_back(dim);
      else
        windows.push_back(sizes[dim]);
    int64_t rank = loop.size() + windows.size();
    Shape places(rank);
    for (int64_t i = 0; i < rank; ++i)
      places[i] = i;
    std::shuffle(places.begin(), places.end(), random);
    offsets.assign(places.begin(), places.begin() + windows.size());
    llvm::sort(offsets);
    size_t window = 0, other = 0;
    for (int64_t i = 0; i < rank; ++i)
      update.push_back(llvm::is_contained(offsets, i) ? windows[window++] : loop[other++]);
  }
  std::string map() {
    Shape dims(mapped);
    for (int64_t i = 0; i < mapped; ++i)
      dims[i] = i;
    return list(dims);
  }
  Shape indexShape() const {
    Shape all(loop);
    if (isJoined)
      all.insert(all.begin() + vectorDim, mapped);
    return all;
  }

  void gather(const std::string &indices) {
    layOut();
    result = update;
    std::string sizeText;
    for (int64_t size : sizes)
      sizeText += (sizeText.empty() ? "" : ", ") + std::to_string(size);
    std::string value = define(
        "\"stablehlo.gather\"(%x, " + indices + ") <{dimension_numbers = #stablehlo.gather<" +
        "offset_dims = " + list(offsets) + ", collapsed_slice_dims = " + list(collapsed) +
        ", start_index_map = " + map() + ", index_vector_dim = " + std::to_string(vectorDim) +
        ">, slice_sizes = array<i64: " + sizeText + ">}> : (" + tensor(shape, "f32") + ", " +
        tensor(indexShape(), "i32") + ") -> " + tensor(result, "f32"));
    text += "return " + value + " : " + tensor(result, "f32") + "\n";
  }

  void scatter(const std::string &indices) {
    layOut();
    result = shape;
    static const char *const combiners[] = {"add", "maximum", "subtract", ""};
    std::string combiner = combiners[draw(0, 3)];
    std::string body = "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n";
    if (!combiner.empty())
      body += "%c = stablehlo." + combiner + " %p, %q : tensor<f32>\n";
    body +=
        std::string("stablehlo.return ") + (combiner.empty() ? "%q" : "%c") + " : tensor<f32>\n";
    std::string value =
        define("\"stablehlo.scatter\"(%x, " + indices +
               ", %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = " +
               list(offsets) + ", inserted_window_dims = " + list(collapsed) +
               ", scatter_dims_to_operand_dims = " + map() +
               ", index_vector_dim = " + std::to_string(vectorDim) + ">}> ({\n" + body + "}) : (" +
               tensor(shape, "f32") + ", " + tensor(indexShape(), "i32") + ", " +
               tensor(update, "f32") + ") -> " + tensor(result, "f32"));
    text += "return " + value + " : " + tensor(result, "f32") + "\n";
  }

  std::mt19937 random;
  Shape loop, shape, sizes, collapsed, offsets, update, result;
  int64_t vectorDim = 0, mapped = 0;
  /// Whether index vectors have a dimension.
  bool isJoined = true;
  std::string text;
  int next = 0;
};

std::vector<Tensor> run(ModuleOp module, ArrayRef<int64_t> limits, unsigned seed) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  std::mt19937 random(seed);
  std::vector<Tensor> arguments;
  for (auto [number, type] : llvm::enumerate(main.getArgumentTypes())) {
    arguments.push_back(reference::randomTensor(cast<RankedTensorType>(type), seed,
                                                "argument" + std::to_string(number)));
    if (number < limits.size())
      for (int64_t &index : arguments.back().getMutable<int64_t>())
        index = std::uniform_int_distribution<int64_t>(-2, limits[number])(random);
  }
  auto results = reference::interpret(main, arguments);
  return failed(results) ? std::vector<Tensor>()
                         : std::vector<Tensor>(results->begin(), results->end());
}

/// Batching dimensions of gathers and scatters, and how many ops there are of both.
std::pair<int64_t, int64_t> count(ModuleOp module) {
  int64_t batches = 0, ops = 0;
  module->walk([&](Operation *op) {
    if (auto gather = dyn_cast<stablehlo::GatherOp>(op))
      batches += gather.getDimensionNumbers().getOperandBatchingDims().size();
    if (auto scatter = dyn_cast<stablehlo::ScatterOp>(op))
      batches += scatter.getScatterDimensionNumbers().getInputBatchingDims().size();
    ops += isa<stablehlo::GatherOp, stablehlo::ScatterOp>(op);
  });
  return {batches, ops};
}

TEST(BatchIndicesTest, BatchesComputeWhatIndicesDo) {
  unsigned seed = std::random_device{}();
  if (const char *given = std::getenv("SHARDC_TEST_SEED"))
    seed = std::strtoul(given, nullptr, 10);
  RecordProperty("seed", std::to_string(seed));
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  MLIRContext context;
  context.loadDialect<func::FuncDialect, stablehlo::StablehloDialect, dist::DistDialect>();
  int64_t batches = 0, gone = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    Writer writer(random());
    std::string text = writer.write();
    SCOPED_TRACE("trial " + std::to_string(trial) + " of seed " + std::to_string(seed) + "\n" +
                 text);
    auto plain = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(plain);
    OwningOpRef<ModuleOp> batched = plain->clone();
    ASSERT_TRUE(succeeded(normalizeModule(*batched)));
    ASSERT_TRUE(succeeded(verify(*batched)));
    auto [pairs, left] = count(*batched);
    batches += pairs;
    gone += left == 0;
    unsigned values = random();
    std::vector<Tensor> expected = run(*plain, writer.limits, values),
                        actual = run(*batched, writer.limits, values);
    ASSERT_EQ(expected.size(), 1u);
    ASSERT_EQ(actual.size(), 1u);
    EXPECT_TRUE(expected[0].isBitIdentical(actual[0]));
    if (HasFailure())
      break;
  }
  std::printf("%ld dimensions of batches, %ld programs without indices\n", long(batches),
              long(gone));
  EXPECT_GT(batches, 100);
  EXPECT_GT(gone, 3);
}

} // namespace
