//===- ImportImpl.h - steps of import ---------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The steps that importText takes, one file each. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_IMPORTIMPL_H
#define SHARDC_LIB_IMPORT_IMPORTIMPL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace shardc {

/// Line and column, from 1, of a byte of a text.
struct TextPosition {
  unsigned line = 1;
  unsigned column = 1;
};
TextPosition positionOf(llvm::StringRef text, size_t offset);
mlir::Location locationIn(llvm::StringRef text, llvm::StringRef name, size_t offset,
                          mlir::MLIRContext *context);

/// Emits one error, located in the text, when its content shows that it isn't
/// StableHLO text.
llvm::LogicalResult recognizeText(llvm::StringRef text, llvm::StringRef name,
                                  mlir::MLIRContext *context);

/// Parses a text, and says of a fault what it means for the user. Arguments and
/// results of functions get their names (`dist.name`) from the text.
mlir::OwningOpRef<mlir::ModuleOp> parseModule(llvm::StringRef text, llvm::StringRef name,
                                              mlir::MLIRContext *context);

/// The function a module is about: @main, or the only public one. Emits an
/// error and gives null when there is no such function.
mlir::func::FuncOp findEntry(mlir::ModuleOp module);

/// Turns the annotations of Shardy in `main`, and the mesh they refer to, into
/// `dist.mesh`, `dist.sharding`, `dist.priorities`, `dist.constraint` and
/// `dist.reshard`. One located error for what cannot be obeyed.
llvm::LogicalResult convertShardings(mlir::ModuleOp module, mlir::func::FuncOp main);

/// Turns the annotations of GSPMD (`mhlo.sharding`) in all functions into those of
/// Shardy over a mesh that their devices have in common; its axes are called axis0,
/// axis1, … outer first. One remark for each that no mesh expresses.
void convertTilings(mlir::ModuleOp module);

/// Renames axes of the module's mesh, "x=dp,y=tp", wherever they are named; errors
/// are located in the text.
llvm::LogicalResult renameAxes(mlir::ModuleOp module, llvm::StringRef map);

/// Replaces every call in `main` by the body of its callee.
llvm::LogicalResult inlineCalls(mlir::func::FuncOp main);

/// Gives arguments and results of `main` that have no name one, and makes all
/// names distinct.
void completeNames(mlir::func::FuncOp main);

/// Tells, for arguments whose values cannot be arbitrary, how to draw them
/// (`dist.init`): indices below the extent they index, variances positive.
void inferInits(mlir::func::FuncOp main);

/// Roles by argument index, where the option gives one.
mlir::FailureOr<llvm::SmallVector<std::optional<llvm::StringRef>>>
parseRoles(llvm::StringRef roles, size_t numArguments, mlir::MLIRContext *context);

/// The argument that each result updates, by argument; nullopt for the others.
/// `donated` holds what the module itself says.
llvm::SmallVector<std::optional<unsigned>> matchUpdates(mlir::func::FuncOp main);

/// Whether an op computes each result element from the operand elements at the
/// same index.
bool isElementwise(mlir::Operation *op);

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_IMPORTIMPL_H
