//===- StableHLOControlOps.td - calls, barriers, return ----*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_CONTROL_OPS
#define STABLEHLO_CONTROL_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

def StableHLO_ReturnOp : StableHLO_Op<"return", [Pure, Terminator]> {
  let summary = "results of a body";
  let description = [{
    Ends the body of a reduction, a scatter, a loop or a branch.

    ```mlir
    stablehlo.return %x : tensor<f32>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$results);
  let assemblyFormat = "($results^)? attr-dict (`:` type($results)^)?";
}

def StableHLO_OptimizationBarrierOp
    : StableHLO_CheckedOp<"optimization_barrier", [Pure]> {
  let summary = "values that no optimization looks through";
  let description = [{
    Passes its operands on; whatever uses a result is computed after all of
    the operands.

    (C1) Each result has the type of its operand.

    ```mlir
    %a, %b = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$operand);
  let results = (outs Variadic<StableHLO_Tensor>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand),
                                                    type($result))):(`(` `)`)?
  }];
}

def StableHLO_CustomCallOp
    : StableHLO_Op<"custom_call",
                   [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "call of a named function outside the model";
  let description = [{
    An operation known by name only. It is taken as it stands: nothing is
    assumed of its results but their types. Without `has_side_effect` it may be
    removed when unused.

    ```mlir
    %y = stablehlo.custom_call @Sharding(%x) {backend_config = ""} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs,
    StrAttr:$call_target_name,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
    OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
    DefaultValuedOptionalAttr<StableHLO_CustomCallApiVersionAttr,
        "CustomCallApiVersion::API_VERSION_ORIGINAL">:$api_version,
    OptionalAttr<FlatSymbolRefArrayAttr>:$called_computations,
    OptionalAttr<ArrayAttr>:$operand_layouts,
    OptionalAttr<ArrayAttr>:$result_layouts,
    OptionalAttr<TypedArrayAttrBase<StableHLO_OutputOperandAliasAttr,
                                    "aliases of operands and results">>:$output_operand_aliases);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let assemblyFormat = [{
    custom<CustomCallTarget>($call_target_name) `(` $inputs `)` attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif
