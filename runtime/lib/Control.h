//===- Control.h - control messages between processes ---------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A star of TCP connections around rank 0, two a process: one for gathering
// small messages, one for watching each other. A process that ends, stops or
// says that it failed ends all others within seconds, with its reason, and
// without help from the launcher.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_CONTROL_H
#define SHARDRT_LIB_CONTROL_H

#include "Bootstrap.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace shardrt {

struct ControlOptions {
  double connectSeconds = 60.0;
  double gatherSeconds = 60.0;
  /// A process not heard of for so long counts as dead.
  double silenceSeconds = 10.0;
};

class ControlPlane {
public:
  /// Called once, from the watching thread, when another process failed.
  using FailureHandler = std::function<void(const Status &)>;

  /// Rank 0 listens and the others connect. Returns when all are there.
  static Expected<std::unique_ptr<ControlPlane>>
  connect(const ProcessPlace &place, const ControlOptions &options, FailureHandler onFailure);
  /// Says good-bye: the others do not take the end of this process for a
  /// failure.
  ~ControlPlane();

  /// Gives every process the messages of all, in rank order. All must call it.
  Expected<std::vector<std::string>> gather(const std::string &mine);

  /// Tells the others why this process ends.
  void announceFailure(const std::string &reason);

  /// The failure of another process, if there was one.
  Status failure() const;

private:
  explicit ControlPlane(const ProcessPlace &place, const ControlOptions &options,
                        FailureHandler onFailure);
  Status connectAll();
  Status acceptAll();
  Status connectTo(int &file, char channel);
  void watch();
  void fail(const std::string &reason, int except);
  bool sendWatch(size_t index, char kind, const std::string &text);
  /// Reads what one peer has to say; false when it is not to be watched any
  /// more.
  bool hear(size_t index);
  Status sendGather(int file, const std::string &text);
  Expected<std::string> receiveGather(int file, uint32_t from);

  const ProcessPlace place;
  const ControlOptions options;
  const FailureHandler onFailure;
  // Of rank 0: one per other rank, at its rank minus 1. Of others: one.
  std::vector<int> gatherFiles, watchFiles;
  std::vector<double> lastHeard;
  std::vector<std::string> inbox;
  std::mutex sendMutex;
  mutable std::mutex mutex;
  Status failed; // guarded by mutex
  std::atomic<bool> hasFailed{false}, stopping{false};
  std::thread watcher;
};

} // namespace shardrt

#endif // SHARDRT_LIB_CONTROL_H
