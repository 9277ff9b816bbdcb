//===- HostBackend.cpp - all ranks as threads -----------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The embedded default backend: devices, streams and events over worker
// threads, and the watch that ends a run in which nothing moves.
//
//===----------------------------------------------------------------------===//
#include "HostState.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace shardrt;
using namespace shardrt::hal;

/// More threads than this are a mistake, not a test.
static constexpr uint64_t maxHostRanks = 256;

namespace {
class HostDevice;

class HostStream : public Stream {
public:
  HostStream(HostDevice &device, std::shared_ptr<Worker> worker)
      : device(device), worker(std::move(worker)) {}

  Status launch(uint32_t kernel, std::vector<void *> buffers, Label label) override;
  Status gemm(const GemmOp &op, const void *a, const void *b, void *c, Label label) override;
  Status collective(const CollectiveOp &op, const void *src, void *dst, Label label) override;
  Status transfer(std::vector<Transfer> group) override;
  Status copy(void *dst, const void *src, uint64_t bytes, Label label) override;
  Status fill(void *dst, uint8_t value, uint64_t bytes, Label label) override;
  Status record(Event &event) override;
  Status wait(Event &event) override;

private:
  HostDevice &device;

public:
  const std::shared_ptr<Worker> worker;
};

class HostDevice : public Device {
public:
  HostDevice(std::shared_ptr<HostState> state, uint64_t rank)
      : state(std::move(state)), data(std::make_shared<HostDeviceState>()) {
    data->rank = rank;
    for (uint32_t coordinate : this->state->plan->coordsOf(rank))
      data->coords.push_back(static_cast<int32_t>(coordinate));
    // Kernels may take the address of coordinates even on an empty mesh.
    data->coords.push_back(0);
    comms.resize(this->state->plan->communicators.size());
  }

  uint64_t rank() const override { return data->rank; }
  Expected<void *> allocate(uint64_t bytes) override {
    void *block = nullptr;
    if (posix_memalign(&block, 64, bytes ? bytes : 1) != 0)
      return makeError(ErrorCode::Unavailable, "rank ", data->rank, ": cannot allocate ", bytes,
                       " bytes");
    data->blocks.push_back(block);
    allocated += bytes;
    return block;
  }
  uint64_t allocatedBytes() const override { return allocated; }
  Status write(void *dst, const void *src, uint64_t bytes) override {
    std::memcpy(dst, src, bytes);
    return Status();
  }
  Status read(void *dst, const void *src, uint64_t bytes) override {
    std::memcpy(dst, src, bytes);
    return Status();
  }
  Status set(void *dst, uint8_t value, uint64_t bytes) override {
    std::memset(dst, value, bytes);
    return Status();
  }
  Expected<Stream *> stream(StreamKind kind) override {
    std::unique_ptr<HostStream> &entry = streams[static_cast<unsigned>(kind)];
    if (!entry) {
      auto worker = std::make_shared<Worker>(state, data, kind);
      if (Status status = worker->start(); !status)
        return status;
      entry = std::make_unique<HostStream>(*this, std::move(worker));
    }
    return static_cast<Stream *>(entry.get());
  }
  Expected<std::unique_ptr<Event>> createEvent() override {
    return std::unique_ptr<Event>(std::make_unique<EventHandle>());
  }
  Traffic traffic() const override {
    Traffic traffic;
    traffic.bytesSent = data->bytesSent;
    for (unsigned kind = 0; kind < 6; ++kind)
      if (uint64_t count = data->collectives[kind])
        traffic.operations[shardrt::name(static_cast<CollectiveKind>(kind))] = count;
    if (uint64_t count = data->sends)
      traffic.operations["send"] = count;
    if (uint64_t count = data->recvs)
      traffic.operations["recv"] = count;
    return traffic;
  }

  /// What the caller holds; tasks share the event itself, so that a thread left
  /// behind never touches a dead one.
  struct EventHandle : Event {
    std::shared_ptr<HostEvent> event = std::make_shared<HostEvent>();
  };

  /// A communicator as seen from this rank.
  struct Comm {
    std::shared_ptr<GroupState> group;
    uint32_t self = 0;
    uint64_t nextCollective = 0;
    std::map<std::pair<uint32_t, bool>, uint64_t> nextTransfer;
  };
  /// Null when the rank is no member.
  Comm *comm(uint32_t index) {
    Comm &entry = comms[index];
    if (!entry.group) {
      Group group = state->plan->groupOf(index, data->rank);
      if (group.ranks.empty())
        return nullptr;
      entry.group = state->group(index, group);
      entry.self = group.self;
    }
    return &entry;
  }

  Status notMember(uint32_t comm, const Label &label) const {
    return makeError(ErrorCode::InvalidFile, "rank ", data->rank, " is no member of communicator '",
                     state->plan->communicators[comm].name, "' in ", describe(*state->plan, label));
  }

  std::vector<Worker *> workers() const {
    std::vector<Worker *> list;
    for (const std::unique_ptr<HostStream> &stream : streams)
      if (stream)
        list.push_back(stream->worker.get());
    return list;
  }

  const std::shared_ptr<HostState> state;
  const std::shared_ptr<HostDeviceState> data;

private:
  uint64_t allocated = 0;
  std::unique_ptr<HostStream> streams[numStreamKinds];
  std::vector<Comm> comms;
};

class HostBackend : public Backend {
public:
  HostBackend(std::shared_ptr<HostState> state) : state(std::move(state)) {
    uint64_t ranks = this->state->plan->numRanks();
    for (uint64_t rank = 0; rank < ranks; ++rank)
      ranksDevices.push_back(std::make_unique<HostDevice>(this->state, rank));
  }
  ~HostBackend() override;

  const char *name() const override { return "host"; }
  std::vector<Device *> devices() override {
    std::vector<Device *> list;
    for (const std::unique_ptr<HostDevice> &device : ranksDevices)
      list.push_back(device.get());
    return list;
  }
  Status finish() override;
  void abort(const Status &reason) override { state->abort(reason); }
  Expected<std::vector<std::string>> exchange(const std::string &mine) override {
    return std::vector<std::string>{mine};
  }

private:
  /// The reason if nobody can go on, or nobody did for too long.
  Status watch(uint64_t progress, double seconds);
  std::string list(bool waiters);
  void drain();
  std::vector<Worker *> workers() const;

  std::shared_ptr<HostState> state;
  std::vector<std::unique_ptr<HostDevice>> ranksDevices;
};
} // namespace

Status HostStream::launch(uint32_t kernel, std::vector<void *> buffers, Label label) {
  auto *function = worker->state->images->functions[kernel];
  if (!function)
    return makeError(ErrorCode::Unavailable, "kernel '",
                     worker->state->plan->kernels[kernel].symbol,
                     "' is for a CUDA device; the host backend cannot run it");
  worker->enqueue(label, [function, buffers = std::move(buffers)](Worker &w) mutable {
    function(buffers.data(), w.device->coords.data());
  });
  return Status();
}

Status HostStream::gemm(const GemmOp &op, const void *a, const void *b, void *c, Label label) {
  worker->enqueue(label, [&op, a, b, c, label](Worker &w) {
    if (Status status = w.gemm.run(op, a, b, c); !status)
      w.state->abort(makeError(status.code(), "rank ", w.device->rank, ": ",
                               describe(*w.state->plan, label), ": ", status.message()));
  });
  return Status();
}

Status HostStream::collective(const CollectiveOp &op, const void *src, void *dst, Label label) {
  HostDevice::Comm *comm = device.comm(op.comm);
  if (!comm)
    return device.notMember(op.comm, label);
  worker->enqueue(label, [&op, src, dst, label, group = comm->group, self = comm->self,
                          ordinal = comm->nextCollective++](Worker &w) {
    runCollective(w, *group, self, ordinal, op, src, dst, label);
  });
  return Status();
}

Status HostStream::transfer(std::vector<Transfer> group) {
  std::vector<BoundTransfer> bound;
  for (Transfer &transfer : group) {
    HostDevice::Comm *comm = device.comm(transfer.op->comm);
    if (!comm)
      return device.notMember(transfer.op->comm, transfer.label);
    uint64_t ordinal = comm->nextTransfer[{transfer.op->peer, transfer.op->isSend}]++;
    bound.push_back({transfer, comm->group, comm->self, ordinal});
  }
  Label label = group.empty() ? Label() : group.front().label;
  worker->enqueue(label, [bound = std::move(bound)](Worker &w) { runTransfers(w, bound); });
  return Status();
}

Status HostStream::copy(void *dst, const void *src, uint64_t bytes, Label label) {
  worker->enqueue(label, [=](Worker &) { std::memmove(dst, src, bytes); });
  return Status();
}

Status HostStream::fill(void *dst, uint8_t value, uint64_t bytes, Label label) {
  worker->enqueue(label, [=](Worker &) { std::memset(dst, value, bytes); });
  return Status();
}

Status HostStream::record(Event &handle) {
  auto event = static_cast<HostDevice::EventHandle &>(handle).event;
  uint64_t mark = ++event->recorded;
  worker->enqueue(Label(), [event, mark](Worker &) {
    std::lock_guard<std::mutex> lock(event->mutex);
    event->completed = mark;
    event->changed.notify_all();
  });
  return Status();
}

Status HostStream::wait(Event &handle) {
  auto event = static_cast<HostDevice::EventHandle &>(handle).event;
  uint64_t mark = event->recorded;
  worker->enqueue(Label(), [event, mark](Worker &w) {
    std::unique_lock<std::mutex> lock(event->mutex);
    w.waitUntil(
        lock, event->changed, [&] { return event->completed >= mark; },
        [] { return std::string("for another stream of its own"); });
  });
  return Status();
}

std::vector<Worker *> HostBackend::workers() const {
  std::vector<Worker *> all;
  for (const std::unique_ptr<HostDevice> &device : ranksDevices)
    for (Worker *worker : device->workers())
      all.push_back(worker);
  return all;
}

HostBackend::~HostBackend() {
  for (Worker *worker : workers())
    worker->stop();
  for (Worker *worker : workers())
    worker->join(state->aborted ? 1.0 : 1e6);
}

std::string HostBackend::list(bool waiters) {
  std::string text;
  unsigned count = 0;
  for (Worker *worker : workers()) {
    std::string work = worker->describeWork(waiters);
    // A wait within a rank is a consequence of another one.
    if (work.empty() || work.find("another stream") != std::string::npos)
      continue;
    if (++count > 6)
      return text + "; …";
    text += (text.empty() ? "" : "; ") + work;
  }
  return text;
}

Status HostBackend::watch(uint64_t progress, double seconds) {
  bool stuck = state->runnable == 0;
  for (Worker *worker : workers())
    stuck = stuck && !worker->mayGoOn(progress);
  if (stuck && state->progress == progress && state->completed != state->enqueued)
    return makeError(ErrorCode::Mismatch, "deadlock: ", list(true));
  if (seconds < state->options.timeoutSeconds)
    return Status();
  std::string running = list(false), waiting = list(true);
  return makeError(ErrorCode::Timeout, "nothing moved for ", seconds, " s: ", running,
                   running.empty() || waiting.empty() ? "" : "; ", waiting);
}

/// Gives the threads a moment to notice the abort, so that those who can end
/// do.
void HostBackend::drain() {
  std::unique_lock<std::mutex> lock(state->mutex);
  state->idle.wait_for(lock, std::chrono::seconds(1),
                       [&] { return state->completed == state->enqueued; });
}

Status HostBackend::finish() {
  using Clock = std::chrono::steady_clock;
  uint64_t last = state->progress;
  Clock::time_point since = Clock::now();
  for (;;) {
    {
      std::unique_lock<std::mutex> lock(state->mutex);
      state->idle.wait_for(lock, std::chrono::milliseconds(20),
                           [&] { return state->aborted || state->completed == state->enqueued; });
      if (state->aborted)
        break;
      if (state->completed == state->enqueued)
        return Status();
    }
    uint64_t progress = state->progress;
    if (progress != last) {
      last = progress;
      since = Clock::now();
    }
    double seconds = std::chrono::duration<double>(Clock::now() - since).count();
    if (Status status = watch(progress, seconds); !status)
      state->abort(status);
  }
  drain();
  std::lock_guard<std::mutex> lock(state->mutex);
  return state->reason;
}

Expected<std::unique_ptr<Backend>> hal::createHostBackend(PlanFile plan,
                                                          const BackendOptions &options) {
  if (plan->numRanks() > maxHostRanks)
    return makeError(ErrorCode::Unavailable, "the plan has ", plan->numRanks(),
                     " ranks; the host backend runs at most ", maxHostRanks);
  // Memory is given out before it is there: without this the system would end
  // the process instead.
  long double needed = 0;
  for (uint64_t rank = 0; rank < plan->numRanks(); ++rank)
    needed += plan->programs[plan->programOf(rank)].arenaBytes;
  uint64_t memory =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if (needed > memory)
    return makeError(ErrorCode::Unavailable, "too large to run: the arenas of ", plan->numRanks(),
                     " ranks take ", static_cast<uint64_t>(std::min(needed, 9e18L)),
                     " bytes, but this machine has ", memory);
  Expected<std::unique_ptr<HostImages>> images = loadHostImages(*plan);
  if (!images)
    return images.status();
  auto state = std::make_shared<HostState>();
  state->plan = std::move(plan);
  state->options = options;
  state->images = std::move(*images);
  return std::unique_ptr<Backend>(std::make_unique<HostBackend>(std::move(state)));
}
