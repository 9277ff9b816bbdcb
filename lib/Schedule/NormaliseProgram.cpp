//===- NormaliseProgram.cpp - everything an action --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Makes segments for what is no segment yet: transfers that follow each other to
// one peer become one group, zeros one fill, and copies bring stacked rows and
// updated parameters to places that they were not computed in.
//
//===----------------------------------------------------------------------===//
#include "ProgramSchedule.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace shardc;

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

SegmentFactory::SegmentFactory(ModuleOp module, Operation *before)
    : module(module), before(before), symbols(module) {}

func::FuncOp SegmentFactory::create(StringRef stem, FunctionType type, StringRef kind) {
  OpBuilder builder(before);
  auto segment = func::FuncOp::create(builder, before->getLoc(), stem, type);
  segment.setPrivate();
  // The symbol table makes the name unique.
  segment->remove();
  symbols.insert(segment, mlir::Block::iterator(before));
  segment->setAttr("dist.segment", builder.getStringAttr(kind));
  segment.addEntryBlock();
  return segment;
}

static std::string typesKey(TypeRange types) {
  std::string key;
  llvm::raw_string_ostream stream(key);
  llvm::interleave(types, stream, [&](Type type) { stream << type; }, ";");
  return key;
}

static int64_t channelOf(Operation *op) {
  if (auto send = dyn_cast<dist::SendOp>(op))
    return send.getChannel();
  return cast<dist::RecvOp>(op).getChannel();
}

static int64_t peerOf(Operation *op) {
  if (auto send = dyn_cast<dist::SendOp>(op))
    return send.getPeer();
  return cast<dist::RecvOp>(op).getPeer();
}

static StringRef axisOf(Operation *op) {
  if (auto send = dyn_cast<dist::SendOp>(op))
    return send.getAxis();
  return cast<dist::RecvOp>(op).getAxis();
}

static int64_t microbatchOf(Operation *op) {
  auto attr = op->getAttrOfType<IntegerAttr>("dist.microbatch");
  return attr ? attr.getInt() : -1;
}

void SegmentFactory::numberTransfers(ArrayRef<func::FuncOp> programs) {
  for (func::FuncOp program : programs) {
    // (axis, peer, kind of action) -> how many transfers of a microbatch so far.
    std::map<std::tuple<std::string, int64_t, std::string, int64_t>, int64_t> count;
    std::map<std::tuple<std::string, int64_t, std::string, int64_t>, int64_t> numbers;
    std::map<std::pair<std::string, int64_t>, int64_t> next;
    for (auto send : program.getBody().front().getOps<dist::SendOp>()) {
      std::string kind;
      if (auto action = send->getAttrOfType<StringAttr>("dist.action"))
        kind = action.getValue().rtrim("0123456789").str();
      std::string axis = send.getAxis().str();
      int64_t peer = send.getPeer();
      int64_t ordinal = count[{axis, peer, kind, microbatchOf(send)}]++;
      auto [it, isNew] = numbers.insert({{axis, peer, kind, ordinal}, 0});
      if (isNew)
        it->second = next[{axis, peer}]++;
      numberOfChannel[send.getChannel()] = it->second;
    }
  }
}

func::FuncOp SegmentFactory::transfers(ArrayRef<Operation *> group) {
  bool sends = isa<dist::SendOp>(group.front());
  SmallVector<Type> types;
  std::string key = sends ? "send" : "recv";
  key += axisOf(group.front()).str() + std::to_string(peerOf(group.front()));
  for (Operation *op : group) {
    types.push_back(sends ? op->getOperand(0).getType() : op->getResult(0).getType());
    key += "#" + std::to_string(numberOfChannel.lookup(channelOf(op)));
  }
  key += typesKey(types);
  func::FuncOp &segment = made[key];
  if (segment)
    return segment;
  OpBuilder builder(module.getContext());
  auto type = sends ? builder.getFunctionType(types, {}) : builder.getFunctionType({}, types);
  segment = create((sends ? "send_to_" : "recv_from_") + std::to_string(peerOf(group.front())),
                   type, "transfer");
  segment->setAttr("sched.stream", sched::StreamKindAttr::get(module.getContext(),
                                                              sched::StreamKind::PointToPoint));
  mlir::Block *body = &segment.getBody().front();
  builder.setInsertionPointToEnd(body);
  SmallVector<Value> results;
  for (auto [index, op] : llvm::enumerate(group)) {
    Operation *clone = builder.clone(*op);
    // One segment serves all microbatches: it has the number of the value, not
    // of one transfer.
    int64_t number = numberOfChannel.lookup(channelOf(op));
    if (auto send = dyn_cast<dist::SendOp>(clone))
      send.setChannel(number);
    else
      cast<dist::RecvOp>(clone).setChannel(number);
    clone->setAttr("sched.sequence", builder.getI64IntegerAttr(number));
    for (StringRef name : {"dist.action", "dist.microbatch", "dist.stage"})
      clone->removeAttr(name);
    if (sends)
      clone->setOperand(0, body->getArgument(index));
    else
      results.push_back(clone->getResult(0));
  }
  func::ReturnOp::create(builder, segment.getLoc(), results);
  return segment;
}

func::FuncOp SegmentFactory::fills(TypeRange types) {
  func::FuncOp &segment = made["fill" + typesKey(types)];
  if (segment)
    return segment;
  OpBuilder builder(module.getContext());
  segment = create("zeros", builder.getFunctionType({}, types), "fill");
  builder.setInsertionPointToEnd(&segment.getBody().front());
  SmallVector<Value> results;
  for (Type type : types)
    results.push_back(
        sched::FillOp::create(builder, segment.getLoc(), type, builder.getI64IntegerAttr(0)));
  func::ReturnOp::create(builder, segment.getLoc(), results);
  return segment;
}

func::FuncOp SegmentFactory::copy(Type type, bool onto) {
  func::FuncOp &segment = made[(onto ? "onto" : "copy") + typesKey(type)];
  if (segment)
    return segment;
  OpBuilder builder(module.getContext());
  SmallVector<Type> inputs(onto ? 2 : 1, type);
  segment = create(onto ? "copy_onto" : "copy", builder.getFunctionType(inputs, type), "copy");
  mlir::Block *body = &segment.getBody().front();
  builder.setInsertionPointToEnd(body);
  Value copy = sched::CopyOp::create(builder, segment.getLoc(), body->getArguments().back());
  func::ReturnOp::create(builder, segment.getLoc(), copy);
  segment->setAttr("dist.donate", builder.getDenseI64ArrayAttr({onto ? 0 : -1}));
  return segment;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

FailureOr<ByteView> shardc::viewOf(Value value) {
  ByteView view{value, 0};
  while (Operation *def = view.root.getDefiningOp()) {
    if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(def)) {
      view.root = reshape.getOperand();
      continue;
    }
    auto slice = dyn_cast<stablehlo::SliceOp>(def);
    if (!slice)
      break;
    auto type = cast<RankedTensorType>(slice.getOperand().getType());
    auto start = slice.getStartIndices(), limit = slice.getLimitIndices();
    bool rows = type.getRank() > 0 && type.getDimSize(0) > 0;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      rows &= slice.getStrides()[dim] == 1;
      if (dim > 0)
        rows &= start[dim] == 0 && limit[dim] == type.getDimSize(dim);
    }
    if (!rows)
      return slice.emitOpError() << "is not a view of whole rows";
    view.offset += start[0] * (sched::byteSize(type) / type.getDimSize(0));
    view.root = slice.getOperand();
  }
  return view;
}

static func::CallOp call(OpBuilder &builder, Location loc, func::FuncOp segment,
                         ValueRange operands, StringRef action, Operation *like) {
  auto op = func::CallOp::create(builder, loc, segment, operands);
  if (like)
    for (StringRef name : {"dist.stage", "dist.microbatch"})
      if (Attribute attr = like->getAttr(name))
        op->setAttr(name, attr);
  op->setAttr("dist.action", builder.getStringAttr(action));
  return op;
}

/// Transfers and zeros become calls.
static LogicalResult makeCalls(func::FuncOp program, SegmentFactory &factory) {
  mlir::Block &block = program.getBody().front();
  SmallVector<Operation *> group;
  SmallVector<stablehlo::ConstantOp> zeros;
  auto flushGroup = [&] {
    if (group.empty())
      return;
    func::FuncOp segment = factory.transfers(group);
    OpBuilder builder(group.back());
    SmallVector<Value> sent;
    StringRef action = "transfer";
    if (auto name = group.front()->getAttrOfType<StringAttr>("dist.action"))
      action = name.getValue();
    for (Operation *op : group)
      if (isa<dist::SendOp>(op))
        sent.push_back(op->getOperand(0));
    auto made = call(builder, group.front()->getLoc(), segment, sent, action, group.front());
    unsigned index = 0;
    for (Operation *op : group) {
      if (isa<dist::RecvOp>(op))
        op->getResult(0).replaceAllUsesWith(made.getResult(index++));
      op->erase();
    }
    group.clear();
  };
  auto flushZeros = [&] {
    if (zeros.empty())
      return;
    SmallVector<Type> types;
    for (stablehlo::ConstantOp op : zeros)
      types.push_back(op.getType());
    OpBuilder builder(zeros.back());
    auto made = call(builder, zeros.front().getLoc(), factory.fills(types), {}, "zeros", nullptr);
    for (auto [op, value] : llvm::zip_equal(zeros, made.getResults())) {
      op.getResult().replaceAllUsesWith(value);
      op.erase();
    }
    zeros.clear();
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<dist::SendOp, dist::RecvOp>(op)) {
      flushZeros();
      if (!group.empty() &&
          (group.front()->getName() != op.getName() || peerOf(group.front()) != peerOf(&op) ||
           axisOf(group.front()) != axisOf(&op) ||
           group.front()->getAttr("dist.action") != op.getAttr("dist.action")))
        flushGroup();
      group.push_back(&op);
      continue;
    }
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
      auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
      bool isZero = elements && elements.isSplat();
      if (isZero) {
        Attribute value = elements.getSplatValue<Attribute>();
        auto number = dyn_cast<FloatAttr>(value);
        isZero =
            number ? number.getValue().isPosZero() : cast<IntegerAttr>(value).getValue().isZero();
      }
      if (!isZero)
        return op.emitOpError() << "is not zero; a program computes in segments only";
      zeros.push_back(constant);
      continue;
    }
    if (isa<func::CallOp, func::ReturnOp, stablehlo::WhileOp>(op)) {
      flushGroup();
      flushZeros();
    } else if (!isa<stablehlo::ReshapeOp, stablehlo::SliceOp, stablehlo::ConcatenateOp>(op)) {
      return op.emitOpError() << "can't be scheduled in a program";
    }
  }
  return success();
}

/// Rows of stacks: each must be the whole result of an action, in no other
/// stack and in nobody's place.
static LogicalResult copyRows(func::FuncOp program, SegmentFactory &factory) {
  SymbolTableCollection tables;
  llvm::DenseSet<Value> stacked;
  for (auto stack :
       llvm::make_early_inc_range(program.getBody().front().getOps<stablehlo::ConcatenateOp>())) {
    if (stack.getDimension() != 0)
      return stack.emitOpError() << "joins along dimension " << int64_t(stack.getDimension())
                                 << "; values lie together along dimension 0 only";
    for (OpOperand &operand : stack->getOpOperands()) {
      FailureOr<ByteView> view = viewOf(operand.get());
      if (failed(view))
        return failure();
      auto producer = view->root.getDefiningOp<func::CallOp>();
      bool own = producer && view->offset == 0 &&
                 sched::byteSize(view->root.getType()) == sched::byteSize(operand.get().getType());
      if (own) {
        auto segment =
            tables.lookupNearestSymbolFrom<func::FuncOp>(producer, producer.getCalleeAttr());
        auto donate = segment->getAttrOfType<DenseI64ArrayAttr>("dist.donate");
        unsigned index = cast<OpResult>(view->root).getResultNumber();
        own = !donate || donate[index] < 0;
        // A segment that overwrites it in place has it where it wants.
        for (OpOperand &use : view->root.getUses())
          if (auto user = dyn_cast<func::CallOp>(use.getOwner())) {
            auto taker = tables.lookupNearestSymbolFrom<func::FuncOp>(user, user.getCalleeAttr());
            auto taken = taker->getAttrOfType<DenseI64ArrayAttr>("dist.donate");
            own &=
                !taken || !llvm::is_contained(taken.asArrayRef(), int64_t(use.getOperandNumber()));
          }
      }
      if (own && stacked.insert(view->root).second)
        continue;
      OpBuilder builder(stack);
      auto copy = call(builder, stack.getLoc(), factory.copy(operand.get().getType(), false),
                       operand.get(), "copy", nullptr);
      stacked.insert(copy.getResult(0));
      operand.set(copy.getResult(0));
    }
  }
  return success();
}

BlockArgument shardc::argumentUnder(Value value, SymbolTableCollection &tables) {
  while (auto producer = value.getDefiningOp<func::CallOp>()) {
    auto segment = tables.lookupNearestSymbolFrom<func::FuncOp>(producer, producer.getCalleeAttr());
    auto donate = segment->getAttrOfType<DenseI64ArrayAttr>("dist.donate");
    int64_t from = donate ? donate[cast<OpResult>(value).getResultNumber()] : -1;
    if (from < 0)
      return nullptr;
    value = producer.getOperand(from);
  }
  return dyn_cast<BlockArgument>(value);
}

/// What replaces a parameter must end in its place.
static void copyUpdates(func::FuncOp program, SegmentFactory &factory) {
  SymbolTableCollection tables;
  Operation *ret = program.getBody().front().getTerminator();
  OpBuilder builder(ret);
  struct Move {
    unsigned arg, result;
  };
  SmallVector<Move> moves;
  llvm::DenseSet<Value> movedOnto;
  for (unsigned i = 0; i < program.getNumArguments(); ++i) {
    auto attr = program.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by");
    if (!attr || argumentUnder(ret->getOperand(attr.getInt()), tables) == program.getArgument(i))
      continue;
    moves.push_back({i, unsigned(attr.getInt())});
    movedOnto.insert(program.getArgument(i));
  }
  // What is returned and lies in a place that a move overwrites is saved first.
  for (OpOperand &operand : ret->getOpOperands()) {
    Value value = operand.get(), root = value;
    while (isa_and_nonnull<stablehlo::ReshapeOp, stablehlo::SliceOp>(root.getDefiningOp()))
      root = root.getDefiningOp()->getOperand(0);
    BlockArgument under = argumentUnder(root, tables);
    if (under && movedOnto.contains(under))
      operand.set(call(builder, value.getLoc(), factory.copy(value.getType(), false), value, "copy",
                       nullptr)
                      .getResult(0));
  }
  for (Move move : moves) {
    Value value = ret->getOperand(move.result), old = program.getArgument(move.arg);
    ret->setOperand(move.result, call(builder, value.getLoc(), factory.copy(value.getType(), true),
                                      {old, value}, "copy", nullptr)
                                     .getResult(0));
  }
}

/// Checks what refers to results and arguments by number, and that all values
/// can be placed.
static LogicalResult checkNumbers(func::FuncOp program) {
  if (!program.getBody().hasOneBlock())
    return program.emitOpError() << "must have one block";
  WalkResult walk = program.walk([&](Operation *op) {
    for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        if (!sched::isBufferType(type)) {
          op->emitOpError() << "has a value of type " << type << ", which has no buffer";
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (Type type : program.getArgumentTypes())
    if (!sched::isBufferType(type))
      return program.emitOpError() << "has an argument of type " << type << ", which has no buffer";
  for (unsigned i = 0; i < program.getNumArguments(); ++i) {
    auto attr = program.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by");
    if (!attr)
      continue;
    int64_t result = attr.getInt();
    if (program.getResultTypes()[result] != program.getArgumentTypes()[i])
      return program.emitOpError() << "argument " << i << " of type "
                                   << program.getArgumentTypes()[i] << " is updated by result "
                                   << result << " of type " << program.getResultTypes()[result];
  }
  SymbolTableCollection tables;
  SmallVector<func::CallOp> calls;
  program.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp segment : calls) {
    auto callee = tables.lookupNearestSymbolFrom<func::FuncOp>(segment, segment.getCalleeAttr());
    auto donate = callee->getAttrOfType<DenseI64ArrayAttr>("dist.donate");
    if (!donate)
      continue;
    if (donate.size() != callee.getNumResults())
      return callee.emitOpError() << "'dist.donate' has " << donate.size() << " entries for "
                                  << callee.getNumResults() << " results";
    for (int64_t argument : donate.asArrayRef())
      if (argument < -1 || argument >= callee.getNumArguments())
        return callee.emitOpError()
               << "'dist.donate' names argument " << argument << " of " << callee.getNumArguments();
  }
  return success();
}

LogicalResult shardc::normaliseProgram(func::FuncOp program, SegmentFactory &factory) {
  if (failed(checkNumbers(program)))
    return failure();
  if (failed(makeCalls(program, factory)) || failed(normaliseLoops(program, factory)) ||
      failed(copyRows(program, factory)))
    return failure();
  copyUpdates(program, factory);
  return success();
}
