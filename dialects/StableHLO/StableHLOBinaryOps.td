//===- StableHLOBinaryOps.td - elementwise ops of several --*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Ops whose result element depends on the elements at the same index of two or
// three operands.
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_BINARY_OPS
#define STABLEHLO_BINARY_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

class StableHLO_BinaryOp<string mnemonic, TypeConstraint tensor,
                         list<Trait> traits = []>
    : StableHLO_Op<mnemonic,
                   !listconcat([Pure, SameOperandsAndResultType], traits)> {
  let arguments = (ins tensor:$lhs, tensor:$rhs);
  let results = (outs tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict
    `:` custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))
  }];
}

def StableHLO_AddOp
    : StableHLO_BinaryOp<"add", StableHLO_Tensor, [Commutative]> {
  let summary = "sum";
  let description = [{
    The sum of the elements; of booleans, their disjunction. Integers wrap around.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.add %x, %y : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_AndOp
    : StableHLO_BinaryOp<"and", StableHLO_PredOrIntTensor, [Commutative]> {
  let summary = "conjunction";
  let description = [{
    Logical conjunction of booleans, bitwise of integers.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.and %x, %y : tensor<2x3xi1>
    ```
  }];
}

def StableHLO_Atan2Op : StableHLO_BinaryOp<"atan2", StableHLO_FloatTensor> {
  let summary = "angle of a point";
  let description = [{
    The angle of the point (rhs, lhs) from the first axis, in radians.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.atan2 %x, %y : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_DivOp : StableHLO_BinaryOp<"divide", StableHLO_IntOrFloatTensor> {
  let summary = "quotient";
  let description = [{
    The quotient of the elements; of integers, rounded towards zero.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.divide %x, %y : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_MaxOp
    : StableHLO_BinaryOp<"maximum", StableHLO_Tensor, [Commutative]> {
  let summary = "maximum";
  let description = [{
    The greater element; of booleans, their disjunction. NaN wins over any number.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.maximum %x, %y : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_MinOp
    : StableHLO_BinaryOp<"minimum", StableHLO_Tensor, [Commutative]> {
  let summary = "minimum";
  let description = [{
    The smaller element; of booleans, their conjunction. NaN wins over any number.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.minimum %x, %y : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_MulOp
    : StableHLO_BinaryOp<"multiply", StableHLO_Tensor, [Commutative]> {
  let summary = "product";
  let description = [{
    The product of the elements; of booleans, their conjunction. Integers wrap around.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.multiply %x, %y : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_OrOp
    : StableHLO_BinaryOp<"or", StableHLO_PredOrIntTensor, [Commutative]> {
  let summary = "disjunction";
  let description = [{
    Logical disjunction of booleans, bitwise of integers.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.or %x, %y : tensor<2x3xi1>
    ```
  }];
}

def StableHLO_PowOp : StableHLO_BinaryOp<"power", StableHLO_IntOrFloatTensor> {
  let summary = "power";
  let description = [{
    The first element raised to the second.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.power %x, %y : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_RemOp
    : StableHLO_BinaryOp<"remainder", StableHLO_IntOrFloatTensor> {
  let summary = "remainder";
  let description = [{
    The remainder of the division; it takes the sign of the dividend.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.remainder %x, %y : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_ShiftLeftOp
    : StableHLO_BinaryOp<"shift_left", StableHLO_IntTensor> {
  let summary = "left shift";
  let description = [{
    The first element shifted left by the second; zeros enter.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.shift_left %x, %y : tensor<2x3xi32>
    ```
  }];
}

def StableHLO_ShiftRightArithmeticOp
    : StableHLO_BinaryOp<"shift_right_arithmetic", StableHLO_IntTensor> {
  let summary = "right shift that keeps the sign";
  let description = [{
    The first element shifted right by the second; copies of the sign bit enter.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.shift_right_arithmetic %x, %y : tensor<2x3xi32>
    ```
  }];
}

def StableHLO_ShiftRightLogicalOp
    : StableHLO_BinaryOp<"shift_right_logical", StableHLO_IntTensor> {
  let summary = "right shift";
  let description = [{
    The first element shifted right by the second; zeros enter.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.shift_right_logical %x, %y : tensor<2x3xi32>
    ```
  }];
}

def StableHLO_SubtractOp
    : StableHLO_BinaryOp<"subtract", StableHLO_IntOrFloatTensor> {
  let summary = "difference";
  let description = [{
    The difference of the elements. Integers wrap around.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.subtract %x, %y : tensor<2x3xf32>
    ```
  }];
}

def StableHLO_XorOp
    : StableHLO_BinaryOp<"xor", StableHLO_PredOrIntTensor, [Commutative]> {
  let summary = "exclusive disjunction";
  let description = [{
    Logical exclusive disjunction of booleans, bitwise of integers.

    (C1) Both operands and the result have one type.

    ```mlir
    %z = stablehlo.xor %x, %y : tensor<2x3xi1>
    ```
  }];
}

def StableHLO_CompareOp
    : StableHLO_CheckedOp<"compare", [Pure, InferTypeOpAdaptor]> {
  let summary = "comparison";
  let description = [{
    Compares the elements at each index. A comparison with NaN is false, except
    for `NE`, which is true. `TOTALORDER` orders all floats, NaN and the signs
    of zero included.

    (C1) Both operands have one type.
    (C2) The compare type fits the element type: `SIGNED` for signless
    integers, `UNSIGNED` for unsigned integers and booleans, `FLOAT` or
    `TOTALORDER` for floats.
    (C3) The result has the operands' shape and element type i1.

    ```mlir
    %p = stablehlo.compare LT, %x, %y, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       StableHLO_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<StableHLO_ComparisonTypeAttr>:$compare_type);
  let results = (outs StableHLO_PredTensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
                                 "ComparisonDirection":$direction), [{
    build($_builder, $_state, lhs, rhs, direction, ComparisonTypeAttr());
  }]>];
  let assemblyFormat = [{
    $comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Ternary
//===----------------------------------------------------------------------===//

def StableHLO_ClampOp
    : StableHLO_CheckedOp<"clamp", [Pure, InferTypeOpAdaptor]> {
  let summary = "values held between two bounds";
  let description = [{
    `minimum(maximum(operand, min), max)` of each element.

    (C1) `min` is a scalar or has the operand's shape; the element types agree.
    (C2) `max` is a scalar or has the operand's shape; the element types agree.
    (C3) The result has the operand's type.

    ```mlir
    %y = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$min, StableHLO_Tensor:$operand,
                       StableHLO_Tensor:$max);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict
    `:` custom<SameOperandsAndResultType>(type($min), type($operand),
                                          type($max), type($result))
  }];
}

def StableHLO_SelectOp
    : StableHLO_CheckedOp<"select", [Pure, InferTypeOpAdaptor]> {
  let summary = "choice between two values";
  let description = [{
    The element of `on_true` where `pred` is true, else that of `on_false`.

    (C1) `pred` is a scalar or has the shape of `on_true`.
    (C2) `on_true`, `on_false` and the result have one type.

    ```mlir
    %y = stablehlo.select %p, %a, %b : tensor<2x3xi1>, tensor<2x3xf32>
    ```
  }];
  let arguments = (ins StableHLO_PredTensor:$pred, StableHLO_Tensor:$on_true,
                       StableHLO_Tensor:$on_false);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict
    `:` custom<SelectOpType>(type($pred), type($on_true), type($on_false),
                             type($result))
  }];
}

#endif
