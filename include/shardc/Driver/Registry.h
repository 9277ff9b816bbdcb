//===- Registry.h - everything shardc registers -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_REGISTRY_H
#define SHARDC_DRIVER_REGISTRY_H

#include "mlir/IR/DialectRegistry.h"

namespace shardc {

/// Registers the dialects of model IR, and attaches the op interfaces (rules,
/// gradients, costs). What a compiler that embeds shardc calls once for each
/// context.
void registerDialects(mlir::DialectRegistry &registry);

/// Registers every pass with MLIR's global registry (for opt-like tools), MLIR's own
/// general ones included.
void registerPasses();

/// Registers shardc's passes alone, where a tool has MLIR's already.
void registerShardcPasses();

} // namespace shardc

#endif // SHARDC_DRIVER_REGISTRY_H
