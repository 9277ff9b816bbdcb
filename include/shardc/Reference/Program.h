//===- Program.h - whole modules in the interpreter -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Runs the program of a module at any stage of the road, from the imported
// graph to compiled segments, on seeded or given global values, and gives
// global values back by name; so that any two stages can be compared.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_REFERENCE_PROGRAM_H
#define SHARDC_REFERENCE_PROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "shardc/Reference/Interpreter.h"

namespace shardc::reference {

/// A global value that enters or leaves a program.
struct NamedTensor {
  std::string name;
  /// `dist.role`, or empty.
  std::string role;
  Tensor value;
};

/// How a module is run.
struct ProgramOptions {
  uint64_t seed = 0;
  /// Steps; results with `dist.updated_by` become the arguments of the next.
  int64_t steps = 1;
  /// The function run on one device or by all ranks, when the module has no
  /// programs of rank classes.
  std::string entry = "main";
  InterpreterOptions interpreter;
};

/// The ranks' functions of a module: the programs of the rank classes, or the
/// entry on all ranks of the mesh, or (on values that are not split) on one.
struct RankPrograms {
  dist::MeshAttr mesh;
  llvm::SmallVector<mlir::func::FuncOp> functions;
};
/// True for a function whose values are parts of global ones: an argument or a
/// result says of which (dist.global_type).
bool isLocalProgram(mlir::func::FuncOp function);

/// Reports a module without a program, or a rank without one.
llvm::FailureOr<RankPrograms> findPrograms(mlir::ModuleOp module, llvm::StringRef entry = "main");

/// Runs a module. Arguments found by name in `given` have those values, all
/// others seeded ones. Gives the results of each step, in the order of the
/// functions and their results, each name once. Fails when ranks disagree about
/// a result they all hold.
llvm::FailureOr<std::vector<llvm::SmallVector<NamedTensor>>>
runModule(mlir::ModuleOp module, const ProgramOptions &options = {},
          llvm::ArrayRef<NamedTensor> given = {});

/// The value of that name, or null.
const Tensor *findTensor(llvm::ArrayRef<NamedTensor> values, llvm::StringRef name);

/// The worst of the errors of `results` against the values of the same names in
/// `references`; gradients have the floor of their own. A name that is missing
/// counts as infinite.
struct WorstError {
  double error = 0.0;
  std::string name;
};
WorstError compareResults(llvm::ArrayRef<NamedTensor> results,
                          llvm::ArrayRef<NamedTensor> references);

} // namespace shardc::reference

#endif // SHARDC_REFERENCE_PROGRAM_H
