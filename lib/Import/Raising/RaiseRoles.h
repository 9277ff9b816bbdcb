//===- RaiseRoles.h - batch, heads and sequence -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Which parts of the dimensions of an attention are what. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_RAISING_RAISEROLES_H
#define SHARDC_LIB_IMPORT_RAISING_RAISEROLES_H

#include "RaiseViews.h"

namespace shardc::raising {

/// The parts of the dimensions of an attention.
struct Roles {
  Axis batch, queries, keys, groups, perGroup, depth, valueDepth;
  Axis heads() const {
    Axis all = groups;
    all.append(perGroup.begin(), perGroup.end());
    return normalized(all);
  }
};

/// A piece of the probabilities, and who has it.
struct Atom {
  Piece piece;
  bool inKeys = false, inHint = false;
  /// Where the queries have it.
  int64_t position = 0;
};

/// Tells batch, heads and sequence of queries apart. Any choice computes the same;
/// this one follows the layout in memory, in which heads lie next to the depth.
/// `hasUnitBatch`: the first dimension of the queries has one element.
Roles assignRoles(llvm::ArrayRef<Atom> atoms, bool hasUnitBatch);

/// Cuts the pieces of all lists alike; false where their boundaries do not fit.
bool cutAlike(llvm::MutableArrayRef<Axis> lists);

} // namespace shardc::raising

#endif // SHARDC_LIB_IMPORT_RAISING_RAISEROLES_H
