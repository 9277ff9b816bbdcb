//===- RemarkRecorder.h - remarks for tools ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_REMARKRECORDER_H
#define SHARDC_DRIVER_REMARKRECORDER_H

#include "mlir/IR/MLIRContext.h"
#include "shardc/Driver/Diagnostics.h"
#include <memory>
#include <string>

namespace shardc {

/// Gathers the remarks of a context that a DiagnosticWriter is given and a filter shows, with
/// MLIR's remark engine, in memory: a file of them is written when the command succeeds.
class RemarkRecorder {
public:
  /// `path` says how they are written: as a bitstream where it ends in `.bitstream`, else as
  /// YAML. A filter that shows none stands for all. A context has one recorder.
  RemarkRecorder(mlir::MLIRContext *context, llvm::StringRef path, const RemarkFilter &filter);

  /// Contents of the file. Remarks that come later are lost.
  std::string finish();

private:
  class Streamer;
  struct Recording;
  /// The engine, which the context owns, may outlive the recorder.
  std::shared_ptr<Recording> recording;
};

/// Hands a remark to the recorder of its context, if there is one. Message and name of the file
/// are as in a line on stderr (see oneLine): both forms hold text alone.
void recordRemark(mlir::Diagnostic &diagnostic);

} // namespace shardc

#endif // SHARDC_DRIVER_REMARKRECORDER_H
