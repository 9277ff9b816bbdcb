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
//===----------------------------------------------------------------------===//
#include "shardc/Schedule/Packing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>
#include <random>
#include <tuple>

using namespace shardc;

namespace {
struct Packer {
  llvm::ArrayRef<Lifetime> lifetimes;
  llvm::SmallVector<uint64_t> sizes;
  llvm::SmallVector<uint64_t> best;
  uint64_t bestTotal = ~0ull;
  llvm::SmallVector<unsigned> bestOrder;

  /// Places buffers in that order, each at the lowest offset that is free for all
  /// of its lifetime; gives up when it can't beat the best.
  void attempt(llvm::ArrayRef<unsigned> order);
  uint64_t largestLive() const;
};
} // namespace

void Packer::attempt(llvm::ArrayRef<unsigned> order) {
  llvm::SmallVector<uint64_t> offsets(lifetimes.size(), 0);
  // Placed buffers by offset.
  llvm::SmallVector<unsigned> placed;
  uint64_t total = 0;
  for (unsigned index : order) {
    const Lifetime &mine = lifetimes[index];
    uint64_t at = 0;
    for (unsigned other : placed) {
      const Lifetime &theirs = lifetimes[other];
      if (theirs.end < mine.begin || mine.end < theirs.begin)
        continue;
      if (offsets[other] >= at + sizes[index])
        break;
      at = std::max(at, offsets[other] + sizes[other]);
    }
    offsets[index] = at;
    total = std::max(total, at + sizes[index]);
    if (total >= bestTotal)
      return;
    auto *position =
        std::upper_bound(placed.begin(), placed.end(), at,
                         [&](uint64_t offset, unsigned other) { return offset < offsets[other]; });
    placed.insert(position, index);
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
