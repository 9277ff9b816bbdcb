//===- DistDialect.cpp - the sharding dialect -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Registration, and the checks of `dist.sharding` attributes on foreign ops.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/Dist.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace shardc::dist;

#include "dialects/Dist/DistDialect.cpp.inc"
#include "dialects/Dist/DistEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Dist/DistAttrs.cpp.inc"

void DistDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Dist/DistAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Dist/DistOps.cpp.inc"
      >();
}

MeshAttr shardc::dist::lookupMeshAttr(Operation *op, FlatSymbolRefAttr symbol) {
  auto mesh = SymbolTable::lookupNearestSymbolFrom<MeshOp>(op, symbol);
  return mesh ? mesh.getMesh() : MeshAttr();
}

//===----------------------------------------------------------------------===//
// Attributes on foreign ops
//===----------------------------------------------------------------------===//

/// Checks one sharding attribute of a value of type `type`; `what` begins the
/// message, which is located at `loc`.
static LogicalResult verifySharding(Operation *op, Location loc, Attribute attribute, Type type,
                                    const Twine &what) {
  auto sharding = dyn_cast<ShardingAttr>(attribute);
  if (!sharding)
    return emitError(loc) << what << " must be a #dist.sharding, not " << attribute;
  MeshAttr mesh = lookupMeshAttr(op, sharding.getMesh());
  if (!mesh)
    return emitError(loc) << what << " names mesh '@" << sharding.getMesh().getValue()
                          << "', which the module does not declare";
  std::string prefix = what.str();
  return sharding.verifyAgainst(type, mesh, [&] { return emitError(loc) << prefix << ": "; });
}

/// Checks a list of shardings, one a type.
static LogicalResult verifyShardings(Operation *op, Attribute attribute, TypeRange types,
                                     StringRef name) {
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (!list)
    return op->emitError() << "'" << name << "' must be a list of shardings";
  if (list.size() != types.size())
    return op->emitError() << "'" << name << "' has " << list.size() << " shardings for "
                           << types.size() << " values";
  for (auto [index, entry, type] : llvm::enumerate(list, types))
    if (failed(verifySharding(op, op->getLoc(), entry, type, name + " " + Twine(index))))
      return failure();
  return success();
}

/// Checks that priorities are one a dimension of a value of type `type`.
static LogicalResult verifyPriorities(Location loc, Attribute attribute, Type type,
                                      const Twine &what) {
  auto priorities = dyn_cast<DenseI64ArrayAttr>(attribute);
  if (!priorities)
    return emitError(loc) << what << "'dist.priorities' must be an array<i64>, not " << attribute;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() != priorities.size())
    return emitError(loc) << what << "'dist.priorities' has " << priorities.size()
                          << " numbers, but must have one for each dimension of " << type;
  for (int64_t priority : priorities.asArrayRef())
    if (priority < 0)
      return emitError(loc) << what << "'dist.priorities' has " << priority
                            << ", but must be at least 0";
  return success();
}

LogicalResult DistDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == "dist.priorities") {
    if (op->getNumResults() != 1)
      return op->emitError() << "'dist.priorities' needs an op with one result";
    return verifyPriorities(op->getLoc(), attribute.getValue(), op->getResult(0).getType(), "");
  }
  if (name == "dist.adjoint") {
    if (op->getNumResults() != 1)
      return op->emitError() << "'dist.adjoint' needs an op with one result";
    return verifySharding(op, op->getLoc(), attribute.getValue(), op->getResult(0).getType(),
                          "'dist.adjoint'");
  }
  if (name == "dist.shardings")
    return verifyShardings(op, attribute.getValue(), op->getResultTypes(), name);
  if (name == "dist.arg_shardings") {
    // Condition and body of a loop take the same values.
    if (op->getNumRegions() == 0 || op->getRegions().back().empty())
      return op->emitError() << "'dist.arg_shardings' needs an op with a body";
    return verifyShardings(op, attribute.getValue(), op->getRegions().back().getArgumentTypes(),
                           name);
  }
  return success();
}

LogicalResult DistDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                                    unsigned argIndex, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  // Where the argument is written, not where the function begins.
  Region &body = op->getRegion(regionIndex);
  Location loc = body.empty() ? op->getLoc() : body.getArgument(argIndex).getLoc();
  if (attribute.getName() == "dist.updated_by") {
    auto result = dyn_cast<IntegerAttr>(attribute.getValue());
    if (!result || result.getInt() < 0 || result.getInt() >= function.getNumResults())
      return emitError(loc) << "'dist.updated_by' of argument " << argIndex << " is "
                            << attribute.getValue() << ", but the function has "
                            << function.getNumResults() << " results";
    return success();
  }
  for (StringRef name : {"dist.role", "dist.name"})
    if (attribute.getName() == name && !isa<StringAttr>(attribute.getValue()))
      return emitError(loc) << "'" << name << "' of argument " << argIndex
                            << " must be a string, not " << attribute.getValue();
  if (attribute.getName() == "dist.init" && !isa<DictionaryAttr>(attribute.getValue()))
    return emitError(loc) << "'dist.init' of argument " << argIndex
                          << " must be a dictionary such as {kind = \"zero\"}, not "
                          << attribute.getValue();
  if (attribute.getName() == "dist.priorities")
    return verifyPriorities(loc, attribute.getValue(), function.getArgumentTypes()[argIndex],
                            "argument " + Twine(argIndex) + ": ");
  if (attribute.getName() != "dist.sharding")
    return success();
  return verifySharding(op, loc, attribute.getValue(), function.getArgumentTypes()[argIndex],
                        "argument " + Twine(argIndex));
}

LogicalResult DistDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                                       unsigned resultIndex,
                                                       NamedAttribute attribute) {
  if (attribute.getName() != "dist.sharding")
    return success();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  return verifySharding(op, op->getLoc(), attribute.getValue(),
                        function.getResultTypes()[resultIndex], "result " + Twine(resultIndex));
}
