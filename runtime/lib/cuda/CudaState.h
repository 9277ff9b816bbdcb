//===- CudaState.h - one rank on one CUDA device --------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to the CUDA backend: one process a rank, CUDA streams and events,
// NCCL communicators made up front. All calls come from the thread that runs
// the session, except `abort` and what the control plane's thread calls.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_CUDA_CUDASTATE_H
#define SHARDRT_LIB_CUDA_CUDASTATE_H

#include "Control.h"
#include "shardrt/Hal.h"

#include <cublasLt.h>
#include <cuda_runtime.h>
#include <nccl.h>

#include <atomic>
#include <deque>
#include <mutex>

namespace shardrt::hal {

/// "cudaMalloc: out of memory"
Status cudaFailure(const char *call, cudaError_t error);
#define SHARDRT_CUDA(call)                                                                         \
  if (cudaError_t error_ = (call); error_ != cudaSuccess)                                          \
  return cudaFailure(#call, error_)

ncclDataType_t ncclType(DType type);
ncclRedOp_t ncclReduction(ReduceKind kind);

/// The NCCL communicators of this rank. Non-blocking: no call waits inside
/// NCCL, so that a failure elsewhere can always be acted upon.
class CudaComms {
public:
  /// `interrupted` says why to stop waiting, or success.
  using Interrupt = std::function<Status()>;

  ~CudaComms();
  /// Makes the communicator of all ranks, then those of the plan, in the plan's
  /// order, on every rank. Ranks that are no members take part in the split.
  Status create(const Plan &plan, uint64_t rank, ControlPlane &control, double timeoutSeconds,
                Interrupt interrupted);

  /// Null when the rank is no member.
  ncclComm_t get(uint32_t index) const { return comms[index]; }
  const Group &group(uint32_t index) const { return groups[index]; }

  /// Waits until a call that answered ncclInProgress is done.
  Status settle(ncclComm_t comm, ncclResult_t result, const char *call);
  /// An error that a communicator met while it ran.
  Status asyncError() const;
  /// Ends all operations that wait for others.
  void abort();

private:
  ncclComm_t world = nullptr;
  std::vector<ncclComm_t> comms;
  std::vector<Group> groups;
  double timeoutSeconds = 60;
  Interrupt interrupted;
  bool aborted = false;
};

/// Kernels of the plan, loaded for the device.
class CudaKernels {
public:
  ~CudaKernels();
  /// Loads every image that fits the device, else one's PTX.
  Status load(const Plan &plan, int device);
  /// Null for kernels of other targets.
  cudaKernel_t get(uint32_t index) const { return kernels[index]; }

private:
  std::vector<cudaLibrary_t> libraries;
  std::vector<cudaKernel_t> kernels;
};

/// Matrix products by cublasLt. The algorithm of an operation is chosen once.
class CudaGemm {
public:
  CudaGemm();
  ~CudaGemm();
  Status create();
  Status run(const GemmOp &op, const void *a, const void *b, void *c, cudaStream_t stream,
             void *workspace, size_t workspaceBytes);

private:
  struct Prepared;
  cublasLtHandle_t handle = nullptr;
  std::map<const GemmOp *, std::unique_ptr<Prepared>> prepared;
};

class CudaEvent : public Event {
public:
  ~CudaEvent() override;
  cudaEvent_t event = nullptr;
};

class CudaStream;

/// The device, and all that belongs to the process's one rank.
class CudaDevice : public Device {
public:
  CudaDevice(PlanFile plan, uint64_t rank) : plan(plan), ownRank(rank) {}
  ~CudaDevice() override;
  Status create(int ordinal);

  uint64_t rank() const override { return ownRank; }
  Expected<void *> allocate(uint64_t bytes) override;
  uint64_t allocatedBytes() const override { return allocated; }
  Status write(void *dst, const void *src, uint64_t bytes) override;
  Status read(void *dst, const void *src, uint64_t bytes) override;
  Status set(void *dst, uint8_t value, uint64_t bytes) override;
  Expected<Stream *> stream(StreamKind kind) override;
  Expected<std::unique_ptr<Event>> createEvent() override;
  Traffic traffic() const override { return moved; }

  const PlanFile plan;
  CudaComms comms;
  CudaKernels kernels;
  CudaGemm gemm;
  void *coords = nullptr; // in device memory
  Traffic moved;
  uint64_t workspace = 0; // bytes beside what `allocate` gave
  std::unique_ptr<CudaStream> streams[numStreamKinds];

private:
  const uint64_t ownRank;
  uint64_t allocated = 0;
  std::vector<void *> blocks;
};

class CudaStream : public Stream {
public:
  explicit CudaStream(CudaDevice &device) : device(device) {}
  ~CudaStream() override;
  Status create(StreamKind kind);

  Status launch(uint32_t kernel, std::vector<void *> buffers, Label label) override;
  Status gemm(const GemmOp &op, const void *a, const void *b, void *c, Label label) override;
  Status collective(const CollectiveOp &op, const void *src, void *dst, Label label) override;
  Status transfer(std::vector<Transfer> group) override;
  Status copy(void *dst, const void *src, uint64_t bytes, Label label) override;
  Status fill(void *dst, uint8_t value, uint64_t bytes, Label label) override;
  Status record(Event &event) override;
  Status wait(Event &event) override;

  /// Forgets marks that the device has passed; true if there was one.
  Expected<bool> advance();
  /// True when nothing is left to do.
  Expected<bool> idle();
  /// What the oldest mark that has not been passed stands behind.
  std::string current() const;

private:
  Status failure(const Label &label, const Status &status) const;
  Status permute(const CollectiveOp &op, const void *src, void *dst, ncclComm_t comm,
                 const Group &group);

  CudaDevice &device;
  cudaStream_t stream = nullptr;
  void *workspace = nullptr; // of cublasLt
  Label last;
  // Events in the order they were recorded, with the operation before each.
  std::deque<std::pair<cudaEvent_t, Label>> marks;
};

} // namespace shardrt::hal

#endif // SHARDRT_LIB_CUDA_CUDASTATE_H
