//===- EngineCommunication.cpp - rendezvous of all ranks --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each rank is the list of its communications, one at a time. What is k-th on a
// communicator, or from one rank to another, meets the k-th of the others: that
// is checked first. Then all ranks run until nothing moves. Rendezvous is
// confluent, so if this run finishes every run does, and if it gets stuck every
// run gets stuck in the same place.
//
// Ranks of one class have equal lists. A communicator that does not run along
// the class axis joins ranks of one class, which are at the same place of the
// same list; one that does joins classes. So one process a class decides.
//
//===----------------------------------------------------------------------===//
#include "EngineSupport.h"
#include <algorithm>
#include <deque>
#include <map>
#include <set>

using namespace shardc;
using namespace shardc::plan;

namespace {
/// One communication of a process: a collective, or a group of sends and
/// receives that start together.
struct Step {
  uint32_t action = 0;
  /// Instructions of the segment; more than one only for a group.
  std::vector<uint32_t> instructions;
};

struct Process {
  uint32_t program = 0;
  std::vector<uint32_t> coords;
  std::vector<Step> steps;
};

class Communication {
public:
  Communication(const Plan &plan, const ProofOptions &options)
      : plan(plan), expand(options.expandRanks) {}

  std::optional<Refusal> run();

private:
  void createProcesses();
  void collectSteps(Process &process);
  bool needsExpansion() const;
  uint32_t processOf(const std::vector<uint32_t> &coords) const;
  /// Processes of a group, in group order, each once; empty: not a member.
  const std::vector<uint32_t> &groupOfProcess(uint32_t process, uint32_t comm);
  std::optional<Refusal> collectLinks();
  std::optional<Refusal> matchCollectives();
  std::optional<Refusal> matchTransfers();
  std::optional<Refusal> simulate();
  Refusal explainDeadlock(const std::vector<uint32_t> &next);
  std::string name(uint32_t process, const Step &step, uint32_t instruction) const;
  std::string name(uint32_t process, const Step &step) const {
    return name(process, step, step.instructions.front());
  }
  const Instruction &instructionOf(uint32_t process, const Step &step, uint32_t index) const {
    const Program &program = plan.programs[processes[process].program];
    return plan.segments[program.actions[step.action].segment].instructions[index];
  }

  /// One end of something that two or more processes take part in.
  struct End {
    uint32_t process, step, instruction;
  };

  const Plan &plan;
  bool expand;
  std::vector<Process> processes;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> groups;
  /// (communicator, first process of the group, process) -> its collectives there.
  std::map<std::pair<uint32_t, uint32_t>, std::map<uint32_t, std::vector<End>>> collectives;
  /// (communicator, from, to) -> sends and receives, in order.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::pair<std::vector<End>, std::vector<End>>>
      transfers;
  /// For each step of each process: the ends it must meet, all of them.
  std::vector<std::vector<std::vector<std::pair<uint32_t, uint32_t>>>> meets;
};
} // namespace

std::string Communication::name(uint32_t process, const Step &step, uint32_t instruction) const {
  const Program &program = plan.programs[processes[process].program];
  const Action &action = program.actions[step.action];
  std::string text = "'" + action.name + "' ";
  text += describe(plan.segments[action.segment], instruction);
  text += " of '" + program.name + "'";
  if (expand)
    text += " on rank " + std::to_string(rankOf(plan, processes[process].coords));
  return text;
}

/// Sends and receives inside one class need their ranks told apart.
bool Communication::needsExpansion() const {
  int32_t classAxis = plan.programs[0].classAxis;
  for (const Segment &segment : plan.segments)
    for (const Instruction &instruction : segment.instructions) {
      uint32_t comm;
      if (auto *send = std::get_if<Send>(&instruction.op))
        comm = send->comm;
      else if (auto *recv = std::get_if<Recv>(&instruction.op))
        comm = recv->comm;
      else
        continue;
      for (const AxisRef &ref : plan.communicators[comm].axes)
        if (int32_t(ref.axis) != classAxis)
          return true;
    }
  return false;
}

void Communication::createProcesses() {
  int32_t classAxis = plan.programs[0].classAxis;
  if (!expand && needsExpansion())
    expand = true;
  if (expand) {
    uint64_t ranks = rankCount(plan);
    for (uint64_t rank = 0; rank < ranks; ++rank) {
      Process process;
      process.coords = coordinatesOf(plan, rank);
      process.program = programOf(plan, process.coords).value_or(0);
      processes.push_back(std::move(process));
    }
  } else {
    std::vector<uint32_t> byClass(plan.programs.size());
    for (uint32_t i = 0; i < plan.programs.size(); ++i)
      byClass[plan.programs[i].classCoordinate] = i;
    for (uint32_t coordinate = 0; coordinate < byClass.size(); ++coordinate) {
      Process process;
      process.coords.assign(plan.mesh.size(), 0);
      if (classAxis >= 0)
        process.coords[classAxis] = coordinate;
      process.program = byClass[coordinate];
      processes.push_back(std::move(process));
    }
  }
  // Ranks of one program have the same steps.
  std::map<uint32_t, uint32_t> first;
  for (uint32_t i = 0; i < processes.size(); ++i) {
    auto [it, isNew] = first.insert({processes[i].program, i});
    if (isNew)
      collectSteps(processes[i]);
    else
      processes[i].steps = processes[it->second].steps;
  }
}

void Communication::collectSteps(Process &process) {
  const Program &program = plan.programs[process.program];
  // Steps of a segment are found once.
  std::map<uint32_t, std::vector<std::vector<uint32_t>>> bySegment;
  for (uint32_t a = 0; a < program.actions.size(); ++a) {
    uint32_t index = program.actions[a].segment;
    auto [it, isNew] = bySegment.insert({index, {}});
    if (isNew) {
      const Segment &segment = plan.segments[index];
      // The open group of each stream.
      std::vector<int64_t> open(segment.streams.size(), -1);
      for (uint32_t i = 0; i < segment.instructions.size(); ++i) {
        const Instruction &instruction = segment.instructions[i];
        bool isTransfer = std::get_if<Send>(&instruction.op) || std::get_if<Recv>(&instruction.op);
        if (!isTransfer)
          open[instruction.stream] = -1;
        if (isTransfer && open[instruction.stream] >= 0) {
          it->second[open[instruction.stream]].push_back(i);
          continue;
        }
        if (!isTransfer && !std::get_if<Collective>(&instruction.op))
          continue;
        if (isTransfer)
          open[instruction.stream] = it->second.size();
        it->second.push_back({i});
      }
    }
    for (const std::vector<uint32_t> &instructions : it->second)
      process.steps.push_back({a, instructions});
  }
}

uint32_t Communication::processOf(const std::vector<uint32_t> &coords) const {
  if (expand)
    return rankOf(plan, coords);
  int32_t classAxis = plan.programs[0].classAxis;
  return classAxis < 0 ? 0 : coords[classAxis];
}

const std::vector<uint32_t> &Communication::groupOfProcess(uint32_t process, uint32_t comm) {
  auto [it, isNew] = groups.insert({{process, comm}, {}});
  if (!isNew)
    return it->second;
  const Communicator &communicator = plan.communicators[comm];
  std::set<uint32_t> seen;
  if (!expand) {
    // Only the class coordinate tells processes apart; do not list what may be
    // thousands of members that share it.
    int32_t classAxis = plan.programs[0].classAxis;
    Communicator reduced = communicator;
    reduced.axes.clear();
    for (const AxisRef &ref : communicator.axes)
      if (int32_t(ref.axis) == classAxis)
        reduced.axes.push_back(ref);
    if (reduced.axes.empty()) {
      bool member = communicator.members.empty() ||
                    !groupOf(plan, communicator, processes[process].coords).empty();
      if (member)
        it->second.push_back(process);
      return it->second;
    }
    for (const auto &coords : groupOf(plan, reduced, processes[process].coords))
      if (seen.insert(processOf(coords)).second)
        it->second.push_back(processOf(coords));
    return it->second;
  }
  for (const auto &coords : groupOf(plan, communicator, processes[process].coords))
    it->second.push_back(processOf(coords));
  return it->second;
}

std::optional<Refusal> Communication::collectLinks() {
  for (uint32_t p = 0; p < processes.size(); ++p)
    for (uint32_t s = 0; s < processes[p].steps.size(); ++s) {
      const Step &step = processes[p].steps[s];
      for (uint32_t i : step.instructions) {
        const Instruction &instruction = instructionOf(p, step, i);
        auto *collective = std::get_if<Collective>(&instruction.op);
        auto *send = std::get_if<Send>(&instruction.op);
        auto *recv = std::get_if<Recv>(&instruction.op);
        uint32_t comm = collective ? collective->comm : send ? send->comm : recv->comm;
        const std::vector<uint32_t> &group = groupOfProcess(p, comm);
        if (group.empty())
          return Refusal{Fault::Unmatched,
                         name(p, step, i) + " uses communicator '" + plan.communicators[comm].name +
                             "', of which it is no member",
                         {name(p, step, i)}};
        if (collective) {
          uint32_t first = *std::min_element(group.begin(), group.end());
          collectives[{comm, first}][p].push_back({p, s, i});
          continue;
        }
        uint32_t peer = group[send ? send->peer : recv->peer];
        if (peer == p)
          return Refusal{
              Fault::Malformed, name(p, step, i) + " has itself as its peer", {name(p, step, i)}};
        auto key = send ? std::make_tuple(comm, p, peer) : std::make_tuple(comm, peer, p);
        auto &[sends, recvs] = transfers[key];
        (send ? sends : recvs).push_back({p, s, i});
      }
    }
  return std::nullopt;
}

/// "f32 x 12 #3".
static std::string contents(DType dtype, uint64_t count, uint32_t sequence) {
  return std::to_string(count) + " " + plan::toString(dtype) + " as #" + std::to_string(sequence);
}

std::optional<Refusal> Communication::matchCollectives() {
  for (auto &[key, byProcess] : collectives) {
    auto [comm, first] = key;
    const std::vector<uint32_t> &group = groupOfProcess(byProcess.begin()->first, comm);
    const auto &[reference, expected] = *byProcess.begin();
    for (uint32_t member : group) {
      auto it = byProcess.find(member);
      static const std::vector<End> none;
      const std::vector<End> &ends = it == byProcess.end() ? none : it->second;
      size_t common = std::min(ends.size(), expected.size());
      for (size_t k = 0; k < common; ++k) {
        const Step &stepA = processes[reference].steps[expected[k].step];
        const Step &stepB = processes[member].steps[ends[k].step];
        auto &a = std::get<Collective>(instructionOf(reference, stepA, expected[k].instruction).op);
        auto &b = std::get<Collective>(instructionOf(member, stepB, ends[k].instruction).op);
        bool agree = a.kind == b.kind && a.dtype == b.dtype && a.count == b.count &&
                     a.sequence == b.sequence && a.reduce == b.reduce && a.root == b.root &&
                     a.digits == b.digits && a.shift == b.shift;
        if (agree)
          continue;
        std::string nameA = name(reference, stepA), nameB = name(member, stepB);
        return Refusal{Fault::Mismatch,
                       nameA + " meets " + nameB + " on communicator '" +
                           plan.communicators[comm].name + "': " + plan::toString(a.kind) + " of " +
                           contents(a.dtype, a.count, a.sequence) + " and " +
                           plan::toString(b.kind) + " of " + contents(b.dtype, b.count, b.sequence),
                       {nameA, nameB}};
      }
      if (ends.size() == expected.size())
        continue;
      bool referenceHasMore = expected.size() > common;
      const End &extra = referenceHasMore ? expected[common] : ends[common];
      uint32_t without = referenceHasMore ? member : reference;
      std::string who = name(extra.process, processes[extra.process].steps[extra.step]);
      return Refusal{Fault::Unmatched,
                     who + " is number " + std::to_string(common) + " on communicator '" +
                         plan.communicators[comm].name + "', where '" +
                         plan.programs[processes[without].program].name + "' has only " +
                         std::to_string(common),
                     {who}};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> Communication::matchTransfers() {
  for (auto &[key, ends] : transfers) {
    auto &[sends, recvs] = ends;
    size_t common = std::min(sends.size(), recvs.size());
    for (size_t k = 0; k < common; ++k) {
      const Step &stepA = processes[sends[k].process].steps[sends[k].step];
      const Step &stepB = processes[recvs[k].process].steps[recvs[k].step];
      auto &send = std::get<Send>(instructionOf(sends[k].process, stepA, sends[k].instruction).op);
      auto &recv = std::get<Recv>(instructionOf(recvs[k].process, stepB, recvs[k].instruction).op);
      int32_t from =
          plan.programs[processes[sends[k].process].program].actions[stepA.action].microbatch;
      int32_t to =
          plan.programs[processes[recvs[k].process].program].actions[stepB.action].microbatch;
      if (send.dtype == recv.dtype && send.count == recv.count && send.sequence == recv.sequence &&
          from == to)
        continue;
      std::string nameA = name(sends[k].process, stepA, sends[k].instruction);
      std::string nameB = name(recvs[k].process, stepB, recvs[k].instruction);
      std::string message = nameA + " meets " + nameB + ": " +
                            contents(send.dtype, send.count, send.sequence) + " and " +
                            contents(recv.dtype, recv.count, recv.sequence);
      if (from != to)
        message += ", of microbatches " + std::to_string(from) + " and " + std::to_string(to);
      return Refusal{Fault::Mismatch, message, {nameA, nameB}};
    }
    if (sends.size() == recvs.size())
      continue;
    const End &extra = sends.size() > common ? sends[common] : recvs[common];
    std::string who =
        name(extra.process, processes[extra.process].steps[extra.step], extra.instruction);
    return Refusal{Fault::Unmatched,
                   who + " is never " + (sends.size() > common ? "received" : "sent"),
                   {who}};
  }
  return std::nullopt;
}

/// A cycle of processes each of which waits for the next; shortest first.
Refusal Communication::explainDeadlock(const std::vector<uint32_t> &next) {
  uint32_t count = processes.size();
  auto waitsFor = [&](uint32_t p) {
    std::vector<uint32_t> all;
    for (auto [other, step] : meets[p][next[p]])
      if (next[other] < step)
        all.push_back(other);
    return all;
  };
  std::vector<uint32_t> best;
  for (uint32_t start = 0; start < count; ++start) {
    if (next[start] >= processes[start].steps.size())
      continue;
    if (!best.empty() && best.size() <= 2)
      break;
    std::vector<int64_t> parent(count, -1);
    std::deque<uint32_t> queue{start};
    bool found = false;
    while (!queue.empty() && !found) {
      uint32_t p = queue.front();
      queue.pop_front();
      for (uint32_t other : waitsFor(p)) {
        if (other == start) {
          std::vector<uint32_t> cycle;
          for (int64_t q = p; q != -1; q = q == start ? -1 : parent[q])
            cycle.push_back(q);
          std::reverse(cycle.begin(), cycle.end());
          if (best.empty() || cycle.size() < best.size())
            best = cycle;
          found = true;
          break;
        }
        if (parent[other] != -1)
          continue;
        parent[other] = p;
        queue.push_back(other);
      }
    }
  }
  Refusal refusal;
  refusal.fault = Fault::Deadlock;
  refusal.message = "deadlock: ";
  for (uint32_t p : best) {
    std::string op = name(p, processes[p].steps[next[p]]);
    refusal.message += (refusal.ops.empty() ? "" : " waits for ") + op;
    refusal.ops.push_back(op);
  }
  refusal.message += " waits for the first";
  return refusal;
}

std::optional<Refusal> Communication::simulate() {
  // Which steps of other processes each step meets. Matching has shown that all
  // of them exist.
  meets.resize(processes.size());
  for (uint32_t p = 0; p < processes.size(); ++p)
    meets[p].resize(processes[p].steps.size());
  for (auto &[key, byProcess] : collectives) {
    if (byProcess.size() < 2)
      continue;
    size_t number = byProcess.begin()->second.size();
    for (size_t k = 0; k < number; ++k)
      for (auto &[p, ends] : byProcess)
        for (auto &[q, others] : byProcess)
          if (p != q)
            meets[p][ends[k].step].push_back({q, others[k].step});
  }
  for (auto &[key, ends] : transfers)
    for (size_t k = 0; k < ends.first.size(); ++k) {
      const End &send = ends.first[k], &recv = ends.second[k];
      meets[send.process][send.step].push_back({recv.process, recv.step});
      meets[recv.process][recv.step].push_back({send.process, send.step});
    }
  std::vector<uint32_t> next(processes.size(), 0);
  // A step is done when every process it meets has come to that step (or passed
  // it). Processes that wait are woken by those they wait for.
  std::vector<std::vector<uint32_t>> waiters(processes.size());
  std::deque<uint32_t> work;
  for (uint32_t p = 0; p < processes.size(); ++p)
    work.push_back(p);
  while (!work.empty()) {
    uint32_t p = work.front();
    work.pop_front();
    bool moved = false;
    while (next[p] < processes[p].steps.size()) {
      bool ready = true;
      for (auto [other, step] : meets[p][next[p]])
        if (next[other] < step) {
          waiters[other].push_back(p);
          ready = false;
          break;
        }
      // Arriving is what others wait for, so wake them even without moving on.
      moved = true;
      if (!ready)
        break;
      ++next[p];
    }
    if (moved) {
      std::vector<uint32_t> woken;
      woken.swap(waiters[p]);
      for (uint32_t other : woken)
        if (next[other] < processes[other].steps.size()) {
          // Only those that can get on; others wait for somebody else again.
          bool ready = true;
          for (auto [third, step] : meets[other][next[other]])
            if (next[third] < step) {
              waiters[third].push_back(other);
              ready = false;
              break;
            }
          if (ready)
            work.push_back(other);
        }
    }
  }
  for (uint32_t p = 0; p < processes.size(); ++p)
    if (next[p] < processes[p].steps.size())
      return explainDeadlock(next);
  return std::nullopt;
}

std::optional<Refusal> Communication::run() {
  createProcesses();
  if (auto refusal = collectLinks())
    return refusal;
  if (auto refusal = matchCollectives())
    return refusal;
  if (auto refusal = matchTransfers())
    return refusal;
  return simulate();
}

std::optional<Refusal> plan::proveCommunication(const Plan &plan, const ProofOptions &options) {
  return Communication(plan, options).run();
}
