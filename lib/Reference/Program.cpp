//===- Program.cpp - whole modules in the interpreter -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Finds out who runs what, cuts arguments, carries updated values from step to
// step on the rank that made them, and assembles results.
//
//===----------------------------------------------------------------------===//
#include "shardc/Reference/Program.h"

#include "Mesh.h"
#include "shardc/Reference/Compare.h"
#include "shardc/Reference/Placement.h"
#include "shardc/Reference/Seeding.h"
#include "llvm/ADT/MapVector.h"
#include <limits>
#include <map>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

//===----------------------------------------------------------------------===//
// Who runs what
//===----------------------------------------------------------------------===//

bool shardc::reference::isLocalProgram(func::FuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (function.getArgAttr(i, "dist.global_type"))
      return true;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (function.getResultAttr(i, "dist.global_type"))
      return true;
  return false;
}

FailureOr<RankPrograms> shardc::reference::findPrograms(ModuleOp module, StringRef entry) {
  RankPrograms programs;
  for (auto mesh : module.getOps<dist::MeshOp>())
    programs.mesh = mesh.getMesh();
  SmallVector<func::FuncOp> classes;
  func::FuncOp everybody;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function->hasAttr("dist.class_axis") && function->hasAttr("dist.class_coordinate"))
      classes.push_back(function);
    else if (function.getName() == "program")
      everybody = function;
  }
  int64_t ranks = programs.mesh ? rankCount(programs.mesh) : 1;
  if (classes.empty()) {
    bool isProgram = static_cast<bool>(everybody);
    if (!everybody)
      everybody = module.lookupSymbol<func::FuncOp>(entry);
    if (!everybody)
      return module.emitError() << "there is no function '" << entry << "' to interpret";
    if (!isProgram && !isLocalProgram(everybody)) {
      // Whole values: one device, whatever the mesh they are to be placed on.
      programs.mesh = dist::MeshAttr();
      ranks = 1;
    }
    programs.functions.assign(ranks, everybody);
    return programs;
  }
  if (!programs.mesh)
    return classes[0].emitOpError() << "is the program of a rank class, and the module has no "
                                       "'dist.mesh'";
  for (int64_t rank = 0; rank < ranks; ++rank) {
    func::FuncOp found;
    for (func::FuncOp function : classes) {
      auto axis = function->getAttrOfType<StringAttr>("dist.class_axis");
      auto coordinate = function->getAttrOfType<IntegerAttr>("dist.class_coordinate");
      if (!axis || !coordinate)
        return function.emitOpError() << "has a malformed 'dist.class_axis' or "
                                         "'dist.class_coordinate'";
      auto ref = dist::AxisRefAttr::get(module.getContext(), axis.getValue(), 1, 0);
      FailureOr<SmallVector<Digit>> digits = digitsOf(programs.mesh, ref);
      if (failed(digits))
        return function.emitOpError() << "is of a class of axis '" << axis.getValue()
                                      << "', which the mesh " << programs.mesh << " does not have";
      if ((*digits)[0].of(rank) != coordinate.getInt())
        continue;
      if (found) {
        InFlightDiagnostic error = function.emitOpError() << "is a second program of rank " << rank;
        error.attachNote(found.getLoc()) << "the first is here";
        return error;
      }
      found = function;
    }
    if (!found)
      return module.emitError() << "no program is there for rank " << rank << " of the mesh "
                                << programs.mesh;
    programs.functions.push_back(found);
  }
  return programs;
}

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

static dist::ShardingAttr shardingOf(Attribute attribute, int64_t rank, MLIRContext *context) {
  if (auto sharding = dyn_cast_or_null<dist::ShardingAttr>(attribute))
    return sharding;
  SmallVector<dist::DimShardingAttr> dims(
      rank, dist::DimShardingAttr::get(context, ArrayRef<dist::AxisRefAttr>(), true, 1));
  return dist::ShardingAttr::get(context, FlatSymbolRefAttr::get(context, "mesh"), dims,
                                 ArrayRef<dist::PartialAttr>());
}

namespace {
/// Hands out arguments: global values by name, cut once for each sharding.
class ArgumentSource {
public:
  ArgumentSource(const RankPrograms &programs, ArrayRef<NamedTensor> given, uint64_t seed)
      : programs(programs), given(given), seed(seed) {}

  FailureOr<Tensor> get(int64_t rank, unsigned index) {
    func::FuncOp function = programs.functions[rank];
    std::string name = argumentName(function, index);
    auto it = whole.find(name);
    if (it == whole.end()) {
      FailureOr<Tensor> value = make(function, index, name);
      if (failed(value))
        return failure();
      it = whole.insert({name, *value}).first;
    }
    if (!programs.mesh)
      return it->second;
    Attribute attribute = function.getArgAttr(index, "dist.sharding");
    SmallVector<Tensor> &parts = cut[{name, attribute.getAsOpaquePointer()}];
    if (parts.empty()) {
      auto emitError = [&] { return function.emitError() << "argument '" << name << "': "; };
      FailureOr<SmallVector<Tensor>> split = splitTensor(
          it->second, shardingOf(attribute, it->second.getRank(), function.getContext()),
          programs.mesh, emitError);
      if (failed(split))
        return failure();
      parts = std::move(*split);
    }
    return parts[rank];
  }

private:
  FailureOr<Tensor> make(func::FuncOp function, unsigned index, StringRef name) {
    const Tensor *value = findTensor(given, name);
    if (!value)
      return seedTensor(function, index, seed);
    auto type = cast<RankedTensorType>(function.getArgumentTypes()[index]);
    if (auto global = function.getArgAttrOfType<TypeAttr>(index, "dist.global_type"))
      type = cast<RankedTensorType>(global.getValue());
    if (value->getNumElements() != type.getNumElements() ||
        value->isFloat() != isa<FloatType>(type.getElementType())) {
      function.emitOpError() << "takes " << type << " as '" << name << "', and " << value->getType()
                             << " is given";
      return failure();
    }
    // The same elements, perhaps cut into microbatches.
    return value->withType(type);
  }

  const RankPrograms &programs;
  ArrayRef<NamedTensor> given;
  uint64_t seed;
  std::map<std::string, Tensor> whole;
  /// By name and sharding.
  std::map<std::pair<std::string, const void *>, SmallVector<Tensor>> cut;
};
} // namespace

static FailureOr<SmallVector<NamedTensor>> assembleResults(const RankPrograms &programs,
                                                           ArrayRef<SmallVector<Tensor>> results) {
  /// Who holds a result, and as which result of its function.
  struct Held {
    SmallVector<int64_t> ranks;
    SmallVector<Tensor> locals;
    func::FuncOp function;
    unsigned index = 0;
  };
  llvm::MapVector<StringAttr, Held> byName;
  for (size_t rank = 0; rank < results.size(); ++rank) {
    func::FuncOp function = programs.functions[rank];
    for (unsigned i = 0; i < results[rank].size(); ++i) {
      Held &held = byName[StringAttr::get(function.getContext(), resultName(function, i))];
      if (held.ranks.empty()) {
        held.function = function;
        held.index = i;
      }
      held.ranks.push_back(rank);
      held.locals.push_back(results[rank][i]);
    }
  }
  SmallVector<NamedTensor> values;
  for (auto &[name, held] : byName) {
    func::FuncOp function = held.function;
    auto role = function.getResultAttrOfType<StringAttr>(held.index, "dist.role");
    NamedTensor &value = values.emplace_back();
    value.name = name.str();
    value.role = role ? role.str() : "";
    if (!programs.mesh) {
      value.value = held.locals[0];
      continue;
    }
    auto type = cast<RankedTensorType>(function.getResultTypes()[held.index]);
    if (auto global = function.getResultAttrOfType<TypeAttr>(held.index, "dist.global_type"))
      type = cast<RankedTensorType>(global.getValue());
    StringRef nameText = name.getValue();
    auto emitError = [&] { return function.emitError() << "result '" << nameText << "': "; };
    FailureOr<Tensor> whole =
        assembleTensor(held.locals, held.ranks,
                       shardingOf(function.getResultAttr(held.index, "dist.sharding"),
                                  type.getRank(), function.getContext()),
                       programs.mesh, type, emitError);
    if (failed(whole))
      return failure();
    value.value = std::move(*whole);
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

FailureOr<std::vector<SmallVector<NamedTensor>>>
shardc::reference::runModule(ModuleOp module, const ProgramOptions &options,
                             ArrayRef<NamedTensor> given) {
  FailureOr<RankPrograms> programs = findPrograms(module, options.entry);
  if (failed(programs))
    return failure();
  ArgumentSource source(*programs, given, options.seed);
  SmallVector<SmallVector<Tensor>> arguments(programs->functions.size());
  for (size_t rank = 0; rank < arguments.size(); ++rank)
    for (unsigned i = 0; i < programs->functions[rank].getNumArguments(); ++i) {
      FailureOr<Tensor> value = source.get(rank, i);
      if (failed(value))
        return failure();
      arguments[rank].push_back(std::move(*value));
    }

  std::vector<SmallVector<NamedTensor>> steps;
  for (int64_t step = 0; step < options.steps; ++step) {
    FailureOr<SmallVector<SmallVector<Tensor>>> results =
        interpretRanks(programs->functions, programs->mesh, arguments, options.interpreter);
    if (failed(results))
      return failure();
    FailureOr<SmallVector<NamedTensor>> values = assembleResults(*programs, *results);
    if (failed(values))
      return failure();
    steps.push_back(std::move(*values));
    for (size_t rank = 0; rank < arguments.size(); ++rank) {
      func::FuncOp function = programs->functions[rank];
      for (unsigned i = 0; i < function.getNumArguments(); ++i) {
        auto updated = function.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by");
        if (!updated)
          continue;
        int64_t result = updated.getInt();
        if (result < 0 || result >= static_cast<int64_t>((*results)[rank].size()))
          return function.emitOpError() << "has argument " << i << " updated by result " << result
                                        << ", and there are " << (*results)[rank].size();
        arguments[rank][i] = (*results)[rank][result];
      }
    }
  }
  return steps;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

const Tensor *shardc::reference::findTensor(ArrayRef<NamedTensor> values, StringRef name) {
  for (const NamedTensor &value : values)
    if (value.name == name)
      return &value.value;
  return nullptr;
}

WorstError shardc::reference::compareResults(ArrayRef<NamedTensor> results,
                                             ArrayRef<NamedTensor> references) {
  double largest = 0.0;
  for (const NamedTensor &reference : references)
    if (reference.role == "gradient")
      largest = std::max(largest, maxMagnitude(reference.value));
  double gradientFloor = std::max(errorFloor, 1e-3 * largest);
  WorstError worst;
  for (const NamedTensor &reference : references) {
    const Tensor *value = findTensor(results, reference.name);
    double error = value ? relativeError(*value, reference.value,
                                         reference.role == "gradient" ? gradientFloor : errorFloor)
                         : std::numeric_limits<double>::infinity();
    if (worst.name.empty() || error > worst.error)
      worst = {error, reference.name};
  }
  return worst;
}
