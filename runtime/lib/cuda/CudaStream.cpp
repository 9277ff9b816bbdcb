//===- CudaStream.cpp - operations on a CUDA stream -----------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation is one or a few asynchronous calls. Bytes are counted as on
// the host backend; what NCCL makes of them on the wire is its own affair.
//
//===----------------------------------------------------------------------===//
#include "CudaState.h"
#include "WireBytes.h"

#include <algorithm>

using namespace shardrt;
using namespace shardrt::hal;

static constexpr size_t gemmWorkspaceBytes = 32u << 20;

CudaEvent::~CudaEvent() {
  if (event)
    (void)cudaEventDestroy(event);
}

CudaStream::~CudaStream() {
  if (workspace)
    (void)cudaFree(workspace);
  if (stream)
    (void)cudaStreamDestroy(stream);
}

Status CudaStream::create(StreamKind kind) {
  // Communication first: what it waits for is already behind an event.
  int least = 0, greatest = 0;
  SHARDRT_CUDA(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  SHARDRT_CUDA(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking,
                                            kind == StreamKind::Compute ? least : greatest));
  return Status();
}

Status CudaStream::failure(const Label &label, const Status &status) const {
  return makeError(status.code(), "rank ", device.rank(), ": ", describe(*device.plan, label), ": ",
                   status.message());
}

Status CudaStream::launch(uint32_t index, std::vector<void *> buffers, Label label) {
  last = label;
  const Kernel &kernel = device.plan->kernels[index];
  cudaKernel_t function = device.kernels.get(index);
  if (!function)
    return makeError(ErrorCode::Unavailable, "kernel '", kernel.symbol,
                     "' is for the host; the CUDA backend cannot run it");
  std::vector<void *> arguments;
  for (void *&buffer : buffers)
    arguments.push_back(&buffer);
  arguments.push_back(&device.coords);
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(kernel.grid[0], kernel.grid[1], kernel.grid[2]);
  config.blockDim = dim3(kernel.block[0], kernel.block[1], kernel.block[2]);
  config.dynamicSmemBytes = kernel.sharedBytes;
  config.stream = stream;
  if (cudaError_t error =
          cudaLaunchKernelExC(&config, reinterpret_cast<const void *>(function), arguments.data());
      error != cudaSuccess)
    return failure(label, cudaFailure("cudaLaunchKernelExC", error));
  return Status();
}

Status CudaStream::gemm(const GemmOp &op, const void *a, const void *b, void *c, Label label) {
  last = label;
  if (!workspace) {
    SHARDRT_CUDA(cudaMalloc(&workspace, gemmWorkspaceBytes));
    device.workspace += gemmWorkspaceBytes;
  }
  Status status = device.gemm.run(op, a, b, c, stream, workspace, gemmWorkspaceBytes);
  return status ? status : failure(label, status);
}

Status CudaStream::permute(const CollectiveOp &op, const void *src, void *dst, ncclComm_t comm,
                           const Group &group) {
  uint32_t size = static_cast<uint32_t>(group.ranks.size());
  uint32_t target = op.targetOf(group.self, size), source = op.sourceOf(group.self, size);
  ncclDataType_t type = ncclType(op.dtype);
  if (target == group.self) {
    SHARDRT_CUDA(cudaMemcpyAsync(dst, src, op.count * elementSize(op.dtype),
                                 cudaMemcpyDeviceToDevice, stream));
    return Status();
  }
  (void)ncclGroupStart();
  (void)ncclSend(src, op.count, type, static_cast<int>(target), comm, stream);
  (void)ncclRecv(dst, op.count, type, static_cast<int>(source), comm, stream);
  // A fault of a member of the group is reported by its end.
  return device.comms.settle(comm, ncclGroupEnd(), "permute");
}

Status CudaStream::collective(const CollectiveOp &op, const void *src, void *dst, Label label) {
  last = label;
  ncclComm_t comm = device.comms.get(op.comm);
  const Group &group = device.comms.group(op.comm);
  if (!comm)
    return failure(label, makeError(ErrorCode::InvalidFile, "this rank is no member of '",
                                    device.plan->communicators[op.comm].name, "'"));
  ncclDataType_t type = ncclType(op.dtype);
  ncclRedOp_t reduction = ncclReduction(op.reduce);
  ncclResult_t result = ncclSuccess;
  Status status;
  switch (op.kind) {
  case CollectiveKind::AllReduce:
    result = ncclAllReduce(src, dst, op.count, type, reduction, comm, stream);
    break;
  case CollectiveKind::AllGather:
    result = ncclAllGather(src, dst, op.count, type, comm, stream);
    break;
  case CollectiveKind::ReduceScatter:
    result = ncclReduceScatter(src, dst, op.count, type, reduction, comm, stream);
    break;
  case CollectiveKind::AllToAll:
    result = ncclAlltoAll(src, dst, op.count, type, comm, stream);
    break;
  case CollectiveKind::Broadcast:
    result = ncclBroadcast(src, dst, op.count, type, static_cast<int>(op.root), comm, stream);
    break;
  case CollectiveKind::Permute:
    status = permute(op, src, dst, comm, group);
    break;
  }
  if (status)
    status = device.comms.settle(comm, result, shardrt::name(op.kind));
  if (!status)
    return failure(label, status);
  device.moved.bytesSent += wireBytes(op, group.ranks.size(), group.self);
  ++device.moved.operations[shardrt::name(op.kind)];
  return Status();
}

Status CudaStream::transfer(std::vector<Transfer> transfers) {
  std::vector<ncclComm_t> used;
  (void)ncclGroupStart();
  Status status;
  for (const Transfer &transfer : transfers) {
    last = transfer.label;
    const PointToPointOp &op = *transfer.op;
    ncclComm_t comm = device.comms.get(op.comm);
    if (!comm) {
      status =
          failure(transfer.label, makeError(ErrorCode::InvalidFile, "this rank is no member of '",
                                            device.plan->communicators[op.comm].name, "'"));
      break;
    }
    if (std::find(used.begin(), used.end(), comm) == used.end())
      used.push_back(comm);
    ncclDataType_t type = ncclType(op.dtype);
    int peer = static_cast<int>(op.peer);
    ncclResult_t result = op.isSend ? ncclSend(transfer.buffer, op.count, type, peer, comm, stream)
                                    : ncclRecv(transfer.buffer, op.count, type, peer, comm, stream);
    if (result != ncclSuccess && result != ncclInProgress) {
      status = failure(transfer.label,
                       device.comms.settle(comm, result, op.isSend ? "ncclSend" : "ncclRecv"));
      break;
    }
    uint64_t bytes = op.count * elementSize(op.dtype);
    if (op.isSend && op.peer != device.comms.group(op.comm).self)
      device.moved.bytesSent += bytes;
    ++device.moved.operations[op.isSend ? "send" : "recv"];
  }
  ncclResult_t end = ncclGroupEnd();
  if (!status)
    return status;
  for (ncclComm_t comm : used)
    if (Status settled = device.comms.settle(comm, end, "ncclGroupEnd"); !settled)
      return failure(last, settled);
  return Status();
}

Status CudaStream::copy(void *dst, const void *src, uint64_t bytes, Label label) {
  last = label;
  if (dst != src)
    SHARDRT_CUDA(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToDevice, stream));
  return Status();
}

Status CudaStream::fill(void *dst, uint8_t value, uint64_t bytes, Label label) {
  last = label;
  SHARDRT_CUDA(cudaMemsetAsync(dst, value, bytes, stream));
  return Status();
}

Status CudaStream::record(Event &event) {
  cudaEvent_t mark = static_cast<CudaEvent &>(event).event;
  SHARDRT_CUDA(cudaEventRecord(mark, stream));
  marks.push_back({mark, last});
  return Status();
}

Status CudaStream::wait(Event &event) {
  SHARDRT_CUDA(cudaStreamWaitEvent(stream, static_cast<CudaEvent &>(event).event, 0));
  return Status();
}

Expected<bool> CudaStream::advance() {
  bool moved = false;
  while (!marks.empty()) {
    cudaError_t state = cudaEventQuery(marks.front().first);
    if (state == cudaErrorNotReady)
      break;
    if (state != cudaSuccess)
      return failure(marks.front().second, cudaFailure("a kernel or copy before this", state));
    marks.pop_front();
    moved = true;
  }
  return moved;
}

Expected<bool> CudaStream::idle() {
  cudaError_t state = cudaStreamQuery(stream);
  if (state == cudaErrorNotReady)
    return false;
  if (state != cudaSuccess)
    return failure(marks.empty() ? last : marks.front().second, cudaFailure("the stream", state));
  marks.clear();
  return true;
}

std::string CudaStream::current() const {
  return describe(*device.plan, marks.empty() ? last : marks.front().second);
}
