//===- ProgramSchedule.cpp - one program of actions -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Places every value of a program in one arena and works out which actions must
// wait for which. Arguments keep their place all through the step; a value lives
// from the action that makes it to the last one that reads it. What a loop reads
// from outside, and what it carries, lives through all of the loop.
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
  /// Positions of the actions of a loop.
  struct Loop {
    int64_t first = 0, body = 0, end = 0;
  };

  LogicalResult collect(mlir::Block &from);
  LogicalResult place();
  LogicalResult placeAction(int64_t index);
  LogicalResult placeLoop(stablehlo::WhileOp loop);
  LogicalResult placeBlock(mlir::Block &from);
  Place newBuffer(uint64_t bytes, int64_t begin, int64_t end) {
    buffers.push_back({begin, end, bytes});
    return Place{unsigned(buffers.size() - 1), 0};
  }
  void extend(Place place, int64_t begin, int64_t end);
  /// When a value that is read in `reader` at `at` is read for the last time: at
  /// the end of the outermost loop that it comes into from outside.
  int64_t lastUse(Value value, mlir::Block *reader, int64_t at);
  FailureOr<Place> placeOf(Value value);
  void pack();
  LogicalResult bind();
  void addWaits();
  LogicalResult emit();
  void emitOps(mlir::Block &from, OpBuilder &builder, llvm::DenseMap<Value, Value> &map);
  void emitLoop(stablehlo::WhileOp loop, OpBuilder &builder, llvm::DenseMap<Value, Value> &map);
  int64_t offsetOf(Value value) {
    Place place = *placeOf(value);
    return offsets[place.buffer] + place.offset;
  }

  func::FuncOp program;
  mlir::Block *block;
  SymbolTableCollection &symbols;
  SmallVector<Action> actions;
  llvm::DenseMap<Operation *, int64_t> position;
  llvm::DenseMap<Operation *, Loop> loops;
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

LogicalResult ProgramScheduler::collect(mlir::Block &from) {
  for (Operation &op : from) {
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op)) {
      Loop range;
      range.first = actions.size();
      if (failed(collect(loop.getCond().front())))
        return failure();
      range.body = actions.size();
      if (failed(collect(loop.getBody().front())))
        return failure();
      range.end = actions.size();
      if (range.first == range.end)
        return loop.emitOpError() << "can't be scheduled: nothing in it is computed";
      loops[loop] = range;
      continue;
    }
    auto call = dyn_cast<func::CallOp>(op);
    if (!call)
      continue;
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

int64_t ProgramScheduler::lastUse(Value value, mlir::Block *reader, int64_t at) {
  FailureOr<ByteView> view = viewOf(value);
  mlir::Block *home = succeeded(view) ? view->root.getParentBlock() : reader;
  for (; reader != home && reader->getParentOp() != program;
       reader = reader->getParentOp()->getBlock())
    if (auto it = loops.find(reader->getParentOp()); it != loops.end())
      at = std::max(at, it->second.end - 1);
  return at;
}

LogicalResult ProgramScheduler::placeAction(int64_t index) {
  Action &action = actions[index];
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
    extend(*place, at, lastUse(operand, action.call->getBlock(), end));
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
  if (action.scratchBytes)
    scratchBuffers[index] = newBuffer(action.scratchBytes, at, at).buffer;
  return success();
}

LogicalResult ProgramScheduler::placeLoop(stablehlo::WhileOp loop) {
  Loop range = loops.lookup(loop);
  for (auto [index, operand] : llvm::enumerate(loop->getOperands())) {
    FailureOr<Place> place = placeOf(operand);
    if (failed(place))
      return failure();
    extend(*place, range.first, lastUse(operand, loop->getBlock(), range.end - 1));
    places[loop.getCond().getArgument(index)] = *place;
    places[loop.getBody().getArgument(index)] = *place;
    places[loop.getResult(index)] = *place;
  }
  if (failed(placeBlock(loop.getCond().front())))
    return failure();
  // The condition is read back when its last action is done.
  Value asked = loop.getCond().front().getTerminator()->getOperand(0);
  FailureOr<Place> predicate = placeOf(asked);
  if (failed(predicate))
    return failure();
  int64_t at = std::max(range.first, range.body - 1);
  extend(*predicate, at, lastUse(asked, &loop.getCond().front(), at));
  if (failed(placeBlock(loop.getBody().front())))
    return failure();
  mlir::Block &body = loop.getBody().front();
  for (auto [index, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
    FailureOr<Place> next = placeOf(value);
    if (failed(next))
      return failure();
    Place wanted = places[body.getArgument(index)];
    if (next->buffer != wanted.buffer || next->offset != wanted.offset)
      return loop.emitOpError() << "can't be scheduled: carried value " << index
                                << " does not end in its place";
  }
  return success();
}

LogicalResult ProgramScheduler::placeBlock(mlir::Block &from) {
  for (Operation &op : from) {
    LogicalResult placed = success();
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
      placed = placeLoop(loop);
    else if (auto it = position.find(&op); it != position.end())
      placed = placeAction(it->second);
    if (failed(placed))
      return failure();
  }
  return success();
}

LogicalResult ProgramScheduler::place() {
  int64_t last = actions.size();
  scratchBuffers.assign(actions.size(), -1);
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
  if (failed(placeBlock(*block)))
    return failure();
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

void ProgramScheduler::emitOps(mlir::Block &from, OpBuilder &builder,
                               llvm::DenseMap<Value, Value> &map) {
  for (Operation &op : from.without_terminator()) {
    if (isa<stablehlo::ReshapeOp, stablehlo::SliceOp>(op)) {
      // Rows of a stack are no values before the stack is.
      FailureOr<ByteView> outer = viewOf(op.getResult(0));
      FailureOr<ByteView> inner = viewOf(op.getOperand(0));
      map[op.getResult(0)] = sched::ViewOp::create(
          builder, op.getLoc(), op.getResult(0).getType(), map[op.getOperand(0)],
          builder.getI64IntegerAttr(outer->offset - inner->offset));
      continue;
    }
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op)) {
      emitLoop(loop, builder, map);
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
}

void ProgramScheduler::emitLoop(stablehlo::WhileOp loop, OpBuilder &builder,
                                llvm::DenseMap<Value, Value> &map) {
  auto mapped = [&](ValueRange values) {
    SmallVector<Value> all;
    for (Value value : values)
      all.push_back(map[value]);
    return all;
  };
  SmallVector<int64_t> carried;
  for (Value result : loop->getResults())
    carried.push_back(offsetOf(result));
  Value asked = loop.getCond().front().getTerminator()->getOperand(0);
  auto made = sched::LoopOp::create(
      builder, loop.getLoc(), loop->getResultTypes(), mapped(loop->getOperands()),
      builder.getDenseI64ArrayAttr(carried), builder.getI64IntegerAttr(offsetOf(asked)));
  for (auto [from, to] :
       {std::pair(&loop.getCond(), &made.getCond()), std::pair(&loop.getBody(), &made.getBody())}) {
    OpBuilder::InsertionGuard guard(builder);
    mlir::Block *block = builder.createBlock(to);
    for (BlockArgument argument : from->front().getArguments())
      map[argument] = block->addArgument(argument.getType(), argument.getLoc());
    emitOps(from->front(), builder, map);
    sched::YieldOp::create(builder, loop.getLoc(),
                           mapped(from->front().getTerminator()->getOperands()));
  }
  for (auto [from, to] : llvm::zip_equal(loop->getResults(), made.getResults()))
    map[from] = to;
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
  auto offsetAttr = [&](Value value) { return builder.getI64IntegerAttr(offsetOf(value)); };
  for (BlockArgument arg : block->getArguments()) {
    DictionaryAttr attrs = program.getArgAttrDict(arg.getArgNumber());
    auto tensor = sched::TensorOp::create(
        builder, arg.getLoc(), arg.getType(),
        text(attrs, "dist.name", "arg" + std::to_string(arg.getArgNumber())),
        text(attrs, "dist.role", "input"), offsetAttr(arg));
    keepOthers(tensor, attrs);
    map[arg] = tensor;
  }
  emitOps(*block, builder, map);
  for (auto [index, value] : llvm::enumerate(block->getTerminator()->getOperands())) {
    DictionaryAttr attrs = program.getResultAttrDict(index);
    auto output = sched::OutputOp::create(
        builder, value.getLoc(), text(attrs, "dist.name", "result" + std::to_string(index)),
        text(attrs, "dist.role", "output"), map[value], offsetAttr(value));
    keepOthers(output, attrs);
  }
  program.erase();
  return success();
}

LogicalResult ProgramScheduler::run() {
  if (failed(collect(*block)) || failed(place()))
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
