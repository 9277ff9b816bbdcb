//===- Passes.td - passes of training ----------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TRAINING_PASSES
#define SHARDC_TRAINING_PASSES

include "mlir/Pass/PassBase.td"

def Differentiate : Pass<"shardc-differentiate", "::mlir::ModuleOp"> {
  let summary = "turns a forward graph into a training step, or closes its loss";
  let description = [{
    `train=none` divides `loss_sum` by `token_count`: the result `loss`, in front
    of the outputs, replaces the two.

    `train=adamw` makes @main a training step. Arguments are the parameters and
    inputs as before, then `<param>.m` of all parameters, `<param>.v` of all, and
    `step`. Results are `loss`, with `observe` the outputs and the gradients
    `<param>.grad`, then the new parameters, m, v and step.

    The gradient of the sum of losses is built on the global graph by reverse
    mode; it is accumulated over the microbatches, divided by the token count
    once, clipped by the global norm and given to `nn.adamw`. Nothing is
    recomputed: every forward value that a gradient reads is kept, and
    checkpoint tags stay for rematerialisation.

    Gradient ops carry the `dist.stage` and `dist.layer` of the op that they
    differentiate and `dist.phase = "backward"`; what runs once a step carries
    "update". A parameter that several stages use has one accumulated gradient
    a stage; they are added after the microbatches.

    A graph whose arguments have `dist.updated_by` is a training step already and
    is left alone.

    ```mlir
    func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"}, …)
        -> (tensor<f32> {dist.role = "loss_sum"}, tensor<f32> {dist.role = "token_count"})
    // becomes
    func.func @main(%w: …, %m: tensor<4xf32> {dist.name = "w.m", dist.role = "state"}, …)
        -> (tensor<f32> {dist.role = "loss"}, tensor<4xf32> {dist.role = "param"}, …)
    ```
  }];
  let options = [
    Option<"train", "train", "std::string", "\"adamw\"", "optimizer: adamw, or none for the forward graph">,
    Option<"lr", "lr", "double", "1e-3", "learning rate">,
    ListOption<"betas", "betas", "double", "decay rates of the two moments (0.9,0.95)">,
    Option<"eps", "eps", "double", "1e-8", "added to the root of the second moment">,
    Option<"weightDecay", "weight-decay", "double", "0.1", "decoupled decay of parameters that ask for it (by default those of rank 2 and more)">,
    Option<"clip", "clip", "double", "1.0", "largest global norm of the gradient; 0 for none">,
    Option<"observe", "observe", "bool", "false", "keep outputs and gradients as results">
  ];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect", "::shardc::nn::NNDialect",
                           "::shardc::dist::DistDialect"];
}

def VerifyDifferentiate : Pass<"shardc-verify-differentiate", "::mlir::ModuleOp"> {
  let summary = "checks what differentiation must leave behind";
  let description = [{
    In @main: `loss_sum` and `token_count` are gone; arguments have a role and a
    name of their own; in a training step every parameter and state is updated
    by one result of its type; no forward op reads what a backward or update op
    makes, and no backward op what an update op makes.
  }];
}

def Rematerialize : Pass<"shardc-rematerialize", "::mlir::ModuleOp"> {
  let summary = "recomputes layers in the backward pass instead of keeping them";
  let description = [{
    Reads `dist.checkpoint` tags and the module attribute `shardc.recompute`
    (the option wins), and removes the tags. `none` keeps every forward value.
    `full` keeps the tagged values only: the backward ops of each layer, a layer
    being what lies between two tags, read clones (`dist.recompute`) of the
    layer's forward ops, which start at the layer's tagged input. Clones that
    nothing reads are not made, so a collective whose result only the forward
    pass needs runs once, and one that the recomputation needs runs again.

    Each layer's clones stand right before its first backward op, so that one
    layer's values are alive at a time. A remark says how much runs again. Works on global and on per-rank programs
    and needs no sharding.

    ```mlir
    %x = dist.checkpoint %0 "layers.0.input" : tensor<8x16xf32>
    %h = stablehlo.tanh %x : tensor<8x16xf32>
    …
    %d = stablehlo.multiply %g, %h {dist.phase = "backward"} : tensor<8x16xf32>
    // becomes
    %h = stablehlo.tanh %0 : tensor<8x16xf32>
    …
    %h1 = stablehlo.tanh %0 {dist.phase = "backward", dist.recompute} : tensor<8x16xf32>
    %d = stablehlo.multiply %g, %h1 {dist.phase = "backward"} : tensor<8x16xf32>
    ```
  }];
  let options = [
    Option<"recompute", "recompute", "std::string", "\"\"", "none or full; default: the module's shardc.recompute, else none">
  ];
}

def RecomputeToBudget : Pass<"shardc-recompute-to-budget", "::mlir::ModuleOp"> {
  let summary = "recomputes what a memory budget asks for";
  let description = [{
    Where the module attribute `shardc.recompute` is `budget:BYTES` (the option
    wins), chooses which values are kept from where they are made to their late
    readers and which are computed again right before these, so that a rank
    allocates at most that many bytes and the least is computed again. Serves
    steps that differentiation made, whose ops say of which pass they are, and
    imported ones, where the longest time in which nobody reads a value divides
    its readers into early and late ones. Collectives may run again like all
    else, on every rank alike.

    On the whole road each choice that is tried is lowered to its arenas, and what
    these have counts; alone, the pass estimates bytes from the program's values. A
    program that can't be made to fit is one error with the smallest budget that
    would do and what is live at the peak. See docs/rematerialization.md.

    ```mlir
    %h = stablehlo.tanh %0 : tensor<8x16xf32>
    …
    %d = stablehlo.multiply %g, %h : tensor<8x16xf32>
    // becomes
    %h = stablehlo.tanh %0 : tensor<8x16xf32>
    …
    %h1 = stablehlo.tanh %0 {dist.recompute} : tensor<8x16xf32>
    %d = stablehlo.multiply %g, %h1 : tensor<8x16xf32>
    ```
  }];
  let options = [
    Option<"budget", "budget", "std::string", "\"\"", "bytes on a rank; default: what the module's shardc.recompute says">
  ];
}

def RecordGradientBytes : Pass<"shardc-record-gradient-bytes", "::mlir::ModuleOp"> {
  let summary = "notes how many bytes of gradients a rank accumulates";
  let description = [{
    Reads the shardings of a propagated training step: from each `nn.adamw` back
    through the update to what the gradient is accumulated in, which is a result of
    the microbatch region, the reshard that reduced it as it was produced, or the
    backward op that made it. The module attribute `shardc.gradient_bytes` is the
    sum of their per-rank bytes, of the stage that has the most.
  }];
}

def Regather : Pass<"shardc-regather", "::mlir::ModuleOp"> {
  let summary = "gathers again in the backward pass instead of keeping gathered values";
  let description = [{
    A collective with `dist.regather` whose result forward and backward ops use gets
    a copy for the backward ops, one for each layer and stage, in front of the first
    of them that reads it; reshapes, conversions and slices of its result are copied
    along. What is kept between the passes is then what the collective reads: the
    shard of a parameter, or a split activation. Copies that nothing reads are not
    made, and originals that only the backward pass read go. Recomputed ops belong
    to the backward pass, so that they share the copy.

    ```mlir
    %w1 = dist.all_gather %w dim 0 over ["fsdp"] on @mesh {dist.regather} : …
    %y = stablehlo.dot_general %x, %w1 …
    …
    %dx = stablehlo.dot_general %dy, %w1 … {dist.phase = "backward"}
    // becomes
    %w2 = dist.all_gather %w dim 0 over ["fsdp"] on @mesh {dist.phase = "backward", dist.recompute, dist.regather} : …
    %dx = stablehlo.dot_general %dy, %w2 … {dist.phase = "backward"}
    ```
  }];
}

def Prefetch : Pass<"shardc-prefetch", "::mlir::ModuleOp"> {
  let summary = "gathers the parameters of the next layer while this one computes";
  let description = [{
    Moves the gathers (`dist.regather`) of parameters that a layer reads in front of
    the ops of the layer before it, of the same stage and phase, so that they run
    beside them. At most `bytes` of gathered parameters are alive at a time beyond
    what is needed without; 0 stands for two layers' worth, the two largest layers
    that follow each other.
  }];
  let options = [
    Option<"bytes", "bytes", "int64_t", "0", "bytes of gathered parameters that may be alive on a rank; 0: two layers' worth">
  ];
}

def VerifyRematerialize : Pass<"shardc-verify-rematerialize", "::mlir::ModuleOp"> {
  let summary = "checks what rematerialisation must leave behind";
  let description = [{
    No `dist.checkpoint` is left; recomputed ops belong to the backward phase and
    are read by backward ops only; forward ops read no recomputed value; backward
    ops read no result of a forward op with `dist.regather`.
  }];
}

#endif
