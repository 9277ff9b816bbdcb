//===- Unfuse.cpp - one argument for each part of a fused one ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Models compute queries, keys and values, or gate and up projection, with one product
// whose result is sliced. Ranks that split the features of that result hold other
// parts of it than the slices need. The weight is cut into what belongs to each slice
// instead, and with it all that has its layout: bias, gradients, optimizer states, the
// next value.
//
//===----------------------------------------------------------------------===//
#include "Unfuse.h"
#include "../ImportImpl.h"
#include "dialects/Dist/Dist.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "shardc/Interfaces/Remarks.h"

using namespace mlir;

namespace shardc {
namespace {

/// Values of one family at most, and pieces of one.
constexpr size_t kMostValues = 2000, kMostPieces = 16;

class Unfuser {
public:
  explicit Unfuser(func::FuncOp main)
      : main(main), end(main.getBody().front().getTerminator()), builder(main, cuts) {}
  void run();

private:
  std::optional<DimCut> seedOf(Value value);
  bool closeFamily(Value seed, const DimCut &cut);
  bool add(Value value, const DimCut &cut);
  bool addUpdate(BlockArgument argument, const DimCut &cut);
  bool addUses(Value value, const DimCut &cut);
  bool isWeighted();
  bool areResultsOwn() const;
  void cutArguments();
  void cutResults();
  DictionaryAttr pieceAttrs(DictionaryAttr attrs, const DimCut &cut, size_t piece);

  func::FuncOp main;
  Operation *end;
  /// Of all families, and of the one that is looked at.
  Cuts cuts, family;
  Operation *obstacle = nullptr;
  PieceBuilder builder;
  /// Which piece of its argument a new argument is.
  llvm::DenseMap<Value, size_t> pieceOf;
};

} // namespace

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

/// How the slices of a value cut it, if there are several that leave nothing out.
std::optional<DimCut> Unfuser::seedOf(Value value) {
  std::optional<int64_t> dim;
  llvm::SmallSetVector<std::pair<int64_t, int64_t>, 4> ranges;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  for (Operation *user : value.getUsers()) {
    auto slice = dyn_cast<stablehlo::SliceOp>(user);
    if (!slice)
      continue;
    for (int64_t each = 0; each < static_cast<int64_t>(shape.size()); ++each) {
      int64_t begin = slice.getStartIndices()[each], limit = slice.getLimitIndices()[each];
      if (begin == 0 && limit == shape[each] && slice.getStrides()[each] == 1)
        continue;
      if ((dim && *dim != each) || slice.getStrides()[each] != 1)
        return std::nullopt;
      dim = each;
      ranges.insert({begin, limit});
    }
  }
  if (ranges.size() < 2 || ranges.size() > kMostPieces)
    return std::nullopt;
  SmallVector<std::pair<int64_t, int64_t>> sorted(ranges.begin(), ranges.end());
  llvm::sort(sorted);
  DimCut cut{*dim, {}};
  int64_t next = 0;
  for (auto [begin, limit] : sorted) {
    if (begin != next)
      return std::nullopt;
    cut.extents.push_back(limit - begin);
    next = limit;
  }
  return next == shape[*dim] ? std::optional(cut) : std::nullopt;
}

bool Unfuser::add(Value value, const DimCut &cut) {
  for (const Cuts *known : {&cuts, &family})
    if (auto it = known->find(value); it != known->end())
      return it->second == cut;
  if (isUniform(value, cut.dim))
    return true;
  if (!isa<FloatType>(getElementTypeOrSelf(value)) && !getElementTypeOrSelf(value).isInteger(1))
    return false;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned index = argument.getArgNumber();
    auto role = main.getArgAttrOfType<StringAttr>(index, "dist.role");
    auto sharding = main.getArgAttrOfType<dist::ShardingAttr>(index, "dist.sharding");
    if (!role || role == "input" || (sharding && !sharding.getDims()[cut.dim].getAxes().empty()))
      return false;
  }
  family.insert({value, cut});
  return family.size() <= kMostValues;
}

/// The next value of an argument is cut like it.
bool Unfuser::addUpdate(BlockArgument argument, const DimCut &cut) {
  auto update = main.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), "dist.updated_by");
  return !update || add(end->getOperand(update.getInt()), cut);
}

bool Unfuser::addUses(Value value, const DimCut &cut) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    obstacle = user;
    if (user == end) {
      for (BlockArgument argument : main.getArguments()) {
        auto update =
            main.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), "dist.updated_by");
        if (update && update.getInt() == use.getOperandNumber() && !add(argument, cut))
          return false;
      }
      continue;
    }
    if (user->getBlock() != end->getBlock())
      return false;
    std::optional<CutRule> rule = cutUser(use, cut);
    if (!rule ||
        !llvm::all_of(rule->values, [&](auto &each) { return add(each.first, each.second); }))
      return false;
  }
  return true;
}

/// Finds all that must be cut if `seed` is; false if something can't be.
bool Unfuser::closeFamily(Value seed, const DimCut &cut) {
  family.clear();
  obstacle = nullptr;
  if (!add(seed, cut))
    return false;
  for (size_t next = 0; next < family.size(); ++next) {
    auto [value, own] = *(family.begin() + next);
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (!addUpdate(argument, own))
        return false;
    } else {
      obstacle = value.getDefiningOp();
      std::optional<CutRule> rule = cutOperands(value.getDefiningOp(), own);
      if (!rule ||
          !llvm::all_of(rule->values, [&](auto &each) { return add(each.first, each.second); }))
        return false;
    }
    if (!addUses(value, own))
      return false;
  }
  return true;
}

/// Whether the family has a product with a parameter of it.
bool Unfuser::isWeighted() {
  bool hasProduct = false, hasParameter = false;
  for (auto &[value, cut] : family) {
    hasProduct |= bool(value.getDefiningOp<stablehlo::DotGeneralOp>());
    if (auto argument = dyn_cast<BlockArgument>(value))
      hasParameter |=
          main.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role") == "param";
  }
  return hasProduct && hasParameter;
}

/// Whether results in the family belong to its arguments, as gradients do.
bool Unfuser::areResultsOwn() const {
  for (Value result : end->getOperands()) {
    auto it = family.find(result);
    if (it == family.end())
      continue;
    if (llvm::none_of(family, [&](auto &other) {
          return isa<BlockArgument>(other.first) && other.first.getType() == result.getType() &&
                 other.second == it->second;
        }))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The signature
//===----------------------------------------------------------------------===//

DictionaryAttr Unfuser::pieceAttrs(DictionaryAttr attrs, const DimCut &cut, size_t piece) {
  NamedAttrList list(attrs);
  int64_t begin = 0;
  for (size_t before = 0; before < piece; ++before)
    begin += cut.extents[before];
  if (auto name = dyn_cast_or_null<StringAttr>(list.get("dist.name")))
    list.set("dist.name",
             StringAttr::get(main.getContext(), name.getValue() + "[" + Twine(begin) + ":" +
                                                    Twine(begin + cut.extents[piece]) + "]"));
  return list.getDictionary(main.getContext());
}

/// Puts pieces behind each argument; the argument itself goes at the end.
void Unfuser::cutArguments() {
  for (auto &[value, cut] : cuts) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument)
      continue;
    unsigned index = argument.getArgNumber();
    DictionaryAttr attrs = main.getArgAttrDict(index);
    SmallVector<Value> pieces;
    for (size_t piece = 0; piece < cut.extents.size(); ++piece) {
      (void)main.insertArgument(index + 1 + piece, pieceType(argument, cut, piece),
                                pieceAttrs(attrs, cut, piece), argument.getLoc());
      pieces.push_back(main.getArgument(index + 1 + piece));
      pieceOf[pieces.back()] = piece;
    }
    builder.bind(argument, pieces);
  }
}

void Unfuser::cutResults() {
  unsigned count = main.getNumResults();
  // Where each result begins afterwards.
  SmallVector<int64_t> places;
  SmallVector<Value> operands;
  SmallVector<const DimCut *> cutOf;
  for (Value result : end->getOperands()) {
    places.push_back(operands.size());
    auto it = cuts.find(result);
    cutOf.push_back(it == cuts.end() ? nullptr : &it->second);
    if (cutOf.back())
      llvm::append_range(operands, builder.get(result, it->second, end));
    else
      operands.push_back(result);
  }
  for (unsigned result = count; result-- > 0;) {
    if (!cutOf[result])
      continue;
    DictionaryAttr attrs = main.getResultAttrDict(result);
    for (size_t piece = 0; piece < cutOf[result]->extents.size(); ++piece)
      (void)main.insertResult(result + 1 + piece,
                              pieceType(end->getOperand(result), *cutOf[result], piece),
                              attrs ? pieceAttrs(attrs, *cutOf[result], piece)
                                    : DictionaryAttr::get(main.getContext()));
    (void)main.eraseResult(result);
  }
  end->setOperands(operands);
  for (unsigned index = 0; index < main.getNumArguments(); ++index)
    if (auto update = main.getArgAttrOfType<IntegerAttr>(index, "dist.updated_by"))
      main.setArgAttr(index, "dist.updated_by",
                      Builder(main.getContext())
                          .getI64IntegerAttr(places[update.getInt()] +
                                             pieceOf.lookup(main.getArgument(index))));
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

void Unfuser::run() {
  llvm::DenseSet<Value> seen;
  for (Operation &op : main.getBody().front()) {
    auto slice = dyn_cast<stablehlo::SliceOp>(op);
    if (!slice || isa<BlockArgument>(slice.getOperand()) ||
        !seen.insert(slice.getOperand()).second || cuts.contains(slice.getOperand()))
      continue;
    std::optional<DimCut> cut = seedOf(slice.getOperand());
    if (!cut)
      continue;
    if (closeFamily(slice.getOperand(), *cut)) {
      if (isWeighted() && areResultsOwn())
        for (auto &each : family)
          cuts.insert(each);
    } else if (isWeighted() && obstacle) {
      InFlightDiagnostic remark = emitRemark(slice.getLoc(), RemarkCategory::Import)
                                  << "the product is read in pieces, but its parameter stays one: '"
                                  << obstacle->getName() << "' needs it whole";
      remark.attachNote(obstacle->getLoc()) << "here";
    }
  }
  if (cuts.empty())
    return;
  llvm::BitVector whole(main.getNumArguments());
  for (auto &[value, cut] : cuts)
    if (auto argument = dyn_cast<BlockArgument>(value))
      whole.set(argument.getArgNumber());
  emitRemark(main.getArgument(whole.find_first()).getLoc(), RemarkCategory::Import)
      << whole.count() << (whole.count() == 1 ? " argument holds" : " arguments hold")
      << " what several products have side by side, and "
      << (whole.count() == 1 ? "becomes" : "become")
      << " one argument a product; --keep-fused leaves them whole";
  SmallVector<Operation *> program =
      llvm::map_to_vector(main.getBody().front(), [](Operation &op) { return &op; });
  cutArguments();
  for (Operation *op : program)
    builder.build(op);
  cutResults();
  // The keys of dead ops can't be looked at any more.
  SmallVector<BlockArgument> fused;
  for (auto &[value, cut] : cuts)
    if (auto argument = dyn_cast<BlockArgument>(value))
      fused.push_back(argument);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(main.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
  whole.clear();
  whole.resize(main.getNumArguments());
  for (BlockArgument argument : fused)
    whole.set(argument.getArgNumber());
  (void)main.eraseArguments(whole);
}

void unfuseArguments(func::FuncOp main) { Unfuser(main).run(); }

} // namespace shardc
