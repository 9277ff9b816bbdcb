//===- Road.h - the stages in order -----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The road of a model from import to a proven schedule, as a list of stages.
// docs/ir-conventions.md says what each leaves for the next.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_ROAD_H
#define SHARDC_DRIVER_ROAD_H

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace shardc {

/// Hyperparameters of AdamW.
struct OptimizerOptions {
  double lr = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.95;
  double eps = 1e-8;
  double weightDecay = 0.1;
  /// Global gradient norm; 0 turns clipping off.
  double clip = 1.0;
};

/// What the stages are told; everything else is in the IR.
struct RoadOptions {
  /// Strategy string, see Strategy.h.
  std::string strategy;
  /// Shardings of named values, "NAME=[{AXIS},…]", see --shardc-pin-shardings.
  std::vector<std::string> pins;
  /// Build a training step (AdamW) from a forward graph.
  bool train = false;
  OptimizerOptions optimizer;
  /// host, cuda or cuda:sm_XX.
  std::string target = "host";
  /// Also return outputs and unclipped gradients of a training step.
  bool observe = false;
  /// The precision whose bytes a memory budget counts, where the program is built in
  /// another one to prove its algebra; empty: its own.
  std::string budgetPrecision;
};

/// One stage of the road.
struct Stage {
  /// As in `--shardc-stage-<name>`.
  const char *name;
  const char *description;
  /// Appends the stage's passes, its verify pass last.
  void (*build)(mlir::OpPassManager &, const RoadOptions &);
};

/// All stages, in order.
llvm::ArrayRef<Stage> getRoad();

/// Appends every stage.
void buildRoad(mlir::OpPassManager &pm, const RoadOptions &options);

/// Registers each stage as a pipeline `--shardc-stage-<name>`, and the whole road as
/// `--shardc-road`, with the options that it takes.
void registerRoadPipelines();

} // namespace shardc

#endif // SHARDC_DRIVER_ROAD_H
