//===- VerifyPipeline.cpp - programs fit together ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reads the programs as they stand, hand-edited ones too, and shares nothing
// with the code that makes them.
//
//===----------------------------------------------------------------------===//
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Pipeline/Passes.h"
#include "shardc/Pipeline/Schedules.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace shardc {
#define GEN_PASS_DEF_VERIFYPIPELINEPASS
#include "shardc/Pipeline/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {
struct VerifyPipeline : shardc::impl::VerifyPipelinePassBase<VerifyPipeline> {
  using VerifyPipelinePassBase::VerifyPipelinePassBase;

  void runOnOperation() override {
    if (failed(collect()) || failed(checkSegments()))
      return signalPassFailure();
    for (func::FuncOp program : programs)
      if (failed(checkProgram(program)))
        return signalPassFailure();
    if (failed(checkChannels()) || failed(checkRendezvous()))
      return signalPassFailure();
  }

private:
  LogicalResult collect();
  LogicalResult checkSegments();
  LogicalResult checkProgram(func::FuncOp program);
  LogicalResult checkDonation(func::CallOp call, func::FuncOp segment);
  LogicalResult checkChannels();
  LogicalResult checkRendezvous();

  int64_t coordinateOf(func::FuncOp program) {
    auto attr = program->getAttrOfType<IntegerAttr>("dist.class_coordinate");
    return attr ? attr.getInt() : 0;
  }

  SmallVector<func::FuncOp> programs, segments;
  llvm::StringMap<func::FuncOp> segmentByName;
  struct Channel {
    dist::SendOp send;
    dist::RecvOp recv;
  };
  llvm::MapVector<int64_t, Channel> channels;
};
} // namespace

LogicalResult VerifyPipeline::collect() {
  programs.clear();
  segments.clear();
  segmentByName.clear();
  channels.clear();
  std::map<int64_t, func::FuncOp> byClass;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (function->hasAttr("sched.kernel"))
      continue;
    if (function->hasAttr("dist.segment")) {
      segments.push_back(function);
      segmentByName[function.getSymName()] = function;
      continue;
    }
    if (function.isPrivate() || function.isExternal())
      continue;
    if (function.getSymName() == "main")
      return function.emitError() << "@main is still there; run --shardc-pipeline first";
    auto [it, isNew] = byClass.insert({coordinateOf(function), function});
    if (!isNew) {
      InFlightDiagnostic diag = function.emitError()
                                << "'" << function.getSymName()
                                << "' is the second program of class " << it->first;
      diag.attachNote(it->second.getLoc()) << "the first is here";
      return diag;
    }
    programs.push_back(function);
  }
  if (programs.empty())
    return getOperation().emitError() << "module has no program";
  dist::MeshOp mesh = getMesh(getOperation());
  int64_t stages = mesh ? mesh.getMesh().getAxisSize("pp").value_or(1) : 1;
  if (int64_t(programs.size()) != stages)
    return getOperation().emitError()
           << "module has " << programs.size() << " programs for " << stages << " stages";
  for (func::FuncOp program : programs) {
    int64_t coordinate = coordinateOf(program);
    if (coordinate < 0 || coordinate >= stages)
      return program.emitError() << "class coordinate " << coordinate << " is not one of " << stages
                                 << " stages";
  }
  return success();
}

LogicalResult VerifyPipeline::checkSegments() {
  for (func::FuncOp segment : segments) {
    for (Operation &op : segment.getBody().front())
      if (isa<dist::SendOp, dist::RecvOp, dist::MicrobatchOp, dist::ReshardOp, func::CallOp>(op))
        return op.emitOpError() << "must not be in segment '" << segment.getSymName() << "'";
    auto donate = segment->getAttrOfType<DenseI64ArrayAttr>("dist.donate");
    if (!donate)
      continue;
    if (donate.size() != int64_t(segment.getNumResults()))
      return segment.emitError() << "'dist.donate' has " << donate.size() << " entries for "
                                 << segment.getNumResults() << " results";
    llvm::DenseSet<int64_t> taken;
    for (auto [result, arg] : llvm::enumerate(donate.asArrayRef())) {
      if (arg == -1)
        continue;
      if (arg < 0 || arg >= int64_t(segment.getNumArguments()))
        return segment.emitError() << "result " << result << " takes over argument " << arg
                                   << " of " << segment.getNumArguments();
      if (segment.getArgumentTypes()[arg] != segment.getResultTypes()[result])
        return segment.emitError()
               << "result " << result << " of type " << segment.getResultTypes()[result]
               << " takes over argument " << arg << " of type " << segment.getArgumentTypes()[arg];
      if (!taken.insert(arg).second)
        return segment.emitError() << "argument " << arg << " is taken over twice";
    }
  }
  return success();
}

LogicalResult VerifyPipeline::checkDonation(func::CallOp call, func::FuncOp segment) {
  auto donate = segment->getAttrOfType<DenseI64ArrayAttr>("dist.donate");
  if (!donate)
    return success();
  for (int64_t arg : donate.asArrayRef()) {
    if (arg < 0)
      continue;
    // Views share the buffer of what they are made of.
    SmallVector<Value> aliases{call.getOperand(arg)};
    for (size_t i = 0; i < aliases.size(); ++i)
      for (OpOperand &use : aliases[i].getUses()) {
        Operation *user = use.getOwner();
        if (user == call && use.getOperandNumber() == unsigned(arg))
          continue;
        if (user == call || call->isBeforeInBlock(user)) {
          InFlightDiagnostic diag = user->emitOpError()
                                    << "reads a value whose buffer '" << segment.getSymName()
                                    << "' has taken over";
          diag.attachNote(call.getLoc()) << "given away here, as argument " << arg;
          return diag;
        }
        if (isa<stablehlo::ReshapeOp, stablehlo::SliceOp>(user))
          llvm::append_range(aliases, user->getResults());
      }
  }
  return success();
}

LogicalResult VerifyPipeline::checkProgram(func::FuncOp program) {
  // (kind, microbatch) -> the call; and the last position of each microbatch.
  std::map<std::pair<ActionKind, int64_t>, func::CallOp> done;
  std::map<ActionKind, int64_t> counts;
  for (Operation &op : program.getBody().front()) {
    if (auto send = dyn_cast<dist::SendOp>(op)) {
      Channel &channel = channels[send.getChannel()];
      if (channel.send)
        return send.emitOpError() << "channel " << int64_t(send.getChannel()) << " is sent twice";
      channel.send = send;
      continue;
    }
    if (auto recv = dyn_cast<dist::RecvOp>(op)) {
      Channel &channel = channels[recv.getChannel()];
      if (channel.recv)
        return recv.emitOpError() << "channel " << int64_t(recv.getChannel())
                                  << " is received twice";
      channel.recv = recv;
      continue;
    }
    if (isa<stablehlo::SliceOp, stablehlo::ReshapeOp, stablehlo::ConstantOp,
            stablehlo::ConcatenateOp, func::ReturnOp>(op))
      continue;
    auto call = dyn_cast<func::CallOp>(op);
    if (!call)
      return op.emitOpError() << "must not be in program '" << program.getSymName() << "'";
    func::FuncOp segment = segmentByName.lookup(call.getCallee());
    if (!segment)
      return call.emitOpError() << "calls '" << call.getCallee() << "', which is no segment";
    auto name = call->getAttrOfType<StringAttr>("dist.action");
    if (!name)
      return call.emitOpError() << "has no 'dist.action'";
    if (failed(checkDonation(call, segment)))
      return failure();
    std::optional<PipelineAction> action = parsePipelineAction(name.getValue());
    if (!action)
      continue;
    if (programs.size() > 1 && action->stage != coordinateOf(program))
      return call.emitOpError() << "runs '" << name.getValue() << "' in the program of stage "
                                << coordinateOf(program);
    auto [it, isNew] = done.insert({{action->kind, action->microbatch}, call});
    if (!isNew) {
      InFlightDiagnostic diag = call.emitOpError() << "runs '" << name.getValue() << "' again";
      diag.attachNote(it->second.getLoc()) << "the first time is here";
      return diag;
    }
    ++counts[action->kind];
    bool needsForward =
        action->kind == ActionKind::Backward || action->kind == ActionKind::InputGrad;
    if (needsForward && segmentByName.count("forward_" + std::to_string(action->stage)) &&
        !done.count({ActionKind::Forward, action->microbatch}))
      return call.emitOpError() << "runs '" << name.getValue()
                                << "' before the forward of that microbatch";
  }
  int64_t microbatches = -1;
  for (auto [kind, count] : counts) {
    if (microbatches >= 0 && count != microbatches)
      return program.emitError() << "'" << program.getSymName() << "' runs " << count << " '"
                                 << toString(kind) << "' actions and " << microbatches
                                 << " of another kind";
    microbatches = count;
  }
  return success();
}

LogicalResult VerifyPipeline::checkChannels() {
  for (auto &entry : channels) {
    int64_t number = entry.first;
    Channel &channel = entry.second;
    if (!channel.recv)
      return channel.send.emitOpError() << "channel " << number << " is never received";
    if (!channel.send)
      return channel.recv.emitOpError() << "channel " << number << " is never sent";
    auto sender = channel.send->getParentOfType<func::FuncOp>();
    auto receiver = channel.recv->getParentOfType<func::FuncOp>();
    auto fail = [&](auto &&describe) {
      InFlightDiagnostic diag = channel.send.emitOpError();
      describe(diag);
      diag.attachNote(channel.recv.getLoc()) << "received here";
      return diag;
    };
    if (int64_t(channel.send.getPeer()) != coordinateOf(receiver))
      return fail([&](InFlightDiagnostic &diag) {
        diag << "channel " << number << " is sent to stage " << int64_t(channel.send.getPeer())
             << " and received on stage " << coordinateOf(receiver);
      });
    if (int64_t(channel.recv.getPeer()) != coordinateOf(sender))
      return fail([&](InFlightDiagnostic &diag) {
        diag << "channel " << number << " is sent from stage " << coordinateOf(sender)
             << " and expected from stage " << int64_t(channel.recv.getPeer());
      });
    if (channel.send.getInput().getType() != channel.recv.getType())
      return fail([&](InFlightDiagnostic &diag) {
        diag << "channel " << number << " is sent as " << channel.send.getInput().getType()
             << " and received as " << channel.recv.getType();
      });
  }
  return success();
}

/// Every program at its first unfinished transfer; a transfer completes when
/// both ends are at it.
LogicalResult VerifyPipeline::checkRendezvous() {
  SmallVector<SmallVector<Operation *>> lists;
  for (func::FuncOp program : programs) {
    auto &list = lists.emplace_back();
    for (Operation &op : program.getBody().front())
      if (isa<dist::SendOp, dist::RecvOp>(op))
        list.push_back(&op);
  }
  auto channelOf = [](Operation *op) -> int64_t {
    if (auto send = dyn_cast<dist::SendOp>(op))
      return send.getChannel();
    return cast<dist::RecvOp>(op).getChannel();
  };
  SmallVector<size_t> next(lists.size(), 0);
  llvm::DenseMap<int64_t, size_t> waiting;
  SmallVector<size_t> work;
  for (size_t i = 0; i < lists.size(); ++i)
    work.push_back(i);
  while (!work.empty()) {
    size_t program = work.pop_back_val();
    if (next[program] >= lists[program].size())
      continue;
    int64_t channel = channelOf(lists[program][next[program]]);
    auto [it, first] = waiting.insert({channel, program});
    if (first || it->second == program)
      continue;
    size_t other = it->second;
    waiting.erase(it);
    ++next[program];
    ++next[other];
    work.push_back(program);
    work.push_back(other);
  }
  for (size_t i = 0; i < lists.size(); ++i) {
    if (next[i] >= lists[i].size())
      continue;
    Operation *stuck = lists[i][next[i]];
    InFlightDiagnostic diag = stuck->emitOpError()
                              << "never completes: the programs wait for each other";
    for (size_t j = i + 1; j < lists.size(); ++j)
      if (next[j] < lists[j].size())
        diag.attachNote(lists[j][next[j]]->getLoc())
            << "'" << programs[j].getSymName() << "' waits here, at channel "
            << channelOf(lists[j][next[j]]);
    return diag;
  }
  return success();
}
