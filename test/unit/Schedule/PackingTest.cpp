//===- PackingTest.cpp - offsets of buffers ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "shardc/Schedule/Packing.h"
#include <gtest/gtest.h>
#include <random>

using namespace shardc;

namespace {

void expectValid(llvm::ArrayRef<Lifetime> lifetimes, const Packing &packing) {
  ASSERT_EQ(packing.offsets.size(), lifetimes.size());
  for (size_t i = 0; i < lifetimes.size(); ++i) {
    EXPECT_EQ(packing.offsets[i] % 64, 0u);
    EXPECT_LE(packing.offsets[i] + lifetimes[i].bytes, packing.total);
    for (size_t j = i + 1; j < lifetimes.size(); ++j) {
      bool together =
          lifetimes[i].begin <= lifetimes[j].end && lifetimes[j].begin <= lifetimes[i].end;
      bool overlap = packing.offsets[i] < packing.offsets[j] + lifetimes[j].bytes &&
                     packing.offsets[j] < packing.offsets[i] + lifetimes[i].bytes;
      EXPECT_FALSE(together && overlap) << i << " and " << j;
    }
  }
  EXPECT_GE(packing.total, packing.largestLive);
}

TEST(Packing, Empty) {
  Packing packing = packLifetimes({});
  EXPECT_EQ(packing.total, 0u);
  EXPECT_EQ(packing.largestLive, 0u);
  Lifetime none{0, 5, 0};
  EXPECT_EQ(packLifetimes(none).total, 0u);
}

TEST(Packing, ReusesWhatIsDead) {
  Lifetime lifetimes[] = {{0, 1, 100}, {2, 3, 128}, {4, 5, 1}, {0, 5, 64}};
  Packing packing = packLifetimes(lifetimes);
  expectValid(lifetimes, packing);
  EXPECT_EQ(packing.total, 192u);
  EXPECT_EQ(packing.largestLive, 192u);
}

TEST(Packing, StacksOfLayersMeetTheBound) {
  // Forward keeps one buffer a layer until its backward, with scratch between.
  std::vector<Lifetime> lifetimes;
  const int layers = 40;
  for (int i = 0; i < layers; ++i) {
    lifetimes.push_back({i, 2 * layers - i, uint64_t(4096 + 64 * (i % 3))});
    lifetimes.push_back({i, i + 1, uint64_t(1000 + 17 * i)});
    lifetimes.push_back({2 * layers - i, 2 * layers - i + 1, uint64_t(9000 + 13 * i)});
  }
  lifetimes.push_back({-1, 3 * layers, 123456});
  Packing packing = packLifetimes(lifetimes);
  expectValid(lifetimes, packing);
  EXPECT_LE(packing.total * 100, packing.largestLive * 102);
}

TEST(Packing, RandomLifetimesAreValidAndNearTheBound) {
  const unsigned seed = 20240607;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  double sum = 0;
  const int rounds = 60;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Lifetime> lifetimes(20 + random() % 200);
    for (Lifetime &lifetime : lifetimes) {
      lifetime.begin = random() % 300;
      lifetime.end = lifetime.begin + random() % (random() % 4 ? 10 : 200);
      lifetime.bytes = random() % (random() % 3 ? 500 : 20000);
    }
    Packing packing = packLifetimes(lifetimes);
    expectValid(lifetimes, packing);
    sum += double(packing.total) / double(packing.largestLive);
    // Adversarial lifetimes may need more than their largest live set.
    EXPECT_LE(packing.total * 100, packing.largestLive * 125);
  }
  EXPECT_LE(sum / rounds, 1.04);
}

TEST(Packing, IsDeterministic) {
  std::vector<Lifetime> lifetimes;
  for (int i = 0; i < 100; ++i)
    lifetimes.push_back({i % 17, i % 17 + i % 5, uint64_t(i * 37 % 1000)});
  EXPECT_EQ(packLifetimes(lifetimes).offsets, packLifetimes(lifetimes).offsets);
}

} // namespace
