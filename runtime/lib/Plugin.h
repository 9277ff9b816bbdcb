//===- Plugin.h - the entry point of a backend plug-in --------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal. A plug-in is built together with the runtime that loads it; there
// is no stable binary interface between versions.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_PLUGIN_H
#define SHARDRT_LIB_PLUGIN_H

#include "shardrt/Hal.h"

namespace shardrt::hal {

using CreateBackendFn = void (*)(PlanFile plan, const BackendOptions &options,
                                 Expected<std::unique_ptr<Backend>> &result);
inline constexpr const char *createBackendSymbol = "shardrt_create_backend";

} // namespace shardrt::hal

#endif // SHARDRT_LIB_PLUGIN_H
