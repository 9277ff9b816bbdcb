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
    public function) is kept and every call in it is inlined; `dot` becomes
    `dot_general`; conversions to the same type and optimization barriers go;
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

def VerifyImport : Pass<"shardc-verify-import", "::mlir::ModuleOp"> {
  let summary = "checks what import promises";
  let description = [{
    One public @main whose arguments have names and roles, static shapes, no
    calls, and no region but the bodies of reductions.
  }];
}

#endif
