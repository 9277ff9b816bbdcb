//===- RandomCutTest.cpp - cut steps compute what the step does -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random steps (setup, microbatch region, update; values that skip stages, tied
// parameters, sums of squares over stages, ops without a stage) are cut and the
// programs run for two steps. Results must be those of the uncut step.
// SHARDC_TEST_SEEDS asks for more seeds.
//
//===----------------------------------------------------------------------===//
#include "dialects/NN/NN.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Pipeline/Passes.h"
#include "shardc/Reference/Program.h"
#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace shardc;

namespace {

const char *const kType = "tensor<4xf64>";
const char *const kScalar = "tensor<f64>";

class StepGenerator {
public:
  explicit StepGenerator(unsigned seed) : random(seed) {}

  std::string run() {
    stages = 1 + pick(4);
    microbatches = 1 + pick(4);
    unsigned params = 1 + pick(3);
    for (unsigned i = 0; i < params; ++i)
      outer.push_back({"%w" + std::to_string(i), -1});
    addSetup();
    addRegion();
    addUpdate();
    return finish(params);
  }

private:
  struct Value {
    std::string name;
    /// -1: on no stage in particular.
    int stage;
  };

  unsigned pick(unsigned count) { return random() % count; }
  std::string fresh() { return "%v" + std::to_string(next++); }
  static std::string attrs(int stage, const char *phase) {
    std::string text;
    if (stage >= 0)
      text += "dist.stage = " + std::to_string(stage) + " : i64";
    if (phase)
      text += std::string(text.empty() ? "" : ", ") + "dist.phase = \"" + phase + "\"";
    return text.empty() ? "" : " {" + text + "}";
  }

  /// One elementwise op on values from `from`.
  Value addOp(std::string &text, const std::vector<Value> &from, int stage, const char *phase,
              bool mayOmit, bool latest) {
    Value a = from[pick(from.size())], b = from[pick(from.size())];
    // An op may go without a stage where it would be put on this one anyway.
    int inferred = latest ? std::max(a.stage, b.stage) : -1;
    bool omit = mayOmit && inferred == stage && pick(3) == 0;
    std::string name = fresh();
    static const char *const binary[] = {"add", "subtract", "multiply", "maximum"};
    if (pick(3) == 0) {
      text += "  " + name + " = stablehlo." + (pick(2) ? "tanh " : "negate ") + a.name +
              attrs(omit ? -1 : stage, phase) + " : " + kType + "\n";
      if (omit && a.stage != stage)
        omit = false;
    } else {
      text += "  " + name + " = stablehlo." + binary[pick(4)] + " " + a.name + ", " + b.name +
              attrs(omit ? -1 : stage, phase) + " : " + kType + "\n";
    }
    // Products grow; keep them small.
    std::string bounded = fresh();
    text +=
        "  " + bounded + " = stablehlo.tanh " + name + attrs(stage, phase) + " : " + kType + "\n";
    return {bounded, stage};
  }

  void addSetup() {
    setup +=
        std::string("  %table = stablehlo.constant dense<[1.0, 2.0, -1.0, 0.5]> : ") + kType + "\n";
    setup += std::string("  %cheap = stablehlo.constant dense<0.25> : ") + kType + "\n";
    setup += std::string("  %costly = stablehlo.exponential %table : ") + kType + "\n";
    std::vector<Value> known = outer;
    known.push_back({"%table", -1});
    known.push_back({"%costly", -1});
    unsigned ops = pick(4);
    for (unsigned i = 0; i < ops; ++i)
      known.push_back(addOp(setup, known, pick(stages), nullptr, false, false));
    known.push_back({"%cheap", -1});
    captured = known;
  }

  void addRegion() {
    std::vector<Value> values = captured;
    values.push_back({"%xi", -1});
    if (pick(2))
      values.push_back({"%yi", -1});
    region += std::string("  %one = stablehlo.constant dense<1.0> : ") + kType + "\n";
    values.push_back({"%one", -1});
    std::vector<Value> made;
    for (unsigned stage = 0; stage < stages; ++stage) {
      unsigned ops = 1 + pick(3);
      for (unsigned i = 0; i < ops; ++i) {
        made.push_back(addOp(region, values, stage, nullptr, true, true));
        values.push_back(made.back());
      }
    }
    bool backward = pick(4) != 0;
    if (backward)
      for (int stage = stages - 1; stage >= 0; --stage) {
        // Forward values of any stage, backward values of this or later ones.
        unsigned ops = pick(3);
        for (unsigned i = 0; i < ops; ++i) {
          made.push_back(addOp(region, values, stage, "backward", false, false));
          values.push_back(made.back());
        }
      }
    unsigned yields = 1 + pick(4);
    for (unsigned i = 0; i < yields; ++i) {
      Value value = pick(6) ? made[pick(made.size())] : values[pick(values.size())];
      yielded.push_back(value.name);
      stacked.push_back(pick(4) == 0);
    }
  }

  void addUpdate() {
    std::vector<Value> values = outer;
    std::vector<std::string> sums;
    for (unsigned i = 0; i < yielded.size(); ++i)
      if (!stacked[i]) {
        std::string result = "%r#" + std::to_string(i);
        sums.push_back(result);
        values.push_back({result, -1});
      }
    unsigned ops = 1 + pick(4);
    for (unsigned i = 0; i < ops; ++i)
      values.push_back(addOp(update, values, pick(stages), "update", false, false));
    if (sums.size() > 1) {
      // A norm over all of them, and a use of it on every stage.
      std::string norm = fresh(), list, types;
      for (unsigned i = 0; i < sums.size(); ++i) {
        list += (i ? ", " : "") + sums[i];
        types += std::string(i ? ", " : "") + kType;
      }
      update += "  " + norm + " = nn.square_sum " + list + attrs(stages - 1, "update") + " : (" +
                types + ") -> " + kScalar + "\n";
      for (unsigned stage = 0; stage < stages; ++stage) {
        std::string wide = fresh(), scaled = fresh();
        update += "  " + wide + " = stablehlo.broadcast_in_dim " + norm + ", dims = []" +
                  attrs(stage, "update") + " : (" + kScalar + ") -> " + kType + "\n";
        update += "  " + scaled + " = stablehlo.multiply " + values[pick(values.size())].name +
                  ", " + wide + attrs(stage, "update") + " : " + kType + "\n";
        values.push_back({scaled, int(stage)});
      }
    }
    updated = values;
  }

  std::string finish(unsigned params) {
    std::string m = std::to_string(microbatches), rows = "tensor<" + m + "x4xf64>";
    std::string text = "dist.mesh @mesh <\"pp\"=" + std::to_string(stages) + ">\nfunc.func @main(";
    std::vector<std::string> results, types, resultAttrs;
    auto addResult = [&](const std::string &name, const std::string &type) {
      results.push_back(name);
      types.push_back(type);
      resultAttrs.push_back("{dist.name = \"result" + std::to_string(results.size()) +
                            "\", dist.role = \"output\"}");
      return results.size() - 1;
    };
    for (unsigned i = 0; i < yielded.size(); ++i)
      addResult("%r#" + std::to_string(i), stacked[i] ? rows : kType);
    addResult(updated[pick(updated.size())].name, kType);
    if (pick(3) == 0)
      addResult("%x", rows);
    for (unsigned i = 0; i < params; ++i) {
      std::string updatedBy;
      if (pick(3)) {
        // Any value may replace a parameter, another parameter too.
        size_t index = addResult(updated[pick(updated.size())].name, kType);
        updatedBy = ", dist.updated_by = " + std::to_string(index) + " : i64";
      }
      text += "%w" + std::to_string(i) + ": " + kType + " {dist.name = \"w" + std::to_string(i) +
              "\", dist.role = \"param\", dist.init = {kind = "
              "\"norm_weight\"}" +
              updatedBy + "}, ";
    }
    text += "%x: " + rows + " {dist.name = \"x\", dist.role = \"input\"}, %y: " + rows +
            " {dist.name = \"y\", dist.role = \"input\"}) -> (";
    for (size_t i = 0; i < results.size(); ++i)
      text += (i ? ", " : "") + types[i] + " " + resultAttrs[i];
    text += ") {\n" + setup;
    std::string kinds, list, yieldTypes, regionTypes;
    for (unsigned i = 0; i < yielded.size(); ++i) {
      const char *comma = i ? ", " : "";
      kinds += std::string(comma) + (stacked[i] ? "stack" : "sum");
      list += comma + yielded[i];
      yieldTypes += std::string(comma) + kType;
      regionTypes += comma + (stacked[i] ? rows : std::string(kType));
    }
    text += "  %r:" + std::to_string(yielded.size()) + " = dist.microbatch " + m +
            " (%x, %y) kinds = [" + kinds + "] {\n  ^bb0(%xi: " + kType + ", %yi: " + kType +
            "):\n" + region + "    dist.yield " + list + " : " + yieldTypes + "\n  } : (" + rows +
            ", " + rows + ") -> (" + regionTypes + ")\n" + update + "  return ";
    for (size_t i = 0; i < results.size(); ++i)
      text += (i ? ", " : "") + results[i];
    text += " : ";
    for (size_t i = 0; i < types.size(); ++i)
      text += (i ? ", " : "") + types[i];
    return text + "\n}\n";
  }

  std::mt19937 random;
  unsigned stages = 1, microbatches = 1, next = 0;
  std::string setup, region, update;
  std::vector<Value> outer, captured, updated;
  std::vector<std::string> yielded;
  std::vector<bool> stacked;
};

TEST(RandomCut, ComputesWhatTheStepDoes) {
  MLIRContext context;
  context.loadDialect<func::FuncDialect, dist::DistDialect, nn::NNDialect,
                      stablehlo::StablehloDialect>();
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    errors += diag.str() + "\n";
    return success();
  });
  const char *wanted = std::getenv("SHARDC_TEST_SEEDS");
  unsigned seeds = wanted ? std::atoi(wanted) : 150;
  unsigned transfers = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    errors.clear();
    std::string text = StepGenerator(seed).run();
    if (std::getenv("SHARDC_TEST_PRINT"))
      std::printf("seed %u\n%s\n", seed, text.c_str());
    auto whole = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(whole) << "seed " << seed << "\n" << errors << text;
    OwningOpRef<ModuleOp> cut = whole->clone();
    PassManager pm(&context);
    PipelinePassOptions options;
    options.schedule = seed % 2 ? "1f1b" : "gpipe";
    pm.addPass(createPipelinePass(options));
    pm.addPass(createVerifyPipelinePass());
    ASSERT_TRUE(succeeded(pm.run(*cut))) << "seed " << seed << "\n" << errors << text;
    cut->walk([&](dist::SendOp) { ++transfers; });

    reference::ProgramOptions run;
    run.seed = seed;
    run.steps = 2;
    auto expected = reference::runModule(*whole, run);
    ASSERT_TRUE(succeeded(expected)) << "seed " << seed << "\n" << errors << text;
    auto got = reference::runModule(*cut, run);
    ASSERT_TRUE(succeeded(got)) << "seed " << seed << "\n" << errors << text;
    ASSERT_EQ(got->size(), expected->size());
    for (size_t step = 0; step < got->size(); ++step) {
      ASSERT_EQ((*got)[step].size(), (*expected)[step].size()) << "seed " << seed;
      reference::WorstError worst = reference::compareResults((*got)[step], (*expected)[step]);
      ASSERT_LE(worst.error, 1e-9)
          << "seed " << seed << " step " << step << ": " << worst.name << "\n"
          << text;
    }
  }
  EXPECT_GT(transfers, 3 * seeds);
}

} // namespace
