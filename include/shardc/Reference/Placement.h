//===- Placement.h - global values and their parts --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Cuts a global tensor into what each rank holds under a sharding, and puts the
// parts together again, checking that copies are equal.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_REFERENCE_PLACEMENT_H
#define SHARDC_REFERENCE_PLACEMENT_H

#include "dialects/Dist/Dist.h"
#include "shardc/Reference/Tensor.h"

namespace shardc::reference {

/// Makes a diagnostic to complain with.
using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// The local tensors of all ranks of `mesh`, in rank order. Padding is poison.
/// A partial value is held by the first rank of each group; the others hold the
/// neutral element. Reports axes the mesh does not have.
llvm::FailureOr<llvm::SmallVector<Tensor>> splitTensor(const Tensor &global,
                                                       dist::ShardingAttr sharding,
                                                       dist::MeshAttr mesh, EmitError emitError);

/// The global tensor of shape `type` of which `locals[i]` is the part of rank
/// `ranks[i]`. Parts of partial values are combined in rank order. Fails when
/// two ranks hold different bits of one element, when no rank holds an element,
/// or when a local shape is not what the sharding gives.
llvm::FailureOr<Tensor> assembleTensor(llvm::ArrayRef<Tensor> locals, llvm::ArrayRef<int64_t> ranks,
                                       dist::ShardingAttr sharding, dist::MeshAttr mesh,
                                       mlir::RankedTensorType type, EmitError emitError);
/// The same for all ranks, in order.
llvm::FailureOr<Tensor> assembleTensor(llvm::ArrayRef<Tensor> locals, dist::ShardingAttr sharding,
                                       dist::MeshAttr mesh, mlir::RankedTensorType type,
                                       EmitError emitError);

} // namespace shardc::reference

#endif // SHARDC_REFERENCE_PLACEMENT_H
