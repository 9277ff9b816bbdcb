//===- Import.h - from a model to one graph ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reads a model, whatever names it, and leaves the graph that the first section
// of docs/ir-conventions.md describes: one public @main of stablehlo and nn ops
// whose arguments have names and roles.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_IMPORT_IMPORT_H
#define SHARDC_IMPORT_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <string>

namespace shardc {

/// What import is told beside the model.
struct ImportOptions {
  /// Roles of an imported graph's arguments, "0-13=param,14-15=input"; they win
  /// over what would be inferred.
  std::string roles;
  /// New names of axes of an imported graph's mesh, "x=dp,y=tp".
  std::string axisMap;
  /// Sequence length and global batch of a named model; 0: the model's own.
  int64_t sequence = 0;
  int64_t globalBatch = 0;
  /// Parts that the batch is split in (dp * fsdp * microbatches); the default
  /// batch of a large named model covers them.
  int64_t batchParts = 1;
};

/// Imports MODEL: the path of a .mlir file or of a config.json, or a built-in
/// name with overrides. Emits one located error and gives null when it can't.
mlir::OwningOpRef<mlir::ModuleOp> importModel(llvm::StringRef model, mlir::MLIRContext *context,
                                              const ImportOptions &options);

/// Removes the mesh and every sharding, constraint and reshard: what is left is the
/// model for one device.
void dropShardings(mlir::ModuleOp module);

/// Imports a file of StableHLO text, "-" for standard input. Emits one error
/// located in the file, and gives null, for anything that is not such a text:
/// an empty or truncated file, a portable artifact, HLO text, an unknown op, a
/// dynamic shape.
mlir::OwningOpRef<mlir::ModuleOp> importFile(llvm::StringRef path, mlir::MLIRContext *context,
                                             const ImportOptions &options);

/// The same for text in memory; `name` stands for the file in locations.
mlir::OwningOpRef<mlir::ModuleOp> importText(llvm::StringRef text, llvm::StringRef name,
                                             mlir::MLIRContext *context,
                                             const ImportOptions &options);

/// Leaves of a parsed module one public @main without calls, with canonical ops
/// and without foreign attributes. Emits one error when it can't.
llvm::LogicalResult normalizeModule(mlir::ModuleOp module);

/// Gives every argument of @main a role (`dist.role`), ties updated parameters
/// and states to their results (`dist.updated_by`), and says by remarks what
/// was inferred. `roles` as in ImportOptions.
llvm::LogicalResult assignRoles(mlir::ModuleOp module, llvm::StringRef roles);

/// Checks what import promises: one public @main with names and roles, static
/// shapes, no calls. One error for the first broken promise.
llvm::LogicalResult verifyImported(mlir::ModuleOp module);

} // namespace shardc

#endif // SHARDC_IMPORT_IMPORT_H
