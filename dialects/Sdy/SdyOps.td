//===- SdyOps.td - Shardy ops that import reads ------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SDY_OPS
#define SDY_OPS

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/Sdy/SdyDialect.td"

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits>;

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol]> {
  let summary = "declaration of a mesh";
  let description = [{
    ```mlir
    sdy.mesh @mesh = <["x"=2, "y"=4]>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def Sdy_ConstantOp
    : Sdy_Op<"constant", [Pure, AllTypesMatch<["value", "output"]>]> {
  let summary = "constant that each use has for itself";
  let description = [{
    ```mlir
    %0 = sdy.constant dense<0.0> : tensor<f32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyRankedTensor:$output);
  let assemblyFormat = "attr-dict $value";
}

class Sdy_IdentityOp<string mnemonic>
    : Sdy_Op<mnemonic, [Pure, AllTypesMatch<["input", "result"]>]> {
  let arguments = (ins AnyRankedTensor:$input, Sdy_TensorShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}

def Sdy_ShardingConstraintOp : Sdy_IdentityOp<"sharding_constraint"> {
  let summary = "a value with the sharding that it should have";
  let description = [{
    ```mlir
    %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {} ]> : tensor<8x4xf32>
    ```
  }];
}

// Collectives on whole values: the same value in another sharding.
class Sdy_CollectiveOp<string mnemonic>
    : Sdy_Op<mnemonic, [Pure, AllTypesMatch<["tensor", "result"]>]> {
  let results = (outs AnyRankedTensor:$result);
}

def Sdy_AllGatherOp : Sdy_CollectiveOp<"all_gather"> {
  let summary = "a value that axes split no more";
  let description = [{
    ```mlir
    %1 = sdy.all_gather [{"x"}, {} ] %0 out_sharding=<@mesh, [{}, {} ]> : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor,
                       Sdy_ListOfAxisRefListsAttr:$gathering_axes,
                       Sdy_TensorShardingAttr:$out_sharding);
  let assemblyFormat = [{
    $gathering_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_AllSliceOp : Sdy_CollectiveOp<"all_slice"> {
  let summary = "a value that further axes split";
  let description = [{
    ```mlir
    %1 = sdy.all_slice [{"x"}, {} ] %0 out_sharding=<@mesh, [{"x"}, {} ]> : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor,
                       Sdy_ListOfAxisRefListsAttr:$slicing_axes,
                       Sdy_TensorShardingAttr:$out_sharding);
  let assemblyFormat = [{
    $slicing_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_ReduceScatterOp : Sdy_CollectiveOp<"reduce_scatter"> {
  let summary = "a pending sum that is reduced, and then split by its axes";
  let description = [{
    ```mlir
    %1 = sdy.reduce_scatter [{"x"}, {} ] %0 out_sharding=<@mesh, [{"x"}, {} ]> : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor,
                       Sdy_ListOfAxisRefListsAttr:$reduce_scatter_axes,
                       Sdy_TensorShardingAttr:$out_sharding);
  let assemblyFormat = [{
    $reduce_scatter_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_AllReduceOp : Sdy_CollectiveOp<"all_reduce"> {
  let summary = "a pending sum that is reduced";
  let description = [{
    ```mlir
    %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {} ]> : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, Sdy_AxisRefListAttr:$reduction_axes,
                       Sdy_TensorShardingAttr:$out_sharding);
  let assemblyFormat = [{
    $reduction_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_AllToAllOp : Sdy_CollectiveOp<"all_to_all"> {
  let summary = "a value that axes split along other dimensions";
  let description = [{
    ```mlir
    %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{}, {"x"} ]> : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, Sdy_AllToAllParamListAttr:$params,
                       Sdy_TensorShardingAttr:$out_sharding);
  let assemblyFormat = [{
    $params $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_CollectivePermuteOp : Sdy_CollectiveOp<"collective_permute"> {
  let summary = "a value whose blocks change devices";
  let description = [{
    ```mlir
    %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"y"}, {} ]> : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, Sdy_TensorShardingAttr:$out_sharding);
  let assemblyFormat = [{
    $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_ShardingGroupOp : Sdy_Op<"sharding_group"> {
  let summary = "values that want one sharding";
  let description = [{
    ```mlir
    sdy.sharding_group %0 group_id=1 : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)";
}

def Sdy_PropagationBarrierOp
    : Sdy_Op<"propagation_barrier", [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "a value through which shardings pass in one direction at most";
  let description = [{
    ```mlir
    %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       Sdy_PropagationDirectionAttr:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:` type($input)
  }];
}

def Sdy_DataFlowEdgeOp
    : Sdy_Op<"data_flow_edge", [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "a value that loops and regions pass on, with its sharding";
  let description = [{
    ```mlir
    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x"}, {} ]> : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       OptionalAttr<Sdy_TensorShardingAttr>:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)
  }];
}

def Sdy_NamedComputationOp : Sdy_Op<"named_computation", [RecursiveMemoryEffects]> {
  let summary = "a part of the program that has a name";
  let description = [{
    The shardings of what goes in and comes out are optional.

    ```mlir
    %1 = sdy.named_computation<"block">(%0) in_shardings=[<@mesh, [{"x"}, {} ]>] out_shardings=[<@mesh, [{"x"}, {} ]>] (%a: tensor<8x4xf32>) {
      sdy.return %a : tensor<8x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyRankedTensor>:$tensors,
                       OptionalAttr<Sdy_TensorShardingPerValueAttr>:$in_shardings,
                       OptionalAttr<Sdy_TensorShardingPerValueAttr>:$out_shardings);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, Terminator]> {
  let summary = "results of a manual or named computation";
  let description = [{
    ```mlir
    sdy.return %0 : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

def Sdy_ManualComputationOp
    : Sdy_Op<"manual_computation", [RecursiveMemoryEffects]> {
  let summary = "the program of one device over some axes";
  let description = [{
    The body sees the block of each operand that its device has, as
    `in_shardings` split it over the manual axes; over other axes values stay
    whole in it. What it returns are blocks of the results, split by
    `out_shardings`.

    ```mlir
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {} ]>] out_shardings=[<@mesh, [{"x"}, {} ]>] manual_axes={"x"} (%a: tensor<4x4xf32>) {
      sdy.return %a : tensor<4x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$tensors,
                       Sdy_TensorShardingPerValueAttr:$in_shardings,
                       Sdy_TensorShardingPerValueAttr:$out_shardings,
                       Sdy_ManualAxesAttr:$manual_axes);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Sdy_ReshardOp : Sdy_IdentityOp<"reshard"> {
  let summary = "a value moved to another sharding";
  let description = [{
    ```mlir
    %1 = sdy.reshard %0 <@mesh, [{"x"}, {} ]> : tensor<8x4xf32>
    ```
  }];
}

#endif
