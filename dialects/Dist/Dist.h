//===- Dist.h - the sharding dialect ----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Meshes, shardings, placement ops and collectives: see DistDialect.td.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DIALECTS_DIST_DIST_H
#define SHARDC_DIALECTS_DIST_DIST_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Dist/DistEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Dist/DistAttrs.h.inc"

#include "dialects/Dist/DistDialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/Dist/DistOps.h.inc"

namespace shardc::dist {

/// Per-rank extent of a dimension of `extent` elements, `granule` of which stay
/// together, split over `axes`, outer first: each axis of size k turns an extent
/// n into blocks of granule*ceil(ceil(n/granule)/k).
int64_t blockedExtent(int64_t extent, int64_t granule, llvm::ArrayRef<AxisRefAttr> axes,
                      MeshAttr mesh);

/// The mesh that `symbol` names from `op`; null when there is none.
MeshAttr lookupMeshAttr(mlir::Operation *op, mlir::FlatSymbolRefAttr symbol);

/// The axis references of an attribute that holds nothing else.
llvm::SmallVector<AxisRefAttr> toAxes(mlir::ArrayAttr axes);

} // namespace shardc::dist

#endif // SHARDC_DIALECTS_DIST_DIST_H
