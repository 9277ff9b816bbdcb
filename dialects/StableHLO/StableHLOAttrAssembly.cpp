//===- StableHLOAttrAssembly.cpp - syntax of attributes, reduce --*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Attributes are written `<key = value, …>`, keys in any order, those at their
// default left out.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOAssembly.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::stablehlo;

namespace {

/// A key of a struct-like attribute, and how to read its value.
struct Field {
  StringRef name;
  llvm::function_ref<ParseResult()> parse;
  bool required = false;
};

/// Parses `<key = value, …>`, or the same without brackets. Unknown, repeated
/// and missing keys are errors.
ParseResult parseFields(AsmParser &parser, ArrayRef<Field> fields,
                        AsmParser::Delimiter delimiter = AsmParser::Delimiter::LessGreater) {
  SMLoc start = parser.getCurrentLocation();
  llvm::SmallBitVector seen(fields.size());
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key))
      return failure();
    const Field *field = llvm::find_if(fields, [&](const Field &f) { return f.name == key; });
    if (field == fields.end())
      return parser.emitError(loc) << "unknown key '" << key << "'";
    size_t index = field - fields.begin();
    if (seen[index])
      return parser.emitError(loc) << "key '" << key << "' is given twice";
    seen[index] = true;
    return failure(parser.parseEqual() || field->parse());
  };
  if (parser.parseCommaSeparatedList(delimiter, parseField))
    return failure();
  for (auto [index, field] : llvm::enumerate(fields))
    if (field.required && !seen[index])
      return parser.emitError(start) << "missing key '" << field.name << "'";
  return success();
}

/// Prints fields with the commas between those that are not left out.
class FieldPrinter {
public:
  explicit FieldPrinter(AsmPrinter &printer) : printer(printer) { printer << '<'; }
  ~FieldPrinter() { printer << '>'; }

  AsmPrinter &key(StringRef name) {
    if (!first)
      printer << ", ";
    first = false;
    return printer << name << " = ";
  }
  void list(StringRef name, ArrayRef<int64_t> values) {
    if (!values.empty())
      stablehlo::detail::printI64List(key(name), values);
  }

private:
  AsmPrinter &printer;
  bool first = true;
};

using Dims = SmallVector<int64_t>;
} // namespace

#define LIST_FIELD(name, into)                                                                     \
  auto parse_##into = [&] { return stablehlo::detail::parseI64List(parser, into); };               \
  fields.push_back({name, parse_##into})
#define NUMBER_FIELD(name, into)                                                                   \
  auto parse_##into = [&] { return parser.parseInteger(into); };                                   \
  fields.push_back({name, parse_##into, true})

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims lhsBatch, rhsBatch, lhsContract, rhsContract;
  SmallVector<Field> fields;
  LIST_FIELD("lhs_batching_dimensions", lhsBatch);
  LIST_FIELD("rhs_batching_dimensions", rhsBatch);
  LIST_FIELD("lhs_contracting_dimensions", lhsContract);
  LIST_FIELD("rhs_contracting_dimensions", rhsContract);
  if (parseFields(parser, fields))
    return {};
  return get(parser.getContext(), lhsBatch, rhsBatch, lhsContract, rhsContract);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  fields.list("lhs_batching_dimensions", getLhsBatchingDimensions());
  fields.list("rhs_batching_dimensions", getRhsBatchingDimensions());
  fields.list("lhs_contracting_dimensions", getLhsContractingDimensions());
  fields.list("rhs_contracting_dimensions", getRhsContractingDimensions());
}

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims offset, collapsed, operandBatch, indicesBatch, indexMap;
  int64_t vectorDim = 0;
  SmallVector<Field> fields;
  LIST_FIELD("offset_dims", offset);
  LIST_FIELD("collapsed_slice_dims", collapsed);
  LIST_FIELD("operand_batching_dims", operandBatch);
  LIST_FIELD("start_indices_batching_dims", indicesBatch);
  LIST_FIELD("start_index_map", indexMap);
  auto parseDim = [&] { return parser.parseInteger(vectorDim); };
  fields.push_back({"index_vector_dim", parseDim});
  if (parseFields(parser, fields))
    return {};
  return get(parser.getContext(), offset, collapsed, operandBatch, indicesBatch, indexMap,
             vectorDim);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  fields.list("offset_dims", getOffsetDims());
  fields.list("collapsed_slice_dims", getCollapsedSliceDims());
  fields.list("operand_batching_dims", getOperandBatchingDims());
  fields.list("start_indices_batching_dims", getStartIndicesBatchingDims());
  fields.list("start_index_map", getStartIndexMap());
  if (getIndexVectorDim() != 0)
    fields.key("index_vector_dim") << getIndexVectorDim();
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims window, inserted, inputBatch, indicesBatch, operandDims;
  int64_t vectorDim = 0;
  SmallVector<Field> fields;
  LIST_FIELD("update_window_dims", window);
  LIST_FIELD("inserted_window_dims", inserted);
  LIST_FIELD("input_batching_dims", inputBatch);
  LIST_FIELD("scatter_indices_batching_dims", indicesBatch);
  LIST_FIELD("scatter_dims_to_operand_dims", operandDims);
  auto parseDim = [&] { return parser.parseInteger(vectorDim); };
  fields.push_back({"index_vector_dim", parseDim});
  if (parseFields(parser, fields))
    return {};
  return get(parser.getContext(), window, inserted, inputBatch, indicesBatch, operandDims,
             vectorDim);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  fields.list("update_window_dims", getUpdateWindowDims());
  fields.list("inserted_window_dims", getInsertedWindowDims());
  fields.list("input_batching_dims", getInputBatchingDims());
  fields.list("scatter_indices_batching_dims", getScatterIndicesBatchingDims());
  fields.list("scatter_dims_to_operand_dims", getScatterDimsToOperandDims());
  if (getIndexVectorDim() != 0)
    fields.key("index_vector_dim") << getIndexVectorDim();
}

Attribute ChannelHandleAttr::parse(AsmParser &parser, Type) {
  int64_t handle = 0, type = 0;
  auto parseHandle = [&] { return parser.parseInteger(handle); };
  auto parseType = [&] { return parser.parseInteger(type); };
  if (parseFields(parser, {{"handle", parseHandle, true}, {"type", parseType, true}}))
    return {};
  return get(parser.getContext(), handle, type);
}

void ChannelHandleAttr::print(AsmPrinter &printer) const {
  printer << "<handle = " << getHandle() << ", type = " << getType() << '>';
}

Attribute OutputOperandAliasAttr::parse(AsmParser &parser, Type) {
  Dims outputs, operands;
  int64_t operand = 0;
  SmallVector<Field> fields;
  LIST_FIELD("output_tuple_indices", outputs);
  auto parseIndex = [&] { return parser.parseInteger(operand); };
  fields.push_back({"operand_index", parseIndex, true});
  LIST_FIELD("operand_tuple_indices", operands);
  if (parseFields(parser, fields))
    return {};
  return get(parser.getContext(), outputs, operand, operands);
}

void OutputOperandAliasAttr::print(AsmPrinter &printer) const {
  printer << "<output_tuple_indices = ";
  stablehlo::detail::printI64List(printer, getOutputTupleIndices());
  printer << ", operand_index = " << getOperandIndex() << ", operand_tuple_indices = ";
  stablehlo::detail::printI64List(printer, getOperandTupleIndices());
  printer << '>';
}

Attribute DotAlgorithmAttr::parse(AsmParser &parser, Type) {
  Type lhs, rhs, accumulation;
  int64_t lhsCount = 0, rhsCount = 0, operations = 0;
  bool imprecise = false;
  auto parseLhs = [&] { return parser.parseType(lhs); };
  auto parseRhs = [&] { return parser.parseType(rhs); };
  auto parseAccumulation = [&] { return parser.parseType(accumulation); };
  auto parseLhsCount = [&] { return parser.parseInteger(lhsCount); };
  auto parseRhsCount = [&] { return parser.parseInteger(rhsCount); };
  auto parseOperations = [&] { return parser.parseInteger(operations); };
  auto parseImprecise = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("false")))
      return success();
    imprecise = true;
    return parser.parseKeyword("true");
  };
  if (parseFields(parser, {{"lhs_precision_type", parseLhs, true},
                           {"rhs_precision_type", parseRhs, true},
                           {"accumulation_type", parseAccumulation, true},
                           {"lhs_component_count", parseLhsCount, true},
                           {"rhs_component_count", parseRhsCount, true},
                           {"num_primitive_operations", parseOperations, true},
                           {"allow_imprecise_accumulation", parseImprecise, true}}))
    return {};
  return get(parser.getContext(), lhs, rhs, accumulation, lhsCount, rhsCount, operations,
             imprecise);
}

void DotAlgorithmAttr::print(AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  fields.key("lhs_precision_type") << getLhsPrecisionType();
  fields.key("rhs_precision_type") << getRhsPrecisionType();
  fields.key("accumulation_type") << getAccumulationType();
  fields.key("lhs_component_count") << getLhsComponentCount();
  fields.key("rhs_component_count") << getRhsComponentCount();
  fields.key("num_primitive_operations") << getNumPrimitiveOperations();
  fields.key("allow_imprecise_accumulation")
      << (getAllowImpreciseAccumulation() ? "true" : "false");
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  auto mode = ResultAccuracyModeAttr::get(parser.getContext(), ResultAccuracyMode::DEFAULT);
  auto parseAtol = [&] { return parser.parseFloat(atol); };
  auto parseRtol = [&] { return parser.parseFloat(rtol); };
  auto parseUlps = [&] { return parser.parseInteger(ulps); };
  auto parseMode = [&]() -> ParseResult { return parser.parseCustomAttributeWithFallback(mode); };
  if (parseFields(parser, {{"atol", parseAtol},
                           {"rtol", parseRtol},
                           {"ulps", parseUlps},
                           {"mode", parseMode, true}}))
    return {};
  return get(parser.getContext(), APFloat(atol), APFloat(rtol), ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  if (getMode().getValue() == ResultAccuracyMode::TOLERANCE) {
    fields.key("atol").printFloat(getAtol());
    fields.key("rtol").printFloat(getRtol());
    fields.key("ulps") << getUlps();
  }
  fields.key("mode") << getMode();
}

/// Refuses dimension numbers that do not name every dimension of one operand
/// once: no layout such as `[b, 0, f]` could be printed for them.
static ParseResult checkLayout(AsmParser &parser, SMLoc loc, StringRef what, int64_t first,
                               int64_t second, ArrayRef<int64_t> spatial) {
  Dims dims = {first, second};
  llvm::append_range(dims, spatial);
  llvm::SmallBitVector seen(dims.size());
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= static_cast<int64_t>(dims.size()))
      return parser.emitError(loc) << "dimension " << dim << " of the " << what
                                   << " is out of range; it has " << dims.size() << " dimensions";
    if (seen[dim])
      return parser.emitError(loc)
             << "dimension " << dim << " of the " << what << " is given twice";
    seen[dim] = true;
  }
  return success();
}

/// Parses `input_batch_dimension = 0, …`, what follows `raw`.
static ParseResult parseRawConvolution(AsmParser &parser, ConvDimensionNumbersAttr &numbers) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t inputBatch = 0, inputFeature = 0, kernelInput = 0, kernelOutput = 0;
  int64_t outputBatch = 0, outputFeature = 0;
  Dims inputSpatial, kernelSpatial, outputSpatial;
  SmallVector<Field> fields;
  LIST_FIELD("input_spatial_dimensions", inputSpatial);
  LIST_FIELD("kernel_spatial_dimensions", kernelSpatial);
  LIST_FIELD("output_spatial_dimensions", outputSpatial);
  NUMBER_FIELD("input_batch_dimension", inputBatch);
  NUMBER_FIELD("input_feature_dimension", inputFeature);
  NUMBER_FIELD("kernel_input_feature_dimension", kernelInput);
  NUMBER_FIELD("kernel_output_feature_dimension", kernelOutput);
  NUMBER_FIELD("output_batch_dimension", outputBatch);
  NUMBER_FIELD("output_feature_dimension", outputFeature);
  if (parseFields(parser, fields, AsmParser::Delimiter::None) ||
      checkLayout(parser, loc, "input", inputBatch, inputFeature, inputSpatial) ||
      checkLayout(parser, loc, "kernel", kernelInput, kernelOutput, kernelSpatial) ||
      checkLayout(parser, loc, "output", outputBatch, outputFeature, outputSpatial))
    return failure();
  numbers = ConvDimensionNumbersAttr::get(parser.getContext(), inputBatch, inputFeature,
                                          inputSpatial, kernelInput, kernelOutput, kernelSpatial,
                                          outputBatch, outputFeature, outputSpatial);
  return success();
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr numbers;
  if (parser.parseLess() ||
      (succeeded(parser.parseOptionalKeyword("raw"))
           ? parseRawConvolution(parser, numbers)
           : parseConvolutionDimensions(parser, numbers)) ||
      parser.parseGreater())
    return {};
  return numbers;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvolutionDimensions(printer, nullptr, *this);
  printer << '>';
}

#undef LIST_FIELD
#undef NUMBER_FIELD
