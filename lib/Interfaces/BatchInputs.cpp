//===- BatchInputs.cpp - inputs that hold the batch -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "shardc/Interfaces/BatchInputs.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace shardc {

SmallVector<BlockArgument> findBatchInputs(func::FuncOp main) {
  struct Group {
    SmallVector<BlockArgument> inputs;
    double elements = 0;
  };
  llvm::MapVector<int64_t, Group> byRows;
  for (BlockArgument argument : main.getArguments()) {
    auto role = main.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role");
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!role || role != "input" || !type || type.getRank() == 0)
      continue;
    Group &group = byRows[type.getDimSize(0)];
    group.inputs.push_back(argument);
    group.elements += static_cast<double>(type.getNumElements());
  }
  Group most;
  for (auto &[rows, group] : byRows)
    if (std::pair(group.inputs.size(), group.elements) >
        std::pair(most.inputs.size(), most.elements))
      most = group;
  return most.inputs;
}

} // namespace shardc
