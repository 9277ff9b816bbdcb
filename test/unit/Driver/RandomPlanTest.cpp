//===- RandomPlanTest.cpp - compiled and run equals one device --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random graphs on random meshes with random annotations walk the road from
// propagation to a plan bundle, which runs in float64 on as many threads as the
// mesh has ranks, padding and dead buffers poisoned. Every result must be what
// the interpreter computes on one device. A failure prints its seed; run it alone
// with SHARDC_TEST_SEED=N, others with SHARDC_TEST_FIRST and SHARDC_TEST_CASES.
//
//===----------------------------------------------------------------------===//

#include "../Sharding/RandomOps.h"
#include "../Sharding/RandomProgram.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Driver/Road.h"
#include "shardc/Reference/Program.h"
#include "shardc/Target/Emit.h"
#include "shardrt/Session.h"
#include "gtest/gtest.h"
#include <chrono>
#include <cmath>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct RandomPlanTest : ::testing::Test {
  std::unique_ptr<MLIRContext> context;
  std::string errors;
  std::unique_ptr<ScopedDiagnosticHandler> handler;
  /// Programs that ran, and those of them in which ranks talked.
  int64_t runs = 0, withCollectives = 0;
  /// Programs that are not steps (they have two microbatch regions), and those
  /// that the independent checker says it does not judge.
  int64_t skipped = 0;
  /// Programs that the independent checker refuses although, as the partitioner's
  /// own random test shows, they run right: it is careful, and must stay rare.
  int64_t refused = 0;

  void SetUp() override {
    DialectRegistry registry;
    registerDialects(registry);
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    handler =
        std::make_unique<ScopedDiagnosticHandler>(context.get(), [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            errors += diagnostic.str() + "\n";
          return success();
        });
  }

  void report(uint64_t seed, StringRef what, ModuleOp program) {
    std::string text;
    llvm::raw_string_ostream os(text);
    program.print(os);
    ADD_FAILURE() << "seed " << seed << ": " << what.str() << "\n"
                  << errors << "--- program\n"
                  << text;
  }

  /// Walks the road from propagation on; says at which stage it ended.
  LogicalResult compile(ModuleOp module, std::string &stageName) {
    for (const Stage &stage : getRoad()) {
      stageName = stage.name;
      if (stageName == "annotate" || stageName == "differentiate")
        continue;
      PassManager pm(context.get());
      stage.build(pm, RoadOptions());
      if (failed(pm.run(module)))
        return failure();
    }
    return success();
  }

  void check(uint64_t seed, OwningOpRef<ModuleOp> module);
  /// Runs seeds, of which the environment may choose others.
  void checkAll(OwningOpRef<ModuleOp> (*program)(uint64_t, MLIRContext *), int64_t cases);
};

/// max|x - reference| / max(max|reference|, 1e-6); what is not a number on one
/// side only is infinitely wrong.
double errorOf(ArrayRef<double> x, const reference::Tensor &reference) {
  if (static_cast<int64_t>(x.size()) != reference.getNumElements())
    return INFINITY;
  double largest = 1e-6, difference = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    double wanted = reference.at(i);
    if (std::isnan(x[i]) && std::isnan(wanted))
      continue;
    if (x[i] == wanted)
      continue;
    if (!std::isfinite(x[i]) || !std::isfinite(wanted))
      return INFINITY;
    largest = std::max(largest, std::fabs(wanted));
    difference = std::max(difference, std::fabs(x[i] - wanted));
  }
  return difference / largest;
}

void RandomPlanTest::check(uint64_t seed, OwningOpRef<ModuleOp> module) {
  if (!module) {
    ADD_FAILURE() << "seed " << seed << ": " << errors;
    return;
  }
  auto function = *module->getOps<func::FuncOp>().begin();
  if (llvm::range_size(function.getOps<dist::MicrobatchOp>()) > 1) {
    ++skipped;
    return;
  }
  Builder builder(context.get());
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (!function.getArgAttr(i, "dist.role"))
      function.setArgAttr(i, "dist.role", builder.getStringAttr("input"));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (!function.getResultAttr(i, "dist.role"))
      function.setResultAttr(i, "dist.role", builder.getStringAttr("output"));
  OwningOpRef<ModuleOp> whole = module->clone();

  reference::ProgramOptions options;
  options.seed = seed;
  auto expected = reference::runModule(*whole, options);
  if (failed(expected))
    return report(seed, "one device does not run it", *whole);

  std::string stage;
  if (failed(compile(*module, stage))) {
    // The checker says that it does without such sub-axes.
    if (StringRef(errors).contains("do not nest")) {
      ++skipped;
      return;
    }
    auto says = [&](StringRef message) { return StringRef(errors).contains(message); };
    if ((stage == "partition" || stage == "rematerialize") &&
        (says("is derived as") || says("holds unrelated values") || says("takes its groups of") ||
         says("contracts over unequal blocks") || says("mixes different blocks"))) {
      ++refused;
      return;
    }
    return report(seed, "stage " + stage + " refuses it", *whole);
  }
  FailureOr<std::vector<uint8_t>> bundle = emitBundle(*module);
  if (failed(bundle))
    return report(seed, "emit refuses it", *whole);
  auto plan = shardrt::loadPlan(bundle->data(), bundle->size(), "plan");
  if (!plan)
    return report(seed, "does not load: " + plan.status().message(), *whole);
  shardrt::Options runtime;
  runtime.seed = seed;
  runtime.poison = true;
  auto session = shardrt::Session::create(*plan, runtime);
  if (!session)
    return report(seed, "no session: " + session.status().message(), *whole);
  // Twice: the second step must not see what the first left behind.
  for (uint64_t step = 0; step < 2; ++step)
    if (auto result = session->run(step); !result)
      return report(seed, "does not run: " + result.status().message(), *whole);
  for (const reference::NamedTensor &value : expected->front()) {
    auto tensor = session->readGlobal(value.name, shardrt::Border::Output);
    if (!tensor)
      return report(seed, value.name + ": " + tensor.status().message(), *whole);
    if (!tensor->replicasIdentical)
      return report(seed, value.name + ": replicas differ: " + tensor->difference, *whole);
    // Plans hold unsigned integers as signed ones.
    Type element = value.value.getElementType();
    for (double &number : tensor->values)
      if (element.isUnsignedInteger() && number < 0)
        number += std::ldexp(1.0, element.getIntOrFloatBitWidth());
    double error = errorOf(tensor->values, value.value);
    if (!(error <= 1e-8))
      return report(seed, value.name + " is off by " + std::to_string(error), *whole);
  }
  ++runs;
  withCollectives += !session->counters().collectives.empty();
}

void RandomPlanTest::checkAll(OwningOpRef<ModuleOp> (*program)(uint64_t, MLIRContext *),
                              int64_t cases) {
  auto one = [&](uint64_t seed) {
    errors.clear();
    check(seed, program(seed, context.get()));
  };
  if (int64_t seed = fromEnvironment("SHARDC_TEST_SEED", 0))
    return one(seed);
  cases = fromEnvironment("SHARDC_TEST_CASES", cases);
  int64_t first = fromEnvironment("SHARDC_TEST_FIRST", 1);
  std::printf("seeds %lld to %lld\n", static_cast<long long>(first),
              static_cast<long long>(first + cases - 1));
  bool goesOn = std::getenv("SHARDC_TEST_VERBOSE");
  for (int64_t seed = first; seed < first + cases && (goesOn || !HasFailure()); ++seed)
    one(seed);
  std::printf("%lld refused by the partition checker\n", static_cast<long long>(refused));
  EXPECT_LE(refused * 1000, std::max<int64_t>(cases, 1000));
  if (HasFailure())
    return;
  EXPECT_EQ(runs + skipped + refused, cases);
  // Cases that are skipped, and programs without communication, prove little.
  EXPECT_LE(20 * skipped, cases);
  EXPECT_GE(2 * withCollectives, cases);
}

TEST_F(RandomPlanTest, EqualsOneDevice) { checkAll(randomProgram, 120); }

/// Every op that import keeps, on floats, integers and booleans.
TEST_F(RandomPlanTest, EveryOpEqualsOneDevice) {
  // Plans compute in float64 here, where narrower floats are no narrower.
  checkAll([](uint64_t seed, MLIRContext *context) { return randomOps(seed, context, false); },
           100);
}

} // namespace
