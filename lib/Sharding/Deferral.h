//===- Deferral.h - where pending sums are reduced --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to propagation: what the choice of reductions is made from.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_DEFERRAL_H
#define SHARDC_LIB_SHARDING_DEFERRAL_H

#include "PropagationState.h"

namespace shardc::propagation {

/// Writes to all values what is pending in them when made and how it travels, and
/// to all steps what passes through, given what is reduced at definitions
/// (`resolved`).
void passSums(State &state);

/// `sharding`, whose pending sums travel as `wireType` (null: as they are).
dist::ShardingAttr withWireType(dist::ShardingAttr sharding, mlir::Type wireType);

/// Parts of mesh axes that some value is a pending reduction over, cut wherever an
/// op or a pinned reshard cuts them.
AxisList pendingPieces(const State &state);

/// What a rank sends to reduce `value` over `axis` where it is made, all trips
/// together, in units of (n-1)/n bytes for n ranks: the same n for all values that
/// are compared. Half of an all_reduce where users want the axis on a dimension.
int64_t reduceBytes(const State &state, unsigned value, const Axis &axis);

/// The same for the reduction that a pinned reshard does when its operand comes
/// pending; 0 where it leaves it pending.
int64_t pinnedBytes(const State &state, const Step &step, const Axis &axis);

} // namespace shardc::propagation

#endif // SHARDC_LIB_SHARDING_DEFERRAL_H
