//===- Passes.td - passes of the op models -----------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_OPMODELS_PASSES
#define SHARDC_OPMODELS_PASSES

include "mlir/Pass/PassBase.td"

def DecomposeNN : Pass<"shardc-decompose-nn"> {
  let summary = "replaces every nn op by the stablehlo ops it stands for";
  let description = [{
    Kernel generation runs this on per-rank programs. It is also what the nn ops
    are tested against: decomposed and direct evaluation must agree.

    New ops keep the location and the place (`dist.stage`, `dist.layer`,
    `dist.phase`, `dist.recompute`) of the op they come from.

    ```mlir
    %y = nn.silu %x : tensor<8x64xf32>
    // becomes
    %s = stablehlo.logistic %x : tensor<8x64xf32>
    %y = stablehlo.multiply %x, %s : tensor<8x64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect"];
}

#endif
