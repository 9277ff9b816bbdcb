//===- StableHLONormalizationOps.td - batch normalization, sort ---*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_NORMALIZATION_OPS
#define STABLEHLO_NORMALIZATION_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

def StableHLO_FloatVector : 1DTensorOf<StableHLO_FloatTypes>;

def StableHLO_BatchNormTrainingOp
    : StableHLO_CheckedOp<"batch_norm_training", [Pure]> {
  let summary = "normalization by the statistics of the batch";
  let description = [{
    Mean and variance of each feature over all other dimensions, and the operand
    normalized by them, scaled and shifted.

    (C1) `feature_index` is a dimension of the operand.
    (C2) `scale` and `offset` have one element for each feature.
    (C3) All element types are one.
    (C4) The output has the operand's type, the statistics that of `scale`.

    ```mlir
    %y, %mean, %var = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{
      epsilon = 1.0e-3 : f32, feature_index = 3 : i64
    }> : (tensor<8x4x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
      -> (tensor<8x4x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
    ```
  }];
  let arguments = (ins
    StableHLO_FloatTensor:$operand, StableHLO_FloatVector:$scale,
    StableHLO_FloatVector:$offset, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs StableHLO_FloatTensor:$output,
                      StableHLO_FloatVector:$batch_mean,
                      StableHLO_FloatVector:$batch_var);
}

def StableHLO_BatchNormInferenceOp
    : StableHLO_CheckedOp<"batch_norm_inference", [Pure]> {
  let summary = "normalization by given statistics";
  let description = [{
    The operand normalized by `mean` and `variance`, scaled and shifted.

    (C1) `feature_index` is a dimension of the operand.
    (C2) The vectors have one element for each feature.
    (C3) All element types are one.
    (C4) The result has the operand's type.

    ```mlir
    %y = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %var) <{
      epsilon = 1.0e-3 : f32, feature_index = 1 : i64
    }> : (tensor<8x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<8x3xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_FloatTensor:$operand, StableHLO_FloatVector:$scale,
    StableHLO_FloatVector:$offset, StableHLO_FloatVector:$mean,
    StableHLO_FloatVector:$variance, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs StableHLO_FloatTensor:$result);
}

def StableHLO_BatchNormGradOp : StableHLO_CheckedOp<"batch_norm_grad", [Pure]> {
  let summary = "gradient of batch_norm_training";
  let description = [{
    The gradients for operand, scale and offset of a batch_norm_training whose
    output has the gradient `grad_output`.

    (C1) `feature_index` is a dimension of the operand.
    (C2) The vectors have one element for each feature.
    (C3) All element types are one.
    (C4) `grad_output` and the first result have the operand's type, the other
    results that of `scale`.

    ```mlir
    %dx, %ds, %do = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %var, %dy) <{
      epsilon = 1.0e-3 : f32, feature_index = 1 : i64
    }> : (tensor<8x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<8x3xf32>)
      -> (tensor<8x3xf32>, tensor<3xf32>, tensor<3xf32>)
    ```
  }];
  let arguments = (ins
    StableHLO_FloatTensor:$operand, StableHLO_FloatVector:$scale,
    StableHLO_FloatVector:$mean, StableHLO_FloatVector:$variance,
    StableHLO_FloatTensor:$grad_output, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs StableHLO_FloatTensor:$grad_operand,
                      StableHLO_FloatVector:$grad_scale,
                      StableHLO_FloatVector:$grad_offset);
}

def StableHLO_SortOp
    : StableHLO_CheckedOp<"sort", [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "values in the order that a comparison gives";
  let description = [{
    Sorts along one dimension. The comparator is true where the first of two
    elements goes before the second; with several inputs it sees an element of
    each, and all are moved alike.

    (C1) There is at least one input; all have one shape.
    (C2) `dimension`, counted from the end when negative, is one of the inputs'.
    (C3) Each result has the type of its input.
    (C4) The comparator takes two scalars for each input and returns an i1
    scalar.

    ```mlir
    %y = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs,
    DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
  let hasRegionVerifier = 1;
}

#endif
