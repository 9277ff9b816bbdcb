//===- SchedulePass.cpp - segments, communicators, programs -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// --shardc-schedule: makes every op of the programs an action, schedules all
// segments, then all programs.
//
//===----------------------------------------------------------------------===//
#include "ProgramSchedule.h"
#include "SegmentSchedule.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Schedule/Passes.h"

namespace shardc {
#define GEN_PASS_DEF_SCHEDULEPASS
#include "shardc/Schedule/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {
/// One communicator a set of axes, made in the order of first use in the module.
class Communicators {
public:
  explicit Communicators(ModuleOp module, SymbolTable &symbols)
      : symbols(symbols), builder(module.getContext()), mesh(getMesh(module)) {
    if (mesh)
      builder.setInsertionPointAfter(mesh);
  }

  /// Names the communicator of each op of a segment and numbers its use.
  LogicalResult assign(func::FuncOp segment);

private:
  FlatSymbolRefAttr get(StringRef prefix, ArrayAttr axes);

  SymbolTable &symbols;
  OpBuilder builder;
  dist::MeshOp mesh;
  llvm::StringMap<FlatSymbolRefAttr> byName;
};

struct Schedule : shardc::impl::SchedulePassBase<Schedule> {
  using SchedulePassBase::SchedulePassBase;

  void runOnOperation() override {
    if (failed(schedule(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult schedule(ModuleOp module);
};
} // namespace

FlatSymbolRefAttr Communicators::get(StringRef prefix, ArrayAttr axes) {
  std::string name = prefix.str();
  for (Attribute attr : axes) {
    auto axis = cast<dist::AxisRefAttr>(attr);
    name += "_" + axis.getName().str();
    if (!axis.isFullAxis())
      name += "_" + std::to_string(axis.getPreSize()) + "x" + std::to_string(axis.getSubSize());
  }
  FlatSymbolRefAttr &symbol = byName[name];
  if (symbol)
    return symbol;
  auto op = sched::CommunicatorOp::create(builder, mesh.getLoc(), builder.getStringAttr(name), axes,
                                          FlatSymbolRefAttr::get(mesh.getSymNameAttr()),
                                          DenseI64ArrayAttr());
  builder.setInsertionPointAfter(op);
  op->remove();
  symbols.insert(op, builder.getInsertionPoint());
  builder.setInsertionPointAfter(op);
  return symbol = FlatSymbolRefAttr::get(op.getSymNameAttr());
}

LogicalResult Communicators::assign(func::FuncOp segment) {
  llvm::DenseMap<Attribute, int64_t> next;
  for (Operation &op : segment.getBody().front()) {
    FlatSymbolRefAttr comm;
    Operation *collective = collectiveOf(&op);
    bool transfer = isa<dist::SendOp, dist::RecvOp>(op);
    if (!collective && !transfer)
      continue;
    if (!mesh)
      return op.emitOpError() << "needs a mesh, and the module has none";
    if (transfer) {
      auto axis = cast<StringAttr>(op.getAttr("axis"));
      comm =
          get("p2p",
              builder.getArrayAttr(dist::AxisRefAttr::get(builder.getContext(), axis.getValue())));
    } else {
      comm = get("comm", cast<ArrayAttr>(collective->getAttr("axes")));
    }
    op.setAttr("sched.comm", comm);
    // A transfer that has a number already shares it with its other end.
    if (!op.hasAttr("sched.sequence"))
      op.setAttr("sched.sequence", builder.getI64IntegerAttr(next[comm]++));
  }
  return success();
}

LogicalResult Schedule::schedule(ModuleOp module) {
  SmallVector<func::FuncOp> programs;
  for (auto function : module.getOps<func::FuncOp>()) {
    bool other = function->hasAttr("dist.segment") || function->hasAttr("sched.kernel") ||
                 function.isPrivate() || function.isExternal();
    if (!other)
      programs.push_back(function);
  }
  if (programs.empty())
    return module.emitError() << "module has no program; run --shardc-pipeline first";
  SegmentFactory factory(module, programs.front());
  factory.numberTransfers(programs);
  for (func::FuncOp program : programs)
    if (failed(normaliseProgram(program, factory)))
      return failure();
  SymbolTable symbols(module);
  Communicators communicators(module, symbols);
  for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!function->hasAttr("dist.segment") || function.isExternal())
      continue;
    if (failed(scheduleSegment(function)) || failed(communicators.assign(function)))
      return failure();
  }
  SymbolTableCollection tables;
  for (func::FuncOp program : programs)
    if (failed(scheduleProgram(program, tables)))
      return failure();
  return success();
}
