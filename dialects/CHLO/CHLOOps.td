//===- CHLOOps.td - functions that JAX prints beside StableHLO *- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CHLO_OPS
#define CHLO_OPS

include "dialects/CHLO/CHLOAttrs.td"

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

def CHLO_TanOp : CHLO_UnaryOp<"tan"> {
  let summary = "tangent";
  let description = [{
    The tangent of each element, in radians.

    ```mlir
    %y = chlo.tan %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_BesselI1eOp : CHLO_UnaryOp<"bessel_i1e"> {
  let summary = "modified Bessel function of order 1, scaled";
  let description = [{
    The modified Bessel function of the first kind, of order 1, of each element x,
    times exp(-|x|).

    ```mlir
    %y = chlo.bessel_i1e %x : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

// Tests one float.
class CHLO_TestOp<string mnemonic>
    : CHLO_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape]> {
  let arguments = (ins StableHLO_FloatTensor:$operand);
  let results = (outs StableHLO_PredTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def CHLO_IsInfOp : CHLO_TestOp<"is_inf"> {
  let summary = "whether infinite";
  let description = [{
    Whether each element is an infinity of either sign.

    ```mlir
    %y = chlo.is_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
    ```
  }];
}

def CHLO_IsPosInfOp : CHLO_TestOp<"is_pos_inf"> {
  let summary = "whether positive infinity";
  let description = [{
    Whether each element is positive infinity.

    ```mlir
    %y = chlo.is_pos_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
    ```
  }];
}

def CHLO_IsNegInfOp : CHLO_TestOp<"is_neg_inf"> {
  let summary = "whether negative infinity";
  let description = [{
    Whether each element is negative infinity.

    ```mlir
    %y = chlo.is_neg_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
    ```
  }];
}

class CHLO_PairOp<string mnemonic, TypeConstraint tensor, string first, string second>
    : CHLO_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultType]> {
  let arguments = !dag(ins, [tensor, tensor], [first, second]);
  let results = (outs tensor:$result);
  let assemblyFormat = "$" # first # " `,` $" # second # " attr-dict `:` type($" # first #
                       ") `,` type($" # second # ") `->` type($result)";
}
class CHLO_BinaryOp<string mnemonic, string first, string second>
    : CHLO_PairOp<mnemonic, StableHLO_FloatTensor, first, second>;

def CHLO_NextAfterOp : CHLO_BinaryOp<"next_after", "x", "y"> {
  let summary = "neighbouring float";
  let description = [{
    The float next to each element of `x` towards that of `y`; `y` where they are equal.

    ```mlir
    %z = chlo.next_after %x, %y : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_PolygammaOp : CHLO_BinaryOp<"polygamma", "n", "x"> {
  let summary = "derivative of digamma";
  let description = [{
    The `n`-th derivative of digamma at each element of `x`.

    ```mlir
    %z = chlo.polygamma %x, %y : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_ZetaOp : CHLO_BinaryOp<"zeta", "x", "q"> {
  let summary = "Hurwitz zeta function";
  let description = [{
    The sum over k = 0, 1, 2, … of (`q` + k)^-`x`.

    ```mlir
    %z = chlo.zeta %x, %y : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
}

def CHLO_MulhiOp : CHLO_PairOp<"mulhi", StableHLO_IntTensor, "lhs", "rhs"> {
  let summary = "upper half of a product";
  let description = [{
    The upper half of the product of two integers in twice their width.

    ```mlir
    %z = chlo.mulhi %x, %y : tensor<4xui32>, tensor<4xui32> -> tensor<4xui32>
    ```
  }];
}

def CHLO_RaggedDotOp : CHLO_Op<"ragged_dot", [Pure]> {
  let summary = "products of groups of rows";
  let description = [{
    The product of `lhs`, one dimension of which is split into consecutive groups
    of `group_sizes` elements, and `rhs`. Where that dimension is one of the
    result's, each group meets its own part of `rhs` by its group dimension, and
    what lies beyond the last group gives zero. Where it is contracted, the result
    has a leading dimension of groups, each summed by itself. Where it is batched,
    groups make no difference.

    (C1) `lhs` has one ragged dimension, and `group_sizes` one dimension.
    (C2) Batching, contracting and group dimensions of an operand are distinct
    dimensions of it; paired ones are as many, and of one size.
    (C3) `rhs` has one group dimension, of as many elements as there are groups,
    where the ragged dimension is neither batched nor contracted, else none.
    (C4) The result has the shape described above.

    ```mlir
    %z = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs, StableHLO_IntTensor:$group_sizes,
                       CHLO_RaggedDotDimensionNumbersAttr:$ragged_dot_dimension_numbers,
                       OptionalAttr<CHLO_PrecisionConfigAttr>:$precision_config);
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

#endif
