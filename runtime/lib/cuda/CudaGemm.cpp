//===- CudaGemm.cpp - matrix products by cublasLt -------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cublasLt is column-major. A row-major C is computed as the column-major C^T =
// B^T * A^T, so every operand is column-major as it is or transposed. The
// innermost batch dimension goes to the library, outer ones are looped over.
//
//===----------------------------------------------------------------------===//
#include "CudaState.h"
#include "GemmShape.h"

using namespace shardrt;
using namespace shardrt::hal;

static Status blasFailure(const char *call, cublasStatus_t status) {
  return makeError(ErrorCode::Internal, call, ": ", cublasLtGetStatusString(status));
}
#define SHARDRT_BLAS(call)                                                                         \
  if (cublasStatus_t status_ = (call); status_ != CUBLAS_STATUS_SUCCESS)                           \
  return blasFailure(#call, status_)

namespace {
struct Matrix {
  uint64_t rows, columns, rowStride, colStride;
  void transpose() {
    std::swap(rows, columns);
    std::swap(rowStride, colStride);
  }
};

/// How cublasLt sees a matrix: column-major, perhaps transposed.
struct View {
  cublasOperation_t op = CUBLAS_OP_N;
  uint64_t rows = 0, columns = 0, leading = 0; // as stored
};

/// Nothing if neither dimension is contiguous.
std::optional<View> viewOf(const Matrix &m) {
  auto leading = [](uint64_t stride, uint64_t extent, uint64_t repeats) {
    // Along an extent of 1 the stride is never used but must be large enough.
    return repeats == 1 ? std::max(stride, extent) : stride;
  };
  if (m.rowStride == 1 || m.rows == 1) {
    uint64_t ld = leading(m.colStride, m.rows, m.columns);
    if (ld >= m.rows)
      return View{CUBLAS_OP_N, m.rows, m.columns, ld};
  }
  if (m.colStride == 1 || m.columns == 1) {
    uint64_t ld = leading(m.rowStride, m.columns, m.rows);
    if (ld >= m.columns)
      return View{CUBLAS_OP_T, m.columns, m.rows, ld};
  }
  return std::nullopt;
}

std::optional<cudaDataType_t> dataType(DType type) {
  switch (type) {
  case DType::F64:
    return CUDA_R_64F;
  case DType::F32:
    return CUDA_R_32F;
  case DType::BF16:
    return CUDA_R_16BF;
  case DType::F16:
    return CUDA_R_16F;
  default:
    return std::nullopt;
  }
}
} // namespace

struct CudaGemm::Prepared {
  ~Prepared() {
    for (cublasLtMatrixLayout_t layout : {left, right, result})
      if (layout)
        (void)cublasLtMatrixLayoutDestroy(layout);
    if (desc)
      (void)cublasLtMatmulDescDestroy(desc);
  }
  Status prepare(cublasLtHandle_t handle, const GemmOp &original, size_t workspaceBytes);
  Status layout(cublasLtMatrixLayout_t &out, const View &view, cudaDataType_t type,
                uint64_t stride);

  GemmOp op; // simplified
  bool swapped = false;
  cublasLtMatmulDesc_t desc = nullptr;
  cublasLtMatrixLayout_t left = nullptr, right = nullptr, result = nullptr;
  cublasLtMatmulAlgo_t algorithm;
};

Status CudaGemm::Prepared::layout(cublasLtMatrixLayout_t &out, const View &view,
                                  cudaDataType_t type, uint64_t stride) {
  SHARDRT_BLAS(cublasLtMatrixLayoutCreate(&out, type, view.rows, view.columns,
                                          static_cast<int64_t>(view.leading)));
  if (op.batch.empty())
    return Status();
  auto count = static_cast<int32_t>(op.batch.back());
  auto offset = static_cast<int64_t>(stride);
  SHARDRT_BLAS(cublasLtMatrixLayoutSetAttribute(out, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                                sizeof(count)));
  SHARDRT_BLAS(cublasLtMatrixLayoutSetAttribute(out, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                                &offset, sizeof(offset)));
  return Status();
}

Status CudaGemm::Prepared::prepare(cublasLtHandle_t handle, const GemmOp &original,
                                   size_t workspaceBytes) {
  op = simplifyGemm(original);
  auto unsupported = [&](const std::string &why) {
    return makeError(ErrorCode::Unavailable,
                     "the CUDA backend cannot run a "
                     "product ",
                     why);
  };
  std::optional<cudaDataType_t> type = dataType(op.dtype), cType = dataType(op.cType);
  if (!type || !cType)
    return unsupported(std::string("of ") + name(op.dtype));
  Matrix a{op.m, op.k, op.aM, op.aK}, b{op.k, op.n, op.bK, op.bN}, c{op.m, op.n, op.cM, op.cN};
  uint64_t aStride = op.batch.empty() ? 0 : op.aBatch.back();
  uint64_t bStride = op.batch.empty() ? 0 : op.bBatch.back();
  uint64_t cStride = op.batch.empty() ? 0 : op.cBatch.back();
  if (c.rowStride != 1) {
    swapped = true;
    std::swap(a, b);
    std::swap(aStride, bStride);
    a.transpose();
    b.transpose();
    c.transpose();
  }
  std::optional<View> aView = viewOf(a), bView = viewOf(b), cView = viewOf(c);
  if (!aView || !bView || !cView || cView->op != CUBLAS_OP_N)
    return unsupported("whose operands have no contiguous dimension");
  bool isDouble = op.dtype == DType::F64;
  SHARDRT_BLAS(cublasLtMatmulDescCreate(&desc, isDouble ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F,
                                        isDouble ? CUDA_R_64F : CUDA_R_32F));
  SHARDRT_BLAS(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &aView->op,
                                              sizeof(aView->op)));
  SHARDRT_BLAS(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSB, &bView->op,
                                              sizeof(bView->op)));
  if (Status status = layout(left, *aView, *type, aStride); !status)
    return status;
  if (Status status = layout(right, *bView, *type, bStride); !status)
    return status;
  if (Status status = layout(result, *cView, *cType, cStride); !status)
    return status;
  cublasLtMatmulPreference_t preference = nullptr;
  SHARDRT_BLAS(cublasLtMatmulPreferenceCreate(&preference));
  cublasLtMatmulHeuristicResult_t found{};
  int count = 0;
  cublasStatus_t status =
      cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                           &workspaceBytes, sizeof(workspaceBytes));
  // Offsets in the arena promise no more than the element's own alignment.
  auto element = static_cast<uint32_t>(elementSize(op.dtype));
  for (cublasLtMatmulPreferenceAttributes_t attribute :
       {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
        CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES})
    if (status == CUBLAS_STATUS_SUCCESS)
      status =
          cublasLtMatmulPreferenceSetAttribute(preference, attribute, &element, sizeof(element));
  if (status == CUBLAS_STATUS_SUCCESS)
    status = cublasLtMatmulAlgoGetHeuristic(handle, desc, left, right, result, result, preference,
                                            1, &found, &count);
  (void)cublasLtMatmulPreferenceDestroy(preference);
  if (status != CUBLAS_STATUS_SUCCESS)
    return blasFailure("cublasLtMatmulAlgoGetHeuristic", status);
  if (count == 0)
    return unsupported("of this shape: cublasLt has no algorithm");
  algorithm = found.algo;
  return Status();
}

CudaGemm::CudaGemm() = default;

CudaGemm::~CudaGemm() {
  prepared.clear();
  if (handle)
    (void)cublasLtDestroy(handle);
}

Status CudaGemm::create() {
  SHARDRT_BLAS(cublasLtCreate(&handle));
  return Status();
}

Status CudaGemm::run(const GemmOp &original, const void *a, const void *b, void *c,
                     cudaStream_t stream, void *workspace, size_t workspaceBytes) {
  bool isEmpty = original.m == 0 || original.n == 0;
  for (uint64_t extent : original.batch)
    isEmpty |= extent == 0;
  if (isEmpty)
    return Status();
  if (original.k == 0)
    return makeError(ErrorCode::Unavailable, "the CUDA backend cannot run a product over nothing");
  std::unique_ptr<Prepared> &entry = prepared[&original];
  if (!entry) {
    auto fresh = std::make_unique<Prepared>();
    if (Status status = fresh->prepare(handle, original, workspaceBytes); !status)
      return status;
    entry = std::move(fresh);
  }
  const GemmOp &op = entry->op;
  double oneDouble = 1, betaDouble = op.accumulate ? 1 : 0;
  float oneFloat = 1, betaFloat = op.accumulate ? 1 : 0;
  bool isDouble = op.dtype == DType::F64;
  const void *alpha = isDouble ? static_cast<void *>(&oneDouble) : &oneFloat;
  const void *beta = isDouble ? static_cast<void *>(&betaDouble) : &betaFloat;
  uint64_t element = elementSize(op.dtype), cElement = elementSize(op.cType);
  // The innermost batch dimension is in the layouts.
  size_t outer = op.batch.empty() ? 0 : op.batch.size() - 1;
  std::vector<uint64_t> index(outer, 0);
  for (;;) {
    uint64_t aAt = 0, bAt = 0, cAt = 0;
    for (size_t d = 0; d < outer; ++d) {
      aAt += index[d] * op.aBatch[d];
      bAt += index[d] * op.bBatch[d];
      cAt += index[d] * op.cBatch[d];
    }
    const void *left = static_cast<const char *>(a) + aAt * element;
    const void *right = static_cast<const char *>(b) + bAt * element;
    void *result = static_cast<char *>(c) + cAt * cElement;
    if (entry->swapped)
      std::swap(left, right);
    SHARDRT_BLAS(cublasLtMatmul(handle, entry->desc, alpha, left, entry->left, right, entry->right,
                                beta, result, entry->result, result, entry->result,
                                &entry->algorithm, workspace, workspaceBytes, stream));
    size_t d = outer;
    while (d > 0 && ++index[d - 1] == op.batch[d - 1])
      index[--d] = 0;
    if (d == 0)
      return Status();
  }
}
