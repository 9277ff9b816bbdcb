//===- ForeignAttributes.cpp - notes of other compilers ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Compilers leave notes for themselves in attributes of their own dialects. What a
// graph computes does not depend on them.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "shardc/Interfaces/Remarks.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc {
namespace {

class NoteDropper {
public:
  /// The first op that is, or has a type or an inherent attribute, of a foreign dialect.
  Operation *drop(Operation *root);
  void report(Location loc) const;

private:
  /// Whether something of a foreign dialect is in the attribute or type.
  template <typename T>
  bool isForeign(T value) {
    bool found = false;
    value.walk([&](OpaqueAttr attr) {
      dialects.insert(attr.getDialectNamespace());
      found = true;
    });
    value.walk([&](OpaqueType) { found = true; });
    return found;
  }
  DictionaryAttr withoutNotes(DictionaryAttr given);
  ArrayAttr withoutNotes(ArrayAttr given);

  llvm::SetVector<StringAttr> dialects;
};

DictionaryAttr NoteDropper::withoutNotes(DictionaryAttr given) {
  SmallVector<NamedAttribute> kept;
  for (NamedAttribute attr : given)
    if (!isForeign(attr.getValue()))
      kept.push_back(attr);
  return DictionaryAttr::get(given.getContext(), kept);
}

ArrayAttr NoteDropper::withoutNotes(ArrayAttr given) {
  SmallVector<Attribute> kept;
  for (Attribute attr : given)
    kept.push_back(withoutNotes(cast<DictionaryAttr>(attr)));
  return ArrayAttr::get(given.getContext(), kept);
}

Operation *NoteDropper::drop(Operation *root) {
  Operation *foreign = nullptr;
  root->walk([&](Operation *op) {
    foreign = op;
    if (!op->isRegistered())
      return WalkResult::interrupt();
    op->setDiscardableAttrs(withoutNotes(op->getDiscardableAttrDictionary()));
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      if (ArrayAttr attrs = function.getArgAttrsAttr())
        function.setArgAttrsAttr(withoutNotes(attrs));
      if (ArrayAttr attrs = function.getResAttrsAttr())
        function.setResAttrsAttr(withoutNotes(attrs));
    }
    for (NamedAttribute attr : op->getAttrs())
      if (isForeign(attr.getValue()))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (isForeign(argument.getType()))
          return WalkResult::interrupt();
    for (Type type : op->getResultTypes())
      if (isForeign(type))
        return WalkResult::interrupt();
    foreign = nullptr;
    return WalkResult::advance();
  });
  return foreign;
}

void NoteDropper::report(Location loc) const {
  for (StringAttr dialect : dialects)
    emitRemark(loc, RemarkCategory::Import)
        << "attributes of dialect '" << dialect.getValue() << "' are not read";
}

} // namespace

Operation *dropForeignAttributes(Block &block, Location loc) {
  NoteDropper notes;
  for (Operation &op : block)
    if (Operation *foreign = notes.drop(&op))
      return foreign;
  notes.report(loc);
  return nullptr;
}

} // namespace shardc
