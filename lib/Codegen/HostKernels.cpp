//===- HostKernels.cpp - functions of host kernels --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A kernel becomes two functions: a body with one pointer a tensor, whose
// arguments say what cannot alias, and the entry that unpacks the pointers.
//
//===----------------------------------------------------------------------===//
#include "HostKernels.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

LogicalResult codegen::emitHostKernel(func::FuncOp kernel, ModuleOp module,
                                      const HostTarget &target) {
  MLIRContext *context = kernel.getContext();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = kernel.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(context);
  unsigned operands = kernel.getNumArguments(), results = kernel.getNumResults();

  SmallVector<Type> pointers(operands + results + 1, pointer);
  auto body = func::FuncOp::create(builder, loc, (kernel.getName() + "_body").str(),
                                   builder.getFunctionType(pointers, {}));
  body.setPrivate();
  // Results may take over only operands that are read element by element.
  llvm::BitVector elementwise = elementwiseArguments(kernel);
  for (unsigned index = 0; index < pointers.size(); ++index) {
    bool isResult = index >= operands && index < operands + results;
    bool mayAlias = isResult ? elementwise.any() : index < operands && elementwise.test(index);
    if (!mayAlias)
      body.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());
    if (!isResult)
      body.setArgAttr(index, LLVM::LLVMDialect::getReadonlyAttrName(), builder.getUnitAttr());
  }
  builder.setInsertionPointToStart(body.addEntryBlock());
  Emitter emitter(builder, loc, target.traits);
  emitter.symbols = module;
  for (auto [argument, at] : llvm::zip(kernel.getArguments(), body.getArguments()))
    emitter.pointers[argument] = at;
  emitter.coordinates = body.getArguments().back();
  HostKernel generator(emitter, target, kernel, body.getArguments().slice(operands, results));
  if (failed(generator.generate()))
    return failure();
  func::ReturnOp::create(builder, loc);

  builder.setInsertionPointToEnd(module.getBody());
  auto entry = func::FuncOp::create(builder, loc, kernel.getName(),
                                    builder.getFunctionType({pointer, pointer}, {}));
  builder.setInsertionPointToStart(entry.addEntryBlock());
  SmallVector<Value> args;
  for (unsigned index = 0; index < operands + results; ++index) {
    Value slot = LLVM::GEPOp::create(builder, loc, pointer, pointer, entry.getArgument(0),
                                     ArrayRef<LLVM::GEPArg>{int32_t(index)});
    args.push_back(LLVM::LoadOp::create(builder, loc, pointer, slot));
  }
  args.push_back(entry.getArgument(1));
  func::CallOp::create(builder, loc, body, args);
  func::ReturnOp::create(builder, loc);
  return success();
}
