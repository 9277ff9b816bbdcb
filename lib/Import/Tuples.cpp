//===- Tuples.cpp - values instead of tuples --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Programs that came from HLO pack values into tuples and take them out again, and
// may take and return one. Here each value goes its own way.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;

namespace shardc {
namespace {

/// Types of the values in a type: of a tuple its elements', and so on.
void flatten(Type type, SmallVectorImpl<Type> &types) {
  if (auto tuple = dyn_cast<TupleType>(type))
    for (Type element : tuple.getTypes())
      flatten(element, types);
  else
    types.push_back(type);
}

/// The tuple of a type whose values are the next of `values`.
Value pack(Type type, ArrayRef<Value> &values, OpBuilder &builder, Location loc) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple) {
    Value value = values.front();
    values = values.drop_front();
    return value;
  }
  SmallVector<Value> elements;
  for (Type element : tuple.getTypes())
    elements.push_back(pack(element, values, builder, loc));
  return stablehlo::TupleOp::create(builder, loc, TypeRange(type), elements);
}

/// The values in a value, in order.
void unpack(Value value, SmallVectorImpl<Value> &values, OpBuilder &builder, Location loc) {
  auto tuple = dyn_cast<TupleType>(value.getType());
  if (!tuple) {
    values.push_back(value);
    return;
  }
  for (auto [index, element] : llvm::enumerate(tuple.getTypes()))
    unpack(stablehlo::GetTupleElementOp::create(builder, loc, TypeRange(element), value,
                                                builder.getI32IntegerAttr(index))
               ->getResult(0),
           values, builder, loc);
}

bool hasTuple(TypeRange types) {
  return llvm::any_of(types, [](Type type) { return isa<TupleType>(type); });
}

void flattenArguments(func::FuncOp main) {
  OpBuilder builder = OpBuilder::atBlockBegin(&main.getBody().front());
  for (unsigned i = 0; i < main.getNumArguments();) {
    BlockArgument argument = main.getArgument(i);
    if (!isa<TupleType>(argument.getType())) {
      ++i;
      continue;
    }
    SmallVector<Type> types;
    flatten(argument.getType(), types);
    for (auto [offset, type] : llvm::enumerate(types))
      (void)main.insertArgument(i + 1 + offset, type, {}, argument.getLoc());
    SmallVector<Value> values;
    for (size_t offset = 0; offset < types.size(); ++offset)
      values.push_back(main.getArgument(i + 1 + offset));
    ArrayRef<Value> rest = values;
    argument = main.getArgument(i);
    argument.replaceAllUsesWith(pack(argument.getType(), rest, builder, argument.getLoc()));
    (void)main.eraseArgument(i);
    i += types.size();
  }
}

void flattenResults(func::FuncOp main) {
  Operation *end = main.getBody().front().getTerminator();
  OpBuilder builder(end);
  SmallVector<Value> values;
  SmallVector<DictionaryAttr> attrs;
  for (auto [index, value] : llvm::enumerate(end->getOperands())) {
    size_t before = values.size();
    unpack(value, values, builder, end->getLoc());
    // What is said of a tuple is said of no value in it.
    bool isWhole = !isa<TupleType>(value.getType());
    DictionaryAttr given = isWhole ? main.getResultAttrDict(index) : DictionaryAttr();
    for (size_t i = before; i < values.size(); ++i)
      attrs.push_back(given ? given : builder.getDictionaryAttr({}));
  }
  end->setOperands(values);
  main.removeResAttrsAttr();
  main.setFunctionType(
      builder.getFunctionType(main.getArgumentTypes(), ValueRange(values).getTypes()));
  main.setAllResultAttrs(attrs);
}

} // namespace

void flattenTuples(func::FuncOp main) {
  if (!main.getBody().hasOneBlock() || !isa<func::ReturnOp>(main.getBody().front().back()))
    return;
  if (hasTuple(main.getArgumentTypes()))
    flattenArguments(main);
  if (hasTuple(main.getResultTypes()))
    flattenResults(main);
}

LogicalResult resolveTuples(func::FuncOp main) {
  SmallVector<stablehlo::GetTupleElementOp> takes;
  main.walk([&](stablehlo::GetTupleElementOp take) { takes.push_back(take); });
  for (stablehlo::GetTupleElementOp take : takes) {
    auto tuple = take.getOperand().getDefiningOp<stablehlo::TupleOp>();
    if (!tuple)
      return take.emitOpError() << "takes a value out of a tuple that no stablehlo.tuple made; "
                                   "export the model without tuples";
    take->getResult(0).replaceAllUsesWith(tuple->getOperand(take.getIndex()));
    take.erase();
  }
  SmallVector<stablehlo::TupleOp> tuples;
  main.walk([&](stablehlo::TupleOp tuple) { tuples.push_back(tuple); });
  for (stablehlo::TupleOp tuple : llvm::reverse(tuples)) {
    if (!tuple->use_empty())
      return tuple.emitOpError() << "is passed to '" << tuple->user_begin()->getName()
                                 << "'; export the model without tuples";
    tuple.erase();
  }
  return success();
}

} // namespace shardc
