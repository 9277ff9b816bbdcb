//===- SdyRules.cpp - rules of how ops are sharded --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   rule    := `<` `(` tensors `)` `->` `(` tensors `)` sizes? list* (`,` `custom`)? `>`
//   tensors := (`[` (factor+ (`,` factor+)*)? `]`)*, comma separated
//   sizes   := `{` (factor `=` N),… `}`
//   list    := (`reduction` | `need_replication` | `permutation` | `blocked_propagation`)
//              `=` `{` factor,… `}`
//   factor  := `i` | … | `z` | `z_` N
//
// The factors of one dimension are written without anything between them.
//
//===----------------------------------------------------------------------===//
#include "dialects/Sdy/Sdy.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::sdy;

/// Factors with a letter of their own: i to z.
static constexpr int64_t numLetters = 'z' - 'i' + 1;

/// Takes a factor off a text: its place in the row i, …, z, z_1, …; -1 where there is none.
static int64_t takeFactor(StringRef &text) {
  if (text.empty() || text.front() < 'i' || text.front() > 'z')
    return -1;
  int64_t factor = text.front() - 'i';
  bool isLast = text.front() == 'z';
  text = text.drop_front();
  if (!isLast || !text.consume_front("_"))
    return factor;
  int64_t number = 0;
  if (text.consumeInteger(10, number) || number < 1 || number > (int64_t(1) << 32))
    return -1;
  return factor + number;
}

static void printFactor(AsmPrinter &printer, int64_t factor) {
  if (factor < numLetters)
    printer << static_cast<char>('i' + factor);
  else
    printer << "z_" << factor - numLetters + 1;
}

/// The factors of one dimension, "ij", or exactly one.
static ParseResult parseFactors(AsmParser &parser, SmallVectorImpl<int64_t> &factors, bool isOne) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  StringRef rest = text;
  while (!rest.empty()) {
    factors.push_back(takeFactor(rest));
    if (factors.back() < 0)
      return parser.emitError(loc)
             << "expected factors such as i, j or z_1, but got '" << text << "'";
  }
  if (isOne && factors.size() != 1)
    return parser.emitError(loc) << "expected one factor, but got '" << text << "'";
  return success();
}

/// "([i, jk], [])": the factors of each dimension of each tensor.
static ParseResult parseTensors(AsmParser &parser, ArrayAttr &tensors) {
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> parsed;
  auto parseTensor = [&]() -> ParseResult {
    SmallVector<Attribute> dims;
    auto parseDim = [&]() -> ParseResult {
      SmallVector<int64_t> factors;
      if (parseFactors(parser, factors, /*isOne=*/false))
        return failure();
      dims.push_back(builder.getDenseI64ArrayAttr(factors));
      return success();
    };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim))
      return failure();
    parsed.push_back(builder.getArrayAttr(dims));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseTensor))
    return failure();
  tensors = builder.getArrayAttr(parsed);
  return success();
}

Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  SMLoc begin = parser.getCurrentLocation();
  ArrayAttr operands, results;
  SmallVector<int64_t> sizes;
  if (parser.parseLess() || parseTensors(parser, operands) || parser.parseArrow() ||
      parseTensors(parser, results))
    return {};
  auto parseSize = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    SmallVector<int64_t> factor;
    if (parseFactors(parser, factor, /*isOne=*/true) || parser.parseEqual() ||
        parser.parseInteger(sizes.emplace_back()))
      return failure();
    if (factor.front() != static_cast<int64_t>(sizes.size()) - 1 || sizes.back() < 1)
      return parser.emitError(loc) << "factors must be given in order, with sizes of at least 1";
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalBraces, parseSize))
    return {};
  SmallVector<int64_t> lists[4];
  StringRef listNames[] = {"reduction", "need_replication", "permutation", "blocked_propagation"};
  for (auto [list, name] : llvm::zip(lists, listNames)) {
    if (failed(parser.parseOptionalKeyword(name)))
      continue;
    SmallVectorImpl<int64_t> &factors = list;
    auto parseOne = [&] { return parseFactors(parser, factors, /*isOne=*/false); };
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseOne))
      return {};
  }
  bool isCustom = succeeded(parser.parseOptionalComma());
  if ((isCustom && parser.parseKeyword("custom")) || parser.parseGreater())
    return {};
  SmallVector<int64_t> named;
  for (ArrayAttr side : {operands, results})
    for (ArrayAttr tensor : side.getAsRange<ArrayAttr>())
      for (DenseI64ArrayAttr dim : tensor.getAsRange<DenseI64ArrayAttr>())
        llvm::append_range(named, dim.asArrayRef());
  for (const auto &list : lists)
    llvm::append_range(named, list);
  if (llvm::any_of(named, [&](int64_t factor) { return factor >= int64_t(sizes.size()); })) {
    parser.emitError(begin) << "the rule names a factor that it gives no size";
    return {};
  }
  return get(parser.getContext(), sizes, operands, results, lists[0], lists[1], lists[2], lists[3],
             isCustom);
}

static void printTensors(AsmPrinter &printer, ArrayAttr tensors) {
  printer << '(';
  llvm::interleaveComma(tensors.getAsRange<ArrayAttr>(), printer, [&](ArrayAttr dims) {
    printer << '[';
    llvm::interleaveComma(dims.getAsRange<DenseI64ArrayAttr>(), printer,
                          [&](DenseI64ArrayAttr factors) {
                            for (int64_t factor : factors.asArrayRef())
                              printFactor(printer, factor);
                          });
    printer << ']';
  });
  printer << ')';
}

void OpShardingRuleAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printTensors(printer, getOperands());
  printer << "->";
  printTensors(printer, getResults());
  if (!getFactorSizes().empty()) {
    printer << " {";
    llvm::interleaveComma(llvm::enumerate(getFactorSizes()), printer, [&](auto entry) {
      printFactor(printer, entry.index());
      printer << '=' << entry.value();
    });
    printer << '}';
  }
  auto list = [&](StringRef name, ArrayRef<int64_t> factors) {
    if (factors.empty())
      return;
    printer << ' ' << name << "={";
    llvm::interleaveComma(factors, printer, [&](int64_t factor) { printFactor(printer, factor); });
    printer << '}';
  };
  list("reduction", getReduction());
  list("need_replication", getNeedReplication());
  list("permutation", getPermutation());
  list("blocked_propagation", getBlockedPropagation());
  printer << (getIsCustom() ? ", custom>" : ">");
}
