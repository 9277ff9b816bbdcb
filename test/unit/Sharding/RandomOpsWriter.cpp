//===- RandomOpsWriter.cpp - random graphs over every op --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// How a program is put together; its ops are in RandomOpsKinds.cpp and
// RandomOpsGroups.cpp.
//
//===----------------------------------------------------------------------===//

#include "RandomOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace shardc::test;

using Val = OpWriter::Val;
using Shape = OpWriter::Shape;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string OpWriter::typeOf(const Shape &shape, const std::string &element) {
  std::string type = "tensor<";
  for (int64_t dim : shape)
    type += std::to_string(dim) + "x";
  return type + element + ">";
}

std::string Val::type() const { return typeOf(shape, element); }

int64_t Val::count() const {
  int64_t count = 1;
  for (int64_t dim : shape)
    count *= dim;
  return count;
}

int64_t OpWriter::extent() {
  static const std::vector<int64_t> extents = {1, 2, 3, 4, 5, 6, 7, 8};
  return random.of(extents);
}

Shape OpWriter::anyShape(int64_t low, int64_t high) {
  Shape shape;
  for (int64_t rank = random.between(low, high); rank > 0; --rank)
    shape.push_back(extent());
  return shape;
}

void OpWriter::keep(Val value) {
  unused.push_back(value);
  // Large tensors make the tests slow and no better.
  if (value.count() <= 1000 && value.rank() <= 4)
    values.push_back(std::move(value));
}

Val OpWriter::argument(const Shape &shape, const std::string &element, int64_t low, int64_t high) {
  std::string name = "%arg" + std::to_string(argumentCount++);
  arguments += (arguments.empty() ? "" : ", ") + name + ": " + typeOf(shape, element);
  Val value{name, shape, element, 4, true};
  if (element == "i1") {
    low = 0;
    high = 2;
  } else if (element == "ui32") {
    low = std::max<int64_t>(low, 0);
  }
  if (element != "f64")
    ranges.push_back({name, low, high});
  values.push_back(value);
  return value;
}

Val OpWriter::define(const Shape &shape, const std::string &element, const std::string &op,
                     double bound, bool exact) {
  Val value{"%v" + std::to_string(next++), shape, element, bound, exact};
  text += value.name + " = " + op + "\n";
  return value;
}

Val OpWriter::same(const std::string &name, const std::vector<Val> &operands, double bound,
                   bool exact) {
  std::string op = name;
  for (const Val &operand : operands) {
    op += (&operand == operands.data() ? " " : ", ") + operand.name;
    exact &= operand.exact;
  }
  return define(operands[0].shape, operands[0].element, op + " : " + operands[0].type(), bound,
                exact);
}

Val OpWriter::scalar(const std::string &element, const std::string &number) {
  return define({}, element, "stablehlo.constant dense<" + number + "> : tensor<" + element + ">",
                4, true);
}

Val OpWriter::filled(const Shape &shape, const std::string &element, const std::string &number) {
  return define(shape, element,
                "stablehlo.constant dense<" + number + "> : " + typeOf(shape, element), 4, true);
}

Val OpWriter::small(Val value, double bound) {
  if (!value.isFloat() || value.bound <= bound)
    return value;
  return same("stablehlo.tanh", {value}, 1, true);
}

Val OpWriter::any(const std::string &element, int64_t low, int64_t high, bool exact) {
  std::vector<Val> fitting;
  for (const Val &value : values)
    if ((element.empty() || value.element == element) && value.rank() >= low &&
        value.rank() <= high && (value.exact || !exact))
      fitting.push_back(value);
  if (!fitting.empty() && !random.chance(15))
    return random.chance(50) ? fitting.back() : random.of(fitting);
  std::string type = element;
  if (type.empty())
    type = random.chance(50) ? "f64" : random.chance(20) ? "i1" : anyInteger();
  return argument(anyShape(std::max<int64_t>(low, 1), std::min<int64_t>(high, 3)), type);
}

Val OpWriter::fit(const Shape &shape, const std::string &element, bool exact) {
  std::vector<Val> fitting, larger;
  for (const Val &value : values) {
    if (value.element != element || value.rank() != static_cast<int64_t>(shape.size()) ||
        (exact && !value.exact))
      continue;
    if (value.shape == shape)
      fitting.push_back(value);
    bool covers = true;
    for (int64_t dim = 0; dim < value.rank(); ++dim)
      covers &= value.shape[dim] >= shape[dim];
    if (covers)
      larger.push_back(value);
  }
  if (!fitting.empty() && !random.chance(25))
    return random.of(fitting);
  if (larger.empty() || random.chance(50))
    return argument(shape, element);
  Val from = random.of(larger);
  std::string cut;
  for (int64_t dim = 0; dim < from.rank(); ++dim) {
    int64_t start = random.between(0, from.shape[dim] - shape[dim]);
    cut += (dim ? ", " : "") + std::to_string(start) + ":" + std::to_string(start + shape[dim]);
  }
  if (shape.empty() || from.shape == shape)
    return from;
  return define(shape, element,
                "stablehlo.slice " + from.name + " [" + cut + "] : (" + from.type() + ") -> " +
                    typeOf(shape, element),
                from.bound, from.exact);
}

std::string OpWriter::combiner(const std::string &op, const std::string &element) {
  std::string type = "tensor<" + element + ">";
  std::string body = "({\n^bb0(%p: " + type + ", %q: " + type + "):\n";
  if (op == "replace")
    return body + "stablehlo.return %q : " + type + "\n})";
  return body + "%s = stablehlo." + op + " %p, %q : " + type + "\nstablehlo.return %s : " + type +
         "\n})";
}

std::string OpWriter::functionType(const std::vector<Val> &operands,
                                   const std::vector<std::string> &to) {
  std::string text = " : (", results;
  for (const Val &operand : operands)
    text += (&operand == operands.data() ? "" : ", ") + operand.type();
  for (const std::string &type : to)
    results += (results.empty() ? "" : ", ") + type;
  return text + ") -> " + (to.size() == 1 ? results : "(" + results + ")");
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void OpWriter::grow() {
  static const std::vector<std::pair<int, void (OpWriter::*)()>> kinds = {
      {12, &OpWriter::unaryFloat},    {8, &OpWriter::unaryInteger},  {12, &OpWriter::binaryFloat},
      {10, &OpWriter::binaryInteger}, {5, &OpWriter::booleans},      {8, &OpWriter::choose},
      {8, &OpWriter::converts},       {12, &OpWriter::views},        {10, &OpWriter::pieces},
      {4, &OpWriter::constants},      {8, &OpWriter::dynamicSlices}, {8, &OpWriter::gathers},
      {8, &OpWriter::scatters},       {10, &OpWriter::dots},         {12, &OpWriter::reductions},
      {4, &OpWriter::argmax},         {12, &OpWriter::windowed},     {6, &OpWriter::sorts},
      {6, &OpWriter::layers}};
  int total = 0;
  for (auto &[weight, kind] : kinds)
    total += weight;
  int64_t pick = random.below(total);
  for (auto &[weight, kind] : kinds) {
    if (pick < weight)
      return (this->*kind)();
    pick -= weight;
  }
}

std::string OpWriter::write() {
  for (int64_t count = random.between(2, 8); count > 0; --count)
    grow();
  // What nobody reads is a result.
  std::vector<Val> results;
  for (const Val &value : unused) {
    bool isRead = false;
    for (size_t at = text.find(value.name); !isRead && at != std::string::npos;
         at = text.find(value.name, at + 1)) {
      llvm::StringRef rest = llvm::StringRef(text).drop_front(at + value.name.size());
      bool isWhole = rest.empty() || !llvm::isAlnum(rest.front());
      bool isDefined = rest.starts_with(" = ") || rest.starts_with(":");
      isRead = isWhole && !isDefined;
    }
    if (!isRead)
      results.push_back(value);
  }
  if (results.empty())
    results.push_back(any("f64"));
  std::string names, types;
  for (const Val &value : results) {
    names += (names.empty() ? "" : ", ") + value.name;
    types += (types.empty() ? "" : ", ") + value.type();
  }
  return "func.func @main(" + arguments + ") -> (" + types + ") {\n" + text + "return " + names +
         " : " + types + "\n}\n";
}
