//===- StableHLOShapeOps.td - ops that move elements -------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Constants, and ops that place elements by shape alone.
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_SHAPE_OPS
#define STABLEHLO_SHAPE_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

def StableHLO_ConstantOp
    : StableHLO_Op<"constant", [Pure, ConstantLike, InferTypeOpAdaptor]> {
  let summary = "constant";
  let description = [{
    A value known at compile time. A splat stays one element however large its
    shape.

    (C1) The result has the type of the value.

    ```mlir
    %c = stablehlo.constant dense<0.0> : tensor<128x512xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHLO_Tensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def StableHLO_IotaOp : StableHLO_CheckedOp<"iota", [Pure]> {
  let summary = "indices along a dimension";
  let description = [{
    Each element is its own index along `iota_dimension`.

    (C1) The dimension is one of the result's.

    ```mlir
    %i = stablehlo.iota dim = 0 : tensor<79xi32>
    ```
  }];
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs StableHLO_IntOrFloatTensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}

def StableHLO_BroadcastInDimOp
    : StableHLO_CheckedOp<"broadcast_in_dim", [Pure]> {
  let summary = "repetition along dimensions";
  let description = [{
    Dimension i of the operand becomes dimension `broadcast_dimensions[i]` of
    the result; a dimension of size 1 is repeated, and so is the whole along
    the dimensions that are not listed.

    (C1) The operand and the result have one element type.
    (C2) There is one broadcast dimension for each operand dimension.
    (C3) They are distinct dimensions of the result.
    (C4) Each operand dimension has size 1 or the size it is mapped to.

    ```mlir
    %y = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<512xf32>) -> tensor<128x512xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict
    `:` functional-type(operands, results)
  }];
}

def StableHLO_ReshapeOp : StableHLO_CheckedOp<"reshape", [Pure]> {
  let summary = "the same elements in another shape";
  let description = [{
    The elements in row-major order, in the shape of the result.

    (C1) The operand and the result have one element type.
    (C2) They have the same number of elements.

    ```mlir
    %y = stablehlo.reshape %x : (tensor<4x8x16xf32>) -> tensor<32x16xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def StableHLO_BitcastConvertOp
    : StableHLO_CheckedOp<"bitcast_convert", [Pure]> {
  let summary = "the same bits as another element type";
  let description = [{
    The bits of each element read as the result's element type.

    (C1) Of element types of one width, operand and result have one shape.
    (C2) Else the narrower one has a last dimension more, with the parts of a
    wider element, the lowest bits first.

    ```mlir
    %y = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
    %z = stablehlo.bitcast_convert %w : (tensor<4x2xui32>) -> tensor<4xui64>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def StableHLO_TransposeOp
    : StableHLO_CheckedOp<"transpose", [Pure, InferTypeOpAdaptor]> {
  let summary = "permutation of the dimensions";
  let description = [{
    Dimension i of the result is dimension `permutation[i]` of the operand.

    (C1) The permutation lists each dimension of the operand once.
    (C2) The result has the permuted shape.

    ```mlir
    %y = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict
    `:` functional-type(operands, results)
  }];
}

def StableHLO_ReverseOp
    : StableHLO_CheckedOp<"reverse", [Pure, SameOperandsAndResultType]> {
  let summary = "reversal along dimensions";
  let description = [{
    The operand with the order of elements turned along each listed dimension.

    (C1) The listed dimensions are distinct and the operand's.
    (C2) The result has the operand's type.

    ```mlir
    %y = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict
    `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

def StableHLO_ConcatenateOp
    : StableHLO_CheckedOp<"concatenate", [Pure, InferTypeOpAdaptor]> {
  let summary = "values joined along a dimension";
  let description = [{
    The operands one after the other along `dimension`.

    (C1) There is at least one operand.
    (C2) The dimension is one of theirs.
    (C3) They agree in element type, rank and every other dimension.
    (C4) The result's dimension is the sum of theirs.

    ```mlir
    %z = stablehlo.concatenate %x, %y, dim = 1 : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<3x6xf32>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension attr-dict
    `:` functional-type(operands, results)
  }];
}

def StableHLO_PadOp : StableHLO_CheckedOp<"pad", [Pure, InferTypeOpAdaptor]> {
  let summary = "padding around and between elements";
  let description = [{
    Puts `padding_value` before, after and between the elements of each
    dimension. Negative low or high padding removes elements.

    (C1) The padding value is a scalar of the operand's element type.
    (C2) There is one low, high and interior amount for each dimension.
    (C3) Interior padding is not negative.
    (C4) A result dimension is `low + dim + max(dim - 1, 0) * interior + high`,
    which is not negative.

    ```mlir
    %y = stablehlo.pad %x, %z, low = [0, 1], high = [0, 2], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x6xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low
    `,` `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif
