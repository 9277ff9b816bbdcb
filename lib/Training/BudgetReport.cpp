//===- BudgetReport.cpp - remarks and errors about a budget -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "BudgetReport.h"
#include "Bytes.h"
#include "shardc/Training/StepNames.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace shardc;

int64_t shardc::argumentBytes(ModuleOp module) {
  int64_t bytes = 0;
  if (func::FuncOp func = findStepFunction(module))
    for (BlockArgument argument : func.getArguments())
      bytes += bytesOf(argument);
  return bytes;
}

namespace {
/// Copies that read each other.
struct CopyGroup {
  llvm::SmallVector<unsigned> ops;
  unsigned alike = 1;
  int64_t saved = 0, flops = 0, sent = 0;
};
} // namespace

static int64_t madeBytes(const RecomputeProblem &problem, unsigned op) {
  int64_t bytes = 0;
  for (unsigned made : problem.ops[op].makes)
    bytes += problem.values[made].bytes;
  return bytes;
}

void shardc::reportCopies(const RecomputeProgram &counted, const RecomputeProgram &program,
                          const RecomputeOutcome &outcome) {
  const RecomputeProblem &problem = counted.problem;
  llvm::BitVector isCopied(problem.ops.size()), isReadLate(problem.ops.size());
  for (auto [op, before] : outcome.copies)
    isCopied.set(op);
  for (auto [at, op] : llvm::enumerate(problem.ops))
    for (unsigned read : op.reads)
      if (unsigned maker = problem.values[read].maker;
          maker != RecomputeValue::noMaker && at >= problem.ops[maker].lateFrom)
        isReadLate.set(maker);
  llvm::EquivalenceClasses<unsigned> classes;
  for (unsigned op : isCopied.set_bits()) {
    classes.insert(op);
    for (unsigned read : problem.ops[op].reads)
      if (unsigned maker = problem.values[read].maker;
          maker != RecomputeValue::noMaker && isCopied.test(maker))
        classes.unionSets(op, maker);
  }
  llvm::MapVector<unsigned, CopyGroup> groups;
  for (unsigned op : isCopied.set_bits()) {
    CopyGroup &group = groups[classes.getLeaderValue(op)];
    group.ops.push_back(op);
    group.saved += isReadLate.test(op) ? madeBytes(problem, op) : 0;
    group.flops += counted.getDotFlops(op);
    group.sent += movesData(counted.getOp(op)) ? 1 : 0;
  }
  // Layers are alike: their groups are told once.
  llvm::MapVector<std::pair<StringAttr, Attribute>, CopyGroup> told;
  for (auto &[leader, group] : groups) {
    std::string names;
    llvm::raw_string_ostream stream(names);
    for (unsigned op : group.ops) {
      stream << counted.getOp(op)->getName() << ' ';
      llvm::interleaveComma(counted.getOp(op)->getResultTypes(), stream);
      stream << ';';
    }
    MLIRContext *context = counted.getOp(group.ops.front())->getContext();
    auto [it, isNew] = told.insert({{StringAttr::get(context, names), Attribute()}, group});
    if (isNew)
      continue;
    CopyGroup &same = it->second;
    ++same.alike;
    same.saved += group.saved;
    same.flops += group.flops;
    same.sent += group.sent;
  }
  for (auto &[key, group] : told) {
    Operation *first = program.getOp(group.ops.front());
    InFlightDiagnostic diag = emitRemark(first->getLoc());
    diag << "'" << first->getName() << "'";
    if (group.ops.size() > 1)
      diag << " and " << group.ops.size() - 1 << " more ops";
    diag << (group.ops.size() > 1 ? " run again" : " runs again")
         << " where its values are read late";
    if (group.alike > 1)
      diag << ", in " << group.alike << " places alike";
    diag << ": " << group.saved << " bytes need not be kept, " << group.flops
         << " FLOPs of products are added";
    if (group.sent)
      diag << ", " << group.sent << " collectives run again";
  }
}

void shardc::explainPeak(InFlightDiagnostic &diag, const RecomputeProgram &program,
                         const llvm::BitVector &chosen, int64_t arguments) {
  const RecomputeProblem &problem = program.problem;
  RecomputeOutcome outcome = evaluateRecompute(problem, chosen);
  unsigned peak = outcome.peakOp;
  // Ops whose values are live there; with copies, from the first late reader on.
  std::vector<unsigned> end(problem.ops.size(), 0);
  for (auto [at, op] : llvm::enumerate(problem.ops)) {
    end[at] = std::max<unsigned>(end[at], at);
    for (unsigned read : op.reads)
      if (unsigned maker = problem.values[read].maker; maker != RecomputeValue::noMaker)
        end[maker] = at;
  }
  llvm::SmallVector<std::pair<int64_t, unsigned>> live;
  for (unsigned op = 0; op < problem.ops.size() && op <= peak; ++op) {
    bool isGone = chosen.test(op) && peak < problem.ops[op].lateFrom;
    if (!program.getOp(op) || problem.ops[op].isFused || end[op] < peak || isGone)
      continue;
    if (int64_t bytes = madeBytes(problem, op) *
                        (end[op] >= problem.turn && op < problem.turn ? problem.inFlight : 1))
      live.push_back({-bytes, op});
  }
  if (peak < problem.ops.size() && problem.ops[peak].workspace)
    diag.attachNote(program.getOp(peak)->getLoc())
        << "the peak is at this op, which needs " << problem.ops[peak].workspace
        << " bytes of its own while it runs";
  llvm::sort(live);
  for (auto [bytes, op] : ArrayRef(live).take_front(3))
    diag.attachNote(program.getOp(op)->getLoc())
        << "'" << program.getOp(op)->getName() << "' has " << -bytes << " bytes at the peak";
  diag.attachNote() << "arguments (parameters, states and inputs) have " << arguments
                    << " bytes all the time";
}
