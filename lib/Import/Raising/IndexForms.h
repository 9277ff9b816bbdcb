//===- IndexForms.h - indices that count a dimension ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What is known of computed integers without running them: that all are one number,
// or that each is its own index along some dimension. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_RAISING_INDEXFORMS_H
#define SHARDC_LIB_IMPORT_RAISING_INDEXFORMS_H

#include "dialects/StableHLO/StableHLO.h"
#include <map>
#include <optional>

namespace shardc::raising {

/// Elements of a value at one index of one dimension; all of them where `dim` is -1.
struct Plane {
  int64_t dim = -1;
  int64_t at = 0;
};

/// What every element of a plane is.
struct IndexForm {
  enum Kind {
    Unknown,
    /// `number`.
    Number,
    /// Its index along dimension `dim`, of `extent` > 1 indices.
    Index
  } kind = Unknown;
  int64_t number = 0;
  int64_t dim = -1;
  int64_t extent = 0;

  static IndexForm of(int64_t number) { return {Number, number, -1, 0}; }
  /// An index that is always 0 is a number.
  static IndexForm along(int64_t dim, int64_t extent) {
    return extent <= 1 ? of(0) : IndexForm{Index, 0, dim, extent};
  }
  bool operator==(const IndexForm &other) const {
    return kind == other.kind && number == other.number && dim == other.dim;
  }
  /// Ends of the range of what is known; both of an unknown one mean nothing.
  int64_t least() const { return kind == Number ? number : 0; }
  int64_t most() const { return kind == Number ? number : extent - 1; }
};

/// Finds forms. No op that it was asked about may be erased or changed while it lives.
class IndexForms {
public:
  /// The form of integers (truth values are 0 and 1) on a plane of a value.
  IndexForm get(mlir::Value value, Plane plane = {});

private:
  IndexForm compute(mlir::Value value, Plane plane);
  IndexForm ofMoved(mlir::Operation *op, Plane plane);
  IndexForm ofReshape(mlir::stablehlo::ReshapeOp op, Plane plane);
  IndexForm ofElementwise(mlir::Operation *op, Plane plane);

  std::map<std::tuple<const void *, int64_t, int64_t>, IndexForm> known;
  unsigned depth = 0;
};

} // namespace shardc::raising

#endif // SHARDC_LIB_IMPORT_RAISING_INDEXFORMS_H
