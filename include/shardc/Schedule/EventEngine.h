//===- EventEngine.h - the proof of a plan ----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Proves that a plan can run and computes from the right bytes:
//
//   order    all ranks, each doing one communication at a time in its program's
//            order, finish under rendezvous. That is one global order which every
//            rank follows, so any execution with more at once finishes as well.
//   match    what meets is of one kind, type, count, sequence and microbatch.
//   memory   every byte is written before it is read, by what should have
//            written it, and no access races with a write.
//   bounds   every access is inside its buffer, every buffer inside the arena.
//
// Happens-before comes from the order of a stream, from events, from waits of
// actions, and from the start and end of segments: nothing else. Ranks of one
// class do the same, so one representative a class stands for all of them;
// `expandRanks` proves every rank by itself.
//
// A plan with loops has one program, all on the compute stream. Its ranks read
// equal conditions, so they make equal choices, and the communications of a body
// are ordered if they are in one iteration. Memory is followed through no
// iteration and through two, which is where a third one would begin again.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SCHEDULE_EVENTENGINE_H
#define SHARDC_SCHEDULE_EVENTENGINE_H

#include "shardc/Schedule/Plan.h"
#include <optional>
#include <string>
#include <vector>

namespace shardc::plan {

/// Why a plan is refused.
enum class Fault {
  Malformed,       ///< an index or a number of things that does not exist
  OutOfBounds,     ///< an access or a buffer past its end, the arena included
  Unordered,       ///< an event waited for before it is recorded, or recorded twice
  ReadBeforeWrite, ///< bytes that nothing has written
  StaleRead,       ///< bytes that hold something else by now
  Race,            ///< two accesses, one of them a write, without an order
  Overlap,         ///< buffers of one op or action on the same bytes
  Mismatch,        ///< two ends of an operation disagree
  Unmatched,       ///< an operation that a member never takes part in
  Deadlock         ///< a cycle of ranks that wait for each other
};

const char *toString(Fault fault);

struct Refusal {
  Fault fault;
  /// One line, lower case, naming the ops.
  std::string message;
  /// The ops involved: the two accesses, or the cycle in order.
  std::vector<std::string> ops;
};

struct ProofOptions {
  bool expandRanks = false;
};

/// Nullopt: proven.
std::optional<Refusal> prove(const Plan &plan, const ProofOptions &options = {});

/// The parts of the proof, in the order in which prove() runs them; each one
/// relies on those before it.
std::optional<Refusal> proveBounds(const Plan &plan);
std::optional<Refusal> proveSegmentMemory(const Plan &plan, const Segment &segment);
std::optional<Refusal> proveProgramMemory(const Plan &plan, const Program &program);
std::optional<Refusal> proveCommunication(const Plan &plan, const ProofOptions &options);

/// The operands and results of an instruction.
struct Access {
  const Buffer *buffer;
  ValueId value;
  bool isWrite;
};
std::vector<Access> accessesOf(const Instruction &instruction);

} // namespace shardc::plan

#endif // SHARDC_SCHEDULE_EVENTENGINE_H
