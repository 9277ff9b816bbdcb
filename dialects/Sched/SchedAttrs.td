//===- SchedAttrs.td - streams and buffers -----------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SCHED_ATTRS
#define SCHED_ATTRS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "dialects/Sched/SchedDialect.td"
include "dialects/Sched/SchedEnums.td"

class Sched_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Sched_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Sched_StreamKindAttr : EnumAttr<Sched_Dialect, Sched_StreamKind, "stream"> {
  let assemblyFormat = "`<` $value `>`";
}

def Sched_BufferAttr : Sched_Attr<"Buffer", "buffer"> {
  let summary = "where one value of a segment lies";
  let description = [{
    `bytes` bytes at `offset` of formal `formal` of the segment, or of the
    scratch memory of the action that runs it (formal is -1 then).

    (C1) formal >= -1; (C2) offset >= 0; (C3) bytes >= 0.

    ```mlir
    #sched.buffer<formal 2 at 0 size 4096>
    #sched.buffer<scratch at 128 size 256>
    ```
  }];
  let parameters = (ins "int64_t":$formal, "int64_t":$offset, "int64_t":$bytes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// True when the value lies in the action's scratch memory.
    bool isScratch() const { return getFormal() < 0; }
  }];
}

#endif
