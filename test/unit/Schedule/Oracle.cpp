//===- Oracle.cpp - every execution of a small plan -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Oracle.h"
#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

using namespace shardc::plan;

namespace shardc::test {
namespace {

/// What a byte holds; 0: nothing.
using Token = uint32_t;

struct Range {
  uint64_t begin, end;
  Token token;
};

/// One step of one rank. Its predecessors are tasks of the same rank.
struct Task {
  uint64_t before = 0;
  std::vector<Range> reads, writes;
  const Collective *collective = nullptr;
  const Send *send = nullptr;
  const Recv *recv = nullptr;
  /// The k-th of its rank on its communicator (and with its peer).
  uint32_t ordinal = 0;
  /// The k-th communication of its rank; groups share one.
  int32_t turn = -1;
  int32_t microbatch = -1;
  std::string name;
  bool communicates() const { return collective || send || recv; }
  bool isSilent() const { return !communicates() && reads.empty() && writes.empty(); }
};

struct Rank {
  std::vector<uint32_t> coords;
  const Program *program = nullptr;
  std::vector<Task> tasks;
  /// Borders of cells; a cell is never cut by an access.
  std::vector<uint64_t> cells;
};

struct State {
  std::vector<uint64_t> done;
  std::vector<std::vector<Token>> memory;
  std::string key() const {
    std::string text;
    for (uint64_t mask : done)
      text.append(reinterpret_cast<const char *>(&mask), sizeof(mask));
    for (const auto &rank : memory)
      text.append(reinterpret_cast<const char *>(rank.data()), rank.size() * sizeof(Token));
    return text;
  }
};

class Explorer {
public:
  Explorer(const Plan &plan, size_t limit) : plan(plan), limit(limit) {}
  Verdict run();

private:
  void build(Rank &rank);
  std::vector<Range> rangesOf(const Action &action, size_t index, const Segment &segment,
                              const Instruction &instruction, bool writes);
  void fail(const std::string &why) {
    if (verdict.legal)
      verdict = {false, why, verdict.states};
  }
  void visit(State state, bool oneAtATime);
  void access(State &state, size_t rank, const Task &task);
  /// The tasks that would complete together with a ready task; empty: not yet.
  std::vector<std::pair<size_t, size_t>> meeting(const State &state, size_t rank, size_t task,
                                                 bool oneAtATime);
  bool isReady(const State &state, size_t rank, size_t task, bool oneAtATime);
  void checkEnd(const State &state);

  const Plan &plan;
  size_t limit;
  Verdict verdict;
  std::vector<Rank> ranks;
  std::unordered_set<std::string> visited;
};

/// Tokens of the values inside an action are told apart from those of the program.
Token localToken(size_t action, ValueId value) { return 100000 + action * 1000 + value; }

std::vector<Range> Explorer::rangesOf(const Action &action, size_t index, const Segment &segment,
                                      const Instruction &instruction, bool writes) {
  std::vector<std::pair<const Buffer *, ValueId>> all;
  auto add = [&](const Buffer &buffer, ValueId value) { all.push_back({&buffer, value}); };
  if (auto *op = std::get_if<Launch>(&instruction.op)) {
    for (size_t i = 0; i < op->buffers.size(); ++i)
      if ((i >= op->numOperands) == writes)
        add(op->buffers[i], op->buffers[i].value);
  } else if (auto *op = std::get_if<Gemm>(&instruction.op)) {
    if (writes) {
      add(op->c, op->c.value);
    } else {
      add(op->a, op->a.value);
      add(op->b, op->b.value);
      if (op->accumulate)
        add(op->c, op->before);
    }
  } else if (auto *op = std::get_if<Collective>(&instruction.op)) {
    writes ? add(op->dst, op->dst.value) : add(op->src, op->src.value);
  } else if (auto *op = std::get_if<Send>(&instruction.op)) {
    if (!writes)
      add(op->src, op->src.value);
  } else if (auto *op = std::get_if<Recv>(&instruction.op)) {
    if (writes)
      add(op->dst, op->dst.value);
  } else if (auto *op = std::get_if<Copy>(&instruction.op)) {
    writes ? add(op->dst, op->dst.value) : add(op->src, op->src.value);
  } else if (auto *op = std::get_if<Fill>(&instruction.op)) {
    if (writes)
      add(op->dst, op->dst.value);
  }
  std::vector<Range> ranges;
  for (auto [buffer, value] : all) {
    uint64_t base = buffer->isFormal ? action.formals.at(buffer->index) : action.scratch;
    Token token = localToken(index, value);
    for (size_t f = 0; f < segment.formalBytes.size(); ++f) {
      if (segment.isArgument[f] && value == segment.before[f])
        token = action.before[f];
      if (segment.after[f] && value == segment.after[f])
        token = action.after[f];
    }
    ranges.push_back({base + buffer->offset, base + buffer->offset + buffer->bytes, token});
  }
  return ranges;
}

void Explorer::build(Rank &rank) {
  const Program &program = *rank.program;
  auto &tasks = rank.tasks;
  // The task that ends each stream so far (a mask: a group has several), and the
  // tasks that end each action.
  uint64_t last[numStreamKinds] = {0, 0, 0};
  std::vector<uint64_t> ends;
  std::map<uint32_t, uint32_t> collectives;
  std::map<std::pair<uint32_t, std::vector<uint32_t>>, uint32_t> sends, recvs;
  int32_t turn = 0;
  auto add = [&](Task task) -> uint64_t {
    tasks.push_back(std::move(task));
    return tasks.size() <= 64 ? uint64_t(1) << (tasks.size() - 1) : 0;
  };
  for (size_t a = 0; a < program.actions.size(); ++a) {
    const Action &action = program.actions[a];
    const Segment &segment = plan.segments.at(action.segment);
    bool compute = segment.stream == StreamKind::Compute;
    unsigned own = unsigned(segment.stream);
    Task start;
    start.before = last[own];
    for (uint32_t wait : action.waits)
      start.before |= ends[wait];
    start.name = action.name + " start";
    uint64_t started = add(start);
    last[own] = started;
    std::map<uint32_t, uint64_t> events;
    // Last task of each stream inside this segment, and the predecessors of an
    // open group of transfers.
    uint64_t inside = 0;
    bool grouped[numStreamKinds] = {false, false, false};
    uint64_t groupBefore[numStreamKinds] = {0, 0, 0};
    uint64_t groupMembers[numStreamKinds] = {0, 0, 0};
    // Only the streams that the segment uses know of its start.
    if (compute)
      for (StreamKind kind : segment.streams)
        last[unsigned(kind)] |= started;
    for (const Instruction &instruction : segment.instructions) {
      unsigned stream = unsigned(segment.streams.at(instruction.stream));
      Task task;
      task.name = action.name + " " + instruction.source;
      task.microbatch = action.microbatch;
      task.send = std::get_if<Send>(&instruction.op);
      task.recv = std::get_if<Recv>(&instruction.op);
      task.collective = std::get_if<Collective>(&instruction.op);
      bool transfer = task.send || task.recv;
      bool joins = transfer && grouped[stream];
      task.before = joins ? groupBefore[stream] : last[stream];
      task.reads = rangesOf(action, a, segment, instruction, false);
      task.writes = rangesOf(action, a, segment, instruction, true);
      if (auto *wait = std::get_if<Wait>(&instruction.op))
        task.before |= events[wait->event];
      if (task.communicates())
        task.turn = joins ? turn - 1 : turn++;
      if (task.collective)
        task.ordinal = collectives[task.collective->comm]++;
      if (transfer) {
        uint32_t comm = task.send ? task.send->comm : task.recv->comm;
        uint32_t peer = task.send ? task.send->peer : task.recv->peer;
        auto group = groupOf(plan, plan.communicators.at(comm), rank.coords);
        auto &counts = task.send ? sends : recvs;
        task.ordinal = group.empty() ? 0 : counts[{comm, group.at(peer)}]++;
      }
      uint64_t bit = add(task);
      inside |= bit;
      if (transfer) {
        if (!joins) {
          groupBefore[stream] = task.before;
          groupMembers[stream] = 0;
        }
        groupMembers[stream] |= bit;
        last[stream] = groupMembers[stream];
      } else {
        last[stream] = bit;
      }
      grouped[stream] = transfer;
      if (auto *record = std::get_if<Record>(&instruction.op))
        events[record->event] = bit;
    }
    if (compute) {
      Task end;
      end.before = inside | last[own];
      end.name = action.name + " end";
      uint64_t ended = add(end);
      last[own] = ended;
      ends.push_back(ended);
    } else {
      ends.push_back(last[own]);
    }
  }
  std::set<uint64_t> borders{0, program.arenaBytes};
  auto border = [&](uint64_t begin, uint64_t end) {
    borders.insert(begin);
    borders.insert(end);
  };
  for (const Task &task : tasks)
    for (const auto *list : {&task.reads, &task.writes})
      for (const Range &range : *list)
        border(range.begin, range.end);
  for (const auto *list : {&program.tensors, &program.outputs})
    for (const Tensor &tensor : *list)
      border(tensor.offset, tensor.offset + tensor.bytes);
  rank.cells.assign(borders.begin(), borders.end());
}

void Explorer::access(State &state, size_t r, const Task &task) {
  const Rank &rank = ranks[r];
  auto forCells = [&](const Range &range, auto &&visit) {
    for (size_t cell = 0; cell + 1 < rank.cells.size(); ++cell)
      if (rank.cells[cell] >= range.begin && rank.cells[cell + 1] <= range.end)
        visit(state.memory[r][cell]);
    if (range.end > rank.program->arenaBytes)
      fail(task.name + " leaves the arena");
  };
  for (const Range &range : task.reads)
    forCells(range, [&](Token &token) {
      if (token != range.token)
        fail(task.name + " reads " + (token ? "stale" : "unwritten") + " bytes");
    });
  for (const Range &range : task.writes)
    forCells(range, [&](Token &token) { token = range.token; });
}

bool Explorer::isReady(const State &state, size_t r, size_t t, bool oneAtATime) {
  const Task &task = ranks[r].tasks[t];
  if ((state.done[r] >> t & 1) || (task.before & ~state.done[r]))
    return false;
  if (!oneAtATime || !task.communicates())
    return true;
  for (size_t other = 0; other < ranks[r].tasks.size(); ++other)
    if (ranks[r].tasks[other].communicates() && ranks[r].tasks[other].turn < task.turn &&
        !(state.done[r] >> other & 1))
      return false;
  return true;
}

std::vector<std::pair<size_t, size_t>> Explorer::meeting(const State &state, size_t r, size_t t,
                                                         bool oneAtATime) {
  const Task &task = ranks[r].tasks[t];
  std::vector<std::pair<size_t, size_t>> all;
  auto isThere = [&](size_t other, auto &&matches) {
    for (size_t i = 0; i < ranks[other].tasks.size(); ++i)
      if (matches(ranks[other].tasks[i]) && isReady(state, other, i, oneAtATime)) {
        all.push_back({other, i});
        return true;
      }
    return false;
  };
  uint32_t comm = task.collective ? task.collective->comm
                  : task.send     ? task.send->comm
                                  : task.recv->comm;
  auto group = groupOf(plan, plan.communicators.at(comm), ranks[r].coords);
  if (group.empty()) {
    fail(task.name + " is on a communicator that it is no member of");
    return {};
  }
  if (task.collective) {
    for (const auto &coords : group) {
      bool there = isThere(rankOf(plan, coords), [&](const Task &other) {
        return other.collective && other.collective->comm == comm && other.ordinal == task.ordinal;
      });
      if (!there)
        return {};
    }
    for (auto [otherRank, otherTask] : all) {
      const Collective &a = *task.collective;
      const Collective &b = *ranks[otherRank].tasks[otherTask].collective;
      if (a.kind != b.kind || a.reduce != b.reduce || a.dtype != b.dtype || a.count != b.count ||
          a.sequence != b.sequence || a.root != b.root || !(a.digits == b.digits) ||
          a.shift != b.shift)
        fail(task.name + " meets a different collective");
    }
    return all;
  }
  // The sender looks for its receiver.
  if (!task.send)
    return {};
  uint32_t peer = rankOf(plan, group.at(task.send->peer));
  bool there = isThere(peer, [&](const Task &other) {
    if (!other.recv || other.recv->comm != comm || other.ordinal != task.ordinal)
      return false;
    auto theirs = groupOf(plan, plan.communicators[comm], ranks[peer].coords);
    return theirs.at(other.recv->peer) == ranks[r].coords;
  });
  if (!there)
    return {};
  const Task &other = ranks[peer].tasks[all[0].second];
  if (task.send->dtype != other.recv->dtype || task.send->count != other.recv->count ||
      task.send->sequence != other.recv->sequence || task.microbatch != other.microbatch)
    fail(task.name + " meets a different receive");
  all.push_back({r, t});
  return all;
}

void Explorer::checkEnd(const State &state) {
  for (size_t r = 0; r < ranks.size(); ++r) {
    Task end;
    end.name = "end of step";
    for (const Tensor &output : ranks[r].program->outputs)
      end.reads.push_back({output.offset, output.offset + output.bytes, output.value});
    for (const Tensor &tensor : ranks[r].program->tensors)
      if (tensor.updatedBy < 0)
        end.reads.push_back({tensor.offset, tensor.offset + tensor.bytes, tensor.value});
    State copy = state;
    access(copy, r, end);
  }
}

void Explorer::visit(State first, bool oneAtATime) {
  std::vector<State> stack{std::move(first)};
  while (!stack.empty() && verdict.legal) {
    State state = std::move(stack.back());
    stack.pop_back();
    // Steps that touch nothing commute with all others: take them at once.
    for (bool moved = true; moved;) {
      moved = false;
      for (size_t r = 0; r < ranks.size(); ++r)
        for (size_t t = 0; t < ranks[r].tasks.size(); ++t)
          if (ranks[r].tasks[t].isSilent() && isReady(state, r, t, oneAtATime)) {
            state.done[r] |= uint64_t(1) << t;
            moved = true;
          }
    }
    if (!visited.insert(state.key()).second)
      continue;
    if (++verdict.states > limit)
      return fail("too many states");
    bool finished = true, stuck = true;
    for (size_t r = 0; r < ranks.size() && verdict.legal; ++r)
      for (size_t t = 0; t < ranks[r].tasks.size(); ++t) {
        finished &= state.done[r] >> t & 1;
        if (!isReady(state, r, t, oneAtATime))
          continue;
        const Task &task = ranks[r].tasks[t];
        std::vector<std::pair<size_t, size_t>> together{{r, t}};
        if (task.communicates())
          together = meeting(state, r, t, oneAtATime);
        if (together.empty())
          continue;
        stuck = false;
        State next = state;
        for (auto [rank, index] : together) {
          access(next, rank, ranks[rank].tasks[index]);
          next.done[rank] |= uint64_t(1) << index;
        }
        stack.push_back(std::move(next));
      }
    if (finished)
      checkEnd(state);
    else if (stuck)
      fail(oneAtATime ? "stuck with one communication at a time" : "stuck");
  }
}

Verdict Explorer::run() {
  uint64_t count = rankCount(plan);
  for (uint64_t index = 0; index < count; ++index) {
    Rank rank;
    rank.coords = coordinatesOf(plan, index);
    auto program = programOf(plan, rank.coords);
    if (!program)
      return {false, "a rank has no program", 0};
    rank.program = &plan.programs[*program];
    build(rank);
    if (rank.tasks.size() > 64)
      return {false, "too many tasks", 0};
    ranks.push_back(std::move(rank));
  }
  State start;
  for (Rank &rank : ranks) {
    start.done.push_back(0);
    std::vector<Token> memory(rank.cells.size() - 1, 0);
    for (const Tensor &tensor : rank.program->tensors)
      for (size_t cell = 0; cell + 1 < rank.cells.size(); ++cell)
        if (rank.cells[cell] >= tensor.offset &&
            rank.cells[cell + 1] <= tensor.offset + tensor.bytes)
          memory[cell] = tensor.value;
    start.memory.push_back(memory);
  }
  for (bool oneAtATime : {false, true}) {
    visited.clear();
    visit(start, oneAtATime);
  }
  return verdict;
}

} // namespace

Verdict explore(const Plan &plan, size_t limit) { return Explorer(plan, limit).run(); }

} // namespace shardc::test
