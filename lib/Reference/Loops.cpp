//===- Loops.cpp - strided copies and the matrix product --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The parts of Loops.h that are not templates.
//
//===----------------------------------------------------------------------===//
#include "Loops.h"

using namespace mlir;
using namespace shardc::reference;

SmallVector<int64_t> shardc::reference::stridesOf(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  return strides;
}

StridedLoops::StridedLoops(ArrayRef<int64_t> fullShape, ArrayRef<int64_t> outStrides,
                           ArrayRef<int64_t> inStrides) {
  for (auto [extent, outStride, inStride] : llvm::zip_equal(fullShape, outStrides, inStrides)) {
    if (extent == 1)
      continue;
    // The dimension before steps over exactly this one: one loop does for both.
    if (!shape.empty() && out.back() == outStride * extent && in.back() == inStride * extent) {
      shape.back() *= extent;
      out.back() = outStride;
      in.back() = inStride;
      continue;
    }
    shape.push_back(extent);
    out.push_back(outStride);
    in.push_back(inStride);
  }
  if (shape.empty()) {
    shape.push_back(1);
    out.push_back(1);
    in.push_back(1);
  }
}

void shardc::reference::copyBlock(Tensor &out, int64_t outOffset, ArrayRef<int64_t> outStrides,
                                  const Tensor &in, int64_t inOffset, ArrayRef<int64_t> inStrides,
                                  ArrayRef<int64_t> shape) {
  withKind(out, [&](auto *kind) {
    using T = std::remove_pointer_t<decltype(kind)>;
    copyStrided<T>(out.getMutable<T>().data() + outOffset, outStrides,
                   in.get<T>().data() + inOffset, inStrides, shape);
  });
}

Tensor shardc::reference::gatherBlock(RankedTensorType type, const Tensor &in, int64_t inOffset,
                                      ArrayRef<int64_t> inStrides) {
  Tensor result = Tensor::uninitialized(type);
  copyBlock(result, 0, stridesOf(type.getShape()), in, inOffset, inStrides, type.getShape());
  return result;
}

//===----------------------------------------------------------------------===//
// Matrix product
//===----------------------------------------------------------------------===//

// Wider registers where the machine has them. Without fused multiply-add, so
// that results have the same bits on every machine; and not under a sanitizer,
// whose start-up does not go with resolver functions.
#if defined(__x86_64__) && defined(__ELF__) && !__has_feature(address_sanitizer) &&                \
    !__has_feature(thread_sanitizer)
#define SHARDC_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define SHARDC_WIDE
#endif

/// Adds the part of the product from steps [0, k) of a and b, whose rows are
/// `lda` and `n` apart, to `columns` columns of c.
SHARDC_WIDE static void multiplyAddPart(int64_t m, int64_t n, int64_t k, int64_t lda,
                                        int64_t columns, const double *a, const double *b,
                                        double *c) {
  // Two rows and four steps of k share the loads.
  int64_t i = 0;
  for (; i + 2 <= m; i += 2) {
    const double *a0 = a + i * lda, *a1 = a0 + lda;
    double *__restrict c0 = c + i * n;
    double *__restrict c1 = c0 + n;
    int64_t p = 0;
    for (; p + 4 <= k; p += 4) {
      const double *b0 = b + p * n, *b1 = b0 + n, *b2 = b1 + n, *b3 = b2 + n;
      double x0 = a0[p], x1 = a0[p + 1], x2 = a0[p + 2], x3 = a0[p + 3];
      double y0 = a1[p], y1 = a1[p + 1], y2 = a1[p + 2], y3 = a1[p + 3];
      for (int64_t j = 0; j < columns; ++j) {
        c0[j] = (((c0[j] + x0 * b0[j]) + x1 * b1[j]) + x2 * b2[j]) + x3 * b3[j];
        c1[j] = (((c1[j] + y0 * b0[j]) + y1 * b1[j]) + y2 * b2[j]) + y3 * b3[j];
      }
    }
    for (; p < k; ++p) {
      const double *b0 = b + p * n;
      double x0 = a0[p], y0 = a1[p];
      for (int64_t j = 0; j < columns; ++j) {
        c0[j] = c0[j] + x0 * b0[j];
        c1[j] = c1[j] + y0 * b0[j];
      }
    }
  }
  if (i < m) {
    double *__restrict c0 = c + i * n;
    for (int64_t p = 0; p < k; ++p) {
      const double *b0 = b + p * n;
      double x0 = a[i * lda + p];
      for (int64_t j = 0; j < columns; ++j)
        c0[j] = c0[j] + x0 * b0[j];
    }
  }
}

void shardc::reference::multiplyAdd(int64_t m, int64_t n, int64_t k, const double *a,
                                    const double *b, double *c) {
  // Blocks of b that stay in the second-level cache. Sums run over k in order
  // for every element, whatever the blocking.
  constexpr int64_t columns = 256, depth = 64;
  for (int64_t j = 0; j < n; j += columns)
    for (int64_t p = 0; p < k; p += depth)
      multiplyAddPart(m, n, std::min(depth, k - p), k, std::min(columns, n - j), a + p,
                      b + p * n + j, c + j);
}

void shardc::reference::multiplyAdd(int64_t m, int64_t n, int64_t k, const int64_t *a,
                                    const int64_t *b, int64_t *c) {
  // Unsigned arithmetic wraps around where signed overflow is undefined.
  auto product = [](int64_t x, int64_t y) {
    return static_cast<uint64_t>(x) * static_cast<uint64_t>(y);
  };
  for (int64_t i = 0; i < m; ++i)
    for (int64_t p = 0; p < k; ++p)
      for (int64_t j = 0; j < n; ++j)
        c[i * n + j] = static_cast<int64_t>(static_cast<uint64_t>(c[i * n + j]) +
                                            product(a[i * k + p], b[p * n + j]));
}
