//===- Passes.td - partitioned programs for other tools ----*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTEROP_PASSES
#define SHARDC_INTEROP_PASSES

include "mlir/Pass/PassBase.td"

def ExportStableHLOPass : Pass<"shardc-export-stablehlo", "::mlir::ModuleOp"> {
  let summary = "Turns a partitioned program into StableHLO with collectives";
  let description = [{
    Takes what the stages `partition` or `rematerialize` leave, and leaves plain
    StableHLO that XLA and IREE read: nn ops decomposed, collectives with
    `replica_groups` over device numbers, masks and offsets from tables indexed by
    `partition_id`, a copy of the body for each microbatch.

    With `form=device`, @main is the program of one device: arguments and results are
    its blocks, padding included; donated arguments carry `tf.aliasing_output`. With
    `form=global`, @main takes and gives whole values, and the program of a device is
    the body of an `sdy.manual_computation` over all axes of the mesh. Dimensions that
    are not split evenly are padded on the way in and cut on the way out.

    Pipeline stages are different programs, hence refused: export with pp=1.
  }];
  let options = [Option<"form", "form", "std::string", "\"global\"",
                        "whole values (global) or blocks (device) at the borders of @main">];
  let dependentDialects = ["::mlir::stablehlo::StablehloDialect", "::mlir::sdy::SdyDialect"];
}

def ExportShardyPass : Pass<"shardc-export-shardy", "::mlir::ModuleOp"> {
  let summary = "Writes the shardings of a propagated program as Shardy annotations";
  let description = [{
    Takes what the stage `propagate` leaves, and leaves the global program with an
    `sdy.mesh`, an `sdy.sharding` on every argument, result and op, and an
    `sdy.sharding_constraint` where a value is resharded; XLA's partitioner then
    splits it as shardc decided. nn ops are decomposed. Pending sums have no such
    annotation: where one is reduced later than at its op, the constraint stands there.
    Granules are not expressed: a dimension that is split unevenly by granules is
    refused. Arguments and results are not annotated in dimensions that are not split
    evenly.
  }];
  let dependentDialects = ["::mlir::stablehlo::StablehloDialect", "::mlir::sdy::SdyDialect"];
}

def ExportShardPass : Pass<"shardc-export-shard", "::mlir::ModuleOp"> {
  let summary = "Turns collectives of a partitioned program into MLIR's shard dialect";
  let description = [{
    The mesh becomes a `shard.grid`, collectives become those of the dialect
    `shard`, ranks' offsets come from `shard.process_multi_index`. What `shard` cannot
    say is refused with one located error: sub-axes, permutations that are no shift,
    results that are cut or padded. MLIR's own `convert-shard-to-mpi` goes on from
    there.
  }];
  let dependentDialects = ["::mlir::stablehlo::StablehloDialect", "::mlir::shard::ShardDialect",
                           "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

#endif
