//===- DistAttrs.td - meshes, axes, shardings --------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef DIST_ATTRS
#define DIST_ATTRS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "dialects/Dist/DistDialect.td"
include "dialects/Dist/DistEnums.td"

class Dist_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Dist_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Dist_ReductionKindAttr
    : EnumAttr<Dist_Dialect, Dist_ReductionKind, "reduction"> {
  let assemblyFormat = "`<` $value `>`";
}

def Dist_YieldKindAttr : EnumAttr<Dist_Dialect, Dist_YieldKind, "yield_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def Dist_MeshAxisAttr : Dist_Attr<"MeshAxis", "axis"> {
  let summary = "one named axis of a mesh and its size";
  let parameters = (ins StringRefParameter<"name">:$name, "int64_t":$size);
  let hasCustomAssemblyFormat = 1;
}

def Dist_MeshAttr : Dist_Attr<"Mesh", "mesh"> {
  let summary = "an N-dimensional arrangement of ranks";
  let description = [{
    Axes are ordered outer to inner: the last one varies fastest from rank to
    rank and maps to the fastest links. An empty list is one rank.

    (C1) names are not empty and not repeated; (C2) sizes are at least 1.

    ```mlir
    #dist.mesh<"dp"=2, "pp"=1, "tp"=4>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"MeshAxisAttr">:$axes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Number of ranks.
    int64_t getNumRanks() const;
    /// Size of the axis, or nullopt when the mesh has none of that name.
    std::optional<int64_t> getAxisSize(llvm::StringRef name) const;
    /// Position of the axis, outermost first, or nullopt.
    std::optional<unsigned> getAxisIndex(llvm::StringRef name) const;
  }];
}

def Dist_AxisRefAttr : Dist_Attr<"AxisRef", "axis_ref"> {
  let summary = "a mesh axis, or one factor of it";
  let description = [{
    `"tp"` is the whole axis. `"tp":(2)4` is the sub-axis of size 4 that is
    left after 2 was split off as the major part: with coordinate c on an axis
    of size n its coordinate is (c / (n / (2*4))) mod 4.

    ```mlir
    #dist.axis_ref<"tp":(2)4>
    ```
  }];
  let parameters = (ins StringRefParameter<"axis name">:$name,
      "int64_t":$preSize, "int64_t":$subSize);
  let builders = [
    AttrBuilder<(ins "llvm::StringRef":$name), [{
      return $_get($_ctxt, name, 1, 0);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// True when this is the whole axis (subSize is 0 then).
    bool isFullAxis() const { return getSubSize() == 0; }
    /// Number of blocks the reference makes on `mesh`.
    int64_t getSize(MeshAttr mesh) const;
    /// d in: coordinate = (axis coordinate / d) mod size.
    int64_t getDivisor(MeshAttr mesh) const;
    /// True when the two name parts of one axis that are not independent.
    bool overlaps(AxisRefAttr other, MeshAttr mesh) const;
  }];
}

def Dist_DimShardingAttr : Dist_Attr<"DimSharding", "dim"> {
  let summary = "how one dimension is split";
  let description = [{
    Axes split outer first. An open dimension may be split further by
    propagation. The granule g is the number of elements that stay together:
    an axis of size k over extent n makes blocks of g*ceil(ceil(n/g)/k).

    Written inside a sharding: `{"dp","fsdp"}`, `{"tp"}:8`, `{"tp",?}`, `{?}`, `{}`.
  }];
  let parameters = (ins ArrayRefParameter<"AxisRefAttr">:$axes,
      "bool":$isClosed, "int64_t":$granule);
  let builders = [
    AttrBuilder<(ins "llvm::ArrayRef<AxisRefAttr>":$axes, CArg<"bool", "true">:$isClosed), [{
      return $_get($_ctxt, axes, isClosed, 1);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
}

def Dist_PartialAttr : Dist_Attr<"Partial", "partial"> {
  let summary = "a pending reduction over axes";
  let description = [{
    The value is the combination, by `kind`, of the parts held along `axes`.
    `accumType` says in which type the parts were accumulated; `wireType` is the
    one in which they travel when they are reduced: the collective is then put
    between two conversions. Null means the element type.

    Written inside a sharding: `partial={sum:"cp", max:"tp":f32:bf16}`.
  }];
  let parameters = (ins "ReductionKind":$kind,
      ArrayRefParameter<"AxisRefAttr">:$axes,
      "::mlir::Type":$accumType, "::mlir::Type":$wireType);
  let builders = [
    AttrBuilder<(ins "ReductionKind":$kind, "llvm::ArrayRef<AxisRefAttr>":$axes), [{
      return $_get($_ctxt, kind, axes, ::mlir::Type(), ::mlir::Type());
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
}

def Dist_ShardingAttr : Dist_Attr<"Sharding", "sharding"> {
  let summary = "where the parts of one value live";
  let description = [{
    (C1) one entry a dimension of the value; (C2) every axis is one of the
    mesh; (C3) no two entries, partial ones included, overlap on an axis;
    (C4) granules are at least 1; (C5) sub-axes divide their axis.

    Ranks that differ only in axes named nowhere hold equal copies.

    ```mlir
    #dist.sharding<@mesh, [{"dp","fsdp"}, {"tp"}:8, {?} ], partial={sum:"cp"}>
    ```
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$mesh,
      ArrayRefParameter<"DimShardingAttr">:$dims,
      ArrayRefParameter<"PartialAttr">:$partial);
  let builders = [
    AttrBuilder<(ins "::mlir::FlatSymbolRefAttr":$mesh,
                     "llvm::ArrayRef<DimShardingAttr>":$dims), [{
      return $_get($_ctxt, mesh, dims, llvm::ArrayRef<PartialAttr>());
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// Rank of the values it applies to.
    int64_t getRank() const { return getDims().size(); }
    /// No axis anywhere: every rank holds the whole value.
    bool isFullyReplicated() const;
    /// Checks (C1)-(C5) against a type and the mesh; reports through emitError.
    llvm::LogicalResult
    verifyAgainst(::mlir::Type type, MeshAttr mesh,
                  llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const;
    /// Sharding of `rank` closed, unsplit dimensions.
    static ShardingAttr getReplicated(::mlir::FlatSymbolRefAttr mesh, int64_t rank);
  }];
}

#endif
