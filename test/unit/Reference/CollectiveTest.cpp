//===- CollectiveTest.cpp - collectives against placements ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A collective turns one sharding of a value into another: what it computes
// from the parts under the first must be the parts under the second.
//
//===----------------------------------------------------------------------===//
#include "Support.h"

#include "mlir/AsmParser/AsmParser.h"
#include <random>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

namespace {

class CollectiveTest : public ReferenceTest {
protected:
  dist::ShardingAttr sharding(const std::string &text) {
    auto attribute = dyn_cast_or_null<dist::ShardingAttr>(
        parseAttribute("#dist.sharding<@mesh, " + text + ">", &context));
    EXPECT_TRUE(attribute) << text << "\n" << messages;
    return attribute;
  }

  SmallVector<Tensor> split(const Tensor &whole, const std::string &text, dist::MeshAttr mesh) {
    FailureOr<SmallVector<Tensor>> parts = splitTensor(
        whole, sharding(text), mesh, [&] { return mlir::emitError(UnknownLoc::get(&context)); });
    EXPECT_TRUE(succeeded(parts)) << messages;
    return succeeded(parts) ? *parts : SmallVector<Tensor>();
  }

  static std::string typeText(ArrayRef<int64_t> shape) {
    std::string text = "tensor<";
    for (int64_t extent : shape)
      text += std::to_string(extent) + "x";
    return text + "f64>";
  }

  /// Runs `op` (with %x and the types left open as IN and OUT) on the parts of
  /// `whole` under `from`, and expects those under `to`.
  void expectMoves(const std::string &mesh, const Tensor &whole, const std::string &from,
                   const std::string &op, const std::string &to) {
    SCOPED_TRACE(op + " from " + from + " to " + to + " of " + typeText(whole.getShape()));
    auto empty = parse("dist.mesh @mesh <" + mesh + ">");
    dist::MeshAttr axes = meshOf(*empty);
    SmallVector<Tensor> before = split(whole, from, axes), after = split(whole, to, axes);
    ASSERT_FALSE(before.empty());
    ASSERT_FALSE(after.empty());
    std::string in = typeText(before[0].getShape()), out = typeText(after[0].getShape());
    auto module =
        parse("dist.mesh @mesh <" + mesh + ">\nfunc.func @main(%x: " + in + ") -> " + out +
              " {\n  %0 = " + op + " : (" + in + ") -> " + out + "\n  return %0 : " + out + "\n}");
    ASSERT_TRUE(module);
    SmallVector<SmallVector<Tensor>> arguments;
    for (const Tensor &part : before)
      arguments.push_back({part});
    auto results = interpretSpmd(find(*module), axes, arguments);
    ASSERT_TRUE(succeeded(results)) << messages;
    for (size_t rank = 0; rank < after.size(); ++rank)
      EXPECT_TRUE((*results)[rank][0].isBitIdentical(after[rank])) << "rank " << rank;
  }
};

/// Meshes to try, with an axis list over which a dimension is split.
const char *const meshes[][2] = {
    {"\"x\"=2, \"y\"=2", "\"x\""},      {"\"x\"=2, \"y\"=2", "\"y\""},
    {"\"x\"=2, \"y\"=3", "\"x\""},      {"\"x\"=2, \"y\"=3", "\"y\""},
    {"\"x\"=4, \"y\"=2", "\"x\":(1)2"}, {"\"x\"=2, \"y\"=4", "\"y\":(2)2"},
};

TEST_F(CollectiveTest, GatherAndSliceAreInverse) {
  std::mt19937 random(1);
  for (auto [mesh, axis] : meshes)
    for (int round = 0; round < 6; ++round) {
      SmallVector<int64_t> shape = {int64_t(1 + random() % 9), int64_t(1 + random() % 9)};
      Tensor whole = randomTensor(floats(shape), round);
      std::string over = std::string(" over [") + axis + "] on @mesh";
      expectMoves(mesh, whole, std::string("[{") + axis + "}, {}]",
                  "dist.all_gather %x dim 0" + over, "[{}, {}]");
      expectMoves(mesh, whole, "[{}, {}]", "dist.all_slice %x dim 1" + over,
                  std::string("[{}, {") + axis + "}]");
    }
}

TEST_F(CollectiveTest, ReductionsFinishPartialValues) {
  std::mt19937 random(2);
  for (auto [mesh, axis] : meshes)
    for (int round = 0; round < 6; ++round) {
      SmallVector<int64_t> shape = {int64_t(1 + random() % 9), int64_t(1 + random() % 9)};
      Tensor whole = randomTensor(floats(shape), round);
      std::string over = std::string(" over [") + axis + "] on @mesh";
      std::string partial = std::string("[{}, {}], partial={sum:") + axis + "}";
      expectMoves(mesh, whole, partial, "dist.reduce_scatter %x sum dim 1" + over,
                  std::string("[{}, {") + axis + "}]");
    }
}

TEST_F(CollectiveTest, AllToAllMovesASplit) {
  // One dimension divides, so that no block is cut in the middle; the other is
  // uneven.
  for (auto [mesh, axis] : meshes)
    for (int64_t rows : {1, 3, 5, 6, 7}) {
      Tensor whole = randomTensor(floats({rows, 12}), rows);
      std::string over = std::string(" over [") + axis + "] on @mesh";
      std::string first = std::string("[{") + axis + "}, {}]";
      std::string second = std::string("[{}, {") + axis + "}]";
      expectMoves(mesh, whole, first, "dist.all_to_all %x split 1 concat 0" + over, second);
    }
}

TEST_F(CollectiveTest, AxesGatherInnermostFirst) {
  // 7 over 2 and 3: gathered in two steps, each cutting its own padding.
  StringRef text = R"(
    dist.mesh @mesh <"x"=2, "y"=3>
    func.func @main(%x: tensor<2xf64>) -> tensor<7xf64> {
      %0 = dist.all_gather %x dim 0 over ["y"] on @mesh : (tensor<2xf64>) -> tensor<4xf64>
      %1 = dist.all_gather %0 dim 0 over ["x"] on @mesh : (tensor<4xf64>) -> tensor<7xf64>
      return %1 : tensor<7xf64>
    })";
  auto module = parse(text);
  Tensor whole = counting(floats({7}));
  SmallVector<SmallVector<Tensor>> arguments;
  for (const Tensor &part : split(whole, "[{\"x\", \"y\"}]", meshOf(*module)))
    arguments.push_back({part});
  auto results = interpretSpmd(find(*module), meshOf(*module), arguments);
  ASSERT_TRUE(succeeded(results)) << messages;
  for (auto &result : *results)
    EXPECT_TRUE(result[0].isBitIdentical(whole));
}

} // namespace
