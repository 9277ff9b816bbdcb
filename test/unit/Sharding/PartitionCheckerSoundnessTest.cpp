//===- PartitionCheckerSoundnessTest.cpp - placements are true --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What the checker derives for random local programs is measured: the program
// is run on all ranks with poisoned padding, each op again on global values, and
// every element of every rank must be the element of the global value that the
// placement says it is.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerTrial.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using namespace shardc::test;
using reference::Tensor;

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
