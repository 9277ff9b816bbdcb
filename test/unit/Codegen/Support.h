//===- Support.h - running compiled segments in tests -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Compiles segments for this host, loads the image as the runtime does, and
// runs them launch by launch; the reference interpreter says what is right.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_CODEGEN_SUPPORT_H
#define SHARDC_TEST_UNIT_CODEGEN_SUPPORT_H

#include "dialects/Sched/Sched.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/OwningOpRef.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Reference/Interpreter.h"
#include "shardc/Reference/Tensor.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace shardc::test {

using reference::Tensor;

/// Bytes of one buffer, laid out as kernels expect them.
using Buffer = std::vector<char>;

Buffer toBuffer(const Tensor &tensor, mlir::RankedTensorType type);
Tensor fromBuffer(const Buffer &buffer, mlir::RankedTensorType type);

/// Random numbers of a type: floats are normal, rounded to the element type;
/// integers are in [0, high).
Tensor randomTensor(mlir::RankedTensorType type, uint64_t seed, int64_t high = 4);

/// A module compiled for this host.
class Compiled {
public:
  /// Parses and compiles; reports through gtest and leaves `valid()` false when
  /// that fails.
  Compiled(mlir::MLIRContext &context, const std::string &text, const std::string &cpu = "native");
  ~Compiled();

  bool valid() const { return isValid; }
  mlir::ModuleOp getModule() { return *module; }
  /// The module as it was before code generation.
  mlir::ModuleOp getOriginal() { return *original; }
  mlir::func::FuncOp getSegment();

  /// Runs the segment with these arguments on the rank with these coordinates.
  std::vector<Tensor> run(const std::vector<Tensor> &arguments,
                          const std::vector<int32_t> &coordinates = {});

  /// Address of a kernel.
  void (*lookup(llvm::StringRef name))(void **, const int32_t *);

  /// Number of launches that were run in place so far.
  unsigned inplaceRuns = 0;

private:
  mlir::OwningOpRef<mlir::ModuleOp> module, original;
  void *library = nullptr;
  int descriptor = -1;
  bool isValid = false;
};

/// Runs a segment of launches, gemms and reshapes; `launch` runs one kernel on
/// its buffers. Buffers start `shift` elements behind an aligned address.
/// `inplaceRuns`, if given, counts launches that took over a buffer.
std::vector<Tensor> runSegment(mlir::func::FuncOp segment, const std::vector<Tensor> &arguments,
                               llvm::function_ref<void(sched::LaunchOp, void **)> launch,
                               unsigned shift = 0, unsigned *inplaceRuns = nullptr);

/// A context that knows all dialects needed.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// Arguments of the segment's types.
std::vector<Tensor> randomArguments(mlir::func::FuncOp segment, uint64_t seed);

/// Largest difference over the largest magnitude of `expected`; infinite for a
/// NaN or an infinity on one side only.
double relativeError(const Tensor &actual, const Tensor &expected);

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_CODEGEN_SUPPORT_H
