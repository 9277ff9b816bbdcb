//===- SdyManual.cpp - programs of one device, and collectives --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reads and prints manual computations, and the lists of axes of collectives.
//
//===----------------------------------------------------------------------===//
#include "SdySyntax.h"
#include "dialects/Sdy/Sdy.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::sdy;

//===----------------------------------------------------------------------===//
// Lists of axes
//===----------------------------------------------------------------------===//

Attribute TensorShardingPerValueAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorShardingAttr> shardings;
  auto parseOne = [&]() -> ParseResult {
    auto sharding = dyn_cast_or_null<TensorShardingAttr>(TensorShardingAttr::parse(parser, {}));
    if (!sharding)
      return failure();
    shardings.push_back(sharding);
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), shardings);
}

static void printShardings(AsmPrinter &printer, TensorShardingPerValueAttr attr) {
  printer << '[';
  llvm::interleaveComma(attr.getShardings(), printer,
                        [&](TensorShardingAttr sharding) { sharding.print(printer); });
  printer << ']';
}

void TensorShardingPerValueAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printShardings(printer, *this);
  printer << '>';
}

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  ArrayAttr axes;
  if (parseAxes(parser, axes))
    return {};
  return get(parser.getContext(), axes);
}
void ManualAxesAttr::print(AsmPrinter &printer) const { printAxes(printer, getAxes()); }

Attribute AxisRefListAttr::parse(AsmParser &parser, Type) {
  ArrayAttr axes;
  if (parseAxes(parser, axes))
    return {};
  return get(parser.getContext(), axes);
}
void AxisRefListAttr::print(AsmPrinter &printer) const { printAxes(printer, getAxes()); }

Attribute ListOfAxisRefListsAttr::parse(AsmParser &parser, Type) {
  SmallVector<Attribute> lists;
  auto parseOne = [&]() -> ParseResult {
    ArrayAttr axes;
    if (parseAxes(parser, axes))
      return failure();
    lists.push_back(axes);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return {};
  return get(parser.getContext(), parser.getBuilder().getArrayAttr(lists));
}

void ListOfAxisRefListsAttr::print(AsmPrinter &printer) const {
  printer << '[';
  llvm::interleaveComma(getLists().getAsRange<ArrayAttr>(), printer,
                        [&](ArrayAttr axes) { printAxes(printer, axes); });
  printer << ']';
}

Attribute AllToAllParamListAttr::parse(AsmParser &parser, Type) {
  SmallVector<Attribute> lists;
  SmallVector<int64_t> sources, targets;
  auto parseOne = [&]() -> ParseResult {
    ArrayAttr axes;
    if (parseAxes(parser, axes) || parser.parseColon() ||
        parser.parseInteger(sources.emplace_back()) || parser.parseArrow() ||
        parser.parseInteger(targets.emplace_back()))
      return failure();
    lists.push_back(axes);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return {};
  return get(parser.getContext(), parser.getBuilder().getArrayAttr(lists), sources, targets);
}

void AllToAllParamListAttr::print(AsmPrinter &printer) const {
  printer << '[';
  llvm::interleaveComma(llvm::zip(getLists().getAsRange<ArrayAttr>(), getSources(), getTargets()),
                        printer, [&](auto move) {
                          auto [axes, source, target] = move;
                          printAxes(printer, axes);
                          printer << ": " << source << "->" << target;
                        });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// ManualComputationOp
//===----------------------------------------------------------------------===//

/// Parses `in_shardings=[…]` behind its name into an attribute of that name.
static ParseResult parseShardings(OpAsmParser &parser, OperationState &result, StringRef name) {
  SmallVector<TensorShardingAttr> shardings;
  auto parseOne = [&]() -> ParseResult {
    auto sharding = dyn_cast_or_null<TensorShardingAttr>(TensorShardingAttr::parse(parser, {}));
    if (!sharding)
      return failure();
    shardings.push_back(sharding);
    return success();
  };
  if (parser.parseEqual() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  result.addAttribute(name, TensorShardingPerValueAttr::get(parser.getContext(), shardings));
  return success();
}

/// Parses `(%a: T) {…} {attributes} : (…) -> (…)`.
static ParseResult parseBody(OpAsmParser &parser, OperationState &result,
                             ArrayRef<OpAsmParser::UnresolvedOperand> operands, SMLoc operandsLoc) {
  SmallVector<OpAsmParser::Argument> arguments;
  FunctionType type;
  if (parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren, /*allowType=*/true) ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type))
    return failure();
  result.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), operandsLoc, result.operands);
}

static void printBody(OpAsmPrinter &printer, Operation *op, ArrayRef<StringRef> hidden) {
  Region &body = op->getRegion(0);
  printer << " (";
  llvm::interleaveComma(body.getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(op->getAttrs(), hidden);
  printer << " : ";
  printer.printFunctionalType(op);
}

/// Checks what the body of an op takes and returns against its operands, results and
/// their shardings (null: none are given).
static LogicalResult verifyBody(Operation *op, TensorShardingPerValueAttr in,
                                TensorShardingPerValueAttr out) {
  auto agree = [&](size_t count, size_t other, StringRef what, StringRef name) -> LogicalResult {
    if (count == other)
      return success();
    return op->emitOpError() << "has " << count << " " << what << ", but " << other << " " << name;
  };
  Block &body = op->getRegion(0).front();
  auto terminator = dyn_cast<sdy::ReturnOp>(body.getTerminator());
  if (!terminator)
    return op->emitOpError() << "must end its body in 'sdy.return', not '"
                             << body.getTerminator()->getName() << "'";
  if ((in &&
       failed(agree(op->getNumOperands(), in.getShardings().size(), "operands", "in_shardings"))) ||
      (out &&
       failed(agree(op->getNumResults(), out.getShardings().size(), "results", "out_shardings"))) ||
      failed(
          agree(op->getNumOperands(), body.getNumArguments(), "operands", "arguments of the body")))
    return failure();
  if (terminator.getNumOperands() != op->getNumResults())
    return op->emitOpError() << "has " << op->getNumResults() << " results, but its body returns "
                             << terminator.getNumOperands();
  return success();
}

ParseResult ManualComputationOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc operandsLoc = parser.getCurrentLocation();
  ArrayAttr axes;
  if (parser.parseOperandList(operands, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("in_shardings") || parseShardings(parser, result, "in_shardings") ||
      parser.parseKeyword("out_shardings") || parseShardings(parser, result, "out_shardings") ||
      parser.parseKeyword("manual_axes") || parser.parseEqual() || parseAxes(parser, axes))
    return failure();
  result.addAttribute("manual_axes", ManualAxesAttr::get(parser.getContext(), axes));
  return parseBody(parser, result, operands, operandsLoc);
}

void ManualComputationOp::print(OpAsmPrinter &printer) {
  printer << '(' << getTensors() << ") in_shardings=";
  printShardings(printer, getInShardings());
  printer << " out_shardings=";
  printShardings(printer, getOutShardings());
  printer << " manual_axes=";
  printAxes(printer, getManualAxes().getAxes());
  printBody(printer, *this, {"in_shardings", "out_shardings", "manual_axes"});
}

LogicalResult ManualComputationOp::verifyRegions() {
  return verifyBody(*this, getInShardings(), getOutShardings());
}

//===----------------------------------------------------------------------===//
// NamedComputationOp
//===----------------------------------------------------------------------===//

ParseResult NamedComputationOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  StringAttr name;
  if (parser.parseLess() || parser.parseAttribute(name, "name", result.attributes) ||
      parser.parseGreater())
    return failure();
  SMLoc operandsLoc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands, AsmParser::Delimiter::Paren))
    return failure();
  for (StringRef list : {"in_shardings", "out_shardings"})
    if (succeeded(parser.parseOptionalKeyword(list)) && parseShardings(parser, result, list))
      return failure();
  return parseBody(parser, result, operands, operandsLoc);
}

void NamedComputationOp::print(OpAsmPrinter &printer) {
  printer << '<' << getNameAttr() << ">(" << getTensors() << ')';
  if (TensorShardingPerValueAttr shardings = getInShardingsAttr()) {
    printer << " in_shardings=";
    printShardings(printer, shardings);
  }
  if (TensorShardingPerValueAttr shardings = getOutShardingsAttr()) {
    printer << " out_shardings=";
    printShardings(printer, shardings);
  }
  printBody(printer, *this, {"name", "in_shardings", "out_shardings"});
}

LogicalResult NamedComputationOp::verifyRegions() {
  if (failed(verifyBody(*this, getInShardingsAttr(), getOutShardingsAttr())))
    return failure();
  Block &body = getBody().front();
  if (body.getArgumentTypes() != getOperandTypes() ||
      body.getTerminator()->getOperandTypes() != getResultTypes())
    return emitOpError() << "must have a body that takes and returns values of the types of its "
                            "operands and results";
  return success();
}
