//===- SchedKernelOps.td - what segments are made of -------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SCHED_KERNEL_OPS
#define SCHED_KERNEL_OPS

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/Sched/SchedAttrs.td"

/// What a buffer can hold: the number of bytes must be known.
def Sched_Tensor : StaticShapeTensorOf<[AnyInteger, AnyFloat]>;

class Sched_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sched_Dialect, mnemonic, traits>;

def Sched_LaunchOp : Sched_Op<"launch",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a kernel";
  let description = [{
    The kernel is a private function with the attribute `sched.kernel`; its
    arguments are the operands, its results the results. `inplace[i]` is the
    operand whose buffer result i may take over, -1 for none: safe because the
    kernel reads each element of it before it writes the element.

    Created by code generation; becomes one launch instruction.

    (C1) inplace, if there, has one entry a result; (C2) an entry is -1 or an
    operand with as many bytes as the result, and no operand is named twice;
    (C3) the callee is a kernel of this type.

    ```mlir
    %0 = sched.launch @add(%a, %b) {inplace = array<i64: 0>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<Sched_Tensor>:$inputs,
                       OptionalAttr<DenseI64ArrayAttr>:$inplace);
  let results = (outs Variadic<Sched_Tensor>:$results);
  let assemblyFormat = [{
    $kernel `(` $inputs `)` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Operand whose buffer result `index` may take over, or -1.
    int64_t getInplaceOperand(unsigned index) {
      auto inplace = getInplace();
      return inplace ? (*inplace)[index] : -1;
    }
  }];
}

def Sched_GemmOp : Sched_Op<"gemm", [Pure]> {
  let summary = "strided batched matrix product";
  let description = [{
    C[b,m,n] = sum over k of A[b,m,k] * B[b,k,n], plus C's old value when an
    accumulator is given, whose buffer the result then takes over. Element
    (b,m,k) of A is at `b . a_batch + m*a_m + k*a_k` of its row-major elements;
    B and C likewise. A stride of A or B may be 0. Run by oneDNN or cuBLASLt;
    accumulates in f32 at least.

    (C1) batch, a_batch, b_batch and c_batch have one length; (C2) all extents
    are at least 1 and strides at least 0; (C3) A and B have one float element
    type; (C4) no access is past the end of a tensor; (C5) every element of C
    is written once; (C6) the accumulator has the result's type.

    ```mlir
    %0 = sched.gemm %a, %b {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>,
        m = 4, n = 8, k = 16, a_m = 16, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1}
        : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Sched_Tensor:$a, Sched_Tensor:$b,
      Optional<Sched_Tensor>:$accumulator,
      DenseI64ArrayAttr:$batch, DenseI64ArrayAttr:$a_batch,
      DenseI64ArrayAttr:$b_batch, DenseI64ArrayAttr:$c_batch,
      I64Attr:$m, I64Attr:$n, I64Attr:$k, I64Attr:$a_m, I64Attr:$a_k,
      I64Attr:$b_k, I64Attr:$b_n, I64Attr:$c_m, I64Attr:$c_n);
  let results = (outs Sched_Tensor:$result);
  let assemblyFormat = [{
    $a `,` $b (`onto` $accumulator^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Floating-point operations: 2 * batch * m * n * k.
    int64_t getFlops();
  }];
}

def Sched_CopyOp : Sched_Op<"copy", [Pure, SameOperandsAndResultType]> {
  let summary = "copies a value into another buffer";
  let description = [{
    Created by scheduling where a value must end in a place that it could not
    be computed in.

    ```mlir
    %1 = sched.copy %0 : tensor<8xf32>
    ```
  }];
  let arguments = (ins Sched_Tensor:$input);
  let results = (outs Sched_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def Sched_FillOp : Sched_Op<"fill", [Pure]> {
  let summary = "a buffer of equal bytes";
  let description = [{
    Every byte of the result is `value`; 0 makes the zero of every element type.

    (C1) value is in [0, 255].

    ```mlir
    %0 = sched.fill 0 : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins I64Attr:$value);
  let results = (outs Sched_Tensor:$result);
  let assemblyFormat = "custom<Number>($value) attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sched_RecordOp : Sched_Op<"record"> {
  let summary = "marks a point of a stream";
  let description = [{
    The event is reached when everything before it on its stream has finished.
    Events are local to one execution of a segment and recorded once.

    (C1) event >= 0.

    ```mlir
    sched.record 0 on compute
    ```
  }];
  let arguments = (ins I64Attr:$event, Sched_StreamKindAttr:$stream);
  let assemblyFormat = "custom<Number>($event) `on` custom<Stream>($stream) attr-dict";
  let hasVerifier = 1;
}

def Sched_WaitOp : Sched_Op<"wait"> {
  let summary = "holds a stream until an event is reached";
  let description = [{
    (C1) event >= 0; the event is recorded earlier in the segment (checked by
    `--shardc-verify-schedule`).

    ```mlir
    sched.wait 0 on collective
    ```
  }];
  let arguments = (ins I64Attr:$event, Sched_StreamKindAttr:$stream);
  let assemblyFormat = "custom<Number>($event) `on` custom<Stream>($stream) attr-dict";
  let hasVerifier = 1;
}

#endif
