//===- Registry.cpp - everything shardc registers ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Registry.h"
#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/Sched/Sched.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"
#if __has_include("shardc/OpModels/Gradients.h")
#include "shardc/OpModels/Gradients.h"
#endif
#if __has_include("shardc/OpModels/ShardingRules.h")
#include "shardc/OpModels/ShardingRules.h"
#endif
#if __has_include("shardc/OpModels/Cost.h")
#include "shardc/OpModels/Cost.h"
#endif
#if __has_include("shardc/OpModels/Passes.h")
#include "shardc/OpModels/Passes.h"
#endif
#if __has_include("shardc/Reference/Passes.h")
#include "shardc/Reference/Passes.h"
#endif
#if __has_include("shardc/Import/Passes.h")
#include "shardc/Import/Passes.h"
#endif
#if __has_include("shardc/Sharding/Passes.h")
#include "shardc/Sharding/Passes.h"
#endif
#if __has_include("shardc/Collectives/Passes.h")
#include "shardc/Collectives/Passes.h"
#endif
#if __has_include("shardc/Training/Passes.h")
#include "shardc/Training/Passes.h"
#endif
#if __has_include("shardc/Pipeline/Passes.h")
#include "shardc/Pipeline/Passes.h"
#endif
#if __has_include("shardc/Codegen/Passes.h")
#include "shardc/Codegen/Codegen.h"
#include "shardc/Codegen/Passes.h"
#endif
#if __has_include("../Schedule/SchedulePass.cpp") && __has_include("shardc/Schedule/Passes.h")
#include "shardc/Schedule/Passes.h"
#endif

using namespace mlir;

namespace shardc {

void registerDialects(DialectRegistry &registry) {
  registry.insert<func::FuncDialect, stablehlo::StablehloDialect, nn::NNDialect,
                  dist::DistDialect, sched::SchedDialect>();
#if __has_include("shardc/OpModels/Gradients.h")
  registerGradientModels(registry);
#endif
#if __has_include("shardc/OpModels/ShardingRules.h")
  registerShardingModels(registry);
#endif
#if __has_include("shardc/OpModels/Cost.h")
  registerCostModels(registry);
#endif
}

void registerPasses() {
  registerTransformsPasses();
#if __has_include("shardc/OpModels/Passes.h")
  registerShardcOpModelsPasses();
#endif
#if __has_include("shardc/Reference/Passes.h")
  registerShardcReferencePasses();
#endif
#if __has_include("shardc/Import/Passes.h")
  registerShardcImportPasses();
#endif
#if __has_include("shardc/Sharding/Passes.h")
  registerShardcShardingPasses();
#endif
#if __has_include("shardc/Collectives/Passes.h")
  registerShardcCollectivesPasses();
#endif
#if __has_include("shardc/Training/Passes.h")
  registerShardcTrainingPasses();
#endif
#if __has_include("shardc/Pipeline/Passes.h")
  registerShardcPipelinePasses();
#endif
#if __has_include("shardc/Codegen/Passes.h")
  registerShardcCodegenPasses();
  registerCodegenPipeline();
#endif
#if __has_include("../Schedule/SchedulePass.cpp") && __has_include("shardc/Schedule/Passes.h")
  registerShardcSchedulePasses();
#endif
}

} // namespace shardc
