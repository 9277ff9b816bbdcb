//===- GivenAttributes.cpp - what a model says of itself --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Names, roles, updates and values that a model gives its arguments are followed,
// so what contradicts itself is refused before anything is made of it. And element
// types and extents are checked here, where the op that has them is known.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace shardc {
namespace {

class GivenChecker {
public:
  explicit GivenChecker(func::FuncOp main) : main(main) {}

  LogicalResult check();

private:
  InFlightDiagnostic error(BlockArgument argument, const Twine &what) {
    return emitError(argument.getLoc())
           << "'" << what << "' of argument " << argument.getArgNumber() << " ";
  }
  LogicalResult checkName(BlockArgument argument);
  LogicalResult checkRole(BlockArgument argument);
  LogicalResult checkUpdate(BlockArgument argument);
  LogicalResult checkInit(BlockArgument argument);

  func::FuncOp main;
  llvm::StringMap<unsigned> names;
  llvm::DenseMap<int64_t, unsigned> updated;
};

LogicalResult GivenChecker::checkName(BlockArgument argument) {
  Attribute attr = main.getArgAttr(argument.getArgNumber(), "dist.name");
  if (!attr)
    return success();
  auto name = dyn_cast<StringAttr>(attr);
  if (!name || name.empty())
    return error(argument, "dist.name") << "must be a string that is not empty, not " << attr;
  auto [entry, isNew] = names.try_emplace(name.getValue(), argument.getArgNumber());
  if (isNew)
    return success();
  InFlightDiagnostic diag = error(argument, "dist.name")
                            << "is '" << name.getValue() << "', the name of argument "
                            << entry->second << " already";
  diag.attachNote(main.getArgument(entry->second).getLoc()) << "named here";
  return diag;
}

LogicalResult GivenChecker::checkRole(BlockArgument argument) {
  Attribute attr = main.getArgAttr(argument.getArgNumber(), "dist.role");
  auto role = dyn_cast_or_null<StringAttr>(attr);
  if (attr && (!role || !llvm::is_contained({"param", "input", "state"}, role.getValue())))
    return error(argument, "dist.role") << "must be 'param', 'input' or 'state', not " << attr;
  return success();
}

/// One result has one place: two arguments cannot both become it.
LogicalResult GivenChecker::checkUpdate(BlockArgument argument) {
  constexpr StringLiteral attribute = "dist.updated_by";
  unsigned index = argument.getArgNumber();
  Attribute attr = main.getArgAttr(index, attribute);
  if (!attr)
    return success();
  auto number = dyn_cast<IntegerAttr>(attr);
  int64_t result = number ? number.getInt() : -1;
  if (result < 0 || result >= main.getNumResults())
    return error(argument, attribute)
           << "is " << attr << ", but the function has " << main.getNumResults() << " results";
  if (main.getResultTypes()[result] != argument.getType())
    return error(argument, attribute)
           << "is result " << result << " of type " << main.getResultTypes()[result]
           << ", but the argument has type " << argument.getType();
  auto [entry, isNew] = updated.try_emplace(result, index);
  if (isNew || entry->second == index)
    return success();
  InFlightDiagnostic diag = error(argument, attribute)
                            << "is result " << result << ", which updates argument "
                            << entry->second << " already";
  diag.attachNote(main.getArgument(entry->second).getLoc()) << "updated by it";
  return diag;
}

LogicalResult GivenChecker::checkInit(BlockArgument argument) {
  Attribute attr = main.getArgAttr(argument.getArgNumber(), "dist.init");
  if (!attr)
    return success();
  auto init = dyn_cast<DictionaryAttr>(attr);
  auto kind = init ? init.getAs<StringAttr>("kind") : StringAttr();
  StringRef kinds[] = {"normal", "norm_weight", "abs_normal", "zero", "uniform_int", "constant"};
  if (!kind || !llvm::is_contained(kinds, kind.getValue()))
    return error(argument, "dist.init")
           << "must be a dictionary whose 'kind' is normal, norm_weight, abs_normal, zero, "
              "uniform_int or constant, not "
           << attr;
  for (NamedAttribute entry : init) {
    StringRef key = entry.getName();
    bool isNumber = isa<IntegerAttr, FloatAttr>(entry.getValue());
    if (key != "kind" && key != "low" && key != "high" && key != "value")
      return error(argument, "dist.init")
             << "has '" << key << "', but only kind, low, high and value are known";
    if (key != "kind" && !isNumber)
      return error(argument, "dist.init")
             << "has '" << key << "' = " << entry.getValue() << ", which is no number";
  }
  if (kind == "uniform_int") {
    auto low = init.getAs<IntegerAttr>("low"), high = init.getAs<IntegerAttr>("high");
    if (!low || !high || low.getValue().getBitWidth() > 64 || high.getValue().getBitWidth() > 64 ||
        low.getValue().getSExtValue() >= high.getValue().getSExtValue())
      return error(argument, "dist.init") << "must have integers 'low' < 'high', but is " << attr;
  }
  if (kind == "constant" && !init.get("value"))
    return error(argument, "dist.init") << "must have a 'value', but is " << attr;
  return success();
}

LogicalResult GivenChecker::check() {
  for (BlockArgument argument : main.getArguments())
    if (failed(checkName(argument)) || failed(checkRole(argument)) ||
        failed(checkUpdate(argument)) || failed(checkInit(argument)))
      return failure();
  return success();
}

/// Why no value may have a type; empty when it may.
std::string faultOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return {};
  if (tensor.getRank() > maxRank)
    return "it has " + std::to_string(tensor.getRank()) + " dimensions, but at most " +
           std::to_string(maxRank) + " are supported; merge some by a reshape in the model";
  for (auto [dim, size] : llvm::enumerate(tensor.getShape()))
    if (size == 0)
      return "dimension " + std::to_string(dim) +
             " has extent 0; a value without elements can be left out of the model";
  int64_t elements = 1;
  for (int64_t size : tensor.getShape())
    if (__builtin_mul_overflow(elements, size, &elements) || elements > (int64_t(1) << 56))
      return "it has more elements than any computer holds";
  Type element = tensor.getElementType();
  if (isa<Float64Type, Float32Type, Float16Type, BFloat16Type>(element))
    return {};
  auto integer = dyn_cast<IntegerType>(element);
  bool isKnown = integer && (llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth()) ||
                             element.isSignlessInteger(1));
  if (isKnown && !(integer.isSigned()))
    return {};
  std::string name;
  llvm::raw_string_ostream(name) << element;
  return "elements of '" + name + "' are not supported" + adviceForElements(name).str();
}

} // namespace

LogicalResult verifyGiven(func::FuncOp main) { return GivenChecker(main).check(); }

LogicalResult verifyTypes(func::FuncOp main) {
  auto check = [](Type type, Location loc, const Twine &what) -> LogicalResult {
    std::string fault = faultOf(type);
    if (fault.empty())
      return success();
    return emitError(loc) << what << " has type " << type << ": " << fault;
  };
  for (BlockArgument argument : main.getArguments())
    if (failed(check(argument.getType(), argument.getLoc(),
                     "argument #" + Twine(argument.getArgNumber()))))
      return failure();
  WalkResult walked = main.getBody().walk([&](Operation *op) {
    for (OpResult result : op->getResults())
      if (failed(check(result.getType(), op->getLoc(),
                       "result " + Twine(result.getResultNumber()) + " of '" +
                           op->getName().getStringRef() + "'")))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

} // namespace shardc
