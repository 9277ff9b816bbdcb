//===- StableHLOAssembly.h - custom directives -------------------*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Declares the parsers and printers that generated op code calls. Private to
// the dialect.
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DIALECTS_STABLEHLO_STABLEHLOASSEMBLY_H
#define SHARDC_DIALECTS_STABLEHLO_STABLEHLOASSEMBLY_H

#include "dialects/StableHLO/StableHLO.h"

namespace mlir {
namespace stablehlo {
inline namespace shardc_v1 {
namespace detail {

ParseResult parseI64List(AsmParser &parser, SmallVectorImpl<int64_t> &list);
void printI64List(AsmPrinter &printer, ArrayRef<int64_t> list);
ParseResult parseSameTypes(OpAsmParser &parser, ArrayRef<Type *> operands, Type &result);
void printSameTypes(OpAsmPrinter &printer, ArrayRef<Type> operands, Type result);

// The directive's types arrive as operands first, the result last.
template <typename... Ts, size_t... I>
ParseResult parseSameTypes(OpAsmParser &parser, std::tuple<Ts &...> types,
                           std::index_sequence<I...>) {
  return parseSameTypes(parser, {&std::get<I>(types)...}, std::get<sizeof...(I)>(types));
}

} // namespace detail

// `tensor<…>` for all, or `(tensor<…>, …) -> tensor<…>`.
template <typename... Ts>
ParseResult parseSameOperandsAndResultType(OpAsmParser &parser, Ts &...types) {
  return detail::parseSameTypes(parser, std::tie(types...),
                                std::make_index_sequence<sizeof...(Ts) - 1>());
}
template <typename... Ts>
void printSameOperandsAndResultType(OpAsmPrinter &printer, Operation *, Ts... types) {
  SmallVector<Type> all = {types...};
  Type result = all.pop_back_val();
  detail::printSameTypes(printer, all, result);
}

// `tensor<…xi1>, tensor<…>`, or a function type.
ParseResult parseSelectOpType(OpAsmParser &parser, Type &pred, Type &onTrue, Type &onFalse,
                              Type &result);
void printSelectOpType(OpAsmPrinter &printer, Operation *, Type pred, Type onTrue, Type onFalse,
                       Type result);

// `tensor<…>, tensor<…>` for operands and results alike.
ParseResult parsePairwiseOpType(OpAsmParser &parser, SmallVectorImpl<Type> &operands,
                                SmallVectorImpl<Type> &results);
void printPairwiseOpType(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange results);

// `%a, %b,` before a keyword.
ParseResult
parseVariadicOperandWithAttribute(OpAsmParser &parser,
                                  SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands);
void printVariadicOperandWithAttribute(OpAsmPrinter &printer, Operation *, OperandRange operands);

// `[start:limit, start:limit:stride]`.
ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                             DenseI64ArrayAttr &limits, DenseI64ArrayAttr &strides);
void printSliceRanges(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr starts,
                      DenseI64ArrayAttr limits, DenseI64ArrayAttr strides);

// `@name`, kept as a string.
ParseResult parseCustomCallTarget(AsmParser &parser, StringAttr &target);
void printCustomCallTarget(AsmPrinter &printer, Operation *, StringAttr target);

// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`.
ParseResult parseDotDimensionNumbers(AsmParser &parser, DotDimensionNumbersAttr &numbers);
void printDotDimensionNumbers(AsmPrinter &printer, Operation *, DotDimensionNumbersAttr numbers);

// `[b, 0, f]x[0, i, o]->[b, 0, f]`.
ParseResult parseConvolutionDimensions(AsmParser &parser, ConvDimensionNumbersAttr &numbers);
void printConvolutionDimensions(AsmPrinter &printer, Operation *, ConvDimensionNumbersAttr numbers);

// `stride = [2], pad = [[1, 1]], lhs_dilate = [1], rhs_dilate = [1],
// reverse = [false]`, each where it is given.
ParseResult parseWindowAttributes(OpAsmParser &parser, DenseI64ArrayAttr &strides,
                                  DenseIntElementsAttr &padding, DenseI64ArrayAttr &lhsDilation,
                                  DenseI64ArrayAttr &rhsDilation, DenseBoolArrayAttr &reversal);
void printWindowAttributes(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides,
                           DenseIntElementsAttr padding, DenseI64ArrayAttr lhsDilation,
                           DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal);

// `e5m10`.
ParseResult parseExponentMantissa(AsmParser &parser, IntegerAttr &exponent, IntegerAttr &mantissa);
void printExponentMantissa(AsmPrinter &printer, Operation *, IntegerAttr exponent,
                           IntegerAttr mantissa);

// `tuple<T, U>`, which says the types of the operands too.
ParseResult parseTupleType(OpAsmParser &parser, SmallVectorImpl<Type> &operands, Type &result);
void printTupleType(OpAsmPrinter &printer, Operation *, TypeRange operands, Type result);

// `, precision = [DEFAULT, HIGH]`.
ParseResult parsePrecisionConfig(AsmParser &parser, ArrayAttr &config);
void printPrecisionConfig(AsmPrinter &printer, Operation *, ArrayAttr config);

// `, precision = […], algorithm = <…>`.
ParseResult parsePrecisionConfigAndAlgorithm(AsmParser &parser, ArrayAttr &config,
                                             DotAlgorithmAttr &algorithm);
void printPrecisionConfigAndAlgorithm(AsmPrinter &printer, Operation *, ArrayAttr config,
                                      DotAlgorithmAttr algorithm);

} // namespace shardc_v1
} // namespace stablehlo
} // namespace mlir

#endif // SHARDC_DIALECTS_STABLEHLO_STABLEHLOASSEMBLY_H
