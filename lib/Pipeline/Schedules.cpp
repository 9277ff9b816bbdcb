//===- Schedules.cpp - orders of pipeline actions ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A new schedule is one function here and one line in the table of generators:
// whatever lists it makes are simulated, cut and proven like all others.
//
//===----------------------------------------------------------------------===//
#include "shardc/Pipeline/Schedules.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <tuple>

using namespace mlir;
using namespace shardc;

//===----------------------------------------------------------------------===//
// Action strings
//===----------------------------------------------------------------------===//

namespace {
struct KindName {
  ActionKind kind;
  llvm::StringLiteral name;
};
} // namespace

static constexpr KindName kindNames[] = {
    {ActionKind::SendForward, "SEND_F"},  {ActionKind::RecvForward, "RECV_F"},
    {ActionKind::SendBackward, "SEND_B"}, {ActionKind::RecvBackward, "RECV_B"},
    {ActionKind::Forward, "F"},           {ActionKind::Backward, "B"},
    {ActionKind::InputGrad, "I"},         {ActionKind::WeightGrad, "W"},
    {ActionKind::Microbatch, "M"},
};

llvm::StringRef shardc::toString(ActionKind kind) {
  for (const KindName &entry : kindNames)
    if (entry.kind == kind)
      return entry.name;
  llvm_unreachable("every kind has a name");
}

std::string shardc::toString(const PipelineAction &action) {
  return (llvm::Twine(action.stage) + toString(action.kind) + llvm::Twine(action.microbatch)).str();
}

std::optional<PipelineAction> shardc::parsePipelineAction(llvm::StringRef text) {
  PipelineAction action;
  if (text.consumeInteger(10, action.stage) || action.stage < 0)
    return std::nullopt;
  for (const KindName &entry : kindNames) {
    llvm::StringRef rest = text;
    if (!rest.consume_front(entry.name))
      continue;
    if (rest.getAsInteger(10, action.microbatch) || action.microbatch < 0)
      return std::nullopt;
    action.kind = entry.kind;
    return action;
  }
  return std::nullopt;
}

std::string shardc::toActionCsv(const PipelineSchedule &schedule) {
  std::string text;
  for (ArrayRef<PipelineAction> rank : schedule.ranks) {
    llvm::ListSeparator comma(",");
    for (const PipelineAction &action : rank) {
      text += llvm::StringRef(comma);
      text += toString(action);
    }
    text += '\n';
  }
  return text;
}

std::optional<PipelineSchedule>
shardc::parseActionCsv(llvm::StringRef text, llvm::function_ref<InFlightDiagnostic()> emitError) {
  PipelineSchedule schedule;
  SmallVector<llvm::StringRef> lines;
  text.rtrim().split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines)) {
    schedule.ranks.emplace_back();
    SmallVector<llvm::StringRef> words;
    line.split(words, ',');
    for (llvm::StringRef word : words) {
      word = word.trim();
      // Executors pad the lists of idle ranks with empty entries.
      if (word.empty())
        continue;
      std::optional<PipelineAction> action = parsePipelineAction(word);
      if (!action) {
        emitError() << "line " << number + 1 << ": '" << word << "' is not an action such as '0F3'";
        return std::nullopt;
      }
      schedule.ranks.back().push_back(*action);
    }
  }
  return schedule;
}

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// All forwards, then all backwards.
static std::optional<PipelineSchedule> generateGPipe(const ScheduleRequest &request, EmitError) {
  PipelineSchedule schedule;
  for (int64_t stage = 0; stage < request.stages; ++stage) {
    auto &list = schedule.ranks.emplace_back();
    for (int64_t i = 0; i < request.microbatches; ++i)
      list.push_back({stage, ActionKind::Forward, i});
    if (request.backward)
      for (int64_t i = 0; i < request.microbatches; ++i)
        list.push_back({stage, ActionKind::Backward, i});
  }
  return schedule;
}

/// Warm-up of p-1-s forwards on stage s, then one forward and one backward in
/// turn: at most p-s microbatches are alive on stage s.
static std::optional<PipelineSchedule> generate1F1B(const ScheduleRequest &request,
                                                    EmitError emitError) {
  if (!request.backward)
    return generateGPipe(request, emitError);
  PipelineSchedule schedule;
  for (int64_t stage = 0; stage < request.stages; ++stage) {
    auto &list = schedule.ranks.emplace_back();
    int64_t warmUp = std::min(request.microbatches, request.stages - 1 - stage);
    int64_t forward = 0, backward = 0;
    while (forward < warmUp)
      list.push_back({stage, ActionKind::Forward, forward++});
    while (backward < request.microbatches) {
      if (forward < request.microbatches)
        list.push_back({stage, ActionKind::Forward, forward++});
      list.push_back({stage, ActionKind::Backward, backward++});
    }
  }
  return schedule;
}

static const ScheduleGenerator generators[] = {
    {"1f1b", "one forward, one backward: memory of p-s microbatches", generate1F1B},
    {"gpipe", "all forwards, then all backwards", generateGPipe},
};

ArrayRef<ScheduleGenerator> shardc::getScheduleGenerators() { return generators; }

std::optional<PipelineSchedule> shardc::generateSchedule(llvm::StringRef name,
                                                         const ScheduleRequest &request,
                                                         EmitError emitError) {
  if (request.stages < 1 || request.microbatches < 1) {
    emitError() << "a schedule needs at least one stage and one microbatch, got " << request.stages
                << " and " << request.microbatches;
    return std::nullopt;
  }
  for (const ScheduleGenerator &generator : generators)
    if (generator.name == name)
      return generator.generate(request, emitError);
  InFlightDiagnostic diag = emitError() << "unknown schedule '" << name << "'; expected ";
  llvm::interleave(
      generators, [&](const ScheduleGenerator &g) { diag << g.name; }, [&] { diag << " or "; });
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Simulation
//===----------------------------------------------------------------------===//

static int64_t unitTime(ActionKind kind) {
  switch (kind) {
  case ActionKind::Backward:
    return 2;
  case ActionKind::Microbatch:
    return 3;
  case ActionKind::Forward:
  case ActionKind::InputGrad:
  case ActionKind::WeightGrad:
    return 1;
  default:
    return 0;
  }
}

/// The actions that must have finished before `action` starts. Alternatives
/// (B or I) are tried in order by the caller.
static SmallVector<SmallVector<PipelineAction, 2>, 2> dependencesOf(const PipelineAction &action,
                                                                    int64_t stages) {
  SmallVector<SmallVector<PipelineAction, 2>, 2> all;
  int64_t stage = action.stage, i = action.microbatch;
  switch (action.kind) {
  case ActionKind::Forward:
    if (stage > 0)
      all.push_back({{stage - 1, ActionKind::Forward, i}});
    break;
  case ActionKind::Backward:
  case ActionKind::InputGrad:
    all.push_back({{stage, ActionKind::Forward, i}});
    if (stage + 1 < stages)
      all.push_back({{stage + 1, ActionKind::Backward, i}, {stage + 1, ActionKind::InputGrad, i}});
    break;
  case ActionKind::WeightGrad:
    all.push_back({{stage, ActionKind::InputGrad, i}});
    break;
  default:
    break;
  }
  return all;
}

std::optional<SmallVector<TimedAction>>
shardc::simulateSchedule(const PipelineSchedule &schedule, int64_t stages, EmitError emitError) {
  using Key = std::tuple<int64_t, ActionKind, int64_t>;
  std::map<Key, int64_t> finished;
  SmallVector<TimedAction> timed;
  SmallVector<size_t> next(schedule.ranks.size(), 0);
  SmallVector<int64_t> clock(schedule.ranks.size(), 0);
  // When the action can start, or nullopt when something it needs has not run.
  auto readyTime = [&](const PipelineAction &action) -> std::optional<int64_t> {
    int64_t time = 0;
    for (auto &alternatives : dependencesOf(action, stages)) {
      bool found = false;
      for (const PipelineAction &need : alternatives) {
        auto it = finished.find({need.stage, need.kind, need.microbatch});
        if (it == finished.end())
          continue;
        time = std::max(time, it->second);
        found = true;
      }
      if (!found)
        return std::nullopt;
    }
    return time;
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (auto [rank, list] : llvm::enumerate(schedule.ranks))
      while (next[rank] < list.size()) {
        const PipelineAction &action = list[next[rank]];
        std::optional<int64_t> ready = readyTime(action);
        if (!ready)
          break;
        int64_t start = std::max(*ready, clock[rank]);
        int64_t finish = start + unitTime(action.kind);
        timed.push_back({int64_t(rank), action, start, finish});
        finished[{action.stage, action.kind, action.microbatch}] = finish;
        clock[rank] = finish;
        ++next[rank];
        progress = true;
      }
  }
  for (auto [rank, list] : llvm::enumerate(schedule.ranks))
    if (next[rank] < list.size()) {
      const PipelineAction &action = list[next[rank]];
      InFlightDiagnostic diag = emitError() << "schedule gets stuck: rank " << rank << " waits at '"
                                            << toString(action) << "' for";
      for (auto &alternatives : dependencesOf(action, stages)) {
        bool done = llvm::any_of(alternatives, [&](const PipelineAction &need) {
          return finished.count({need.stage, need.kind, need.microbatch}) != 0;
        });
        if (!done)
          diag << " '" << toString(alternatives.front()) << "'";
      }
      return std::nullopt;
    }
  // Actions of one rank that start together (some take no time) keep their order.
  SmallVector<size_t> order(timed.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::tie(timed[a].start, timed[a].rank, a) < std::tie(timed[b].start, timed[b].rank, b);
  });
  SmallVector<TimedAction> sorted;
  for (size_t i : order)
    sorted.push_back(timed[i]);
  return sorted;
}
