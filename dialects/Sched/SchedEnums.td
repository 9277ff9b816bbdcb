//===- SchedEnums.td - streams -----------------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SCHED_ENUMS
#define SCHED_ENUMS

include "mlir/IR/EnumAttr.td"

def Sched_Compute : I32EnumAttrCase<"Compute", 0, "compute">;
def Sched_Collective : I32EnumAttrCase<"Collective", 1, "collective">;
def Sched_PointToPoint : I32EnumAttrCase<"PointToPoint", 2, "p2p">;

/// One in-order queue of a rank.
def Sched_StreamKind : I32EnumAttr<"StreamKind", "in-order queue of a rank",
    [Sched_Compute, Sched_Collective, Sched_PointToPoint]> {
  let cppNamespace = "::shardc::sched";
  let genSpecializedAttr = 0;
}

#endif
