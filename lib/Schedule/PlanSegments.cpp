//===- PlanSegments.cpp - segments of a plan --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One instruction an op, with buffers as the attributes say and values named, so
// that the proof can follow them.
//
//===----------------------------------------------------------------------===//
#include "PlanSegments.h"
#include "SegmentSchedule.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Blocks.h"

using namespace mlir;
using namespace shardc;

namespace {
class SegmentReader {
public:
  SegmentReader(func::FuncOp function, const PlanSymbols &symbols, plan::Plan &plan)
      : function(function), symbols(symbols), plan(plan) {}

  FailureOr<plan::Segment> run();
  uint64_t flops = 0;

private:
  LogicalResult readFormals();
  LogicalResult readInstruction(Operation *op);
  FailureOr<plan::Op> read(sched::LaunchOp op);
  FailureOr<plan::Op> read(sched::GemmOp op);
  FailureOr<plan::Op> readCollective(Operation *op, Operation *collective);
  FailureOr<plan::Op> readTransfer(Operation *op);
  LogicalResult readComm(Operation *op, uint32_t &comm, uint32_t &sequence);
  FailureOr<plan::Buffer> bufferOf(Value value, Operation *user);
  uint8_t streamIndex(sched::StreamKind kind);
  plan::ValueId idOf(Value value) {
    plan::ValueId &id = ids[bufferRoot(value)];
    if (!id)
      id = ids.size();
    return id;
  }
  /// Buffers of operands, then of results.
  LogicalResult buffersOf(Operation *op, std::vector<plan::Buffer> &buffers);

  func::FuncOp function;
  const PlanSymbols &symbols;
  plan::Plan &plan;
  plan::Segment segment;
  llvm::DenseMap<Value, plan::ValueId> ids;
};
} // namespace

static plan::StreamKind planStream(sched::StreamKind kind) {
  return static_cast<plan::StreamKind>(kind);
}

uint8_t SegmentReader::streamIndex(sched::StreamKind kind) {
  plan::StreamKind wanted = planStream(kind);
  for (size_t i = 0; i < segment.streams.size(); ++i)
    if (segment.streams[i] == wanted)
      return i;
  segment.streams.push_back(wanted);
  return segment.streams.size() - 1;
}

FailureOr<plan::Buffer> SegmentReader::bufferOf(Value value, Operation *user) {
  Value root = bufferRoot(value);
  plan::Buffer buffer;
  buffer.value = idOf(root);
  if (auto arg = dyn_cast<BlockArgument>(root)) {
    buffer.isFormal = true;
    buffer.index = arg.getArgNumber();
    buffer.bytes = sched::byteSize(arg.getType());
    return buffer;
  }
  auto result = cast<OpResult>(root);
  auto buffers = result.getOwner()->getAttrOfType<ArrayAttr>("sched.buffers");
  if (!buffers || buffers.size() != result.getOwner()->getNumResults())
    return result.getOwner()->emitOpError() << "has no buffer for each result";
  auto attr = dyn_cast<sched::BufferAttr>(buffers[result.getResultNumber()]);
  if (!attr)
    return result.getOwner()->emitOpError() << "'sched.buffers' must hold #sched.buffer";
  buffer.isFormal = !attr.isScratch();
  buffer.index = attr.isScratch() ? 0 : attr.getFormal();
  buffer.offset = attr.getOffset();
  buffer.bytes = attr.getBytes();
  if (buffer.bytes < uint64_t(sched::byteSize(root.getType())))
    return result.getOwner()->emitOpError() << "has " << buffer.bytes << " bytes for a result of "
                                            << sched::byteSize(root.getType());
  return buffer;
}

LogicalResult SegmentReader::buffersOf(Operation *op, std::vector<plan::Buffer> &buffers) {
  for (ValueRange values : {ValueRange(op->getOperands()), ValueRange(op->getResults())})
    for (Value value : values) {
      FailureOr<plan::Buffer> buffer = bufferOf(value, op);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
  return success();
}

LogicalResult SegmentReader::readFormals() {
  auto formals = function->getAttrOfType<DenseI64ArrayAttr>("sched.formals");
  auto results = function->getAttrOfType<DenseI64ArrayAttr>("sched.result_formals");
  if (!results || results.size() != int64_t(function.getNumResults()) ||
      formals.size() < int64_t(function.getNumArguments()))
    return function.emitError() << "'sched.formals' and 'sched.result_formals' do not fit "
                                   "arguments and results";
  segment.formalBytes.assign(formals.asArrayRef().begin(), formals.asArrayRef().end());
  segment.before.assign(formals.size(), 0);
  segment.after.assign(formals.size(), 0);
  segment.isArgument.assign(formals.size(), false);
  for (BlockArgument arg : function.getArguments()) {
    segment.isArgument[arg.getArgNumber()] = true;
    segment.before[arg.getArgNumber()] = idOf(arg);
    if (formals[arg.getArgNumber()] != sched::byteSize(arg.getType()))
      return function.emitError() << "formal " << arg.getArgNumber() << " has "
                                  << formals[arg.getArgNumber()] << " bytes for an argument of "
                                  << sched::byteSize(arg.getType());
  }
  Operation *ret = function.getBody().front().getTerminator();
  for (auto [index, value] : llvm::enumerate(ret->getOperands())) {
    int64_t formal = results[index];
    if (formal < 0 || formal >= formals.size())
      return function.emitError() << "result " << index << " is in formal " << formal << " of "
                                  << formals.size();
    plan::ValueId id = idOf(value);
    segment.after[formal] = id == segment.before[formal] ? 0 : id;
    // An argument that only gives its place to a result is not read.
    if (segment.after[formal] && segment.isArgument[formal] &&
        function.getArgument(formal).use_empty()) {
      segment.isArgument[formal] = false;
      segment.before[formal] = 0;
    }
  }
  return success();
}

LogicalResult SegmentReader::readComm(Operation *op, uint32_t &comm, uint32_t &sequence) {
  auto name = op->getAttrOfType<FlatSymbolRefAttr>("sched.comm");
  auto number = op->getAttrOfType<IntegerAttr>("sched.sequence");
  if (!name || !number)
    return op->emitOpError() << "has no communicator and number; run --shardc-schedule";
  auto it = symbols.communicators.find(name.getValue());
  if (it == symbols.communicators.end())
    return op->emitOpError() << "uses communicator '" << name.getValue()
                             << "', which does not exist";
  comm = it->second;
  sequence = number.getInt();
  return success();
}

FailureOr<plan::Op> SegmentReader::read(sched::LaunchOp op) {
  plan::Launch launch;
  auto it = symbols.kernels.find(op.getKernel());
  if (it == symbols.kernels.end())
    return op.emitOpError() << "launches '" << op.getKernel() << "', which does not exist";
  launch.kernel = it->second;
  launch.numOperands = op.getInputs().size();
  for (unsigned i = 0; i < op.getNumResults(); ++i)
    launch.inplace.push_back(op.getInplaceOperand(i));
  if (failed(buffersOf(op, launch.buffers)))
    return failure();
  plan::Kernel &kernel = plan.kernels[it->second];
  if (auto attr = op->getAttrOfType<IntegerAttr>("sched.flops"))
    kernel.flops = attr.getInt();
  flops += kernel.flops;
  return plan::Op(std::move(launch));
}

FailureOr<plan::Op> SegmentReader::read(sched::GemmOp op) {
  plan::Gemm gemm;
  auto copy = [](ArrayRef<int64_t> from, std::vector<uint64_t> &to) {
    to.assign(from.begin(), from.end());
  };
  copy(op.getBatch(), gemm.batch);
  copy(op.getABatch(), gemm.aBatch);
  copy(op.getBBatch(), gemm.bBatch);
  copy(op.getCBatch(), gemm.cBatch);
  gemm.m = op.getM();
  gemm.n = op.getN();
  gemm.k = op.getK();
  gemm.aM = op.getAM();
  gemm.aK = op.getAK();
  gemm.bK = op.getBK();
  gemm.bN = op.getBN();
  gemm.cM = op.getCM();
  gemm.cN = op.getCN();
  std::optional<plan::DType> type = planType(op.getA().getType());
  std::optional<plan::DType> cType = planType(op.getType());
  if (!type || !cType)
    return op.emitOpError() << "has elements that a plan can't hold";
  gemm.dtype = *type;
  if (*cType != *type)
    gemm.cDtype = *cType;
  std::vector<plan::Buffer> buffers;
  if (failed(buffersOf(op, buffers)))
    return failure();
  gemm.a = buffers[0];
  gemm.b = buffers[1];
  gemm.c = buffers.back();
  if (op.getAccumulator()) {
    gemm.accumulate = true;
    gemm.before = buffers[2].value;
    bool same = buffers[2].isFormal == gemm.c.isFormal && buffers[2].index == gemm.c.index &&
                buffers[2].offset == gemm.c.offset;
    if (!same)
      return op.emitOpError() << "accumulates onto a value in another buffer than its result";
  }
  flops += op.getFlops();
  return plan::Op(std::move(gemm));
}

FailureOr<plan::Op> SegmentReader::readCollective(Operation *op, Operation *inner) {
  plan::Collective collective;
  if (failed(readComm(op, collective.comm, collective.sequence)))
    return failure();
  auto input = cast<RankedTensorType>(op->getOperand(0).getType());
  auto output = cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<plan::DType> type = planType(input);
  if (!type)
    return op->emitOpError() << "has elements that a plan can't move";
  collective.dtype = *type;
  uint64_t size = plan::groupSize(plan.communicators[collective.comm]);
  auto kindOf = [&](dist::ReductionKind kind) -> LogicalResult {
    if ((kind == dist::ReductionKind::Max || kind == dist::ReductionKind::Min) &&
        output.getElementType().isUnsignedInteger())
      return op->emitOpError() << "compares unsigned integers, which no collective can";
    if (*type == plan::DType::I16)
      return op->emitOpError() << "combines integers of 16 bits, which no collective can";
    switch (kind) {
    case dist::ReductionKind::Sum:
      collective.reduce = plan::ReduceKind::Sum;
      return success();
    case dist::ReductionKind::Max:
      collective.reduce = plan::ReduceKind::Max;
      return success();
    case dist::ReductionKind::Min:
      collective.reduce = plan::ReduceKind::Min;
      return success();
    case dist::ReductionKind::Prod:
      collective.reduce = plan::ReduceKind::Prod;
      return success();
    case dist::ReductionKind::And:
    case dist::ReductionKind::Or:
      // Of truth values these are the least and the greatest.
      if (collective.dtype != plan::DType::I1)
        return op->emitOpError() << "reduces integers bit by bit, which no collective can";
      collective.reduce =
          kind == dist::ReductionKind::And ? plan::ReduceKind::Min : plan::ReduceKind::Max;
      return success();
    }
    llvm_unreachable("every kind is handled");
  };
  uint64_t in = input.getNumElements(), out = output.getNumElements();
  bool fits = true;
  if (auto reduce = dyn_cast<dist::AllReduceOp>(inner)) {
    collective.kind = plan::CollectiveKind::AllReduce;
    collective.count = in;
    if (failed(kindOf(reduce.getKind())))
      return failure();
  } else if (auto gather = dyn_cast<dist::AllGatherOp>(inner)) {
    collective.kind = plan::CollectiveKind::AllGather;
    collective.count = in;
    fits = gather.getDim() == 0 && out == in * size;
  } else if (auto scatter = dyn_cast<dist::ReduceScatterOp>(inner)) {
    collective.kind = plan::CollectiveKind::ReduceScatter;
    collective.count = out;
    fits = scatter.getDim() == 0 && in == out * size;
    if (failed(kindOf(scatter.getKind())))
      return failure();
  } else if (auto exchange = dyn_cast<dist::AllToAllOp>(inner)) {
    collective.kind = plan::CollectiveKind::AllToAll;
    collective.count = in / size;
    // From [n, 1, …] to [1, n, …]: block i goes to rank i, in place i comes its.
    fits = exchange.getSplitDim() == 0 && exchange.getConcatDim() == 1 && in == out &&
           input.getRank() > 1 && input.getDimSize(0) == static_cast<int64_t>(size) &&
           input.getDimSize(1) == 1;
  } else if (auto permute = dyn_cast<dist::PermuteOp>(inner)) {
    collective.kind = plan::CollectiveKind::Permute;
    collective.count = in;
    SmallVector<dist::AxisRefAttr> axes(permute.getAxes().getAsRange<dist::AxisRefAttr>());
    SmallVector<dist::AxisRefAttr> targets(permute.getTargets().getAsRange<dist::AxisRefAttr>());
    dist::MeshAttr mesh = lookupMesh(permute, permute.getMeshAttr());
    // Positions of a group count with its last axis fastest.
    auto placeOf = [&](size_t number) {
      uint32_t place = 1;
      for (size_t i = number + 1; i < axes.size(); ++i)
        place *= axes[i].getSize(mesh);
      return place;
    };
    for (auto [number, target] : llvm::enumerate(targets))
      if (uint32_t size = target.getSize(mesh); size > 1)
        collective.digits.push_back(
            {size, placeOf(number), placeOf(llvm::find(axes, target) - axes.begin())});
    collective.shift = permute.getShift();
  } else {
    auto broadcast = cast<dist::BroadcastOp>(inner);
    collective.kind = plan::CollectiveKind::Broadcast;
    collective.count = in;
    collective.root = broadcast.getRoot();
  }
  if (!fits)
    return op->emitOpError() << "is not contiguous over a group of " << size
                             << "; run code generation first";
  std::vector<plan::Buffer> buffers;
  if (failed(buffersOf(op, buffers)))
    return failure();
  collective.src = buffers[0];
  collective.dst = buffers[1];
  return plan::Op(std::move(collective));
}

FailureOr<plan::Op> SegmentReader::readTransfer(Operation *op) {
  std::vector<plan::Buffer> buffers;
  uint32_t comm = 0, sequence = 0;
  if (failed(buffersOf(op, buffers)) || failed(readComm(op, comm, sequence)))
    return failure();
  auto send = dyn_cast<dist::SendOp>(op);
  Type type = send ? send.getInput().getType() : op->getResult(0).getType();
  std::optional<plan::DType> dtype = planType(type);
  if (!dtype)
    return op->emitOpError() << "has elements that a plan can't move";
  uint64_t count = cast<RankedTensorType>(type).getNumElements();
  if (send)
    return plan::Op(
        plan::Send{*dtype, count, comm, sequence, uint32_t(send.getPeer()), buffers[0]});
  return plan::Op(plan::Recv{*dtype, count, comm, sequence,
                             uint32_t(cast<dist::RecvOp>(op).getPeer()), buffers[0]});
}

LogicalResult SegmentReader::readInstruction(Operation *op) {
  plan::Instruction instruction;
  instruction.source = op->getName().getStringRef().str();
  if (auto record = dyn_cast<sched::RecordOp>(op)) {
    instruction.stream = streamIndex(record.getStream());
    instruction.op = plan::Record{uint32_t(record.getEvent())};
    segment.instructions.push_back(std::move(instruction));
    return success();
  }
  if (auto wait = dyn_cast<sched::WaitOp>(op)) {
    instruction.stream = streamIndex(wait.getStream());
    instruction.op = plan::Wait{uint32_t(wait.getEvent())};
    segment.instructions.push_back(std::move(instruction));
    return success();
  }
  if (!isInstruction(op)) {
    if (isa<stablehlo::ReshapeOp, dist::WaitOp>(op))
      return success();
    return op->emitOpError() << "is no instruction; run --shardc-schedule first";
  }
  auto stream = op->getAttrOfType<sched::StreamKindAttr>("sched.stream");
  if (!stream)
    return op->emitOpError() << "has no stream; run --shardc-schedule first";
  instruction.stream = streamIndex(stream.getValue());
  FailureOr<plan::Op> made = failure();
  if (auto launch = dyn_cast<sched::LaunchOp>(op)) {
    instruction.source = launch.getKernel().str();
    made = read(launch);
  } else if (auto gemm = dyn_cast<sched::GemmOp>(op)) {
    made = read(gemm);
  } else if (isa<dist::SendOp, dist::RecvOp>(op)) {
    made = readTransfer(op);
  } else if (Operation *collective = collectiveOf(op)) {
    instruction.source = collective->getName().getStringRef().str();
    made = readCollective(op, collective);
  } else {
    std::vector<plan::Buffer> buffers;
    if (failed(buffersOf(op, buffers)))
      return failure();
    if (auto fill = dyn_cast<sched::FillOp>(op))
      made = plan::Op(plan::Fill{buffers[0], uint8_t(fill.getValue())});
    else
      made = plan::Op(plan::Copy{buffers[0], buffers[1]});
  }
  if (failed(made))
    return failure();
  instruction.op = std::move(*made);
  segment.instructions.push_back(std::move(instruction));
  return success();
}

FailureOr<plan::Segment> SegmentReader::run() {
  segment.name = function.getSymName().str();
  sched::StreamKind stream = sched::StreamKind::Compute;
  if (auto attr = function->getAttrOfType<sched::StreamKindAttr>("sched.stream"))
    stream = attr.getValue();
  segment.stream = planStream(stream);
  segment.streams.push_back(segment.stream);
  if (auto attr = function->getAttrOfType<IntegerAttr>("sched.scratch"))
    segment.scratchBytes = attr.getInt();
  if (auto attr = function->getAttrOfType<IntegerAttr>("sched.events"))
    segment.numEvents = attr.getInt();
  if (failed(readFormals()))
    return failure();
  for (Operation &op : function.getBody().front().without_terminator())
    if (failed(readInstruction(&op)))
      return failure();
  return std::move(segment);
}

FailureOr<plan::Segment> shardc::planSegment(func::FuncOp function, const PlanSymbols &symbols,
                                             plan::Plan &plan, uint64_t &flops) {
  if (!function.getBody().hasOneBlock())
    return function.emitError() << "a segment must have one block";
  for (TypeRange types :
       {TypeRange(function.getArgumentTypes()), TypeRange(function.getResultTypes())})
    for (Type type : types)
      if (!sched::isBufferType(type))
        return function.emitError() << "a value of type " << type << " has no buffer";
  SegmentReader reader(function, symbols, plan);
  FailureOr<plan::Segment> segment = reader.run();
  flops = reader.flops;
  return segment;
}
