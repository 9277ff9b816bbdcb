//===- CHLOOps.td - functions that JAX prints beside StableHLO *- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CHLO_OPS
#define CHLO_OPS

include "dialects/StableHLO/StableHLODialect.td"

def CHLO_Dialect : Dialect {
  let name = "chlo";
  let summary = "the functions of CHLO that models use";
  let description = [{
    JAX prints a few functions in this dialect, which StableHLO lacks. This one
    reads them: elementwise functions and the selection of the largest
    elements. Implicit broadcasts are not part of it.
  }];
  // Inline, as that of stablehlo: see StableHLO's Rationale.
  let cppNamespace = "::mlir::chlo::shardc_v1";
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect"];
}

class CHLO_Op<string mnemonic, list<Trait> traits = []>
    : Op<CHLO_Dialect, mnemonic, traits>;

class CHLO_UnaryOp<string mnemonic>
    : CHLO_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins StableHLO_FloatTensor:$operand);
  let results = (outs StableHLO_FloatTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def CHLO_ErfOp : CHLO_UnaryOp<"erf"> {
  let summary = "error function";
  let description = [{
    The error function of each element.

    ```mlir
    %y = chlo.erf %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_ErfcOp : CHLO_UnaryOp<"erfc"> {
  let summary = "complement of the error function";
  let description = [{
    One less the error function of each element, without cancellation.

    ```mlir
    %y = chlo.erfc %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_ErfInvOp : CHLO_UnaryOp<"erf_inv"> {
  let summary = "inverse of the error function";
  let description = [{
    The value whose error function each element is.

    ```mlir
    %y = chlo.erf_inv %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

// Also of integers.
def CHLO_SquareOp : CHLO_Op<"square", [Pure, Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins StableHLO_IntOrFloatTensor:$operand);
  let results = (outs StableHLO_IntOrFloatTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
  let summary = "square";
  let description = [{
    Each element by itself.

    ```mlir
    %y = chlo.square %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_SinhOp : CHLO_UnaryOp<"sinh"> {
  let summary = "hyperbolic sine";
  let description = [{
    The hyperbolic sine of each element.

    ```mlir
    %y = chlo.sinh %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_CoshOp : CHLO_UnaryOp<"cosh"> {
  let summary = "hyperbolic cosine";
  let description = [{
    The hyperbolic cosine of each element.

    ```mlir
    %y = chlo.cosh %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_AsinOp : CHLO_UnaryOp<"asin"> {
  let summary = "arc sine";
  let description = [{
    The angle whose sine each element is.

    ```mlir
    %y = chlo.asin %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_AcosOp : CHLO_UnaryOp<"acos"> {
  let summary = "arc cosine";
  let description = [{
    The angle whose cosine each element is.

    ```mlir
    %y = chlo.acos %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_AtanOp : CHLO_UnaryOp<"atan"> {
  let summary = "arc tangent";
  let description = [{
    The angle whose tangent each element is.

    ```mlir
    %y = chlo.atan %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_AsinhOp : CHLO_UnaryOp<"asinh"> {
  let summary = "inverse hyperbolic sine";
  let description = [{
    The value whose hyperbolic sine each element is.

    ```mlir
    %y = chlo.asinh %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_AcoshOp : CHLO_UnaryOp<"acosh"> {
  let summary = "inverse hyperbolic cosine";
  let description = [{
    The value whose hyperbolic cosine each element is.

    ```mlir
    %y = chlo.acosh %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_AtanhOp : CHLO_UnaryOp<"atanh"> {
  let summary = "inverse hyperbolic tangent";
  let description = [{
    The value whose hyperbolic tangent each element is.

    ```mlir
    %y = chlo.atanh %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_LgammaOp : CHLO_UnaryOp<"lgamma"> {
  let summary = "logarithm of the gamma function";
  let description = [{
    The logarithm of the gamma function's magnitude at each element.

    ```mlir
    %y = chlo.lgamma %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_DigammaOp : CHLO_UnaryOp<"digamma"> {
  let summary = "logarithmic derivative of the gamma function";
  let description = [{
    The derivative of lgamma at each element.

    ```mlir
    %y = chlo.digamma %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_TopKOp : CHLO_Op<"top_k", [Pure]> {
  let summary = "largest elements";
  let description = [{
    The `k` largest elements along the last dimension, in descending order, and
    their places.

    (C1) The operand has a dimension, whose last has at least `k` elements.
    (C2) The results are the operand with `k` for the last size; the second is of i32.

    ```mlir
    %values, %indices = chlo.top_k(%x, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
    ```
  }];
  let arguments = (ins StableHLO_IntOrFloatTensor:$operand,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$k);
  let results = (outs StableHLO_IntOrFloatTensor:$values, StableHLO_IntTensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k `)` attr-dict
    `:` type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
  let hasVerifier = 1;
}

#endif
