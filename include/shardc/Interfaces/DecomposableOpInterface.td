//===- DecomposableOpInterface.td - ops made of ops --------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DECOMPOSABLE_OP_INTERFACE
#define SHARDC_DECOMPOSABLE_OP_INTERFACE

include "mlir/IR/OpBase.td"

def DecomposableOpInterface : OpInterface<"DecomposableOpInterface"> {
  let cppNamespace = "::shardc";
  let description = [{
    An op that other ops can be written for. Its decomposition is what it means:
    the reference interpreter runs it, the partition checker looks through it, code
    generation makes kernels of it, and differentiation goes through it where the op
    has no gradient of its own. An op of another dialect needs nothing more to be
    run and checked; the op itself stays whole until code generation.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds ops of stablehlo, nn, or other decomposable ops that compute the same,
      and gives one value for each result, of the result's type. The builder stands
      before the op. Types are the op's present ones: global, or those of one rank
      after partitioning (blocks of unevenly split dimensions, padding included). The
      op itself stays as it is. Emits an error and fails where it cannot.
    }], "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "decompose",
      (ins "::mlir::OpBuilder &":$builder)>
  ];
}

#endif
