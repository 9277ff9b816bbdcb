//===- PartitionCheckerRandomTest.cpp - right and wrong, at random -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random programs, partitioned: the checker must accept each, and refuse every
// mistake that is planted into it. A mistake counts only if running the program
// shows it: on all ranks, padding poisoned, against one device. A failure prints
// its seed; run it alone with SHARDC_TEST_SEED=N. SHARDC_TEST_CASES=100000 is the
// long form.
//
//===----------------------------------------------------------------------===//

#include "RandomMistakes.h"
#include "RandomOps.h"
#include "mlir/IR/Verifier.h"
#include "shardc/Reference/Program.h"
#include "shardc/Sharding/Partition.h"
#include "shardc/Sharding/PartitionChecker.h"
#include "shardc/Sharding/Propagation.h"
#include "gtest/gtest.h"
#include <map>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

func::FuncOp mainOf(ModuleOp module) { return *module.getOps<func::FuncOp>().begin(); }

struct PartitionCheckerRandomTest : ::testing::Test {
  std::unique_ptr<MLIRContext> context = makeOpsContext();
  std::string errors;
  unsigned numErrors = 0;
  ScopedDiagnosticHandler handler{context.get(), [this](Diagnostic &diagnostic) {
                                    if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
                                      errors += diagnostic.str() + "\n";
                                      ++numErrors;
                                      for (Diagnostic &note : diagnostic.getNotes())
                                        errors += "  note: " + note.str() + "\n";
                                    }
                                    return success();
                                  }};

  using Generator = OwningOpRef<ModuleOp> (*)(uint64_t, MLIRContext *);
  /// One program and some mistakes.
  void check(uint64_t seed, int64_t plantings, Generator program);
  /// As many programs as the environment asks for. Of right ones, at most `unknown`
  /// in ten thousand may be refused.
  void checkAll(Generator program, int64_t cases, int64_t leastKinds, int64_t unknown);
  void plant(uint64_t seed, Random &random, ModuleOp whole, ModuleOp right);
  /// Whether the ranks give what one device gives.
  bool runsRight(ModuleOp whole, ModuleOp local, uint64_t seed);
  void report(uint64_t seed, const std::string &what, ModuleOp whole, ModuleOp local) {
    ADD_FAILURE() << "seed " << seed << ": " << what << "\n"
                  << errors << "--- one device\n"
                  << print(whole) << "--- each rank\n"
                  << print(local);
  }

  PartitionCheckerStatistics statistics;
  /// Programs that the compiler does not partition, or wrongly (RandomProgramTest
  /// is about those), and those refused where no global program is given.
  int64_t unusable = 0, refused = 0;
  /// Right programs that are refused with the global program given.
  int64_t unknown = 0;
  struct Count {
    int64_t planted = 0, equivalent = 0, acceptedEquivalent = 0;
  };
  std::map<std::string, Count> counts;
};

bool PartitionCheckerRandomTest::runsRight(ModuleOp whole, ModuleOp local, uint64_t seed) {
  for (uint64_t trial = 0; trial < 3; ++trial) {
    reference::ProgramOptions options;
    options.seed = seed + 7919 * trial;
    auto expected = reference::runModule(whole, options);
    auto actual = reference::runModule(local, options);
    if (failed(expected) || failed(actual) ||
        !(reference::compareResults(actual->front(), expected->front()).error <= 1e-9))
      return false;
  }
  return true;
}

void PartitionCheckerRandomTest::plant(uint64_t seed, Random &random, ModuleOp whole,
                                       ModuleOp right) {
  OwningOpRef<ModuleOp> module = right.clone();
  const Mistake &mistake = allMistakes()[random.below(allMistakes().size())];
  Planting at{random, mainOf(*module), getMesh(*module).getMesh()};
  if (!mistake.plant(at) || failed(verify(*module)))
    return;
  // Declarations of the ops would give it away; the harder case is without.
  if (random.chance(50))
    module->walk([&](Operation *op) {
      op->removeAttr("dist.shardings");
      op->removeAttr("dist.arg_shardings");
    });
  Count &count = counts[mistake.name];
  PartitionCheckerOptions proofOnly;
  proofOnly.global = mainOf(whole);
  proofOnly.experimentBudget = 0;
  errors.clear();
  numErrors = 0;
  bool accepted = succeeded(checkPartition(mainOf(*module), proofOnly));
  std::string reason = errors;
  if (!accepted && numErrors != 1)
    return report(seed, "not one error for '" + std::string(mistake.name) + "'", whole, *module);
  if (runsRight(whole, *module, seed)) {
    ++count.equivalent;
    count.acceptedEquivalent += accepted;
    return;
  }
  ++count.planted;
  if (accepted)
    return report(seed, "accepted by proof with '" + std::string(mistake.name) + "'", whole,
                  *module);
  PartitionCheckerOptions options;
  options.global = mainOf(whole);
  errors.clear();
  if (succeeded(checkPartition(mainOf(*module), options)))
    return report(seed, "accepted by experiment with '" + std::string(mistake.name) + "'", whole,
                  *module);
}

void PartitionCheckerRandomTest::check(uint64_t seed, int64_t plantings, Generator program) {
  errors.clear();
  OwningOpRef<ModuleOp> module = program(seed, context.get());
  ASSERT_TRUE(module) << "seed " << seed << ": " << errors;
  OwningOpRef<ModuleOp> whole = module->clone();
  dist::MeshOp mesh = getMesh(*module);
  if (failed(propagateShardings(mainOf(*module), mesh)) ||
      failed(partitionFunction(mainOf(*module), mesh)))
    return void(++unusable);
  if (!runsRight(*whole, *module, seed))
    return void(++unusable);

  refused += failed(checkPartition(mainOf(*module)));
  PartitionCheckerOptions options;
  options.global = mainOf(*whole);
  options.statistics = &statistics;
  int64_t tried = statistics.tried;
  bool isVerbose = fromEnvironment("SHARDC_TEST_VERBOSE", 0);
  errors.clear();
  if (failed(checkPartition(mainOf(*module), options))) {
    ++unknown;
    if (isVerbose)
      std::printf("seed %llu is refused: %s", (unsigned long long)seed, errors.c_str());
    if (fromEnvironment("SHARDC_TEST_SEED", 0))
      report(seed, "is refused", *whole, *module);
    return;
  }
  if (tried != statistics.tried && isVerbose) {
    options.experimentBudget = 0;
    (void)checkPartition(mainOf(*module), options);
    std::printf("seed %llu is left to an experiment: %s", (unsigned long long)seed, errors.c_str());
  }
  Random random(seed);
  for (int64_t i = 0; i < plantings && (isVerbose || !HasFailure()); ++i)
    plant(seed, random, *whole, *module);
}

void PartitionCheckerRandomTest::checkAll(Generator program, int64_t cases, int64_t leastKinds,
                                          int64_t allowed) {
  int64_t plantings = fromEnvironment("SHARDC_TEST_PLANTINGS", 8);
  if (int64_t seed = fromEnvironment("SHARDC_TEST_SEED", 0))
    return check(seed, plantings, program);
  cases = fromEnvironment("SHARDC_TEST_CASES", cases);
  int64_t first = fromEnvironment("SHARDC_TEST_FIRST", 1);
  bool isVerbose = fromEnvironment("SHARDC_TEST_VERBOSE", 0);
  for (int64_t seed = first; seed < first + cases && (isVerbose || !HasFailure()); ++seed)
    check(seed, plantings, program);
  std::printf("seeds %lld to %lld: %lld right programs proven, %lld left to an experiment, %lld "
              "refused, %lld refused where no global program is given\n",
              (long long)first, (long long)(first + cases - 1), (long long)statistics.proven,
              (long long)statistics.tried, (long long)unknown, (long long)refused);
  int64_t kinds = 0, planted = 0, harmless = 0, accepted = 0;
  for (auto &[name, count] : counts) {
    kinds += count.planted >= 5;
    planted += count.planted;
    harmless += count.equivalent;
    accepted += count.acceptedEquivalent;
    if (isVerbose)
      std::printf("%-45s %6lld refused, %6lld change nothing (%lld of them accepted)\n",
                  name.c_str(), (long long)count.planted, (long long)count.equivalent,
                  (long long)count.acceptedEquivalent);
  }
  std::printf("%lld mistakes of %lld kinds refused; %lld more change no result, of which %lld are "
              "accepted\n",
              (long long)planted, (long long)kinds, (long long)harmless, (long long)accepted);
  // The test is worth something only if all of this happens often.
  if (cases >= 500 && !HasFailure()) {
    EXPECT_LE(unusable * 100, cases);
    EXPECT_GE(kinds, leastKinds);
    EXPECT_LE(statistics.tried * 500, std::max<int64_t>(cases, 1000));
    EXPECT_LE(refused * 1000, std::max<int64_t>(cases, 1000));
    EXPECT_LE(unknown * 10000, cases * allowed);
  }
}

TEST_F(PartitionCheckerRandomTest, AcceptsRightProgramsAndRefusesMistakes) {
  checkAll(randomProgram, 2000, 40, 0);
}

/// Every op that import keeps, on floats, integers and booleans.
TEST_F(PartitionCheckerRandomTest, EveryOp) {
  checkAll([](uint64_t seed, MLIRContext *context) { return randomOps(seed, context, false); },
           1000, 40, 10);
}

/// Loops whose end depends on data.
TEST_F(PartitionCheckerRandomTest, Loops) { checkAll(randomLoop, 500, 20, 0); }

} // namespace
