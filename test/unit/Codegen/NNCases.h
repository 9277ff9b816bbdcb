//===- NNCases.h - composites through their decompositions ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each nn op as a segment. The oracle runs the composites themselves, so these
// cases hold decomposition and code generation together.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_CODEGEN_NNCASES_H
#define SHARDC_TEST_UNIT_CODEGEN_NNCASES_H

#include "Cases.h"

namespace shardc::test {

inline const Case kNNCases[] = {
    {"embedding",
     "(%t: tensor<3x24x$T>, %i: tensor<2x5xi32>, %g: tensor<2x5x24x$T>) -> (tensor<2x5x24x$T>, "
     "tensor<3x24x$T>)",
     R"(%0 = nn.embedding %t, %i : (tensor<3x24x$T>, tensor<2x5xi32>) -> tensor<2x5x24x$T>
        %1 = nn.embedding_grad %i, %g : (tensor<2x5xi32>, tensor<2x5x24x$T>) -> tensor<3x24x$T>
        return %0, %1 : tensor<2x5x24x$T>, tensor<3x24x$T>)"},
    {"rms_norm",
     "(%x: tensor<2x5x40x$T>, %w: tensor<40x$T>, %g: tensor<2x5x40x$T>) -> (tensor<2x5x40x$T>, "
     "tensor<2x5x40x$T>, tensor<40x$T>)",
     R"(%0 = nn.rms_norm %x, %w {eps = 1.0e-5 : f64} : tensor<2x5x40x$T>, tensor<40x$T>
        %1, %2 = nn.rms_norm_grad %x, %w, %g {eps = 1.0e-5 : f64} : tensor<2x5x40x$T>, tensor<40x$T>
        return %0, %1, %2 : tensor<2x5x40x$T>, tensor<2x5x40x$T>, tensor<40x$T>)"},
    {"layer_norm",
     "(%x: tensor<7x33x$T>, %w: tensor<33x$T>, %b: tensor<33x$T>, %g: tensor<7x33x$T>) -> "
     "(tensor<7x33x$T>, tensor<7x33x$T>, tensor<33x$T>, tensor<33x$T>)",
     R"(%0 = nn.layer_norm %x, %w, %b {eps = 1.0e-5 : f64} : tensor<7x33x$T>, tensor<33x$T>
        %1, %2, %3 = nn.layer_norm_grad %x, %w, %g {eps = 1.0e-5 : f64} : tensor<7x33x$T>, tensor<33x$T>
        return %0, %1, %2, %3 : tensor<7x33x$T>, tensor<7x33x$T>, tensor<33x$T>, tensor<33x$T>)"},
    {"activations",
     "(%x: tensor<6x50x$T>, %g: tensor<6x50x$T>) -> (tensor<6x50x$T>, tensor<6x50x$T>, "
     "tensor<6x50x$T>, tensor<6x50x$T>, tensor<6x50x$T>, tensor<6x50x$T>)",
     R"(%0 = nn.gelu %x <tanh> : tensor<6x50x$T>
        %1 = nn.gelu %x <erf> : tensor<6x50x$T>
        %2 = nn.silu %x : tensor<6x50x$T>
        %3 = nn.gelu_grad %x, %g <tanh> : tensor<6x50x$T>
        %4 = nn.gelu_grad %x, %g <erf> : tensor<6x50x$T>
        %5 = nn.silu_grad %x, %g : tensor<6x50x$T>
        return %0, %1, %2, %3, %4, %5 : tensor<6x50x$T>, tensor<6x50x$T>, tensor<6x50x$T>, tensor<6x50x$T>, tensor<6x50x$T>, tensor<6x50x$T>)"},
    {"rope", "(%x: tensor<2x6x3x8x$T>) -> (tensor<2x6x3x8x$T>, tensor<2x6x3x8x$T>)",
     R"(%cos, %sin = nn.rope_table {theta = 1.0e4 : f64} : tensor<6x4x$T>
        %0 = nn.rope %x, %cos, %sin : tensor<2x6x3x8x$T>, tensor<6x4x$T>
        %1 = nn.rope %x, %cos, %sin {inverse} : tensor<2x6x3x8x$T>, tensor<6x4x$T>
        return %0, %1 : tensor<2x6x3x8x$T>, tensor<2x6x3x8x$T>)"},
    {"dropout", "(%x: tensor<7x33x$T>, %y: tensor<7x33x$T>) -> (tensor<7x33x$T>, tensor<7x33x$T>)",
     R"(%m = stablehlo.compare LT, %x, %y, FLOAT : (tensor<7x33x$T>, tensor<7x33x$T>) -> tensor<7x33xi1>
        %0 = nn.dropout %x, mask %m {rate = 0.3 : f64} : (tensor<7x33x$T>, tensor<7x33xi1>) -> tensor<7x33x$T>
        %k = stablehlo.constant dense<[7, 9]> : tensor<2xui32>
        %s = stablehlo.constant dense<4> : tensor<i64>
        %1 = nn.dropout %y, key %k at(%s, %s) {rate = 0.3 : f64, stream = 5 : i64, whole = array<i64: 20, 66>} : (tensor<7x33x$T>, tensor<2xui32>, tensor<i64>, tensor<i64>) -> tensor<7x33x$T>
        return %0, %1 : tensor<7x33x$T>, tensor<7x33x$T>)"},
    {"attention",
     "(%q: tensor<2x9x6x8x$T>, %k: tensor<2x9x2x8x$T>, %v: tensor<2x9x2x8x$T>, %g: "
     "tensor<2x9x6x8x$T>) -> (tensor<2x9x6x8x$T>, tensor<2x9x6x8x$T>, tensor<2x9x2x8x$T>, "
     "tensor<2x9x2x8x$T>)",
     R"(%out, %lse = nn.attention %q, %k, %v {causal, scale = 0.35 : f64} : (tensor<2x9x6x8x$T>, tensor<2x9x2x8x$T>, tensor<2x9x2x8x$T>) -> (tensor<2x9x6x8x$T>, tensor<2x6x9x$T>)
        %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %out, %lse, %g {causal, scale = 0.35 : f64} : (tensor<2x9x6x8x$T>, tensor<2x9x2x8x$T>, tensor<2x9x2x8x$T>, tensor<2x9x6x8x$T>, tensor<2x6x9x$T>, tensor<2x9x6x8x$T>) -> (tensor<2x9x6x8x$T>, tensor<2x9x2x8x$T>, tensor<2x9x2x8x$T>)
        return %out, %dq, %dk, %dv : tensor<2x9x6x8x$T>, tensor<2x9x6x8x$T>, tensor<2x9x2x8x$T>, tensor<2x9x2x8x$T>)"},
    {"attention_block",
     "(%q: tensor<2x4x6x8x$T>, %k: tensor<2x9x2x8x$T>, %v: tensor<2x9x2x8x$T>, %g: "
     "tensor<2x4x6x8x$T>) -> (tensor<2x4x6x8x$T>, tensor<2x4x6x8x$T>, tensor<2x9x2x8x$T>, "
     "tensor<2x9x2x8x$T>)",
     R"(%first = stablehlo.constant dense<4> : tensor<i32>
        %out, %lse = nn.attention %q, %k, %v, %first {causal, scale = 0.35 : f64} : (tensor<2x4x6x8x$T>, tensor<2x9x2x8x$T>, tensor<2x9x2x8x$T>, tensor<i32>) -> (tensor<2x4x6x8x$T>, tensor<2x6x4x$T>)
        %dq, %dk, %dv = nn.attention_grad %q, %k, %v, %out, %lse, %g, %first {causal, scale = 0.35 : f64} : (tensor<2x4x6x8x$T>, tensor<2x9x2x8x$T>, tensor<2x9x2x8x$T>, tensor<2x4x6x8x$T>, tensor<2x6x4x$T>, tensor<2x4x6x8x$T>, tensor<i32>) -> (tensor<2x4x6x8x$T>, tensor<2x9x2x8x$T>, tensor<2x9x2x8x$T>)
        return %out, %dq, %dk, %dv : tensor<2x4x6x8x$T>, tensor<2x4x6x8x$T>, tensor<2x9x2x8x$T>, tensor<2x9x2x8x$T>)"},
    {"cross_entropy",
     "(%x: tensor<3x5x70x$T>, %l: tensor<3x5xi32>, %g: tensor<3x5x$T>) -> (tensor<3x5x$T>, "
     "tensor<3x5x70x$T>)",
     R"(%loss, %lse = nn.cross_entropy %x, %l : (tensor<3x5x70x$T>, tensor<3x5xi32>) -> (tensor<3x5x$T>, tensor<3x5x$T>)
        %0 = nn.cross_entropy_grad %x, %l, %lse, %g {vocab = 70} : (tensor<3x5x70x$T>, tensor<3x5xi32>, tensor<3x5x$T>, tensor<3x5x$T>) -> tensor<3x5x70x$T>
        return %loss, %0 : tensor<3x5x$T>, tensor<3x5x70x$T>)"},
    {"adamw",
     "(%p: tensor<9x11x$T>, %g: tensor<9x11x$T>, %m: tensor<9x11x$T>, %r: tensor<9x11x$T>) -> "
     "(tensor<9x11x$T>, tensor<9x11x$T>, tensor<9x11x$T>, tensor<$T>)",
     R"(%v = stablehlo.multiply %r, %r : tensor<9x11x$T>
        %step = stablehlo.constant dense<3.0> : tensor<$T>
        %scale = stablehlo.constant dense<0.5> : tensor<$T>
        %0, %1, %2 = nn.adamw %p, %g, %m, %v, %step, %scale {lr = 1.0e-3 : f64, beta1 = 0.9 : f64, beta2 = 0.95 : f64, eps = 1.0e-8 : f64, weight_decay = 0.1 : f64} : tensor<9x11x$T>, tensor<$T>
        %3 = nn.square_sum %0, %1 : (tensor<9x11x$T>, tensor<9x11x$T>) -> tensor<$T>
        return %0, %1, %2, %3 : tensor<9x11x$T>, tensor<9x11x$T>, tensor<9x11x$T>, tensor<$T>)"},
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_CODEGEN_NNCASES_H
