//===- CudaBackend.cpp - one process a rank on CUDA devices ---*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Start-up, memory, and the watch over a step. A failure elsewhere arrives
// through the control plane's thread, which only notes it; the thread that runs
// the session aborts its communicators when it next looks. Should that thread
// hang in the driver, the process is ended.
//
//===----------------------------------------------------------------------===//
#include "CudaState.h"
#include "Plugin.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unistd.h>

using namespace shardrt;
using namespace shardrt::hal;

/// How long a failure elsewhere may go unnoticed by the session's thread.
static constexpr double graceSeconds = 10.0;

Status hal::cudaFailure(const char *call, cudaError_t error) {
  std::string name(call);
  name.resize(std::min(name.find('('), name.size()));
  return makeError(ErrorCode::Internal, name, ": ", cudaGetErrorString(error));
}

CudaDevice::~CudaDevice() {
  for (void *block : blocks)
    (void)cudaFree(block);
  if (coords)
    (void)cudaFree(coords);
}

Status CudaDevice::create(int ordinal) {
  SHARDRT_CUDA(cudaSetDevice(ordinal));
  std::vector<int32_t> host;
  for (uint32_t coordinate : plan->coordsOf(ownRank))
    host.push_back(static_cast<int32_t>(coordinate));
  host.push_back(0);
  SHARDRT_CUDA(cudaMalloc(&coords, host.size() * sizeof(int32_t)));
  SHARDRT_CUDA(
      cudaMemcpy(coords, host.data(), host.size() * sizeof(int32_t), cudaMemcpyHostToDevice));
  workspace += host.size() * sizeof(int32_t);
  if (Status status = gemm.create(); !status)
    return status;
  return kernels.load(*plan, ordinal);
}

Expected<void *> CudaDevice::allocate(uint64_t bytes) {
  void *block = nullptr;
  if (cudaError_t error = cudaMalloc(&block, bytes ? bytes : 1); error != cudaSuccess)
    return makeError(ErrorCode::Unavailable, "rank ", ownRank, ": cannot allocate ", bytes,
                     " bytes: ", cudaGetErrorString(error));
  blocks.push_back(block);
  allocated += bytes;
  return block;
}

Status CudaDevice::write(void *dst, const void *src, uint64_t bytes) {
  SHARDRT_CUDA(cudaMemcpy(dst, src, bytes, cudaMemcpyHostToDevice));
  // From pageable memory the call may return before the device has the bytes,
  // and our streams do not wait for the default one.
  SHARDRT_CUDA(cudaStreamSynchronize(nullptr));
  return Status();
}

Status CudaDevice::read(void *dst, const void *src, uint64_t bytes) {
  SHARDRT_CUDA(cudaMemcpy(dst, src, bytes, cudaMemcpyDeviceToHost));
  return Status();
}

Status CudaDevice::set(void *dst, uint8_t value, uint64_t bytes) {
  SHARDRT_CUDA(cudaMemset(dst, value, bytes));
  SHARDRT_CUDA(cudaStreamSynchronize(nullptr));
  return Status();
}

Expected<Stream *> CudaDevice::stream(StreamKind kind) {
  std::unique_ptr<CudaStream> &entry = streams[static_cast<unsigned>(kind)];
  if (!entry) {
    auto fresh = std::make_unique<CudaStream>(*this);
    if (Status status = fresh->create(kind); !status)
      return status;
    entry = std::move(fresh);
  }
  return static_cast<Stream *>(entry.get());
}

Expected<std::unique_ptr<Event>> CudaDevice::createEvent() {
  auto event = std::make_unique<CudaEvent>();
  SHARDRT_CUDA(cudaEventCreateWithFlags(&event->event, cudaEventDisableTiming));
  return std::unique_ptr<Event>(std::move(event));
}

namespace {
class CudaBackend : public Backend {
public:
  CudaBackend(PlanFile plan, const BackendOptions &options)
      : plan(std::move(plan)), options(options) {}
  ~CudaBackend() override;
  Status create(const ProcessPlace &place);

  const char *name() const override { return "cuda"; }
  std::vector<Device *> devices() override { return {device.get()}; }
  Status finish() override;
  void abort(const Status &status) override;
  Expected<std::vector<std::string>> exchange(const std::string &mine) override {
    return control->gather(mine);
  }
  uint64_t workspaceBytes() const override { return device->workspace; }

private:
  Status interrupted() {
    std::lock_guard<std::mutex> lock(mutex);
    return reason;
  }
  /// Called by the control plane's thread.
  void otherFailed(const Status &status);
  /// Ends everything of this process, and tells the others unless they told us.
  Status end(const Status &status);
  Expected<bool> poll(bool &moved);

  const PlanFile plan;
  const BackendOptions options;
  std::mutex mutex;
  Status reason; // guarded by mutex
  std::atomic<bool> noticed{false};
  std::unique_ptr<ControlPlane> control;
  std::unique_ptr<CudaDevice> device;
};
} // namespace

CudaBackend::~CudaBackend() {
  noticed = true;
  // The device uses the control plane's verdict until its end.
  device.reset();
  control.reset();
}

void CudaBackend::abort(const Status &status) {
  std::lock_guard<std::mutex> lock(mutex);
  if (reason.ok())
    reason = status;
}

void CudaBackend::otherFailed(const Status &status) {
  abort(status);
  for (double waited = 0; waited < graceSeconds; waited += 0.05) {
    if (noticed)
      return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  std::fprintf(stderr, "shardrt: error: %s\n", status.message().c_str());
  _exit(1);
}

Status CudaBackend::end(const Status &status) {
  abort(status);
  noticed = true;
  if (control && control->failure().ok())
    control->announceFailure(status.message());
  if (device)
    device->comms.abort();
  return status;
}

Status CudaBackend::create(const ProcessPlace &place) {
  if (place.size != plan->numRanks())
    return makeError(ErrorCode::InvalidArgument, "the plan has ", plan->numRanks(), " ranks, but ",
                     place.size, " processes were started (", place.launcher, ")");
  int count = 0;
  SHARDRT_CUDA(cudaGetDeviceCount(&count));
  if (place.localRank >= static_cast<uint32_t>(count))
    return makeError(ErrorCode::InvalidArgument, "local rank ", place.localRank,
                     " has no device: ", count, " are visible");
  ControlOptions controlOptions;
  controlOptions.connectSeconds = options.timeoutSeconds;
  controlOptions.gatherSeconds = options.timeoutSeconds;
  // Half of the limit: a silent process is named before its peers only notice
  // that nothing moves, however busy the machine is.
  controlOptions.silenceSeconds =
      std::min(controlOptions.silenceSeconds, options.timeoutSeconds / 2);
  Expected<std::unique_ptr<ControlPlane>> plane = ControlPlane::connect(
      place, controlOptions, [this](const Status &status) { otherFailed(status); });
  if (!plane)
    return plane.status();
  control = std::move(*plane);
  device = std::make_unique<CudaDevice>(plan, place.rank);
  Status status = device->create(static_cast<int>(place.localRank));
  if (status)
    status = device->comms.create(*plan, place.rank, *control, options.timeoutSeconds,
                                  [this] { return interrupted(); });
  return status ? status : end(status);
}

/// True when all streams are idle.
Expected<bool> CudaBackend::poll(bool &moved) {
  bool idle = true;
  for (std::unique_ptr<CudaStream> &stream : device->streams) {
    if (!stream)
      continue;
    Expected<bool> advanced = stream->advance();
    if (!advanced)
      return advanced.status();
    moved |= *advanced;
    Expected<bool> streamIdle = stream->idle();
    if (!streamIdle)
      return streamIdle.status();
    idle &= *streamIdle;
  }
  if (Status status = device->comms.asyncError(); !status)
    return status;
  return idle;
}

Status CudaBackend::finish() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point since = Clock::now();
  auto pause = std::chrono::microseconds(20);
  for (;;) {
    if (Status status = interrupted(); !status)
      return end(status);
    bool moved = false;
    Expected<bool> idle = poll(moved);
    if (!idle)
      return end(idle.status());
    if (*idle)
      return Status();
    if (moved) {
      since = Clock::now();
      pause = std::chrono::microseconds(20);
    }
    double seconds = std::chrono::duration<double>(Clock::now() - since).count();
    if (seconds > options.timeoutSeconds) {
      std::string where;
      for (std::unique_ptr<CudaStream> &stream : device->streams)
        if (stream)
          if (Expected<bool> streamIdle = stream->idle(); streamIdle && !*streamIdle)
            where += (where.empty() ? "" : "; ") + stream->current();
      return end(makeError(ErrorCode::Timeout, "nothing moved for ", seconds, " s: rank ",
                           device->rank(), " has not passed ", where));
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(1000));
  }
}

extern "C" __attribute__((visibility("default"))) void
shardrt_create_backend(PlanFile plan, const BackendOptions &options,
                       Expected<std::unique_ptr<Backend>> &result) {
  int count = 0;
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) {
    result = Status(ErrorCode::Unavailable,
                    error == cudaSuccess ? "none is visible" : cudaGetErrorString(error));
    return;
  }
  Expected<ProcessPlace> place =
      readProcessPlace([](const char *name) -> const char * { return std::getenv(name); });
  if (!place) {
    result = place.status();
    return;
  }
  auto backend = std::make_unique<CudaBackend>(std::move(plan), options);
  if (Status status = backend->create(*place); !status) {
    result = status;
    return;
  }
  result = std::unique_ptr<Backend>(std::move(backend));
}
