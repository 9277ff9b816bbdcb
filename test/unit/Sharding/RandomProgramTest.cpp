//===- RandomProgramTest.cpp - partitioned equals one device ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random graphs on random meshes with random annotations: propagated,
// partitioned and run on simulated ranks, whose padding is poisoned, they must
// give what one device gives. This proves every sharding rule by brute force,
// and reshards, masks, deferral with it. A failure prints its seed; run it alone
// with SHARDC_TEST_SEED=N.
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"
#include "mlir/IR/Verifier.h"
#include "shardc/Reference/Program.h"
#include "shardc/Sharding/Partition.h"
#include "shardc/Sharding/PartitionChecker.h"
#include "shardc/Sharding/Propagation.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct RandomProgramTest : ::testing::Test {
  std::unique_ptr<MLIRContext> context = makeContext();
  std::string errors;
  ScopedDiagnosticHandler handler{context.get(), [this](Diagnostic &diagnostic) {
                                    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
                                      errors += diagnostic.str() + "\n";
                                    return success();
                                  }};

  /// One program on one device and on all ranks.
  void check(uint64_t seed);
  /// Fails the test with everything one needs to see.
  void report(uint64_t seed, StringRef what, ModuleOp before, ModuleOp after) {
    ADD_FAILURE() << "seed " << seed << ": " << what.str() << "\n"
                  << errors << "--- program\n"
                  << print(before) << "--- made of it\n"
                  << print(after);
  }
  /// Programs that the independent checker refuses although they run right.
  int64_t refused = 0;
};

void RandomProgramTest::check(uint64_t seed) {
  errors.clear();
  OwningOpRef<ModuleOp> module = randomProgram(seed, context.get());
  OwningOpRef<ModuleOp> whole = module->clone();
  if (failed(verify(*module)))
    return report(seed, "the test made an invalid program", *module, *module);
  auto function = *module->getOps<func::FuncOp>().begin();
  dist::MeshOp mesh = getMesh(*module);
  if (failed(propagateShardings(function, mesh)))
    return report(seed, "propagation failed", *whole, *module);
  if (failed(verify(*module)) || failed(verifyPropagated(function)))
    return report(seed, "propagation left something wrong", *whole, *module);
  OwningOpRef<ModuleOp> propagated = module->clone();
  if (failed(partitionFunction(function, mesh)))
    return report(seed, "partitioning failed", *propagated, *module);
  if (failed(verify(*module)))
    return report(seed, "partitioning made invalid IR", *propagated, *module);
  refused += failed(checkPartition(function));
  reference::ProgramOptions options;
  options.seed = seed;
  auto expected = reference::runModule(*whole, options);
  auto actual = reference::runModule(*module, options);
  if (failed(expected) || failed(actual))
    return report(seed, "does not run", *propagated, *module);
  reference::WorstError worst = reference::compareResults(actual->front(), expected->front());
  if (!(worst.error <= 1e-9))
    report(seed, "result " + worst.name + " is off by " + std::to_string(worst.error), *propagated,
           *module);
}

TEST_F(RandomProgramTest, EqualsOneDevice) {
  if (int64_t seed = fromEnvironment("SHARDC_TEST_SEED", 0))
    return check(seed);
  int64_t cases = fromEnvironment("SHARDC_TEST_CASES", 3000);
  int64_t first = fromEnvironment("SHARDC_TEST_FIRST", 1);
  // One failure is enough to look at.
  for (int64_t seed = first; seed < first + cases && !HasFailure(); ++seed)
    check(seed);
  // The checker alone, without the program for one device, is careful where blocks of one element
  // look like whole dimensions. Such programs are rare (0.04 %); more of them mean that something
  // is wrong.
  EXPECT_LE(refused * 1000, std::max<int64_t>(cases, 3000)) << refused << " programs refused";
  RecordProperty("refused", refused);
}

/// Steps of uneven reshards whose blocks one granule spells, attention whose heads are
/// split in a granule that is no group: ran right, but not as they said.
TEST_F(RandomProgramTest, UnevenSplitsAreAsTheySay) {
  for (uint64_t seed : {179, 11261, 19894, 35757, 65199})
    check(seed);
  EXPECT_EQ(refused, 0);
}

} // namespace
