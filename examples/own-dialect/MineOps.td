//===- MineOps.td - a dialect of two ops -------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The dialect knows nothing of shardc.
//===----------------------------------------------------------------------===//
#ifndef MINE_OPS
#define MINE_OPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Mine_Dialect : Dialect {
  let name = "mine";
  let cppNamespace = "::mine";
}

class Mine_Op<string mnemonic, list<Trait> traits = []>
    : Op<Mine_Dialect, mnemonic, !listconcat([Pure], traits)>;

def Mine_GateOp : Mine_Op<"gate", [SameOperandsAndResultType]> {
  let summary = "value * sigmoid(gate), element by element";
  let arguments = (ins AnyRankedTensor:$value, AnyRankedTensor:$gate);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$value `,` $gate attr-dict `:` type($result)";
}

def Mine_RowEnergyOp : Mine_Op<"row_energy"> {
  let summary = "sum of squares over the last dimension";
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
}

#endif
