//===- SegmentSchedule.cpp - streams and buffers of a segment ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// In three steps: results go where they must end, and chains of in-place ops
// before them with them; what is left is packed into scratch by lifetimes in
// enqueue order; then every conflict between streams that no event orders yet
// gets one.
//
//===----------------------------------------------------------------------===//
#include "SegmentSchedule.h"
#include "ByteMap.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Schedule/Packing.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace shardc;
using sched::StreamKind;

Value shardc::bufferRoot(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    if (!isa<stablehlo::ReshapeOp, dist::WaitOp>(def))
      break;
    value = def->getOperand(0);
  }
  return value;
}

static bool isCollective(Operation *op) {
  return isa<dist::AllReduceOp, dist::AllGatherOp, dist::ReduceScatterOp, dist::AllToAllOp,
             dist::PermuteOp, dist::BroadcastOp>(op);
}

Operation *shardc::collectiveOf(Operation *op) {
  if (isCollective(op))
    return op;
  if (auto start = dyn_cast<dist::StartOp>(op)) {
    Operation *inner = &start.getBody().front().front();
    return isCollective(inner) ? inner : nullptr;
  }
  return nullptr;
}

bool shardc::isInstruction(Operation *op) {
  return isa<sched::LaunchOp, sched::GemmOp, sched::CopyOp, sched::FillOp, dist::SendOp,
             dist::RecvOp>(op) ||
         collectiveOf(op);
}

StreamKind shardc::streamOf(Operation *op) {
  if (isa<dist::SendOp, dist::RecvOp>(op))
    return StreamKind::PointToPoint;
  return collectiveOf(op) ? StreamKind::Collective : StreamKind::Compute;
}

int64_t shardc::sharedOperand(Operation *op, unsigned index) {
  if (auto launch = dyn_cast<sched::LaunchOp>(op))
    return launch.getInplaceOperand(index);
  if (auto gemm = dyn_cast<sched::GemmOp>(op))
    return gemm.getAccumulator() ? 2 : -1;
  if (Operation *collective = collectiveOf(op))
    return isa<dist::AllReduceOp, dist::BroadcastOp>(collective) ? 0 : -1;
  return -1;
}

namespace {
class SegmentScheduler {
public:
  explicit SegmentScheduler(func::FuncOp segment)
      : segment(segment), block(&segment.getBody().front()) {}

  LogicalResult run();

private:
  /// Where values live: a formal, or scratch until packed.
  struct Storage {
    int64_t formal = -1;
    int64_t begin = 0, end = 0;
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };

  LogicalResult collect();
  void insertAccumulatorCopies();
  void analyse();
  bool pinResults();
  void coalesce();
  bool placeAccumulators();
  void pack();
  void insertEvents();
  void annotate();

  unsigned storageOf(Value value) { return storageOfRoot.lookup(bufferRoot(value)); }
  bool isDonated(Value root) {
    auto arg = dyn_cast<BlockArgument>(root);
    return arg && takenBy[arg.getArgNumber()] >= 0;
  }
  /// The result that an argument's buffer goes to may be written by `op`, as its
  /// result `index`: nothing reads the argument later, and `op` itself only as
  /// the operand it may overwrite.
  bool mayOverwrite(Value argument, Operation *op, unsigned index);
  sched::BufferAttr bufferOf(Value value);

  func::FuncOp segment;
  mlir::Block *block;
  SmallVector<Operation *> instructions;
  llvm::DenseMap<Operation *, int64_t> position;
  SmallVector<int64_t> donate;  ///< by result: argument, or -1
  SmallVector<int64_t> takenBy; ///< by argument: result, or -1
  SmallVector<int64_t> resultFormals;
  SmallVector<int64_t> formalBytes;
  /// Readers of each root, by position; the end of the segment counts as one.
  llvm::DenseMap<Value, SmallVector<int64_t>> reads;
  llvm::DenseMap<Value, unsigned> storageOfRoot;
  SmallVector<Storage> storages;
  uint64_t scratchBytes = 0, largestLive = 0;
  int64_t numEvents = 0;
};
} // namespace

LogicalResult SegmentScheduler::collect() {
  for (TypeRange types :
       {TypeRange(segment.getArgumentTypes()), TypeRange(segment.getResultTypes())})
    for (Type type : types)
      if (!sched::isBufferType(type))
        return segment.emitError() << "a value of type " << type << " has no buffer";
  for (Operation &op : block->without_terminator()) {
    if (isa<stablehlo::ReshapeOp, dist::WaitOp>(op))
      continue;
    if (!isInstruction(&op))
      return op.emitOpError() << "can't be scheduled in segment '" << segment.getSymName()
                              << "'; run code generation first";
  }
  unsigned results = segment.getNumResults(), arguments = segment.getNumArguments();
  donate.assign(results, -1);
  if (auto attr = segment->getAttrOfType<DenseI64ArrayAttr>("dist.donate")) {
    if (attr.size() != int64_t(results))
      return segment.emitError() << "'dist.donate' has " << attr.size() << " entries for "
                                 << results << " results";
    donate.assign(attr.asArrayRef().begin(), attr.asArrayRef().end());
  }
  takenBy.assign(arguments, -1);
  for (BlockArgument arg : block->getArguments())
    formalBytes.push_back(sched::byteSize(arg.getType()));
  for (auto [result, arg] : llvm::enumerate(donate)) {
    if (arg < 0) {
      resultFormals.push_back(formalBytes.size());
      formalBytes.push_back(sched::byteSize(segment.getResultTypes()[result]));
      continue;
    }
    if (arg >= int64_t(arguments) || takenBy[arg] >= 0 ||
        formalBytes[arg] != sched::byteSize(segment.getResultTypes()[result]))
      return segment.emitError() << "result " << result << " can't take over argument " << arg;
    takenBy[arg] = result;
    resultFormals.push_back(arg);
  }
  return success();
}

/// An accumulating product overwrites what it adds to, so that must be dead and
/// its own.
void SegmentScheduler::insertAccumulatorCopies() {
  analyse();
  Operation *ret = block->getTerminator();
  for (Operation *op : instructions) {
    auto gemm = dyn_cast<sched::GemmOp>(op);
    if (!gemm || !gemm.getAccumulator())
      continue;
    Value root = bufferRoot(gemm.getAccumulator());
    int64_t at = position[op];
    bool dead = llvm::all_of(reads[root], [&](int64_t read) { return read <= at; }) &&
                llvm::count(reads[root], at) == 1;
    auto arg = dyn_cast<BlockArgument>(root);
    bool own =
        !arg || (isDonated(arg) &&
                 bufferRoot(ret->getOperand(takenBy[arg.getArgNumber()])) == gemm.getResult());
    if (dead && own)
      continue;
    OpBuilder builder(op);
    gemm.getAccumulatorMutable().assign(
        sched::CopyOp::create(builder, op->getLoc(), gemm.getAccumulator()));
  }
}

void SegmentScheduler::analyse() {
  instructions.clear();
  position.clear();
  reads.clear();
  for (Operation &op : block->without_terminator())
    if (isInstruction(&op)) {
      position[&op] = instructions.size();
      instructions.push_back(&op);
    }
  for (Operation *op : instructions)
    for (Value operand : op->getOperands())
      reads[bufferRoot(operand)].push_back(position[op]);
  for (Value operand : block->getTerminator()->getOperands())
    reads[bufferRoot(operand)].push_back(instructions.size());
}

bool SegmentScheduler::mayOverwrite(Value argument, Operation *op, unsigned index) {
  int64_t at = position[op];
  unsigned atThis = 0;
  for (int64_t read : reads[argument]) {
    if (read > at)
      return false;
    atThis += read == at;
  }
  if (atThis == 0)
    return true;
  int64_t shared = sharedOperand(op, index);
  return atThis == 1 && shared >= 0 && bufferRoot(op->getOperand(shared)) == argument;
}

/// Gives each root its storage, results in their formals. False when a copy had
/// to be inserted and the analysis must start over.
bool SegmentScheduler::pinResults() {
  storages.clear();
  storageOfRoot.clear();
  auto add = [&](Value root, int64_t formal, int64_t begin) {
    storageOfRoot[root] = storages.size();
    int64_t end = begin;
    for (int64_t read : reads[root])
      end = std::max(end, read);
    storages.push_back({formal, begin, end, 0, uint64_t(sched::byteSize(root.getType()))});
  };
  for (BlockArgument arg : block->getArguments())
    add(arg, arg.getArgNumber(), -1);
  for (Operation *op : instructions)
    for (Value result : op->getResults())
      add(result, -1, position[op]);
  Operation *ret = block->getTerminator();
  SmallVector<unsigned> order;
  for (unsigned i = 0; i < donate.size(); ++i)
    if (donate[i] >= 0)
      order.push_back(i);
  for (unsigned i = 0; i < donate.size(); ++i)
    if (donate[i] < 0)
      order.push_back(i);
  SmallVector<unsigned> copies;
  for (unsigned index : order) {
    Value root = bufferRoot(ret->getOperand(index));
    Storage &storage = storages[storageOfRoot[root]];
    int64_t wanted = resultFormals[index];
    // An argument that is its own result stays where it is.
    if (storage.formal == wanted && isa<BlockArgument>(root))
      continue;
    bool free = storage.formal < 0;
    if (free && donate[index] >= 0) {
      auto result = cast<OpResult>(root);
      free = mayOverwrite(block->getArgument(donate[index]), result.getOwner(),
                          result.getResultNumber());
    }
    if (free)
      storage.formal = wanted;
    else
      copies.push_back(index);
  }
  if (copies.empty())
    return true;
  OpBuilder builder(ret);
  // What is read from a formal that another copy overwrites is saved first.
  for (unsigned index : copies) {
    Value value = ret->getOperand(index);
    Value root = bufferRoot(value);
    if (isDonated(root) && takenBy[cast<BlockArgument>(root).getArgNumber()] != int64_t(index))
      ret->setOperand(index, sched::CopyOp::create(builder, value.getLoc(), value));
  }
  for (unsigned index : copies) {
    Value value = ret->getOperand(index);
    ret->setOperand(index, sched::CopyOp::create(builder, value.getLoc(), value));
  }
  return false;
}

/// From the last op to the first: an operand that dies where its buffer may be
/// taken over shares the result's storage.
void SegmentScheduler::coalesce() {
  for (Operation *op : llvm::reverse(instructions)) {
    int64_t at = position[op];
    for (auto [index, result] : llvm::enumerate(op->getResults())) {
      int64_t shared = sharedOperand(op, index);
      if (shared < 0)
        continue;
      Value root = bufferRoot(op->getOperand(shared));
      auto made = dyn_cast<OpResult>(root);
      if (!made || llvm::any_of(reads[root], [&](int64_t read) { return read > at; }) ||
          llvm::count(reads[root], at) != 1)
        continue;
      unsigned from = storageOfRoot[root], to = storageOfRoot[result];
      if (from == to || storages[from].formal >= 0 || storages[from].bytes != storages[to].bytes)
        continue;
      int64_t formal = storages[to].formal;
      if (formal >= 0 && formal < int64_t(takenBy.size()) &&
          !mayOverwrite(block->getArgument(formal), made.getOwner(), made.getResultNumber()))
        continue;
      storages[to].begin = std::min(storages[to].begin, storages[from].begin);
      storages[to].end = std::max(storages[to].end, storages[from].end);
      // Going backwards, nothing else can be in the operand's storage yet.
      storageOfRoot[root] = to;
    }
  }
}

/// Products must find what they add to in the storage of their result. False
/// when a copy had to be inserted for it.
bool SegmentScheduler::placeAccumulators() {
  for (Operation *op : instructions) {
    auto gemm = dyn_cast<sched::GemmOp>(op);
    if (!gemm || !gemm.getAccumulator())
      continue;
    unsigned before = storageOf(gemm.getAccumulator()), after = storageOf(gemm.getResult());
    // An argument and the result that takes it over are two storages in one formal.
    if (before == after ||
        (storages[before].formal >= 0 && storages[before].formal == storages[after].formal))
      continue;
    OpBuilder builder(op);
    gemm.getAccumulatorMutable().assign(
        sched::CopyOp::create(builder, op->getLoc(), gemm.getAccumulator()));
    return false;
  }
  return true;
}

void SegmentScheduler::pack() {
  SmallVector<unsigned> indices;
  SmallVector<Lifetime> lifetimes;
  llvm::DenseSet<unsigned> used;
  for (auto &entry : storageOfRoot)
    used.insert(entry.second);
  for (unsigned i = 0; i < storages.size(); ++i)
    if (storages[i].formal < 0 && used.contains(i)) {
      indices.push_back(i);
      lifetimes.push_back({storages[i].begin, storages[i].end, storages[i].bytes});
    }
  Packing packing = packLifetimes(lifetimes);
  for (auto [index, offset] : llvm::zip_equal(indices, packing.offsets))
    storages[index].offset = offset;
  scratchBytes = packing.total;
  largestLive = packing.largestLive;
}

sched::BufferAttr SegmentScheduler::bufferOf(Value value) {
  const Storage &storage = storages[storageOf(value)];
  return sched::BufferAttr::get(segment.getContext(), storage.formal,
                                storage.formal >= 0 ? 0 : storage.offset, storage.bytes);
}

void SegmentScheduler::insertEvents() {
  constexpr unsigned numStreams = 3;
  using Clock = std::array<int64_t, numStreams>;
  struct Bytes {
    int64_t writer = -1;
    Clock readers{-1, -1, -1};
  };
  std::map<int64_t, ByteMap<Bytes>> memory; // by formal; -1: scratch
  SmallVector<unsigned> streams;
  SmallVector<Clock> after; // clock when the op has finished
  Clock clocks[numStreams];
  for (Clock &clock : clocks)
    clock.fill(-1);
  llvm::DenseMap<int64_t, int64_t> eventOf;
  SmallVector<std::pair<int64_t, int64_t>> waits; // (op, op it waits for)
  for (Operation *op : instructions) {
    int64_t at = position[op];
    unsigned stream = unsigned(streamOf(op));
    streams.push_back(stream);
    // The latest op of each other stream that this one must follow.
    Clock needed;
    needed.fill(-1);
    auto need = [&](int64_t other) {
      if (other >= 0 && other != at)
        needed[streams[other]] = std::max(needed[streams[other]], other);
    };
    auto visit = [&](Value value, bool writes) {
      sched::BufferAttr buffer = bufferOf(value);
      uint64_t begin = buffer.getOffset(), end = begin + buffer.getBytes();
      memory[buffer.getFormal()].forRange(begin, end, [&](uint64_t, uint64_t, Bytes &bytes) {
        need(bytes.writer);
        if (!writes) {
          bytes.readers[stream] = at;
          return;
        }
        for (int64_t reader : bytes.readers)
          need(reader);
        bytes.writer = at;
        bytes.readers.fill(-1);
      });
    };
    for (Value operand : op->getOperands())
      visit(operand, false);
    for (Value result : op->getResults())
      visit(result, true);
    for (unsigned other = 0; other < numStreams; ++other) {
      if (other == stream || needed[other] <= clocks[stream][other])
        continue;
      waits.push_back({at, needed[other]});
      const Clock &theirs = after[needed[other]];
      for (unsigned i = 0; i < numStreams; ++i)
        clocks[stream][i] = std::max(clocks[stream][i], theirs[i]);
    }
    clocks[stream][stream] = at;
    after.push_back(clocks[stream]);
  }
  MLIRContext *context = segment.getContext();
  for (auto [op, other] : waits) {
    auto [it, isNew] = eventOf.insert({other, numEvents});
    if (isNew) {
      ++numEvents;
      OpBuilder builder(context);
      builder.setInsertionPointAfter(instructions[other]);
      sched::RecordOp::create(builder, instructions[other]->getLoc(),
                              builder.getI64IntegerAttr(it->second),
                              sched::StreamKindAttr::get(context, StreamKind(streams[other])));
    }
    OpBuilder builder(instructions[op]);
    sched::WaitOp::create(builder, instructions[op]->getLoc(),
                          builder.getI64IntegerAttr(it->second),
                          sched::StreamKindAttr::get(context, StreamKind(streams[op])));
  }
}

void SegmentScheduler::annotate() {
  MLIRContext *context = segment.getContext();
  Builder builder(context);
  for (Operation *op : instructions) {
    op->setAttr("sched.stream", sched::StreamKindAttr::get(context, streamOf(op)));
    SmallVector<Attribute> buffers;
    for (Value result : op->getResults())
      buffers.push_back(bufferOf(result));
    if (!buffers.empty())
      op->setAttr("sched.buffers", builder.getArrayAttr(buffers));
  }
  segment->setAttr("sched.scratch", builder.getI64IntegerAttr(scratchBytes));
  segment->setAttr("sched.largest_live", builder.getI64IntegerAttr(largestLive));
  segment->setAttr("sched.events", builder.getI64IntegerAttr(numEvents));
  segment->setAttr("sched.formals", builder.getDenseI64ArrayAttr(formalBytes));
  segment->setAttr("sched.result_formals", builder.getDenseI64ArrayAttr(resultFormals));
}

LogicalResult SegmentScheduler::run() {
  if (failed(collect()))
    return failure();
  insertAccumulatorCopies();
  // Each round moves what is misplaced into a copy of its own, which the next
  // round can place: so there are at most as many as ops and results.
  size_t rounds = instructions.size() + segment.getNumResults() + 3;
  for (size_t round = 0;; ++round) {
    if (round > rounds)
      return segment.emitError() << "results can't be brought to their places";
    analyse();
    if (!pinResults())
      continue;
    coalesce();
    if (placeAccumulators())
      break;
  }
  pack();
  insertEvents();
  annotate();
  return success();
}

LogicalResult shardc::scheduleSegment(func::FuncOp segment) {
  if (!segment.getBody().hasOneBlock())
    return segment.emitError() << "a segment must have one block";
  return SegmentScheduler(segment).run();
}
