//===- StableHLOVerifyControl.cpp - constraints of loops, branches, tuples ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Labels (C1)… are those of the op descriptions.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOVerify.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace mlir::stablehlo::detail;

/// A region, called `what`, takes values of types `arguments` and returns ones
/// of types `results`.
static LogicalResult verifyRegionTypes(Operation *op, const Twine &what, Region &region,
                                       TypeRange arguments, TypeRange results) {
  Block &block = region.front();
  auto end =
      dyn_cast_if_present<ReturnOp>(block.mightHaveTerminator() ? block.getTerminator() : nullptr);
  if (!end)
    return op->emitOpError() << what << " must end in 'stablehlo.return'";
  auto check = [&](StringRef verb, TypeRange present, TypeRange wanted) -> LogicalResult {
    if (present.size() != wanted.size())
      return op->emitOpError() << what << " " << verb << " " << present.size()
                               << " values, but must " << (verb == "takes" ? "take " : "return ")
                               << wanted.size();
    for (auto [index, pair] : llvm::enumerate(llvm::zip(present, wanted)))
      if (std::get<0>(pair) != std::get<1>(pair)) {
        InFlightDiagnostic diag = op->emitOpError()
                                  << what << " " << verb << " " << std::get<0>(pair) << " at #"
                                  << index << ", but must "
                                  << (verb == "takes" ? "take " : "return ") << std::get<1>(pair);
        if (verb == "returns")
          diag.attachNote(end.getLoc()) << "returned here";
        return diag;
      }
    return success();
  };
  return failure(failed(check("takes", block.getArgumentTypes(), arguments)) ||
                 failed(check("returns", end.getOperandTypes(), results)));
}

//===----------------------------------------------------------------------===//
// Loops, branches, compositions
//===----------------------------------------------------------------------===//

LogicalResult WhileOp::verifyConstraints() {
  if (getNumOperands() != getNumResults()) // (C1)
    return emitOpError() << "has " << getNumResults() << " results, but carries "
                         << getNumOperands() << " values";
  for (auto [index, pair] : llvm::enumerate(llvm::zip(getOperandTypes(), getResultTypes())))
    if (std::get<0>(pair) != std::get<1>(pair))
      return emitOpError() << "result #" << index << " has type " << std::get<1>(pair)
                           << ", but the carried value has type " << std::get<0>(pair);
  return success();
}

LogicalResult WhileOp::verifyRegions() {
  Type predicate = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  return failure(
      failed(verifyRegionTypes(*this, "condition", getCond(), getOperandTypes(), predicate)) ||
      failed(verifyRegionTypes(*this, "body", getBody(), getOperandTypes(), getOperandTypes())));
}

LogicalResult CaseOp::verifyConstraints() {
  if (getBranches().empty()) // (C1)
    return emitOpError() << "has no branches, but needs one";
  return success();
}

LogicalResult CaseOp::verifyRegions() {
  for (auto [index, branch] : llvm::enumerate(getBranches())) // (C2)
    if (failed(verifyRegionTypes(*this, "branch #" + Twine(index), branch, {}, getResultTypes())))
      return failure();
  return success();
}

LogicalResult IfOp::verifyRegions() { // (C1)
  return failure(
      failed(verifyRegionTypes(*this, "true branch", getTrueBranch(), {}, getResultTypes())) ||
      failed(verifyRegionTypes(*this, "false branch", getFalseBranch(), {}, getResultTypes())));
}

LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *symbol = symbols.lookupNearestSymbolFrom(*this, getDecompositionAttr());
  auto function = dyn_cast_if_present<FunctionOpInterface>(symbol);
  if (!function) // (C1)
    return emitOpError() << "decomposition '@" << getDecomposition() << "' is not a function";
  if (function.getArgumentTypes() == ArrayRef<Type>(llvm::to_vector(getOperandTypes())) &&
      function.getResultTypes() == ArrayRef<Type>(llvm::to_vector(getResultTypes())))
    return success();
  InFlightDiagnostic diag = emitOpError() << "has other types than its decomposition '@"
                                          << getDecomposition() << "'";
  diag.attachNote(function.getLoc()) << "which is " << function.getFunctionType();
  return diag;
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::verifyConstraints() {
  auto type = cast<TupleType>(getType());
  if (llvm::equal(type, getOperandTypes())) // (C1)
    return success();
  return emitOpError() << "result has type " << type << ", but the operands give "
                       << TupleType::get(getContext(), llvm::to_vector(getOperandTypes()));
}

LogicalResult GetTupleElementOp::verifyConstraints() {
  auto type = cast<TupleType>(getOperand().getType());
  if (getIndex() >= type.size()) // (C1)
    return emitOpError() << "index " << getIndex() << " is out of range for a tuple of "
                         << type.size();
  if (getType() != type.getType(getIndex()))
    return emitOpError() << "result has type " << getType() << ", but element " << getIndex()
                         << " has type " << type.getType(getIndex());
  return success();
}
