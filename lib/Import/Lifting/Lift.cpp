//===- Lift.cpp - per-device programs as global ones ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Goes through the program in order, with the lifted form of every value. Ops whose
// operands do not vary are copied as they are; the others have a rule each.
//
//===----------------------------------------------------------------------===//
#include "Lift.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;

namespace shardc {

Lifter::Lifter(const DeviceSpace &devices, MLIRContext *context)
    : builder(context), devices(devices) {
  addElementwiseLifts(rules);
  addShapeLifts(rules);
  addContractionLifts(rules);
  addIndexingLifts(rules);
  addReductionLifts(rules);
  addLoopLifts(rules);
  addCollectiveLifts(rules);
  addPermuteLifts(rules);
  addManualLifts(rules);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Lifted Lifter::get(Value value) const {
  auto found = varying.find(value);
  if (found != varying.end())
    return found->second;
  return {uniform.lookupOrDefault(value), {}};
}

void Lifter::set(Value value, Lifted lifted) {
  if (lifted.isUniform()) {
    varying.erase(value);
    uniform.map(value, lifted.value);
  } else {
    // A loop lifted again may have been uniform before, in a copy that is gone.
    uniform.erase(value);
    varying[value] = std::move(lifted);
  }
}

AxisList Lifter::unite(ArrayRef<unsigned> a, ArrayRef<unsigned> b) {
  AxisList joined(a);
  for (unsigned axis : b)
    if (!llvm::is_contained(joined, axis))
      joined.push_back(axis);
  llvm::sort(joined);
  return joined;
}

AxisList Lifter::without(ArrayRef<unsigned> a, ArrayRef<unsigned> b) {
  AxisList rest;
  for (unsigned axis : a)
    if (!llvm::is_contained(b, axis))
      rest.push_back(axis);
  return rest;
}

AxisList Lifter::common(ArrayRef<unsigned> a, ArrayRef<unsigned> b) {
  AxisList both;
  for (unsigned axis : a)
    if (llvm::is_contained(b, axis))
      both.push_back(axis);
  return both;
}

AxisList Lifter::unite(ValueRange operands) const {
  AxisList axes;
  for (Value operand : operands)
    axes = unite(axes, get(operand).axes);
  return axes;
}

SmallVector<int64_t> Lifter::placesOf(ArrayRef<unsigned> some, ArrayRef<unsigned> list) {
  SmallVector<int64_t> places;
  for (unsigned axis : some)
    places.push_back(llvm::find(list, axis) - list.begin());
  return places;
}

SmallVector<int64_t> Lifter::sizes(ArrayRef<unsigned> axes) const {
  SmallVector<int64_t> list;
  for (unsigned axis : axes)
    list.push_back(devices.getAxes()[axis].size);
  return list;
}

RankedTensorType Lifter::liftedType(ArrayRef<unsigned> axes, Type type) const {
  auto local = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape = sizes(axes);
  llvm::append_range(shape, local.getShape());
  return local.clone(shape);
}

std::string Lifter::names(ArrayRef<unsigned> axes) const {
  std::string text;
  for (auto [index, axis] : llvm::enumerate(axes))
    text += (index == 0                 ? "'"
             : index + 1 == axes.size() ? " and '"
                                        : ", '") +
            devices.getAxes()[axis].ref + "'";
  return text;
}

//===----------------------------------------------------------------------===//
// Moving dimensions
//===----------------------------------------------------------------------===//

Value Lifter::spread(const Lifted &lifted, ArrayRef<unsigned> axes, Location loc) {
  if (ArrayRef<unsigned>(lifted.axes) == axes)
    return lifted.value;
  RankedTensorType type = typeOf(lifted.value);
  int64_t lead = lifted.axes.size(), rank = type.getRank() - lead;
  SmallVector<int64_t> dims = placesOf(lifted.axes, axes);
  SmallVector<int64_t> shape = sizes(axes);
  for (int64_t dim = 0; dim < rank; ++dim) {
    dims.push_back(axes.size() + dim);
    shape.push_back(type.getDimSize(lead + dim));
  }
  return stablehlo::BroadcastInDimOp::create(builder, loc, type.clone(shape), lifted.value, dims);
}

Value Lifter::reshape(Value value, ArrayRef<int64_t> shape, Location loc) {
  RankedTensorType type = typeOf(value);
  if (type.getShape() == shape)
    return value;
  return stablehlo::ReshapeOp::create(builder, loc, type.clone(shape), value);
}

Value Lifter::transpose(Value value, ArrayRef<int64_t> permutation, Location loc) {
  if (llvm::is_sorted(permutation))
    return value;
  RankedTensorType type = typeOf(value);
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(type.getDimSize(dim));
  return stablehlo::TransposeOp::create(builder, loc, type.clone(shape), value, permutation);
}

Value Lifter::scalar(Attribute value, Location loc) {
  return splat(value, RankedTensorType::get({}, cast<TypedAttr>(value).getType()), loc);
}

Value Lifter::splat(Attribute value, RankedTensorType type, Location loc) {
  return stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, value));
}

Lifted Lifter::ordered(Value value, ArrayRef<unsigned> order, Location loc) {
  AxisList sorted(order);
  llvm::sort(sorted);
  SmallVector<int64_t> permutation = placesOf(sorted, order);
  for (int64_t dim = order.size(), rank = typeOf(value).getRank(); dim < rank; ++dim)
    permutation.push_back(dim);
  return {transpose(value, permutation, loc), sorted};
}

Value Lifter::fold(Value value, ArrayRef<int64_t> moved, int64_t into, Location loc) {
  if (moved.empty())
    return value;
  ArrayRef<int64_t> shape = typeOf(value).getShape();
  SmallVector<int64_t> permutation, merged;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim) {
    if (llvm::is_contained(moved, dim))
      continue;
    merged.push_back(shape[dim]);
    if (dim == into)
      for (int64_t one : moved) {
        permutation.push_back(one);
        merged.back() *= shape[one];
      }
    permutation.push_back(dim);
  }
  return reshape(transpose(value, permutation, loc), merged, loc);
}

Value Lifter::unfold(Value value, int64_t from, ArrayRef<int64_t> sizes, Location loc) {
  if (sizes.empty())
    return value;
  ArrayRef<int64_t> shape = typeOf(value).getShape();
  SmallVector<int64_t> split(shape.take_front(from)), permutation;
  int64_t rest = shape[from];
  for (int64_t size : sizes) {
    permutation.push_back(split.size());
    split.push_back(size);
    rest /= size;
  }
  split.push_back(rest);
  llvm::append_range(split, shape.drop_front(from + 1));
  for (int64_t dim = 0, rank = split.size(); dim < rank; ++dim)
    if (!llvm::is_contained(permutation, dim))
      permutation.push_back(dim);
  return transpose(reshape(value, split, loc), permutation, loc);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

Operation *Lifter::clone(Operation *op, ValueRange operands, ArrayRef<unsigned> axes) {
  Operation *copy = op->clone(uniform);
  copy->setOperands(operands);
  for (OpResult result : copy->getResults())
    result.setType(liftedType(axes, result.getType()));
  if (auto own = copy->getAttrOfType<sdy::TensorShardingPerValueAttr>("sdy.sharding");
      own && !axes.empty()) {
    SmallVector<sdy::TensorShardingAttr> shardings;
    for (sdy::TensorShardingAttr sharding : own.getShardings())
      shardings.push_back(prefixed(sharding, axes));
    copy->setAttr("sdy.sharding",
                  sdy::TensorShardingPerValueAttr::get(op->getContext(), shardings));
  }
  return builder.insert(copy);
}

void Lifter::setResults(Operation *op, Operation *lifted, ArrayRef<unsigned> axes) {
  for (auto [result, value] : llvm::zip(op->getResults(), lifted->getResults()))
    set(result, {value, AxisList(axes)});
}

LogicalResult Lifter::checkCaptures(Operation *op) {
  WalkResult result = op->walk([&](Operation *inner) {
    if (inner == op)
      return WalkResult::advance();
    for (Value operand : inner->getOperands()) {
      auto found = varying.find(operand);
      if (found == varying.end())
        continue;
      InFlightDiagnostic diag = op->emitOpError()
                                << "has a body that uses a value from outside which differs "
                                   "from device to device over axis "
                                << names(found->second.axes) << "; pass it as an operand";
      diag.attachNote(operand.getLoc()) << "the value";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult Lifter::liftOp(Operation *op) {
  if (followNumbers(op))
    return success();
  bool isLoop = isa<stablehlo::WhileOp>(op);
  bool varies = !unite(op->getOperands()).empty();
  if (!isLoop && !isa<sdy::ManualComputationOp>(op) && failed(checkCaptures(op)))
    return failure();
  bool device = isDeviceOp(op) || isa<sdy::ManualComputationOp>(op) ||
                (op->getNumRegions() && (isLoop || holdsDeviceOp(op)));
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
    device |= call.getCallTargetName().starts_with("SPMD");
  if (!varies && !device) {
    Operation *copy = builder.clone(*op, uniform);
    for (auto [result, value] : llvm::zip(op->getResults(), copy->getResults()))
      set(result, {value, {}});
    return success();
  }
  auto rule = rules.find(op->getName().getStringRef());
  if (rule != rules.end())
    return rule->second(*this, op);
  InFlightDiagnostic diag = op->emitOpError();
  if (varies)
    diag << "differs from device to device over axis " << names(unite(op->getOperands()))
         << ", which is not supported for it";
  else
    diag << "holds an op that depends on the device, which is not supported for it";
  return diag;
}

LogicalResult Lifter::liftOps(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(liftOp(&op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Placements
//===----------------------------------------------------------------------===//

static sdy::TensorShardingAttr makeSharding(const DeviceSpace &devices, MLIRContext *context,
                                            ArrayRef<AxisList> dims, int64_t rank, bool isOpen) {
  Builder builder(context);
  SmallVector<Attribute> lists;
  for (int64_t dim = 0; dim < rank; ++dim) {
    SmallVector<Attribute> names;
    bool isGiven = dim < static_cast<int64_t>(dims.size());
    if (isGiven)
      for (unsigned axis : dims[dim])
        names.push_back(builder.getStringAttr(devices.getAxes()[axis].ref));
    // What a group gathers is whole; a dimension that axes split is theirs.
    if (isOpen && !isGiven)
      names.push_back(builder.getStringAttr("?"));
    lists.push_back(builder.getArrayAttr(names));
  }
  return sdy::TensorShardingAttr::get(context, devices.getMeshName(), builder.getArrayAttr(lists),
                                      builder.getArrayAttr({}), builder.getArrayAttr({}), {});
}

Value Lifter::pin(Value value, ArrayRef<AxisList> dims, Location loc) {
  if (!isFullyManual())
    return constrain(value, dims, loc);
  int64_t rank = typeOf(value).getRank();
  return sdy::ReshardOp::create(
      builder, loc, value.getType(), value,
      makeSharding(devices, builder.getContext(), dims, rank, /*isOpen=*/false));
}

Value Lifter::constrain(Value value, ArrayRef<AxisList> dims, Location loc) {
  int64_t rank = typeOf(value).getRank();
  auto constraint = sdy::ShardingConstraintOp::create(
      builder, loc, value.getType(), value,
      makeSharding(devices, builder.getContext(), dims, rank, !isFullyManual()));
  // It says that sums are reduced here even where it leaves every dimension open.
  constraint->setAttr("shardc.reduced", builder.getUnitAttr());
  return constraint.getResult();
}

sdy::TensorShardingAttr Lifter::prefixed(sdy::TensorShardingAttr sharding,
                                         ArrayRef<unsigned> axes) const {
  SmallVector<Attribute> dims;
  SmallVector<int64_t> priorities;
  for (unsigned axis : axes) {
    auto ref = StringAttr::get(sharding.getContext(), devices.getAxes()[axis].ref);
    dims.push_back(ArrayAttr::get(sharding.getContext(), ref));
    priorities.push_back(-1);
  }
  llvm::append_range(dims, sharding.getDimensions());
  if (sharding.getPriorities().empty())
    priorities.clear();
  llvm::append_range(priorities, sharding.getPriorities());
  return sdy::TensorShardingAttr::get(
      sharding.getContext(), sharding.getMesh(), ArrayAttr::get(sharding.getContext(), dims),
      sharding.getReplicated(), sharding.getUnreduced(), priorities);
}

} // namespace shardc
