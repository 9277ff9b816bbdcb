//===- RuleProof.h - sharding rules proven by running them ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One op on small shapes, split in every way that its rule admits: partitioned,
// run on simulated ranks and put together, it must give what one device gives.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_OPMODELS_RULEPROOF_H
#define SHARDC_TEST_UNIT_OPMODELS_RULEPROOF_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "shardc/Reference/Tensor.h"
#include "shardc/Sharding/Projection.h"
#include <random>
#include <string>

namespace shardc::test {

/// One op with shapes and attributes.
struct ProofCase {
  /// "stablehlo.add".
  std::string op;
  /// Types of the arguments %a, %b, ...: "5x3xf64"; "5xf64+" has positive values,
  /// "4xi32[-1,6)" those of the range.
  std::vector<std::string> arguments;
  /// The op without its results.
  std::string text;
  /// Types of its results.
  std::vector<std::string> results;
  /// Constants that it needs.
  std::string before;
};

/// Cases of the families of ops.
std::vector<ProofCase> elementwiseCases();
std::vector<ProofCase> shapeCases();
std::vector<ProofCase> indexingCases();
std::vector<ProofCase> contractionCases();
std::vector<ProofCase> layerCases();
/// Rarer ops and attributes of all families.
std::vector<ProofCase> formCases();

/// One way to split an op.
struct ProofAssignment {
  FactorSplits splits;
  /// For each group of operands the axes over which they are pending sums.
  std::vector<std::pair<llvm::SmallVector<unsigned>, AxisList>> pending;
};

/// Runs the assignments of one case on one mesh.
class Prover {
public:
  /// `mesh`: sizes of the axes. A single axis of 4 or 6 is cut in two.
  Prover(mlir::MLIRContext *context, const ProofCase &proofCase, llvm::ArrayRef<int64_t> mesh);

  /// All ways to split the op; empty and with `error` set when it can't be read or
  /// run on one device.
  std::vector<ProofAssignment> assignments();
  /// What is wrong with the op split so; empty when nothing is.
  std::string check(const ProofAssignment &assignment);
  /// For messages.
  std::string describe(const ProofAssignment &assignment) const;

  std::string error;

private:
  bool build(llvm::StringRef text);
  mlir::Operation *subject(mlir::ModuleOp module) const;
  bool isValid(const FactorSplits &splits) const;
  reference::Tensor argument(unsigned number, llvm::StringRef values);
  reference::Tensor random(mlir::RankedTensorType type, int64_t low, int64_t high);
  llvm::SmallVector<AxisList> pieces() const;

  mlir::MLIRContext *context;
  ProofCase proofCase;
  std::mt19937_64 engine{1};
  MeshView mesh;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ShardingRule rule;
  llvm::SmallVector<reference::Tensor> arguments;
  llvm::SmallVector<reference::Tensor> expected;
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_OPMODELS_RULEPROOF_H
