//===- StableHLO.h - the adaptor header of the StableHLO subset -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The only header through which the compiler sees StableHLO. Classes and
// accessors are named as in StableHLO; they live in mlir::stablehlo, in an
// inline namespace with hidden symbols, so that a process may also load the
// original library.
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DIALECTS_STABLEHLO_STABLEHLO_H
#define SHARDC_DIALECTS_STABLEHLO_STABLEHLO_H

#ifdef SHARDC_EXTERNAL_STABLEHLO
// A build against the original (-DSHARDC_STABLEHLO=PREFIX).
#include "stablehlo/dialect/StablehloOps.h"

namespace mlir {
namespace stablehlo {
using StableHLODialect = StablehloDialect;
} // namespace stablehlo
} // namespace mlir
#else

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir {
namespace stablehlo {
inline namespace shardc_v1 {
namespace detail {

/// Verifies that operands, results and block arguments have static shapes.
LogicalResult verifyStaticShapes(Operation *op);

/// Verifies that operands and results share one type where the op says so, and
/// that result types are the inferred ones.
LogicalResult verifyResultTypes(Operation *op);

template <typename Op>
using HasConstraints = decltype(std::declval<Op>().verifyConstraints());

} // namespace detail

/// Verifies, ahead of the other traits, all that StableHLO demands of an op, so
/// that each fault is one error.
template <typename ConcreteOp>
class Constraints : public OpTrait::TraitBase<ConcreteOp, Constraints> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    if (failed(detail::verifyStaticShapes(op)))
      return failure();
    if constexpr (llvm::is_detected<detail::HasConstraints, ConcreteOp>::value) {
      if (failed(cast<ConcreteOp>(op).verifyConstraints()))
        return failure();
    }
    return detail::verifyResultTypes(op);
  }
};

} // namespace shardc_v1
} // namespace stablehlo
} // namespace mlir

#include "dialects/StableHLO/StableHLODialect.h.inc"
#include "dialects/StableHLO/StableHLOEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/StableHLO/StableHLOAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/StableHLO/StableHLOOps.h.inc"

namespace mlir {
namespace stablehlo {
inline namespace shardc_v1 {
/// The name that StableHLO itself gives the dialect class.
using StablehloDialect = StableHLODialect;
} // namespace shardc_v1
} // namespace stablehlo
} // namespace mlir

#endif // SHARDC_EXTERNAL_STABLEHLO
#endif // SHARDC_DIALECTS_STABLEHLO_STABLEHLO_H
