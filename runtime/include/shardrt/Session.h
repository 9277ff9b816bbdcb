//===- Session.h - running a plan -----------------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of the embedded runtime: load a plan, create a session, run
// steps, read tensors.
//
//   auto plan = shardrt::loadPlan("plan.shard");
//   auto session = shardrt::Session::create(*plan, {});
//   for (uint64_t step = 0; step < 3; ++step)
//     auto result = session->run(step);
//   auto weights = session->readGlobal("layers.0.wq");
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_SESSION_H
#define SHARDRT_SESSION_H

#include "shardrt/Plan.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shardrt {

struct Options {
  std::string backend = "host"; ///< "host" or "cuda"
  uint64_t seed = 0;            ///< of all initial values
  /// Fill what a step must not read with NaN (all bits set): padding, scratch
  /// and dead buffers, before every step.
  bool poison = false;
  /// A run in which nothing moves for so long is ended.
  double timeoutSeconds = 60.0;
  /// A step whose loops have together run this many iterations is ended.
  uint64_t maxIterations = 1'000'000;
};

struct StepResult {
  /// The loss, if the plan has an output of that role.
  std::optional<double> loss;
  double seconds = 0.0;
};

/// A whole tensor, put together from what the ranks hold.
struct GlobalTensor {
  DType dtype = DType::F32;
  std::vector<uint64_t> shape;
  std::vector<double> values; ///< row-major; partial sums are added up
  /// Ranks that hold the same elements hold the same bits.
  bool replicasIdentical = true;
  /// Where they first differ, for a message.
  std::string difference;
};

/// Which of two values of one name is meant.
enum class Border {
  Any,    ///< tensors first, then outputs
  Tensor, ///< params, inputs, states
  Output, ///< results of the last step
};

/// Numbers of one rank class.
struct ClassCounters {
  std::string program;
  uint64_t ranks = 0;
  uint64_t arenaPredicted = 0; ///< bytes a rank, by the plan
  uint64_t arenaAllocated = 0; ///< bytes a rank, maximum over ranks here
  uint64_t flopsPredicted = 0; ///< a step and rank, by the plan
};

/// What was measured. "Per rank" is the maximum over the ranks of this process;
/// all but `steps` and `seconds` are of the last step.
struct Counters {
  std::vector<ClassCounters> classes;
  uint64_t bytesOnWire = 0;                    ///< sent per rank, by the transport
  std::map<std::string, uint64_t> collectives; ///< kind -> count per rank
  uint64_t flops = 0;                          ///< dot and convolution FLOPs per rank
  uint64_t paramBytes = 0;                     ///< per rank
  uint64_t optimizerStateBytes = 0;            ///< per rank
  uint64_t peakBytes = 0;                      ///< largest arena allocated
  uint64_t workspaceBytes = 0;                 ///< taken by libraries beside the arenas
  uint64_t steps = 0;
  double seconds = 0.0; ///< of all steps
};

/// A plan in memory, ready to run. After an error it can only be destroyed.
class Session {
public:
  /// Makes devices, arenas and initial values.
  static Expected<Session> create(PlanFile plan, const Options &options);

  Session(Session &&) noexcept;
  Session &operator=(Session &&) noexcept;
  ~Session();

  /// Runs one step. `step` is for messages; the same batch is used every time.
  Expected<StepResult> run(uint64_t step);

  /// Assembles a tensor by name. For inputs the batch; for params and states
  /// their present value; for outputs that of the last step. Only where all
  /// ranks live in this process.
  Expected<GlobalTensor> readGlobal(const std::string &name, Border border = Border::Any);

  /// Names that `readGlobal` knows.
  std::vector<std::string> tensorNames() const;
  std::vector<std::string> outputNames() const;

  /// Compares every tensor and output of the plan that more than one rank
  /// holds. The error names the first that differs.
  Status checkReplicas();

  Counters counters() const;
  const Plan &plan() const;
  /// True in the one process that should print.
  bool isLeader() const;

private:
  struct Impl;
  explicit Session(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace shardrt

#endif // SHARDRT_SESSION_H
