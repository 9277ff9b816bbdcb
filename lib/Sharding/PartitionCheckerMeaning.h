//===- PartitionCheckerMeaning.h - what local values are parts of -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The second half of the checker. A placement says which part of its global
// value a local value is; the meaning says which global value that is: a term
// over the arguments. Terms of the local and of the global program are numbered
// in one table, so that values are equal when their numbers are.
//
// A term names a value up to the extents of dimensions along which it does not
// vary; where an op's result depends on such an extent, the extent is part of
// the result's term.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_PARTITIONCHECKERMEANING_H
#define SHARDC_LIB_SHARDING_PARTITIONCHECKERMEANING_H

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace shardc::checker {

using Term = uint32_t;

/// Numbers terms: equal keys get equal numbers.
class TermTable {
public:
  /// What a term is made by: one of these, or an op's name.
  enum Head : uint64_t {
    Unknown,
    Argument,
    Number,
    Iota,
    Microbatch,
    /// A value that a loop carries, by the loop's depth and the value's number.
    Carried,
    /// The greatest part of a logarithm of sums, by which all ranks scale.
    Scale,
    /// The loss of a rank with its own columns and labels.
    OwnLoss,
    /// The label's logit on the rank that has it.
    OwnLogit,
    /// A value picked by the rank whose block holds the index, else 0.
    Picked,
    /// The sum of log-exponentials less the label's logit.
    RawLoss,
    /// The sum of the squares of some values.
    Squares,
    Tagged,
    /// What a body computes of elements.
    Body,
    LastHead
  };

  /// Term 0 is none.
  TermTable() { unknown(); }
  /// The term of a key: its head, then its words.
  Term get(llvm::ArrayRef<uint64_t> key);
  /// A term that equals no other.
  Term unknown() { return get({Unknown, next++}); }
  llvm::ArrayRef<uint64_t> key(Term term) const { return keys[term]; }
  bool is(Term term, uint64_t head) const { return keys[term].front() == head; }
  size_t size() const { return keys.size(); }

private:
  llvm::BumpPtrAllocator storage;
  llvm::DenseMap<llvm::ArrayRef<uint64_t>, Term> numbers;
  std::vector<llvm::ArrayRef<uint64_t>> keys;
  uint64_t next = 0;
};

/// Gives the values of one function their terms, along with the checker's walk.
class Meaning {
public:
  Meaning(Checker &checker, TermTable &table) : checker(checker), table(table) {}

  /// An argument of the function.
  void seed(mlir::BlockArgument argument);
  /// A body argument that takes microbatches of `slice`.
  void enterMicrobatch(mlir::BlockArgument argument, mlir::Value slice);
  /// The arguments of the regions of a loop.
  void enterLoop(mlir::stablehlo::WhileOp loop);
  /// A value that is another one.
  void alias(mlir::Value value, mlir::Value of) { set(value, this->of(of)); }
  /// The results of `op`, whose placements are known.
  void visit(mlir::Operation *op);

  Term of(mlir::Value value) const {
    auto at = terms.find(value);
    return at == terms.end() ? Term(0) : at->second;
  }

private:
  using Key = llvm::SmallVector<uint64_t, 12>;

  void set(mlir::Value value, Term term) { terms[value] = term; }
  Term ofResult(mlir::Operation *op, mlir::OpResult result);
  Term ofDist(mlir::Operation *op, mlir::OpResult result);
  Term ofLoop(mlir::stablehlo::WhileOp loop, mlir::OpResult result);
  Term ofElementwise(mlir::Operation *op, mlir::OpResult result);
  Term ofSum(Term a, Term b);
  Term ofSelect(mlir::Operation *op, mlir::OpResult result);
  Term ofSquares(mlir::Operation *op);
  /// The function of elements that a reduction, sort or scatter applies.
  Term ofBody(mlir::Region &region);
  Term ofCrossEntropy(mlir::Operation *op, mlir::OpResult result);
  Term ofDropout(nn::DropoutOp op, mlir::OpResult result);
  Term ofIota(const Placement &placement, mlir::Type element, unsigned dim);
  std::optional<std::pair<Term, Term>> matchIota(mlir::Operation *op);

  /// Head, inherent attributes, element type and number of the result.
  Key begin(mlir::Operation *op, mlir::OpResult result, bool withAttributes = true);
  Term finish(Key &key, llvm::ArrayRef<mlir::Value> operands);
  Term generic(mlir::Operation *op, mlir::OpResult result);
  /// Extents of the dimensions that are not soft, -1 for those that are.
  void addShape(Key &key, const Placement &placement);
  /// Global extents of a dimension, as far as the value knows.
  int64_t extentOf(const Dim &dim) const;
  /// How many terms each sum of `result` has along the given dimensions.
  uint64_t countTerms(mlir::Operation *op, const Placement &result,
                      llvm::ArrayRef<std::pair<const Dim *, const Dim *>> summed);
  bool losesVarying(mlir::Operation *op, const Placement &result);
  Term number(double value);
  bool isNumber(Term term, double value) const;
  bool isOp(Term term, llvm::StringRef name) const;
  llvm::ArrayRef<uint64_t> operandsOf(Term term) const;

  Checker &checker;
  TermTable &table;
  llvm::DenseMap<mlir::Value, Term> terms;
};

} // namespace shardc::checker

#endif // SHARDC_LIB_SHARDING_PARTITIONCHECKERMEANING_H
