//===- PartitionCheckerSoundnessTest.cpp - placements are true --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What the checker derives for random local programs is measured: the program
// is run on all ranks with poisoned padding, each op again on global values,
// and every element of every rank must be the element of the global value that
// the placement says it is.
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

/// A value that does not depend on an index, in more or fewer of these; no
/// value when it does.
Tensor Trial::widen(const Tensor &tensor, const Placement &placement, ArrayRef<int64_t> extents) {
  if (!tensor || tensor.getShape() == extents)
    return tensor;
  Tensor result(RankedTensorType::get(extents, tensor.getElementType()));
  SmallVector<int64_t> index(extents.size(), 0);
  do {
    SmallVector<int64_t> from(index);
    for (auto [i, dim] : llvm::enumerate(placement.dims)) {
      if (dim.soft)
        from[i] = 0;
      else if (from[i] >= tensor.getShape()[i])
        return Tensor();
    }
    int64_t at = flatten(from, tensor.getShape()), to = flatten(index, extents);
    if (tensor.isFloat())
      result.getMutable<double>()[to] = tensor.at(at);
    else
      result.getMutable<int64_t>()[to] = tensor.intAt(at);
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
  auto function =
      func::FuncOp::create(b, b.getUnknownLoc(), "f", b.getFunctionType(inputs, results));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToEnd(body);
  Operation *clone = op->clone();
  b.insert(clone);
  clone->setOperands(body->getArguments());
  for (auto [result, type] : llvm::zip_equal(clone->getResults(), results))
    result.setType(type);
  if (auto slice = dyn_cast<stablehlo::SliceOp>(clone)) {
    SmallVector<int64_t> limits;
    for (auto [start, extent] :
         llvm::zip_equal(slice.getStartIndices(), cast<RankedTensorType>(results[0]).getShape()))
      limits.push_back(start + extent);
    slice.setLimitIndices(limits);
  }
  func::ReturnOp::create(b, b.getUnknownLoc(), clone->getResults());
  auto values = reference::interpret(function, operands);
  return succeeded(values) ? *values : SmallVector<Tensor>();
}

/// Which dimensions of an attention, its gradient or a rotation run together:
/// B, S, H, D, T, G, half of D.
static SmallVector<SmallVector<unsigned>> layerLoops(Operation *op) {
  SmallVector<unsigned> query = {0, 1, 2, 3}, key = {0, 4, 5, 3}, lse = {0, 2, 1}, table = {1, 6};
  if (isa<nn::AttentionOp>(op))
    return {query, key, key, query, lse};
  if (isa<nn::AttentionGradOp>(op))
    return {query, key, key, query, lse, query, query, key, key};
  return {query, table, table, query};
}

/// Extents of the whole of an operand as the op meets it: where the value does
/// not depend on an index, as many as the others have.
SmallVector<int64_t> Trial::operandExtents(Operation *op, unsigned operand) {
  const Placement &own = placements[op->getOperand(operand)];
  SmallVector<int64_t> extents = globalShape(own),
                       result = globalShape(placements[op->getResult(0)]);
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
    auto numbers = dot.getDotDimensionNumbers();
    int64_t at = numbers.getLhsContractingDimensions()[0];
    int64_t its = numbers.getRhsContractingDimensions()[0];
    if (operand)
      std::swap(at, its);
    const Dim &partner = placements[op->getOperand(1 - operand)].dims[its];
    if (own.dims[at].soft && !partner.soft)
      extents[at] = partner.global;
    return extents;
  }
  if (auto concat = dyn_cast<stablehlo::ConcatenateOp>(op)) {
    for (size_t i = 0; i < extents.size(); ++i)
      if (i != concat.getDimension())
        extents[i] = result[i];
    return extents;
  }
  if (isa<stablehlo::PadOp>(op)) {
    for (size_t i = 0; i < extents.size(); ++i)
      if (cast<RankedTensorType>(op->getResult(0).getType()).getDimSize(i) == own.dims[i].local)
        extents[i] = result[i];
    return extents;
  }
  if (isa<nn::AttentionOp, nn::AttentionGradOp, nn::RopeOp>(op)) {
    SmallVector<SmallVector<unsigned>> loops = layerLoops(op);
    SmallVector<Value> values(op->getOperands());
    values.append(op->result_begin(), op->result_end());
    SmallVector<int64_t> global(7, 0), local(7, 0);
    for (auto [value, loopOf] : llvm::zip_equal(values, loops))
      for (auto [dim, loop] : llvm::zip_equal(placements[value].dims, loopOf)) {
        local[loop] = dim.local;
        if (!dim.soft)
          global[loop] = dim.global;
      }
    // Equal keys serve any number of groups that divides the heads.
    if (!global[5] && global[2] && local[5])
      global[5] = global[2] / (local[2] / local[5]);
    for (auto [extent, loop] : llvm::zip_equal(extents, loops[operand]))
      extent = global[loop] ? global[loop] : local[loop];
    return extents;
  }
  if (isa<nn::CrossEntropyOp, nn::CrossEntropyGradOp>(op)) {
    // Rows as the result has them, columns as the logits.
    SmallVector<int64_t> columns = {placements[op->getOperand(0)].dims.back().global};
    if (auto grad = dyn_cast<nn::CrossEntropyGradOp>(op)) {
      columns = {int64_t(grad.getVocab())};
      result.pop_back();
    }
    extents = result;
    if (operand == 0)
      extents.push_back(columns[0]);
    return extents;
  }
  if (isa<nn::RmsNormOp, nn::RmsNormGradOp>(op))
    return operand == 1 ? SmallVector<int64_t>{result.back()} : result;
  if (op->hasTrait<OpTrait::Elementwise>() ||
      isa<stablehlo::AddOp, stablehlo::MulOp, stablehlo::MaxOp, stablehlo::CompareOp,
          stablehlo::SelectOp>(op))
    return result;
  return extents;
}

/// The global values that the results of an op are parts of.
SmallVector<Tensor> Trial::globalsOf(Operation *op) {
  SmallVector<Type> types;
  for (Value value : op->getResults())
    types.push_back(
        RankedTensorType::get(globalShape(placements[value]), getElementTypeOrSelf(value)));
  SmallVector<Tensor> none(op->getNumResults());
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    auto dense = cast<DenseElementsAttr>(constant.getValue());
    return {Tensor::splat(cast<RankedTensorType>(types[0]), *splatValue(dense))};
  }
  // What moves or masks parts leaves the whole as it is.
  if (isa<dist::DistDialect>(op->getDialect()))
    return {widen(globals[op->getOperand(0)], placements[op->getOperand(0)],
                  cast<RankedTensorType>(types[0]).getShape())};
  SmallVector<Tensor> operands;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    Value operand = op->getOperand(i);
    operands.push_back(widen(globals[operand], placements[operand], operandExtents(op, i)));
    if (!operands.back())
      return none;
  }
  SmallVector<Tensor> values = interpretAlone(op, operands, types);
  return values.empty() ? none : values;
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
    failure = "the global value cannot be computed";
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
          bool holds = dim.pad.kind == Pad::Fill ? own == dim.pad.value : std::isfinite(own);
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
    SmallVector<Tensor> whole = globalsOf(&op);
    for (OpResult result : op.getResults()) {
      unsigned number = result.getResultNumber();
      globals[result] = whole[number];
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
  registry
      .insert<func::FuncDialect, stablehlo::StablehloDialect, nn::NNDialect, dist::DistDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  // Refusals are part of the game.
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });

  const char *chosen = std::getenv("SHARDC_TEST_SEED"), *trials = std::getenv("SHARDC_TEST_TRIALS");
  uint64_t seed = chosen ? std::strtoull(chosen, nullptr, 10) : 1;
  uint64_t count = trials ? std::strtoull(trials, nullptr, 10) : 300;
  unsigned kept = 0, refused = 0, compared = 0;
  std::set<std::string> kinds;
  for (uint64_t i = 0; i < count; ++i) {
    Trial trial(context, seed + i);
    trial.run();
    kept += trial.kept;
    refused += trial.refused;
    compared += trial.compared;
    kinds.insert(trial.kinds.begin(), trial.kinds.end());
    ASSERT_TRUE(trial.failure.empty()) << "SHARDC_TEST_SEED=" << seed + i << ": " << trial.failure;
  }
  std::printf("seed %llu: %llu programs, %u ops kept, %u refused, %u elements "
              "compared\n",
              (unsigned long long)seed, (unsigned long long)count, kept, refused, compared);
  // The test is worth something only if both happen often.
  EXPECT_GT(kept, count * 10);
  EXPECT_GT(refused, count * 5);
  for (const char *kind : {"dist.all_gather",
                           "dist.all_reduce",
                           "dist.all_slice",
                           "dist.all_to_all",
                           "dist.mask",
                           "dist.reduce_scatter",
                           "nn.attention",
                           "nn.attention_grad",
                           "nn.cross_entropy",
                           "nn.cross_entropy_grad",
                           "nn.rms_norm",
                           "nn.rms_norm_grad",
                           "nn.rope",
                           "stablehlo.broadcast_in_dim",
                           "stablehlo.concatenate",
                           "stablehlo.dot_general",
                           "stablehlo.pad",
                           "stablehlo.reduce",
                           "stablehlo.reshape",
                           "stablehlo.select",
                           "stablehlo.slice",
                           "stablehlo.transpose"})
    EXPECT_TRUE(kinds.count(kind)) << kind << " was never kept";
}
