//===- Nccl.cpp - an NCCL of files ----------------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks are processes that meet in a folder (STANDIN_NCCL_DIR): each writes
// what it gives and reads what the others gave. Sends end only when they were
// received. Communicators are non-blocking, so most calls answer ncclInProgress
// first.
//
//===----------------------------------------------------------------------===//
#include "Standin.h"

#include <nccl.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

struct ncclComm {
  std::string folder; // prefix of all files
  int rank = 0, size = 1;
  uint64_t next = 0, splits = 0;
  std::map<std::pair<int, int>, uint64_t> nextTransfer;
  std::atomic<bool> aborted{false};
  std::atomic<int> state{ncclSuccess}, pending{0};
};

static size_t sizeOf(ncclDataType_t type) {
  switch (type) {
  case ncclFloat64:
  case ncclInt64:
  case ncclUint64:
    return 8;
  case ncclFloat32:
  case ncclInt32:
  case ncclUint32:
    return 4;
  case ncclFloat16:
  case ncclBfloat16:
    return 2;
  default:
    return 1;
  }
}

static void put(const std::string &path, const std::string &bytes) {
  std::string temporary = path + ".part";
  std::FILE *file = std::fopen(temporary.c_str(), "wb");
  if (!file)
    return;
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  std::rename(temporary.c_str(), path.c_str());
}

/// Waits for a file; false after an abort.
static bool take(ncclComm *comm, const std::string &path, std::string &bytes) {
  while (!comm->aborted) {
    if (std::FILE *file = std::fopen(path.c_str(), "rb")) {
      char block[65536];
      size_t got;
      bytes.clear();
      while ((got = std::fread(block, 1, sizeof(block), file)) > 0)
        bytes.append(block, got);
      std::fclose(file);
      return true;
    }
    usleep(200);
  }
  return false;
}

/// Everybody's bytes in rank order.
static bool meet(ncclComm *comm, const std::string &name, const std::string &mine,
                 std::vector<std::string> &all) {
  put(comm->folder + name + "-" + std::to_string(comm->rank), mine);
  all.resize(comm->size);
  for (int rank = 0; rank < comm->size; ++rank)
    if (!take(comm, comm->folder + name + "-" + std::to_string(rank), all[rank]))
      return false;
  return true;
}

template <typename T>
static void reduceAs(const std::vector<std::string> &all, size_t offset, size_t count,
                     ncclRedOp_t op, char *dst) {
  for (size_t i = 0; i < count; ++i) {
    T value{};
    for (size_t rank = 0; rank < all.size(); ++rank) {
      T next;
      std::memcpy(&next, all[rank].data() + offset + i * sizeof(T), sizeof(T));
      value = rank == 0        ? next
              : op == ncclSum  ? value + next
              : op == ncclProd ? value * next
              : op == ncclMax  ? std::max(value, next)
                               : std::min(value, next);
    }
    std::memcpy(dst + i * sizeof(T), &value, sizeof(T));
  }
}

static void reduce(const std::vector<std::string> &all, size_t offset, size_t count,
                   ncclDataType_t type, ncclRedOp_t op, char *dst) {
  switch (type) {
  case ncclFloat64:
    return reduceAs<double>(all, offset, count, op, dst);
  case ncclFloat32:
    return reduceAs<float>(all, offset, count, op, dst);
  case ncclInt64:
    return reduceAs<int64_t>(all, offset, count, op, dst);
  case ncclInt32:
    return reduceAs<int32_t>(all, offset, count, op, dst);
  default:
    std::fprintf(stderr, "stand-in: no reduction of type %d\n", type);
    std::abort();
  }
}

namespace {
/// A send or receive of a group that is not closed yet.
struct Half {
  bool isSend;
  ncclComm *comm;
  void *buffer;
  size_t bytes;
  int peer;
  cudaStream_t stream;
};
} // namespace
static thread_local int groupDepth = 0;
static thread_local std::vector<Half> group;

using Finish = std::function<void(const std::vector<std::string> &)>;

/// Meets on the stream and calls `finish`; members that say different things
/// get an asynchronous error.
static ncclResult_t collective(ncclComm *comm, const char *kind, size_t count, ncclDataType_t type,
                               const void *src, size_t bytes, cudaStream_t stream, Finish finish) {
  std::string name = "c" + std::to_string(comm->next++);
  std::string header =
      std::string(kind) + " " + std::to_string(count) + " " + std::to_string(type) + "\n";
  comm->pending = 2;
  standin::enqueue(stream, [=] {
    std::vector<std::string> all;
    if (!meet(comm, name, header + std::string(static_cast<const char *>(src), bytes), all))
      return;
    for (std::string &text : all) {
      if (text.compare(0, header.size(), header) != 0) {
        comm->state = ncclInvalidUsage;
        return;
      }
      text.erase(0, header.size());
    }
    finish(all);
  });
  return ncclInProgress;
}

static void runGroup(const std::vector<Half> &halves, const std::vector<std::string> &names) {
  for (size_t i = 0; i < halves.size(); ++i)
    if (halves[i].isSend)
      put(names[i], std::string(static_cast<char *>(halves[i].buffer), halves[i].bytes));
  std::string bytes;
  for (size_t i = 0; i < halves.size(); ++i)
    if (!halves[i].isSend) {
      if (!take(halves[i].comm, names[i], bytes))
        return;
      if (bytes.size() != halves[i].bytes) {
        halves[i].comm->state = ncclInvalidUsage;
        return;
      }
      std::memcpy(halves[i].buffer, bytes.data(), bytes.size());
      put(names[i] + "-taken", "");
    }
  for (size_t i = 0; i < halves.size(); ++i)
    if (halves[i].isSend && !take(halves[i].comm, names[i] + "-taken", bytes))
      return;
}

extern "C" {
const char *ncclGetErrorString(ncclResult_t result) {
  return result == ncclInvalidUsage      ? "invalid usage"
         : result == ncclInvalidArgument ? "invalid argument"
                                         : "stand-in result";
}
const char *ncclGetLastError(ncclComm_t) { return ""; }

ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
  std::memset(id, 0, sizeof(*id));
  std::snprintf(id->internal, sizeof(id->internal), "id%d-", getpid());
  return ncclSuccess;
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int size, ncclUniqueId id, int rank,
                                    ncclConfig_t *config) {
  const char *folder = std::getenv("STANDIN_NCCL_DIR");
  if (!folder || config->magic != 0xcafebeef || config->blocking != 0)
    return ncclInvalidArgument;
  auto *made = new ncclComm;
  made->folder = std::string(folder) + "/" + id.internal;
  made->rank = rank;
  made->size = size;
  made->state = ncclInProgress;
  *comm = made;
  std::thread([made] {
    std::vector<std::string> all;
    if (meet(made, "init", "", all))
      made->state = ncclSuccess;
  }).detach();
  return ncclInProgress;
}

ncclResult_t ncclCommSplit(ncclComm_t parent, int color, int key, ncclComm_t *comm,
                           ncclConfig_t *) {
  auto *made = new ncclComm;
  *comm = color == NCCL_SPLIT_NOCOLOR ? nullptr : made;
  made->state = parent->state = ncclInProgress;
  std::string name = "s" + std::to_string(parent->splits++);
  std::thread([=] {
    std::vector<std::string> all;
    if (!meet(parent, name, std::to_string(color) + " " + std::to_string(key), all))
      return;
    std::vector<std::pair<int, int>> members; // (key, rank)
    for (int rank = 0; rank < parent->size; ++rank) {
      int itsColor = 0, itsKey = 0;
      std::sscanf(all[rank].c_str(), "%d %d", &itsColor, &itsKey);
      if (itsColor == color)
        members.insert(std::upper_bound(members.begin(), members.end(), std::pair(itsKey, rank)),
                       {itsKey, rank});
    }
    made->folder = parent->folder + name + "-" + std::to_string(color) + "-";
    made->size = static_cast<int>(members.size());
    for (int i = 0; i < made->size; ++i)
      if (members[i].second == parent->rank)
        made->rank = i;
    made->state = ncclSuccess;
    parent->state = ncclSuccess;
  }).detach();
  return ncclInProgress;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *result) {
  *result = static_cast<ncclResult_t>(comm->state.load());
  if (*result == ncclSuccess && comm->pending > 0) {
    --comm->pending;
    *result = ncclInProgress;
  }
  return ncclSuccess;
}
ncclResult_t ncclCommAbort(ncclComm_t comm) {
  comm->aborted = true; // left in memory: a stream may still look at it
  return ncclSuccess;
}
ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  comm->pending = 1;
  return ncclInProgress;
}
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  delete comm;
  return ncclSuccess;
}

ncclResult_t ncclAllReduce(const void *src, void *dst, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return collective(comm, "all_reduce", count, type, src, count * sizeOf(type), stream,
                    [=](const std::vector<std::string> &all) {
                      reduce(all, 0, count, type, op, static_cast<char *>(dst));
                    });
}
ncclResult_t ncclReduceScatter(const void *src, void *dst, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  size_t bytes = count * sizeOf(type);
  return collective(comm, "reduce_scatter", count, type, src, bytes * comm->size, stream,
                    [=](const std::vector<std::string> &all) {
                      reduce(all, bytes * comm->rank, count, type, op, static_cast<char *>(dst));
                    });
}
ncclResult_t ncclAllGather(const void *src, void *dst, size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream) {
  size_t bytes = count * sizeOf(type);
  return collective(comm, "all_gather", count, type, src, bytes, stream,
                    [=](const std::vector<std::string> &all) {
                      for (int i = 0; i < comm->size; ++i)
                        std::memcpy(static_cast<char *>(dst) + i * bytes, all[i].data(), bytes);
                    });
}
ncclResult_t ncclAlltoAll(const void *src, void *dst, size_t count, ncclDataType_t type,
                          ncclComm_t comm, cudaStream_t stream) {
  size_t bytes = count * sizeOf(type);
  return collective(comm, "all_to_all", count, type, src, bytes * comm->size, stream,
                    [=](const std::vector<std::string> &all) {
                      for (int i = 0; i < comm->size; ++i)
                        std::memcpy(static_cast<char *>(dst) + i * bytes,
                                    all[i].data() + comm->rank * bytes, bytes);
                    });
}
ncclResult_t ncclBroadcast(const void *src, void *dst, size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream) {
  size_t bytes = count * sizeOf(type);
  return collective(
      comm, "broadcast", count, type, src, bytes, stream,
      [=](const std::vector<std::string> &all) { std::memcpy(dst, all[root].data(), bytes); });
}

ncclResult_t ncclGroupStart() {
  ++groupDepth;
  return ncclSuccess;
}
ncclResult_t ncclSend(const void *src, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  if (!groupDepth || peer < 0 || peer >= comm->size)
    return ncclInvalidArgument;
  group.push_back({true, comm, const_cast<void *>(src), count * sizeOf(type), peer, stream});
  return ncclSuccess;
}
ncclResult_t ncclRecv(void *dst, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  if (!groupDepth || peer < 0 || peer >= comm->size)
    return ncclInvalidArgument;
  group.push_back({false, comm, dst, count * sizeOf(type), peer, stream});
  return ncclSuccess;
}
ncclResult_t ncclGroupEnd() {
  if (--groupDepth || group.empty())
    return ncclSuccess;
  std::vector<Half> halves;
  halves.swap(group);
  std::vector<std::string> names;
  for (const Half &half : halves) {
    int from = half.isSend ? half.comm->rank : half.peer;
    int to = half.isSend ? half.peer : half.comm->rank;
    // Sends and receives of one pair count apart: a self-send has both here.
    uint64_t number = half.comm->nextTransfer[{half.isSend ? to : -1 - from, from}]++;
    names.push_back(half.comm->folder + "p" + std::to_string(from) + "-" + std::to_string(to) +
                    "-" + std::to_string(number));
    half.comm->pending = 1;
  }
  standin::enqueue(halves[0].stream, [=] { runGroup(halves, names); });
  return ncclInProgress;
}
}
