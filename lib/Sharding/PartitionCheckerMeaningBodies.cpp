//===- PartitionCheckerMeaningBodies.cpp - what ops combine by --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Bodies of reductions, windows, sorts and scatters: functions of elements, equal
// when what they return is the same term over their arguments.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerMeaning.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;

template <typename T>
static uint64_t wordOf(T handle) {
  return reinterpret_cast<uint64_t>(handle.getAsOpaquePointer());
}

Term Meaning::ofBody(Region &region) {
  enum Part : uint64_t { Parameter, Inner, Returned };
  if (!region.hasOneBlock())
    return table.unknown();
  Block &body = region.front();
  llvm::SmallDenseMap<Value, Term, 16> inner;
  for (BlockArgument argument : body.getArguments())
    inner[argument] = table.get({TermTable::Body, Parameter, argument.getArgNumber()});
  auto operandsOf = [&](Operation &op) {
    SmallVector<uint64_t> operands;
    for (Value operand : op.getOperands()) {
      auto at = inner.find(operand);
      operands.push_back(at != inner.end() ? at->second : of(operand));
    }
    if (op.hasTrait<OpTrait::IsCommutative>())
      llvm::sort(operands);
    return operands;
  };
  for (Operation &op : body.without_terminator()) {
    if (op.getNumRegions())
      return table.unknown();
    SmallVector<uint64_t> operands = operandsOf(op);
    for (OpResult result : op.getResults()) {
      Key key = {TermTable::Body,          Inner,
                 wordOf(op.getName()),     wordOf(op.getPropertiesAsAttribute()),
                 wordOf(result.getType()), result.getResultNumber()};
      llvm::append_range(key, operands);
      inner[result] = table.get(key);
    }
  }
  Key key = {TermTable::Body, Returned};
  llvm::append_range(key, operandsOf(*body.getTerminator()));
  return table.get(key);
}
