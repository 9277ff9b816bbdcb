//===- PartitionCheckerAtoms.cpp - factors of mesh axes ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Mesh axes cut at every sub-axis boundary, and their names.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::AxisRefAttr;

AtomTable::AtomTable(dist::MeshAttr mesh) {
  if (!mesh)
    return;
  for (dist::MeshAxisAttr axis : mesh.getAxes())
    axes.push_back({axis.getName(), axis.getSize(), {1, axis.getSize()}});
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
  for (int64_t at : {ref.getPreSize(), ref.getPreSize() * ref.getSubSize()})
    if (!llvm::is_contained(axis->cuts, at))
      axis->cuts.push_back(at);
}

bool AtomTable::close(std::string &culprit) {
  atoms.clear();
  for (auto [index, axis] : llvm::enumerate(axes)) {
    llvm::sort(axis.cuts);
    axis.cuts.erase(std::unique(axis.cuts.begin(), axis.cuts.end()), axis.cuts.end());
    axis.firstAtom = atoms.size();
    for (size_t i = 0; i + 1 < axis.cuts.size(); ++i) {
      int64_t pre = axis.cuts[i], end = axis.cuts[i + 1];
      if (pre < 1 || end % pre != 0 || end > axis.size) {
        culprit = axis.name.str();
        return false;
      }
      atoms.push_back({unsigned(index), pre, end / pre});
    }
  }
  return true;
}

bool AtomTable::resolve(AxisRefAttr ref, SmallVectorImpl<unsigned> &list) const {
  const Axis *axis = find(ref.getName());
  if (!axis)
    return false;
  int64_t begin = ref.isFullAxis() ? 1 : ref.getPreSize();
  int64_t end = ref.isFullAxis() ? axis->size : begin * ref.getSubSize();
  if (!llvm::is_contained(axis->cuts, begin) || !llvm::is_contained(axis->cuts, end))
    return false;
  for (size_t i = 0; i + 1 < axis->cuts.size(); ++i)
    if (axis->cuts[i] >= begin && axis->cuts[i + 1] <= end)
      list.push_back(axis->firstAtom + i);
  return true;
}

std::string AtomTable::name(ArrayRef<unsigned> list) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i < list.size();) {
    const Atom &first = atoms[list[i]];
    int64_t size = first.size;
    size_t next = i + 1;
    for (; next < list.size() && list[next] == list[next - 1] + 1 &&
           atoms[list[next]].axis == first.axis;
         ++next)
      size *= atoms[list[next]].size;
    os << (i ? ",\"" : "\"") << axes[first.axis].name << '"';
    if (size != axes[first.axis].size)
      os << ":(" << first.pre << ')' << size;
    i = next;
  }
  return text;
}
