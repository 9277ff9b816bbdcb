//===- NN.h - the nn dialect ------------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Composites of neural networks: see NNAttrs.td for the dialect's role.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DIALECTS_NN_NN_H
#define SHARDC_DIALECTS_NN_NN_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/NN/NNEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/NN/NNAttrs.h.inc"

#include "dialects/NN/NNDialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/NN/NNOps.h.inc"

#endif // SHARDC_DIALECTS_NN_NN_H
