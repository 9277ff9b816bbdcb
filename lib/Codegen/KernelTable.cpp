//===- KernelTable.cpp - the kernel functions of a module -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Kernels are compared by their printed bodies, names and places left out, so
// that equal layers share all their kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

SmallVector<func::FuncOp> codegen::segmentsOf(ModuleOp module) {
  SmallVector<func::FuncOp> segments;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr("dist.segment") && !function.isExternal())
      segments.push_back(function);
  return segments;
}

KernelTable::KernelTable(ModuleOp module) : module(module), symbols(module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr("sched.kernel")) {
      kernels.try_emplace(textOf(function), function);
      ++next;
    }
}

std::string KernelTable::textOf(func::FuncOp kernel) {
  StringAttr name = kernel.getSymNameAttr();
  kernel.setSymName("kernel");
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel->print(stream, OpPrintingFlags().printGenericOpForm().useLocalScope());
  kernel.setSymNameAttr(name);
  return text;
}

func::FuncOp KernelTable::intern(func::FuncOp candidate, StringRef name) {
  auto [it, isNew] = kernels.try_emplace(textOf(candidate), candidate);
  if (!isNew) {
    candidate.erase();
    return it->second;
  }
  candidate.setSymName(("k_" + name + "_" + Twine(next++)).str());
  symbols.insert(candidate, module.getBody()->end());
  return candidate;
}

sched::LaunchOp KernelTable::launch(OpBuilder &builder, Location loc, StringRef name,
                                    ArrayRef<Operation *> ops, ValueRange inputs,
                                    ValueRange outputs) {
  OpBuilder detached(builder.getContext());
  auto kernel = func::FuncOp::create(
      detached, loc, "kernel", builder.getFunctionType(inputs.getTypes(), outputs.getTypes()));
  kernel.setPrivate();
  kernel->setAttr("sched.kernel", builder.getUnitAttr());
  detached.setInsertionPointToStart(kernel.addEntryBlock());
  IRMapping mapping;
  mapping.map(inputs, kernel.getArguments());
  for (Operation *op : ops) {
    Operation *copy = detached.clone(*op, mapping);
    // Where an op belongs in the model is no part of what a kernel computes.
    SmallVector<StringAttr> discarded;
    for (NamedAttribute attr : copy->getDiscardableAttrs())
      discarded.push_back(attr.getName());
    for (StringAttr attr : discarded)
      copy->removeDiscardableAttr(attr);
  }
  SmallVector<Value> results;
  for (Value output : outputs)
    results.push_back(mapping.lookup(output));
  func::ReturnOp::create(detached, loc, results);
  kernel = intern(kernel, name);
  return sched::LaunchOp::create(builder, loc, outputs.getTypes(),
                                 FlatSymbolRefAttr::get(kernel.getSymNameAttr()), inputs,
                                 DenseI64ArrayAttr());
}
