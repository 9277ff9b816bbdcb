//===- HostCollectives.cpp - rendezvous of threads ------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Members of a group meet, compare what they were told to do, and then each
// does its own share by reading the memory of the others. Reductions run in
// rank order and every element is reduced by one rule, so results are bitwise
// equal everywhere. Bytes are counted as the ring algorithms send them.
//
//===----------------------------------------------------------------------===//
#include "HostState.h"
#include "Reduce.h"
#include "WireBytes.h"

#include <algorithm>
#include <cstring>

using namespace shardrt;
using namespace shardrt::hal;

using Meeting = GroupState::Meeting;

/// A source up to this size is copied when its owner arrives. Nobody then reads
/// the owner's memory, and the only wait is the one for all to arrive.
static constexpr uint64_t smallBytes = 16 * 1024;

static std::string signature(const CollectiveOp &op) {
  std::ostringstream os;
  os << name(op.kind);
  if (op.kind == CollectiveKind::AllReduce || op.kind == CollectiveKind::ReduceScatter)
    os << ' ' << name(op.reduce);
  os << " of " << op.count << ' ' << name(op.dtype);
  if (op.kind == CollectiveKind::Broadcast)
    os << " from " << op.root;
  os << " with sequence number " << op.sequence;
  return os.str();
}

static bool agree(const CollectiveOp &a, const CollectiveOp &b) {
  return a.kind == b.kind && a.reduce == b.reduce && a.dtype == b.dtype && a.count == b.count &&
         a.sequence == b.sequence && a.root == b.root && a.digits == b.digits && a.shift == b.shift;
}

/// "rank 1", "ranks 1, 2", …: the members whose flag is not set.
static std::string missing(const GroupState &group, const std::function<bool(size_t)> &isHere) {
  std::string list;
  size_t count = 0;
  for (size_t i = 0; i < group.ranks.size(); ++i) {
    if (isHere(i))
      continue;
    if (++count > 8) {
      list += ", …";
      break;
    }
    list += (list.empty() ? "" : ", ") + std::to_string(group.ranks[i]);
  }
  return (count == 1 ? "rank " : "ranks ") + list;
}

namespace {
/// One member's share of one collective.
class Participant {
public:
  Participant(Worker &worker, GroupState &group, uint32_t self, uint64_t ordinal,
              const CollectiveOp &op, Label label)
      : worker(worker), group(group), self(self), ordinal(ordinal), op(op), label(label),
        n(group.ranks.size()), element(elementSize(op.dtype)) {}

  void run(const void *src, void *dst);

private:
  std::string what() const { return describe(*worker.state->plan, label); }

  /// Verified plans overlap source and destination only by whole slices; here
  /// it must be the rank's own.
  bool usesOwnSlice(const void *src, const void *dst);
  bool arrive(const void *src, void *dst);
  bool isSmall() const { return sourceBytes() <= smallBytes; }
  uint64_t sourceBytes() const {
    bool isAll = op.kind == CollectiveKind::ReduceScatter || op.kind == CollectiveKind::AllToAll;
    return op.count * element * (isAll ? n : 1);
  }
  /// Waits until all members have passed the stage that `counter` counts.
  bool barrier(uint32_t Meeting::*counter);
  void leave();

  const char *src(size_t i) const { return static_cast<const char *>(meeting->members[i].src); }
  char *dst(size_t i) const { return static_cast<char *>(meeting->members[i].dst); }
  void move(char *to, const char *from, uint64_t bytes) const {
    if (to != from && bytes)
      std::memcpy(to, from, bytes);
  }

  bool allReduce();
  void work();

  Worker &worker;
  GroupState &group;
  const uint32_t self;
  const uint64_t ordinal;
  const CollectiveOp &op;
  const Label label;
  const uint64_t n, element;
  std::shared_ptr<Meeting> meeting;
  std::vector<bool> here; // who had arrived, for messages
};
} // namespace

bool Participant::usesOwnSlice(const void *src, const void *dst) {
  uint64_t bytes = op.count * element;
  const char *whole = nullptr, *slice = nullptr;
  if (op.kind == CollectiveKind::AllGather) {
    whole = static_cast<const char *>(dst);
    slice = static_cast<const char *>(src);
  } else if (op.kind == CollectiveKind::ReduceScatter) {
    whole = static_cast<const char *>(src);
    slice = static_cast<const char *>(dst);
  }
  if (!slice || slice + bytes <= whole || slice >= whole + n * bytes ||
      slice == whole + self * bytes)
    return true;
  worker.state->abort(makeError(ErrorCode::InvalidFile, "rank ", group.ranks[self], ": ", what(),
                                " is in place, but not at the slice of position ", self));
  return false;
}

bool Participant::arrive(const void *src, void *dst) {
  std::vector<char> copy;
  if (isSmall() && sourceBytes()) {
    const char *bytes = static_cast<const char *>(src);
    copy.assign(bytes, bytes + sourceBytes());
    src = copy.data(); // stays where it is when the vector moves
  }
  std::unique_lock<std::mutex> lock(group.mutex);
  std::shared_ptr<Meeting> &entry = group.meetings[ordinal];
  if (!entry) {
    entry = std::make_shared<Meeting>();
    entry->members.resize(n);
  }
  meeting = entry;
  for (size_t i = 0; i < n; ++i) {
    const Meeting::Member &other = meeting->members[i];
    if (!other.op || agree(*other.op, op))
      continue;
    worker.state->abort(makeError(ErrorCode::Mismatch, "rank ", group.ranks[self], " and rank ",
                                  group.ranks[i], " disagree: ", what(), " is ", signature(op),
                                  ", but ", describe(*worker.state->plan, other.label), " is ",
                                  signature(*other.op)));
    return false;
  }
  meeting->members[self] = {&op, src, dst, label, std::move(copy)};
  if (++meeting->arrived == n) {
    worker.advance();
    group.changed.notify_all();
  }
  return worker.waitUntil(
      lock, group.changed, [&] { return meeting->arrived == n; },
      [&] {
        return "for " + missing(group, [&](size_t i) { return meeting->members[i].op; }) + " in " +
               what();
      });
}

bool Participant::barrier(uint32_t Meeting::*counter) {
  std::unique_lock<std::mutex> lock(group.mutex);
  if (++((*meeting).*counter) == n) {
    worker.advance();
    group.changed.notify_all();
  }
  return worker.waitUntil(
      lock, group.changed, [&] { return (*meeting).*counter == n; },
      [&] { return "for the other members in " + what(); });
}

void Participant::leave() {
  if (!isSmall()) {
    // Others may still read this rank's memory.
    if (!barrier(&Meeting::left))
      return;
    std::lock_guard<std::mutex> lock(group.mutex);
    group.meetings.erase(ordinal);
    return;
  }
  std::lock_guard<std::mutex> lock(group.mutex);
  if (++meeting->left == n)
    group.meetings.erase(ordinal);
}

bool Participant::allReduce() {
  std::vector<const char *> sources;
  if (isSmall()) {
    // Every rank reduces every element, which is less work than one more wait.
    for (size_t i = 0; i < n; ++i)
      sources.push_back(src(i));
    reduceInOrder(op.dtype, op.reduce, sources, dst(self), op.count);
    return true;
  }
  auto [begin, end] = shareOf(op.count, n, self);
  for (size_t i = 0; i < n; ++i)
    sources.push_back(src(i) + begin * element);
  reduceInOrder(op.dtype, op.reduce, sources, dst(self) + begin * element, end - begin);
  if (!barrier(&Meeting::reduced))
    return false;
  for (size_t i = 0; i < n; ++i) {
    auto [from, to] = shareOf(op.count, n, i);
    move(dst(self) + from * element, dst(i) + from * element, (to - from) * element);
  }
  return true;
}

void Participant::work() {
  uint64_t bytes = op.count * element;
  switch (op.kind) {
  case CollectiveKind::AllReduce:
    return; // done by allReduce
  case CollectiveKind::AllGather:
    for (size_t i = 0; i < n; ++i)
      move(dst(self) + i * bytes, src(i), bytes);
    return;
  case CollectiveKind::ReduceScatter: {
    std::vector<const char *> sources;
    for (size_t i = 0; i < n; ++i)
      sources.push_back(src(i) + self * bytes);
    return reduceInOrder(op.dtype, op.reduce, sources, dst(self), op.count);
  }
  case CollectiveKind::AllToAll:
    for (size_t i = 0; i < n; ++i)
      move(dst(self) + i * bytes, src(i) + self * bytes, bytes);
    return;
  case CollectiveKind::Broadcast:
    return move(dst(self), src(op.root), bytes);
  case CollectiveKind::Permute:
    return move(dst(self), src(op.sourceOf(self, n)), bytes);
  }
}

void Participant::run(const void *source, void *destination) {
  if (!usesOwnSlice(source, destination) || !arrive(source, destination))
    return;
  if (op.kind == CollectiveKind::AllReduce) {
    if (!allReduce())
      return;
  } else {
    work();
  }
  worker.device->bytesSent += wireBytes(op, n, self);
  ++worker.device->collectives[static_cast<unsigned>(op.kind)];
  leave();
}

void hal::runCollective(Worker &worker, GroupState &group, uint32_t self, uint64_t ordinal,
                        const CollectiveOp &op, const void *src, void *dst, Label label) {
  Participant(worker, group, self, ordinal, op, label).run(src, dst);
}
