//===- FindLayers.cpp - layers that were written one by one -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Layers of a loop in the exporting language stand one after another in the graph. The
// line of activations is cut where one value carries everything on; values that live
// for long (skip connections, what an encoder gives to a decoder) may pass over cuts,
// the fewer the better. The way to cut that lets most products repeat is taken.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "Layers.h"
#include "shardc/Interfaces/Remarks.h"
#include <algorithm>

using namespace mlir;

namespace shardc {
namespace {

/// More values than these beside the one that goes from layer to layer are no skip
/// connections, but a graph of another shape.
constexpr unsigned maxPassing = 3;

/// How alike layers are.
enum class Likeness {
  /// They compute the same, in the same sizes.
  Exact,
  /// They multiply the same.
  Products,
  /// They compute the same in other sizes.
  Form
};

class LayerFinder {
public:
  explicit LayerFinder(func::FuncOp main) : main(main), line(main) {}
  /// False where there are none.
  bool run();

private:
  void tryCut(Passing allowed, Likeness likeness);
  void numberForward();
  void numberBetween();
  void completeByUsers();
  void remark();

  func::FuncOp main;
  ActivationLine line;
  Layering best;
  std::vector<Piece> pieces;
  Likeness bestLikeness = Likeness::Exact;
  /// Layers of ops; -1: before the first one, the number of layers: behind the last.
  llvm::DenseMap<Operation *, int64_t> numbers;
  int64_t count = 0;
};

} // namespace

void LayerFinder::tryCut(Passing allowed, Likeness likeness) {
  std::vector<Piece> own = line.cut(allowed, likeness != Likeness::Form);
  if (likeness == Likeness::Products)
    for (Piece &piece : own)
      if (piece.products)
        piece.label = piece.kind;

  auto parametersOf = [&](const Piece &piece) {
    SmallVector<uint64_t> parameters;
    for (unsigned i = piece.begin; i < piece.end; ++i)
      llvm::append_range(parameters, line.getParameters(i));
    return parameters;
  };
  auto nameOf = [&](uint64_t parameter) {
    auto name = main.getArgAttrOfType<StringAttr>(line.getArgument(parameter), "dist.name");
    return name ? name.getValue() : StringRef();
  };
  Layering found = findRepeats(own, parametersOf, nameOf);
  // What differs exactly is alike in another way only where that says much more.
  bool isBetter = likeness != bestLikeness
                      ? found.score >= std::max(1u, 2 * best.score)
                      : std::pair(found.score, found.covered) > std::pair(best.score, best.covered);
  if (found.layers.size() < 2 || !isBetter)
    return;
  // What passes layers lives for longer than two of them, or is rare: a residual block is
  // no chain of products with skip connections.
  std::vector<unsigned> passing = line.countPassing(allowed);
  SmallVector<unsigned> borders;
  unsigned mostProducts = 0;
  for (LayerRange layer : found.layers) {
    borders.push_back(own[layer.end - 1].end - 1);
    if (passing[borders.back()] > maxPassing)
      return;
    unsigned products = 0;
    for (unsigned piece = layer.begin; piece < layer.end; ++piece)
      products += own[piece].products;
    mostProducts = std::max(mostProducts, products);
  }
  if (4 * line.countShort(allowed, borders, 2 * mostProducts) > found.layers.size())
    return;
  best = std::move(found);
  pieces = std::move(own);
  bestLikeness = likeness;
}

void LayerFinder::numberForward() {
  count = best.layers.size();
  ArrayRef<Operation *> ops = line.getOps();
  unsigned begin = pieces[best.layers.front().begin].begin;
  for (unsigned i = 0; i < begin; ++i)
    numbers[ops[i]] = -1;
  for (auto [number, layer] : llvm::enumerate(best.layers))
    for (unsigned i = pieces[layer.begin].begin; i < pieces[layer.end - 1].end; ++i)
      numbers[ops[i]] = number;
  for (unsigned i = pieces[best.layers.back().end - 1].end; i < ops.size(); ++i)
    numbers[ops[i]] = count;
}

/// Ops that layers are computed from and that are computed from layers follow the last
/// layer that they read: the numbers rise along the program.
void LayerFinder::numberBetween() {
  auto isLayer = [&](Operation *op) {
    auto it = numbers.find(op);
    return it != numbers.end() && it->second >= 0 && it->second < count;
  };
  mlir::Block &body = main.getBody().front();
  llvm::DenseSet<Operation *> before;
  for (Operation &op : llvm::reverse(body))
    if (isLayer(&op) || before.contains(&op))
      forEachOperand(&op, [&](Value operand) {
        if (Operation *definition = operand.getDefiningOp(); definition && !isLayer(definition))
          before.insert(definition);
      });
  for (Operation &op : body) {
    if (!before.contains(&op) || numbers.contains(&op))
      continue;
    int64_t number = -1;
    forEachOperand(&op, [&](Value operand) {
      if (Operation *definition = operand.getDefiningOp(); definition && isLayer(definition))
        number = std::max(number, numbers.lookup(definition));
    });
    if (number >= 0)
      numbers[&op] = number;
  }
}

/// Ops that only one layer needs are in it: constants, masks, what parameters become.
void LayerFinder::completeByUsers() {
  mlir::Block &body = main.getBody().front();
  for (Operation &op : llvm::reverse(body)) {
    if (op.hasTrait<OpTrait::IsTerminator>() || numbers.contains(&op) || op.use_empty())
      continue;
    std::optional<int64_t> number;
    bool isOne = true;
    for (Operation *user : op.getUsers()) {
      auto it = numbers.find(body.findAncestorOpInBlock(*user));
      if (it == numbers.end() || (number && *number != it->second)) {
        isOne = false;
        break;
      }
      number = it->second;
    }
    if (isOne)
      numbers[&op] = *number;
  }
}

void LayerFinder::remark() {
  std::vector<unsigned> sizes(count, 0);
  for (auto [op, number] : numbers)
    if (number >= 0 && number < count)
      ++sizes[number];
  auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  InFlightDiagnostic remark = emitRemark(main.getLoc(), RemarkCategory::Import);
  remark << "found " << count;
  if (*least == *most)
    remark << " alike layers of " << *most << (*most == 1 ? " op" : " ops");
  else
    remark << " layers in a chain, of " << *least << " to " << *most << " ops";
  remark << "; --no-layers leaves them unmarked";
}

bool LayerFinder::run() {
  unsigned products = line.getNumProducts();
  for (Likeness likeness : {Likeness::Exact, Likeness::Products, Likeness::Form})
    for (unsigned span = products; span > 0; span -= (span + 3) / 4) {
      tryCut({span, true}, likeness);
      tryCut({span, false}, likeness);
      // No way to cut is better than one that passes nothing over and covers almost all.
      if (best.score * 10 >= products * 9)
        break;
    }
  if (best.layers.empty())
    return false;
  numberForward();
  numberBetween();
  if (line.isStep())
    numberBackward(main, line, numbers, count);
  completeByUsers();
  Builder builder(main.getContext());
  for (auto [op, number] : numbers)
    if (number >= 0 && number < count)
      op->setAttr(layerName, builder.getI64IntegerAttr(number));
  remark();
  return true;
}

bool findLayers(func::FuncOp main) {
  bool hasLayers =
      main.walk([](Operation *op) {
            return op->hasAttr(layerName) ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  return !hasLayers && LayerFinder(main).run();
}

} // namespace shardc
