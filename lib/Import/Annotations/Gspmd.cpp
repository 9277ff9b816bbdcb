//===- Gspmd.cpp - shardings as tiles of devices ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `mhlo.sharding = "{devices=[2,4]<=[8]}"` lists the device of every tile and knows
// no axes. Where the devices along each dimension are a mixed-radix count with
// fixed strides, the strides of all annotations together cut the devices into the
// axes of a mesh. Annotations then become those of Shardy, which are read next.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "Tiling.h"
#include "dialects/Dist/Dist.h"
#include "dialects/Sdy/Sdy.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Remarks.h"
#include <map>
#include <set>

using namespace mlir;

namespace shardc {
namespace {

/// An annotation: of how many values, where, and how it is written anew.
struct Annotation {
  StringRef text;
  TypeRange types;
  Location loc;
  /// Dimensions that are left to propagation.
  SmallVector<int64_t> open;
  /// Takes a sharding a value (null: nothing is said), and the axes that are manual.
  std::function<void(ArrayRef<sdy::TensorShardingAttr>, ArrayAttr)> write;
};

/// Collects the annotations of a module, cuts the mesh, writes them anew.
class GspmdReader {
public:
  explicit GspmdReader(ModuleOp module)
      : module(module), context(module.getContext()), builder(context) {}

  LogicalResult run();

private:
  LogicalResult forEach(function_ref<LogicalResult(const Annotation &)> act);
  LogicalResult forEachOp(func::FuncOp function,
                          function_ref<LogicalResult(const Annotation &)> act);
  LogicalResult read(const Annotation &annotation);
  LogicalResult check(const Annotation &annotation, const std::vector<Tiling> &tilings);
  void write(const Annotation &annotation);
  bool cut(const Tiling &tiling);
  sdy::TensorShardingAttr convert(const Tiling &tiling, int64_t rank, ArrayRef<int64_t> open);
  ArrayAttr manualNames(const Tiling &tiling);
  void addNames(ArrayRef<Radix> radices, SmallVectorImpl<Attribute> &names);
  void createMesh();

  ModuleOp module;
  MLIRContext *context;
  Builder builder;
  /// What each text means, one tiling a value.
  std::map<std::string, std::vector<Tiling>> known;
  /// Where axes begin and end, in devices; each divides the next.
  std::set<int64_t> cuts = {1};
  int64_t devices = 0;
};

/// Dimensions that "unspecified_dims=[0,2]" leaves to propagation.
SmallVector<int64_t> openDims(stablehlo::CustomCallOp call) {
  SmallVector<int64_t> dims;
  auto config = call->getAttrOfType<StringAttr>("backend_config");
  if (!config)
    return dims;
  auto [before, list] = config.getValue().split("unspecified_dims=[");
  SmallVector<StringRef> parts;
  list.take_until([](char c) { return c == ']'; }).split(parts, ',', -1, false);
  for (StringRef part : parts)
    if (int64_t dim; !part.trim().getAsInteger(10, dim))
      dims.push_back(dim);
  return dims;
}

LogicalResult GspmdReader::forEachOp(func::FuncOp function,
                                     function_ref<LogicalResult(const Annotation &)> act) {
  SmallVector<Operation *> ops;
  function.getBody().walk([&](Operation *op) {
    if (op->hasAttr("mhlo.sharding") && op->getNumResults())
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    auto text = op->getAttrOfType<StringAttr>("mhlo.sharding");
    if (!text)
      return op->emitError() << "'mhlo.sharding' must be a string, not "
                             << op->getAttr("mhlo.sharding");
    auto call = dyn_cast<stablehlo::CustomCallOp>(op);
    StringRef target = call ? call.getCallTargetName() : StringRef();
    bool enters = target == "SPMDFullToShardShape";
    if (call && !enters && target != "SPMDShardToFullShape" && target != "Sharding")
      continue;
    auto write = [=](ArrayRef<sdy::TensorShardingAttr> shardings, ArrayAttr manual) {
      if (manual)
        op->setAttr(manualAxesAttr, manual);
      if (!enters && !llvm::is_contained(shardings, sdy::TensorShardingAttr()))
        op->setAttr("sdy.sharding",
                    sdy::TensorShardingPerValueAttr::get(op->getContext(), shardings));
    };
    if (failed(act({text, op->getResultTypes(), op->getLoc(),
                    call ? openDims(call) : SmallVector<int64_t>(), write})))
      return failure();
  }
  return success();
}

LogicalResult GspmdReader::forEach(function_ref<LogicalResult(const Annotation &)> act) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    auto border = [&](Attribute attr, TypeRange types, Location loc, auto set) -> LogicalResult {
      if (!attr)
        return success();
      auto text = dyn_cast<StringAttr>(attr);
      if (!text)
        return emitError(loc) << "'mhlo.sharding' must be a string, not " << attr;
      auto write = [=](ArrayRef<sdy::TensorShardingAttr> shardings, ArrayAttr) mutable {
        if (shardings.front())
          set(shardings.front());
      };
      return act({text, types, loc, {}, write});
    };
    for (BlockArgument argument : function.getArguments()) {
      unsigned number = argument.getArgNumber();
      if (failed(border(function.getArgAttr(number, "mhlo.sharding"),
                        function.getArgumentTypes().slice(number, 1), argument.getLoc(),
                        [=](sdy::TensorShardingAttr sharding) mutable {
                          function.setArgAttr(number, "sdy.sharding", sharding);
                        })))
        return failure();
    }
    for (unsigned number = 0; number < function.getNumResults(); ++number)
      if (failed(border(function.getResultAttr(number, "mhlo.sharding"),
                        function.getResultTypes().slice(number, 1), function.getLoc(),
                        [=](sdy::TensorShardingAttr sharding) mutable {
                          function.setResultAttr(number, "sdy.sharding", sharding);
                        })))
        return failure();
    if (failed(forEachOp(function, act)))
      return failure();
  }
  return success();
}

bool GspmdReader::cut(const Tiling &tiling) {
  if (devices && tiling.devices != devices)
    return false;
  std::set<int64_t> joined = cuts;
  joined.insert(tiling.devices);
  for (const auto *list : {&tiling.dims, &tiling.manual, &tiling.unreduced})
    for (const Radices &dim : *list)
      for (const Radix &radix : dim) {
        joined.insert(radix.stride);
        joined.insert(radix.stride * radix.size);
      }
  int64_t before = 1;
  for (int64_t one : joined) {
    if (one % before != 0)
      return false;
    before = one;
  }
  devices = tiling.devices;
  cuts = std::move(joined);
  return true;
}

void GspmdReader::addNames(ArrayRef<Radix> radices, SmallVectorImpl<Attribute> &names) {
  // Axes count from the outermost; the last interval of cuts is axis0.
  SmallVector<int64_t> ends(cuts.begin(), cuts.end());
  unsigned axes = ends.size() - 1;
  for (const Radix &radix : radices)
    for (unsigned interval = axes; interval-- > 0;)
      if (ends[interval] >= radix.stride && ends[interval + 1] <= radix.stride * radix.size)
        names.push_back(builder.getStringAttr("axis" + Twine(axes - 1 - interval)));
}

ArrayAttr GspmdReader::manualNames(const Tiling &tiling) {
  SmallVector<Attribute> names;
  for (const Radices &radices : tiling.manual)
    addNames(radices, names);
  return names.empty() ? ArrayAttr() : builder.getArrayAttr(names);
}

sdy::TensorShardingAttr GspmdReader::convert(const Tiling &tiling, int64_t rank,
                                             ArrayRef<int64_t> open) {
  SmallVector<Attribute> dims, unreduced;
  for (int64_t dim = 0; dim < rank; ++dim) {
    SmallVector<Attribute> names;
    if (tiling.kind == Tiling::Tiled)
      addNames(tiling.dims[dim], names);
    if (llvm::is_contained(open, dim))
      names.push_back(builder.getStringAttr("?"));
    dims.push_back(builder.getArrayAttr(names));
  }
  for (const Radices &radices : tiling.unreduced)
    addNames(radices, unreduced);
  if (tiling.kind == Tiling::Unreduced)
    addNames(Radix{devices, 1}, unreduced);
  return sdy::TensorShardingAttr::get(context, FlatSymbolRefAttr::get(context, "mesh"),
                                      builder.getArrayAttr(dims), builder.getArrayAttr({}),
                                      builder.getArrayAttr(unreduced), {});
}

/// Whether an annotation has a tiling for each value, and a dimension of tiles for each
/// dimension.
LogicalResult GspmdReader::check(const Annotation &annotation, const std::vector<Tiling> &tilings) {
  auto error = [&] {
    return emitError(annotation.loc) << "sharding annotation '" << annotation.text << "' ";
  };
  if (tilings.size() != annotation.types.size())
    return error() << "is of " << tilings.size() << " values, but there "
                   << (annotation.types.size() == 1 ? "is " : "are ") << annotation.types.size();
  for (auto [tiling, type] : llvm::zip(tilings, annotation.types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && tiling.kind == Tiling::Tiled &&
        static_cast<int64_t>(tiling.dims.size()) != tensor.getRank())
      return error() << "is of " << tiling.dims.size() << " dimensions, but the value has "
                     << tensor.getRank();
  }
  return success();
}

LogicalResult GspmdReader::read(const Annotation &annotation) {
  auto [entry, isNew] = known.try_emplace(annotation.text.str());
  std::vector<Tiling> &tilings = entry->second;
  if (!isNew)
    return check(annotation, tilings);
  bool isTuple = false;
  auto parsed = parseTilings(annotation.text, isTuple, [&](size_t offset, const Twine &message) {
    emitError(annotation.loc) << "sharding annotation '" << annotation.text
                              << "' is malformed at its character " << offset + 1 << ": "
                              << message;
  });
  if (failed(parsed))
    return failure();
  tilings = std::move(*parsed);
  if (failed(check(annotation, tilings)))
    return failure();
  for (Tiling &tiling : tilings) {
    if (tiling.unusable.empty() && tiling.kind == Tiling::Tiled && !cut(tiling))
      tiling.unusable = "its devices are ordered by other axes than those of other annotations";
    if (!tiling.unusable.empty())
      emitRemark(annotation.loc, RemarkCategory::Import)
          << "sharding annotation '" << annotation.text << "' is not used: " << tiling.unusable;
  }
  return success();
}

void GspmdReader::write(const Annotation &annotation) {
  SmallVector<sdy::TensorShardingAttr> shardings;
  ArrayAttr manual;
  bool says = false;
  for (auto [tiling, type] : llvm::zip(known[annotation.text.str()], annotation.types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    bool isSilent =
        tiling.kind == Tiling::Unknown || tiling.kind == Tiling::Manual || !tiling.unusable.empty();
    if (!tensor || isSilent) {
      // Beside values of which something is said, nothing is said by open dimensions.
      SmallVector<int64_t> all(tensor ? tensor.getRank() : 0);
      std::iota(all.begin(), all.end(), 0);
      shardings.push_back(annotation.types.size() > 1 && tensor ? convert(Tiling(), all.size(), all)
                                                                : sdy::TensorShardingAttr());
      continue;
    }
    says = true;
    shardings.push_back(convert(tiling, tensor.getRank(), annotation.open));
    manual = manualNames(tiling);
  }
  if (says)
    annotation.write(shardings, manual);
}

void GspmdReader::createMesh() { createCutMesh(module, cuts); }

LogicalResult GspmdReader::run() {
  bool hasMesh = !module.getOps<sdy::MeshOp>().empty() || !module.getOps<dist::MeshOp>().empty();
  if (hasMesh) {
    std::set<std::string> said;
    return forEach([&](const Annotation &annotation) {
      if (said.insert(annotation.text.str()).second && annotation.text != "{replicated}")
        emitRemark(annotation.loc, RemarkCategory::Import)
            << "sharding annotation '" << annotation.text
            << "' is not used: the module has a mesh, and annotations over it";
      return success();
    });
  }
  // All must be read before the first can be written: any may cut the mesh.
  if (failed(forEach([&](const Annotation &annotation) { return read(annotation); })))
    return failure();
  if (cuts.size() < 2)
    return success();
  createMesh();
  return forEach([&](const Annotation &annotation) {
    write(annotation);
    return success();
  });
}

} // namespace

sdy::MeshOp createCutMesh(ModuleOp module, const std::set<int64_t> &cuts) {
  Builder builder(module.getContext());
  SmallVector<Attribute> names;
  SmallVector<int64_t> sizes;
  int64_t outer = 0;
  for (int64_t end : llvm::reverse(cuts)) {
    if (outer) {
      names.push_back(builder.getStringAttr("axis" + Twine(names.size())));
      sizes.push_back(outer / end);
    }
    outer = end;
  }
  OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
  return sdy::MeshOp::create(
      top, module.getLoc(), "mesh",
      sdy::MeshAttr::get(module.getContext(), builder.getArrayAttr(names), sizes, {}));
}

LogicalResult convertTilings(ModuleOp module) { return GspmdReader(module).run(); }

} // namespace shardc
