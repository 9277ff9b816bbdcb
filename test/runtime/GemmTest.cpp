//===- GemmTest.cpp - matrix products on the host ---------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random extents, batches and strides against naive loops.
//
//===----------------------------------------------------------------------===//
#include "GemmShape.h"
#include "host/HostGemm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace shardrt;
using namespace shardrt::hal;

namespace {
/// An operand: memory with gaps, and strides of batch, rows and columns.
struct Operand {
  std::vector<double> values; // as doubles, rounded to the type
  std::vector<char> bytes;
  std::vector<uint64_t> batch;
  uint64_t rowStride = 0, colStride = 0;
};

class Case {
public:
  Case(std::mt19937 &random, DType type, DType cType) : random(random) {
    op.dtype = type;
    op.cType = cType;
    for (size_t i = pick(3); i-- > 0;)
      op.batch.push_back(1 + pick(3));
    op.m = 1 + pick(20);
    op.n = 1 + pick(20);
    op.k = 1 + pick(20);
    op.accumulate = pick(2);
    a = operand(type, op.m, op.k, true);
    b = operand(type, op.k, op.n, true);
    c = operand(cType, op.m, op.n, false);
    op.aBatch = a.batch;
    op.bBatch = b.batch;
    op.cBatch = c.batch;
    op.aM = a.rowStride;
    op.aK = a.colStride;
    op.bK = b.rowStride;
    op.bN = b.colStride;
    op.cM = c.rowStride;
    op.cN = c.colStride;
  }

  /// c as it should be, in double.
  std::vector<double> expected() const {
    std::vector<double> out = c.values;
    std::vector<uint64_t> index(op.batch.size(), 0);
    for (;;) {
      uint64_t aAt = 0, bAt = 0, cAt = 0;
      for (size_t d = 0; d < index.size(); ++d) {
        aAt += index[d] * op.aBatch[d];
        bAt += index[d] * op.bBatch[d];
        cAt += index[d] * op.cBatch[d];
      }
      for (uint64_t i = 0; i < op.m; ++i)
        for (uint64_t j = 0; j < op.n; ++j) {
          double &to = out[cAt + i * op.cM + j * op.cN];
          double sum = op.accumulate ? to : 0;
          for (uint64_t k = 0; k < op.k; ++k)
            sum += a.values[aAt + i * op.aM + k * op.aK] * b.values[bAt + k * op.bK + j * op.bN];
          to = sum;
        }
      size_t d = index.size();
      while (d > 0 && ++index[d - 1] == op.batch[d - 1])
        index[--d] = 0;
      if (d == 0)
        return out;
    }
  }

  GemmOp op;
  Operand a, b, c;

private:
  uint64_t pick(uint64_t below) { return random() % below; }

  /// Dimensions in a random order of memory, each with a random gap; sources
  /// may also repeat (stride 0).
  Operand operand(DType type, uint64_t rows, uint64_t columns, bool isSource) {
    std::vector<uint64_t> extents = op.batch;
    extents.insert(extents.end(), {rows, columns});
    std::vector<size_t> order;
    for (size_t i = 0; i < extents.size(); ++i)
      order.insert(order.begin() + pick(order.size() + 1), i);
    std::vector<uint64_t> strides(extents.size());
    uint64_t step = pick(4) ? 1 : 2;
    for (size_t dim : order) {
      if (isSource && pick(8) == 0)
        continue;
      strides[dim] = step;
      step *= extents[dim];
      step += pick(3) ? 0 : pick(4);
    }
    Operand out;
    for (uint64_t i = 0; i < step + 8; ++i)
      out.values.push_back(double(int64_t(pick(17)) - 8) / (isFloat(type) ? 4 : 1));
    out.bytes.resize(out.values.size() * elementSize(type));
    for (size_t i = 0; i < out.values.size(); ++i)
      storeElement(out.bytes.data(), type, i, out.values[i]);
    out.batch.assign(strides.begin(), strides.end() - 2);
    out.rowStride = strides[extents.size() - 2];
    out.colStride = strides[extents.size() - 1];
    return out;
  }

  std::mt19937 &random;
};
} // namespace

// Operands are small multiples of 1/4, so f32 results are exact and elements
// between the strides must keep their values.
TEST(GemmTest, RandomStrides) {
  unsigned seed = 20250101;
  RecordProperty("seed", static_cast<int>(seed));
  std::mt19937 random(seed);
  HostGemm gemm;
  std::vector<std::unique_ptr<Case>> alive; // operations are known by address
  for (auto [type, cType, rounds] :
       {std::tuple{DType::F32, DType::F32, 1500}, std::tuple{DType::F64, DType::F64, 150},
        std::tuple{DType::BF16, DType::F32, 150}, std::tuple{DType::F16, DType::F32, 50},
        std::tuple{DType::I32, DType::I32, 100}, std::tuple{DType::I64, DType::I64, 50}}) {
    for (int round = 0; round < rounds; ++round) {
      alive.push_back(std::make_unique<Case>(random, type, cType));
      Case &test = *alive.back();
      std::vector<double> expected = test.expected();
      // Twice: the second execution uses what the first prepared.
      std::vector<char> fresh = test.c.bytes;
      for (int repeat = 0; repeat < 2; ++repeat) {
        test.c.bytes = fresh;
        Status status =
            gemm.run(test.op, test.a.bytes.data(), test.b.bytes.data(), test.c.bytes.data());
        ASSERT_TRUE(status.ok()) << status.message();
        for (size_t i = 0; i < expected.size(); ++i)
          ASSERT_EQ(loadElement(test.c.bytes.data(), cType, i), expected[i])
              << "seed " << seed << ", round " << round << " of " << name(type) << ", element " << i
              << ", m " << test.op.m << " n " << test.op.n << " k " << test.op.k;
      }
    }
  }
}

TEST(GemmTest, MergesBatches) {
  GemmOp op;
  op.m = 4;
  op.n = 5;
  op.k = 6;
  op.batch = {2, 3};
  op.aM = 6;
  op.aK = 1;
  op.aBatch = {72, 24};
  op.bK = 5;
  op.bN = 1;
  op.bBatch = {0, 0};
  op.cM = 5;
  op.cN = 1;
  op.cBatch = {60, 20};
  GemmOp simple = simplifyGemm(op);
  EXPECT_TRUE(simple.batch.empty());
  EXPECT_EQ(simple.m, 24u);
  EXPECT_EQ(simple.flops(), op.flops());
}

TEST(GemmTest, EmptyExtents) {
  GemmOp op;
  op.m = 2;
  op.n = 2;
  op.k = 0;
  op.aM = op.bK = 0;
  op.aK = op.bN = 1;
  op.cM = 2;
  op.cN = 1;
  float c[4] = {1, 2, 3, 4};
  HostGemm gemm;
  GemmOp adding = op;
  adding.accumulate = true;
  ASSERT_TRUE(gemm.run(adding, nullptr, nullptr, c).ok());
  EXPECT_EQ(c[3], 4.0f);
  ASSERT_TRUE(gemm.run(op, nullptr, nullptr, c).ok());
  EXPECT_EQ(c[3], 0.0f);
}

TEST(GemmTest, LargeEnoughForBlocks) {
  for (DType type : {DType::F32, DType::F64}) {
    GemmOp op;
    op.dtype = op.cType = type;
    op.m = 70;
    op.n = 300;
    op.k = 260;
    op.aM = op.k;
    op.aK = 1;
    op.bK = op.n;
    op.bN = 1;
    op.cM = op.n;
    op.cN = 1;
    uint64_t size = elementSize(type);
    std::vector<char> a(op.m * op.k * size), b(op.k * op.n * size), c(op.m * op.n * size);
    for (uint64_t i = 0; i < op.m * op.k; ++i)
      storeElement(a.data(), type, i, double(i % 7) - 3);
    for (uint64_t i = 0; i < op.k * op.n; ++i)
      storeElement(b.data(), type, i, double(i % 5) - 2);
    HostGemm gemm;
    ASSERT_TRUE(gemm.run(op, a.data(), b.data(), c.data()).ok());
    for (uint64_t i = 0; i < op.m; i += 23)
      for (uint64_t j = 0; j < op.n; j += 17) {
        double sum = 0;
        for (uint64_t k = 0; k < op.k; ++k)
          sum += (double((i * op.k + k) % 7) - 3) * (double((k * op.n + j) % 5) - 2);
        ASSERT_EQ(loadElement(c.data(), type, i * op.n + j), sum);
      }
  }
}
