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
    what they are added to. An argument that has a `dist.sharding` keeps it.

    Refuses what the model cannot give (more stages than layers, microbatch counts
    that do not divide), at the column of the strategy string.
  }];
  let options = [Option<"strategy", "strategy", "std::string", "\"\"",
                        "how to split, e.g. dp=2,tp=4">];
  let dependentDialects = ["::shardc::dist::DistDialect",
                           "::mlir::stablehlo::StablehloDialect"];
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

def VerifyPartitionPass : Pass<"shardc-verify-partition", "::mlir::ModuleOp"> {
  let summary = "Proves a partitioned program by abstract interpretation";
  let description = [{
    No placement op is left, local types are those that sharding and global type
    give, and the independent checker, which knows the ops by itself, derives the
    sharding of every result.
  }];
}

#endif
