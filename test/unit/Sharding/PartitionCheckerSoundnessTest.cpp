//===- PartitionCheckerSoundnessTest.cpp - placements are true --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random local programs, op by op: what the checker refuses is dropped. What it
// derives for the rest is then measured: the program is run on all ranks with
// poisoned padding, each op again on global values, and every element of every
// rank must be the element of the global value that the placement says it is.
//
//===----------------------------------------------------------------------===//

#include "lib/Sharding/PartitionCheckerImpl.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Reference/Interpreter.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <random>

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using reference::Tensor;

namespace {

int64_t product(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

/// Steps an index through a shape; false at the end.
bool advance(SmallVectorImpl<int64_t> &index, ArrayRef<int64_t> shape) {
  for (size_t i = shape.size(); i-- > 0;) {
    if (++index[i] < shape[i])
      return true;
    index[i] = 0;
  }
  return false;
}

int64_t flatten(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  int64_t flat = 0;
  for (auto [i, extent] : llvm::zip_equal(index, shape))
    flat = flat * extent + i;
  return flat;
}

/// The mesh axes of the tests as atoms: axis "a" is cut in two.
struct AtomShape {
  const char *axis;
  int64_t divisor, size;
};

/// One random program and its measurement.
class Trial {
public:
  Trial(MLIRContext &context, uint64_t seed) : context(context), rng(seed) {}
  void run();

  unsigned kept = 0, refused = 0, compared = 0;
  std::string failure;

private:
  int64_t pick(int64_t below) { return std::uniform_int_distribution<int64_t>(0, below - 1)(rng); }
  bool chance(double p) { return std::uniform_real_distribution<>()(rng) < p; }
  Value pickValue() {
    // Later values more often.
    size_t n = pool.size();
    return pool[std::max<int64_t>(pick(n), pick(n))];
  }
  ArrayRef<int64_t> shapeOf(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }
  Type typeOf(ArrayRef<int64_t> shape) { return RankedTensorType::get(shape, builder->getF64Type()); }
  ArrayAttr pickAxes();
  Operation *propose();
  bool derive();
  void append();
  void measure();
  Tensor globalOf(Operation *op, unsigned result);
  Tensor widen(const Tensor &tensor, const Placement &placement, ArrayRef<int64_t> extents);
  SmallVector<Tensor> interpretAlone(Operation *op, ArrayRef<Tensor> operands,
                                     ArrayRef<Type> results);
  void compare(Value value, const Tensor &global, ArrayRef<Tensor> local);
  SmallVector<int64_t> globalShape(const Placement &placement) {
    return llvm::map_to_vector(placement.dims, [](const Dim &dim) { return dim.global; });
  }

  MLIRContext &context;
  std::mt19937_64 rng;
  OwningOpRef<ModuleOp> module;
  func::FuncOp main;
  std::optional<ImplicitLocOpBuilder> builder;
  SmallVector<Value> pool;
  llvm::DenseMap<Value, Placement> placements;
  llvm::DenseMap<Value, Tensor> globals;
  dist::MeshAttr mesh;
  // Must match how the checker numbers the atoms of the arguments' shardings.
  SmallVector<AtomShape> atoms = {{"a", 2, 2}, {"a", 1, 2}, {"b", 1, 3}};
};

} // namespace

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Arguments in all sorts of blocks of small extents.
static const char *const header = R"mlir(
dist.mesh @mesh <"a"=4, "b"=3>
func.func @main(
    %0: tensor<6x4xf64> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<6x4xf64>},
    %1: tensor<2x4xf64> {dist.sharding = #dist.sharding<@mesh, [{"b"}, {}]>, dist.global_type = tensor<6x4xf64>},
    %2: tensor<6x1xf64> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>, dist.global_type = tensor<6x4xf64>},
    %3: tensor<2x4xf64> {dist.sharding = #dist.sharding<@mesh, [{"b"}, {}]>, dist.global_type = tensor<5x4xf64>},
    %4: tensor<2x2xf64> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>, dist.global_type = tensor<7x4xf64>},
    %5: tensor<2x6xf64> {dist.sharding = #dist.sharding<@mesh, [{"a":(1)2}, {}]>, dist.global_type = tensor<4x6xf64>},
    %6: tensor<4x2xf64> {dist.sharding = #dist.sharding<@mesh, [{"a":(2)2}, {"b", "a":(1)2}]>, dist.global_type = tensor<8x9xf64>},
    %7: tensor<4xf64> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<4xf64>},
    %8: tensor<2xf64> {dist.sharding = #dist.sharding<@mesh, [{"b"}]>, dist.global_type = tensor<6xf64>},
    %9: tensor<4xf64> {dist.sharding = #dist.sharding<@mesh, [{"b"}:4]>, dist.global_type = tensor<12xf64>}) {
  return
})mlir";

ArrayAttr Trial::pickAxes() {
  auto axis = [&](StringRef name, int64_t pre, int64_t size) -> Attribute {
    return dist::AxisRefAttr::get(&context, name, pre, size);
  };
  SmallVector<Attribute> list;
  switch (pick(7)) {
  case 0:
  case 1:
    list = {axis("b", 1, 0)};
    break;
  case 2:
    list = {axis("a", 1, 0)};
    break;
  case 3:
    list = {axis("a", 1, 2)};
    break;
  case 4:
    list = {axis("a", 2, 2)};
    break;
  case 5:
    list = {axis("b", 1, 0), axis("a", 1, 2)};
    break;
  default:
    list = {axis("a", 1, 0), axis("b", 1, 0)};
    break;
  }
  return builder->getArrayAttr(list);
}

Operation *Trial::propose() {
  ImplicitLocOpBuilder &b = *builder;
  Value x = pickValue(), y = pickValue();
  ArrayRef<int64_t> shape = shapeOf(x);
  int64_t rank = shape.size();
  ArrayAttr axes = pickAxes();
  int64_t parts = 1;
  for (auto ref : axes.getAsRange<dist::AxisRefAttr>())
    parts *= ref.getSize(mesh);
  auto kind = dist::ReductionKindAttr::get(
      &context, chance(0.8) ? dist::ReductionKind::Sum : dist::ReductionKind::Max);
  auto name = FlatSymbolRefAttr::get(&context, "mesh");
  auto number = [&](int64_t value) { return b.getI64IntegerAttr(value); };
  auto scalar = [&](double value) {
    return DenseElementsAttr::get(cast<ShapedType>(typeOf({})), value);
  };
  int64_t dim = rank ? pick(rank) : 0;
  SmallVector<int64_t> other(shape);
  // Half of the time look for a partner of the same type.
  for (int i = 0; i < 6 && y.getType() != x.getType(); ++i)
    y = pickValue();

  switch (pick(26)) {
  case 0:
    return stablehlo::NegOp::create(b, x);
  case 1:
    return stablehlo::TanhOp::create(b, x);
  case 2:
  case 3:
    return x.getType() == y.getType() ? stablehlo::AddOp::create(b, x, y).getOperation() : nullptr;
  case 4:
    return x.getType() == y.getType() ? stablehlo::MulOp::create(b, x, y).getOperation() : nullptr;
  case 5:
    return x.getType() == y.getType() ? stablehlo::MaxOp::create(b, x, y).getOperation() : nullptr;
  case 6:
  case 7: {
    y = pickValue();
    ArrayRef<int64_t> right = shapeOf(y);
    if (rank == 0 || right.empty())
      return nullptr;
    int64_t at = pick(right.size());
    if (right[at] != shape[dim])
      return nullptr;
    SmallVector<int64_t> result;
    for (int64_t i = 0; i < rank; ++i)
      if (i != dim)
        result.push_back(shape[i]);
    for (int64_t i = 0; i < int64_t(right.size()); ++i)
      if (i != at)
        result.push_back(right[i]);
    if (result.size() > 3)
      return nullptr;
    auto numbers = stablehlo::DotDimensionNumbersAttr::get(&context, {}, {}, {dim}, {at});
    return stablehlo::DotGeneralOp::create(b, b.getLoc(), typeOf(result), x, y, numbers);
  }
  case 8:
  case 9: {
    if (!rank)
      return nullptr;
    bool isSum = chance(0.6);
    Value init = stablehlo::ConstantOp::create(b, scalar(isSum ? 0.0 : -INFINITY));
    return isSum ? stablehlo::ReduceOp::of<stablehlo::AddOp>(b, b.getLoc(), x, init, {dim})
                 : stablehlo::ReduceOp::of<stablehlo::MaxOp>(b, b.getLoc(), x, init, {dim});
  }
  case 10: {
    if (rank != 2)
      return nullptr;
    return stablehlo::TransposeOp::create(b, x, b.getDenseI64ArrayAttr({1, 0}));
  }
  case 11: {
    if (rank > 2)
      return nullptr;
    other.insert(other.begin() + (rank ? pick(rank + 1) : 0), 1 + pick(4));
    SmallVector<int64_t> dims;
    for (int64_t i = 0, j = 0; i < int64_t(other.size()); ++i)
      if (j < rank && other[i] == shape[j] && int64_t(dims.size()) < rank)
        dims.push_back(i), ++j;
    if (int64_t(dims.size()) != rank)
      return nullptr;
    return stablehlo::BroadcastInDimOp::create(b, typeOf(other), x, b.getDenseI64ArrayAttr(dims));
  }
  case 12: {
    // Merge two neighbours, split one, or add a unit.
    if (rank >= 2 && chance(0.5)) {
      int64_t at = pick(rank - 1);
      other[at] *= other[at + 1];
      other.erase(other.begin() + at + 1);
    } else if (rank && shape[dim] % 2 == 0 && chance(0.7)) {
      other[dim] = 2;
      other.insert(other.begin() + dim + pick(2), shape[dim] / 2);
    } else {
      other.insert(other.begin() + pick(rank + 1), 1);
    }
    if (other.size() > 3)
      return nullptr;
    return stablehlo::ReshapeOp::create(b, typeOf(other), x);
  }
  case 13: {
    if (!rank || shape[dim] < 2)
      return nullptr;
    SmallVector<int64_t> starts(rank, 0), strides(rank, 1);
    other[dim] = 1 + pick(shape[dim]);
    SmallVector<int64_t> limits(other);
    return stablehlo::SliceOp::create(b, typeOf(other), x, b.getDenseI64ArrayAttr(starts),
                                      b.getDenseI64ArrayAttr(limits),
                                      b.getDenseI64ArrayAttr(strides));
  }
  case 14: {
    if (!rank || x.getType() != y.getType())
      return nullptr;
    other[dim] *= 2;
    return stablehlo::ConcatenateOp::create(b, typeOf(other), ValueRange{x, y}, number(dim));
  }
  case 15:
  case 16:
    return dist::AllReduceOp::create(b, x.getType(), x, kind, axes, name);
  case 17:
  case 18:
    if (!rank)
      return nullptr;
    other[dim] *= parts;
    // Cut as the placement wants it, or not at all.
    if (const Placement &placement = placements[x]; chance(0.7)) {
      const Dim &split = placement.dims[dim];
      size_t count = axes.size();
      other[dim] = split.steps.size() > count ? split.steps[split.steps.size() - count - 1].stride
                                              : split.global;
    }
    return dist::AllGatherOp::create(b, typeOf(other), x, number(dim), axes, name);
  case 19:
    if (!rank)
      return nullptr;
    other[dim] = (other[dim] + parts - 1) / parts;
    return dist::AllSliceOp::create(b, typeOf(other), x, number(dim), axes, name);
  case 20:
    if (!rank)
      return nullptr;
    other[dim] = (other[dim] + parts - 1) / parts;
    return dist::ReduceScatterOp::create(b, typeOf(other), x, kind, number(dim), axes, name);
  case 21: {
    if (rank < 2)
      return nullptr;
    int64_t concat = (dim + 1) % rank;
    const Dim &split = placements[x].dims[concat];
    other[dim] = (other[dim] + parts - 1) / parts;
    other[concat] = split.steps.size() > 1 ? split.steps[split.steps.size() - 2].stride : split.global;
    return dist::AllToAllOp::create(b, typeOf(other), x, number(dim), number(concat), axes, name);
  }
  case 22:
  case 23: {
    if (!rank)
      return nullptr;
    // The blocks of the value as attributes: each atom an axis of its own is
    // the same as the merged axis where blocks are even.
    const Dim &split = placements[x].dims[dim];
    int64_t global = chance(0.9) ? split.global : split.global + 1;
    ArrayAttr over = chance(0.5) ? axes : builder->getArrayAttr([&] {
      SmallVector<Attribute> list;
      for (const Step &step : split.steps)
        list.push_back(step.atom == 2   ? dist::AxisRefAttr::get(&context, "b", 1, 0)
                       : step.atom == 0 ? dist::AxisRefAttr::get(&context, "a", 1, 2)
                                        : dist::AxisRefAttr::get(&context, "a", 2, 2));
      return list;
    }());
    if (over.empty())
      return nullptr;
    double fill = chance(0.7) ? 0.0 : chance(0.5) ? -INFINITY : 1.0;
    return dist::MaskOp::create(b, x.getType(), x, number(dim), number(global),
                                number(chance(0.8) ? 1 : 4), over, name,
                                cast<TypedAttr>(Attribute(b.getF64FloatAttr(fill))));
  }
  case 24: {
    double values[] = {0.0, 1.0, -2.0, 0.5};
    auto type = cast<ShapedType>(x.getType());
    return stablehlo::ConstantOp::create(b, DenseElementsAttr::get(type, values[pick(4)]));
  }
  default: {
    if (!rank)
      return nullptr;
    auto weight = RankedTensorType::get({shape.back()}, b.getF64Type());
    Value scale = stablehlo::ConstantOp::create(b, DenseElementsAttr::get(weight, 2.0));
    if (x.getType() == y.getType() && chance(0.5))
      return nn::RmsNormGradOp::create(b, TypeRange{x.getType(), weight}, x, scale, y,
                                       b.getF64FloatAttr(0.1));
    return nn::RmsNormOp::create(b, x.getType(), x, scale, b.getF64FloatAttr(0.1));
  }
  }
}

/// Runs the checker over the program so far; its placements go to `placements`.
bool Trial::derive() {
  llvm::DenseMap<Value, Placement> fresh;
  Checker checker(main, {});
  checker.observer = [&](Value value, const Placement &placement) { fresh[value] = placement; };
  if (failed(checker.run()))
    return false;
  placements = std::move(fresh);
  return true;
}

void Trial::append() {
  Operation *last = &*std::prev(Block::iterator(main.getBody().front().getTerminator()));
  bool wasEmpty = main.getBody().front().getOperations().size() == 1;
  Operation *op = propose();
  if (op && succeeded(verify(op)) && product(shapeOf(op->getResult(0))) <= 256 && derive()) {
    ++kept;
    llvm::append_range(pool, op->getResults());
    return;
  }
  if (op)
    ++refused;
  // Take back the op and the constants made for it.
  Operation *end = main.getBody().front().getTerminator();
  while (&main.getBody().front().front() != end &&
         (wasEmpty || &*std::prev(Block::iterator(end)) != last))
    std::prev(Block::iterator(end))->erase();
}

//===----------------------------------------------------------------------===//
// Measurement
//===----------------------------------------------------------------------===//

/// A value that does not depend on an index, in more or fewer of these.
Tensor Trial::widen(const Tensor &tensor, const Placement &placement, ArrayRef<int64_t> extents) {
  if (tensor.getShape() == extents)
    return tensor;
  Tensor result(RankedTensorType::get(extents, tensor.getElementType()));
  SmallVector<int64_t> index(extents.size(), 0);
  auto elements = result.getMutable<double>();
  do {
    SmallVector<int64_t> from(index);
    for (auto [i, dim] : llvm::enumerate(placement.dims)) {
      if (dim.soft)
        from[i] = 0;
      else if (from[i] >= tensor.getShape()[i])
        return Tensor();
    }
    elements[flatten(index, extents)] = tensor.at(flatten(from, tensor.getShape()));
  } while (advance(index, extents));
  return result;
}

SmallVector<Tensor> Trial::interpretAlone(Operation *op, ArrayRef<Tensor> operands,
                                          ArrayRef<Type> results) {
  OpBuilder b(&context);
  OwningOpRef<ModuleOp> scratch = ModuleOp::create(b.getUnknownLoc());
  b.setInsertionPointToEnd(scratch->getBody());
  SmallVector<Type> inputs =
      llvm::map_to_vector(operands, [](const Tensor &tensor) -> Type { return tensor.getType(); });
  auto function = func::FuncOp::create(b, b.getUnknownLoc(), "f",
                                       b.getFunctionType(inputs, results));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToEnd(body);
  Operation *clone = op->clone();
  b.insert(clone);
  clone->setOperands(body->getArguments());
  for (auto [result, type] : llvm::zip_equal(clone->getResults(), results))
    result.setType(type);
  if (auto slice = dyn_cast<stablehlo::SliceOp>(clone)) {
    SmallVector<int64_t> limits;
    for (auto [start, extent] : llvm::zip_equal(slice.getStartIndices(),
                                                cast<RankedTensorType>(results[0]).getShape()))
      limits.push_back(start + extent);
    slice.setLimitIndices(limits);
  }
  func::ReturnOp::create(b, b.getUnknownLoc(), clone->getResults());
  auto values = reference::interpret(function, operands);
  return succeeded(values) ? *values : SmallVector<Tensor>();
}

/// The global value that the results of an op are parts of.
Tensor Trial::globalOf(Operation *op, unsigned result) {
  const Placement &placement = placements[op->getResult(result)];
  SmallVector<int64_t> shape = globalShape(placement);
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    auto splat = cast<DenseElementsAttr>(constant.getValue()).getSplatValue<APFloat>();
    return Tensor::splat(RankedTensorType::get(shape, builder->getF64Type()),
                         splat.convertToDouble());
  }
  // What moves or masks parts leaves the whole as it is.
  if (isa<dist::DistDialect>(op->getDialect())) {
    const Tensor &input = globals[op->getOperand(0)];
    return widen(input, placements[op->getOperand(0)], shape);
  }
  SmallVector<Tensor> operands;
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(op);
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    const Placement &from = placements[operand];
    SmallVector<int64_t> extents = globalShape(from);
    if (dot) {
      auto numbers = dot.getDotDimensionNumbers();
      int64_t own = (number ? numbers.getRhsContractingDimensions()
                            : numbers.getLhsContractingDimensions())[0];
      int64_t its = (number ? numbers.getLhsContractingDimensions()
                            : numbers.getRhsContractingDimensions())[0];
      const Dim &partner = placements[op->getOperand(1 - number)].dims[its];
      if (from.dims[own].soft && !partner.soft)
        extents[own] = partner.global;
    } else if (isa<stablehlo::ConcatenateOp>(op)) {
      int64_t along = cast<stablehlo::ConcatenateOp>(op).getDimension();
      for (size_t i = 0; i < extents.size(); ++i)
        if (int64_t(i) != along)
          extents[i] = shape[i];
    } else if (isa<nn::RmsNormGradOp>(op)) {
      SmallVector<int64_t> rows = globalShape(placements[op->getResult(0)]);
      extents = number == 1 ? SmallVector<int64_t>{rows.back()} : rows;
    } else if (isa<nn::RmsNormOp>(op)) {
      extents = number == 1 ? SmallVector<int64_t>{shape.back()} : shape;
    } else if (op->hasTrait<OpTrait::Elementwise>() ||
               isa<stablehlo::AddOp, stablehlo::MulOp, stablehlo::MaxOp>(op)) {
      extents = shape;
    }
    operands.push_back(widen(globals[operand], from, extents));
    if (!operands.back())
      return Tensor();
  }
  SmallVector<Type> types;
  for (Value value : op->getResults())
    types.push_back(RankedTensorType::get(globalShape(placements[value]), builder->getF64Type()));
  SmallVector<Tensor> values = interpretAlone(op, operands, types);
  return result < values.size() ? values[result] : Tensor();
}

/// Start and number of real elements of a rank's block.
static std::pair<int64_t, int64_t> blockOfRank(const Dim &dim, ArrayRef<int64_t> coordinates) {
  int64_t offset = 0, valid = dim.global;
  for (const Step &step : dim.steps) {
    int64_t start = coordinates[step.atom] * step.stride;
    offset += start;
    valid = std::clamp<int64_t>(valid - start, 0, step.stride);
  }
  return {offset, valid};
}

void Trial::compare(Value value, const Tensor &global, ArrayRef<Tensor> local) {
  const Placement &placement = placements[value];
  if (!placement.varying.empty() || placement.tag != Placement::Plain)
    return;
  if (!global) {
    failure = "no global value";
    return;
  }
  // Ranks by atom coordinates; the last axis varies fastest from rank to rank.
  auto rankOf = [&](ArrayRef<int64_t> c) { return (c[0] * 2 + c[1]) * 3 + c[2]; };
  SmallVector<int64_t> coordinates(3, 0), sizes = {2, 2, 3};
  do {
    SmallVector<std::pair<int64_t, int64_t>> blocks;
    for (const Dim &dim : placement.dims)
      blocks.push_back(blockOfRank(dim, coordinates));
    ArrayRef<int64_t> shape = local[0].getShape();
    SmallVector<int64_t> index(shape.size(), 0);
    do {
      SmallVector<int64_t> at(index);
      bool isReal = true;
      for (auto [i, dim] : llvm::enumerate(placement.dims)) {
        at[i] = dim.soft ? 0 : blocks[i].first + index[i];
        isReal &= dim.soft || index[i] < blocks[i].second;
      }
      int64_t flat = flatten(index, shape);
      double own = local[rankOf(coordinates)].at(flat);
      if (!isReal) {
        // Nothing is said of what lies in dirty padding of any dimension.
        bool isDirty = false;
        for (auto [i, dim] : llvm::enumerate(placement.dims))
          isDirty |= !dim.soft && index[i] >= blocks[i].second && dim.pad.isDirty();
        if (isDirty)
          continue;
        for (auto [i, dim] : llvm::enumerate(placement.dims)) {
          if (dim.soft || index[i] < blocks[i].second)
            continue;
          bool holds = dim.pad.kind == Pad::Fill     ? own == dim.pad.value
                                                      : std::isfinite(own);
          if (!holds)
            failure = "padding of dimension " + std::to_string(i) + " holds " + std::to_string(own);
        }
        continue;
      }
      // Combine the parts of the ranks that hold some.
      double combined = own;
      if (placement.isPartial()) {
        bool isSum = placement.partial[0].second == dist::ReductionKind::Sum;
        combined = isSum ? 0 : -INFINITY;
        SmallVector<int64_t> part(3, 0);
        do {
          bool inGroup = true;
          for (unsigned atom = 0; atom < 3; ++atom)
            inGroup &= part[atom] == coordinates[atom] || placement.isPartialOver(atom);
          if (!inGroup)
            continue;
          double term = local[rankOf(part)].at(flat);
          combined = isSum ? combined + term : std::max(combined, term);
        } while (advance(part, sizes));
      }
      double wanted = global.at(flatten(at, global.getShape()));
      ++compared;
      bool equal = combined == wanted ||
                   std::abs(combined - wanted) <= 1e-9 * std::max(1.0, std::abs(wanted)) ||
                   (std::isnan(combined) && std::isnan(wanted));
      if (!equal)
        failure = "rank " + std::to_string(rankOf(coordinates)) + " holds " +
                  std::to_string(combined) + " where the global value is " + std::to_string(wanted);
    } while (failure.empty() && advance(index, shape));
  } while (failure.empty() && advance(coordinates, sizes));
}

void Trial::measure() {
  // Global arguments, and what each rank holds of them.
  SmallVector<SmallVector<Tensor>> arguments(12);
  for (BlockArgument argument : main.getArguments()) {
    const Placement &placement = placements[argument];
    auto type = RankedTensorType::get(globalShape(placement), builder->getF64Type());
    Tensor global(type);
    for (double &element : global.getMutable<double>())
      element = std::uniform_real_distribution<>(-1, 1)(rng);
    globals[argument] = global;
    SmallVector<int64_t> coordinates(3, 0), sizes = {2, 2, 3};
    int64_t rank = 0;
    do {
      auto localType = cast<RankedTensorType>(argument.getType());
      Tensor local = Tensor::poison(localType);
      auto elements = local.getMutable<double>();
      SmallVector<int64_t> index(localType.getRank(), 0);
      do {
        SmallVector<int64_t> at(index);
        bool isReal = true;
        for (auto [i, dim] : llvm::enumerate(placement.dims)) {
          auto [offset, valid] = blockOfRank(dim, coordinates);
          at[i] += offset;
          isReal &= index[i] < valid;
        }
        if (isReal)
          elements[flatten(index, localType.getShape())] = global.at(flatten(at, type.getShape()));
      } while (advance(index, localType.getShape()));
      arguments[rank++].push_back(local);
    } while (advance(coordinates, sizes));
  }

  llvm::DenseMap<Operation *, SmallVector<SmallVector<Tensor>>> seen;
  reference::InterpreterOptions options;
  options.observer = [&](int64_t rank, Operation *op, ArrayRef<Tensor> results) {
    auto &all = seen[op];
    all.resize(12);
    all[rank].assign(results.begin(), results.end());
  };
  if (failed(reference::interpretSpmd(main, mesh, arguments, options))) {
    failure = "the local program cannot be run";
    return;
  }
  for (Operation &op : main.getBody().front().without_terminator()) {
    for (OpResult result : op.getResults()) {
      unsigned number = result.getResultNumber();
      globals[result] = globalOf(&op, number);
      SmallVector<Tensor> local;
      for (auto &rank : seen[&op])
        local.push_back(rank[number]);
      if (local.size() != 12)
        failure = "an op was not observed on all ranks";
      else
        compare(result, globals[result], local);
      if (!failure.empty()) {
        llvm::raw_string_ostream(failure) << "\nat " << op << "\nin " << *main;
        return;
      }
    }
  }
}

void Trial::run() {
  module = parseSourceString<ModuleOp>(header, &context);
  ASSERT_TRUE(module);
  main = module->lookupSymbol<func::FuncOp>("main");
  mesh = module->lookupSymbol<dist::MeshOp>("mesh").getMesh();
  builder.emplace(main.getLoc(), &context);
  builder->setInsertionPoint(main.getBody().front().getTerminator());
  llvm::append_range(pool, main.getArguments());
  ASSERT_TRUE(derive());
  for (int i = 0; i < 90; ++i)
    append();
  ASSERT_TRUE(derive());
  measure();
}

TEST(PartitionCheckerSoundness, PlacementsAreTrue) {
  DialectRegistry registry;
  registry.insert<func::FuncDialect, stablehlo::StablehloDialect, nn::NNDialect,
                  dist::DistDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  // Refusals are part of the game.
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });

  const char *chosen = std::getenv("SHARDC_TEST_SEED"), *trials = std::getenv("SHARDC_TEST_TRIALS");
  uint64_t seed = chosen ? std::strtoull(chosen, nullptr, 10) : 1;
  uint64_t count = trials ? std::strtoull(trials, nullptr, 10) : 60;
  unsigned kept = 0, refused = 0, compared = 0;
  for (uint64_t i = 0; i < count; ++i) {
    Trial trial(context, seed + i);
    trial.run();
    kept += trial.kept;
    refused += trial.refused;
    compared += trial.compared;
    ASSERT_TRUE(trial.failure.empty()) << "SHARDC_TEST_SEED=" << seed + i << ": " << trial.failure;
  }
  std::printf("seed %llu: %llu programs, %u ops kept, %u refused, %u elements compared\n",
              (unsigned long long)seed, (unsigned long long)count, kept, refused, compared);
  // The test is worth something only if both happen often.
  EXPECT_GT(kept, count * 10);
  EXPECT_GT(refused, count * 5);
}
