//===- Sdy.h - reading Shardy annotations -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DIALECTS_SDY_SDY_H
#define SHARDC_DIALECTS_SDY_SDY_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir {
namespace sdy {
inline namespace shardc_v1 {}
} // namespace sdy
} // namespace mlir

#include "dialects/Sdy/SdyDialect.h.inc"
#include "dialects/Sdy/SdyEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Sdy/SdyAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/Sdy/SdyOps.h.inc"

#endif // SHARDC_DIALECTS_SDY_SDY_H
