//===- RandomOpsKinds.cpp - every op with every attribute -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One function a family of ops: elementwise ops, and what moves elements.
//
//===----------------------------------------------------------------------===//

#include "RandomOps.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace shardc::test;

using Val = OpWriter::Val;
using Shape = OpWriter::Shape;
using Names = std::vector<std::string>;

static std::string listOf(const std::vector<int64_t> &numbers) {
  std::string text;
  for (int64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "[" + text + "]";
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

void OpWriter::unaryFloat() {
  switch (random.below(5)) {
  case 0: // They jump.
    return keep(same(random.of(Names{"stablehlo.ceil", "stablehlo.floor", "stablehlo.sign",
                                     "stablehlo.round_nearest_even"}),
                     {any("f64", 0, 4, /*exact=*/true)}, 4, true));
  case 1: {
    Val x = any("f64");
    return keep(define(x.shape, "i1",
                       "stablehlo.is_finite " + x.name + " : (" + x.type() + ") -> " +
                           typeOf(x.shape, "i1"),
                       1, true));
  }
  case 2: { // Positive operands.
    Val x = same("stablehlo.abs", {any("f64")}, 0, true);
    x = same("stablehlo.add", {x, filled(x.shape, "f64", "0.25")}, 1e3, true);
    return keep(same(random.of(Names{"stablehlo.log", "stablehlo.log_plus_one", "stablehlo.rsqrt",
                                     "stablehlo.sqrt", "stablehlo.cbrt"}),
                     {x}, 8, true));
  }
  case 3:
    return keep(same(random.of(Names{"stablehlo.exponential", "stablehlo.exponential_minus_one"}),
                     {small(any("f64"))}, 60, true));
  default: {
    Val x = any("f64");
    if (random.chance(25))
      return keep(same(random.of(Names{"stablehlo.abs", "stablehlo.negate"}), {x}, x.bound, true));
    x = small(x, 50);
    if (random.chance(35))
      return keep(define(x.shape, "f64",
                         random.of(Names{"chlo.erf ", "chlo.erfc "}) + x.name + " : " + x.type() +
                             " -> " + x.type(),
                         2, x.exact));
    return keep(same(random.of(Names{"stablehlo.cosine", "stablehlo.sine", "stablehlo.tanh",
                                     "stablehlo.logistic"}),
                     {x}, 2, true));
  }
  }
}

void OpWriter::unaryInteger() {
  Val x = any(anyInteger());
  Names names = {"stablehlo.negate", "stablehlo.not", "stablehlo.popcnt",
                 "stablehlo.count_leading_zeros"};
  if (x.element != "ui32") {
    names.push_back("stablehlo.abs");
    names.push_back("stablehlo.sign");
  }
  keep(same(random.of(names), {x}, 0, true));
}

void OpWriter::binaryFloat() {
  if (random.chance(15)) { // Jumps where the quotient passes an integer.
    Val x = any("f64", 0, 4, true), y = fit(x.shape, "f64", true);
    y = same("stablehlo.add", {same("stablehlo.abs", {y}, 0, true), filled(x.shape, "f64", "0.5")},
             8, true);
    return keep(same("stablehlo.remainder", {x, y}, 8, true));
  }
  Val x = any("f64"), y = fit(x.shape, "f64");
  auto positive = [&](Val value) {
    value = same("stablehlo.abs", {value}, value.bound, true);
    return same("stablehlo.add", {value, filled(value.shape, "f64", "0.5")}, value.bound + 1, true);
  };
  switch (random.below(8)) {
  case 0:
    return keep(same("stablehlo.atan2", {x, positive(y)}, 3, true));
  case 1:
    return keep(same("stablehlo.divide", {x, positive(y)}, 2 * x.bound, true));
  case 2:
    return keep(same("stablehlo.power", {positive(small(x)), small(y)}, 2000, true));
  case 3:
    return keep(same(random.of(Names{"stablehlo.maximum", "stablehlo.minimum"}), {x, y},
                     std::max(x.bound, y.bound), true));
  case 4:
  case 5:
    return keep(same("stablehlo.multiply", {small(x, 1000), small(y, 1000)},
                     std::min(x.bound, 1e3) * std::min(y.bound, 1e3), true));
  default:
    return keep(same(random.of(Names{"stablehlo.add", "stablehlo.subtract"}), {x, y},
                     x.bound + y.bound, true));
  }
}

void OpWriter::binaryInteger() {
  Val x = any(anyInteger()), y = fit(x.shape, x.element);
  switch (random.below(6)) {
  case 0: { // The divisor is in [1, 15].
    y = same("stablehlo.or",
             {same("stablehlo.and", {y, filled(y.shape, y.element, "14")}, 0, true),
              filled(y.shape, y.element, "1")},
             0, true);
    return keep(same(random.of(Names{"stablehlo.divide", "stablehlo.remainder"}), {x, y}, 0, true));
  }
  case 1:
  case 2: { // Some amounts are past the width.
    y = same("stablehlo.and", {y, filled(y.shape, y.element, random.chance(70) ? "31" : "127")}, 0,
             true);
    return keep(same(random.of(Names{"stablehlo.shift_left", "stablehlo.shift_right_arithmetic",
                                     "stablehlo.shift_right_logical"}),
                     {x, y}, 0, true));
  }
  case 3:
    y = same("stablehlo.and", {y, filled(y.shape, y.element, "7")}, 0, true);
    return keep(same("stablehlo.power", {x, y}, 0, true));
  default:
    return keep(same(random.of(Names{"stablehlo.add", "stablehlo.subtract", "stablehlo.multiply",
                                     "stablehlo.maximum", "stablehlo.minimum", "stablehlo.and",
                                     "stablehlo.or", "stablehlo.xor"}),
                     {x, y}, 0, true));
  }
}

void OpWriter::booleans() {
  Val x = any("i1");
  if (random.chance(30))
    return keep(same("stablehlo.not", {x}, 0, true));
  keep(same(random.of(Names{"stablehlo.and", "stablehlo.or", "stablehlo.xor", "stablehlo.add",
                            "stablehlo.multiply", "stablehlo.maximum", "stablehlo.minimum"}),
            {x, fit(x.shape, "i1")}, 0, true));
}

void OpWriter::choose() {
  if (random.chance(40)) {
    Val x = any("", 0, 4, true), y = fit(x.shape, x.element, true);
    Val result =
        define(x.shape, "i1",
               "stablehlo.compare " + random.of(Names{"EQ", "NE", "LT", "LE", "GT", "GE"}) + ", " +
                   x.name + ", " + y.name + functionType({x, y}, {typeOf(x.shape, "i1")}),
               1, true);
    return keep(result);
  }
  Val x = any(random.chance(70) ? "f64" : "");
  Val y = fit(x.shape, x.element);
  if (random.chance(50) || x.element == "i1") {
    Val which = fit(random.chance(25) ? Shape{} : x.shape, "i1");
    return keep(define(x.shape, x.element,
                       "stablehlo.select " + which.name + ", " + x.name + ", " + y.name +
                           functionType({which, x, y}, {x.type()}),
                       std::max(x.bound, y.bound), x.exact && y.exact));
  }
  Val low = random.chance(50) ? scalar(x.element, x.isFloat() ? "-0.5" : "1") : y;
  Val high =
      random.chance(50) ? scalar(x.element, x.isFloat() ? "0.75" : "6") : fit(x.shape, x.element);
  keep(define(x.shape, x.element,
              "stablehlo.clamp " + low.name + ", " + x.name + ", " + high.name +
                  functionType({low, x, high}, {x.type()}),
              std::max({x.bound, low.bound, high.bound}), x.exact && low.exact && high.exact));
}

void OpWriter::converts() {
  if (random.chance(30)) {
    Val x = any(random.of(Names{"i32", "ui32"}));
    std::string to = x.element == "i32" ? "ui32" : "i32";
    return keep(define(
        x.shape, to,
        "stablehlo.bitcast_convert " + x.name + functionType({x}, {typeOf(x.shape, to)}), 0, true));
  }
  Val x = any("");
  std::string to = random.of(Names{"f64", "i32", "ui32", "i64", "i1", "i8", "f32", "bf16"});
  if (to == x.element || (!narrow && (to == "f32" || to == "bf16")))
    return;
  if (x.isFloat()) {
    // To an integer toward zero, to a narrower float to the nearest: both jump.
    if (!x.exact)
      x = any("f64", 0, 4, true);
    x = small(x, 100);
    if (to == "ui32")
      x = same("stablehlo.abs", {x}, x.bound, true);
  }
  if (!x.isFloat() && (to == "f64" || to == "f32" || to == "bf16")) {
    // Not larger than a few.
    if (x.element != "i1")
      x = same("stablehlo.and", {x, filled(x.shape, x.element, "15")}, 0, true);
  }
  Val y =
      define(x.shape, to, "stablehlo.convert " + x.name + functionType({x}, {typeOf(x.shape, to)}),
             x.isFloat() ? x.bound : 16, true);
  if (to == "f32" || to == "bf16" || to == "i8") {
    std::string back = to == "i8" ? "i32" : "f64";
    y = define(x.shape, back,
               "stablehlo.convert " + y.name + functionType({y}, {typeOf(x.shape, back)}), y.bound,
               true);
  }
  keep(y);
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

void OpWriter::views() {
  Val x = any("", 1);
  std::vector<int64_t> dims(x.rank());
  for (int64_t dim = 0; dim < x.rank(); ++dim)
    dims[dim] = dim;
  for (int64_t i = x.rank() - 1; i > 0; --i)
    std::swap(dims[i], dims[random.below(i + 1)]);
  auto moved = [&](const Shape &shape, const std::string &op) {
    keep(define(shape, x.element, op + functionType({x}, {typeOf(shape, x.element)}), x.bound,
                x.exact));
  };
  switch (random.below(9)) {
  case 0: {
    Val y = any("");
    std::string id = "%v" + std::to_string(next++);
    text += id + ":2 = stablehlo.optimization_barrier " + x.name + ", " + y.name + " : " +
            x.type() + ", " + y.type() + "\n";
    for (const auto &[value, end] : {std::pair(x, "#0"), std::pair(y, "#1")})
      keep({id + end, value.shape, value.element, value.bound, value.exact});
    return;
  }
  case 1:
  case 2: {
    Shape shape;
    for (int64_t dim : dims)
      shape.push_back(x.shape[dim]);
    return moved(shape, "stablehlo.transpose " + x.name + ", dims = " + listOf(dims));
  }
  case 3:
  case 4: {
    dims.resize(random.between(1, x.rank()));
    return moved(x.shape, "stablehlo.reverse " + x.name + ", dims = " + listOf(dims));
  }
  case 5:
  case 6: {
    if (x.rank() >= 4)
      return;
    // The dimensions go to any places of the result.
    Shape shape(x.rank() + random.between(0, 1));
    int64_t skipped =
        static_cast<int64_t>(shape.size()) > x.rank() ? random.below(shape.size()) : 4;
    for (int64_t &dim : dims)
      dim += dim >= skipped;
    for (int64_t &size : shape)
      size = extent();
    for (int64_t dim = 0; dim < x.rank(); ++dim)
      if (x.shape[dim] != 1 || random.chance(50))
        shape[dims[dim]] = x.shape[dim];
    return moved(shape, "stablehlo.broadcast_in_dim " + x.name + ", dims = " + listOf(dims));
  }
  default: {
    Shape shape;
    for (int64_t size : x.shape) {
      int64_t major = random.of(std::vector<int64_t>{1, 2, 3, 4});
      bool joins = !shape.empty() && random.chance(35);
      if (joins)
        shape.back() *= size;
      else if (size % major == 0 && (major != 1 || random.chance(15)))
        shape.insert(shape.end(), {major, size / major});
      else
        shape.push_back(size);
    }
    if (random.chance(15)) // Something without a common refinement.
      for (int64_t divisor : {2, 3, 4, 5})
        if (x.count() % divisor == 0)
          shape = {divisor, x.count() / divisor};
    return moved(shape, "stablehlo.reshape " + x.name);
  }
  }
}

void OpWriter::pieces() {
  Val x = any("", 1);
  int64_t dim = random.below(x.rank());
  switch (random.below(3)) {
  case 0: {
    Shape shape = x.shape;
    std::string cut;
    for (int64_t i = 0; i < x.rank(); ++i) {
      int64_t start = random.chance(60) ? 0 : random.below(x.shape[i]);
      int64_t limit = random.chance(60) ? x.shape[i] : random.between(start + 1, x.shape[i]);
      int64_t stride = random.chance(25) ? random.between(2, 3) : 1;
      shape[i] = (limit - start + stride - 1) / stride;
      cut += (i ? ", " : "") + std::to_string(start) + ":" + std::to_string(limit) +
             (stride > 1 ? ":" + std::to_string(stride) : "");
    }
    return keep(define(shape, x.element,
                       "stablehlo.slice " + x.name + " [" + cut + "]" +
                           functionType({x}, {typeOf(shape, x.element)}),
                       x.bound, x.exact));
  }
  case 1: {
    std::vector<Val> parts = {x};
    Shape shape = x.shape;
    double bound = x.bound;
    bool exact = x.exact;
    for (int64_t count = random.between(1, 2); count > 0; --count) {
      Shape other = x.shape;
      if (random.chance(50))
        other[dim] = extent();
      parts.insert(random.chance(50) ? parts.begin() : parts.end(), fit(other, x.element));
      shape[dim] += other[dim];
    }
    std::string names;
    for (const Val &part : parts) {
      names += part.name + ", ";
      bound = std::max(bound, part.bound);
      exact &= part.exact;
    }
    return keep(define(shape, x.element,
                       "stablehlo.concatenate " + names + "dim = " + std::to_string(dim) +
                           functionType(parts, {typeOf(shape, x.element)}),
                       bound, exact));
  }
  default: {
    Val value =
        random.chance(50) ? fit({}, x.element) : scalar(x.element, x.isFloat() ? "0.5" : "1");
    Shape shape = x.shape, low(x.rank()), high(x.rank()), interior(x.rank());
    for (int64_t i = 0; i < x.rank(); ++i) {
      if (random.chance(40))
        low[i] = random.between(-1, 2);
      if (random.chance(40))
        high[i] = random.between(-1, 2);
      if (random.chance(20))
        interior[i] = random.between(1, 2);
      int64_t base = x.shape[i] + (x.shape[i] - 1) * interior[i];
      if (base + low[i] + high[i] < 1)
        low[i] = high[i] = 0;
      shape[i] = base + low[i] + high[i];
    }
    return keep(define(shape, x.element,
                       "stablehlo.pad " + x.name + ", " + value.name + ", low = " + listOf(low) +
                           ", high = " + listOf(high) + ", interior = " + listOf(interior) +
                           functionType({x, value}, {typeOf(shape, x.element)}),
                       std::max(x.bound, value.bound), x.exact && value.exact));
  }
  }
}

void OpWriter::constants() {
  Shape shape = anyShape(1, 3);
  std::string element = random.chance(50) ? "f64" : anyInteger();
  if (random.chance(60))
    return keep(define(shape, element,
                       "stablehlo.iota dim = " + std::to_string(random.below(shape.size())) +
                           " : " + typeOf(shape, element),
                       8, true));
  // A list of numbers of its own along one dimension.
  int64_t count = shape[0];
  std::string numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers += (i ? ", " : "") + (element == "f64" ? std::to_string(0.125 * random.between(-8, 8))
                                                   : std::to_string(random.between(0, 9)));
  Val row =
      define({count}, element,
             "stablehlo.constant dense<[" + numbers + "]> : " + typeOf({count}, element), 8, true);
  keep(define(shape, element,
              "stablehlo.broadcast_in_dim " + row.name + ", dims = [0]" +
                  functionType({row}, {typeOf(shape, element)}),
              8, true));
}

void OpWriter::dynamicSlices() {
  Val x = any("", 1, 3);
  Shape sizes = x.shape;
  std::vector<Val> starts;
  for (int64_t dim = 0; dim < x.rank(); ++dim) {
    if (random.chance(60))
      sizes[dim] = random.between(1, x.shape[dim]);
    starts.push_back(random.chance(50) ? argument({}, "i32", -2, x.shape[dim] + 2)
                                       : scalar("i32", std::to_string(random.between(-1, 3))));
  }
  std::vector<Val> operands = {x};
  if (random.chance(50)) {
    llvm::append_range(operands, starts);
    std::string names;
    for (const Val &operand : operands)
      names += operand.name + ", ";
    return keep(define(sizes, x.element,
                       "stablehlo.dynamic_slice " + names + "sizes = " + listOf(sizes) +
                           functionType(operands, {typeOf(sizes, x.element)}),
                       x.bound, x.exact));
  }
  Val update = fit(sizes, x.element);
  operands.push_back(update);
  llvm::append_range(operands, starts);
  std::string names;
  for (const Val &operand : operands)
    names += (names.empty() ? " " : ", ") + operand.name;
  keep(define(x.shape, x.element,
              "stablehlo.dynamic_update_slice" + names + functionType(operands, {x.type()}),
              std::max(x.bound, update.bound), x.exact && update.exact));
}
