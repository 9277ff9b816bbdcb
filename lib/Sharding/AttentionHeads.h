//===- AttentionHeads.h - how heads are split over ranks ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_ATTENTIONHEADS_H
#define SHARDC_LIB_SHARDING_ATTENTIONHEADS_H

#include "dialects/NN/NN.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// How the heads of one attention op are split over tp ranks.
struct HeadPlan {
  /// Query heads that stay together.
  int64_t queryHeads = 1;
  /// Ranks that KV heads are split over (a prefix of tp); tp when all, 1 when none.
  int64_t kvParts = 1;
  /// KV must be repeated to one head a query head first.
  bool expand = false;
};

HeadPlan planHeads(nn::AttentionOp attention, int64_t tp);

/// The attention op that `value` reaches through reshapes, rotations and
/// elementwise ops, and as which operand; null when there is none.
std::pair<nn::AttentionOp, unsigned> findAttention(mlir::Value value);

/// Repeats KV heads where head blocks of queries and KV cannot be aligned.
void expandKeyValueHeads(mlir::func::FuncOp function, int64_t tp);

/// True when expandKeyValueHeads() repeated those of `attention`.
bool hasRepeatedHeads(nn::AttentionOp attention);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_ATTENTIONHEADS_H
