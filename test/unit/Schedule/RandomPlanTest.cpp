//===- RandomPlanTest.cpp - scheduler, proof and oracle ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random programs are scheduled by the pass; the proof and the exploration of
// every execution must both accept the result. Then plans are damaged at random:
// whatever the proof still accepts, the exploration must accept too.
//
//===----------------------------------------------------------------------===//
#include "Oracle.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Schedule/BuildPlan.h"
#include "shardc/Schedule/EventEngine.h"
#include "shardc/Schedule/Passes.h"
#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace shardc;

namespace {

const char *const kType = "tensor<1xf32>";

/// SHARDC_TEST_SEEDS asks for more rounds than the suite has time for.
unsigned seedCount(unsigned otherwise) {
  const char *text = std::getenv("SHARDC_TEST_SEEDS");
  return text ? std::atoi(text) : otherwise;
}

/// Writes one random module.
class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}

  std::string run() {
    stages = 1 + random() % 3;
    tp = stages == 3 ? 1 : 1 + random() % 2;
    for (unsigned stage = 0; stage < stages; ++stage)
      startProgram();
    unsigned steps = 3 + random() % 4;
    for (unsigned i = 0; i < steps; ++i) {
      if (stages > 1 && random() % 3 == 0)
        addTransfer();
      else
        addCall(random() % stages);
    }
    std::string text = "dist.mesh @mesh <\"pp\"=" + std::to_string(stages) +
                       ", \"tp\"=" + std::to_string(tp) + ">\n";
    text += "func.func private @k1(tensor<1xf32>) -> tensor<1xf32> attributes {sched.kernel}\n"
            "func.func private @k2(tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32> "
            "attributes {sched.kernel}\n"
            "func.func private @k3(tensor<1xf32>, tensor<1xf32>) -> (tensor<1xf32>, "
            "tensor<1xf32>) attributes {sched.kernel}\n";
    text += segments;
    for (unsigned stage = 0; stage < stages; ++stage)
      text += finishProgram(stage);
    return text;
  }

private:
  struct Program {
    std::string body;
    /// Names of values that may still be read; arguments come first.
    std::vector<std::string> values;
    unsigned next = 0;
  };

  unsigned pick(size_t count) { return random() % count; }

  void startProgram() {
    Program program;
    program.values = {"%arg0", "%arg1"};
    programs.push_back(program);
  }

  /// A segment of 1 or 2 arguments; gives the text of its donations.
  std::string makeSegment(unsigned arguments, unsigned &results, std::vector<int> &donate) {
    std::string name = "seg_" + std::to_string(numSegments++);
    std::vector<std::string> values;
    for (unsigned i = 0; i < arguments; ++i)
      values.push_back("%arg" + std::to_string(i));
    std::string body;
    unsigned ops = 1 + pick(4), next = 0;
    for (unsigned i = 0; i < ops; ++i) {
      std::string result = "%" + std::to_string(next++);
      std::string a = values[pick(values.size())], b = values[pick(values.size())];
      switch (pick(6)) {
      case 0:
        body += "  " + result + " = sched.launch @k1(" + a +
                ") {inplace = array<i64: " + std::to_string(int(pick(2)) - 1) + ">} : (" + kType +
                ") -> " + kType + "\n";
        break;
      case 1:
        body += "  " + result + " = sched.launch @k2(" + a + ", " + b +
                ") {inplace = array<i64: " + std::to_string(int(pick(3)) - 1) + ">} : (" + kType +
                ", " + kType + ") -> " + kType + "\n";
        break;
      case 2:
        body += "  " + result + ":2 = sched.launch @k3(" + a + ", " + b +
                ") {inplace = array<i64: " + (pick(2) ? "0, 1" : "-1, 0") + ">} : (" + kType +
                ", " + kType + ") -> (" + kType + ", " + kType + ")\n";
        values.push_back(result + "#0");
        result += "#1";
        break;
      case 3:
        body += "  " + result + " = sched.copy " + a + " : " + kType + "\n";
        break;
      default:
        body += "  " + result + " = dist.all_reduce " + a +
                " sum over [\"tp\"] on @mesh : " + kType + "\n";
      }
      values.push_back(result);
    }
    results = 1 + pick(2);
    std::string returned, types, donations;
    donate.assign(results, -1);
    std::vector<bool> taken(arguments);
    for (unsigned i = 0; i < results; ++i) {
      // Mostly the last values, so that little is dead.
      std::string value = values[values.size() - 1 - pick(std::min<size_t>(3, values.size()))];
      returned += (i ? ", " : "") + value;
      types += std::string(i ? ", " : "") + kType;
      unsigned arg = pick(arguments);
      if (pick(2) && !taken[arg]) {
        donate[i] = arg;
        taken[arg] = true;
      }
      donations += (i ? ", " : "") + std::to_string(donate[i]);
    }
    segments += "func.func private @" + name + "(";
    for (unsigned i = 0; i < arguments; ++i)
      segments += std::string(i ? ", " : "") + "%arg" + std::to_string(i) + ": " + kType;
    segments += ") -> (" + types + ") attributes {dist.segment = \"forward\", dist.donate = " +
                "array<i64: " + donations + ">} {\n" + body + "  return " + returned + " : " +
                types + "\n}\n";
    return name;
  }

  void addCall(unsigned stage) {
    Program &program = programs[stage];
    unsigned arguments = std::min<size_t>(1 + pick(2), program.values.size());
    std::vector<unsigned> chosen;
    while (chosen.size() < arguments) {
      unsigned index = pick(program.values.size());
      if (std::find(chosen.begin(), chosen.end(), index) == chosen.end())
        chosen.push_back(index);
    }
    unsigned results = 0;
    std::vector<int> donate;
    std::string name = makeSegment(arguments, results, donate);
    // An input must be there again in the next step.
    for (int arg : donate)
      if (arg >= 0 && chosen[arg] == 0 && program.values[0] == "%arg0") {
        size_t at = segments.rfind("dist.donate = array<i64: ");
        size_t end = segments.find('>', at);
        std::string none;
        for (unsigned i = 0; i < results; ++i)
          none += i ? ", -1" : "-1";
        segments.replace(at, end - at + 1, "dist.donate = array<i64: " + none + ">");
        donate.assign(results, -1);
      }
    std::string result = "%" + std::to_string(program.next++), operands, in, out;
    for (unsigned i = 0; i < arguments; ++i) {
      operands += (i ? ", " : "") + program.values[chosen[i]];
      in += std::string(i ? ", " : "") + kType;
    }
    for (unsigned i = 0; i < results; ++i)
      out += std::string(i ? ", " : "") + kType;
    program.body += "  " + result + ":" + std::to_string(results) + " = call @" + name + "(" +
                    operands + ") {dist.action = \"" + std::to_string(stage) + "F" +
                    std::to_string(program.next) + "\", dist.stage = " + std::to_string(stage) +
                    " : i64} : (" + in + ") -> (" + out + ")\n";
    std::vector<std::string> gone;
    for (int arg : donate)
      if (arg >= 0)
        gone.push_back(program.values[chosen[arg]]);
    for (const std::string &value : gone)
      program.values.erase(std::find(program.values.begin(), program.values.end(), value));
    for (unsigned i = 0; i < results; ++i)
      program.values.push_back(result + "#" + std::to_string(i));
  }

  void addTransfer() {
    unsigned from = pick(stages), to = pick(stages);
    if (from == to)
      return;
    Program &sender = programs[from], &receiver = programs[to];
    std::string value = sender.values[pick(sender.values.size())];
    std::string channel = std::to_string(channels++);
    sender.body += "  dist.send " + value + " channel " + channel + " to " + std::to_string(to) +
                   " over \"pp\" on @mesh {dist.action = \"SEND_F" + channel +
                   "\", dist.microbatch = " + channel + " : i64} : " + kType + "\n";
    std::string result = "%" + std::to_string(receiver.next++);
    receiver.body += "  " + result + " = dist.recv channel " + channel + " from " +
                     std::to_string(from) + " over \"pp\" on @mesh {dist.action = \"RECV_F" +
                     channel + "\", dist.microbatch = " + channel + " : i64} : " + kType + "\n";
    receiver.values.push_back(result);
  }

  std::string finishProgram(unsigned stage) {
    Program &program = programs[stage];
    std::string first = program.values[pick(program.values.size())];
    std::string second = program.values[pick(program.values.size())];
    std::string text = "func.func @program_" + std::to_string(stage) + "(%arg0: " + kType +
                       " {dist.name = \"x\", dist.role = \"input\"}, %arg1: " + kType +
                       " {dist.name = \"w\", dist.role = \"param\", dist.updated_by = 0 : "
                       "i64}) -> (" +
                       kType + " {dist.role = \"param\"}, " + kType +
                       " {dist.role = \"output\"}) attributes {dist.class_axis = \"pp\", "
                       "dist.class_coordinate = " +
                       std::to_string(stage) + " : i64} {\n";
    return text + program.body + "  return " + first + ", " + second + " : " + kType + ", " +
           kType + "\n}\n";
  }

  std::mt19937 random;
  unsigned stages = 1, tp = 1, numSegments = 0, channels = 0;
  std::string segments;
  std::vector<Program> programs;
};

class RandomPlanTest : public testing::Test {
protected:
  RandomPlanTest() {
    context.loadDialect<func::FuncDialect, dist::DistDialect, sched::SchedDialect,
                        stablehlo::StablehloDialect>();
  }

  std::optional<plan::Plan> schedule(unsigned seed) {
    std::string text = Generator(seed).run();
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << text;
      return std::nullopt;
    }
    PassManager pm(&context);
    pm.addPass(createSchedulePass());
    if (failed(pm.run(*module))) {
      ADD_FAILURE() << text;
      return std::nullopt;
    }
    FailureOr<plan::Plan> plan = buildPlan(*module);
    if (failed(plan)) {
      ADD_FAILURE() << text;
      return std::nullopt;
    }
    return std::move(*plan);
  }

  MLIRContext context;
};

bool isExhausted(const test::Verdict &verdict) {
  return !verdict.legal && (verdict.why == "too many states" || verdict.why == "too many tasks");
}

TEST_F(RandomPlanTest, ScheduledPlansAreAcceptedByBoth) {
  unsigned explored = 0;
  unsigned seeds = seedCount(400);
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    std::optional<plan::Plan> plan = schedule(seed);
    if (!plan)
      return;
    std::optional<plan::Refusal> refusal = plan::prove(*plan);
    ASSERT_FALSE(refusal) << "seed " << seed << ": " << refusal->message << "\n"
                          << Generator(seed).run();
    refusal = plan::prove(*plan, {true});
    ASSERT_FALSE(refusal) << "seed " << seed << ": " << refusal->message;
    test::Verdict verdict = test::explore(*plan, 20000);
    if (isExhausted(verdict))
      continue;
    ++explored;
    ASSERT_TRUE(verdict.legal) << "seed " << seed << ": " << verdict.why << "\n"
                               << Generator(seed).run();
  }
  EXPECT_GT(explored, seeds / 2);
}

/// Changes one thing; false when it found nothing to change.
bool damage(plan::Plan &plan, std::mt19937 &random) {
  auto pick = [&](auto &list) -> auto & { return list[random() % list.size()]; };
  plan::Program &program = pick(plan.programs);
  if (program.actions.empty())
    return false;
  plan::Action &action = pick(program.actions);
  plan::Segment &segment = plan.segments[action.segment];
  switch (random() % 10) {
  case 0:
    if (action.waits.empty())
      return false;
    action.waits.erase(action.waits.begin() + random() % action.waits.size());
    return true;
  case 1: {
    if (action.formals.empty())
      return false;
    uint64_t &offset = pick(action.formals);
    plan::Action &other = pick(program.actions);
    if (other.formals.empty())
      return false;
    offset = pick(other.formals);
    return true;
  }
  case 2:
    action.scratch = 64 * (random() % (program.arenaBytes / 64 + 1));
    return true;
  case 3: {
    size_t at = random() % program.actions.size();
    if (at + 1 >= program.actions.size())
      return false;
    std::swap(program.actions[at], program.actions[at + 1]);
    return true;
  }
  case 4: {
    if (segment.instructions.empty())
      return false;
    segment.instructions.erase(segment.instructions.begin() +
                               random() % segment.instructions.size());
    return true;
  }
  case 5: {
    size_t count = segment.instructions.size();
    if (count < 2)
      return false;
    size_t at = random() % (count - 1);
    std::swap(segment.instructions[at], segment.instructions[at + 1]);
    return true;
  }
  case 6: {
    if (segment.instructions.empty())
      return false;
    plan::Instruction &instruction = pick(segment.instructions);
    auto *launch = std::get_if<plan::Launch>(&instruction.op);
    if (!launch)
      return false;
    plan::Buffer &buffer = pick(launch->buffers);
    buffer.isFormal = false;
    buffer.index = 0;
    buffer.offset = 64 * (random() % 3);
    return true;
  }
  case 7: {
    if (segment.instructions.empty())
      return false;
    plan::Instruction &instruction = pick(segment.instructions);
    if (auto *send = std::get_if<plan::Send>(&instruction.op))
      send->sequence += 1;
    else if (auto *recv = std::get_if<plan::Recv>(&instruction.op))
      recv->peer = random() % 3;
    else if (auto *reduce = std::get_if<plan::Collective>(&instruction.op))
      reduce->comm = random() % 3;
    else
      return false;
    return true;
  }
  case 8: {
    if (segment.instructions.empty())
      return false;
    pick(segment.instructions).stream = random() % segment.streams.size();
    return true;
  }
  default:
    program.actions.erase(program.actions.begin() + random() % program.actions.size());
    return true;
  }
}

TEST_F(RandomPlanTest, DamagedPlansThatTheProofAcceptsAreLegal) {
  std::mt19937 random(7);
  unsigned accepted = 0, refused = 0, confirmed = 0;
  unsigned seeds = seedCount(120);
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    std::optional<plan::Plan> plan = schedule(seed);
    if (!plan)
      return;
    for (unsigned round = 0; round < 12; ++round) {
      plan::Plan broken = *plan;
      if (!damage(broken, random))
        continue;
      std::optional<plan::Refusal> refusal = plan::prove(broken);
      std::optional<plan::Refusal> expanded = plan::prove(broken, {true});
      ASSERT_EQ(refusal.has_value(), expanded.has_value())
          << "seed " << seed << ": " << (refusal ? *refusal : *expanded).message;
      if (!refusal) {
        test::Verdict verdict = test::explore(broken, 5000);
        if (isExhausted(verdict))
          continue;
        ++accepted;
        ASSERT_TRUE(verdict.legal)
            << "seed " << seed << " round " << round << ": " << verdict.why << "\n"
            << Generator(seed).run();
        continue;
      }
      ++refused;
      // Faults of form can't be run; of the others most show in some execution.
      bool runs = refusal->fault == plan::Fault::Race || refusal->fault == plan::Fault::StaleRead ||
                  refusal->fault == plan::Fault::ReadBeforeWrite ||
                  refusal->fault == plan::Fault::Deadlock ||
                  refusal->fault == plan::Fault::Mismatch;
      if (runs)
        confirmed += !test::explore(broken, 2000).legal;
    }
  }
  EXPECT_GT(accepted, seeds / 4);
  EXPECT_GT(refused, 2 * seeds);
  EXPECT_GT(confirmed, seeds);
  std::printf("accepted %u, refused %u, of which the exploration confirms %u\n", accepted, refused,
              confirmed);
}

} // namespace
