//===- RuleProofElementwise.cpp - elementwise ops and shapes ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Extents of 1 to 5 leave ranks with full blocks, with parts of one and with
// nothing.
//
//===----------------------------------------------------------------------===//

#include "RuleProof.h"

using namespace shardc::test;

using Cases = std::vector<ProofCase>;
static const std::vector<std::string> kShapes = {"5x3", "1x4", "2x3x2"};

static std::string tensor(const std::string &type) { return "tensor<" + type + ">"; }

/// `name %a, %b, ... : type`, all of one type.
static void addSame(Cases &cases, const std::string &name, unsigned operands,
                    const std::string &element, const std::string &values = "") {
  for (const std::string &shape : kShapes) {
    std::string type = shape + "x" + element, text = name;
    std::vector<std::string> arguments;
    for (unsigned i = 0; i < operands; ++i) {
      text += (i ? ", %" : " %") + std::string(1, "abcdefgh"[i]);
      arguments.push_back(type + values);
    }
    cases.push_back({name, arguments, text + " : " + tensor(type), {type}, ""});
  }
}

Cases shardc::test::elementwiseCases() {
  Cases cases;
  for (const char *name :
       {"abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor",
        "logistic", "negate", "round_nearest_even", "sign", "sine", "tanh"})
    addSame(cases, std::string("stablehlo.") + name, 1, "f64");
  for (const char *name : {"log", "log_plus_one", "rsqrt", "sqrt"})
    addSame(cases, std::string("stablehlo.") + name, 1, "f64", "+");
  for (const char *name : {"abs", "negate", "sign", "not"})
    addSame(cases, std::string("stablehlo.") + name, 1, "i32");
  addSame(cases, "stablehlo.not", 1, "i1");
  for (const char *name :
       {"add", "atan2", "divide", "maximum", "minimum", "multiply", "remainder", "subtract"})
    addSame(cases, std::string("stablehlo.") + name, 2, "f64");
  addSame(cases, "stablehlo.power", 2, "f64", "+");
  for (const char *name : {"add", "and", "maximum", "minimum", "multiply", "or", "subtract", "xor"})
    addSame(cases, std::string("stablehlo.") + name, 2, "i32");
  for (const char *name : {"divide", "remainder", "power"})
    addSame(cases, std::string("stablehlo.") + name, 2, "i32", "[1,6)");
  for (const char *name : {"shift_left", "shift_right_arithmetic", "shift_right_logical"})
    addSame(cases, std::string("stablehlo.") + name, 2, "ui32", "[0,9)");
  for (const char *name : {"add", "and", "maximum", "minimum", "multiply", "or", "xor"})
    addSame(cases, std::string("stablehlo.") + name, 2, "i1");
  addSame(cases, "nn.silu", 1, "f64");
  addSame(cases, "nn.silu_grad", 2, "f64");
  for (const std::string &shape : kShapes) {
    std::string f = shape + "xf64", i = shape + "xi32", b = shape + "xi1";
    for (const char *kind : {"<tanh>", "<erf>"}) {
      cases.push_back(
          {"nn.gelu", {f}, std::string("nn.gelu %a ") + kind + " : " + tensor(f), {f}, ""});
      cases.push_back({"nn.gelu_grad",
                       {f, f},
                       std::string("nn.gelu_grad %a, %b ") + kind + " : " + tensor(f),
                       {f},
                       ""});
    }
    auto compare = [&](const std::string &type) {
      cases.push_back({"stablehlo.compare",
                       {type, type},
                       "stablehlo.compare LT, %a, %b : (" + tensor(type) + ", " + tensor(type) +
                           ") -> " + tensor(b),
                       {b},
                       ""});
    };
    compare(f);
    compare(i);
    cases.push_back({"stablehlo.is_finite",
                     {f},
                     "stablehlo.is_finite %a : (" + tensor(f) + ") -> " + tensor(b),
                     {b},
                     ""});
    auto convert = [&](const std::string &from, const std::string &to) {
      cases.push_back({"stablehlo.convert",
                       {from},
                       "stablehlo.convert %a : (" + tensor(from) + ") -> " + tensor(to),
                       {to},
                       ""});
    };
    convert(shape + "xf32", f);
    convert(i, f);
    convert(f, i);
    convert(i, shape + "xi64");
    convert(i, b);
    convert(b, f);
    cases.push_back(
        {"stablehlo.bitcast_convert",
         {i},
         "stablehlo.bitcast_convert %a : (" + tensor(i) + ") -> " + tensor(shape + "xui32"),
         {shape + "xui32"},
         ""});
    for (const std::string &type : {f, i}) {
      std::string bound = type == f ? "f64" : "i32";
      cases.push_back({"stablehlo.select",
                       {b, type, type},
                       "stablehlo.select %a, %b, %c : " + tensor(b) + ", " + tensor(type),
                       {type},
                       ""});
      cases.push_back({"stablehlo.select",
                       {"i1", type, type},
                       "stablehlo.select %a, %b, %c : (tensor<i1>, " + tensor(type) + ", " +
                           tensor(type) + ") -> " + tensor(type),
                       {type},
                       ""});
      cases.push_back({"stablehlo.clamp",
                       {type, type, type},
                       "stablehlo.clamp %a, %b, %c : " + tensor(type),
                       {type},
                       ""});
      cases.push_back({"stablehlo.clamp",
                       {bound, type, bound},
                       "stablehlo.clamp %a, %b, %c : (" + tensor(bound) + ", " + tensor(type) +
                           ", " + tensor(bound) + ") -> " + tensor(type),
                       {type},
                       ""});
    }
    cases.push_back(
        {"dist.checkpoint", {f}, "dist.checkpoint %a \"layers.0.input\" : " + tensor(f), {f}, ""});
  }
  cases.push_back({"stablehlo.optimization_barrier",
                   {"5x3xf64"},
                   "stablehlo.optimization_barrier %a : tensor<5x3xf64>",
                   {"5x3xf64"},
                   ""});
  cases.push_back({"stablehlo.optimization_barrier",
                   {"5x3xf64", "2xi32"},
                   "stablehlo.optimization_barrier %a, %b : tensor<5x3xf64>, tensor<2xi32>",
                   {"5x3xf64", "2xi32"},
                   ""});
  cases.push_back({"dist.constraint",
                   {"5x3xf64"},
                   "dist.constraint %a <@mesh, [{?}, {?}]> : tensor<5x3xf64>",
                   {"5x3xf64"},
                   ""});
  return cases;
}

Cases shardc::test::shapeCases() {
  Cases cases;
  for (const char *type : {"5x3xf64", "1x4xi32", "f64"})
    cases.push_back({"stablehlo.constant",
                     {},
                     std::string("stablehlo.constant dense<2") +
                         (std::string(type).find('f') != std::string::npos ? ".5" : "") +
                         "> : " + tensor(type),
                     {type},
                     ""});
  cases.push_back({"stablehlo.constant",
                   {},
                   "stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [0, -1, -2], "
                   "[-3, -4, -5]]> : tensor<5x3xi32>",
                   {"5x3xi32"},
                   ""});
  for (const char *type : {"5x3xi32", "4x5xi64", "3x4xf64", "1x5xui32", "5x2xf32"})
    for (int dim = 0; dim < 2; ++dim)
      cases.push_back({"stablehlo.iota",
                       {},
                       "stablehlo.iota dim = " + std::to_string(dim) + " : " + tensor(type),
                       {type},
                       ""});
  struct Moves {
    const char *name, *from, *rest, *to;
  };
  static const Moves moves[] = {
      {"stablehlo.broadcast_in_dim", "f64", "dims = []", "5x3xf64"},
      {"stablehlo.broadcast_in_dim", "5xf64", "dims = [0]", "5x3xf64"},
      {"stablehlo.broadcast_in_dim", "5xi32", "dims = [1]", "3x5xi32"},
      {"stablehlo.broadcast_in_dim", "1x3xf64", "dims = [0, 2]", "4x2x3xf64"},
      {"stablehlo.broadcast_in_dim", "3x2xf64", "dims = [1, 0]", "2x3xf64"},
      {"stablehlo.reshape", "4x3xf64", "", "12xf64"},
      {"stablehlo.reshape", "12xi32", "", "4x3xi32"},
      {"stablehlo.reshape", "5x4xf64", "", "5x2x2xf64"},
      {"stablehlo.reshape", "2x3x4xf64", "", "6x4xf64"},
      {"stablehlo.reshape", "2x3x4xf64", "", "2x12xf64"},
      {"stablehlo.reshape", "4x6xf64", "", "8x3xf64"},
      {"stablehlo.reshape", "6x4xf64", "", "3x8xf64"},
      {"stablehlo.reshape", "6xf64", "", "1x6x1xf64"},
      {"stablehlo.reshape", "4x9xf64", "", "6x6xf64"},
      {"stablehlo.reshape", "5x3xf64", "", "3x5xf64"},
      {"stablehlo.reshape", "1x1xf64", "", "f64"},
      {"stablehlo.reshape", "2x2x5xf64", "", "4x5xf64"},
      {"stablehlo.reshape", "3x4x2xf64", "", "3x2x4xf64"},
      {"stablehlo.transpose", "5x3xf64", "dims = [1, 0]", "3x5xf64"},
      {"stablehlo.transpose", "2x3x4xi32", "dims = [2, 0, 1]", "4x2x3xi32"},
      {"stablehlo.reverse", "5x3xf64", "dims = [0]", ""},
      {"stablehlo.reverse", "5x3xf64", "dims = [0, 1]", ""},
      {"stablehlo.reverse", "2x3x4xi32", "dims = [1]", ""},
  };
  for (const Moves &move : moves) {
    std::string to = *move.to ? move.to : move.from;
    std::string types =
        *move.to ? "(" + tensor(move.from) + ") -> " + tensor(to) : tensor(move.from);
    cases.push_back(
        {move.name,
         {move.from},
         std::string(move.name) + " %a" + (*move.rest ? ", " : "") + move.rest + " : " + types,
         {to},
         ""});
  }
  for (int dim = 0; dim < 2; ++dim) {
    std::string second = dim ? "5x2xf64" : "2x3xf64", result = dim ? "5x5xf64" : "7x3xf64";
    cases.push_back({"stablehlo.concatenate",
                     {"5x3xf64", second},
                     "stablehlo.concatenate %a, %b, dim = " + std::to_string(dim) +
                         " : (tensor<5x3xf64>, " + tensor(second) + ") -> " + tensor(result),
                     {result},
                     ""});
  }
  auto pad = [&](const char *low, const char *high, const char *interior, const char *result) {
    cases.push_back({"stablehlo.pad",
                     {"4x3xf64", "f64"},
                     std::string("stablehlo.pad %a, %b, low = ") + low + ", high = " + high +
                         ", interior = " + interior + " : (tensor<4x3xf64>, tensor<f64>) -> " +
                         tensor(result),
                     {result},
                     ""});
  };
  pad("[1, 0]", "[0, 0]", "[0, 0]", "5x3xf64");
  pad("[0, -1]", "[0, 2]", "[0, 0]", "4x4xf64");
  pad("[0, 0]", "[0, 0]", "[0, 1]", "4x5xf64");
  pad("[1, 0]", "[0, 1]", "[2, 0]", "11x4xf64");
  pad("[0, 0]", "[0, 0]", "[0, 0]", "4x3xf64");
  return cases;
}
