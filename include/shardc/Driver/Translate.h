//===- Translate.h - the shard-translate command ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_TRANSLATE_H
#define SHARDC_DRIVER_TRANSLATE_H

namespace shardc {

/// The whole `shard-translate` command. Returns the exit status: 0 success, 1 the
/// input was refused, 2 bad usage. Nothing is written on failure.
int runTranslate(int argc, char **argv);

} // namespace shardc

#endif // SHARDC_DRIVER_TRANSLATE_H
