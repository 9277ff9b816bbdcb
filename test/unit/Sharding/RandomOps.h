//===- RandomOps.h - random graphs over every op ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Where RandomProgram draws few ops in many surroundings, this draws every op
// that import keeps, with every attribute, on floats, integers and booleans.
//
// Two orders of summation differ by rounding, so a value says whether it is
// exact (no rounding depends on the order); what jumps, such as comparisons,
// sorting and rounding, is only done to exact values.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SHARDING_RANDOMOPS_H
#define SHARDC_TEST_UNIT_SHARDING_RANDOMOPS_H

#include "../RandomWindows.h"
#include "RandomProgram.h"

namespace shardc::test {

/// A context with all dialects of model IR, CHLO among them, and their op models.
std::unique_ptr<mlir::MLIRContext> makeOpsContext();

/// A module of a few random ops with random annotations, all of whose unused values
/// are results; null when the text does not parse (an error is emitted then).
/// `narrow`: some values are rounded to f32 and bf16 on the way.
mlir::OwningOpRef<mlir::ModuleOp> randomOps(uint64_t seed, mlir::MLIRContext *context,
                                            bool narrow = true);

/// Writes the text of one program.
class OpWriter {
public:
  OpWriter(uint64_t seed, bool narrow) : random(seed), windows(seed), narrow(narrow) {}

  using Shape = std::vector<int64_t>;
  /// One value of the program.
  struct Val {
    std::string name;
    Shape shape;
    /// "f64", "i32", "ui32", "i64", "i1".
    std::string element;
    /// Its magnitude is at most about this.
    double bound;
    bool exact;

    std::string type() const;
    bool isFloat() const { return element == "f64"; }
    int64_t rank() const { return shape.size(); }
    int64_t count() const;
  };
  /// Range of an integer argument: [low, high).
  struct Range {
    std::string argument;
    int64_t low, high;
  };

  /// The module, without annotations.
  std::string write();

  /// Ranges of its integer arguments.
  std::vector<Range> ranges;

private:
  static std::string typeOf(const Shape &shape, const std::string &element);
  int64_t extent();
  Shape anyShape(int64_t low, int64_t high);
  Val argument(const Shape &shape, const std::string &element, int64_t low = -9, int64_t high = 10);
  /// A value of the shape: one that is there, a piece of one, or an argument.
  Val fit(const Shape &shape, const std::string &element, bool exact = false);
  /// Any value of the element type ("" for any) and rank.
  Val any(const std::string &element, int64_t low = 0, int64_t high = 4, bool exact = false);
  /// A float value of small magnitude.
  Val small(Val value, double bound = 4);
  Val scalar(const std::string &element, const std::string &number);
  Val filled(const Shape &shape, const std::string &element, const std::string &number);
  std::string anyInteger() { return random.of(std::vector<std::string>{"i32", "ui32", "i64"}); }

  /// Defines a value by an op; `keep` puts it among the operands of others.
  Val define(const Shape &shape, const std::string &element, const std::string &op, double bound,
             bool exact);
  /// `name %a, %b : type` of the operands' type.
  Val same(const std::string &name, const std::vector<Val> &operands, double bound, bool exact);
  void keep(Val value);
  /// The region that combines two scalars.
  std::string combiner(const std::string &op, const std::string &element);
  std::string functionType(const std::vector<Val> &operands, const std::vector<std::string> &to);

  void grow();
  void unaryFloat();
  void unaryInteger();
  void binaryFloat();
  void binaryInteger();
  void booleans();
  void choose();
  void converts();
  void views();
  void pieces();
  void constants();
  void dynamicSlices();
  void gathers();
  void scatters();
  void dots();
  void reductions();
  void argmax();
  void windowed();
  void sorts();
  void layers();
  void windowOp(const RandomOp &op, double bound, const std::vector<bool> &exactOperands,
                bool exact);

  Random random;
  RandomWindows windows;
  bool narrow;
  std::string arguments, text;
  std::vector<Val> values;
  /// Defined and not yet used.
  std::vector<Val> unused;
  unsigned next = 0, argumentCount = 0;
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SHARDING_RANDOMOPS_H
