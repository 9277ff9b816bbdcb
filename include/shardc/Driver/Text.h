//===- Text.h - text that others wrote, in messages -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_TEXT_H
#define SHARDC_DRIVER_TEXT_H

#include "shardrt/Text.h"
#include "llvm/ADT/StringRef.h"

namespace shardc {

/// See shardrt::oneLine.
inline std::string oneLine(llvm::StringRef text) { return shardrt::oneLine(text); }

} // namespace shardc

#endif // SHARDC_DRIVER_TEXT_H
