//===- DistOps.cpp - text form of the dist ops ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Custom directives of the assembly formats, and the microbatch region.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/DistSyntax.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace shardc::dist;

//===----------------------------------------------------------------------===//
// Directives
//===----------------------------------------------------------------------===//

static ParseResult parseDim(OpAsmParser &parser, IntegerAttr &value) {
  int64_t number;
  if (parser.parseInteger(number))
    return failure();
  value = parser.getBuilder().getI64IntegerAttr(number);
  return success();
}

static void printDim(OpAsmPrinter &printer, Operation *, IntegerAttr value) {
  printer << value.getInt();
}

static ParseResult parseKind(OpAsmParser &parser, ReductionKindAttr &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<ReductionKind> value = symbolizeReductionKind(keyword);
  if (!value)
    return parser.emitError(loc, "'")
           << keyword << "' is not a reduction; one of sum, max, min, prod, and, or";
  kind = ReductionKindAttr::get(parser.getContext(), *value);
  return success();
}

static void printKind(OpAsmPrinter &printer, Operation *, ReductionKindAttr kind) {
  printer << stringifyReductionKind(kind.getValue());
}

static ParseResult parseAxes(OpAsmParser &parser, ArrayAttr &axes) {
  SmallVector<Attribute> list;
  auto parseOne = [&]() -> ParseResult {
    FailureOr<AxisRefAttr> axis = parseAxis(parser);
    if (failed(axis))
      return failure();
    list.push_back(*axis);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  axes = parser.getBuilder().getArrayAttr(list);
  return success();
}

static void printAxes(OpAsmPrinter &printer, Operation *, ArrayAttr axes) {
  printer << "[";
  llvm::interleaveComma(axes, printer,
                        [&](Attribute axis) { printAxis(printer, cast<AxisRefAttr>(axis)); });
  printer << "]";
}

#define GET_OP_CLASSES
#include "dialects/Dist/DistOps.cpp.inc"

//===----------------------------------------------------------------------===//
// MicrobatchOp
//===----------------------------------------------------------------------===//

YieldKind MicrobatchOp::getKind(unsigned index) {
  return cast<YieldKindAttr>(getKinds()[index]).getValue();
}

ParseResult MicrobatchOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  int64_t count;
  SmallVector<OpAsmParser::UnresolvedOperand> slices;
  SmallVector<Attribute> kinds;
  FunctionType type;
  auto parseYieldKind = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<YieldKind> kind = symbolizeYieldKind(keyword);
    if (!kind)
      return parser.emitError(loc, "'") << keyword << "' is neither sum nor stack";
    kinds.push_back(YieldKindAttr::get(parser.getContext(), *kind));
    return success();
  };
  SMLoc loc;
  Region *body = result.addRegion();
  if (parser.parseInteger(count) || parser.getCurrentLocation(&loc) ||
      parser.parseOperandList(slices, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("kinds") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseYieldKind) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseRegion(*body) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(slices, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  result.addAttribute(getCountAttrName(result.name), builder.getI64IntegerAttr(count));
  result.addAttribute(getKindsAttrName(result.name), builder.getArrayAttr(kinds));
  ensureTerminator(*body, builder, result.location);
  return success();
}

void MicrobatchOp::print(OpAsmPrinter &printer) {
  printer << " " << getCount() << " (" << getSlices() << ") kinds = [";
  llvm::interleaveComma(getKinds(), printer, [&](Attribute kind) {
    printer << stringifyYieldKind(cast<YieldKindAttr>(kind).getValue());
  });
  printer << "]";
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getCountAttrName(), getKindsAttrName()});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/true,
                      /*printBlockTerminators=*/getNumResults() != 0);
  printer << " : ";
  printer.printFunctionalType(*this);
}
