//===- RandomOpsTest.cpp - every op partitioned equals one device -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random graphs over every op that import keeps, on random meshes with random
// annotations: propagated, partitioned, checked, and run on simulated ranks, whose
// padding is poisoned, they must give what one device gives. A failure prints its
// seed; run it alone with SHARDC_TEST_SEED=N, others with SHARDC_TEST_FIRST and
// SHARDC_TEST_CASES.
//
//===----------------------------------------------------------------------===//

#include "RandomOps.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Verifier.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Reference/Program.h"
#include "shardc/Sharding/Partition.h"
#include "shardc/Sharding/PartitionChecker.h"
#include "shardc/Sharding/Propagation.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct RandomOpsTest : ::testing::Test {
  std::unique_ptr<MLIRContext> context = makeOpsContext();
  std::string errors;
  ScopedDiagnosticHandler handler{context.get(), [this](Diagnostic &diagnostic) {
                                    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
                                      errors += diagnostic.str() + "\n";
                                    return success();
                                  }};
  /// Ops that occurred.
  std::map<std::string, int64_t> ops;
  /// Programs that the independent checker refuses although they run right.
  int64_t refused = 0;
  /// Programs with collectives.
  int64_t communicating = 0;

  void report(uint64_t seed, StringRef what, ModuleOp before, ModuleOp after) {
    ADD_FAILURE() << "seed " << seed << ": " << what.str() << "\n"
                  << errors << "--- program\n"
                  << print(before) << "--- made of it\n"
                  << print(after);
  }
  void check(uint64_t seed);
};

void RandomOpsTest::check(uint64_t seed) {
  errors.clear();
  OwningOpRef<ModuleOp> module = randomOps(seed, context.get());
  if (!module) {
    ADD_FAILURE() << "seed " << seed << ": " << errors;
    return;
  }
  OwningOpRef<ModuleOp> whole = module->clone();
  if (failed(verify(*module)))
    return report(seed, "the test made an invalid program", *module, *module);
  auto function = *module->getOps<func::FuncOp>().begin();
  function.walk([&](Operation *op) { ++ops[op->getName().getStringRef().str()]; });
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
  if (failed(checkPartition(function))) {
    ++refused;
    if (std::getenv("SHARDC_TEST_VERBOSE"))
      std::printf("seed %llu refused: %s", static_cast<unsigned long long>(seed), errors.c_str());
    if (std::getenv("SHARDC_TEST_SEED"))
      std::printf("%s\n%s", print(*propagated).c_str(), print(*module).c_str());
  }
  bool communicates = false;
  function.walk([&](Operation *op) {
    communicates |= isa<dist::AllReduceOp, dist::AllGatherOp, dist::ReduceScatterOp,
                        dist::AllToAllOp, dist::PermuteOp>(op);
  });
  communicating += communicates;
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

/// Ops of StableHLO and CHLO that have a sharding rule and that no program here has:
/// they are made on the way only, or never occur in a graph.
const std::set<std::string> kNotDrawn = {"stablehlo.dot", "stablehlo.custom_call"};

TEST_F(RandomOpsTest, EqualsOneDevice) {
  if (int64_t seed = fromEnvironment("SHARDC_TEST_SEED", 0))
    return check(seed);
  int64_t cases = fromEnvironment("SHARDC_TEST_CASES", 1000);
  int64_t first = fromEnvironment("SHARDC_TEST_FIRST", 1);
  std::printf("seeds %lld to %lld\n", static_cast<long long>(first),
              static_cast<long long>(first + cases - 1));
  bool goesOn = std::getenv("SHARDC_TEST_VERBOSE");
  for (int64_t seed = first; seed < first + cases && (goesOn || !HasFailure()); ++seed)
    check(seed);
  std::printf("%lld refused by the partition checker, %lld with collectives\n",
              static_cast<long long>(refused), static_cast<long long>(communicating));
  // Measured: 0.009 %.
  EXPECT_LE(refused * 1000, std::max<int64_t>(cases, 1000));
  EXPECT_GE(communicating * 2, cases);
  if (cases < 1000)
    return;
  // Every op that can be sharded was there.
  for (RegisteredOperationName name : context->getRegisteredOperations()) {
    StringRef dialect = name.getDialectNamespace();
    if ((dialect != "stablehlo" && dialect != "chlo") || !name.hasInterface<ShardableOpInterface>())
      continue;
    std::string text = name.getStringRef().str();
    EXPECT_TRUE(ops[text] >= 5 || kNotDrawn.count(text)) << text << " occurred " << ops[text];
  }
}

} // namespace
