//===- HostGemm.cpp - f32 products by oneDNN ------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One matmul primitive per operation, made at its first execution. The fast
// implementations want a stride of 1 in one of the last two dimensions; an
// operand without is packed first. A transposed result is computed as
// C^T = B^T * A^T.
//
//===----------------------------------------------------------------------===//
#include "HostGemm.h"
#include "GemmShape.h"

#include <dnnl.hpp>

#include <cstring>
#include <dlfcn.h>
#include <utility>

using namespace shardrt;
using namespace shardrt::hal;

namespace {
/// One matrix of a batch of them, as strides.
struct Matrix {
  std::vector<uint64_t> batch;
  uint64_t rows = 0, columns = 0; // extents
  uint64_t rowStride = 0, colStride = 0;

  void transpose() {
    std::swap(rows, columns);
    std::swap(rowStride, colStride);
  }
};

/// True if the fast implementations take the matrix as it is.
bool isDirect(const Matrix &m) {
  auto leads = [](uint64_t unitExtent, uint64_t unitStride, uint64_t otherExtent,
                  uint64_t otherStride) {
    return (unitStride == 1 || unitExtent == 1) && (otherStride >= unitExtent || otherExtent == 1);
  };
  return leads(m.columns, m.colStride, m.rows, m.rowStride) ||
         leads(m.rows, m.rowStride, m.columns, m.colStride);
}

dnnl::memory::desc describeMatrix(const Matrix &m, const std::vector<uint64_t> &batch) {
  dnnl::memory::dims extents, strides;
  for (size_t i = 0; i < batch.size(); ++i) {
    // A stride of 0 repeats the matrix: an extent of 1 that is broadcast.
    bool repeats = m.batch[i] == 0;
    extents.push_back(repeats ? 1 : batch[i]);
    strides.push_back(repeats ? 1 : m.batch[i]);
  }
  auto stride = [](uint64_t extent, uint64_t stride, uint64_t otherExtent) {
    // Along an extent of 1 any stride is right; take one that looks dense.
    return static_cast<int64_t>(extent == 1 && stride <= 1 ? otherExtent : stride);
  };
  int64_t rowStride = stride(m.rows, m.rowStride, m.columns);
  int64_t colStride =
      m.columns == 1 && m.rowStride != 1 ? 1 : stride(m.columns, m.colStride, m.rows);
  extents.insert(extents.end(), {int64_t(m.rows), int64_t(m.columns)});
  strides.insert(strides.end(), {rowStride, colStride});
  return dnnl::memory::desc(extents, dnnl::memory::data_type::f32, strides);
}

/// A dense row-major copy of an operand.
class Packed {
public:
  /// Rewrites `m` to describe the copy.
  void prepare(Matrix &m, const std::vector<uint64_t> &batch) {
    from = m;
    uint64_t stride = m.rows * m.columns;
    m.rowStride = m.columns;
    m.colStride = 1;
    for (size_t i = batch.size(); i-- > 0;) {
      extents.insert(extents.begin(), m.batch[i] ? batch[i] : 1);
      if (m.batch[i]) {
        m.batch[i] = stride;
        stride *= batch[i];
      }
    }
    to = m;
    buffer.resize(stride);
    used = true;
  }
  const float *copy(const float *source) {
    if (!used)
      return source;
    copyDim(0, source, buffer.data());
    return buffer.data();
  }
  bool used = false;

private:
  void copyDim(size_t dim, const float *source, float *target) {
    if (dim < extents.size()) {
      for (uint64_t i = 0; i < extents[dim]; ++i)
        copyDim(dim + 1, source + i * from.batch[dim], target + i * to.batch[dim]);
      return;
    }
    for (uint64_t r = 0; r < from.rows; ++r)
      for (uint64_t c = 0; c < from.columns; ++c)
        target[r * from.columns + c] = source[r * from.rowStride + c * from.colStride];
  }
  Matrix from, to;
  std::vector<uint64_t> extents;
  std::vector<float> buffer;
};
} // namespace

struct HostGemm::Prepared {
  explicit Prepared(const GemmOp &op);
  Status run(const float *a, const float *b, float *c);

  // Without a primitive the loops are used.
  dnnl::matmul primitive;
  bool usesPrimitive = false;
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::memory left, right, result;
  Packed leftCopy, rightCopy;
  bool swapped = false;
};

HostGemm::Prepared::Prepared(const GemmOp &original) {
  GemmOp op = simplifyGemm(original);
  // oneDNN takes at most 12 dimensions and no empty ones.
  if (op.batch.size() > 10 || op.m == 0 || op.n == 0 || op.k == 0)
    return;
  for (uint64_t extent : op.batch)
    if (extent == 0)
      return;
  Matrix a{op.aBatch, op.m, op.k, op.aM, op.aK};
  Matrix b{op.bBatch, op.k, op.n, op.bK, op.bN};
  Matrix c{op.cBatch, op.m, op.n, op.cM, op.cN};
  if (!isDirect(c))
    return;
  if (c.columns != 1 && c.colStride != 1) {
    swapped = true;
    std::swap(a, b);
    a.transpose();
    b.transpose();
    c.transpose();
  }
  if (!isDirect(a))
    leftCopy.prepare(a, op.batch);
  if (!isDirect(b))
    rightCopy.prepare(b, op.batch);
  dnnl::primitive_attr attributes;
  if (op.accumulate) {
    dnnl::post_ops sum;
    sum.append_sum(1.0f);
    attributes.set_post_ops(sum);
  }
  auto make = [&] {
    return dnnl::matmul::primitive_desc(dnnl::matmul::desc(describeMatrix(a, op.batch),
                                                           describeMatrix(b, op.batch),
                                                           describeMatrix(c, op.batch)),
                                        attributes, engine);
  };
  dnnl::matmul::primitive_desc desc = make();
  if (std::strncmp(desc.impl_info_str(), "ref", 3) == 0 && !leftCopy.used) {
    // Only the slow reference takes these strides; dense operands do better.
    leftCopy.prepare(a, op.batch);
    if (!rightCopy.used)
      rightCopy.prepare(b, op.batch);
    desc = make();
  }
  primitive = dnnl::matmul(desc);
  left = dnnl::memory(desc.src_desc(), engine, nullptr);
  right = dnnl::memory(desc.weights_desc(), engine, nullptr);
  result = dnnl::memory(desc.dst_desc(), engine, nullptr);
  usesPrimitive = true;
}

Status HostGemm::Prepared::run(const float *a, const float *b, float *c) {
  if (swapped)
    std::swap(a, b);
  left.set_data_handle(const_cast<float *>(leftCopy.copy(a)));
  right.set_data_handle(const_cast<float *>(rightCopy.copy(b)));
  result.set_data_handle(c);
  primitive.execute(stream,
                    {{DNNL_ARG_SRC, left}, {DNNL_ARG_WEIGHTS, right}, {DNNL_ARG_DST, result}});
  stream.wait();
  return Status();
}

/// Ranks are threads, so library calls stay on the thread that makes them. The
/// number of OpenMP threads is a property of the calling thread.
static void useOneLibraryThread() {
  if (auto *set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "omp_set_num_threads")))
    set(1);
}

HostGemm::HostGemm() = default;
HostGemm::~HostGemm() = default;

Status HostGemm::run(const GemmOp &op, const void *a, const void *b, void *c) {
  if (op.dtype != DType::F32 || op.cType != DType::F32) {
    gemmByLoops(op, a, b, c);
    return Status();
  }
  thread_local bool isSet = false;
  if (!std::exchange(isSet, true))
    useOneLibraryThread();
  try {
    std::unique_ptr<Prepared> &entry = prepared[&op];
    if (!entry)
      entry = std::make_unique<Prepared>(op);
    if (entry->usesPrimitive)
      return entry->run(static_cast<const float *>(a), static_cast<const float *>(b),
                        static_cast<float *>(c));
  } catch (const dnnl::error &error) {
    if (error.status != dnnl_unimplemented && error.status != dnnl_invalid_arguments)
      return makeError(ErrorCode::Internal, "oneDNN: ", error.what());
    // No implementation for these strides: the loops take any.
  }
  gemmByLoops(op, a, b, c);
  return Status();
}
