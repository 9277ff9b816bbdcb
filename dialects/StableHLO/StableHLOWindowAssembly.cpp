//===- StableHLOWindowAssembly.cpp - syntax of convolution -------*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Reads and prints dimension numbers (`[b, 0, f]x[0, i, o]->[b, 0, f]`) and
// windows (`{stride = [2], pad = [[1, 1]]}`).
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOAssembly.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::stablehlo;

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

namespace {
/// The roles of one operand's dimensions: two letters and the spatial ones.
struct Layout {
  int64_t first = -1, second = -1;
  SmallVector<int64_t> spatial;
};
} // namespace

/// Parses `[b, 0, 1, f]`, where `first` and `second` are the two letters.
static ParseResult parseLayout(AsmParser &parser, StringRef first, StringRef second,
                               Layout &layout) {
  SMLoc start = parser.getCurrentLocation();
  llvm::SmallDenseMap<int64_t, int64_t> spatial;
  int64_t position = 0;
  auto parseDimension = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    int64_t number = 0;
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    bool fresh = false;
    if (isNumber.has_value()) {
      if (failed(*isNumber))
        return failure();
      fresh = number >= 0 && spatial.try_emplace(number, position).second;
    } else {
      int64_t *place = nullptr;
      if (succeeded(parser.parseOptionalKeyword(first)))
        place = &layout.first;
      else if (succeeded(parser.parseOptionalKeyword(second)))
        place = &layout.second;
      else
        return parser.emitError(loc)
               << "expected '" << first << "', '" << second << "' or a spatial dimension";
      fresh = *place == -1;
      *place = position;
    }
    if (!fresh)
      return parser.emitError(loc) << "dimension is negative or given twice";
    ++position;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDimension))
    return failure();
  if (layout.first == -1 || layout.second == -1)
    return parser.emitError(start) << "expected both '" << first << "' and '" << second << "'";
  for (int64_t number = 0; number < static_cast<int64_t>(spatial.size()); ++number) {
    auto it = spatial.find(number);
    if (it == spatial.end())
      return parser.emitError(start) << "spatial dimension " << number << " is missing";
    layout.spatial.push_back(it->second);
  }
  return success();
}

static void printLayout(AsmPrinter &printer, StringRef first, int64_t firstDim, StringRef second,
                        int64_t secondDim, ArrayRef<int64_t> spatial) {
  SmallVector<std::string> names(spatial.size() + 2);
  auto name = [&](int64_t dim, std::string text) {
    if (dim >= 0 && dim < static_cast<int64_t>(names.size()))
      names[dim] = std::move(text);
  };
  name(firstDim, first.str());
  name(secondDim, second.str());
  for (auto [number, dim] : llvm::enumerate(spatial))
    name(dim, std::to_string(number));
  printer << '[';
  llvm::interleaveComma(names, printer);
  printer << ']';
}

ParseResult stablehlo::parseConvolutionDimensions(AsmParser &parser,
                                                  ConvDimensionNumbersAttr &numbers) {
  Layout input, kernel, output;
  if (parseLayout(parser, "b", "f", input) || parser.parseKeyword("x") ||
      parseLayout(parser, "i", "o", kernel) || parser.parseArrow() ||
      parseLayout(parser, "b", "f", output))
    return failure();
  numbers = ConvDimensionNumbersAttr::get(
      parser.getContext(), input.first, input.second, input.spatial, kernel.first, kernel.second,
      kernel.spatial, output.first, output.second, output.spatial);
  return success();
}

void stablehlo::printConvolutionDimensions(AsmPrinter &printer, Operation *,
                                           ConvDimensionNumbersAttr numbers) {
  printLayout(printer, "b", numbers.getInputBatchDimension(), "f",
              numbers.getInputFeatureDimension(), numbers.getInputSpatialDimensions());
  printer << 'x';
  printLayout(printer, "i", numbers.getKernelInputFeatureDimension(), "o",
              numbers.getKernelOutputFeatureDimension(), numbers.getKernelSpatialDimensions());
  printer << "->";
  printLayout(printer, "b", numbers.getOutputBatchDimension(), "f",
              numbers.getOutputFeatureDimension(), numbers.getOutputSpatialDimensions());
}

//===----------------------------------------------------------------------===//
// Window
//===----------------------------------------------------------------------===//

/// Parses `[[1, 1], [0, 2]]`.
static ParseResult parsePadding(OpAsmParser &parser, DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  int64_t rows = 0;
  auto parseRow = [&]() -> ParseResult {
    ++rows;
    int64_t low = 0, high = 0;
    if (parser.parseLSquare() || parser.parseInteger(low) || parser.parseComma() ||
        parser.parseInteger(high) || parser.parseRSquare())
      return failure();
    values.append({low, high});
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRow))
    return failure();
  auto type = RankedTensorType::get({rows, 2}, parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, values);
  return success();
}

/// Parses `[false, true]`; older text has `[0, 1]`.
static ParseResult parseReversal(OpAsmParser &parser, DenseBoolArrayAttr &reversal) {
  SmallVector<bool> values;
  auto parseOne = [&]() -> ParseResult {
    int64_t number = 0;
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    if (isNumber.has_value()) {
      values.push_back(number != 0);
      return *isNumber;
    }
    bool isTrue = succeeded(parser.parseOptionalKeyword("true"));
    values.push_back(isTrue);
    return isTrue ? success() : parser.parseKeyword("false");
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  reversal = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

ParseResult stablehlo::parseWindowAttributes(OpAsmParser &parser, DenseI64ArrayAttr &strides,
                                             DenseIntElementsAttr &padding,
                                             DenseI64ArrayAttr &lhsDilation,
                                             DenseI64ArrayAttr &rhsDilation,
                                             DenseBoolArrayAttr &reversal) {
  auto parseSizes = [&](DenseI64ArrayAttr &attr) -> ParseResult {
    SmallVector<int64_t> sizes;
    if (detail::parseI64List(parser, sizes))
      return failure();
    attr = parser.getBuilder().getDenseI64ArrayAttr(sizes);
    return success();
  };
  // The braces around belong to the op's format.
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (failed(parser.parseOptionalKeyword(&key)))
      return success();
    bool isTwice = (key == "stride" && strides) || (key == "pad" && padding) ||
                   (key == "lhs_dilate" && lhsDilation) || (key == "rhs_dilate" && rhsDilation) ||
                   (key == "reverse" && reversal);
    if (isTwice)
      return parser.emitError(loc) << "key '" << key << "' is given twice";
    if (parser.parseEqual())
      return failure();
    ParseResult parsed =
        key == "stride"       ? parseSizes(strides)
        : key == "lhs_dilate" ? parseSizes(lhsDilation)
        : key == "rhs_dilate" ? parseSizes(rhsDilation)
        : key == "pad"        ? parsePadding(parser, padding)
        : key == "reverse"
            ? parseReversal(parser, reversal)
            : ParseResult(parser.emitError(loc) << "unknown key '" << key << "' of a window");
    if (parsed || failed(parser.parseOptionalComma()))
      return parsed;
  }
}

void stablehlo::printWindowAttributes(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides,
                                      DenseIntElementsAttr padding, DenseI64ArrayAttr lhsDilation,
                                      DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal) {
  bool first = true;
  auto key = [&](StringRef name) {
    printer << (first ? "" : ", ") << name << " = ";
    first = false;
  };
  auto printSizes = [&](StringRef name, DenseI64ArrayAttr sizes) {
    if (!sizes)
      return;
    key(name);
    detail::printI64List(printer, sizes);
  };
  printSizes("stride", strides);
  if (padding) {
    key("pad");
    printer << '[';
    auto values = llvm::to_vector(padding.getValues<int64_t>());
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      printer << (i ? ", [" : "[") << values[i] << ", " << values[i + 1] << ']';
    printer << ']';
  }
  printSizes("lhs_dilate", lhsDilation);
  printSizes("rhs_dilate", rhsDilation);
  if (reversal) {
    key("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer,
                          [&](bool reversed) { printer << (reversed ? "true" : "false"); });
    printer << ']';
  }
}
