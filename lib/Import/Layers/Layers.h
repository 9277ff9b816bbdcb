//===- Layers.h - repeated layers of imported graphs ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to import: what the files of this folder share.
//
// A graph whose layers were written out one after another is seen as a line of ops on
// activations. It is cut where one value carries everything on (Activations.cpp); the
// pieces between cuts repeat where layers do (Repeats.cpp); ops of layers, and of the
// backward pass that belongs to them (BackwardLayers.cpp), are numbered
// (FindLayers.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_LAYERS_LAYERS_H
#define SHARDC_LIB_IMPORT_LAYERS_LAYERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace shardc {

/// Attribute of an op: number of its layer.
inline constexpr llvm::StringLiteral layerName = "dist.layer";

/// Calls `visit` for every value that `op` reads, those that its regions capture
/// included.
void forEachOperand(mlir::Operation *op, llvm::function_ref<void(mlir::Value)> visit);

/// What an op is, besides what it reads. In sizes: types and all attributes count; else
/// ranks, element types and attributes that say which dimensions play which part.
uint64_t hashOp(mlir::Operation *op, bool inSizes);

/// A piece of the line between two cuts: ops [begin, end).
struct Piece {
  unsigned begin = 0, end = 0;
  /// Equal for pieces that compute alike.
  uint64_t label = 0;
  /// Equal for pieces with the same products, whatever else they compute.
  uint64_t kind = 0;
  /// Products with parameters in it.
  unsigned products = 0;
};

/// Which values may pass over cuts: those that live for more products.
struct Passing {
  unsigned span = 0;
  /// They count as alive as long as they are read within the span.
  bool afterwards = false;
};

/// The activations of a graph: values that depend on inputs and parameters, in the
/// order in which the forward pass computes them.
class ActivationLine {
public:
  explicit ActivationLine(mlir::func::FuncOp main);

  /// Ops of the forward pass that compute activations, in order.
  llvm::ArrayRef<mlir::Operation *> getOps() const { return ops; }
  /// Products of activations with parameters on the line.
  unsigned getNumProducts() const { return productsUpTo.empty() ? 0 : productsUpTo.back(); }
  /// Whether the graph differentiates what it computes: some of its products are not on
  /// the line.
  bool isStep() const { return step; }
  /// Parameters that op `index` multiplies activations with; empty for all that is no
  /// product with a parameter.
  llvm::ArrayRef<uint64_t> getParameters(unsigned index) const { return parameters[index]; }
  /// A number for the parameter, or the part of one, that a value is made of where it
  /// depends on no input; else nullopt.
  std::optional<uint64_t> getParameter(mlir::Value value) const;
  /// The argument that a parameter is or is a part of.
  unsigned getArgument(uint64_t parameter) const { return arguments.lookup(parameter); }
  /// Whether a value depends on inputs and parameters both.
  bool isActivation(mlir::Value value) const;

  /// The line, cut behind every op where at most one value is read later on, but for
  /// those that may pass.
  std::vector<Piece> cut(Passing passing, bool inSizes) const;
  /// How many values pass behind each op.
  std::vector<unsigned> countPassing(Passing passing) const;
  /// How many of those that pass behind one of the ops `borders`, in order, live for no
  /// more than `least` products.
  unsigned countShort(Passing passing, llvm::ArrayRef<unsigned> borders, unsigned least) const;

private:
  /// What a value depends on.
  struct Origin {
    bool onInput = false, onParameter = false;
    uint64_t parameter = 0;
  };
  /// An operand: the op of the line that computes it, -1 if none does.
  struct Read {
    int64_t producer;
    uint64_t result, type, coarseType;
  };

  /// Products between where a value is computed and where it is read last.
  unsigned spanOf(unsigned index) const {
    return productsUpTo[lastRead(index)] - productsUpTo[index];
  }
  /// The last op of the line that reads what the op computes; the op itself if none.
  unsigned lastRead(unsigned index) const {
    return readers[index].empty() ? index : readers[index].back();
  }
  /// Until when a value counts for cuts; from then on it passes.
  unsigned endOf(unsigned index, Passing passing) const;

  void findOrigins(mlir::func::FuncOp main);
  void findForward(mlir::func::FuncOp main);
  void findLives(mlir::func::FuncOp main);

  llvm::DenseMap<mlir::Value, Origin> origins;
  llvm::DenseMap<uint64_t, unsigned> arguments;
  /// All products of activations with parameters, forward or backward.
  std::vector<std::pair<mlir::Operation *, uint64_t>> allProducts;
  llvm::DenseSet<mlir::Operation *> forward;
  bool step = false;

  std::vector<mlir::Operation *> ops;
  std::vector<llvm::SmallVector<uint64_t, 1>> parameters;
  std::vector<unsigned> productsUpTo;
  std::vector<llvm::SmallVector<Read, 3>> reads;
  std::vector<uint64_t> hashes, coarseHashes;
  /// The ops of the line that read what an op computes, in order.
  std::vector<llvm::SmallVector<unsigned, 2>> readers;
};

/// The contents of one layer: pieces [begin, end).
struct LayerRange {
  unsigned begin = 0, end = 0;
};

/// A way to see a line as layers, consecutive ranges of its pieces.
struct Layering {
  std::vector<LayerRange> layers;
  /// Products in layers that are exactly alike, 0: there are none; and in all layers.
  unsigned score = 0, covered = 0;
};

/// The layers of a line cut into pieces. `parametersOf` gives the parameters that a
/// piece multiplies with, `nameOf` the name of a parameter. Takes time linear in the
/// pieces, times the pieces of a layer.
Layering findRepeats(llvm::ArrayRef<Piece> pieces,
                     llvm::function_ref<llvm::SmallVector<uint64_t>(const Piece &)> parametersOf,
                     llvm::function_ref<llvm::StringRef(uint64_t)> nameOf);

/// Numbers the ops of a training step that differentiate layers, given the numbers of
/// the forward pass in `numbers` (-1 before the first layer, `count` behind the last).
void numberBackward(mlir::func::FuncOp main, const ActivationLine &line,
                    llvm::DenseMap<mlir::Operation *, int64_t> &numbers, int64_t count);

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_LAYERS_LAYERS_H
