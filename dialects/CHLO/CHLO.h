//===- CHLO.h - functions that JAX prints beside StableHLO ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DIALECTS_CHLO_CHLO_H
#define SHARDC_DIALECTS_CHLO_CHLO_H

#include "dialects/StableHLO/StableHLO.h"

#ifdef SHARDC_EXTERNAL_STABLEHLO
// A build against the original (-DSHARDC_STABLEHLO=PREFIX).
#include "stablehlo/dialect/ChloOps.h"

namespace mlir {
namespace chlo {
using CHLODialect = ChloDialect;
} // namespace chlo
} // namespace mlir
#else

namespace mlir {
namespace chlo {
inline namespace shardc_v1 {}
} // namespace chlo
} // namespace mlir

#include "dialects/CHLO/CHLODialect.h.inc"
#include "dialects/CHLO/CHLOEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/CHLO/CHLOAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/CHLO/CHLOOps.h.inc"

#endif // SHARDC_EXTERNAL_STABLEHLO
#endif // SHARDC_DIALECTS_CHLO_CHLO_H
