//===- Compiler.h - from a model to a plan ----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The road as one call. Tools and embedders share it; each stage is also a
// pipeline of its own (see Road.h).
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_COMPILER_H
#define SHARDC_DRIVER_COMPILER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "shardc/Driver/Road.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardc {

/// What names a model and its sizes.
struct ModelOptions {
  /// A .mlir file, a config.json, or a built-in name with overrides.
  std::string model;
  /// A graph in memory (of the context that it is loaded into), imported instead of a
  /// file; copied, so it stays as it is. `model` only names it in messages then.
  mlir::ModuleOp graph;
  /// Text in memory, read instead of a file; `model` stands for the file in locations.
  std::optional<std::string> text;
  /// Sequence length and global batch of named models; 0: the model's own.
  int64_t sequence = 0;
  int64_t globalBatch = 0;
  /// fp64, fp32, bf16 or fp16.
  std::string precision = "fp32";
  /// Argument roles of imported graphs: "0-13=param,14-15=input".
  std::string roles;
  /// New names of axes of an imported graph's mesh: "x=dp,y=tp".
  std::string axisMap;
  /// The function of an imported graph; empty: '@main', or else the only public one.
  std::string entry;
  /// Ops that counted loops of an imported graph may be unrolled to; 0: the default.
  int64_t unrollLimit = 0;
  /// Parameters that hold all layers stay one argument each.
  bool keepStacked = false;
  /// Parameters of products whose results are sliced stay one argument each.
  bool keepFused = false;
  /// Blocks that are alike are not taken for layers.
  bool noLayers = false;
  /// What import raises to composites: "on", "off", or kinds joined by commas.
  std::string raise = "on";
  /// Rate of dropout in named models, and the seed of its draws.
  double dropout = 0.0;
  uint32_t dropoutSeed = 0;
  /// Degree of batch splitting (dp * fsdp * microbatches) that a large built-in
  /// model's default batch must cover.
  int64_t batchParts = 1;
};

/// Sets `model.batchParts` to what the strategy splits the batch into. A strategy
/// that does not parse changes nothing: the road reports it.
void coverBatch(ModelOptions &model, llvm::StringRef strategy);

/// Loads, normalises and converts a model to the precision asked for. Emits one
/// located error and gives null when it can't.
mlir::OwningOpRef<mlir::ModuleOp> loadModel(mlir::MLIRContext *context,
                                            const ModelOptions &options);

/// Walks the road from an imported module to the scheduled and proven one.
/// Emits one located error and fails when it can't.
/// `times` prints how long each stage took to stderr.
llvm::LogicalResult compileModule(mlir::ModuleOp module, const RoadOptions &options,
                                  bool times = false);

/// Walks the road from an imported module as far as `form` needs it, and writes what is
/// there for other tools: "global" or "device" (StableHLO with collectives), "shardy"
/// (annotations), "shard" (MLIR's dialect). See docs/interop.md. Emits one located
/// error and fails when it can't.
llvm::LogicalResult exportModule(mlir::ModuleOp module, const RoadOptions &options,
                                 llvm::StringRef form);

} // namespace shardc

#endif // SHARDC_DRIVER_COMPILER_H
