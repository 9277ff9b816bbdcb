//===- SdyDialect.cpp - syntax of Shardy annotations ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Registers the dialect, and reads and prints its attributes.
//
//===----------------------------------------------------------------------===//
#include "SdySyntax.h"
#include "dialects/Sdy/Sdy.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::sdy;

#include "dialects/Sdy/SdyDialect.cpp.inc"
#include "dialects/Sdy/SdyEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Sdy/SdyAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/Sdy/SdyOps.cpp.inc"

void SdyDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Sdy/SdyAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Sdy/SdyOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// MeshAttr: <["x"=2, "y"=4], device_ids=[1, 0]>
//===----------------------------------------------------------------------===//

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<Attribute> names;
  SmallVector<int64_t> sizes, deviceIds;
  Builder &builder = parser.getBuilder();
  auto parseAxis = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    std::string name;
    int64_t size = 0;
    if (parser.parseString(&name) || parser.parseEqual() || parser.parseInteger(size))
      return failure();
    if (size < 1)
      return parser.emitError(loc)
             << "axis '" << name << "' has size " << size << ", but must have at least 1";
    StringAttr attr = builder.getStringAttr(name);
    if (name.empty() || llvm::is_contained(names, attr))
      return parser.emitError(loc) << "axis name '" << name << "' is empty or given twice";
    if (!isAxisName(name))
      return parser.emitError(loc) << "an axis cannot be called '" << name << "'";
    names.push_back(attr);
    sizes.push_back(size);
    return success();
  };
  auto parseId = [&] { return parser.parseInteger(deviceIds.emplace_back()); };
  SMLoc begin = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis))
    return {};
  if (succeeded(parser.parseOptionalComma()))
    if (parser.parseKeyword("device_ids") || parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseId))
      return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<MeshAttr>(begin, parser.getContext(), builder.getArrayAttr(names), sizes,
                                     deviceIds);
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayAttr axisNames,
                               ArrayRef<int64_t> axisSizes, ArrayRef<int64_t> deviceIds) {
  // Lists of devices have an entry for each.
  constexpr int64_t maxDevices = 1 << 20;
  int64_t devices = 1;
  for (int64_t size : axisSizes) {
    if (size > maxDevices || (devices *= size) > maxDevices)
      return emitError() << "a mesh may have at most " << maxDevices << " devices";
  }
  if (deviceIds.empty())
    return success();
  int64_t given = deviceIds.size();
  if (given != devices)
    return emitError() << "the mesh has axes for " << devices << " devices, but " << given
                       << " device ids";
  // Without axes it is one device out of all.
  if (axisSizes.empty())
    return deviceIds.front() >= 0
               ? success()
               : LogicalResult(emitError() << "device " << deviceIds.front()
                                           << " does not exist; ids count from 0");
  std::vector<bool> seen(devices);
  for (int64_t id : deviceIds) {
    if (id < 0 || id >= devices)
      return emitError() << "device id " << id << " is not one of the mesh's " << devices
                         << " devices, which count from 0";
    if (seen[id])
      return emitError() << "device id " << id << " is given twice";
    seen[id] = true;
  }
  return success();
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(llvm::zip(getAxisNames().getAsValueRange<StringAttr>(), getAxisSizes()),
                        printer, [&](auto axis) {
                          auto [name, size] = axis;
                          printer << '"' << name << "\"=" << size;
                        });
  printer << ']';
  if (!getDeviceIds().empty()) {
    printer << ", device_ids=[";
    llvm::interleaveComma(getDeviceIds(), printer);
    printer << ']';
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// TensorShardingAttr: <@mesh, [{"x"}, {"y":(1)2, ?}p1], replicated={"z"}>
//===----------------------------------------------------------------------===//

bool sdy::isAxisName(StringRef name) { return name != "?" && !name.contains(':'); }

ParseResult sdy::parseAxes(AsmParser &parser, ArrayAttr &axes, bool mayBeOpen) {
  SmallVector<Attribute> names;
  auto parseAxis = [&]() -> ParseResult {
    std::string name;
    if (mayBeOpen && succeeded(parser.parseOptionalQuestion())) {
      name = "?";
    } else {
      SMLoc loc = parser.getCurrentLocation();
      if (parser.parseString(&name))
        return failure();
      if (!isAxisName(name))
        return parser.emitError(loc) << "an axis cannot be called '" << name << "'";
      if (succeeded(parser.parseOptionalColon())) {
        int64_t before = 0, size = 0;
        if (parser.parseLParen() || parser.parseInteger(before) || parser.parseRParen() ||
            parser.parseInteger(size))
          return failure();
        name += ":(" + std::to_string(before) + ")" + std::to_string(size);
      }
    }
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseAxis))
    return failure();
  axes = parser.getBuilder().getArrayAttr(names);
  return success();
}

void sdy::printAxes(AsmPrinter &printer, ArrayAttr axes) {
  printer << '{';
  llvm::interleaveComma(axes.getAsValueRange<StringAttr>(), printer, [&](StringRef axis) {
    auto [name, part] = axis.split(':');
    if (axis == "?")
      printer << axis;
    else
      printer << '"' << name << '"' << (part.empty() ? "" : ":") << part;
  });
  printer << '}';
}

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  StringAttr mesh;
  SmallVector<Attribute> dimensions;
  Builder &builder = parser.getBuilder();
  ArrayAttr replicated = builder.getArrayAttr({});
  ArrayAttr unreduced = replicated;
  SmallVector<int64_t> priorities;
  auto parseDimension = [&]() -> ParseResult {
    ArrayAttr axes;
    if (parseAxes(parser, axes, /*mayBeOpen=*/true))
      return failure();
    dimensions.push_back(axes);
    SMLoc loc = parser.getCurrentLocation();
    StringRef priority;
    priorities.push_back(-1);
    if (failed(parser.parseOptionalKeyword(&priority)))
      return success();
    if (!priority.consume_front("p") || priority.getAsInteger(10, priorities.back()) ||
        priorities.back() < 0)
      return parser.emitError(loc) << "expected a priority such as p1";
    return success();
  };
  if (parser.parseLess() || parser.parseSymbolName(mesh) || parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDimension))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    bool isReplicated = succeeded(parser.parseOptionalKeyword("replicated"));
    ArrayAttr &axes = isReplicated ? replicated : unreduced;
    if ((!isReplicated && parser.parseKeyword("unreduced")) || parser.parseEqual())
      return {};
    if (!axes.empty()) {
      parser.emitError(loc) << "expected each list of axes once";
      return {};
    }
    if (parseAxes(parser, axes))
      return {};
  }
  if (parser.parseGreater())
    return {};
  if (llvm::all_of(priorities, [](int64_t priority) { return priority < 0; }))
    priorities.clear();
  return get(parser.getContext(), FlatSymbolRefAttr::get(mesh), builder.getArrayAttr(dimensions),
             replicated, unreduced, priorities);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printSymbolName(getMesh().getValue());
  printer << ", [";
  llvm::interleaveComma(llvm::seq<size_t>(0, getDimensions().size()), printer, [&](size_t dim) {
    printAxes(printer, cast<ArrayAttr>(getDimensions()[dim]));
    if (!getPriorities().empty() && getPriorities()[dim] >= 0)
      printer << 'p' << getPriorities()[dim];
  });
  printer << ']';
  if (!getReplicated().empty()) {
    printer << ", replicated=";
    printAxes(printer, getReplicated());
  }
  if (!getUnreduced().empty()) {
    printer << ", unreduced=";
    printAxes(printer, getUnreduced());
  }
  printer << '>';
}
