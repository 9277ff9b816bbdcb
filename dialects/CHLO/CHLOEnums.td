//===- CHLOEnums.td - enumerations -------------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The dialect itself, and its enumerations.
//===----------------------------------------------------------------------===//
#ifndef CHLO_ENUMS
#define CHLO_ENUMS

include "mlir/IR/EnumAttr.td"
include "dialects/StableHLO/StableHLODialect.td"

def CHLO_Dialect : Dialect {
  let name = "chlo";
  let summary = "the functions of CHLO that models use";
  let description = [{
    JAX prints a few functions in this dialect, which StableHLO lacks. This one
    reads them: elementwise functions, the selection of the largest elements
    and products of groups of rows. Implicit broadcasts are not part of it.
  }];
  // Inline, as that of stablehlo: see StableHLO's Rationale.
  let cppNamespace = "::mlir::chlo::shardc_v1";
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect"];
  let useDefaultAttributePrinterParser = 1;
}

def CHLO_Precision : I32EnumAttr<"Precision",
    "the precision asked of an operand of a product", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
      I32EnumAttrCase<"HIGHEST", 2>]> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::chlo::shardc_v1";
}

#endif
