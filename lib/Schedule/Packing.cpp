//===- Packing.cpp - offsets for buffers ------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Packing rectangles in time and space is hard in general; in programs of a few
// large buffers and many short ones, first fit by size or by lifetime meets the
// lower bound nearly always. Where none of the orders does, orders near the best
// one are tried for a while.
//
// First fit asks which bytes are taken at any time of a lifetime. A segment tree
// over time answers that: a node knows what is taken during all of its time and
// what is taken at some of it, as intervals of bytes that touch are one. A good
// packing has few holes, so that these sets stay small and an attempt on n buffers
// takes about n log n steps, however many of them are alive at once.
//
//===----------------------------------------------------------------------===//
#include "shardc/Schedule/Packing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <vector>

using namespace shardc;

namespace {
/// Bytes that are taken: intervals by address, apart from each other.
class ByteSet {
public:
  void insert(uint64_t begin, uint64_t end);
  /// The lowest address from `at` on that is not in an interval which meets
  /// [at, at + size); `at` itself where none does.
  uint64_t pass(uint64_t at, uint64_t size) const;

private:
  struct Interval {
    uint64_t begin, end;
  };
  std::vector<Interval> intervals;
};

/// What is taken, by time.
class Occupancy {
public:
  explicit Occupancy(unsigned times) : leaves(llvm::PowerOf2Ceil(times)), nodes(2 * leaves) {}
  /// The lowest address at which `size` bytes are free from time `begin` to `end`,
  /// both included.
  uint64_t firstFit(unsigned begin, unsigned end, uint64_t size);
  void take(unsigned begin, unsigned end, uint64_t at, uint64_t size);

private:
  struct Node {
    /// Taken during all of the node's time; taken at some of it, what `always`
    /// holds included.
    ByteSet always, sometimes;
  };
  /// Calls `whole` with the nodes that together are [begin, end], and `part` with
  /// those above them.
  template <typename Whole, typename Part>
  void visit(unsigned begin, unsigned end, Whole whole, Part part);

  unsigned leaves;
  std::vector<Node> nodes;
  llvm::SmallVector<const ByteSet *> met;
};

struct Packer {
  llvm::ArrayRef<Lifetime> lifetimes;
  llvm::SmallVector<uint64_t> sizes;
  /// Times at which lifetimes begin or end, in order, and where in them each does.
  std::vector<int64_t> times;
  llvm::SmallVector<std::pair<unsigned, unsigned>> spans;
  llvm::SmallVector<uint64_t> best;
  uint64_t bestTotal = ~0ull;
  llvm::SmallVector<unsigned> bestOrder;

  void numberTimes();
  /// Places buffers in that order, each at the lowest offset that is free for all
  /// of its lifetime; gives up when it can't beat the best.
  void attempt(llvm::ArrayRef<unsigned> order);
  uint64_t largestLive() const;
};
} // namespace

void ByteSet::insert(uint64_t begin, uint64_t end) {
  auto first = std::lower_bound(intervals.begin(), intervals.end(), begin,
                                [](const Interval &one, uint64_t at) { return one.end < at; });
  auto last = first;
  for (; last != intervals.end() && last->begin <= end; ++last) {
    begin = std::min(begin, last->begin);
    end = std::max(end, last->end);
  }
  if (first == last) {
    intervals.insert(first, {begin, end});
    return;
  }
  *first = {begin, end};
  intervals.erase(first + 1, last);
}

uint64_t ByteSet::pass(uint64_t at, uint64_t size) const {
  auto it = std::lower_bound(intervals.begin(), intervals.end(), at,
                             [](const Interval &one, uint64_t at) { return one.end <= at; });
  for (; it != intervals.end() && it->begin < at + size; ++it)
    at = it->end;
  return at;
}

template <typename Whole, typename Part>
void Occupancy::visit(unsigned begin, unsigned end, Whole whole, Part part) {
  unsigned low = begin + leaves, high = end + leaves;
  for (unsigned l = low, h = high + 1; l < h; l /= 2, h /= 2) {
    if (l % 2)
      whole(nodes[l++]);
    if (h % 2)
      whole(nodes[--h]);
  }
  // A node is above one of the visited, and in part outside of the span, when it is
  // above one of the ends and does not lie in the span.
  unsigned width = 1;
  for (unsigned l = low, h = high; l; l /= 2, h /= 2, width *= 2) {
    auto outside = [&](unsigned node) {
      unsigned from = node * width, to = from + width - 1;
      return from < low || to > high;
    };
    if (outside(l))
      part(nodes[l]);
    if (h != l && outside(h))
      part(nodes[h]);
  }
}

uint64_t Occupancy::firstFit(unsigned begin, unsigned end, uint64_t size) {
  met.clear();
  visit(
      begin, end, [&](Node &node) { met.push_back(&node.sometimes); },
      [&](Node &node) { met.push_back(&node.always); });
  uint64_t at = 0, since = met.size();
  // Around and around until every set in turn has let `at` pass.
  for (size_t i = 0; since; i = i + 1 == met.size() ? 0 : i + 1) {
    uint64_t next = met[i]->pass(at, size);
    since = next == at ? since - 1 : met.size() - 1;
    at = next;
  }
  return at;
}

void Occupancy::take(unsigned begin, unsigned end, uint64_t at, uint64_t size) {
  visit(
      begin, end,
      [&](Node &node) {
        node.always.insert(at, at + size);
        node.sometimes.insert(at, at + size);
      },
      [&](Node &node) { node.sometimes.insert(at, at + size); });
}

void Packer::numberTimes() {
  for (const Lifetime &lifetime : lifetimes) {
    times.push_back(lifetime.begin);
    times.push_back(lifetime.end);
  }
  llvm::sort(times);
  times.erase(llvm::unique(times), times.end());
  auto number = [&](int64_t time) -> unsigned {
    return llvm::lower_bound(times, time) - times.begin();
  };
  for (const Lifetime &lifetime : lifetimes)
    spans.emplace_back(number(lifetime.begin), number(lifetime.end));
}

void Packer::attempt(llvm::ArrayRef<unsigned> order) {
  llvm::SmallVector<uint64_t> offsets(lifetimes.size(), 0);
  Occupancy occupancy(times.size());
  uint64_t total = 0;
  for (unsigned index : order) {
    auto [begin, end] = spans[index];
    uint64_t at = occupancy.firstFit(begin, end, sizes[index]);
    offsets[index] = at;
    total = std::max(total, at + sizes[index]);
    if (total >= bestTotal)
      return;
    occupancy.take(begin, end, at, sizes[index]);
  }
  best = offsets;
  bestTotal = total;
  bestOrder.assign(order.begin(), order.end());
}

uint64_t Packer::largestLive() const {
  std::map<int64_t, int64_t> changes;
  for (auto [lifetime, size] : llvm::zip_equal(lifetimes, sizes)) {
    changes[lifetime.begin] += size;
    changes[lifetime.end + 1] -= size;
  }
  int64_t now = 0, most = 0;
  for (auto [time, change] : changes)
    most = std::max(most, now += change);
  return most;
}

Packing shardc::packLifetimes(llvm::ArrayRef<Lifetime> lifetimes, uint64_t alignment) {
  Packer packer;
  packer.lifetimes = lifetimes;
  llvm::SmallVector<unsigned> order;
  for (auto [index, lifetime] : llvm::enumerate(lifetimes)) {
    packer.sizes.push_back(llvm::alignTo(lifetime.bytes, alignment));
    if (lifetime.bytes)
      order.push_back(index);
  }
  packer.numberTimes();
  uint64_t bound = packer.largestLive();
  packer.best.assign(lifetimes.size(), 0);
  if (order.empty())
    return {packer.best, 0, 0};
  auto length = [&](unsigned i) { return lifetimes[i].end - lifetimes[i].begin; };
  auto size = [&](unsigned i) { return packer.sizes[i]; };
  auto tryBy = [&](auto key) {
    if (packer.bestTotal == bound)
      return;
    llvm::SmallVector<unsigned> sorted(order);
    llvm::sort(sorted, [&](unsigned a, unsigned b) {
      return std::make_tuple(key(a), a) < std::make_tuple(key(b), b);
    });
    packer.attempt(sorted);
  };
  tryBy([&](unsigned i) { return std::make_tuple(-int64_t(size(i)), -length(i)); });
  tryBy([&](unsigned i) { return std::make_tuple(-length(i), -int64_t(size(i))); });
  tryBy([&](unsigned i) { return -double(size(i)) * double(length(i) + 1); });
  tryBy([&](unsigned i) { return std::make_tuple(lifetimes[i].begin, -length(i)); });
  tryBy([&](unsigned i) { return std::make_tuple(-lifetimes[i].end, -length(i)); });
  // Longest first among those that are there all the time, then by size.
  int64_t first = INT64_MAX, last = INT64_MIN;
  for (unsigned i : order) {
    first = std::min(first, lifetimes[i].begin);
    last = std::max(last, lifetimes[i].end);
  }
  tryBy([&](unsigned i) {
    bool whole = lifetimes[i].begin == first && lifetimes[i].end == last;
    return std::make_tuple(!whole, lifetimes[i].begin, -int64_t(size(i)));
  });
  // The generator and its seed are fixed: compilation is reproducible.
  std::mt19937 random(0x5ead);
  unsigned tries = order.size() > 4000 ? 4 : order.size() > 1000 ? 32 : 200;
  for (unsigned i = 0; i < tries && packer.bestTotal * 100 > bound * 101; ++i) {
    llvm::SmallVector<unsigned> near(packer.bestOrder);
    unsigned moves = 1 + random() % 4;
    for (unsigned move = 0; move < moves; ++move) {
      unsigned from = random() % near.size(), to = random() % near.size();
      unsigned moved = near[from];
      near.erase(near.begin() + from);
      near.insert(near.begin() + std::min<size_t>(to, near.size()), moved);
    }
    packer.attempt(near);
  }
  return {packer.best, packer.bestTotal, bound};
}
