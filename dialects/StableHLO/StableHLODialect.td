//===- StableHLODialect.td - the accepted subset -----------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The dialect itself, the element types it takes, and the base class of its ops.
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_DIALECT
#define STABLEHLO_DIALECT

include "mlir/IR/OpBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let summary = "the subset of StableHLO that models are written in";
  let description = [{
    Model graphs arrive as StableHLO text, in the pretty form that JAX prints
    or in the generic form. This dialect reads and prints both, with the op,
    class and accessor names of StableHLO, for static shapes and the element
    types that training uses: f64 f32 f16 bf16, i1, i8 to i64, ui8 to ui64.

    Quantized, complex and dynamically shaped values are not part of the
    subset; an op that has one is refused by its verifier.
  }];
  // The inner namespace is inline: sources name mlir::stablehlo::AddOp, while
  // the symbols never meet those of another copy of StableHLO in one process.
  let cppNamespace = "::mlir::stablehlo::shardc_v1";
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

defvar StableHLO_FloatTypes = [F16, BF16, F32, F64];
defvar StableHLO_SignedTypes = [I8, I16, I32, I64];
defvar StableHLO_UnsignedTypes = [UI8, UI16, UI32, UI64];
defvar StableHLO_IntTypes = !listconcat(StableHLO_SignedTypes,
                                        StableHLO_UnsignedTypes);
defvar StableHLO_AllTypes = !listconcat([I1], StableHLO_IntTypes,
                                        StableHLO_FloatTypes);

def StableHLO_Tensor : RankedTensorOf<StableHLO_AllTypes>;
def StableHLO_FloatTensor : RankedTensorOf<StableHLO_FloatTypes>;
def StableHLO_IntTensor : RankedTensorOf<StableHLO_IntTypes>;
def StableHLO_PredTensor : RankedTensorOf<[I1]>;
def StableHLO_PredOrIntTensor
    : RankedTensorOf<!listconcat([I1], StableHLO_IntTypes)>;
def StableHLO_IntOrFloatTensor
    : RankedTensorOf<!listconcat(StableHLO_IntTypes, StableHLO_FloatTypes)>;
def StableHLO_SignedOrFloatTensor
    : RankedTensorOf<!listconcat(StableHLO_SignedTypes, StableHLO_FloatTypes)>;
def StableHLO_IntScalarTensor : 0DTensorOf<StableHLO_IntTypes>;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

// Checks, before any other trait does, that shapes are static, that the op's
// own constraints hold, and that the result types are the inferred ones; so a
// fault is reported once and in one style.
def StableHLO_Constraints : NativeOpTrait<"Constraints"> {
  let cppNamespace = "::mlir::stablehlo::shardc_v1";
}

class StableHLO_Op<string mnemonic, list<Trait> traits = []>
    : Op<StableHLO_Dialect, mnemonic,
         !listconcat([StableHLO_Constraints], traits)>;

// An op with constraints that traits do not express: it defines
// `verifyConstraints`, called by StableHLO_Constraints.
class StableHLO_CheckedOp<string mnemonic, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, traits> {
  code checkDeclaration = [{
    /// Checks the numbered constraints of the op; called by its verifier.
    ::llvm::LogicalResult verifyConstraints();
  }];
  let extraClassDeclaration = checkDeclaration;
}

#endif
