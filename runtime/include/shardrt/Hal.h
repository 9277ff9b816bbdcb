//===- Hal.h - what a backend provides ------------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams, events, memory, kernels and collectives of the device that one rank
// runs on. A backend owns the devices of the ranks that live in this process:
// all of them (host), or one (cuda).
//
// Operations on a stream are asynchronous: they return when they are enqueued,
// and an error during execution ends every rank and is reported by `finish`.
// One thread enqueues for all devices of a backend; the k-th operation that a
// rank enqueues on a communicator meets the k-th of the other members.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_HAL_H
#define SHARDRT_HAL_H

#include "shardrt/Plan.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace shardrt::hal {

/// Says what an operation is, for messages. Points into the plan.
struct Label {
  const Action *action = nullptr;
  const Instruction *instruction = nullptr;
};

/// "collective all_reduce #3 on 'tp' (from …) of action '0F1'"
std::string describe(const Plan &plan, const Label &label);

/// One half of a transfer.
struct Transfer {
  const PointToPointOp *op = nullptr;
  void *buffer = nullptr;
  Label label;
};

/// What the transport moved since the device was made.
struct Traffic {
  uint64_t bytesSent = 0;
  /// "all_reduce", …, "send", "recv" -> number executed.
  std::map<std::string, uint64_t> operations;
};

/// A point in a stream that others can wait for. May be recorded again; a wait
/// is for the record that was last enqueued before it.
class Event {
public:
  virtual ~Event();
};

/// A queue of one device; work in it runs in order.
class Stream {
public:
  virtual ~Stream();
  virtual Status launch(uint32_t kernel, std::vector<void *> buffers, Label label) = 0;
  virtual Status gemm(const GemmOp &op, const void *a, const void *b, void *c, Label label) = 0;
  virtual Status collective(const CollectiveOp &op, const void *src, void *dst, Label label) = 0;
  /// All transfers start together; the stream goes on when all are done.
  virtual Status transfer(std::vector<Transfer> group) = 0;
  virtual Status copy(void *dst, const void *src, uint64_t bytes, Label label) = 0;
  virtual Status fill(void *dst, uint8_t value, uint64_t bytes, Label label) = 0;
  virtual Status record(Event &event) = 0;
  virtual Status wait(Event &event) = 0;
};

/// Where one rank runs.
class Device {
public:
  virtual ~Device();
  virtual uint64_t rank() const = 0;
  /// Memory aligned to 64 bytes, freed with the device; content undefined.
  virtual Expected<void *> allocate(uint64_t bytes) = 0;
  /// Bytes allocated so far.
  virtual uint64_t allocatedBytes() const = 0;
  /// Copies between this process and the device; only while it is idle.
  virtual Status write(void *dst, const void *src, uint64_t bytes) = 0;
  virtual Status read(void *dst, const void *src, uint64_t bytes) = 0;
  /// Sets every byte; only while the device is idle.
  virtual Status set(void *dst, uint8_t value, uint64_t bytes) = 0;
  /// The stream of a kind; made at the first call.
  virtual Expected<Stream *> stream(StreamKind kind) = 0;
  virtual Expected<std::unique_ptr<Event>> createEvent() = 0;
  virtual Traffic traffic() const = 0;
};

/// All that runs in this process.
class Backend {
public:
  virtual ~Backend();
  virtual const char *name() const = 0;
  /// Devices of the ranks that live in this process, in rank order.
  virtual std::vector<Device *> devices() = 0;
  /// Waits until all that was enqueued is done. Fails with the first error of
  /// any rank, or when nothing moved for the time limit; then all ranks end and
  /// the backend is of no further use.
  virtual Status finish() = 0;
  /// Ends all ranks for `reason`. Safe from any thread; the first reason stays.
  virtual void abort(const Status &reason) = 0;
  /// Gives every process what each has to say, in process order.
  virtual Expected<std::vector<std::string>> exchange(const std::string &mine) = 0;
  /// Device memory taken by libraries, beside the arenas.
  virtual uint64_t workspaceBytes() const { return 0; }
};

struct BackendOptions {
  double timeoutSeconds = 60.0;
};

/// Makes a backend by name: "host" or "cuda". Unavailable when it cannot run
/// here.
Expected<std::unique_ptr<Backend>> createBackend(const std::string &name, PlanFile plan,
                                                 const BackendOptions &options);
/// The embedded default: all ranks of the plan as threads of this process.
Expected<std::unique_ptr<Backend>> createHostBackend(PlanFile plan, const BackendOptions &options);

} // namespace shardrt::hal

#endif // SHARDRT_HAL_H
