//===- StableHLOEnums.td - enumerations --------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_ENUMS
#define STABLEHLO_ENUMS

include "mlir/IR/EnumAttr.td"
include "dialects/StableHLO/StableHLODialect.td"

class StableHLO_I32Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::stablehlo::shardc_v1";
}

def StableHLO_ComparisonDirection : StableHLO_I32Enum<"ComparisonDirection",
    "which comparison is made", [
      I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
      I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
      I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;

def StableHLO_ComparisonType : StableHLO_I32Enum<"ComparisonType",
    "how the compared elements are read", [
      I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
      I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
      I32EnumAttrCase<"UNSIGNED", 4>]>;

def StableHLO_Precision : StableHLO_I32Enum<"Precision",
    "the precision asked of an operand of a contraction", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
      I32EnumAttrCase<"HIGHEST", 2>]>;

def StableHLO_ResultAccuracyMode : StableHLO_I32Enum<"ResultAccuracyMode",
    "the accuracy asked of an elementary function", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>,
      I32EnumAttrCase<"TOLERANCE", 2>]>;

def StableHLO_RngDistribution : StableHLO_I32Enum<"RngDistribution",
    "which random numbers are drawn", [
      I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;

def StableHLO_RngAlgorithm : StableHLO_I32Enum<"RngAlgorithm",
    "how random bits are made", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>,
      I32EnumAttrCase<"PHILOX", 2>]>;

// Stored as a plain i32, as custom_call prints it (`api_version = 2 : i32`).
def StableHLO_CustomCallApiVersionAttr
    : StableHLO_I32Enum<"CustomCallApiVersion",
    "calling convention of a custom call", [
      I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>,
      I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
      I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>,
      I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
      I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let storageType = "::mlir::IntegerAttr";
  let returnType = "CustomCallApiVersion";
  let convertFromStorage =
      "static_cast<CustomCallApiVersion>($_self.getInt())";
  let constBuilderCall =
      "$_builder.getI32IntegerAttr(static_cast<int32_t>($0))";
}

#endif
