//===- DeferralPrograms.cpp - programs of pending sums ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Matrices of 4x4, so that everything fits to everything, and vectors of 4.
//
//===----------------------------------------------------------------------===//

#include "DeferralPrograms.h"
#include "RandomProgram.h"

using namespace shardc::test;

namespace {

const char *const kMatrix = "tensor<4x4xf64>";
const char *const kVector = "tensor<4xf64>";

class Writer {
public:
  explicit Writer(uint64_t seed) : random(seed) {}
  std::string run();

private:
  std::string fresh() { return "%" + std::to_string(next++); }
  /// A value that is there, the newer the likelier.
  std::string &of(std::vector<std::string> &pool) {
    return random.chance(60)
               ? pool[pool.size() - 1 - random.below(std::min<size_t>(3, pool.size()))]
               : random.of(pool);
  }
  std::string matrix() { return use(of(matrices)); }
  std::string vector() { return use(of(vectors)); }
  std::string use(const std::string &name) {
    used += name + " ";
    return name;
  }
  bool isUsed(const std::string &name) const { return used.find(name + " ") != std::string::npos; }
  void emit(std::vector<std::string> &pool, const std::string &op) {
    pool.push_back(fresh());
    body += "  " + pool.back() + " = " + op + "\n";
  }
  std::string argument(const std::string &type, const std::string &sharding);
  std::string axes();
  std::string dims();
  void product(const std::string &lhs);
  void step();
  void region();

  Random random;
  unsigned next = 0, argumentCount = 0;
  std::string arguments, body, used;
  std::vector<std::string> matrices, vectors, stacks;
};

} // namespace

std::string Writer::argument(const std::string &type, const std::string &sharding) {
  std::string name = "%arg" + std::to_string(argumentCount);
  arguments += std::string(argumentCount ? ", " : "") + name + ": " + type + " {dist.name = \"arg" +
               std::to_string(argumentCount) + "\", dist.role = \"input\", dist.init = {kind = " +
               "\"norm_weight\"}, dist.sharding = #dist.sharding<@mesh, " + sharding + ">}";
  ++argumentCount;
  return name;
}

/// Axes that a sum is over.
std::string Writer::axes() {
  static const std::vector<std::string> lists = {"\"a\"", "\"a\"", "\"b\"", "\"a\", \"b\""};
  return random.of(lists);
}

/// Dimensions of a 4x4 value.
std::string Writer::dims() {
  static const std::vector<std::string> lists = {"[{}, {}]", "[{\"a\"}, {}]", "[{}, {\"b\"}]",
                                                 "[{\"b\"}, {\"a\"}]"};
  return random.of(lists);
}

/// A sum of 12 products that is pending over the axes that those are split by.
void Writer::product(const std::string &lhs) {
  std::string list = axes();
  std::string left = lhs.empty() ? argument("tensor<4x12xf64>", "[{}, {" + list + "}]") : lhs;
  std::string right = argument("tensor<12x4xf64>", "[{" + list + "}, {}]");
  emit(matrices, "stablehlo.dot_general " + left + ", " + right +
                     ", contracting_dims = [1] x [0] : (tensor<4x12xf64>, tensor<12x4xf64>) -> " +
                     kMatrix);
}

void Writer::step() {
  std::string type = std::string(" : ") + kMatrix;
  switch (random.below(13)) {
  case 0:
    return product("");
  case 1:
  case 2:
  case 3: {
    std::string left = matrix();
    return emit(matrices, "stablehlo.add " + left + ", " + matrix() + type);
  }
  case 4: {
    std::string left = matrix();
    return emit(matrices, "stablehlo.multiply " + left + ", " + matrix() + type);
  }
  case 5: {
    std::string left = matrix();
    return emit(matrices, "stablehlo.dot_general " + left + ", " + matrix() +
                              ", contracting_dims = [1] x [0] : (tensor<4x4xf64>, "
                              "tensor<4x4xf64>) -> tensor<4x4xf64>");
  }
  case 6:
    return emit(matrices, "stablehlo.transpose " + matrix() +
                              ", dims = [1, 0] : (tensor<4x4xf64>) -> tensor<4x4xf64>");
  case 7:
    return emit(matrices, "stablehlo.negate " + matrix() + type);
  case 8:
    return emit(matrices, "stablehlo.tanh " + matrix() + type);
  case 9:
    return emit(vectors, "stablehlo.reduce(" + matrix() +
                             " init: %zero) applies stablehlo.add across dimensions = [1] : "
                             "(tensor<4x4xf64>, tensor<f64>) -> tensor<4xf64>");
  case 10:
    if (vectors.empty())
      return product("");
    return emit(matrices, "stablehlo.broadcast_in_dim " + vector() +
                              ", dims = [0] : (tensor<4xf64>) -> tensor<4x4xf64>");
  case 11: {
    // Sums over one axis may stay pending, as long as no dimension has it.
    std::string where = dims(), partial;
    for (const char *axis : {"\"a\"", "\"b\""})
      if (where.find(axis) == std::string::npos && random.chance(50))
        partial = std::string(", partial={sum:") + axis + "}";
    return emit(matrices, "dist.reshard " + matrix() + " <@mesh, " + where + partial + ">" + type);
  }
  default:
    return emit(matrices, "dist.constraint " + matrix() + " <@mesh, " + dims() + ">" + type);
  }
}

void Writer::region() {
  std::string slices = argument("tensor<3x4x12xf64>", "[{}, {}, {" + axes() + "}]");
  bool sums = random.chance(60);
  std::string result = fresh(), slice = "%slice" + result.substr(1);
  body += "  " + result + " = dist.microbatch 3 (" + slices + ") kinds = [" +
          (sums ? "sum" : "stack") + "] {\n  ^bb0(" + slice + ": tensor<4x12xf64>):\n";
  std::vector<std::string> outerMatrices = matrices, outerVectors = vectors;
  product(slice);
  for (int64_t count = random.between(1, 4); count > 0; --count)
    step();
  std::string type = sums ? kMatrix : "tensor<3x4x4xf64>";
  body += "  dist.yield " + use(matrices.back()) + " : " + kMatrix +
          "\n  } : (tensor<3x4x12xf64>) -> " + type + "\n";
  matrices = std::move(outerMatrices);
  vectors = std::move(outerVectors);
  (sums ? matrices : stacks).push_back(result);
}

std::string Writer::run() {
  product("");
  if (random.chance(50))
    matrices.push_back(argument(kMatrix, dims()));
  product("");
  for (int64_t count = random.between(2, 9); count > 0; --count) {
    if (random.chance(12))
      region();
    else
      step();
  }
  std::string values, types, results;
  auto give = [&](const std::vector<std::string> &pool, const std::string &type) {
    for (const std::string &name : pool) {
      if (isUsed(name))
        continue;
      std::string comma = values.empty() ? "" : ", ";
      values += comma + name;
      types += comma + type;
      results += comma + type + " {dist.name = \"r" + name.substr(1) + "\"}";
    }
  };
  give(matrices, kMatrix);
  give(vectors, kVector);
  give(stacks, "tensor<3x4x4xf64>");
  return "dist.mesh @mesh <\"a\"=2, \"b\"=3>\nfunc.func @main(" + arguments + ") -> (" + results +
         ") {\n  %zero = stablehlo.constant dense<0.0> : tensor<f64>\n" + body + "  return " +
         values + " : " + types + "\n}\n";
}

std::string shardc::test::randomSums(uint64_t seed) { return Writer(seed).run(); }
