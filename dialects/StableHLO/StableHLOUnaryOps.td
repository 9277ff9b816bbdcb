//===- StableHLOUnaryOps.td - elementwise ops of one value ---*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Ops whose result element depends on the elements at the same index only.
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_UNARY_OPS
#define STABLEHLO_UNARY_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

class StableHLO_UnaryOp<string mnemonic, TypeConstraint tensor,
                        list<Trait> traits = []>
    : StableHLO_Op<mnemonic,
                   !listconcat([Pure, SameOperandsAndResultType], traits)> {
  let arguments = (ins tensor:$operand);
  let results = (outs tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict
    `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

// An elementary function, whose accuracy a model may bound.
class StableHLO_AccurateUnaryOp<string mnemonic>
    : StableHLO_UnaryOp<mnemonic, StableHLO_FloatTensor> {
  let arguments = (ins StableHLO_FloatTensor:$operand,
                       OptionalAttr<StableHLO_ResultAccuracyAttr>:$result_accuracy);
  let builders = [OpBuilder<(ins "::mlir::Value":$operand), [{
    build($_builder, $_state, operand, ResultAccuracyAttr());
  }]>];
}

def StableHLO_AbsOp : StableHLO_UnaryOp<"abs", StableHLO_SignedOrFloatTensor> {
  let summary = "absolute value";
  let description = [{
    The magnitude of each element.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.abs %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_CeilOp : StableHLO_UnaryOp<"ceil", StableHLO_FloatTensor> {
  let summary = "smallest integer not below";
  let description = [{
    Each element rounded towards positive infinity.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.ceil %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_FloorOp : StableHLO_UnaryOp<"floor", StableHLO_FloatTensor> {
  let summary = "largest integer not above";
  let description = [{
    Each element rounded towards negative infinity.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.floor %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_NegOp : StableHLO_UnaryOp<"negate", StableHLO_IntOrFloatTensor> {
  let summary = "negation";
  let description = [{
    Each element with its sign turned; integers wrap around.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.negate %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_NotOp : StableHLO_UnaryOp<"not", StableHLO_PredOrIntTensor> {
  let summary = "complement";
  let description = [{
    Logical negation of booleans, bitwise complement of integers.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.not %x : tensor<2x3xi1>
    ```
  }];
}

def StableHLO_RoundOp : StableHLO_UnaryOp<"round_nearest_afz", StableHLO_FloatTensor> {
  let summary = "nearest integer, ties away from zero";
  let description = [{
    Each element rounded to the nearest integer; halves go away from zero.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.round_nearest_afz %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_RoundNearestEvenOp : StableHLO_UnaryOp<"round_nearest_even", StableHLO_FloatTensor> {
  let summary = "nearest integer, ties to even";
  let description = [{
    Each element rounded to the nearest integer; halves go to the even one.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.round_nearest_even %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_SignOp : StableHLO_UnaryOp<"sign", StableHLO_SignedOrFloatTensor> {
  let summary = "sign";
  let description = [{
    -1, 0 or 1 by the sign of each element; a zero keeps its sign, NaN stays NaN.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.sign %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_CbrtOp : StableHLO_AccurateUnaryOp<"cbrt"> {
  let summary = "cube root";
  let description = [{
    The cube root of each element.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.cbrt %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_CosineOp : StableHLO_AccurateUnaryOp<"cosine"> {
  let summary = "cosine";
  let description = [{
    The cosine of each element, in radians.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.cosine %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_ExpOp : StableHLO_AccurateUnaryOp<"exponential"> {
  let summary = "exponential function";
  let description = [{
    e raised to each element.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.exponential %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_Expm1Op : StableHLO_AccurateUnaryOp<"exponential_minus_one"> {
  let summary = "exponential function minus one";
  let description = [{
    e raised to each element, minus one, accurate near zero.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.exponential_minus_one %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_LogOp : StableHLO_AccurateUnaryOp<"log"> {
  let summary = "natural logarithm";
  let description = [{
    The natural logarithm of each element.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.log %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_Log1pOp : StableHLO_AccurateUnaryOp<"log_plus_one"> {
  let summary = "natural logarithm of one plus x";
  let description = [{
    The natural logarithm of one plus each element, accurate near zero.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.log_plus_one %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_LogisticOp : StableHLO_AccurateUnaryOp<"logistic"> {
  let summary = "logistic function";
  let description = [{
    1 / (1 + exp(-x)) of each element.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.logistic %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_RsqrtOp : StableHLO_AccurateUnaryOp<"rsqrt"> {
  let summary = "reciprocal square root";
  let description = [{
    One over the square root of each element.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.rsqrt %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_SineOp : StableHLO_AccurateUnaryOp<"sine"> {
  let summary = "sine";
  let description = [{
    The sine of each element, in radians.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.sine %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_SqrtOp : StableHLO_AccurateUnaryOp<"sqrt"> {
  let summary = "square root";
  let description = [{
    The square root of each element.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.sqrt %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_TanOp : StableHLO_AccurateUnaryOp<"tan"> {
  let summary = "tangent";
  let description = [{
    The tangent of each element.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.tan %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_PopulationCountOp : StableHLO_UnaryOp<"popcnt", StableHLO_IntTensor> {
  let summary = "number of ones";
  let description = [{
    How many bits of each element are one.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.popcnt %x : tensor<2x3xi32>
    ```
  }];
}

def StableHLO_ClzOp : StableHLO_UnaryOp<"count_leading_zeros", StableHLO_IntTensor> {
  let summary = "number of leading zeros";
  let description = [{
    How many bits of each element are zero above its highest one.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.count_leading_zeros %x : tensor<2x3xi32>
    ```
  }];
}

def StableHLO_ReducePrecisionOp
    : StableHLO_CheckedOp<"reduce_precision", [Pure, SameOperandsAndResultType]> {
  let summary = "rounding to a smaller format";
  let description = [{
    Each element rounded to the nearest number of a format with fewer bits, as
    if converted to it and back.

    (C1) `exponent_bits` is at least one, `mantissa_bits` at least zero.

    ```mlir
    %y = stablehlo.reduce_precision %x, format = e5m10 : tensor<8xf32>
    ```
  }];
  let arguments = (ins StableHLO_FloatTensor:$operand, I32Attr:$exponent_bits,
                       I32Attr:$mantissa_bits);
  let results = (outs StableHLO_FloatTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits)
    attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($output))
  }];
}

def StableHLO_TanhOp : StableHLO_AccurateUnaryOp<"tanh"> {
  let summary = "hyperbolic tangent";
  let description = [{
    The hyperbolic tangent of each element.

    (C1) The operand and the result have one type.

    ```mlir
    %y = stablehlo.tanh %x : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_ConvertOp : StableHLO_CheckedOp<"convert", [Pure]> {
  let summary = "conversion of the element type";
  let description = [{
    Each element as a value of the result's element type. Floats round to
    nearest even; a boolean converts to 0 or 1; a number converts to true
    unless it is zero.

    (C1) The operand and the result have one shape.

    ```mlir
    %y = stablehlo.convert %x : (tensor<2x3xbf16>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand);
  let results = (outs StableHLO_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$operand,
                                 "::mlir::Type":$elementType), [{
    auto type = ::llvm::cast<::mlir::RankedTensorType>(operand.getType());
    build($_builder, $_state, type.clone(elementType), operand);
  }]>];
  let assemblyFormat = [{
    $operand attr-dict
    `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

def StableHLO_IsFiniteOp
    : StableHLO_Op<"is_finite", [Pure, InferTypeOpAdaptor]> {
  let summary = "whether each element is finite";
  let description = [{
    True where the element is neither infinite nor NaN.

    (C1) The result has the operand's shape and element type i1.

    ```mlir
    %y = stablehlo.is_finite %x : (tensor<2x3xf32>) -> tensor<2x3xi1>
    ```
  }];
  let arguments = (ins StableHLO_FloatTensor:$x);
  let results = (outs StableHLO_PredTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

#endif
