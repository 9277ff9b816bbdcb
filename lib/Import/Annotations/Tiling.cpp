//===- Tiling.cpp - the text of GSPMD's shardings ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   sharding := `{` (sharding (`,` sharding)*)? `}` | `{` kind suffix* `}`
//   kind     := `replicated` | `manual` | `unknown` | `unreduced`
//             | `maximal device=` N | `devices=[` N,… `]` devices
//   devices  := N,… | `<=[` N,… `]` (`T(` N,… `)`)?
//   suffix   := `last_tile_dim_replicate` | `last_tile_dims={` group,… `}`
//             | (`shard_as` | `shard_like`) N | `metadata={` … `}`
//
//===----------------------------------------------------------------------===//
#include "Tiling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace mlir;

namespace shardc {
namespace {

/// Devices that the reader is willing to list one by one.
constexpr int64_t maxDevices = 1 << 20;

class TilingParser {
public:
  TilingParser(StringRef text, function_ref<void(size_t, const Twine &)> report)
      : text(text), rest(text), report(report) {}

  FailureOr<std::vector<Tiling>> parse(bool &isTuple);

private:
  LogicalResult fail(const Twine &message) {
    report(rest.data() - text.data(), message);
    return failure();
  }
  void skip() { rest = rest.ltrim(); }
  bool consume(StringRef token) {
    skip();
    return rest.consume_front(token);
  }
  LogicalResult expect(StringRef token) {
    return consume(token) ? success() : fail("expected '" + token + "'");
  }
  /// A keyword, not the beginning of a longer one.
  bool keyword(StringRef word) {
    skip();
    if (!rest.starts_with(word))
      return false;
    StringRef behind = rest.drop_front(word.size());
    if (!behind.empty() && (llvm::isAlnum(behind.front()) || behind.front() == '_'))
      return false;
    rest = behind;
    return true;
  }
  LogicalResult number(int64_t &value, int64_t least, StringRef what);
  LogicalResult list(StringRef open, StringRef close, int64_t least, StringRef what,
                     SmallVectorImpl<int64_t> &numbers);
  LogicalResult parseOne(Tiling &tiling);
  LogicalResult parseTiles(Tiling &tiling);
  LogicalResult parseDevices(int64_t count, SmallVectorImpl<int64_t> &devices);
  LogicalResult parseIota(int64_t count, SmallVectorImpl<int64_t> &devices);
  LogicalResult parseSuffixes(Tiling &tiling);
  LogicalResult parseGroups(Tiling &tiling);
  LogicalResult skipBraces();

  StringRef text, rest;
  function_ref<void(size_t, const Twine &)> report;
};

LogicalResult TilingParser::number(int64_t &value, int64_t least, StringRef what) {
  skip();
  StringRef digits = rest.take_while(llvm::isDigit);
  if (digits.empty())
    return fail("expected " + what);
  if (digits.getAsInteger(10, value) || value < least || value > maxDevices)
    return fail(what + " is " + digits + ", but must be from " + Twine(least) + " to " +
                Twine(maxDevices));
  rest = rest.drop_front(digits.size());
  return success();
}

LogicalResult TilingParser::list(StringRef open, StringRef close, int64_t least, StringRef what,
                                 SmallVectorImpl<int64_t> &numbers) {
  if (failed(expect(open)))
    return failure();
  do {
    if (failed(number(numbers.emplace_back(), least, what)))
      return failure();
  } while (consume(","));
  return expect(close);
}

/// "[2,4]T(1,0)": the devices 0 to 7 as an array of that shape, transposed.
LogicalResult TilingParser::parseIota(int64_t count, SmallVectorImpl<int64_t> &devices) {
  SmallVector<int64_t> shape, order;
  StringRef begin = rest;
  if (failed(list("[", "]", 1, "a size", shape)))
    return failure();
  int64_t product = 1;
  for (int64_t size : shape)
    product = std::min(product * size, maxDevices + 1);
  if (product != count) {
    rest = begin;
    return fail("there are " + Twine(product) + " devices for " + Twine(count) + " tiles");
  }
  begin = rest;
  if (consume("T")) {
    if (failed(list("(", ")", 0, "a dimension", order)))
      return failure();
  } else {
    order.resize(shape.size());
    std::iota(order.begin(), order.end(), 0);
  }
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  bool isPermutation = order.size() == shape.size();
  for (auto [position, dim] : llvm::enumerate(sorted))
    isPermutation &= dim == static_cast<int64_t>(position);
  if (!isPermutation) {
    rest = begin;
    return fail("expected a permutation of " + Twine(shape.size()) + " dimensions");
  }
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  for (int64_t index = 0; index < count; ++index) {
    int64_t left = index, device = 0;
    for (size_t i = order.size(); i-- > 0;) {
      device += left % shape[order[i]] * strides[order[i]];
      left /= shape[order[i]];
    }
    devices.push_back(device);
  }
  return success();
}

LogicalResult TilingParser::parseDevices(int64_t count, SmallVectorImpl<int64_t> &devices) {
  if (consume("<="))
    return parseIota(count, devices);
  StringRef begin = rest;
  do {
    if (failed(number(devices.emplace_back(), 0, "a device")))
      return failure();
  } while (consume(","));
  if (static_cast<int64_t>(devices.size()) != count) {
    rest = begin;
    return fail("there are " + Twine(devices.size()) + " devices for " + Twine(count) + " tiles");
  }
  SmallVector<int64_t> sorted(devices.begin(), devices.end());
  llvm::sort(sorted);
  if (auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
    rest = begin;
    return fail("device " + Twine(*twice) + " has two tiles");
  }
  return success();
}

/// The devices along each dimension as a count of mixed radix; false when they are none.
bool decompose(ArrayRef<int64_t> tiles, ArrayRef<int64_t> devices,
               SmallVectorImpl<Radices> &radices) {
  int64_t step = devices.size();
  SmallVector<int64_t> rebuilt = {0};
  if (devices.front() != 0)
    return false;
  for (int64_t extent : tiles) {
    step /= extent;
    auto deviceOf = [&](int64_t tile) { return devices[tile * step]; };
    Radices dim;
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
        int64_t left = tile, offset = 0;
        for (const Radix &radix : llvm::reverse(dim)) {
          offset += left % radix.size * radix.stride;
          left /= radix.size;
        }
        next.push_back(base + offset);
      }
    rebuilt = std::move(next);
    radices.push_back(std::move(dim));
  }
  return llvm::equal(rebuilt, devices);
}

LogicalResult TilingParser::parseTiles(Tiling &tiling) {
  SmallVector<int64_t> tiles, devices;
  StringRef begin = rest;
  if (failed(list("[", "]", 1, "a number of tiles", tiles)))
    return failure();
  for (int64_t size : tiles) {
    tiling.devices *= size;
    if (tiling.devices > maxDevices) {
      rest = begin;
      return fail("there are more tiles than " + Twine(maxDevices));
    }
  }
  if (failed(parseDevices(tiling.devices, devices)))
    return failure();
  tiling.kind = Tiling::Tiled;
  if (!decompose(tiles, devices, tiling.dims)) {
    tiling.unusable = "no axes of a mesh order its devices so";
    tiling.dims.assign(tiles.size(), {});
  }
  return success();
}

/// What the last dimensions of tiles are, which are not the value's.
LogicalResult TilingParser::parseGroups(Tiling &tiling) {
  SmallVector<StringRef> kinds;
  StringRef begin = rest;
  do {
    skip();
    StringRef kind;
    for (StringRef known : {"replicated", "manual", "unreduced"})
      if (keyword(known))
        kind = known;
    if (kind.empty())
      return fail("expected 'replicated', 'manual' or 'unreduced'");
    kinds.push_back(kind);
  } while (consume(","));
  if (failed(expect("}")))
    return failure();
  if (kinds.size() > tiling.dims.size()) {
    rest = begin;
    return fail("there are " + Twine(kinds.size()) + " groups for " + Twine(tiling.dims.size()) +
                " dimensions of tiles");
  }
  for (StringRef kind : llvm::reverse(kinds)) {
    Radices last = tiling.dims.pop_back_val();
    if (kind == "manual")
      tiling.manual.insert(tiling.manual.begin(), last);
    else if (kind == "unreduced")
      tiling.unreduced.insert(tiling.unreduced.begin(), last);
  }
  return success();
}

/// "{…}" with whatever inside, strings and braces included.
LogicalResult TilingParser::skipBraces() {
  if (failed(expect("{")))
    return failure();
  StringRef begin = rest;
  unsigned depth = 1;
  char quote = 0;
  for (; !rest.empty() && depth; rest = rest.drop_front()) {
    char c = rest.front();
    if (quote) {
      if (c == '\\' && rest.size() > 1)
        rest = rest.drop_front();
      else if (c == quote)
        quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else {
      depth += c == '{';
      depth -= c == '}';
    }
  }
  if (!depth)
    return success();
  rest = begin;
  return fail("'}' is missing");
}

LogicalResult TilingParser::parseSuffixes(Tiling &tiling) {
  while (!consume("}")) {
    bool isTiled = tiling.kind == Tiling::Tiled;
    int64_t group = 0;
    if (isTiled && keyword("last_tile_dim_replicate")) {
      if (tiling.dims.empty())
        return fail("no dimension of tiles is left");
      tiling.dims.pop_back();
    } else if (isTiled && consume("last_tile_dims={")) {
      if (failed(parseGroups(tiling)))
        return failure();
    } else if (keyword("shard_as") || keyword("shard_like")) {
      // The tie of values is left to propagation.
      if (failed(number(group, 0, "a group")))
        return failure();
    } else if (consume("metadata=")) {
      if (failed(skipBraces()))
        return failure();
    } else {
      return fail("expected '}'");
    }
  }
  return success();
}

LogicalResult TilingParser::parseOne(Tiling &tiling) {
  if (keyword("replicated")) {
    tiling.kind = Tiling::Replicated;
  } else if (keyword("manual")) {
    tiling.kind = Tiling::Manual;
  } else if (keyword("unreduced")) {
    tiling.kind = Tiling::Unreduced;
  } else if (keyword("unknown")) {
    tiling.kind = Tiling::Unknown;
  } else if (keyword("maximal")) {
    int64_t device = 0;
    if (failed(expect("device=")) || failed(number(device, 0, "a device")))
      return failure();
    tiling.unusable = "it places the value on one device alone";
  } else if (consume("devices=")) {
    if (failed(parseTiles(tiling)))
      return failure();
  } else {
    return fail("expected 'devices=', 'replicated', 'manual', 'maximal', 'unreduced' or "
                "'unknown'");
  }
  return parseSuffixes(tiling);
}

FailureOr<std::vector<Tiling>> TilingParser::parse(bool &isTuple) {
  std::vector<Tiling> tilings;
  isTuple = false;
  if (failed(expect("{")))
    return failure();
  skip();
  if (rest.starts_with("{")) {
    isTuple = true;
    do {
      if (failed(expect("{")) || failed(parseOne(tilings.emplace_back())))
        return failure();
    } while (consume(","));
    if (failed(expect("}")))
      return failure();
  } else if (consume("}")) {
    isTuple = true;
  } else if (failed(parseOne(tilings.emplace_back()))) {
    return failure();
  }
  skip();
  if (!rest.empty()) {
    (void)fail("nothing may follow the last '}'");
    return failure();
  }
  return tilings;
}

} // namespace

FailureOr<std::vector<Tiling>>
parseTilings(StringRef text, bool &isTuple,
             function_ref<void(size_t offset, const Twine &message)> fail) {
  return TilingParser(text, fail).parse(isTuple);
}

} // namespace shardc
