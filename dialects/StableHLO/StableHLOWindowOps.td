//===- StableHLOWindowOps.td - convolution, pooling --------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Ops that slide a window over dimensions. Along a dimension of size d, a
// window of size w with dilation v, over a base with dilation u and padding
// (l, h), by stride s, has max(0, floor((B - W) / s) + 1) places, where
// B = l + dilate(d, u) + h, W = dilate(w, v), and dilate(n, k) is
// (n - 1) * k + 1, or 0 for n = 0.
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_WINDOW_OPS
#define STABLEHLO_WINDOW_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

def StableHLO_ConvolutionOp : StableHLO_CheckedOp<"convolution", [Pure]> {
  let summary = "sums of products of a kernel and windows of a value";
  let description = [{
    The kernel `rhs` slides over the spatial dimensions of `lhs`; each place
    gives, for each output feature, the sum of products over the window and the
    input features. `dimension_numbers` says which dimension is what.
    With `feature_group_count` g, input features are g groups, each with its
    own kernels; with `batch_group_count` g, batches are. What the window leaves
    out is 1 for strides and dilations, 0 for padding, false for reversal.

    (C1) Both operands have the rank of the dimension numbers.
    (C2) Each window attribute has one entry for each spatial dimension.
    (C3) Strides and dilations are positive.
    (C4) At most one group count exceeds 1; both are positive.
    (C5) Input features divide by `feature_group_count`, the batch by
    `batch_group_count`, and output features by both.
    (C6) A group's input features are the kernel's.
    (C7) The result has the batch divided by `batch_group_count`, the kernel's
    output features, and the places of the window.

    ```mlir
    %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<8x32x32x3xf32>, tensor<3x3x3x16xf32>) -> tensor<8x16x16x16xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<I64ElementsAttr>:$padding,
    OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
    OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
    OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
    StableHLO_ConvDimensionNumbersAttr:$dimension_numbers,
    I64Attr:$feature_group_count,
    I64Attr:$batch_group_count,
    OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    `(` operands `)`
    `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,`
    `window` `=` `{` custom<WindowAttributes>($window_strides, $padding,
                                              $lhs_dilation, $rhs_dilation,
                                              $window_reversal) `}`
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_ReduceWindowOp
    : StableHLO_CheckedOp<"reduce_window", [SameVariadicOperandSize,
                                            RecursiveMemoryEffects,
                                            RecursivelySpeculatable]> {
  let summary = "reduction of each window of a value";
  let description = [{
    Combines the elements of each window by the body, beginning with the initial
    values, which padding and dilation holes also hold.

    (C1) There are as many inputs as initial values, and at least one.
    (C2) Inputs have one shape; an initial value is a scalar of the element
    type of its input.
    (C3) Each window attribute has one entry for each dimension.
    (C4) Window dimensions, strides and dilations are positive.
    (C5) The body takes two scalars for each input and returns one.
    (C6) The results have the places of the window.

    ```mlir
    %y = "stablehlo.reduce_window"(%x, %init) <{
      window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>
    }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<8x32x32x3xf32>, tensor<f32>) -> tensor<8x16x16x3xf32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs, Variadic<StableHLO_Tensor>:$init_values,
    DenseI64ArrayAttr:$window_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
    OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
    OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}

def StableHLO_SelectAndScatterOp
    : StableHLO_CheckedOp<"select_and_scatter", [RecursiveMemoryEffects,
                                                 RecursivelySpeculatable]> {
  let summary = "values scattered to the element that each window selects";
  let description = [{
    `select` compares two elements and is true where the first is kept; so each
    window of the operand selects one element, to whose place the source's value
    for the window is brought, combined by `scatter`. This is the gradient of
    pooling.

    (C1) `init_value` is a scalar of the operand's element type.
    (C2) Each window attribute has one entry for each dimension.
    (C3) Window dimensions and strides are positive.
    (C4) The source has the operand's element type and the window's places.
    (C5) `select` takes two scalars and returns an i1 scalar; `scatter` takes
    and returns scalars of the element type.
    (C6) The result has the operand's type.

    ```mlir
    %dx = "stablehlo.select_and_scatter"(%x, %dy, %zero) <{
      window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>
    }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x32xf32>, tensor<8x16xf32>, tensor<f32>) -> tensor<8x32xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand, StableHLO_Tensor:$source,
    StableHLO_Tensor:$init_value,
    OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs StableHLO_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let hasRegionVerifier = 1;
}

#endif
