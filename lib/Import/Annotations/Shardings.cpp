//===- Shardings.cpp - annotations of frameworks become dist ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Shardy's meshes, shardings, constraints and reshards as the same things of
// `dist`. An annotation that can be obeyed only in part is a remark; one that
// cannot be obeyed is an error, since the user asked for something else than he
// would get.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "dialects/Dist/Dist.h"
#include "dialects/Sdy/Sdy.h"
#include "shardc/Interfaces/Remarks.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace shardc {
namespace {

/// A sharding of a framework in terms of `dist`.
struct Reading {
  dist::ShardingAttr sharding;
  /// One a dimension, or none at all.
  SmallVector<int64_t> priorities;
  /// Axes of sums that are pending.
  SmallVector<dist::AxisRefAttr> pending;
  /// False for a sharding that leaves everything open.
  bool says = false;
};

/// What an op moves its operand to; null for an op that is no reshard. Collectives
/// on whole values say by which way as well, which follows from both ends.
sdy::TensorShardingAttr reshardTarget(Operation *op) {
  if (auto reshard = dyn_cast<sdy::ReshardOp>(op))
    return reshard.getSharding();
  if (isa<sdy::AllGatherOp, sdy::AllSliceOp, sdy::AllReduceOp, sdy::ReduceScatterOp,
          sdy::AllToAllOp, sdy::CollectivePermuteOp>(op))
    return op->getAttrOfType<sdy::TensorShardingAttr>("out_sharding");
  return {};
}

class ShardyReader {
public:
  ShardyReader(ModuleOp module, func::FuncOp main)
      : module(module), main(main), context(module.getContext()),
        meshName(FlatSymbolRefAttr::get(context, "mesh")) {}

  LogicalResult run();

private:
  LogicalResult readMeshes();
  LogicalResult noteUse(sdy::TensorShardingAttr sharding, Location loc);
  LogicalResult checkMesh(sdy::MeshOp mesh);
  LogicalResult readArguments();
  LogicalResult readResults();
  LogicalResult readOp(Operation *op);
  FailureOr<Reading> read(sdy::TensorShardingAttr sharding, Type type, Location loc,
                          const Twine &what);
  FailureOr<SmallVector<dist::AxisRefAttr>> readAxes(ArrayAttr names, bool &isOpen, Location loc,
                                                     const Twine &what);
  Value constrain(OpBuilder &builder, Value value, const Reading &reading, Location loc);
  /// Calls `use` for each sharding in the function.
  LogicalResult forEachSharding(function_ref<LogicalResult(sdy::TensorShardingAttr, Location)> use);

  ModuleOp module;
  func::FuncOp main;
  MLIRContext *context;
  FlatSymbolRefAttr meshName;
  llvm::MapVector<StringAttr, sdy::MeshOp> meshes;
  /// The mesh that shardings refer to, and who was the first to.
  sdy::MeshOp used;
  std::optional<Location> firstUse;
  dist::MeshAttr mesh;
};

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

LogicalResult
ShardyReader::forEachSharding(function_ref<LogicalResult(sdy::TensorShardingAttr, Location)> use) {
  auto border = [&](Attribute given, Location loc) -> LogicalResult {
    if (!given)
      return success();
    if (auto sharding = dyn_cast<sdy::TensorShardingAttr>(given))
      return use(sharding, loc);
    return emitError(loc) << "'sdy.sharding' must be a #sdy.sharding, not " << given;
  };
  for (BlockArgument argument : main.getArguments())
    if (failed(border(main.getArgAttr(argument.getArgNumber(), "sdy.sharding"), argument.getLoc())))
      return failure();
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (failed(border(main.getResultAttr(i, "sdy.sharding"), main.getLoc())))
      return failure();
  WalkResult result = main.getBody().walk([&](Operation *op) {
    LogicalResult one = success();
    Attribute given = op->getAttr("sdy.sharding");
    if (given && !isa<sdy::TensorShardingPerValueAttr>(given))
      one = op->emitOpError() << "'sdy.sharding' must be a #sdy.sharding_per_value, not " << given;
    if (auto shardings = dyn_cast_or_null<sdy::TensorShardingPerValueAttr>(given))
      for (sdy::TensorShardingAttr sharding : shardings.getShardings())
        if (succeeded(one))
          one = use(sharding, op->getLoc());
    if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op))
      one = use(constraint.getSharding(), op->getLoc());
    if (sdy::TensorShardingAttr target = reshardTarget(op))
      one = use(target, op->getLoc());
    return failed(one) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult ShardyReader::checkMesh(sdy::MeshOp op) {
  ArrayRef<int64_t> ids = op.getMesh().getDeviceIds();
  // Those that a plan can describe.
  constexpr size_t maxAxes = 16;
  if (size_t axes = op.getMesh().getAxisSizes().size(); axes > maxAxes)
    return op.emitOpError() << "has " << axes << " axes, but at most " << maxAxes
                            << " are supported";
  for (auto [position, id] : llvm::enumerate(ids))
    if (id != static_cast<int64_t>(position)) {
      emitRemark(op.getLoc(), RemarkCategory::Import)
          << "the order of devices is not used: ranks count along the axes, and the "
             "launcher says which device a rank has";
      break;
    }
  return success();
}

LogicalResult ShardyReader::noteUse(sdy::TensorShardingAttr sharding, Location loc) {
  auto found = meshes.find(sharding.getMesh().getAttr());
  if (found == meshes.end()) {
    InFlightDiagnostic diag = emitError(loc)
                              << "sharding names mesh '@" << sharding.getMesh().getValue()
                              << "', which the module does not declare";
    for (auto &[name, op] : meshes)
      diag.attachNote(op.getLoc()) << "'@" << name.getValue() << "' is declared here";
    return diag;
  }
  sdy::MeshOp op = found->second;
  if (op.getMesh().getAxisSizes().empty()) {
    if (op.getMesh().getDeviceIds().empty())
      return success();
    return emitError(loc) << "the value is placed on device " << op.getMesh().getDeviceIds().front()
                          << " alone, which is not supported; split it or let all ranks hold it";
  }
  if (!used) {
    used = op;
    firstUse = loc;
    return success();
  }
  if (op == used || op.getMesh() == used.getMesh())
    return success();
  InFlightDiagnostic diag = emitError(loc)
                            << "sharding is over mesh '@" << op.getSymName() << "', "
                            << op.getMesh() << ", but others are over '@" << used.getSymName()
                            << "', " << used.getMesh() << "; use one mesh with the axes of both";
  diag.attachNote(*firstUse) << "one of the others";
  return diag;
}

LogicalResult ShardyReader::readMeshes() {
  for (auto op : module.getOps<sdy::MeshOp>())
    meshes[op.getSymNameAttr()] = op;
  if (failed(forEachSharding(
          [&](sdy::TensorShardingAttr sharding, Location loc) { return noteUse(sharding, loc); })))
    return failure();
  // A mesh that nothing refers to still says how many ranks there are.
  if (!used) {
    SmallVector<sdy::MeshOp> sized;
    for (auto &[name, op] : meshes)
      if (!op.getMesh().getAxisSizes().empty())
        sized.push_back(op);
    if (sized.size() == 1)
      used = sized.front();
  }
  if (!used)
    return success();
  if (failed(checkMesh(used)))
    return failure();
  SmallVector<dist::MeshAxisAttr> axes;
  for (auto [name, size] : llvm::zip(used.getMesh().getAxisNames().getAsValueRange<StringAttr>(),
                                     used.getMesh().getAxisSizes()))
    axes.push_back(dist::MeshAxisAttr::get(context, name, size));
  mesh = dist::MeshAttr::get(context, axes);
  SmallVector<dist::MeshOp> given(module.getOps<dist::MeshOp>());
  if (!given.empty()) {
    if (given.front().getMesh() != mesh) {
      InFlightDiagnostic diag = used.emitOpError()
                                << "is " << mesh << ", but the module's dist.mesh is "
                                << given.front().getMesh() << "; give one of them";
      diag.attachNote(given.front().getLoc()) << "declared here";
      return diag;
    }
    meshName = FlatSymbolRefAttr::get(given.front().getSymNameAttr());
    return success();
  }
  Location loc = used.getLoc();
  // Both may be called @mesh; the other has served.
  for (auto &[name, op] : meshes)
    op.erase();
  meshes.clear();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  dist::MeshOp::create(builder, loc, meshName.getValue(), mesh);
  return success();
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<dist::AxisRefAttr>> ShardyReader::readAxes(ArrayAttr names, bool &isOpen,
                                                                 Location loc, const Twine &what) {
  SmallVector<dist::AxisRefAttr> axes;
  for (StringRef text : names.getAsValueRange<StringAttr>()) {
    if (isOpen)
      return emitError(loc) << what << ": '?' must come last in a dimension";
    if (text == "?") {
      isOpen = true;
      continue;
    }
    // "x" or "x:(1)2".
    StringRef name = text;
    int64_t before = 1, size = 0;
    if (size_t colon = text.rfind(":("); colon != StringRef::npos) {
      auto [first, second] = text.drop_front(colon + 2).split(')');
      if (!first.getAsInteger(10, before) && !second.getAsInteger(10, size))
        name = text.take_front(colon);
      if (before < 1 || size < 2)
        return emitError(loc) << what << ": sub-axis (" << before << ")" << size << " of '" << name
                              << "' needs a pre-size of at least 1 and a size of at least 2";
    }
    std::optional<int64_t> whole = mesh.getAxisSize(name);
    if (!whole)
      return emitError(loc) << what << ": axis '" << name << "' is not one of the mesh " << mesh;
    // The whole axis has one spelling.
    if (before == 1 && size == *whole)
      size = 0;
    axes.push_back(dist::AxisRefAttr::get(context, name, before, size));
  }
  return axes;
}

FailureOr<Reading> ShardyReader::read(sdy::TensorShardingAttr sharding, Type type, Location loc,
                                      const Twine &whatTwine) {
  std::string what = whatTwine.str();
  Reading reading;
  // A sharding over a mesh without axes, and no other mesh: nothing is split.
  if (!mesh)
    return reading;
  SmallVector<dist::DimShardingAttr> dims;
  SmallVector<dist::AxisRefAttr> splitting;
  bool anyOpen = false, allOpen = true;
  for (ArrayAttr names : sharding.getDimensions().getAsRange<ArrayAttr>()) {
    bool isOpen = false;
    auto axes = readAxes(names, isOpen, loc, what);
    if (failed(axes))
      return failure();
    llvm::append_range(splitting, *axes);
    anyOpen |= isOpen;
    allOpen &= isOpen && axes->empty();
    dims.push_back(dist::DimShardingAttr::get(context, *axes, /*isClosed=*/!isOpen));
  }
  bool ignored = false;
  auto replicated = readAxes(sharding.getReplicated(), ignored, loc, what);
  auto pending = readAxes(sharding.getUnreduced(), ignored, loc, what);
  if (failed(replicated) || failed(pending))
    return failure();
  reading.pending = *pending;
  for (dist::AxisRefAttr axis : *replicated)
    for (dist::AxisRefAttr other : splitting)
      if (axis.overlaps(other, mesh))
        return emitError(loc) << what << ": axis '" << axis.getName()
                              << "' both splits the value and must not";
  for (auto [index, axis] : llvm::enumerate(*replicated))
    for (dist::AxisRefAttr other : llvm::concat<const dist::AxisRefAttr>(
             ArrayRef(*replicated).drop_front(index + 1), ArrayRef(*pending)))
      if (axis.overlaps(other, mesh))
        return emitError(loc) << what << ": axis '" << axis.getName()
                              << "' is used twice, of which once in 'replicated'";
  // Openness is of a dimension, not of an axis: dimensions close where an axis
  // must be kept out of them.
  if (anyOpen && !replicated->empty()) {
    for (dist::DimShardingAttr &dim : dims)
      dim = dist::DimShardingAttr::get(context, dim.getAxes(), /*isClosed=*/true);
    for (dist::MeshAxisAttr axis : mesh.getAxes()) {
      auto whole = dist::AxisRefAttr::get(context, axis.getName());
      bool isTaken = axis.getSize() == 1 || llvm::is_contained(*replicated, whole) ||
                     llvm::is_contained(splitting, whole);
      if (isTaken)
        continue;
      emitRemark(loc, RemarkCategory::Import) << what << ": open dimensions are closed, so that "
                                              << "replicated axes split none; axis '"
                                              << axis.getName() << "' will not split them either";
      break;
    }
    allOpen = false;
  }
  reading.says = !allOpen || !reading.pending.empty();
  reading.sharding = dist::ShardingAttr::get(context, meshName, dims);
  // Unreduced axes must be distinct from the others, too.
  dist::ShardingAttr complete = reading.sharding;
  if (!reading.pending.empty())
    complete = dist::ShardingAttr::get(
        context, meshName, dims,
        dist::PartialAttr::get(context, dist::ReductionKind::Sum, reading.pending));
  if (failed(complete.verifyAgainst(type, mesh, [&] { return emitError(loc) << what << ": "; })))
    return failure();
  for (auto [dim, priority] : llvm::enumerate(sharding.getPriorities()))
    reading.priorities.push_back(priority < 0 ? 0 : priority);
  return reading;
}

//===----------------------------------------------------------------------===//
// Annotated values
//===----------------------------------------------------------------------===//

LogicalResult ShardyReader::readArguments() {
  Builder builder(context);
  for (BlockArgument argument : main.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto sharding = main.getArgAttrOfType<sdy::TensorShardingAttr>(index, "sdy.sharding");
    if (!sharding || main.getArgAttr(index, "dist.sharding"))
      continue;
    std::string what = "argument #" + std::to_string(index);
    FailureOr<Reading> reading = read(sharding, argument.getType(), argument.getLoc(), what);
    if (failed(reading))
      return failure();
    if (!reading->pending.empty())
      return emitError(argument.getLoc())
             << what << " cannot be a pending sum over axis '" << reading->pending.front().getName()
             << "'; reduce it before it is passed in";
    if (!reading->says)
      continue;
    main.setArgAttr(index, "dist.sharding", reading->sharding);
    if (!reading->priorities.empty())
      main.setArgAttr(index, "dist.priorities", builder.getDenseI64ArrayAttr(reading->priorities));
  }
  return success();
}

LogicalResult ShardyReader::readResults() {
  for (unsigned index = 0; index < main.getNumResults(); ++index) {
    auto sharding = main.getResultAttrOfType<sdy::TensorShardingAttr>(index, "sdy.sharding");
    if (!sharding || main.getResultAttr(index, "dist.sharding"))
      continue;
    std::string what = "result #" + std::to_string(index);
    FailureOr<Reading> reading = read(sharding, main.getResultTypes()[index], main.getLoc(), what);
    if (failed(reading))
      return failure();
    if (!reading->pending.empty())
      return emitError(main.getLoc())
             << what << " cannot be a pending sum over axis '" << reading->pending.front().getName()
             << "'; leave 'unreduced' out";
    if (reading->says)
      main.setResultAttr(index, "dist.sharding", reading->sharding);
  }
  return success();
}

Value ShardyReader::constrain(OpBuilder &builder, Value value, const Reading &reading,
                              Location loc) {
  if (!reading.pending.empty())
    emitRemark(loc, RemarkCategory::Import)
        << "where the sum over axis '" << reading.pending.front().getName()
        << "' is reduced is left to propagation; write an sdy.reshard to say it";
  auto constraint = dist::ConstraintOp::create(builder, loc, value.getType(), value,
                                               reading.sharding, /*priority=*/0);
  if (!reading.priorities.empty())
    constraint->setAttr("dist.priorities", builder.getDenseI64ArrayAttr(reading.priorities));
  return constraint.getResult();
}

LogicalResult ShardyReader::readOp(Operation *op) {
  OpBuilder builder(op);
  if (failed(verifyShardyOp(op)))
    return failure();
  if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op)) {
    FailureOr<Reading> reading =
        read(constraint.getSharding(), constraint.getType(), op->getLoc(), "constraint");
    if (failed(reading))
      return failure();
    // Where dimensions are open, it may still say that sums are reduced here.
    bool says = reading->says || (mesh && op->hasAttr("shardc.reduced"));
    constraint.replaceAllUsesWith(
        says ? constrain(builder, constraint.getInput(), *reading, op->getLoc())
             : constraint.getInput());
    op->erase();
    return success();
  }
  if (sdy::TensorShardingAttr target = reshardTarget(op)) {
    Type type = op->getResult(0).getType();
    FailureOr<Reading> reading = read(target, type, op->getLoc(), "reshard");
    if (failed(reading))
      return failure();
    Value result = op->getOperand(0);
    if (mesh) {
      SmallVector<dist::DimShardingAttr> dims;
      for (dist::DimShardingAttr dim : reading->sharding.getDims())
        dims.push_back(dist::DimShardingAttr::get(context, dim.getAxes()));
      SmallVector<dist::PartialAttr> partial;
      if (!reading->pending.empty())
        partial.push_back(
            dist::PartialAttr::get(context, dist::ReductionKind::Sum, reading->pending));
      result = dist::ReshardOp::create(builder, op->getLoc(), type, result,
                                       dist::ShardingAttr::get(context, meshName, dims, partial));
    }
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    return success();
  }
  if (isa<sdy::ShardingGroupOp, sdy::PropagationBarrierOp>(op)) {
    emitRemark(op->getLoc(), RemarkCategory::Import)
        << "'" << op->getName() << "' is not used: where a value is not annotated, propagation "
        << "decides by bytes";
    if (op->getNumResults())
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
    return success();
  }
  Attribute attr = op->getAttr("sdy.sharding");
  if (!attr)
    return success();
  auto shardings = dyn_cast<sdy::TensorShardingPerValueAttr>(attr);
  if (!shardings)
    return op->emitError() << "'sdy.sharding' of an op must be an #sdy.sharding_per_value, not "
                           << attr;
  if (shardings.getShardings().size() != op->getNumResults())
    return op->emitError() << "'sdy.sharding' has " << shardings.getShardings().size()
                           << " shardings for " << op->getNumResults() << " results";
  builder.setInsertionPointAfter(op);
  for (auto [result, sharding] : llvm::zip(op->getResults(), shardings.getShardings())) {
    FailureOr<Reading> reading = read(sharding, result.getType(), op->getLoc(),
                                      "result " + Twine(result.getResultNumber()) + " of '" +
                                          op->getName().getStringRef() + "'");
    if (failed(reading))
      return failure();
    if (!reading->says || result.use_empty())
      continue;
    Value constrained = constrain(builder, result, *reading, op->getLoc());
    result.replaceAllUsesExcept(constrained, constrained.getDefiningOp());
  }
  return success();
}

LogicalResult ShardyReader::run() {
  if (failed(shareGroupShardings(main)) || failed(readMeshes()) || failed(readArguments()) ||
      failed(readResults()))
    return failure();
  SmallVector<Operation *> ops;
  main.getBody().walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    if (failed(readOp(op)))
      return failure();
  return success();
}

} // namespace

LogicalResult convertShardings(ModuleOp module, func::FuncOp main) {
  return ShardyReader(module, main).run();
}

} // namespace shardc
