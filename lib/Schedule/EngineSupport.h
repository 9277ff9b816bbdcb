//===- EngineSupport.h - shared by the parts of the proof -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Clocks of streams, the memory state they order, and names of ops.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SCHEDULE_ENGINESUPPORT_H
#define SHARDC_LIB_SCHEDULE_ENGINESUPPORT_H

#include "ByteMap.h"
#include "shardc/Schedule/EventEngine.h"
#include <algorithm>
#include <functional>

namespace shardc::plan {

/// "'forward_0' #3 (dist.all_reduce)".
std::string describe(const Segment &segment, size_t index);

/// How many operations of each stream are known to have finished.
using Clock = std::vector<uint32_t>;

inline void join(Clock &into, const Clock &other) {
  for (size_t i = 0; i < into.size(); ++i)
    into[i] = std::max(into[i], other[i]);
}

/// One step of an execution of a program with loops.
struct ProgramStep {
  enum Kind {
    Run,   ///< action `index`
    Enter, ///< loop `index` begins: what it carries has the loop's own names
    Ask,   ///< its condition is read back
    Repeat ///< its body is done: as Enter, of what the body leaves
  };
  Kind kind = Run;
  uint32_t index = 0;
};

/// An execution in which loops that are in fewer than `depth` others run through
/// two iterations, others through none.
std::vector<ProgramStep> traceOf(const Program &program, unsigned depth);
/// How deep loops are nested; 0: there are none.
unsigned loopDepth(const Program &program);

/// When something happens: it is operation `position` (from 1) of `stream` and
/// starts after everything in `start`. What happens first has position 0.
struct Moment {
  uint32_t stream = 0;
  uint32_t position = 0;
  Clock start;

  /// True when `this` has finished before `other` starts.
  bool isBefore(const Moment &other) const {
    return position == 0 || other.start[stream] >= position;
  }
};

/// The state of one memory: who wrote each byte last, and who has read it since.
class MemoryState {
public:
  /// Names operation `index`; -1 is what was there before the first.
  using Describe = std::function<std::string(int64_t)>;

  MemoryState(std::string memory, Describe describe)
      : memory(std::move(memory)), describe(std::move(describe)) {}

  /// The bytes hold `value` before anything runs.
  void initialise(uint64_t begin, uint64_t end, ValueId value) {
    Bytes bytes;
    bytes.written = true;
    bytes.value = value;
    map.assign(begin, end, bytes);
  }

  /// `value` 0 accepts anything that has been written.
  std::optional<Refusal> read(int64_t op, const Moment &moment, uint64_t begin, uint64_t end,
                              ValueId value);
  std::optional<Refusal> write(int64_t op, const Moment &moment, uint64_t begin, uint64_t end,
                               ValueId value);

private:
  struct Touch {
    int64_t op = -1;
    Moment moment;
  };
  struct Bytes {
    bool written = false;
    ValueId value = 0;
    Touch writer;
    /// The latest reader of each stream; earlier ones of a stream are before it.
    std::vector<Touch> readers;
  };

  Refusal refuse(Fault fault, int64_t op, const char *verb, uint64_t begin, uint64_t end,
                 int64_t other, const char *otherVerb);

  std::string memory;
  Describe describe;
  ByteMap<Bytes> map;
};

} // namespace shardc::plan

#endif // SHARDC_LIB_SCHEDULE_ENGINESUPPORT_H
