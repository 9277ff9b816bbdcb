//===- ProgramSchedule.h - one program of actions ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// From a program function (calls, transfers, views, stacks) to a sched.program.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SCHEDULE_PROGRAMSCHEDULE_H
#define SHARDC_LIB_SCHEDULE_PROGRAMSCHEDULE_H

#include "dialects/Dist/Dist.h"
#include "dialects/Sched/Sched.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace shardc {

/// Segments that scheduling itself makes: transfers, copies, fills. Programs
/// share them.
class SegmentFactory {
public:
  SegmentFactory(mlir::ModuleOp module, mlir::Operation *before);

  /// Gives each transfer its number on its communicator: the same for all
  /// microbatches of one value. Both ends get the one of the send.
  void numberTransfers(llvm::ArrayRef<mlir::func::FuncOp> programs);

  /// A segment that performs the transfers of a group (all sends or all
  /// receives); the sent values are its arguments, the received its results.
  mlir::func::FuncOp transfers(llvm::ArrayRef<mlir::Operation *> group);
  /// () -> zeros.
  mlir::func::FuncOp fills(mlir::TypeRange types);
  /// (value) -> copy; with `onto`, (old, value) -> value in old's place.
  mlir::func::FuncOp copy(mlir::Type type, bool onto);

private:
  mlir::func::FuncOp create(llvm::StringRef stem, mlir::FunctionType type, llvm::StringRef kind);

  mlir::ModuleOp module;
  mlir::Operation *before;
  mlir::SymbolTable symbols;
  std::map<std::string, mlir::func::FuncOp> made;
  llvm::DenseMap<int64_t, int64_t> numberOfChannel;
};

/// Rewrites a program function so that every op of it is an action, a view or a
/// stack that can be placed: transfers and zeros become calls, values that can't
/// be where they must end are copied.
llvm::LogicalResult normaliseProgram(mlir::func::FuncOp program, SegmentFactory &factory);

/// Brings what loops carry to one place each: values that the places can't be
/// shared with are copied in front of a loop, and those that its body makes
/// elsewhere at the end of the body. Part of normaliseProgram.
llvm::LogicalResult normaliseLoops(mlir::func::FuncOp program, SegmentFactory &factory);

/// The block argument in whose place a value is made, following donations back;
/// null if it has a place of its own.
mlir::BlockArgument argumentUnder(mlir::Value value, mlir::SymbolTableCollection &tables);

/// Replaces a normalised program by a sched.program; its segments are scheduled.
llvm::LogicalResult scheduleProgram(mlir::func::FuncOp program,
                                    mlir::SymbolTableCollection &symbols);

/// A byte range of a value of a program: through views.
struct ByteView {
  mlir::Value root;
  uint64_t offset = 0;
};
/// Views of a normalised program: reshapes, and slices of whole rows. Fails,
/// after one error, for other slices.
mlir::FailureOr<ByteView> viewOf(mlir::Value value);

} // namespace shardc

#endif // SHARDC_LIB_SCHEDULE_PROGRAMSCHEDULE_H
