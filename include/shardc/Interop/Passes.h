//===- Passes.h - partitioned programs for other tools ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTEROP_PASSES_H
#define SHARDC_INTEROP_PASSES_H

#include "dialects/Sdy/Sdy.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace shardc {

#define GEN_PASS_DECL
#include "shardc/Interop/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "shardc/Interop/Passes.h.inc"

} // namespace shardc

#endif // SHARDC_INTEROP_PASSES_H
