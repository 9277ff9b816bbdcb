//===- AssignSequence.h - which values split along the sequence -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The sequence is dimension 1 of the inputs. Context parallelism (cp) splits it
// everywhere: inputs have the sharding, all else follows by propagation. Sequence
// parallelism (sp) splits it over the tensor-parallel ranks as well between the
// products that tensor parallelism splits: what enters a product split by columns
// is gathered in front of it, what a product split by rows gives is scattered.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_ASSIGNSEQUENCE_H
#define SHARDC_LIB_SHARDING_ASSIGNSEQUENCE_H

#include "TokenFlow.h"
#include "shardc/Sharding/Placement.h"
#include "shardc/Sharding/Strategy.h"

namespace shardc {

/// Refuses cp and sp, at their column of the strategy, where the inputs have no
/// sequence that is long enough.
llvm::LogicalResult checkSequence(mlir::func::FuncOp function, const Strategy &strategy);

/// Keeps keys and values of attention in `function` split along the sequence where
/// they are computed: they are gathered for attention alone, and their gradients are
/// scattered as soon as attention has made them.
void assignContextParallel(mlir::func::FuncOp function, const MeshView &mesh);

/// Inserts the pinned reshards of sequence parallelism into `function`, a forward
/// graph or a whole training step, whose arguments have the shardings that ops read
/// them in. A remark says so where there is nothing to split.
void assignSequenceParallel(mlir::func::FuncOp function, const Strategy &strategy,
                            const MeshView &mesh);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_ASSIGNSEQUENCE_H
