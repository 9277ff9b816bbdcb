//===- SchedDialect.cpp - the dialect and its attributes --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Registration, and the text form of `#sched.buffer`.
//
//===----------------------------------------------------------------------===//
#include "dialects/Sched/Sched.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::sched;

#include "dialects/Sched/SchedDialect.cpp.inc"
#include "dialects/Sched/SchedEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Sched/SchedAttrs.cpp.inc"

void SchedDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Sched/SchedAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Sched/SchedOps.cpp.inc"
      >();
}

bool sched::isBufferType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getElementType().isIntOrFloat();
}

int64_t sched::byteSize(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  int64_t bits = tensor.getElementType().getIntOrFloatBitWidth();
  return tensor.getNumElements() * ((bits + 7) / 8);
}

Attribute BufferAttr::parse(AsmParser &parser, Type) {
  int64_t formal = -1, offset = 0, bytes = 0;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("formal"))) {
    if (parser.parseInteger(formal))
      return {};
  } else if (parser.parseKeyword("scratch")) {
    return {};
  }
  if (parser.parseKeyword("at") || parser.parseInteger(offset) || parser.parseKeyword("size") ||
      parser.parseInteger(bytes) || parser.parseGreater())
    return {};
  return parser.getChecked<BufferAttr>(parser.getContext(), formal, offset, bytes);
}

void BufferAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (isScratch())
    printer << "scratch";
  else
    printer << "formal " << getFormal();
  printer << " at " << getOffset() << " size " << getBytes() << '>';
}

LogicalResult BufferAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError, int64_t formal,
                                 int64_t offset, int64_t bytes) {
  if (formal < -1)
    return emitError() << "formal is " << formal << ", expected -1 or more";
  if (offset < 0)
    return emitError() << "offset is " << offset << ", expected 0 or more";
  if (bytes < 0)
    return emitError() << "size is " << bytes << ", expected 0 or more";
  return success();
}
