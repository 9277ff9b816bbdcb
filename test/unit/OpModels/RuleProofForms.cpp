//===- RuleProofForms.cpp - rarer ops and attributes ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Ops of integers, functions of chlo, and the attributes that common programs
// leave alone: index vectors along any dimension, several values at once, strides
// over one element, bounds that contradict each other.
//
//===----------------------------------------------------------------------===//

#include "RuleProof.h"

using namespace shardc::test;

using Cases = std::vector<ProofCase>;

static std::string tensor(const std::string &type) { return "tensor<" + type + ">"; }

/// The types of arguments, without what their values are drawn from.
static std::string signature(const std::vector<std::string> &arguments,
                             const std::vector<std::string> &results,
                             const std::string &constantTypes = "") {
  std::string from, to;
  for (const std::string &type : arguments)
    from += (from.empty() ? "" : ", ") + tensor(type.substr(0, type.find_first_of("+[")));
  for (const std::string &type : results)
    to += (to.empty() ? "" : ", ") + tensor(type);
  return " : (" + from + constantTypes + ") -> " + (results.size() == 1 ? to : "(" + to + ")");
}

static void add(Cases &cases, const std::string &op, const std::vector<std::string> &arguments,
                const std::string &text, const std::vector<std::string> &results,
                const std::string &before = "", const std::string &constantTypes = "") {
  cases.push_back(
      {op, arguments, text + signature(arguments, results, constantTypes), results, before});
}

static void addFunctions(Cases &cases) {
  for (const char *shape : {"5x3x", "1x4x", "2x3x2x"}) {
    for (const char *name : {"stablehlo.popcnt", "stablehlo.count_leading_zeros"})
      for (const char *element : {"i32", "ui32", "i64", "i8", "ui16"}) {
        std::string type = std::string(shape) + element;
        cases.push_back({name, {type}, std::string(name) + " %a : " + tensor(type), {type}, ""});
      }
    for (const char *name : {"chlo.erf", "chlo.erfc"}) {
      std::string type = std::string(shape) + "f64";
      cases.push_back({name,
                       {type},
                       std::string(name) + " %a : " + tensor(type) + " -> " + tensor(type),
                       {type},
                       ""});
    }
    // Some amounts are past the width.
    for (const char *name : {"stablehlo.shift_left", "stablehlo.shift_right_arithmetic",
                             "stablehlo.shift_right_logical"}) {
      std::string type = std::string(shape) + "i32";
      cases.push_back({name,
                       {type, type + "[0,70)"},
                       std::string(name) + " %a, %b : " + tensor(type),
                       {type},
                       ""});
    }
    // The lower bound is above the upper one in places.
    std::string type = std::string(shape) + "f64";
    add(cases, "stablehlo.clamp", {"f64", type, type}, "stablehlo.clamp %a, %b, %c", {type});
  }
}

static void addParts(Cases &cases) {
  // One element has any stride.
  add(cases, "stablehlo.slice", {"1x4xf64"}, "stablehlo.slice %a [0:1:3, 0:4:3]", {"1x2xf64"});
  add(cases, "stablehlo.slice", {"1x5xi32"}, "stablehlo.slice %a [0:1:2, 0:5]", {"1x5xi32"});
  // Padding on one side, taken from the other; holes in one element.
  add(cases, "stablehlo.pad", {"4x3xi32", "i32"},
      "stablehlo.pad %a, %b, low = [-1, 1], high = [1, -1], interior = [0, 0]", {"4x3xi32"});
  add(cases, "stablehlo.pad", {"1x3xf64", "f64"},
      "stablehlo.pad %a, %b, low = [0, 0], high = [0, 0], interior = [2, 0]", {"1x3xf64"});
  add(cases, "stablehlo.concatenate", {"1x3xi32", "2x3xi32", "4x3xi32"},
      "stablehlo.concatenate %a, %b, %c, dim = 0", {"7x3xi32"});
  add(cases, "stablehlo.reverse", {"1x5xi32"}, "stablehlo.reverse %a, dims = [0]", {"1x5xi32"});
  add(cases, "stablehlo.broadcast_in_dim", {"1x3xi32"},
      "stablehlo.broadcast_in_dim %a, dims = [2, 1]", {"2x3x4xi32"});
}

static void addGathers(Cases &cases) {
  auto gather = [&](const std::vector<std::string> &arguments, const std::string &numbers,
                    const std::string &sizes, const std::string &result) {
    add(cases, "stablehlo.gather", arguments,
        "\"stablehlo.gather\"(%a, %b) <{dimension_numbers = #stablehlo.gather<" + numbers +
            ">, slice_sizes = array<i64: " + sizes + ">}>",
        {result});
  };
  // Index vectors along the first dimension; their components swapped.
  gather({"5x3xf64", "2x4xi32[-1,7)"},
         "collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 0", "1, 1",
         "4xf64");
  // Single numbers; windows before what is looked up.
  gather({"5x3x2xf64", "4xi32[-1,7)"},
         "offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [0], "
         "index_vector_dim = 1",
         "1, 3, 2", "3x2x4xf64");
  // Two batches, of which one comes last in the operand.
  gather({"3x5x2xi32", "2x3x1xi32[-1,7)"},
         "offset_dims = [2], operand_batching_dims = [0, 2], start_indices_batching_dims = [1, 0], "
         "start_index_map = [1], index_vector_dim = 2",
         "1, 2, 1", "2x3x2xi32");
  // A window of the whole extent at an index, which is held at 0.
  gather({"4x3xf64", "2x1xi32[-1,7)"},
         "offset_dims = [1, 2], start_index_map = [1], "
         "index_vector_dim = 1",
         "4, 3", "2x4x3xf64");
}

static void addScatters(Cases &cases) {
  auto scatter = [&](const std::vector<std::string> &arguments, const std::string &numbers,
                     const std::string &combiner, const std::string &element) {
    std::string type = tensor(element);
    std::string body = combiner == "replace" ? "stablehlo.return %q : " + type
                                             : "%s = stablehlo." + combiner + " %p, %q : " + type +
                                                   "\nstablehlo.return %s : " + type;
    add(cases, "stablehlo.scatter", arguments,
        "\"stablehlo.scatter\"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<" +
            numbers + ">}> ({\n^bb0(%p: " + type + ", %q: " + type + "):\n" + body + "\n})",
        {arguments[0]});
  };
  std::string rows = "update_window_dims = [1], inserted_window_dims = [0], "
                     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1";
  for (const char *combiner : {"multiply", "minimum", "replace"})
    scatter({"5x3xf64", "4x1xi32[-1,7)", "4x3xf64"}, rows, combiner, "f64");
  for (const char *combiner : {"and", "xor", "add"})
    scatter({"5x3xi32", "4x1xi32[-1,7)", "4x3xi32"}, rows, combiner, "i32");
  scatter({"5x3xi1", "4x1xi32[-1,7)", "4x3xi1"}, rows, "or", "i1");
  // Windows first, index vectors along the first dimension.
  scatter({"5x3xf64", "1x4xi32[-1,7)", "3x4xf64"},
          "update_window_dims = [0], inserted_window_dims = [0], "
          "scatter_dims_to_operand_dims = [0], index_vector_dim = 0",
          "add", "f64");
  // Elements, by two swapped numbers.
  scatter({"3x5xf64", "4x2xi32[-1,6)", "4xf64"},
          "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], "
          "index_vector_dim = 1",
          "add", "f64");
  // Two batches.
  scatter({"3x5x2xf64", "2x3x1xi32[-1,7)", "2x3x2xf64"},
          "update_window_dims = [2], input_batching_dims = [0, 2], "
          "scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [1], "
          "index_vector_dim = 2",
          "add", "f64");
  // Two values at once, each with the other.
  std::string f = "tensor<f64>", i = "tensor<i32>";
  add(cases, "stablehlo.scatter", {"5x3xf64", "5x3xi32", "4x1xi32[-1,7)", "4x3xf64", "4x3xi32"},
      "\"stablehlo.scatter\"(%a, %b, %c, %d, %e) <{scatter_dimension_numbers = "
      "#stablehlo.scatter<" +
          rows + ">}> ({\n^bb0(%p: " + f + ", %q: " + i + ", %r: " + f + ", %s: " + i +
          "):\n%t = stablehlo.convert %s : (" + i + ") -> " + f +
          "\n%u = stablehlo.add %p, %t : " + f + "\n%v = stablehlo.maximum %q, %s : " + i +
          "\nstablehlo.return %u, %v : " + f + ", " + i + "\n})",
      {"5x3xf64", "5x3xi32"});
}

static void addGroups(Cases &cases) {
  // The largest element and its place.
  std::string f = "tensor<f64>", i = "tensor<i32>";
  for (int dim = 0; dim < 2; ++dim) {
    std::string rest = dim ? "5x" : "3x";
    add(cases, "stablehlo.reduce", {"5x3xf64", "5x3xi32"},
        "\"stablehlo.reduce\"(%a, %b, %z, %i) <{dimensions = array<i64: " + std::to_string(dim) +
            ">}> ({\n^bb0(%p: " + f + ", %q: " + i + ", %r: " + f + ", %s: " + i +
            "):\n%c = stablehlo.compare GT, %p, %r : (" + f + ", " + f +
            ") -> tensor<i1>\n%u = stablehlo.select %c, %p, %r : tensor<i1>, " + f +
            "\n%v = stablehlo.select %c, %q, %s : tensor<i1>, " + i +
            "\nstablehlo.return %u, %v : " + f + ", " + i + "\n})",
        {rest + "f64", rest + "i32"},
        "%z = stablehlo.constant dense<0xFFF0000000000000> : " + f +
            "\n%i = stablehlo.constant dense<0> : " + i,
        ", " + f + ", " + i);
  }
  // Sorted by two keys, downward then upward.
  add(cases, "stablehlo.sort", {"4x5xi32[0,3)", "4x5xf64"},
      "\"stablehlo.sort\"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({\n^bb0(%p: " + i +
          ", %q: " + i + ", %r: " + f + ", %s: " + f + "):\n%c = stablehlo.compare GT, %p, %q : (" +
          i + ", " + i + ") -> tensor<i1>\n%e = stablehlo.compare EQ, %p, %q : (" + i + ", " + i +
          ") -> tensor<i1>\n%l = stablehlo.compare LT, %r, %s : (" + f + ", " + f +
          ") -> tensor<i1>\n%m = stablehlo.and %e, %l : tensor<i1>\n%o = stablehlo.or %c, %m : "
          "tensor<i1>\nstablehlo.return %o : tensor<i1>\n})",
      {"4x5xi32", "4x5xf64"});
  for (const char *element : {"ui32", "i64"}) {
    std::string e = element;
    add(cases, "stablehlo.dot_general", {"4x3x2x" + e, "2x4x5x" + e},
        "stablehlo.dot_general %a, %b, batching_dims = [2] x [0], contracting_dims = [0] x [1]",
        {"2x3x5x" + e});
  }
  // Nothing is contracted; everything is.
  add(cases, "stablehlo.dot_general", {"2x3xf64", "3x2xf64"},
      "stablehlo.dot_general %a, %b, batching_dims = [0, 1] x [1, 0], contracting_dims = [] x []",
      {"2x3xf64"});
  add(cases, "stablehlo.dot_general", {"2x3xf64", "3x2xf64"},
      "stablehlo.dot_general %a, %b, contracting_dims = [0, 1] x [1, 0]", {"f64"});
}

Cases shardc::test::formCases() {
  Cases cases;
  addFunctions(cases);
  addParts(cases);
  addGathers(cases);
  addScatters(cases);
  addGroups(cases);
  return cases;
}
