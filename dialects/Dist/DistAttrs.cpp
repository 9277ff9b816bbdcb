//===- DistAttrs.cpp - text form of meshes and shardings --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Parsers and printers. A sharding prints its dimensions, axes and partial
// entries in one nested form; each of them also has a form of its own.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/DistSyntax.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace shardc::dist;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

static void printName(raw_ostream &os, StringRef name) {
  os << '"';
  llvm::printEscapedString(name, os);
  os << '"';
}

void shardc::dist::printAxis(AsmPrinter &printer, AxisRefAttr axis) {
  printName(printer.getStream(), axis.getName());
  if (!axis.isFullAxis())
    printer << ":(" << axis.getPreSize() << ")" << axis.getSubSize();
}

/// What follows an axis name: a sub-axis, or a colon that belongs to somebody
/// else (told through `colon`, an error where that is null).
static FailureOr<AxisRefAttr> parseAxisTail(AsmParser &parser, StringRef name, bool *colon) {
  MLIRContext *context = parser.getContext();
  if (failed(parser.parseOptionalColon()))
    return AxisRefAttr::get(context, name);
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalLParen())) {
    if (!colon)
      return parser.emitError(loc, "expected '(' of a sub-axis");
    *colon = true;
    return AxisRefAttr::get(context, name);
  }
  int64_t preSize, subSize;
  if (parser.parseInteger(preSize) || parser.parseRParen() || parser.parseInteger(subSize))
    return failure();
  if (preSize < 1 || subSize < 2)
    return parser.emitError(loc, "sub-axis (")
           << preSize << ")" << subSize
           << " needs a pre-size of at least 1 and a size of at least 2";
  return AxisRefAttr::get(context, name, preSize, subSize);
}

FailureOr<AxisRefAttr> shardc::dist::parseAxis(AsmParser &parser) {
  std::string name;
  if (parser.parseString(&name))
    return failure();
  return parseAxisTail(parser, name, nullptr);
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<AxisRefAttr> axis = parseAxis(parser);
  if (failed(axis) || parser.parseGreater())
    return {};
  return *axis;
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxis(printer, *this);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

static FailureOr<MeshAxisAttr> parseMeshAxis(AsmParser &parser) {
  std::string name;
  int64_t size;
  if (parser.parseString(&name) || parser.parseEqual() || parser.parseInteger(size))
    return failure();
  return MeshAxisAttr::get(parser.getContext(), name, size);
}

static void printMeshAxis(AsmPrinter &printer, MeshAxisAttr axis) {
  printName(printer.getStream(), axis.getName());
  printer << "=" << axis.getSize();
}

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<MeshAxisAttr> axis = parseMeshAxis(parser);
  if (failed(axis) || parser.parseGreater())
    return {};
  return *axis;
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printMeshAxis(printer, *this);
  printer << ">";
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<MeshAxisAttr> axes;
  auto parseOne = [&]() -> ParseResult {
    FailureOr<MeshAxisAttr> axis = parseMeshAxis(parser);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseOne))
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    ArrayRef<MeshAxisAttr>(axes));
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(getAxes(), printer,
                        [&](MeshAxisAttr axis) { printMeshAxis(printer, axis); });
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

static FailureOr<DimShardingAttr> parseDim(AsmParser &parser) {
  SmallVector<AxisRefAttr> axes;
  bool closed = true;
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    if (!closed)
      return parser.emitError(loc, "'?' must come last in a dimension");
    if (succeeded(parser.parseOptionalQuestion())) {
      closed = false;
      return success();
    }
    FailureOr<AxisRefAttr> axis = parseAxis(parser);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseOne))
    return failure();
  int64_t granule = 1;
  if (succeeded(parser.parseOptionalColon())) {
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseInteger(granule))
      return failure();
    if (granule < 1)
      return parser.emitError(loc, "granule must be at least 1, not ") << granule;
  }
  return DimShardingAttr::get(parser.getContext(), axes, closed, granule);
}

static void printDim(AsmPrinter &printer, DimShardingAttr dim) {
  printer << "{";
  llvm::interleaveComma(dim.getAxes(), printer,
                        [&](AxisRefAttr axis) { printAxis(printer, axis); });
  if (!dim.getIsClosed())
    printer << (dim.getAxes().empty() ? "?" : ", ?");
  printer << "}";
  if (dim.getGranule() != 1)
    printer << ":" << dim.getGranule();
}

Attribute DimShardingAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<DimShardingAttr> dim = parseDim(parser);
  if (failed(dim) || parser.parseGreater())
    return {};
  return *dim;
}

void DimShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printDim(printer, *this);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Partial entries
//===----------------------------------------------------------------------===//

/// `sum:"dp","tp":f32:bf16`; stops before a comma that a new entry follows by
/// setting `more`.
static FailureOr<PartialAttr> parsePartial(AsmParser &parser, bool &more) {
  more = false;
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<ReductionKind> kind = symbolizeReductionKind(keyword);
  if (!kind)
    return parser.emitError(loc, "'")
           << keyword << "' is not a reduction; one of sum, max, min, prod, and, or";
  if (parser.parseColon())
    return failure();
  SmallVector<AxisRefAttr> axes;
  std::string name;
  if (parser.parseString(&name))
    return failure();
  Type accumType, wireType;
  while (true) {
    bool colon = false;
    FailureOr<AxisRefAttr> axis = parseAxisTail(parser, name, &colon);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    // A sub-axis consumes its own colon; types need one more.
    if (!colon && !axis->isFullAxis())
      colon = succeeded(parser.parseOptionalColon());
    if (colon) {
      if (parser.parseType(accumType))
        return failure();
      if (succeeded(parser.parseOptionalColon()) && parser.parseType(wireType))
        return failure();
      more = succeeded(parser.parseOptionalComma());
      break;
    }
    if (failed(parser.parseOptionalComma()))
      break;
    if (failed(parser.parseOptionalString(&name))) {
      more = true;
      break;
    }
  }
  if (accumType && isa<NoneType>(accumType))
    accumType = Type();
  return PartialAttr::get(parser.getContext(), *kind, axes, accumType, wireType);
}

static void printPartial(AsmPrinter &printer, PartialAttr partial) {
  printer << stringifyReductionKind(partial.getKind()) << ":";
  llvm::interleave(
      partial.getAxes(), [&](AxisRefAttr axis) { printAxis(printer, axis); },
      [&] { printer << ","; });
  if (!partial.getAccumType() && !partial.getWireType())
    return;
  printer << ":";
  if (partial.getAccumType())
    printer << partial.getAccumType();
  else
    printer << "none";
  if (partial.getWireType())
    printer << ":" << partial.getWireType();
}

Attribute PartialAttr::parse(AsmParser &parser, Type) {
  bool more;
  if (parser.parseLess())
    return {};
  FailureOr<PartialAttr> partial = parsePartial(parser, more);
  if (failed(partial) || parser.parseGreater())
    return {};
  return *partial;
}

void PartialAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printPartial(printer, *this);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  FlatSymbolRefAttr mesh;
  SmallVector<DimShardingAttr> dims;
  SmallVector<PartialAttr> partial;
  auto parseOneDim = [&]() -> ParseResult {
    FailureOr<DimShardingAttr> dim = parseDim(parser);
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
    return success();
  };
  if (parser.parseLess() || parser.parseAttribute(mesh) || parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOneDim))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("partial") || parser.parseEqual() || parser.parseLBrace())
      return {};
    for (bool more = true; more;) {
      FailureOr<PartialAttr> one = parsePartial(parser, more);
      if (failed(one))
        return {};
      partial.push_back(*one);
    }
    if (parser.parseRBrace())
      return {};
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), mesh, dims, partial);
}

void ShardingAttr::print(AsmPrinter &printer) const {
  printer << "<" << getMesh() << ", [";
  llvm::interleaveComma(getDims(), printer, [&](DimShardingAttr dim) { printDim(printer, dim); });
  printer << "]";
  if (!getPartial().empty()) {
    printer << ", partial={";
    llvm::interleaveComma(getPartial(), printer,
                          [&](PartialAttr partial) { printPartial(printer, partial); });
    printer << "}";
  }
  printer << ">";
}
