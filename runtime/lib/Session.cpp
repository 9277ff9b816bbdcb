//===- Session.cpp - running a plan ---------------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executors of all ranks of this process, step by step, and what was measured.
//
//===----------------------------------------------------------------------===//
#include "SessionImpl.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

using namespace shardrt;

Session::Session(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Session::Session(Session &&) noexcept = default;
Session &Session::operator=(Session &&) noexcept = default;
Session::~Session() = default;

/// All processes must run one plan. What differs is named before anything runs.
static Status comparePlans(hal::Backend &backend, const Plan &plan, const Options &options) {
  std::ostringstream mine;
  mine << "plan hash " << plan.hash << ", collective signature " << plan.collectiveSignature
       << ", seed " << options.seed;
  Expected<std::vector<std::string>> all = backend.exchange(mine.str());
  if (!all)
    return all.status();
  for (size_t i = 0; i < all->size(); ++i)
    if ((*all)[i] != (*all)[0])
      return makeError(ErrorCode::Mismatch, "process 0 has ", (*all)[0], ", process ", i, " has ",
                       (*all)[i]);
  return Status();
}

Expected<Session> Session::create(PlanFile plan, const Options &options) {
  auto impl = std::make_unique<Impl>();
  impl->plan = plan;
  impl->options = options;
  Expected<std::unique_ptr<hal::Backend>> backend =
      hal::createBackend(options.backend, plan, hal::BackendOptions{options.timeoutSeconds});
  if (!backend)
    return backend.status();
  impl->backend = std::move(*backend);
  if (!plan->programs[0].loops.empty() && impl->backend->devices().size() != plan->numRanks())
    return makeError(ErrorCode::Unavailable,
                     "the plan has loops that data ends; they run on the host backend only");
  // Other processes must not wait for one that gives up.
  auto failed = [&](const Status &status) {
    impl->backend->abort(status);
    (void)impl->backend->finish();
    return status;
  };
  if (Status status = comparePlans(*impl->backend, *plan, options); !status)
    return failed(status);
  for (hal::Device *device : impl->backend->devices()) {
    Expected<std::unique_ptr<Executor>> executor = Executor::create(plan, *device, options);
    if (!executor)
      return failed(executor.status());
    impl->executors.push_back(std::move(*executor));
  }
  impl->before.resize(impl->executors.size());
  return Session(std::move(impl));
}

Status Session::Impl::askCondition(size_t index, bool &holds) {
  if (Status status = backend->finish(); !status)
    return status;
  for (size_t i = 0; i < executors.size(); ++i) {
    bool mine = false;
    Executor &executor = *executors[i];
    if (Status status = executor.readCondition(executor.program.loops[index], mine); !status)
      return status;
    if (i == 0)
      holds = mine;
    else if (mine != holds)
      return makeError(ErrorCode::Mismatch, "loop ", index, " of '", executor.program.name,
                       "' goes on for rank ", (mine ? executor : *executors[0]).device.rank(),
                       " and ends for rank ", (mine ? *executors[0] : executor).device.rank());
  }
  return Status();
}

Status Session::Impl::runLoop(size_t index) {
  // All ranks have one program, so the first one's loops are everybody's.
  const Program &program = executors.front()->program;
  const Loop &loop = program.loops[index];
  for (;;) {
    if (Status status = enqueueActions(loop.first, loop.body, index + 1); !status)
      return status;
    bool holds = false;
    if (Status status = askCondition(index, holds); !status)
      return status;
    if (!holds)
      return Status();
    if (iterations++ == options.maxIterations)
      return makeError(ErrorCode::Timeout, "loop ", index, " of '", program.name,
                       "' has not ended after ", options.maxIterations, " iterations");
    if (Status status = enqueueActions(loop.body, loop.end, index + 1); !status)
      return status;
  }
}

Status Session::Impl::enqueueActions(size_t begin, size_t end, size_t next) {
  static const std::vector<Loop> none;
  const std::vector<Loop> &loops = executors.empty() ? none : executors.front()->program.loops;
  for (size_t at = begin; at < end;) {
    while (next < loops.size() && loops[next].first < at)
      ++next;
    if (next < loops.size() && loops[next].first == at && loops[next].end <= end) {
      size_t after = loops[next].end;
      if (Status status = runLoop(next); !status)
        return status;
      at = after;
      continue;
    }
    // Ranks take turns, so that all of them start early.
    for (auto &executor : executors)
      if (at < executor->numActions())
        if (Status status = executor->enqueueAction(at); !status)
          return status;
    ++at;
  }
  return Status();
}

Status Session::Impl::enqueueStep() {
  size_t longest = 0;
  for (auto &executor : executors) {
    if (Status status = executor->prepareStep(); !status)
      return status;
    longest = std::max(longest, executor->numActions());
  }
  iterations = 0;
  if (Status status = enqueueActions(0, longest, 0); !status)
    return status;
  for (auto &executor : executors)
    if (Status status = executor->enqueueUpdates(); !status)
      return status;
  return Status();
}

Expected<StepResult> Session::run(uint64_t step) {
  // Others may wait for what this process will not do any more.
  auto failed = [&](const Status &status) {
    impl->failure = status;
    impl->backend->abort(status);
    (void)impl->backend->finish();
    return makeError(status.code(), "step ", step, ": ", status.message());
  };
  if (!impl->failure.ok())
    return makeError(ErrorCode::Aborted, "step ", step,
                     ": an earlier step failed: ", impl->failure.message());
  for (size_t i = 0; i < impl->executors.size(); ++i)
    impl->before[i] = impl->executors[i]->device.traffic();
  auto start = std::chrono::steady_clock::now();
  if (Status status = impl->enqueueStep(); !status)
    return failed(status);
  if (Status status = impl->backend->finish(); !status)
    return failed(status);
  StepResult result;
  Expected<std::optional<double>> loss = impl->loss();
  if (!loss)
    return failed(loss.status());
  result.loss = *loss;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ++impl->steps;
  impl->seconds += result.seconds;
  return result;
}

Expected<std::optional<double>> Session::Impl::loss() {
  // Every process tells what its ranks hold: "part value", one a line. The
  // parts of a partial sum differ in their coordinates on the axes of the sum.
  std::string mine;
  for (auto &executor : executors) {
    for (const Tensor &output : executor->program.outputs) {
      if (output.role != Role::Loss)
        continue;
      std::vector<char> bytes;
      if (Status status = executor->read(output, true, bytes); !status)
        return status;
      double value = loadElement(bytes.data(), output.dtype, 0);
      char line[64];
      std::snprintf(line, sizeof(line), "%u %.17g\n", partOf(output, executor->coords), value);
      mine += line;
      break;
    }
  }
  Expected<std::vector<std::string>> all = backend->exchange(mine);
  if (!all)
    return all.status();
  std::map<uint32_t, double> parts;
  for (const std::string &text : *all) {
    std::istringstream lines(text);
    uint32_t part;
    std::string value;
    while (lines >> part >> value)
      parts.emplace(part, std::strtod(value.c_str(), nullptr));
  }
  if (parts.empty())
    return std::optional<double>();
  double sum = 0;
  for (auto [part, value] : parts)
    sum += value;
  return std::optional<double>(sum);
}

uint32_t shardrt::partOf(const Tensor &tensor, const std::vector<uint32_t> &coords) {
  uint32_t part = 0;
  for (const AxisRef &axis : tensor.partial)
    part = part * axis.size + coordinateOn(axis, coords);
  return part;
}

Counters Session::counters() const {
  Counters out;
  out.steps = impl->steps;
  out.seconds = impl->seconds;
  out.workspaceBytes = impl->backend->workspaceBytes();
  const Plan &plan = *impl->plan;
  for (const Program &program : plan.programs) {
    ClassCounters counters;
    counters.program = program.name;
    counters.ranks = plan.numRanks();
    if (program.classAxis >= 0)
      counters.ranks /= plan.mesh[program.classAxis].size;
    counters.arenaPredicted = program.arenaBytes;
    counters.flopsPredicted = program.flops;
    out.classes.push_back(counters);
    uint64_t params = 0, states = 0;
    for (const Tensor &tensor : program.tensors) {
      params += tensor.role == Role::Param ? tensor.bytes : 0;
      states += tensor.optimizerState ? tensor.bytes : 0;
    }
    out.paramBytes = std::max(out.paramBytes, params);
    out.optimizerStateBytes = std::max(out.optimizerStateBytes, states);
  }
  for (size_t i = 0; i < impl->executors.size(); ++i) {
    const Executor &executor = *impl->executors[i];
    uint64_t allocated = executor.device.allocatedBytes();
    uint64_t &mine = out.classes[executor.programIndex].arenaAllocated;
    mine = std::max(mine, allocated);
    out.peakBytes = std::max(out.peakBytes, allocated);
    out.flops = std::max(out.flops, executor.flops);
    hal::Traffic now = executor.device.traffic();
    const hal::Traffic &before = impl->before[i];
    out.bytesOnWire = std::max(out.bytesOnWire, now.bytesSent - before.bytesSent);
    for (auto [kind, count] : now.operations) {
      auto old = before.operations.find(kind);
      uint64_t change = count - (old == before.operations.end() ? 0 : old->second);
      if (change)
        out.collectives[kind] = std::max(out.collectives[kind], change);
    }
  }
  return out;
}

const Plan &Session::plan() const { return *impl->plan; }

bool Session::isLeader() const {
  return !impl->executors.empty() && impl->executors.front()->device.rank() == 0;
}

static std::vector<std::string> names(const Plan &plan, std::vector<Tensor> Program::*list) {
  std::set<std::string> seen;
  std::vector<std::string> all;
  for (const Program &program : plan.programs)
    for (const Tensor &tensor : program.*list)
      if (seen.insert(tensor.name).second)
        all.push_back(tensor.name);
  return all;
}

std::vector<std::string> Session::tensorNames() const {
  return names(*impl->plan, &Program::tensors);
}

std::vector<std::string> Session::outputNames() const {
  return names(*impl->plan, &Program::outputs);
}
