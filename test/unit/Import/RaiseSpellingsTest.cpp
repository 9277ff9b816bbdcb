//===- RaiseSpellingsTest.cpp - composites as JAX prints them ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Spellings of losses, masks and norms: each is raised and computes the same. What a
// training step keeps in its parts picks its labels by sums over columns.
//
//===----------------------------------------------------------------------===//
#include "RaiseTest.h"
#include "dialects/NN/NN.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct Spellings {
  const char *file, *op;
  /// How many of the op each piece of the file has.
  std::vector<unsigned> counts;
};

class RaiseSpellingsTest : public RaiseTest, public ::testing::WithParamInterface<Spellings> {};

TEST_P(RaiseSpellingsTest, AreRaisedAndAgree) {
  std::string path =
      std::string(SHARDC_SOURCE_DIR "/test/Import/Inputs/raise/") + GetParam().file + ".mlir";
  auto buffer = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(buffer)) << path;
  SmallVector<StringRef> pieces;
  (*buffer)->getBuffer().split(pieces, "// -----\n");
  ASSERT_EQ(pieces.size(), GetParam().counts.size());
  for (auto [text, number] : llvm::zip(pieces, GetParam().counts)) {
    SCOPED_TRACE(text.split('\n').first.str());
    std::string roles = "*=input";
    OwningOpRef<ModuleOp> plain = import(text, "off", roles), raised = import(text, "on", roles);
    ASSERT_TRUE(plain && raised);
    EXPECT_EQ(count(*plain, GetParam().op), 0u);
    EXPECT_EQ(count(*raised, GetParam().op), number);
    EXPECT_LE(difference(*plain, *raised, 7, 5), 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Jax, RaiseSpellingsTest,
    ::testing::Values(Spellings{"losses", "nn.cross_entropy", {1, 1, 1, 1, 1, 1, 1}},
                      Spellings{"masks", "nn.attention", {2, 1, 1, 1, 1}},
                      Spellings{"norms", "nn.rms_norm", {1, 1, 0, 2}},
                      Spellings{"norms", "nn.layer_norm", {0, 0, 1, 0}}),
    [](const auto &info) { return std::string(info.param.op).substr(3); });

/// The attention of a piece of masks.mlir.
nn::AttentionOp attentionOf(ModuleOp module) {
  nn::AttentionOp found;
  module.walk([&](nn::AttentionOp op) { found = op; });
  return found;
}

TEST_F(RaiseTest, TrianglesBecomeAttributesWhereBiasesAreBounded) {
  auto buffer =
      llvm::MemoryBuffer::getFile(SHARDC_SOURCE_DIR "/test/Import/Inputs/raise/masks.mlir");
  ASSERT_TRUE(bool(buffer));
  SmallVector<StringRef> pieces;
  (*buffer)->getBuffer().split(pieces, "// -----\n");
  OwningOpRef<ModuleOp> bounded = import(pieces[1], "on", "*=input"),
                        open = import(pieces[2], "on", "*=input"),
                        shallow = import(pieces[3], "on", "*=input"),
                        deep = import(pieces[4], "on", "*=input");
  ASSERT_TRUE(bounded && open && shallow && deep);
  EXPECT_TRUE(attentionOf(*bounded).getCausal());
  EXPECT_TRUE(attentionOf(*bounded).getMask());
  EXPECT_FALSE(attentionOf(*open).getCausal());
  EXPECT_TRUE(attentionOf(*open).getMask());
  // The shallower operands are padded.
  for (auto [module, depth] : {std::pair(*shallow, 6), {*deep, 4}})
    for (Value value : attentionOf(module).getOperands())
      EXPECT_EQ(cast<RankedTensorType>(value.getType()).getDimSize(3), depth);
}

TEST_F(RaiseTest, ALossInItsPartsPicksByASumOverColumns) {
  // The exponentials are a result as well, so that the loss stays in its parts.
  constexpr StringLiteral text = R"(
func.func @main(%x: tensor<3x4xf32>, %w: tensor<4x8xf32>, %y: tensor<3x1xi32>) -> (tensor<3xf32>, tensor<3x8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x8xf32>) -> tensor<3x8xf32>
  %e = stablehlo.exponential %z : tensor<3x8xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x8xf32>, tensor<f32>) -> tensor<3xf32>
  %l = stablehlo.log %s : tensor<3xf32>
  %g = "stablehlo.gather"(%z, %y) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x8xf32>, tensor<3x1xi32>) -> tensor<3xf32>
  %r = stablehlo.subtract %l, %g : tensor<3xf32>
  return %r, %e : tensor<3xf32>, tensor<3x8xf32>
}
)";
  StringRef roles = "1=param,*=input";
  OwningOpRef<ModuleOp> plain = import(text, "off", roles), raised = import(text, "on", roles);
  ASSERT_TRUE(plain && raised);
  EXPECT_EQ(count(*plain, "stablehlo.gather"), 1u);
  EXPECT_EQ(count(*raised, "stablehlo.gather"), 0u);
  EXPECT_EQ(count(*raised, "nn.cross_entropy"), 0u);
  EXPECT_LE(difference(*plain, *raised, 7, 12), 1e-12);
}

} // namespace
