//===- CudaComm.cpp - NCCL communicators ----------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One communicator of all ranks is bootstrapped through the control plane; the
// plan's are split off it in one global order, which cannot deadlock.
//
//===----------------------------------------------------------------------===//
#include "CudaState.h"

#include <chrono>
#include <thread>

using namespace shardrt;
using namespace shardrt::hal;

ncclDataType_t hal::ncclType(DType type) {
  switch (type) {
  case DType::F64:
    return ncclFloat64;
  case DType::F32:
    return ncclFloat32;
  case DType::BF16:
    return ncclBfloat16;
  case DType::F16:
  case DType::I16:
    // NCCL has no integers of this width; plans move them, but do not reduce them.
    return ncclFloat16;
  case DType::I64:
    return ncclInt64;
  case DType::I32:
    return ncclInt32;
  case DType::I8:
    return ncclInt8;
  case DType::I1:
    return ncclUint8;
  }
  return ncclUint8;
}

ncclRedOp_t hal::ncclReduction(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Sum:
    return ncclSum;
  case ReduceKind::Max:
    return ncclMax;
  case ReduceKind::Min:
    return ncclMin;
  case ReduceKind::Prod:
    return ncclProd;
  }
  return ncclSum;
}

static Status ncclFailure(const char *call, ncclResult_t result, ncclComm_t comm) {
  const char *detail = ncclGetLastError(comm);
  return makeError(ErrorCode::Internal, call, ": ", ncclGetErrorString(result),
                   detail && *detail ? ": " : "", detail ? detail : "");
}

Status CudaComms::settle(ncclComm_t comm, ncclResult_t result, const char *call) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  while (result == ncclInProgress) {
    if (Status status = interrupted(); !status)
      return status;
    if (std::chrono::duration<double>(Clock::now() - start).count() > timeoutSeconds)
      return makeError(ErrorCode::Timeout, call, " made no progress for ", timeoutSeconds, " s");
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    if (ncclResult_t query = ncclCommGetAsyncError(comm, &result); query != ncclSuccess)
      return ncclFailure("ncclCommGetAsyncError", query, comm);
  }
  if (result != ncclSuccess)
    return ncclFailure(call, result, comm);
  return Status();
}

Status CudaComms::create(const Plan &plan, uint64_t rank, ControlPlane &control, double seconds,
                         Interrupt interrupt) {
  timeoutSeconds = seconds;
  interrupted = std::move(interrupt);
  for (uint32_t i = 0; i < plan.communicators.size(); ++i)
    groups.push_back(plan.groupOf(i, rank));
  comms.assign(plan.communicators.size(), nullptr);
  ncclUniqueId id{};
  if (rank == 0)
    if (ncclResult_t result = ncclGetUniqueId(&id); result != ncclSuccess)
      return ncclFailure("ncclGetUniqueId", result, nullptr);
  Expected<std::vector<std::string>> ids =
      control.gather(rank == 0 ? std::string(id.internal, sizeof(id.internal)) : std::string());
  if (!ids)
    return ids.status();
  if ((*ids)[0].size() != sizeof(id.internal))
    return makeError(ErrorCode::Internal, "rank 0 sent a malformed NCCL id");
  (*ids)[0].copy(id.internal, sizeof(id.internal));
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  ncclResult_t result = ncclCommInitRankConfig(&world, static_cast<int>(plan.numRanks()), id,
                                               static_cast<int>(rank), &config);
  if (Status status = settle(world, result, "ncclCommInitRankConfig"); !status)
    return status;
  for (uint32_t i = 0; i < plan.communicators.size(); ++i) {
    ncclConfig_t splitConfig = NCCL_CONFIG_INITIALIZER;
    splitConfig.blocking = 0;
    splitConfig.commName = plan.communicators[i].name.c_str();
    // A group is known by its first rank, and ordered by position.
    const Group &group = groups[i];
    bool isMember = !group.ranks.empty();
    int color = isMember ? static_cast<int>(group.ranks[0]) : NCCL_SPLIT_NOCOLOR;
    result = ncclCommSplit(world, color, static_cast<int>(group.self), &comms[i], &splitConfig);
    // The parent carries the state of a split until it is done.
    if (Status status = settle(world, result, "ncclCommSplit"); !status)
      return status;
    if (isMember)
      if (Status status = settle(comms[i], ncclInProgress, "ncclCommSplit"); !status)
        return status;
  }
  return Status();
}

Status CudaComms::asyncError() const {
  std::vector<ncclComm_t> all = comms;
  all.push_back(world);
  for (ncclComm_t comm : all) {
    if (!comm)
      continue;
    ncclResult_t state = ncclSuccess;
    ncclResult_t query = ncclCommGetAsyncError(comm, &state);
    if (query == ncclSuccess && (state == ncclSuccess || state == ncclInProgress))
      continue;
    return ncclFailure("NCCL", query == ncclSuccess ? state : query, comm);
  }
  return Status();
}

void CudaComms::abort() {
  if (aborted)
    return;
  aborted = true;
  for (ncclComm_t &comm : comms) {
    if (comm)
      (void)ncclCommAbort(comm);
    comm = nullptr;
  }
  if (world)
    (void)ncclCommAbort(world);
  world = nullptr;
}

CudaComms::~CudaComms() {
  if (aborted)
    return;
  auto end = [&](ncclComm_t comm) {
    if (!comm)
      return;
    // Finalizing is collective and does not block either.
    if (settle(comm, ncclCommFinalize(comm), "ncclCommFinalize"))
      (void)ncclCommDestroy(comm);
    else
      (void)ncclCommAbort(comm);
  };
  for (size_t i = comms.size(); i-- > 0;)
    end(comms[i]);
  end(world);
}
