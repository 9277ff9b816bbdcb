//===- Executor.h - one rank's program on one device ----------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_EXECUTOR_H
#define SHARDRT_LIB_EXECUTOR_H

#include "shardrt/Hal.h"
#include "shardrt/Session.h"

namespace shardrt {

/// Turns the actions of a program into operations on the streams of a device.
/// Actions are enqueued one at a time, so that the executors of all ranks of a
/// process can take turns.
class Executor {
public:
  static Expected<std::unique_ptr<Executor>> create(PlanFile plan, hal::Device &device,
                                                    const Options &options);

  /// Before each step: the batch again, and poison where it is asked for.
  Status prepareStep();
  size_t numActions() const { return program.actions.size(); }
  Status enqueueAction(size_t index);
  /// After the last action: results that belong in the place of a param or a
  /// state.
  Status enqueueUpdates();
  /// Reads the condition of a loop; only while the device is idle.
  Status readCondition(const Loop &loop, bool &holds);

  /// Copies the local part of a tensor (the batch, for inputs) or output.
  Status read(const Tensor &tensor, bool isOutput, std::vector<char> &bytes);

  hal::Device &device;
  const Program &program;
  const uint32_t programIndex;
  const std::vector<uint32_t> coords;
  /// FLOPs enqueued since the last `prepareStep`.
  uint64_t flops = 0;

private:
  Executor(PlanFile plan, hal::Device &device, const Options &options);

  Status initialise();
  Status poisonDead();
  Status makeEvents();
  void *address(const Action &action, const BufferRef &ref) const;
  Expected<hal::Stream *> streamOf(const Segment &segment, uint32_t index);
  Status enqueueInstructions(const Action &action, const Segment &segment);
  Status enqueueInstruction(const Action &action, const Instruction &i, hal::Stream &stream);
  /// Makes the other streams of a segment wait for its own stream; the other
  /// way.
  Status fork(const Segment &segment);
  Status join(const Segment &segment);

  PlanFile plan;
  const Options options;
  char *arena = nullptr;
  /// Local bytes of each input, in the order of `program.tensors`.
  std::vector<std::vector<char>> batch;
  std::vector<std::unique_ptr<hal::Event>> actionEnds;
  std::vector<std::unique_ptr<hal::Event>> segmentEvents;
  std::unique_ptr<hal::Event> streamEvents[numStreamKinds];
  bool streamUsed[numStreamKinds] = {};
};

} // namespace shardrt

#endif // SHARDRT_LIB_EXECUTOR_H
