//===- StableHLORandomOps.td - random numbers ---*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_RANDOM_OPS
#define STABLEHLO_RANDOM_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

def StableHLO_RngOp : StableHLO_CheckedOp<"rng", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "random numbers of a distribution";
  let description = [{
    Uniform numbers from `a` up to `b`, or normal ones of mean `a` and standard
    deviation `b`. Each execution of each such op gives others.

    (C1) `a` and `b` are scalars of the result's element type; floats for NORMAL.
    (C2) `shape` has one element for each dimension of the result.

    ```mlir
    %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$a, StableHLO_Tensor:$b, StableHLO_Tensor:$shape,
    StableHLO_RngDistributionAttr:$rng_distribution);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_RngBitGeneratorOp : StableHLO_CheckedOp<"rng_bit_generator", [Pure]> {
  let summary = "random bits of a state";
  let description = [{
    Uniform random bits, and the state from which the next ones come. DEFAULT
    leaves the algorithm open.

    (C1) The state has two (THREE_FRY) or two or three (PHILOX) elements of ui64.
    (C2) The new state has the type of the state.

    ```mlir
    %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x4xui32>)
    ```
  }];
  let arguments = (ins
    StableHLO_RngAlgorithmAttr:$rng_algorithm,
    StableHLO_IntOrFloatTensor:$initial_state);
  let results = (outs StableHLO_IntOrFloatTensor:$output_state,
                      StableHLO_IntOrFloatTensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif
