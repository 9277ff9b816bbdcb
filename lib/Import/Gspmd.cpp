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
#include "ImportImpl.h"
#include "dialects/Dist/Dist.h"
#include "dialects/Sdy/Sdy.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace mlir;

namespace shardc {
namespace {

/// Devices that the reader is willing to list one by one.
constexpr int64_t maxDevices = 1 << 20;

/// `size` blocks of a dimension, from one to the next `stride` devices further.
struct Radix {
  int64_t size;
  int64_t stride;
};

/// What one annotation says.
struct Tiling {
  enum Kind { Replicated, Tiled, Unknown };
  Kind kind = Unknown;
  /// Radices of each dimension of the value, outer first.
  SmallVector<SmallVector<Radix>> dims;
  int64_t devices = 1;
};

/// Reads the text of an annotation; nullopt, with why not, for what has no meaning
/// here.
class TilingParser {
public:
  explicit TilingParser(StringRef text) : text(text.trim()) {}

  std::optional<Tiling> parse();
  StringRef getReason() const { return reason; }

private:
  std::optional<Tiling> fail(StringRef why) {
    reason = why;
    return std::nullopt;
  }
  bool parseList(char open, char close, SmallVectorImpl<int64_t> &list);
  bool parseDevices(int64_t count, SmallVectorImpl<int64_t> &devices);
  bool decompose(ArrayRef<int64_t> tiles, ArrayRef<int64_t> devices,
                 SmallVectorImpl<SmallVector<Radix>> &radices);

  StringRef text;
  StringRef reason = "it is not of a known form";
};

/// "[2,4]", and what follows stays.
bool TilingParser::parseList(char open, char close, SmallVectorImpl<int64_t> &list) {
  if (!text.consume_front(StringRef(&open, 1)))
    return false;
  size_t end = text.find(close);
  if (end == StringRef::npos)
    return false;
  SmallVector<StringRef> parts;
  text.take_front(end).split(parts, ',', -1, /*KeepEmpty=*/false);
  text = text.drop_front(end + 1);
  for (StringRef part : parts)
    if (part.trim().getAsInteger(10, list.emplace_back()) || list.back() < 0)
      return false;
  return true;
}

/// "<=[2,4]T(1,0)" or "0,1,2,3".
bool TilingParser::parseDevices(int64_t count, SmallVectorImpl<int64_t> &devices) {
  if (text.consume_front("<=")) {
    SmallVector<int64_t> shape, order;
    if (!parseList('[', ']', shape))
      return false;
    if (text.consume_front("T")) {
      if (!parseList('(', ')', order))
        return false;
    } else {
      order.resize(shape.size());
      std::iota(order.begin(), order.end(), 0);
    }
    SmallVector<int64_t> sorted(order);
    llvm::sort(sorted);
    int64_t product = 1;
    for (auto [position, size] : llvm::enumerate(shape)) {
      if (size < 1 || size > maxDevices || position >= sorted.size() ||
          sorted[position] != static_cast<int64_t>(position))
        return false;
      product *= size;
      if (product > maxDevices)
        return false;
    }
    if (product != count || order.size() != shape.size())
      return false;
    SmallVector<int64_t> strides(shape.size(), 1);
    for (size_t i = shape.size(); i-- > 1;)
      strides[i - 1] = strides[i] * shape[i];
    for (int64_t index = 0; index < count; ++index) {
      int64_t rest = index, device = 0;
      for (size_t i = order.size(); i-- > 0;) {
        device += rest % shape[order[i]] * strides[order[i]];
        rest /= shape[order[i]];
      }
      devices.push_back(device);
    }
    return true;
  }
  while (!text.empty() && llvm::isDigit(text.front())) {
    if (text.consumeInteger(10, devices.emplace_back()))
      return false;
    text.consume_front(",");
  }
  return static_cast<int64_t>(devices.size()) == count;
}

bool TilingParser::decompose(ArrayRef<int64_t> tiles, ArrayRef<int64_t> devices,
                             SmallVectorImpl<SmallVector<Radix>> &radices) {
  int64_t step = devices.size();
  SmallVector<int64_t> rebuilt = {0};
  if (devices.front() != 0)
    return false;
  for (int64_t extent : tiles) {
    step /= extent;
    auto deviceOf = [&](int64_t tile) { return devices[tile * step]; };
    SmallVector<Radix> dim;
    for (int64_t inner = 1; inner < extent;) {
      int64_t stride = deviceOf(inner), run = 1;
      while (run * inner < extent && deviceOf(run * inner) == run * stride)
        ++run;
      while (extent / inner % run != 0)
        --run;
      if (run < 2 || stride < 1)
        return false;
      dim.insert(dim.begin(), {run, stride});
      inner *= run;
    }
    SmallVector<int64_t> next;
    for (int64_t base : rebuilt)
      for (int64_t tile = 0; tile < extent; ++tile) {
        int64_t rest = tile, offset = 0;
        for (const Radix &radix : llvm::reverse(dim)) {
          offset += rest % radix.size * radix.stride;
          rest /= radix.size;
        }
        next.push_back(base + offset);
      }
    rebuilt = std::move(next);
    radices.push_back(std::move(dim));
  }
  return llvm::equal(rebuilt, devices);
}

std::optional<Tiling> TilingParser::parse() {
  if (!text.consume_front("{") || !text.consume_back("}"))
    return fail("it is not in braces");
  Tiling tiling;
  text = text.trim();
  if (text.starts_with("replicated")) {
    tiling.kind = Tiling::Replicated;
    return tiling;
  }
  if (text.starts_with("unknown"))
    return tiling;
  if (text.starts_with("maximal"))
    return fail("it places the value on one device alone");
  if (text.starts_with("manual"))
    return fail("manual regions are not supported");
  if (text.starts_with("{"))
    return fail("it is of several values");
  if (!text.consume_front("devices="))
    return fail("it is not of a known form");
  SmallVector<int64_t> tiles, devices;
  if (!parseList('[', ']', tiles) || tiles.empty())
    return fail("its list of tiles is not one");
  for (int64_t size : tiles) {
    if (size < 1 || size > maxDevices)
      return fail("its list of tiles is not one");
    tiling.devices *= size;
    if (tiling.devices > maxDevices)
      return fail("it has more devices than are read");
  }
  if (!parseDevices(tiling.devices, devices))
    return fail("its devices do not fit its tiles");
  if (!decompose(tiles, devices, tiling.dims))
    return fail("no axes of a mesh order its devices so");
  text = text.ltrim();
  if (text.consume_front("last_tile_dim_replicate") ||
      text.consume_front("last_tile_dims={replicated}"))
    tiling.dims.pop_back();
  else if (text.starts_with("last_tile_dims"))
    return fail("groups of devices other than replicas have no meaning here");
  text = text.ltrim();
  if (!text.empty() && !text.starts_with("metadata"))
    return fail("what follows its devices is not known");
  tiling.kind = Tiling::Tiled;
  return tiling;
}

/// Collects the annotations of a module, cuts the mesh, writes them anew.
class GspmdReader {
public:
  explicit GspmdReader(ModuleOp module)
      : module(module), context(module.getContext()), builder(context) {}

  void run();

private:
  /// Calls `act` with each annotation: its text, its place, how to write it anew.
  using WriteFn = std::function<void(sdy::TensorShardingAttr)>;
  void
  forEach(function_ref<void(StringRef, Type, Location, const WriteFn &, ArrayRef<int64_t>)> act);
  const Tiling *read(StringRef text, Type type, Location loc);
  bool cut(const Tiling &tiling);
  sdy::TensorShardingAttr convert(const Tiling &tiling, int64_t rank, ArrayRef<int64_t> open);

  ModuleOp module;
  MLIRContext *context;
  Builder builder;
  /// What each text means; null: nothing, and it was said.
  std::map<std::string, std::optional<Tiling>> tilings;
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

void GspmdReader::forEach(
    function_ref<void(StringRef, Type, Location, const WriteFn &, ArrayRef<int64_t>)> act) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    for (BlockArgument argument : function.getArguments()) {
      unsigned number = argument.getArgNumber();
      if (auto text = function.getArgAttrOfType<StringAttr>(number, "mhlo.sharding"))
        act(text, argument.getType(), argument.getLoc(),
            [=](sdy::TensorShardingAttr sharding) mutable {
              function.setArgAttr(number, "sdy.sharding", sharding);
            },
            {});
    }
    for (unsigned number = 0; number < function.getNumResults(); ++number)
      if (auto text = function.getResultAttrOfType<StringAttr>(number, "mhlo.sharding"))
        act(text, function.getResultTypes()[number], function.getLoc(),
            [=](sdy::TensorShardingAttr sharding) mutable {
              function.setResultAttr(number, "sdy.sharding", sharding);
            },
            {});
    SmallVector<Operation *> ops;
    function.getBody().walk([&](Operation *op) {
      if (op->hasAttr("mhlo.sharding") && op->getNumResults() == 1)
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      auto text = op->getAttrOfType<StringAttr>("mhlo.sharding");
      if (!text)
        continue;
      auto call = dyn_cast<stablehlo::CustomCallOp>(op);
      if (call && call.getCallTargetName() != "Sharding")
        continue;
      act(
          text, op->getResult(0).getType(), op->getLoc(),
          [=](sdy::TensorShardingAttr sharding) {
            op->setAttr("sdy.sharding",
                        sdy::TensorShardingPerValueAttr::get(op->getContext(), sharding));
          },
          call ? openDims(call) : SmallVector<int64_t>());
    }
  }
}

bool GspmdReader::cut(const Tiling &tiling) {
  if (devices && tiling.devices != devices)
    return false;
  std::set<int64_t> joined = cuts;
  joined.insert(tiling.devices);
  for (const auto &dim : tiling.dims)
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

sdy::TensorShardingAttr GspmdReader::convert(const Tiling &tiling, int64_t rank,
                                             ArrayRef<int64_t> open) {
  // Axes count from the outermost; the last interval of cuts is axis0.
  SmallVector<int64_t> ends(cuts.begin(), cuts.end());
  unsigned axes = ends.size() - 1;
  auto nameOf = [&](unsigned interval) {
    return builder.getStringAttr("axis" + Twine(axes - 1 - interval));
  };
  SmallVector<Attribute> dims;
  for (int64_t dim = 0; dim < rank; ++dim) {
    SmallVector<Attribute> names;
    if (tiling.kind == Tiling::Tiled)
      for (const Radix &radix : tiling.dims[dim])
        for (unsigned interval = axes; interval-- > 0;)
          if (ends[interval] >= radix.stride && ends[interval + 1] <= radix.stride * radix.size)
            names.push_back(nameOf(interval));
    if (llvm::is_contained(open, dim))
      names.push_back(builder.getStringAttr("?"));
    dims.push_back(builder.getArrayAttr(names));
  }
  return sdy::TensorShardingAttr::get(context, FlatSymbolRefAttr::get(context, "mesh"),
                                      builder.getArrayAttr(dims), builder.getArrayAttr({}),
                                      builder.getArrayAttr({}), {});
}

const Tiling *GspmdReader::read(StringRef text, Type type, Location loc) {
  auto [entry, isNew] = tilings.try_emplace(text.str());
  if (isNew) {
    TilingParser parser(text);
    std::optional<Tiling> tiling = parser.parse();
    StringRef reason = parser.getReason();
    if (tiling && tiling->kind == Tiling::Tiled && !cut(*tiling)) {
      tiling = std::nullopt;
      reason = "its devices are ordered by other axes than those of other annotations";
    }
    entry->second = tiling;
    if (!tiling)
      emitRemark(loc) << "sharding annotation '" << text << "' is not used: " << reason;
  }
  if (!entry->second || entry->second->kind == Tiling::Unknown)
    return nullptr;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return nullptr;
  if (entry->second->kind == Tiling::Tiled &&
      static_cast<int64_t>(entry->second->dims.size()) != tensor.getRank()) {
    emitRemark(loc) << "sharding annotation '" << text << "' is not used: it is of "
                    << entry->second->dims.size() << " dimensions, but the value has "
                    << tensor.getRank();
    return nullptr;
  }
  return &*entry->second;
}

void GspmdReader::run() {
  bool hasMesh = !module.getOps<sdy::MeshOp>().empty() || !module.getOps<dist::MeshOp>().empty();
  if (hasMesh) {
    forEach([&](StringRef text, Type, Location loc, const WriteFn &, ArrayRef<int64_t>) {
      if (tilings.try_emplace(text.str()).second && text != "{replicated}")
        emitRemark(loc) << "sharding annotation '" << text
                        << "' is not used: the module has a mesh, and annotations over it";
    });
    return;
  }
  // All must be read before the first can be written: any may cut the mesh.
  forEach([&](StringRef text, Type type, Location loc, const WriteFn &, ArrayRef<int64_t>) {
    (void)read(text, type, loc);
  });
  if (cuts.size() < 2)
    return;
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
  sdy::MeshOp::create(top, module.getLoc(), "mesh",
                      sdy::MeshAttr::get(context, builder.getArrayAttr(names), sizes, {}));
  ScopedDiagnosticHandler said(context, [](Diagnostic &diagnostic) {
    return success(diagnostic.getSeverity() == DiagnosticSeverity::Remark);
  });
  forEach(
      [&](StringRef text, Type type, Location loc, const WriteFn &write, ArrayRef<int64_t> open) {
        if (const Tiling *tiling = read(text, type, loc))
          write(convert(*tiling, cast<RankedTensorType>(type).getRank(), open));
      });
}

} // namespace

void convertTilings(ModuleOp module) { GspmdReader(module).run(); }

} // namespace shardc
