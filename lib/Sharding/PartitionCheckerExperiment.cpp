//===- PartitionCheckerExperiment.cpp - both programs on numbers -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What the checker cannot prove it tries: the local program on all ranks, with
// poisoned padding, against the global one. Programs are piecewise analytic in
// their float arguments, so two that differ give different results for almost
// all values of a piece; several trials reach several pieces.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerProof.h"
#include "shardc/Reference/Compare.h"
#include "shardc/Reference/Interpreter.h"
#include "shardc/Reference/Placement.h"
#include "shardc/Reference/Seeding.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using reference::Tensor;

static constexpr uint64_t numTrials = 16;
/// Trials of a small program, whose integers and booleans may differ seldom, and the
/// elementary operations that all of them together may take.
static constexpr double mostTrials = 256, smallCost = 5e7;

/// The size of the random floats of an argument in a trial. Arguments differ in
/// size from each other, so that no bound or maximum hides the same one always.
/// The first trials are as the arguments say themselves (0), and all of one size.
static double sizeOf(uint64_t trial, uint64_t argument) {
  static constexpr double sizes[] = {1, 0.03, 4, 0.2, 12, 0.5, 0.005};
  if (trial < 2)
    return trial;
  // Scattered, and the same on every run.
  uint64_t hash = (trial * 0x9e3779b97f4a7c15ull) ^ ((argument + 1) * 0xc2b2ae3d27d4eb4full);
  hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9ull;
  return sizes[(hash >> 40) % std::size(sizes)];
}

static double elementsOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? double(type.getNumElements()) : 1.0;
}

/// Elementary operations that interpreting `block` takes, roughly.
static double costOf(Block &block) {
  double cost = 0;
  for (Operation &op : block) {
    double own = 8;
    for (Value value : op.getResults())
      own += elementsOf(value);
    for (Value value : op.getOperands())
      own += elementsOf(value);
    if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
      double contracted = 1;
      for (int64_t dim : dot.getDotDimensionNumbers().getLhsContractingDimensions())
        contracted *= cast<RankedTensorType>(dot.getLhs().getType()).getDimSize(dim);
      own += 2 * contracted * elementsOf(dot.getResult());
    } else if (isa<nn::AttentionOp, nn::AttentionGradOp>(op)) {
      double keys = cast<RankedTensorType>(op.getOperand(1).getType()).getDimSize(1);
      own += 10 * keys * elementsOf(op.getOperand(0));
    } else if (isa<stablehlo::DotOp>(op)) {
      own += elementsOf(op.getOperand(0)) * elementsOf(op.getOperand(1));
    }
    // Nobody knows how often a loop runs.
    double times = isa<stablehlo::WhileOp>(op) ? 16 : 1;
    if (auto region = dyn_cast<dist::MicrobatchOp>(op))
      times = region.getCount();
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        if (isa<dist::MicrobatchOp, dist::StartOp, stablehlo::WhileOp>(op))
          own += times * costOf(inner);
    cost += own;
  }
  return cost;
}

/// Values of an argument. Integers and what must not be negative are as the
/// argument says, floats of the size of the trial. In the first trial all are those
/// that the program is run on.
static FailureOr<Tensor> randomArgument(func::FuncOp function, unsigned index, uint64_t trial) {
  auto type = cast<RankedTensorType>(function.getArgumentTypes()[index]);
  uint64_t seed = 0x5eed + trial;
  auto role = function.getArgAttrOfType<StringAttr>(index, "dist.role");
  auto init = function.getArgAttrOfType<DictionaryAttr>(index, "dist.init");
  auto kind = init ? init.getAs<StringAttr>("kind") : StringAttr();
  bool isPositive =
      (role && role.getValue() == "state") || (kind && kind.getValue() == "abs_normal");
  double size = sizeOf(trial, index);
  if (isa<IntegerType>(type.getElementType())) {
    // Every second trial has new indices; in others each goes through its range, so
    // that a tensor of few elements reaches them all; in the rest there are but two
    // neighbours, mostly the first ones that are no negative indices, so that what
    // seldom meets does.
    bool isNew = trial % 2, isPair = trial % 4 == 2;
    FailureOr<Tensor> values =
        reference::seedTensor(function, index, isNew || isPair ? seed : 0x5eed);
    auto bound = [&](StringRef name, int64_t other) {
      auto number = init ? init.getAs<IntegerAttr>(name) : IntegerAttr();
      return number ? number.getInt() : other;
    };
    int64_t low = bound("low", 0), range = bound("high", 2) - low;
    int64_t first = std::max<int64_t>(low, 0);
    if (trial % 16 == 14 || first + 1 >= low + range)
      first = low + int64_t(trial / 16) % std::max<int64_t>(1, range - 1);
    if (succeeded(values) && isPair && range > 1)
      for (int64_t &value : values->getMutable<int64_t>())
        value = first + (value - low) % 2;
    else if (succeeded(values) && !isNew && range > 0)
      for (int64_t &value : values->getMutable<int64_t>())
        value = low + (value - low + int64_t(trial / 2)) % range;
    return values;
  }
  if (isPositive || size == 0)
    return reference::seedTensor(function, index, seed);
  Tensor values = reference::randomTensor(type, seed, reference::argumentName(function, index));
  for (double &value : values.getMutable<double>())
    value *= size;
  return values;
}

static dist::ShardingAttr shardingOf(dist::ShardingAttr given, RankedTensorType type,
                                     MLIRContext *context) {
  if (given)
    return given;
  SmallVector<dist::DimShardingAttr> dims(
      type.getRank(), dist::DimShardingAttr::get(context, ArrayRef<dist::AxisRefAttr>(), true));
  return dist::ShardingAttr::get(context, FlatSymbolRefAttr::get(context, "mesh"), dims);
}

/// How far result `number` of the one-device program moves, of its size, when
/// its arguments are disturbed in their last bits: where it does, rounding alone
/// can make two right programs differ. Zero when that cannot be told.
static double sensitivityOf(func::FuncOp global, ArrayRef<Tensor> values, ArrayRef<Tensor> wanted,
                            unsigned number) {
  constexpr double disturbance = 0x1p-48;
  double most = 0;
  for (uint64_t run = 0; run < 4; ++run) {
    SmallVector<Tensor> disturbed(values.begin(), values.end());
    for (auto [index, value] : llvm::enumerate(disturbed)) {
      if (!isa<FloatType>(value.getType().getElementType()))
        continue;
      uint64_t bits = 0x9e3779b97f4a7c15u * (run + 1) + index;
      for (double &element : value.getMutable<double>()) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        element *= bits >> 63 ? 1 + disturbance : 1 - disturbance;
      }
    }
    auto results = reference::interpret(global, disturbed);
    if (failed(results))
      return 0;
    most = std::max(most, reference::relativeError((*results)[number], wanted[number]));
  }
  return most;
}

bool checker::hasLoop(func::FuncOp function) {
  return function.walk([](stablehlo::WhileOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

Experiment checker::runExperiment(func::FuncOp local, func::FuncOp global, dist::MeshAttr mesh,
                                  int64_t budget) {
  Experiment experiment;
  MLIRContext *context = local.getContext();
  if (!mesh)
    mesh = dist::MeshAttr::get(context, {});
  int64_t ranks = mesh.getNumRanks();
  if (!local.getBody().hasOneBlock() || !global.getBody().hasOneBlock())
    return experiment;
  double once = costOf(local.getBody().front()) * ranks + costOf(global.getBody().front());
  double cost = numTrials * once;
  if (cost > double(budget)) {
    llvm::raw_string_ostream(experiment.detail)
        << "it would take " << uint64_t(std::min(cost, 1e18)) << " operations, and " << budget
        << " are allowed";
    experiment.outcome = Experiment::TooLarge;
    return experiment;
  }

  // What goes wrong is told by the caller.
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (experiment.detail.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      experiment.detail = diagnostic.str();
    return success();
  });
  auto complain = [&] { return mlir::emitError(local.getLoc()); };
  bool informative = false;
  // Nobody knows how often a loop runs.
  auto trials = hasLoop(global)
                    ? numTrials
                    : uint64_t(std::clamp(smallCost / once, double(numTrials), mostTrials));
  for (uint64_t trial = 0; trial < trials; ++trial) {
    SmallVector<Tensor> values;
    SmallVector<SmallVector<Tensor>> parts(ranks);
    for (unsigned i = 0; i < global.getNumArguments(); ++i) {
      auto type = dyn_cast<RankedTensorType>(global.getArgumentTypes()[i]);
      if (!type)
        return experiment;
      FailureOr<Tensor> value = randomArgument(global, i, trial);
      if (failed(value))
        return experiment;
      auto split = reference::splitTensor(
          *value,
          shardingOf(local.getArgAttrOfType<dist::ShardingAttr>(i, "dist.sharding"), type, context),
          mesh, complain);
      if (failed(split))
        return experiment;
      values.push_back(*value);
      for (auto [rank, part] : llvm::enumerate(*split))
        parts[rank].push_back(part);
    }
    auto wanted = reference::interpret(global, values);
    if (failed(wanted))
      return experiment;
    auto given = reference::interpretSpmd(local, mesh, parts);
    if (failed(given)) {
      experiment.outcome = Experiment::Differs;
      experiment.detail = "the ranks cannot go on: " + experiment.detail;
      return experiment;
    }
    for (unsigned i = 0; i < global.getNumResults(); ++i) {
      auto type = cast<RankedTensorType>(global.getResultTypes()[i]);
      SmallVector<Tensor> locals;
      for (auto &results : *given)
        locals.push_back(results[i]);
      auto whole = reference::assembleTensor(
          locals,
          shardingOf(local.getResultAttrOfType<dist::ShardingAttr>(i, "dist.sharding"), type,
                     context),
          mesh, type, complain);
      double error = 0;
      bool agrees = succeeded(whole);
      // What is no number on one device tells nothing.
      bool isNumber = std::isfinite(reference::maxMagnitude((*wanted)[i]));
      informative |= isNumber;
      if (agrees && isNumber) {
        error = reference::relativeError(*whole, (*wanted)[i]);
        // A result that its arguments' last bits decide is compared as loosely.
        agrees = error <= 1e-9 || error <= 64 * sensitivityOf(global, values, *wanted, i);
      }
      if (agrees)
        continue;
      std::string reason = experiment.detail;
      experiment.detail.clear();
      llvm::raw_string_ostream os(experiment.detail);
      os << "result " << i << " ";
      if (succeeded(whole))
        os << "is off by " << error << " of its size";
      else
        os << "is not what its sharding says" << (reason.empty() ? "" : ": ") << reason;
      experiment.outcome = Experiment::Differs;
      return experiment;
    }
  }
  if (!informative && global.getNumResults())
    return experiment;
  experiment.outcome = Experiment::Agrees;
  return experiment;
}
