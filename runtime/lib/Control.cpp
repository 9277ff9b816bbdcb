//===- Control.cpp - control messages between processes -------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Frames are a kind (one byte), a length (four bytes, host order: all processes
// of a run are of one kind) and a text. On the watching connections: 'h'
// heartbeat, 'b' good-bye, 'f' failure with its reason.
//
//===----------------------------------------------------------------------===//
#include "Control.h"

#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace shardrt;

static constexpr uint32_t maxMessage = 64u << 20;
static constexpr char greetingMagic[8] = {'s', 'h', 'a', 'r', 'd', 'r', 't', '1'};

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static Status systemError(const std::string &what) {
  return makeError(ErrorCode::Internal, what, ": ", std::strerror(errno));
}

/// Sends all bytes; a peer that is gone is an error, not a signal.
static bool sendAll(int file, const void *data, size_t size) {
  const char *bytes = static_cast<const char *>(data);
  while (size) {
    ssize_t sent = send(file, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    bytes += sent;
    size -= static_cast<size_t>(sent);
  }
  return true;
}

/// Receives all bytes before `deadline`; `stop` ends it early.
static bool receiveAll(int file, void *data, size_t size, double deadline,
                       const std::atomic<bool> *stop) {
  char *bytes = static_cast<char *>(data);
  while (size) {
    if ((stop && *stop) || now() > deadline) {
      errno = ETIMEDOUT;
      return false;
    }
    pollfd entry{file, POLLIN, 0};
    int ready = poll(&entry, 1, 50);
    if (ready < 0 && errno != EINTR)
      return false;
    if (ready <= 0)
      continue;
    ssize_t got = recv(file, bytes, size, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0) {
      errno = got == 0 ? ECONNRESET : errno;
      return false;
    }
    bytes += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

namespace {
struct Greeting {
  char magic[8];
  uint32_t rank, size;
  char channel; // 'g' or 'w'
};
} // namespace

ControlPlane::ControlPlane(const ProcessPlace &place, const ControlOptions &options,
                           FailureHandler onFailure)
    : place(place), options(options), onFailure(std::move(onFailure)) {}

Expected<std::unique_ptr<ControlPlane>> ControlPlane::connect(const ProcessPlace &place,
                                                              const ControlOptions &options,
                                                              FailureHandler onFailure) {
  std::unique_ptr<ControlPlane> plane(new ControlPlane(place, options, std::move(onFailure)));
  if (place.size > 1) {
    Status status = place.rank == 0 ? plane->acceptAll() : plane->connectAll();
    if (!status)
      return status;
    plane->lastHeard.assign(plane->watchFiles.size(), now());
    plane->inbox.resize(plane->watchFiles.size());
    plane->watcher = std::thread([p = plane.get()] { p->watch(); });
  }
  return plane;
}

Status ControlPlane::acceptAll() {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0)
    return systemError("socket");
  int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  address.sin_port = htons(place.port);
  auto closing = [&](Status status) {
    close(listener);
    return status;
  };
  if (bind(listener, reinterpret_cast<sockaddr *>(&address), sizeof(address)) ||
      listen(listener, 1024))
    return closing(systemError("rank 0 cannot listen at port " + std::to_string(place.port)));
  size_t others = place.size - 1, missing = 2 * others;
  gatherFiles.assign(others, -1);
  watchFiles.assign(others, -1);
  double deadline = now() + options.connectSeconds;
  while (missing) {
    if (now() > deadline) {
      std::string ranks;
      for (size_t i = 0; i < others; ++i)
        if (gatherFiles[i] < 0 || watchFiles[i] < 0)
          ranks += (ranks.empty() ? "" : ", ") + std::to_string(i + 1);
      return closing(makeError(ErrorCode::Timeout, "after ", options.connectSeconds,
                               " s these ranks have not connected: ", ranks));
    }
    pollfd entry{listener, POLLIN, 0};
    if (poll(&entry, 1, 100) <= 0)
      continue;
    int file = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (file < 0)
      continue;
    Greeting greeting;
    bool valid = receiveAll(file, &greeting, sizeof(greeting), now() + 5.0, nullptr) &&
                 !std::memcmp(greeting.magic, greetingMagic, 8) && greeting.rank >= 1 &&
                 greeting.rank < place.size;
    if (!valid) {
      // Not one of ours.
      close(file);
      continue;
    }
    if (greeting.size != place.size) {
      close(file);
      return closing(makeError(ErrorCode::Mismatch, "rank ", greeting.rank, " counts ",
                               greeting.size, " processes, rank 0 counts ", place.size));
    }
    int &slot = (greeting.channel == 'w' ? watchFiles : gatherFiles)[greeting.rank - 1];
    if (slot >= 0) {
      close(file);
      return closing(makeError(ErrorCode::Mismatch,
                               "two processes say they are "
                               "rank ",
                               greeting.rank));
    }
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    slot = file;
    --missing;
  }
  return closing(Status());
}

Status ControlPlane::connectTo(int &file, char channel) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  std::string port = std::to_string(place.port);
  double deadline = now() + options.connectSeconds;
  std::string reason = "no answer";
  while (now() < deadline) {
    addrinfo *found = nullptr;
    if (int error = getaddrinfo(place.address.c_str(), port.c_str(), &hints, &found)) {
      reason = gai_strerror(error);
    } else {
      int candidate = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
      int failure = candidate < 0 || ::connect(candidate, found->ai_addr, found->ai_addrlen);
      reason = std::strerror(errno);
      freeaddrinfo(found);
      if (!failure) {
        int on = 1;
        setsockopt(candidate, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
        Greeting greeting{};
        std::memcpy(greeting.magic, greetingMagic, 8);
        greeting.rank = place.rank;
        greeting.size = place.size;
        greeting.channel = channel;
        if (sendAll(candidate, &greeting, sizeof(greeting))) {
          file = candidate;
          return Status();
        }
      }
      if (candidate >= 0)
        close(candidate);
    }
    // Rank 0 may not have started yet.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return makeError(ErrorCode::Timeout, "rank ", place.rank, " cannot reach rank 0 at ",
                   place.address, ":", place.port, ": ", reason);
}

Status ControlPlane::connectAll() {
  gatherFiles.assign(1, -1);
  watchFiles.assign(1, -1);
  if (Status status = connectTo(gatherFiles[0], 'g'); !status)
    return status;
  return connectTo(watchFiles[0], 'w');
}

Status ControlPlane::failure() const {
  std::lock_guard<std::mutex> lock(mutex);
  return failed;
}

bool ControlPlane::sendWatch(size_t index, char kind, const std::string &text) {
  std::lock_guard<std::mutex> lock(sendMutex);
  uint32_t length = static_cast<uint32_t>(text.size());
  std::string frame(1, kind);
  frame.append(reinterpret_cast<const char *>(&length), sizeof(length));
  frame += text;
  return watchFiles[index] >= 0 && sendAll(watchFiles[index], frame.data(), frame.size());
}

void ControlPlane::announceFailure(const std::string &reason) {
  std::string text = "rank " + std::to_string(place.rank) + " failed: " + reason;
  for (size_t i = 0; i < watchFiles.size(); ++i)
    sendWatch(i, 'f', text);
}

/// Records the failure, tells the other processes (rank 0 is in the middle) and
/// the owner.
void ControlPlane::fail(const std::string &reason, int except) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!failed.ok())
      return;
    failed = makeError(ErrorCode::Aborted, reason);
  }
  hasFailed = true;
  if (place.rank == 0)
    for (size_t i = 0; i < watchFiles.size(); ++i)
      if (static_cast<int>(i) != except)
        sendWatch(i, 'f', reason);
  if (onFailure)
    onFailure(failure());
}

bool ControlPlane::hear(size_t index) {
  uint32_t peer = place.rank == 0 ? static_cast<uint32_t>(index) + 1 : 0;
  char block[4096];
  ssize_t got = recv(watchFiles[index], block, sizeof(block), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return true;
  if (got <= 0) {
    fail("rank " + std::to_string(peer) + " ended without a word", static_cast<int>(index));
    return false;
  }
  lastHeard[index] = now();
  std::string &text = inbox[index];
  text.append(block, static_cast<size_t>(got));
  while (text.size() >= 5) {
    uint32_t length;
    std::memcpy(&length, text.data() + 1, sizeof(length));
    if (length > maxMessage) {
      fail("rank " + std::to_string(peer) + " sent a malformed message", static_cast<int>(index));
      return false;
    }
    if (text.size() < 5 + size_t(length))
      break;
    char kind = text[0];
    std::string body = text.substr(5, length);
    text.erase(0, 5 + size_t(length));
    if (kind == 'b')
      return false;
    if (kind == 'f') {
      fail(body, static_cast<int>(index));
      return false;
    }
  }
  return true;
}

void ControlPlane::watch() {
  std::vector<bool> watched(watchFiles.size(), true);
  double nextBeat = now();
  while (!stopping) {
    if (now() >= nextBeat) {
      for (size_t i = 0; i < watchFiles.size(); ++i)
        if (watched[i])
          sendWatch(i, 'h', "");
      nextBeat = now() + std::min(1.0, options.silenceSeconds / 4);
    }
    std::vector<pollfd> entries;
    std::vector<size_t> who;
    for (size_t i = 0; i < watchFiles.size(); ++i)
      if (watched[i]) {
        entries.push_back({watchFiles[i], POLLIN, 0});
        who.push_back(i);
      }
    int ready = poll(entries.data(), entries.size(), 50);
    for (size_t e = 0; ready > 0 && e < entries.size(); ++e)
      if (entries[e].revents)
        watched[who[e]] = hear(who[e]);
    for (size_t i = 0; i < watchFiles.size(); ++i)
      if (watched[i] && now() - lastHeard[i] > options.silenceSeconds) {
        std::ostringstream os;
        os << "rank " << (place.rank == 0 ? i + 1 : 0) << " has not been heard of for "
           << options.silenceSeconds << " s";
        fail(os.str(), static_cast<int>(i));
        watched[i] = false;
      }
  }
}

ControlPlane::~ControlPlane() {
  stopping = true;
  if (watcher.joinable())
    watcher.join();
  if (!hasFailed)
    for (size_t i = 0; i < watchFiles.size(); ++i)
      sendWatch(i, 'b', "");
  for (const std::vector<int> *files : {&gatherFiles, &watchFiles})
    for (int file : *files)
      if (file >= 0)
        close(file);
}

Status ControlPlane::sendGather(int file, const std::string &text) {
  uint32_t length = static_cast<uint32_t>(text.size());
  if (text.size() > maxMessage)
    return makeError(ErrorCode::InvalidArgument, "a control message of ", text.size(), " bytes");
  if (!sendAll(file, &length, sizeof(length)) || !sendAll(file, text.data(), length))
    return systemError("control connection");
  return Status();
}

Expected<std::string> ControlPlane::receiveGather(int file, uint32_t from) {
  double deadline = now() + options.gatherSeconds;
  uint32_t length = 0;
  std::string text;
  bool got = receiveAll(file, &length, sizeof(length), deadline, &hasFailed);
  if (got && length <= maxMessage) {
    text.resize(length);
    got = receiveAll(file, text.data(), length, deadline, &hasFailed);
  }
  Status fallback = got ? Status()
                        : systemError("rank " + std::to_string(place.rank) + " waited for rank " +
                                      std::to_string(from));
  // The watching thread knows better why, or will in a moment.
  double verdict = now() + 2.0;
  while (!got && !hasFailed && now() < verdict)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  if (Status status = failure(); !status)
    return status;
  if (!got)
    return fallback;
  if (length > maxMessage)
    return makeError(ErrorCode::Internal, "rank ", from, " sent a malformed message");
  return text;
}

Expected<std::vector<std::string>> ControlPlane::gather(const std::string &mine) {
  std::vector<std::string> all(place.size);
  all[place.rank] = mine;
  if (place.size == 1)
    return all;
  if (place.rank != 0) {
    if (Status status = sendGather(gatherFiles[0], mine); !status)
      return failure().ok() ? status : failure();
    for (std::string &text : all) {
      Expected<std::string> received = receiveGather(gatherFiles[0], 0);
      if (!received)
        return received.status();
      text = std::move(*received);
    }
    return all;
  }
  for (uint32_t rank = 1; rank < place.size; ++rank) {
    Expected<std::string> received = receiveGather(gatherFiles[rank - 1], rank);
    if (!received)
      return received.status();
    all[rank] = std::move(*received);
  }
  for (uint32_t rank = 1; rank < place.size; ++rank)
    for (const std::string &text : all)
      if (Status status = sendGather(gatherFiles[rank - 1], text); !status)
        return failure().ok() ? status : failure();
  return all;
}
