//===- StableHLOReduceAssembly.cpp - syntax of reduce ------------*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// `reduce` has two forms: `applies stablehlo.add` where the body is one
// commutative op, and `reducer(%a: …, %b: …) { … }` for any other body.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOAssembly.h"

using namespace mlir;
using namespace mlir::stablehlo;

/// Parses `(%x init: %c), …`.
static ParseResult parseInputs(OpAsmParser &parser,
                               SmallVectorImpl<OpAsmParser::UnresolvedOperand> &inputs,
                               SmallVectorImpl<OpAsmParser::UnresolvedOperand> &inits) {
  do {
    if (parser.parseLParen() || parser.parseOperand(inputs.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return success();
}

/// Parses `reducer(%a: T, %b: T) … { body }`. Arguments are written in pairs,
/// one for each input; the block has all first ones, then all second ones.
static ParseResult parseReducer(OpAsmParser &parser, size_t inputs, Region &body) {
  SmallVector<OpAsmParser::Argument> first, second;
  SMLoc loc = parser.getCurrentLocation();
  while (succeeded(parser.parseOptionalLParen()))
    if (parser.parseArgument(first.emplace_back(), /*allowType=*/true) || parser.parseComma() ||
        parser.parseArgument(second.emplace_back(), /*allowType=*/true) || parser.parseRParen())
      return failure();
  if (first.size() != inputs)
    return parser.emitError(loc) << "expected " << inputs << " pairs of arguments, but got "
                                 << first.size();
  first.append(second);
  return parser.parseRegion(body, first);
}

/// Fills `body` with `combine` of two scalars and its return.
static void buildCombiner(OpAsmParser &parser, Region &body, OperationName combine,
                          Type elementType, Location loc) {
  Type scalar = RankedTensorType::get({}, elementType);
  Block &block = body.emplaceBlock();
  block.addArguments({scalar, scalar}, {loc, loc});
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  Operation *op = builder.create(loc, combine.getIdentifier(), block.getArguments(), scalar);
  ReturnOp::create(builder, loc, op->getResults());
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  SMLoc start = parser.getCurrentLocation();
  Location loc = parser.getEncodedSourceLoc(start);
  if (parseInputs(parser, operands, inits))
    return failure();
  size_t inputs = operands.size();
  operands.append(inits);

  std::optional<OperationName> combine;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    SMLoc nameLoc = parser.getCurrentLocation();
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    if (!name->isRegistered() ||
        name->getDialectNamespace() != StableHLODialect::getDialectNamespace() ||
        !name->hasTrait<OpTrait::IsCommutative>())
      return parser.emitError(nameLoc)
             << "expected a commutative stablehlo op, but got '" << *name << "'";
    if (inputs != 1)
      return parser.emitError(nameLoc)
             << "expected 1 input, but got " << inputs << "; several inputs need a reducer";
    combine = *name;
  }

  SmallVector<int64_t> dimensions;
  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual() ||
      stablehlo::detail::parseI64List(parser, dimensions) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColon() ||
      parser.parseType(type) ||
      parser.resolveOperands(operands, type.getInputs(), start, state.operands))
    return failure();
  state.addTypes(type.getResults());
  state.getOrAddProperties<Properties>().dimensions =
      parser.getBuilder().getDenseI64ArrayAttr(dimensions);

  Region *body = state.addRegion();
  if (!combine)
    return failure(parser.parseKeyword("reducer") || parseReducer(parser, inputs, *body));
  auto input = dyn_cast<ShapedType>(type.getInput(0));
  if (!input)
    return parser.emitError(start) << "expected tensors, but got " << type.getInput(0);
  buildCombiner(parser, *body, *combine, input.getElementType(), loc);
  return success();
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleave(
      llvm::zip(getInputs(), getInitValues()), printer,
      [&](auto pair) { printer << std::get<0>(pair) << " init: " << std::get<1>(pair); }, "), (");
  printer << ')';

  // The short form has no place for the body's attributes and types.
  Operation *combiner = getCombiner();
  auto input = cast<ShapedType>(getInputs().front().getType());
  Type scalar = RankedTensorType::get({}, input.getElementType());
  if (combiner && (getInputs().size() != 1 || !combiner->getAttrs().empty() ||
                   combiner->getOperand(0).getType() != scalar ||
                   combiner->getResultTypes() != TypeRange(scalar)))
    combiner = nullptr;
  if (combiner)
    printer << " applies " << combiner->getName();
  printer << " across dimensions = ";
  stablehlo::detail::printI64List(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getDimensionsAttrName()});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (combiner)
    return;

  printer.printNewline();
  printer << " reducer";
  size_t inputs = getInputs().size();
  for (size_t i = 0; i < inputs; ++i) {
    printer << '(';
    printer.printRegionArgument(getBody().getArgument(i));
    printer << ", ";
    printer.printRegionArgument(getBody().getArgument(i + inputs));
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}
