//===- StageInput.cpp - is this what a stage takes --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every stage leaves something that only it makes: the first pass of a stage looks
// for it.
//
//===----------------------------------------------------------------------===//

#include "StageInput.h"
#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/Sched/Sched.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Reference/Program.h"

using namespace mlir;

namespace shardc {
namespace {

/// How far a module has come.
enum class Progress {
  Imported,
  Annotated,
  Differentiated,
  Propagated,
  Partitioned,
  Pipelined,
  Generated,
  Scheduled,
};

StringRef describe(Progress progress) {
  switch (progress) {
  case Progress::Imported:
    return "not annotated";
  case Progress::Annotated:
    return "annotated";
  case Progress::Differentiated:
    return "differentiated";
  case Progress::Propagated:
    return "propagated";
  case Progress::Partitioned:
    return "partitioned";
  case Progress::Pipelined:
    return "cut into segments and programs";
  case Progress::Generated:
    return "made of kernels";
  case Progress::Scheduled:
    return "scheduled";
  }
  llvm_unreachable("all are listed");
}

/// What a stage takes, and where that comes from.
struct Input {
  StringRef stage;
  Progress least, most;
  /// The stage to run before where the module has not come far enough.
  StringRef before;
};

constexpr Input inputs[] = {
    {"annotate", Progress::Imported, Progress::Annotated, "import"},
    {"differentiate", Progress::Imported, Progress::Annotated, "import"},
    {"propagate", Progress::Annotated, Progress::Propagated, "annotate"},
    {"partition", Progress::Propagated, Progress::Propagated, "propagate"},
    {"rematerialize", Progress::Partitioned, Progress::Partitioned, "partition"},
    {"pipeline", Progress::Partitioned, Progress::Partitioned, "partition"},
    {"codegen", Progress::Pipelined, Progress::Pipelined, "pipeline"},
    {"schedule", Progress::Generated, Progress::Generated, "codegen"},
};

/// True when a segment still computes by itself instead of launching kernels.
bool computes(func::FuncOp segment) {
  return segment
      .walk([](Operation *op) {
        bool isCompute =
            isa_and_present<stablehlo::StablehloDialect, nn::NNDialect>(op->getDialect()) &&
            !isa<stablehlo::ReshapeOp>(op);
        return isCompute ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// True when some op of the function has a sharding: propagation gives it to all.
bool hasShardings(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return op->hasAttr("dist.shardings") ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool hasPhases(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return op->hasAttr("dist.phase") ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// True when every argument and result has a sharding, which is all that
/// propagation leaves of a function without ops.
bool hasBorders(func::FuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (!function.getArgAttr(i, "dist.sharding"))
      return false;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (!function.getResultAttr(i, "dist.sharding"))
      return false;
  return llvm::hasSingleElement(function.front());
}

Progress progressOf(ModuleOp module) {
  bool hasMesh = false, hasImage = false;
  SmallVector<func::FuncOp> segments;
  func::FuncOp main;
  for (Operation &op : *module.getBody()) {
    if (isa<sched::ProgramOp>(op))
      return Progress::Scheduled;
    hasMesh |= isa<dist::MeshOp>(op);
    hasImage |= isa<sched::ImageOp>(op);
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function || function.isExternal())
      continue;
    if (function->hasAttr("sched.kernel"))
      hasImage = true;
    else if (function->hasAttr("dist.segment"))
      segments.push_back(function);
    else if (function.isPublic() && (!main || function.getSymName() == "main"))
      main = function;
  }
  if (hasImage)
    return Progress::Generated;
  // A step that computes nothing is a program without segments.
  bool isIdle = main && main.getSymName() == "program" && reference::isLocalProgram(main);
  if (!segments.empty() || isIdle)
    return llvm::any_of(segments, computes) ? Progress::Pipelined : Progress::Generated;
  if (!main)
    return hasMesh ? Progress::Annotated : Progress::Imported;
  if (reference::isLocalProgram(main))
    return Progress::Partitioned;
  if (hasShardings(main) || (hasMesh && hasBorders(main)))
    return Progress::Propagated;
  // Annotation finds the phases of a graph that came as a training step.
  if (hasPhases(main) && !main->hasAttr("dist.imported_step"))
    return Progress::Differentiated;
  return hasMesh ? Progress::Annotated : Progress::Imported;
}

struct CheckStageInputPass : PassWrapper<CheckStageInputPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckStageInputPass)

  CheckStageInputPass() = default;
  CheckStageInputPass(const CheckStageInputPass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "shardc-check-stage-input"; }
  StringRef getDescription() const final {
    return "Refuses a module that is not what a stage of the road takes";
  }

  void runOnOperation() final {
    const Input *input =
        llvm::find_if(inputs, [&](const Input &one) { return one.stage == stage; });
    if (input == std::end(inputs)) {
      emitError(getOperation().getLoc()) << "no stage is called '" << stage << "'";
      return signalPassFailure();
    }
    Progress progress = progressOf(getOperation());
    markAllAnalysesPreserved();
    if (progress >= input->least && progress <= input->most) {
      // Rematerialisation leaves no tags.
      if (stage == "pipeline")
        getOperation().walk([&](dist::CheckpointOp tag) {
          tag.emitOpError()
              << "is left for 'rematerialize'; run --shardc-stage-rematerialize first";
          signalPassFailure();
          return WalkResult::interrupt();
        });
      return;
    }
    // Segments without ops of their own need no kernels, and there may be nothing
    // to generate.
    if (stage == "codegen" && progress == Progress::Generated && !hasKernels())
      return;
    // Functions are where a reader looks.
    Operation *place = getOperation();
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic()) {
        place = function;
        break;
      }
    InFlightDiagnostic diag = emitError(place->getLoc());
    if (progress < input->least)
      diag << "the module is " << describe(progress) << ", but '" << stage << "' takes one that is "
           << describe(input->least) << "; run --shardc-stage-" << input->before << " first";
    else
      diag << "the module is " << describe(progress) << " already; '" << stage
           << "' takes one that is " << describe(input->most) << " at most";
    signalPassFailure();
  }

private:
  bool hasKernels() {
    for (Operation &op : *getOperation().getBody())
      if (isa<sched::ImageOp>(op) || op.hasAttr("sched.kernel"))
        return true;
    return false;
  }

public:
  Option<std::string> stage{*this, "stage", llvm::cl::desc("a stage of the road")};
};

} // namespace

std::unique_ptr<Pass> createCheckStageInputPass(StringRef stage) {
  auto pass = std::make_unique<CheckStageInputPass>();
  pass->stage = stage.str();
  return pass;
}

void registerCheckStageInputPass() { PassRegistration<CheckStageInputPass>(); }

} // namespace shardc
