//===- DistCollectiveOps.td - what moves between ranks -----*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef DIST_COLLECTIVE_OPS
#define DIST_COLLECTIVE_OPS

include "dialects/Dist/DistPlacementOps.td"

def Dist_Axes : TypedArrayAttrBase<Dist_AxisRefAttr, "mesh (sub-)axes">;

/// Ops of the local program: types are per-rank types, `axes` name the ranks
/// that take part (those that differ only in them, ordered outer axis first).
class Dist_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : Dist_Op<mnemonic, !listconcat([Pure], traits)> {
  let hasVerifier = 1;
}

def Dist_AllReduceOp : Dist_CollectiveOp<"all_reduce", [SameOperandsAndResultType]> {
  let summary = "combines equal-shaped parts on all ranks of a group";
  let description = [{
    Parts are combined in rank order, so the result is bitwise equal on all
    ranks.

    (C1) axes are not empty and are axes of `mesh`.

    ```mlir
    %1 = dist.all_reduce %0 sum over ["tp"] on @mesh : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Dist_ReductionKindAttr:$kind,
                       Dist_Axes:$axes, FlatSymbolRefAttr:$mesh);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input custom<Kind>($kind) `over` custom<Axes>($axes) `on` $mesh attr-dict `:` type($result)
  }];
}

def Dist_AllGatherOp : Dist_CollectiveOp<"all_gather"> {
  let summary = "concatenates the blocks of a group along one dimension";
  let description = [{
    Blocks are concatenated in rank order along `dim` and cut to the result's
    extent: what is cut is padding. Several axes are gathered innermost first
    by partitioning, one op an axis, since each makes its own padding.

    (C1) dim is a dimension of the input; (C2) other extents agree; (C3) the
    result's extent is at most group size times the input's, and more than
    (group size - 1) times of it unless trailing ranks hold nothing.

    ```mlir
    %1 = dist.all_gather %0 dim 1 over ["tp"] on @mesh : (tensor<8x59xf32>) -> tensor<8x176xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$dim, Dist_Axes:$axes,
                       FlatSymbolRefAttr:$mesh);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `dim` custom<Dim>($dim) `over` custom<Axes>($axes) `on` $mesh attr-dict `:` functional-type(operands, results)
  }];
}

def Dist_ReduceScatterOp : Dist_CollectiveOp<"reduce_scatter"> {
  let summary = "combines parts and leaves each rank one block";
  let description = [{
    Rank i of the group gets block i of the combination along `dim`, of the
    result's extent; past the end of the input the block is padding.

    (C1) dim is a dimension; (C2) other extents agree; (C3) group size times
    the result's extent covers the input's.

    ```mlir
    %1 = dist.reduce_scatter %0 sum dim 0 over ["dp"] on @mesh : (tensor<64x8xf32>) -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Dist_ReductionKindAttr:$kind,
                       I64Attr:$dim, Dist_Axes:$axes, FlatSymbolRefAttr:$mesh);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input custom<Kind>($kind) `dim` custom<Dim>($dim) `over` custom<Axes>($axes) `on` $mesh attr-dict `:` functional-type(operands, results)
  }];
}

def Dist_AllSliceOp : Dist_CollectiveOp<"all_slice"> {
  let summary = "each rank keeps its block of a value all of them hold";
  let description = [{
    No communication. Rank i of the group keeps elements [i*e, (i+1)*e) along
    `dim`, e being the result's extent; past the end it is padding.

    (C1)-(C3) as for reduce_scatter.

    ```mlir
    %1 = dist.all_slice %0 dim 0 over ["dp"] on @mesh : (tensor<64x8xf32>) -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$dim, Dist_Axes:$axes,
                       FlatSymbolRefAttr:$mesh);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `dim` custom<Dim>($dim) `over` custom<Axes>($axes) `on` $mesh attr-dict `:` functional-type(operands, results)
  }];
}

def Dist_AllToAllOp : Dist_CollectiveOp<"all_to_all"> {
  let summary = "splits along one dimension and concatenates along another";
  let description = [{
    Rank i sends block j of `split_dim` to rank j and concatenates what it
    receives along `concat_dim` in rank order, cut to the result's extent.

    (C1) the two dimensions differ; (C2) group size times the result's split
    extent covers the input's; (C3) other extents agree.

    ```mlir
    %1 = dist.all_to_all %0 split 1 concat 0 over ["tp"] on @mesh : (tensor<4x16xf32>) -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$split_dim,
                       I64Attr:$concat_dim, Dist_Axes:$axes, FlatSymbolRefAttr:$mesh);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `split` custom<Dim>($split_dim) `concat` custom<Dim>($concat_dim) `over` custom<Axes>($axes) `on` $mesh attr-dict `:` functional-type(operands, results)
  }];
}

def Dist_PermuteOp : Dist_CollectiveOp<"permute", [SameOperandsAndResultType]> {
  let summary = "each rank passes its value to one other of the group";
  let description = [{
    The rank whose coordinates on `axes` are c0, c1, … sends to the rank that
    has them on `targets`: c0 on targets[0], c1 on targets[1], …. So a value
    split over `axes`, block by block, is afterwards split over `targets`. With
    `shift` the ranks are counted along `axes`, outer first, and each sends to
    where the one that is `shift` further, round the end, would send: a ring.

    Each rank sends one value and receives one; a rank may be its own target.

    (C1) targets are the axes in some order, each cut as there; (C2) axes[i]
    and targets[i] are of one size; (C3) shift is a position of the group.

    ```mlir
    %1 = dist.permute %0 from ["dp", "tp"] to ["tp", "dp"] on @mesh : tensor<8x16xf32>
    %2 = dist.permute %0 from ["cp"] to ["cp"] shift 1 on @mesh : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Dist_Axes:$axes, Dist_Axes:$targets,
                       DefaultValuedAttr<I64Attr, "0">:$shift, FlatSymbolRefAttr:$mesh);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `from` custom<Axes>($axes) `to` custom<Axes>($targets) (`shift` $shift^)? `on` $mesh attr-dict `:` type($result)
  }];
}

def Dist_BroadcastOp : Dist_CollectiveOp<"broadcast", [SameOperandsAndResultType]> {
  let summary = "every rank of a group gets the value of one of them";
  let description = [{
    (C1) root is a position of the group.

    ```mlir
    %1 = dist.broadcast %0 root 0 over ["dp"] on @mesh : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$root, Dist_Axes:$axes,
                       FlatSymbolRefAttr:$mesh);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `root` custom<Dim>($root) `over` custom<Axes>($axes) `on` $mesh attr-dict `:` type($result)
  }];
}

def Dist_SendOp : Dist_Op<"send"> {
  let summary = "passes a value to another coordinate of an axis";
  let description = [{
    Meets the dist.recv with the same `channel` on the rank whose coordinate on
    `axis` is `peer` and whose other coordinates are equal.

    (C1) peer is a coordinate of the axis; (C2) channel >= 0.

    ```mlir
    dist.send %0 channel 3 to 1 over "pp" on @mesh : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$channel, I64Attr:$peer,
                       StrAttr:$axis, FlatSymbolRefAttr:$mesh);
  let assemblyFormat = [{
    $input `channel` custom<Dim>($channel) `to` custom<Dim>($peer) `over` $axis `on` $mesh attr-dict `:` type($input)
  }];
  let hasVerifier = 1;
}

def Dist_RecvOp : Dist_Op<"recv"> {
  let summary = "receives a value from another coordinate of an axis";
  let description = [{
    The other half of dist.send.

    (C1) peer is a coordinate of the axis; (C2) channel >= 0.

    ```mlir
    %0 = dist.recv channel 3 from 0 over "pp" on @mesh : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins I64Attr:$channel, I64Attr:$peer, StrAttr:$axis,
                       FlatSymbolRefAttr:$mesh);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    `channel` custom<Dim>($channel) `from` custom<Dim>($peer) `over` $axis `on` $mesh attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Dist_StartOp : Dist_Op<"start", [SingleBlock]> {
  let summary = "starts a collective without waiting for it";
  let description = [{
    The region holds one collective; its result must not be used before the
    dist.wait that names this op. Made by overlap scheduling.

    (C1) the body is one collective and its yield.

    ```mlir
    %1 = dist.start %0 {
    ^bb0(%a: tensor<8xf32>):
      %r = dist.all_reduce %a sum over ["dp"] on @mesh : tensor<8xf32>
      dist.started %r : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $input attr-dict-with-keyword $body `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Dist_StartedOp : Dist_Op<"started", [Pure, Terminator, HasParent<"StartOp">]> {
  let summary = "ends the body of dist.start";
  let description = [{
    ```mlir
    dist.started %r : tensor<8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Dist_WaitOp : Dist_Op<"wait", [SameOperandsAndResultType]> {
  let summary = "waits for a started collective and gives its result";
  let description = [{
    (C1) the operand is the result of a dist.start.

    ```mlir
    %2 = dist.wait %1 : tensor<8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Dist_MaskOp : Dist_CollectiveOp<"mask", [SameOperandsAndResultType]> {
  let summary = "replaces the padding of an unevenly split dimension";
  let description = [{
    A rank's block along `dim` may run past the end of the global extent (or be
    past it altogether). Elements there are undefined; this op replaces them by
    `fill`. `global` is the extent of the whole dimension, `granule` and `axes`
    how it is blocked, axis by axis, outer first.

    (C1) dim is a dimension; (C2) the local extent is what global, granule and
    axes give; (C3) fill has the element type.

    ```mlir
    %1 = dist.mask %0 dim 1 of 176 granule 1 over ["tp"] on @mesh fill 0.0 : f32 : tensor<8x59xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$dim, I64Attr:$global,
                       I64Attr:$granule, Dist_Axes:$axes, FlatSymbolRefAttr:$mesh,
                       TypedAttrInterface:$fill);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `dim` custom<Dim>($dim) `of` custom<Dim>($global) `granule` custom<Dim>($granule)
    `over` custom<Axes>($axes) `on` $mesh `fill` $fill attr-dict `:` type($result)
  }];
}

def Dist_ShardOffsetOp : Dist_CollectiveOp<"shard_offset"> {
  let summary = "first global index of this rank's block";
  let description = [{
    The global index of local element 0 of a dimension of extent `global` that
    is blocked by `granule` and `axes`, axis by axis, outer first. May be past
    the end on ranks that hold nothing.

    ```mlir
    %0 = dist.shard_offset of 512 granule 1 over ["tp"] on @mesh : tensor<i32>
    ```
  }];
  let arguments = (ins I64Attr:$global, I64Attr:$granule, Dist_Axes:$axes,
                       FlatSymbolRefAttr:$mesh);
  let results = (outs RankedTensorOf<[I32, I64]>:$result);
  let assemblyFormat = [{
    `of` custom<Dim>($global) `granule` custom<Dim>($granule) `over` custom<Axes>($axes) `on` $mesh attr-dict `:` type($result)
  }];
}

#endif
