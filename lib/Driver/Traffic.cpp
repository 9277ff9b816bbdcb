//===- Traffic.cpp - what a partitioned program sends -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Traffic.h"
#include "dialects/Dist/Dist.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Sharding/Placement.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>

using namespace mlir;

namespace shardc {
namespace {

/// Rows by phase (in the order of a step), axes and kind.
class Table {
public:
  void add(StringRef phase, StringRef axes, StringRef kind, int64_t count, int64_t bytes) {
    unsigned order = phase == "forward" ? 0 : phase == "backward" ? 1 : 2;
    TrafficRow &row = rows[{order, axes.str(), kind.str()}];
    row.phase = phase.str();
    row.axes = axes.str();
    row.kind = kind.str();
    row.count += count;
    row.bytes += bytes;
  }
  std::vector<TrafficRow> take() {
    std::vector<TrafficRow> result;
    for (auto &[key, row] : rows)
      result.push_back(std::move(row));
    return result;
  }
  int64_t total() const {
    int64_t bytes = 0;
    for (auto &[key, row] : rows)
      bytes += row.bytes;
    return bytes;
  }

private:
  std::map<std::tuple<unsigned, std::string, std::string>, TrafficRow> rows;
};

int64_t bytesOf(Value value) { return byteSize(cast<RankedTensorType>(value.getType())); }

/// What one rank of a group of `n` sends.
int64_t sentBytes(Operation *op, int64_t n) {
  int64_t before = bytesOf(op->getOperand(0)), after = bytesOf(op->getResult(0));
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([&](dist::AllReduceOp) { return 2 * before * (n - 1) / n; })
      .Case([&](dist::ReduceScatterOp) { return (n - 1) * after; })
      .Case([&](dist::AllGatherOp) { return (n - 1) * before; })
      .Case([&](dist::AllToAllOp exchange) {
        // Blocks are of one size: what n does not divide is padded.
        auto in = cast<RankedTensorType>(op->getOperand(0).getType());
        auto out = cast<RankedTensorType>(op->getResult(0).getType());
        int64_t extent = in.getDimSize(exchange.getSplitDim());
        int64_t block = out.getDimSize(exchange.getSplitDim());
        return extent == 0 ? 0 : (n - 1) * (before / extent * block);
      })
      .Case<dist::PermuteOp, dist::BroadcastOp>([&](Operation *) { return before; })
      .Default([](Operation *) { return 0; });
}

std::string phaseOf(Operation *op) {
  auto phase = op->getAttrOfType<StringAttr>("dist.phase");
  return phase ? phase.str() : "forward";
}

std::string joined(ArrayRef<dist::AxisRefAttr> axes) {
  std::string text;
  for (dist::AxisRefAttr axis : axes) {
    text += (text.empty() ? "" : "+") + axis.getName().str();
    if (!axis.isFullAxis())
      text += ":(" + std::to_string(axis.getPreSize()) + ")" + std::to_string(axis.getSubSize());
  }
  return text;
}

} // namespace

HeldBytes countHeldBytes(ModuleOp module) {
  HeldBytes most;
  for (auto program : module.getOps<func::FuncOp>()) {
    if (!program.isPublic() || program.isExternal())
      continue;
    HeldBytes held;
    for (BlockArgument argument : program.getArguments()) {
      unsigned number = argument.getArgNumber();
      auto role = program.getArgAttrOfType<StringAttr>(number, "dist.role");
      if (role && role == "param")
        held.params += bytesOf(argument);
      if (program.getArgAttr(number, "dist.optimizer_state"))
        held.states += bytesOf(argument);
    }
    most.params = std::max(most.params, held.params);
    most.states = std::max(most.states, held.states);
  }
  return most;
}

std::vector<TrafficRow> countTraffic(ModuleOp module) {
  dist::MeshOp mesh = getMesh(module);
  if (!mesh)
    return {};
  // Equal segments are called once for each microbatch: counted once, added often.
  llvm::StringMap<std::vector<TrafficRow>> segments;
  for (auto segment : module.getOps<func::FuncOp>()) {
    if (!segment->hasAttr("dist.segment"))
      continue;
    Table table;
    segment.walk([&](Operation *op) {
      if (!isa<dist::AllReduceOp, dist::ReduceScatterOp, dist::AllGatherOp, dist::AllToAllOp,
               dist::PermuteOp, dist::BroadcastOp>(op))
        return;
      SmallVector<dist::AxisRefAttr> axes = dist::toAxes(op->getAttrOfType<ArrayAttr>("axes"));
      table.add(phaseOf(op), joined(axes), op->getName().stripDialect(), 1,
                sentBytes(op, groupSize(axes, mesh.getMesh())));
    });
    segments[segment.getSymName()] = table.take();
  }
  Table most;
  for (auto program : module.getOps<func::FuncOp>()) {
    if (!program.isPublic() || program.isExternal())
      continue;
    Table table;
    program.walk([&](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op))
        for (const TrafficRow &row : segments.lookup(call.getCallee()))
          table.add(row.phase, row.axes, row.kind, row.count, row.bytes);
      if (auto send = dyn_cast<dist::SendOp>(op)) {
        auto action = send->getAttrOfType<StringAttr>("dist.action");
        StringRef name = action ? action.getValue() : StringRef();
        StringRef phase = name.contains("SEND_F")   ? "forward"
                          : name.contains("SEND_B") ? "backward"
                                                    : "update";
        table.add(phase, send.getAxis(), "send", 1, bytesOf(send.getInput()));
      }
    });
    if (table.total() > most.total())
      most = std::move(table);
  }
  return most.take();
}

} // namespace shardc
