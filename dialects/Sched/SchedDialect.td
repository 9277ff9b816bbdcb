//===- SchedDialect.td - the runtime schedule --------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SCHED_DIALECT
#define SCHED_DIALECT

include "mlir/IR/DialectBase.td"

def Sched_Dialect : Dialect {
  let name = "sched";
  let summary = "what each rank executes: kernels, streams, buffers, actions";
  let description = [{
    Code generation leaves *tensor form*: segments whose ops are `sched.launch`,
    `sched.gemm`, contiguous `dist` collectives and reshapes. Scheduling keeps
    these ops and adds where and when:

    | attribute | on | meaning |
    |---|---|---|
    | `sched.kernel` (unit) | func.func | a kernel: the ops it fuses |
    | `sched.grid`, `sched.block` (`array<i64>`), `sched.shared_bytes` | kernel | launch shape of a CUDA kernel |
    | `sched.stream` (`#sched.stream`) | op of a segment | the queue it runs on |
    | `sched.buffers` (`[#sched.buffer]`) | op of a segment | where each result lies |
    | `sched.comm` (symbol), `sched.sequence` (i64) | collective, send, recv | its communicator and number |
    | `sched.stream` | segment | the only stream of a segment that is not a compute segment |
    | `sched.scratch` (i64) | segment | bytes of scratch |
    | `sched.largest_live` (i64) | segment, program | the most bytes that are needed at one time; scratch and arena are as near to it as packing gets |
    | `sched.events` (i64) | segment | number of events |
    | `sched.formals` (`array<i64>`) | segment | bytes of each formal: one an argument, then one a result that takes over no argument's buffer |
    | `sched.result_formals` (`array<i64>`) | segment | the formal each result ends in |

    Programs become `sched.program`: tensors at arena offsets, then actions.

    ```
    segments, programs ──codegen──▶ + sched.launch, sched.gemm, sched.image
                       ──schedule─▶ + sched.program, communicators, offsets
                       ──emit─────▶ plan bundle
    ```
  }];
  let cppNamespace = "::shardc::sched";
  let useDefaultAttributePrinterParser = 1;
}

#endif
