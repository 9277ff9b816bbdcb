//===- Passes.td - running a module ------------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_REFERENCE_PASSES
#define SHARDC_REFERENCE_PASSES

include "mlir/Pass/PassBase.td"

def InterpretPass : Pass<"shardc-interpret", "::mlir::ModuleOp"> {
  let summary = "Runs the module in the reference interpreter and prints its results";
  let description = [{
    Runs the program of the module, at any stage of the road, in float64 on seeded
    arguments, and prints the results to standard output, one a line. The module is
    left as it is.

    A module of global values is run as one device; one with `dist.global_type` on
    arguments or results by all ranks of its mesh, and results are assembled.
    With `ranks` the function is taken as a local program, whatever its
    attributes, and each rank's own results are printed; undefined elements are
    printed as `nan`, or as -715827882.

    ```mlir
    func.func @main() -> tensor<2xf32> {
      %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = stablehlo.add %0, %0 : tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    // result0: [2, 4] : tensor<2xf32>
    ```
  }];
  let options = [
    Option<"entry", "entry", "std::string", "\"main\"", "function to run">,
    Option<"seed", "seed", "uint64_t", "0", "seed of arguments">,
    Option<"steps", "steps", "int64_t", "1",
           "steps; arguments with dist.updated_by take the results over">,
    Option<"ranks", "ranks", "bool", "false", "print what each rank holds">,
    Option<"digits", "digits", "unsigned", "6", "significant digits of floats">,
    Option<"limit", "limit", "int64_t", "4096",
           "results of more elements are summed up in one line">,
    Option<"bufferedSends", "buffered-sends", "bool", "false",
           "sends do not wait for their receives">
  ];
}

#endif
