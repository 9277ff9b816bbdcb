//===- ExplainLayers.h - what is alike in layers ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_EXPLAINLAYERS_H
#define SHARDC_LIB_DRIVER_EXPLAINLAYERS_H

#include "shardc/Sharding/ValueNames.h"

namespace shardc {

/// Which layer (`dist.layer`) a value belongs to and what it is there, for models whose
/// names do not say so: the k-th value of its kind in the layer; a parameter is what the
/// first op that reads it makes of it.
class ExplainLayers {
public:
  /// Learns the parameters of an imported model.
  void readParameters(mlir::func::FuncOp main, const ValueNames &names);
  /// Learns the values of ops.
  void readValues(mlir::func::FuncOp main, const ValueNames &names);

  /// The layer of the value with this name; nullopt where it is in none.
  std::optional<int64_t> layerOf(llvm::StringRef name) const;
  /// One text for the values that are the same thing in different layers; the name itself
  /// of a value that is in no layer or has its layer's number in its name (`layers.3.x`).
  std::string sharedName(llvm::StringRef name) const;

private:
  struct Place {
    int64_t layer = 0;
    std::string what;
  };
  llvm::StringMap<Place> places;
};

/// `layers.*.x` for `layers.3.x`: what repeats from layer to layer.
std::string layerPattern(llvm::StringRef text);

/// What values that are the same thing in different layers are called together: `h.*.w` for
/// `h.0.w` and `h.1.w`, `arg2 … arg26` where the names do not count layers. `layers` has the
/// layer of each, or nothing; neither list is empty.
std::string sharedLabel(llvm::ArrayRef<llvm::StringRef> names,
                        llvm::ArrayRef<std::optional<int64_t>> layers);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_EXPLAINLAYERS_H
