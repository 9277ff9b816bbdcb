//===- Names.cpp - names that a graph gives its values ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Names in locations and attributes, which a module has whoever parsed it; what is spelled
// in a text is read where texts are parsed.
//
//===----------------------------------------------------------------------===//

#include "shardc/Import/Names.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace shardc {

void nameArguments(func::FuncOp function) {
  if (function.isExternal())
    return;
  Builder builder(function.getContext());
  auto nameOf = [&](Value value) -> StringRef {
    auto argument = dyn_cast<BlockArgument>(value);
    auto named = argument ? dyn_cast<NameLoc>(argument.getLoc()) : NameLoc();
    return named ? named.getName().getValue() : StringRef();
  };
  for (BlockArgument argument : function.getArguments()) {
    StringRef name = nameOf(argument);
    if (!name.empty() && !function.getArgAttr(argument.getArgNumber(), "dist.name"))
      function.setArgAttr(argument.getArgNumber(), "dist.name", builder.getStringAttr(name));
  }
  auto end = dyn_cast<func::ReturnOp>(function.back().getTerminator());
  for (unsigned i = 0; end && i < end.getNumOperands(); ++i) {
    // JAX says which part of the step's value a result is; the root is "".
    auto info = function.getResultAttrOfType<StringAttr>(i, "jax.result_info");
    StringRef name = info && !info.empty() ? info.getValue() : nameOf(end.getOperand(i));
    if (!name.empty() && !function.getResultAttr(i, "dist.name"))
      function.setResultAttr(i, "dist.name", builder.getStringAttr(name));
  }
}

} // namespace shardc
