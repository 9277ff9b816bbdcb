//===- Registry.cpp - everything shardc registers ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Registry.h"
#include "StageInput.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/Sched/Sched.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Codegen/Passes.h"
#include "shardc/Import/Passes.h"
#include "shardc/Interop/Passes.h"
#include "shardc/OpModels/Cost.h"
#include "shardc/OpModels/Decompose.h"
#include "shardc/OpModels/Gradients.h"
#include "shardc/OpModels/Passes.h"
#include "shardc/OpModels/ShardingRules.h"
#include "shardc/Pipeline/Passes.h"
#include "shardc/Reference/Passes.h"
#include "shardc/Schedule/Passes.h"
#include "shardc/Sharding/Passes.h"
#include "shardc/Training/Passes.h"

using namespace mlir;

namespace shardc {

void registerDialects(DialectRegistry &registry) {
  registry.insert<chlo::CHLODialect, func::FuncDialect, stablehlo::StablehloDialect, nn::NNDialect,
                  dist::DistDialect, sched::SchedDialect>();
  registerGradientModels(registry);
  registerShardingModels(registry);
  registerCostModels(registry);
  registerDecompositionModels(registry);
}

void registerPasses() {
  registerTransformsPasses();
  registerShardcPasses();
}

void registerShardcPasses() {
  registerShardcOpModelsPasses();
  registerShardcReferencePasses();
  registerShardcImportPasses();
  registerShardcShardingPasses();
  registerShardcTrainingPasses();
  registerShardcInteropPasses();
  registerShardcPipelinePasses();
  registerShardcCodegenPasses();
  registerCodegenPipeline();
  registerShardcSchedulePasses();
  registerCheckStageInputPass();
}

} // namespace shardc
