//===- Gradients.cpp - registration of gradients ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/OpModels/Gradients.h"

#include "GradientModels.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"

using namespace mlir;
using namespace shardc;

void shardc::registerGradientModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, stablehlo::StableHLODialect *) {
    gradient::attachElementwise(context);
    gradient::attachShape(context);
    gradient::attachContraction(context);
    gradient::attachIndexing(context);
    gradient::attachWindow(context);
    gradient::attachSort(context);
  });
  registry.addExtension(+[](MLIRContext *context, chlo::CHLODialect *) {
    context->loadDialect<stablehlo::StableHLODialect>();
    gradient::attachFunctions(context);
  });
  // Gradients of nn and dist ops are written in stablehlo too.
  registry.addExtension(+[](MLIRContext *context, nn::NNDialect *) {
    context->loadDialect<stablehlo::StableHLODialect>();
    gradient::attachNN(context);
  });
  registry.addExtension(
      +[](MLIRContext *context, dist::DistDialect *) { gradient::attachDist(context); });
}
