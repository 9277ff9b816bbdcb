//===- Collectives.h - what collectives compute -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Collectives as functions of the values of a whole group.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_REFERENCE_COLLECTIVES_H
#define SHARDC_LIB_REFERENCE_COLLECTIVES_H

#include "dialects/Dist/Dist.h"
#include "shardc/Reference/Tensor.h"

namespace shardc::reference {

/// True for ops that complete only when all ranks of their group take part.
bool isGroupCollective(mlir::Operation *op);

/// The mesh and axes of a group collective.
std::pair<mlir::FlatSymbolRefAttr, mlir::ArrayAttr> placeOf(mlir::Operation *collective);

/// True when two ranks of a group that meet in these ops mean the same.
bool isSameCollective(mlir::Operation *a, mlir::Operation *b);

/// Results, by position, of `op` for the values of a group by position.
llvm::SmallVector<Tensor> runCollective(mlir::Operation *op, llvm::ArrayRef<Tensor> values);

/// Combines `from` into `into`, element by element.
void combine(dist::ReductionKind kind, Tensor &into, const Tensor &from);

/// The neutral element of a reduction, as a tensor of `type`.
Tensor neutralOf(dist::ReductionKind kind, mlir::RankedTensorType type);

} // namespace shardc::reference

#endif // SHARDC_LIB_REFERENCE_COLLECTIVES_H
