//===- MeshAxes.cpp - renaming and dropping meshes --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "dialects/Dist/Dist.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "shardc/Import/Import.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace shardc {

void dropShardings(ModuleOp module) {
  MLIRContext *context = module.getContext();
  SmallVector<StringAttr> names;
  for (StringRef name : {"dist.sharding", "dist.priorities", "dist.shardings"})
    names.push_back(StringAttr::get(context, name));
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (isa<dist::ConstraintOp, dist::ReshardOp>(op)) {
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
      continue;
    }
    if (isa<dist::MeshOp>(op)) {
      op->erase();
      continue;
    }
    for (StringAttr name : names)
      op->removeAttr(name);
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      for (StringAttr name : names) {
        for (unsigned i = 0; i < function.getNumArguments(); ++i)
          function.removeArgAttr(i, name);
        for (unsigned i = 0; i < function.getNumResults(); ++i)
          function.removeResultAttr(i, name);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Names of axes
//===----------------------------------------------------------------------===//

LogicalResult renameAxes(ModuleOp module, StringRef map) {
  if (map.empty())
    return success();
  MLIRContext *context = module.getContext();
  auto error = [&](StringRef part) {
    return emitError(FileLineColLoc::get(context, "--axis-map", 1, part.data() - map.data() + 1));
  };
  SmallVector<dist::MeshOp> meshes(module.getOps<dist::MeshOp>());
  if (meshes.empty())
    return error(map) << "the model has no mesh whose axes could be renamed";
  dist::MeshAttr mesh = meshes.front().getMesh();
  llvm::StringMap<std::string> renamed;
  SmallVector<StringRef> items;
  map.split(items, ',');
  for (StringRef item : items) {
    auto [from, to] = item.split('=');
    if (from.empty() || to.empty())
      return error(item) << "expected OLD=NEW, such as x=dp, but got '" << item << "'";
    if (!mesh.getAxisSize(from))
      return error(from) << "axis '" << from << "' is not one of the model's mesh " << mesh;
    if (!renamed.try_emplace(from, to.str()).second)
      return error(from) << "axis '" << from << "' is renamed twice";
  }
  SmallVector<dist::MeshAxisAttr> axes;
  for (dist::MeshAxisAttr axis : mesh.getAxes()) {
    auto found = renamed.find(axis.getName());
    StringRef name = found == renamed.end() ? axis.getName() : StringRef(found->second);
    if (llvm::any_of(axes, [&](dist::MeshAxisAttr other) { return other.getName() == name; }))
      return error(map) << "two axes of the mesh " << mesh << " would be called '" << name << "'";
    axes.push_back(dist::MeshAxisAttr::get(context, name, axis.getSize()));
  }
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](dist::MeshAxisAttr axis) -> std::optional<Attribute> {
    auto found = renamed.find(axis.getName());
    if (found == renamed.end())
      return std::nullopt;
    return dist::MeshAxisAttr::get(context, found->second, axis.getSize());
  });
  replacer.addReplacement([&](dist::AxisRefAttr axis) -> std::optional<Attribute> {
    auto found = renamed.find(axis.getName());
    if (found == renamed.end())
      return std::nullopt;
    return dist::AxisRefAttr::get(context, found->second, axis.getPreSize(), axis.getSubSize());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/false);
  return success();
}

} // namespace shardc
