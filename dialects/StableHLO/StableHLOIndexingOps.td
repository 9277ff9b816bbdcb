//===- StableHLOIndexingOps.td - slices, gather, scatter ---*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Ops that read or write parts of a value by index.
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_INDEXING_OPS
#define STABLEHLO_INDEXING_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

def StableHLO_SliceOp
    : StableHLO_CheckedOp<"slice", [Pure, InferTypeOpAdaptor]> {
  let summary = "a part at fixed indices";
  let description = [{
    The elements at `start, start + stride, …` below `limit` of each dimension.

    (C1) There is one start, limit and stride for each dimension.
    (C2) `0 <= start <= limit <= dim` in each dimension.
    (C3) Strides are positive.
    (C4) A result dimension is `ceil((limit - start) / stride)`.

    ```mlir
    %y = stablehlo.slice %x [0:2, 0:8:2] : (tensor<4x8xf32>) -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_DynamicSliceOp
    : StableHLO_CheckedOp<"dynamic_slice", [Pure, InferTypeOpAdaptor]> {
  let summary = "a part at computed indices";
  let description = [{
    The part of `slice_sizes` that starts at the given indices, which are held
    to `[0, dim - size]`.

    (C1) There is one start index and one size for each dimension.
    (C2) Start indices have one type.
    (C3) `0 <= size <= dim` in each dimension.
    (C4) The result has the shape `slice_sizes`.

    ```mlir
    %y = stablehlo.dynamic_slice %x, %i, %j, sizes = [1, 6] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       Variadic<StableHLO_IntScalarTensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<VariadicOperandWithAttribute>($start_indices)
    `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_DynamicUpdateSliceOp
    : StableHLO_CheckedOp<"dynamic_update_slice", [Pure, InferTypeOpAdaptor]> {
  let summary = "a value with a part replaced at computed indices";
  let description = [{
    The operand, with the part of the update's shape that starts at the given
    indices replaced; indices are held to `[0, dim - size]`.

    (C1) There is one start index for each dimension of the operand.
    (C2) Start indices have one type.
    (C3) The update has the operand's rank and element type, and fits in it.
    (C4) The result has the operand's type.

    ```mlir
    %y = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<4x8xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$update,
                       Variadic<StableHLO_IntScalarTensor>:$start_indices);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def StableHLO_GatherOp
    : StableHLO_CheckedOp<"gather", [Pure, InferTypeOpAdaptor]> {
  let summary = "slices of a value at indices given by another";
  let description = [{
    `start_indices` holds index vectors along `index_vector_dim`; each starts a
    slice of `slice_sizes`, whose dimensions, less the collapsed and batching
    ones, appear at `offset_dims` of the result. Indices are held in range.

    (C1) The operand's rank is the number of offset, collapsed and batching
    dimensions.
    (C2) `index_vector_dim` is at most the rank of `start_indices`, and the
    vectors have one component for each entry of `start_index_map`.
    (C3) `offset_dims` are distinct, sorted dimensions of the result.
    (C4) `collapsed_slice_dims`, `operand_batching_dims` are distinct, sorted
    dimensions of the operand, and slices have size 1 there.
    (C5) `start_index_map` lists distinct dimensions of the operand that are not
    batching ones.
    (C6) Batching dimensions of the operand and of `start_indices` pair up, and
    agree in size.
    (C7) `0 <= slice_sizes <= dim` in each dimension of the operand.
    (C8) The result has the batch and offset dimensions.

    ```mlir
    %y = "stablehlo.gather"(%table, %ids) <{
      dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0],
                                            start_index_map = [0], index_vector_dim = 2>,
      slice_sizes = array<i64: 1, 64>
    }> : (tensor<512x64xf32>, tensor<4x32x1xi32>) -> tensor<4x32x64xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       StableHLO_IntTensor:$start_indices,
                       StableHLO_GatherDimensionNumbersAttr:$dimension_numbers,
                       DenseI64ArrayAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_ScatterOp
    : StableHLO_CheckedOp<"scatter",
                          [SameVariadicOperandSize, RecursiveMemoryEffects,
                           RecursivelySpeculatable]> {
  let summary = "values combined into others at given indices";
  let description = [{
    `scatter_indices` holds index vectors along `index_vector_dim`; each places
    a window of the updates in the inputs, where `update_computation` combines
    the element there (first argument) with the update (second). Windows that
    do not fit are skipped.

    (C1) There are as many inputs as updates, and at least one.
    (C2) Inputs have one shape, updates have one shape; element types agree.
    (C3) The inputs' rank is the number of window, inserted and batching
    dimensions.
    (C4) `index_vector_dim` is at most the rank of the indices, and the vectors
    have one component for each entry of `scatter_dims_to_operand_dims`.
    (C5) `update_window_dims` are distinct, sorted dimensions of the updates.
    (C6) `inserted_window_dims`, `input_batching_dims` are distinct, sorted
    dimensions of the inputs.
    (C7) `scatter_dims_to_operand_dims` lists distinct dimensions of the inputs.
    (C8) Batching dimensions of inputs and indices pair up, and agree in size.
    (C9) The updates' window dimensions fit in the inputs; their other
    dimensions are those of the indices.
    (C10) The body takes two scalars for each input and returns one.
    (C11) The results have the inputs' types.

    ```mlir
    %y = "stablehlo.scatter"(%x, %ids, %u) <{
      scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
                                                     scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
    }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<512x64xf32>, tensor<32x1xi32>, tensor<32x64xf32>) -> tensor<512x64xf32>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       StableHLO_IntTensor:$scatter_indices,
                       Variadic<StableHLO_Tensor>:$updates,
                       StableHLO_ScatterDimensionNumbersAttr:$scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let regions = (region SizedRegion<1>:$update_computation);
  let hasRegionVerifier = 1;
}

#endif
