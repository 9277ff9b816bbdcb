//===- TensorFile.h - named tensors of a safetensors file ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_TENSORFILE_H
#define SHARDC_LIB_DRIVER_TENSORFILE_H

#include "mlir/IR/Location.h"
#include "llvm/Support/LogicalResult.h"
#include <map>
#include <string>
#include <vector>

namespace shardc {

/// Elements in row-major order.
struct NamedTensor {
  std::vector<int64_t> shape;
  std::vector<double> values;
};
using NamedTensors = std::map<std::string, NamedTensor>;

/// Reads a safetensors file (eight bytes of header length, a JSON header, the data):
/// types F64, F32, F16, BF16, I64 to I8, U64 to U8, BOOL. Emits one error, at `loc`,
/// for a file that can't be read or that contradicts itself.
mlir::FailureOr<NamedTensors> readTensorFile(llvm::StringRef path, mlir::Location loc);

/// The same of the file's bytes.
mlir::FailureOr<NamedTensors> readTensors(llvm::StringRef bytes, mlir::Location loc);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_TENSORFILE_H
