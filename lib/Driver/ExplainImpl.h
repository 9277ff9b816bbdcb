//===- ExplainImpl.h - what explanations are made with ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to the driver: one run of the stages, with what is found out on the way.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_EXPLAINIMPL_H
#define SHARDC_LIB_DRIVER_EXPLAINIMPL_H

#include "ExplainAuthors.h"
#include "ExplainLayers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Driver/Explain.h"
#include "shardc/Sharding/Explain.h"
#include "shardc/Sharding/ValueNames.h"
#include "llvm/ADT/StringSet.h"

namespace shardc {

/// A result may have the name of the value that it is.
inline std::string keyOf(const NamedValue &named) { return (named.result ? "=" : "") + named.name; }

/// Runs the stages up to the partitioned program (Explain.cpp), says who decided the
/// sharding of a value (ExplainSources.cpp) and everything else about it
/// (ExplainValues.cpp).
class Explainer {
public:
  Explainer(mlir::MLIRContext *context, const ExplainOptions &options)
      : context(context), options(options), authors(!options.road.strategy.empty()) {}

  llvm::FailureOr<Explanation> run();

private:
  llvm::LogicalResult runStage(llvm::StringRef name, mlir::ModuleOp module);
  llvm::LogicalResult collectValues(mlir::func::FuncOp function, dist::MeshOp mesh);
  llvm::LogicalResult findValues(const ValueNames &names, const ShardingExplanation &explained);
  ExplainedValue describe(const NamedValue &named, const ValueExplanation *why);
  /// `isShared`: with the names that values share with those of other layers.
  std::string sourceOf(const NamedValue &named, const ValueExplanation *why, bool isShared = false);
  std::string rootOf(const ValueExplanation &why, unsigned dim);
  std::string wantedBy(const ValueExplanation &why, unsigned dim);
  void giveAuthors(ShardingExplanation &explained);
  bool isDemanded(const NamedValue &named, const ValueExplanation &why,
                  std::optional<unsigned> dim = std::nullopt);
  bool isPinnedByUser(const ValueExplanation &why, unsigned dim);
  bool isMain(const NamedValue &named);

  mlir::MLIRContext *context;
  const ExplainOptions &options;
  Explanation result;
  mlir::func::FuncOp function;
  dist::MeshAttr mesh;
  const ValueNames *names = nullptr;
  const ShardingExplanation *shardings = nullptr;
  /// Arguments and results with a sharding of their own in the model, and those
  /// and values with a pin (see keyOf).
  llvm::StringSet<> annotated, pinned;
  ExplainAuthors authors;
  ExplainLayers layers;
};

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_EXPLAINIMPL_H
