//===- RandomLoop.cpp - random loops, sharded -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Writes loops whose end depends on data. Carried values change places, so that the
// placement of one is that of all.
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

const std::string matrix = "tensor<6x8xf64>", square = "tensor<8x8xf64>", scalar = "tensor<f64>",
                  index = "tensor<i32>";

/// Writes one random program.
class Writer {
public:
  explicit Writer(uint64_t seed) : random(seed) {}

  std::string write() {
    line("dist.mesh @mesh <\"a\"=2, \"b\"=2>");
    std::string arguments;
    for (const char *name : {"x", "y", "z"})
      arguments += "%" + std::string(name) + ": " + matrix + sharding(name) + ", ";
    line(
        "func.func @main(" + arguments + "%w: " + square + sharding("w") + ", %n: " + index +
        " {dist.name = \"n\", dist.role = \"input\", dist.init = {kind = \"uniform_int\", low = 1, "
        "high = 5}}) -> (" +
        matrix + ", " + matrix + ", " + scalar + ") {");
    line("%one = stablehlo.constant dense<1> : " + index);
    line("%zero = stablehlo.constant dense<0> : " + index);
    line("%none = stablehlo.constant dense<0.0> : " + scalar);
    line("%few = stablehlo.constant dense<0.25> : " + scalar);
    line("%zeros = stablehlo.broadcast_in_dim %none, dims = [] : (" + scalar + ") -> " + matrix);
    State state = loop({{"%x", draw(2) ? "%y" : "%zeros"}, "%none"}, "%n", 1);
    std::string last = unary(state.matrices[0]);
    line("return " + last + ", " + state.matrices[1] + ", " + state.sum + " : " + matrix + ", " +
         matrix + ", " + scalar);
    line("}");
    return text;
  }

private:
  struct State {
    std::string matrices[2], sum;
  };
  /// A number below `limit`.
  unsigned draw(unsigned limit) { return random() % limit; }
  void line(const std::string &content) { text += content + "\n"; }
  std::string define(const std::string &op) {
    std::string value = "%v" + std::to_string(next++);
    line(value + " = " + op);
    return value;
  }

  std::string sharding(const std::string &name) {
    std::string dims[2];
    const char *axes[] = {"\"a\"", "\"b\""};
    for (const char *axis : axes)
      if (unsigned dim = draw(3); dim < 2)
        dims[dim] += (dims[dim].empty() ? "" : ", ") + std::string(axis);
    for (std::string &dim : dims)
      dim = "{" + dim + (draw(2) ? "" : dim.empty() ? "?" : ", ?") + "}";
    std::string attribute = "dist.name = \"" + name + "\", dist.role = \"input\"";
    if (draw(4))
      attribute += ", dist.sharding = #dist.sharding<@mesh, [" + dims[0] + ", " + dims[1] + "]>";
    return " {" + attribute + "}";
  }

  std::string unary(const std::string &value) {
    const char *ops[] = {"stablehlo.tanh ", "stablehlo.sine ", "stablehlo.negate "};
    return define(ops[draw(3)] + value + " : " + matrix);
  }
  std::string sumOf(const std::string &value) {
    return define("stablehlo.reduce(" + value +
                  " init: %none) applies stablehlo.add across dimensions = [0, 1] : (" + matrix +
                  ", " + scalar + ") -> " + scalar);
  }

  void step(State &state, const std::string &count, int depth) {
    std::string &value = state.matrices[draw(2)];
    const std::string other = draw(2) ? state.matrices[draw(2)] : draw(2) ? "%z" : "%y";
    switch (draw(depth ? 9 : 8)) {
    case 0:
      value = unary(value);
      break;
    case 1:
      value = define((draw(2) ? "stablehlo.add " : "stablehlo.multiply ") + value + ", " + other +
                     " : " + matrix);
      break;
    case 2:
    case 3:
      value = define("stablehlo.dot_general " + value + ", %w, contracting_dims = [1] x [" +
                     std::to_string(draw(2)) + "] : (" + matrix + ", " + square + ") -> " + matrix);
      break;
    case 4:
      value = define("stablehlo.reverse " + value + ", dims = [" + std::to_string(draw(2)) +
                     "] : " + matrix);
      break;
    case 5:
      state.sum = define("stablehlo.add " + state.sum + ", " + sumOf(value) + " : " + scalar);
      break;
    case 6: {
      std::string mean = define("stablehlo.tanh " + state.sum + " : " + scalar);
      std::string wide = define("stablehlo.broadcast_in_dim " + mean + ", dims = [] : (" + scalar +
                                ") -> " + matrix);
      value = define("stablehlo.add " + value + ", " + wide + " : " + matrix);
      break;
    }
    case 7: {
      std::string row =
          define("stablehlo.slice " + other + " [1:2, 0:8] : (" + matrix + ") -> tensor<1x8xf64>");
      value = define("stablehlo.dynamic_update_slice " + value + ", " + row + ", " + count +
                     ", %zero : (" + matrix + ", tensor<1x8xf64>, " + index + ", " + index +
                     ") -> " + matrix);
      break;
    }
    case 8:
      state = loop(state, count, depth - 1);
      break;
    }
  }

  State loop(State state, const std::string &count, int depth) {
    std::string id = std::to_string(next++), value = "%v" + id;
    std::string types = matrix + ", " + matrix + ", " + scalar + ", " + index;
    line(value + ":4 = stablehlo.while(%p" + id + " = " + state.matrices[0] + ", %q" + id + " = " +
         state.matrices[1] + ", %s" + id + " = " + state.sum + ", %i" + id + " = " + count +
         ") : " + types);
    line(" cond {");
    std::string goesOn = define("stablehlo.compare GT, %i" + id + ", %zero, SIGNED : (" + index +
                                ", " + index + ") -> tensor<i1>");
    if (draw(2)) {
      std::string sum = sumOf((draw(2) ? "%p" : "%q") + id);
      std::string isSmall = define("stablehlo.compare LT, " + sum + ", %few, FLOAT : (" + scalar +
                                   ", " + scalar + ") -> tensor<i1>");
      goesOn = define("stablehlo.and " + goesOn + ", " + isSmall + " : tensor<i1>");
    }
    line("stablehlo.return " + goesOn + " : tensor<i1>");
    line("} do {");
    State own{{"%p" + id, "%q" + id}, "%s" + id};
    for (unsigned steps = 1 + draw(4); steps > 0; --steps)
      step(own, "%i" + id, depth);
    if (draw(3) == 0)
      std::swap(own.matrices[0], own.matrices[1]);
    std::string left = define("stablehlo.subtract %i" + id + ", %one : " + index);
    line("stablehlo.return " + own.matrices[0] + ", " + own.matrices[1] + ", " + own.sum + ", " +
         left + " : " + types);
    line("}");
    return {{value + "#0", value + "#1"}, value + "#2"};
  }

  std::mt19937_64 random;
  std::string text;
  int next = 0;
};

} // namespace

OwningOpRef<ModuleOp> test::randomLoop(uint64_t seed, MLIRContext *context) {
  return parseSourceString<ModuleOp>(Writer(seed).write(), context);
}
