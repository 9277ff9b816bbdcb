//===- Api.h - shardc inside of another compiler ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What a compiler that embeds shardc includes: registration, the stages of the road
// as pipelines, and the verbs import, compile, check and explain on modules in
// memory. docs/embedding.md is the guide.
//
// Everything reports through the diagnostics of the context that it is given: one
// located error where it fails. Nothing is kept between calls and nothing is read
// from a command line, so threads with contexts of their own may call all of it at
// once. Within one context the usual rules of MLIR hold.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_API_H
#define SHARDC_API_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Driver/Check.h"
#include "shardc/Driver/Compiler.h"
#include "shardc/Driver/Explain.h"
#include "shardc/Driver/Road.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include <cstdint>
#include <vector>

namespace shardc {

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// Version of the library, "MAJOR.MINOR.PATCH".
llvm::StringRef getVersion();

/// Registers every dialect that shardc reads or makes, with its op interfaces
/// attached. Once for each registry; loads nothing.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers shardc's passes and pipelines (`shardc-import`, `shardc-stage-<name>`,
/// `shardc-road`) with MLIR's registry of passes, for tools that take pipelines as
/// text. MLIR's own passes are left to the tool. Not needed to build pipelines by the
/// functions below. Call it from one thread; further calls do nothing.
void registerAllPasses();

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

/// Appends the pass that turns a module as frameworks print it into the graph that
/// the road begins with: one public @main of global shapes, with names and roles of
/// arguments and results, in the precision that the options say. `model` and `graph`
/// are not looked at.
void buildImportPipeline(mlir::OpPassManager &pm, const ModelOptions &options);

/// Appends one stage of the road ("annotate", "propagate", …; getRoad() lists them),
/// its verify pass last. Fails, adding nothing, where there is no such stage.
llvm::LogicalResult buildStagePipeline(mlir::OpPassManager &pm, llvm::StringRef stage,
                                       const RoadOptions &options);

/// Appends the stages from `first` to `last`, both included; empty names stand for
/// the ends of the road. Fails, adding nothing, where a name is of no stage or the
/// order is wrong.
llvm::LogicalResult buildStages(mlir::OpPassManager &pm, llvm::StringRef first,
                                llvm::StringRef last, const RoadOptions &options);

//===----------------------------------------------------------------------===//
// Verbs
//===----------------------------------------------------------------------===//

/// Imports `module` in place (see buildImportPipeline).
llvm::LogicalResult importInPlace(mlir::ModuleOp module, const ModelOptions &options);

/// Walks an imported module down the road, in place, and gives the bytes of the plan
/// bundle, which shard-run and shardrt::loadPlan take.
mlir::FailureOr<std::vector<uint8_t>> compileToBundle(mlir::ModuleOp module,
                                                      const RoadOptions &options);

/// Runs `graph` partitioned, on threads of this process, and compares it with one
/// device (see Check.h). `graph` is imported by it and stays as it is;
/// `options.model.graph` is not looked at.
mlir::FailureOr<CheckResult> checkModule(mlir::ModuleOp graph, CheckOptions options);

/// Explains `graph` under the strategy of the options (see Explain.h). `graph` stays
/// as it is; `options.model.graph` is not looked at.
mlir::FailureOr<Explanation> explainModule(mlir::ModuleOp graph, ExplainOptions options);

} // namespace shardc

#endif // SHARDC_API_H
