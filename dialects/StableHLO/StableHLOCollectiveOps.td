//===- StableHLOCollectiveOps.td - between the devices of a program ---*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_COLLECTIVE_OPS
#define STABLEHLO_COLLECTIVE_OPS

include "dialects/StableHLO/StableHLOAttrs.td"

// Which devices take part together: rows of device numbers, or axes of a mesh.
def StableHLO_ReplicaGroups
    : AnyAttrOf<[I64ElementsAttr, StableHLO_ReplicaGroupMeshAxesAttr],
                "rows of device numbers or axes of a mesh"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}

class StableHLO_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : StableHLO_CheckedOp<mnemonic, traits>;

def StableHLO_AllReduceOp
    : StableHLO_CollectiveOp<"all_reduce", [RecursiveMemoryEffects]> {
  let summary = "the devices of a group combine their values";
  let description = [{
    Every device of a group gets the values of all of them, combined by the
    body.

    (C1) The groups are rows of distinct devices; -1 pads a row.
    (C2) The body takes two scalars and returns one.
    (C3) Each result has the type of its operand.

    ```mlir
    %y = "stablehlo.all_reduce"(%x) <{
      replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

def StableHLO_AllGatherOp : StableHLO_CollectiveOp<"all_gather", [Pure]> {
  let summary = "the devices of a group put their values together";
  let description = [{
    Every device of a group gets the values of all of them, one after the other
    along a dimension, in the order of the group.

    (C1) The groups are rows of distinct devices; -1 pads a row.
    (C2) `all_gather_dim` is a dimension of each operand.
    (C3) Each result is its operand, longer in that dimension by the number of
    devices of a group.

    ```mlir
    %y = "stablehlo.all_gather"(%x) <{
      all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<4xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$all_gather_dim,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}

def StableHLO_ReduceScatterOp
    : StableHLO_CollectiveOp<"reduce_scatter", [RecursiveMemoryEffects]> {
  let summary = "the devices of a group combine their values and keep a part each";
  let description = [{
    Like all_reduce, but the device at place i of a group gets part i along
    `scatter_dimension`.

    (C1) The groups are rows of distinct devices; -1 pads a row.
    (C2) The body takes two scalars and returns one.
    (C3) `scatter_dimension` is a dimension of the operand.
    (C4) The result is the operand, shorter in that dimension by the number of
    devices of a group.

    ```mlir
    %y = "stablehlo.reduce_scatter"(%x) <{
      scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
    }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$scatter_dimension,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let results = (outs StableHLO_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

def StableHLO_AllToAllOp : StableHLO_CollectiveOp<"all_to_all", [Pure]> {
  let summary = "the devices of a group exchange parts";
  let description = [{
    Each device splits its value into `split_count` parts along
    `split_dimension`, sends part i to the device at place i of its group, and
    puts what it receives together along `concat_dimension`.

    (C1) The groups are rows of distinct devices, `split_count` in a row.
    (C2) Both dimensions are dimensions of each operand.
    (C3) `split_count` divides the split dimension.
    (C4) Each result is its operand, shorter and longer by `split_count`.

    ```mlir
    %y = "stablehlo.all_to_all"(%x) <{
      split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$split_dimension,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$concat_dimension,
    ConfinedAttr<I64Attr, [IntPositive]>:$split_count,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}

def StableHLO_CollectivePermuteOp
    : StableHLO_CollectiveOp<"collective_permute", [Pure, SameOperandsAndResultType]> {
  let summary = "devices send their values to others";
  let description = [{
    The second device of each pair gets the value of the first; a device that is
    the second of none gets zeros.

    (C1) `source_target_pairs` has two columns.
    (C2) No device is the first of two pairs, nor the second of two.

    ```mlir
    %y = "stablehlo.collective_permute"(%x) <{
      source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
    }> : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand, I64ElementsAttr:$source_target_pairs,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_CollectiveBroadcastOp
    : StableHLO_CollectiveOp<"collective_broadcast", [Pure, SameOperandsAndResultType]> {
  let summary = "the first device of a group gives its value to the others";
  let description = [{
    Every device of a group gets the value of the group's first device; a device
    of no group gets zeros.

    (C1) The groups are rows of distinct devices; -1 pads a row.

    ```mlir
    %y = "stablehlo.collective_broadcast"(%x) <{
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand, StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_DeviceNumber : 0DTensorOf<[UI32]>;
class StableHLO_DeviceNumberOp<string mnemonic> : StableHLO_Op<mnemonic, [Pure]> {
  let results = (outs StableHLO_DeviceNumber:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def StableHLO_PartitionIdOp : StableHLO_DeviceNumberOp<"partition_id"> {
  let summary = "the number of this device among the partitions of the program";
  let description = [{
    Differs from device to device; programs that split one model use it.

    ```mlir
    %i = stablehlo.partition_id : tensor<ui32>
    ```
  }];
}

def StableHLO_ReplicaIdOp : StableHLO_DeviceNumberOp<"replica_id"> {
  let summary = "the number of this device among the replicas of the program";
  let description = [{
    Differs from device to device; programs that copy one model use it.

    ```mlir
    %i = stablehlo.replica_id : tensor<ui32>
    ```
  }];
}

#endif
