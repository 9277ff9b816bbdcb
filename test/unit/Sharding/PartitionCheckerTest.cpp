//===- PartitionCheckerTest.cpp - right and wrong programs ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Right programs are accepted; each mistake planted in one of them is refused
// by one error that names it.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerTest.h"

using namespace shardc::test;

//===----------------------------------------------------------------------===//
// Right programs
//===----------------------------------------------------------------------===//

class RightProgram : public ::testing::TestWithParam<Program> {};

TEST_P(RightProgram, IsAccepted) {
  Outcome outcome = checkProgram(GetParam().source);
  ASSERT_TRUE(outcome.parsed) << outcome.message;
  EXPECT_TRUE(outcome.accepted) << outcome.message;
  EXPECT_EQ(outcome.errors, 0u);
}

INSTANTIATE_TEST_SUITE_P(PartitionChecker, RightProgram,
                         ::testing::Values(Program{"DataParallel", dataParallel()},
                                           Program{"TensorParallel", tensorParallel()},
                                           Program{"GroupedAttention", groupedAttention()},
                                           Program{"SplitQueries", splitQueries()},
                                           Program{"UnevenBatch", unevenBatch()},
                                           Program{"VocabularyEmbedding", vocabularyEmbedding()},
                                           Program{"VocabularyLoss", vocabularyLoss()},
                                           Program{"OneHotLoss", oneHotLoss()},
                                           Program{"ShardedOptimizer", shardedOptimizer()},
                                           Program{"Microbatches", microbatches()},
                                           Program{"UnevenGather", unevenGather()},
                                           Program{"GradientNorm", gradientNorm()}),
                         [](const auto &info) { return std::string(info.param.name); });

//===----------------------------------------------------------------------===//
// Planted mistakes
//===----------------------------------------------------------------------===//

/// A right program in which `from` (its first occurrence) becomes `to`.
struct Mistake {
  const char *name;
  std::string base;
  const char *from, *to;
  /// Part of the error.
  const char *message;
};

class WrongProgram : public ::testing::TestWithParam<Mistake> {};

TEST_P(WrongProgram, IsRefused) {
  const Mistake &mistake = GetParam();
  std::string source = mistake.base;
  size_t at = source.find(mistake.from);
  ASSERT_NE(at, std::string::npos) << mistake.from;
  source.replace(at, std::string(mistake.from).size(), mistake.to);
  Outcome outcome = checkProgram(source);
  ASSERT_TRUE(outcome.parsed) << outcome.message;
  EXPECT_FALSE(outcome.accepted);
  EXPECT_EQ(outcome.errors, 1u) << outcome.message;
  EXPECT_NE(outcome.message.find(mistake.message), std::string::npos) << outcome.message;
}

static std::string nameOf(const ::testing::TestParamInfo<Mistake> &info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Reductions, WrongProgram,
    ::testing::Values(
        Mistake{"DroppedAllReduceOfLoss", dataParallel(), "return %loss,", "return %part,",
                "derived as [] partial={sum:\"dp\"}"},
        Mistake{"DroppedAllReduceOfGradient", dataParallel(), "return %loss, %dw,",
                "return %loss, %scaled,", "partial={sum:\"dp\"}, but is declared as"},
        Mistake{"DoubledAllReduce", dataParallel(), "return %loss,",
                "%twice = dist.all_reduce %loss sum over [\"dp\"] on @mesh : "
                "tensor<f32>\n"
                "return %twice,",
                "equal on all its ranks, so it is counted 2 times"},
        Mistake{"AllReduceOverWrongAxis", dataParallel(), "%scaled sum over [\"dp\"]",
                "%scaled sum over [\"tp\"]", "counted 2 times"},
        Mistake{"AllReduceByMaximum", dataParallel(), "%part sum over", "%part max over",
                "combines by max over {\"dp\"}, but the pending reduction is sum"},
        Mistake{"AllReduceOfBlocks", dataParallel(), "return %loss, %dw, %y",
                "%z = dist.all_reduce %y sum over [\"dp\"] on @mesh : "
                "tensor<4x4xf32>\n"
                "return %loss, %dw, %z",
                "combines different blocks: {\"dp\"} splits dimension 0"},
        Mistake{"NonLinearUseOfPartial", tensorParallel(),
                "%r = dist.all_reduce %p sum over [\"tp\"] on @mesh : "
                "tensor<4x16xf32>",
                "%r0 = nn.silu %p : tensor<4x16xf32>\n"
                "%r = dist.all_reduce %r0 sum over [\"tp\"] on @mesh : "
                "tensor<4x16xf32>",
                "reads a partial value (sum:\"tp\") but is not linear"},
        Mistake{"NormOfPartial", tensorParallel(), "%y = stablehlo.add %x, %r",
                "%z = nn.rms_norm %p, %n {eps = 1.0e-5 : f64} : "
                "tensor<4x16xf32>, tensor<16xf32>\n"
                "%y = stablehlo.add %z, %r",
                "reads a partial value"},
        Mistake{"PartialPlusWhole", tensorParallel(), "stablehlo.add %x, %r",
                "stablehlo.add %x, %p", "with a whole one, which each rank would count"},
        Mistake{"ProductOfPartials", dataParallel(), "%loss = dist.all_reduce %part",
                "%square = stablehlo.multiply %part, %part : tensor<f32>\n"
                "%loss = dist.all_reduce %square",
                "multiplies two partial values"},
        Mistake{"PartialKeyGradient", groupedAttention(), "[\"dp\", \"tp\":(2)2]", "[\"dp\"]",
                "partial={sum:\"tp\":(2)2}"},
        Mistake{"KeyGradientOverWholeAxis", groupedAttention(), "[\"dp\", \"tp\":(2)2]",
                "[\"dp\", \"tp\"]", "combines different blocks: {\"tp\":(1)2}"},
        Mistake{"InitialValueCountedTwice", dataParallel(), "dense<0.0> : tensor<f32>",
                "dense<1.0> : tensor<f32>", "begins a partial reduction"},
        Mistake{"SquaresOfSplitAndWhole", gradientNorm(),
                "nn.square_sum %m, %c : (tensor<8x6xf32>, tensor<6xf32>)",
                "nn.square_sum %m, %b : (tensor<8x6xf32>, tensor<8xf32>)",
                "split over different axes"},
        Mistake{"ScatterOfWholeGradient", shardedOptimizer(), "reduce_scatter %g0 sum",
                "reduce_scatter %p sum", "counted 4 times"},
        Mistake{"SliceOfPartial", shardedOptimizer(), "dist.all_slice %p dim",
                "dist.all_slice %g0 dim", "is partial over {\"dp\"}; reduce_scatter it"},
        Mistake{"ReducedInsideAndAfterMicrobatches", microbatches(), "dist.yield %g,",
                "%g1 = dist.all_reduce %g sum over [\"dp\"] on @mesh : "
                "tensor<8x5xf32>\n"
                "dist.yield %g1,",
                "derived as no partial value, but is declared "
                "partial={sum:\"dp\"}"},
        Mistake{"MicrobatchSumNotReduced", microbatches(), "return %g,", "return %r#0,",
                "partial={sum:\"dp\"}, but is declared"},
        Mistake{"LogSumExpAddedUp", vocabularyLoss(), "%lse0 max over", "%lse0 sum over",
                "combines by sum over {\"tp\"}, but the pending reduction is "
                "logsumexp"},
        Mistake{"LogSumExpReturned", vocabularyLoss(), "return %loss, %lse,",
                "return %loss, %lse0,", "partial={logsumexp:\"tp\"}"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Blocks, WrongProgram,
    ::testing::Values(
        Mistake{"GatherOverWrongDimension", shardedOptimizer(),
                "%new = dist.all_gather %p1 dim 0 over [\"dp\"]",
                "%wrong = dist.all_gather %p1 dim 1 over [\"dp\"] on @mesh : "
                "(tensor<2x6xf32>) -> tensor<2x24xf32>\n"
                "%new = dist.all_gather %p1 dim 0 over [\"dp\"]",
                "gathers dimension 1 over {\"dp\"}, which splits dimension 0"},
        Mistake{"GatherOverWrongAxis", unevenGather(),
                "%z = dist.all_gather %y dim 1 over [\"a\"] on @mesh : "
                "(tensor<6x4xf32>) -> tensor<6x10xf32>",
                "%z0 = dist.all_gather %y dim 1 over [\"b\"] on @mesh : "
                "(tensor<6x4xf32>) -> tensor<6x8xf32>\n"
                "%z = dist.all_gather %y dim 1 over [\"a\"] on @mesh : "
                "(tensor<6x4xf32>) -> tensor<6x10xf32>",
                "gathers over {\"b\"}, which does not split the value"},
        Mistake{"GatherOutermostFirst", unevenGather(),
                "%y = dist.all_gather %x dim 1 over [\"b\"]",
                "%y0 = dist.all_gather %x dim 1 over [\"a\"] on @mesh : "
                "(tensor<6x2xf32>) -> tensor<6x5xf32>\n"
                "%y = dist.all_gather %x dim 1 over [\"b\"]",
                "gather the innermost axis first"},
        Mistake{"GatherUnevenInOnePiece", unevenGather(),
                "%y = dist.all_gather %x dim 1 over [\"b\"]",
                "%y0 = dist.all_gather %x dim 1 over [\"b\", \"a\"] on @mesh : "
                "(tensor<6x2xf32>) -> tensor<6x10xf32>\n"
                "%y = dist.all_gather %x dim 1 over [\"b\"]",
                "in one piece"},
        Mistake{"GatherCutShort", unevenGather(), "%y = dist.all_gather %x dim 1 over [\"b\"]",
                "%y0 = dist.all_gather %x dim 1 over [\"b\"] on @mesh : "
                "(tensor<6x2xf32>) -> tensor<6x3xf32>\n"
                "%y = dist.all_gather %x dim 1 over [\"b\"]",
                "gathers blocks of 4 elements into 3"},
        Mistake{"SliceTwiceOverOneAxis", shardedOptimizer(), "%ps = dist.all_slice",
                "%twice = dist.all_slice %dy dim 1 over [\"tp\"] on @mesh : "
                "(tensor<2x6xf32>) -> tensor<2x3xf32>\n"
                "%ps = dist.all_slice",
                "which already splits dimension 1"},
        Mistake{"PlainSliceOfSplitDimension", dataParallel(), "%e = stablehlo.exponential %y",
                "%half = stablehlo.slice %y [0:2, 0:4] : (tensor<4x4xf32>) -> "
                "tensor<2x4xf32>\n"
                "%e = stablehlo.exponential %y",
                "takes a part of dimension 0, of which a rank holds blocks of "
                "4 of 8"},
        Mistake{"ReverseOfSplitDimension", dataParallel(), "%e = stablehlo.exponential %y",
                "%back = stablehlo.reverse %y, dims = [0] : tensor<4x4xf32>\n"
                "%e = stablehlo.exponential %y",
                "reverses dimension 0"},
        Mistake{"JoinOfBlocks", dataParallel(), "%e = stablehlo.exponential %y",
                "%both = stablehlo.concatenate %y, %y, dim = 0 : "
                "(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>\n"
                "%e = stablehlo.exponential %y",
                "joins values along dimension 0"},
        Mistake{"PaddedBlocks", dataParallel(), "%e = stablehlo.exponential %y",
                "%wide = stablehlo.pad %y, %zero, low = [1, 0], high = [0, 0], "
                "interior = [0, 0] : (tensor<4x4xf32>, tensor<f32>) -> "
                "tensor<5x4xf32>\n"
                "%e = stablehlo.exponential %y",
                "pads dimension 0"},
        Mistake{"ElementwiseOfDifferentAxes", tensorParallel(), "stablehlo.add %a, %bb",
                "stablehlo.add %a, %x", "mixes different blocks"},
        Mistake{"ElementwiseOfBlockAndWhole", dataParallel(), "%dy = stablehlo.multiply %e, %one",
                "%ws = stablehlo.slice %w [0:4, 0:4] : (tensor<16x4xf32>) -> "
                "tensor<4x4xf32>\n"
                "%dy = stablehlo.multiply %e, %ws",
                "mixes different blocks: operand 0 has blocks of 4 of 8 over "
                "{\"dp\"}"},
        Mistake{"ContractionOfUnequalBlocks", tensorParallel(), "dot_general %s, %w2",
                "dot_general %h, %w2", "contracts or batches over unequal blocks"},
        Mistake{"ContractionOverSplitHidden", tensorParallel(),
                "dist.sharding<@mesh, [{\"tp\"}, {}]>, dist.global_type = "
                "tensor<32x16xf32>",
                "dist.sharding<@mesh, [{}, {\"tp\"}]>, dist.global_type = "
                "tensor<16x32xf32>",
                "contracts or batches over unequal blocks"},
        Mistake{"NormOverSplitDimension", tensorParallel(), "%s = nn.silu %ab : tensor<4x16xf32>",
                "%s = nn.rms_norm %ab, %b1 {eps = 1.0e-5 : f64} : "
                "tensor<4x16xf32>, tensor<16xf32>",
                "normalizes over dimension 1"},
        Mistake{"ReshapeAcrossBlocks", tensorParallel(), "%s = nn.silu",
                "%flat = stablehlo.reshape %ab : (tensor<4x16xf32>) -> "
                "tensor<64xf32>\n%s = nn.silu",
                "its elements would not be a block"},
        Mistake{"AttentionWithOtherHeads", groupedAttention(),
                "#dist.sharding<@mesh, [{}, {\"tp\":(1)2}:8]>, "
                "dist.global_type = tensor<64x16xf32>},\n    %wo",
                "#dist.sharding<@mesh, [{}, {\"tp\":(2)2}:8]>, "
                "dist.global_type = tensor<64x16xf32>},\n    %wo",
                "\"tp\":(2)2"},
        Mistake{"QueriesWithConstantOffset", splitQueries(),
                "%first = dist.shard_offset of 5 granule 1 over [\"cp\"] on @mesh",
                "%first = stablehlo.constant dense<3>", "with no offset"},
        Mistake{"QueriesWithOtherOffset", splitQueries(),
                "%begin = dist.shard_offset of 5 granule 1",
                "%begin = dist.shard_offset of 8 granule 2", "with the offset of blocks of 4 of 8"},
        Mistake{"QueriesOfDirtyPadding", splitQueries(), "nn.attention_grad %mq,",
                "nn.attention_grad %q,", "adds up the padding"},
        Mistake{"OutputOfDirtyPadding", splitQueries(), "%mo, %ml, %mg", "%out, %ml, %mg",
                "adds up the padding"},
        Mistake{"SumsOfDirtyPadding", splitQueries(), "%mo, %ml, %mg", "%mo, %lse, %mg",
                "adds up the padding"},
        Mistake{"GradientOfDirtyPadding", splitQueries(), "%mo, %ml, %mg", "%mo, %ml, %g",
                "adds up the padding"},
        Mistake{"KeyGradientNotReduced", splitQueries(), "dist.reduce_scatter %dkv sum dim 1 over",
                "dist.all_slice %dkv dim 1 over", "{\"cp\"}"},
        Mistake{"WrongOpSharding", tensorParallel(),
                "dist.shardings = [#dist.sharding<@mesh, [{\"dp\"}, {\"tp\"}]>]",
                "dist.shardings = [#dist.sharding<@mesh, [{\"dp\"}, {}]>]",
                "is derived as blocks of 16 of 32 over {\"tp\"} in dimension 1, "
                "but is declared as all of 32"},
        Mistake{"WrongStepSharding", unevenGather(),
                "on @mesh : (tensor<6x2xf32>) -> tensor<6x4xf32>",
                "on @mesh {dist.shardings = [#dist.sharding<@mesh, [{}, {\"a\"}:5]>]} : "
                "(tensor<6x2xf32>) -> tensor<6x4xf32>",
                "but is declared as blocks of 5 of 10 over {\"a\"}"},
        Mistake{"WrongResultSharding", tensorParallel(),
                "-> (tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, "
                "[{\"dp\"}, {}]>",
                "-> (tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, "
                "[{\"tp\"}, {}]>",
                "but is declared as blocks of 4 of 8 over {\"tp\"}"},
        Mistake{"ResultDeclaredReplicated", dataParallel(),
                "tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, "
                "[{\"dp\"}, {}]>, dist.global_type = tensor<8x4xf32>}",
                "tensor<4x4xf32>", "but is declared as all of 4"},
        Mistake{"WrongBodyArgument", microbatches(),
                "dist.arg_shardings = [#dist.sharding<@mesh, [{\"dp\"}, {}]>]",
                "dist.arg_shardings = [#dist.sharding<@mesh, [{}, {\"dp\"}]>]", "body argument 0"},
        Mistake{"MicrobatchesOfSplitDimension", microbatches(),
                "[{}, {\"dp\"}, {}]>, dist.global_type = tensor<3x8x8xf32>",
                "[{\"dp\"}, {}, {}]>, dist.global_type = tensor<6x4x8xf32>",
                "takes microbatches along dimension 0"},
        Mistake{"BroadcastOfOneBlock", dataParallel(), "return %loss, %dw, %y",
                "%z = dist.broadcast %y root 0 over [\"dp\"] on @mesh : "
                "tensor<4x4xf32>\n"
                "return %loss, %dw, %z",
                "gives all ranks one block"},
        Mistake{"PermutedBlocks", dataParallel(), "return %loss, %dw, %y",
                "%z = dist.permute %y from [\"dp\"] to [\"dp\"] shift 1 on @mesh : "
                "tensor<4x4xf32>\n"
                "return %loss, %dw, %z",
                "unrelated values along {\"dp\"}"},
        Mistake{"ExchangeOverWrongAxis", unevenGather(),
                "%t = dist.all_to_all %x split 0 concat 1 over [\"b\"] on "
                "@mesh : (tensor<6x2xf32>) -> tensor<3x4xf32>",
                "%t0 = dist.all_to_all %x split 0 concat 1 over [\"a\"] on "
                "@mesh : (tensor<6x2xf32>) -> tensor<2x5xf32>\n"
                "%t = dist.all_to_all %x split 0 concat 1 over [\"b\"] on "
                "@mesh : (tensor<6x2xf32>) -> tensor<3x4xf32>",
                "in one piece"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Padding, WrongProgram,
    ::testing::Values(
        Mistake{"MissingMaskOfSum", unevenBatch(), "stablehlo.reduce(%m init",
                "stablehlo.reduce(%y init", "reads across the padding of blocks of 3 of 10"},
        Mistake{"MaskWithWrongFill", unevenBatch(), "stablehlo.reduce(%ml init",
                "stablehlo.reduce(%m init", "reads across the padding"},
        Mistake{"MaskOfWrongExtent", unevenBatch(), "%xm = dist.mask %x dim 0 of 10",
                "%xm = dist.mask %x dim 0 of 11",
                "masks blocks of 3 of 11 over {\"dp\"}, but dimension 0 of the "
                "value is blocks of 3 of 10"},
        Mistake{"MaskOfWrongDimension", vocabularyLoss(), "%m = dist.mask %logits dim 1 of 9",
                "%rows = dist.mask %logits dim 0 of 8 granule 1 over [\"tp\"] "
                "on @mesh fill 0.0 : f32 : tensor<4x5xf32>\n"
                "%m = dist.mask %logits dim 1 of 9",
                "masks blocks of 4 of 8 over {\"tp\"}, but dimension 0 of the "
                "value is all of 4"},
        Mistake{"MissingMaskOfNormGradient", unevenBatch(), "nn.rms_norm_grad %xm, %w, %m",
                "nn.rms_norm_grad %x, %w, %m", "adds up rows in the padding"},
        Mistake{"MaskByMultiplication", unevenBatch(), "%m = dist.mask %y dim 0",
                "%ones = stablehlo.constant dense<1.0> : tensor<3x16xf32>\n"
                "%mm = dist.mask %ones dim 0 of 10 granule 1 over [\"dp\"] on "
                "@mesh fill 0.0 : f32 : tensor<3x16xf32>\n"
                "%ym = stablehlo.multiply %y, %mm : tensor<3x16xf32>\n"
                "%bad = stablehlo.reduce(%ym init: %zero) applies "
                "stablehlo.add across dimensions = [0, 1] : (tensor<3x16xf32>, "
                "tensor<f32>) -> tensor<f32>\n"
                "%m = dist.mask %y dim 0",
                "reads across the padding"},
        Mistake{"MissingMaskOfTable", vocabularyEmbedding(), "nn.embedding %rows",
                "nn.embedding %table", "may look up the padding"},
        Mistake{"MissingMaskOfSquares", gradientNorm(), "nn.square_sum %m,", "nn.square_sum %a,",
                "adds up the padding"},
        Mistake{"MissingMaskOfSoftmax", vocabularyLoss(), "nn.cross_entropy %m, %in",
                "nn.cross_entropy %logits, %in", "takes the softmax over the padding"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Coordinates, WrongProgram,
    ::testing::Values(
        Mistake{"MissingOffset", vocabularyEmbedding(), "nn.embedding %rows, %local",
                "nn.embedding %rows, %ids", "looks up global indices"},
        Mistake{"OffsetOfWrongAxis", vocabularyEmbedding(),
                "%off = dist.shard_offset of 509 granule 1 over [\"tp\"]",
                "%off = dist.shard_offset of 509 granule 1 over [\"dp\"]",
                "count within blocks of 255 of 509 over {\"dp\"}"},
        Mistake{"OffsetOfWrongExtent", vocabularyEmbedding(), "shard_offset of 509",
                "shard_offset of 512", "count within blocks of 256 of 512"},
        Mistake{"OffsetAdded", vocabularyEmbedding(), "stablehlo.subtract %ids, %offs",
                "stablehlo.add %ids, %offs", "looks up global indices"},
        Mistake{"GradientOffsetOfOtherColumns", vocabularyLoss(), "%off {vocab = 9}",
                "%zeroi {vocab = 9}", "another offset"},
        Mistake{"WrongVocabulary", vocabularyLoss(), "{vocab = 9}", "{vocab = 10}",
                "has a vocabulary of 10"},
        Mistake{"IotaWithoutOffset", oneHotLoss(), "compare EQ, %lb, %cols",
                "compare EQ, %lb, %iota", "mixes different blocks"},
        Mistake{"IotaWithOffsetOfWrongAxis", oneHotLoss(),
                "shard_offset of 16 granule 1 over [\"tp\"]",
                "shard_offset of 16 granule 1 over [\"dp\"]", "\"dp\""},
        Mistake{"UpperBoundForgotten", vocabularyLoss(), "%logit0 = stablehlo.select %here",
                "%logit0 = stablehlo.select %ge", "combines unrelated values along {\"tp\"}"},
        Mistake{"OwnLossReturned", vocabularyLoss(), "return %loss,", "return %loss0,",
                "unrelated values along {\"tp\"}"},
        Mistake{"LocalLabelsOfGradient", vocabularyLoss(), "nn.cross_entropy_grad %logits, %labels",
                "nn.cross_entropy_grad %logits, %local", "takes global labels"}),
    nameOf);

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

TEST(PartitionChecker, NotesTheProducer) {
  std::string source = dataParallel();
  size_t at = source.find("return %loss,");
  source.replace(at, 13, "return %part,");
  Outcome outcome = checkProgram(source);
  EXPECT_EQ(outcome.errors, 1u);
  EXPECT_EQ(outcome.notes, 1u) << outcome.message;
}

TEST(PartitionChecker, RefusesWhatItDoesNotKnow) {
  Outcome outcome = checkProgram(R"mlir(
dist.mesh @mesh <"dp"=2>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>, dist.global_type = tensor<8xf32>}) -> tensor<4xf32> {
  %y = dist.reshard %x <@mesh, [{}]> : tensor<4xf32>
  return %y : tensor<4xf32>
})mlir");
  ASSERT_TRUE(outcome.parsed) << outcome.message;
  EXPECT_FALSE(outcome.accepted);
  EXPECT_NE(outcome.message.find("must not occur"), std::string::npos) << outcome.message;
}

TEST(PartitionChecker, RefusesSplitArgumentWithoutGlobalType) {
  Outcome outcome = checkProgram(R"mlir(
dist.mesh @mesh <"dp"=2>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>}) {
  return
})mlir");
  ASSERT_TRUE(outcome.parsed) << outcome.message;
  EXPECT_FALSE(outcome.accepted);
  EXPECT_NE(outcome.message.find("'dist.global_type'"), std::string::npos) << outcome.message;
}

TEST(PartitionChecker, RefusesArgumentOfWrongLocalType) {
  Outcome outcome = checkProgram(R"mlir(
dist.mesh @mesh <"dp"=4>
func.func @main(%x: tensor<2xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>, dist.global_type = tensor<10xf32>}) {
  return
})mlir");
  ASSERT_TRUE(outcome.parsed) << outcome.message;
  EXPECT_FALSE(outcome.accepted);
  EXPECT_NE(outcome.message.find("blocks of 3 of 10"), std::string::npos) << outcome.message;
}

TEST(PartitionChecker, FollowsCalls) {
  auto program = [](const char *reduce) {
    return std::string(R"mlir(
dist.mesh @mesh <"dp"=2>
func.func private @sum(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
)mlir") + reduce +
           R"mlir(
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>, dist.global_type = tensor<8xf32>},
                %w: tensor<4xf32>) -> tensor<f32> {
  %a = call @sum(%x) : (tensor<4xf32>) -> tensor<f32>
  %b = call @sum(%x) : (tensor<4xf32>) -> tensor<f32>
  %c = stablehlo.add %a, %b : tensor<f32>
  return %c : tensor<f32>
})mlir";
  };
  Outcome right =
      checkProgram(program("%s = dist.all_reduce %p sum over [\"dp\"] on @mesh : tensor<f32>"));
  ASSERT_TRUE(right.parsed) << right.message;
  EXPECT_TRUE(right.accepted) << right.message;
  Outcome wrong = checkProgram(program("%s = stablehlo.negate %p : tensor<f32>"));
  ASSERT_TRUE(wrong.parsed) << wrong.message;
  EXPECT_FALSE(wrong.accepted);
}

// Splits that are written differently and are the same: merged axes, granules.
TEST(PartitionChecker, ComparesBlocksNotSpelling) {
  auto program = [](const char *sharding) {
    return std::string(R"mlir(
dist.mesh @mesh <"a"=2, "b"=4>
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a", "b"}]>, dist.global_type = tensor<64xf32>})
    -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, )mlir") +
           sharding + R"mlir(>, dist.global_type = tensor<64xf32>}) {
  return %x : tensor<8xf32>
})mlir";
  };
  for (const char *same :
       {R"([{"a", "b"}:8])", R"([{"a", "b":(1)2, "b":(2)2}])", R"([{"a", "b"}:4])"}) {
    Outcome outcome = checkProgram(program(same));
    ASSERT_TRUE(outcome.parsed) << outcome.message;
    EXPECT_TRUE(outcome.accepted) << same << outcome.message;
  }
  for (const char *other : {R"([{"b", "a"}])", R"([{"a", "b":(2)2, "b":(1)2}])"}) {
    Outcome outcome = checkProgram(program(other));
    ASSERT_TRUE(outcome.parsed) << outcome.message;
    EXPECT_FALSE(outcome.accepted) << other;
  }
}
