//===- shard-translate.cpp - plans to and from other forms ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// --mlir-to-shard, --shard-to-json, --shard-to-action-csv.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Target/Emit.h"
#include "shardc/Target/Json.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace {

/// Reads a bundle from the translation's input and writes what `render` makes.
LogicalResult translatePlan(llvm::SourceMgr &sources, llvm::raw_ostream &os,
                            MLIRContext *context,
                            std::string (*render)(const shardrt::Plan &)) {
  const llvm::MemoryBuffer *buffer = sources.getMemoryBuffer(sources.getMainFileID());
  std::string name = buffer->getBufferIdentifier().str();
  auto plan = shardrt::loadPlan(buffer->getBufferStart(), buffer->getBufferSize(), name);
  if (!plan) {
    // The loader's message begins with the name, as the location does here.
    llvm::StringRef message = plan.status().message();
    message.consume_front(name + ": error: ");
    return emitError(NameLoc::get(StringAttr::get(context, name))) << message;
  }
  os << render(**plan);
  return success();
}

} // namespace

int main(int argc, char **argv) {
  TranslateFromMLIRRegistration toShard(
      "mlir-to-shard", "scheduled module to a plan bundle",
      [](ModuleOp module, llvm::raw_ostream &os) -> LogicalResult {
        FailureOr<std::vector<uint8_t>> bundle = shardc::emitBundle(module);
        if (failed(bundle))
          return failure();
        os.write(reinterpret_cast<const char *>(bundle->data()), bundle->size());
        return success();
      },
      [](DialectRegistry &registry) { shardc::registerDialects(registry); });
  TranslateRegistration toJson(
      "shard-to-json", "plan bundle to JSON",
      [](const std::shared_ptr<llvm::SourceMgr> &sources, llvm::raw_ostream &os,
         MLIRContext *context) {
        return translatePlan(*sources, os, context, shardc::planToJson);
      });
  TranslateRegistration toCsv(
      "shard-to-action-csv", "plan bundle to the actions of each program",
      [](const std::shared_ptr<llvm::SourceMgr> &sources, llvm::raw_ostream &os,
         MLIRContext *context) {
        return translatePlan(*sources, os, context, shardc::planToActionCsv);
      });
  return failed(mlirTranslateMain(argc, argv, "shardc: plan bundles\n"));
}
