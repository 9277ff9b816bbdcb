//===- SdyDialect.td - reading Shardy annotations ----------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SDY_DIALECT
#define SDY_DIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let summary = "the Shardy annotations that models come with";
  let description = [{
    JAX annotates exported models with Shardy's dialect. This one reads meshes,
    shardings, constraints and reshards; the collectives that move a whole value
    from one sharding to another; and manual computations, whose bodies are
    programs of one device. Import turns all of them into `dist` and ordinary ops;
    nothing after import sees an `sdy` op or attribute.
  }];
  // Inline, as that of stablehlo: see StableHLO's Rationale.
  let cppNamespace = "::mlir::sdy::shardc_v1";
  let useDefaultAttributePrinterParser = 1;
}

class Sdy_Attr<string name, string attrMnemonic>
    : AttrDef<Sdy_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def Sdy_MeshAttr : Sdy_Attr<"Mesh", "mesh"> {
  let summary = "named axes of devices, outer to inner";
  let description = [{
    ```mlir
    <["x"=2, "y"=4]>
    ```

    No axes and one device id: what is sharded so lives on that device alone.
    With axes, `device_ids` orders the devices 0 to n - 1 along them.
  }];
  let parameters = (ins "::mlir::ArrayAttr":$axisNames,
                        OptionalArrayRefParameter<"int64_t">:$axisSizes,
                        OptionalArrayRefParameter<"int64_t">:$deviceIds);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Sdy_TensorShardingAttr : Sdy_Attr<"TensorSharding", "sharding"> {
  let summary = "which axes split each dimension of a tensor";
  let description = [{
    The axes of a dimension are strings; a sub-axis is written with its offset
    and size. A dimension that propagation may split further ends in `?`. The
    number of a dimension in `priorities` is what follows its `p`, -1 where it has
    none; the list is empty when no dimension has one.

    ```mlir
    #sdy.sharding<@mesh, [{"x"}, {"y":(1)2, ?}p1], replicated={"z"}>
    ```
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$mesh,
                        "::mlir::ArrayAttr":$dimensions,
                        "::mlir::ArrayAttr":$replicated,
                        "::mlir::ArrayAttr":$unreduced,
                        OptionalArrayRefParameter<"int64_t">:$priorities);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_TensorShardingPerValueAttr
    : Sdy_Attr<"TensorShardingPerValue", "sharding_per_value"> {
  let summary = "a sharding for each of several values";
  let description = [{
    ```mlir
    #sdy.sharding_per_value<[<@mesh, [{"x"} ]>, <@mesh, [{} ]>]>
    ```
  }];
  let parameters = (ins OptionalArrayRefParameter<"TensorShardingAttr">:$shardings);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_ManualAxesAttr : Sdy_Attr<"ManualAxes", "manual_axes"> {
  let summary = "axes over which a region is the program of one device";
  let description = [{
    ```mlir
    #sdy<manual_axes{"x", "y"}>
    ```
  }];
  let parameters = (ins "::mlir::ArrayAttr":$axes);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_AxisRefListAttr : Sdy_Attr<"AxisRefList", "axis_ref_list"> {
  let summary = "axes, outer first";
  let description = [{
    ```mlir
    {"x", "y":(1)2}
    ```
  }];
  let parameters = (ins "::mlir::ArrayAttr":$axes);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_ListOfAxisRefListsAttr : Sdy_Attr<"ListOfAxisRefLists", "list_of_axis_ref_lists"> {
  let summary = "axes of each dimension";
  let description = [{
    ```mlir
    [{"x"}, {} ]
    ```
  }];
  let parameters = (ins "::mlir::ArrayAttr":$lists);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_AllToAllParamListAttr : Sdy_Attr<"AllToAllParamList", "all_to_all_param_list"> {
  let summary = "axes that go from one dimension to another";
  let description = [{
    `sources` and `targets` have a dimension for each list of axes.

    ```mlir
    [{"x"}: 0->2, {"y"}: 1->3]
    ```
  }];
  let parameters = (ins "::mlir::ArrayAttr":$lists,
                        OptionalArrayRefParameter<"int64_t">:$sources,
                        OptionalArrayRefParameter<"int64_t">:$targets);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_OpShardingRuleAttr : Sdy_Attr<"OpShardingRule", "op_sharding_rule"> {
  let summary = "which dimensions of an op's operands and results go together";
  let description = [{
    Dimensions are products of factors, whose names are `i` to `z`, then `z_1`, `z_2`
    and so on; the number of a factor is its place in that row. `custom` rules are
    written by users, others are notes of Shardy's propagation.

    ```mlir
    #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}>
    ```
  }];
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$factorSizes,
                        "::mlir::ArrayAttr":$operands, "::mlir::ArrayAttr":$results,
                        OptionalArrayRefParameter<"int64_t">:$reduction,
                        OptionalArrayRefParameter<"int64_t">:$needReplication,
                        OptionalArrayRefParameter<"int64_t">:$permutation,
                        OptionalArrayRefParameter<"int64_t">:$blockedPropagation,
                        "bool":$isCustom);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_PropagationDirection
    : I32EnumAttr<"PropagationDirection", "where shardings pass", [
        I32EnumAttrCase<"NONE", 0>, I32EnumAttrCase<"FORWARD", 1>,
        I32EnumAttrCase<"BACKWARD", 2>, I32EnumAttrCase<"BOTH", 3>]> {
  let cppNamespace = "::mlir::sdy::shardc_v1";
  let genSpecializedAttr = 0;
}
def Sdy_PropagationDirectionAttr
    : EnumAttr<Sdy_Dialect, Sdy_PropagationDirection, "propagation_direction">;

#endif
