//===- RandomOpsGroups.cpp - ops that combine elements ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One function a family: gathers and scatters, products, reductions, windows,
// sorting, layers.
//
//===----------------------------------------------------------------------===//

#include "RandomOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace shardc::test;

using Val = OpWriter::Val;
using Shape = OpWriter::Shape;
using Names = std::vector<std::string>;

static std::string join(const std::vector<int64_t> &numbers) {
  std::string text;
  for (int64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

namespace {
/// Dimension numbers of a gather, or of the scatter that turns it around.
struct Windows {
  /// Of each operand dimension: batched with one of the indices, indexed (and then
  /// collapsed or a window), or whole.
  enum Kind { Batched, Indexed, Whole };
  std::vector<Kind> kinds;
  Shape indices, sizes, slices;
  std::vector<int64_t> offsets, collapsed, operandBatch, indexBatch, map;
  int64_t vectorDim = 0;
};
} // namespace

/// Draws index vectors for an operand of the shape.
static Windows drawWindows(Random &random, const Shape &shape) {
  Windows w;
  Shape batch;
  int64_t rank = shape.size();
  w.sizes.assign(rank, 1);
  // The dimensions of the indices besides the vectors: batches first, then others.
  for (int64_t dim = 0; dim < rank; ++dim) {
    Windows::Kind kind = random.chance(50)   ? Windows::Indexed
                         : random.chance(30) ? Windows::Batched
                                             : Windows::Whole;
    if (dim == rank - 1 && w.map.empty())
      kind = Windows::Indexed;
    w.kinds.push_back(kind);
    if (kind == Windows::Batched) {
      w.operandBatch.push_back(dim);
      w.indexBatch.push_back(batch.size());
      batch.push_back(shape[dim]);
    } else if (kind == Windows::Whole) {
      w.sizes[dim] = random.chance(80) ? shape[dim] : random.between(1, shape[dim]);
    } else {
      w.map.push_back(dim);
      if (random.chance(65))
        w.collapsed.push_back(dim);
      else
        w.sizes[dim] = random.between(1, shape[dim]);
    }
  }
  for (int64_t i = w.map.size() - 1; i > 0; --i)
    std::swap(w.map[i], w.map[random.below(i + 1)]);
  for (int64_t count = random.between(batch.empty() ? 1 : 0, 1 + batch.empty()); count > 0; --count)
    batch.push_back(random.between(1, 5));
  // The vectors may be any dimension, or none when they are single numbers.
  bool isSingle = w.map.size() == 1 && random.chance(30);
  w.indices = batch;
  w.vectorDim = batch.size();
  if (!isSingle) {
    w.vectorDim = random.chance(70) ? batch.size() : random.below(batch.size() + 1);
    w.indices.insert(w.indices.begin() + w.vectorDim, w.map.size());
    for (int64_t &dim : w.indexBatch)
      dim += dim >= w.vectorDim;
  }
  // Window dimensions go between the others at random.
  int64_t windowCount = rank - w.collapsed.size() - w.operandBatch.size();
  int64_t total = batch.size() + windowCount;
  std::vector<bool> isWindow(total);
  for (int64_t left = windowCount; left > 0;) {
    int64_t at = random.chance(60) ? total - left : random.below(total);
    while (isWindow[at])
      at = (at + 1) % total;
    isWindow[at] = true;
    --left;
  }
  std::vector<int64_t> windows;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(w.collapsed, dim) && !llvm::is_contained(w.operandBatch, dim))
      windows.push_back(w.sizes[dim]);
  size_t nextWindow = 0, nextBatch = 0;
  for (int64_t dim = 0; dim < total; ++dim) {
    if (isWindow[dim]) {
      w.offsets.push_back(dim);
      w.slices.push_back(windows[nextWindow++]);
    } else {
      w.slices.push_back(batch[nextBatch++]);
    }
  }
  return w;
}

/// The numbers in a gather's or a scatter's words.
static std::string numbersOf(const Windows &w, bool isGather) {
  std::string text;
  auto list = [&](const char *gather, const char *scatter, const std::vector<int64_t> &numbers) {
    if (!numbers.empty())
      text += std::string(isGather ? gather : scatter) + " = [" + join(numbers) + "], ";
  };
  list("offset_dims", "update_window_dims", w.offsets);
  list("collapsed_slice_dims", "inserted_window_dims", w.collapsed);
  list("operand_batching_dims", "input_batching_dims", w.operandBatch);
  list("start_indices_batching_dims", "scatter_indices_batching_dims", w.indexBatch);
  list("start_index_map", "scatter_dims_to_operand_dims", w.map);
  return text + "index_vector_dim = " + std::to_string(w.vectorDim);
}

void OpWriter::gathers() {
  Val x = any(random.chance(60) ? "f64" : "", 1, 3);
  Windows w = drawWindows(random, x.shape);
  Val at = argument(w.indices, "i32", -2, 9);
  keep(define(w.slices, x.element,
              "\"stablehlo.gather\"(" + x.name + ", " + at.name +
                  ") <{dimension_numbers = #stablehlo.gather<" + numbersOf(w, true) +
                  ">, slice_sizes = array<i64: " + join(w.sizes) + ">}>" +
                  functionType({x, at}, {typeOf(w.slices, x.element)}),
              x.bound, x.exact));
}

void OpWriter::scatters() {
  Val x = any(random.chance(60) ? "f64" : "", 1, 3);
  Windows w = drawWindows(random, x.shape);
  Val at = argument(w.indices, "i32", -2, 9);
  Val updates = fit(w.slices, x.element);
  std::string name =
      x.element == "i1" ? random.of(Names{"and", "or", "xor", "replace"})
      : x.isFloat() ? random.of(Names{"add", "add", "maximum", "minimum", "replace", "multiply"})
                    : random.of(Names{"add", "maximum", "minimum", "multiply", "replace", "and",
                                      "or", "xor"});
  // Products of floats grow; only small ones, and few of them.
  if (name == "multiply" && x.isFloat())
    updates = same("stablehlo.tanh", {updates}, 1, true);
  bool rounds = x.isFloat() && (name == "add" || name == "multiply");
  double bound =
      name == "add" ? x.bound + updates.bound * updates.count() : std::max(x.bound, updates.bound);
  std::string attributes =
      ") <{scatter_dimension_numbers = #stablehlo.scatter<" + numbersOf(w, false) + ">}> ";
  if (random.chance(15) && x.element != "i1" && name != "replace") {
    // Two tables at once.
    Val y = fit(x.shape, x.element), more = fit(w.slices, x.element);
    std::string type = "tensor<" + x.element + ">", id = "%v" + std::to_string(next++);
    text +=
        id + ":2 = \"stablehlo.scatter\"(" + x.name + ", " + y.name + ", " + at.name + ", " +
        updates.name + ", " + more.name + attributes + "({\n^bb0(%p: " + type + ", %q: " + type +
        ", %r: " + type + ", %s: " + type + "):\n%t = stablehlo.add %p, %r : " + type +
        "\n%u = stablehlo.maximum %q, %s : " + type + "\nstablehlo.return %t, %u : " + type + ", " +
        type + "\n})" + functionType({x, y, at, updates, more}, {x.type(), y.type()}) + "\n";
    keep({id + "#0", x.shape, x.element, x.bound + updates.bound * updates.count(), !x.isFloat()});
    keep({id + "#1", x.shape, x.element, std::max(y.bound, more.bound), y.exact && more.exact});
    return;
  }
  keep(define(x.shape, x.element,
              "\"stablehlo.scatter\"(" + x.name + ", " + at.name + ", " + updates.name +
                  attributes + combiner(name, x.element) +
                  functionType({x, at, updates}, {x.type()}),
              bound, x.exact && updates.exact && !rounds));
}

//===----------------------------------------------------------------------===//
// Products and reductions
//===----------------------------------------------------------------------===//

void OpWriter::dots() {
  Val lhs = small(any(random.chance(75) ? "f64" : random.of(Names{"i32", "ui32"}), 1, 3), 100);
  std::vector<int64_t> order(lhs.rank());
  for (int64_t i = 0; i < lhs.rank(); ++i)
    order[i] = i;
  for (int64_t i = lhs.rank() - 1; i > 0; --i)
    std::swap(order[i], order[random.below(i + 1)]);
  int64_t contracted = random.between(0, std::min<int64_t>(lhs.rank(), 2));
  int64_t batched = random.between(0, lhs.rank() - contracted);
  int64_t freeCount = random.between(0, 2);
  // The operand's dimensions in any order too.
  Shape shape;
  std::vector<int64_t> places;
  for (int64_t i = 0; i < contracted + batched + freeCount; ++i)
    places.push_back(i);
  if (places.empty())
    return;
  for (int64_t i = places.size() - 1; i > 0; --i)
    std::swap(places[i], places[random.below(i + 1)]);
  shape.resize(places.size());
  std::vector<int64_t> lhsContract, rhsContract, lhsBatch, rhsBatch;
  double terms = 1;
  for (int64_t i = 0; i < static_cast<int64_t>(places.size()); ++i) {
    bool isContracted = i < contracted, isBatch = !isContracted && i < contracted + batched;
    shape[places[i]] = isContracted || isBatch ? lhs.shape[order[i]] : extent();
    if (isContracted) {
      lhsContract.push_back(order[i]);
      rhsContract.push_back(places[i]);
      terms *= lhs.shape[order[i]];
    } else if (isBatch) {
      lhsBatch.push_back(order[i]);
      rhsBatch.push_back(places[i]);
    }
  }
  Val rhs = small(fit(shape, lhs.element), 100);
  Shape result;
  for (int64_t dim : lhsBatch)
    result.push_back(lhs.shape[dim]);
  for (const auto &[value, one, two] :
       {std::tuple(lhs, lhsBatch, lhsContract), std::tuple(rhs, rhsBatch, rhsContract)})
    for (int64_t dim = 0; dim < value.rank(); ++dim)
      if (!llvm::is_contained(one, dim) && !llvm::is_contained(two, dim))
        result.push_back(value.shape[dim]);
  keep(define(result, lhs.element,
              "stablehlo.dot_general " + lhs.name + ", " + rhs.name + ", batching_dims = [" +
                  join(lhsBatch) + "] x [" + join(rhsBatch) + "], contracting_dims = [" +
                  join(lhsContract) + "] x [" + join(rhsContract) + "]" +
                  functionType({lhs, rhs}, {typeOf(result, lhs.element)}),
              lhs.bound * rhs.bound * terms, !lhs.isFloat()));
}

void OpWriter::reductions() {
  Val x = any("", 1);
  std::vector<int64_t> dims;
  Shape shape;
  double terms = 1;
  for (int64_t dim = 0; dim < x.rank(); ++dim) {
    if (random.chance(50) || (dims.empty() && dim == x.rank() - 1)) {
      dims.push_back(dim);
      terms *= x.shape[dim];
    } else {
      shape.push_back(x.shape[dim]);
    }
  }
  std::string name =
      x.element == "i1" ? random.of(Names{"and", "or", "xor"})
      : x.isFloat() ? random.of(Names{"add", "add", "maximum", "minimum", "multiply"})
                    : random.of(Names{"add", "maximum", "minimum", "multiply", "and", "or", "xor"});
  if (name == "multiply" && x.isFloat())
    x = same("stablehlo.tanh", {x}, 1, true);
  // Initial values are neutral, or numbers of their own, or operands.
  std::string number = x.element == "i1"    ? (name == "and" ? "true" : "false")
                       : name == "multiply" ? "1"
                       : name == "and"      ? (x.element == "ui32" ? "255" : "-1")
                                            : "0";
  if (x.isFloat())
    number += ".0";
  Val init = random.chance(75) ? scalar(x.element, number) : fit({}, x.element);
  keep(define(shape, x.element,
              "stablehlo.reduce(" + x.name + " init: " + init.name + ") applies stablehlo." + name +
                  " across dimensions = [" + join(dims) + "]" +
                  functionType({x, init}, {typeOf(shape, x.element)}),
              name == "add" ? x.bound * terms + init.bound : std::max(x.bound, init.bound),
              x.exact && init.exact && (!x.isFloat() || name == "maximum" || name == "minimum")));
}

void OpWriter::argmax() {
  Val x = any("f64", 1, 3, true);
  int64_t dim = random.below(x.rank());
  Shape shape = x.shape;
  shape.erase(shape.begin() + dim);
  Val places = define(
      x.shape, "i32",
      "stablehlo.iota dim = " + std::to_string(dim) + " : " + typeOf(x.shape, "i32"), 0, true);
  bool isMax = random.chance(50);
  Val low = scalar("f64", isMax ? "0xFFF0000000000000" : "0x7FF0000000000000");
  Val zero = scalar("i32", "0");
  std::string id = "%v" + std::to_string(next++), f = "tensor<f64>", i = "tensor<i32>";
  std::string direction = isMax ? "GT" : "LT";
  text += id + ":2 = stablehlo.reduce(" + x.name + " init: " + low.name + "), (" + places.name +
          " init: " + zero.name + ") across dimensions = [" + std::to_string(dim) + "]" +
          functionType({x, places, low, zero}, {typeOf(shape, "f64"), typeOf(shape, "i32")}) +
          "\nreducer(%p: " + f + ", %r: " + f + ") (%q: " + i + ", %s: " + i + ") {\n" +
          "%c = stablehlo.compare " + direction + ", %p, %r : (" + f + ", " + f +
          ") -> tensor<i1>\n" + "%e = stablehlo.compare EQ, %p, %r : (" + f + ", " + f +
          ") -> tensor<i1>\n" + "%l = stablehlo.compare LT, %q, %s : (" + i + ", " + i +
          ") -> tensor<i1>\n" +
          "%b = stablehlo.and %e, %l : tensor<i1>\n%t = stablehlo.or %c, %b : tensor<i1>\n" +
          "%u = stablehlo.select %c, %p, %r : tensor<i1>, " + f + "\n" +
          "%v = stablehlo.select %t, %q, %s : tensor<i1>, " + i + "\n" +
          "stablehlo.return %u, %v : " + f + ", " + i + "\n}\n";
  keep({id + "#0", shape, "f64", x.bound, true});
  keep({id + "#1", shape, "i32", 0, true});
}

//===----------------------------------------------------------------------===//
// Windows, sorting
//===----------------------------------------------------------------------===//

static Shape shapeOf(const std::string &type) {
  Shape shape;
  size_t at = type.find('<') + 1;
  while (std::isdigit(static_cast<unsigned char>(type[at]))) {
    shape.push_back(std::stoll(type.substr(at)));
    at = type.find('x', at) + 1;
  }
  return shape;
}

static void replaceAll(std::string &text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

void OpWriter::windowOp(const RandomOp &op, double bound, const std::vector<bool> &exactOperands,
                        bool exact) {
  std::string line = op.text, id = "%v" + std::to_string(next++), before = op.before;
  std::string zero = "%z" + std::to_string(next);
  // Its operands %a, %b, ... and constant %z get names of this program.
  for (size_t number = 0; number < op.operands.size(); ++number) {
    Val value = small(fit(shapeOf(op.operands[number]), "f64", exactOperands[number]), 100);
    bound = std::max(bound, value.bound);
    exact &= value.exact;
    std::string placeholder = std::string("%") + char('a' + number);
    size_t close = line.find(')');
    std::string head = line.substr(0, close);
    replaceAll(head, "(" + placeholder, "(" + value.name);
    replaceAll(head, ", " + placeholder, ", " + value.name);
    line = head + line.substr(close);
  }
  size_t close = line.find(')');
  std::string head = line.substr(0, close);
  replaceAll(head, "%z", zero);
  line = head + line.substr(close);
  replaceAll(before, "%z", zero);
  line = before + id + (op.results.size() > 1 ? ":" + std::to_string(op.results.size()) : "") +
         " = " + line + "\n";
  replaceAll(line, "$T", "f64");
  text += line;
  for (size_t number = 0; number < op.results.size(); ++number)
    keep({id + (op.results.size() > 1 ? "#" + std::to_string(number) : ""),
          shapeOf(op.results[number]), "f64", bound, exact});
}

void OpWriter::windowed() {
  switch (random.below(7)) {
  case 0:
  case 1:
  case 2:
    return windowOp(windows.convolution(), 1e5, {false, false}, false);
  case 3:
    return windowOp(windows.pooling("add", "0.5"), 1e4, {false}, false);
  case 4:
    return random.chance(50) ? windowOp(windows.pooling("maximum", "-5.0"), 5, {false}, true)
                             : windowOp(windows.pooling("minimum", "5.0"), 5, {false}, true);
  case 5:
    return windowOp(windows.pooling("", "-5.0"), 5, {true, false}, true);
  default:
    return windowOp(windows.selectAndScatter(), 1e4, {true, false, false}, false);
  }
}

void OpWriter::sorts() {
  RandomOp op = windows.sort(/*longest=*/9);
  windowOp(op, 4, std::vector<bool>(op.operands.size(), true), true);
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

void OpWriter::layers() {
  Val x = small(any("f64", 2, 3), 100);
  Shape rows(x.shape.begin(), x.shape.end() - 1), width{x.shape.back()};
  switch (random.below(8)) {
  case 6: { // The elements that are dropped are the same however the value is split.
    bool isMask = random.chance(50);
    Val by = isMask ? fit(x.shape, "i1") : argument({2}, "ui32", 0, 1000);
    return keep(define(x.shape, "f64",
                       "nn.dropout " + x.name + (isMask ? ", mask " : ", key ") + by.name +
                           " {rate = 0.25 : f64" + (isMask ? "" : ", stream = 3 : i64") + "}" +
                           functionType({x, by}, {x.type()}),
                       2 * x.bound, x.exact));
  }
  case 7: {
    Val weight = fit(width, "f64"), bias = fit(width, "f64");
    return keep(define(x.shape, "f64",
                       "nn.layer_norm " + x.name + ", " + weight.name + ", " + bias.name +
                           " {eps = 0.01 : f64} : " + x.type() + ", " + weight.type(),
                       4 * weight.bound + bias.bound, false));
  }
  case 0:
    return keep(define(x.shape, "f64",
                       "nn.softmax " + x.name + " {dimension = " +
                           std::to_string(random.below(x.rank())) + " : i64} : " + x.type(),
                       1, false));
  case 1: {
    Val weight = fit(width, "f64");
    return keep(define(x.shape, "f64",
                       "nn.rms_norm " + x.name + ", " + weight.name +
                           " {eps = 0.01 : f64} : " + x.type() + ", " + weight.type(),
                       4 * weight.bound, false));
  }
  case 2: {
    Val ids = argument(anyShape(1, 2), "i32", 0, 7), table = fit({7, extent()}, "f64");
    Shape result = ids.shape;
    result.push_back(table.shape[1]);
    return keep(define(result, "f64",
                       "nn.embedding " + table.name + ", " + ids.name +
                           functionType({table, ids}, {typeOf(result, "f64")}),
                       table.bound, table.exact));
  }
  case 3: {
    Val labels = argument(rows, "i32", 0, x.shape.back());
    std::string id = "%v" + std::to_string(next++);
    text += id + ":2 = nn.cross_entropy " + x.name + ", " + labels.name +
            functionType({x, labels}, {typeOf(rows, "f64"), typeOf(rows, "f64")}) + "\n";
    keep({id + "#0", rows, "f64", 2 * x.bound + 8, false});
    return keep({id + "#1", rows, "f64", x.bound + 8, false});
  }
  case 4:
    return keep(same(random.of(Names{"nn.silu"}), {x}, x.bound, true));
  default:
    return keep(
        define(x.shape, "f64",
               "nn.gelu " + x.name + random.of(Names{" <tanh>", " <erf>"}) + " : " + x.type(),
               x.bound, x.exact));
  }
}
