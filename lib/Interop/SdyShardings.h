//===- SdyShardings.h - shardings in Shardy's words ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Converts meshes and shardings of dist.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_INTEROP_SDYSHARDINGS_H
#define SHARDC_LIB_INTEROP_SDYSHARDINGS_H

#include "dialects/Dist/Dist.h"
#include "dialects/Sdy/Sdy.h"
#include "mlir/IR/BuiltinTypes.h"

namespace shardc::interop {

mlir::sdy::MeshAttr toSdy(dist::MeshAttr mesh);

/// The dimensions of a sharding, closed; pending sums are left out. Fails, with what
/// `emitError` begins, where the blocks are not those that Shardy makes of `type`,
/// because granules decide.
mlir::FailureOr<mlir::sdy::TensorShardingAttr>
toSdy(dist::ShardingAttr sharding, mlir::RankedTensorType type, dist::MeshAttr mesh,
      llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Every axis of a mesh as Shardy writes it.
llvm::SmallVector<mlir::Attribute> axisNames(dist::MeshAttr mesh);

} // namespace shardc::interop

#endif // SHARDC_LIB_INTEROP_SDYSHARDINGS_H
