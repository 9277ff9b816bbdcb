//===- Schedules.h - orders of pipeline actions -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A pipeline schedule is one list of actions a rank. Generators make the lists,
// a simulation in unit times turns them into one order of all actions, and the
// action strings of PyTorch (`2F0`, `1B3`, `0SEND_F2`) are read and written.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_PIPELINE_SCHEDULES_H
#define SHARDC_PIPELINE_SCHEDULES_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace shardc {

/// What an action does with one microbatch of one stage.
enum class ActionKind : uint8_t {
  Forward,      ///< F
  Backward,     ///< B: input and weight gradients
  InputGrad,    ///< I
  WeightGrad,   ///< W
  Microbatch,   ///< M: forward and backward in one (a single stage)
  SendForward,  ///< SEND_F
  RecvForward,  ///< RECV_F
  SendBackward, ///< SEND_B
  RecvBackward  ///< RECV_B
};

/// The letters of a kind in an action string.
llvm::StringRef toString(ActionKind kind);

/// One entry of a rank's list.
struct PipelineAction {
  int64_t stage = 0;
  ActionKind kind = ActionKind::Forward;
  int64_t microbatch = 0;

  bool operator==(const PipelineAction &other) const {
    return stage == other.stage && kind == other.kind && microbatch == other.microbatch;
  }
};

/// "2F0" and back; nullopt for anything else.
std::string toString(const PipelineAction &action);
std::optional<PipelineAction> parsePipelineAction(llvm::StringRef text);

/// The actions of each rank, in its order.
struct PipelineSchedule {
  llvm::SmallVector<llvm::SmallVector<PipelineAction>> ranks;
};

/// One line a rank, actions separated by commas; and back. Reading reports the
/// first word that is no action.
std::string toActionCsv(const PipelineSchedule &schedule);
std::optional<PipelineSchedule>
parseActionCsv(llvm::StringRef text, llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// What a generator is asked for.
struct ScheduleRequest {
  int64_t stages = 1;
  int64_t microbatches = 1;
  /// False for a forward-only step.
  bool backward = true;
};

/// A named way to order actions.
struct ScheduleGenerator {
  llvm::StringRef name;
  llvm::StringRef summary;
  /// Fails, after one error, where the request can't be met.
  std::optional<PipelineSchedule> (*generate)(
      const ScheduleRequest &request, llvm::function_ref<mlir::InFlightDiagnostic()> emitError);
};

/// All generators, by name.
llvm::ArrayRef<ScheduleGenerator> getScheduleGenerators();

/// Runs the generator of that name; an unknown one is an error that lists all.
std::optional<PipelineSchedule>
generateSchedule(llvm::StringRef name, const ScheduleRequest &request,
                 llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// An action with the time at which it runs.
struct TimedAction {
  int64_t rank = 0;
  PipelineAction action;
  int64_t start = 0, finish = 0;
};

/// Runs the lists with forward taking 1 and backward 2 units (I and W 1 each,
/// M 3), each rank in its order, an action as soon as those it depends on have
/// finished. Gives all actions sorted by start, then rank. Reports the action
/// at which the lists get stuck.
std::optional<llvm::SmallVector<TimedAction>>
simulateSchedule(const PipelineSchedule &schedule, int64_t stages,
                 llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace shardc

#endif // SHARDC_PIPELINE_SCHEDULES_H
