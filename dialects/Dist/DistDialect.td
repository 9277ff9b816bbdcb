//===- DistDialect.td - the sharding dialect ---------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef DIST_DIALECT
#define DIST_DIALECT

include "mlir/IR/DialectBase.td"

def Dist_Dialect : Dialect {
  let name = "dist";
  let summary = "how one model graph is placed on many devices";
  let description = [{
    `dist` carries every placement decision of the compiler: the device mesh,
    the sharding of each value, pipeline stages, checkpoints, the microbatch
    region, and, after partitioning, the collectives.

    ```
    stablehlo + nn ──annotate──▶ + #dist.sharding, dist.microbatch
                   ──propagate─▶ every value has a #dist.sharding
                   ──partition─▶ local shapes, dist collectives
                   ──pipeline──▶ one program a rank class
    ```
  }];
  let cppNamespace = "::shardc::dist";
  let useDefaultAttributePrinterParser = 1;
  // Shardings are checked wherever they stand, so that IR edited by hand is
  // refused at the line of the mistake.
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

#endif
