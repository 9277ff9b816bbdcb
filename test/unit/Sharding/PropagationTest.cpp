//===- PropagationTest.cpp - what propagation does not depend on -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random programs: what was propagated is propagated to itself, and neither the
// order of ops and arguments nor their names change the sharding of any value. A
// failure prints its seed; run it alone with SHARDC_TEST_SEED=N.
//
//===----------------------------------------------------------------------===//

#include "shardc/Sharding/Propagation.h"
#include "ProgramShuffle.h"
#include "RandomProgram.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct PropagationTest : ::testing::Test {
  std::unique_ptr<MLIRContext> context = makeContext();
  std::string errors;
  ScopedDiagnosticHandler handler{context.get(), [this](Diagnostic &diagnostic) {
                                    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
                                      errors += diagnostic.str() + "\n";
                                    return success();
                                  }};

  bool propagate(ModuleOp module) {
    auto function = *module.getOps<func::FuncOp>().begin();
    return succeeded(propagateShardings(function, getMesh(module))) && succeeded(verify(module)) &&
           succeeded(verifyPropagated(function));
  }

  /// Calls `check` with each seed until something fails.
  void forSeeds(int64_t cases, llvm::function_ref<void(uint64_t)> check) {
    if (int64_t seed = fromEnvironment("SHARDC_TEST_SEED", 0))
      return check(seed);
    int64_t first = fromEnvironment("SHARDC_TEST_FIRST", 1);
    cases = fromEnvironment("SHARDC_TEST_CASES", cases);
    for (int64_t seed = first; seed < first + cases && !HasFailure(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      errors.clear();
      check(seed);
    }
  }
};

TEST_F(PropagationTest, IsAFixedPoint) {
  forSeeds(1500, [&](uint64_t seed) {
    OwningOpRef<ModuleOp> module = randomProgram(seed, context.get());
    std::string before = print(*module);
    ASSERT_TRUE(propagate(*module)) << errors << before;
    std::string once = print(*module);
    ASSERT_TRUE(propagate(*module)) << errors << once;
    EXPECT_EQ(once, print(*module)) << before;
  });
}

/// Without the shardings of ops, from annotations and pinned reshards alone. A
/// pinned reshard asks nothing of its operand, so that now and then an op is split
/// less than before, where that was free; what is found then is found again.
TEST_F(PropagationTest, IsFoundAgain) {
  int64_t programs = 0, different = 0;
  auto forget = [](ModuleOp module) {
    module.walk([](Operation *op) {
      op->removeAttr("dist.shardings");
      op->removeAttr("dist.arg_shardings");
    });
  };
  forSeeds(1500, [&](uint64_t seed) {
    OwningOpRef<ModuleOp> module = randomProgram(seed, context.get());
    ASSERT_TRUE(propagate(*module)) << errors;
    std::string once = print(*module);
    forget(*module);
    ASSERT_TRUE(propagate(*module)) << errors << once;
    std::string twice = print(*module);
    ++programs;
    different += once != twice;
    forget(*module);
    ASSERT_TRUE(propagate(*module)) << errors << twice;
    EXPECT_EQ(twice, print(*module)) << once;
  });
  RecordProperty("different", different);
  EXPECT_LE(different * 100, programs * 5) << different << " of " << programs;
}

TEST_F(PropagationTest, DoesNotDependOnOrder) {
  forSeeds(1500, [&](uint64_t seed) {
    OwningOpRef<ModuleOp> module = randomProgram(seed, context.get());
    numberValues(*module);
    OwningOpRef<ModuleOp> plain = module->clone();
    ASSERT_TRUE(propagate(*plain)) << errors << print(*module);
    std::vector<std::string> expected = shardingsByNumber(*plain);
    Random random(seed);
    for (int variant = 0; variant < 3; ++variant) {
      OwningOpRef<ModuleOp> shuffled = module->clone();
      shuffle(random, *shuffled);
      std::string text = print(*shuffled);
      ASSERT_TRUE(succeeded(verify(*shuffled))) << errors << text;
      ASSERT_TRUE(propagate(*shuffled)) << errors << text;
      ASSERT_EQ(expected, shardingsByNumber(*shuffled)) << print(*module) << "--- propagated\n"
                                                        << print(*plain) << "--- shuffled\n"
                                                        << print(*shuffled);
    }
  });
}

TEST_F(PropagationTest, TwentyRunsAreEqual) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    std::string first;
    for (int run = 0; run < 20; ++run) {
      // Pointers differ from context to context.
      auto other = makeContext();
      ScopedDiagnosticHandler quiet(other.get(), [](Diagnostic &) { return success(); });
      OwningOpRef<ModuleOp> module = randomProgram(seed, other.get());
      auto function = *module->getOps<func::FuncOp>().begin();
      ASSERT_TRUE(succeeded(propagateShardings(function, getMesh(*module))));
      if (run == 0)
        first = print(*module);
      ASSERT_EQ(first, print(*module)) << "seed " << seed << ", run " << run;
    }
  }
}

/// Layers of a column-split and a row-split product with a norm in front, forward
/// only, and one conflict a layer.
std::string layers(int64_t count) {
  std::string arguments, body, last = "%x";
  for (int64_t i = 0; i < count; ++i) {
    std::string n = std::to_string(i);
    arguments +=
        ", %n" + n + ": tensor<64xf32> {dist.sharding = #dist.sharding<@mesh, [{\"tp\"}]>}" +
        ", %a" + n +
        ": tensor<64x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {\"tp\"}]>}" + ", %b" +
        n + ": tensor<256x64xf32> {dist.sharding = #dist.sharding<@mesh, [{\"tp\"}, {}]>}";
    body += "%h" + n + " = nn.rms_norm " + last + ", %n" + n +
            " {eps = 1.0e-5 : f64} : tensor<128x64xf32>, tensor<64xf32>\n"
            "%u" +
            n + " = stablehlo.dot_general %h" + n + ", %a" + n +
            ", contracting_dims = [1] x [0] : (tensor<128x64xf32>, tensor<64x256xf32>) -> "
            "tensor<128x256xf32>\n"
            "%g" +
            n + " = nn.gelu %u" + n +
            " <tanh> : tensor<128x256xf32>\n"
            "%d" +
            n + " = stablehlo.dot_general %g" + n + ", %b" + n +
            ", contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x64xf32>) -> "
            "tensor<128x64xf32>\n"
            "%r" +
            n + " = stablehlo.add " + last + ", %d" + n + " : tensor<128x64xf32>\n";
    last = "%r" + n;
  }
  return "dist.mesh @mesh <\"dp\"=2, \"tp\"=4>\nfunc.func @main(%x: tensor<128x64xf32> "
         "{dist.sharding = #dist.sharding<@mesh, [{\"dp\"}, {}]>}" +
         arguments + ") -> tensor<128x64xf32> {\n" + body + "return " + last +
         " : tensor<128x64xf32>\n}\n";
}

/// Counted, not timed: a step is looked at a few times whatever the length of the
/// program, and equal layers are decided once.
TEST_F(PropagationTest, IsLinear) {
  PropagationStatistics few, many;
  auto run = [&](int64_t count, PropagationStatistics &statistics) {
    auto module = parseSourceString<ModuleOp>(layers(count), context.get());
    ASSERT_TRUE(module);
    auto function = *module->getOps<func::FuncOp>().begin();
    ASSERT_TRUE(succeeded(propagateShardings(function, getMesh(*module), &statistics)));
  };
  run(8, few);
  run(128, many);
  EXPECT_GE(many.steps, 128 * 5);
  EXPECT_EQ(many.rounds, few.rounds);
  EXPECT_LE(few.visits, 5 * few.steps);
  EXPECT_LE(many.visits, 5 * many.steps);
  EXPECT_EQ(many.decisions, few.decisions);
  EXPECT_LE(many.decisions, 40);
}

TEST_F(PropagationTest, SettlesByItself) {
  int64_t most = 0;
  forSeeds(1500, [&](uint64_t seed) {
    OwningOpRef<ModuleOp> module = randomProgram(seed, context.get());
    auto function = *module->getOps<func::FuncOp>().begin();
    PropagationStatistics statistics;
    ASSERT_TRUE(succeeded(propagateShardings(function, getMesh(*module), &statistics)));
    EXPECT_EQ(statistics.cutOff, 0);
    EXPECT_LE(statistics.rounds, 12);
    EXPECT_LE(statistics.visits, 12 * statistics.steps);
    most = std::max(most, statistics.rounds);
  });
  RecordProperty("rounds", most);
}

} // namespace
