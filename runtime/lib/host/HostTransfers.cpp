//===- HostTransfers.cpp - point-to-point rendezvous ----------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A send does not end before its receiver has taken the bytes: a schedule that
// only works with buffered sends fails here as it would on a device. Transfers
// of one group are all posted before any is waited for.
//
//===----------------------------------------------------------------------===//
#include "HostState.h"

#include <cstring>

using namespace shardrt;
using namespace shardrt::hal;

using Slot = GroupState::Slot;

static std::string signature(const Transfer &transfer) {
  const PointToPointOp &op = *transfer.op;
  std::ostringstream os;
  os << op.count << ' ' << name(op.dtype) << " with sequence number " << op.sequence;
  return os.str();
}

/// Puts one half in place. Null after a mismatch, which ends the run.
static std::shared_ptr<Slot> post(Worker &worker, const BoundTransfer &bound) {
  GroupState &group = *bound.group;
  const PointToPointOp &op = *bound.transfer.op;
  std::pair<uint32_t, uint32_t> direction(bound.self, op.peer);
  if (!op.isSend)
    std::swap(direction.first, direction.second);
  std::lock_guard<std::mutex> lock(group.mutex);
  std::shared_ptr<Slot> &entry = group.slots[{direction, bound.ordinal}];
  if (!entry)
    entry = std::make_shared<Slot>();
  (op.isSend ? entry->send : entry->recv) = bound.transfer;
  worker.advance();
  group.changed.notify_all();
  const std::optional<Transfer> &other = op.isSend ? entry->recv : entry->send;
  if (!other)
    return entry;
  const PointToPointOp &peer = *other->op;
  if (peer.dtype == op.dtype && peer.count == op.count && peer.sequence == op.sequence)
    return entry;
  const Plan &plan = *worker.state->plan;
  worker.state->abort(makeError(
      ErrorCode::Mismatch, "rank ", group.ranks[bound.self], " and rank ", group.ranks[op.peer],
      " disagree: ", describe(plan, bound.transfer.label), " moves ", signature(bound.transfer),
      ", but ", describe(plan, other->label), " moves ", signature(*other)));
  return nullptr;
}

/// Waits for the sender and takes the bytes.
static bool receive(Worker &worker, const BoundTransfer &bound, Slot &slot) {
  GroupState &group = *bound.group;
  const PointToPointOp &op = *bound.transfer.op;
  const void *from;
  {
    std::unique_lock<std::mutex> lock(group.mutex);
    if (!worker.waitUntil(
            lock, group.changed, [&] { return slot.send.has_value(); },
            [&] {
              return "for rank " + std::to_string(group.ranks[op.peer]) + " in " +
                     describe(*worker.state->plan, bound.transfer.label);
            }))
      return false;
    from = slot.send->buffer;
  }
  if (uint64_t bytes = op.count * elementSize(op.dtype))
    std::memmove(bound.transfer.buffer, from, bytes);
  std::lock_guard<std::mutex> lock(group.mutex);
  slot.done = true;
  ++worker.device->recvs;
  worker.advance();
  group.changed.notify_all();
  return true;
}

/// Waits until the receiver has taken the bytes.
static bool finishSend(Worker &worker, const BoundTransfer &bound, Slot &slot) {
  GroupState &group = *bound.group;
  const PointToPointOp &op = *bound.transfer.op;
  std::unique_lock<std::mutex> lock(group.mutex);
  if (!worker.waitUntil(
          lock, group.changed, [&] { return slot.done; },
          [&] {
            return "for rank " + std::to_string(group.ranks[op.peer]) + " in " +
                   describe(*worker.state->plan, bound.transfer.label);
          }))
    return false;
  group.slots.erase({{bound.self, op.peer}, bound.ordinal});
  ++worker.device->sends;
  if (op.peer != bound.self)
    worker.device->bytesSent += op.count * elementSize(op.dtype);
  return true;
}

void hal::runTransfers(Worker &worker, const std::vector<BoundTransfer> &transfers) {
  std::vector<std::shared_ptr<Slot>> slots;
  for (const BoundTransfer &bound : transfers) {
    slots.push_back(post(worker, bound));
    if (!slots.back())
      return;
  }
  for (size_t i = 0; i < transfers.size(); ++i)
    if (!transfers[i].transfer.op->isSend && !receive(worker, transfers[i], *slots[i]))
      return;
  for (size_t i = 0; i < transfers.size(); ++i)
    if (transfers[i].transfer.op->isSend && !finishSend(worker, transfers[i], *slots[i]))
      return;
}
