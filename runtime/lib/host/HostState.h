//===- HostState.h - threads, waits and rendezvous ------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to the host backend. Every stream of every rank is a worker thread
// with a queue. All blocking goes through `Worker::waitUntil`, which is what
// lets the backend tell a deadlock (nobody can run) from slow work, at once and
// without a false alarm.
//
// A thread that hangs in a kernel cannot be ended; it is left behind. All that
// it may still touch is therefore owned through shared pointers.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_HOST_HOSTSTATE_H
#define SHARDRT_LIB_HOST_HOSTSTATE_H

#include "HostGemm.h"
#include "shardrt/Hal.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace shardrt::hal {

class Worker;
struct HostDeviceState;

/// Where the members of one group of one communicator meet.
struct GroupState {
  /// One collective. Members read each other's arguments once all are here.
  struct Meeting {
    struct Member {
      const CollectiveOp *op = nullptr;
      const void *src = nullptr;
      void *dst = nullptr;
      Label label;
      std::vector<char> copy; // of a small source; `src` then points into it
    };
    std::vector<Member> members;
    uint32_t arrived = 0, reduced = 0, left = 0;
  };
  /// One transfer: the sender's and the receiver's half.
  struct Slot {
    std::optional<Transfer> send, recv;
    bool done = false;
  };
  using SlotKey = std::pair<std::pair<uint32_t, uint32_t>, uint64_t>;

  explicit GroupState(std::vector<uint32_t> ranks) : ranks(std::move(ranks)) {}

  const std::vector<uint32_t> ranks;
  std::mutex mutex;
  std::condition_variable changed;
  std::map<uint64_t, std::shared_ptr<Meeting>> meetings; // by ordinal
  std::map<SlotKey, std::shared_ptr<Slot>> slots;        // ((from, to), ordinal)
};

/// Loaded code. Stays loaded as long as a thread may run it.
struct HostImages {
  ~HostImages();
  std::vector<void *> handles;
  std::vector<int> files;
  /// One per kernel of the plan; null for kernels of other targets.
  std::vector<void (*)(void **, const int32_t *)> functions;
};
/// Loads the host images of a plan and finds its kernels.
Expected<std::unique_ptr<HostImages>> loadHostImages(const Plan &plan);

/// What all threads of the backend share.
struct HostState {
  PlanFile plan;
  BackendOptions options;
  std::unique_ptr<HostImages> images;

  std::mutex mutex;
  std::condition_variable idle;
  std::atomic<bool> aborted{false};
  Status reason; // guarded by mutex
  std::atomic<uint64_t> enqueued{0}, completed{0};
  /// Grows with every change that another thread may wait for.
  std::atomic<uint64_t> progress{0};
  /// Workers that have work and do not wait.
  std::atomic<int64_t> runnable{0};

  std::mutex groupsMutex;
  std::map<std::pair<uint32_t, uint32_t>, std::shared_ptr<GroupState>> groups;

  void abort(const Status &status);
  /// The group of `comm` whose first rank is `group.ranks[0]`.
  std::shared_ptr<GroupState> group(uint32_t comm, const Group &group);
};

class HostEvent : public Event {
public:
  std::mutex mutex;
  std::condition_variable changed;
  uint64_t recorded = 0;  // at enqueue; only the enqueuing thread
  uint64_t completed = 0; // guarded by mutex
};

/// Numbers and memory of one rank.
struct HostDeviceState {
  uint64_t rank = 0;
  std::vector<int32_t> coords;
  std::vector<void *> blocks;
  std::atomic<uint64_t> bytesSent{0};
  std::atomic<uint64_t> collectives[6] = {};
  std::atomic<uint64_t> sends{0}, recvs{0};
  ~HostDeviceState();
};

/// The thread of one stream of one rank.
class Worker : public std::enable_shared_from_this<Worker> {
public:
  Worker(std::shared_ptr<HostState> state, std::shared_ptr<HostDeviceState> device, StreamKind kind)
      : state(std::move(state)), device(std::move(device)), kind(kind) {}

  using Task = std::function<void(Worker &)>;
  Status start();
  void enqueue(Label label, Task task);
  /// Asks the thread to end when its queue is empty, or at once after an abort.
  void stop();
  /// Waits for its end; after `seconds` the thread is left behind.
  void join(double seconds);

  /// Waits until `ready()`, which is called with `lock` held. False when the
  /// run was aborted. `waitingFor` says what for, in case nobody can go on.
  bool waitUntil(std::unique_lock<std::mutex> &lock, std::condition_variable &changed,
                 const std::function<bool()> &ready,
                 const std::function<std::string()> &waitingFor);
  /// Tells that something changed that another worker may wait for.
  void advance() { ++state->progress; }

  /// One line for a report, or nothing when the worker is idle. `ofWaiters`
  /// chooses between those that wait and those that run.
  std::string describeWork(bool ofWaiters);
  /// True unless the worker waits for something that it has seen not to hold
  /// since `progress`.
  bool mayGoOn(uint64_t progress) const;

  const std::shared_ptr<HostState> state;
  const std::shared_ptr<HostDeviceState> device;
  const StreamKind kind;
  HostGemm gemm;

private:
  void run();

  std::thread thread;
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::pair<Label, Task>> queue;
  bool active = false;   // has work
  bool stopping = false; // guarded by mutex
  bool ended = false;    // guarded by mutex
  Label current;         // guarded by mutex
  std::string waiting;   // guarded by mutex
  std::atomic<bool> blocked{false};
  std::atomic<uint64_t> lastChecked{0};
};

/// Executes one collective as member `self` of the group.
void runCollective(Worker &worker, GroupState &group, uint32_t self, uint64_t ordinal,
                   const CollectiveOp &op, const void *src, void *dst, Label label);

/// A transfer with the place where it meets its other half.
struct BoundTransfer {
  Transfer transfer;
  std::shared_ptr<GroupState> group;
  uint32_t self = 0;
  uint64_t ordinal = 0;
};
/// Executes a group of transfers.
void runTransfers(Worker &worker, const std::vector<BoundTransfer> &transfers);

} // namespace shardrt::hal

#endif // SHARDRT_LIB_HOST_HOSTSTATE_H
