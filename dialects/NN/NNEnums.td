//===- NNEnums.td - enumerations of the nn dialect ---------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef NN_ENUMS
#define NN_ENUMS

include "mlir/IR/EnumAttr.td"

def NN_GeluErf  : I32EnumAttrCase<"Erf", 0, "erf">;
def NN_GeluTanh : I32EnumAttrCase<"Tanh", 1, "tanh">;

/// Which formula gelu stands for.
def NN_GeluKind : I32EnumAttr<"GeluKind", "formula of gelu", [NN_GeluErf, NN_GeluTanh]> {
  let cppNamespace = "::shardc::nn";
  let genSpecializedAttr = 0;
}

#endif
