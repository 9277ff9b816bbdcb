//===- StableHLOContractionOps.td - dot products, reduce ---*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Ops that sum over dimensions: dot products and reductions.
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_CONTRACTION_OPS
#define STABLEHLO_CONTRACTION_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

def StableHLO_DotOp : StableHLO_CheckedOp<"dot", [Pure]> {
  let summary = "product of vectors or matrices";
  let description = [{
    The product over the last dimension of `lhs` and the first of `rhs`.
    `dot_general` says the same; import turns this op into it.

    (C1) Both operands have rank 1 or 2.
    (C2) The contracted dimensions have one size.
    (C3) The result has the remaining dimensions.

    ```mlir
    %z = stablehlo.dot %x, %y : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<PrecisionConfig>($precision_config) attr-dict
    `:` functional-type(operands, results)
  }];
}

def StableHLO_DotGeneralOp : StableHLO_CheckedOp<"dot_general", [Pure]> {
  let summary = "batched product over any dimensions";
  let description = [{
    Sums products over the contracting dimensions, for each index of the
    batching ones. The result has the batching dimensions, then the remaining
    dimensions of `lhs`, then those of `rhs`. Its element type is the type of
    the sums, and may be wider than the operands'.

    (C1) `lhs` and `rhs` batching dimensions are as many, and so are the
    contracting ones.
    (C2) Batching and contracting dimensions of an operand are distinct
    dimensions of it.
    (C3) Paired batching dimensions have one size.
    (C4) Paired contracting dimensions have one size.
    (C5) `precision_config`, where given, has an entry for each operand.
    (C6) The result has the shape described above.

    ```mlir
    %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x32x64xf32>, tensor<8x64x16xf32>) -> tensor<8x32x16xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       StableHLO_DotDimensionNumbersAttr:$dot_dimension_numbers,
                       OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config,
                       OptionalAttr<StableHLO_DotAlgorithmAttr>:$algorithm);
  let results = (outs StableHLO_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$lhs,
                                 "::mlir::Value":$rhs,
                                 "DotDimensionNumbersAttr":$dimensions), [{
    build($_builder, $_state, type, lhs, rhs, dimensions, ::mlir::ArrayAttr(),
          DotAlgorithmAttr());
  }]>];
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers)
    `` custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm) attr-dict
    `:` functional-type(operands, results)
  }];
}

def StableHLO_ReduceOp
    : StableHLO_CheckedOp<"reduce", [SameVariadicOperandSize,
                                     RecursiveMemoryEffects,
                                     RecursivelySpeculatable]> {
  let summary = "reduction over dimensions";
  let description = [{
    Combines the elements along `dimensions` by the body, beginning with the
    initial values. The body must be associative: the order is not fixed.

    (C1) There are as many inputs as initial values, and at least one.
    (C2) Inputs have one shape; an initial value is a scalar of the element
    type of its input.
    (C3) `dimensions` are distinct dimensions of the inputs.
    (C4) The body takes two scalars for each input and returns one.
    (C5) The results have the remaining dimensions, and the types that the body
    returns.

    ```mlir
    %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       Variadic<StableHLO_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let builders = [
    // Infers the result types and leaves the body to the caller.
    OpBuilder<(ins "::mlir::ValueRange":$inputs, "::mlir::ValueRange":$initValues,
                   "::mlir::ArrayRef<int64_t>":$dimensions)>];
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = checkDeclaration # [{
    /// Builds the reduction of `input` whose body is the single op `Combine`.
    template <typename Combine>
    static ReduceOp of(::mlir::OpBuilder &builder, ::mlir::Location loc,
                       ::mlir::Value input, ::mlir::Value init,
                       ::mlir::ArrayRef<int64_t> dimensions) {
      auto op = ReduceOp::create(builder, loc, ::mlir::ValueRange(input),
                                 ::mlir::ValueRange(init), dimensions);
      op.fillBody(::mlir::OperationName(Combine::getOperationName(),
                                        builder.getContext()));
      return op;
    }

    /// Gives an empty body the single op `combine` and its return.
    void fillBody(::mlir::OperationName combine);

    /// The op of a body that is one commutative op of the two arguments, in
    /// this order, and its return; null for any other body.
    ::mlir::Operation *getCombiner();
  }];
}

#endif
