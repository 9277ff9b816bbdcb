//===- EngineMemory.cpp - reads, writes and races ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The proof has two levels. A segment is proven once, on formals that start out
// holding their arguments; a program is proven with its actions as single
// operations that read arguments and write results, which is what the first
// level shows of them. Operations are visited in enqueue order, which every
// order of streams and events extends, so comparing each access with the last
// write and the reads since is enough.
//
//===----------------------------------------------------------------------===//
#include "EngineSupport.h"
#include <map>

using namespace shardc;
using namespace shardc::plan;

Refusal MemoryState::refuse(Fault fault, int64_t op, const char *verb, uint64_t begin, uint64_t end,
                            int64_t other, const char *otherVerb) {
  Refusal refusal;
  refusal.fault = fault;
  std::string name = describe(op);
  refusal.ops.push_back(name);
  refusal.message = name + " " + verb + " bytes [" + std::to_string(begin) + ", " +
                    std::to_string(end) + ") of " + memory;
  if (!otherVerb) {
    refusal.message += ", which nothing has written";
    return refusal;
  }
  std::string otherName = describe(other);
  refusal.ops.push_back(otherName);
  refusal.message += std::string(fault == Fault::Race ? " without waiting for " : " after ") +
                     otherName + ", which " + otherVerb + " them";
  return refusal;
}

std::optional<Refusal> MemoryState::read(int64_t op, const Moment &moment, uint64_t begin,
                                         uint64_t end, ValueId value) {
  std::optional<Refusal> refusal;
  map.forRange(begin, end, [&](uint64_t from, uint64_t to, Bytes &bytes) {
    if (refusal)
      return;
    if (!bytes.written) {
      refusal = refuse(Fault::ReadBeforeWrite, op, "reads", from, to, -1, nullptr);
      return;
    }
    if (bytes.writer.op != op && !bytes.writer.moment.isBefore(moment)) {
      refusal = refuse(Fault::Race, op, "reads", from, to, bytes.writer.op, "writes");
      return;
    }
    if (value != 0 && bytes.value != 0 && bytes.value != value) {
      refusal = refuse(Fault::StaleRead, op, "reads", from, to, bytes.writer.op,
                       "has written something else to");
      return;
    }
    for (Touch &reader : bytes.readers)
      if (reader.moment.stream == moment.stream && reader.moment.isBefore(moment)) {
        reader = {op, moment};
        return;
      }
    bytes.readers.push_back({op, moment});
  });
  return refusal;
}

std::optional<Refusal> MemoryState::write(int64_t op, const Moment &moment, uint64_t begin,
                                          uint64_t end, ValueId value) {
  std::optional<Refusal> refusal;
  map.forRange(begin, end, [&](uint64_t from, uint64_t to, Bytes &bytes) {
    if (refusal)
      return;
    if (bytes.written && bytes.writer.op != op && !bytes.writer.moment.isBefore(moment)) {
      refusal = refuse(Fault::Race, op, "writes", from, to, bytes.writer.op, "writes");
      return;
    }
    for (const Touch &reader : bytes.readers)
      if (reader.op != op && !reader.moment.isBefore(moment)) {
        refusal = refuse(Fault::Race, op, "writes", from, to, reader.op, "reads");
        return;
      }
  });
  if (refusal)
    return refusal;
  Bytes bytes;
  bytes.written = true;
  bytes.value = value;
  bytes.writer = {op, moment};
  map.assign(begin, end, bytes);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

std::optional<Refusal> plan::proveSegmentMemory(const Plan &plan, const Segment &segment) {
  size_t numStreams = segment.streams.size();
  auto name = [&](int64_t op) -> std::string {
    if (op < 0)
      return "the start of '" + segment.name + "'";
    if (op >= int64_t(segment.instructions.size()))
      return "the end of '" + segment.name + "'";
    return describe(segment, op);
  };
  std::vector<MemoryState> formals;
  for (size_t i = 0; i < segment.formalBytes.size(); ++i) {
    formals.emplace_back("formal " + std::to_string(i), name);
    if (segment.isArgument[i])
      formals[i].initialise(0, segment.formalBytes[i], segment.before[i]);
  }
  MemoryState scratch("scratch", name);

  // Clock of each stream after its last finished operation, position of the
  // last one enqueued, and the group of sends and receives that is still open.
  std::vector<Clock> clocks(numStreams, Clock(numStreams, 0));
  std::vector<uint32_t> positions(numStreams, 0);
  std::vector<bool> openGroup(numStreams, false);
  auto closeGroup = [&](unsigned stream) {
    if (openGroup[stream])
      clocks[stream][stream] = positions[stream];
    openGroup[stream] = false;
  };
  std::map<uint32_t, std::pair<Clock, size_t>> events;
  for (size_t index = 0; index < segment.instructions.size(); ++index) {
    const Instruction &instruction = segment.instructions[index];
    unsigned stream = instruction.stream;
    if (auto *record = std::get_if<Record>(&instruction.op)) {
      closeGroup(stream);
      auto [it, isNew] = events.insert({record->event, {clocks[stream], index}});
      if (!isNew)
        return Refusal{Fault::Unordered,
                       name(index) + " records event " + std::to_string(record->event) +
                           " again after " + name(it->second.second),
                       {name(index), name(it->second.second)}};
      continue;
    }
    if (auto *wait = std::get_if<Wait>(&instruction.op)) {
      closeGroup(stream);
      auto it = events.find(wait->event);
      if (it == events.end())
        return Refusal{Fault::Unordered,
                       name(index) + " waits for event " + std::to_string(wait->event) +
                           ", which nothing has recorded",
                       {name(index)}};
      join(clocks[stream], it->second.first);
      continue;
    }
    bool pointToPoint = std::get_if<Send>(&instruction.op) || std::get_if<Recv>(&instruction.op);
    if (!pointToPoint)
      closeGroup(stream);
    Moment moment;
    moment.stream = stream;
    // Members of a group have one position and start together: none is before
    // another, all are before what follows.
    if (!openGroup[stream])
      ++positions[stream];
    moment.position = positions[stream];
    moment.start = clocks[stream];
    if (pointToPoint)
      openGroup[stream] = true;
    else
      clocks[stream][stream] = positions[stream];
    std::vector<Access> accesses = accessesOf(instruction);
    // Reads come first: an operand that a result takes over still has its value.
    for (bool writes : {false, true})
      for (const Access &access : accesses) {
        if (access.isWrite != writes)
          continue;
        const Buffer &buffer = *access.buffer;
        MemoryState &memory = buffer.isFormal ? formals[buffer.index] : scratch;
        uint64_t end = buffer.offset + buffer.bytes;
        auto refusal = writes ? memory.write(index, moment, buffer.offset, end, access.value)
                              : memory.read(index, moment, buffer.offset, end, access.value);
        if (refusal)
          return refusal;
      }
  }
  // All streams have joined at the end; formals hold what the segment says.
  Moment last;
  last.start = Clock(numStreams, 0);
  last.position = 1;
  for (unsigned stream = 0; stream < numStreams; ++stream) {
    closeGroup(stream);
    last.start[stream] = positions[stream];
  }
  for (size_t i = 0; i < formals.size(); ++i) {
    ValueId value = segment.after[i] ? segment.after[i] : segment.before[i];
    if (!segment.isArgument[i] && segment.after[i] == 0)
      continue;
    if (auto refusal =
            formals[i].read(segment.instructions.size(), last, 0, segment.formalBytes[i], value))
      return refusal;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Formals of one action, and its scratch, that share bytes while one of them
/// is written.
static std::optional<Refusal> checkActionOverlaps(const Plan &plan, const Action &action) {
  const Segment &segment = plan.segments[action.segment];
  struct Range {
    uint64_t begin, end;
    bool isWritten;
    std::string name;
  };
  std::vector<Range> ranges;
  for (size_t i = 0; i < action.formals.size(); ++i)
    if (segment.formalBytes[i])
      ranges.push_back({action.formals[i], action.formals[i] + segment.formalBytes[i],
                        !segment.isArgument[i] || segment.after[i] != 0,
                        "formal " + std::to_string(i)});
  if (segment.scratchBytes)
    ranges.push_back({action.scratch, action.scratch + segment.scratchBytes, true, "scratch"});
  std::sort(ranges.begin(), ranges.end(),
            [](const Range &a, const Range &b) { return a.begin < b.begin; });
  // The furthest end of any range so far, and of any written one.
  const Range *any = nullptr, *written = nullptr;
  for (const Range &range : ranges) {
    const Range *other = range.isWritten ? any : written;
    if (other && other->end > range.begin)
      return Refusal{Fault::Overlap,
                     "'" + action.name + "' has " + other->name + " and " + range.name +
                         " on bytes [" + std::to_string(range.begin) + ", " +
                         std::to_string(std::min(other->end, range.end)) +
                         ") and writes one of them",
                     {"'" + action.name + "'"}};
    if (!any || range.end > any->end)
      any = &range;
    if (range.isWritten && (!written || range.end > written->end))
      written = &range;
  }
  return std::nullopt;
}

/// Follows memory through one execution of a program.
static std::optional<Refusal> proveTrace(const Plan &plan, const Program &program,
                                         const std::vector<ProgramStep> &steps) {
  int64_t numActions = program.actions.size();
  auto name = [&](int64_t op) -> std::string {
    if (op < 0)
      return "the start of '" + program.name + "'";
    if (op == numActions)
      return "the end of '" + program.name + "'";
    if (op > numActions)
      return "loop " + std::to_string(op - numActions - 1) + " of '" + program.name + "'";
    return "'" + program.actions[op].name + "' (action " + std::to_string(op) + ")";
  };
  MemoryState arena("the arena of '" + program.name + "'", name);
  for (const Tensor &tensor : program.tensors)
    arena.initialise(tensor.offset, tensor.offset + tensor.bytes, tensor.value);

  // One clock a kind of stream. An action of a compute segment starts and ends
  // on the compute stream and has all its streams joined in between.
  std::vector<Clock> clocks(numStreamKinds, Clock(numStreamKinds, 0));
  std::vector<uint32_t> positions(numStreamKinds, 0);
  std::vector<Clock> finished(program.actions.size());
  /// What happens next on a stream, after `waits`.
  auto begin = [&](unsigned stream, const std::vector<uint32_t> &waits) {
    Moment moment;
    moment.stream = stream;
    moment.position = ++positions[stream];
    moment.start = clocks[stream];
    for (uint32_t wait : waits)
      if (!finished[wait].empty())
        join(moment.start, finished[wait]);
    clocks[stream] = moment.start;
    clocks[stream][stream] = moment.position;
    return moment;
  };
  for (const ProgramStep &step : steps) {
    if (step.kind != ProgramStep::Run) {
      // The host waits for all that was enqueued before it reads the condition.
      const Loop &loop = program.loops[step.index];
      int64_t op = numActions + 1 + step.index;
      Moment moment = begin(unsigned(StreamKind::Compute), {});
      if (step.kind == ProgramStep::Ask) {
        if (auto refusal =
                arena.read(op, moment, loop.predicate, loop.predicate + 1, loop.predicateValue))
          return refusal;
        continue;
      }
      for (const Loop::Carried &carried : loop.carried)
        if (auto refusal =
                arena.read(op, moment, carried.offset, carried.offset + carried.bytes,
                           step.kind == ProgramStep::Enter ? carried.before : carried.next))
          return refusal;
      for (const Loop::Carried &carried : loop.carried)
        if (auto refusal = arena.write(op, moment, carried.offset, carried.offset + carried.bytes,
                                       carried.value))
          return refusal;
      continue;
    }
    size_t index = step.index;
    const Action &action = program.actions[index];
    const Segment &segment = plan.segments[action.segment];
    Moment moment = begin(unsigned(segment.stream), action.waits);
    finished[index] = clocks[unsigned(segment.stream)];
    for (bool writes : {false, true})
      for (size_t i = 0; i < action.formals.size(); ++i) {
        uint64_t begin = action.formals[i], end = begin + segment.formalBytes[i];
        std::optional<Refusal> refusal;
        if (!writes && segment.isArgument[i])
          refusal = arena.read(index, moment, begin, end, action.before[i]);
        else if (writes && (segment.after[i] != 0 || !segment.isArgument[i]))
          refusal = arena.write(index, moment, begin, end, action.after[i]);
        if (refusal)
          return refusal;
      }
    if (auto refusal = arena.write(index, moment, action.scratch,
                                   action.scratch + segment.scratchBytes, ~ValueId(0)))
      return refusal;
  }
  Moment last;
  last.position = 1;
  last.start = Clock(positions.begin(), positions.end());
  for (const Tensor &output : program.outputs)
    if (auto refusal = arena.read(program.actions.size(), last, output.offset,
                                  output.offset + output.bytes, output.value)) {
      refusal->message = "output '" + output.name + "': " + refusal->message;
      return refusal;
    }
  // What the step does not replace is there again in the next one.
  for (const Tensor &tensor : program.tensors)
    if (tensor.updatedBy < 0)
      if (auto refusal = arena.read(program.actions.size(), last, tensor.offset,
                                    tensor.offset + tensor.bytes, tensor.value)) {
        refusal->message = "'" + tensor.name + "': " + refusal->message;
        return refusal;
      }
  return std::nullopt;
}

std::optional<Refusal> plan::proveProgramMemory(const Plan &plan, const Program &program) {
  std::vector<const Tensor *> sorted;
  for (const Tensor &tensor : program.tensors)
    sorted.push_back(&tensor);
  std::sort(sorted.begin(), sorted.end(),
            [](const Tensor *a, const Tensor *b) { return a->offset < b->offset; });
  for (size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i - 1]->offset + sorted[i - 1]->bytes > sorted[i]->offset)
      return Refusal{Fault::Overlap,
                     "program '" + program.name + "': '" + sorted[i - 1]->name + "' and '" +
                         sorted[i]->name + "' share bytes",
                     {"'" + sorted[i - 1]->name + "'", "'" + sorted[i]->name + "'"}};
  for (const Action &action : program.actions)
    if (auto refusal = checkActionOverlaps(plan, action))
      return refusal;
  for (const Loop &loop : program.loops)
    for (size_t i = 0; i < loop.carried.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        const Loop::Carried &a = loop.carried[i], &b = loop.carried[j];
        if (a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes)
          return Refusal{Fault::Overlap,
                         "program '" + program.name + "': a loop carries two values at byte " +
                             std::to_string(std::max(a.offset, b.offset)),
                         {"'" + program.name + "'"}};
      }
  for (unsigned depth = 0; depth <= loopDepth(program); ++depth)
    if (auto refusal = proveTrace(plan, program, traceOf(program, depth)))
      return refusal;
  return std::nullopt;
}
