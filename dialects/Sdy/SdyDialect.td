//===- SdyDialect.td - reading Shardy annotations ----------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SDY_DIALECT
#define SDY_DIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let summary = "the Shardy annotations that models come with";
  let description = [{
    JAX annotates exported models with Shardy's dialect. This one reads the
    annotations that leave the meaning of a graph alone: meshes, shardings,
    constraints and reshards. Import turns them into `dist`; nothing after import
    sees an `sdy` op or attribute.

    Manual computations change what a graph computes and are not read.
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
  }];
  let parameters = (ins "::mlir::ArrayAttr":$axisNames,
                        OptionalArrayRefParameter<"int64_t">:$axisSizes,
                        OptionalArrayRefParameter<"int64_t">:$deviceIds);
  let hasCustomAssemblyFormat = 1;
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
  let parameters = (ins ArrayRefParameter<"TensorShardingAttr">:$shardings);
  let assemblyFormat = "`<` `[` $shardings `]` `>`";
}

#endif
