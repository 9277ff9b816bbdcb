//===- PartitionCheckerPrograms.cpp - local programs by hand ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Partitioned programs as a careful person would write them. The tests accept
// them, and plant mistakes in them.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerTest.h"

using namespace shardc::test;

/// Loss and weight gradient of x @ w, the batch split over dp.
std::string shardc::test::dataParallel() {
  return R"mlir(
dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @main(
    %x: tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x16xf32>},
    %w: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<16x4xf32>})
    -> (tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>, dist.global_type = tensor<f32>},
        tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<16x4xf32>},
        tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x4xf32>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x4xf32>) -> tensor<4x4xf32>
  %e = stablehlo.exponential %y : tensor<4x4xf32>
  %part = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  %loss = dist.all_reduce %part sum over ["dp"] on @mesh : tensor<f32>
  %dy = stablehlo.multiply %e, %one : tensor<4x4xf32>
  %dwp = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<4x16xf32>, tensor<4x4xf32>) -> tensor<16x4xf32>
  %scaled = stablehlo.negate %dwp : tensor<16x4xf32>
  %dw = dist.all_reduce %scaled sum over ["dp"] on @mesh : tensor<16x4xf32>
  return %loss, %dw, %y : tensor<f32>, tensor<16x4xf32>, tensor<4x4xf32>
})mlir";
}

/// A column-split and a row-split product, with a residual and a norm.
std::string shardc::test::tensorParallel() {
  return R"mlir(
dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @main(
    %x: tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x16xf32>},
    %n: tensor<16xf32>,
    %w1: tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<16x32xf32>},
    %b1: tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>, dist.global_type = tensor<32xf32>},
    %w2: tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.global_type = tensor<32x16xf32>})
    -> (tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x16xf32>}) {
  %h = nn.rms_norm %x, %n {eps = 1.0e-5 : f64} : tensor<4x16xf32>, tensor<16xf32>
  %a = stablehlo.dot_general %h, %w1, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]} : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
  %bb = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %ab = stablehlo.add %a, %bb : tensor<4x16xf32>
  %s = nn.silu %ab : tensor<4x16xf32>
  %p = stablehlo.dot_general %s, %w2, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
  %r = dist.all_reduce %p sum over ["tp"] on @mesh : tensor<4x16xf32>
  %y = stablehlo.add %x, %r : tensor<4x16xf32>
  return %y : tensor<4x16xf32>
})mlir";
}

/// Eight query heads over four ranks, two key/value heads over two of them.
std::string shardc::test::groupedAttention() {
  return R"mlir(
dist.mesh @mesh <"dp"=2, "tp"=4>
func.func @main(
    %x: tensor<2x4x64xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {}]>, dist.global_type = tensor<4x4x64xf32>},
    %wq: tensor<64x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}:8]>, dist.global_type = tensor<64x64xf32>},
    %wk: tensor<64x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp":(1)2}:8]>, dist.global_type = tensor<64x16xf32>},
    %wo: tensor<16x64xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}:8, {}]>, dist.global_type = tensor<64x64xf32>})
    -> (tensor<2x4x64xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {}]>, dist.global_type = tensor<4x4x64xf32>},
        tensor<64x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp":(1)2}:8]>, dist.global_type = tensor<64x16xf32>}) {
  %cos, %sin = nn.rope_table {theta = 1.0e4 : f64} : tensor<4x4xf32>
  %q0 = stablehlo.dot_general %x, %wq, contracting_dims = [2] x [0] : (tensor<2x4x64xf32>, tensor<64x16xf32>) -> tensor<2x4x16xf32>
  %k0 = stablehlo.dot_general %x, %wk, contracting_dims = [2] x [0] : (tensor<2x4x64xf32>, tensor<64x8xf32>) -> tensor<2x4x8xf32>
  %q1 = stablehlo.reshape %q0 {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}, {"tp"}, {}]>]} : (tensor<2x4x16xf32>) -> tensor<2x4x2x8xf32>
  %k1 = stablehlo.reshape %k0 {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}, {"tp":(1)2}, {}]>]} : (tensor<2x4x8xf32>) -> tensor<2x4x1x8xf32>
  %q = nn.rope %q1, %cos, %sin : tensor<2x4x2x8xf32>, tensor<4x4xf32>
  %k = nn.rope %k1, %cos, %sin : tensor<2x4x1x8xf32>, tensor<4x4xf32>
  %out, %lse = nn.attention %q, %k, %k1 {causal, scale = 0.35 : f64}
      : (tensor<2x4x2x8xf32>, tensor<2x4x1x8xf32>, tensor<2x4x1x8xf32>) -> (tensor<2x4x2x8xf32>, tensor<2x2x4xf32>)
  %o = stablehlo.reshape %out : (tensor<2x4x2x8xf32>) -> tensor<2x4x16xf32>
  %p = stablehlo.dot_general %o, %wo, contracting_dims = [2] x [0] : (tensor<2x4x16xf32>, tensor<16x64xf32>) -> tensor<2x4x64xf32>
  %y = dist.all_reduce %p sum over ["tp"] on @mesh : tensor<2x4x64xf32>
  %dq, %dk, %dv = nn.attention_grad %q, %k, %k1, %out, %lse, %q {causal, scale = 0.35 : f64}
      : (tensor<2x4x2x8xf32>, tensor<2x4x1x8xf32>, tensor<2x4x1x8xf32>, tensor<2x4x2x8xf32>, tensor<2x2x4xf32>, tensor<2x4x2x8xf32>)
      -> (tensor<2x4x2x8xf32>, tensor<2x4x1x8xf32>, tensor<2x4x1x8xf32>)
  %dk0 = nn.rope %dk, %cos, %sin {inverse} : tensor<2x4x1x8xf32>, tensor<4x4xf32>
  %dkv = stablehlo.add %dk0, %dv : tensor<2x4x1x8xf32>
  %dk1 = stablehlo.reshape %dkv : (tensor<2x4x1x8xf32>) -> tensor<2x4x8xf32>
  %dwp = stablehlo.dot_general %x, %dk1, contracting_dims = [0, 1] x [0, 1] : (tensor<2x4x64xf32>, tensor<2x4x8xf32>) -> tensor<64x8xf32>
  %dw = dist.all_reduce %dwp sum over ["dp", "tp":(2)2] on @mesh : tensor<64x8xf32>
  return %y, %dw : tensor<2x4x64xf32>, tensor<64x8xf32>
})mlir";
}

/// Five queries over two ranks, which hold all keys and values, gathered: blocks of
/// three and two.
std::string shardc::test::splitQueries() {
  return R"mlir(
dist.mesh @mesh <"cp"=2>
func.func @main(
    %q: tensor<2x3x4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>, dist.global_type = tensor<2x5x4x8xf32>},
    %k0: tensor<2x3x2x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>, dist.global_type = tensor<2x5x2x8xf32>},
    %g: tensor<2x3x4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>, dist.global_type = tensor<2x5x4x8xf32>})
    -> (tensor<2x3x4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>, dist.global_type = tensor<2x5x4x8xf32>},
        tensor<2x3x4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>, dist.global_type = tensor<2x5x4x8xf32>},
        tensor<2x3x2x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"cp"}, {}, {}]>, dist.global_type = tensor<2x5x2x8xf32>}) {
  %k = dist.all_gather %k0 dim 1 over ["cp"] on @mesh : (tensor<2x3x2x8xf32>) -> tensor<2x5x2x8xf32>
  %first = dist.shard_offset of 5 granule 1 over ["cp"] on @mesh : tensor<i32>
  %out, %lse = nn.attention %q, %k, %k, %first {causal, scale = 0.35 : f64}
      : (tensor<2x3x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x8xf32>, tensor<i32>) -> (tensor<2x3x4x8xf32>, tensor<2x4x3xf32>)
  %mq = dist.mask %q dim 1 of 5 granule 1 over ["cp"] on @mesh fill 0.0 : f32 : tensor<2x3x4x8xf32>
  %mg = dist.mask %g dim 1 of 5 granule 1 over ["cp"] on @mesh fill 0.0 : f32 : tensor<2x3x4x8xf32>
  %mo = dist.mask %out dim 1 of 5 granule 1 over ["cp"] on @mesh fill 0.0 : f32 : tensor<2x3x4x8xf32>
  %ml = dist.mask %lse dim 2 of 5 granule 1 over ["cp"] on @mesh fill 0.0 : f32 : tensor<2x4x3xf32>
  %begin = dist.shard_offset of 5 granule 1 over ["cp"] on @mesh : tensor<i32>
  %dq, %dk, %dv = nn.attention_grad %mq, %k, %k, %mo, %ml, %mg, %begin {causal, scale = 0.35 : f64}
      : (tensor<2x3x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x8xf32>, tensor<2x3x4x8xf32>, tensor<2x4x3xf32>, tensor<2x3x4x8xf32>, tensor<i32>)
      -> (tensor<2x3x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x8xf32>)
  %dkv = stablehlo.add %dk, %dv : tensor<2x5x2x8xf32>
  %dk0 = dist.reduce_scatter %dkv sum dim 1 over ["cp"] on @mesh : (tensor<2x5x2x8xf32>) -> tensor<2x3x2x8xf32>
  return %out, %dq, %dk0 : tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>, tensor<2x3x2x8xf32>
})mlir";
}

/// Ten rows over four ranks: blocks of three, three, three and one.
std::string shardc::test::unevenBatch() {
  return R"mlir(
dist.mesh @mesh <"dp"=4>
func.func @main(
    %x: tensor<3x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<10x16xf32>},
    %w: tensor<16xf32>)
    -> (tensor<f32>, tensor<16xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %y = nn.rms_norm %x, %w {eps = 1.0e-5 : f64} : tensor<3x16xf32>, tensor<16xf32>
  %m = dist.mask %y dim 0 of 10 granule 1 over ["dp"] on @mesh fill 0.0 : f32 : tensor<3x16xf32>
  %part = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x16xf32>, tensor<f32>) -> tensor<f32>
  %sum = dist.all_reduce %part sum over ["dp"] on @mesh : tensor<f32>
  %xm = dist.mask %x dim 0 of 10 granule 1 over ["dp"] on @mesh fill 0.0 : f32 : tensor<3x16xf32>
  %dx, %dwp = nn.rms_norm_grad %xm, %w, %m {eps = 1.0e-5 : f64} : tensor<3x16xf32>, tensor<16xf32>
  %dw = dist.all_reduce %dwp sum over ["dp"] on @mesh : tensor<16xf32>
  %ml = dist.mask %y dim 0 of 10 granule 1 over ["dp"] on @mesh fill 0xFF800000 : f32 : tensor<3x16xf32>
  %mp = stablehlo.reduce(%ml init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x16xf32>, tensor<f32>) -> tensor<f32>
  %max = dist.all_reduce %mp max over ["dp"] on @mesh : tensor<f32>
  return %sum, %dw, %max : tensor<f32>, tensor<16xf32>, tensor<f32>
})mlir";
}

/// A table of 509 rows over two ranks, looked up and its gradient.
std::string shardc::test::vocabularyEmbedding() {
  return R"mlir(
dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @main(
    %table: tensor<255x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.global_type = tensor<509x8xf32>},
    %ids: tensor<4x6xi32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x6xi32>})
    -> (tensor<4x6x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {}]>, dist.global_type = tensor<8x6x8xf32>},
        tensor<255x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.global_type = tensor<509x8xf32>}) {
  %off = dist.shard_offset of 509 granule 1 over ["tp"] on @mesh : tensor<i32>
  %offs = stablehlo.broadcast_in_dim %off, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
  %local = stablehlo.subtract %ids, %offs : tensor<4x6xi32>
  %rows = dist.mask %table dim 0 of 509 granule 1 over ["tp"] on @mesh fill 0.0 : f32 : tensor<255x8xf32>
  %part = nn.embedding %rows, %local : (tensor<255x8xf32>, tensor<4x6xi32>) -> tensor<4x6x8xf32>
  %h = dist.all_reduce %part sum over ["tp"] on @mesh : tensor<4x6x8xf32>
  %dp = nn.embedding_grad %local, %h : (tensor<4x6xi32>, tensor<4x6x8xf32>) -> tensor<255x8xf32>
  %dt = dist.all_reduce %dp sum over ["dp"] on @mesh : tensor<255x8xf32>
  return %h, %dt : tensor<4x6x8xf32>, tensor<255x8xf32>
})mlir";
}

/// Cross entropy over split columns: each rank runs the whole op on its own.
std::string shardc::test::vocabularyLoss() {
  return R"mlir(
dist.mesh @mesh <"tp"=2>
func.func @main(
    %logits: tensor<4x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<4x9xf32>},
    %labels: tensor<4xi32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<4x9xf32>}) {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %vocab = stablehlo.constant dense<9> : tensor<4xi32>
  %minus = stablehlo.constant dense<-1> : tensor<4xi32>
  %ones = stablehlo.constant dense<1> : tensor<5xi32>
  %zeroi = stablehlo.constant dense<0> : tensor<i32>
  %zerof = stablehlo.constant dense<0.0> : tensor<4xf32>
  %off = dist.shard_offset of 9 granule 1 over ["tp"] on @mesh : tensor<i32>
  %offs = stablehlo.broadcast_in_dim %off, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %local = stablehlo.subtract %labels, %offs : tensor<4xi32>
  %own = dist.mask %ones dim 0 of 9 granule 1 over ["tp"] on @mesh fill 0 : i32 : tensor<5xi32>
  %count = stablehlo.reduce(%own init: %zeroi) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  %end = stablehlo.broadcast_in_dim %count, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %ge = stablehlo.compare GE, %local, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %lt = stablehlo.compare LT, %local, %end, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %here = stablehlo.and %ge, %lt : tensor<4xi1>
  %in = stablehlo.select %here, %local, %minus : tensor<4xi1>, tensor<4xi32>
  %m = dist.mask %logits dim 1 of 9 granule 1 over ["tp"] on @mesh fill -1.0e38 : f32 : tensor<4x5xf32>
  %loss0, %lse0 = nn.cross_entropy %m, %in : (tensor<4x5xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  %diff = stablehlo.subtract %lse0, %loss0 : tensor<4xf32>
  %logit0 = stablehlo.select %here, %diff, %zerof : tensor<4xi1>, tensor<4xf32>
  %most = dist.all_reduce %lse0 max over ["tp"] on @mesh : tensor<4xf32>
  %less = stablehlo.subtract %lse0, %most : tensor<4xf32>
  %w0 = stablehlo.exponential %less : tensor<4xf32>
  %w = dist.all_reduce %w0 sum over ["tp"] on @mesh : tensor<4xf32>
  %logit = dist.all_reduce %logit0 sum over ["tp"] on @mesh : tensor<4xf32>
  %log = stablehlo.log %w : tensor<4xf32>
  %lse = stablehlo.add %most, %log : tensor<4xf32>
  %tge = stablehlo.compare GE, %labels, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %tlt = stablehlo.compare LT, %labels, %vocab, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %token = stablehlo.and %tge, %tlt : tensor<4xi1>
  %raw = stablehlo.subtract %lse, %logit : tensor<4xf32>
  %loss = stablehlo.select %token, %raw, %zerof : tensor<4xi1>, tensor<4xf32>
  %dl = nn.cross_entropy_grad %logits, %labels, %lse, %loss, %off {vocab = 9}
      : (tensor<4x5xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4x5xf32>
  return %loss, %lse, %dl : tensor<4xf32>, tensor<4xf32>, tensor<4x5xf32>
})mlir";
}

/// The same from plain ops: the label's logit by a one-hot row.
std::string shardc::test::oneHotLoss() {
  return R"mlir(
dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @main(
    %logits: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>, dist.global_type = tensor<8x16xf32>},
    %labels: tensor<4xi32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>, dist.global_type = tensor<8xi32>})
    -> (tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %m0 = stablehlo.reduce(%logits init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %m = dist.all_reduce %m0 max over ["tp"] on @mesh : tensor<4xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %d = stablehlo.subtract %logits, %mb : tensor<4x8xf32>
  %e = stablehlo.exponential %d : tensor<4x8xf32>
  %s0 = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %s = dist.all_reduce %s0 sum over ["tp"] on @mesh : tensor<4xf32>
  %l = stablehlo.log %s : tensor<4xf32>
  %iota = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %off = dist.shard_offset of 16 granule 1 over ["tp"] on @mesh : tensor<i32>
  %offs = stablehlo.broadcast_in_dim %off, dims = [] : (tensor<i32>) -> tensor<4x8xi32>
  %cols = stablehlo.add %iota, %offs : tensor<4x8xi32>
  %lb = stablehlo.broadcast_in_dim %labels, dims = [0] : (tensor<4xi32>) -> tensor<4x8xi32>
  %hot = stablehlo.compare EQ, %lb, %cols, SIGNED : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi1>
  %pick = stablehlo.select %hot, %d, %zeros : tensor<4x8xi1>, tensor<4x8xf32>
  %p0 = stablehlo.reduce(%pick init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %p = dist.all_reduce %p0 sum over ["tp"] on @mesh : tensor<4xf32>
  %loss = stablehlo.subtract %l, %p : tensor<4xf32>
  %t0 = stablehlo.reduce(%loss init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %t = dist.all_reduce %t0 sum over ["dp"] on @mesh : tensor<f32>
  return %t : tensor<f32>
})mlir";
}

/// Optimizer state split over dp: scatter gradients, gather parameters.
std::string shardc::test::shardedOptimizer() {
  return R"mlir(
dist.mesh @mesh <"dp"=4, "tp"=2>
func.func @main(
    %x: tensor<2x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x8xf32>},
    %dy: tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>, dist.global_type = tensor<8x12xf32>},
    %p: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<8x12xf32>},
    %m: tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>, dist.global_type = tensor<8x12xf32>},
    %v: tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>, dist.global_type = tensor<8x12xf32>},
    %step: tensor<f32>)
    -> (tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<8x12xf32>},
        tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>, dist.global_type = tensor<8x12xf32>},
        tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>, dist.global_type = tensor<8x12xf32>}) {
  %g0 = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<2x8xf32>, tensor<2x6xf32>) -> tensor<8x6xf32>
  %g = dist.reduce_scatter %g0 sum dim 0 over ["dp"] on @mesh : (tensor<8x6xf32>) -> tensor<2x6xf32>
  %sq = nn.square_sum %g : (tensor<2x6xf32>) -> tensor<f32>
  %norm = dist.all_reduce %sq sum over ["dp", "tp"] on @mesh : tensor<f32>
  %scale = stablehlo.rsqrt %norm : tensor<f32>
  %ps = dist.all_slice %p dim 0 over ["dp"] on @mesh : (tensor<8x6xf32>) -> tensor<2x6xf32>
  %p1, %m1, %v1 = nn.adamw %ps, %g, %m, %v, %step, %scale
      {lr = 1.0e-3 : f64, beta1 = 0.9 : f64, beta2 = 0.95 : f64, eps = 1.0e-8 : f64, weight_decay = 0.1 : f64}
      : tensor<2x6xf32>, tensor<f32>
  %new = dist.all_gather %p1 dim 0 over ["dp"] on @mesh : (tensor<2x6xf32>) -> tensor<8x6xf32>
  return %new, %m1, %v1 : tensor<8x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>
})mlir";
}

/// Gradients added up over microbatches and reduced once; logits stacked.
std::string shardc::test::microbatches() {
  return R"mlir(
dist.mesh @mesh <"dp"=2>
func.func @main(
    %x: tensor<3x4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}, {}]>, dist.global_type = tensor<3x8x8xf32>},
    %w: tensor<8x5xf32>)
    -> (tensor<8x5xf32>, tensor<3x4x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}, {}]>, dist.global_type = tensor<3x8x5xf32>}) {
  %r:2 = dist.microbatch 3 (%x) kinds = [sum, stack] attributes {
      dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial={sum:"dp"}>, #dist.sharding<@mesh, [{}, {"dp"}, {}]>],
      dist.arg_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} {
  ^bb0(%i: tensor<4x8xf32>):
    %y = stablehlo.dot_general %i, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x5xf32>) -> tensor<4x5xf32>
    %g = stablehlo.dot_general %i, %y, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
    dist.yield %g, %y : tensor<8x5xf32>, tensor<4x5xf32>
  } : (tensor<3x4x8xf32>) -> (tensor<8x5xf32>, tensor<3x4x5xf32>)
  %g = dist.all_reduce %r#0 sum over ["dp"] on @mesh : tensor<8x5xf32>
  return %g, %r#1 : tensor<8x5xf32>, tensor<3x4x5xf32>
})mlir";
}

/// Ten columns over two uneven axes, gathered innermost first and exchanged.
std::string shardc::test::unevenGather() {
  return R"mlir(
dist.mesh @mesh <"a"=3, "b"=2>
func.func @main(
    %x: tensor<6x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a", "b"}]>, dist.global_type = tensor<6x10xf32>})
    -> (tensor<6x10xf32>, tensor<3x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}, {"a"}]>, dist.global_type = tensor<6x10xf32>}) {
  %y = dist.all_gather %x dim 1 over ["b"] on @mesh : (tensor<6x2xf32>) -> tensor<6x4xf32>
  %z = dist.all_gather %y dim 1 over ["a"] on @mesh : (tensor<6x4xf32>) -> tensor<6x10xf32>
  %t = dist.all_to_all %x split 0 concat 1 over ["b"] on @mesh : (tensor<6x2xf32>) -> tensor<3x4xf32>
  return %z, %t : tensor<6x10xf32>, tensor<3x4xf32>
})mlir";
}

/// Squares of a split and of a whole gradient: one reduction, one addition.
std::string shardc::test::gradientNorm() {
  return R"mlir(
dist.mesh @mesh <"tp"=2>
func.func @main(
    %a: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<8x11xf32>},
    %b: tensor<8xf32>, %c: tensor<6xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>, dist.global_type = tensor<12xf32>})
    -> tensor<f32> {
  %m = dist.mask %a dim 1 of 11 granule 1 over ["tp"] on @mesh fill 0.0 : f32 : tensor<8x6xf32>
  %s0 = nn.square_sum %m, %c : (tensor<8x6xf32>, tensor<6xf32>) -> tensor<f32>
  %s = dist.all_reduce %s0 sum over ["tp"] on @mesh : tensor<f32>
  %w = nn.square_sum %b : (tensor<8xf32>) -> tensor<f32>
  %n = stablehlo.add %s, %w : tensor<f32>
  return %n : tensor<f32>
})mlir";
}
