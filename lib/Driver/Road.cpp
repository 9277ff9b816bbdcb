//===- Road.cpp - the stages in order ---------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Road.h"

namespace shardc {
llvm::ArrayRef<Stage> getRoad() { return {}; }
void buildRoad(mlir::OpPassManager &pm, const RoadOptions &options) {
  for (const Stage &stage : getRoad())
    stage.build(pm, options);
}
void registerRoadPipelines() {}
} // namespace shardc
