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

ParseResult ManualComputationOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> arguments;
  SMLoc operandsLoc = parser.getCurrentLocation();
  auto parseShardings = [&](StringRef name) -> ParseResult {
    SmallVector<TensorShardingAttr> shardings;
    auto parseOne = [&]() -> ParseResult {
      auto sharding = dyn_cast_or_null<TensorShardingAttr>(TensorShardingAttr::parse(parser, {}));
      if (!sharding)
        return failure();
      shardings.push_back(sharding);
      return success();
    };
    if (parser.parseKeyword(name) || parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
      return failure();
    result.addAttribute(name, TensorShardingPerValueAttr::get(parser.getContext(), shardings));
    return success();
  };
  ArrayAttr axes;
  FunctionType type;
  if (parser.parseOperandList(operands, AsmParser::Delimiter::Paren) ||
      parseShardings("in_shardings") || parseShardings("out_shardings") ||
      parser.parseKeyword("manual_axes") || parser.parseEqual() || parseAxes(parser, axes) ||
      parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren, /*allowType=*/true) ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type))
    return failure();
  result.addAttribute("manual_axes", ManualAxesAttr::get(parser.getContext(), axes));
  result.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), operandsLoc, result.operands);
}

void ManualComputationOp::print(OpAsmPrinter &printer) {
  printer << '(' << getTensors() << ") in_shardings=";
  printShardings(printer, getInShardings());
  printer << " out_shardings=";
  printShardings(printer, getOutShardings());
  printer << " manual_axes=";
  printAxes(printer, getManualAxes().getAxes());
  printer << " (";
  llvm::interleaveComma(getBody().getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"in_shardings", "out_shardings", "manual_axes"});
  printer << " : ";
  printer.printFunctionalType(*this);
}

LogicalResult ManualComputationOp::verifyRegions() {
  auto agree = [&](size_t count, size_t shardings, StringRef what,
                   StringRef name) -> LogicalResult {
    if (count == shardings)
      return success();
    return emitOpError() << "has " << count << " " << what << ", but " << shardings << " " << name;
  };
  Block &body = getBody().front();
  auto terminator = dyn_cast<sdy::ReturnOp>(body.getTerminator());
  if (!terminator)
    return emitOpError() << "must end its body in 'sdy.return', not '"
                         << body.getTerminator()->getName() << "'";
  if (failed(agree(getNumOperands(), getInShardings().getShardings().size(), "operands",
                   "in_shardings")) ||
      failed(agree(getNumResults(), getOutShardings().getShardings().size(), "results",
                   "out_shardings")) ||
      failed(agree(getNumOperands(), body.getNumArguments(), "operands", "arguments of the body")))
    return failure();
  if (terminator.getNumOperands() != getNumResults())
    return emitOpError() << "has " << getNumResults() << " results, but its body returns "
                         << terminator.getNumOperands();
  return success();
}
