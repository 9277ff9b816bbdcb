//===- RaiseRoles.cpp - batch, heads and sequence ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "RaiseRoles.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::raising {

Roles assignRoles(ArrayRef<Atom> atoms, bool hasUnitBatch) {
  Roles roles;
  SmallVector<const Atom *> shared, own;
  for (const Atom &atom : atoms)
    (atom.inKeys ? shared : own).push_back(&atom);
  auto byPosition = [](const Atom *a, const Atom *b) { return a->position < b->position; };
  llvm::stable_sort(shared, byPosition);
  llvm::stable_sort(own, byPosition);

  // Queries: what a mask depends on. Else, of two dimensions, the first one
  // unless it follows a key/value head and the second one does not:
  // [b, s, g, r, d] and [b, s, h, d], but [b, g, r, s, d].
  SmallVector<const Atom *> sequence, perGroup;
  bool isHinted = llvm::any_of(own, [](const Atom *atom) { return atom->inHint; });
  auto follows = [&](const Atom *atom) {
    return llvm::any_of(shared, [&](const Atom *other) {
      return other->position + 1 == atom->position && shared.size() > 1;
    });
  };
  bool firstIsHead = own.size() == 2 && follows(own[0]) && !follows(own[1]);
  for (auto [index, atom] : llvm::enumerate(own)) {
    bool isSequence = isHinted ? atom->inHint : index == (firstIsHead ? 1u : 0u);
    (isSequence ? sequence : perGroup).push_back(atom);
  }
  int64_t first = sequence.empty() ? 0 : sequence.front()->position;
  bool anyBehind = llvm::any_of(shared, [&](const Atom *atom) { return atom->position > first; });
  // [s, b, h, d], as where the sequence comes first: the batch is behind it as well.
  bool isBatchBehind = shared.size() > 1 && shared.front()->position > first;
  for (auto [index, atom] : llvm::enumerate(shared)) {
    bool isLast = index + 1 == shared.size();
    bool leadsGroup = !perGroup.empty() && perGroup.front()->position == atom->position + 1;
    bool isHead = anyBehind ? atom->position > first && !(isBatchBehind && index == 0)
                            : isLast && (index > 0 || leadsGroup || hasUnitBatch);
    (isHead ? roles.groups : roles.batch).push_back(atom->piece);
  }
  for (const Atom *atom : sequence)
    roles.queries.push_back(atom->piece);
  for (const Atom *atom : perGroup)
    roles.perGroup.push_back(atom->piece);
  return roles;
}

bool cutAlike(llvm::MutableArrayRef<Axis> lists) {
  for (unsigned round = 0; round < 2; ++round)
    for (Axis &a : lists)
      for (Axis &b : lists)
        if (&a != &b && !refine(a, b))
          return false;
  return true;
}

} // namespace shardc::raising
