//===- RuleProofTest.cpp - sharding rules proven by running them -*- C++ -*-==//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every op that has a sharding rule, or a reason why it can't be proven. Beyond
// a number of ways to split one op on one mesh, an even sample is run;
// SHARDC_PROOF_FULL=1 runs them all, SHARDC_PROOF_OP=stablehlo.add one op's.
//
//===----------------------------------------------------------------------===//

#include "RuleProof.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/OpModels/ShardingRules.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

/// Ops whose rule is proven elsewhere or says nothing.
const std::map<std::string, std::string> &unproven() {
  static const std::map<std::string, std::string> reasons = {
      {"stablehlo.custom_call", "opaque: whole operands, whole results; nothing can run it"},
      {"dist.reshard", "moves data and has no factors; plans of reshards are tested as such"},
  };
  return reasons;
}

std::vector<ProofCase> allCases() {
  std::vector<ProofCase> cases;
  for (auto family :
       {elementwiseCases, shapeCases, indexingCases, contractionCases, layerCases, formCases})
    llvm::append_range(cases, family());
  return cases;
}

const std::vector<std::vector<int64_t>> kMeshes = {{2}, {3}, {2, 2}, {4}, {2, 3}, {6}, {2, 2, 2}};

/// Ways to split one op on one mesh that are run unless all are asked for.
constexpr size_t kSample = 160;

struct RuleProofTest : ::testing::Test {
  static std::unique_ptr<MLIRContext> makeContext(void (*rules)(DialectRegistry &)) {
    DialectRegistry registry;
    registry.insert<chlo::CHLODialect, dist::DistDialect, func::FuncDialect, nn::NNDialect,
                    stablehlo::StableHLODialect>();
    rules(registry);
    auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    return context;
  }
};

TEST_F(RuleProofTest, EveryRuleHasCases) {
  std::unique_ptr<MLIRContext> context = makeContext(registerShardingModels);
  std::set<std::string> proven;
  for (const ProofCase &one : allCases())
    proven.insert(one.op);
  size_t rules = 0;
  for (RegisteredOperationName name : context->getRegisteredOperations()) {
    std::string op = name.getStringRef().str();
    if (!name.hasInterface<ShardableOpInterface>())
      continue;
    ++rules;
    EXPECT_NE(proven.count(op), unproven().count(op))
        << op << " has a sharding rule: give it cases here, or say why it can't have any";
  }
  EXPECT_EQ(rules, proven.size() + unproven().size());
}

TEST_F(RuleProofTest, RulesHold) {
  std::unique_ptr<MLIRContext> context = makeContext(registerShardingModels);
  const char *only = getenv("SHARDC_PROOF_OP");
  bool full = getenv("SHARDC_PROOF_FULL");
  std::map<std::string, std::pair<int64_t, int64_t>> counts;
  std::map<std::string, int> failures;
  for (const ProofCase &one : allCases()) {
    if (only && one.op != only)
      continue;
    for (const std::vector<int64_t> &mesh : kMeshes) {
      Prover prover(context.get(), one, mesh);
      std::vector<ProofAssignment> all = prover.assignments();
      ASSERT_EQ(prover.error, "");
      size_t count = full ? all.size() : std::min(all.size(), kSample);
      for (size_t i = 0; i < count && failures[one.op] < 2; ++i) {
        const ProofAssignment &assignment = all[i * all.size() / count];
        std::string error = prover.check(assignment);
        failures[one.op] += !error.empty();
        EXPECT_EQ(error, "") << prover.describe(assignment);
      }
      counts[one.op].first += count;
      counts[one.op].second += all.size();
    }
  }
  int64_t total = 0;
  for (const auto &[op, count] : counts) {
    std::printf("%-36s %6lld of %lld combinations\n", op.c_str(),
                static_cast<long long>(count.first), static_cast<long long>(count.second));
    total += count.first;
    // Anything less would be a rule that admits nothing.
    EXPECT_GE(count.first, static_cast<int64_t>(kMeshes.size())) << op;
  }
  std::printf("%lld combinations of op, shape, mesh and splits\n", static_cast<long long>(total));
}

//===----------------------------------------------------------------------===//
// Wrong rules are found
//===----------------------------------------------------------------------===//

/// Says that tanh of a sum is the sum of tanhs.
struct LinearTanh : ShardableOpInterface::ExternalModel<LinearTanh, stablehlo::TanhOp> {
  ShardingRule getShardingRule(Operation *op) const { return sharding::elementwiseRule(op); }
  sharding::LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }
};

/// Says that the parts of a reversed dimension may be turned around one by one.
struct LooseReverse : ShardableOpInterface::ExternalModel<LooseReverse, stablehlo::ReverseOp> {
  ShardingRule getShardingRule(Operation *op) const { return sharding::elementwiseRule(op); }
};

void registerWrongRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, stablehlo::StableHLODialect *) {
    stablehlo::TanhOp::attachInterface<LinearTanh>(*context);
    stablehlo::ReverseOp::attachInterface<LooseReverse>(*context);
  });
}

TEST_F(RuleProofTest, WrongRulesAreFound) {
  std::unique_ptr<MLIRContext> context = makeContext(registerWrongRules);
  for (const ProofCase &one :
       {ProofCase{
            "stablehlo.tanh", {"5x3xf64"}, "stablehlo.tanh %a : tensor<5x3xf64>", {"5x3xf64"}, ""},
        ProofCase{"stablehlo.reverse",
                  {"4x3xf64"},
                  "stablehlo.reverse %a, dims = [0] : tensor<4x3xf64>",
                  {"4x3xf64"},
                  ""}}) {
    Prover prover(context.get(), one, {2});
    int found = 0, all = 0;
    for (const ProofAssignment &assignment : prover.assignments()) {
      found += StringRef(prover.check(assignment)).contains("is off by");
      ++all;
    }
    ASSERT_EQ(prover.error, "");
    EXPECT_GT(found, 0) << one.op;
    EXPECT_LT(found, all) << one.op;
  }
}

} // namespace
