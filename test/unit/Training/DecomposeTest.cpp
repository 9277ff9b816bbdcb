//===- DecomposeTest.cpp - decompositions against definitions ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The interpreter knows the nn ops from their definitions; run before and after
// --shardc-decompose-nn, a function must give the same numbers.
//
//===----------------------------------------------------------------------===//

#include "TrainingTestUtils.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct Case {
  const char *name;
  const char *text;
  double tolerance = 1e-13;
};

void PrintTo(const Case &c, std::ostream *os) { *os << c.name; }

const Case cases[] = {
    {"embedding", R"(
func.func @main(%t: tensor<5x3xf64>) -> tensor<2x3x3xf64> {
  %i = stablehlo.constant dense<[[1, 4, 5], [-1, 0, 99]]> : tensor<2x3xi32>
  %y = nn.embedding %t, %i : (tensor<5x3xf64>, tensor<2x3xi32>) -> tensor<2x3x3xf64>
  return %y : tensor<2x3x3xf64>
})"},
    {"embedding_grad", R"(
func.func @main(%d: tensor<2x3x4xf64>) -> tensor<5x4xf64> {
  %i = stablehlo.constant dense<[[1, 4, 5], [-1, 1, 99]]> : tensor<2x3xi32>
  %y = nn.embedding_grad %i, %d : (tensor<2x3xi32>, tensor<2x3x4xf64>) -> tensor<5x4xf64>
  return %y : tensor<5x4xf64>
})"},
    {"rms_norm", R"(
func.func @main(%x: tensor<2x3x5xf64>, %w: tensor<5xf64>) -> tensor<2x3x5xf64> {
  %y = nn.rms_norm %x, %w {eps = 1.0e-3 : f64} : tensor<2x3x5xf64>, tensor<5xf64>
  return %y : tensor<2x3x5xf64>
})"},
    {"rms_norm_grad", R"(
func.func @main(%x: tensor<2x3x5xf64>, %w: tensor<5xf64>, %d: tensor<2x3x5xf64>) -> (tensor<2x3x5xf64>, tensor<5xf64>) {
  %y, %z = nn.rms_norm_grad %x, %w, %d {eps = 1.0e-3 : f64} : tensor<2x3x5xf64>, tensor<5xf64>
  return %y, %z : tensor<2x3x5xf64>, tensor<5xf64>
})"},
    {"layer_norm", R"(
func.func @main(%x: tensor<3x5xf64>, %w: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<3x5xf64> {
  %y = nn.layer_norm %x, %w, %b {eps = 1.0e-3 : f64} : tensor<3x5xf64>, tensor<5xf64>
  return %y : tensor<3x5xf64>
})"},
    {"layer_norm_grad", R"(
func.func @main(%x: tensor<3x5xf64>, %w: tensor<5xf64>, %d: tensor<3x5xf64>) -> (tensor<3x5xf64>, tensor<5xf64>, tensor<5xf64>) {
  %y, %z, %b = nn.layer_norm_grad %x, %w, %d {eps = 1.0e-3 : f64} : tensor<3x5xf64>, tensor<5xf64>
  return %y, %z, %b : tensor<3x5xf64>, tensor<5xf64>, tensor<5xf64>
})"},
    {"gelu_erf", R"(
func.func @main(%x: tensor<200xf64>) -> tensor<200xf64> {
  %four = stablehlo.constant dense<4.0> : tensor<200xf64>
  %s = stablehlo.multiply %x, %four : tensor<200xf64>
  %y = nn.gelu %s <erf> : tensor<200xf64>
  return %y : tensor<200xf64>
})"},
    // The shorter series that serves f32.
    {"gelu_erf_f32", R"(
func.func @main(%x: tensor<200xf32>) -> tensor<200xf32> {
  %four = stablehlo.constant dense<4.0> : tensor<200xf32>
  %s = stablehlo.multiply %x, %four : tensor<200xf32>
  %y = nn.gelu %s <erf> : tensor<200xf32>
  return %y : tensor<200xf32>
})",
     1e-8},
    {"gelu_tanh", R"(
func.func @main(%x: tensor<50xf64>) -> tensor<50xf64> {
  %y = nn.gelu %x <tanh> : tensor<50xf64>
  return %y : tensor<50xf64>
})"},
    {"gelu_grad_erf", R"(
func.func @main(%x: tensor<200xf64>, %d: tensor<200xf64>) -> tensor<200xf64> {
  %y = nn.gelu_grad %x, %d <erf> : tensor<200xf64>
  return %y : tensor<200xf64>
})"},
    {"gelu_grad_tanh", R"(
func.func @main(%x: tensor<50xf64>, %d: tensor<50xf64>) -> tensor<50xf64> {
  %y = nn.gelu_grad %x, %d <tanh> : tensor<50xf64>
  return %y : tensor<50xf64>
})"},
    {"silu", R"(
func.func @main(%x: tensor<50xf64>) -> tensor<50xf64> {
  %y = nn.silu %x : tensor<50xf64>
  return %y : tensor<50xf64>
})"},
    {"silu_grad", R"(
func.func @main(%x: tensor<50xf64>, %d: tensor<50xf64>) -> tensor<50xf64> {
  %y = nn.silu_grad %x, %d : tensor<50xf64>
  return %y : tensor<50xf64>
})"},
    {"rope_table", R"(
func.func @main() -> (tensor<40x6xf64>, tensor<40x6xf64>) {
  %c, %s = nn.rope_table {theta = 10000.0 : f64} : tensor<40x6xf64>
  return %c, %s : tensor<40x6xf64>, tensor<40x6xf64>
})"},
    {"rope", R"(
func.func @main(%x: tensor<2x3x2x4xf64>, %c: tensor<3x2xf64>, %s: tensor<3x2xf64>) -> tensor<2x3x2x4xf64> {
  %y = nn.rope %x, %c, %s : tensor<2x3x2x4xf64>, tensor<3x2xf64>
  return %y : tensor<2x3x2x4xf64>
})"},
    {"rope_inverse", R"(
func.func @main(%x: tensor<2x3x2x4xf64>, %c: tensor<3x2xf64>, %s: tensor<3x2xf64>) -> tensor<2x3x2x4xf64> {
  %y = nn.rope %x, %c, %s {inverse} : tensor<2x3x2x4xf64>, tensor<3x2xf64>
  return %y : tensor<2x3x2x4xf64>
})"},
    {"dropout_mask", R"(
func.func @main(%x: tensor<4x5xf64>, %d: tensor<4x5xf64>) -> tensor<4x5xf64> {
  %m = stablehlo.compare LT, %d, %x, FLOAT : (tensor<4x5xf64>, tensor<4x5xf64>) -> tensor<4x5xi1>
  %y = nn.dropout %x, mask %m {rate = 0.3 : f64} : (tensor<4x5xf64>, tensor<4x5xi1>) -> tensor<4x5xf64>
  return %y : tensor<4x5xf64>
})"},
    {"dropout_key", R"(
func.func @main(%x: tensor<4x50xf64>) -> (tensor<4x50xf64>, tensor<4x50xf64>, tensor<4x50xf64>) {
  %k = stablehlo.constant dense<[7, 9]> : tensor<2xui32>
  %s = stablehlo.constant dense<4> : tensor<i64>
  %y = nn.dropout %x, key %k {rate = 0.3 : f64, stream = 0 : i64} : (tensor<4x50xf64>, tensor<2xui32>) -> tensor<4x50xf64>
  %z = nn.dropout %x, key %k at(%s, %s, %s, %s) {rate = 0.7 : f64, stream = 5000000000 : i64, whole = array<i64: 9000000000, 70>} : (tensor<4x50xf64>, tensor<2xui32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4x50xf64>
  %w = nn.dropout %x, key %k {rate = 0.0 : f64, stream = 0 : i64} : (tensor<4x50xf64>, tensor<2xui32>) -> tensor<4x50xf64>
  return %y, %z, %w : tensor<4x50xf64>, tensor<4x50xf64>, tensor<4x50xf64>
})"},
    {"attention_causal", R"(
func.func @main(%q: tensor<2x5x6x4xf64>, %k: tensor<2x5x2x4xf64>, %v: tensor<2x5x2x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>) {
  %o, %l = nn.attention %q, %k, %v {causal, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>)
  return %o, %l : tensor<2x5x6x4xf64>, tensor<2x6x5xf64>
})"},
    {"attention_cap", R"(
func.func @main(%q: tensor<2x5x6x4xf64>, %k: tensor<2x5x2x4xf64>, %v: tensor<2x5x2x4xf64>, %d: tensor<2x5x6x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>) {
  %o, %l = nn.attention %q, %k, %v {causal, logit_cap = 0.5 : f64, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>)
  %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %o, %l, %d {causal, logit_cap = 0.5 : f64, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>)
  return %o, %l, %dq, %dk, %dv : tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>
})"},
    {"attention_boolean", R"(
func.func @main(%q: tensor<2x5x6x4xf64>, %k: tensor<2x5x2x4xf64>, %v: tensor<2x5x2x4xf64>, %d: tensor<2x5x6x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>) {
  %n = stablehlo.constant dense<[[[[true, false, true, true, false], [true, true, false, false, true], [false, false, false, false, false], [true, true, true, true, true], [false, true, false, true, false]]]]> : tensor<1x1x5x5xi1>
  %m = stablehlo.broadcast_in_dim %n, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xi1>) -> tensor<2x1x5x5xi1>
  %o, %l = nn.attention %q, %k, %v mask %m {masked_value = -3.0 : f64, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x1x5x5xi1>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>)
  %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %o, %l, %d mask %m {masked_value = -3.0 : f64, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x1x5x5xi1>) -> (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>)
  return %o, %l, %dq, %dk, %dv : tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>
})"},
    {"attention_hidden_rows", R"(
func.func @main(%q: tensor<2x5x6x4xf64>, %k: tensor<2x5x2x4xf64>, %v: tensor<2x5x2x4xf64>, %d: tensor<2x5x6x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>) {
  %n = stablehlo.constant dense<[[[[true, false, true, true, false], [true, true, false, false, true], [false, false, false, false, false], [true, true, true, true, true], [false, true, false, true, false]]]]> : tensor<1x1x5x5xi1>
  %m = stablehlo.broadcast_in_dim %n, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xi1>) -> tensor<2x1x5x5xi1>
  %o, %l = nn.attention %q, %k, %v mask %m {masked_value = -3.0e38 : f64, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x1x5x5xi1>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>)
  %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %o, %l, %d mask %m {masked_value = -3.0e38 : f64, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x1x5x5xi1>) -> (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>)
  return %o, %l, %dq, %dk, %dv : tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>
})"},
    {"attention_zero_rows", R"(
func.func @main(%q: tensor<2x5x6x4xf64>, %k: tensor<2x5x2x4xf64>, %v: tensor<2x5x2x4xf64>, %d: tensor<2x5x6x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>) {
  %n = stablehlo.constant dense<[[[[true, false, true, true, false], [true, true, false, false, true], [false, false, false, false, false], [true, true, true, true, true], [false, true, false, true, false]]]]> : tensor<1x1x5x5xi1>
  %m = stablehlo.broadcast_in_dim %n, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xi1>) -> tensor<2x1x5x5xi1>
  %o, %l = nn.attention %q, %k, %v mask %m {zero_hidden_rows, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x1x5x5xi1>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>)
  %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %o, %l, %d mask %m {zero_hidden_rows, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x1x5x5xi1>) -> (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>)
  return %o, %l, %dq, %dk, %dv : tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>
})"},
    {"attention_added", R"(
func.func @main(%q: tensor<2x5x6x4xf64>, %k: tensor<2x5x2x4xf64>, %v: tensor<2x5x2x4xf64>, %d: tensor<2x5x6x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>) {
  %n = stablehlo.iota dim = 3 : tensor<1x6x1x5xf64>
  %m = stablehlo.sine %n : tensor<1x6x1x5xf64>
  %o, %l = nn.attention %q, %k, %v mask %m {logit_cap = 2.0 : f64, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<1x6x1x5xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>)
  %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %o, %l, %d mask %m {logit_cap = 2.0 : f64, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<1x6x1x5xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>)
  return %o, %l, %dq, %dk, %dv : tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>
})"},
    {"softmax", R"(
func.func @main(%x: tensor<3x4x5xf64>, %d: tensor<3x4x5xf64>) -> (tensor<3x4x5xf64>, tensor<3x4x5xf64>, tensor<3x4x5xf64>) {
  %y = nn.softmax %x {dimension = 1 : i64} : tensor<3x4x5xf64>
  %z = nn.softmax %x {dimension = 2 : i64} : tensor<3x4x5xf64>
  %g = nn.softmax_grad %y, %d {dimension = 1 : i64} : tensor<3x4x5xf64>
  return %y, %z, %g : tensor<3x4x5xf64>, tensor<3x4x5xf64>, tensor<3x4x5xf64>
})"},
    {"attention_cross", R"(
func.func @main(%q: tensor<2x5x3x4xf64>, %k: tensor<2x7x3x4xf64>, %v: tensor<2x7x3x4xf64>) -> (tensor<2x5x3x4xf64>, tensor<2x3x5xf64>) {
  %o, %l = nn.attention %q, %k, %v {scale = 0.6 : f64} : (tensor<2x5x3x4xf64>, tensor<2x7x3x4xf64>, tensor<2x7x3x4xf64>) -> (tensor<2x5x3x4xf64>, tensor<2x3x5xf64>)
  return %o, %l : tensor<2x5x3x4xf64>, tensor<2x3x5xf64>
})"},
    {"attention_block", R"(
func.func @main(%q: tensor<2x3x6x4xf64>, %k: tensor<2x5x2x4xf64>, %v: tensor<2x5x2x4xf64>, %d: tensor<2x3x6x4xf64>) -> (tensor<2x3x6x4xf64>, tensor<2x6x3xf64>, tensor<2x3x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %o, %l = nn.attention %q, %k, %v, %c {causal, scale = 0.6 : f64} : (tensor<2x3x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<i64>) -> (tensor<2x3x6x4xf64>, tensor<2x6x3xf64>)
  %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %o, %l, %d, %c {causal, scale = 0.6 : f64} : (tensor<2x3x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x3x6x4xf64>, tensor<2x6x3xf64>, tensor<2x3x6x4xf64>, tensor<i64>) -> (tensor<2x3x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>)
  return %o, %l, %dq, %dk, %dv : tensor<2x3x6x4xf64>, tensor<2x6x3xf64>, tensor<2x3x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>
})"},
    {"attention_grad", R"(
func.func @main(%q: tensor<2x5x6x4xf64>, %k: tensor<2x5x2x4xf64>, %v: tensor<2x5x2x4xf64>, %d: tensor<2x5x6x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>) {
  %o, %l = nn.attention %q, %k, %v {causal, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x6x5xf64>)
  %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %o, %l, %d {causal, scale = 0.6 : f64} : (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x6x4xf64>, tensor<2x6x5xf64>, tensor<2x5x6x4xf64>) -> (tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>)
  return %dq, %dk, %dv : tensor<2x5x6x4xf64>, tensor<2x5x2x4xf64>, tensor<2x5x2x4xf64>
})"},
    {"cross_entropy", R"(
func.func @main(%x: tensor<2x3x7xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>) {
  %i = stablehlo.constant dense<[[0, 6, 7], [-1, 3, 99]]> : tensor<2x3xi32>
  %l, %e = nn.cross_entropy %x, %i : (tensor<2x3x7xf64>, tensor<2x3xi32>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return %l, %e : tensor<2x3xf64>, tensor<2x3xf64>
})"},
    {"cross_entropy_grad", R"(
func.func @main(%x: tensor<2x3x7xf64>, %e: tensor<2x3xf64>, %d: tensor<2x3xf64>) -> tensor<2x3x7xf64> {
  %i = stablehlo.constant dense<[[0, 6, 7], [-1, 3, 99]]> : tensor<2x3xi32>
  %y = nn.cross_entropy_grad %x, %i, %e, %d {vocab = 7} : (tensor<2x3x7xf64>, tensor<2x3xi32>, tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3x7xf64>
  return %y : tensor<2x3x7xf64>
})"},
    {"cross_entropy_grad_offset", R"(
func.func @main(%x: tensor<2x3x7xf64>, %e: tensor<2x3xf64>, %d: tensor<2x3xf64>) -> tensor<2x3x7xf64> {
  %i = stablehlo.constant dense<[[0, 6, 7], [-1, 13, 18]]> : tensor<2x3xi32>
  %o = stablehlo.constant dense<7> : tensor<i32>
  %y = nn.cross_entropy_grad %x, %i, %e, %d, %o {vocab = 18} : (tensor<2x3x7xf64>, tensor<2x3xi32>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<i32>) -> tensor<2x3x7xf64>
  return %y : tensor<2x3x7xf64>
})"},
    {"square_sum", R"(
func.func @main(%a: tensor<2x3xf64>, %b: tensor<4xf64>, %c: tensor<f64>) -> tensor<f64> {
  %y = nn.square_sum %a, %b, %c : (tensor<2x3xf64>, tensor<4xf64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
})"},
    {"adamw", R"(
func.func @main(%p: tensor<2x3xf64>, %g: tensor<2x3xf64>, %m: tensor<2x3xf64>, %r: tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) {
  %v = stablehlo.multiply %r, %r : tensor<2x3xf64>
  %t = stablehlo.constant dense<3.0> : tensor<f64>
  %s = stablehlo.constant dense<0.25> : tensor<f64>
  %0, %1, %2 = nn.adamw %p, %g, %m, %v, %t, %s {lr = 1.0e-2 : f64, beta1 = 0.9 : f64, beta2 = 0.95 : f64, eps = 1.0e-8 : f64, weight_decay = 0.1 : f64} : tensor<2x3xf64>, tensor<f64>
  return %0, %1, %2 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
})"},
};

class DecomposeTest : public TrainingTest, public ::testing::WithParamInterface<Case> {};

TEST_P(DecomposeTest, EqualsDefinition) {
  OwningOpRef<ModuleOp> direct = parse(GetParam().text);
  ASSERT_TRUE(direct);
  OwningOpRef<ModuleOp> decomposed = run(*direct, createDecomposeNN());
  ASSERT_TRUE(decomposed);
  decomposed->walk([](Operation *op) {
    EXPECT_FALSE(isa_and_nonnull<nn::NNDialect>(op->getDialect())) << "an nn op is left";
  });
  Tensors arguments;
  for (auto [index, type] : llvm::enumerate(mainOf(*direct).getArgumentTypes()))
    arguments.push_back(reference::randomTensor(cast<RankedTensorType>(type), /*seed=*/3,
                                                "a" + std::to_string(index)));
  FailureOr<SmallVector<Tensor>> expected = reference::interpret(mainOf(*direct), arguments);
  FailureOr<SmallVector<Tensor>> actual = reference::interpret(mainOf(*decomposed), arguments);
  ASSERT_TRUE(succeeded(expected));
  ASSERT_TRUE(succeeded(actual));
  ASSERT_EQ(actual->size(), expected->size());
  for (auto [index, pair] : llvm::enumerate(llvm::zip(*actual, *expected))) {
    auto &[x, reference] = pair;
    EXPECT_GT(reference::maxMagnitude(reference), 0.0) << "result " << index;
    EXPECT_LT(reference::relativeError(x, reference), GetParam().tolerance) << "result " << index;
  }
}

INSTANTIATE_TEST_SUITE_P(NN, DecomposeTest, ::testing::ValuesIn(cases),
                         [](const ::testing::TestParamInfo<Case> &info) {
                           return std::string(info.param.name);
                         });

} // namespace
