//===- Passes.td - the runtime schedule --------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SCHEDULE_PASSES
#define SHARDC_SCHEDULE_PASSES

include "mlir/Pass/PassBase.td"

def SchedulePass : Pass<"shardc-schedule", "::mlir::ModuleOp"> {
  let summary = "Gives every op a stream and every value a place";
  let description = [{
    Segments: kernels and matrix products on the compute stream, collectives on
    the collective stream, events where one needs the other; values in formals
    where they end there, else at offsets of a scratch memory, in place where an
    op allows. Programs become `sched.program`: tensors at arena offsets,
    transfers as segments of the point-to-point stream, actions with what they
    wait for. One communicator a set of axes, and one a pipeline axis.
  }];
  let dependentDialects = ["::shardc::sched::SchedDialect", "::shardc::dist::DistDialect",
                           "::mlir::func::FuncDialect"];
}

def VerifySchedulePass : Pass<"shardc-verify-schedule", "::mlir::ModuleOp"> {
  let summary = "Proves that the schedule can run and computes from the right bytes";
  let description = [{
    No deadlock under rendezvous, no race, no read of unwritten or overwritten
    bytes, no overlap of live buffers, agreement of what meets, everything
    inside the arena. A refusal names the ops of the shortest cycle or the two
    accesses.
  }];
  let options = [Option<"expandRanks", "expand-ranks", "bool", "false",
                        "prove every rank by itself, not one a class">];
}

#endif
