//===- DistEnums.td - reduction kinds ----------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef DIST_ENUMS
#define DIST_ENUMS

include "mlir/IR/EnumAttr.td"

def Dist_Sum  : I32EnumAttrCase<"Sum", 0, "sum">;
def Dist_Max  : I32EnumAttrCase<"Max", 1, "max">;
def Dist_Min  : I32EnumAttrCase<"Min", 2, "min">;
def Dist_Prod : I32EnumAttrCase<"Prod", 3, "prod">;
def Dist_And  : I32EnumAttrCase<"And", 4, "and">;
def Dist_Or   : I32EnumAttrCase<"Or", 5, "or">;

/// How the parts of a partial value, or the operands of a reducing collective,
/// combine.
def Dist_ReductionKind : I32EnumAttr<"ReductionKind", "how parts combine",
    [Dist_Sum, Dist_Max, Dist_Min, Dist_Prod, Dist_And, Dist_Or]> {
  let cppNamespace = "::shardc::dist";
  let genSpecializedAttr = 0;
}

def Dist_Stacked : I32EnumAttrCase<"Stack", 0, "stack">;
def Dist_Summed  : I32EnumAttrCase<"Accumulate", 1, "sum">;

/// What a microbatch region does with one yielded value.
def Dist_YieldKind : I32EnumAttr<"YieldKind", "how microbatch results combine",
    [Dist_Stacked, Dist_Summed]> {
  let cppNamespace = "::shardc::dist";
  let genSpecializedAttr = 0;
}

#endif
