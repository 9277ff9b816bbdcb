//===- LayerChains.h - random chains of layers as text ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random chains of blocks, of which it is known how many there are and which parameters
// each has, among distractors: shared masks and tables, skip connections over several
// blocks, a block that differs, sums that run along, an embedding and a head.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_LAYERCHAINS_H
#define SHARDC_TEST_UNIT_LAYERCHAINS_H

#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace shardc {

/// A chain of blocks as text.
class ChainWriter {
public:
  explicit ChainWriter(uint64_t seed) : random(seed) {}

  std::string write();

  /// The block of each parameter, by argument; -1 for what no block owns.
  std::vector<int64_t> blockOf;
  int64_t blocks = 0;
  std::string roles;
  /// Blocks are alike, and nothing but the value between them goes from one to another.
  bool isPlain = false;

private:
  static constexpr const char *wide = "tensor<4x6x8xf32>";

  int64_t draw(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  std::string op(const std::string &text) {
    std::string name = "%v" + std::to_string(values++);
    body += "  " + name + " = " + text + "\n";
    return name;
  }
  std::string parameter(const std::string &type) {
    std::string name = hasNames && block >= 0
                           ? llvm::formatv("%layers_{0}_w{1}", block, own++).str()
                           : "%arg" + std::to_string(blockOf.size());
    arguments += (blockOf.empty() ? "" : ", ") + name + ": " + type;
    blockOf.push_back(block);
    return name;
  }
  std::string apply(const char *function, const std::string &x, const std::string &type = wide) {
    return op(llvm::formatv("stablehlo.{0} {1} : {2}", function, x, type));
  }
  std::string combine(const char *function, const std::string &x, const std::string &y) {
    return op(llvm::formatv("stablehlo.{0} {1}, {2} : {3}", function, x, y, wide));
  }
  std::string product(const std::string &x, int64_t from, int64_t to, int64_t rows = 6) {
    std::string type = llvm::formatv("tensor<{0}x{1}xf32>", from, to);
    return op(llvm::formatv("stablehlo.dot_general {0}, {1}, contracting_dims = [2] x [0] : "
                            "(tensor<4x{2}x{3}xf32>, {4}) -> tensor<4x{2}x{5}xf32>",
                            x, parameter(type), rows, from, type, to));
  }
  std::string sum(const std::string &x, const char *dims, const char *type) {
    return op(llvm::formatv("stablehlo.reduce({0} init: %zero) applies stablehlo.add across "
                            "dimensions = [{1}] : ({2}, tensor<f32>) -> {3}",
                            x, dims, wide, type));
  }
  std::string doBlock(std::string x, bool isOdd);

  std::mt19937_64 random;
  std::string arguments, body, mask, table;
  /// What each block does, a letter a step, and inner sizes of products.
  std::string steps;
  std::vector<int64_t> sizes;
  int64_t values = 0, block = -1, own = 0;
  bool hasNames = false;
};

inline std::string ChainWriter::doBlock(std::string x, bool isOdd) {
  std::string y = x;
  own = 0;
  size_t next = 0;
  for (char step : steps) {
    switch (step) {
    case 'L': {
      int64_t size = sizes[next++];
      std::string inner = llvm::formatv("tensor<4x6x{0}xf32>", size);
      y = product(y, 8, size);
      y = apply(isOdd ? "exponential" : "tanh", y, inner);
      y = product(y, size, 8);
      break;
    }
    case 'G': {
      std::string gate = apply("logistic", product(y, 8, 8));
      y = combine("multiply", gate, product(y, 8, 8));
      break;
    }
    case 'T':
      y = op(llvm::formatv("stablehlo.transpose {0}, dims = [0, 2, 1] : (tensor<4x6x8xf32>) -> "
                           "tensor<4x8x6xf32>",
                           y));
      y = product(y, 6, 6, 8);
      y = op(llvm::formatv("stablehlo.transpose {0}, dims = [0, 2, 1] : (tensor<4x8x6xf32>) -> "
                           "tensor<4x6x8xf32>",
                           y));
      break;
    case 'R':
      y = combine("add", y, x);
      break;
    case 'N': {
      std::string mean = sum(y, "2", "tensor<4x6xf32>");
      mean = op(llvm::formatv("stablehlo.broadcast_in_dim {0}, dims = [0, 1] : "
                              "(tensor<4x6xf32>) -> {1}",
                              mean, wide));
      y = combine("subtract", y, mean);
      break;
    }
    case 'M':
      y = combine("multiply", y, mask);
      break;
    case 'P':
      y = combine("add", y, table);
      break;
    case 'B': {
      std::string bias =
          op(llvm::formatv("stablehlo.broadcast_in_dim {0}, dims = [2] : (tensor<8xf32>) -> {1}",
                           parameter("tensor<8xf32>"), wide));
      y = combine("add", y, bias);
      break;
    }
    case 'U':
      y = apply("sine", y);
      break;
    }
  }
  return y;
}

inline std::string ChainWriter::write() {
  blocks = draw(2, 9);
  hasNames = draw(0, 1);
  sizes = {12, 20, 28};
  std::shuffle(sizes.begin(), sizes.end(), random);
  // Products of a block differ, or it would be two.
  std::string products = std::string("LLGT").substr(draw(0, 3), draw(1, 4));
  std::shuffle(products.begin(), products.end(), random);
  for (char each : products) {
    for (int64_t count = draw(0, 2); count > 0; --count)
      steps += "NMPBU"[draw(0, 4)];
    steps += each;
  }
  for (int64_t count = draw(0, 2); count > 0; --count)
    steps += "RNMPBU"[draw(0, 5)];
  if (draw(0, 1))
    steps += 'R';
  bool hasSums = draw(0, 2) == 0;
  // Where there are few blocks, such values are as short as those within blocks.
  bool keepsFirst = blocks >= 5 && draw(0, 2) == 0;
  int64_t skipFrom = -1, skipTo = -1, odd = -1;
  if (blocks >= 6 && draw(0, 1)) {
    skipFrom = draw(0, blocks - 5);
    skipTo = draw(skipFrom + 4, blocks - 1);
  }
  if (blocks >= 5 && draw(0, 2) == 0 && products.find('L') != std::string::npos)
    odd = draw(2, blocks - 3);

  isPlain = !hasSums && !keepsFirst && skipTo < 0 && odd < 0;
  mask = op("stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<4x6xf32>) -> " +
            std::string(wide));
  table = op("stablehlo.broadcast_in_dim " + parameter("tensor<6x8xf32>") +
             ", dims = [1, 2] : (tensor<6x8xf32>) -> " + std::string(wide));
  std::string x = product("%x", 5, 8);
  for (int64_t count = draw(0, 2); count > 0; --count)
    x = apply("cosine", x);
  if (draw(0, 1))
    x = combine("add", x, table);
  std::string first = x, total, skip;
  for (int64_t number = 0; number < blocks; ++number) {
    block = number;
    if (number == skipTo)
      x = combine("add", x, skip);
    if (keepsFirst && number > 0)
      x = combine("add", x, first);
    x = doBlock(x, number == odd);
    if (number == skipFrom)
      skip = x;
    if (hasSums) {
      std::string own = sum(x, "0, 1, 2", "tensor<f32>");
      total = total.empty() ? own : op("stablehlo.add " + total + ", " + own + " : tensor<f32>");
    }
  }
  block = -1;
  for (int64_t count = draw(0, 1); count > 0; --count)
    x = apply("cosine", x);
  std::string head = parameter("tensor<8x3xf32>");
  x = op("stablehlo.dot_general " + x + ", " + head +
         ", contracting_dims = [2] x [0] : (tensor<4x6x8xf32>, tensor<8x3xf32>) -> "
         "tensor<4x6x3xf32>");
  std::string loss = op("stablehlo.reduce(" + x +
                        " init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : "
                        "(tensor<4x6x3xf32>, tensor<f32>) -> tensor<f32>");
  if (hasSums)
    loss = op("stablehlo.add " + total + ", " + loss + " : tensor<f32>");
  size_t count = blockOf.size();
  roles = llvm::formatv("0-{0}=param,{1}-{2}=input", count - 1, count, count + 1).str();
  return llvm::formatv("func.func @main({0}, %x: tensor<4x6x5xf32>, %m: tensor<4x6xf32>) -> "
                       "tensor<f32> {{\n  %zero = stablehlo.constant dense<0.0> : "
                       "tensor<f32>\n{1}  return {2} : tensor<f32>\n}\n",
                       arguments, body, loss)
      .str();
}

} // namespace shardc

#endif // SHARDC_TEST_UNIT_LAYERCHAINS_H
