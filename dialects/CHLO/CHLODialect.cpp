//===- CHLODialect.cpp - registration, constraints --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dialects/CHLO/CHLO.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::chlo;

#include "dialects/CHLO/CHLODialect.cpp.inc"
#include "dialects/CHLO/CHLOEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/CHLO/CHLOAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/CHLO/CHLOOps.cpp.inc"

void CHLODialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/CHLO/CHLOAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/CHLO/CHLOOps.cpp.inc"
      >();
}

LogicalResult TopKOp::verify() {
  RankedTensorType type = getOperand().getType();
  int64_t k = getK();
  if (type.getRank() == 0 || type.getShape().back() < k) // (C1)
    return emitOpError() << "takes the " << k << " largest elements of " << type
                         << ", whose last dimension has fewer";
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = k;
  RankedTensorType indices = type.clone(shape, IntegerType::get(getContext(), 32));
  if (getValues().getType() != type.clone(shape) || getIndices().getType() != indices) // (C2)
    return emitOpError() << "results have types " << getValues().getType() << " and "
                         << getIndices().getType() << ", but the operand gives "
                         << type.clone(shape) << " and " << indices;
  return success();
}

//===----------------------------------------------------------------------===//
// ragged_dot
//===----------------------------------------------------------------------===//

static constexpr StringLiteral raggedKeys[] = {
    "lhs_batching_dimensions",    "rhs_batching_dimensions", "lhs_contracting_dimensions",
    "rhs_contracting_dimensions", "lhs_ragged_dimensions",   "rhs_group_dimensions"};

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lists[std::size(raggedKeys)];
  auto parseList = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key))
      return failure();
    const auto *found = llvm::find(raggedKeys, key);
    if (found == std::end(raggedKeys))
      return parser.emitError(loc) << "unknown key '" << key << "'";
    SmallVector<int64_t> &list = lists[found - raggedKeys];
    if (!list.empty())
      return parser.emitError(loc) << "key '" << key << "' is given twice";
    return failure(parser.parseEqual() ||
                   parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
                     return parser.parseInteger(list.emplace_back());
                   }));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseList))
    return {};
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3], lists[4], lists[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  ArrayRef<int64_t> lists[] = {getLhsBatchingDimensions(),    getRhsBatchingDimensions(),
                               getLhsContractingDimensions(), getRhsContractingDimensions(),
                               getLhsRaggedDimensions(),      getRhsGroupDimensions()};
  StringRef separator = "";
  printer << '<';
  for (auto [key, list] : llvm::zip(raggedKeys, lists)) {
    if (list.empty())
      continue;
    printer << separator << key << " = [";
    llvm::interleaveComma(list, printer);
    printer << ']';
    separator = ", ";
  }
  printer << '>';
}

/// Whether lists hold distinct dimensions of a type.
static bool areDistinctDims(RankedTensorType type, ArrayRef<ArrayRef<int64_t>> lists) {
  llvm::SmallDenseSet<int64_t> seen;
  for (ArrayRef<int64_t> list : lists)
    for (int64_t dim : list)
      if (dim < 0 || dim >= type.getRank() || !seen.insert(dim).second)
        return false;
  return true;
}

LogicalResult RaggedDotOp::verify() {
  RaggedDotDimensionNumbersAttr numbers = getRaggedDotDimensionNumbers();
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions(),
                    rhsBatch = numbers.getRhsBatchingDimensions(),
                    lhsContract = numbers.getLhsContractingDimensions(),
                    rhsContract = numbers.getRhsContractingDimensions(),
                    ragged = numbers.getLhsRaggedDimensions(),
                    group = numbers.getRhsGroupDimensions();
  if (ragged.size() != 1 || !areDistinctDims(lhs, {ragged})) // (C1)
    return emitOpError() << "has " << ragged.size() << " ragged dimensions; one of lhs, of type "
                         << lhs << ", is expected";
  RankedTensorType sizes = getGroupSizes().getType();
  if (sizes.getRank() != 1) // (C1)
    return emitOpError() << "has sizes of groups of type " << sizes
                         << "; one dimension is expected, the same sizes for every row";
  if (!areDistinctDims(lhs, {lhsBatch, lhsContract}) ||
      !areDistinctDims(rhs, {rhsBatch, rhsContract, group})) // (C2)
    return emitOpError() << "dimension numbers " << numbers << " are not distinct dimensions of "
                         << lhs << " and " << rhs;
  auto pair = [&](ArrayRef<int64_t> left, ArrayRef<int64_t> right) {
    return left.size() == right.size() && llvm::all_of(llvm::zip(left, right), [&](auto dims) {
             return lhs.getDimSize(std::get<0>(dims)) == rhs.getDimSize(std::get<1>(dims));
           });
  };
  if (!pair(lhsBatch, rhsBatch) || !pair(lhsContract, rhsContract)) // (C2)
    return emitOpError() << "dimension numbers " << numbers << " pair dimensions of " << lhs
                         << " and " << rhs << " that differ";
  bool isContracted = llvm::is_contained(lhsContract, ragged[0]);
  bool isKept = !isContracted && !llvm::is_contained(lhsBatch, ragged[0]);
  int64_t groups = sizes.getDimSize(0);
  if (group.size() != size_t(isKept) || (isKept && rhs.getDimSize(group[0]) != groups)) // (C3)
    return emitOpError() << "dimension numbers " << numbers << " give rhs, of type " << rhs << ", "
                         << group.size() << " group dimensions; " << (isKept ? "one" : "none")
                         << " of " << groups << " elements is expected";
  SmallVector<int64_t> shape;
  if (isContracted)
    shape.push_back(groups);
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim = 0; dim < lhs.getRank(); ++dim)
    if (!llvm::is_contained(lhsBatch, dim) && !llvm::is_contained(lhsContract, dim))
      shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim = 0; dim < rhs.getRank(); ++dim)
    if (!llvm::is_contained(rhsBatch, dim) && !llvm::is_contained(rhsContract, dim) &&
        !llvm::is_contained(group, dim))
      shape.push_back(rhs.getDimSize(dim));
  if (getType().getShape() != ArrayRef<int64_t>(shape)) // (C4)
    return emitOpError() << "result has type " << getType() << ", but the operands give "
                         << getType().clone(shape);
  return success();
}
