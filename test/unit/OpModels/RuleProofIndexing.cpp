//===- RuleProofIndexing.cpp - slices, contractions, layers -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Indices reach past both ends: those are clamped, dropped or read as nothing, on
// parts as on the whole.
//
//===----------------------------------------------------------------------===//

#include "RuleProof.h"

using namespace shardc::test;

using Cases = std::vector<ProofCase>;

static std::string tensor(const std::string &type) { return "tensor<" + type + ">"; }

static std::string types(const std::vector<std::string> &list) {
  std::string text;
  for (const std::string &type : list)
    text += (text.empty() ? "" : ", ") + tensor(type.substr(0, type.find_first_of("+[")));
  return text;
}

/// A case whose text ends in the types of all operands and results.
static void add(Cases &cases, const std::string &op, std::vector<std::string> arguments,
                const std::string &text, std::vector<std::string> results,
                const std::string &constants = "", const std::string &constantTypes = "") {
  std::string signature =
      " : (" + types(arguments) + constantTypes + ") -> (" + types(results) + ")";
  if (results.size() == 1)
    signature = " : (" + types(arguments) + constantTypes + ") -> " + types(results);
  cases.push_back({op, std::move(arguments), text + signature, std::move(results), constants});
}

/// The body of a reduction by `combiner`.
static std::string body(const std::string &combiner, const std::string &element) {
  std::string type = tensor(element);
  return "({\n^bb0(%p: " + type + ", %q: " + type + "):\n%s = stablehlo." + combiner +
         " %p, %q : " + type + "\nstablehlo.return %s : " + type + "\n})";
}

Cases shardc::test::indexingCases() {
  Cases cases;
  add(cases, "stablehlo.slice", {"5x3xf64"}, "stablehlo.slice %a [1:4, 0:3]", {"3x3xf64"});
  add(cases, "stablehlo.slice", {"5x4xi32"}, "stablehlo.slice %a [0:5, 0:4:2]", {"5x2xi32"});
  add(cases, "stablehlo.slice", {"5x3xf64"}, "stablehlo.slice %a [0:5, 0:3]", {"5x3xf64"});
  std::string at = "i32[-2,5)";
  add(cases, "stablehlo.dynamic_slice", {"5x3xf64", at, at},
      "stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3]", {"2x3xf64"});
  add(cases, "stablehlo.dynamic_slice", {"4x3x2xi32", at, at, at},
      "stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [4, 1, 2]", {"4x1x2xi32"});
  add(cases, "stablehlo.dynamic_update_slice", {"5x3xf64", "2x3xf64", at, at},
      "stablehlo.dynamic_update_slice %a, %b, %c, %d", {"5x3xf64"});
  add(cases, "stablehlo.dynamic_update_slice", {"5x3xi32", "5x1xi32", at, at},
      "stablehlo.dynamic_update_slice %a, %b, %c, %d", {"5x3xi32"});

  auto gather = [&](std::vector<std::string> arguments, const std::string &numbers,
                    const std::string &sizes, const std::string &result) {
    add(cases, "stablehlo.gather", std::move(arguments),
        "\"stablehlo.gather\"(%a, %b) <{dimension_numbers = #stablehlo.gather<" + numbers +
            ">, slice_sizes = array<i64: " + sizes + ">}>",
        {result});
  };
  // Rows by their number.
  gather({"5x3xf64", "4x1xi32[-1,7)"},
         "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
         "index_vector_dim = 1",
         "1, 3", "4x3xf64");
  gather({"5x3xi32", "2x4xi32[-1,7)"},
         "offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], "
         "index_vector_dim = 2",
         "1, 3", "2x4x3xi32");
  // Windows that are part of a dimension; the whole of another.
  gather({"5x3x2xf64", "4x1xi32[-1,7)"},
         "offset_dims = [0, 2, 3], start_index_map = [0], index_vector_dim = 1", "2, 3, 2",
         "2x4x3x2xf64");
  // One window a batch.
  gather({"3x5x2xf64", "3x4x1xi32[-1,7)"},
         "offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], "
         "start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2",
         "1, 1, 2", "3x4x2xf64");

  auto scatter = [&](std::vector<std::string> arguments, const std::string &numbers,
                     const std::string &combiner, const std::string &element) {
    std::string result = arguments.front();
    add(cases, "stablehlo.scatter", std::move(arguments),
        "\"stablehlo.scatter\"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<" +
            numbers + ">}> " + body(combiner, element),
        {result});
  };
  std::string rows = "update_window_dims = [1], inserted_window_dims = [0], "
                     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1";
  scatter({"5x3xf64", "4x1xi32[-1,7)", "4x3xf64"}, rows, "add", "f64");
  scatter({"5x3xi32", "4x1xi32[-1,7)", "4x3xi32"}, rows, "maximum", "i32");
  scatter({"5x3xf64", "4x1xi32[-1,4)", "4x2x3xf64"},
          "update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], "
          "index_vector_dim = 1",
          "add", "f64");
  scatter({"3x5x2xf64", "3x4x1xi32[-1,7)", "3x4x2xf64"},
          "update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], "
          "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], "
          "index_vector_dim = 2",
          "add", "f64");
  // Windows that different ranks place: added to zeros, greatest, least.
  struct Placed {
    const char *combiner, *element, *start;
  };
  for (Placed placed : {Placed{"add", "f64", "0.0"}, Placed{"add", "f64", "1.5"},
                        Placed{"add", "i1", "false"}, Placed{"maximum", "f64", "-0.25"},
                        Placed{"minimum", "i32", "1"}, Placed{"maximum", "ui32", "0"}}) {
    std::string element = placed.element, input = "5x3x" + element, update = "4x3x" + element;
    for (std::string index : {"i32", "ui32"})
      cases.push_back(
          {"stablehlo.scatter",
           {"4x1x" + index + (index == "i32" ? "[-1,7)" : "[0,7)"), update},
           "\"stablehlo.scatter\"(%z, %a, %b) <{scatter_dimension_numbers = "
           "#stablehlo.scatter<" +
               rows + ">}> " + body(placed.combiner, element) + " : (" + tensor(input) + ", " +
               tensor("4x1x" + index) + ", " + tensor(update) + ") -> " + tensor(input),
           {input},
           "%z = stablehlo.constant dense<" + std::string(placed.start) + "> : " + tensor(input)});
  }
  return cases;
}

static void addReductions(Cases &cases) {
  struct Reduction {
    const char *combiner, *element, *init;
  };
  static const Reduction reductions[] = {
      {"add", "f64", "0.0"},
      {"add", "f64", "1.5"},
      {"add", "i32", "0"},
      {"add", "i1", "false"},
      {"multiply", "f64", "1.0"},
      {"multiply", "i32", "1"},
      {"multiply", "i1", "true"},
      {"maximum", "f64", "0xFFF0000000000000"},
      {"maximum", "f64", "0.0"},
      {"maximum", "i32", "-2147483648"},
      {"maximum", "ui32", "0"},
      {"maximum", "i1", "false"},
      {"minimum", "f64", "0x7FF0000000000000"},
      {"minimum", "i32", "2147483647"},
      {"minimum", "ui32", "4294967295"},
      {"minimum", "i1", "true"},
      {"and", "i1", "true"},
      {"and", "i32", "-1"},
      {"or", "i1", "false"},
      {"or", "i32", "0"},
      {"or", "ui32", "0"},
      {"xor", "i32", "0"},
  };
  for (const Reduction &reduction : reductions) {
    std::string element = reduction.element;
    auto reduce = [&](const std::string &shape, const std::string &dims,
                      const std::string &result) {
      std::string type = result + element;
      cases.push_back({"stablehlo.reduce",
                       {shape + element},
                       "stablehlo.reduce(%a init: %z) applies stablehlo." +
                           std::string(reduction.combiner) + " across dimensions = " + dims +
                           " : (" + tensor(shape + element) + ", " + tensor(element) + ") -> " +
                           tensor(type),
                       {type},
                       "%z = stablehlo.constant dense<" + std::string(reduction.init) +
                           "> : " + tensor(element)});
    };
    reduce("5x3x", "[0]", "3x");
    reduce("5x3x", "[1]", "5x");
    reduce("2x3x2x", "[0, 2]", "3x");
  }
  // The initial value is not known; two inputs reduced together.
  cases.push_back({"stablehlo.reduce",
                   {"5x3xf64", "f64"},
                   "stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : "
                   "(tensor<5x3xf64>, tensor<f64>) -> tensor<5xf64>",
                   {"5xf64"},
                   ""});
  cases.push_back(
      {"stablehlo.reduce",
       {"5x3xf64", "5x3xi32"},
       "\"stablehlo.reduce\"(%a, %b, %z, %i) <{dimensions = array<i64: 1>}> ({\n"
       "^bb0(%p: tensor<f64>, %q: tensor<i32>, %s: tensor<f64>, %t: tensor<i32>):\n"
       "%u = stablehlo.add %p, %s : tensor<f64>\n%v = stablehlo.maximum %q, %t : tensor<i32>\n"
       "stablehlo.return %u, %v : tensor<f64>, tensor<i32>\n}) : (tensor<5x3xf64>, "
       "tensor<5x3xi32>, tensor<f64>, tensor<i32>) -> (tensor<5xf64>, tensor<5xi32>)",
       {"5xf64", "5xi32"},
       "%z = stablehlo.constant dense<0.0> : tensor<f64>\n"
       "%i = stablehlo.constant dense<-2147483648> : tensor<i32>"});
}

static void addWindows(Cases &cases) {
  auto convolution = [&](const std::string &lhs, const std::string &rhs, const std::string &numbers,
                         const std::string &window, const std::string &result,
                         int featureGroups = 1, int batchGroups = 1) {
    add(cases, "stablehlo.convolution", {lhs, rhs},
        "stablehlo.convolution(%a, %b) dim_numbers = " + numbers + ", window = {" + window +
            "} {batch_group_count = " + std::to_string(batchGroups) +
            " : i64, feature_group_count = " + std::to_string(featureGroups) + " : i64}",
        {result});
  };
  convolution("3x5x2xf64", "2x2x3xf64", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", "3x4x3xf64");
  convolution("3x5x2xf64", "3x2x3xf64", "[b, 0, f]x[0, i, o]->[f, b, 0]",
              "stride = [2], pad = [[1, 1]], reverse = [1]", "3x3x3xf64");
  convolution("2x4x4xf64", "2x3x2xf64", "[f, b, 0]x[0, o, i]->[b, 0, f]",
              "pad = [[0, 2]], lhs_dilate = [2], rhs_dilate = [3]", "4x6x3xf64");
  convolution("2x3x6xf64", "2x3x4xf64", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", "2x2x4xf64", 2);
  convolution("4x3x2xf64", "2x2x4xf64", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", "2x2x4xf64", 1, 2);
  convolution("2x3x2xi32", "2x2x2xi32", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", "2x2x2xi32");
  convolution("2x3x2xi1", "2x2x2xi1", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", "2x2x2xi1");
  convolution("3x4xf64", "4x2xf64", "[b, f]x[i, o]->[b, f]", "", "3x2xf64");

  convolution("6x3x4xf64", "2x4x6xf64", "[b, 0, f]x[0, i, o]->[f, b, 0]", "stride = [2]",
              "6x2x1xf64", 1, 3);
  convolution("2x5x5x6xf64", "3x2x1x6xf64", "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
              "pad = [[1, 1], [0, -1]]", "2x5x3x6xf64", 6);

  auto window = [&](const std::string &type, const std::string &element,
                    const std::string &attributes, const std::string &combiner,
                    const std::string &init, const std::string &result) {
    add(cases, "stablehlo.reduce_window", {type},
        "\"stablehlo.reduce_window\"(%a, %z) <{" + attributes + "}> " + body(combiner, element),
        {result}, "%z = stablehlo.constant dense<" + init + "> : " + tensor(element),
        ", " + tensor(element));
  };
  window("3x5xf64", "f64", "window_dimensions = array<i64: 1, 2>", "add", "0.0", "3x4xf64");
  window("3x5xi32", "i32",
         "window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>, padding = "
         "dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>",
         "maximum", "-2147483648", "3x3xi32");
  window("3x4xf64", "f64",
         "window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1, 2>, "
         "window_dilations = array<i64: 2, 1>",
         "add", "0.5", "1x6xf64");
  auto sort = [&](std::vector<std::string> list, int dim) {
    std::string values, arguments;
    for (size_t i = 0; i < list.size(); ++i) {
      std::string comma = i ? ", " : "", number = std::to_string(i);
      std::string scalar = tensor(list[i].substr(list[i].rfind('x') + 1));
      values += comma + "%" + char('a' + i);
      arguments += comma + "%l" + number + ": " + scalar + ", %r" + number + ": " + scalar;
    }
    std::string key = tensor(list[0].substr(list[0].rfind('x') + 1));
    add(cases, "stablehlo.sort", list,
        "\"stablehlo.sort\"(" + values + ") <{dimension = " + std::to_string(dim) +
            " : i64, is_stable = true}> ({\n^bb0(" + arguments +
            "):\n%p = stablehlo.compare LT, %l0, %r0 : (" + key + ", " + key +
            ") -> tensor<i1>\nstablehlo.return %p : tensor<i1>\n})",
        list);
  };
  sort({"3x5xf64"}, 1);
  sort({"4x3x2xf64", "4x3x2xi32"}, -2);
  sort({"5xi32", "5xf64"}, 0);

  auto selectAndScatter = [&](const std::string &attributes, const std::string &operand,
                              const std::string &source) {
    add(cases, "stablehlo.select_and_scatter", {operand, source, "f64"},
        "\"stablehlo.select_and_scatter\"(%a, %b, %c) <{" + attributes +
            "}> ({\n^bb0(%p: tensor<f64>, %q: tensor<f64>):\n%s = stablehlo.compare GE, %p, %q : "
            "(tensor<f64>, tensor<f64>) -> tensor<i1>\nstablehlo.return %s : tensor<i1>\n}, {\n"
            "^bb0(%p: tensor<f64>, %q: tensor<f64>):\n%s = stablehlo.add %p, %q : tensor<f64>\n"
            "stablehlo.return %s : tensor<f64>\n})",
        {operand});
  };
  selectAndScatter("window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>",
                   "3x4xf64", "3x2xf64");
  selectAndScatter("window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>, "
                   "padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>",
                   "5x4xf64", "5x3xf64");
}

Cases shardc::test::contractionCases() {
  Cases cases;
  auto dot = [&](const std::string &lhs, const std::string &rhs, const std::string &dims,
                 const std::string &result) {
    add(cases, "stablehlo.dot_general", {lhs, rhs}, "stablehlo.dot_general %a, %b, " + dims,
        {result});
  };
  dot("3x5xf64", "5x2xf64", "contracting_dims = [1] x [0]", "3x2xf64");
  dot("3x5xf64", "2x5xf64", "contracting_dims = [1] x [1]", "3x2xf64");
  dot("2x3x4xf64", "2x4x3xf64", "batching_dims = [0] x [0], contracting_dims = [2] x [1]",
      "2x3x3xf64");
  dot("2x3x4xf64", "3x4x2xf64", "contracting_dims = [1, 2] x [0, 1]", "2x2xf64");
  dot("4x2x3xf64", "3x4xf64", "batching_dims = [2] x [0], contracting_dims = [0] x [1]", "3x2xf64");
  dot("3x5xi32", "5x2xi32", "contracting_dims = [1] x [0]", "3x2xi32");
  dot("3x5xi1", "5x2xi1", "contracting_dims = [1] x [0]", "3x2xi1");
  dot("5xi1", "5xi1", "contracting_dims = [0] x [0]", "i1");
  dot("3xf64", "2xf64", "contracting_dims = [] x []", "3x2xf64");
  add(cases, "stablehlo.dot", {"3x5xf64", "5x2xf64"}, "stablehlo.dot %a, %b", {"3x2xf64"});
  add(cases, "stablehlo.dot", {"3x5xf64", "5xf64"}, "stablehlo.dot %a, %b", {"3xf64"});
  add(cases, "stablehlo.dot", {"5xi1", "5xi1"}, "stablehlo.dot %a, %b", {"i1"});
  add(cases, "stablehlo.dot", {"5xi32", "5xi32"}, "stablehlo.dot %a, %b", {"i32"});
  addReductions(cases);
  addWindows(cases);
  return cases;
}

Cases shardc::test::layerCases() {
  Cases cases;
  add(cases, "nn.embedding", {"5x3xf64", "4xi32[-1,7)"}, "nn.embedding %a, %b", {"4x3xf64"});
  add(cases, "nn.embedding", {"5x2xf64", "2x3xi64[-1,7)"}, "nn.embedding %a, %b", {"2x3x2xf64"});
  add(cases, "nn.embedding_grad", {"4xi32[-1,7)", "4x3xf64"}, "nn.embedding_grad %a, %b",
      {"5x3xf64"});
  add(cases, "nn.embedding_grad", {"2x3xi64[-1,7)", "2x3x2xf64"}, "nn.embedding_grad %a, %b",
      {"5x2xf64"});
  for (const std::string &rows : {"5x", "2x3x", ""}) {
    std::string x = rows + "4xf64", w = "4xf64", eps = " {eps = 1.0e-5 : f64} : ";
    std::string both = tensor(x) + ", " + tensor(w);
    cases.push_back({"nn.rms_norm", {x, w}, "nn.rms_norm %a, %b" + eps + both, {x}, ""});
    cases.push_back({"nn.layer_norm", {x, w, w}, "nn.layer_norm %a, %b, %c" + eps + both, {x}, ""});
    cases.push_back(
        {"nn.rms_norm_grad", {x, w, x}, "nn.rms_norm_grad %a, %b, %c" + eps + both, {x, w}, ""});
    cases.push_back({"nn.layer_norm_grad",
                     {x, w, x},
                     "nn.layer_norm_grad %a, %b, %c" + eps + both,
                     {x, w, w},
                     ""});
  }
  cases.push_back({"nn.rope_table",
                   {},
                   "nn.rope_table {theta = 1.0e4 : f64} : tensor<5x2xf64>",
                   {"5x2xf64", "5x2xf64"},
                   ""});
  for (const char *inverse : {"", " {inverse}"})
    cases.push_back(
        {"nn.rope",
         {"2x3x2x4xf64", "3x2xf64", "3x2xf64"},
         std::string("nn.rope %a, %b, %c") + inverse + " : tensor<2x3x2x4xf64>, tensor<3x2xf64>",
         {"2x3x2x4xf64"},
         ""});
  cases.push_back({"nn.dropout",
                   {"4x3xf64", "4x3xi1"},
                   "nn.dropout %a, mask %b {rate = 0.25 : f64} : (tensor<4x3xf64>, "
                   "tensor<4x3xi1>) -> tensor<4x3xf64>",
                   {"4x3xf64"},
                   ""});
  // A key alone, and for a block of a larger tensor.
  for (bool isBlock : {false, true})
    cases.push_back({"nn.dropout",
                     {"5x4x2xf64"},
                     std::string("nn.dropout %a, key %k ") + (isBlock ? "at(%s, %z, %z) " : "") +
                         "{rate = 0.4 : f64, stream = 5 : i64" +
                         (isBlock ? ", whole = array<i64: 9, 4, 2>" : "") +
                         "} : (tensor<5x4x2xf64>, tensor<2xui32>" +
                         (isBlock ? ", tensor<i64>, tensor<i64>, tensor<i64>" : "") +
                         ") -> tensor<5x4x2xf64>",
                     {"5x4x2xf64"},
                     std::string("%k = stablehlo.constant dense<[7, 9]> : tensor<2xui32>\n") +
                         (isBlock ? "%s = stablehlo.constant dense<4> : tensor<i64>\n"
                                    "%z = stablehlo.constant dense<0> : tensor<i64>\n"
                                  : "")});
  struct Heads {
    const char *query, *key, *lse;
  };
  static const Heads heads[] = {{"2x3x4x2xf64", "2x3x2x2xf64", "2x4x3xf64"},
                                {"1x4x3x2xf64", "1x4x3x2xf64", "1x3x4xf64"},
                                {"3x2x2x2xf64", "3x4x1x2xf64", "3x2x2xf64"}};
  for (const Heads &one : heads)
    for (const char *causal : {"causal, ", ""}) {
      std::string q = one.query, k = one.key, l = one.lse;
      bool isLong = q.substr(0, 4) == "3x2x";
      if (isLong && *causal)
        continue;
      std::string attributes = std::string(" {") + causal + "scale = 0.35 : f64}";
      add(cases, "nn.attention", {q, k, k}, "nn.attention %a, %b, %c" + attributes, {q, l});
      add(cases, "nn.attention_grad", {q, k, k, q, l, q},
          "nn.attention_grad %a, %b, %c, %d, %e, %f" + attributes, {q, k, k});
    }
  add(cases, "nn.attention", {"2x2x4x2xf64", "2x5x2x2xf64", "2x5x2x2xf64", "i32[1,4)"},
      "nn.attention %a, %b, %c, %d {causal, scale = 0.35 : f64}", {"2x2x4x2xf64", "2x4x2xf64"});
  // Masks of all shapes.
  std::string q = "2x3x4x2xf64", k = "2x3x2x2xf64", l = "2x4x3xf64";
  for (const char *mask : {"2x1x3x3xi1", "1x4x1x3xi1", "1x1x3x3xf64", "2x4x3x3xf64"}) {
    bool isBoolean = llvm::StringRef(mask).ends_with("i1");
    std::string attributes = std::string(" {logit_cap = 2.0 : f64, ") +
                             (isBoolean ? "masked_value = -2.0 : f64, " : "") +
                             "scale = 0.35 : f64}";
    add(cases, "nn.attention", {q, k, k, mask}, "nn.attention %a, %b, %c mask %d" + attributes,
        {q, l});
    add(cases, "nn.attention_grad", {q, k, k, q, l, q, mask},
        "nn.attention_grad %a, %b, %c, %d, %e, %f mask %g" + attributes, {q, k, k});
  }
  for (const char *dimension : {"0", "1"}) {
    std::string attributes =
        std::string(" {dimension = ") + dimension + " : i64} : tensor<4x3xf64>";
    cases.push_back({"nn.softmax", {"4x3xf64"}, "nn.softmax %a" + attributes, {"4x3xf64"}, ""});
    cases.push_back({"nn.softmax_grad",
                     {"4x3xf64", "4x3xf64"},
                     "nn.softmax_grad %a, %b" + attributes,
                     {"4x3xf64"},
                     ""});
  }
  add(cases, "nn.cross_entropy", {"4x5xf64", "4xi32[-1,6)"}, "nn.cross_entropy %a, %b",
      {"4xf64", "4xf64"});
  add(cases, "nn.cross_entropy", {"2x3x4xf64", "2x3xi64[-1,5)"}, "nn.cross_entropy %a, %b",
      {"2x3xf64", "2x3xf64"});
  add(cases, "nn.cross_entropy_grad", {"4x5xf64", "4xi32[-1,6)", "4xf64", "4xf64"},
      "nn.cross_entropy_grad %a, %b, %c, %d {vocab = 5 : i64}", {"4x5xf64"});
  add(cases, "nn.cross_entropy_grad", {"4x3xf64", "4xi32[-1,8)", "4xf64", "4xf64", "i32[0,4)"},
      "nn.cross_entropy_grad %a, %b, %c, %d, %e {vocab = 7 : i64}", {"4x3xf64"});
  add(cases, "nn.square_sum", {"5x3xf64"}, "nn.square_sum %a", {"f64"});
  add(cases, "nn.square_sum", {"5xf64", "3x2xf64", "f64"}, "nn.square_sum %a, %b, %c", {"f64"});
  for (const std::string &type : {"5x3xf64", "4xf64"})
    cases.push_back({"nn.adamw",
                     {type, type, type, type + "+", "f64+", "f64+"},
                     "nn.adamw %a, %b, %c, %d, %e, %f {lr = 0.1 : f64, beta1 = 0.9 : f64, beta2 = "
                     "0.99 : f64, eps = 1.0e-8 : f64, weight_decay = 0.1 : f64} : " +
                         tensor(type) + ", tensor<f64>",
                     {type, type, type},
                     ""});
  return cases;
}
