//===- Sched.h - the runtime schedule ---------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Kernel launches, streams, buffers, programs of actions: see SchedDialect.td.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DIALECTS_SCHED_SCHED_H
#define SHARDC_DIALECTS_SCHED_SCHED_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Sched/SchedEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Sched/SchedAttrs.h.inc"

#include "dialects/Sched/SchedDialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/Sched/SchedOps.h.inc"

namespace shardc::sched {

/// True for ranked tensors of static shape with integer or float elements.
bool isBufferType(mlir::Type type);

/// Bytes of such a tensor; an i1 element takes one byte.
int64_t byteSize(mlir::Type type);

} // namespace shardc::sched

#endif // SHARDC_DIALECTS_SCHED_SCHED_H
