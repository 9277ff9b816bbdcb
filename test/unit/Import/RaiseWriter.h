//===- RaiseWriter.h - programs for the tests of raising --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_IMPORT_RAISEWRITER_H
#define SHARDC_TEST_UNIT_IMPORT_RAISEWRITER_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace shardc::test {

/// Writes a program op by op.
class Writer {
public:
  explicit Writer(uint64_t seed) : random(seed) {}

  struct Value {
    std::string name;
    std::vector<int64_t> shape;
    std::string element = "f32";
  };

  bool chance(double p) { return std::uniform_real_distribution<>(0, 1)(random) < p; }
  int64_t pick(int64_t count) {
    return std::uniform_int_distribution<int64_t>(0, count - 1)(random);
  }

  static std::string list(const std::vector<int64_t> &values) {
    std::string text;
    for (int64_t value : values)
      text += (text.empty() ? "" : ", ") + std::to_string(value);
    return "[" + text + "]";
  }
  static int64_t product(const std::vector<int64_t> &shape) {
    int64_t count = 1;
    for (int64_t extent : shape)
      count *= extent;
    return count;
  }
  static std::string type(const Value &value) {
    std::string text = "tensor<";
    for (int64_t extent : value.shape)
      text += std::to_string(extent) + "x";
    return text + value.element + ">";
  }
  Value define(std::vector<int64_t> shape, const std::string &text, std::string element = "f32") {
    Value value{"%v" + std::to_string(next++), std::move(shape), std::move(element)};
    body += "    " + value.name + " = " + text + "\n";
    return value;
  }
  void line(const std::string &text) { body += "    " + text + "\n"; }
  Value argument(std::vector<int64_t> shape, std::string element = "f32") {
    Value value{"%a" + std::to_string(arguments.size()), std::move(shape), std::move(element)};
    arguments.push_back(value.name + ": " + type(value));
    return value;
  }
  Value scalar(const std::string &number, const std::string &element = "f32") {
    return define({}, "stablehlo.constant dense<" + number + "> : tensor<" + element + ">",
                  element);
  }
  Value broadcast(const Value &x, std::vector<int64_t> shape, const std::vector<int64_t> &dims) {
    Value result{"", shape, x.element};
    return define(shape,
                  "stablehlo.broadcast_in_dim " + x.name + ", dims = " + list(dims) + " : (" +
                      type(x) + ") -> " + type(result),
                  x.element);
  }
  Value splat(const std::string &number, const std::vector<int64_t> &shape) {
    return broadcast(scalar(number), shape, {});
  }
  Value reshape(const Value &x, std::vector<int64_t> shape) {
    Value result{"", shape, x.element};
    return define(shape, "stablehlo.reshape " + x.name + " : (" + type(x) + ") -> " + type(result),
                  x.element);
  }
  Value transpose(const Value &x, const std::vector<int64_t> &dims) {
    Value result{"", {}, x.element};
    for (int64_t dim : dims)
      result.shape.push_back(x.shape[dim]);
    return define(result.shape,
                  "stablehlo.transpose " + x.name + ", dims = " + list(dims) + " : (" + type(x) +
                      ") -> " + type(result),
                  x.element);
  }
  Value binary(const std::string &op, const Value &x, const Value &y) {
    return define(x.shape, "stablehlo." + op + " " + x.name + ", " + y.name + " : " + type(x),
                  x.element);
  }
  Value unary(const std::string &op, const Value &x) {
    return define(x.shape, "stablehlo." + op + " " + x.name + " : " + type(x), x.element);
  }
  Value select(const Value &p, const Value &x, const Value &y) {
    return define(x.shape, "stablehlo.select " + p.name + ", " + x.name + ", " + y.name + " : " +
                               type(p) + ", " + type(x));
  }
  Value reduce(const std::string &op, const std::string &init, const Value &x, int64_t dim) {
    Value zero = scalar(init);
    Value result{"", x.shape};
    result.shape.erase(result.shape.begin() + dim);
    return define(result.shape, "stablehlo.reduce(" + x.name + " init: " + zero.name +
                                    ") applies stablehlo." + op + " across dimensions = [" +
                                    std::to_string(dim) + "] : (" + type(x) + ", tensor<f32>) -> " +
                                    type(result));
  }
  /// One value a row of `dim`, repeated along it, perhaps by way of an extent of 1.
  Value along(const Value &row, const Value &like, int64_t dim) {
    std::vector<int64_t> dims, one = like.shape, all;
    for (int64_t i = 0; i < static_cast<int64_t>(like.shape.size()); ++i) {
      all.push_back(i);
      if (i != dim)
        dims.push_back(i);
    }
    if (chance(0.5))
      return broadcast(row, like.shape, dims);
    one[dim] = 1;
    Value kept = chance(0.5) ? reshape(row, one) : broadcast(row, one, dims);
    return broadcast(kept, like.shape, all);
  }
  Value compareIotas(int64_t rows, int64_t columns, int64_t shift, bool columnsFirst) {
    Value shape{"", {rows, columns}, "i32"}, result{"", {rows, columns}, "i1"};
    Value i = define(shape.shape, "stablehlo.iota dim = 0 : " + type(shape), "i32");
    Value j = define(shape.shape, "stablehlo.iota dim = 1 : " + type(shape), "i32");
    if (shift)
      i = binary("add", i, broadcast(scalar(std::to_string(shift), "i32"), shape.shape, {}));
    std::string text =
        columnsFirst ? "LE, " + j.name + ", " + i.name : "GE, " + i.name + ", " + j.name;
    return define(result.shape,
                  "stablehlo.compare " + text + ", SIGNED : (" + type(shape) + ", " + type(shape) +
                      ") -> " + type(result),
                  "i1");
  }
  std::string finish(const Value &result) { return finish(std::vector<Value>{result}); }
  std::string finish(const std::vector<Value> &results) {
    std::string text = "func.func @main(", names, types;
    for (size_t i = 0; i < arguments.size(); ++i)
      text += (i ? ", " : "") + arguments[i];
    for (const Value &result : results) {
      names += (names.empty() ? "" : ", ") + result.name;
      types += (types.empty() ? "" : ", ") + type(result);
    }
    return text + ") -> (" + types + ") {\n" + body + "    return " + names + " : " + types +
           "\n}\n";
  }

private:
  std::mt19937_64 random;
  std::string body;
  std::vector<std::string> arguments;
  unsigned next = 0;
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_IMPORT_RAISEWRITER_H
