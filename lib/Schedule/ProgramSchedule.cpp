//===- ProgramSchedule.cpp - one program of actions -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Places every value of a program in one arena and works out which actions must
// wait for which. Arguments keep their place all through the step; a value lives
// from the action that makes it to the last one that reads it.
//
//===----------------------------------------------------------------------===//
#include "ProgramSchedule.h"
#include "ByteMap.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Schedule/Packing.h"
#include <array>

using namespace mlir;
using namespace shardc;
using sched::StreamKind;

namespace {
class ProgramScheduler {
public:
  ProgramScheduler(func::FuncOp program, SymbolTableCollection &symbols)
      : program(program), block(&program.getBody().front()), symbols(symbols) {}

  LogicalResult run();

private:
  struct Action {
    func::CallOp call;
    func::FuncOp segment;
    StreamKind stream;
    uint64_t scratchBytes = 0;
    ArrayRef<int64_t> formalBytes;
    ArrayRef<int64_t> resultFormals;
    SmallVector<uint64_t> formals;
    uint64_t scratch = 0;
    SmallVector<int64_t> waits;
  };
  struct Place {
    unsigned buffer = 0;
    uint64_t offset = 0;
  };

  LogicalResult collect();
  LogicalResult place();
  void extend(Place place, int64_t begin, int64_t end);
  FailureOr<Place> placeOf(Value value);
  void pack();
  LogicalResult bind();
  void addWaits();
  LogicalResult emit();

  func::FuncOp program;
  mlir::Block *block;
  SymbolTableCollection &symbols;
  SmallVector<Action> actions;
  llvm::DenseMap<Operation *, int64_t> position;
  llvm::DenseMap<Value, Place> places; ///< of roots
  SmallVector<Lifetime> buffers;
  SmallVector<uint64_t> offsets;
  SmallVector<int64_t> scratchBuffers;
  uint64_t arena = 0, largestLive = 0;
};
} // namespace

static StreamKind streamOfSegment(func::FuncOp segment) {
  auto attr = segment->getAttrOfType<sched::StreamKindAttr>("sched.stream");
  return attr ? attr.getValue() : StreamKind::Compute;
}

LogicalResult ProgramScheduler::collect() {
  for (auto call : block->getOps<func::CallOp>()) {
    auto segment = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    auto formals = segment ? segment->getAttrOfType<DenseI64ArrayAttr>("sched.formals") : nullptr;
    if (!formals)
      return call.emitOpError() << "calls '" << call.getCallee()
                                << "', which is no scheduled segment";
    Action action;
    action.call = call;
    action.segment = segment;
    action.stream = streamOfSegment(segment);
    action.formalBytes = formals.asArrayRef();
    action.resultFormals =
        segment->getAttrOfType<DenseI64ArrayAttr>("sched.result_formals").asArrayRef();
    action.scratchBytes = segment->getAttrOfType<IntegerAttr>("sched.scratch").getInt();
    position[call] = actions.size();
    actions.push_back(action);
  }
  return success();
}

void ProgramScheduler::extend(Place place, int64_t begin, int64_t end) {
  Lifetime &lifetime = buffers[place.buffer];
  lifetime.begin = std::min(lifetime.begin, begin);
  lifetime.end = std::max(lifetime.end, end);
}

FailureOr<ProgramScheduler::Place> ProgramScheduler::placeOf(Value value) {
  FailureOr<ByteView> view = viewOf(value);
  if (failed(view))
    return failure();
  Place place = places.lookup(view->root);
  place.offset += view->offset;
  return place;
}

LogicalResult ProgramScheduler::place() {
  int64_t last = actions.size();
  auto newBuffer = [&](uint64_t bytes, int64_t begin, int64_t end) {
    buffers.push_back({begin, end, bytes});
    return Place{unsigned(buffers.size() - 1), 0};
  };
  for (BlockArgument arg : block->getArguments())
    places[arg] = newBuffer(sched::byteSize(arg.getType()), -1, last);
  // Rows of stacks lie in the stack's buffer from the start.
  for (auto stack : block->getOps<stablehlo::ConcatenateOp>()) {
    Place whole = newBuffer(sched::byteSize(stack.getType()), last, last);
    places[stack] = whole;
    uint64_t offset = 0;
    for (Value row : stack->getOperands()) {
      FailureOr<ByteView> view = viewOf(row);
      if (failed(view))
        return failure();
      places[view->root] = {whole.buffer, whole.offset + offset};
      offset += sched::byteSize(row.getType());
    }
  }
  for (auto [index, action] : llvm::enumerate(actions)) {
    int64_t at = index, end = index;
    // A transfer is under way while the next computation runs: what it reads is
    // not given to that computation.
    if (action.stream != StreamKind::Compute)
      for (size_t next = index + 1; next < actions.size(); ++next)
        if (actions[next].stream == StreamKind::Compute) {
          end = next;
          break;
        }
    for (Value operand : action.call.getOperands()) {
      FailureOr<Place> place = placeOf(operand);
      if (failed(place))
        return failure();
      extend(*place, at, end);
    }
    for (auto [number, result] : llvm::enumerate(action.call.getResults())) {
      int64_t formal = action.resultFormals[number];
      if (formal < int64_t(action.call.getNumOperands())) {
        places[result] = *placeOf(action.call.getOperand(formal));
        continue;
      }
      auto it = places.find(result);
      if (it == places.end())
        places[result] = newBuffer(action.formalBytes[formal], at, at);
      extend(places[result], at, at);
    }
    scratchBuffers.push_back(-1);
    if (action.scratchBytes)
      scratchBuffers.back() = newBuffer(action.scratchBytes, at, at).buffer;
  }
  for (Value operand : block->getTerminator()->getOperands()) {
    FailureOr<Place> place = placeOf(operand);
    if (failed(place))
      return failure();
    extend(*place, last, last);
  }
  return success();
}

void ProgramScheduler::pack() {
  Packing packing = packLifetimes(buffers);
  offsets = packing.offsets;
  arena = packing.total;
  largestLive = packing.largestLive;
}

LogicalResult ProgramScheduler::bind() {
  auto offsetOf = [&](Value value) {
    Place place = *placeOf(value);
    return offsets[place.buffer] + place.offset;
  };
  for (auto [index, action] : llvm::enumerate(actions)) {
    action.formals.assign(action.formalBytes.size(), 0);
    for (auto [number, operand] : llvm::enumerate(action.call.getOperands()))
      action.formals[number] = offsetOf(operand);
    for (auto [number, result] : llvm::enumerate(action.call.getResults()))
      action.formals[action.resultFormals[number]] = offsetOf(result);
    if (scratchBuffers[index] >= 0)
      action.scratch = offsets[scratchBuffers[index]];
  }
  return success();
}

void ProgramScheduler::addWaits() {
  constexpr unsigned numStreams = 3;
  using Clock = std::array<int64_t, numStreams>;
  struct Bytes {
    int64_t writer = -1;
    Clock readers{-1, -1, -1};
  };
  ByteMap<Bytes> memory;
  Clock clocks[numStreams];
  for (Clock &clock : clocks)
    clock.fill(-1);
  SmallVector<Clock> after;
  for (auto [index, action] : llvm::enumerate(actions)) {
    int64_t at = index;
    unsigned stream = unsigned(action.stream);
    Clock needed;
    needed.fill(-1);
    auto need = [&](int64_t other) {
      if (other < 0 || other == at)
        return;
      unsigned theirs = unsigned(actions[other].stream);
      needed[theirs] = std::max(needed[theirs], other);
    };
    auto visit = [&](uint64_t begin, uint64_t bytes, bool writes) {
      memory.forRange(begin, begin + bytes, [&](uint64_t, uint64_t, Bytes &state) {
        need(state.writer);
        if (!writes) {
          state.readers[stream] = at;
          return;
        }
        for (int64_t reader : state.readers)
          need(reader);
        state.writer = at;
        state.readers.fill(-1);
      });
    };
    for (unsigned formal = 0; formal < action.call.getNumOperands(); ++formal)
      visit(action.formals[formal], action.formalBytes[formal], false);
    for (int64_t formal : action.resultFormals)
      visit(action.formals[formal], action.formalBytes[formal], true);
    visit(action.scratch, action.scratchBytes, true);
    // Latest first: waiting for one action often brings the others along.
    SmallVector<unsigned> order{0, 1, 2};
    llvm::sort(order, [&](unsigned a, unsigned b) { return needed[a] > needed[b]; });
    for (unsigned other : order) {
      if (other == stream || needed[other] <= clocks[stream][other])
        continue;
      action.waits.push_back(needed[other]);
      const Clock &theirs = after[needed[other]];
      for (unsigned i = 0; i < numStreams; ++i)
        clocks[stream][i] = std::max(clocks[stream][i], theirs[i]);
    }
    llvm::sort(action.waits);
    clocks[stream][stream] = at;
    after.push_back(clocks[stream]);
  }
}

LogicalResult ProgramScheduler::emit() {
  OpBuilder builder(program);
  StringAttr classAxis = program->getAttrOfType<StringAttr>("dist.class_axis");
  IntegerAttr coordinate = program->getAttrOfType<IntegerAttr>("dist.class_coordinate");
  auto made = sched::ProgramOp::create(builder, program.getLoc(), program.getSymNameAttr(),
                                       builder.getI64IntegerAttr(arena), classAxis,
                                       classAxis ? coordinate : IntegerAttr());
  made->setAttr("sched.largest_live", builder.getI64IntegerAttr(largestLive));
  mlir::Block *body = &made.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(body);
  llvm::DenseMap<Value, Value> map;
  auto text = [&](DictionaryAttr attrs, StringRef name, StringRef otherwise) {
    auto attr = attrs ? attrs.getAs<StringAttr>(name) : StringAttr();
    return attr ? attr : builder.getStringAttr(otherwise);
  };
  auto keepOthers = [&](Operation *op, DictionaryAttr attrs) {
    if (!attrs)
      return;
    for (NamedAttribute attr : attrs)
      if (attr.getName() != "dist.name" && attr.getName() != "dist.role")
        op->setAttr(attr.getName(), attr.getValue());
  };
  auto offsetOf = [&](Value value) {
    Place place = *placeOf(value);
    return builder.getI64IntegerAttr(offsets[place.buffer] + place.offset);
  };
  for (BlockArgument arg : block->getArguments()) {
    DictionaryAttr attrs = program.getArgAttrDict(arg.getArgNumber());
    auto tensor = sched::TensorOp::create(
        builder, arg.getLoc(), arg.getType(),
        text(attrs, "dist.name", "arg" + std::to_string(arg.getArgNumber())),
        text(attrs, "dist.role", "input"), offsetOf(arg));
    keepOthers(tensor, attrs);
    map[arg] = tensor;
  }
  for (Operation &op : block->without_terminator()) {
    if (isa<stablehlo::ReshapeOp, stablehlo::SliceOp>(op)) {
      // Rows of a stack are no values before the stack is.
      FailureOr<ByteView> outer = viewOf(op.getResult(0));
      FailureOr<ByteView> inner = viewOf(op.getOperand(0));
      map[op.getResult(0)] = sched::ViewOp::create(
          builder, op.getLoc(), op.getResult(0).getType(), map[op.getOperand(0)],
          builder.getI64IntegerAttr(outer->offset - inner->offset));
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(map[operand]);
    if (isa<stablehlo::ConcatenateOp>(op)) {
      map[op.getResult(0)] =
          sched::JoinOp::create(builder, op.getLoc(), op.getResult(0).getType(), operands);
      continue;
    }
    Action &action = actions[position[&op]];
    auto name = op.getAttrOfType<StringAttr>("dist.action");
    SmallVector<int64_t> formals(action.formals.begin(), action.formals.end());
    auto created = sched::ActionOp::create(
        builder, op.getLoc(), op.getResultTypes(),
        name ? name : builder.getStringAttr(action.segment.getSymName()),
        action.call.getCalleeAttr(), operands, builder.getDenseI64ArrayAttr(formals),
        action.scratchBytes ? builder.getI64IntegerAttr(action.scratch) : IntegerAttr(),
        action.waits.empty() ? DenseI64ArrayAttr() : builder.getDenseI64ArrayAttr(action.waits),
        op.getAttrOfType<IntegerAttr>("dist.stage"),
        op.getAttrOfType<IntegerAttr>("dist.microbatch"));
    for (auto [from, to] : llvm::zip_equal(op.getResults(), created.getResults()))
      map[from] = to;
  }
  for (auto [index, value] : llvm::enumerate(block->getTerminator()->getOperands())) {
    DictionaryAttr attrs = program.getResultAttrDict(index);
    auto output = sched::OutputOp::create(
        builder, value.getLoc(), text(attrs, "dist.name", "result" + std::to_string(index)),
        text(attrs, "dist.role", "output"), map[value], offsetOf(value));
    keepOthers(output, attrs);
  }
  program.erase();
  return success();
}

LogicalResult ProgramScheduler::run() {
  if (failed(collect()) || failed(place()))
    return failure();
  pack();
  if (failed(bind()))
    return failure();
  addWaits();
  return emit();
}

LogicalResult shardc::scheduleProgram(func::FuncOp program, SymbolTableCollection &symbols) {
  return ProgramScheduler(program, symbols).run();
}
