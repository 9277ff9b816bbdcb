//===- PartitionCheckerAtoms.cpp - factors of mesh axes ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Mesh axes cut at every sub-axis boundary, and their names. An axis of six may
// be cut into 2 x 3 in one place and 3 x 2 in another: such cuts have no common
// refinement, so each chain of cuts that nest has atoms of its own.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::AxisRefAttr;
using dist::ReductionKind;

AtomTable::AtomTable(dist::MeshAttr mesh) {
  if (!mesh)
    return;
  for (dist::MeshAxisAttr axis : mesh.getAxes())
    axes.push_back({axis.getName(), axis.getSize(), {Chain{{1, axis.getSize()}, {}}}});
}

const AtomTable::Axis *AtomTable::find(StringRef name) const {
  for (const Axis &axis : axes)
    if (axis.name == name)
      return &axis;
  return nullptr;
}

void AtomTable::cut(AxisRefAttr ref) {
  if (ref.isFullAxis())
    return;
  Axis *axis = const_cast<Axis *>(find(ref.getName()));
  if (!axis)
    return;
  int64_t bounds[] = {ref.getPreSize(), ref.getPreSize() * ref.getSubSize()};
  auto nests = [](const Chain &chain, int64_t at) {
    return at > 0 && llvm::all_of(chain.cuts, [&](int64_t other) {
             return other > 0 && (at % other == 0 || other % at == 0);
           });
  };
  for (Chain &chain : axis->chains)
    if (nests(chain, bounds[0]) && nests(chain, bounds[1])) {
      chain.cuts.append(std::begin(bounds), std::end(bounds));
      return;
    }
  Chain chain{{1, axis->size}, {}};
  chain.cuts.append(std::begin(bounds), std::end(bounds));
  axis->chains.push_back(std::move(chain));
}

bool AtomTable::close(std::string &culprit) {
  atoms.clear();
  for (auto [index, axis] : llvm::enumerate(axes))
    for (Chain &chain : axis.chains) {
      llvm::sort(chain.cuts);
      chain.cuts.erase(std::unique(chain.cuts.begin(), chain.cuts.end()), chain.cuts.end());
      chain.atoms.clear();
      for (size_t i = 0; i + 1 < chain.cuts.size(); ++i) {
        int64_t pre = chain.cuts[i], end = chain.cuts[i + 1];
        if (pre < 1 || end % pre != 0 || end > axis.size) {
          culprit = axis.name.str();
          return false;
        }
        // Chains share what they cut alike.
        Atom atom{unsigned(index), pre, end / pre};
        auto at = llvm::find(atoms, atom);
        chain.atoms.push_back(at - atoms.begin());
        if (at == atoms.end())
          atoms.push_back(atom);
      }
    }
  return true;
}

/// The atoms of [begin, end) in the first chain that cuts there and where all of
/// `group` on this axis begin and end.
bool AtomTable::resolve(const Axis &axis, int64_t begin, int64_t end, ArrayRef<unsigned> group,
                        SmallVectorImpl<unsigned> &list) const {
  for (const Chain &chain : axis.chains) {
    auto cuts = [&](int64_t at) { return llvm::is_contained(chain.cuts, at); };
    bool fits =
        cuts(begin) && cuts(end) && llvm::all_of(group, [&](unsigned number) {
          const Atom &atom = atoms[number];
          return &axes[atom.axis] != &axis || (cuts(atom.pre) && cuts(atom.pre * atom.size));
        });
    if (!fits)
      continue;
    for (size_t i = 0; i + 1 < chain.cuts.size(); ++i)
      if (chain.cuts[i] >= begin && chain.cuts[i + 1] <= end)
        list.push_back(chain.atoms[i]);
    return true;
  }
  return false;
}

bool AtomTable::resolve(AxisRefAttr ref, SmallVectorImpl<unsigned> &list) const {
  const Axis *axis = find(ref.getName());
  if (!axis)
    return false;
  int64_t begin = ref.isFullAxis() ? 1 : ref.getPreSize();
  int64_t end = ref.isFullAxis() ? axis->size : begin * ref.getSubSize();
  return resolve(*axis, begin, end, {}, list);
}

bool AtomTable::hasForks() const {
  return llvm::any_of(axes, [](const Axis &axis) { return axis.chains.size() > 1; });
}

bool AtomTable::overlap(unsigned a, unsigned b) const {
  const Atom &x = atoms[a], &y = atoms[b];
  if (a == b)
    return true;
  return x.axis == y.axis && y.pre % (x.pre * x.size) != 0 && x.pre % (y.pre * y.size) != 0;
}

void AtomTable::rewrite(Steps &steps, ArrayRef<unsigned> group) const {
  Steps result;
  for (size_t i = 0; i < steps.size();) {
    // A run of atoms that follow each other, in even blocks.
    size_t end = i + 1;
    for (; end < steps.size(); ++end) {
      const Atom &last = atoms[steps[end - 1].atom], &next = atoms[steps[end].atom];
      if (last.axis != next.axis || next.pre != last.pre * last.size ||
          steps[end - 1].stride != steps[end].stride * next.size)
        break;
    }
    const Atom &first = atoms[steps[i].atom], &last = atoms[steps[end - 1].atom];
    SmallVector<unsigned> list;
    if (!resolve(axes[first.axis], first.pre, last.pre * last.size, group, list)) {
      result.append(steps.begin() + i, steps.begin() + end);
    } else {
      int64_t stride = steps[end - 1].stride;
      size_t at = result.size();
      for (unsigned atom : llvm::reverse(list)) {
        result.insert(result.begin() + at, Step{atom, stride});
        stride *= atoms[atom].size;
      }
    }
    i = end;
  }
  steps = std::move(result);
}

void AtomTable::rewrite(SmallVectorImpl<std::pair<unsigned, ReductionKind>> &partial,
                        ArrayRef<unsigned> group) const {
  llvm::sort(partial, [&](auto &a, auto &b) {
    const Atom &x = atoms[a.first], &y = atoms[b.first];
    return std::make_pair(x.axis, x.pre) < std::make_pair(y.axis, y.pre);
  });
  SmallVector<std::pair<unsigned, ReductionKind>, 2> result;
  for (size_t i = 0; i < partial.size();) {
    size_t end = i + 1;
    for (; end < partial.size(); ++end) {
      const Atom &last = atoms[partial[end - 1].first], &next = atoms[partial[end].first];
      if (last.axis != next.axis || next.pre != last.pre * last.size ||
          partial[end].second != partial[i].second)
        break;
    }
    const Atom &first = atoms[partial[i].first], &last = atoms[partial[end - 1].first];
    SmallVector<unsigned> list;
    if (!resolve(axes[first.axis], first.pre, last.pre * last.size, group, list))
      result.append(partial.begin() + i, partial.begin() + end);
    for (unsigned atom : list)
      result.push_back({atom, partial[i].second});
    i = end;
  }
  llvm::sort(result, [](auto &a, auto &b) { return a.first < b.first; });
  partial.assign(result.begin(), result.end());
}

void AtomTable::rewrite(SmallVectorImpl<unsigned> &varying, ArrayRef<unsigned> group) const {
  SmallVector<std::pair<unsigned, ReductionKind>, 2> entries;
  for (unsigned atom : varying)
    entries.push_back({atom, ReductionKind::Sum});
  rewrite(entries, group);
  varying.clear();
  for (auto &entry : entries)
    varying.push_back(entry.first);
}

std::string AtomTable::name(ArrayRef<unsigned> list) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i < list.size();) {
    const Atom &first = atoms[list[i]];
    int64_t size = first.size;
    size_t next = i + 1;
    for (; next < list.size() && atoms[list[next]].axis == first.axis &&
           atoms[list[next]].pre == first.pre * size;
         ++next)
      size *= atoms[list[next]].size;
    os << (i ? ",\"" : "\"") << axes[first.axis].name << '"';
    if (size != axes[first.axis].size)
      os << ":(" << first.pre << ')' << size;
    i = next;
  }
  return text;
}
