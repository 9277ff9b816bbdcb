//===- DeferralTest.cpp - reductions of real programs -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random programs: what propagation reduces where must cost what the best of all
// choices does, tried one by one on propagation's own state.
//
//===----------------------------------------------------------------------===//

#include "lib/Sharding/Deferral.h"
#include "DeferralPrograms.h"
#include "RandomProgram.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Reference/Program.h"
#include "shardc/Sharding/Partition.h"
#include "shardc/Sharding/Propagation.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::propagation;

namespace {

constexpr int64_t kImpossible = int64_t(1) << 60;
constexpr unsigned kMaxValues = 12;

/// All choices for one part of an axis.
struct Search {
  State &state;
  Axis axis;
  int64_t leaves = 0;

  bool isPending(unsigned value) const {
    return contains(state.values[value].produced.partialAxes(), axis);
  }
  bool isReduced(unsigned value) const { return contains(state.values[value].resolved, axis); }
  void set(unsigned value, bool reduce) {
    AxisList &resolved = state.values[value].resolved;
    // Axes that are cut in another way than this one stay as they are.
    if (contains(resolved, axis))
      resolved = subtract(resolved, axis);
    if (reduce)
      resolved.push_back(axis);
  }

  /// Bytes of what is chosen now; a value that is handed on pending to a user that
  /// can't pass it on makes it impossible.
  int64_t bytes() const {
    int64_t total = 0;
    for (unsigned value = 0; value < state.values.size(); ++value) {
      const ValueInfo &info = state.values[value];
      if (!isPending(value) || info.uses.empty())
        continue;
      if (isReduced(value)) {
        total += reduceBytes(state, value, axis);
        continue;
      }
      for (const Use &use : info.uses) {
        const Step &step = state.steps[use.step];
        if (step.kind == Step::Pinned)
          total += pinnedBytes(state, step, axis);
        else if (!contains(step.needed[use.operand].sumAxes(), axis))
          return kImpossible;
      }
    }
    return total;
  }

  /// Decides values from `first` on, in program order.
  int64_t best(unsigned first) {
    passSums(state);
    while (first < state.values.size() && (!isPending(first) || state.values[first].uses.empty()))
      ++first;
    if (first == state.values.size()) {
      ++leaves;
      return bytes();
    }
    int64_t least = kImpossible;
    for (bool reduce : {true, false}) {
      set(first, reduce);
      least = std::min(least, best(first + 1));
    }
    set(first, false);
    return least;
  }
};

struct DeferralTest : ::testing::Test {
  std::unique_ptr<MLIRContext> context = test::makeContext();
  std::string errors;
  ScopedDiagnosticHandler handler{context.get(), [this](Diagnostic &diagnostic) {
                                    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
                                      errors += diagnostic.str() + "\n";
                                    return success();
                                  }};
  /// Axes compared; with a choice; where reducing each sum at once costs more.
  int64_t compared = 0, chosen = 0, saved = 0;
  int64_t reductions = 0;

  /// Calls `check` with each seed until something fails: one with
  /// SHARDC_TEST_SEED=N, more with SHARDC_TEST_CASES=N.
  void forSeeds(uint64_t cases, llvm::function_ref<void(uint64_t)> check) {
    const char *only = getenv("SHARDC_TEST_SEED"), *more = getenv("SHARDC_TEST_CASES");
    uint64_t first = only ? std::strtoull(only, nullptr, 10) : 1;
    uint64_t last = only ? first : more ? std::strtoull(more, nullptr, 10) : cases;
    for (uint64_t seed = first; seed <= last && !HasFailure(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      errors.clear();
      check(seed);
    }
    isFull = !only && !more;
  }
  /// Run with the seeds that expectations of counts are for.
  bool isFull = false;

  /// What propagation chooses against all choices, axis by axis.
  void compare(ModuleOp module);
  /// Counts reductions that propagation made; the parts of a sum have one use, or
  /// are in one of the reshards that were there before, which take what they get.
  void checkReductions(ModuleOp module, const llvm::SmallPtrSetImpl<Operation *> &pinned);
  OwningOpRef<ModuleOp> sums(uint64_t seed) {
    return parseSourceString<ModuleOp>(test::randomSums(seed), context.get());
  }
};

/// Each value with its placement and what is reduced at its definition.
static std::string describe(const State &state) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const ValueInfo &info : state.values) {
    os << state.mesh.toAttr(info.produced) << " reduced over";
    for (const Axis &axis : info.resolved)
      os << " " << state.mesh.toAttr(axis);
    os << ": " << info.value << "\n";
  }
  return text;
}

void DeferralTest::compare(ModuleOp module) {
  auto function = *module.getOps<func::FuncOp>().begin();
  dist::MeshOp mesh = getMesh(module);
  State state(function, MeshView(FlatSymbolRefAttr::get(mesh.getSymNameAttr()), mesh.getMesh()));
  ASSERT_TRUE(succeeded(state.build()));
  state.assign();
  state.defer();
  for (const Axis &axis : pendingPieces(state)) {
    Search search{state, axis};
    std::string chosenSplits = describe(state);
    int64_t found = search.bytes();
    unsigned candidates = 0;
    std::vector<AxisList> before;
    for (unsigned value = 0; value < state.values.size(); ++value) {
      before.push_back(state.values[value].resolved);
      search.set(value, false);
    }
    passSums(state);
    for (unsigned value = 0; value < state.values.size(); ++value)
      candidates += search.isPending(value);
    if (candidates <= kMaxValues) {
      EXPECT_EQ(found, search.best(0))
          << "axis " << axis.index << ":" << axis.pre << ":" << axis.size << "\n"
          << chosenSplits;
      ++compared;
      chosen += search.leaves > 2;
      for (unsigned value = 0; value < state.values.size(); ++value)
        search.set(value, true);
      passSums(state);
      saved += found < search.bytes();
    }
    for (auto [info, resolved] : llvm::zip_equal(state.values, before))
      info.resolved = resolved;
    passSums(state);
  }
}

void DeferralTest::checkReductions(ModuleOp module,
                                   const llvm::SmallPtrSetImpl<Operation *> &pinned) {
  dist::MeshOp op = getMesh(module);
  MeshView mesh(FlatSymbolRefAttr::get(op.getSymNameAttr()), op.getMesh());
  module.walk([&](dist::ReshardOp reshard) {
    AxisList before = mesh.fromAttr(getSharding(reshard.getInput())).partialAxes();
    AxisList after = mesh.fromAttr(reshard.getSharding()).partialAxes();
    bool isTaken = llvm::any_of(reshard.getInput().getUsers(),
                                [&](Operation *user) { return pinned.contains(user); });
    if (isTaken || subtract(before, after).empty())
      return;
    ++reductions;
    std::string text;
    if (!reshard.getInput().hasOneUse())
      llvm::raw_string_ostream(text) << module;
    EXPECT_EQ(text, "") << "parts of a sum are used beside their reduction";
  });
}

TEST_F(DeferralTest, RealProgramsEqualTheBestOfAllChoices) {
  forSeeds(1500, [&](uint64_t seed) { compare(*test::randomProgram(seed, context.get())); });
  // Most programs have pending sums, many of them several.
  if (!isFull)
    return;
  EXPECT_GT(compared, 500);
  EXPECT_GT(chosen, 150);
}

TEST_F(DeferralTest, SumsEqualTheBestOfAllChoices) {
  forSeeds(1500, [&](uint64_t seed) {
    SCOPED_TRACE(test::randomSums(seed));
    OwningOpRef<ModuleOp> module = sums(seed);
    ASSERT_TRUE(module) << errors;
    compare(*module);
  });
  if (!isFull)
    return;
  EXPECT_GT(compared, 1500);
  EXPECT_GT(chosen, 800);
  EXPECT_GT(saved, 500);
}

TEST_F(DeferralTest, NothingIsReducedTwice) {
  forSeeds(1500, [&](uint64_t seed) {
    OwningOpRef<ModuleOp> module = test::randomProgram(seed, context.get());
    auto function = *module->getOps<func::FuncOp>().begin();
    llvm::SmallPtrSet<Operation *, 4> pinned;
    function.walk([&](dist::ReshardOp reshard) { pinned.insert(reshard); });
    ASSERT_TRUE(succeeded(propagateShardings(function, getMesh(*module)))) << errors;
    checkReductions(*module, pinned);
  });
  if (isFull)
    EXPECT_GT(reductions, 500);
}

TEST_F(DeferralTest, SumsAreRight) {
  forSeeds(500, [&](uint64_t seed) {
    SCOPED_TRACE(test::randomSums(seed));
    OwningOpRef<ModuleOp> module = sums(seed);
    ASSERT_TRUE(module) << errors;
    reference::ProgramOptions options;
    options.seed = seed;
    auto expected = reference::runModule(*module, options);
    auto function = *module->getOps<func::FuncOp>().begin();
    ASSERT_TRUE(succeeded(propagateShardings(function, getMesh(*module)))) << errors;
    ASSERT_TRUE(succeeded(verifyPropagated(function))) << errors;
    ASSERT_TRUE(succeeded(partitionFunction(function, getMesh(*module)))) << errors;
    auto actual = reference::runModule(*module, options);
    ASSERT_TRUE(succeeded(expected) && succeeded(actual)) << errors;
    // Sums may cancel out, products of them grow: rounding is far below, a sum that
    // is counted twice or not at all far above.
    EXPECT_LE(reference::compareResults(actual->front(), expected->front()).error, 1e-5);
  });
}

} // namespace
