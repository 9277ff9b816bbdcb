//===- NNDialect.cpp - registration of the nn dialect -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Registers the attributes and ops that TableGen generates. The ops have no
// folders: what they mean is their decomposition. Verifiers are in
// NNVerify.cpp.
//
//===----------------------------------------------------------------------===//

#include "dialects/NN/NN.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::nn;

#include "dialects/NN/NNDialect.cpp.inc"
#include "dialects/NN/NNEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/NN/NNAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/NN/NNOps.cpp.inc"

void NNDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/NN/NNAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/NN/NNOps.cpp.inc"
      >();
}
