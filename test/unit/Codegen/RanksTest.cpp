//===- RanksTest.cpp - kernels that depend on the rank ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One kernel serves all ranks: masks, offsets and slices are run with the
// coordinates of each rank of a mesh, and compared with the oracle's ranks.
// Collectives are compared before and after they are made contiguous.
//
//===----------------------------------------------------------------------===//
#include "Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Codegen/Passes.h"
#include "shardc/Interfaces/Blocks.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

/// Differences where `expected` is not poison.
static void expectSame(const Tensor &actual, const Tensor &expected, double tolerance,
                       const std::string &where) {
  for (int64_t index = 0; index < expected.getNumElements(); ++index) {
    double value = expected.at(index);
    if (expected.isFloat() ? std::isnan(value)
                           : value == Tensor::poisonInt(expected.getElementType()))
      continue;
    ASSERT_NEAR(actual.at(index), value, tolerance) << where << ", element " << index;
  }
}

static void runOnAllRanks(const std::string &text) {
  auto context = makeContext();
  Compiled compiled(*context, text);
  ASSERT_TRUE(compiled.valid());
  ModuleOp original = compiled.getOriginal();
  auto segment = *original.getOps<func::FuncOp>().begin();
  dist::MeshAttr mesh = shardc::getMesh(original).getMesh();
  llvm::SmallVector<llvm::SmallVector<Tensor>> arguments;
  for (int64_t rank = 0; rank < mesh.getNumRanks(); ++rank) {
    std::vector<Tensor> random = randomArguments(segment, rank * 100);
    arguments.emplace_back(random.begin(), random.end());
  }
  auto expected = reference::interpretSpmd(segment, mesh, arguments);
  ASSERT_TRUE(succeeded(expected));
  for (int64_t rank = 0; rank < mesh.getNumRanks(); ++rank) {
    llvm::SmallVector<int64_t> coordinates = coordinatesOf(rank, mesh);
    std::vector<Tensor> actual = compiled.run({arguments[rank].begin(), arguments[rank].end()},
                                              {coordinates.begin(), coordinates.end()});
    ASSERT_EQ(actual.size(), (*expected)[rank].size());
    for (size_t index = 0; index < actual.size(); ++index)
      expectSame(actual[index], (*expected)[rank][index], 1e-12,
                 "rank " + std::to_string(rank) + ", result " + std::to_string(index));
  }
}

TEST(RanksTest, masksUnevenDimensions) {
  runOnAllRanks(R"(
    dist.mesh @mesh <"dp"=2, "tp"=3>
    func.func private @step(%x: tensor<5x30xf64>, %y: tensor<12x8xf64>) -> (tensor<5x30xf64>, tensor<5xf64>, tensor<12x8xf64>) attributes {dist.segment = "step"} {
      %z = stablehlo.constant dense<0.0> : tensor<f64>
      %0 = dist.mask %x dim 1 of 88 granule 1 over ["tp"] on @mesh fill 7.0 : f64 : tensor<5x30xf64>
      %1 = dist.mask %x dim 1 of 88 granule 1 over ["tp"] on @mesh fill 0.0 : f64 : tensor<5x30xf64>
      %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<5x30xf64>, tensor<f64>) -> tensor<5xf64>
      %3 = dist.mask %y dim 0 of 51 granule 4 over ["dp", "tp"] on @mesh fill -1.0 : f64 : tensor<12x8xf64>
      return %0, %2, %3 : tensor<5x30xf64>, tensor<5xf64>, tensor<12x8xf64>
    })");
}

TEST(RanksTest, knowsOffsetsAndSlices) {
  runOnAllRanks(R"(
    dist.mesh @mesh <"dp"=2, "tp"=6>
    func.func private @step(%x: tensor<4x37xf64>) -> (tensor<i32>, tensor<i64>, tensor<4x13xf64>, tensor<1x37xf64>) attributes {dist.segment = "step"} {
      %0 = dist.shard_offset of 100 granule 8 over ["tp":(1)2, "dp"] on @mesh : tensor<i32>
      %1 = dist.shard_offset of 100 granule 1 over ["dp", "tp":(2)3] on @mesh : tensor<i64>
      %2 = dist.all_slice %x dim 1 over ["tp":(2)3] on @mesh : (tensor<4x37xf64>) -> tensor<4x13xf64>
      %3 = dist.all_slice %x dim 0 over ["tp":(1)2, "dp"] on @mesh : (tensor<4x37xf64>) -> tensor<1x37xf64>
      return %0, %1, %2, %3 : tensor<i32>, tensor<i64>, tensor<4x13xf64>, tensor<1x37xf64>
    })");
}

/// Random collectives on a 2 x 3 mesh, before and after the pass.
TEST(RanksTest, contiguousCollectivesMeanTheSame) {
  constexpr uint64_t kSeed = 20240611;
  std::mt19937_64 random(kSeed);
  auto pick = [&](int64_t low, int64_t high) { return low + int64_t(random() % (high - low + 1)); };
  auto context = makeContext();
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    const char *axes[] = {"[\"dp\"]", "[\"tp\"]", "[\"dp\", \"tp\"]"};
    const int64_t sizes[] = {2, 3, 6};
    unsigned which = pick(0, 2);
    int64_t ranks = sizes[which], rank = pick(2, 3);
    std::vector<int64_t> in, out;
    for (int64_t dim = 0; dim < rank; ++dim)
      in.push_back(pick(1, 5));
    out = in;
    int64_t dim = pick(0, rank - 1);
    auto typeText = [](const std::vector<int64_t> &shape) {
      std::string text = "tensor<";
      for (int64_t extent : shape)
        text += std::to_string(extent) + "x";
      return text + "f64>";
    };
    std::string op, attributes;
    switch (pick(0, 2)) {
    case 0:
      op = "all_gather %x dim " + std::to_string(dim);
      out[dim] = pick((ranks - 1) * in[dim] + 1, ranks * in[dim]);
      break;
    case 1:
      op = "reduce_scatter %x sum dim " + std::to_string(dim);
      out[dim] = (in[dim] + ranks - 1) / ranks;
      break;
    case 2: {
      int64_t concat = (dim + 1) % rank;
      op = "all_to_all %x split " + std::to_string(dim) + " concat " + std::to_string(concat);
      out[dim] = (in[dim] + ranks - 1) / ranks;
      out[concat] = pick((ranks - 1) * in[concat] + 1, ranks * in[concat]);
      break;
    }
    }
    std::string text =
        "dist.mesh @mesh <\"dp\"=2, \"tp\"=3>\nfunc.func private @step(%x: " + typeText(in) +
        ") -> " + typeText(out) + " attributes {dist.segment = \"step\"} {\n%0 = dist." + op +
        " over " + axes[which] + " on @mesh : (" + typeText(in) + ") -> " + typeText(out) +
        "\nreturn %0 : " + typeText(out) + "\n}";
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context.get());
    ASSERT_TRUE(module) << text;
    OwningOpRef<ModuleOp> lowered(module->clone());
    PassManager manager(context.get());
    manager.addPass(createLowerSegmentCollectives());
    ASSERT_TRUE(succeeded(manager.run(*lowered))) << text;
    auto before = *module->getOps<func::FuncOp>().begin();
    auto after = *lowered->getOps<func::FuncOp>().begin();
    dist::MeshAttr mesh = shardc::getMesh(*module).getMesh();
    llvm::SmallVector<llvm::SmallVector<Tensor>> arguments;
    for (int64_t number = 0; number < mesh.getNumRanks(); ++number) {
      std::vector<Tensor> values = randomArguments(before, number * 100 + round);
      arguments.emplace_back(values.begin(), values.end());
    }
    auto expected = reference::interpretSpmd(before, mesh, arguments);
    auto actual = reference::interpretSpmd(after, mesh, arguments);
    ASSERT_TRUE(succeeded(expected) && succeeded(actual)) << text;
    for (int64_t number = 0; number < mesh.getNumRanks(); ++number)
      expectSame((*actual)[number][0], (*expected)[number][0], 0,
                 "rank " + std::to_string(number) + " of\n" + text);
  }
}
