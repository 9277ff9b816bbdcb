//===- Activations.cpp - the line of activations of a graph -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Masks, positions and tables depend on inputs or on parameters alone and are not on
// the line, nor are numbers (losses of experts, counts). In a graph that differentiates
// itself a parameter is multiplied twice; what the first product of every parameter is
// computed from is the forward pass.
//
//===----------------------------------------------------------------------===//
#include "Layers.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;

namespace shardc {

void forEachOperand(Operation *op, llvm::function_ref<void(Value)> visit) {
  for (Value operand : op->getOperands())
    visit(operand);
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!op->isAncestor(operand.getParentRegion()->getParentOp()))
          visit(operand);
    });
}

static bool isProduct(Operation *op) {
  return isa<stablehlo::DotGeneralOp, stablehlo::DotOp, stablehlo::ConvolutionOp>(op);
}

static uint64_t hashType(Type type, bool inSizes) {
  if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && !inSizes)
    return llvm::hash_combine(tensor.getRank(), tensor.getElementType().getAsOpaquePointer());
  return llvm::hash_value(type.getAsOpaquePointer());
}

/// Whether an attribute says which dimensions of operands play which part.
static bool namesDimensions(StringRef name) {
  return name.contains("dimension") || name == "permutation" || name == "axis" || name == "dim";
}

uint64_t hashOp(Operation *op, bool inSizes) {
  llvm::hash_code hash = llvm::hash_value(op->getName().getAsOpaquePointer());
  for (Type type : op->getResultTypes())
    hash = llvm::hash_combine(hash, hashType(type, inSizes));
  for (NamedAttribute attribute : op->getAttrDictionary()) {
    StringRef name = attribute.getName();
    if (name.starts_with("dist.") || !(inSizes || namesDimensions(name)))
      continue;
    hash = llvm::hash_combine(hash, attribute.getName().getAsOpaquePointer(),
                              attribute.getValue().getAsOpaquePointer());
  }
  for (Region &region : op->getRegions())
    for (mlir::Block &block : region)
      for (Operation &inner : block)
        hash = llvm::hash_combine(hash, hashOp(&inner, inSizes));
  return hash;
}

ActivationLine::ActivationLine(func::FuncOp main) {
  findOrigins(main);
  findForward(main);
  findLives(main);
}

std::optional<uint64_t> ActivationLine::getParameter(Value value) const {
  Origin origin = origins.lookup(value);
  return origin.onParameter && !origin.onInput ? std::optional(origin.parameter) : std::nullopt;
}

bool ActivationLine::isActivation(Value value) const {
  Origin origin = origins.lookup(value);
  return origin.onInput && origin.onParameter;
}

void ActivationLine::findOrigins(func::FuncOp main) {
  for (BlockArgument argument : main.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto role = main.getArgAttrOfType<StringAttr>(index, "dist.role");
    if (!role)
      continue;
    if (role == "input") {
      origins[argument].onInput = true;
    } else if (role == "param") {
      uint64_t number = llvm::hash_combine(index);
      origins[argument] = {false, true, number};
      arguments[number] = index;
    }
  }
  for (Operation &op : main.getBody().front().without_terminator()) {
    Origin origin;
    forEachOperand(&op, [&](Value operand) {
      Origin other = origins.lookup(operand);
      origin.onInput |= other.onInput;
      if (other.onParameter && !origin.onParameter)
        origin.parameter = other.parameter;
      origin.onParameter |= other.onParameter;
    });
    if (!origin.onInput && !origin.onParameter)
      continue;
    // Layers may own rows of a parameter.
    if (auto slice = dyn_cast<stablehlo::SliceOp>(op); slice && !origin.onInput) {
      unsigned argument = arguments.lookup(origin.parameter);
      origin.parameter =
          llvm::hash_combine(origin.parameter, llvm::hash_combine_range(slice.getStartIndices()));
      arguments[origin.parameter] = argument;
    }
    for (Value result : op.getResults())
      origins[result] = origin;
    if (!isProduct(&op))
      continue;
    for (unsigned side : {0u, 1u})
      if (std::optional<uint64_t> parameter = getParameter(op.getOperand(side)))
        if (origins.lookup(op.getOperand(1 - side)).onInput)
          allProducts.push_back({&op, *parameter});
  }
}

void ActivationLine::findForward(func::FuncOp main) {
  llvm::DenseSet<uint64_t> seen;
  SmallVector<Operation *> pending;
  auto push = [&](Operation *op) {
    if (forward.insert(op).second)
      pending.push_back(op);
  };
  for (auto [op, parameter] : allProducts)
    if (seen.insert(parameter).second)
      push(op);
  while (!pending.empty())
    forEachOperand(pending.pop_back_val(), [&](Value operand) {
      if (Operation *definition = operand.getDefiningOp())
        push(definition);
    });
  unsigned others = 0;
  for (auto [op, parameter] : allProducts)
    others += !forward.contains(op);
  bool hasUpdates = llvm::any_of(llvm::seq(main.getNumArguments()), [&](unsigned index) {
    return getParameter(main.getArgument(index)) && main.getArgAttr(index, "dist.updated_by");
  });
  // A head that shares the parameter of the embedding makes no backward pass, where
  // almost every product occurs again.
  step = others > 0 && (hasUpdates || 2 * others >= seen.size());
}

void ActivationLine::findLives(func::FuncOp main) {
  llvm::DenseMap<Value, std::pair<unsigned, uint64_t>> producers;
  unsigned products = 0;
  auto nextProduct = allProducts.begin();
  for (Operation &op : main.getBody().front().without_terminator()) {
    SmallVector<uint64_t, 1> own;
    for (; nextProduct != allProducts.end() && nextProduct->first == &op; ++nextProduct)
      own.push_back(nextProduct->second);
    bool isOnLine = !step || forward.contains(&op);
    isOnLine &= llvm::any_of(op.getResults(), [&](Value result) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      return type && type.getNumElements() > 1 && isActivation(result);
    });
    if (!isOnLine)
      continue;
    unsigned index = ops.size();
    ops.push_back(&op);
    parameters.push_back(own);
    products += !own.empty();
    productsUpTo.push_back(products);
    readers.emplace_back();
    hashes.push_back(hashOp(&op, true));
    coarseHashes.push_back(hashOp(&op, false));
    auto &opReads = reads.emplace_back();
    forEachOperand(&op, [&](Value operand) {
      auto producer = producers.find(operand);
      bool isOwn = producer != producers.end();
      if (isOwn && (readers[producer->second.first].empty() ||
                    readers[producer->second.first].back() != index))
        readers[producer->second.first].push_back(index);
      opReads.push_back({isOwn ? int64_t(producer->second.first) : -1,
                         isOwn ? producer->second.second : 0, hashType(operand.getType(), true),
                         hashType(operand.getType(), false)});
    });
    for (OpResult result : op.getResults())
      producers[result] = {index, result.getResultNumber()};
  }
}

unsigned ActivationLine::endOf(unsigned index, Passing passing) const {
  if (spanOf(index) <= passing.span)
    return lastRead(index);
  if (!passing.afterwards)
    return index;
  auto first = llvm::partition_point(readers[index], [&](unsigned reader) {
    return productsUpTo[reader] - productsUpTo[index] <= passing.span;
  });
  return first == readers[index].begin() ? index : *std::prev(first);
}

std::vector<Piece> ActivationLine::cut(Passing passing, bool inSizes) const {
  std::vector<int> change(ops.size() + 1, 0);
  for (unsigned i = 0; i < ops.size(); ++i) {
    ++change[i];
    --change[endOf(i, passing)];
  }
  std::vector<Piece> pieces;
  int alive = 0;
  unsigned begin = 0;
  for (unsigned i = 0; i < ops.size(); ++i) {
    alive += change[i];
    if (alive > 1 && i + 1 < ops.size())
      continue;
    llvm::hash_code label = llvm::hash_value(i + 1 - begin);
    Piece piece;
    piece.begin = begin;
    piece.end = i + 1;
    for (unsigned k = begin; k <= i; ++k) {
      label = llvm::hash_combine(label, inSizes ? hashes[k] : coarseHashes[k]);
      for (const Read &read : reads[k])
        if (read.producer >= begin)
          label = llvm::hash_combine(label, 1, k - read.producer, read.result);
        else
          label = llvm::hash_combine(label, read.producer < 0 ? 2 : 3,
                                     inSizes ? read.type : read.coarseType);
      if (parameters[k].empty())
        continue;
      ++piece.products;
      piece.kind = llvm::hash_combine(piece.kind, inSizes ? hashes[k] : coarseHashes[k]);
      for (const Read &read : reads[k])
        piece.kind = llvm::hash_combine(piece.kind, inSizes ? read.type : read.coarseType);
    }
    piece.label = label;
    pieces.push_back(piece);
    begin = i + 1;
  }
  return pieces;
}

unsigned ActivationLine::countShort(Passing passing, ArrayRef<unsigned> borders,
                                    unsigned least) const {
  unsigned count = 0;
  for (unsigned i = 0; i < ops.size(); ++i) {
    if (spanOf(i) <= passing.span || spanOf(i) > least)
      continue;
    const unsigned *border = llvm::lower_bound(borders, endOf(i, passing));
    count += border != borders.end() && *border < lastRead(i);
  }
  return count;
}

std::vector<unsigned> ActivationLine::countPassing(Passing passing) const {
  std::vector<unsigned> change(ops.size() + 1, 0);
  for (unsigned i = 0; i < ops.size(); ++i) {
    ++change[endOf(i, passing)];
    --change[lastRead(i)];
  }
  for (unsigned i = 1; i < change.size(); ++i)
    change[i] += change[i - 1];
  return change;
}

} // namespace shardc
