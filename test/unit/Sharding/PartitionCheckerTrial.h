//===- PartitionCheckerTrial.h - a random local program ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SHARDING_PARTITIONCHECKERTRIAL_H
#define SHARDC_TEST_UNIT_SHARDING_PARTITIONCHECKERTRIAL_H

#include "lib/Sharding/PartitionCheckerImpl.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/Reference/Interpreter.h"
#include <random>
#include <set>
#include <string>

namespace shardc::test {

inline int64_t product(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

/// Steps an index through a shape; false at the end.
inline bool advance(llvm::SmallVectorImpl<int64_t> &index, llvm::ArrayRef<int64_t> shape) {
  for (size_t i = shape.size(); i-- > 0;) {
    if (++index[i] < shape[i])
      return true;
    index[i] = 0;
  }
  return false;
}

inline int64_t flatten(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> shape) {
  int64_t flat = 0;
  for (auto [i, extent] : llvm::zip_equal(index, shape))
    flat = flat * extent + i;
  return flat;
}

/// One random program and its measurement.
class Trial {
public:
  Trial(mlir::MLIRContext &context, uint64_t seed) : context(context), rng(seed) {}
  void run();

  unsigned kept = 0, refused = 0, compared = 0;
  /// Names of the ops kept.
  std::set<std::string> kinds;
  std::string failure;

private:
  int64_t pick(int64_t below) { return std::uniform_int_distribution<int64_t>(0, below - 1)(rng); }
  bool chance(double p) { return std::uniform_real_distribution<>()(rng) < p; }
  mlir::Value pickValue() {
    // Later values more often.
    size_t n = pool.size();
    return pool[std::max<int64_t>(pick(n), pick(n))];
  }
  mlir::Type typeOf(llvm::ArrayRef<int64_t> shape) {
    return mlir::RankedTensorType::get(shape, builder->getF64Type());
  }
  mlir::ArrayAttr pickAxes();
  mlir::Operation *propose();
  bool derive();
  void append();
  void measure();
  mlir::Operation *proposeLayer();
  llvm::SmallVector<reference::Tensor> globalsOf(mlir::Operation *op);
  llvm::SmallVector<int64_t> operandExtents(mlir::Operation *op, unsigned operand);
  reference::Tensor widen(const reference::Tensor &tensor, const checker::Placement &placement,
                          llvm::ArrayRef<int64_t> extents);
  llvm::SmallVector<reference::Tensor> interpretAlone(mlir::Operation *op,
                                                      llvm::ArrayRef<reference::Tensor> operands,
                                                      llvm::ArrayRef<mlir::Type> results);
  void compare(mlir::Value value, const reference::Tensor &global,
               llvm::ArrayRef<reference::Tensor> local);
  llvm::SmallVector<int64_t> globalShape(const checker::Placement &placement) {
    return llvm::map_to_vector(placement.dims, [](const checker::Dim &dim) { return dim.global; });
  }

  mlir::MLIRContext &context;
  std::mt19937_64 rng;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp main;
  std::optional<mlir::ImplicitLocOpBuilder> builder;
  llvm::SmallVector<mlir::Value> pool;
  llvm::DenseMap<mlir::Value, checker::Placement> placements;
  llvm::DenseMap<mlir::Value, reference::Tensor> globals;
  dist::MeshAttr mesh;
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SHARDING_PARTITIONCHECKERTRIAL_H
