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

/// Far above real models, and low enough to compile.
inline constexpr int64_t defaultUnrollLimit = 100'000;

/// What import is told beside the model.
struct ImportOptions {
  /// Roles of an imported graph's arguments, "0-13=param,14-15=input"; they win
  /// over what would be inferred.
  std::string roles;
  /// New names of axes of an imported graph's mesh, "x=dp,y=tp".
  std::string axisMap;
  /// The function of a graph to import; empty: '@main', or else the only public one.
  std::string entry;
  /// Sequence length and global batch of a named model; 0: the model's own.
  int64_t sequence = 0;
  int64_t globalBatch = 0;
  /// Ops that the counted loops of a graph may be unrolled to; what would be more
  /// stays a loop.
  int64_t unrollLimit = defaultUnrollLimit;
  /// Parameters that hold all layers stay one argument each, where unrolled loops
  /// read them layer by layer.
  bool keepStacked = false;
  /// Parameters that hold what several products have side by side stay one argument
  /// each, where the graph slices the result.
  bool keepFused = false;
  /// Alike blocks in a row are not taken for layers; those of unrolled loops over stacked
  /// parameters still are.
  bool noLayers = false;
  /// What becomes one op where the graph spells it in its parts: "on", "off", or kinds
  /// joined by commas (see Raising.h).
  std::string raise = "on";
  /// Rate and seed of a named model's dropout (see ModelSpec).
  double dropout = 0.0;
  uint32_t dropoutSeed = 0;
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

/// Emits one error, located in the text, when its brackets are nested deeper than
/// MLIR's parser, which goes down a level by a call, can be trusted with.
llvm::LogicalResult checkNesting(llvm::StringRef text, llvm::StringRef name,
                                 mlir::MLIRContext *context);

/// Imports a module that is in memory already, in place: all steps of import that
/// come after parsing. Emits one error when it can't; the module is then of no use.
llvm::LogicalResult importModule(mlir::ModuleOp module, const ImportOptions &options);

/// Leaves of a parsed module one public @main without calls, branches and counted
/// loops, with canonical ops and without foreign attributes. Emits one error when it
/// can't. `unrollLimit` as in ImportOptions.
llvm::LogicalResult normalizeModule(mlir::ModuleOp module,
                                    int64_t unrollLimit = defaultUnrollLimit);

/// Gives every argument of @main a role (`dist.role`), ties updated parameters
/// and states to their results (`dist.updated_by`), and says by remarks what
/// was inferred. `roles` as in ImportOptions.
llvm::LogicalResult assignRoles(mlir::ModuleOp module, llvm::StringRef roles);

/// Checks what import promises: one public @main with names and roles, static
/// shapes, no calls. One error for the first broken promise.
llvm::LogicalResult verifyImported(mlir::ModuleOp module);

} // namespace shardc

#endif // SHARDC_IMPORT_IMPORT_H
