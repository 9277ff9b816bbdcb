//===- Passes.td - passes of import ------------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_IMPORT_PASSES
#define SHARDC_IMPORT_PASSES

include "mlir/Pass/PassBase.td"

def NormalizeModule : Pass<"shardc-normalize-module", "::mlir::ModuleOp"> {
  let summary = "leaves one @main of canonical ops without calls";
  let description = [{
    What import does first with a parsed StableHLO module. @main (or the only
    public function) is kept and every call in it is inlined; branches
    are computed and selected, loops that constants end are unrolled, accesses at
    known indices become slices and concatenations; `dot` becomes
    `dot_general`; linalg, tensor, arith, math and TOSA ops become StableHLO;
    tuples are taken apart; conversions to the same type and annotations go;
    elided constants become parameters; attributes of other frameworks go, but
    annotations of shardings become `dist.sharding`, `dist.constraint` and
    `dist.reshard`, and donation marks `dist.donated`.

    ```mlir
    %0 = stablehlo.dot %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    // becomes
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect", "::shardc::dist::DistDialect"];
}

def AssignRoles : Pass<"shardc-assign-roles", "::mlir::ModuleOp"> {
  let summary = "says which arguments are parameters, states and inputs";
  let description = [{
    Gives each argument of @main `dist.role`, and a parameter or state that the
    graph updates `dist.updated_by`. Roles come, in this order, from the option,
    from donated arguments, from results that have the types of arguments in
    order and are computed from them elementwise, and else from the batch: an
    argument whose first dimension is not the batch is a parameter. Each
    inferred role is a remark.
  }];
  let options = [Option<"roles", "roles", "std::string", "",
                        "roles by argument index, e.g. 0-13=param;14=input">];
}

def UnstackArguments : Pass<"shardc-unstack-arguments", "::mlir::ModuleOp"> {
  let summary = "one argument a layer for parameters that hold all layers";
  let description = [{
    Says of ops of unrolled loops over stacked parameters which layer they are
    in (`dist.layer`), and cuts these parameters, what is combined with them row
    by row, and the results that belong to them into rows. Needs roles; import
    does it unless told to keep stacked arguments.

    ```mlir
    func.func @main(%w: tensor<2x4x4xf32> {dist.name = "w", dist.role = "param"}, …)
    // becomes
    func.func @main(%w0: tensor<4x4xf32> {dist.name = "w[0]", dist.role = "param"},
                    %w1: tensor<4x4xf32> {dist.name = "w[1]", dist.role = "param"}, …)
    ```
  }];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect"];
}

def FindLayers : Pass<"shardc-find-layers", "::mlir::ModuleOp"> {
  let summary = "numbers layers that were written one after another";
  let description = [{
    Layers of a loop in the exporting language stand in the graph one by one. The
    pass finds the blocks that repeat along the activations and numbers their ops,
    those that only one of them needs, and in a training step those that
    differentiate them (`dist.layer`). A graph some op of which has a layer already
    stays as it is. Needs roles; import does it unless told not to.

    ```mlir
    %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : …
    %1 = stablehlo.tanh %0 : tensor<8x4xf32>
    %2 = stablehlo.dot_general %1, %w1, contracting_dims = [1] x [0] : …
    %3 = stablehlo.tanh %2 : tensor<8x4xf32>
    // becomes
    %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] {dist.layer = 0} : …
    %1 = stablehlo.tanh %0 {dist.layer = 0} : tensor<8x4xf32>
    %2 = stablehlo.dot_general %1, %w1, contracting_dims = [1] x [0] {dist.layer = 1} : …
    %3 = stablehlo.tanh %2 {dist.layer = 1} : tensor<8x4xf32>
    ```
  }];
}

def ConvertPrecision : Pass<"shardc-convert-precision", "::mlir::ModuleOp"> {
  let summary = "turns every float type into one";
  let description = [{
    Arguments, results, values, constants and conversions all get the type of
    the option. `fp64` is what a partitioned program is proven in.
  }];
  let options = [Option<"to", "to", "std::string", "\"fp32\"",
                        "fp64, fp32, bf16 or fp16">];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect"];
}

def RaiseComposites : Pass<"shardc-raise-composites", "::mlir::ModuleOp"> {
  let summary = "replaces subgraphs that compute a composite by the nn op for it";
  let description = [{
    Finds attention, softmax, norms, activations, cross entropy and rotary embedding
    in @main as JAX and PyTorch spell them, looking through reshapes, transposes,
    broadcasts and conversions, and replaces each by one op of the nn dialect that
    computes the same. A subgraph stays as it is where something else needs an inner
    value, as the backward pass of a training step needs probabilities. One remark
    says what was raised. `docs/import.md` lists the forms.

    ```mlir
    %0 = stablehlo.logistic %x : tensor<4x8xf32>
    %1 = stablehlo.multiply %x, %0 : tensor<4x8xf32>
    // becomes
    %1 = nn.silu %x : tensor<4x8xf32>
    ```
  }];
  let options = [Option<"kinds", "kinds", "std::string", "\"on\"",
                        "on (all), off, or kinds joined by commas: attention, softmax, "
                        "layer_norm, rms_norm, gelu, silu, cross_entropy, rope, dropout">];
  let statistics = [
    Statistic<"numAttention", "attention", "attentions raised">,
    Statistic<"numSoftmax", "softmax", "softmaxes raised">,
    Statistic<"numLayerNorm", "layer-norm", "layer norms raised">,
    Statistic<"numRmsNorm", "rms-norm", "root-mean-square norms raised">,
    Statistic<"numGelu", "gelu", "gelus raised">,
    Statistic<"numSilu", "silu", "silus raised">,
    Statistic<"numCrossEntropy", "cross-entropy", "cross entropies raised">,
    Statistic<"numRope", "rope", "rotary embeddings raised">,
    Statistic<"numDropout", "dropout", "dropouts raised">,
  ];
  let dependentDialects = ["::mlir::stablehlo::StableHLODialect", "::shardc::nn::NNDialect"];
}

def VerifyImport : Pass<"shardc-verify-import", "::mlir::ModuleOp"> {
  let summary = "checks what import promises";
  let description = [{
    One public @main whose arguments have names and roles, static shapes, no
    calls, no branches, and no region but the bodies of reductions and of loops
    whose end depends on data.
  }];
}

#endif
