//===- IndexFolder.h - accesses at known indices -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_LOOPS_INDEXFOLDER_H
#define SHARDC_LIB_IMPORT_LOOPS_INDEXFOLDER_H

#include "../ImportImpl.h"
#include "Loops.h"

namespace shardc {

/// A box of a value: where it begins and how large it is.
struct Box {
  llvm::SmallVector<int64_t, 4> starts, sizes;

  bool isAllOf(llvm::ArrayRef<int64_t> shape) const {
    return llvm::ArrayRef<int64_t>(sizes) == shape;
  }
};

/// Makes accesses of one function at known indices static: see foldIndices().
class IndexFolder {
public:
  explicit IndexFolder(mlir::func::FuncOp main) : main(main), builder(main.getContext()) {}
  void run();

private:
  mlir::Value fold(mlir::Operation *op);
  mlir::Value foldSlice(mlir::stablehlo::SliceOp op);
  mlir::Value foldDynamicSlice(mlir::stablehlo::DynamicSliceOp op);
  mlir::Value foldUpdate(mlir::stablehlo::DynamicUpdateSliceOp op);
  mlir::Value foldGather(mlir::stablehlo::GatherOp op);
  mlir::Value foldRange(mlir::stablehlo::GatherOp op, const KnownTensor &indices);
  mlir::Value foldScatter(mlir::stablehlo::ScatterOp op);
  mlir::Value foldReshape(mlir::stablehlo::ReshapeOp op);
  mlir::Value foldConcatenate(mlir::stablehlo::ConcatenateOp op);

  std::optional<llvm::SmallVector<int64_t, 4>>
  startsOf(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> sizes, mlir::ValueRange starts);
  std::pair<mlir::Value, Box> follow(mlir::Value value, Box box);
  mlir::Value sliceOf(mlir::Value value, Box box);
  mlir::Value part(mlir::Value value, unsigned dim, int64_t begin, int64_t end);
  mlir::Value reshaped(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value written(mlir::Value value, mlir::Value update, llvm::ArrayRef<int64_t> starts,
                      unsigned dim = 0);
  mlir::Value series(mlir::stablehlo::DynamicUpdateSliceOp last, unsigned dim);
  std::optional<unsigned> dimOf(mlir::stablehlo::DynamicUpdateSliceOp op) const;
  void replace(mlir::Operation *op, mlir::Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->dropAllReferences();
    done.push_back(op);
  }

  mlir::func::FuncOp main;
  mlir::OpBuilder builder;
  KnownValues known;
  /// Updates at known indices: where each begins.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<int64_t, 4>> updates;
  /// Replaced ops, which go at the end: what is known of values stays true.
  llvm::SmallVector<mlir::Operation *> done;
};

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_LOOPS_INDEXFOLDER_H
