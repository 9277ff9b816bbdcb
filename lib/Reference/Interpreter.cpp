//===- Interpreter.cpp - ranks taking turns ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Runs every rank until it waits, completes what can be completed, and repeats.
// One order of turns gives one result: ranks share nothing but what they send.
//
//===----------------------------------------------------------------------===//
#include "shardc/Reference/Interpreter.h"

#include "Collectives.h"
#include "Machine.h"
#include "Mesh.h"
#include <deque>
#include <map>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

//===----------------------------------------------------------------------===//
// Scheduler
//===----------------------------------------------------------------------===//

namespace {
/// All ranks of one run.
class Scheduler {
public:
  Scheduler(dist::MeshAttr mesh, const InterpreterOptions &options)
      : mesh(mesh), options(options) {}

  FailureOr<SmallVector<SmallVector<Tensor>>> run(ArrayRef<func::FuncOp> functions,
                                                  ArrayRef<SmallVector<Tensor>> arguments);

private:
  /// One thing may be done for the waiting `rank`: true when it was.
  FailureOr<bool> complete(int64_t rank);
  FailureOr<bool> completeCollective(int64_t rank);
  FailureOr<bool> completeSend(int64_t rank, dist::SendOp op);
  FailureOr<bool> completeRecv(int64_t rank, dist::RecvOp op);
  /// The rank that differs from `rank` only by having coordinate `peer`.
  FailureOr<int64_t> peerOf(int64_t rank, Operation *op, StringRef axis, int64_t peer,
                            FlatSymbolRefAttr meshName);
  LogicalResult checkMesh(Operation *op, FlatSymbolRefAttr name);
  LogicalResult reportDeadlock();

  dist::MeshAttr mesh;
  const InterpreterOptions &options;
  LastUses lastUses;
  ArrayRef<func::FuncOp> functions;
  std::vector<Machine> machines;
  /// Sent and not yet received, by (from, to, channel); buffered sends only.
  std::map<std::tuple<int64_t, int64_t, int64_t>, std::deque<Tensor>> mail;
  /// Groups by the axes attribute, for each rank.
  llvm::DenseMap<std::pair<Attribute, int64_t>, SmallVector<int64_t>> groups;
};
} // namespace

LogicalResult Scheduler::checkMesh(Operation *op, FlatSymbolRefAttr name) {
  FailureOr<dist::MeshAttr> named = meshOf(op, name, machines.size());
  if (failed(named))
    return failure();
  if (mesh && *named != mesh)
    return op->emitOpError() << "is on the mesh " << *named << ", and " << mesh << " is simulated";
  mesh = *named;
  return success();
}

/// What a waiting op waits for, for the reader of a deadlock.
static void describe(InFlightDiagnostic &error, int64_t rank, Operation *op) {
  Diagnostic &note = error.attachNote(op->getLoc());
  note << "rank " << rank << " waits in '" << op->getName() << "'";
  if (auto send = dyn_cast<dist::SendOp>(op))
    note << " channel " << send.getChannel() << " to " << send.getPeer() << " over '"
         << send.getAxis() << "'";
  else if (auto recv = dyn_cast<dist::RecvOp>(op))
    note << " channel " << recv.getChannel() << " from " << recv.getPeer() << " over '"
         << recv.getAxis() << "'";
  else
    note << " over " << placeOf(op).second;
  if (auto parent = op->getParentOfType<func::FuncOp>())
    note << " of '" << parent.getName() << "'";
}

LogicalResult Scheduler::reportDeadlock() {
  SmallVector<int64_t> waiting, finished;
  for (auto [rank, machine] : llvm::enumerate(machines))
    (machine.isDone() ? finished : waiting).push_back(rank);
  InFlightDiagnostic error = machines[waiting[0]].getBlockedOp()->emitOpError()
                             << "never completes: " << waiting.size() << " of " << machines.size()
                             << " ranks are in a deadlock";
  // Ranks of one class wait in one place: the first few tell the story.
  constexpr size_t limit = 16;
  for (int64_t rank : ArrayRef(waiting).take_front(limit))
    describe(error, rank, machines[rank].getBlockedOp());
  if (waiting.size() > limit)
    error.attachNote() << "and " << waiting.size() - limit << " ranks more";
  SmallVector<func::FuncOp> programs(functions);
  for (int64_t rank : ArrayRef(finished).take_front(limit))
    error.attachNote(programs[rank]->getLoc())
        << "rank " << rank << " has returned from '" << programs[rank].getName() << "'";
  return error;
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

FailureOr<bool> Scheduler::completeCollective(int64_t rank) {
  Operation *op = machines[rank].getBlockedOp();
  auto [name, axes] = placeOf(op);
  SmallVector<int64_t> &group = groups[{axes, rank}];
  if (group.empty()) {
    if (failed(checkMesh(op, name)))
      return failure();
    FailureOr<SmallVector<Digit>> digits = digitsOf(op, mesh, axes);
    if (failed(digits))
      return failure();
    group = groupRanks(*digits, rank);
  }
  SmallVector<int64_t> members(group);
  for (int64_t member : members) {
    Operation *other = machines[member].getBlockedOp();
    if (!other || !isGroupCollective(other))
      return false;
    if (other == op)
      continue;
    // Axes of the same group may be written in different ways (merged, say);
    // while the other waits for somebody else, this one waits too.
    auto [otherName, otherAxes] = placeOf(other);
    if (failed(checkMesh(other, otherName)))
      return failure();
    FailureOr<SmallVector<Digit>> digits = digitsOf(other, mesh, otherAxes);
    if (failed(digits))
      return failure();
    if (groupRanks(*digits, member) != members)
      return false;
  }
  SmallVector<Tensor> values;
  for (int64_t member : members) {
    Operation *other = machines[member].getBlockedOp();
    if (!isSameCollective(op, other)) {
      InFlightDiagnostic error = op->emitOpError()
                                 << "on rank " << rank << " meets another collective on rank "
                                 << member << " of its group";
      error.attachNote(other->getLoc())
          << "rank " << member << " is in '" << other->getName() << "' here";
      return error;
    }
    values.push_back(machines[member].getBlockedValue());
  }
  SmallVector<Tensor> results = runCollective(op, values);
  for (auto [member, result] : llvm::zip_equal(members, results))
    machines[member].resume(result);
  return true;
}

FailureOr<int64_t> Scheduler::peerOf(int64_t rank, Operation *op, StringRef axis, int64_t peer,
                                     FlatSymbolRefAttr meshName) {
  if (failed(checkMesh(op, meshName)))
    return failure();
  FailureOr<SmallVector<Digit>> digits =
      digitsOf(mesh, {dist::AxisRefAttr::get(op->getContext(), axis, 1, 0)});
  if (failed(digits) || peer < 0 || peer >= digits->front().size) {
    op->emitOpError() << "has the peer " << peer << " on '" << axis
                      << "', which is no coordinate of the mesh " << mesh;
    return failure();
  }
  const Digit &digit = digits->front();
  return rank + (peer - digit.of(rank)) * digit.stride;
}

FailureOr<bool> Scheduler::completeSend(int64_t rank, dist::SendOp op) {
  FailureOr<int64_t> to = peerOf(rank, op, op.getAxis(), op.getPeer(), op.getMeshAttr());
  if (failed(to))
    return failure();
  if (options.bufferedSends) {
    mail[{rank, *to, op.getChannel()}].push_back(machines[rank].getBlockedValue());
    machines[rank].resume({});
    return true;
  }
  auto recv = dyn_cast_or_null<dist::RecvOp>(machines[*to].getBlockedOp());
  if (!recv || recv.getChannel() != op.getChannel())
    return false;
  FailureOr<int64_t> from = peerOf(*to, recv, recv.getAxis(), recv.getPeer(), recv.getMeshAttr());
  if (failed(from))
    return failure();
  if (*from != rank)
    return false;
  Tensor value = machines[rank].getBlockedValue();
  if (recv.getResult().getType() != op.getInput().getType()) {
    InFlightDiagnostic error = op.emitOpError() << "passes " << op.getInput().getType()
                                                << " on channel " << op.getChannel() << ", and "
                                                << recv.getResult().getType() << " is expected";
    error.attachNote(recv.getLoc()) << "the receive is here";
    return error;
  }
  machines[rank].resume({});
  machines[*to].resume(value);
  return true;
}

FailureOr<bool> Scheduler::completeRecv(int64_t rank, dist::RecvOp op) {
  // A meeting is completed from the side of the sender.
  if (!options.bufferedSends)
    return false;
  FailureOr<int64_t> from = peerOf(rank, op, op.getAxis(), op.getPeer(), op.getMeshAttr());
  if (failed(from))
    return failure();
  auto it = mail.find({*from, rank, op.getChannel()});
  if (it == mail.end() || it->second.empty())
    return false;
  Tensor value = it->second.front();
  if (value.getShape() != cast<RankedTensorType>(op.getResult().getType()).getShape()) {
    op.emitOpError() << "expects " << op.getResult().getType() << " on channel " << op.getChannel()
                     << ", and " << value.getType() << " was sent";
    return failure();
  }
  it->second.pop_front();
  machines[rank].resume(value);
  return true;
}

FailureOr<bool> Scheduler::complete(int64_t rank) {
  Operation *op = machines[rank].getBlockedOp();
  if (!op)
    return false;
  if (auto send = dyn_cast<dist::SendOp>(op))
    return completeSend(rank, send);
  if (auto recv = dyn_cast<dist::RecvOp>(op))
    return completeRecv(rank, recv);
  return completeCollective(rank);
}

FailureOr<SmallVector<SmallVector<Tensor>>>
Scheduler::run(ArrayRef<func::FuncOp> programs, ArrayRef<SmallVector<Tensor>> arguments) {
  functions = programs;
  for (auto [rank, function] : llvm::enumerate(functions)) {
    machines.emplace_back(rank, functions.size(), lastUses, options);
    machines.back().start(function, arguments[rank]);
  }
  while (true) {
    for (Machine &machine : machines)
      if (failed(machine.run()))
        return failure();
    if (llvm::all_of(machines, [](const Machine &machine) { return machine.isDone(); }))
      break;
    bool progress = false;
    for (size_t rank = 0; rank < machines.size(); ++rank) {
      FailureOr<bool> completed = complete(rank);
      if (failed(completed))
        return failure();
      progress |= *completed;
    }
    if (!progress)
      return reportDeadlock();
  }
  SmallVector<SmallVector<Tensor>> results;
  for (Machine &machine : machines)
    results.push_back(std::move(machine.getResults()));
  return results;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Checks shapes and kinds of arguments (widths of floats may differ).
static LogicalResult checkArguments(func::FuncOp function, ArrayRef<Tensor> arguments) {
  if (function.isExternal())
    return function.emitOpError() << "cannot be interpreted: it has no body";
  if (!function.getBody().hasOneBlock())
    return function.emitOpError() << "cannot be interpreted: it has more than one block";
  if (function.getNumArguments() != arguments.size())
    return function.emitOpError() << "takes " << function.getNumArguments() << " arguments, and "
                                  << arguments.size() << " are given";
  for (auto [i, pair] : llvm::enumerate(llvm::zip_equal(function.getArgumentTypes(), arguments))) {
    auto type = dyn_cast<RankedTensorType>(std::get<0>(pair));
    const Tensor &value = std::get<1>(pair);
    if (!type || !type.hasStaticShape())
      return function.emitOpError()
             << "cannot be interpreted: its argument " << i << " is not a tensor of static shape";
    if (!value || value.getShape() != type.getShape() ||
        value.isFloat() != isa<FloatType>(type.getElementType())) {
      InFlightDiagnostic error = function.emitOpError()
                                 << "takes " << type << " as argument " << i << ", and ";
      if (value)
        return error << value.getType() << " is given", error;
      return error << "nothing is given", error;
    }
  }
  return success();
}

FailureOr<SmallVector<SmallVector<Tensor>>>
shardc::reference::interpretRanks(ArrayRef<func::FuncOp> functions, dist::MeshAttr mesh,
                                  ArrayRef<SmallVector<Tensor>> arguments,
                                  const InterpreterOptions &options) {
  int64_t ranks = mesh ? rankCount(mesh) : 1;
  if (static_cast<int64_t>(functions.size()) != ranks || functions.size() != arguments.size()) {
    if (!functions.empty())
      functions.front()->emitError()
          << "the mesh has " << ranks << " ranks, and " << functions.size() << " programs and "
          << arguments.size() << " sets of arguments are given";
    return failure();
  }
  for (auto [function, values] : llvm::zip_equal(functions, arguments))
    if (failed(checkArguments(function, values)))
      return failure();
  return Scheduler(mesh, options).run(functions, arguments);
}

FailureOr<SmallVector<SmallVector<Tensor>>>
shardc::reference::interpretSpmd(func::FuncOp function, dist::MeshAttr mesh,
                                 ArrayRef<SmallVector<Tensor>> arguments,
                                 const InterpreterOptions &options) {
  SmallVector<func::FuncOp> functions(mesh ? rankCount(mesh) : 1, function);
  return interpretRanks(functions, mesh, arguments, options);
}

FailureOr<SmallVector<Tensor>> shardc::reference::interpret(func::FuncOp function,
                                                            ArrayRef<Tensor> arguments,
                                                            const InterpreterOptions &options) {
  SmallVector<SmallVector<Tensor>> values = {SmallVector<Tensor>(arguments)};
  FailureOr<SmallVector<SmallVector<Tensor>>> results =
      interpretRanks(function, dist::MeshAttr(), values, options);
  if (failed(results))
    return failure();
  return std::move((*results)[0]);
}
