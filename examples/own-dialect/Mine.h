//===- Mine.h - a dialect of two ops ----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MINE_H
#define MINE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "MineDialect.h.inc"
#define GET_OP_CLASSES
#include "MineOps.h.inc"

namespace mine {
/// Attaches shardc's interfaces to the ops (MineModels.cpp).
void registerModels(mlir::DialectRegistry &registry);
} // namespace mine

#endif // MINE_H
