//===- CublasLt.cpp - a cublasLt of loops ---------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Column-major products with transposition, leading dimensions and one strided
// batch dimension, and the rules about shapes that the real library enforces.
//
//===----------------------------------------------------------------------===//
#include "Standin.h"

#include <cublasLt.h>

#include <cstring>

namespace {
struct Desc {
  cublasOperation_t a = CUBLAS_OP_N, b = CUBLAS_OP_N;
};
struct Layout {
  cudaDataType_t type;
  uint64_t rows, columns;
  int64_t leading;
  int32_t batch = 1;
  int64_t stride = 0;
};

double load(const void *data, cudaDataType_t type, int64_t index) {
  if (type == CUDA_R_64F)
    return static_cast<const double *>(data)[index];
  if (type == CUDA_R_32F)
    return static_cast<const float *>(data)[index];
  // bf16: the upper half of a float.
  uint32_t bits = uint32_t(static_cast<const uint16_t *>(data)[index]) << 16;
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}
void store(void *data, cudaDataType_t type, int64_t index, double value) {
  if (type == CUDA_R_64F) {
    static_cast<double *>(data)[index] = value;
  } else if (type == CUDA_R_32F) {
    static_cast<float *>(data)[index] = static_cast<float>(value);
  } else {
    auto single = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &single, 4);
    bits += 0x7fff + ((bits >> 16) & 1);
    static_cast<uint16_t *>(data)[index] = static_cast<uint16_t>(bits >> 16);
  }
}
double scalar(const void *value, cudaDataType_t type) {
  return type == CUDA_R_64F ? *static_cast<const double *>(value)
                            : *static_cast<const float *>(value);
}

bool valid(const Layout &l) {
  return l.leading >= static_cast<int64_t>(l.rows) && l.rows && l.columns;
}
/// Rows and columns of an operand after its transposition.
uint64_t rowsOf(const Layout &l, cublasOperation_t op) {
  return op == CUBLAS_OP_N ? l.rows : l.columns;
}
uint64_t columnsOf(const Layout &l, cublasOperation_t op) {
  return op == CUBLAS_OP_N ? l.columns : l.rows;
}
bool shapesAgree(const Desc &d, const Layout &a, const Layout &b, const Layout &c) {
  return valid(a) && valid(b) && valid(c) && columnsOf(a, d.a) == rowsOf(b, d.b) &&
         rowsOf(a, d.a) == c.rows && columnsOf(b, d.b) == c.columns && a.batch == c.batch &&
         b.batch == c.batch;
}
const Desc &desc(cublasLtMatmulDesc_t d) { return *reinterpret_cast<const Desc *>(d); }
const Layout &layout(cublasLtMatrixLayout_t l) { return *reinterpret_cast<const Layout *>(l); }
} // namespace

extern "C" {
cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  *handle = reinterpret_cast<cublasLtHandle_t>(new int);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  delete reinterpret_cast<int *>(handle);
  return CUBLAS_STATUS_SUCCESS;
}
const char *cublasLtGetStatusString(cublasStatus_t status) {
  return status == CUBLAS_STATUS_INVALID_VALUE ? "invalid value" : "other";
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *d, cublasComputeType_t,
                                        cudaDataType_t) {
  *d = reinterpret_cast<cublasLtMatmulDesc_t>(new Desc);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t d) {
  delete reinterpret_cast<Desc *>(d);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t d,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t size) {
  auto &to = *reinterpret_cast<Desc *>(d);
  std::memcpy(attribute == CUBLASLT_MATMUL_DESC_TRANSA ? &to.a : &to.b, value, size);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *l, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t leading) {
  *l = reinterpret_cast<cublasLtMatrixLayout_t>(new Layout{type, rows, columns, leading});
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t l) {
  delete reinterpret_cast<Layout *>(l);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t l,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t size) {
  auto &to = *reinterpret_cast<Layout *>(l);
  if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)
    std::memcpy(&to.batch, value, size);
  else if (attribute == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)
    std::memcpy(&to.stride, value, size);
  else
    return CUBLAS_STATUS_INVALID_VALUE;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
  *preference = reinterpret_cast<cublasLtMatmulPreference_t>(new int);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  delete reinterpret_cast<int *>(preference);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
                                                    cublasLtMatmulPreferenceAttributes_t,
                                                    const void *, size_t) {
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t d,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t, int,
                                              cublasLtMatmulHeuristicResult_t *result, int *count) {
  if (!shapesAgree(desc(d), layout(a), layout(b), layout(c)))
    return CUBLAS_STATUS_INVALID_VALUE;
  *result = {};
  *count = 1;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t d, const void *alpha,
                              const void *a, cublasLtMatrixLayout_t aLayout, const void *b,
                              cublasLtMatrixLayout_t bLayout, const void *beta, const void *c,
                              cublasLtMatrixLayout_t cLayout, void *out, cublasLtMatrixLayout_t,
                              const cublasLtMatmulAlgo_t *, void *, size_t, cudaStream_t stream) {
  Desc op = desc(d);
  Layout la = layout(aLayout), lb = layout(bLayout), lc = layout(cLayout);
  if (!shapesAgree(op, la, lb, lc) || c != out)
    return CUBLAS_STATUS_INVALID_VALUE;
  double one = scalar(alpha, la.type == CUDA_R_64F ? CUDA_R_64F : CUDA_R_32F);
  double add = scalar(beta, la.type == CUDA_R_64F ? CUDA_R_64F : CUDA_R_32F);
  standin::enqueue(stream, [=] {
    auto at = [](const Layout &l, cublasOperation_t t, int64_t batch, int64_t row, int64_t column) {
      if (t != CUBLAS_OP_N)
        std::swap(row, column);
      return batch * l.stride + column * l.leading + row;
    };
    int64_t depth = static_cast<int64_t>(columnsOf(la, op.a));
    for (int64_t i = 0; i < lc.batch; ++i)
      for (int64_t column = 0; column < int64_t(lc.columns); ++column)
        for (int64_t row = 0; row < int64_t(lc.rows); ++row) {
          double sum = 0;
          for (int64_t k = 0; k < depth; ++k)
            sum += load(a, la.type, at(la, op.a, i, row, k)) *
                   load(b, lb.type, at(lb, op.b, i, k, column));
          int64_t to = at(lc, CUBLAS_OP_N, i, row, column);
          double old = add != 0 ? add * load(out, lc.type, to) : 0;
          store(out, lc.type, to, one * sum + old);
        }
  });
  return CUBLAS_STATUS_SUCCESS;
}
}
