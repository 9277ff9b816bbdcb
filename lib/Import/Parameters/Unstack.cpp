//===- Unstack.cpp - one argument a layer -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Frameworks that loop over layers keep the parameters of all layers in one argument.
// Once the loop is unrolled each layer reads its row of it; the argument is cut into
// rows, so that a layer owns its parameters. What the argument is combined with row by
// row (gradients, optimizer states, the next value) is cut along with it.
//
//===----------------------------------------------------------------------===//
#include "Unstack.h"
#include "../ImportImpl.h"
#include "../Loops/Loops.h"
#include "dialects/Dist/Dist.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "shardc/Interfaces/Remarks.h"

using namespace mlir;

namespace shardc {
namespace {

/// Values that are cut together.
struct Family {
  llvm::SmallSetVector<Value, 8> values;
  /// Ops that read a row or add up all of them.
  SmallVector<Operation *> readers;
  /// An op that reads all rows in another way, if there is one.
  Operation *obstacle = nullptr;
  bool hasRowReads = false;
};

class Unstacker {
public:
  explicit Unstacker(func::FuncOp main) : main(main), rows(main) {}
  void run();

private:
  bool mayBeCut(BlockArgument argument);
  Family familyOf(BlockArgument argument);
  void addUsers(Family &family, Value value);
  void cutArguments();
  void cutResults();
  bool isCutResult(unsigned result);
  DictionaryAttr rowAttrs(DictionaryAttr attrs, int64_t row, RankedTensorType type);

  func::FuncOp main;
  RowBuilder rows;
  /// Arguments to be cut, and with them all values that are.
  llvm::SmallSetVector<Value, 16> arguments;
  llvm::DenseSet<Value> cutValues;
  /// Which row of its argument a new argument is.
  llvm::DenseMap<Value, int64_t> rowOf;
};

} // namespace

/// Whether an argument is the model's own and its rows are not spread over ranks.
bool Unstacker::mayBeCut(BlockArgument argument) {
  unsigned index = argument.getArgNumber();
  auto role = main.getArgAttrOfType<StringAttr>(index, "dist.role");
  if (rowsOf(argument) < 2 || !role || role == "input")
    return false;
  auto sharding = main.getArgAttrOfType<dist::ShardingAttr>(index, "dist.sharding");
  return !sharding || sharding.getDims().front().getAxes().empty();
}

void Unstacker::addUsers(Family &family, Value value) {
  for (Operation *user : value.getUsers()) {
    if (isa<func::ReturnOp>(user))
      continue;
    if (isRowRead(user)) {
      family.readers.push_back(user);
      // By a layer, not by chance.
      family.hasRowReads |= user->hasAttr("dist.layer");
    } else if (isRowSum(user)) {
      family.readers.push_back(user);
    } else if (isRowWise(user)) {
      family.values.insert(user->getResult(0));
      // Other arguments that it is combined with go along, if they may.
      for (unsigned operand = 0; operand < user->getNumOperands(); ++operand)
        if (auto argument = dyn_cast<BlockArgument>(user->getOperand(operand)))
          if (isRowOperand(user, operand) && mayBeCut(argument))
            family.values.insert(argument);
    } else if (!family.obstacle) {
      family.obstacle = user;
    }
  }
}

Family Unstacker::familyOf(BlockArgument argument) {
  Family family;
  family.values.insert(argument);
  for (size_t next = 0; next < family.values.size(); ++next)
    addUsers(family, family.values[next]);
  return family;
}

//===----------------------------------------------------------------------===//
// The signature
//===----------------------------------------------------------------------===//

DictionaryAttr Unstacker::rowAttrs(DictionaryAttr attrs, int64_t row, RankedTensorType type) {
  Builder builder(main.getContext());
  NamedAttrList list(attrs);
  if (auto name = dyn_cast_or_null<StringAttr>(list.get("dist.name")))
    list.set("dist.name", builder.getStringAttr(name.getValue() + "[" + Twine(row) + "]"));
  if (list.get("dist.weight_decay"))
    list.set("dist.weight_decay", builder.getBoolAttr(type.getRank() > 1));
  if (auto sharding = dyn_cast_or_null<dist::ShardingAttr>(list.get("dist.sharding")))
    list.set("dist.sharding",
             dist::ShardingAttr::get(main.getContext(), sharding.getMesh(),
                                     sharding.getDims().drop_front(), sharding.getPartial()));
  if (auto priorities = dyn_cast_or_null<DenseI64ArrayAttr>(list.get("dist.priorities")))
    list.set("dist.priorities", builder.getDenseI64ArrayAttr(priorities.asArrayRef().drop_front()));
  return list.getDictionary(main.getContext());
}

/// Puts rows behind each argument; the argument itself goes at the end.
void Unstacker::cutArguments() {
  for (Value value : arguments) {
    auto argument = cast<BlockArgument>(value);
    unsigned index = argument.getArgNumber();
    RankedTensorType type = rowType(argument);
    DictionaryAttr attrs = main.getArgAttrDict(index);
    SmallVector<Value> parts;
    for (int64_t row = 0; row < rowsOf(argument); ++row) {
      (void)main.insertArgument(index + 1 + row, type, rowAttrs(attrs, row, type),
                                argument.getLoc());
      parts.push_back(main.getArgument(index + 1 + row));
      rowOf[parts.back()] = row;
    }
    rows.bind(argument, parts);
  }
}

/// A result is cut that updates an argument that is cut, or that holds rows of one's
/// type, a gradient for instance.
bool Unstacker::isCutResult(unsigned result) {
  Value value = main.getBody().front().getTerminator()->getOperand(result);
  if (cutValues.contains(value))
    return true;
  bool hasRows = false;
  if (auto concatenate = value.getDefiningOp<stablehlo::ConcatenateOp>())
    hasRows = concatenate.getDimension() == 0 &&
              static_cast<int64_t>(concatenate.getInputs().size()) == rowsOf(value);
  for (Value argument : arguments) {
    auto update = main.getArgAttrOfType<IntegerAttr>(cast<BlockArgument>(argument).getArgNumber(),
                                                     "dist.updated_by");
    if (update && update.getInt() == static_cast<int64_t>(result))
      return true;
    if (hasRows && argument.getType() == value.getType())
      return true;
  }
  return false;
}

void Unstacker::cutResults() {
  Operation *end = main.getBody().front().getTerminator();
  Builder builder(main.getContext());
  unsigned count = main.getNumResults();
  // Where each result begins afterwards.
  SmallVector<unsigned> places;
  SmallVector<bool> isCut;
  unsigned next = 0;
  for (unsigned result = 0; result < count; ++result) {
    places.push_back(next);
    isCut.push_back(isCutResult(result));
    next += isCut.back() ? rowsOf(end->getOperand(result)) : 1;
  }
  SmallVector<Value> operands;
  for (unsigned result = 0; result < count; ++result)
    if (isCut[result])
      llvm::append_range(operands, rows.get(end->getOperand(result)));
    else
      operands.push_back(end->getOperand(result));
  for (unsigned result = count; result-- > 0;) {
    if (!isCut[result])
      continue;
    DictionaryAttr attrs = main.getResultAttrDict(result);
    RankedTensorType type = rowType(end->getOperand(result));
    for (int64_t row = 0; row < rowsOf(end->getOperand(result)); ++row)
      (void)main.insertResult(result + 1 + row, type,
                              attrs ? rowAttrs(attrs, row, type)
                                    : DictionaryAttr::get(main.getContext()));
    (void)main.eraseResult(result);
  }
  end->setOperands(operands);
  for (unsigned index = 0; index < main.getNumArguments(); ++index) {
    auto update = main.getArgAttrOfType<IntegerAttr>(index, "dist.updated_by");
    if (!update)
      continue;
    // Rows of an argument are updated by the rows of its next value.
    int64_t place = places[update.getInt()] + rowOf.lookup(main.getArgument(index));
    main.setArgAttr(index, "dist.updated_by", builder.getI64IntegerAttr(place));
  }
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

void Unstacker::run() {
  llvm::SmallSetVector<Operation *, 16> readers;
  llvm::SmallSetVector<int64_t, 2> counts;
  for (BlockArgument argument : main.getArguments()) {
    if (!mayBeCut(argument) || arguments.contains(argument))
      continue;
    Family family = familyOf(argument);
    if (!family.hasRowReads)
      continue;
    if (family.obstacle) {
      InFlightDiagnostic remark = emitRemark(argument.getLoc(), RemarkCategory::Import)
                                  << "argument " << argument.getArgNumber()
                                  << " is read row by row, but stays one: '"
                                  << family.obstacle->getName() << "' reads all rows";
      remark.attachNote(family.obstacle->getLoc()) << "here";
      continue;
    }
    for (Value value : family.values) {
      if (auto member = dyn_cast<BlockArgument>(value)) {
        arguments.insert(member);
        counts.insert(rowsOf(member));
      }
      cutValues.insert(value);
    }
    readers.insert_range(family.readers);
  }
  if (arguments.empty())
    return;
  {
    InFlightDiagnostic remark = emitRemark(arguments.front().getLoc(), RemarkCategory::Import);
    remark << arguments.size() << (arguments.size() == 1 ? " argument holds " : " arguments hold ")
           << "rows for ";
    llvm::interleave(counts, [&](int64_t count) { remark << count; }, [&] { remark << " or "; });
    remark << " layers, and " << (arguments.size() == 1 ? "becomes" : "become")
           << " one argument a layer; --keep-stacked leaves them whole";
  }
  cutArguments();
  for (Operation *reader : readers)
    rows.replaceReader(reader);
  cutResults();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(main.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
  llvm::BitVector whole(main.getNumArguments());
  for (Value argument : arguments)
    whole.set(cast<BlockArgument>(argument).getArgNumber());
  (void)main.eraseArguments(whole);
}

void unstackArguments(func::FuncOp main) { Unstacker(main).run(); }

} // namespace shardc
