//===- DistPlacementOps.td - meshes, constraints, regions --*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef DIST_PLACEMENT_OPS
#define DIST_PLACEMENT_OPS

include "mlir/IR/OpBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "dialects/Dist/DistAttrs.td"

class Dist_Op<string mnemonic, list<Trait> traits = []>
    : Op<Dist_Dialect, mnemonic, traits>;

def Dist_MeshOp : Dist_Op<"mesh", [Symbol]> {
  let summary = "declares the device mesh of the module";
  let description = [{
    Created by annotation, lives until the plan is emitted.

    ```mlir
    dist.mesh @mesh <"dp"=2, "pp"=1, "tp"=4>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Dist_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name $mesh attr-dict";
}

def Dist_ConstraintOp : Dist_Op<"constraint", [Pure, SameOperandsAndResultType]> {
  let summary = "asks for a sharding of a value";
  let description = [{
    Created by annotation or by hand; wins over propagation; consumed by
    partitioning. The value itself is unchanged. A higher `priority` number is
    obeyed later; 0 is the strongest.

    (C1) the sharding fits the value and the mesh.

    ```mlir
    %1 = dist.constraint %0 <@mesh, [{"dp"}, {"tp"} ]> : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Dist_ShardingAttr:$sharding,
                       DefaultValuedAttr<I64Attr, "0">:$priority);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Dist_ReshardOp : Dist_Op<"reshard", [Pure, SameOperandsAndResultType]> {
  let summary = "moves a value from one sharding to another";
  let description = [{
    Inserted by propagation where an op needs an operand in another placement
    than its producer gives; lowered to collectives by partitioning, after
    which it must not exist.

    One that stands before propagation, written by annotation or by hand, is
    pinned: its result has exactly this sharding, its operand takes what its
    producer gives, and it stays where it is, inside a microbatch region too.
    Sums in its `partial` may stay pending, all others are reduced by it.
    `dist.regather` makes backward ops gather anew; `dist.adjoint` is the
    sharding that the gradient of the operand is given.

    (C1) the sharding fits the value and the mesh.

    ```mlir
    %1 = dist.reshard %0 <@mesh, [{}, {"tp"} ]> : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Dist_ShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Dist_CheckpointOp : Dist_Op<"checkpoint", [Pure, SameOperandsAndResultType]> {
  let summary = "tags a value that rematerialisation must keep";
  let description = [{
    Placed on layer boundaries by annotation, carried through differentiation
    and partitioning, removed by rematerialisation. What is computed between
    two tags may be recomputed in the backward pass.

    ```mlir
    %1 = dist.checkpoint %0 "layers.0.input" : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, StrAttr:$tag);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $tag attr-dict `:` type($result)";
}

def Dist_MicrobatchOp : Dist_Op<"microbatch", [SingleBlockImplicitTerminator<"YieldOp">,
    RecursiveMemoryEffects]> {
  let summary = "runs its body once for each microbatch of a step";
  let description = [{
    `slices` have the microbatch count as dimension 0; run i sees row i of each,
    without that dimension. Other values are captured. Result j is the sum over
    runs of the j-th yielded value, or the stack of them along a new dimension
    0. Runs are independent of each other and may be reordered or pipelined.

    (C1) count >= 1; (C2) dimension 0 of each slice is count; (C3) block
    arguments are the slices less dimension 0; (C4) results follow from the
    yielded types and kinds.

    ```mlir
    %r:2 = dist.microbatch 4 (%ids) kinds = [sum, stack] {
    ^bb0(%i: tensor<12x32xi32>):
      ...
      dist.yield %loss, %logits : tensor<f32>, tensor<12x32x512xf32>
    } : (tensor<4x12x32xi32>) -> (tensor<f32>, tensor<4x12x32x512xf32>)
    ```
  }];
  let arguments = (ins I64Attr:$count, Variadic<AnyRankedTensor>:$slices,
                       TypedArrayAttrBase<Dist_YieldKindAttr, "yield kinds">:$kinds);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Kind of result `index`.
    YieldKind getKind(unsigned index);
  }];
}

def Dist_YieldOp : Dist_Op<"yield", [Pure, Terminator, ReturnLike, HasParent<"MicrobatchOp">]> {
  let summary = "ends the body of a microbatch region";
  let description = [{
    ```mlir
    dist.yield %loss : tensor<f32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ::mlir::ValueRange());
  }]>];
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif
