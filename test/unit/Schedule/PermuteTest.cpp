//===- PermuteTest.cpp - every rank sends one and gets one ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The proof that a permute is one, from digits alone, against the list of targets;
// and that members of a group must agree about it.
//
//===----------------------------------------------------------------------===//

#include "SmallPlans.h"
#include "shardc/Schedule/EventEngine.h"
#include "gtest/gtest.h"
#include <random>

using namespace shardc;
using namespace shardc::plan;

namespace {

/// Whether the digits send the positions of a group to all of them, by counting.
bool reachesAll(const std::vector<Digit> &digits, uint64_t size) {
  std::vector<bool> reached(size);
  for (uint64_t position = 0; position < size; ++position) {
    uint64_t target = 0;
    for (const Digit &digit : digits)
      target += position / digit.from % digit.size * digit.to;
    if (target >= size || reached[target])
      return false;
    reached[target] = true;
  }
  return true;
}

TEST(Permute, DigitsAreAPermutationOrNot) {
  constexpr unsigned seed = 5;
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  int good = 0, bad = 0;
  for (int i = 0; i < 20000; ++i) {
    // Digits of a group of 12, in two orders, and now and then one wrong.
    std::vector<uint32_t> sizes =
        random() % 2 ? std::vector<uint32_t>{2, 2, 3} : std::vector<uint32_t>{3, 4};
    std::shuffle(sizes.begin(), sizes.end(), random);
    std::vector<Digit> digits;
    uint32_t place = 1;
    for (uint32_t size : sizes) {
      digits.push_back({size, place, 1});
      place *= size;
    }
    std::shuffle(digits.begin(), digits.end(), random);
    place = 1;
    for (Digit &digit : digits) {
      digit.to = place;
      place *= digit.size;
    }
    if (random() % 2) {
      Digit &digit = digits[random() % digits.size()];
      uint32_t *field = random() % 3 == 0 ? &digit.size : random() % 2 ? &digit.from : &digit.to;
      *field = 1 + random() % 6;
    }
    bool proven = isPermutation(digits, 12);
    // What is proven is one. (Some digits that are not in order reach all, too.)
    if (proven)
      EXPECT_TRUE(reachesAll(digits, 12));
    ++(proven ? good : bad);
  }
  EXPECT_GT(good, 5000);
  EXPECT_GT(bad, 5000);
  EXPECT_TRUE(isPermutation({}, 1));
  EXPECT_FALSE(isPermutation({}, 2));
  EXPECT_FALSE(isPermutation({{2, 1, 1}, {0x80000000u, 2, 2}}, 2));
  // A million ranks take two digits.
  EXPECT_TRUE(isPermutation({{1024, 1024, 1}, {1024, 1, 1024}}, 1u << 20));
}

/// The first collective of a plan, as a permute among the two ranks of its group.
/// It is not in place: its result goes behind the scratch, where it is read.
Collective *makePermute(Plan &plan) {
  for (Segment &segment : plan.segments)
    for (size_t i = 0; i < segment.instructions.size(); ++i) {
      auto *op = std::get_if<Collective>(&segment.instructions[i].op);
      if (!op)
        continue;
      op->kind = CollectiveKind::Permute;
      op->digits = {{2, 1, 1}};
      op->shift = 1;
      op->dst.offset = segment.scratchBytes;
      segment.scratchBytes += op->dst.bytes;
      for (Program &program : plan.programs)
        program.arenaBytes += op->dst.bytes;
      for (size_t later = i + 1; later < segment.instructions.size(); ++later)
        if (auto *launch = std::get_if<Launch>(&segment.instructions[later].op))
          for (Buffer &buffer : launch->buffers)
            if (!buffer.isFormal && buffer.value == op->dst.value)
              buffer.offset = op->dst.offset;
      return op;
    }
  return nullptr;
}

TEST(Permute, IsProvenOrRefused) {
  Plan plan = test::twoStagePlan(2);
  ASSERT_FALSE(prove(plan));
  Collective *permute = makePermute(plan);
  ASSERT_TRUE(permute);
  auto faultOf = [&] {
    std::optional<Refusal> refusal = prove(plan);
    return refusal ? refusal->message : std::string();
  };
  const char *wrong = "does not send one value to each of the 2 ranks of its group";
  EXPECT_EQ(faultOf(), "");
  permute->digits = {};
  EXPECT_NE(faultOf().find(wrong), std::string::npos) << faultOf();
  permute->digits = {{2, 1, 2}};
  EXPECT_NE(faultOf().find(wrong), std::string::npos) << faultOf();
  permute->digits = {{2, 1, 1}};
  permute->shift = 2;
  EXPECT_NE(faultOf().find(wrong), std::string::npos) << faultOf();
}

TEST(Permute, IsPartOfTheSignature) {
  Plan plan = test::twoStagePlan(2);
  Collective *permute = makePermute(plan);
  ASSERT_TRUE(permute);
  uint64_t before = collectiveSignature(plan);
  permute->shift = 0;
  uint64_t shifted = collectiveSignature(plan);
  permute->digits = {{2, 1, 2}};
  EXPECT_NE(before, shifted);
  EXPECT_NE(shifted, collectiveSignature(plan));
}

} // namespace
