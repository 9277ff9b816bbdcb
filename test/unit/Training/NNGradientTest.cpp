//===- NNGradientTest.cpp - gradients of nn ops -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Cases of GradientTest.cpp: composites, and ops of dist that pass values on.
//
//===----------------------------------------------------------------------===//

#include "GradientCases.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

std::vector<Case> nnCases() {
  std::vector<Case> cases = {
      {"embedding",
       {"%a: tensor<5x3xf64>"},
       "%i = stablehlo.constant dense<[[1, 4], [1, 7]]> : tensor<2x2xi32>\n"
       "%y = nn.embedding %a, %i : (tensor<5x3xf64>, tensor<2x2xi32>) -> "
       "tensor<2x2x3xf64>",
       {"tensor<2x2x3xf64>"}},
      {"rms_norm",
       {"%a: tensor<2x3x4xf64>", "%b: tensor<4xf64>"},
       "%y = nn.rms_norm %a, %b {eps = 1.0e-3 : f64} : tensor<2x3x4xf64>, "
       "tensor<4xf64>",
       {"tensor<2x3x4xf64>"}},
      {"layer_norm",
       {"%a: tensor<2x3x4xf64>", "%b: tensor<4xf64>", "%c: tensor<4xf64>"},
       "%y = nn.layer_norm %a, %b, %c {eps = 1.0e-3 : f64} : "
       "tensor<2x3x4xf64>, tensor<4xf64>",
       {"tensor<2x3x4xf64>"}},
      {"gelu_erf",
       {"%a: tensor<2x6xf64>"},
       "%y = nn.gelu %a <erf> : tensor<2x6xf64>",
       {"tensor<2x6xf64>"}},
      {"gelu_tanh",
       {"%a: tensor<2x6xf64>"},
       "%y = nn.gelu %a <tanh> : tensor<2x6xf64>",
       {"tensor<2x6xf64>"}},
      {"silu", {"%a: tensor<2x6xf64>"}, "%y = nn.silu %a : tensor<2x6xf64>", {"tensor<2x6xf64>"}},
      {"rope",
       {"%a: tensor<2x3x2x4xf64>"},
       "%c, %s = nn.rope_table {theta = 100.0 : f64} : tensor<3x2xf64>\n"
       "%y = nn.rope %a, %c, %s : tensor<2x3x2x4xf64>, tensor<3x2xf64>",
       {"tensor<2x3x2x4xf64>"}},
      {"rope_inverse",
       {"%a: tensor<2x3x2x4xf64>"},
       "%c, %s = nn.rope_table {theta = 100.0 : f64} : tensor<3x2xf64>\n"
       "%y = nn.rope %a, %c, %s {inverse} : tensor<2x3x2x4xf64>, "
       "tensor<3x2xf64>",
       {"tensor<2x3x2x4xf64>"}},
      {"dropout_mask",
       {"%a: tensor<2x3xf64>"},
       "%m = stablehlo.constant dense<[[true, false, true], [false, true, true]]> : "
       "tensor<2x3xi1>\n"
       "%y = nn.dropout %a, mask %m {rate = 0.3 : f64} : (tensor<2x3xf64>, tensor<2x3xi1>) -> "
       "tensor<2x3xf64>",
       {"tensor<2x3xf64>"}},
      {"dropout_key",
       {"%a: tensor<3x5xf64>"},
       "%k = stablehlo.constant dense<[7, 9]> : tensor<2xui32>\n"
       "%y = nn.dropout %a, key %k {rate = 0.3 : f64, stream = 2 : i64} : (tensor<3x5xf64>, "
       "tensor<2xui32>) -> tensor<3x5xf64>",
       {"tensor<3x5xf64>"}},
      {"cross_entropy",
       {"%a: tensor<2x3x5xf64>"},
       "%l = stablehlo.constant dense<[[0, 4, -1], [2, 9, 1]]> : "
       "tensor<2x3xi32>\n"
       "%y, %lse = nn.cross_entropy %a, %l : (tensor<2x3x5xf64>, "
       "tensor<2x3xi32>) -> (tensor<2x3xf64>, tensor<2x3xf64>)",
       {"tensor<2x3xf64>"}},
      {"square_sum",
       {"%a: tensor<2x3xf64>", "%b: tensor<4xf64>"},
       "%y = nn.square_sum %a, %b : (tensor<2x3xf64>, tensor<4xf64>) -> "
       "tensor<f64>",
       {"tensor<f64>"}},
      {"attention_causal",
       {"%q: tensor<2x3x4x2xf64>", "%k: tensor<2x3x2x2xf64>", "%v: tensor<2x3x2x2xf64>"},
       "%y, %lse = nn.attention %q, %k, %v {causal, scale = 0.7 : f64} : "
       "(tensor<2x3x4x2xf64>, tensor<2x3x2x2xf64>, tensor<2x3x2x2xf64>) -> "
       "(tensor<2x3x4x2xf64>, tensor<2x4x3xf64>)",
       {"tensor<2x3x4x2xf64>"}},
      {"attention_block",
       {"%q: tensor<2x3x4x2xf64>", "%k: tensor<2x5x2x2xf64>", "%v: tensor<2x5x2x2xf64>"},
       "%first = stablehlo.constant dense<1> : tensor<i32>\n"
       "%y, %lse = nn.attention %q, %k, %v, %first {causal, scale = 0.7 : f64} : "
       "(tensor<2x3x4x2xf64>, tensor<2x5x2x2xf64>, tensor<2x5x2x2xf64>, tensor<i32>) -> "
       "(tensor<2x3x4x2xf64>, tensor<2x4x3xf64>)",
       {"tensor<2x3x4x2xf64>"}},
      {"attention_masked",
       {"%q: tensor<2x3x4x2xf64>", "%k: tensor<2x3x2x2xf64>", "%v: tensor<2x3x2x2xf64>"},
       "%n = stablehlo.constant dense<[[true, false, true], [true, true, false], [false, false, "
       "false]]> : tensor<3x3xi1>\n"
       "%m = stablehlo.reshape %n : (tensor<3x3xi1>) -> tensor<1x1x3x3xi1>\n"
       "%y, %lse = nn.attention %q, %k, %v mask %m {masked_value = -2.0 : f64, scale = 0.7 : f64} "
       ": "
       "(tensor<2x3x4x2xf64>, tensor<2x3x2x2xf64>, tensor<2x3x2x2xf64>, tensor<1x1x3x3xi1>) -> "
       "(tensor<2x3x4x2xf64>, tensor<2x4x3xf64>)",
       {"tensor<2x3x4x2xf64>"}},
      // A row that is hidden whole, by a number beside which the logarithm of three is lost.
      {"attention_hidden_rows",
       {"%q: tensor<2x3x4x2xf64>", "%k: tensor<2x3x2x2xf64>", "%v: tensor<2x3x2x2xf64>"},
       "%n = stablehlo.constant dense<[[true, false, true], [true, true, false], [false, false, "
       "false]]> : tensor<3x3xi1>\n"
       "%m = stablehlo.reshape %n : (tensor<3x3xi1>) -> tensor<1x1x3x3xi1>\n"
       "%y, %lse = nn.attention %q, %k, %v mask %m {masked_value = -3.0e38 : f64, scale = 0.7 : "
       "f64} : "
       "(tensor<2x3x4x2xf64>, tensor<2x3x2x2xf64>, tensor<2x3x2x2xf64>, tensor<1x1x3x3xi1>) -> "
       "(tensor<2x3x4x2xf64>, tensor<2x4x3xf64>)",
       {"tensor<2x3x4x2xf64>"}},
      {"attention_zero_rows",
       {"%q: tensor<2x3x4x2xf64>", "%k: tensor<2x3x2x2xf64>", "%v: tensor<2x3x2x2xf64>"},
       "%n = stablehlo.constant dense<[[true, false, true], [true, true, false], [false, false, "
       "false]]> : tensor<3x3xi1>\n"
       "%m = stablehlo.reshape %n : (tensor<3x3xi1>) -> tensor<1x1x3x3xi1>\n"
       "%y, %lse = nn.attention %q, %k, %v mask %m {zero_hidden_rows, scale = 0.7 : f64} : "
       "(tensor<2x3x4x2xf64>, tensor<2x3x2x2xf64>, tensor<2x3x2x2xf64>, tensor<1x1x3x3xi1>) -> "
       "(tensor<2x3x4x2xf64>, tensor<2x4x3xf64>)",
       {"tensor<2x3x4x2xf64>"}},
      {"attention_cap_added",
       {"%q: tensor<2x3x4x2xf64>", "%k: tensor<2x3x2x2xf64>", "%v: tensor<2x3x2x2xf64>"},
       "%n = stablehlo.iota dim = 3 : tensor<1x4x1x3xf64>\n"
       "%m = stablehlo.sine %n : tensor<1x4x1x3xf64>\n"
       "%y, %lse = nn.attention %q, %k, %v mask %m {logit_cap = 0.8 : f64, scale = 0.7 : f64} : "
       "(tensor<2x3x4x2xf64>, tensor<2x3x2x2xf64>, tensor<2x3x2x2xf64>, tensor<1x4x1x3xf64>) -> "
       "(tensor<2x3x4x2xf64>, tensor<2x4x3xf64>)",
       {"tensor<2x3x4x2xf64>"}},
      {"softmax",
       {"%x: tensor<2x4x3xf64>"},
       "%y = nn.softmax %x {dimension = 1 : i64} : tensor<2x4x3xf64>",
       {"tensor<2x4x3xf64>"}},
      {"attention_cross",
       {"%q: tensor<2x3x4x2xf64>", "%k: tensor<2x5x4x2xf64>", "%v: tensor<2x5x4x2xf64>"},
       "%y, %lse = nn.attention %q, %k, %v {scale = 0.7 : f64} : "
       "(tensor<2x3x4x2xf64>, tensor<2x5x4x2xf64>, tensor<2x5x4x2xf64>) -> "
       "(tensor<2x3x4x2xf64>, tensor<2x4x3xf64>)",
       {"tensor<2x3x4x2xf64>"}},
      {"checkpoint",
       {"%a: tensor<2x3xf64>"},
       "%t = dist.checkpoint %a \"x\" : tensor<2x3xf64>\n"
       "%y = stablehlo.sine %t : tensor<2x3xf64>",
       {"tensor<2x3xf64>"}},
  };
  return cases;
}

INSTANTIATE_TEST_SUITE_P(NN, GradientTest, ::testing::ValuesIn(nnCases()), nameOf);

} // namespace
