//===- RemarkRecorder.cpp - remarks for tools -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A streamer of MLIR's remark engine that writes to memory: the library's own opens its
// file at once, and ends the process where that can't be written.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/RemarkRecorder.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Remarks.h"
#include "shardc/Driver/Text.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Support/Error.h"

using namespace mlir;

namespace shardc {
namespace {

/// Lets every remark through: what is shown was decided before.
struct EmitAlways : remark::detail::RemarkEmittingPolicyBase {
  void reportRemark(const remark::detail::Remark &remark) override { reportImpl(remark); }
  void finalize() override {}
};

} // namespace

/// The text, and what writes it: null after the end, and where no form is known.
struct RemarkRecorder::Recording {
  std::string text;
  llvm::raw_string_ostream os{text};
  std::unique_ptr<llvm::remarks::RemarkSerializer> serializer;
};

class RemarkRecorder::Streamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Streamer(std::shared_ptr<Recording> recording) : recording(std::move(recording)) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    if (recording->serializer)
      recording->serializer->emit(remark.generateRemark());
  }

private:
  std::shared_ptr<Recording> recording;
};

RemarkRecorder::RemarkRecorder(MLIRContext *context, StringRef path, const RemarkFilter &filter)
    : recording(std::make_shared<Recording>()) {
  auto format =
      path.ends_with(".bitstream") ? llvm::remarks::Format::Bitstream : llvm::remarks::Format::YAML;
  // Both forms are known to the library.
  recording->serializer =
      llvm::cantFail(llvm::remarks::createRemarkSerializer(format, recording->os));
  std::string categories;
  for (const RemarkCategoryInfo &info : getRemarkCategories())
    if (!filter.showsAny() || filter.shows(info.category))
      categories += (categories.empty() ? "" : "|") + info.name.str();
  remark::RemarkCategories wanted;
  wanted.analysis = "^(" + categories + ")$";
  // Fails only in a context that has an engine.
  (void)remark::enableOptimizationRemarks(*context, std::make_unique<Streamer>(recording),
                                          std::make_unique<EmitAlways>(), wanted);
}

std::string RemarkRecorder::finish() {
  if (recording->serializer)
    recording->serializer->finalize();
  recording->serializer.reset();
  return recording->text;
}

void recordRemark(Diagnostic &diagnostic) {
  MLIRContext *context = diagnostic.getLocation()->getContext();
  if (!context->getRemarkEngine())
    return;
  StringRef category = getRemarkName(getRemarkCategory(diagnostic));
  // The engine writes the place of a plain location, not of one that is named or fused.
  Location loc = diagnostic.getLocation();
  if (std::optional<FileLineColLoc> place = placeOf(loc))
    loc = FileLineColLoc::get(context, oneLine(place->getFilename()), place->getLine(),
                              place->getColumn());
  remark::analysis(loc, remark::RemarkOpts::name(category).category(category))
      << oneLine(diagnostic.str());
}

} // namespace shardc
