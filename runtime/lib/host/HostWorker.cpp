//===- HostWorker.cpp - the thread of one stream --------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queues, waits and the accounting of who can still run.
//
// A deadlock is certain when no worker is runnable and every waiting worker has
// found its condition false after the last change. `progress` counts changes;
// a waiting worker reads it *before* it tests its condition and publishes the
// number when the test fails. Whoever changes something increments `progress`
// after the change. So if the published numbers of all waiting workers equal
// `progress`, nothing has changed since they looked, and nobody is left to
// change anything.
//
//===----------------------------------------------------------------------===//
#include "HostState.h"

#include <system_error>

using namespace shardrt;
using namespace shardrt::hal;

void HostState::abort(const Status &status) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (reason.ok())
      reason = status;
    aborted = true;
  }
  idle.notify_all();
}

std::shared_ptr<GroupState> HostState::group(uint32_t comm, const Group &group) {
  std::lock_guard<std::mutex> lock(groupsMutex);
  std::shared_ptr<GroupState> &entry = groups[{comm, group.ranks[0]}];
  if (!entry)
    entry = std::make_shared<GroupState>(group.ranks);
  return entry;
}

HostDeviceState::~HostDeviceState() {
  for (void *block : blocks)
    std::free(block);
}

Status Worker::start() {
  try {
    thread = std::thread([self = shared_from_this()] { self->run(); });
  } catch (const std::system_error &error) {
    return makeError(ErrorCode::Unavailable, "cannot start a thread for a rank: ", error.what());
  }
  return Status();
}

void Worker::enqueue(Label label, Task task) {
  ++state->enqueued;
  std::lock_guard<std::mutex> lock(mutex);
  queue.emplace_back(label, std::move(task));
  if (!active) {
    active = true;
    ++state->runnable;
  }
  changed.notify_one();
}

void Worker::stop() {
  std::lock_guard<std::mutex> lock(mutex);
  stopping = true;
  changed.notify_one();
}

void Worker::join(double seconds) {
  if (!thread.joinable())
    return;
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return ended; });
    if (!ended) {
      thread.detach();
      return;
    }
  }
  thread.join();
}

void Worker::run() {
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    changed.wait(lock, [&] { return stopping || !queue.empty(); });
    if (queue.empty() || (stopping && state->aborted))
      break;
    Task task = std::move(queue.front().second);
    current = queue.front().first;
    queue.pop_front();
    lock.unlock();
    if (!state->aborted)
      task(*this);
    task = nullptr; // what it holds is freed outside of the lock
    advance();
    bool last = ++state->completed == state->enqueued;
    if (last) {
      std::lock_guard<std::mutex> stateLock(state->mutex);
      state->idle.notify_all();
    }
    lock.lock();
    current = Label();
    if (queue.empty()) {
      active = false;
      --state->runnable;
    }
  }
  ended = true;
  changed.notify_all();
}

bool Worker::waitUntil(std::unique_lock<std::mutex> &lock, std::condition_variable &condition,
                       const std::function<bool()> &ready,
                       const std::function<std::string()> &waitingFor) {
  bool result = false;
  for (;;) {
    if (state->aborted)
      break;
    uint64_t seen = state->progress;
    if (ready()) {
      result = true;
      break;
    }
    lastChecked = seen;
    if (!blocked) {
      {
        std::lock_guard<std::mutex> own(mutex);
        waiting = waitingFor();
      }
      blocked = true;
      --state->runnable;
    }
    condition.wait_for(lock, std::chrono::milliseconds(20));
  }
  if (blocked) {
    ++state->runnable;
    blocked = false;
  }
  return result;
}

bool Worker::mayGoOn(uint64_t progress) const {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!active)
      return false;
  }
  return !blocked || lastChecked != progress;
}

std::string Worker::describeWork(bool ofWaiters) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!active || blocked != ofWaiters)
    return "";
  std::string what = "rank " + std::to_string(device->rank);
  if (ofWaiters)
    return what + " waits " + waiting;
  std::string work = describe(*state->plan, current);
  return what + " is in " + (work.empty() ? "an operation" : work);
}
