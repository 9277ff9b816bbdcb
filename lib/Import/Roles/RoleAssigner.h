//===- RoleAssigner.h - what each argument is -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The steps that find roles share what they find. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_ROLES_ROLEASSIGNER_H
#define SHARDC_LIB_IMPORT_ROLES_ROLEASSIGNER_H

#include "../ImportImpl.h"
#include "Updates.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "shardc/Interfaces/DimensionFlow.h"
#include "shardc/Interfaces/Remarks.h"

namespace shardc {

inline bool isFloat(mlir::Value value) {
  return mlir::isa<mlir::FloatType>(typeOf(value).getElementType());
}

/// Says what each argument and result of the entry is: finds what updates what and the
/// batch, then parameters among what is updated, then the roles.
class RoleAssigner {
public:
  RoleAssigner(mlir::func::FuncOp main, llvm::ArrayRef<std::optional<llvm::StringRef>> given)
      : main(main), results(main.getBody().front().getTerminator()->getOperands()), given(given),
        stacks(findStacks(main)), flow(main), reach(main), matcher(main),
        builder(main.getContext()) {}

  void run();

private:
  /// A role and why.
  struct Reasoned {
    llvm::StringRef role;
    std::string reason;
  };
  // Pairs, and the batch.
  void findUpdates();
  bool isTrainingStep(llvm::ArrayRef<mlir::BlockArgument> updated,
                      llvm::ArrayRef<mlir::BlockArgument> open);
  bool mayEndTree(unsigned argument, unsigned result);
  llvm::SmallVector<unsigned> freeResults() const;
  bool hasBatch(mlir::Value value);
  // Parameters among what is updated.
  void findParameters();
  std::optional<unsigned> findNumber(llvm::ArrayRef<unsigned> among, bool isNamed);
  void findByLoss(llvm::ArrayRef<unsigned> outputs);
  bool servesOne(unsigned argument);
  void findByUpdates();

  /// The role that the option or the module gives.
  std::optional<llvm::StringRef> givenRole(unsigned argument);
  bool isExample(unsigned argument, int64_t &dim);
  bool isParameter(unsigned argument);
  Reasoned infer(mlir::BlockArgument argument);
  void setRole(unsigned index);
  std::optional<unsigned> findLoss();
  void setResultRoles();

  mlir::func::FuncOp main;
  mlir::OperandRange results;
  llvm::ArrayRef<std::optional<llvm::StringRef>> given;
  /// Arguments whose first dimension counts layers or steps.
  llvm::BitVector stacks;
  DimensionFlow flow;
  ArgumentReach reach;
  UpdateMatcher matcher;
  mlir::Builder builder;
  llvm::SmallVector<std::optional<unsigned>> updates;
  /// The graph is a training step: it returns parameters that have learned from examples.
  bool isStep = false;
  /// The loop over the examples, and their number.
  std::optional<unsigned> batchLoop;
  std::optional<int64_t> batch;
  /// Updated arguments on which the loss depends.
  llvm::BitVector parameters;
};

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_ROLES_ROLEASSIGNER_H
