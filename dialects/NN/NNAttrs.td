//===- NNAttrs.td - attributes of the nn dialect -----------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef NN_ATTRS
#define NN_ATTRS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/DialectBase.td"
include "dialects/NN/NNEnums.td"

def NN_Dialect : Dialect {
  let name = "nn";
  let summary = "the parts of neural networks that must stay whole";
  let description = [{
    Composites whose structure sharding, differentiation and kernel generation
    profit from: attention, norms, rotary embedding, losses, optimizer updates.
    Each has a decomposition into stablehlo (`--shardc-decompose-nn`), which is
    what it means and what it is tested against.

    Created by import and raising, differentiated and partitioned whole,
    decomposed by kernel generation.
  }];
  let cppNamespace = "::shardc::nn";
  let useDefaultAttributePrinterParser = 1;
}

def NN_GeluKindAttr : EnumAttr<NN_Dialect, NN_GeluKind, "gelu"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif
