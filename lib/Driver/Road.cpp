//===- Road.cpp - the stages in order ---------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One function a stage; the table at the end is the road.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Road.h"
#include "MeasureArena.h"
#include "StageInput.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Pipeline/Passes.h"
#include "shardc/Schedule/Passes.h"
#include "shardc/Sharding/Passes.h"
#include "shardc/Sharding/Strategy.h"
#include "shardc/Training/Passes.h"

using namespace mlir;

namespace shardc {
namespace {

/// The strategy of `options`, or one device where it does not parse: the first
/// pass of annotation reports the error and stops.
Strategy strategyOf(const RoadOptions &options) {
  FailureOr<Strategy> strategy = Strategy::parse(options.strategy, [](unsigned, const Twine &) {});
  return succeeded(strategy) ? *strategy : Strategy();
}

void buildAnnotate(OpPassManager &pm, const RoadOptions &options) {
  pm.addPass(createCheckStageInputPass("annotate"));
  Strategy strategy = strategyOf(options);
  // Pins need a mesh; what they leave is the strategy's.
  if (!options.pins.empty()) {
    DeclareMeshPassOptions mesh;
    mesh.strategy = options.strategy;
    pm.addPass(createDeclareMeshPass(mesh));
    PinShardingsPassOptions pins;
    pins.pins.assign(options.pins.begin(), options.pins.end());
    pm.addPass(createPinShardingsPass(pins));
  }
  // Mesh and argument shardings first: the passes below refer to the mesh.
  AssignShardingsPassOptions shardings;
  shardings.strategy = options.strategy;
  pm.addPass(createAssignShardingsPass(shardings));
  bool isInParts = strategy.microbatches > 1 || strategy.pp > 1;
  bool isRecomputed = strategy.recompute != "none" && strategy.recompute != "budget";
  if (isInParts || isRecomputed) {
    FindPhasesPassOptions phases;
    phases.count = strategy.microbatches;
    pm.addPass(createFindPhasesPass(phases));
  }
  // Stages and tags before the microbatch region: both look at layers of @main.
  if (strategy.pp > 1) {
    AssignStagesPassOptions stages;
    stages.pp = strategy.pp;
    pm.addPass(createAssignStagesPass(stages));
  }
  // One gather a stage and layer; before the region, into which it moves along.
  pm.addPass(createGatherParametersPass());
  // A budget needs no tags: it chooses among all values.
  if (isRecomputed)
    pm.addPass(createTagCheckpointsPass());
  if (isInParts) {
    WrapMicrobatchesPassOptions microbatches;
    microbatches.count = strategy.microbatches;
    pm.addPass(createWrapMicrobatchesPass(microbatches));
  }
}

void buildDifferentiate(OpPassManager &pm, const RoadOptions &options) {
  pm.addPass(createCheckStageInputPass("differentiate"));
  DifferentiateOptions differentiate;
  differentiate.train = options.train ? "adamw" : "none";
  differentiate.lr = options.optimizer.lr;
  differentiate.betas = {options.optimizer.beta1, options.optimizer.beta2};
  differentiate.eps = options.optimizer.eps;
  differentiate.weightDecay = options.optimizer.weightDecay;
  differentiate.clip = options.optimizer.clip;
  differentiate.observe = options.observe;
  buildDifferentiatePipeline(pm, differentiate);
}

void buildPropagate(OpPassManager &pm, const RoadOptions &) {
  pm.addPass(createCheckStageInputPass("propagate"));
  // What ZeRO splits further is known only now that there are states.
  pm.addPass(createShardOptimizerStatePass());
  buildPropagatePipeline(pm);
  pm.addPass(createRecordGradientBytes());
}

void buildPartition(OpPassManager &pm, const RoadOptions &) {
  pm.addPass(createCheckStageInputPass("partition"));
  buildPartitionPipeline(pm);
}

void buildRematerialize(OpPassManager &pm, const RoadOptions &options) {
  pm.addPass(createCheckStageInputPass("rematerialize"));
  // What to recompute is in the module, put there by annotation.
  buildRematerializePipeline(pm, RematerializeOptions(), getMemoryBudgetHooks(options));
  // Partitioned programs may be edited by hand: what was moved here, or before,
  // must still be the program that propagation described.
  pm.addPass(createVerifyPartitionPass());
}

void buildPipeline(OpPassManager &pm, const RoadOptions &options) {
  pm.addPass(createCheckStageInputPass("pipeline"));
  PipelinePassOptions pipeline;
  pipeline.schedule = strategyOf(options).schedule;
  pm.addPass(createRotateBlocksPass());
  pm.addPass(createPipelinePass(pipeline));
  pm.addPass(createVerifyPipelinePass());
}

void buildCodegen(OpPassManager &pm, const RoadOptions &options) {
  pm.addPass(createCheckStageInputPass("codegen"));
  CodegenOptions codegen;
  codegen.target = options.target;
  buildCodegenPipeline(pm, codegen);
}

void buildSchedule(OpPassManager &pm, const RoadOptions &) {
  pm.addPass(createCheckStageInputPass("schedule"));
  pm.addPass(createSchedulePass());
  // Nothing leaves the compiler unproven.
  pm.addPass(createVerifySchedulePass());
}

constexpr Stage road[] = {
    {"annotate", "mesh, shardings of arguments, stages, checkpoints, microbatches", buildAnnotate},
    {"differentiate", "forward graph to training step (or loss)", buildDifferentiate},
    {"propagate", "every value gets a sharding, reshards where they differ", buildPropagate},
    {"partition", "per-rank types, collectives, masks", buildPartition},
    {"rematerialize", "recompute layers in the backward pass", buildRematerialize},
    {"pipeline", "segments, actions, sends and receives", buildPipeline},
    {"codegen", "fused kernels, library calls, object code", buildCodegen},
    {"schedule", "streams, events, buffers at offsets; proven", buildSchedule},
};

/// The command-line form of RoadOptions.
struct RoadPipelineOptions : PassPipelineOptions<RoadPipelineOptions> {
  Option<std::string> strategy{*this, "strategy", llvm::cl::desc("how to split, e.g. dp=2,tp=4")};
  Option<std::string> train{*this, "train", llvm::cl::desc("adamw or none"),
                            llvm::cl::init("none")};
  Option<std::string> target{*this, "target", llvm::cl::desc("host, cuda or cuda:sm_90a"),
                             llvm::cl::init("host")};
  ListOption<std::string> pins{*this, "pins",
                               llvm::cl::desc("shardings by name, e.g. w=[{},{tp}]")};
  Option<bool> observe{*this, "observe",
                       llvm::cl::desc("return outputs and gradients of a training step"),
                       llvm::cl::init(false)};
  Option<double> lr{*this, "lr", llvm::cl::desc("learning rate"), llvm::cl::init(1e-3)};
  Option<double> weightDecay{*this, "weight-decay", llvm::cl::desc("decay of matrices"),
                             llvm::cl::init(0.1)};
  Option<double> clip{*this, "clip", llvm::cl::desc("global gradient norm, 0 for none"),
                      llvm::cl::init(1.0)};

  RoadOptions get() const {
    RoadOptions options;
    options.strategy = strategy;
    options.train = train == "adamw";
    options.target = target;
    options.observe = observe;
    options.pins.assign(pins.begin(), pins.end());
    options.optimizer.lr = lr;
    options.optimizer.weightDecay = weightDecay;
    options.optimizer.clip = clip;
    return options;
  }
};

} // namespace

llvm::ArrayRef<Stage> getRoad() { return road; }

void buildRoad(OpPassManager &pm, const RoadOptions &options) {
  for (const Stage &stage : road)
    stage.build(pm, options);
}

void registerRoadPipelines() {
  static std::vector<std::unique_ptr<PassPipelineRegistration<RoadPipelineOptions>>> stages;
  if (!stages.empty())
    return;
  auto add = [](const std::string &name, StringRef description,
                std::function<void(OpPassManager &, const RoadPipelineOptions &)> build) {
    stages.push_back(std::make_unique<PassPipelineRegistration<RoadPipelineOptions>>(
        name, description, std::move(build)));
  };
  for (const Stage &stage : road)
    add(std::string("shardc-stage-") + stage.name, stage.description,
        [&stage](OpPassManager &pm, const RoadPipelineOptions &options) {
          // On the whole road the stage before has ended in this.
          if (stage.name == StringRef("pipeline")) {
            pm.addPass(createCheckStageInputPass("pipeline"));
            pm.addPass(createVerifyPartitionPass());
          }
          stage.build(pm, options.get());
        });
  add("shardc-road", "all stages, from an imported module to a proven schedule",
      [](OpPassManager &pm, const RoadPipelineOptions &options) { buildRoad(pm, options.get()); });
}

} // namespace shardc
