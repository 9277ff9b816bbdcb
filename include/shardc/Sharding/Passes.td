//===- Passes.td - strategies, propagation, partitioning ---*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_PASSES
#define SHARDC_SHARDING_PASSES

include "mlir/Pass/PassBase.td"

def AssignShardingsPass : Pass<"shardc-assign-shardings", "::mlir::ModuleOp"> {
  let summary = "Makes the mesh of a strategy and shards parameters and inputs";
  let description = [{
    The first pass of annotation. Inputs are split over the batch axes along
    dimension 0. Parameters are split over `tp` by the structure of the graph, so
    that names are not needed: along chains of matrix products columns, rows,
    columns, …; attention by whole heads (key/value heads on a sub-axis where there
    are fewer than ranks; repeated first where blocks of queries and key/value heads
    cannot be aligned); embeddings and output heads by vocabulary; biases as
    what they are added to. With fsdp or zero=3 replicas keep a part each: the
    storage is split further along the first dimension that stays even, else along
    the one that leaves the least on a rank, and the sharding that ops read is
    `dist.compute_sharding`; zero=2 splits the gradient alone so
    (`dist.gradient_sharding`); `resident` marks the smallest as `dist.resident`. An
    argument that has a `dist.sharding` keeps it.

    Refuses what the model cannot give (more stages than layers, microbatch counts
    that do not divide), at the column of the strategy string.
  }];
  let options = [Option<"strategy", "strategy", "std::string", "\"\"",
                        "how to split, e.g. dp=2,tp=4">];
  let dependentDialects = ["::shardc::dist::DistDialect",
                           "::mlir::stablehlo::StablehloDialect"];
}

def DeclareMeshPass : Pass<"shardc-declare-mesh", "::mlir::ModuleOp"> {
  let summary = "Gives the module its mesh";
  let description = [{
    A module without a mesh gets that of the strategy. An annotated module keeps its
    own, with the axes that the strategy has beside it; what both have must be of one
    size. A mesh over which nothing is sharded gives way.

    ```mlir
    // strategy dp=2,tp=4
    dist.mesh @mesh <"dp"=2, "tp"=4>
    ```
  }];
  let options = [Option<"strategy", "strategy", "std::string", "\"\"",
                        "how to split, e.g. dp=2,tp=4">];
  let dependentDialects = ["::shardc::dist::DistDialect"];
}

def PinShardingsPass : Pass<"shardc-pin-shardings", "::mlir::ModuleOp"> {
  let summary = "Gives named values the shardings that the user asks for";
  let description = [{
    A pin is `NAME=[{AXIS,…},…]`, one pair of braces a dimension; as in a
    `dist.sharding`, `?` leaves a dimension open and `:8` behind it is a granule. NAME
    is that of an argument or result, the name in the location of an op, or
    `OP#k`, the k-th op of that kind in @main (from 0); `:i` behind it is the i-th
    of several results. Arguments and results get the sharding as `dist.sharding`,
    values of ops a `dist.constraint`. A pin wins over annotations and over the
    strategy.

    Errors are located as `--pin-sharding:PIN:COLUMN`.

    ```mlir
    // pins=w=[{},{tp} ],dot_general#0=[{dp},{tp} ]
    %1 = dist.constraint %0 <@mesh, [{"dp"}, {"tp"} ]> : tensor<8x16xf32>
    ```
  }];
  let options = [ListOption<"pins", "pins", "std::string",
                            "shardings by name, e.g. w=[{},{tp}]">];
  let dependentDialects = ["::shardc::dist::DistDialect"];
}

def GatherParametersPass : Pass<"shardc-gather-parameters", "::mlir::ModuleOp"> {
  let summary = "Gathers sharded parameters before each layer that uses them (ZeRO-3, FSDP)";
  let description = [{
    A parameter with `dist.compute_sharding` is stored in its `dist.sharding`, but
    read in another one: before its first use in each layer (on each stage) stands a
    `dist.reshard` to it, tagged `dist.regather`, and all uses in that layer read its
    result. `dist.gradient_sharding` is what the gradient is reduced to as it is
    produced: it becomes the reshard's `dist.adjoint`. A parameter with `dist.resident`
    is gathered once, where the step begins, and stays. The three attributes are
    consumed.

    ```mlir
    func.func @main(%w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {} ]>,
                                         dist.compute_sharding = #dist.sharding<@mesh, [{}, {} ]>}, …)
      %y = stablehlo.dot_general %x, %w … {dist.layer = 0}
    // becomes
      %0 = dist.reshard %w <@mesh, [{}, {} ]> {dist.layer = 0, dist.regather}
      %y = stablehlo.dot_general %x, %0 … {dist.layer = 0}
    ```
  }];
  let dependentDialects = ["::shardc::dist::DistDialect"];
}

def ShardOptimizerStatePass : Pass<"shardc-shard-optimizer-state", "::mlir::ModuleOp"> {
  let summary = "Splits optimizer state over the replicas of its parameter (ZeRO)";
  let description = [{
    With `zero` of the strategy (module attribute `shardc.strategy`) at 1 or more,
    each argument tagged `dist.optimizer_state`, and the result that is its next
    value, is split over the data-parallel axes that hold equal copies of it: along
    the first dimension that stays even, or along the longest. Propagation then
    runs the update on these parts: gradients are reduce-scattered and new parameters
    gathered.
  }];
  let options = [Option<"zero", "zero", "int64_t", "-1",
                        "ZeRO stage; -1: what the module's strategy says">];
  let dependentDialects = ["::shardc::dist::DistDialect"];
}

def PropagatePass : Pass<"shardc-propagate", "::mlir::ModuleOp"> {
  let summary = "Gives every value a sharding and inserts reshards";
  let description = [{
    Annotations of arguments, results and `dist.constraint` win. Each op takes the
    splits that its operands propose for its factors; proposals that contradict
    each other are settled by the bytes that each choice moves, and a remark
    tells what moves and what would avoid it. Values take what all of their users
    agree to want where that is free. Pending sums are reduced where it costs
    the least, later rather than earlier.

    Annotations of a lower priority number (`priority` of a constraint,
    `dist.priorities` of an argument, constraint or reshard, one a dimension) are
    followed first; weaker ones that contradict them get a reshard. A `dist.reshard`
    that is there already stays as it is and asks for nothing of its operand. What
    was propagated before is left alone.

    ```mlir
    %0 = stablehlo.dot_general %x, %w … : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    // x split by columns, w by rows over tp: a pending sum, reduced at once
    %0 = stablehlo.dot_general %x, %w … {dist.shardings = [#dist.sharding<@mesh, [{}, {} ], partial={sum:"tp"}>]}
    %1 = dist.reshard %0 <@mesh, [{}, {} ]> : tensor<8x4xf32>
    ```
  }];
  let dependentDialects = ["::shardc::dist::DistDialect"];
}

def VerifyPropagatePass : Pass<"shardc-verify-propagate", "::mlir::ModuleOp"> {
  let summary = "Checks that operands are placed as their op asks for";
  let description = [{
    Every value has one closed sharding; the shardings of an op's operands and
    results follow from one choice of factor splits; pending sums pass through linear
    ops only and none reaches a result of the function.
  }];
}

def PartitionPass : Pass<"shardc-partition", "::mlir::ModuleOp"> {
  let summary = "Rewrites a propagated program to per-rank types and collectives";
  let description = [{
    Each op becomes what one rank runs of it, each `dist.reshard` the collectives
    that move its value. Operands whose padding would be read are masked first.
    Shardings stay on as attributes; arguments and results of the function get
    their global type as `dist.global_type`.
  }];
  let dependentDialects = ["::shardc::dist::DistDialect", "::shardc::nn::NNDialect",
                           "::mlir::stablehlo::StablehloDialect"];
}

def SimplifyCollectivesPass : Pass<"shardc-simplify-collectives", "::mlir::ModuleOp"> {
  let summary = "Removes collectives that repeat or undo others";
  let description = [{
    On a partitioned program: an `all_slice` of what an `all_gather` joined, and the
    other way round, is the value itself; an `all_slice` of an `all_reduce` that
    nothing else reads is a `reduce_scatter`; slices of slices, gathers of gathers
    and reductions of reductions are one op where blocks are even; equal collectives
    of one value in one block are done once. Gathers that the backward pass is to
    make again (`dist.regather`) and recomputed ops are never merged, nor ops of
    different stages or phases. A gather goes to where the value has fewer bytes: in
    front of ops that repeat its elements (keys and values for every query head) or
    widen them, behind a conversion to a narrower type. A remark tells the bytes that a
    change saves.

    ```mlir
    %1 = dist.all_reduce %0 sum over ["tp"] on @mesh : tensor<8x16xf32>
    %2 = dist.all_slice %1 dim 0 over ["tp"] on @mesh : (tensor<8x16xf32>) -> tensor<4x16xf32>
    // becomes
    %2 = dist.reduce_scatter %0 sum dim 0 over ["tp"] on @mesh : (tensor<8x16xf32>) -> tensor<4x16xf32>
    ```
  }];
  let dependentDialects = ["::shardc::dist::DistDialect"];
}

def RotateBlocksPass : Pass<"shardc-rotate-blocks", "::mlir::ModuleOp"> {
  let summary = "Hands blocks round a ring instead of gathering them";
  let description = [{
    A value that is gathered, turned by whole blocks and cut again is a permute. The
    `collective_permute` of a model is such a value. This comes after the check of
    the partition, which compares placements of one global value.

    ```mlir
    %1 = dist.all_gather %0 dim 0 over ["x"] on @mesh : (tensor<1x8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.slice %1 [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
    %3 = stablehlo.slice %1 [0:3, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
    %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1x8xf32>, tensor<3x8xf32>) -> tensor<4x8xf32>
    %5 = dist.all_slice %4 dim 0 over ["x"] on @mesh : (tensor<4x8xf32>) -> tensor<1x8xf32>
    // becomes
    %5 = dist.permute %0 from ["x"] to ["x"] shift 1 on @mesh : tensor<1x8xf32>
    ```
  }];
  let dependentDialects = ["::shardc::dist::DistDialect"];
}

def VerifyPartitionPass : Pass<"shardc-verify-partition", "::mlir::ModuleOp"> {
  let summary = "Proves a partitioned program by abstract interpretation";
  let description = [{
    No placement op is left, local types are those that sharding and global type
    give, and the independent checker, which knows the ops by itself, derives the
    sharding of every result (docs/partition-checker.md).

    A function with `dist.partition_of` is checked against the program for one
    device that it names: it must compute the same results of the same arguments.
    So a local program written by hand is checked. What the proof leaves open is
    decided by running both programs where that is affordable.

    ```mlir
    func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> { … }
    func.func @main_local(%x: tensor<4x16xf32> {dist.sharding = …, dist.global_type = tensor<8x16xf32>})
        -> (tensor<4x16xf32> {dist.sharding = …, dist.global_type = tensor<8x16xf32>})
        attributes {dist.partition_of = @main} { … }
    ```
  }];
  let options = [Option<"budget", "experiment-budget", "int64_t", "500000000",
                        "Elementary operations that running both programs may take; 0: never run them">];
}

#endif
