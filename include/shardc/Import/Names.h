//===- Names.h - names that a graph gives its values ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_IMPORT_NAMES_H
#define SHARDC_IMPORT_NAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// Names the arguments and results that have no `dist.name` as the graph does: by the names
/// of arguments' locations (`loc("params['w']")`) and by `jax.result_info`.
void nameArguments(mlir::func::FuncOp function);

} // namespace shardc

#endif // SHARDC_IMPORT_NAMES_H
