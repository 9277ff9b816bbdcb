//===- StableHLOAssembly.cpp - custom syntax ---------------------*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The pieces of the pretty form that declarative formats do not express.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOAssembly.h"

using namespace mlir;
using namespace mlir::stablehlo;

//===----------------------------------------------------------------------===//
// Lists of integers
//===----------------------------------------------------------------------===//

ParseResult stablehlo::detail::parseI64List(AsmParser &parser, SmallVectorImpl<int64_t> &list) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(list.emplace_back()); });
}

void stablehlo::detail::printI64List(AsmPrinter &printer, ArrayRef<int64_t> list) {
  printer << '[';
  llvm::interleaveComma(list, printer);
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Types: one when all agree, else a function type
//===----------------------------------------------------------------------===//

ParseResult stablehlo::detail::parseSameTypes(OpAsmParser &parser, ArrayRef<Type *> operands,
                                              Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    for (Type *operand : operands)
      *operand = type;
    result = type;
    return success();
  }
  if (function.getNumInputs() != operands.size() || function.getNumResults() != 1)
    return parser.emitError(loc) << "expected " << operands.size() << " operand types and 1 result "
                                 << "type, but got " << function.getNumInputs() << " and "
                                 << function.getNumResults();
  for (auto [operand, input] : llvm::zip(operands, function.getInputs()))
    *operand = input;
  result = function.getResult(0);
  return success();
}

void stablehlo::detail::printSameTypes(OpAsmPrinter &printer, ArrayRef<Type> operands,
                                       Type result) {
  if (llvm::all_equal(operands) && operands.front() == result) {
    printer << result;
    return;
  }
  printer.printFunctionalType(operands, TypeRange(result));
}

ParseResult stablehlo::parseSelectOpType(OpAsmParser &parser, Type &pred, Type &onTrue,
                                         Type &onFalse, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type)) {
    if (function.getNumInputs() != 3 || function.getNumResults() != 1)
      return parser.emitError(loc)
             << "expected 3 operand types and 1 result type, but got " << function.getNumInputs()
             << " and " << function.getNumResults();
    pred = function.getInput(0);
    onTrue = function.getInput(1);
    onFalse = function.getInput(2);
    result = function.getResult(0);
    return success();
  }
  pred = type;
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  onTrue = onFalse = result;
  return success();
}

void stablehlo::printSelectOpType(OpAsmPrinter &printer, Operation *, Type pred, Type onTrue,
                                  Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(TypeRange{pred, onTrue, onFalse}, TypeRange(result));
}

ParseResult stablehlo::parsePairwiseOpType(OpAsmParser &parser, SmallVectorImpl<Type> &operands,
                                           SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands))
    return failure();
  auto function = operands.size() == 1 ? dyn_cast<FunctionType>(operands[0]) : FunctionType();
  if (!function) {
    results.assign(operands);
    return success();
  }
  operands.assign(function.getInputs().begin(), function.getInputs().end());
  results.assign(function.getResults().begin(), function.getResults().end());
  return success();
}

void stablehlo::printPairwiseOpType(OpAsmPrinter &printer, Operation *, TypeRange operands,
                                    TypeRange results) {
  if (operands == results)
    llvm::interleaveComma(operands, printer);
  else
    printer.printFunctionalType(operands, results);
}

//===----------------------------------------------------------------------===//
// Operands before a keyword; slices; callees
//===----------------------------------------------------------------------===//

ParseResult stablehlo::parseVariadicOperandWithAttribute(
    OpAsmParser &parser, SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  // Every operand is followed by a comma, the last one too.
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return success();
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void stablehlo::printVariadicOperandWithAttribute(OpAsmPrinter &printer, Operation *,
                                                  OperandRange operands) {
  for (Value operand : operands)
    printer << operand << ", ";
}

ParseResult stablehlo::parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                                        DenseI64ArrayAttr &limits, DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    stride.push_back(1);
    if (succeeded(parser.parseOptionalColon()))
      return parser.parseInteger(stride.back());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  Builder &builder = parser.getBuilder();
  starts = builder.getDenseI64ArrayAttr(start);
  limits = builder.getDenseI64ArrayAttr(limit);
  strides = builder.getDenseI64ArrayAttr(stride);
  return success();
}

void stablehlo::printSliceRanges(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr starts,
                                 DenseI64ArrayAttr limits, DenseI64ArrayAttr strides) {
  printer << '[';
  llvm::interleaveComma(llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef()),
                        printer, [&](auto range) {
                          auto [start, limit, stride] = range;
                          printer << start << ':' << limit;
                          if (stride != 1)
                            printer << ':' << stride;
                        });
  printer << ']';
}

ParseResult stablehlo::parseCustomCallTarget(AsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

void stablehlo::printCustomCallTarget(AsmPrinter &printer, Operation *, StringAttr target) {
  printer.printSymbolName(target);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Parses `[a, …] x [b, …]`.
static ParseResult parsePair(AsmParser &parser, SmallVectorImpl<int64_t> &lhs,
                             SmallVectorImpl<int64_t> &rhs) {
  return failure(stablehlo::detail::parseI64List(parser, lhs) || parser.parseKeyword("x") ||
                 stablehlo::detail::parseI64List(parser, rhs));
}

ParseResult stablehlo::parseDotDimensionNumbers(AsmParser &parser,
                                                DotDimensionNumbersAttr &numbers) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")))
    if (parser.parseEqual() || parsePair(parser, lhsBatch, rhsBatch) || parser.parseComma())
      return failure();
  if (parser.parseKeyword("contracting_dims") || parser.parseEqual() ||
      parsePair(parser, lhsContract, rhsContract))
    return failure();
  numbers = DotDimensionNumbersAttr::get(parser.getContext(), lhsBatch, rhsBatch, lhsContract,
                                         rhsContract);
  return success();
}

void stablehlo::printDotDimensionNumbers(AsmPrinter &printer, Operation *,
                                         DotDimensionNumbersAttr numbers) {
  auto printPair = [&](ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
    stablehlo::detail::printI64List(printer, lhs);
    printer << " x ";
    stablehlo::detail::printI64List(printer, rhs);
  };
  if (!numbers.getLhsBatchingDimensions().empty() || !numbers.getRhsBatchingDimensions().empty()) {
    printer << "batching_dims = ";
    printPair(numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  printPair(numbers.getLhsContractingDimensions(), numbers.getRhsContractingDimensions());
}

/// Parses `= [DEFAULT, …]`.
static ParseResult parsePrecisions(AsmParser &parser, ArrayAttr &config) {
  SmallVector<Attribute> precisions;
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<Precision> precision = symbolizePrecision(keyword);
    if (!precision)
      return parser.emitError(loc)
             << "expected DEFAULT, HIGH or HIGHEST, but got '" << keyword << "'";
    precisions.push_back(PrecisionAttr::get(parser.getContext(), *precision));
    return success();
  };
  if (parser.parseEqual() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  // No entry means the default, as in the generic form without the attribute.
  if (!precisions.empty())
    config = parser.getBuilder().getArrayAttr(precisions);
  return success();
}

ParseResult stablehlo::parsePrecisionConfig(AsmParser &parser, ArrayAttr &config) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("precision") || parsePrecisions(parser, config));
}

void stablehlo::printPrecisionConfig(AsmPrinter &printer, Operation *, ArrayAttr config) {
  if (!config || config.empty())
    return;
  printer << ", precision = [";
  llvm::interleaveComma(config.getAsRange<PrecisionAttr>(), printer, [&](PrecisionAttr precision) {
    printer << stringifyPrecision(precision.getValue());
  });
  printer << ']';
}

ParseResult stablehlo::parsePrecisionConfigAndAlgorithm(AsmParser &parser, ArrayAttr &config,
                                                        DotAlgorithmAttr &algorithm) {
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("algorithm"))) {
      if (parser.parseEqual() || parser.parseCustomAttributeWithFallback(algorithm))
        return failure();
      continue;
    }
    if (parser.parseKeyword("precision") || parsePrecisions(parser, config))
      return failure();
  }
  return success();
}

void stablehlo::printPrecisionConfigAndAlgorithm(AsmPrinter &printer, Operation *op,
                                                 ArrayAttr config, DotAlgorithmAttr algorithm) {
  printPrecisionConfig(printer, op, config);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  printer.printStrippedAttrOrType(algorithm);
}
