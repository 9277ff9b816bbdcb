//===- SchedOps.cpp - verifiers of the sched ops ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Local checks only: what takes more than one op to see (streams, lifetimes,
// matching between ranks) belongs to the proof of the whole schedule.
//
//===----------------------------------------------------------------------===//
#include "dialects/Dist/Dist.h"
#include "dialects/Sched/Sched.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::sched;

//===----------------------------------------------------------------------===//
// Text forms
//===----------------------------------------------------------------------===//

static ParseResult parseNumber(OpAsmParser &parser, IntegerAttr &value) {
  int64_t number;
  if (parser.parseInteger(number))
    return failure();
  value = parser.getBuilder().getI64IntegerAttr(number);
  return success();
}
static void printNumber(OpAsmPrinter &printer, Operation *, IntegerAttr value) {
  printer << value.getInt();
}
static ParseResult parseOptionalNumber(OpAsmParser &parser, IntegerAttr &value) {
  return parseNumber(parser, value);
}
static void printOptionalNumber(OpAsmPrinter &printer, Operation *op, IntegerAttr value) {
  if (value)
    printNumber(printer, op, value);
}
static ParseResult parseStream(OpAsmParser &parser, StreamKindAttr &stream) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<StreamKind> kind = symbolizeStreamKind(word);
  if (!kind)
    return parser.emitError(loc) << "unknown stream '" << word
                                 << "'; expected compute, collective or p2p";
  stream = StreamKindAttr::get(parser.getContext(), *kind);
  return success();
}
static void printStream(OpAsmPrinter &printer, Operation *, StreamKindAttr stream) {
  printer << stringifyStreamKind(stream.getValue());
}

#define GET_OP_CLASSES
#include "dialects/Sched/SchedOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Kernel ops
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verify() {
  std::optional<ArrayRef<int64_t>> inplace = getInplace();
  if (!inplace)
    return success();
  if (inplace->size() != getNumResults())
    return emitOpError() << "inplace has " << inplace->size() << " entries for " << getNumResults()
                         << " results";
  llvm::SmallSet<int64_t, 4> taken;
  for (auto [index, operand] : llvm::enumerate(*inplace)) {
    if (operand == -1)
      continue;
    if (operand < 0 || operand >= int64_t(getInputs().size()))
      return emitOpError() << "inplace[" << index << "] is " << operand << ", but there are "
                           << getInputs().size() << " operands";
    if (!taken.insert(operand).second)
      return emitOpError() << "operand " << operand << " gives its buffer to two results";
    int64_t from = byteSize(getInputs()[operand].getType());
    int64_t to = byteSize(getResult(index).getType());
    if (from != to)
      return emitOpError() << "result " << index << " has " << to
                           << " bytes and cannot take over operand " << operand << " of " << from
                           << " bytes";
  }
  return success();
}

/// The function of that name, with its type compared to an op's.
static FailureOr<FunctionOpInterface> lookupCallee(Operation *op, FlatSymbolRefAttr name,
                                                   StringRef what, TypeRange inputs,
                                                   SymbolTableCollection &tables) {
  auto callee = tables.lookupNearestSymbolFrom<FunctionOpInterface>(op, name);
  if (!callee)
    return op->emitOpError() << "no " << what << " named '" << name.getValue() << "'";
  if (callee.getArgumentTypes() == ArrayRef<Type>(llvm::to_vector(inputs)) &&
      callee.getResultTypes() == ArrayRef<Type>(llvm::to_vector(op->getResultTypes())))
    return callee;
  InFlightDiagnostic diag = op->emitOpError() << "types differ from those of " << what << " '"
                                              << name.getValue() << "'";
  diag.attachNote(callee->getLoc()) << "declared here with type " << callee.getFunctionType();
  return diag;
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &tables) {
  FailureOr<FunctionOpInterface> callee =
      lookupCallee(*this, getKernelAttr(), "kernel", getInputs().getTypes(), tables);
  if (failed(callee))
    return failure();
  if (!(*callee)->hasAttr("sched.kernel")) {
    InFlightDiagnostic diag = emitOpError() << "'" << getKernel() << "' is not a kernel";
    diag.attachNote((*callee)->getLoc()) << "it lacks the attribute 'sched.kernel'";
    return diag;
  }
  return success();
}

int64_t GemmOp::getFlops() {
  int64_t flops = 2 * int64_t(getM()) * int64_t(getN()) * int64_t(getK());
  for (int64_t extent : getBatch())
    flops *= extent;
  return flops;
}

LogicalResult GemmOp::verify() {
  size_t dims = getBatch().size();
  for (auto [name, strides] : {std::pair<StringRef, ArrayRef<int64_t>>("a_batch", getABatch()),
                               {"b_batch", getBBatch()},
                               {"c_batch", getCBatch()}})
    if (strides.size() != dims)
      return emitOpError() << "'" << name << "' has " << strides.size()
                           << " entries and 'batch' has " << dims;
  auto aType = cast<RankedTensorType>(getA().getType());
  auto bType = cast<RankedTensorType>(getB().getType());
  auto cType = cast<RankedTensorType>(getType());
  if (aType.getElementType() != bType.getElementType())
    return emitOpError() << "A is of " << aType.getElementType() << " and B of "
                         << bType.getElementType();
  if (!isa<FloatType>(aType.getElementType()) || !isa<FloatType>(cType.getElementType()))
    return emitOpError() << "elements must be floats; make it a kernel otherwise";
  if (getAccumulator() && getAccumulator().getType() != cType)
    return emitOpError() << "accumulator is " << getAccumulator().getType() << " and the result "
                         << cType;

  /// One loop: its extent and the stride it makes in a tensor.
  struct Loop {
    int64_t extent, stride;
  };
  auto check = [&](StringRef name, RankedTensorType type,
                   SmallVector<Loop> loops) -> LogicalResult {
    int64_t last = 0;
    for (Loop loop : loops) {
      if (loop.extent < 1)
        return emitOpError() << "an extent is " << loop.extent << ", expected 1 or more";
      if (loop.stride < 0)
        return emitOpError() << "a stride of " << name << " is " << loop.stride
                             << ", expected 0 or more";
      last += (loop.extent - 1) * loop.stride;
    }
    if (last >= type.getNumElements())
      return emitOpError() << name << " is read up to element " << last << " but has "
                           << type.getNumElements() << " elements";
    return success();
  };
  auto loopsOf = [&](ArrayRef<int64_t> batch, Loop first, Loop second) {
    SmallVector<Loop> loops;
    for (auto [extent, stride] : llvm::zip_equal(getBatch(), batch))
      loops.push_back({extent, stride});
    loops.push_back(first);
    loops.push_back(second);
    return loops;
  };
  int64_t m = getM(), n = getN(), k = getK();
  SmallVector<Loop> cLoops = loopsOf(getCBatch(), {m, int64_t(getCM())}, {n, int64_t(getCN())});
  if (failed(
          check("A", aType, loopsOf(getABatch(), {m, int64_t(getAM())}, {k, int64_t(getAK())}))) ||
      failed(
          check("B", bType, loopsOf(getBBatch(), {k, int64_t(getBK())}, {n, int64_t(getBN())}))) ||
      failed(check("C", cType, cLoops)))
    return failure();
  // Sorted by stride, every loop must start where the one below ends: then the
  // elements are exactly 0..size-1, each once.
  llvm::sort(cLoops, [](Loop a, Loop b) { return a.stride < b.stride; });
  int64_t covered = 1;
  for (Loop loop : cLoops) {
    if (loop.extent == 1)
      continue;
    if (loop.stride != covered)
      return emitOpError() << "a stride of C is " << loop.stride << ", expected " << covered
                           << " so that every element is written once";
    covered *= loop.extent;
  }
  if (covered != cType.getNumElements())
    return emitOpError() << "writes " << covered << " elements of C, which has "
                         << cType.getNumElements();
  return success();
}

LogicalResult FillOp::verify() {
  if (int64_t(getValue()) < 0 || int64_t(getValue()) > 255)
    return emitOpError() << "value is " << int64_t(getValue()) << ", expected a byte in [0, 255]";
  return success();
}

static LogicalResult verifyNotNegative(Operation *op, StringRef what, int64_t value) {
  if (value < 0)
    return op->emitOpError() << what << " is " << value << ", expected 0 or more";
  return success();
}

LogicalResult RecordOp::verify() { return verifyNotNegative(*this, "event", getEvent()); }
LogicalResult WaitOp::verify() { return verifyNotNegative(*this, "event", getEvent()); }

//===----------------------------------------------------------------------===//
// Module and program ops
//===----------------------------------------------------------------------===//

LogicalResult ImageOp::verify() {
  if (getTarget().empty())
    return emitOpError() << "target is empty";
  if (getObject().empty() && getPtx().value_or("").empty())
    return emitOpError() << "has neither object code nor ptx";
  return success();
}

LogicalResult CommunicatorOp::verify() {
  if (getAxes().empty())
    return emitOpError() << "names no axis";
  auto meshOp = SymbolTable::lookupNearestSymbolFrom<dist::MeshOp>(*this, getMeshAttr());
  if (!meshOp)
    return emitOpError() << "no mesh named '" << getMesh() << "'";
  dist::MeshAttr mesh = meshOp.getMesh();
  for (Attribute attr : getAxes()) {
    auto axis = dyn_cast<dist::AxisRefAttr>(attr);
    if (!axis)
      return emitOpError() << "axes must be '#dist.axis_ref', got " << attr;
    std::optional<int64_t> size = mesh.getAxisSize(axis.getName());
    if (!size)
      return emitOpError() << "mesh '" << getMesh() << "' has no axis '" << axis.getName() << "'";
    int64_t pre = axis.getPreSize(), sub = axis.getSubSize();
    if (!axis.isFullAxis() && (pre < 1 || sub < 1 || *size % pre != 0 || *size / pre % sub != 0))
      return emitOpError() << "sub-axis (" << pre << ")" << sub << " does not divide axis '"
                           << axis.getName() << "' of size " << *size;
  }
  std::optional<ArrayRef<int64_t>> members = getMembers();
  if (!members)
    return success();
  auto axis = cast<dist::AxisRefAttr>(getAxes()[0]);
  if (getAxes().size() != 1 || !axis.isFullAxis())
    return emitOpError() << "members need exactly one whole axis";
  int64_t size = *mesh.getAxisSize(axis.getName());
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t member : *members) {
    if (member < 0 || member >= size)
      return emitOpError() << "member " << member << " is not a coordinate of axis '"
                           << axis.getName() << "' of size " << size;
    if (!seen.insert(member).second)
      return emitOpError() << "member " << member << " is named twice";
  }
  return success();
}

LogicalResult ProgramOp::verify() {
  if (failed(verifyNotNegative(*this, "arena", getArena())))
    return failure();
  if (getClassAxis().has_value() != getClassCoordinate().has_value())
    return emitOpError() << "class axis and class coordinate come together";
  for (Operation &op : *getBody().begin()) {
    if (!isa<TensorOp, OutputOp, ViewOp, JoinOp, ActionOp, LoopOp>(op)) {
      InFlightDiagnostic diag = emitOpError() << "holds a foreign op";
      diag.attachNote(op.getLoc()) << "'" << op.getName() << "'";
      return diag;
    }
  }
  // Positions count the actions of loops, in the order in which they stand.
  int64_t position = 0;
  WalkResult walk = getBody().walk([&](ActionOp action) {
    for (int64_t wait : action.getWaits().value_or(ArrayRef<int64_t>()))
      if (wait < 0 || wait >= position) {
        action.emitOpError() << "at position " << position << " waits for action " << wait
                             << ", which is not earlier";
        return WalkResult::interrupt();
      }
    ++position;
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult LoopOp::verifyRegions() {
  if (failed(verifyNotNegative(*this, "predicate", getPredicate())))
    return failure();
  for (int64_t place : getPlaces())
    if (failed(verifyNotNegative(*this, "place", place)))
      return failure();
  if (getPlaces().size() != getInputs().size())
    return emitOpError() << "has " << getPlaces().size() << " places for " << getInputs().size()
                         << " carried values";
  TypeRange carried = getInputs().getTypes();
  if (getResultTypes() != carried)
    return emitOpError() << "results have other types than the operands";
  for (Region *region : {&getCond(), &getBody()}) {
    if (region->front().getArgumentTypes() != carried)
      return emitOpError() << "arguments of a region have other types than the operands";
    for (Operation &op : region->front())
      if (!isa<ViewOp, ActionOp, LoopOp, YieldOp>(op)) {
        InFlightDiagnostic diag = emitOpError() << "holds a foreign op";
        diag.attachNote(op.getLoc()) << "'" << op.getName() << "'";
        return diag;
      }
    if (region->front().empty() || !isa<YieldOp>(region->front().back()))
      return emitOpError() << "has a region that does not end in a yield";
  }
  auto asked = cast<YieldOp>(getCond().front().back());
  auto predicate = asked.getValues().size() == 1
                       ? dyn_cast<RankedTensorType>(asked.getValues()[0].getType())
                       : RankedTensorType();
  if (!predicate || predicate.getRank() != 0 || !predicate.getElementType().isInteger(1))
    return asked.emitOpError() << "must give one value of type 'tensor<i1>'";
  auto next = cast<YieldOp>(getBody().front().back());
  if (next.getValues().getTypes() != carried)
    return next.emitOpError() << "has other types than the loop's operands";
  return success();
}

LogicalResult TensorOp::verify() {
  if (getRole() != "param" && getRole() != "input" && getRole() != "state")
    return emitOpError() << "role is '" << getRole() << "', expected param, input or state";
  return verifyNotNegative(*this, "offset", getOffset());
}

LogicalResult OutputOp::verify() {
  if (getRole().empty())
    return emitOpError() << "role is empty";
  return verifyNotNegative(*this, "offset", getOffset());
}

LogicalResult ViewOp::verify() {
  int64_t have = byteSize(getInput().getType()), want = byteSize(getType());
  int64_t offset = getOffset();
  if (offset < 0 || offset + want > have)
    return emitOpError() << "bytes [" << offset << ", " << offset + want
                         << ") are not inside the operand's " << have;
  return success();
}

LogicalResult JoinOp::verify() {
  int64_t sum = 0;
  for (Value part : getParts())
    sum += byteSize(part.getType());
  if (sum != byteSize(getType()))
    return emitOpError() << "parts have " << sum << " bytes and the result " << byteSize(getType());
  return success();
}

LogicalResult ActionOp::verify() {
  for (int64_t offset : getFormals())
    if (failed(verifyNotNegative(*this, "formal offset", offset)))
      return failure();
  if (getScratch())
    return verifyNotNegative(*this, "scratch", *getScratch());
  return success();
}

LogicalResult ActionOp::verifySymbolUses(SymbolTableCollection &tables) {
  FailureOr<FunctionOpInterface> callee =
      lookupCallee(*this, getSegmentAttr(), "segment", getInputs().getTypes(), tables);
  if (failed(callee))
    return failure();
  auto formals = (*callee)->getAttrOfType<DenseI64ArrayAttr>("sched.formals");
  if (!formals)
    return emitOpError() << "segment '" << getSegment() << "' is not scheduled";
  if (formals.size() != int64_t(getFormals().size()))
    return emitOpError() << "binds " << getFormals().size() << " formals, segment '" << getSegment()
                         << "' has " << formals.size();
  return success();
}
