//===- Passes.td - stages, microbatches, pipelines ---------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_PIPELINE_PASSES
#define SHARDC_PIPELINE_PASSES

include "mlir/Pass/PassBase.td"

def TagCheckpointsPass : Pass<"shardc-tag-checkpoints", "::mlir::ModuleOp"> {
  let summary = "Tags the inputs of repeated layers as checkpoints";
  let description = [{
    Puts a `dist.checkpoint` named `layers.N.input` on every floating-point
    activation that enters layer N from outside it. With `every=C` only layers
    0, C, 2C, … are tagged.

    ```mlir
    %1 = dist.checkpoint %0 "layers.0.input" {dist.layer = 0} : tensor<8x64xf32>
    ```
  }];
  let options = [Option<"every", "every", "int64_t", "1",
                        "layers from one checkpoint to the next">];
  let dependentDialects = ["::shardc::dist::DistDialect"];
}

def FindPhasesPass : Pass<"shardc-find-phases", "::mlir::ModuleOp"> {
  let summary = "Finds the forward pass, backward pass and update of an imported step";
  let description = [{
    A graph that came as a training step gets `dist.phase` on its ops, and they are
    brought into the order of their phases. What the loss is computed from is the
    forward pass; what computes with sums over the batch and with no rows of it is
    the update; the rest is the backward pass. Other graphs, and steps that state
    phases, are left alone.
  }];
  let options = [Option<"count", "count", "int64_t", "1", "microbatches a step">];
}

def AssignStagesPass : Pass<"shardc-assign-stages", "::mlir::ModuleOp"> {
  let summary = "Gives every forward op a pipeline stage";
  let description = [{
    Consecutive layers (`dist.layer`) go to one stage. The ranges minimise the
    largest sum of dot-product FLOPs of a stage, what comes before the first
    layer and after the last one included. Ops that depend on no input get no
    stage. A stage set by hand wins: it binds its layer, and an op keeps its own.
    More stages than layers are refused.
  }];
  let options = [Option<"pp", "pp", "int64_t", "0",
                        "number of stages; 0: size of the mesh axis pp">];
}

def WrapMicrobatchesPass : Pass<"shardc-wrap-microbatches", "::mlir::ModuleOp"> {
  let summary = "Moves the forward computation into a microbatch region";
  let description = [{
    Every input of `B` rows becomes one of `count` times `B/count` rows, and the
    ops that depend on inputs go, on types of one microbatch, into a
    `dist.microbatch`. Values that the batch is summed in are summed over
    microbatches, those that have it as dimension 0 are stacked. Counts that
    do not divide the batch are refused, with the legal ones named.
  }];
  let options = [Option<"count", "count", "int64_t", "1", "microbatches a step">];
  let dependentDialects = ["::shardc::dist::DistDialect",
                           "::mlir::stablehlo::StablehloDialect"];
}

def PipelinePass : Pass<"shardc-pipeline", "::mlir::ModuleOp"> {
  let summary = "Cuts @main into segments and one program of actions a stage";
  let description = [{
    Replaces @main by segment functions (what one stage does in one go) and a
    program a rank class that calls them in the order of the schedule. Values that
    another stage needs become a `dist.send` where they are made and a
    `dist.recv`; values that the backward pass needs are results of the
    forward segment. All programs are restrictions of one order of actions.
  }];
  let options = [Option<"schedule", "schedule", "std::string", "\"1f1b\"",
                        "order of forward and backward: gpipe or 1f1b">];
  let dependentDialects = ["::shardc::dist::DistDialect", "::mlir::func::FuncDialect",
                           "::mlir::stablehlo::StablehloDialect"];
}

def VerifyPipelinePass : Pass<"shardc-verify-pipeline", "::mlir::ModuleOp"> {
  let summary = "Checks programs and segments against each other";
  let description = [{
    Every call fits its segment; each stage runs every microbatch once, forward
    before backward; each send meets one receive of its type at its peer; all
    programs together complete under rendezvous; nothing uses a value whose
    buffer was given away.
  }];
}

#endif
